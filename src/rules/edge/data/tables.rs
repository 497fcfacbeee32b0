//! The tables of special results (EDG-XPL, EDG-XPO, EDG-SET): `assets/rulesets/edge/tables.toml`.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::battle::{Purpose, Rule};
use crate::rules::data::file;

/// What a success with a 12 may bring besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Exploit {
    OnGuard,
    QuickMovement,
    ExtraMinor,
    EffectiveStrike,
    TeamPlay,
    LendAHand,
    Vanish,
    PowerfulStrike,
    LethalStrike,
    ClimbInitiative,
    Destiny,
    Joke,
    Distraction,
    Masterful,
    OneMore,
    Focused,
    Audience,
    Silence,
    Emotion,
    Discovery,
}

/// Upon which checks an exploit is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum After {
    Any,
    Damage,
    Attack,
    Kit,
    Search,
    Quiet,
}

/// A row of the table of exploits.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExploitRow {
    /// What it does.
    #[serde(rename = "key")]
    pub exploit: Exploit,
    /// What the other die must show at least (EDG-SPEC-2).
    pub rank: u16,
    /// Upon which checks.
    pub after: After,
    /// What it is for.
    pub purpose: Purpose,
    /// What people call it.
    pub name: String,
    /// What it does, for people.
    pub text: String,
    rule: String,
}

/// What a failure with a 1 brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Setback {
    Trauma,
    NotNow,
    Fright,
    Breach,
    Outrage,
    Damn,
    Deaf,
    Uneasiness,
    ItFell,
    Distraction,
    Glare,
    Gaffe,
    Tumble,
    Certainty,
    Worse,
    FriendHit,
    Illness,
    Fatigue,
    Loss,
}

/// A row of the table of setbacks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetbackRow {
    /// What 2d10 come to.
    pub total: i32,
    /// What it does.
    #[serde(rename = "key")]
    pub setback: Setback,
    /// What people call it.
    pub name: String,
    rule: String,
}

/// The word that stands for something in the tables.
fn key_of(what: impl Serialize) -> String {
    let key = serde_json::to_value(what).ok();
    key.and_then(|key| key.as_str().map(str::to_owned)).unwrap_or_default()
}

impl ExploitRow {
    /// The key, as answers name it.
    pub(crate) fn key(&'static self) -> String {
        key_of(self.exploit)
    }

    /// The rule.
    pub(crate) fn rule(&'static self) -> Rule {
        Rule::new(&self.rule)
    }
}

impl SetbackRow {
    /// The key, as a game master names it.
    pub(crate) fn key(&'static self) -> String {
        key_of(self.setback)
    }

    /// The rule.
    pub(crate) fn rule(&'static self) -> Rule {
        Rule::new(&self.rule)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    exploit: Vec<ExploitRow>,
    setback: Vec<SetbackRow>,
}

static TABLES: LazyLock<File> =
    LazyLock::new(|| toml::from_str(file!("edge", "tables")).expect("the tables of special results should read"));

/// All exploits, by table and rank.
pub(crate) fn exploits() -> &'static [ExploitRow] {
    &TABLES.exploit
}

/// The exploit that adds most to the damage, of those up to a rank.
pub(crate) fn most_harmful(rank: u16) -> Option<&'static ExploitRow> {
    let harmful = exploits().iter().filter(|row| row.after == After::Damage && row.rank <= rank);
    harmful.max_by_key(|row| row.rank)
}

/// All setbacks, by their totals.
pub(crate) fn setbacks() -> &'static [SetbackRow] {
    &TABLES.setback
}

/// The row of a setback's total.
pub(crate) fn setback(total: i32) -> Option<&'static SetbackRow> {
    TABLES.setback.iter().find(|row| row.total == total)
}

#[cfg(test)]
mod tests {
    use super::super::ledger::DATA;
    use super::*;

    #[test]
    fn the_tables_agree_with_the_ledger() {
        let stands = |rule: &str| DATA.rows().iter().any(|row| row.id == rule);
        for row in exploits() {
            assert!(stands(&row.rule), "{}", row.rule);
            // The rank of an exploit is the number of its row.
            assert_eq!(row.rule.rsplit('-').next(), Some(row.rank.to_string().as_str()), "{}", row.rule);
        }
        for total in 2..=20 {
            let row = setback(total).expect("every total has a row");
            assert!(stands(&row.rule));
            assert_eq!(row.rule, format!("EDG-SET-{total}"));
        }
    }
}
