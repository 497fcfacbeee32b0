//! Traumas: how one is suffered, and what it changes of a creature (EDG-TRA, EDG-DEATH-4).

use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::cards::{self, Hands, When};
use super::super::data::conditions::{BLEEDING, MUTED, STUNNED};
use super::super::data::start::Suffered;
use super::super::data::traumas::{
    self, LUCKY_CHARM, STUTTER, TERROR, Table, Trauma, TraumaRow, Traumas, Where, Worse,
};
use super::super::data::{
    ACROBATICS, ATHLETICS, Ability, CLIMBING, DamageType, HalfMetres, STEALTH, SWIMMING, Stats, WRESTLING,
};
use super::lasting::{self, Hold};
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::rule;

/// EDG-TRA-10: what an injured leg takes off the speed.
const LIMP: HalfMetres = 4;

/// How many successes heal a trauma (EDG-REST-4).
pub(crate) const SUCCESSES: u8 = 3;

/// The traumas of a creature.
pub(crate) fn of(world: &World, id: Id) -> impl Iterator<Item = (&Trauma, &'static TraumaRow)> {
    let all = world.part::<Traumas>(id).map_or(&[][..], |all| &all.0);
    all.iter().filter_map(|one| Some((one, one.row()?)))
}

/// How many it has (EDG-STAB-1).
pub(crate) fn count(world: &World, id: Id) -> i32 {
    let open = of(world, id).filter(|(one, _)| !one.healed).count();
    i32::try_from(open).unwrap_or(i32::MAX)
}

/// EDG-TRA-1: whether damage harms the mind most; where as much came to the body, the body.
pub(crate) fn is_of_mind(parts: &[DamagePart]) -> bool {
    let of = |mind: bool| {
        let psychic = DamageType::Psychic.kind().key;
        let all = parts.iter().filter(move |part| (part.kind.key == psychic) == mind);
        all.map(|part| part.amount).max().unwrap_or(0)
    };
    of(true) > of(false)
}

/// Suffers one of a table, by the dice; one of the body brings none of the mind (EDG-TRA-6). Looking ahead none is rolled: it would make
/// a dozen ways of one.
pub(crate) fn suffer(world: &mut World, id: Id, table: Table, by: Option<Id>, why: Vec<Rule>) {
    if !is_on_map(world, id) {
        return;
    }
    if world.resource::<Dice>().looks_ahead() {
        return world.tell(Event::note("a trauma, which is not foreseen").actor(id).by_all(why));
    }
    let mut scar = Scar { id, table, by, why, spared: false, line: Vec::new() };
    if world.resource::<Hands>().any() {
        scar.line = sides(world).filter(|&side| scar.concerns(world, side)).collect();
    }
    if scar.line.is_empty() {
        is_rolled(world, scar);
    } else {
        launch(world, scar);
    }
}

/// A trauma that is about to be rolled, and the sides that may spare its victim by a card, the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Scar {
    /// Whose.
    pub id: Id,
    table: Table,
    by: Option<Id>,
    why: Vec<Rule>,
    /// EDG-CARD-6: whether it is none.
    pub spared: bool,
    /// The sides that are still to be asked.
    pub line: Vec<SideId>,
}

impl Scar {
    /// EDG-CARD-10: whether a side is asked about it.
    pub(crate) fn concerns(&self, world: &World, side: SideId) -> bool {
        let own = side_of(world, self.id) == side;
        !self.spared
            && (own || knows(world, side, self.id))
            && !cards::answers(world, side, When::Trauma).is_empty()
            && cards::heeds(world, side, own)
    }
}

