//! The data of this ruleset: ledger, stat blocks, conditions and words, in one place.

use crate::battle::{LedgerRow, Rule, SharedFact};
use crate::rule;
use crate::rules::data::{Data, data};

/// Everything that stands in `assets/rulesets/sol`.
pub(crate) static DATA: Data = data!("sol");

/// Every rule, in the ledger's own order.
pub(crate) fn ledger() -> &'static [LedgerRow] {
    DATA.rows()
}

/// The rules behind what all rulesets have in common.
pub(crate) fn cites(fact: SharedFact) -> Vec<Rule> {
    match fact {
        SharedFact::FightBegins => vec![rule!("SOL-FLOW-1"), rule!("SOL-POOL-1")],
        SharedFact::Prologue => vec![rule!("SOL-FLOW-3")],
        SharedFact::RoundBegins => vec![rule!("SOL-FLOW-2")],
        SharedFact::TurnBegins | SharedFact::GroundHarms => Vec::new(),
        SharedFact::TurnEnds => vec![rule!("SOL-TURN-9")],
        SharedFact::EventFires => {
            vec![rule!("SOL-EVENT-14"), rule!("SOL-EVENT-1"), rule!("SOL-EVENT-2"), rule!("SOL-EVENT-12")]
        }
        SharedFact::TerrainChanges => vec![rule!("SOL-EVENT-8")],
        SharedFact::GroundFalls => vec![rule!("SOL-EVENT-9")],
        SharedFact::LightChanges => vec![rule!("SOL-EVENT-11")],
        SharedFact::HazardRolls => vec![rule!("SOL-EVENT-4"), rule!("SOL-EVENT-13")],
        SharedFact::RoundEnds => vec![rule!("SOL-FLOW-1"), rule!("SOL-FLOW-5")],
        SharedFact::FightEnds => vec![rule!("SOL-FLOW-6"), rule!("SOL-FLOW-8")],
        SharedFact::Arrives => vec![rule!("SOL-FLOW-9")],
        SharedFact::Overrides => vec![rule!("SOL-FLOW-10")],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_own_id_and_a_basis_that_exists() {
        DATA.ledger.is_sound("SOL-", 294, 59);
        assert!(DATA.ledger.basis("SOL-NONE-1").is_empty());
        assert_eq!(DATA.ledger.basis("SOL-INIT-1"), ["source", "R1", "R5"]);
    }
}
