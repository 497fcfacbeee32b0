//! The data of this ruleset: ledger, stat blocks, conditions and words, in one place.

use crate::battle::{Rule, SharedFact};
use crate::rule;
use crate::rules::data::{Data, data};

/// Everything that stands in `assets/rulesets/vigor`.
pub(crate) static DATA: Data<super::moment::Moment> = data!("vigor");

/// The rules behind what all rulesets have in common.
pub(crate) fn cites(fact: SharedFact) -> Vec<Rule> {
    match fact {
        SharedFact::FightBegins => vec![rule!("VIG-ENC-1")],
        SharedFact::RoundBegins | SharedFact::RoundEnds => vec![rule!("VIG-ENC-2")],
        SharedFact::TurnBegins => vec![rule!("VIG-ENC-10")],
        SharedFact::TurnEnds => vec![rule!("VIG-ENC-12")],
        SharedFact::FightEnds => vec![rule!("VIG-ENC-9"), rule!("VIG-ENC-11")],
        SharedFact::Arrives => vec![rule!("VIG-INIT-5")],
        SharedFact::Overrides => vec![rule!("VIG-GM-1")],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_own_id_and_a_basis_that_exists() {
        DATA.ledger.is_sound("VIG-", 412, 72);
    }
}
