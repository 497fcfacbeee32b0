//! The game master's overrides, as this ruleset brings them about. Where there is no game master each row's own default holds.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Settled};
use super::super::body::exhaustion::{self, Exhaustion};
use super::super::body::source::Source;
use super::super::body::{breath, creature, gravity, life, radiation, rads, trauma};
use super::super::data::cards::{self, Hands};
use super::super::data::conditions::*;
use super::super::data::traumas::Table;
use super::super::data::{
    ALERTNESS, Ability, CUNNING, FORTITUDE, INSIGHT, INSPECTION, INTIMIDATION, LUCIDITY, MYSTIFICATION, REFLEX, SKILLS,
    SLEIGHT_OF_HAND, STAMINA, Skill, Structure, TurnUsage, Vitality, skill, tables,
};
use super::super::fight::draw;
use super::super::fight::setback::Fated;
use super::super::fight::special::{self, Exploiting};
use super::super::fight::upkeep;
use super::super::fight::weight::{self, Endured};
use crate::battle::{Event, *};
use crate::rule;

/// EDG-SKILL-10: a creature would frighten another.
const DEMORALISE: &str = "demoralise";
/// EDG-COND-CHA-2: a creature would win another over.
const PERSUADE: &str = "persuade";
/// EDG-HIDE-12: a creature may see through another's disguise.
const SEE_THROUGH: &str = "see_through";
/// EDG-HIDE-12: a creature may notice another's hand in its pocket.
const CATCH_THIEF: &str = "catch_thief";
/// EDG-SET-1: what the next setback of a creature is.
const SETBACK: &str = "setback";
/// EDG-SPEC-12: the exploit that a creature is asked for is another one, which the game master brings about.
const EXPLOIT: &str = "replace_exploit";
/// EDG-TRA-3: a creature suffers a trauma.
const TRAUMA: &str = "trauma";
/// EDG-TRA-25: an enemy orders a submissive creature about.
const ORDER: &str = "order";
/// EDG-GRAV-3: a day passes for a creature in high gravity.
const HEAVY_DAY: &str = "heavy_day";
/// EDG-GRAV-18: hours without weight pass for a creature.
const WEIGHTLESS_HOURS: &str = "weightless_hours";
/// EDG-CARD-2: the side of a creature takes a card.
const CARD: &str = "edge_card";
/// The word for one out of the pile.
const DRAW: &str = "pile";
/// The words of the tables.
const TABLES: [(&str, Table, &str); 4] = [
    ("injury", Table::Injury, "a mild one of the body"),
    ("impairment", Table::Impairment, "a severe one of the body"),
    ("shock", Table::Shock, "a mild one of the mind"),
    ("disorder", Table::Disorder, "a severe one of the mind"),
];
/// The word for no setback at all.
const NO_SETBACK: &str = "none";

/// What only this ruleset's game master decides.
pub(crate) const OVERRIDES: [(&str, &str, &str); 11] = [
    (DEMORALISE, "a name", "It would frighten that creature: Intimidation against Fortitude."),
    (PERSUADE, "a name", "It would win that creature over: Cunning against Insight."),
    (SEE_THROUGH, "a name", "It may see through that creature's disguise: Inspection against Mystification."),
    (CATCH_THIEF, "a name", "It may notice that creature's hand in its pocket: Alertness against Sleight of Hand."),
    (TRAUMA, "injury, impairment, shock or disorder", "It suffers a trauma of that table, by the dice."),
    (SETBACK, "a setback, or none", "Its next setback is that one, whatever the dice would say."),
    (CARD, "a card such as `E03`, or `pile`", "Its side takes that EDGE card in hand, or draws one."),
    (ORDER, "the name of an enemy", "That enemy tells it to stay, with a minor action, and it obeys."),
    (HEAVY_DAY, "", "A day passes for it in high gravity: it saves, and gets used to that by the fifth success."),
    (
        WEIGHTLESS_HOURS,
        "the name of who treats it, or nothing",
        "Four hours without weight pass for it: it saves against space sickness.",
    ),
    (
        EXPLOIT,
        "",
        "The exploit that it is asked for is none of the list; what comes of it, the game master brings about.",
    ),
];

