//! The data of this ruleset: ledger, stat blocks, conditions and words, in one place.

use crate::battle::{Rule, SharedFact};
use crate::rule;
use crate::rules::data::{Data, data};

/// Everything that stands in `assets/rulesets/momentum`.
pub(crate) static DATA: Data<super::moment::Moment> = data!("momentum");

/// The rules behind what all rulesets have in common.
pub(crate) fn cites(fact: SharedFact) -> Vec<Rule> {
    match fact {
        SharedFact::RoundBegins => vec![rule!("MOM-ROUND-1")],
        SharedFact::TurnBegins => vec![rule!("MOM-ROUND-5")],
        SharedFact::FightEnds => vec![rule!("MOM-FLOW-7")],
        SharedFact::Arrives => vec![rule!("MOM-INIT-7")],
        SharedFact::GroundHarms => vec![rule!("MOM-HAZ-1")],
        SharedFact::Overrides => vec![rule!("MOM-GM-1")],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_own_id_and_a_basis_that_exists() {
        DATA.ledger.is_sound("MOM-", 449, 104);
    }

    #[test]
    fn what_is_said_of_conditions_cites_rules_that_exist() {
        super::super::conditions::ALL.cite(DATA.rows());
    }
}
