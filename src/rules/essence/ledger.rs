//! The ledger of this ruleset: its rows and rulings, read from the data once.

use std::sync::LazyLock;

use crate::battle::{LedgerRow, hash_of};
use crate::rules::book::{Ledger, Ruling};

const LEDGER: &str = include_str!("../../../assets/rulesets/essence/ledger.toml");
const BESTIARY: &str = include_str!("../../../assets/rulesets/essence/bestiary.toml");
const CONDITIONS: &str = include_str!("../../../assets/rulesets/essence/conditions.toml");

static READ: LazyLock<Ledger> = LazyLock::new(|| Ledger::read(LEDGER));

/// Every rule, in the ledger's own order.
pub fn ledger() -> &'static [LedgerRow] {
    &READ.rows
}

/// Every ruling, in order.
pub fn rulings() -> &'static [Ruling] {
    &READ.rulings
}

/// Where a rule comes from: `source`, the ids of rulings, or both. Empty for an unknown rule.
pub fn basis(id: &str) -> &'static [String] {
    READ.basis(id)
}

/// A number that changes whenever this ruleset's data does.
pub fn content_hash() -> u64 {
    hash_of(&[LEDGER, BESTIARY, CONDITIONS])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_rule_has_its_own_id_and_a_basis_that_exists() {
        let rulings: BTreeSet<&str> = rulings().iter().map(|ruling| ruling.id.as_str()).collect();
        assert_eq!(rulings.len(), 66);
        let ids: BTreeSet<&str> = ledger().iter().map(|row| row.id.as_str()).collect();
        assert_eq!((ids.len(), ledger().len()), (363, 363));
        for row in ledger() {
            assert!(
                row.id.starts_with("ESS-") && !row.text.is_empty() && !row.check.is_empty(),
                "{}",
                row.id
            );
            assert!(!basis(&row.id).is_empty(), "{}", row.id);
            for from in basis(&row.id) {
                assert!(
                    from == "source" || rulings.contains(from.as_str()),
                    "{}: {from}",
                    row.id
                );
            }
        }
    }

    #[test]
    fn an_unknown_rule_has_no_basis() {
        assert!(basis("ESS-NONE-1").is_empty());
        assert_eq!(basis("ESS-ROLL-1"), ["R3"]);
    }
}