/// Those that concern a creature.
pub(crate) fn own_overrides(world: &World, creature: Id) -> Vec<OwnOverride> {
    let concerns = |key: &str| match key {
        EXPLOIT => is_asked(world, creature),
        ORDER => trauma::has_key(world, creature, SUBMISSION),
        HEAVY_DAY => weight::may_get_used_to_weight(world, creature).is_ok(),
        WEIGHTLESS_HOURS => may_sicken(world, creature).is_ok(),
        _ => true,
    };
    let all = OVERRIDES.iter().filter(|(key, ..)| concerns(key));
    let row = |&(key, _, label): &(&str, &str, &str)| {
        let values = match key {
            SETBACK => {
                let named = tables::setbacks().iter().map(|row| (Some(row.key()), row.name.clone()));
                named.chain([(Some(NO_SETBACK.to_owned()), "none at all".to_owned())]).collect()
            }
            CARD => {
                let pile = world.resource::<Hands>().pile().into_iter();
                let named = pile.map(|card| (Some(card.key.clone()), card.words()));
                [(Some(DRAW.to_owned()), "one out of the pile".to_owned())].into_iter().chain(named).collect()
            }
            TRAUMA => TABLES.map(|(key, _, label)| (Some(key.to_owned()), label.to_owned())).to_vec(),
            EXPLOIT => vec![(None, "so be it".to_owned())],
            HEAVY_DAY => vec![(None, "a day".to_owned())],
            WEIGHTLESS_HOURS => {
                let alone = (None, "four hours".to_owned());
                [alone].into_iter().chain(others(world, creature)).collect()
            }
            _ => others(world, creature),
        };
        OwnOverride { key: key.into(), label: label.trim_end_matches('.').into(), values }
    };
    all.map(row).collect()
}

fn others(world: &World, id: Id) -> Vec<(Option<String>, String)> {
    let name = |id: Id| world.resource::<Names>().name(id).to_owned();
    on_map(world).filter(|&other| other != id).map(|other| (Some(name(other)), name(other))).collect()
}

/// Whether a creature is being asked for an exploit.
fn is_asked(world: &World, id: Id) -> bool {
    topmost::<Exploiting>(world).is_some_and(|(_, asked)| asked.settled.roller == id)
}

fn named(world: &World, id: Id, value: Option<&str>) -> Option<Id> {
    let other = world.resource::<Names>().find(value?)?;
    let there = other != id && world.part::<Creature>(other).is_some() && is_on_map(world, other);
    there.then_some(other)
}

/// Whether what a game master decides would do anything.
///
/// # Errors
/// Why not.
pub(crate) fn may_overrule(world: &World, key: &str, id: Id, value: Option<&str>) -> Result<(), Refusal> {
    match key {
        _ if !is_on_map(world, id) => Err(Refusal::new("gone", "It is not in the fight.")),
        DEMORALISE | PERSUADE | SEE_THROUGH | CATCH_THIEF if named(world, id, value).is_none() => {
            Err(Refusal::new("no_target", "Name another creature that is there."))
        }
        SETBACK if value != Some(NO_SETBACK) && row(value).is_none() => {
            Err(Refusal::new("bad_value", "Name a setback by its key, or `none`."))
        }
        TRAUMA if table(value).is_none() => {
            Err(Refusal::new("bad_value", "Name `injury`, `impairment`, `shock` or `disorder`."))
        }
        CARD => may_take(world, id, value.unwrap_or_default()),
        ORDER => orders(world, id, value).map(drop),
        HEAVY_DAY => weight::may_get_used_to_weight(world, id),
        WEIGHTLESS_HOURS if value.is_some() && named(world, id, value).is_none() => {
            Err(Refusal::new("no_target", "Name a creature that treats it, or none."))
        }
        WEIGHTLESS_HOURS => may_sicken(world, id),
        EXPLOIT if !is_asked(world, id) => Err(Refusal::new("not_asked", "It is not asked for an exploit.")),
        _ => Ok(()),
    }
}

