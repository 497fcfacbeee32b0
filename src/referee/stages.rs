//! The systems of a ruleset in the order in which they run, as they are registered.

use std::fmt::Write;
use std::sync::Arc;

use crate::battle::{Battle, Ruleset, Stage, SystemRow};
use crate::rules;

/// A battle of two at its start, one of them, `Ada`, of a kind: for what is asked of a ruleset and not of a level.
///
/// # Errors
/// A sentence, where no battle can begin.
pub(super) fn battle_of_two(ruleset: &'static dyn Ruleset, kind: &str) -> Result<Battle, String> {
    let text = format!(
        "name = \"Two\"\nruleset = \"{}\"\nmap = '''\n{}'''\n\
         [[creature]]\nkind = \"{kind}\"\nname = \"Ada\"\nside = \"red\"\nat = [2, 2]\n\
         [[creature]]\nkind = \"soldier\"\nname = \"Bel\"\nside = \"blue\"\nat = [10, 2]\n",
        ruleset.key(),
        "............\n".repeat(8),
    );
    let (level, _) = rules::read_level_played(&text, "two.toml")
        .map_err(|found| found.iter().map(|one| one.message.clone()).collect::<Vec<_>>().join("; "))?;
    Battle::new(Arc::new(level), ruleset, 1).map_err(|error| error.to_string())
}

/// Every system that advances a battle under a ruleset, stage by stage, in the order in which they run.
///
/// # Errors
/// A sentence, where no battle can begin.
pub fn systems(ruleset: &'static dyn Ruleset) -> Result<Vec<SystemRow>, String> {
    Ok(battle_of_two(ruleset, "soldier")?.systems())
}

/// The table for people: a line each with when the system has anything to do and where its function stands; the ruleset's own have a `*`.
///
/// # Errors
/// As [`systems`].
pub fn table(ruleset: &'static dyn Ruleset) -> Result<String, String> {
    let rows = systems(ruleset)?;
    let mut out = String::from(
        "Stages in their order; in each the systems run from top to bottom. `*`: of the ruleset, the others are shared.\n\
         Each has the world to itself, since one thing is resolved at a time.\n",
    );
    for stage in Stage::ALL {
        write!(out, "\n{stage:?}\n").expect("writing to a string");
        for row in rows.iter().filter(|row| row.stage == stage) {
            let own = if row.own { '*' } else { ' ' };
            writeln!(out, "{own} {}\n      {}", row.system, row.waits_for).expect("writing to a string");
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::targeting_tests as targeting;
    use crate::referee::scenario;

    /// In tests everything that is read again is compared with what would be found now (`battle::play::targeting`).
    #[test]
    fn what_stands_between_holds_in_all_scenarios_for_as_long_as_it_is_kept() {
        let files = scenario::files(&["tests/scenarios".into()]).expect("the scenarios should be readable");
        let before = targeting::read_again();
        for outcome in scenario::run_files(&files) {
            assert!(outcome.result.is_ok(), "{}: {:?}", outcome.name, outcome.result.err());
        }
        assert!(targeting::read_again() - before > 1000, "an attack should be looked at once, and read several times");
    }

    #[test]
    fn every_ruleset_has_systems_of_its_own_after_the_shared_ones_of_each_stage() {
        for &ruleset in rules::all().iter().chain(rules::begun()) {
            let rows = systems(ruleset).expect("a battle should begin");
            let key = ruleset.key();
            assert!(rows.is_sorted_by_key(|row| (row.stage, row.own)), "{key}");
            assert!(rows.iter().any(|row| row.own), "{key}");
            for row in &rows {
                assert!(!row.system.contains("{{closure}}"), "{key}: {} has no name", row.system);
                assert!(!row.waits_for.ends_with("while  is on top"), "{key}: {}", row.system);
            }
            let begins = |row: &&SystemRow| row.system == "play::rounds::begin_fight";
            let begins = rows.iter().find(begins).expect("the fight begins somewhere");
            assert_eq!((begins.stage, begins.own), (Stage::Turn, false), "{key}");
            assert_eq!(begins.waits_for, "entering Awareness", "{key}");
        }
    }
}
