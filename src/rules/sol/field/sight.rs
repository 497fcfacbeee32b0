//! Sight, light and hiding.

use std::collections::BTreeSet;

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::reaction_index::ReactionIndex;
use super::super::data::stats::*;
use super::cover;
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::grid::{Footprint, Length, Point, Square, line};
use crate::level::Light;
use crate::rule;

/// Feet between two creatures or objects.
pub(crate) fn distance(world: &World, a: Id, b: Id) -> Feet {
    let ids = world.resource::<Ids>();
    let place = |id: Id, other: Id| match (ids.stand(id), ids.stand(other)) {
        (Some(Placement { space, height, .. }), _) => Place { space, height },
        (None, Some(viewer)) => cover::place_from(world, id, viewer.space),
        (None, None) => cover::place(world, id),
    };
    apart(place(a, b), place(b, a))
}

/// Feet between two places (R13): the larger of the distance on the ground and that in height. What is no whole number of feet counts as
/// the next one, so that nothing is within a distance that it lies beyond by inches.
pub(crate) fn apart(a: Place, b: Place) -> Feet {
    let up = (a.height.0 - b.height.0).abs();
    let foot = Length::feet(1).0;
    (5 * a.space.steps(b.space)).max((up + foot - 1) / foot)
}

/// Feet between a creature and a spot: a square, as high as one would stand there.
pub(crate) fn distance_to(world: &World, id: Id, at: Square) -> Feet {
    apart(cover::place(world, id), Place::at(world, at))
}

/// Whether there is light in a square, lamps aside.
fn bright(map: &Map, at: Square) -> bool {
    map.cell(at).is_some_and(|cell| cell.light != Light::Dark && !cell.fog)
}

/// Where a creature or object is: of what stands between two squares both (SOL-EDGE-7), of all else the same twice.
fn places(world: &World, id: Id) -> [Place; 2] {
    let one = cover::place(world, id);
    match edge_of(world, id) {
        Some(edge) => edge.squares().map(|at| Place { space: at.into(), ..one }),
        None => [one; 2],
    }
}

/// Whether something holds of one of two places, which may be the same.
fn either([one, other]: [Place; 2], holds: impl Fn(Place) -> bool) -> bool {
    holds(one) || (other != one && holds(other))
}

/// SOL-SEE-2: whether there is light where somebody or something is.
fn lit(world: &World, there: Place) -> bool {
    there.space.squares().any(|at| lit_at(world, at, there.height))
}

/// SOL-SEE-2: whether there is light in a square, at a height.
pub(crate) fn lit_at(world: &World, at: Square, height: Length) -> bool {
    let (map, lay) = lay(world);
    if bright(map, at) {
        return true;
    }
    if !map.contains(at) {
        return false;
    }
    let there = Place { space: Footprint::single(at), height };
    let lamps = on_map(world).chain(things(world));
    lamps.into_iter().any(|id| {
        let Some(&Lamp(radius)) = world.part::<Lamp>(id) else {
            return false;
        };
        let body = cover::place(world, id);
        body.space.squares().any(|from| {
            let lamp = Place { space: Footprint::single(from), height: body.height };
            apart(lamp, there) <= radius.whole(Length::feet(1))
                && line::squares_crossed(Point::centre(from), Point::centre(at)).all(|square| !map.solid(square))
                && !walled_off(lay, from, at, true)
        })
    })
}

/// SOL-SEE-2: whether only a lamp keeps a creature or object out of the dark.
pub(crate) fn in_lamplight(world: &World, target: Id) -> bool {
    let map = world.resource::<Map>();
    let dark = |at: Square| map.cell(at).is_some_and(|cell| cell.light == Light::Dark);
    let lamplit = |there: Place| there.space.squares().any(|at| dark(at) && lit_at(world, at, there.height));
    either(places(world, target), lamplit)
}

/// Whether darkness keeps `target` from `viewer`'s eyes, cover aside.
pub(crate) fn in_the_dark(world: &World, viewer: Id, target: Id) -> bool {
    let there = places(world, target);
    let map = world.resource::<Map>();
    if either(there, |there| there.space.squares().any(|at| bright(map, at))) {
        return false;
    }
    if world.the::<Stats>(viewer).0.sees_in_dark || distance(world, viewer, target) <= 5 {
        return false;
    }
    !either(there, |there| lit(world, there))
}

