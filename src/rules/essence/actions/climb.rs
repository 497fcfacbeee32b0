//! Climb: along the surface beside it, up to a square's top or down to its floor (ESS-SKILL-2, ESS-CLIMB-1).

use super::super::field::skills;
use super::super::field::terrain;
use super::super::fight::strike::compare;
use super::super::motion::{bonds, descent, room, slide, square_effects};
use super::doer::*;
use super::places;

/// Climbing.
pub(super) struct Climb;

impl Action for Climb {
    type Rules = Essence;
    type Plan = Square;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        family: Some("Ways"),
        purpose: Purpose::Move,
        aimed: &[AimedAt::Square],
        range: 1,
        ..ActionKind::new("climb", "Climb", "Along the face beside it.")
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Movement, "essence.ascent", climb);

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        places::around(doer.world, &base, 1)
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Square, Refusal> {
        let (world, id) = (doer.world, doer.id);
        let at = way_to(doer, act)?;
        let stance = doer.stance();
        let rise = creature::steps_up(floor(world, at)) - creature::steps_up(world.the::<Position>(id).height);
        let sheer = world.resource::<Map>().terrain(at).is_some_and(|terrain| terrain.sheer);
        let here = space(world, id);
        let to =
            Place { space: Footprint { at, ..here }, height: comes_to(world, id, at).height.max(floor(world, at)) };
        // Whoever hangs on the edge of broken ice climbs out at its own height.
        let out = stance.climbing && terrain::water_at(world, id) && !terrain::deep(world, at);
        let face = rise != 0 || out;
        let beside = here.steps(Footprint::single(at)) == 1;
        let barred = bars_the_way(world, here, at, world.the::<Position>(id).height)
            || slide::closed_corner(world, here, to.space);
        let open =
            !barred && beside && face && !world.resource::<Map>().solid(at) && room::free_for_feet(world, id, to);
        needs(face && !sheer && open && !stance.aloft, rule!("ESS-CLIMB-1"), "There is no face to climb there.")?;
        Ok(at)
    }
}

/// The check, and where it gets to.
fn climb(world: &mut World, id: Id, to: Square) {
    let dc = climb_dc_between(world, id, to);
    if dc != 15 {
        world.note(id, format!("the level makes it DC {dc}"), rule!("ESS-GM-2"));
    }
    let mut rolled = skills::check(world, id, Skill::Climb, "Climb");
    let (success, _) = compare(&mut rolled.total, rolled.kept, dc, "DC");
    let short = dc - rolled.total.value;
    skills::tell(world, id, rolled.total, rule!("ESS-SKILL-2"));
    if !success {
        let off_ground = world.the::<Stance>(id).climbing;
        if short >= 5 && off_ground {
            world.note(id, "slips", rule!("ESS-SKILL-2"));
            descent::lose_hold(world, id);
        }
        return;
    }
    let from = Place::of(world, id);
    let after = comes_to(world, id, to);
    let place = Place { space: Footprint { at: to, ..from.space }, height: after.height };
    if after.at == to && room::finds_in(world, id, place) {
        return;
    }
    let told = (Motion::Climb, "climb");
    let (_, along) = bonds::comes(world, id, after, MoveKind::ByItself, told, rule!("ESS-CLIMB-1"));
    let hangs = after.height > floor(world, after.at);
    // Whom it grapples hangs there with it.
    for one in std::iter::once(id).chain(creature::tied(world, id)) {
        world.the_mut::<Stance>(one).climbing = hangs;
    }
    square_effects::arrive(world, id, Arrival::by_itself(from, along));
}

/// Where a climb to a square ends: on the face beside it, at its top, or on the way down.
fn comes_to(world: &World, id: Id, to: Square) -> Position {
    let far = skills::half_speed(world, id);
    let before = *world.the::<Position>(id);
    let goal = floor(world, to);
    let rise = 5 * (creature::steps_up(goal) - creature::steps_up(before.height));
    if rise > far {
        let height = Length(before.height.0 + Length::feet(far).0);
        return Position { at: before.at, height };
    }
    if rise >= 0 {
        return Position { at: to, height: goal };
    }
    let down = far.min(-rise);
    let height = Length(before.height.0 - Length::feet(down).0).max(goal);
    Position { at: to, height }
}

/// The DC of the face between where it is and a square.
fn climb_dc_between(world: &World, id: Id, to: Square) -> i32 {
    let here = world.the::<Position>(id).at;
    if floor(world, to) > floor(world, here) { terrain::climb_dc(world, to) } else { terrain::climb_dc(world, here) }
}
