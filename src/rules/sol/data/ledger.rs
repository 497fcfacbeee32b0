//! The ledger of this ruleset: its rows and rulings, read from the data once.

use std::sync::LazyLock;

use super::super::ruleset::Sol;
use crate::battle::{LedgerRow, Rule, Rulebook, SharedFact, hash_of};
use crate::rule;
use crate::rules::book::Ledger;

const LEDGER: &str = include_str!("../../../../assets/rulesets/sol/ledger.toml");
const BESTIARY: &str = include_str!("../../../../assets/rulesets/sol/bestiary.toml");
const CONDITIONS: &str = include_str!("../../../../assets/rulesets/sol/conditions.toml");

static READ: LazyLock<Ledger> = LazyLock::new(|| Ledger::read(LEDGER));

/// Every rule, in the ledger's own order.
pub(crate) fn ledger() -> &'static [LedgerRow] {
    &READ.rows
}

impl Rulebook for Sol {
    fn key(&self) -> &'static str {
        "sol"
    }

    fn title(&self) -> &'static str {
        "Secrets of Sol"
    }

    fn ledger(&self) -> &'static [LedgerRow] {
        ledger()
    }

    /// A number that changes whenever this ruleset's data does.
    fn content_hash(&self) -> u64 {
        hash_of(&[LEDGER, BESTIARY, CONDITIONS])
    }

    fn cites(&self, fact: SharedFact) -> Vec<Rule> {
        match fact {
            SharedFact::FightBegins => vec![rule!("SOL-FLOW-1"), rule!("SOL-POOL-1")],
            SharedFact::Prologue => vec![rule!("SOL-FLOW-3")],
            SharedFact::RoundBegins => vec![rule!("SOL-FLOW-2")],
            SharedFact::TurnBegins => Vec::new(),
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_own_id_and_a_basis_that_exists() {
        READ.is_sound("SOL-", 294, 58);
        assert!(READ.basis("SOL-NONE-1").is_empty());
        assert_eq!(READ.basis("SOL-INIT-1"), ["source", "R1", "R5"]);
    }
}
