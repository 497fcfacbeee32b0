//! Actions against another creature that a contest decides (EDG-MEL-2, EDG-GRAP, EDG-SHOVE): of each only what it is about.

use std::marker::PhantomData;

use super::super::fight::contest::{About, Contest};
use super::attack;
use super::doer::*;

/// What all of them have in common.
const KIND: ActionKind = ActionKind {
    icon: "melee",
    family: Some("Contests"),
    purpose: Purpose::Control,
    aimed: &[AimedAt::Creature],
    range: 1,
    ..ActionKind::new("", "", "")
};

/// One of them.
pub(super) trait Contested: Send + Sync + 'static {
    /// What can be read of it without a battle.
    const KIND: &'static ActionKind;
    /// What it is about.
    const ABOUT: About;
    /// Whether it takes the place of an attack, so that one of several attacks pays for it (EDG-MEL-2).
    const REPLACES_ATTACK: bool;
}

/// Laying hold of another.
pub(super) struct Grappling;

impl Contested for Grappling {
    const KIND: &'static ActionKind = &ActionKind {
        key: "grapple",
        label: "Grapple",
        help: "Holds a creature, if its check comes higher, in place of an attack.",
        ..KIND
    };
    const ABOUT: About = About::Hold;
    const REPLACES_ATTACK: bool = true;
}

/// Moving or felling another.
pub(super) struct Shoving;

impl Contested for Shoving {
    const KIND: &'static ActionKind = &ActionKind {
        key: "shove",
        label: "Shove",
        help: "Knocks a creature down or pushes it a square, if its check comes higher, in place of an attack.",
        ..KIND
    };
    const ABOUT: About = About::Place;
    const REPLACES_ATTACK: bool = true;
}

/// Holding fast one that is held.
pub(super) struct Immobilising;

impl Contested for Immobilising {
    const KIND: &'static ActionKind = &ActionKind {
        key: "immobilise",
        label: "Immobilise",
        help: "Restrains one that it holds, and itself, until its next turn.",
        ..KIND
    };
    const ABOUT: About = About::Fast;
    const REPLACES_ATTACK: bool = false;
}

/// Getting free.
pub(super) struct Escaping;

impl Contested for Escaping {
    const KIND: &'static ActionKind = &ActionKind {
        key: "escape",
        label: "Break free",
        help: "Gets out of a grasp, if its check comes higher.",
        ..KIND
    };
    const ABOUT: About = About::Freedom;
    const REPLACES_ATTACK: bool = false;
}

/// One of them as a row of the bar.
pub(super) struct Against<C>(PhantomData<C>);

impl<C> Against<C> {
    pub(super) const NEW: Self = Self(PhantomData);
}

impl<C: Contested> Action for Against<C> {
    type Rules = Edge;
    type Plan = Contest;
    const KIND: &'static ActionKind = C::KIND;

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        match C::ABOUT {
            About::Hold | About::Place => true,
            About::Fast => !creature::held_by(doer.world, doer.id).is_empty(),
            About::Freedom => !creature::holders(doer.world, doer.id).is_empty(),
        }
    }

    fn cost(&self, doer: &Doer<'_>, _act: &Act) -> Cost {
        if C::REPLACES_ATTACK { attack::price(doer) } else { Cost::Action }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Contest, Refusal> {
        let target = act.target.ok_or_else(|| Refusal::new("no_target", "Name another creature."))?;
        Contest::against(doer.world, doer.id, target, C::ABOUT)
    }

    fn begin(&self, world: &mut World, _id: Id, contest: Contest) {
        contest.begin(world);
    }
}
