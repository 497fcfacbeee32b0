//! The game master's overrides: whether one can be brought about, and bringing it about. Each does what it says, or is refused with what
//! does not happen and why.

use bevy::prelude::*;

use super::carriables::Carried;
use super::carried::{company, move_with_attached};
use super::demanded::Demanded;
use super::{environment, initiative, spawn};
use crate::battle::board::{
    LevelRes, Map, closed_door_at, divided, floor_of, is_on_map, on_map, space, thing_at, top_of,
};
use crate::battle::engine::{Flow, launch};
use crate::battle::ruleset::{Hurt, OwnOverride, Rules, Ruleset, SharedFact};
use crate::battle::values::{
    Body, ById, Creature, Dead, DoorState, Event, Fled, GmAct, Id, Measure, MoveKind, Names, Place, Position, Refusal,
    Sheet, StatWord, Tell, Thing, Trace, What,
};
use crate::grid::{Footprint, Length, Square};
use crate::level::{counted, nearest};

/// Gravity in hundredths of the usual one, as levels may write it.
const GRAVITY: std::ops::RangeInclusive<i32> = 0..=1000;

/// Whether an override can be brought about.
///
/// # Errors
/// What does not happen, and why.
pub(in crate::battle) fn check(world: &World, act: &GmAct) -> Result<(), Refusal> {
    if let Some(id) = about(act).filter(|_| !matches!(act, GmAct::Rule { .. })) {
        exists(world, id)?;
    }
    let ruleset = world.resource::<Rules>().0;
    let brings_back = matches!(act, GmAct::Rule { key, .. } if ruleset.reaches_the_gone(key));
    if let Some(id) = about(act).filter(|_| on_somebody(act)) {
        if !brings_back && is_gone(world, id) {
            return Err(Refusal::new("gone", "That creature is not in the fight any more."));
        }
        if world.part::<Carried>(id).is_some() {
            return Err(Refusal::new("gone", "A creature has taken that along, so nothing befalls it."));
        }
    }
    match act {
        GmAct::Remove { creature } => removable(world, *creature)?,
        GmAct::Demand { creature, roll, against, called } => demandable(world, *creature, roll, *against, called)?,
        GmAct::Preside { here } if *here == world.resource::<Flow>().presided => {
            let message = if *here { "A game master answers already." } else { "Nobody answers as it is." };
            return Err(Refusal::new("already", message));
        }
        GmAct::Initiative { creature, score } => ranked(world, *creature, *score)?,
        GmAct::Place { creature, at } => placeable(world, *creature, *at)?,
        GmAct::Spawn { at, side, kind, name } => comes(world, *at, side, kind, name)?,
        GmAct::Terrain { squares, becomes } => {
            if world.resource::<Map>().terrain_index(becomes).is_none() {
                return Err(Refusal::new("no_such_terrain", format!("This level has no terrain `{becomes}`.")));
            }
            on_the_board(world, squares)?;
        }
        GmAct::Light { squares: Some(squares), .. } => on_the_board(world, squares)?,
        GmAct::Gravity { becomes, .. } if !GRAVITY.contains(becomes) => return Err(too_heavy()),
        GmAct::Gravity { squares: Some(squares), .. } => on_the_board(world, squares)?,
        GmAct::Weather { becomes } if !GRAVITY.contains(&becomes.gravity) => return Err(too_heavy()),
        GmAct::Fire { event } => {
            let level = &world.resource::<LevelRes>().0;
            if !level.events.iter().any(|known| known.id == *event) {
                return Err(Refusal::new("no_such_event", format!("This level has no event `{event}`.")));
            }
        }
        _ => {}
    }
    in_lexicon(world, ruleset, act)?;
    match act {
        GmAct::Rule { key, creature: Some(creature), value } => {
            ruleset.may_overrule(world, key, *creature, value.as_deref())
        }
        GmAct::Set { creature, stat, value } => ruleset.may_set(world, *creature, stat, *value),
        _ => Ok(()),
    }
}