/// SOL-SEE-1: whether a creature sees another one or an object.
pub(crate) fn sees(world: &World, viewer: Id, target: Id) -> bool {
    creature::awake(world, viewer)
        && !in_the_dark(world, viewer, target)
        && !curtained(world, viewer, target)
        && !fully_covered(world, viewer, target)
}

/// Whether something between squares parts two of them for good; in `sight` by what cannot be seen through.
pub(crate) fn walled_off(lay: &Lay, from: Square, at: Square, sight: bool) -> bool {
    let between = lay.between.as_ref();
    between.is_some_and(|between| between.walls_off(Point::centre(from), Point::centre(at), sight))
}

/// SOL-EDGE-6: whether what cannot be seen through, a curtain or the like, hangs in every line from one to the other.
pub(crate) fn curtained(world: &World, viewer: Id, target: Id) -> bool {
    let Some(between) = &lay(world).1.between else {
        return false;
    };
    let here = space(world, viewer);
    let mut there = cover::covered_on_either_side(world, target, here).map(|target| target.space);
    let hangs = |from: Square, to: Point| between.walls_off(Point::centre(from), to, true);
    there.all(|there| here.squares().all(|from| there.squares().flat_map(Point::quarters).all(|to| hangs(from, to))))
}

/// SOL-SEE-5: whether it sees it without any cover.
pub(crate) fn clear_view(world: &World, viewer: Id, target: Id) -> bool {
    creature::awake(world, viewer)
        && !in_the_dark(world, viewer, target)
        && !curtained(world, viewer, target)
        && cover_level(world, viewer, target) == cover::Level::None
}

/// What stands between where an attack comes from and one target. Nothing forbids the attack once it is aimed (SOL-ATK-12).
pub(crate) fn between(world: &World, origin: cover::Origin, target: Id) -> Aimed<cover::Found> {
    let found = cover::measured(world, &origin, target);
    let from = Place { space: origin.space, height: origin.ground };
    Aimed {
        target,
        line: Ok(()),
        distance: apart(cover::place_from(world, target, origin.space), from),
        behind: Behind { in_front: found.source.and_then(|(source, _)| source), ..Behind::default() },
        cover: found,
    }
}

/// The level of the cover one has from the other, without the reasons.
pub(crate) fn cover_level(world: &World, from: Id, to: Id) -> cover::Level {
    let origin = cover::origin_of(world, from);
    let levels =
        cover::covered_on_either_side(world, to, origin.space).map(|target| cover::level(world, &origin, &target));
    levels.min().expect("what may be covered should be somewhere")
}

/// Whether nothing of `to` can be seen from `from` for cover.
pub(crate) fn fully_covered(world: &World, from: Id, to: Id) -> bool {
    let origin = cover::origin_of(world, from);
    cover::covered_on_either_side(world, to, origin.space).all(|target| cover::full(world, &origin, &target))
}

/// Whether `hider` is hidden from `viewer`.
pub(crate) fn hidden_from(world: &World, hider: Id, viewer: Id) -> bool {
    world.resource::<ReactionIndex>().hidden().contains(&hider)
        && world.part::<Hiding>(hider).is_some_and(|hiding| hiding.from.contains(&viewer))
}

/// Whether a side knows where a creature is: it is one of its own, or not hidden from every one of them.
pub(crate) fn known_to(world: &World, side: SideId, id: Id) -> bool {
    if !world.resource::<ReactionIndex>().hidden().contains(&id) {
        return true;
    }
    let ids = world.resource::<Ids>();
    let from = &world.the::<Hiding>(id).from;
    let sees = |&other: &Id| ids.is_of(other, side) && !from.contains(&other);
    ids.is_of(id, side) || from.is_empty() || ids.present().iter().any(sees)
}

/// SOL-SEE-9: whoever is about to step onto one that its side does not know of, or to jump across it (SOL-JUMP-11), finds it instead;
/// the step is looked at anew.
pub(crate) fn runs_into(world: &mut World, mover: Id, step: &Step) -> bool {
    if world.resource::<ReactionIndex>().hidden().is_empty() {
        return false;
    }
    let side = side_of(world, mover);
    let (from, to) = (space(world, mover).at, step.place().space);
    // Only a jump leads farther than to the next square, and it goes straight there.
    let (dx, dy) = ((to.at.x - from.x).signum(), (to.at.y - from.y).signum());
    let across = (1..from.steps_to(to.at)).filter_map(|far| i16::try_from(far).ok());
    let way: Vec<Footprint> = across
        .map(|far| from.offset(dx * far, dy * far))
        .map(|at| Footprint { at, side: to.side })
        .chain([to])
        .collect();
    let meets = |_, stand: Placement| way.iter().any(|&there| stand.space.overlaps(there));
    let met = strangers(world, side, meets);
    for &hider in &met {
        let rule = match () {
            () if !creature::hostile(world, mover, hider) => rule!("SOL-OCC-9"),
            () if !creature::awake(world, hider) => rule!("SOL-OCC-7"),
            () => rule!("SOL-OCC-2"),
        };
        reveal_to(world, hider, mover, rule);
    }
    if !met.is_empty() {
        launch(world, Replan);
    }
    !met.is_empty()
}

