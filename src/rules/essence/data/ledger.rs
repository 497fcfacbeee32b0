//! The ledger of this ruleset: its rows and rulings, read from the data once.

use std::sync::LazyLock;

use super::super::ruleset::Essence;
use crate::battle::{LedgerRow, Rule, Rulebook, SharedFact, hash_of};
use crate::rule;
use crate::rules::book::Ledger;

const LEDGER: &str = include_str!("../../../../assets/rulesets/essence/ledger.toml");
const BESTIARY: &str = include_str!("../../../../assets/rulesets/essence/bestiary.toml");
const CONDITIONS: &str = include_str!("../../../../assets/rulesets/essence/conditions.toml");

static READ: LazyLock<Ledger> = LazyLock::new(|| Ledger::read(LEDGER));

/// Every rule, in the ledger's own order.
pub(crate) fn ledger() -> &'static [LedgerRow] {
    &READ.rows
}

impl Rulebook for Essence {
    fn key(&self) -> &'static str {
        "essence"
    }

    fn title(&self) -> &'static str {
        "Essence"
    }

    fn ledger(&self) -> &'static [LedgerRow] {
        ledger()
    }

    /// A number that changes whenever this ruleset's data does.
    fn content_hash(&self) -> u64 {
        hash_of(&[LEDGER, BESTIARY, CONDITIONS])
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
        READ.is_sound("ESS-", 363, 71);
        assert_eq!(READ.basis("ESS-ROLL-1"), ["R3"]);
    }
}