/// The dice of a trauma fall.
pub(crate) fn is_rolled(world: &mut World, scar: Scar) {
    let Scar { id, table, by, why, .. } = scar;
    if !is_on_map(world, id) {
        return;
    }
    let roll = world.resource_mut::<Dice>().roll(&Expression::dice(1, table.sides()), "trauma");
    let Some(row) = traumas::row(table, roll.value) else { return };
    world.tell(Event::number(id, roll).by_all(why));
    let lost = loses(world, id, row);
    let charm = (row.key == LUCKY_CHARM).then(|| nearest_ally(world, id)).flatten();
    let trauma = Trauma {
        key: row.key.clone().into(),
        lost,
        by,
        charm,
        tested: false,
        successes: 0,
        healed: false,
        mended: false,
    };
    let event = Event::note(format!("suffers: {}", row.name)).actor(id).by(row.rule());
    // EDG-TRA-5: it comes beside those that are there.
    world.tell(if count(world, id) > 0 { event.by(rule!("EDG-TRA-5")) } else { event });
    world.the_mut::<Traumas>(id).0.push(trauma);
    if row.key == STUTTER {
        gain_from(world, id, MUTED, Some(id), Lasts::UntilEnded, [rule!("EDG-TRA-21")]);
    }
    if row.checks == Worse::Leg {
        world.note(id, "2 m slower", rule!("EDG-TRA-10"));
    }
    if row.stuns || table == Table::Impairment {
        let rule = if table == Table::Impairment { rule!("EDG-TRA-12") } else { row.rule() };
        let ends = lasting::until_next_turn_ends(world, id);
        lasting::afflict(world, id, Hold { key: STUNNED.into(), source: id, ends }, rule);
    }
    if table == Table::Impairment {
        gain(world, id, BLEEDING, Lasts::UntilEnded, [rule!("EDG-TRA-13")]);
    }
}

/// EDG-TRA-7, EDG-TRA-15, EDG-TRA-26: one of its abilities is a point lower, and with it everything that comes of it (EDG-TRA-30).
fn loses(world: &mut World, id: Id, row: &'static TraumaRow) -> Option<Ability> {
    let sides = u16::try_from(row.loses.len()).ok().filter(|&sides| sides > 0)?;
    let die = world.resource_mut::<Dice>().roll(&Expression::dice(1, sides), "which ability");
    let ability = *row.loses.get(usize::try_from(die.value - 1).ok()?)?;
    let rule = if row.table == Table::Disorder { rule!("EDG-TRA-26") } else { row.rule() };
    let before = raise(world, id, ability, -1);
    let event = Event::resource(id, ability.name().to_lowercase(), (before, before - 1));
    world.tell(event.by(rule).by(rule!("EDG-TRA-30")));
    Some(ability)
}

/// EDG-TRA-30: an ability is so much higher, or lower; how it was before.
fn raise(world: &mut World, id: Id, ability: Ability, by: i32) -> i32 {
    let mut profile = (*world.the::<Stats>(id).0).clone();
    let before = profile.ability(ability);
    profile.raise(ability, by);
    world.the_mut::<Stats>(id).0 = Arc::new(profile);
    before
}

/// EDG-CAMP-1: what a creature has suffered before the skirmish.
pub(crate) fn bring(world: &mut World, id: Id, all: &[Suffered]) {
    for one in all {
        let Some(row) = traumas::by_key(&one.key) else { continue };
        let lost = one.lost.or(row.loses.first().copied()).filter(|_| takes_points(one, row));
        if let Some(ability) = lost {
            raise(world, id, ability, -1);
        }
        world.the_mut::<Traumas>(id).0.push(Trauma {
            key: row.key.clone().into(),
            lost,
            by: None,
            charm: None,
            tested: false,
            successes: one.successes,
            healed: one.healed,
            mended: one.mended,
        });
    }
}

/// Whether a point of an ability is still missing for it. What a disorder takes is not permanent; what an impairment takes is.
fn takes_points(one: &Suffered, row: &TraumaRow) -> bool {
    if row.table == Table::Impairment { !one.mended } else { !one.healed }
}

