//! The ledger of this ruleset: its rows and rulings, read from the data once.

use std::sync::LazyLock;

use super::super::ruleset::Edge;
use crate::battle::{LedgerRow, Rule, Rulebook, SharedFact, hash_of};
use crate::rule;
use crate::rules::book::Ledger;

const LEDGER: &str = include_str!("../../../../assets/rulesets/edge/ledger.toml");

static READ: LazyLock<Ledger> = LazyLock::new(|| Ledger::read(LEDGER));

impl Rulebook for Edge {
    fn key(&self) -> &'static str {
        "edge"
    }

    fn title(&self) -> &'static str {
        "Edge"
    }

    /// Every rule, in the ledger's own order.
    fn ledger(&self) -> &'static [LedgerRow] {
        &READ.rows
    }

    /// A number that changes whenever this ruleset's data does.
    fn content_hash(&self) -> u64 {
        let conditions = include_str!("../../../../assets/rulesets/edge/conditions.toml");
        hash_of(&[LEDGER, super::bestiary::BESTIARY, conditions])
    }

    fn cites(&self, fact: SharedFact) -> Vec<Rule> {
        match fact {
            SharedFact::FightBegins => vec![rule!("EDG-ROUND-2")],
            SharedFact::RoundBegins => vec![rule!("EDG-ROUND-1")],
            SharedFact::TurnBegins => vec![rule!("EDG-TURN-1")],
            SharedFact::FightEnds => vec![rule!("EDG-ROUND-4")],
            SharedFact::Arrives => vec![rule!("EDG-INIT-5")],
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_own_id_and_a_basis_that_exists() {
        READ.is_sound("EDG-", 598, 101);
    }
}
