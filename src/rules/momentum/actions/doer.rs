//! Who acts, and what an action takes.

// What every kind of action speaks of.
pub(super) use bevy::prelude::World;

pub(super) use super::super::body::{creature, hands};
use super::super::data::{Attack, Profile};
pub(super) use super::super::ruleset::Momentum;
pub(super) use crate::battle::*;
pub(super) use crate::rule;

/// Who acts, looked up once.
pub struct Doer<'w> {
    pub world: &'w World,
    pub id: Id,
    pub profile: &'w Profile,
}

impl<'w> Doer<'w> {
    /// What it has under a key to attack with.
    ///
    /// # Errors
    /// It has no such thing.
    pub fn attack(&self, key: Option<&str>) -> Result<&'w Attack, Refusal> {
        let known = self.profile.attacks.iter().find(|with| Some(with.key.as_str()) == key);
        known.ok_or_else(|| {
            let message = format!("It has no attack `{}`.", key.unwrap_or_default());
            Refusal::new("no_such_attack", message)
        })
    }

    /// An order upon each creature that it knows of, and at last upon itself.
    pub fn upon_each(&self, base: &Act) -> Vec<Act> {
        let others = known_to(self.world, self.id).map(|(other, _)| other).filter(|&other| other != self.id);
        others.chain([self.id]).map(|target| base.upon(target)).collect()
    }

    /// A row of the bar for something to attack with.
    pub fn row(&self, kind: &ActionKind, with: &Attack, menu: &Menu<'_>) -> Offer {
        let mut cost = Cost::with(kind, Some(with));
        if cost.weapon && kind.readied && creature::points(self.world, self.id).credits > 0 {
            cost.ap = 0;
        }
        let mut offer = kind.offer();
        offer.price = Price::Points(u8::try_from(cost.ap).unwrap_or(0));
        offer.with = Some(with.key.clone());
        offer.label.clone_from(&with.name);
        offer.cost = cost.words();
        offer.range = u32::try_from(with.range_m).ok();
        offer.help = with.words();
        offer.refusal = menu.judge(|| {
            hands::wields(self.world, self.id, with)?;
            Momentum::affords(self, &cost)
        });
        offer
    }
}

/// An action that leads to a square, for the metres that it takes.
pub(super) const fn way(key: &'static str, label: &'static str, help: &'static str) -> ActionKind {
    ActionKind {
        groups: &[Group::Move],
        purpose: Purpose::Move,
        price: Price::Way,
        aimed: &[AimedAt::Square],
        ..ActionKind::new(key, label, help)
    }
}

/// What an action takes (MOM-ROUND-5, MOM-ABIL-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub ap: i32,
    pub wp: i32,
    /// Whether it is a weapon attack, which is one of those that an Attack gives (MOM-ACT-2, MOM-ACT-3).
    pub weapon: bool,
    /// Whether it is the one thing of its turn that a hand does for nothing (MOM-ACT-7, MOM-ACT-17).
    pub by_hand: bool,
    /// Whether it would be that, had the turn not had it already (MOM-ACT-18).
    pub hand_used: bool,
    /// Whether it is an Ability (MOM-ACT-28).
    pub ability: bool,
    /// Whether it can be done by one that can do nothing else: it is looked at and paid for by itself (MOM-BURST-1).
    pub unpaid: bool,
    /// Whether it can be done by one that is Restrained (MOM-STAT-11).
    pub frees: bool,
}

impl Cost {
    /// What a kind takes, done with something.
    pub fn with(kind: &ActionKind, with: Option<&Attack>) -> Self {
        let ap = match kind.price {
            Price::Points(points) => points.into(),
            Price::Free | Price::Way => 0,
        };
        match with {
            Some(with) => {
                let ability = with.is_ability();
                Self { ap: with.ap, wp: with.wp, weapon: !ability, ability, ..Self::default() }
            }
            None => Self { ap, ..Self::default() },
        }
    }

    /// What a hand does for nothing, once a turn (MOM-ACT-7, MOM-ACT-17).
    pub fn of_hand(free: bool) -> Self {
        Self { ap: i32::from(!free), by_hand: free, hand_used: !free, ..Self::default() }
    }

    /// As people read it.
    pub fn words(self) -> String {
        match (self.ap, self.wp) {
            (0, 0) => String::new(),
            (0, wp) => format!("{wp} WP"),
            (ap, 0) => format!("{ap} AP"),
            (ap, wp) => format!("{ap} AP, {wp} WP"),
        }
    }
}