/// EDG-CAMP-1: what is told of them before the first round, and whom they are about, where that one is there.
pub(crate) fn tell_brought(world: &mut World, id: Id, all: &[Suffered]) {
    for (place, one) in all.iter().enumerate() {
        let whom = one.of.as_deref().and_then(|name| world.resource::<Names>().find(name));
        let Some(row) = traumas::by_key(&one.key) else { continue };
        let charm = (row.key == LUCKY_CHARM).then(|| whom.or_else(|| nearest_ally(world, id))).flatten();
        if let Some(own) = world.the_mut::<Traumas>(id).0.get_mut(place) {
            (own.by, own.charm) = (whom.filter(|_| charm.is_none()), charm);
        }
        let how = match (one.healed, one.successes) {
            (true, _) => "healed, but for what stays".to_owned(),
            (false, successes) => format!("{successes} of {SUCCESSES} successes towards healing"),
        };
        world.note(id, format!("{}: {how}", row.name), rule!("EDG-CAMP-1"));
        if row.key == STUTTER && !one.healed {
            gain_from(world, id, MUTED, Some(id), Lasts::UntilEnded, [rule!("EDG-TRA-21")]);
        }
    }
}

/// How a creature carries its traumas on (EDG-CAMP-1).
pub(crate) fn carried(world: &World, id: Id) -> Vec<Suffered> {
    let all = world.part::<Traumas>(id).map_or(&[][..], |all| &all.0);
    let name = |id: Id| world.resource::<Names>().name(id).to_owned();
    let one = |one: &Trauma| Suffered {
        key: one.key.to_string(),
        lost: one.lost,
        successes: one.successes,
        healed: one.healed,
        mended: one.mended,
        of: one.charm.or(one.by.filter(|_| *one.key == *TERROR)).map(name),
    };
    all.iter().map(one).collect()
}

/// EDG-REST-4: one success more towards healing a trauma, by its place; whether it is healed by that.
pub(crate) fn recovers(world: &mut World, id: Id, place: usize) -> bool {
    let Some(one) = world.the_mut::<Traumas>(id).0.get_mut(place).map(|one| {
        one.successes += 1;
        one.healed = one.successes >= SUCCESSES;
        one.clone()
    }) else {
        return false;
    };
    let Some(row) = one.row().filter(|_| one.healed) else { return false };
    if row.table != Table::Impairment
        && let Some(ability) = one.lost
    {
        raise(world, id, ability, 1);
        if let Some(own) = world.the_mut::<Traumas>(id).0.get_mut(place) {
            own.lost = None;
        }
    }
    tidy(world, id);
    true
}

/// EDG-REST-11: what is permanent of a creature's traumas is mended; their names.
pub(crate) fn mend(world: &mut World, id: Id) -> Vec<&'static str> {
    let severe = |one: &Trauma| one.row().filter(|row| row.table.is_severe() && !one.mended);
    let all: Vec<(usize, &'static TraumaRow, Option<Ability>)> = world
        .the::<Traumas>(id)
        .0
        .iter()
        .enumerate()
        .filter_map(|(place, one)| Some((place, severe(one)?, one.lost)))
        .collect();
    for &(place, row, lost) in &all {
        let impaired = row.table == Table::Impairment;
        if let Some(ability) = lost.filter(|_| impaired) {
            raise(world, id, ability, 1);
        }
        if let Some(one) = world.the_mut::<Traumas>(id).0.get_mut(place) {
            one.mended = true;
            one.lost = one.lost.filter(|_| !impaired);
        }
    }
    tidy(world, id);
    all.into_iter().map(|(_, row, _)| row.name.as_str()).collect()
}

/// Forgets traumas of which nothing is left.
fn tidy(world: &mut World, id: Id) {
    let gone = |one: &Trauma| one.healed && (one.mended || one.row().is_none_or(|row| !row.table.is_severe()));
    world.the_mut::<Traumas>(id).0.retain(|one| !gone(one));
}

fn nearest_ally(world: &World, id: Id) -> Option<Id> {
    let own = space(world, id);
    let allies = known_to(world, id).map(|(other, _)| other).filter(|&other| sides::allied(world, id, other));
    allies.min_by_key(|&other| (own.steps(space(world, other)), other))
}

/// Whether a creature has one in a place, of one severity.
pub(crate) fn has(world: &World, id: Id, at: Where, severe: bool) -> bool {
    let hinders = |one: &Trauma| if severe { !one.mended } else { !one.healed };
    of(world, id).any(|(one, row)| row.place == at && row.table.is_severe() == severe && hinders(one))
}