/// The refusal of a gravity that no level could have.
fn too_heavy() -> Refusal {
    let (least, most) = (GRAVITY.start(), GRAVITY.end());
    Refusal::new("bad_value", format!("Gravity is from {least} to {most} hundredths of the usual one."))
}

fn exists(world: &World, id: Id) -> Result<(), Refusal> {
    let there = world.entity_of(id).map(drop);
    there.ok_or_else(|| {
        let message = format!("There is nothing with the identity {id}.");
        Refusal::new("no_such_creature", message)
    })
}

/// Whether an override is about a creature that must still be in the fight.
fn on_somebody(act: &GmAct) -> bool {
    matches!(
        act,
        GmAct::Set { .. }
            | GmAct::Damage { .. }
            | GmAct::Heal { .. }
            | GmAct::AddCondition { .. }
            | GmAct::RemoveCondition { .. }
            | GmAct::Place { .. }
            | GmAct::Demand { .. }
            | GmAct::Rule { .. }
    )
}

fn is_gone(world: &World, id: Id) -> bool {
    world.part::<Dead>(id).is_some() || world.part::<Fled>(id).is_some()
}

/// Whether a creature has yet to come.
fn is_to_come(world: &World, id: Id) -> bool {
    world.part::<Creature>(id).is_some() && !is_on_map(world, id) && !is_gone(world, id)
}

fn removable(world: &World, id: Id) -> Result<(), Refusal> {
    let there = world.part::<Creature>(id).is_some() || world.part::<Thing>(id).is_some();
    if !there || is_gone(world, id) {
        return Err(Refusal::new("no_such_creature", "That is not in the fight."));
    }
    Ok(())
}

/// What a roll that is demanded can have to reach.
const DEMANDED: std::ops::RangeInclusive<i32> = 1..=99;

/// The most characters that what a success is called can have.
const CALLED: usize = 200;

/// Whether a creature can be made to roll something.
fn demandable(world: &World, id: Id, roll: &str, against: i32, called: &str) -> Result<(), Refusal> {
    if world.part::<Creature>(id).is_none() || !is_on_map(world, id) {
        return Err(Refusal::new("not_on_map", "Only creatures on the map roll anything."));
    }
    let known: Vec<String> = world.resource::<Rules>().0.demands().into_iter().map(|(word, _)| word).collect();
    if known.is_empty() {
        return Err(Refusal::new("no_such_roll", "This ruleset knows no roll that could be demanded."));
    }
    if !known.iter().any(|word| word == roll) {
        let help = match nearest(roll, &known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known are {}.", known.join(", ")),
        };
        return Err(Refusal::new("no_such_roll", format!("There is no roll `{roll}`; {help}")));
    }
    if !DEMANDED.contains(&against) {
        let (least, most) = (DEMANDED.start(), DEMANDED.end());
        return Err(Refusal::new("bad_value", format!("A roll is against {least} to {most}.")));
    }
    if called.chars().count() > CALLED {
        return Err(Refusal::new("too_long", format!("Say in {CALLED} characters what a success is called.")));
    }
    Ok(())
}

fn ranked(world: &World, id: Id, score: i32) -> Result<(), Refusal> {
    if world.part::<Creature>(id).is_none() || !is_on_map(world, id) {
        return Err(Refusal::new("not_on_map", "Only creatures on the map have a place in the order of turns."));
    }
    if world.resource::<Flow>().place(id).is_none() {
        let message = "It has no turn of its own, or none yet: its place in the order is not found.";
        return Err(Refusal::new("no_place", message));
    }
    if !initiative::SCORES.contains(&score) {
        let (least, most) = (initiative::SCORES.start(), initiative::SCORES.end());
        return Err(Refusal::new("bad_value", format!("A score is from {least} to {most}.")));
    }
    Ok(())
}

