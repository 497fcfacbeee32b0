//! Getting off the creature that carries a rider: a metre of movement (MOM-CLIMB-10).

use super::super::body::creature::METRES;
use super::super::fight::ride;
use super::doer::*;
use crate::grid::Square;

/// Doing so.
pub(super) struct GettingOff;

impl Action for GettingOff {
    type Rules = Momentum;
    type Plan = Square;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "walk",
        range: 1,
        ..way("get_off", "Get off", "Steps down from what it rides, for a metre of movement.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-CLIMB-10"));

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        ride::host(doer.world, doer.id).is_some()
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let host = ride::host(doer.world, doer.id);
        let there = host.map(|host| ride::ground_beside(doer.world, doer.id, host)).unwrap_or_default();
        there.into_iter().map(|at| base.to(at)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Square, Refusal> {
        let host = ride::host(doer.world, doer.id);
        let host = host.ok_or_else(|| Refusal::by(rule!("MOM-CLIMB-10"), "rides_nothing", "It rides nothing."))?;
        if creature::points(doer.world, doer.id).metres < 1 {
            return Err(Refusal::by(rule!("MOM-CLIMB-10"), "spent", "It takes 1 m of movement."));
        }
        let there = act.at.filter(|at| ride::ground_beside(doer.world, doer.id, host).contains(at));
        there.ok_or_else(|| Refusal::by(rule!("MOM-CLIMB-10"), "no_place", "Name a free square next to what it rides."))
    }

    fn begin(&self, world: &mut World, id: Id, to: Square) {
        creature::change(world, id, METRES, -1, [rule!("MOM-CLIMB-10")]);
        launch(world, ride::Dismounting { rider: id, to, why: ride::Descent::ByItself });
    }
}
