//! Throwing a charge at a square (EDG-BLAST-1).

use super::super::body::hands::{self, Handling};
use super::super::data::{Attack, Band, Class, SQUARE};
use super::super::fight::area::{self, Spray};
use super::super::fight::shape;
use super::doer::*;
use crate::grid::Square;

/// Throwing one.
pub(super) struct Throwing;

const KIND: ActionKind = ActionKind {
    icon: "throw",
    groups: &[Group::Attack],
    purpose: Purpose::Harm,
    aimed: &[AimedAt::Burst],
    with: "the charge",
    readied: true,
    ..ActionKind::new("throw", "Throw", "A charge that bursts on a square, or near it; everybody in it makes a save.")
};

/// What is thrown, and what the hands do first.
fn charge<'w>(doer: &Doer<'w>, act: &Act) -> Result<(&'w Attack, Vec<Handling>), Refusal> {
    let with = doer.attack(act.with.as_deref())?;
    if !with.is_put_down() {
        return Err(Refusal::new("no_charge", "It is not thrown so."));
    }
    creature::works(doer.world, doer.id, with)?;
    area::is_left(doer.world, doer.id, with)?;
    Ok((with, doer.makes_ready(with, false)?))
}

impl Action for Throwing {
    type Rules = Edge;
    type Plan = (Spray, Vec<Handling>);
    const KIND: &'static ActionKind = &KIND;

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        doer.profile.attacks.iter().any(Attack::is_put_down)
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for with in doer.profile.attacks.iter().filter(|with| with.is_put_down()) {
            let farthest = if with.class == Class::Blast { Band::Short } else { with.band };
            let mut offer = doer.row(&KIND, with, farthest.limit(), Cost::Action, menu);
            offer.radius = u32::try_from(with.length() / SQUARE).ok();
            let act = offer.order(doer.id);
            offer.refusal = offer.refusal.or_else(|| menu.judge(|| charge(doer, &act).map(drop)));
            menu.add(offer);
        }
    }

    /// Every square that it can be thrown to.
    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let Ok(with) = doer.attack(base.with.as_deref()) else {
            return Vec::new();
        };
        let mut all: Vec<Square> = shape::origins(doer.world, doer.id, with).into_keys().collect();
        all.sort_by_key(|at| (at.y, at.x));
        all.into_iter().map(|at| base.to(at)).collect()
    }

    /// All of them are within its throw: what stands against the first stands against all.
    fn orders(&self, doer: &Doer<'_>, offer: &Offer, base: Act) -> Vec<Act> {
        all_or_none(self, doer, Action::candidates(self, doer, offer, base))
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Self::Plan, Refusal> {
        let (with, handling) = charge(doer, act)?;
        let towards = act.at.ok_or_else(|| Refusal::new("no_square", "Name the square it is thrown to."))?;
        shape::may_be_at(doer.world, doer.id, with, towards)?;
        let spray = Spray::new(doer.id, with.clone(), towards);
        area::spares_charmer(doer.world, &spray)?;
        Ok((spray, handling))
    }

    fn begin(&self, world: &mut World, id: Id, (plan, handling): Self::Plan) {
        hands::handle(world, id, &handling);
        area::declare(world, plan);
    }
}
