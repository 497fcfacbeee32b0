//! Light, fog, and who knows where whom is: Seen, Concealed, Hidden, Undetected.

use bevy::prelude::World;

use super::super::body::creature;
pub use super::super::body::creature::hidden_from;
use super::super::data::conditions::effects;
use super::super::data::moment::Moment;
use super::super::data::stats::*;
use super::cover;
use super::running;
use crate::battle::{Event, *};
use crate::grid::{Length, Point, Square, line};
use crate::level::{Light, Visibility};
use crate::rule;

/// A source of light: its squares, how high it is, and how far it reaches.
struct Source {
    /// Who or what it is; none for a Spell that runs on.
    of: Option<Id>,
    squares: Vec<Square>,
    height: Length,
    far: Feet,
}

impl Source {
    /// Whether its light could get from one of its squares as far as to a square, at some height (ESS-LIGHT-1, R8).
    fn reaches(&self, from: Square, at: Square, height: Length) -> bool {
        let up = creature::steps_up(self.height) - creature::steps_up(height);
        5 * from.steps_to(at).max(up.abs()) <= self.far
    }
}

/// Every source of light, one after the other as it is asked for.
fn lamps(world: &World) -> impl Iterator<Item = Source> + '_ {
    let burning = on_map(world).chain(things(world)).filter_map(|id| {
        // ESS-LIGHT-1, R44: a lamp, or what burns.
        let lamp = world.part::<Lamp>(id).map_or(0, |lamp| lamp.0.whole(Length::feet(1)));
        let far = lamp.max(effects().number(world, id, Moment::Lights, 0));
        (far > 0).then(|| Source {
            of: Some(id),
            squares: creature::covered(world, id),
            height: world.the::<Position>(id).height,
            far,
        })
    });
    let map = world.resource::<Map>();
    let cast = running::lights(world).into_iter().map(|(squares, far)| Source {
        of: None,
        height: squares.first().map_or(Length(0), |&at| map.ground(at)),
        squares,
        far,
    });
    burning.chain(cast)
}

/// ESS-DARK-3: whether there is light on the ground of a square.
pub fn lit(world: &World, at: Square) -> bool {
    lit_at(world, at, world.resource::<Map>().ground(at))
}

/// As [`lit`], so high in a square.
fn lit_at(world: &World, at: Square, height: Length) -> bool {
    let map = world.resource::<Map>();
    let Some(cell) = map.cell(at) else { return false };
    cell.light != Light::Dark || lighting(world, at, height).next().is_some()
}

/// Whether a source of light hides from nobody.
fn is_open(world: &World, source: Option<Id>) -> bool {
    source.and_then(|id| world.part::<Hiding>(id)).is_none_or(|hiding| hiding.from.is_empty())
}

/// What lights each of these squares of a creature or thing, lamps and the like: what hides from nobody before what does.
#[expect(clippy::option_option, reason = "whether there is light, and whose lamp it is, if it is a lamp's")]
fn lit_by(world: &World, id: Id, squares: &[Square]) -> Vec<Option<Option<Id>>> {
    let height = world.the::<Position>(id).height;
    let by = |&at: &Square| {
        let mut first = None;
        for source in lighting(world, at, height) {
            if is_open(world, source) {
                return Some(source);
            }
            first = first.or(Some(source));
        }
        first
    };
    squares.iter().map(by).collect()
}

/// The sources whose light falls into a square, at some height. Of far lamps each takes its time: a caller that needs one asks no further.
fn lighting(world: &World, at: Square, height: Length) -> impl Iterator<Item = Option<Id>> + '_ {
    let lines = cover::Sightlines::new(world);
    let shines = move |lamp: &Source| {
        let shut_out = |from: Square| {
            let between = lines.between();
            between.is_some_and(|between| between.walls_off(Point::centre(from), Point::centre(at), true))
        };
        let near = |from: Square| lamp.reaches(from, at, height) && lines.may_meet(from, at);
        let lit = |from: Square| near(from) && !shut_out(from) && lines.clear(&[from], &[at]);
        lamp.squares.iter().any(|&from| lit(from))
    };
    lamps(world).filter(shines).map(|lamp| lamp.of)
}

