//! The places of a level that irradiate: `[[rules.edge.radiation]]` (EDG-RAD-1).

use bevy::prelude::World;
use serde::Deserialize;
use toml::Value;

use super::written;

/// The list of a level's options.
const LIST: &str = "radiation";

/// The levels of exposure.
const LEVELS: std::ops::RangeInclusive<i32> = 1..=5;

/// A zone that irradiates.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exposure {
    /// The zone.
    pub zone: String,
    /// The level, 1 to 5.
    pub level: i32,
}

/// Those of the level that is played.
pub(crate) fn of_level(world: &World) -> Vec<Exposure> {
    written::list(world, LIST)
}

/// EDG-RAD-10: whether those who carry nothing to measure them with are not told their rads.
pub(crate) fn hides_rads(world: &World) -> bool {
    written::flag(world, "hidden_rads").unwrap_or(false)
}

/// Everything wrong with a level's list: where, message, help.
pub(crate) fn check(table: &toml::Table) -> Vec<(String, String, String)> {
    let help = "write `[[rules.edge.radiation]]` with `zone = \"core\"` and `level = 5`";
    written::check_list(table, LIST, help, unsound)
}

fn unsound(value: &Value) -> Option<String> {
    match value.clone().try_into::<Exposure>() {
        Err(why) => Some(why.message().to_owned()),
        Ok(one) if !LEVELS.contains(&one.level) => Some("`level` is a number from 1 to 5".to_owned()),
        Ok(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_place_that_irradiates_is_told_by_its_place() {
        let check = |text: &str| check(&toml::from_str(text).expect("well-formed"));
        assert!(check("radiation = [{ zone = \"core\", level = 5 }]").is_empty());
        for wrong in
            ["radiation = 3", "radiation = [{ zone = \"core\" }]", "radiation = [{ zone = \"core\", level = 6 }]"]
        {
            assert_eq!(check(wrong).len(), 1, "{wrong}");
        }
    }
}