/// Whether these are squares of the board, one at least.
fn on_the_board(world: &World, squares: &[Square]) -> Result<(), Refusal> {
    let map = world.resource::<Map>();
    if squares.is_empty() {
        return Err(Refusal::new("no_squares", "No square is named, so nothing would change."));
    }
    let beyond = squares.iter().find(|&&at| !map.contains(at));
    beyond.map_or(Ok(()), |&at| Err(Refusal::off_map(at)))
}

/// Whether a creature can be put on a square.
fn placeable(world: &World, id: Id, at: Square) -> Result<(), Refusal> {
    if world.part::<Body>(id).is_none() {
        return Err(Refusal::new("no_such_creature", "Only creatures can be placed."));
    }
    if is_to_come(world, id) {
        let message = "It has yet to come, so it cannot be put anywhere.";
        return Err(Refusal::new("not_on_map", message));
    }
    let along = company(world, id, MoveKind::Placed);
    let comes = |other: Id| other == id || along.iter().any(|(known, _)| *known == other);
    let (from, to) = (*world.the::<Position>(id), put_on(world, id, at));
    // Where it is put itself is on the map, so that squares beside that can be worked out.
    fits(world, id, Place { space: Footprint { at, ..space(world, id) }, height: to.height }, comes)?;
    for &(other, _) in &along {
        let Place { space, height } = Place::of(world, other);
        let moved = space.at.offset(at.x - from.at.x, at.y - from.at.y);
        let space = Footprint { at: moved, ..space };
        let height = Length(height.0 + to.height.0 - from.height.0);
        fits(world, other, Place { space, height }, comes)?;
    }
    Ok(())
}

/// Where a creature stands that is put on a square.
fn put_on(world: &World, id: Id, at: Square) -> Position {
    let height = floor_of(world, Footprint { at, ..space(world, id) });
    Position { at, height }
}

/// Whether there is room for a creature in a place, those who come there with it aside.
fn fits(world: &World, id: Id, to: Place, comes: impl Fn(Id) -> bool) -> Result<(), Refusal> {
    let space = to.space;
    let map = world.resource::<Map>();
    if let Some(beyond) = space.squares().find(|&square| !map.contains(square)) {
        return Err(Refusal::off_map(beyond));
    }
    if divided(world, space) || space.squares().any(|square| map.solid(square)) {
        return Err(Refusal::new("blocked", "A wall stands there."));
    }
    if space.squares().any(|square| closed_door_at(world, square)) {
        return Err(Refusal::new("blocked", "A closed door stands there."));
    }
    let filled = space.squares().find_map(|square| fills(world, square));
    if let Some(thing) = filled {
        let name = world.resource::<Names>().name(thing);
        return Err(Refusal::new("blocked", format!("{name} stands there, up to the ceiling.")));
    }
    let ruleset = world.resource::<Rules>().0;
    let there = |other: Id| ruleset.collide(to, Place::of(world, other)) && !ruleset.may_share(world, id, other);
    if on_map(world).any(|other| !comes(other) && there(other)) {
        return Err(Refusal::new("occupied", "Somebody stands there."));
    }
    Ok(())
}

/// What takes up a square up to the ceiling.
fn fills(world: &World, at: Square) -> Option<Id> {
    let thing = thing_at(world, at)?;
    let up_to_the_ceiling = world.the::<Thing>(thing).blocks && top_of(world, thing).is_none();
    (up_to_the_ceiling && world.part::<DoorState>(thing).is_none()).then_some(thing)
}

/// Whether a new creature can come.
fn comes(world: &World, at: Square, side: &str, kind: &str, name: &str) -> Result<(), Refusal> {
    if !world.resource::<Map>().contains(at) {
        return Err(Refusal::off_map(at));
    }
    let level = &world.resource::<LevelRes>().0;
    if !level.sides.iter().any(|known| known.id == *side) {
        return Err(Refusal::new("no_such_side", format!("There is no side `{side}`.")));
    }
    let Some((size, _)) = world.resource::<Rules>().0.stature(kind) else {
        let message = format!("There is no creature kind `{kind}`.");
        return Err(Refusal::new("no_such_kind", message));
    };
    crate::level::check_name(name).map_err(|why| Refusal::new("bad_name", why))?;
    if world.resource::<Names>().find(name).is_some() {
        return Err(Refusal::new("name_taken", format!("There is a `{name}` already.")));
    }
    if !environment::has_room(world, size.edge()) {
        let message = format!("There is no room on the board for {kind}.");
        return Err(Refusal::new("no_room", message));
    }
    Ok(())
}