/// Whether fog, smoke or the like hangs in a square.
pub fn foggy(world: &World, at: Square) -> bool {
    let map = world.resource::<Map>();
    matches!(map.weather.visibility, Visibility::Low | Visibility::Zero) || fog_in(world, at)
}

/// Whether a bank of fog lies on a square, drawn or Cast.
pub fn fog_in(world: &World, at: Square) -> bool {
    let map = world.resource::<Map>();
    map.cell(at).is_some_and(|cell| cell.fog) || running::fog_at(world, at)
}

/// ESS-FOG-3: whether every line between the best squares of two spaces meets fog.
fn fog_between(world: &World, viewer: Id, target: Id) -> bool {
    let (from, to) = (creature::covered(world, viewer), creature::covered(world, target));
    let clear = |a: Square, b: Square| {
        !foggy(world, a)
            && !foggy(world, b)
            && line::squares_crossed(Point::centre(a), Point::centre(b)).all(|at| !foggy(world, at))
    };
    !from.iter().any(|&a| to.iter().any(|&b| clear(a, b)))
}

/// ESS-EDGE-5: whether what cannot be seen through, a curtain or the like, hangs in every line between the centres of their squares.
fn curtained(world: &World, viewer: Id, target: Id) -> bool {
    let Some(between) = &lay(world).1.between else {
        return false;
    };
    let (from, to) = (creature::covered(world, viewer), creature::covered(world, target));
    let hangs = |a: Square, b: Square| between.walls_off(Point::centre(a), Point::centre(b), true);
    from.iter().all(|&a| to.iter().all(|&b| hangs(a, b)))
}

/// Whether the viewer's other sense finds the target's exact place.
fn sensed(world: &World, viewer: Id, target: Id) -> bool {
    creature::profile(world, viewer).sense_ft >= creature::distance(world, viewer, target).max(1)
}

/// What conceals the target from the viewer, hiding aside.
fn veils(world: &World, viewer: Id, target: Id) -> Vec<(Text, Rule)> {
    let mut out: Vec<(Text, Rule)> = Vec::new();
    if sensed(world, viewer, target) {
        return out;
    }
    out.extend(effects().at(world, viewer, Moment::Sees).map(|(_, effect)| (effect.says.into(), effect.rule.clone())));
    if world.part::<Creature>(target).is_none() {
        return out;
    }
    out.extend(effects().at(world, target, Moment::Seen).map(|(_, effect)| (effect.says.into(), effect.rule.clone())));
    let height = world.the::<Position>(target).height;
    let lit = |&at: &Square| lit_at(world, at, height);
    if !creature::profile(world, viewer).darkvision && !creature::covered(world, target).iter().any(lit) {
        out.push(("the target is in Darkness".into(), rule!("ESS-DARK-1")));
    }
    if fog_between(world, viewer, target) {
        out.push(("Fog lies between".into(), rule!("ESS-FOG-1")));
    }
    if curtained(world, viewer, target) {
        out.push(("a curtain hangs between".into(), rule!("ESS-EDGE-5")));
    }
    out
}

