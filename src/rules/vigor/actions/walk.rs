//! A Move that was readied: one, to a square (VIG-READY-3). On one's own turn one simply goes.

use super::super::motion::moves;
use super::doer::*;

/// Going when the time has come.
pub(super) struct Walking;

pub(super) const KIND: ActionKind = ActionKind {
    groups: &[Group::Move],
    purpose: Purpose::Move,
    aimed: &[AimedAt::Square],
    readied: true,
    ..ActionKind::new("move", "Move", "One Move to a square, to be readied.")
};

impl Action for Walking {
    type Rules = Vigor;
    type Plan = Vec<Square>;
    const KIND: &'static ActionKind = &KIND;

    fn concerns(&self, _doer: &Doer<'_>) -> bool {
        false
    }

    fn parse(&self, _doer: &Doer<'_>, _act: &Act) -> Result<Vec<Square>, Refusal> {
        Err(Refusal::new("not_readied", "On its own turn it simply goes."))
    }

    fn begin(&self, world: &mut World, creature: Id, rest: Vec<Square>) {
        moves::set_out(world, creature, rest);
    }

    /// VIG-READY-3: the square is named beforehand, whether one gets there by now or not.
    fn readies(&self, doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        let map = doer.world.resource::<Map>();
        if act.at.is_some_and(|at| map.cell(at).is_some() && !map.solid(at)) {
            return Ok(());
        }
        Err(Refusal::by(rule!("VIG-READY-3"), "no_square", "Name a square to go to."))
    }

    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, _against: Option<Id>) -> Result<Vec<Square>, Refusal> {
        let way = act.at.and_then(|at| moves::way_of_a_move(doer.world, doer.id, at));
        let mut way =
            way.ok_or_else(|| Refusal::by(rule!("VIG-READY-9"), "out_of_reach", "One Move does not get there."))?;
        way.reverse();
        Ok(way)
    }
}
