//! The data of this ruleset: ledger, stat blocks, conditions and words, in one place.

use crate::rules::data::{Data, data};

/// Everything that stands in `assets/rulesets/vigor`.
pub(crate) static DATA: Data<super::moment::Moment> = data!("vigor");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_own_id_and_a_basis_that_exists() {
        DATA.ledger.is_sound("VIG-", 412, 72);
    }
}
