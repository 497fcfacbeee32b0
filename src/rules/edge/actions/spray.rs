//! Cones, lines, cubes: an attack on every creature in one, in any direction (EDG-AOE-6 to EDG-AOE-8).

use super::super::body::hands::{self, Handling};
use super::super::data::{Attack, Class, SQUARE};
use super::super::fight::area::{self, Spray};
use super::super::fight::shape;
use super::doer::*;

/// Using one.
pub(super) struct Spraying;

const KIND: ActionKind = ActionKind {
    icon: "ranged",
    groups: &[Group::Attack],
    purpose: Purpose::Harm,
    aimed: &[AimedAt::Cone, AimedAt::Line],
    with: "the attack",
    readied: true,
    ..ActionKind::new("spray", "Spray", "Every creature in a cone, a line or a cube makes a save.")
};

/// Whether it goes out from its user.
fn goes_out(with: &Attack) -> bool {
    matches!(with.class, Class::Cone | Class::Line | Class::Cube)
}

/// EDG-ACT-14: the stat block says whether it takes the action or the minor one.
fn price(with: &Attack) -> Cost {
    if with.quick { Cost::Minor } else { Cost::Action }
}

impl Action for Spraying {
    type Rules = Edge;
    type Plan = (Spray, Vec<Handling>);
    const KIND: &'static ActionKind = &KIND;

    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        doer.attack(act.with.as_deref()).map_or(Cost::Action, price)
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for with in doer.profile.attacks.iter().filter(|with| goes_out(with)) {
            let mut offer = doer.row(&KIND, with, with.length().max(SQUARE * with.across), price(with), menu);
            offer.refusal = offer.refusal.or_else(|| menu.judge(|| doer.makes_ready(with, false).map(drop)));
            menu.add(offer);
        }
    }

    /// Towards each neighbouring square where a creature would be in it.
    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let Ok(with) = doer.attack(base.with.as_deref()) else {
            return Vec::new();
        };
        let (world, id) = (doer.world, doer.id);
        let others: Vec<Placement> =
            known_to(world, id).filter(|(other, _)| *other != id).map(|(_, stand)| stand).collect();
        let own = space(world, id);
        let ways = own.rim().filter(|&at| {
            let (area, _) = shape::squares(world, id, with, at);
            others.iter().any(|stand| area.iter().any(|&at| stand.space.contains(at)))
        });
        let towards = |at| base.to(at);
        ways.map(towards).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Self::Plan, Refusal> {
        let with = doer.attack(act.with.as_deref())?;
        if !goes_out(with) {
            return Err(Refusal::new("no_cone", "It has no cone, line or cube."));
        }
        creature::works(doer.world, doer.id, with)?;
        area::is_left(doer.world, doer.id, with)?;
        let towards = act.at.ok_or_else(|| Refusal::new("no_square", "Name a square towards which it goes."))?;
        if space(doer.world, doer.id).contains(towards) {
            return Err(Refusal::new("self", "It goes away from whoever uses it."));
        }
        let spray = Spray::new(doer.id, with.clone(), towards);
        area::spares_charmer(doer.world, &spray)?;
        Ok((spray, doer.makes_ready(with, false)?))
    }

    fn begin(&self, world: &mut World, id: Id, (plan, handling): Self::Plan) {
        hands::handle(world, id, &handling);
        area::declare(world, plan);
    }
}