pub(in crate::battle) fn apply(world: &mut World, act: &GmAct) {
    let ruleset = world.resource::<Rules>().0;
    let name = |world: &World, id: Id| world.resource::<Names>().name(id).to_string();
    let text = match act {
        GmAct::Place { creature, at } => {
            let to = put_on(world, *creature, *at);
            let before = Place::of(world, *creature);
            move_with_attached(world, *creature, to, MoveKind::Placed);
            ruleset.displaced(world, *creature);
            if is_on_map(world, *creature) {
                ruleset.arrives(world, *creature, before, MoveKind::Placed);
            }
            format!("{} is put on {},{}", name(world, *creature), at.x, at.y)
        }
        GmAct::Spawn { kind, name, side, at } => {
            let spec = crate::level::Creature {
                name: name.clone(),
                kind: kind.clone(),
                side: side.clone(),
                at: *at,
                size: None,
                height: None,
                elevation: None,
                light: Length(0),
                items: None,
                rules: std::collections::BTreeMap::new(),
                arrives: None,
                called: false,
                bystander: false,
                manner: None,
            };
            match spawn::creature(world, &spec) {
                Ok(id) => environment::bring_in(world, id),
                Err(message) => world.tell(Event::note(message)),
            }
            format!("{name} joins")
        }
        GmAct::Remove { creature } => {
            if world.part::<Thing>(*creature).is_some() {
                spawn::destroy(world, *creature);
            } else {
                spawn::leave(world, *creature, true);
            }
            format!("{} is taken out", name(world, *creature))
        }
        GmAct::Terrain { squares, becomes } => {
            environment::change_terrain(world, squares, becomes);
            let map = world.resource::<Map>();
            let ground = map.terrain_index(becomes).map(|index| map.terrains()[usize::from(index)].name.to_lowercase());
            let ending = if squares.len() == 1 { "s" } else { "" };
            let ground = ground.unwrap_or_default();
            format!("{} become{ending} {ground}", counted(squares.len(), "square"))
        }
        GmAct::Light { squares, becomes } => {
            environment::change_light(world, squares.as_deref(), *becomes);
            format!("the light is {}", format!("{becomes:?}").to_lowercase())
        }
        GmAct::Gravity { squares, becomes } => {
            environment::change_gravity(world, squares.as_deref(), *becomes);
            format!("gravity is {becomes} hundredths of the usual one")
        }
        GmAct::Weather { becomes } => {
            environment::change_weather(world, *becomes);
            "the weather changes".to_string()
        }
        GmAct::Fire { event } => {
            let level = world.resource::<LevelRes>().0.clone();
            let index = level.events.iter().position(|known| known.id == *event);
            environment::fire(world, index.expect("a checked event should be in the level"));
            format!("event {event}")
        }
        GmAct::Initiative { creature, score } => {
            world.resource_mut::<Flow>().rescore(*creature, *score);
            format!("{}'s initiative is {score}", name(world, *creature))
        }
        GmAct::Set { creature, stat, value } => {
            ruleset.set(world, *creature, stat, *value);
            format!("{}: {stat} is {value}", name(world, *creature))
        }
        GmAct::Damage { creature, amount, kind } => {
            ruleset.harm(world, Hurt::new(*creature, by_hand(*amount), kind.clone()));
            format!("{amount} {kind} to {}", name(world, *creature))
        }
        GmAct::Heal { creature, amount } => {
            ruleset.mend(world, *creature, by_hand(*amount));
            format!("{} heals {amount}", name(world, *creature))
        }
        GmAct::AddCondition { creature, condition } => {
            ruleset.add_condition(world, *creature, ruleset.own_word(condition));
            format!("{} is {condition}", name(world, *creature))
        }
        GmAct::RemoveCondition { creature, condition } => {
            ruleset.remove_condition(world, *creature, ruleset.own_word(condition));
            format!("{} is no longer {condition}", name(world, *creature))
        }
        GmAct::Demand { creature, roll, against, called } => {
            let demanded =
                Demanded { creature: *creature, roll: roll.clone(), against: *against, called: called.clone() };
            launch(world, demanded);
            let known = ruleset.demands().into_iter().find(|(word, _)| word == roll);
            let read = known.map_or_else(|| roll.clone(), |(_, read)| read);
            format!("{}: {read} against {against}", name(world, *creature))
        }
        GmAct::Preside { here } => {
            world.resource_mut::<Flow>().presided = *here;
            if *here { "answers what is put to the table" } else { "answers nothing any more" }.to_string()
        }
        GmAct::Rule { creature, key, value } => {
            let creature = creature.expect("a checked override should name its creature");
            ruleset.overrule(world, key, creature, value.as_deref())
        }
    };
    let mut event = Event::new(What::Override { text: text.into() }).citing(world, SharedFact::Overrides);
    // Sides that do not know of it are not told where it was put.
    event.target = about(act);
    world.tell(event);
}

