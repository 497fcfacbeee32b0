//! The ledger of this ruleset: its rows and rulings, read from the data once.

use std::sync::LazyLock;

use crate::battle::{LedgerRow, hash_of};
use crate::rules::book::Ledger;

const LEDGER: &str = include_str!("../../../../assets/rulesets/momentum/ledger.toml");

static READ: LazyLock<Ledger> = LazyLock::new(|| Ledger::read(LEDGER));

/// Every rule, in the ledger's own order.
pub(crate) fn ledger() -> &'static [LedgerRow] {
    &READ.rows
}

/// A number that changes whenever this ruleset's data does.
pub(crate) fn content_hash() -> u64 {
    let conditions = include_str!("../../../../assets/rulesets/momentum/conditions.toml");
    hash_of(&[LEDGER, super::bestiary::BESTIARY, conditions])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_own_id_and_a_basis_that_exists() {
        READ.is_sound("MOM-", 442, 102);
    }

    #[test]
    fn what_is_said_of_conditions_cites_rules_that_exist() {
        super::super::conditions::ALL.cite(ledger());
    }
}