/// EDG-CARD-1, EDG-CARD-3: whether the side of a creature can take a card, or draw one.
///
/// # Errors
/// The level has no cards, the pile has not that one, or the hand is full.
fn may_take(world: &World, id: Id, value: &str) -> Result<(), Refusal> {
    if !cards::are_played(world) {
        return Err(Refusal::by(rule!("EDG-CARD-1"), "no_cards", "The level has no EDGE cards."));
    }
    let hands = world.resource::<Hands>();
    if value == DRAW {
        return Ok(());
    }
    if !hands.pile().iter().any(|card| card.key == value) {
        return Err(Refusal::new("bad_value", "Name a card that is in the pile, or `pile`."));
    }
    if hands.of(side_of(world, id)).len() >= cards::MOST {
        return Err(Refusal::by(rule!("EDG-CARD-3"), "full_hand", "Its side holds three cards."));
    }
    Ok(())
}

/// The key of the trauma by which a creature obeys its enemies.
const SUBMISSION: &str = "submission";

/// The enemy that orders a submissive creature about.
///
/// # Errors
/// It obeys nobody, or that enemy has no minor action left.
fn orders(world: &World, id: Id, value: Option<&str>) -> Result<Id, Refusal> {
    if !trauma::has_key(world, id, SUBMISSION) {
        return Err(Refusal::by(rule!("EDG-TRA-25"), "free", "It obeys nobody."));
    }
    let other = named(world, id, value).filter(|&other| creature::hostile(world, other, id));
    let other = other.ok_or_else(|| Refusal::new("no_target", "Name an enemy that is there."))?;
    if world.the::<TurnUsage>(other).minor || creature::able(world, other).is_err() {
        return Err(Refusal::by(rule!("EDG-TRA-25"), "spent", "That enemy has no minor action left."));
    }
    Ok(other)
}

/// Whether hours without weight could make a creature ill (EDG-GRAV-18).
///
/// # Errors
/// They could not.
fn may_sicken(world: &World, id: Id) -> Result<(), Refusal> {
    if gravity::is_immune_to_sickness(world, id) {
        return Err(Refusal::by(rule!("EDG-GRAV-18"), "immune", "It is used to having no weight."));
    }
    if !gravity::is_weightless(world, id) {
        return Err(Refusal::by(rule!("EDG-GRAV-18"), "weight", "It has weight."));
    }
    Ok(())
}

fn table(word: Option<&str>) -> Option<Table> {
    TABLES.into_iter().find(|(key, ..)| Some(*key) == word).map(|(_, table, _)| table)
}

fn row(key: Option<&str>) -> Option<&'static tables::SetbackRow> {
    tables::setbacks().iter().find(|row| Some(row.key().as_str()) == key)
}

