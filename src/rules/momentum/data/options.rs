//! What a level writes for this ruleset.

use bevy::prelude::World;
use toml::{Table, Value};

use crate::battle::LevelRes;

/// The key for the length of a round.
const ROUND_SECONDS: &str = "round_seconds";

/// What the level that is played writes under a key.
pub(crate) fn written<'a>(world: &'a World, key: &str) -> Option<&'a Value> {
    world.resource::<LevelRes>().0.rules.get("momentum")?.get(key)
}

/// How long a round lasts, as the level writes it, in seconds (MOM-ROUND-2).
pub(crate) fn round_seconds(world: &World) -> Option<String> {
    written(world, ROUND_SECONDS).map(ToString::to_string)
}

/// What is wrong with the length of a round that a level writes: where, message, help.
pub(crate) fn check_round(table: &Table) -> Option<(String, String, String)> {
    let value = table.get(ROUND_SECONDS)?;
    let more_than_nothing = match value {
        Value::Integer(seconds) => *seconds > 0,
        Value::Float(seconds) => seconds.is_finite() && *seconds > 0.0,
        _ => false,
    };
    let help = "write a number of seconds above 0, such as 12 or 0.5".to_owned();
    (!more_than_nothing).then(|| (ROUND_SECONDS.to_owned(), format!("no round lasts {value} seconds"), help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_lasts_more_than_nothing() {
        let check = |text: &str| check_round(&toml::from_str(text).expect("well-formed"));
        for sound in ["", "round_seconds = 12", "round_seconds = 0.5"] {
            assert_eq!(check(sound), None, "{sound}");
        }
        for wrong in ["0", "-3", "0.0", "nan", "inf", "\"long\"", "true"] {
            let (at, message, _) = check(&format!("round_seconds = {wrong}")).expect(wrong);
            assert!(at == "round_seconds" && message.contains("no round lasts"), "{message}");
        }
    }
}
