//! The ledger of this ruleset: its rows and rulings, read from the data once.

use std::sync::LazyLock;

use crate::battle::{LedgerRow, hash_of};
use crate::rules::book::Ledger;

const LEDGER: &str = include_str!("../../../../assets/rulesets/edge/ledger.toml");

static READ: LazyLock<Ledger> = LazyLock::new(|| Ledger::read(LEDGER));

/// Every rule, in the ledger's own order.
pub fn ledger() -> &'static [LedgerRow] {
    &READ.rows
}

/// A number that changes whenever this ruleset's data does.
pub fn content_hash() -> u64 {
    let conditions = include_str!("../../../../assets/rulesets/edge/conditions.toml");
    hash_of(&[LEDGER, super::bestiary::BESTIARY, conditions])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_rule_has_its_own_id_and_a_basis_that_exists() {
        let rulings: BTreeSet<&str> = READ.rulings.iter().map(|ruling| ruling.id.as_str()).collect();
        assert_eq!(rulings.len(), 101);
        let ids: BTreeSet<&str> = ledger().iter().map(|row| row.id.as_str()).collect();
        assert_eq!((ids.len(), ledger().len()), (598, 598));
        for row in ledger() {
            assert!(
                row.id.starts_with("EDG-") && !row.text.is_empty() && !row.check.is_empty(),
                "{}",
                row.id
            );
            let basis = READ.basis(&row.id);
            assert!(!basis.is_empty(), "{}", row.id);
            assert!(
                basis
                    .iter()
                    .all(|from| from == "source" || rulings.contains(from.as_str())),
                "{}",
                row.id
            );
        }
    }
}
