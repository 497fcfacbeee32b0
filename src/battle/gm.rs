//! The game master's overrides: whether one can be brought about, and bringing it about.

use bevy::prelude::*;

use super::{Event, *};

pub(super) fn check(world: &World, act: &GmAct) -> Result<(), Refusal> {
    let map = world.resource::<Map>();
    let exists = |id: &Id| {
        if world.entity_of(*id).is_some() {
            Ok(())
        } else {
            Err(Refusal::new(
                "no_such_creature",
                format!("There is nothing with the identity {id}."),
            ))
        }
    };
    if let Some(id) = about(act).filter(|_| !matches!(act, GmAct::Rule { .. })) {
        exists(&id)?;
    }
    let on_somebody = matches!(
        act,
        GmAct::Set { .. }
            | GmAct::Damage { .. }
            | GmAct::Heal { .. }
            | GmAct::AddCondition { .. }
            | GmAct::RemoveCondition { .. }
    );
    let gone = |id: Id| world.part::<Dead>(id).is_some() || world.part::<Fled>(id).is_some();
    if about(act).is_some_and(|id| on_somebody && gone(id)) {
        return Err(Refusal::new("gone", "That creature is not in the fight any more."));
    }
    let is_creature = |id: Id| world.part::<Creature>(id).is_some();
    match act {
        GmAct::Remove { creature }
            if gone(*creature) || !(is_creature(*creature) || world.part::<Thing>(*creature).is_some()) =>
        {
            return Err(Refusal::new("no_such_creature", "That is not in the fight."));
        }
        GmAct::Initiative { creature, .. } if !is_creature(*creature) || !is_on_map(world, *creature) => {
            return Err(Refusal::new(
                "not_on_map",
                "Only creatures on the map have a place in the order of turns.",
            ));
        }
        GmAct::Initiative { score, .. } if !initiative::SCORES.contains(score) => {
            let (least, most) = (initiative::SCORES.start(), initiative::SCORES.end());
            return Err(Refusal::new("bad_value", format!("A score is from {least} to {most}.")));
        }
        GmAct::Place { at, .. } if !map.contains(*at) => return Err(Refusal::off_map(*at)),
        GmAct::Place { creature, at } => {
            let Some(body) = world.part::<Body>(*creature) else {
                return Err(Refusal::new("no_such_creature", "Only creatures can be placed."));
            };
            let side = body.side;
            let along = company(world, *creature, Going::Placed);
            let comes = |other: Id| other == *creature || along.iter().any(|(known, _)| *known == other);
            let to = crate::grid::Footprint { at: *at, side };
            if divided(world, to) {
                return Err(Refusal::new("blocked", "A wall stands there."));
            }
            if to.squares().any(|square| map.solid(square)) {
                return Err(Refusal::new("blocked", "A wall stands there."));
            }
            let ruleset = world.resource::<Rules>().0;
            let to = Place {
                space: to,
                height: floor(world, to.at),
            };
            let there = |other: Id| ruleset.collide(to, Place::of(world, other));
            if on_map(world).any(|other| !comes(other) && there(other)) {
                return Err(Refusal::new("occupied", "Somebody stands there."));
            }
        }
        GmAct::Spawn { at, side, kind, name } => {
            if !map.contains(*at) {
                return Err(Refusal::off_map(*at));
            }
            let level = &world.resource::<LevelRes>().0;
            if !level.sides.iter().any(|known| known.id == *side) {
                return Err(Refusal::new("no_such_side", format!("There is no side `{side}`.")));
            }
            if world.resource::<Rules>().0.stature(kind).is_none() {
                return Err(Refusal::new(
                    "no_such_kind",
                    format!("There is no creature kind `{kind}`."),
                ));
            }
            if name.trim().is_empty() || name.starts_with('#') || name.chars().any(char::is_control) {
                return Err(Refusal::new(
                    "bad_name",
                    "A name is a word or several, and does not begin with `#`, as identities do.",
                ));
            }
            if world.resource::<Names>().find(name).is_some() {
                return Err(Refusal::new("name_taken", format!("There is a `{name}` already.")));
            }
        }
        GmAct::Terrain { squares, becomes } => {
            if map.terrain_index(becomes).is_none() {
                return Err(Refusal::new(
                    "no_such_terrain",
                    format!("This level has no terrain `{becomes}`."),
                ));
            }
            if let Some(at) = squares.iter().find(|&&at| !map.contains(at)) {
                return Err(Refusal::off_map(*at));
            }
        }
        GmAct::Light {
            squares: Some(squares), ..
        } => {
            if let Some(at) = squares.iter().find(|&&at| !map.contains(at)) {
                return Err(Refusal::off_map(*at));
            }
        }
        GmAct::Fire { event } => {
            let level = &world.resource::<LevelRes>().0;
            if !level.events.iter().any(|known| known.id == *event) {
                return Err(Refusal::new(
                    "no_such_event",
                    format!("This level has no event `{event}`."),
                ));
            }
        }
        _ => {}
    }
    let ruleset = world.resource::<Rules>().0;
    in_lexicon(world, ruleset, act)?;
    match act {
        GmAct::Rule {
            key,
            creature: Some(creature),
            value,
        } => ruleset.may_overrule(world, key, *creature, value.as_deref()),
        _ => Ok(()),
    }
}