/// Brings it about; the sentence for the log.
pub(crate) fn overrule(world: &mut World, key: &str, id: Id, value: Option<&str>) -> String {
    let name = |world: &World, id: Id| world.resource::<Names>().name(id).to_owned();
    let own = name(world, id);
    match (key, named(world, id, value)) {
        (DEMORALISE | PERSUADE, Some(other)) => {
            let frightens = key == DEMORALISE;
            launch(world, Swaying { actor: id, other, frightens });
            let what = if frightens { "frighten" } else { "win over" };
            format!("{own} would {what} {}", name(world, other))
        }
        (SEE_THROUGH | CATCH_THIEF, Some(other)) => {
            launch(world, Noticing { viewer: id, other, disguised: key == SEE_THROUGH });
            format!("{own} looks at {}", name(world, other))
        }
        (SETBACK, _) => {
            let fate = row(value);
            world.put(id, Fated(fate.map(|row| row.setback)));
            let what = fate.map_or("none at all", |row| row.name.as_str());
            format!("the next setback of {own}: {what}")
        }
        (CARD, _) => {
            let value = value.unwrap_or_default();
            if value == DRAW {
                launch(world, draw::Dealt(id));
            } else {
                let side = side_of(world, id);
                draw::takes(world, side, id, value);
            }
            format!("the side of {own} takes an EDGE card")
        }
        (TRAUMA, _) => {
            let Some(table) = table(value) else { return String::new() };
            launch(world, Traumatised { creature: id, table });
            format!("{own} suffers a trauma")
        }
        (ORDER, _) => {
            let Ok(other) = orders(world, id, value) else { return String::new() };
            world.the_mut::<TurnUsage>(other).minor = true;
            world.tell(Event::resource(other, "minor action", (1, 0)).by(rule!("EDG-TRA-25")));
            gain_from(world, id, TOLD, Some(other), Lasts::TurnEnd(id), [rule!("EDG-TRA-25")]);
            format!("{} tells {own} to stay", name(world, other))
        }
        (HEAVY_DAY, _) => {
            launch(world, Endured::HeavyDay(id));
            format!("a day passes for {own}")
        }
        (WEIGHTLESS_HOURS, by) => {
            launch(world, Endured::Weightless(id, by));
            format!("four hours without weight pass for {own}")
        }
        (EXPLOIT, _) => {
            if is_asked(world, id) {
                land(world);
            }
            world.note(id, "another exploit, by the game master", rule!("EDG-SPEC-12"));
            format!("the exploit of {own} is another one")
        }
        _ => String::new(),
    }
}

/// A trauma that a game master gives, until its dice fall.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Traumatised {
    creature: Id,
    table: Table,
}

impl Later for Traumatised {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        trauma::suffer(world, self.creature, self.table, None, vec![rule!("EDG-TRA-3")]);
    }
}

/// A contest of words that a game master calls for, in flight.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Swaying {
    actor: Id,
    other: Id,
    frightens: bool,
}

impl Later for Swaying {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        let Self { actor, other, frightens } = self;
        if !is_on_map(world, actor) || !is_on_map(world, other) {
            return;
        }
        let (label, rule, skill, against) = if frightens {
            ("Intimidation", rule!("EDG-SKILL-10"), INTIMIDATION, (Ability::Will, Some(FORTITUDE)))
        } else {
            ("Cunning", rule!("EDG-CORE-8"), CUNNING, (Ability::Perception, Some(INSIGHT)))
        };
        let mut own = Check::new(world, actor, Aim::Contest, label, (Ability::Will, Some(skill)));
        let charmed =
            world.the::<Conditions>(other).0.iter().any(|one| one.key == CHARMED && one.source == Some(actor));
        if charmed {
            own.lean(true, Source::Charm, "it charms the other", rule!("EDG-COND-CHA-2"));
        }
        let its = Check::new(world, other, Aim::Contest, label, against);
        let won = special::contest(world, own, its, rule.clone()) == Some(true);
        if won && frightens {
            gain_from(world, other, FRIGHTENED, Some(actor), Lasts::TurnStart(actor), [rule]);
        } else if won {
            world.note(actor, "wins the other over", rule!("EDG-CORE-8"));
        }
    }
}

/// EDG-HIDE-12: a contest of one who may notice what another conceals, in flight.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Noticing {
    viewer: Id,
    other: Id,
    /// Whether it is a disguise; a theft otherwise.
    disguised: bool,
}

impl Later for Noticing {
    const STAGE: Stage = Stage::Rolls;

    /// A tie leaves things as they are: it is not noticed.
    fn happen(self, world: &mut World) {
        let Self { viewer, other, disguised } = self;
        if !is_on_map(world, viewer) || !is_on_map(world, other) {
            return;
        }
        let (own, its) = if disguised {
            (INSPECTION, (Ability::Tech, Some(MYSTIFICATION)))
        } else {
            (ALERTNESS, (Ability::Dexterity, Some(SLEIGHT_OF_HAND)))
        };
        let own = Check::new(world, viewer, Aim::Contest, "Perception", (Ability::Perception, Some(own)));
        let its = Check::new(world, other, Aim::Contest, "deceit", its);
        let noticed = special::contest(world, own, its, rule!("EDG-HIDE-12")) == Some(true);
        let text = match (noticed, disguised) {
            (false, _) => "notices nothing",
            (true, true) => "notices the disguise",
            (true, false) => "notices the theft",
        };
        world.tell(Event::note(text).actor(viewer).target(other).by(rule!("EDG-HIDE-12")));
    }
}

