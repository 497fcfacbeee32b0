//! Setbacks: what a failure with a 1 brings, by a table of 2d10 (EDG-SPEC-4, EDG-SET).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Settled, sets_back};
use super::super::body::{creature, hands, life, trauma};
use super::super::data::traumas::Table;
use super::super::data::{
    Ability, Attack, Class, Gear, Slipped, conditions::*, options, tables, tables::Setback, tables::SetbackRow,
};
use super::super::field::{reach, sight};
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::rule;

/// EDG-SPEC-4: of a failure with these dice, if they bring one.
pub(super) fn of_dice(world: &mut World, settled: &Settled, kept: [u16; 2]) {
    if sets_back(kept) {
        befalls(world, settled);
    }
}

/// Rolls on the table and applies the row to the one who failed; which it was (EDG-SET-1). Looking ahead nothing is rolled: it would
/// make nineteen ways of one, and nearly all of them concern the roller alone.
pub(super) fn befalls(world: &mut World, settled: &Settled) -> Option<Setback> {
    let roller = settled.roller;
    if world.resource::<Dice>().looks_ahead() {
        world.note(roller, "a 1: a setback, which is not foreseen", rule!("EDG-SPEC-4"));
        return None;
    }
    if !options::has_setbacks(world) {
        world.note(roller, "a 1, but the level has no setbacks", rule!("EDG-SET-1"));
        return None;
    }
    let (row, number) = which(world, roller)?;
    let told = |what: &str| Event::note(what.to_owned()).actor(roller).by(row.rule());
    let setback = told(&format!("setback: {}", row.name));
    // EDG-SET-15: one who is certain does not learn that it is wrong.
    let own = side_of(world, roller);
    let lies = row.setback == Setback::Certainty && matches!(settled.aim, Aim::Hide | Aim::Search);
    for event in number.into_iter().chain([setback]) {
        if lies {
            tell_all_but(world, own, &event);
        } else {
            world.tell(event);
        }
    }
    let lasts = Lasts::TurnStart(roller);
    match row.setback {
        Setback::NotNow => stops(world, settled, false, row.rule()),
        Setback::Damn => fumbles(world, roller, settled.item.as_deref(), &row.rule()),
        Setback::Loss => stops(world, settled, true, row.rule()),
        Setback::Fright => {
            if let Some(source) = settled.whom.or_else(|| nearest_enemy(world, roller)) {
                gain_from(world, roller, FRIGHTENED, Some(source), lasts, [row.rule()]);
            }
        }
        Setback::Breach => _ = gain(world, roller, BREACHED, lasts, [row.rule()]),
        Setback::Deaf => _ = gain(world, roller, DEAFENED, lasts, [row.rule()]),
        Setback::Uneasiness => _ = gain(world, roller, UNEASY, Lasts::UntilEnded, [row.rule()]),
        Setback::Distraction => _ = gain(world, roller, DISTRACTED, Lasts::UntilEnded, [row.rule()]),
        Setback::Glare => _ = gain(world, roller, DAZZLED, lasts, [row.rule()]),
        Setback::Illness => _ = gain(world, roller, STUNNED, lasts, [row.rule()]),
        Setback::ItFell => lets_fall(world, roller, row.rule()),
        Setback::Tumble => life::knock_down(world, roller, row.rule()),
        Setback::FriendHit if settled.aim != Aim::Attack => {
            world.tell(told("no attack: nothing changes"));
            return None;
        }
        Setback::Worse if settled.aim != Aim::Save => {
            world.tell(told("no save: nothing changes"));
            return None;
        }
        Setback::Trauma => match hurt_by(settled) {
            Some(table) => trauma::suffer(world, roller, table, settled.whom, vec![row.rule()]),
            None => world.tell(told("nothing that could hurt: nothing changes")),
        },
        Setback::Fatigue => life::tires(world, roller, 1, row.rule()),
        // What is told alone, and what lasts beyond a fight.
        Setback::Worse | Setback::Outrage | Setback::FriendHit | Setback::Gaffe | Setback::Certainty => {}
    }
    Some(row.setback)
}

/// EDG-SET-2: the mild trauma that befits a failure. A save of the mind brings one of the mind. Another save, a melee contest, a check of
/// Strength or Dexterity brings one of the body. An attack roll or a check of the mind brings none.
fn hurt_by(settled: &Settled) -> Option<Table> {
    let ability = settled.ability?;
    let of_mind = matches!(ability, Ability::Intelligence | Ability::Will);
    let of_body = matches!(ability, Ability::Strength | Ability::Dexterity);
    match settled.aim {
        Aim::Save if of_mind => Some(Table::Shock),
        Aim::Save => Some(Table::Injury),
        Aim::Contest if ability == Ability::Combativity || of_body => Some(Table::Injury),
        Aim::Attack | Aim::Quality | Aim::Contest => None,
        _ => of_body.then_some(Table::Injury),
    }
}

