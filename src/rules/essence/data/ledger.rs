//! The data of this ruleset: ledger, stat blocks, conditions and words, in one place.

use crate::battle::{LedgerRow, Rule, SharedFact};
use crate::rule;
use crate::rules::data::{Data, data};

/// Everything that stands in `assets/rulesets/essence`.
pub(crate) static DATA: Data<super::moment::Moment> = data!("essence");

/// Every rule, in the ledger's own order.
pub(crate) fn ledger() -> &'static [LedgerRow] {
    DATA.rows()
}

/// The rules behind what all rulesets have in common.
pub(crate) fn cites(fact: SharedFact) -> Vec<Rule> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_own_id_and_a_basis_that_exists() {
        DATA.ledger.is_sound("ESS-", 364, 72);
        assert_eq!(DATA.ledger.basis("ESS-ROLL-1"), ["R3"]);
    }
}