/// The word of the save that keeps the mind on what is kept up.
const CONCENTRATION: &str = "concentration";
/// The word before the skill of a value that is not rolled.
const PASSIVE: &str = "passive_";
/// The skills by which creatures save.
const SAVES: [&str; 4] = [STAMINA, REFLEX, LUCIDITY, FORTITUDE];
/// The skills that have such a value.
const NOTICES: [&str; 2] = [ALERTNESS, INSIGHT];

/// The rolls that can be demanded: a check of every skill, the save of concentration, and what is noticed without dice.
pub(crate) fn demands() -> Vec<(String, String)> {
    let check = |skill: &Skill| {
        let what = if SAVES.contains(&skill.key.as_str()) { "save" } else { "check" };
        (skill.key.clone(), format!("{} ({}) {what}", skill.ability.name(), skill.name))
    };
    let passive = |key: &&str| {
        let name = skill(key).map_or(*key, |skill| skill.name.as_str());
        (format!("{PASSIVE}{key}"), format!("{name} without dice"))
    };
    let mind = (CONCENTRATION.to_owned(), "Save to keep its mind on what it keeps up".to_owned());
    SKILLS.iter().map(check).chain([mind]).chain(NOTICES.iter().map(passive)).collect()
}

/// Makes one (EDG-CORE-6).
pub(crate) fn demand(world: &mut World, creature: Id, roll: &str, against: i32, called: &str) {
    if roll == CONCENTRATION {
        return upkeep::jolted(world, creature, against);
    }
    let passive = roll.strip_prefix(PASSIVE);
    let Some(skill) = skill(passive.unwrap_or(roll)) else { return };
    let success = if passive.is_some() {
        upkeep::passive(world, creature, &skill.name, skill.ability, &skill.key) >= against
    } else if SAVES.contains(&roll) {
        let check = Check::save(world, creature, skill.ability, &skill.key);
        special::save(world, check, against, None, rule!("EDG-CORE-6")).made
    } else {
        let with = (skill.ability, Some(skill.key.as_str()));
        let check = Check::new(world, creature, Aim::Task, skill.name.as_str(), with);
        let settled = Settled::of(creature, Aim::Task);
        special::attempt(world, check, Trace::new("difficulty", against), settled, rule!("EDG-CORE-6"))
    };
    tell_demanded(world, creature, called, success, rule!("EDG-CORE-6"));
}

/// Gives a condition by key; false when the key is unknown or it is there already.
pub(crate) fn add_condition(world: &mut World, id: Id, key: &str) -> bool {
    let turn = |key: &'static str, rule: Rule| (key, Lasts::TurnStart(id), rule);
    let given = match key {
        PRONE if has_condition(world, id, PRONE) => return false,
        PRONE => {
            life::knock_down(world, id, rule!("EDG-COND-PRO-1"));
            return true;
        }
        // A creature in a grasp, or with one in its own, is found.
        HIDDEN if !creature::holders(world, id).is_empty() || !creature::held_by(world, id).is_empty() => return false,
        HIDDEN => return hiding::hide_from_all(world, id, HIDDEN, rule!("EDG-HIDE-4")),
        ASLEEP => return life::sleeps(world, id, rule!("EDG-COND-UNC-6")),
        DEFENDING => turn(DEFENDING, rule!("EDG-ACT-3")),
        ON_GUARD => turn(ON_GUARD, rule!("EDG-XPL-2")),
        SURPRISED => (SURPRISED, Lasts::TurnEnd(id), rule!("EDG-SURP-5")),
        BREACHED => turn(BREACHED, rule!("EDG-SET-5")),
        _ => match GIVEN.into_iter().find(|given| *given == key) {
            Some(key) => (key, Lasts::UntilEnded, rule!("EDG-COND-GEN-1")),
            None => return false,
        },
    };
    let (key, lasts, rule) = given;
    let own = rule_of(key).filter(|own| *own != rule);
    gain(world, id, key, lasts, [rule].into_iter().chain(own))
}