/// Why light or fog do not make more of a difference than they do. That a lamp lights somebody is told to those who know of the lamp.
pub fn light_notes(world: &World, viewer: Id, target: Id) -> Vec<Trace> {
    let mut out = Vec::new();
    let map = world.resource::<Map>();
    let dark = |at: &Square| map.cell(*at).is_some_and(|cell| cell.light == Light::Dark);
    let (here, there) = (creature::covered(world, viewer), creature::covered(world, target));
    let openly = |by: &Option<Option<Id>>| by.is_some_and(|source| is_open(world, source));
    if there.iter().any(dark) || here.iter().any(dark) {
        let by = lit_by(world, target, &there);
        let lit_here = !here.iter().all(dark) || lit_by(world, viewer, &here).iter().any(openly);
        let bright = !there.iter().all(dark);
        let lamp = by.iter().find(|by| openly(by)).or(by.iter().find(|by| by.is_some()));
        let lit_there = bright || lamp.is_some();
        let of = lamp.copied().flatten().flatten().filter(|_| !bright);
        let note = |text: &'static str, rule: Rule| {
            let note = Trace::note(text).by(rule);
            of.map_or(note.clone(), |of| note.of(of))
        };
        if here.iter().any(dark) && !lit_here && lit_there {
            out.push(note("only the target's square matters", rule!("ESS-DARK-2")));
        }
        if there.iter().any(dark) && lit_there {
            out.push(note("in the light of a lamp or fire", rule!("ESS-LIGHT-1")));
            let mut squares = there.iter().zip(&by);
            if there.len() > 1 && squares.any(|(at, by)| dark(at) && !openly(by)) {
                out.push(note("one lit square is enough", rule!("ESS-DARK-3")));
            }
            let own = effects().at(world, target, Moment::Lights);
            out.extend(own.map(|(_, effect)| Trace::note(effect.says).by(effect.rule.clone())));
        }
    }
    let other_senses = || creature::profile(world, viewer).darkvision || sensed(world, viewer, target);
    if fog_between(world, viewer, target) && other_senses() {
        out.push(Trace::note("fog stops eyes, not other senses").by(rule!("ESS-FOG-2")));
    }
    out
}

/// ESS-CONC-1: what makes the target Concealed to the viewer.
pub fn concealed(world: &World, viewer: Id, target: Id) -> Vec<(Text, Rule)> {
    let mut out = veils(world, viewer, target);
    if hidden_from(world, target, viewer) {
        out.push(("the target is Hidden".into(), rule!("ESS-HID-2")));
    }
    if !out.is_empty() {
        out.push(("Concealed".into(), rule!("ESS-CONC-1")));
    }
    out
}

/// ESS-HID-10, R49: whether the world itself keeps `hider` out of the viewer's sight.
pub fn out_of_sight(world: &World, viewer: Id, hider: Id) -> bool {
    !veils(world, viewer, hider).is_empty()
        || !cover::line_of_effect(world, viewer, hider)
        || !cover::from_creature(world, viewer, hider).sources.is_empty()
}

/// Whether a creature sees another one at all.
pub fn sees(world: &World, viewer: Id, target: Id) -> bool {
    creature::conscious(world, viewer)
        && !hidden_from(world, target, viewer)
        && cover::line_of_effect(world, viewer, target)
}

/// Whether a side knows where a creature is.
pub fn known_to(world: &World, side: SideId, creature: Id) -> bool {
    if side_of(world, creature) == side {
        return true;
    }
    let Some(hiding) = world.part::<Hiding>(creature) else {
        return true;
    };
    hiding.from.is_empty()
        || on_map(world).filter(|&id| side_of(world, id) == side).any(|id| !hiding.from.contains(&id))
}

/// A note on who knows where somebody is. Whoever does not know of the viewer does not learn what that one has found (R49).
fn between(hider: Id, viewer: Id, text: impl Into<Text>) -> Event {
    Event::note(text).actor(hider).about(viewer)
}

/// Hides a creature from some at once; then each of it is told.
pub fn hide_from(world: &mut World, hider: Id, viewers: Vec<Id>, rule: &Rule) {
    let mut new = viewers;
    {
        let mut hiding = world.the_mut::<Hiding>(hider);
        new.retain(|&viewer| hiding.from.insert(viewer));
    }
    for viewer in new {
        let text = format!("Hidden from {}", world.resource::<Names>().name(viewer));
        world.tell(between(hider, viewer, text).by(rule.clone()));
    }
}

