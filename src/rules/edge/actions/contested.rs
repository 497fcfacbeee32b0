//! Actions against another creature that a contest decides (EDG-MEL-2, EDG-GRAP, EDG-SHOVE): of each only what it is about.

use std::marker::PhantomData;

use super::super::body::hands;
use super::super::data::Attack;
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
    readied: true,
    ..ActionKind::new("", "", "")
};

/// One of them.
pub(super) trait Contested: Send + Sync + 'static {
    /// What can be read of it without a battle.
    const KIND: &'static ActionKind;
    /// What it is about.
    const ABOUT: About;

    /// Whether it could ever be done by a creature as it is.
    fn concerns(doer: &Doer<'_>) -> bool {
        match Self::ABOUT {
            About::Fast => !creature::held_by(doer.world, doer.id).is_empty(),
            About::Freedom => !creature::holders(doer.world, doer.id).is_empty(),
            About::Hold | About::Place | About::Grasp | About::Trip => true,
        }
    }

    /// What else an order says of it.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn contest(_doer: &Doer<'_>, _act: &Act, contest: Contest) -> Result<Contest, Refusal> {
        Ok(contest)
    }
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
}

/// To keep it from speaking.
const MUTES: Key = Key::new("mutes", Takes::Flag, "Keeps it from speaking as well.");

/// Holding fast one that is held.
pub(super) struct Immobilising;

impl Contested for Immobilising {
    const KIND: &'static ActionKind = &ActionKind {
        key: "immobilise",
        label: "Immobilise",
        help: "Restrains one that it holds, and itself, until its next turn.",
        options: &[MUTES],
        ..KIND
    };
    const ABOUT: About = About::Fast;

    fn contest(_doer: &Doer<'_>, act: &Act, contest: Contest) -> Result<Contest, Refusal> {
        Ok(Contest { mutes: act.flag(MUTES.key), ..contest })
    }
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
}

/// Knocking something from another's grasp.
pub(super) struct Disarming;

/// What is to fall.
const ITEM: Key = Key::new(
    "item",
    Takes::Own("the key of what the target holds"),
    "What is to fall; what it holds by the most hands if absent.",
);
/// Where it falls.
const FALLS: Key =
    Key::new("falls", Takes::Own("X,Y, such as `\"6,2\"`"), "The square of a large target on which it falls.");

impl Contested for Disarming {
    const KIND: &'static ActionKind = &ActionKind {
        key: "disarm",
        label: "Disarm",
        help: "Knocks something from a creature's grasp, if its check comes higher, in place of an attack.",
        with: "the weapon in hand it is done with; its best if absent",
        options: &[ITEM, FALLS],
        ..KIND
    };
    const ABOUT: About = About::Grasp;

    fn contest(doer: &Doer<'_>, act: &Act, contest: Contest) -> Result<Contest, Refusal> {
        let contest = match act.with.as_deref() {
            Some(key) => contest.using(doer.world, key)?,
            None => contest,
        };
        let item = act.word(ITEM.key).map(str::to_owned);
        if let Some(key) = &item
            && hands::grip(doer.world, contest.target, key) == 0
        {
            return Err(Refusal::by(rule!("EDG-DIS-1"), "not_in_hand", "It does not hold that."));
        }
        let at = act.word(FALLS.key).and_then(|word| word.parse().ok());
        Ok(Contest { item: item.map(Text::from), at, ..contest })
    }
}

/// Felling another with a weapon that is made for it.
pub(super) struct Tripping;

/// The first weapon made for it that is in hand.
fn tripper<'w>(doer: &Doer<'w>) -> Option<&'w Attack> {
    doer.profile.attacks.iter().find(|with| with.trip && hands::is_ready(doer.world, doer.id, with))
}

impl Contested for Tripping {
    const KIND: &'static ActionKind = &ActionKind {
        key: "trip",
        label: "Trip",
        help: "Knocks a creature down by the skill of a weapon made for it, if its check comes higher, in place of an attack.",
        with: "the weapon it is done with",
        ..KIND
    };
    const ABOUT: About = About::Trip;

    fn concerns(doer: &Doer<'_>) -> bool {
        tripper(doer).is_some()
    }

    fn contest(doer: &Doer<'_>, act: &Act, contest: Contest) -> Result<Contest, Refusal> {
        let first = || tripper(doer).map_or("", |with| with.key.as_str());
        let key = act.with.as_deref().unwrap_or_else(first);
        contest.using(doer.world, key)
    }
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
        C::concerns(doer)
    }

    fn cost(&self, doer: &Doer<'_>, _act: &Act) -> Cost {
        if C::ABOUT.replaces_attack() { attack::price(doer) } else { Cost::Action }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Contest, Refusal> {
        let target = act.target.ok_or_else(|| Refusal::new("no_target", "Name another creature."))?;
        C::contest(doer, act, Contest::against(doer.world, doer.id, target, C::ABOUT)?)
    }

    fn begin(&self, world: &mut World, _id: Id, contest: Contest) {
        contest.begin(world);
    }
}
