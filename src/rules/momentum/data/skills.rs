//! The Stats and the Skills.

use serde::{Deserialize, Serialize};

/// The Stats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StatKind {
    Str,
    Dex,
    Con,
    Int,
    Cha,
    Ins,
    Wil,
}

impl StatKind {
    /// All of them.
    pub const ALL: [Self; 7] = [Self::Str, Self::Dex, Self::Con, Self::Int, Self::Cha, Self::Ins, Self::Wil];

    /// The word for it.
    pub const fn key(self) -> &'static str {
        ["str", "dex", "con", "int", "cha", "ins", "wil"][self as usize]
    }

    /// The one with a key.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stat| stat.key() == key)
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        ["Strength", "Dexterity", "Constitution", "Intelligence", "Charisma", "Instinct", "Will"][self as usize]
    }

    /// MOM-DR-6 to MOM-DR-12: the Skill that joins its Defense Rolls.
    pub const fn guarded_by(self) -> Skill {
        [
            Skill::RawForce,
            Skill::Nimbleness,
            Skill::Endurance,
            Skill::Psychology,
            Skill::Presence,
            Skill::Intuition,
            Skill::Perseverance,
        ][self as usize]
    }
}

/// The Skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Skill {
    Athletics,
    QuickFingers,
    Analysis,
    Grace,
    Improvisation,
    RawForce,
    Nimbleness,
    Endurance,
    Psychology,
    Presence,
    Intuition,
    Perseverance,
    Perception,
    Stealth,
    FirstAid,
    StreetSmarts,
}

impl Skill {
    /// All of them with their keys and names.
    pub const ALL: [(Self, &'static str, &'static str); 16] = [
        (Self::Athletics, "athletics", "Athletics"),
        (Self::QuickFingers, "quick_fingers", "Quick Fingers"),
        (Self::Analysis, "analysis", "Analysis"),
        (Self::Grace, "grace", "Grace"),
        (Self::Improvisation, "improvisation", "Improvisation"),
        (Self::RawForce, "raw_force", "Raw Force"),
        (Self::Nimbleness, "nimbleness", "Nimbleness"),
        (Self::Endurance, "endurance", "Endurance"),
        (Self::Psychology, "psychology", "Psychology"),
        (Self::Presence, "presence", "Presence"),
        (Self::Intuition, "intuition", "Intuition"),
        (Self::Perseverance, "perseverance", "Perseverance"),
        (Self::Perception, "perception", "Perception"),
        (Self::Stealth, "stealth", "Stealth"),
        (Self::FirstAid, "first_aid", "First Aid"),
        (Self::StreetSmarts, "street_smarts", "Street Smarts"),
    ];

    /// The one with a key.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known, _)| *known == key).map(|(skill, ..)| *skill)
    }

    /// The word for it.
    pub const fn key(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// MOM-INIT-1: those that join Initiative.
    pub const OF_INITIATIVE: [Self; 5] =
        [Self::Athletics, Self::QuickFingers, Self::Analysis, Self::Grace, Self::Improvisation];

    /// What people call it.
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].2
    }
}