/// Ends being Hidden from one (ESS-HID-11: from the discoverer only).
pub fn reveal_to(world: &mut World, hider: Id, viewer: Id, rule: Rule) {
    let reveals = |world: &mut World| {
        let hiding = world.part_mut::<Hiding>(hider);
        hiding.is_some_and(|mut hiding| hiding.from.remove(&viewer))
    };
    // A creature that is found comes into sight (R67).
    let waits = |id: Id| world.part::<TurnUsage>(id).is_some_and(|turn| turn.ready.is_some());
    let removed = if waits(viewer) { readied::changing(world, reveals) } else { reveals(world) };
    if removed {
        let name = world.resource::<Names>().name(viewer).to_owned();
        world.tell(between(hider, viewer, format!("no longer Hidden from {name}")).by(rule));
        noticed(world, hider, Some(viewer));
    }
}

/// ESS-UND-2: whether nobody has noticed it, as far as those tell who are there.
pub fn undetected(world: &World, hider: Id) -> bool {
    let is_there =
        |id: Id| is_on_map(world, id) || world.part::<Dead>(id).is_some() || world.part::<Fled>(id).is_some();
    let hiding = world.the::<Hiding>(hider);
    hiding.undetected && !hiding.found_by.iter().any(|&id| is_there(id))
}

/// ESS-UND-2: no longer Undetected, but Hidden still, by what it does itself or by whoever discovers it.
pub fn noticed(world: &mut World, hider: Id, by: Option<Id>) {
    let Some(hiding) = world.part::<Hiding>(hider).filter(|hiding| hiding.undetected) else {
        return;
    };
    let own = side_of(world, hider);
    let told = hiding.found_by.iter().any(|&id| known_to(world, own, id));
    let text = "no longer Undetected";
    let rule = rule!("ESS-UND-2");
    let mut hiding = world.the_mut::<Hiding>(hider);
    let event = match by {
        Some(viewer) => {
            hiding.found_by.insert(viewer);
            between(hider, viewer, text).by(rule)
        }
        None => {
            hiding.undetected = false;
            hiding.found_by.clear();
            Event::note(text).actor(hider).by(rule)
        }
    };
    if !told {
        world.tell(event);
    }
}

/// Ends being Hidden from everyone.
pub fn reveal(world: &mut World, hider: Id, rule: &Rule) {
    let hiding = world.part::<Hiding>(hider).cloned().unwrap_or_default();
    for viewer in hiding.from {
        reveal_to(world, hider, viewer, rule.clone());
    }
}

/// ESS-HID-10: at the end of its own Turn, whoever it has no concealment from finds it.
pub fn turn_ends(world: &mut World, hider: Id) {
    for viewer in world.the::<Hiding>(hider).from.clone() {
        if is_on_map(world, viewer) && !out_of_sight(world, viewer, hider) {
            reveal_to(world, hider, viewer, rule!("ESS-HID-10"));
            let text = "concealment counts when its own Turn ends";
            world.tell(between(hider, viewer, text).by(rule!("ESS-HID-12")));
        }
    }
}

/// Those on the map who are against a creature.
pub fn enemies_of(world: &World, creature: Id) -> impl Iterator<Item = Id> {
    on_map(world).filter(move |&other| creature::hostile(world, creature, other))
}

/// R49: begins the fight out of sight of every Enemy.
pub fn start_hidden(world: &mut World, hider: Id, undetected: bool) {
    let enemies = enemies_of(world, hider).collect();
    hide_from(world, hider, enemies, &rule!("ESS-HID-1"));
    if undetected {
        let mut hiding = world.the_mut::<Hiding>(hider);
        hiding.undetected = true;
        hiding.found_by.clear();
        let gains = What::gains(world, "undetected");
        world.tell(Event::new(gains).target(hider).by(rule!("ESS-UND-1")));
    }
}
