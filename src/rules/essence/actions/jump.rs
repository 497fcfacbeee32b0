//! Jump: a leap in a straight line; down on purpose, the total softens the fall (ESS-SKILL-4, ESS-FALL-6).

use super::super::field::{cover, skills};
use super::super::motion::{bonds, descent, room, slide, square_effects, support};
use super::doer::*;
use super::{places, swim};
use crate::grid::Direction;

/// Leaping.
pub(super) struct Jump;

impl Action for Jump {
    type Rules = Essence;
    type Plan = Square;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        family: Some("Ways"),
        purpose: Purpose::Move,
        aimed: &[AimedAt::Square],
        range: 6,
        ..ActionKind::new("jump", "Jump", "A leap in a straight line, or down.")
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Movement, "essence.leap", leap);

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let speed = creature::speed(doer.world, doer.id).value;
        places::around(doer.world, &base, u32::try_from(speed / 5).unwrap_or(0))
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Square, Refusal> {
        let (world, id) = (doer.world, doer.id);
        let at = way_to(doer, act)?;
        let here = world.the::<Position>(id).at;
        let (dx, dy) = (at.x - here.x, at.y - here.y);
        let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        let away = space(world, id).steps(Footprint::single(at)) >= 1;
        let stands = !swim::swims(doer) && support::support(world, id) == Some(support::Support::Ground);
        needs(away && straight && stands, rule!("ESS-SKILL-4"), "Only in a straight line, from its feet.")?;
        needs(
            5 * here.steps_to(at) <= creature::speed(world, id).value,
            rule!("ESS-SKILL-4"),
            "That is farther than its Speed.",
        )?;
        needs(
            way(world, id, at).len() == here.steps_to(at) as usize,
            rule!("ESS-ACT-3"),
            "Something solid is in the way.",
        )?;
        Ok(at)
    }
}

/// The spaces through which a leap goes, each with the top of what stands before it; as far as something that nobody leaps over,
/// however well.
fn way(world: &World, id: Id, to: Square) -> Vec<(Footprint, Option<Length>)> {
    let from = *world.the::<Position>(id);
    let lines = cover::Sightlines::new(world);
    let mut at = space(world, id);
    let mut out = Vec::new();
    let Some(direction) = Direction::towards(i32::from(to.x - from.at.x), i32::from(to.y - from.at.y)) else {
        return out;
    };
    for _ in 0..from.at.steps_to(to) {
        let before = at;
        at = at.step(direction);
        let between = lines.between();
        let top = between.and_then(|between| between.before(before, at.at, from.height));
        let walled = top == Some(CEILING) || divided(world, at) || slide::closed_corner(world, before, at);
        if walled || at.squares().any(|square| lines.total(square)) {
            break;
        }
        out.push((at, top));
    }
    out
}

/// The check, and where it lands.
fn leap(world: &mut World, id: Id, to: Square) {
    let rolled = skills::check(world, id, Skill::Jump, "Jump");
    let total = rolled.total.value;
    skills::tell(world, id, rolled.total, rule!("ESS-SKILL-4"));
    let leap = (total / 5).min(creature::speed(world, id).value / 5).max(0) as usize;
    let up = total.max(0) / 2 / 5;
    let before = *world.the::<Position>(id);
    let from = Place::of(world, id);
    let here = from.space;
    let (mut best, mut at) = (here, here);
    for (next, top) in way(world, id, to).into_iter().take(leap) {
        at = next;
        let rise = at
            .squares()
            .map(|square| creature::steps_up(floor(world, square)))
            .chain(top.map(creature::steps_up))
            .max()
            .unwrap_or(0);
        if rise - creature::steps_up(before.height) > up {
            break;
        }
        if room::free_for(world, id, room::place_in(world, at, before.height)) {
            best = at;
        }
    }
    if best != at {
        let place = room::place_in(world, at, before.height);
        room::finds_in(world, id, place);
    }
    if best == here {
        world.note(id, "the leap is too short", rule!("ESS-SKILL-4"));
        return;
    }
    let top = best.squares().map(|square| floor(world, square)).max().unwrap_or_default();
    let height = before.height.max(top);
    let after = Position { at: best.at, height };
    let along = bonds::go(world, id, after, MoveKind::ByItself);
    let event = Event::step(id, before, after, Motion::Jump, "jump").by(rule!("ESS-SKILL-4"));
    // Where it jumps down its total softens the fall.
    let down = support::air_under(world, id) > 0;
    world.tell(event.by_all(down.then_some(rule!("ESS-FALL-6"))));
    arrive(world, id, Arrival::by_itself(from, along));
    descent::settle_with(world, id, total.max(0) / 5 * 5, None, 0);
    square_effects::entered(world, id);
}