/// SOL-SEE-6 to SOL-SEE-8: rolls to hide from every enemy at once.
pub(crate) fn hide(world: &mut World, id: Id, at_start: bool) {
    let stealth = world.the::<Stats>(id).0.stealth;
    let die = world.resource_mut::<Dice>().term(8, "hide die", rule!("SOL-SEE-6"));
    let mut trace = Trace::new("hide", 0).with(die).with(Trace::new("Stealth", stealth));
    if at_start {
        trace.push(Trace::note("hidden at the start").by(rule!("SOL-SURP-4")));
    } else {
        trace.push(Trace::note("the action").by(rule!("SOL-ACT-4")));
    }
    let score = trace.value;
    let enemies: Vec<Id> = enemies_of(world, id).collect();
    let mut from = BTreeSet::new();
    for enemy in enemies {
        let passive = 4 + world.the::<Stats>(enemy).0.perception;
        let name = world.resource::<Names>().name(enemy).to_string();
        if curtained(world, enemy, id) {
            trace.push(Trace::note(format!("out of sight of {name}")).by(rule!("SOL-EDGE-6")).of(enemy));
        }
        if clear_view(world, enemy, id) {
            let term = Trace::refused(format!("hidden from {name}"), 0, "it has a clear view");
            trace.push(term.by(rule!("SOL-SEE-8")).of(enemy).with(Trace::note("clear view").by(rule!("SOL-SEE-5"))));
        } else if score > passive {
            let note = Trace::note(format!("hidden from {name}: above {passive}"));
            trace.push(note.by(rule!("SOL-SEE-7")).of(enemy));
            from.insert(enemy);
        } else {
            let why = format!("not above its passive {passive}");
            let term = Trace::refused(format!("hidden from {name}"), 0, why);
            trace.push(term.by(rule!("SOL-SEE-7")).of(enemy));
        }
    }
    hidden_by(world, id, Hiding { from, score }, trace);
}

/// A creature is hidden so, by such a roll.
fn hidden_by(world: &mut World, id: Id, hiding: Hiding, trace: Trace) {
    let hidden = !hiding.from.is_empty();
    // That it is hidden from somebody whom its own side does not know of is nothing it is told.
    let side = side_of(world, id);
    let tells = hiding.from.iter().any(|&enemy| knows(world, side, enemy));
    *world.the_mut::<Hiding>(id) = hiding;
    world.resource_mut::<ReactionIndex>().hides(id, hidden);
    let rule = tells.then_some(rule!("SOL-COND-6"));
    world.tell(Event::number(id, trace).by_all(rule));
}

/// The level says from whom a creature is hidden when the fight begins; the roll is how well.
pub(crate) fn hide_from(world: &mut World, id: Id, from: BTreeSet<Id>) {
    hide_as_told(world, id, from, " at the start", &rule!("SOL-SURP-4"));
}

/// The enemies that a creature can be made hidden from: all but those with a clear view (SOL-SEE-8) that it is not hidden from yet.
fn fooled_by_hand(world: &World, id: Id) -> BTreeSet<Id> {
    let fooled = |&enemy: &Id| hidden_from(world, id, enemy) || !clear_view(world, enemy, id);
    enemies_of(world, id).filter(fooled).collect()
}

fn enemies_of(world: &World, id: Id) -> impl Iterator<Item = Id> {
    on_map(world).filter(move |&other| creature::hostile(world, id, other))
}

