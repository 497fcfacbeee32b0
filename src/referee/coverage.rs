//! Which rules of a ledger took effect where: in scenarios that check them, in other scenarios, in simulated battles.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::scenario;
use super::sim::{self, Plan, Player, Setup};
use crate::battle::{LedgerRow, RowKind, Ruleset};
use crate::level::{LARGEST_LEVEL, read_text};

/// A rule that no scenario can show, and why.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waiver {
    /// The rule.
    pub rule: String,
    /// Why.
    pub reason: String,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Waivers {
    #[serde(default)]
    waiver: Vec<Waiver>,
    /// Rules that scenarios name and bring about, but whose effect none of them states yet.
    #[serde(default)]
    unstated: Vec<String>,
}

/// The rows of a ledger that are rules; rulings of the referee's that explain them are told apart by their section.
fn rows(ruleset: &dyn Ruleset) -> impl Iterator<Item = &'static LedgerRow> + use<> {
    ruleset.ledger().iter().filter(|row| row.id.contains('-'))
}

/// A whole ledger, a row a line.
pub fn list(ruleset: &dyn Ruleset) -> String {
    let mut out = String::new();
    let mut section = "";
    for row in ruleset.ledger() {
        if row.section != section {
            section = &row.section;
            writeln!(out, "\n{section}").expect("writing to a string");
        }
        writeln!(out, "  {:14} {}", row.id, row.text).expect("writing to a string");
    }
    out.trim_start().to_string()
}

/// One row, with its worked example.
///
/// # Errors
/// That there is no such row, with the nearest.
pub fn row(ruleset: &dyn Ruleset, id: &str) -> Result<String, String> {
    let known: Vec<&str> = ruleset.ledger().iter().map(|row| row.id.as_str()).collect();
    let Some(row) = ruleset.ledger().iter().find(|row| row.id.eq_ignore_ascii_case(id)) else {
        let help = crate::level::nearest(id, &known).map_or_else(String::new, |near| format!(" Did you mean {near}?"));
        return Err(format!("{} has no rule {id}.{help}", ruleset.title()));
    };
    let mut out = format!("{}  ({})\n{}\n", row.id, row.section, row.text);
    if row.kind == RowKind::Absence {
        out.push_str("It says what does not count: nothing in the log tells of it.\n");
    }
    if !row.check.is_empty() {
        writeln!(out, "For example: {}", row.check).expect("writing to a string");
    }
    Ok(out)
}

/// What was found about a ruleset.
pub struct Coverage {
    ruleset: &'static dyn Ruleset,
    scenarios: usize,
    failed: Vec<String>,
    checked: BTreeMap<String, usize>,
    seen: BTreeSet<String>,
    unstated: BTreeMap<String, Vec<String>>,
    battles: u64,
    simulated: BTreeMap<String, u64>,
    /// Battles that did not start or do not end, a line each.
    stuck: Vec<String>,
    waived: BTreeMap<String, String>,
    /// Rules whose effect is known not to be stated yet.
    still_unstated: BTreeSet<String>,
    waivers_of_nothing: Vec<String>,
}

impl Coverage {
    /// Plays the ruleset's scenarios and `games` battles over the levels.
    ///
    /// # Errors
    /// When scenarios, levels or waivers cannot be read.
    pub fn find(ruleset: &'static dyn Ruleset, scenarios: &Path, levels: &Path, games: u64) -> Result<Self, String> {
        let mut found = Self {
            ruleset,
            scenarios: 0,
            failed: Vec::new(),
            checked: BTreeMap::new(),
            seen: BTreeSet::new(),
            unstated: BTreeMap::new(),
            battles: 0,
            simulated: BTreeMap::new(),
            stuck: Vec::new(),
            waived: BTreeMap::new(),
            still_unstated: BTreeSet::new(),
            waivers_of_nothing: Vec::new(),
        };
        let waivers = waivers(ruleset)?;
        found.still_unstated = waivers.unstated.into_iter().collect();
        found.waived = waivers.waiver.into_iter().map(|waiver| (waiver.rule, waiver.reason)).collect();
        found.play_scenarios(scenarios)?;
        found.simulate(levels, games)?;
        let known: BTreeSet<&str> = rows(ruleset).map(|row| row.id.as_str()).collect();
        let unknown = |rule: &&String| !known.contains(rule.as_str());
        let stated = |rule: &&String| found.checked.contains_key(*rule);
        found.waivers_of_nothing = (found.waived.keys().filter(unknown))
            .chain(found.still_unstated.iter().filter(|rule| unknown(rule) || stated(rule)))
            .cloned()
            .collect();
        Ok(found)
    }

