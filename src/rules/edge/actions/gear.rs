//! What hands do with what a creature has: draw, put away, drop, let go with one hand (EDG-TURN-3, EDG-TURN-4, EDG-TURN-8).

use std::marker::PhantomData;

use super::super::body::hands::{self, Handling, May};
use super::doer::*;

/// What all of them have in common.
const KIND: ActionKind = ActionKind {
    family: Some("Gear"),
    icon: super::interact::KIND.icon,
    purpose: Purpose::Gear,
    with: "what takes hands",
    ..ActionKind::new("", "", "")
};

/// One of them.
pub(super) trait Deed: Send + Sync + 'static {
    /// What can be read of it without a battle.
    const KIND: &'static ActionKind;
    /// Whether it is an interaction.
    const INTERACTS: bool;

    /// The things with which it is listed.
    fn things(doer: &Doer<'_>) -> Vec<Text>;

    /// What the hands do.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn handling(doer: &Doer<'_>, key: &str) -> Result<Vec<Handling>, Refusal>;
}

/// The keys of what is in hand and suits.
fn held(doer: &Doer<'_>, suits: impl Fn(&hands::Held) -> bool) -> Vec<Text> {
    hands::held(doer.world, doer.id).iter().filter(|one| suits(one)).map(|one| one.key.clone()).collect()
}

/// What hands do to a thing that so many of them hold at least.
fn in_hand(doer: &Doer<'_>, key: &str, least: u8, does: fn(Text) -> Handling) -> Result<Vec<Handling>, Refusal> {
    if hands::grip(doer.world, doer.id, key) < least {
        return Err(Refusal::by(rule!("EDG-TURN-8"), "not_in_hand", "It does not hold that so."));
    }
    Ok(vec![does(key.to_owned().into())])
}

/// Taking something in hand, or a better grip of it.
pub(super) struct Drawing;

impl Deed for Drawing {
    const KIND: &'static ActionKind = &ActionKind {
        key: "draw",
        label: "Take in hand",
        help: "Takes something at hand, or grips with both hands what one holds; for nothing once a turn.",
        purpose: Purpose::Arm,
        ..KIND
    };
    const INTERACTS: bool = true;

    fn things(doer: &Doer<'_>) -> Vec<Text> {
        let idle = doer.profile.attacks.iter().filter(|with| !hands::is_ready(doer.world, doer.id, with));
        idle.map(|with| with.key.clone().into()).collect()
    }

    fn handling(doer: &Doer<'_>, key: &str) -> Result<Vec<Handling>, Refusal> {
        let with = hands::item(doer.world, doer.id, key);
        let refused = || Refusal::by(rule!("EDG-TURN-3"), "no_such_item", "It has nothing of the kind.");
        let with = with.ok_or_else(refused)?;
        let handling = hands::makes_ready(doer.world, doer.id, with, May { interact: true, ..May::default() })?;
        if handling.is_empty() {
            return Err(Refusal::by(rule!("EDG-TURN-3"), "in_hand", "It has that in hand."));
        }
        Ok(handling)
    }
}

/// Putting something away.
pub(super) struct PuttingAway;

impl Deed for PuttingAway {
    const KIND: &'static ActionKind = &ActionKind {
        key: "put_away",
        label: "Put away",
        help: "Puts away what it holds; for nothing once a turn.",
        ..KIND
    };
    const INTERACTS: bool = true;

    fn things(doer: &Doer<'_>) -> Vec<Text> {
        held(doer, |_| true)
    }

    fn handling(doer: &Doer<'_>, key: &str) -> Result<Vec<Handling>, Refusal> {
        in_hand(doer, key, 1, Handling::PutAway)
    }
}

/// Letting something fall.
pub(super) struct Dropping;

impl Deed for Dropping {
    const KIND: &'static ActionKind = &ActionKind {
        key: "drop",
        label: "Drop",
        help: "Lets fall what it holds, for nothing.",
        groups: &[Group::Free],
        price: Price::Free,
        ..KIND
    };
    const INTERACTS: bool = false;

    fn things(doer: &Doer<'_>) -> Vec<Text> {
        held(doer, |_| true)
    }

    fn handling(doer: &Doer<'_>, key: &str) -> Result<Vec<Handling>, Refusal> {
        in_hand(doer, key, 1, Handling::Drop)
    }
}

/// Letting go with one of two hands.
pub(super) struct Loosening;

impl Deed for Loosening {
    const KIND: &'static ActionKind = &ActionKind {
        key: "loosen",
        label: "One hand off",
        help: "Holds in one hand what it holds in two, for nothing; it can be used again when both grip it.",
        groups: &[Group::Free],
        price: Price::Free,
        ..KIND
    };
    const INTERACTS: bool = false;

    fn things(doer: &Doer<'_>) -> Vec<Text> {
        held(doer, |one| one.grip > 1)
    }

    fn handling(doer: &Doer<'_>, key: &str) -> Result<Vec<Handling>, Refusal> {
        in_hand(doer, key, 2, Handling::Loosen)
    }
}

/// One of them as rows of the bar, one for each thing.
pub(super) struct Handy<D>(PhantomData<D>);

impl<D> Handy<D> {
    pub(super) const NEW: Self = Self(PhantomData);
}

impl<D: Deed> Action for Handy<D> {
    type Rules = Edge;
    type Plan = Vec<Handling>;
    const KIND: &'static ActionKind = D::KIND;

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        !D::things(doer).is_empty()
    }

    fn cost(&self, doer: &Doer<'_>, _act: &Act) -> Cost {
        if D::INTERACTS { doer.interaction() } else { Cost::Free }
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for key in D::things(doer) {
            let Some(with) = hands::item(doer.world, doer.id, &key) else { continue };
            let mut offer = D::KIND.offer();
            offer.with = Some(with.key.clone());
            offer.label = format!("{}: {}", D::KIND.label, with.name);
            let act = offer.order(doer.id);
            let cost = Action::cost(self, doer, &act);
            offer.cost = cost.words();
            offer.price = if matches!(cost, Cost::SecondInteraction) { Price::Points(1) } else { Price::Free };
            if D::KIND.purpose == Purpose::Arm {
                offer.range = squares(doer.range(with));
            }
            offer.refusal = menu.judge(|| action::check_with(doer, self, &act));
            menu.add(offer);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        if base.with.is_some() {
            return vec![base];
        }
        D::things(doer).into_iter().map(|key| base.using(key)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Self::Plan, Refusal> {
        D::handling(doer, act.with.as_deref().unwrap_or_default())
    }

    fn begin(&self, world: &mut World, id: Id, handling: Self::Plan) {
        hands::handle(world, id, &handling);
    }
}
