//! The Status Effects: which there are, which damage each is linked to, what ends it (MOM-STAT-2, MOM-STAT-3, MOM-STAT-7).

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::damage::DamageType;
use super::skills::StatKind;

/// A Status Effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Stunned,
    Restrained,
    Prone,
    Blinded,
    Grabbed,
    Bleeding,
    Corroded,
    Chilled,
    Burning,
    Poisoned,
    Shocked,
    Frightened,
}

/// What a Status Effect mainly affects (MOM-STAT-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    Physical,
    Mental,
    Elemental,
}

impl Status {
    /// All of them with their keys and names.
    pub const ALL: [(Self, &'static str, &'static str); 12] = [
        (Self::Stunned, "stunned", "Stunned"),
        (Self::Restrained, "restrained", "Restrained"),
        (Self::Prone, "prone", "Prone"),
        (Self::Blinded, "blinded", "Blinded"),
        (Self::Grabbed, "grabbed", "Grabbed"),
        (Self::Bleeding, "bleeding", "Bleeding"),
        (Self::Corroded, "corroded", "Corroded"),
        (Self::Chilled, "chilled", "Chilled"),
        (Self::Burning, "burning", "Burning"),
        (Self::Poisoned, "poisoned", "Poisoned"),
        (Self::Shocked, "shocked", "Shocked"),
        (Self::Frightened, "frightened", "Frightened"),
    ];

    /// The key of its condition.
    pub const fn key(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].2
    }

    /// The one with a key.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known, _)| *known == key).map(|(status, ..)| *status)
    }

    /// The category it belongs to.
    pub const fn nature(self) -> Nature {
        match self {
            Self::Frightened => Nature::Mental,
            _ => match self.linked() {
                Some(_) => Nature::Elemental,
                None => Nature::Physical,
            },
        }
    }

    /// MOM-STAT-3: the Elemental damage that it belongs to.
    pub const fn linked(self) -> Option<DamageType> {
        match self {
            Self::Corroded => Some(DamageType::Chemical),
            Self::Chilled => Some(DamageType::Cold),
            Self::Burning => Some(DamageType::Heat),
            Self::Poisoned => Some(DamageType::Poison),
            Self::Shocked => Some(DamageType::Shock),
            _ => None,
        }
    }

    /// MOM-STAT-7: the Defense Roll that ends it at the end of a turn, if one does.
    pub const fn shaken_off_by(self) -> Option<StatKind> {
        match self {
            Self::Prone | Self::Grabbed | Self::Restrained | Self::Bleeding => None,
            Self::Frightened => Some(StatKind::Wil),
            _ => Some(StatKind::Con),
        }
    }
}

/// What ends a Status Effect of a creature, or of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Clock {
    /// Which.
    pub status: Status,
    /// What its Defense Roll must reach.
    pub power: i32,
    /// Which Defense Roll.
    pub dr: StatKind,
    /// The round in which it ends at the latest, at the end of the turn.
    pub last: u32,
}

/// The clocks of all Status Effects that have one, in the order in which they came.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Clocks(pub Vec<Clock>);

/// Vitality that is lost before any other (MOM-VIT-9).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Temporary(pub i32);

/// The types of damage about which play has shown how a creature takes them (MOM-TYPE-11).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Shown(pub std::collections::BTreeSet<DamageType>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::DamageWords;
    use crate::rules::momentum::data::Category;

    #[test]
    fn each_elemental_damage_has_one_status_effect_and_no_other_has_any() {
        let elemental: Category = toml::Value::from("elemental").try_into().expect("a category");
        for &(damage, ..) in DamageType::ALL {
            let linked = Status::ALL.iter().filter(|(status, ..)| status.linked() == Some(damage)).count();
            assert_eq!(linked, usize::from(elemental.covers(damage)), "{damage:?}");
        }
        for (place, (status, key, _)) in Status::ALL.into_iter().enumerate() {
            assert_eq!((status as usize, Status::of_key(key)), (place, Some(status)));
        }
    }
}