    fn play_scenarios(&mut self, folder: &Path) -> Result<(), String> {
        let own = folder.join(self.ruleset.key());
        let folder = if own.is_dir() { own } else { folder.to_owned() };
        for outcome in scenario::run_files(&scenario::files(&[folder])?) {
            if outcome.unread {
                return outcome.result.map(|_| ());
            }
            if outcome.ruleset.as_deref().is_some_and(|key| key != self.ruleset.key()) {
                continue;
            }
            self.scenarios += 1;
            match outcome.result {
                Ok(played) => {
                    for rule in played.checked {
                        *self.checked.entry(rule).or_default() += 1;
                    }
                    for rule in played.unstated.into_keys() {
                        let place = format!("{}: {}", outcome.file.display(), outcome.name);
                        self.unstated.entry(rule).or_default().push(place);
                    }
                    self.seen.extend(played.fired);
                }
                Err(_) => self.failed.push(format!("{}: {}", outcome.file.display(), outcome.name)),
            }
        }
        Ok(())
    }

    fn simulate(&mut self, levels: &Path, games: u64) -> Result<(), String> {
        let mut setups = Vec::new();
        for path in scenario::files_of("level", &[levels.to_owned()])? {
            setups.push(Setup::read(&path, Some(self.ruleset.key()))?);
        }
        let levels = u64::try_from(setups.len()).expect("a count should fit");
        for (place, setup) in (0..levels).zip(&setups) {
            let games = games / levels + u64::from(place < games % levels);
            let plan = Plan { games, seed: 1, rounds: 200, player: Player::Random };
            let named = |why: String| format!("{}: {why}", setup.level.name);
            let tally = match sim::run(setup, &plan) {
                Ok(tally) => tally,
                Err(why) => {
                    self.stuck.push(named(why));
                    continue;
                }
            };
            let stuck = tally.stuck.iter().map(|stuck| named(stuck.to_string()));
            self.stuck.extend(stuck);
            self.battles += tally.games;
            for (rule, count) in tally.fired {
                *self.simulated.entry(rule).or_default() += count;
            }
        }
        Ok(())
    }

    /// Whether every rule is checked by a scenario that passed, or waived; no waiver is for nothing, and no battle got stuck.
    pub fn complete(&self) -> bool {
        let sound = self.failed.is_empty() && self.stuck.is_empty();
        sound && self.missing().is_empty() && self.waivers_of_nothing.is_empty()
    }

    /// Whether a rule of which something would be told took effect nowhere.
    fn never(&self, row: &LedgerRow) -> bool {
        row.kind == RowKind::Effect && !self.seen.contains(&row.id) && !self.simulated.contains_key(&row.id)
    }

