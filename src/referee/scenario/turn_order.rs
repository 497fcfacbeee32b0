//! A battle whose creatures take their turns in an order that a scenario wishes for.

use std::sync::Arc;

use super::mismatch::Mismatch;
use crate::battle::{Battle, Names, Ruleset};
use crate::level::{Level, is_same_name};

/// Seeds that are tried before a wish for an order of turns is given up.
const MOST_SEEDS: u64 = 4000;

/// The battle with the first seed, from one on, that gives this order of turns.
pub(super) fn in_order(
    names: &[String],
    level: &Arc<Level>,
    ruleset: &'static dyn Ruleset,
    from: u64,
) -> Result<Battle, Mismatch> {
    let mut last = String::new();
    for seed in from..from + MOST_SEEDS {
        let battle = Battle::new(level.clone(), ruleset, seed)
            .map_err(|error| Mismatch::new("a battle that starts", error.to_string()))?;
        let cast = battle.world().resource::<Names>();
        if seed == from
            && let Some(name) = names.iter().find(|name| cast.find(name).is_none())
        {
            return Err(Mismatch::new("`turn_order` names creatures", format!("there is no `{name}`")));
        }
        let order: Vec<&str> = battle.flow().order.iter().map(|slot| cast.name(slot.creature)).collect();
        let same = names.len() <= order.len() && names.iter().zip(&order).all(|(a, b)| is_same_name(a, b));
        if same {
            return Ok(battle);
        }
        last = order.join(", ");
    }
    Err(Mismatch::new(
        format!("some seed gives the order {}", names.join(", ")),
        format!("none of {MOST_SEEDS} did; the last gave {last}"),
    ))
}