/// Whether it has one of a key.
pub(crate) fn has_key(world: &World, id: Id, key: &str) -> bool {
    of(world, id).any(|(one, _)| *one.key == *key)
}

/// How many legs are so.
pub(crate) fn legs(world: &World, id: Id, severe: bool) -> i32 {
    [Where::RightLeg, Where::LeftLeg].into_iter().filter(|&leg| has(world, id, leg, severe)).map(|_| 1).sum()
}

/// How many arms are so.
pub(crate) fn arms(world: &World, id: Id, severe: bool) -> i32 {
    [Where::RightArm, Where::LeftArm].into_iter().filter(|&arm| has(world, id, arm, severe)).map(|_| 1).sum()
}

/// EDG-TRA-10: what is left of a speed on injured legs, before anything halves it.
pub(crate) fn limps(world: &World, id: Id, speed: HalfMetres) -> HalfMetres {
    speed - LIMP * legs(world, id, false)
}

/// EDG-TRA-17: what compromised legs leave of it: half, or a third of the whole.
pub(crate) fn drags(world: &World, id: Id, whole: HalfMetres, speed: HalfMetres) -> HalfMetres {
    match legs(world, id, true) {
        0 => speed,
        1 => speed / 2,
        _ => (whole / 3).min(speed),
    }
}

/// EDG-TRA-16: whether the arms that are left can use a thing of so many hands.
///
/// # Errors
/// They cannot.
pub(crate) fn can_hold(world: &World, id: Id, hands: u8) -> Result<(), Refusal> {
    let left = 2 - arms(world, id, true);
    if i32::from(hands) > left {
        return Err(Refusal::by(rule!("EDG-TRA-16"), "arm", "Its arms cannot hold that."));
    }
    Ok(())
}

/// Which of a creature's traumas make a check worse that it makes with an ability and a skill. Attacks ask for those of arms.
pub(crate) fn worsen(world: &World, id: Id, ability: Ability, skill: Option<&str>) -> Vec<&'static TraumaRow> {
    let runs = skill.is_some_and(|skill| LEGS.contains(&skill));
    let mind = matches!(ability, Ability::Intelligence | Ability::Will);
    let worse = |row: &&'static TraumaRow| match row.checks {
        Worse::All => true,
        Worse::Leg => runs,
        Worse::Mind => mind,
        Worse::Arm => skill == Some(WRESTLING),
        Worse::None => false,
    };
    of(world, id).map(|(_, row)| row).filter(worse).collect()
}

/// EDG-TRA-9: the skills that take legs.
const LEGS: [&str; 5] = [ATHLETICS, ACROBATICS, STEALTH, CLIMBING, SWIMMING];

/// EDG-TRA-8: the injured arm that a creature uses with a thing of so many hands. With one hand that is the right arm, with the other hand
/// the left.
pub(crate) fn arm_used(world: &World, id: Id, hands: u8, other_hand: bool) -> Option<&'static TraumaRow> {
    let used = |at: Where| match hands {
        0 => false,
        1 => at == if other_hand { Where::LeftArm } else { Where::RightArm },
        _ => matches!(at, Where::RightArm | Where::LeftArm),
    };
    of(world, id).map(|(_, row)| row).find(|row| row.checks == Worse::Arm && used(row.place))
}

/// EDG-TRA-1, EDG-TRA-4: the trauma that damage brings about.
pub(crate) fn by_damage(world: &mut World, id: Id, parts: &[DamagePart], by: Option<Id>, why: Rule) {
    let amount: i32 = parts.iter().map(|part| part.amount).sum();
    let severe = amount > world.the::<Stats>(id).0.threshold();
    if severe {
        world.note(id, "more than it can bear", rule!("EDG-TRA-4"));
    }
    suffer(world, id, Table::of(is_of_mind(parts), severe), by, vec![why, rule!("EDG-TRA-1")]);
}