/// The creature or object that is changed.
fn about(act: &GmAct) -> Option<Id> {
    match act {
        GmAct::Set { creature, .. }
        | GmAct::Damage { creature, .. }
        | GmAct::Heal { creature, .. }
        | GmAct::AddCondition { creature, .. }
        | GmAct::RemoveCondition { creature, .. }
        | GmAct::Initiative { creature, .. }
        | GmAct::Place { creature, .. }
        | GmAct::Demand { creature, .. }
        | GmAct::Remove { creature } => Some(*creature),
        GmAct::Rule { creature, .. } => *creature,
        GmAct::Spawn { .. }
        | GmAct::Terrain { .. }
        | GmAct::Light { .. }
        | GmAct::Gravity { .. }
        | GmAct::Weather { .. }
        | GmAct::Preside { .. }
        | GmAct::Fire { .. } => None,
    }
}

/// A number that comes from the game master alone.
fn by_hand(amount: i32) -> Trace {
    Trace::new("game master", amount)
}

/// Why nothing is done to a creature that is not there yet.
const TO_COME: &str = "It has yet to come, so nothing befalls it.";

/// Whether an override that is the ruleset's says only what stands in its lexicon.
fn in_lexicon(world: &World, ruleset: &dyn Ruleset, act: &GmAct) -> Result<(), Refusal> {
    let (&creature, what) = match act {
        GmAct::Set { creature, .. }
        | GmAct::Damage { creature, .. }
        | GmAct::Heal { creature, .. }
        | GmAct::AddCondition { creature, .. }
        | GmAct::RemoveCondition { creature, .. }
        | GmAct::Rule { creature: Some(creature), .. } => (creature, world.part::<Creature>(*creature)),
        GmAct::Rule { .. } => return Err(Refusal::new("no_creature", "Name the creature.")),
        _ => return Ok(()),
    };
    let breaks = !ruleset.sheet(world, creature).gauges.is_empty();
    let harmed = matches!(act, GmAct::Set { .. } | GmAct::Damage { .. });
    let decided = |known: &OwnOverride| matches!(act, GmAct::Rule { key, .. } if known.key == *key);
    let own = what.is_none() && ruleset.object_overrides(world, creature).iter().any(decided);
    if what.is_none() && !(harmed && breaks) && !own {
        return Err(Refusal::new("no_creature", "That is no creature."));
    }
    let refused = |code: &'static str, message: String| Err(Refusal::new(code, message));
    let lexicon = ruleset.lexicon();
    match act {
        GmAct::Set { stat, value, .. } => {
            let of_creatures = lexicon.stats.iter().filter(|_| what.is_some());
            let of_things = std::iter::once(lexicon.object_hp).filter(|_| what.is_none());
            let known: Vec<&StatWord> = of_creatures.chain(of_things).collect();
            let Some(word) = known.iter().find(|known| known.key == stat) else {
                let known: Vec<&str> = known.iter().map(|known| known.key).collect();
                let known = known.join(", ");
                return refused("no_such_stat", format!("There is no stat `{stat}`; settable are {known}."));
            };
            if !word.bounds.contains(value) {
                let (least, most) = (word.bounds.start(), word.bounds.end());
                return refused("bad_value", format!("`{stat}` is from {least} to {most}. {}", word.means));
            }
            // What a gauge cannot hold would be cut off.
            let sheet = ruleset.sheet(world, creature);
            let full = sheet.gauges.iter().find(|gauge| gauge.key == *stat && gauge.max < *value);
            full.map_or(Ok(()), |gauge| {
                let message = format!("`{stat}` is at most {} here, so it is not set to {value}.", gauge.max);
                refused("bad_value", message)
            })
        }
        GmAct::Damage { .. } | GmAct::Heal { .. } if is_to_come(world, creature) => {
            refused("not_on_map", TO_COME.to_owned())
        }
        GmAct::Damage { kind, .. } if !lexicon.damage.iter().any(|(_, words)| one_of(words, kind)) => {
            refused("no_such_damage", format!("There is no damage type `{kind}`."))
        }
        GmAct::Heal { amount: 1.., .. } if lacks_nothing(&ruleset.sheet(world, creature)) => {
            refused("nothing_lacking", "It lacks nothing that could be healed.".to_owned())
        }
        GmAct::Heal { amount: 0, .. } => refused("bad_value", "Of 0 nothing heals.".to_owned()),
        GmAct::Damage { amount, .. } | GmAct::Heal { amount, .. } if !(0..=10_000).contains(amount) => {
            refused("bad_value", "Amounts are from 0 to 10000.".to_owned())
        }
        GmAct::AddCondition { condition, .. } | GmAct::RemoveCondition { condition, .. } => {
            let own = ruleset.own_word(condition);
            let mut given = lexicon.conditions.iter().filter(|known| known.given);
            if !given.any(|known| known.key == own) {
                return refused("no_such_condition", format!("There is no condition `{condition}`."));
            }
            if is_to_come(world, creature) {
                return refused("not_on_map", TO_COME.to_owned());
            }
            let has = ruleset.sheet(world, creature).ailments.iter().any(|known| known.key == own);
            match act {
                GmAct::RemoveCondition { .. } if !has => {
                    let message = format!("It is not `{condition}`, so nothing can be taken away.");
                    refused("not_there", message)
                }
                GmAct::AddCondition { .. } => ruleset.may_gain(world, creature, own, has),
                _ => ruleset.may_lose(world, creature, own),
            }
        }
        GmAct::Rule { key, .. } if lexicon.overrides.iter().all(|(known, ..)| known != key) => {
            let known: Vec<&str> = lexicon.overrides.iter().map(|&(known, ..)| known).collect();
            let known = known.join(", ");
            refused("no_such_rule", format!("`{key}` is no override here; known are {known}."))
        }
        _ => Ok(()),
    }
}

/// Whether a creature is whole, and has no condition of which healing might rid it.
fn lacks_nothing(sheet: &Sheet) -> bool {
    let of_the_body = [Measure::Health, Measure::DeepHealth, Measure::Ability];
    let mut gauges = sheet.gauges.iter().filter(|gauge| of_the_body.contains(&gauge.measure));
    sheet.ailments.is_empty() && gauges.all(|gauge| gauge.now >= gauge.max)
}

fn one_of(words: &[&str], word: &str) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}
