//! Jumps over a gap, or down (SOL-JUMP).

use super::super::motion::{self, Feat, jumps, why_no_jump};
use super::doer::*;

/// Doing so.
pub(super) struct Jump;

const KIND: ActionKind = ActionKind {
    groups: &[Group::Move],
    purpose: Purpose::Move,
    price: Price::Way,
    aimed: &[AimedAt::Square],
    ..ActionKind::new("jump", "Jump", "Over a gap, or down.")
};

impl Action for Jump {
    type Rules = Sol;
    type Plan = Feat;
    const KIND: &'static ActionKind = &KIND;

    /// Listed only where there is one to do; what it costs depends on where it goes.
    fn offers(&self, means: &Doer<'_>, menu: &mut Menu<'_>) {
        let (mover, tiles) = means.ground();
        if jumps(tiles, mover).any(|jump| jump.paid) {
            let mut offer = KIND.offer();
            offer.price = Price::Free;
            menu.add(offer);
        }
    }

    fn orders(&self, means: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let (mover, tiles) = means.ground();
        let paid = jumps(tiles, mover).filter(|jump| jump.paid);
        paid.map(|jump| base.to(jump.after.space.at)).collect()
    }

    fn parse(&self, means: &Doer<'_>, act: &Act) -> Result<Feat, Refusal> {
        let to = act.at.ok_or_else(|| Refusal::new("no_square", "Name the square to land in."))?;
        let (mover, tiles) = means.ground();
        let lands = jumps(tiles, mover).any(|jump| jump.paid && jump.after.space.at == to);
        if lands { Ok(Feat::new(means.id, to, None)) } else { Err(why_no_jump(tiles, mover, to)) }
    }

    fn begin(&self, world: &mut World, _id: Id, feat: Feat) {
        motion::begin_feat(world, feat);
    }
}
