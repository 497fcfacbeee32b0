//! Who acts, and what an action takes.

// What every kind of action speaks of.
pub(super) use bevy::prelude::World;

pub(super) use super::super::body::creature;
use super::super::body::hands::{self, Handling, May};
use super::super::body::life;
use super::super::data::{Attack, Class, HalfMetres, Profile, SQUARE, TurnUsage};
use super::super::field::reach;
pub(super) use super::super::ruleset::Edge;
pub(super) use crate::battle::*;
pub(super) use crate::rule;

/// EDG-EFF-4: points put into a roll.
pub(super) const TENACITY: Key =
    Key::new(life::TENACITY.key, Takes::Number(1..=life::TENACITY.steps), "Steps of 3 Vitality, each +1 on the roll.");

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

    /// What an interaction costs: the first of a turn nothing, another the action (EDG-TURN-3, EDG-TURN-4).
    pub fn interaction(&self) -> Cost {
        let used = self.world.the::<TurnUsage>(self.id).interacted;
        if used { Cost::SecondInteraction } else { Cost::Interaction }
    }

    /// What its hands do on its turn so that something can be used.
    ///
    /// # Errors
    /// They cannot.
    pub fn makes_ready(&self, with: &Attack, draw: bool) -> Result<Vec<Handling>, Refusal> {
        hands::makes_ready(self.world, self.id, with, May::on_turn(self.world, self.id, draw))
    }

    /// Whether its side knows of another creature on the map.
    pub fn knows(&self, other: Id) -> bool {
        creature::knows_of(self.world, self.id, other)
    }

    /// How far it gets with something that is aimed: as far as it shoots, else as far as it reaches.
    pub fn range(&self, with: &Attack) -> HalfMetres {
        if with.class == Class::Ranged { shot(with) } else { reach::reach(self.world, self.id, Some(with)) }
    }

    /// A row of the bar, refused where the price cannot be paid.
    pub fn offer(&self, kind: &ActionKind, cost: Cost, menu: &Menu<'_>) -> Offer {
        let mut offer = kind.offer();
        offer.cost = cost.words();
        offer.refusal = menu.judge(|| Edge::affords(self, &cost));
        offer
    }

    /// Puts the row of a minor action on the bar.
    pub fn minor_row(&self, kind: &ActionKind, menu: &mut Menu<'_>) {
        let offer = self.offer(kind, Cost::Minor, menu);
        menu.add(offer);
    }

    /// A row of the bar for something to attack with.
    pub fn row(&self, kind: &ActionKind, with: &Attack, reach: HalfMetres, cost: Cost, menu: &Menu<'_>) -> Offer {
        let mut offer = self.offer(kind, cost, menu);
        offer.with = Some(with.key.clone());
        offer.label.clone_from(&with.name);
        offer.range = squares(reach);
        offer.help = with.words();
        let handling = self.makes_ready(with, with.is_aimed()).unwrap_or_default();
        let handling = hands::words(self.world, self.id, &handling);
        if !handling.is_empty() {
            offer.help = format!("{}; {handling}", offer.help);
        }
        offer
    }
}

/// How far something shoots; no row says more than 200 m.
pub(super) fn shot(with: &Attack) -> HalfMetres {
    with.band.limit().min(400)
}

/// A length as the range of a row, in squares: one at least, but none for a reach of 0 (EDG-SIZE-8).
pub(super) fn squares(far: HalfMetres) -> Option<u32> {
    u32::try_from((far / SQUARE).max(far.signum())).ok()
}

/// All of these orders or none, where what stands against the first stands against each.
pub(super) fn all_or_none<A: Action<Rules = Edge>>(action: &A, doer: &Doer<'_>, orders: Vec<Act>) -> Vec<Act> {
    let legal = orders.first().is_some_and(|first| action::check_with(doer, action, first).is_ok());
    if legal { orders } else { Vec::new() }
}

/// What an action takes (EDG-TURN-1).
#[derive(Clone, Copy)]
pub enum Cost {
    Free,
    /// EDG-CARD-5: the one card of a side in a fight.
    Card,
    Action,
    /// The action, for the first of its attacks or what takes its place (EDG-ACT-1, EDG-MEL-2).
    Attacks,
    /// One of several attacks of an Attack action that is paid.
    Attack,
    Minor,
    /// EDG-TWF-1: the minor action, for the other hand.
    OtherHand,
    /// EDG-TURN-3: the one that is free in a turn.
    Interaction,
    /// EDG-TURN-6: of a task, an action for each try.
    Task,
    /// EDG-TURN-5: of a thing that always takes the action.
    SpecialUse,
    /// EDG-SET-7: picking up what slipped from a hand.
    Slipped,
    /// EDG-TURN-4: another, for the action.
    SecondInteraction,
    /// Of its movement.
    Metres(HalfMetres),
}

impl Cost {
    /// Whether it takes the action.
    pub const fn is_action(self) -> bool {
        matches!(
            self,
            Self::Action | Self::Attacks | Self::SecondInteraction | Self::SpecialUse | Self::Slipped | Self::Task
        )
    }

    /// As people read it.
    pub fn words(self) -> String {
        match self {
            Self::Free | Self::Interaction => String::new(),
            Self::Card => "the card of the fight".into(),
            Self::Action | Self::Attacks | Self::SecondInteraction | Self::SpecialUse | Self::Slipped | Self::Task => {
                "action".into()
            }
            Self::Attack => "an attack".into(),
            Self::Minor | Self::OtherHand => "minor action".into(),
            Self::Metres(0) => String::new(),
            Self::Metres(halves) => creature::metres(halves),
        }
    }
}