    /// The rules neither checked nor waived, nor known to be named only.
    pub fn missing(&self) -> Vec<&'static str> {
        let excused = |id: &str| self.still_unstated.contains(id) && self.unstated.contains_key(id);
        rows(self.ruleset)
            .map(|row| row.id.as_str())
            .filter(|id| !self.checked.contains_key(*id) && !self.waived.contains_key(*id) && !excused(id))
            .collect()
    }

    /// The table by section, and the lists.
    pub fn report(&self) -> String {
        let mut out = String::new();
        let mut line = |text: String| writeln!(out, "{}", text.trim_end()).expect("writing to a string");
        line(format!("{}: {} scenarios, {} simulated battles\n", self.ruleset.title(), self.scenarios, self.battles));
        let mut sections: Vec<(&str, [usize; 6])> = Vec::new();
        let mut whole = [0; 6];
        for row in rows(self.ruleset) {
            if sections.last().is_none_or(|(name, _)| *name != row.section) {
                sections.push((&row.section, [0; 6]));
            }
            let counts = &mut sections.last_mut().expect("a section was just pushed").1;
            let facts = [
                true,
                self.checked.contains_key(&row.id),
                self.seen.contains(&row.id),
                self.simulated.contains_key(&row.id),
                self.waived.contains_key(&row.id),
                self.never(row),
            ];
            for ((count, whole), fact) in counts.iter_mut().zip(&mut whole).zip(facts) {
                *count += usize::from(fact);
                *whole += usize::from(fact);
            }
        }
        line(format!(
            "{:28} {:>6} {:>8} {:>6} {:>10} {:>7} {:>6}",
            "section", "rules", "checked", "seen", "simulated", "waived", "never"
        ));
        sections.push(("all", whole));
        for (name, [rules, checked, seen, simulated, waived, never]) in sections {
            let name: String = name.chars().take(28).collect();
            line(format!("{name:28} {rules:6} {checked:8} {seen:6} {simulated:10} {waived:7} {never:6}"));
        }
        line("\nchecked: a scenario that passes declares the rule and states its effect where it took effect; seen: it took effect in any scenario;".into());
        line("simulated: it took effect in a battle of the computer's; never: it took effect nowhere.".into());
        line("absences: rows that say what does not count; checked where an expectation rests on them, and told of nowhere.".into());
        let never: Vec<&str> = rows(self.ruleset).filter(|row| self.never(row)).map(|row| row.id.as_str()).collect();
        let unknown: Vec<&str> = {
            let known: BTreeSet<&str> = self.ruleset.ledger().iter().map(|row| row.id.as_str()).collect();
            let cited = self.seen.iter().chain(self.simulated.keys()).map(String::as_str);
            cited.filter(|id| !known.contains(id)).collect::<BTreeSet<_>>().into_iter().collect()
        };
        for (title, ids) in [
            ("Neither checked nor waived", self.missing()),
            ("Named by scenarios, but not stated yet", self.still_unstated.iter().map(String::as_str).collect()),
            ("Took effect nowhere", never),
            ("Cited, but not in the ledger", unknown),
            ("Excused for no reason", self.waivers_of_nothing.iter().map(String::as_str).collect()),
        ] {
            if !ids.is_empty() {
                line(format!("\n{title} ({}):", ids.len()));
                for some in ids.chunks(8) {
                    line(format!("  {}", some.join(" ")));
                }
            }
        }
        let missing = self.missing();
        let unstated = self.unstated.iter().filter(|(rule, _)| missing.contains(&rule.as_str()));
        for (rule, places) in unstated {
            line(format!("  {rule} is declared, but its effect is not stated, in"));
            for place in places {
                line(format!("    {place}"));
            }
        }
        if !self.waived.is_empty() {
            line(format!("\nWaived ({}):", self.waived.len()));
            for (rule, reason) in &self.waived {
                line(format!("  {rule}: {reason}"));
            }
        }
        for (title, lines) in
            [("Scenarios that failed", &self.failed), ("Battles that did not start or do not end", &self.stuck)]
        {
            if !lines.is_empty() {
                line(format!("\n{title} ({}):", lines.len()));
                for one in lines {
                    line(format!("  {one}"));
                }
            }
        }
        out
    }
}

fn waivers(ruleset: &dyn Ruleset) -> Result<Waivers, String> {
    let path = PathBuf::from("assets/rulesets").join(ruleset.key()).join("waivers.toml");
    if !path.exists() {
        return Ok(Waivers::default());
    }
    let wrong = |why: String| format!("{}: {why}", path.display());
    let text = read_text(&path, LARGEST_LEVEL)?;
    let waivers: Waivers = toml::from_str(&text).map_err(|e| wrong(e.to_string()))?;
    if let Some(waiver) = waivers.waiver.iter().find(|waiver| waiver.reason.trim().is_empty()) {
        return Err(wrong(format!("the waiver of {} gives no reason", waiver.rule)));
    }
    Ok(waivers)
}
