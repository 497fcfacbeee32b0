//! Escape: flees for one Move, open to whoever stands near at its start (VIG-ACT-13).

use super::super::fight::openings;
use super::super::motion::moves;
use super::doer::*;
use crate::grid::Footprint;

/// Doing so.
pub(super) struct Escape;

const KIND: ActionKind = ActionKind {
    icon: "leave",
    groups: &[Group::Move],
    purpose: Purpose::Leave,
    aimed: &[AimedAt::Square],
    ..ActionKind::new(
        "escape",
        "Escape",
        "Flees for one Move, and out of the fight at the edge of the map. Opens it to those near it.",
    )
};

/// What fleeing to a square is for: out of the fight, or only away.
pub(in crate::rules::vigor) fn purpose(world: &World, act: &Act, offer: &Offer) -> Purpose {
    let ends_in = act.at.map(|at| Footprint { at, ..space(world, act.creature) }.squares().collect::<Vec<Square>>());
    let stays = ends_in.is_some_and(|squares| !openings::leads_out(world, &squares));
    if offer.purpose == Purpose::Leave && stays { Purpose::Move } else { offer.purpose }
}

impl Action for Escape {
    type Rules = Vigor;
    type Plan = Square;
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let mut offer = KIND.offer();
        offer.cost = words(1);
        offer.exposes = menu.told(|| openings::to_whom(doer.world, doer.id));
        offer.refusal = menu.judge(|| Vigor::affords(doer, &Vigor::usual_cost(&KIND)));
        menu.add(offer);
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let to = |at| base.to(at);
        let out = space(doer.world, doer.id).at;
        let out = Some(out).filter(|_| openings::is_at_exit(doer.world, doer.id));
        out.into_iter().chain(moves::of_a_move(doer.world, doer.id)).map(to).collect()
    }

    /// All of them are where one Move leads, which is looked for once: what stands against the first stands against all.
    fn orders(&self, doer: &Doer<'_>, offer: &Offer, base: Act) -> Vec<Act> {
        let orders = Action::candidates(self, doer, offer, base);
        let legal = orders.first().is_some_and(|first| action::check_with(doer, self, first).is_ok());
        if legal { orders } else { Vec::new() }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Square, Refusal> {
        let to = act.at.ok_or_else(|| Refusal::new("no_square", "Name the square it flees to."))?;
        // Whoever stands in a way out need not go anywhere.
        let is_out = space(doer.world, doer.id).at == to && openings::is_at_exit(doer.world, doer.id);
        if !is_out && moves::way_of_a_move(doer.world, doer.id, to).is_none() {
            return Err(Refusal::by(rule!("VIG-ACT-13"), "out_of_reach", "One Move does not get there."));
        }
        Ok(to)
    }

    fn begin(&self, world: &mut World, id: Id, to: Square) {
        openings::declare(world, id, openings::Act::Escape(to));
    }
}
