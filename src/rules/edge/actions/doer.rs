//! Who acts, and what an action takes.

// What every kind of action speaks of.
pub(super) use bevy::prelude::World;

pub(super) use super::super::body::creature;
use super::super::data::{Attack, HalfMetres, Profile, SQUARE};
pub(super) use super::super::ruleset::Edge;
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

    /// Puts the row of a minor action on the bar.
    pub fn minor_row(&self, kind: &ActionKind, menu: &mut Menu<'_>) {
        let mut offer = kind.offer();
        offer.cost = Cost::Minor.words();
        offer.refusal = menu.judge(|| Edge::affords(self, &Cost::Minor));
        menu.add(offer);
    }

    /// A row of the bar for something to attack with.
    pub fn row(&self, kind: &ActionKind, with: &Attack, reach: HalfMetres, cost: Cost, menu: &Menu<'_>) -> Offer {
        let mut offer = kind.offer();
        offer.with = Some(with.key.clone());
        offer.label.clone_from(&with.name);
        offer.cost = cost.words();
        offer.range = u32::try_from((reach / SQUARE).max(1)).ok();
        offer.help = with.words();
        offer.refusal = menu.judge(|| Edge::affords(self, &cost));
        offer
    }
}

/// What an action takes (EDG-TURN-1).
#[derive(Clone, Copy)]
pub enum Cost {
    Free,
    Action,
    /// The action, for the first of its attacks or what takes its place (EDG-ACT-1, EDG-MEL-2).
    Attacks,
    /// One of several attacks of an Attack action that is paid.
    Attack,
    Minor,
    /// EDG-TURN-3: the one that is free in a turn.
    Interaction,
    /// Of its movement.
    Metres(HalfMetres),
}

impl Cost {
    /// As people read it.
    pub fn words(self) -> String {
        match self {
            Self::Free | Self::Interaction => String::new(),
            Self::Action | Self::Attacks => "action".into(),
            Self::Attack => "an attack".into(),
            Self::Minor => "minor action".into(),
            Self::Metres(halves) => creature::metres(halves),
        }
    }
}