/// What a game master has said of the next setback of a creature: its row, or none at all.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Fated(pub Option<Setback>);

/// The row: as a game master has said, else by the dice, with what is told of these.
fn which(world: &mut World, roller: Id) -> Option<(&'static SetbackRow, Option<Event>)> {
    if let Some(Fated(fate)) = world.part::<Fated>(roller).copied() {
        let entity = world.entity_of(roller).expect("a creature should exist");
        world.entity_mut(entity).remove::<Fated>();
        let text = if fate.is_some() { "a setback of the game master's" } else { "the game master lets it pass" };
        world.note(roller, text, rule!("EDG-SET-1"));
        let row = tables::setbacks().iter().find(|row| Some(row.setback) == fate);
        return row.map(|row| (row, None));
    }
    let mut roll = world.resource_mut::<Dice>().roll(&Expression::dice(2, 10), "setback");
    let row = tables::setback(roll.value)?;
    roll.note("dice of a table", rule!("EDG-SPEC-13"));
    let event = Event::number(roller, roll).by(rule!("EDG-SPEC-4")).by(rule!("EDG-SET-1"));
    Some((row, Some(event)))
}

/// Tells every side but one.
pub(super) fn tell_all_but(world: &mut World, side: SideId, event: &Event) {
    for other in sides(world).filter(|&other| other != side) {
        world.tell_alone(other, event.clone());
    }
}

fn nearest_enemy(world: &World, id: Id) -> Option<Id> {
    let enemies = known_to(world, id).map(|(other, _)| other).filter(|&other| creature::hostile(world, id, other));
    enemies
        .filter(|&other| sight::sees(world, id, other))
        .min_by_key(|&other| (reach::distance(world, id, other), other))
}

/// EDG-SET-10: one of the things that it carries and does not hold falls, by the dice where there are several.
fn lets_fall(world: &mut World, id: Id, rule: Rule) {
    let unheld = |with: &&Attack| with.hands > 0 && hands::grip(world, id, &with.key) == 0;
    let all: Vec<String> =
        creature::profile(world, id).attacks.iter().filter(unheld).map(|with| with.key.clone()).collect();
    let Some(place) = one_of(world, all.len(), "what falls") else {
        return world.note(id, "carries nothing that it does not hold", rule);
    };
    hands::drop(world, id, &all[place], rule);
}

/// The place of one of so many, by a die where there are several; nothing where there is none.
pub(super) fn one_of(world: &mut World, count: usize, label: &'static str) -> Option<usize> {
    let last = count.checked_sub(1)?;
    if last == 0 {
        return Some(0);
    }
    let sides = u16::try_from(count).unwrap_or(u16::MAX);
    let die = world.resource_mut::<Dice>().roll(&Expression::dice(1, sides), label);
    Some(usize::try_from(die.value - 1).unwrap_or(0).min(last))
}

/// EDG-SET-7: the weapon of the check, else the first in hand: one for melee slips to the ground, another jams. Either takes an action.
pub(super) fn fumbles(world: &mut World, id: Id, used: Option<&str>, rule: &Rule) {
    let weapons: Vec<Attack> = hands::held(world, id)
        .iter()
        .filter_map(|held| hands::item(world, id, &held.key))
        .filter(|with| !with.damage.is_empty())
        .cloned()
        .collect();
    let meant = weapons.iter().find(|with| used == Some(with.key.as_str())).or(weapons.first());
    let Some(with) = meant else { return world.note(id, "no weapon in hand: nothing changes", rule.clone()) };
    if with.class == Class::Melee {
        let next = world.resource::<GroundItems<Attack>>().next_number();
        hands::drop(world, id, &with.key, rule.clone());
        world.resource_mut::<Slipped>().0.insert(next);
    } else {
        world.the_mut::<Gear>(id).stuck.push(with.key.clone().into());
        world.note(id, format!("{} jams and takes an action to be used again", with.name), rule.clone());
    }
}

/// What was used works no more: until an action is spent on it, or for good.
fn stops(world: &mut World, settled: &Settled, for_good: bool, rule: Rule) {
    let roller = settled.roller;
    let used = |with: &&Attack| with.hands > 0 && settled.item.as_ref().is_some_and(|key| **key == *with.key);
    let with = creature::profile(world, roller).attacks.iter().find(used);
    let Some((key, name)) = with.map(|with| (Text::from(with.key.clone()), with.name.clone())) else {
        return world.note(roller, "nothing was used", rule);
    };
    let mut gear = world.the_mut::<Gear>(roller);
    let list = if for_good { &mut gear.broken } else { &mut gear.stuck };
    list.push(key);
    let text = if for_good { format!("{name} is broken") } else { format!("{name} takes an action to be used again") };
    world.note(roller, text, rule);
}
