//! The data of this ruleset: ledger, stat blocks, conditions and words, in one place.

use super::super::ruleset::Essence;
use crate::battle::{LedgerRow, Rule, Rulebook, SharedFact};
use crate::rule;
use crate::rules::data::{Data, data};

/// Everything that stands in `assets/rulesets/essence`.
pub(crate) static DATA: Data<super::moment::Moment> = data!("essence");

/// Every rule, in the ledger's own order.
pub(crate) fn ledger() -> &'static [LedgerRow] {
    DATA.rows()
}

impl Rulebook for Essence {
    fn key(&self) -> &'static str {
        DATA.key
    }

    fn title(&self) -> &'static str {
        DATA.title()
    }

    fn ledger(&self) -> &'static [LedgerRow] {
        ledger()
    }

    /// A number that changes whenever this ruleset's data does.
    fn content_hash(&self) -> u64 {
        DATA.content_hash()
    }

    fn cites(&self, fact: SharedFact) -> Vec<Rule> {
        match fact {
            SharedFact::FightBegins => vec![rule!("ESS-ROUND-1")],
            SharedFact::RoundBegins => vec![rule!("ESS-ROUND-3")],
            SharedFact::TurnBegins => vec![rule!("ESS-TURN-1")],
            SharedFact::Arrives => vec![rule!("ESS-ROUND-8")],
            SharedFact::Overrides => vec![rule!("ESS-GM-1")],
            SharedFact::LightChanges => vec![rule!("ESS-LIGHT-1")],
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_own_id_and_a_basis_that_exists() {
        DATA.ledger.is_sound("ESS-", 363, 71);
        assert_eq!(DATA.ledger.basis("ESS-ROLL-1"), ["R3"]);
    }
}
