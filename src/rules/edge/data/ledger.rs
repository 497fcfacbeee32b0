//! The data of this ruleset: ledger, stat blocks, conditions and words, in one place.

use super::super::ruleset::Edge;
use crate::battle::{LedgerRow, Rule, Rulebook, SharedFact};
use crate::rule;
use crate::rules::data::{Data, data};

/// Everything that stands in `assets/rulesets/edge`.
pub(crate) static DATA: Data<super::moment::Moment> = data!("edge");

impl Rulebook for Edge {
    fn key(&self) -> &'static str {
        DATA.key
    }

    fn title(&self) -> &'static str {
        DATA.title()
    }

    /// Every rule, in the ledger's own order.
    fn ledger(&self) -> &'static [LedgerRow] {
        DATA.rows()
    }

    /// A number that changes whenever this ruleset's data does.
    fn content_hash(&self) -> u64 {
        DATA.content_hash()
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
        DATA.ledger.is_sound("EDG-", 598, 101);
    }
}
