//! Spells that run on after they were Cast: what they fill, how they are Controlled, when they end (ESS-SPELL-10, ESS-CTRL).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::clock;
use super::super::data::stats::*;
use crate::battle::{Event, *};
use crate::grid::Square;
use crate::rule;

/// A Spell that runs on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Running {
    /// Its number.
    pub number: u32,
    /// Who Cast it.
    pub caster: Id,
    /// What it is.
    pub spell: Spell,
    /// The squares it fills, or the one it is at.
    pub squares: Vec<Square>,
    /// The creature it is on.
    pub target: Option<Id>,
    /// The Round in which it was Cast, and on whose Turn.
    pub since: (u32, Option<Id>),
}

/// All of them, oldest first.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spells {
    next: u32,
    /// The Spells.
    pub running: Vec<Running>,
}

/// Light of running Spells: squares and how far.
pub fn lights(world: &World) -> Vec<(Vec<Square>, Feet)> {
    let running = &world.resource::<Spells>().running;
    let lights = running.iter().filter_map(|one| match one.spell.effect {
        SpellEffect::Light(far) => Some((one.squares.clone(), far)),
        _ => None,
    });
    lights.collect()
}

/// Whether a running Spell fills a square with fog.
pub fn fog_at(world: &World, at: Square) -> bool {
    let running = &world.resource::<Spells>().running;
    running.iter().any(|one| one.spell.effect == SpellEffect::Fog && one.squares.contains(&at))
}

/// A Spell goes on after it was Cast, for so many Rounds: its number is given to it here.
pub fn run(world: &mut World, mut spell: Running, rounds: i32) {
    let flow = world.resource::<Flow>();
    spell.since = (flow.round, flow.active());
    let mut spells = world.resource_mut::<Spells>();
    let number = spells.next;
    spells.next += 1;
    spells.running.push(Running { number, ..spell });
    clock::start(world, clock::Timed::Spell(number), rounds);
}

/// ESS-SPELL-10, ESS-CTRL-4: a Spell's Duration is over.
pub fn ends(world: &mut World, number: u32) {
    let mut spells = world.resource_mut::<Spells>();
    let Some(place) = spells.running.iter().position(|one| one.number == number) else {
        return;
    };
    let ended = spells.running.remove(place);
    let text = format!("{} is over", ended.spell.name);
    let [over, last] = [rule!("ESS-SPELL-10"), rule!("ESS-CTRL-4")];
    let rules = [over, last, rule!("ESS-ROUND-4"), rule!("ESS-ROUND-6")];
    world.tell(Event::note(text).actor(ended.caster).by_all(rules));
}

/// ESS-CTRL-1, ESS-CTRL-2: the Spells a creature can Control now.
pub fn controllable(world: &World, id: Id) -> Vec<Running> {
    let flow = world.resource::<Flow>();
    let now = (flow.round, flow.active());
    let done = &world.the::<TurnUsage>(id).controlled;
    let running = &world.resource::<Spells>().running;
    let own = running.iter().filter(|one| {
        one.caster == id && one.spell.control_ft.is_some() && one.since != now && !done.contains(&one.number)
    });
    own.cloned().collect()
}

/// ESS-CTRL-3: shifts a Spell so that it lies around, or at, a square.
pub fn control(world: &mut World, id: Id, number: u32, to: Square) {
    world.the_mut::<TurnUsage>(id).controlled.insert(number);
    let all = &world.resource::<Spells>().running;
    let Some(place) = all.iter().position(|one| one.number == number) else {
        return;
    };
    let running = &all[place];
    let from = centre(running);
    let text = format!("moves {}", running.spell.name);
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let map = world.resource::<Map>();
    let moved = running.squares.iter().map(|at| at.offset(dx, dy));
    let squares = moved.filter(|&at| map.contains(at)).collect();
    world.resource_mut::<Spells>().running[place].squares = squares;
    world.note(id, text, rule!("ESS-CTRL-3"));
}

/// The middle of a running Spell: the square south-east of it.
pub fn centre(running: &Running) -> Square {
    let count = i32::try_from(running.squares.len()).unwrap_or(1).max(1);
    let middle = |along: fn(&Square) -> i16| {
        let sum: i32 = running.squares.iter().map(|at| i32::from(along(at))).sum();
        (sum + count - 1).div_euclid(count) as i16
    };
    Square::new(middle(|at| at.x), middle(|at| at.y))
}
