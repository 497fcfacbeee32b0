//! Jumps: in a straight line, over what lies between, as far as the Basic Movement (MOM-JUMP).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::Metres;
use super::super::data::conditions::PRONE;
use super::super::fight::ride;
use super::super::ruleset::Momentum;
use super::{fall, ground, moves};
use crate::battle::{Event, *};
use crate::grid::{Direction, Footprint, Length, Square};
use crate::level::Terrain;
use crate::rule;

/// A jump that can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leap {
    /// Where it leads.
    pub to: Place,
    /// The metres it takes.
    pub cost: Trace,
    /// Whether it leads over anything that a walk would not go over as easily.
    pub clears: bool,
}

/// Whether a square is hard going, water included.
fn is_hard(world: &World, at: Square) -> bool {
    let (map, lay) = lay(world);
    let ice = |terrain: &Terrain| terrain.ice.0 > 0;
    lay.footing.get(at).is_some_and(|there| there.difficult || there.water.0 > 0) || map.terrain(at).is_some_and(ice)
}

/// MOM-JUMP-1, MOM-JUMP-2: how far a creature jumps from where it is.
pub(crate) fn range(world: &World, id: Id) -> Trace {
    let mut out = Trace::new("jumping range", creature::basic_movement(world, id)).by(rule!("MOM-JUMP-1"));
    if space(world, id).squares().any(|at| is_hard(world, at)) {
        out.push(Trace::new("from difficult ground by half", out.value / 2 - out.value).by(rule!("MOM-JUMP-2")));
    }
    out
}

/// Why a creature cannot jump at all, if so.
///
/// # Errors
/// The rule that forbids it.
fn sets_off(world: &World, id: Id) -> Result<(), Refusal> {
    moves::may_move(world, id)?;
    if has_condition(world, id, PRONE) {
        return Err(Refusal::by(rule!("MOM-JUMP-7"), "prone", "It cannot jump while it is Prone."));
    }
    if ride::host(world, id).is_some() || ground::is_aloft(world, id) {
        return Err(Refusal::by(rule!("MOM-JUMP-1"), "no_ground", "It has no ground of its own to jump from."));
    }
    let tall = world.the::<Body>(id).tall;
    let map = world.resource::<Map>();
    let swum = |at: Square| map.terrain(at).is_some_and(|terrain| ground::is_swum(terrain, tall));
    if space(world, id).squares().any(swum) {
        return Err(Refusal::by(rule!("MOM-TERR-11"), "swims", "No jump starts in water that it swims in."));
    }
    Ok(())
}

/// A jump to a square, as the first of the creature's space.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn leap(world: &World, id: Id, to: Square) -> Result<Leap, Refusal> {
    sets_off(world, id)?;
    leads(world, id, to)
}

/// The same, of a creature that can set off.
fn leads(world: &World, id: Id, to: Square) -> Result<Leap, Refusal> {
    let Placement { space: own, height, .. } = stand(world, id);
    let (dx, dy) = (to.x - own.at.x, to.y - own.at.y);
    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    let direction = Direction::towards(i32::from(dx), i32::from(dy)).filter(|_| straight);
    let direction = direction
        .ok_or_else(|| Refusal::by(rule!("MOM-JUMP-1"), "not_straight", "A jump goes in one of eight directions."))?;
    let (far, most) = (own.at.steps_to(to), range(world, id));
    if far > most.value {
        let rule = if most.terms.is_empty() { rule!("MOM-JUMP-1") } else { rule!("MOM-JUMP-2") };
        return Err(Refusal::by(rule, "too_far", format!("It jumps {} m at most from here.", most.value)));
    }
    let mut here = own;
    let mut clears = false;
    for step in 1..=far {
        let next = here.step(direction);
        passes(world, id, (own, here, next), height)?;
        let lands = step == far;
        clears |=
            !lands && next.squares().filter(|&at| !own.contains(at)).any(|at| is_in_the_way(world, id, at, height));
        here = next;
    }
    let to = lands(world, id, (own, here), height)?;
    clears |= to.height < height && !ground::keeps_aloft(world, id);
    let mut cost = Trace::new("metres", 0).by(rule!("MOM-JUMP-1"));
    cost.push(Trace::new("a jump", far).by(rule!("MOM-JUMP-1")));
    if here.squares().filter(|&at| !own.contains(at)).any(|at| is_hard(world, at)) {
        cost.push(Trace::new("onto difficult ground", 1).by(rule!("MOM-JUMP-3")));
    }
    let left = creature::points(world, id).metres;
    if cost.value > left {
        let words = format!("It costs {} m; {left} left.", cost.value);
        return Err(Refusal::by(rule!("MOM-JUMP-1"), "spent", words));
    }
    Ok(Leap { to, cost, clears })
}

/// Whether a square is one that a walk does not go over as easily as a jump.
fn is_in_the_way(world: &World, id: Id, at: Square, height: Length) -> bool {
    let (map, lay) = lay(world);
    let harms = map.terrain(at).is_some_and(|terrain| terrain.harm.is_some() || terrain.pit.0 > 0);
    let there = lay.footing.get(at);
    let level = there
        .is_some_and(|there| !there.object && (there.height.0 - height.0).abs() <= ground::half_a_body(world, id).0);
    harms || !level || is_hard(world, at)
}