pub(super) fn apply(world: &mut World, act: &GmAct) {
    let ruleset = world.resource::<Rules>().0;
    let name = |world: &World, id: Id| world.resource::<Names>().name(id).to_string();
    let text = match act {
        GmAct::Place { creature, at } => {
            let to = Position {
                at: *at,
                height: floor(world, *at),
            };
            bring(world, *creature, to, Going::Placed);
            ruleset.displaced(world, *creature);
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
                light: crate::grid::Length(0),
                items: None,
                rules: std::collections::BTreeMap::new(),
                arrives: None,
            };
            match spawn::creature(world, &spec) {
                Ok(id) => environment::bring_in(world, id),
                Err(message) => world.tell(Event::new(What::Note { text: message.into() })),
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
            format!("{} squares become {becomes}", squares.len())
        }
        GmAct::Light { squares, becomes } => {
            environment::change_light(world, squares.as_deref(), *becomes);
            format!("the light is {becomes:?}")
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
            let mut flow = world.resource_mut::<Flow>();
            let active = flow.active();
            flow.order.retain(|slot| slot.creature != *creature);
            if let Some(place) = active.and_then(|active| flow.place(active)) {
                flow.at = place;
            }
            flow.insert(*creature, *score, 0);
            if let Some(place) = active.and_then(|active| flow.place(active)) {
                flow.at = place;
            }
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
            ruleset.add_condition(world, *creature, condition);
            format!("{} is {condition}", name(world, *creature))
        }
        GmAct::RemoveCondition { creature, condition } => {
            ruleset.remove_condition(world, *creature, condition);
            format!("{} is no longer {condition}", name(world, *creature))
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
        | GmAct::Remove { creature } => Some(*creature),
        GmAct::Rule { creature, .. } => *creature,
        GmAct::Spawn { .. }
        | GmAct::Terrain { .. }
        | GmAct::Light { .. }
        | GmAct::Weather { .. }
        | GmAct::Fire { .. } => None,
    }
}

/// A number that is nobody's but the game master's.
fn by_hand(amount: i32) -> Trace {
    Trace::new("game master", amount)
}

/// Whether an override that is the ruleset's says only what stands in its lexicon.
fn in_lexicon(world: &World, ruleset: &dyn Ruleset, act: &GmAct) -> Result<(), Refusal> {
    let (&creature, what) = match act {
        GmAct::Set { creature, .. }
        | GmAct::Damage { creature, .. }
        | GmAct::Heal { creature, .. }
        | GmAct::AddCondition { creature, .. }
        | GmAct::RemoveCondition { creature, .. }
        | GmAct::Rule {
            creature: Some(creature),
            ..
        } => (creature, world.part::<Creature>(*creature)),
        GmAct::Rule { .. } => return Err(Refusal::new("no_creature", "Name the creature.")),
        _ => return Ok(()),
    };
    let breaks = !ruleset.sheet(world, creature).gauges.is_empty();
    let harmed = matches!(act, GmAct::Set { .. } | GmAct::Damage { .. });
    if what.is_none() && !(harmed && breaks) {
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
                return refused(
                    "no_such_stat",
                    format!("There is no stat `{stat}`; settable are {known}."),
                );
            };
            if word.bounds.contains(value) {
                return Ok(());
            }
            let (least, most) = (word.bounds.start(), word.bounds.end());
            refused(
                "bad_value",
                format!("`{stat}` is from {least} to {most}. {}", word.means),
            )
        }
        GmAct::Damage { kind, .. } if !lexicon.damage.iter().any(|(_, words)| one_of(words, kind)) => {
            refused("no_such_damage", format!("There is no damage type `{kind}`."))
        }
        GmAct::Damage { amount, .. } | GmAct::Heal { amount, .. } if !(0..=10_000).contains(amount) => {
            refused("bad_value", "Amounts are from 0 to 10000.".to_owned())
        }
        GmAct::AddCondition { condition, .. } | GmAct::RemoveCondition { condition, .. } => {
            let own = ruleset.own_word(condition);
            let mut given = lexicon.conditions.iter().filter(|known| known.given);
            if given.any(|known| known.key == own) {
                return Ok(());
            }
            refused("no_such_condition", format!("There is no condition `{condition}`."))
        }
        GmAct::Rule { key, .. } if lexicon.overrides.iter().all(|(known, ..)| known != key) => {
            let known: Vec<&str> = lexicon.overrides.iter().map(|&(known, ..)| known).collect();
            let known = known.join(", ");
            refused(
                "no_such_rule",
                format!("`{key}` is no override here; known are {known}."),
            )
        }
        _ => Ok(()),
    }
}

fn one_of(words: &[&str], word: &str) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}