/// Whether a creature can be made hidden from one more enemy.
///
/// # Errors
/// That it is hidden from all already; that nobody is there to be hidden from, or that all others have a clear view.
pub(crate) fn may_hide_by_hand(world: &World, id: Id) -> Result<(), Refusal> {
    if enemies_of(world, id).next().is_none() {
        let message = "No enemy of it is on the map, so there is nobody to hide from.";
        return Err(Refusal::by(rule!("SOL-SEE-7"), "nobody", message));
    }
    already("hidden", enemies_of(world, id).all(|enemy| hidden_from(world, id, enemy)))?;
    if fooled_by_hand(world, id).iter().all(|&enemy| hidden_from(world, id, enemy)) {
        let message = "Every enemy that it is not hidden from has a clear view of it.";
        return Err(Refusal::by(rule!("SOL-SEE-8"), "clear_view", message));
    }
    Ok(())
}

/// The game master, the level or somebody's own action makes a creature hidden from every enemy without a clear view of it; the roll is how
/// well.
pub(crate) fn hide_by_hand(world: &mut World, id: Id) {
    let from = fooled_by_hand(world, id);
    hide_as_told(world, id, from, "", &rule!("SOL-COND-6"));
}

/// Somebody is hidden from some whatever they perceive.
fn hide_as_told(world: &mut World, id: Id, from: BTreeSet<Id>, why: &str, rule: &Rule) {
    let stealth = world.the::<Stats>(id).0.stealth;
    let die = world.resource_mut::<Dice>().term(8, "hide die", rule!("SOL-SEE-6"));
    let mut trace = Trace::new("hide", 0).with(die).with(Trace::new("Stealth", stealth));
    for &enemy in &from {
        let name = world.resource::<Names>().name(enemy).to_string();
        let note = Trace::note(format!("hidden from {name}{why}"));
        trace.push(note.by(rule.clone()).of(enemy));
    }
    let score = trace.value;
    hidden_by(world, id, Hiding { from, score }, trace);
}

/// SOL-ACT-5: searches for everyone hidden from the searcher.
pub(crate) fn search(world: &mut World, id: Id) {
    let perception = world.the::<Stats>(id).0.perception;
    let die = world.resource_mut::<Dice>().term(8, "search die", rule!("SOL-ACT-5"));
    let trace = Trace::new("search", 0).with(die).with(Trace::new("Perception", perception));
    let score = trace.value;
    world.tell(Event::number(id, trace));
    let hiders: Vec<Id> = on_map(world).filter(|&other| hidden_from(world, other, id)).collect();
    for hider in hiders {
        let found = world.the::<Hiding>(hider).score <= score && !fully_covered(world, id, hider);
        if found {
            reveal_to(world, hider, id, rule!("SOL-ACT-5"));
        }
    }
}

/// Ends hiding from one enemy.
pub(crate) fn reveal_to(world: &mut World, hider: Id, viewer: Id, rule: Rule) {
    let mut hiding = world.the_mut::<Hiding>(hider);
    if hiding.from.remove(&viewer) {
        let hidden = !hiding.from.is_empty();
        world.resource_mut::<ReactionIndex>().hides(hider, hidden);
        let name = world.resource::<Names>().name(viewer).to_string();
        let text = format!("no longer hidden from {name}");
        world.tell(Event::note(text).actor(hider).about(viewer).by(rule!("SOL-SEE-9")).by(rule));
    }
}

/// Ends hiding from everyone.
pub(crate) fn reveal(world: &mut World, hider: Id, rule: Rule) {
    if !world.resource::<ReactionIndex>().hidden().contains(&hider) {
        return;
    }
    let Some(mut hiding) = world.part_mut::<Hiding>(hider) else {
        return;
    };
    if hiding.from.is_empty() {
        return;
    }
    hiding.from.clear();
    world.resource_mut::<ReactionIndex>().hides(hider, false);
    world.tell(Event::note("no longer hidden").actor(hider).by(rule!("SOL-SEE-9")).by(rule));
}

/// SOL-SEE-9: at the end of a step of either, whoever has a clear view of a hider finds it.
pub(crate) fn after_step(world: &mut World, mover: Id) {
    let hidden = world.resource::<ReactionIndex>().hidden();
    if hidden.is_empty() {
        return;
    }
    let ids = world.resource::<Ids>();
    let mut pairs: Vec<(Id, Id)> = Vec::new();
    for &hider in hidden.iter().filter(|&&hider| ids.is_present(hider)) {
        let from = world.the::<Hiding>(hider).from.iter();
        let met = from.filter(|&&viewer| (hider == mover || viewer == mover) && ids.is_present(viewer));
        pairs.extend(met.map(|&viewer| (hider, viewer)));
    }
    for (hider, viewer) in pairs {
        if clear_view(world, viewer, hider) {
            reveal_to(world, hider, viewer, rule!("SOL-SEE-5"));
        }
    }
}
