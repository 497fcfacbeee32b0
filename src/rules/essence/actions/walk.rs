//! A Move that is readied: it goes off at its trigger, by the way that leads there then (ESS-READY-1). On its own Turn a creature
//! moves by an order of its own.

use super::super::motion::walk;
use super::doer::*;

/// Moving.
pub(super) struct Walk;

const KIND: ActionKind = ActionKind {
    purpose: Purpose::Move,
    aimed: &[AimedAt::Square],
    readied: true,
    ..ActionKind::new("move", "Move", "Goes to a square.")
};

fn nowhere() -> Refusal {
    Refusal::new("no_square", "Name the square it is to move to.")
}

impl Action for Walk {
    type Rules = Essence;
    /// Its way, the next square last.
    type Plan = Vec<Square>;
    const KIND: &'static ActionKind = &KIND;

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Vec<Square>, Refusal> {
        let at = act.at.ok_or_else(nowhere)?;
        let path = walk::reach_of_a_move(doer.world, doer.id).path(at);
        let mut rest = path.ok_or_else(|| Refusal::new("no_way", "There is no way to get there."))?;
        rest.reverse();
        Ok(rest)
    }

    fn begin(&self, world: &mut World, id: Id, rest: Vec<Square>) {
        // It is this Move and no other that was readied (ESS-READY-1).
        walk::set_out(world, id, rest, Feet::MAX);
    }

    fn readies(&self, doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        let map = doer.world.resource::<Map>();
        act.at.filter(|&at| map.contains(at)).map(drop).ok_or_else(nowhere)
    }

    fn readied_as(&self, _doer: &Doer<'_>, _act: &Act) -> Text {
        KIND.label.into()
    }
}