/// MOM-JUMP-4: whether a body comes through a square of its jump.
fn passes(
    world: &World,
    id: Id,
    (own, here, next): (Footprint, Footprint, Footprint),
    height: Length,
) -> Result<(), Refusal> {
    let half = ground::half_a_body(world, id);
    let (map, lay) = lay(world);
    let stops = |words: &'static str| Refusal::by(rule!("MOM-JUMP-4"), "solid", words);
    let askew = here.at.x != next.at.x && here.at.y != next.at.y;
    let over = if askew { height } else { Length(height.0.saturating_add(half.0)) };
    let closed = |at: Square| lay.footing.get(at).is_none_or(|there| there.solid);
    if bars_the_way(world, here, next.at, over) || next.squares().any(closed) {
        return Err(stops("Something solid is in the way."));
    }
    if askew {
        let (dx, dy) = (next.at.x - here.at.x, next.at.y - here.at.y);
        if here.squares().any(|at| closed(at.offset(dx, 0)) && closed(at.offset(0, dy))) {
            return Err(Refusal::by(rule!("MOM-TERR-6"), "corner", "It leads between two solid things."));
        }
    }
    for at in next.squares().filter(|&at| !own.contains(at)) {
        let Some(there) = lay.footing.get(at) else { continue };
        let thing = there.object && there.height.0 - map.ground(at).0 > half.0;
        if thing || there.height.0 - height.0 > half.0 {
            return Err(stops("Something higher than half its body is in the way."));
        }
    }
    let place = Place { space: next, height };
    let body = |(other, stand): &(Id, Placement)| {
        let own = *other == id || Momentum::ignores(world, id, *other);
        !own && stand.space.overlaps(next)
            && !ground::may_share(world, id, *other)
            && !ground::passes_by(world, id, place, *other)
    };
    if known_to(world, id).any(|one| body(&one)) {
        return Err(stops("Somebody is in the way whose space it cannot share."));
    }
    Ok(())
}

/// Where it comes down.
fn lands(world: &World, id: Id, (own, there): (Footprint, Footprint), height: Length) -> Result<Place, Refusal> {
    let half = ground::half_a_body(world, id);
    let map = world.resource::<Map>();
    let (ground, walker) = Momentum::set_out(world, id);
    let floor = floor_of(world, there);
    ground.stop(&OpenWalker { space: there, height: floor, ..walker }).map_err(Into::<Refusal>::into)?;
    if divided(world, there) {
        return Err(Refusal::by(rule!("MOM-JUMP-4"), "solid", "Something solid is in the way."));
    }
    let gap =
        |at: Square| map.terrain(at).is_some_and(|terrain| terrain.pit.0 > 0) && height.0 - map.ground(at).0 > half.0;
    if there.squares().any(gap) {
        return Err(Refusal::by(rule!("MOM-JUMP-5"), "gap", "It would come down in a gap."));
    }
    if Momentum::forbids(world, id, own, there) {
        return Err(Refusal::by(rule!("MOM-STAT-20"), "forbidden", "It does not go nearer to what it fears."));
    }
    Ok(Place { space: there, height: floor })
}

/// Every square to which a creature could jump over something.
pub(crate) fn all(world: &World, id: Id) -> impl Iterator<Item = Square> + '_ {
    let at = space(world, id).at;
    let sets_off = sets_off(world, id).is_ok();
    let most: Metres = if sets_off { range(world, id).value.min(creature::points(world, id).metres) } else { 0 };
    let lands = move |to: &Square| leads(world, id, *to).is_ok_and(|leap| leap.clears);
    let along = move |way: Square| (1..=most).map(move |far| at.offset(way.x * far as i16, way.y * far as i16));
    Square::default().neighbours().into_iter().flat_map(along).filter(lands)
}

/// It jumps, if no creature of which its side does not know stands in its way (MOM-OCC-15).
pub(crate) fn jump(world: &mut World, id: Id, to: Square) {
    let Ok(leap) = leap(world, id, to) else {
        return world.note(id, "cannot jump there any more", rule!("MOM-JUMP-1"));
    };
    let from = Place::of(world, id);
    let (dx, dy) = ((to.x - from.space.at.x).signum(), (to.y - from.space.at.y).signum());
    let far = from.space.at.steps_to(to);
    let way: Vec<Footprint> = (1..=far).map(|step| from.space.offset(dx * step as i16, dy * step as i16)).collect();
    let own = side_of(world, id);
    let mut met = strangers(world, own, |other, stand| other != id && way.iter().any(|at| stand.space.overlaps(*at)));
    met.retain(|&other| !ground::may_share(world, id, other));
    if moves::is_stopped_by(world, id, met) {
        return;
    }
    moves::pay(world, id, leap.cost.value);
    // Down more than half its body it falls (MOM-TERR-9).
    let low = from.height.0 - leap.to.height.0 > ground::half_a_body(world, id).0;
    let height = if low { from.height } else { leap.to.height };
    let after = Position { at: to, height };
    let along = move_with_attached(world, id, after, MoveKind::ByItself);
    let event = Event::step(id, from.position(), after, Motion::Jump, Motion::Jump.word());
    world.tell(event.trace(leap.cost).by(rule!("MOM-JUMP-1")));
    if low {
        fall::come_down(world, id);
    }
    arrive(world, id, Arrival::by_itself(from, along));
}
