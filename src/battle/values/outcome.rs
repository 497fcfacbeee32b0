//! What came of an attack, and what harm was made of: decided by the ruleset where it happens, read by everybody else.

use super::id::Id;
use super::look::Tint;
use super::rule::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What came of an attack for one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackOutcome {
    /// It struck with all it had; armour and resistance may still have taken some of it.
    Hit,
    /// It struck, but cover, a dodge, a parry or the like left only part of it.
    Grazed,
    /// It went past.
    Missed,
    /// The target got out of its way.
    Dodged,
    /// Cover, a shield or a parry stopped it before it reached the target.
    Blocked,
    /// It struck, and nothing of it got through armour, resistance or hardness.
    Absorbed,
    /// It came to nothing before it could strike: the attacker or the target was no more.
    Void,
}

impl AttackOutcome {
    /// Whether it struck and did something.
    pub fn lands(self) -> bool {
        matches!(self, Self::Hit | Self::Grazed)
    }

    /// What people call it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Grazed => "grazed",
            Self::Missed => "missed",
            Self::Dodged => "dodged",
            Self::Blocked => "blocked",
            Self::Absorbed => "no harm",
            Self::Void => "comes to nothing",
        }
    }
}

/// Kinds of what keeps harm off, or makes it worse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    /// What stands between.
    Cover,
    /// What is worn or grown.
    Armour,
    /// A shield held against it, the target's or an ally's.
    Shield,
    /// A weapon that meets it.
    Parry,
    /// Getting out of its way.
    Dodge,
    /// A roll against it once it has struck.
    Save,
    /// Taking less of the kind.
    Resistance,
    /// Taking nothing of the kind.
    Immunity,
    /// Taking more of the kind.
    Vulnerability,
    /// What a thing is made of.
    Hardness,
    /// Anything else.
    #[default]
    Other,
}

impl Guard {
    /// What came of an attack of which this took the last.
    fn outcome(self) -> AttackOutcome {
        match self {
            Self::Cover | Self::Shield | Self::Parry => AttackOutcome::Blocked,
            Self::Dodge => AttackOutcome::Dodged,
            _ => AttackOutcome::Absorbed,
        }
    }

    /// Whether it works before the attack reaches the target.
    fn wards_off(self) -> bool {
        matches!(self, Self::Cover | Self::Shield | Self::Parry | Self::Dodge | Self::Save)
    }
}

/// What kept harm from a creature, or made it worse.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Protection {
    /// What it is.
    pub guard: Guard,
    /// What people call it.
    pub name: Text,
    /// The creature or object that gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Id>,
}

impl Protection {
    /// A protection by its name.
    pub fn new(guard: Guard, name: impl Into<Text>) -> Self {
        Self { guard, name: name.into(), source: None }
    }

    /// Names the creature or object that gives it.
    #[must_use]
    pub fn of(mut self, source: impl Into<Option<Id>>) -> Self {
        self.source = source.into();
        self
    }
}

/// A kind of damage.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DamageKind {
    /// The ruleset's key.
    pub key: Text,
    /// What people call it.
    pub name: Text,
    /// The family it belongs to: its colour.
    pub tint: Tint,
}

/// What a protection took off harm of one kind, or added to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TakenOff {
    /// What did it.
    pub by: Protection,
    /// So much less; below zero for so much more.
    pub amount: i32,
}

/// Harm of one kind, from as much as came to as much as was left.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DamagePart {
    /// Of which kind.
    pub kind: DamageKind,
    /// As much as came at the target.
    pub came: i32,
    /// What was taken off on the way, in that order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_off: Vec<TakenOff>,
    /// As much as was left.
    pub amount: i32,
}

impl DamagePart {
    /// As much of a kind as comes, with nothing taken off yet.
    pub fn new(kind: DamageKind, came: i32) -> Self {
        let came = came.max(0);
        Self { kind, came, taken_off: Vec::new(), amount: came }
    }

    /// Notes that something has left only so much of it, or made so much of it.
    pub fn leaves(&mut self, left: i32, by: Protection) {
        let left = left.max(0);
        if left != self.amount {
            let amount = self.amount - left;
            self.taken_off.push(TakenOff { by, amount });
            self.amount = left;
        }
    }
}

/// The outcome of harm made of such parts, and the protection to name for it. If harm was left, that is the protection which took most of
/// it. If none was left, it is the one that took the last of it. Harm that was zero from the start struck without effect.
pub fn outcome_of(parts: &[DamagePart]) -> (AttackOutcome, Option<Protection>) {
    let all = || parts.iter().flat_map(|part| &part.taken_off);
    if parts.iter().any(|part| part.amount > 0) {
        let most = all().filter(|one| one.amount > 0 && one.by.guard.wards_off()).max_by_key(|one| one.amount);
        return match most {
            Some(one) => (AttackOutcome::Grazed, Some(one.by.clone())),
            None => (AttackOutcome::Hit, None),
        };
    }
    match all().rfind(|one| one.amount > 0) {
        Some(one) => (one.by.guard.outcome(), Some(one.by.clone())),
        None => (AttackOutcome::Absorbed, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(came: i32) -> DamagePart {
        let kind = DamageKind { key: "heat".into(), name: "Heat".into(), tint: Tint::Fire };
        DamagePart::new(kind, came)
    }

    fn of(steps: &[(i32, Guard)]) -> (AttackOutcome, Option<Guard>) {
        let mut part = part(12);
        for &(left, guard) in steps {
            part.leaves(left, Protection::new(guard, "it"));
        }
        let (outcome, by) = outcome_of(&[part]);
        (outcome, by.map(|by| by.guard))
    }

    #[test]
    fn what_is_noted_adds_up_to_what_came() {
        let mut part = part(12);
        for (left, guard) in [(9, Guard::Cover), (9, Guard::Armour), (14, Guard::Vulnerability), (-3, Guard::Dodge)] {
            part.leaves(left, Protection::new(guard, "it"));
        }
        let amounts: Vec<i32> = part.taken_off.iter().map(|one| one.amount).collect();
        assert_eq!((amounts, part.amount), (vec![3, -5, 14], 0));
    }

    #[test]
    fn what_took_the_last_of_it_decides() {
        use AttackOutcome::*;
        assert_eq!(of(&[]), (Hit, None));
        assert_eq!(of(&[(9, Guard::Cover)]), (Grazed, Some(Guard::Cover)));
        assert_eq!(of(&[(9, Guard::Armour)]), (Hit, None));
        assert_eq!(of(&[(9, Guard::Cover), (0, Guard::Dodge)]), (Dodged, Some(Guard::Dodge)));
        assert_eq!(of(&[(0, Guard::Cover)]), (Blocked, Some(Guard::Cover)));
        assert_eq!(of(&[(1, Guard::Dodge), (0, Guard::Resistance)]).0, Absorbed);
        assert_eq!(of(&[(24, Guard::Vulnerability)]), (Hit, None));
        assert_eq!(outcome_of(&[part(0)]), (Absorbed, None));
    }

    #[test]
    fn several_kinds_at_once_come_to_one_outcome() {
        let (mut heat, mut cold) = (part(5), part(5));
        heat.leaves(0, Protection::new(Guard::Immunity, "immune"));
        assert_eq!(outcome_of(&[heat.clone(), cold.clone()]).0, AttackOutcome::Hit);
        cold.leaves(0, Protection::new(Guard::Armour, "mail"));
        assert_eq!(outcome_of(&[heat.clone(), cold]).0, AttackOutcome::Absorbed);
        assert_eq!(heat.taken_off[0].amount, 5);
    }
}
