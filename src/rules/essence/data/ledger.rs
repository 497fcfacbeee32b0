//! The ledger of this ruleset: its rows and rulings, read from the data once.

use std::sync::LazyLock;

use crate::battle::{LedgerRow, hash_of};
use crate::rules::book::Ledger;

const LEDGER: &str = include_str!("../../../../assets/rulesets/essence/ledger.toml");
const BESTIARY: &str = include_str!("../../../../assets/rulesets/essence/bestiary.toml");
const CONDITIONS: &str = include_str!("../../../../assets/rulesets/essence/conditions.toml");

static READ: LazyLock<Ledger> = LazyLock::new(|| Ledger::read(LEDGER));

/// Every rule, in the ledger's own order.
pub fn ledger() -> &'static [LedgerRow] {
    &READ.rows
}

/// A number that changes whenever this ruleset's data does.
pub fn content_hash() -> u64 {
    hash_of(&[LEDGER, BESTIARY, CONDITIONS])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_own_id_and_a_basis_that_exists() {
        READ.is_sound("ESS-", 363, 66);
        assert_eq!(READ.basis("ESS-ROLL-1"), ["R3"]);
    }
}