/// Takes a condition away by key; false when it was not there.
pub(crate) fn remove_condition(world: &mut World, id: Id, key: &str) -> bool {
    match key {
        HIDDEN => return hiding::reveal(world, id, None, HIDDEN, rule!("EDG-COND-GEN-1")),
        ASLEEP => return life::wakes(world, id, rule!("EDG-COND-GEN-1")),
        BLEEDING if has_condition(world, id, BLEEDING) && !rads::keeps(world, id, BLEEDING) => {
            life::stop_bleeding(world, id, rule!("EDG-COND-GEN-1"));
            return true;
        }
        _ => {}
    }
    if let Some((_, stays, rule)) = kept(world, id, key) {
        // What it has from elsewhere goes.
        world.change::<Conditions, _>(id, |all| all.0.retain(|one| one.key != key || one.source == Some(id)));
        world.note(id, format!("it {stays}"), rule);
        return true;
    }
    let known = GIVEN.into_iter().find(|given| *given == key);
    let rules = [rule!("EDG-COND-GEN-1")].into_iter().chain((key == HELD_ALOFT).then_some(rule!("EDG-FLY-4")));
    known.is_some_and(|key| lose(world, id, key, rules))
}

/// The stat of rads.
const RADS: &str = "rads";
/// That of breath.
const BREATH: &str = "breath";
/// The stat of exhaustion.
const EXHAUSTION: &str = "exhaustion";

/// Whether a creature can be rid of a condition.
///
/// # Errors
/// Exhaustion or rads keep it there.
pub(crate) fn may_lose(world: &World, id: Id, key: &str) -> Result<(), Refusal> {
    let from_elsewhere = |one: &Condition| one.key == key && one.source != Some(id);
    match kept(world, id, key) {
        Some((code, stays, rule)) if !world.the::<Conditions>(id).0.iter().any(from_elsewhere) => {
            Err(Refusal::by(rule, code, format!("It {stays}.")))
        }
        _ => Ok(()),
    }
}

/// What keeps a condition on a creature, if anything does: how a refusal names it, what is told of it, the rule.
fn kept(world: &World, id: Id, key: &str) -> Option<(&'static str, &'static str, Rule)> {
    if exhaustion::keeps(world, id, key) {
        Some(("exhausted", "stays while the exhaustion does", rule!("EDG-EXH-8")))
    } else if rads::keeps(world, id, key) {
        Some(("rads", "stays until its rads drop", rule!("EDG-RAD-4")))
    } else {
        None
    }
}

/// Whether the referee may set a creature's stat to a value.
///
/// # Errors
/// It has something to breathe, or its breath does not last so long.
pub(crate) fn may_set(world: &World, id: Id, stat: &str, value: i32) -> Result<(), Refusal> {
    if stat == BREATH { breath::may_set(world, id, value) } else { Ok(()) }
}

/// The referee sets a creature's Vitality, how exhausted it is, or the points of an object. What follows from it follows: a creature
/// that has points is awake.
pub(crate) fn set(world: &mut World, id: Id, stat: &str, value: i32) {
    if let Some(mut left) = world.part_mut::<Structure>(id) {
        left.now = value.min(left.max);
        return;
    }
    if stat == EXHAUSTION {
        let levels = u8::try_from(value.clamp(0, 6)).unwrap_or(0);
        let now = Exhaustion { levels, ..world.part::<Exhaustion>(id).copied().unwrap_or_default() };
        return life::is_tired(world, id, now, rule!("EDG-COND-GEN-1"));
    }
    if stat == RADS {
        return radiation::set(world, id, value, vec![rule!("EDG-COND-GEN-1")], None);
    }
    if stat == BREATH {
        return breath::set(world, id, value);
    }
    let most = exhaustion::vp_max(world, id);
    world.the_mut::<Vitality>(id).0 = value.min(most);
    if value > 0 {
        life::wake(world, id);
    }
}
