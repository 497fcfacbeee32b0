//! The data of this ruleset: ledger, stat blocks, conditions and words, in one place.

use crate::battle::{Rule, SharedFact};
use crate::rule;
use crate::rules::data::{Data, data};

/// Everything that stands in `assets/rulesets/edge`.
pub(crate) static DATA: Data<super::moment::Moment> = data!("edge", "cards", "skills", "tables", "traumas");

/// The rules behind what all rulesets have in common.
pub(crate) fn cites(fact: SharedFact) -> Vec<Rule> {
    match fact {
        SharedFact::FightBegins => vec![rule!("EDG-ROUND-2")],
        SharedFact::RoundBegins => vec![rule!("EDG-ROUND-1")],
        SharedFact::TurnBegins => vec![rule!("EDG-TURN-1")],
        SharedFact::FightEnds => vec![rule!("EDG-ROUND-4")],
        SharedFact::GroundHarms => vec![rule!("EDG-OBJ-5")],
        SharedFact::HazardRolls => vec![rule!("EDG-OBJ-4")],
        SharedFact::Arrives => vec![rule!("EDG-INIT-5")],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_own_id_and_a_basis_that_exists() {
        DATA.ledger.is_sound("EDG-", 604, 104);
    }
}
