//! The tables of traumas (EDG-TRA): `assets/rulesets/edge/traumas.toml`, and those that a creature has.

use std::sync::LazyLock;

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::stats::Ability;
use crate::battle::{Id, Rule, Text};
use crate::rules::data::file;

/// Which table: of body or mind, mild or severe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Table {
    /// Mild, of the body.
    Injury,
    /// Severe, of the body.
    Impairment,
    /// Mild, of the mind.
    Shock,
    /// Severe, of the mind.
    Disorder,
}

impl Table {
    /// The one for a body or a mind, mild or severe.
    pub(crate) const fn of(mind: bool, severe: bool) -> Self {
        match (mind, severe) {
            (false, false) => Self::Injury,
            (false, true) => Self::Impairment,
            (true, false) => Self::Shock,
            (true, true) => Self::Disorder,
        }
    }

    /// The sides of its die.
    pub(crate) const fn sides(self) -> u16 {
        [12, 12, 10, 8][self as usize]
    }

    /// Whether it is severe.
    pub(crate) const fn is_severe(self) -> bool {
        matches!(self, Self::Impairment | Self::Disorder)
    }
}

/// Where a trauma is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Where {
    Head,
    Torso,
    RightArm,
    LeftArm,
    RightLeg,
    LeftLeg,
    Mind,
}

/// Which checks are worse for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Worse {
    #[default]
    None,
    Arm,
    Leg,
    All,
    Mind,
}

/// A row of the tables.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TraumaRow {
    /// The key.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Its table.
    pub table: Table,
    /// The faces that bring it, from and to.
    die: [i32; 2],
    /// Where it is.
    pub place: Where,
    /// The abilities of which one loses a point.
    #[serde(default)]
    pub loses: Vec<Ability>,
    /// Whether it stuns.
    #[serde(default)]
    pub stuns: bool,
    /// Which checks are worse for it.
    #[serde(default)]
    pub checks: Worse,
    rule: String,
}

impl TraumaRow {
    /// The rule.
    pub(crate) fn rule(&'static self) -> Rule {
        Rule::new(&self.rule)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    trauma: Vec<TraumaRow>,
}

static TABLES: LazyLock<File> =
    LazyLock::new(|| toml::from_str(file!("edge", "traumas")).expect("the tables of traumas should read"));

/// The row of a face.
pub(crate) fn row(table: Table, face: i32) -> Option<&'static TraumaRow> {
    TABLES.trauma.iter().find(|row| row.table == table && (row.die[0]..=row.die[1]).contains(&face))
}

/// The key of the trauma that dreads its cause (EDG-TRA-22).
pub(crate) const TERROR: &str = "terror";
/// That of the one that clings to an ally (EDG-TRA-24).
pub(crate) const LUCKY_CHARM: &str = "lucky_charm";
/// That of the one that mutes (EDG-TRA-21).
pub(crate) const STUTTER: &str = "stutter";

/// The row of a key.
pub(crate) fn by_key(key: &str) -> Option<&'static TraumaRow> {
    TABLES.trauma.iter().find(|row| row.key == key)
}

/// A trauma that a creature has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Trauma {
    /// The key of its row.
    pub key: Text,
    /// The ability that has lost a point by it.
    pub lost: Option<Ability>,
    /// Who brought it about.
    pub by: Option<Id>,
    /// EDG-TRA-24: whom it clings to.
    pub charm: Option<Id>,
    /// EDG-TRA-22: whether what it dreads is in sight, so that it has been tested.
    pub tested: bool,
    /// Successes towards healing.
    pub successes: u8,
    /// EDG-REST-4: whether it is healed, so that only what is permanent of it is left.
    pub healed: bool,
    /// EDG-REST-11: whether what is permanent of it has been mended.
    pub mended: bool,
}

impl Trauma {
    /// Its row.
    pub(crate) fn row(&self) -> Option<&'static TraumaRow> {
        by_key(&self.key)
    }
}

/// All traumas of a creature, in the order in which it has suffered them.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Traumas(pub Vec<Trauma>);

#[cfg(test)]
mod tests {
    use super::super::ledger::DATA;
    use super::*;

    #[test]
    fn every_face_of_every_table_brings_one_trauma_of_a_rule_that_exists() {
        for table in [Table::Injury, Table::Impairment, Table::Shock, Table::Disorder] {
            for face in 1..=i32::from(table.sides()) {
                let found = TABLES.trauma.iter().filter(|row| row.table == table);
                let found = found.filter(|row| (row.die[0]..=row.die[1]).contains(&face));
                assert_eq!(found.count(), 1, "{table:?} {face}");
            }
        }
        for row in &TABLES.trauma {
            assert!(DATA.rows().iter().any(|known| known.id == row.rule), "{}", row.rule);
        }
    }
}
