//! Damage: resistance, hit points, the second layer of abilities, burdens, knock-out, death.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{cover, stats::*};
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::grid::Square;
use crate::rule;

/// One blow of harm at one target, in flight. The trace runs along: total, cover, dodge, resistance.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hit {
    /// Who or what is hit.
    pub target: Id,
    /// Who attacks, when somebody does.
    pub by: Option<Id>,
    /// What comes of it so far.
    pub total: Trace,
    /// Its type.
    pub damage_type: DamageType,
    /// The spot it comes from; an attack comes from the attacker.
    pub spot: Option<Square>,
    /// Whether cover does not count.
    pub ignores_cover: bool,
    /// Whether it cannot be dodged.
    pub no_dodge: bool,
    /// Whether a knock-out is meant.
    pub knock_out: bool,
    /// What else the attack does.
    pub rider: Option<Rider>,
    /// The attack's name; empty for an event, a fall, an override.
    pub name: String,
    /// A cover level set by the game master.
    pub cover_override: Option<cover::Level>,
    /// Those the attacker was hidden from when it attacked.
    pub unseen_by: Vec<Id>,
}

/// How far a hit has come.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Progress {
    /// The total stands; cover comes next.
    Aimed,
    /// Cover has been taken off; those who may react are asked.
    Covered,
    /// Nobody reacts any more; resistance and damage come next.
    Defended,
    /// The damage is done; those who may react to it are asked.
    Dealt,
    /// Everything is done.
    Done,
}

/// What a hit came to.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Taken(pub i32);

pub(super) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(take_cover.run_if(in_flight::<Hit>).in_set(Stage::Targeting));
    schedule.add_systems((resist, wound).chain().run_if(in_flight::<Hit>).in_set(Stage::Damage));
    schedule.add_systems(
        finish
            .run_if(in_flight::<Hit>)
            .in_set(Stage::Consequences)
            .before(super::attack::Closing),
    );
}

/// The topmost hit, if it has come exactly so far.
pub(super) fn at(world: &World, progress: Progress) -> Option<Id> {
    let (id, _) = topmost::<Hit>(world)?;
    (*world.the::<Progress>(id) == progress).then_some(id)
}

/// SOL-COVER-5 to SOL-COVER-7 and SOL-SEE-3: cover shrinks the total.
fn take_cover(world: &mut World) {
    let Some(id) = at(world, Progress::Aimed) else { return };
    *world.the_mut::<Progress>(id) = Progress::Covered;
    let hit = world.the::<Hit>(id).clone();
    let mut total = hit.total.clone();
    if total.value < 0 {
        total.push(Trace::becomes("never below nothing", 0).by(rule!("SOL-ATK-4")));
    }
    if hit.by.is_none() && hit.spot.is_none() {
        world.the_mut::<Hit>(id).total = total;
        return;
    }
    let target = cover::covered(world, hit.target);
    let origin = match hit.spot {
        Some(at) => cover::spot(world, at),
        None => cover::origin_of(world, hit.by.expect("a hit without a spot should have an attacker")),
    };
    let mut level;
    let mut term;
    if let Some(set) = hit.cover_override {
        level = set;
        term = Trace::note("set by the game master").by(rule!("SOL-FLOW-10"));
    } else if hit.ignores_cover {
        let rule = if hit.by.is_some() {
            rule!("SOL-ATK-10")
        } else {
            rule!("SOL-EVENT-6")
        };
        total.push(Trace::note("cover does not count").by(rule));
        if hit.by.is_none() && hit.damage_type == DamageType::Toxic {
            total.push(Trace::note("everybody within its reach").by(rule!("SOL-EVENT-3")));
        }
        world.the_mut::<Hit>(id).total = total;
        return;
    } else {
        let found = cover::measure(world, &origin, &target);
        level = found.level;
        term = found.trace;
        if hit.spot.is_some() {
            term.push(Trace::note("measured from the spot").by(rule!("SOL-AREA-4")));
            if hit.by.is_none() {
                term.push(Trace::note("an effect with an origin").by(rule!("SOL-COVER-9")));
            }
        }
        if level == cover::Level::None && !term.terms.is_empty() {
            term.push(Trace::note("not on the other side of enough of it").by(rule!("SOL-COVER-8")));
        }
        if let Some(by) = hit.by
            && hit.spot.is_none()
            && world.part::<Creature>(hit.target).is_some()
        {
            if super::sight::in_the_dark(world, by, hit.target) {
                if level < cover::Level::Half {
                    level = cover::Level::Half;
                }
                term.push(Trace::note("cannot be seen for darkness").by(rule!("SOL-SEE-3")));
                term.push(Trace::note("neither lit nor within 5 ft").by(rule!("SOL-SEE-1")));
            } else if super::sight::in_the_dark(world, hit.target, by) {
                term.push(Trace::note("shot out of the dark").by(rule!("SOL-SEE-4")));
            }
            if super::sight::in_lamplight(world, hit.target) {
                term.push(Trace::note("in the light of a lamp").by(rule!("SOL-SEE-2")));
            }
        }
    }
    let label = if level == cover::Level::None {
        "no cover"
    } else {
        level.name()
    };
    let mut line = Trace::becomes(label, level.remains(total.value)).by(level.rule());
    line.terms.push(term);
    if level == cover::Level::Full {
        line.terms
            .push(Trace::note("full cover does not forbid the attack").by(rule!("SOL-ATK-12")));
    }
    if level != cover::Level::None || !line.terms[0].terms.is_empty() {
        total.push(line);
    }
    world.the_mut::<Hit>(id).total = total;
}

/// SOL-RES-1 to SOL-RES-6: what the target withstands.
fn resist(world: &mut World) {
    let Some(id) = at(world, Progress::Defended) else {
        return;
    };
    let hit = world.the::<Hit>(id);
    let (target, damage_type) = (hit.target, hit.damage_type);
    let (resist, vulnerable, immune, object) = match world.part::<Stats>(target) {
        Some(stats) => {
            let p = &stats.0;
            (
                p.resist.contains(&damage_type),
                p.vulnerable.contains(&damage_type),
                p.immune.contains(&damage_type),
                false,
            )
        }
        None => match world.part::<Sturdy>(target) {
            Some(s) => (
                s.resist.contains(&damage_type),
                s.vulnerable.contains(&damage_type),
                s.immune.contains(&damage_type),
                true,
            ),
            None => (false, false, false, true),
        },
    };
    let mut hit = world.the_mut::<Hit>(id);
    let value = hit.total.value;
    if value <= 0 {
        return;
    }
    let mut terms = Vec::new();
    if immune {
        terms.push(Trace::becomes("immune", 0).by(rule!("SOL-RES-3")));
    } else if resist && vulnerable {
        terms.push(Trace::note("resistant and vulnerable cancel").by(rule!("SOL-RES-6")));
    } else if resist {
        terms.push(Trace::becomes("resistant", value / 2).by(rule!("SOL-RES-1")));
    } else if vulnerable {
        terms.push(Trace::becomes("vulnerable", value * 2).by(rule!("SOL-RES-2")));
    }
    for mut term in terms {
        term.terms
            .push(Trace::note("on what cover and dodge leave").by(rule!("SOL-RES-4")));
        term.terms.push(Trace::note("only this type").by(rule!("SOL-RES-5")));
        if object {
            term.terms.push(Trace::note("objects too").by(rule!("SOL-RES-7")));
        }
        hit.total.push(term);
    }
}

/// SOL-DMG-15: the order inside one damage.
fn wound(world: &mut World) {
    let Some(id) = at(world, Progress::Defended) else {
        return;
    };
    *world.the_mut::<Progress>(id) = Progress::Dealt;
    let hit = world.the::<Hit>(id).clone();
    let stopped = hit.spot.is_none() && hit.by.is_some_and(|by| world.part::<OnMap>(by).is_none());
    if stopped {
        let text = format!("{} comes to nothing", hit.name).into();
        world.tell(Event::new(What::Note { text }).by(rule!("SOL-DEATH-5")));
    }
    let amount = if stopped { 0 } else { hit.total.value.max(0) };
    let entity = world.entity_of(id).expect("a hit in flight should exist");
    world.entity_mut(entity).insert(Taken(amount));
    if stopped {
        return;
    }
    if world.part::<Sturdy>(hit.target).is_some() {
        return hurt_object(world, &hit, amount);
    }
    if world.part::<OnMap>(hit.target).is_none() {
        return;
    }
    if amount == 0 {
        let rule = if hit.by.is_some() {
            rule!("SOL-ATK-8")
        } else {
            rule!("SOL-DMG-16")
        };
        let mut event = Event::new(What::Number).target(hit.target).trace(hit.total).by(rule);
        event.rules.push(rule!("SOL-DMG-16"));
        if hit.rider.is_some() {
            event.rules.push(rule!("SOL-ATK-9"));
        }
        if hit.knock_out {
            event.rules.push(rule!("SOL-KO-4"));
        }
        world.tell(event);
        return;
    }
    suffer(world, &hit, amount);
}

fn hurt_object(world: &mut World, hit: &Hit, amount: i32) {
    let mut sturdy = world.the_mut::<Sturdy>(hit.target);
    let before = sturdy.hp;
    sturdy.hp = (before - amount).max(0);
    let after = sturdy.hp;
    let event = Event::new(What::Damage {
        amount,
        kind: type_name(hit.damage_type).into(),
        pool: "hp".into(),
        change: (before, after),
    })
    .target(hit.target)
    .trace(hit.total.clone())
    .by(rule!("SOL-OBJ-1"));
    world.tell(event);
    if after == 0 {
        let squares = world.the::<Thing>(hit.target).squares.clone();
        spawn::destroy(world, hit.target);
        let rubble = world.resource::<Map>().terrain_index("rubble").is_some();
        if rubble {
            environment::change_terrain(world, &squares, "rubble");
        }
        let text = "only rubble is left".into();
        world.tell(Event::new(What::Note { text }).by(rule!("SOL-OBJ-2")));
    }
}

fn suffer(world: &mut World, hit: &Hit, amount: i32) {
    let id = hit.target;
    let max = world.the::<Stats>(id).0.hp_max;
    let before = world.the::<Wounds>(id).clone();
    let kind: Text = type_name(hit.damage_type).into();
    let told = |world: &mut World, after: i32, rules: Vec<Rule>| {
        let mut event = Event::new(What::Damage {
            amount,
            kind: kind.clone(),
            pool: "hp".into(),
            change: (before.hp, after),
        })
        .target(id)
        .trace(hit.total.clone());
        event.rules.extend(rules);
        world.tell(event);
    };
    if amount >= 3 * max {
        let mut rules = vec![rule!("SOL-DEATH-2"), rule!("SOL-DMG-15")];
        if hit.knock_out {
            rules.push(rule!("SOL-KO-9"));
        }
        world.the_mut::<Wounds>(id).hp = 0;
        told(world, 0, rules);
        die(world, id, rule!("SOL-DEATH-2"));
        return;
    }
    let after = (before.hp - amount).max(0);
    let mut rules = vec![rule!("SOL-DMG-1"), rule!("SOL-DMG-12")];
    if hit.by.is_some() {
        rules.extend([rule!("SOL-ATK-2"), rule!("SOL-ATK-5"), rule!("SOL-ATK-7")]);
    } else {
        rules.push(rule!("SOL-EVENT-7"));
    }
    if before.hp - amount < 0 {
        rules.push(rule!("SOL-DMG-2"));
    }
    if after == 0 {
        rules.extend([rule!("SOL-DMG-3"), rule!("SOL-DEATH-3")]);
    }
    world.the_mut::<Wounds>(id).hp = after;
    told(world, after, rules);
    if hit.knock_out && before.hp == 0 && challenge_lost(world, id, amount) {
        return;
    }
    ability_dice(world, hit, amount, &before, max);
}

/// SOL-KO-5 to SOL-KO-8. True when the target goes down and no ability dice are rolled.
fn challenge_lost(world: &mut World, id: Id, amount: i32) -> bool {
    let endurance = world.the::<Stats>(id).0.endurance;
    let die = world.resource_mut::<Dice>().term(8, "endurance die", rule!("SOL-KO-5"));
    let trace = Trace::new(format!("Endurance challenge against {amount}"), 0)
        .with(die)
        .with(Trace::new("Endurance", endurance));
    let held = trace.value >= amount;
    let rule = if held { rule!("SOL-KO-7") } else { rule!("SOL-KO-6") };
    world.tell(Event::new(What::Number).target(id).trace(trace).by(rule));
    if held {
        return false;
    }
    knock_out(world, id);
    let die = world
        .resource_mut::<Dice>()
        .term(4, "hours unconscious", rule!("SOL-KO-8"));
    let text = format!("out for {} hours", die.value);
    world.tell(Event::new(What::Note { text: text.into() }).actor(id).trace(die));
    true
}

/// SOL-COND-3: helpless, prone, hands empty.
pub fn knock_out(world: &mut World, id: Id) {
    if !world
        .the_mut::<Conditions>(id)
        .add(condition::UNCONSCIOUS, Lasts::Fight)
    {
        return;
    }
    let event = Event::new(What::Gains {
        condition: condition::UNCONSCIOUS.into(),
    })
    .target(id)
    .by(rule!("SOL-COND-3"));
    world.tell(event);
    world.tell(Event::new(What::Down).target(id));
    world.the_mut::<Done>(id).ready = None;
    super::items::drop_everything(world, id, rule!("SOL-COND-3"));
    super::moves::fall_prone(world, id, rule!("SOL-COND-2"));
    super::moves::displaced(world, id);
    environment::fallen(world, id);
}

/// SOL-DMG-4 to SOL-DMG-11: does the second layer take a wound, and with which dice.
fn ability_dice(world: &mut World, hit: &Hit, amount: i32, before: &Wounds, max: i32) {
    let id = hit.target;
    let bare = before.hp == 0;
    let sides = if bare && before.abilities.contains(&0) { 6 } else { 4 };
    let size_rule = if sides == 6 {
        rule!("SOL-DMG-10")
    } else {
        rule!("SOL-DMG-11")
    };
    if amount > 2 * max {
        let reason = vec![rule!("SOL-DMG-7"), rule!("SOL-DMG-9"), size_rule];
        lose_all(world, id, sides, "more than double the maximum", reason);
        return;
    }
    let (due, rule) = if bare {
        (true, rule!("SOL-DMG-6"))
    } else if amount > 2 * before.hp {
        (true, rule!("SOL-DMG-4"))
    } else {
        (false, rule!("SOL-DMG-5"))
    };
    if !due {
        if amount == 2 * before.hp || amount == 2 * max {
            let text = "exactly double is not more than double".into();
            let extra = if amount == 2 * max {
                rule!("SOL-DMG-8")
            } else {
                rule!("SOL-DMG-5")
            };
            world.tell(Event::new(What::Note { text }).actor(id).by(rule).by(extra));
        }
        return;
    }
    let (ability, type_rule) = targeted(hit.damage_type);
    let mut rules = vec![rule, type_rule, size_rule, rule!("SOL-TYPE-1")];
    let die = world.resource_mut::<Dice>().die(sides, "ability die");
    let score = before.score(ability);
    let after = (score - i32::from(die.face)).max(0);
    if score - i32::from(die.face) < 0 {
        rules.push(rule!("SOL-DMG-13"));
    }
    world.the_mut::<Wounds>(id).abilities[ability as usize] = after;
    tell_ability(world, id, ability, die, (score, after), rules);
    consequences(world, id, before);
}

fn tell_ability(world: &mut World, id: Id, ability: Ability, die: Die, change: (i32, i32), rules: Vec<Rule>) {
    let trace = Trace::new(format!("{} lost", ability.name()), i32::from(die.face)).rolled(vec![die]);
    let mut event = Event::new(What::Heal {
        pool: ability.key().into(),
        change,
    })
    .target(id)
    .trace(trace);
    event.what = What::Resource {
        name: ability.name().into(),
        change,
    };
    event.actor = Some(id);
    event.rules = rules;
    world.tell(event);
}

/// Five dice in the order of SOL-DMG-14, applied together.
fn lose_all(world: &mut World, id: Id, sides: u16, why: &'static str, rules: Vec<Rule>) {
    let before = world.the::<Wounds>(id).clone();
    let dice: Vec<Die> = Ability::ALL
        .iter()
        .map(|_| world.resource_mut::<Dice>().die(sides, why))
        .collect();
    for (ability, die) in Ability::ALL.into_iter().zip(dice) {
        let score = before.score(ability);
        let after = (score - i32::from(die.face)).max(0);
        world.the_mut::<Wounds>(id).abilities[ability as usize] = after;
        let mut rules = rules.clone();
        rules.push(rule!("SOL-DMG-14"));
        if score - i32::from(die.face) < 0 {
            rules.push(rule!("SOL-DMG-13"));
        }
        tell_ability(world, id, ability, die, (score, after), rules);
    }
    consequences(world, id, &before);
}

/// SOL-ZERO-5, SOL-ZERO-6: the drain of Constitution 0.
pub fn drain(world: &mut World, id: Id) {
    let rules = vec![rule!("SOL-ZERO-5"), rule!("SOL-ZERO-6"), rule!("SOL-TURN-1")];
    lose_all(world, id, 4, "drain", rules);
}

/// Burdens of abilities that have just come to 0, then death by two of them.
pub fn consequences(world: &mut World, id: Id, before: &Wounds) {
    let now = world.the::<Wounds>(id).clone();
    for ability in Ability::ALL {
        if now.lost(ability) && !before.lost(ability) {
            burden(world, id, ability);
        }
    }
    if now.abilities.iter().filter(|&&score| score == 0).count() >= 2 {
        die(world, id, rule!("SOL-DEATH-1"));
    }
}

fn burden(world: &mut World, id: Id, ability: Ability) {
    let (key, rules) = match ability {
        Ability::Str => ("no_hands", vec![rule!("SOL-ZERO-1"), rule!("SOL-ZERO-2")]),
        Ability::Dex => ("slowed", vec![rule!("SOL-ZERO-3"), rule!("SOL-ZERO-4")]),
        Ability::Con => ("draining", vec![rule!("SOL-ZERO-5")]),
        Ability::Cha => ("one_die", vec![rule!("SOL-ZERO-7")]),
        Ability::For => (condition::MADNESS, vec![rule!("SOL-ZERO-8"), rule!("SOL-COND-4")]),
    };
    world.the_mut::<Conditions>(id).add(key, Lasts::UntilEnded);
    let mut event = Event::new(What::Gains { condition: key.into() }).target(id);
    event.rules = rules;
    world.tell(event);
    match ability {
        Ability::Str => super::items::drop_everything(world, id, rule!("SOL-ZERO-1")),
        Ability::Cha => {
            let pool = world.the::<Pool>(id).clone();
            if pool.now > 1 {
                world.the_mut::<Pool>(id).now = 1;
                let change = (pool.dice(), 1 + i32::from(pool.helped));
                let event = Event::new(What::Resource {
                    name: "action dice".into(),
                    change,
                })
                .actor(id)
                .by(rule!("SOL-ZERO-7"));
                world.tell(event);
            }
        }
        _ => {}
    }
}

/// The condition key of an ability's burden.
pub fn burden_key(ability: Ability) -> &'static str {
    match ability {
        Ability::Str => "no_hands",
        Ability::Dex => "slowed",
        Ability::Con => "draining",
        Ability::Cha => "one_die",
        Ability::For => condition::MADNESS,
    }
}

/// SOL-DEATH-4, SOL-DEATH-5: gone from the order; body and gear stay.
pub fn die(world: &mut World, id: Id, rule: Rule) {
    if world.part::<OnMap>(id).is_none() {
        return;
    }
    let event = Event::new(What::Dies)
        .target(id)
        .by(rule)
        .by(rule!("SOL-DEATH-4"))
        .by(rule!("SOL-DEATH-5"))
        .by(rule!("SOL-INIT-7"));
    world.tell(event);
    super::items::drop_everything(world, id, rule!("SOL-DEATH-5"));
    world.the_mut::<Done>(id).ready = None;
    spawn::leave(world, id, true);
}

/// SOL-HEAL-1, SOL-HEAL-2, SOL-HEAL-7: heals hit points.
pub fn heal(world: &mut World, id: Id, amount: Trace) {
    if world.part::<OnMap>(id).is_none() {
        return;
    }
    let max = world.the::<Stats>(id).0.hp_max;
    let unconscious = world.the::<Conditions>(id).has(condition::UNCONSCIOUS);
    let mut wounds = world.the_mut::<Wounds>(id);
    let before = wounds.hp;
    wounds.hp = (before + amount.value.max(0)).min(max);
    let change = (before, wounds.hp);
    let capped = before + amount.value > max;
    let mut event = Event::new(What::Heal {
        pool: "hp".into(),
        change,
    })
    .target(id)
    .trace(amount)
    .by(rule!("SOL-HEAL-1"))
    .by(rule!("SOL-HEAL-4"));
    if capped {
        event = event.by(rule!("SOL-HEAL-2"));
    }
    if before == 0 && unconscious {
        event = event.by(rule!("SOL-HEAL-7"));
    }
    world.tell(event);
}

/// SOL-HEAL-3, SOL-HEAL-5, SOL-ZERO-9: heals an ability, and lifts its burden.
pub fn heal_ability(world: &mut World, id: Id, ability: Ability, amount: Trace) {
    if world.part::<OnMap>(id).is_none() {
        return;
    }
    let max = world.the::<Stats>(id).0.abilities[ability as usize];
    let mut wounds = world.the_mut::<Wounds>(id);
    let before = wounds.abilities[ability as usize];
    let after = (before + amount.value.max(0)).min(max);
    wounds.abilities[ability as usize] = after;
    let mut event = Event::new(What::Heal {
        pool: ability.key().into(),
        change: (before, after),
    })
    .target(id)
    .by(rule!("SOL-HEAL-3"))
    .by(rule!("SOL-HEAL-4"));
    if before + amount.value > max {
        event = event.by(rule!("SOL-HEAL-5"));
    }
    world.tell(event.trace(amount));
    lift_burden(world, id, ability, before);
}

/// Lifts the burden of an ability that has come up from 0.
pub fn lift_burden(world: &mut World, id: Id, ability: Ability, before: i32) {
    if before == 0 && !world.the::<Wounds>(id).lost(ability) {
        let key = burden_key(ability);
        if world.the_mut::<Conditions>(id).remove(key) {
            let event = Event::new(What::Loses { condition: key.into() })
                .target(id)
                .by(rule!("SOL-ZERO-9"));
            world.tell(event);
        }
    }
}

/// Riders, then the hit is over.
fn finish(world: &mut World) {
    let Some(id) = at(world, Progress::Done) else { return };
    let hit = world.the::<Hit>(id).clone();
    let taken = world.the::<Taken>(id).0;
    land(world);
    if taken > 0
        && world.part::<Creature>(hit.target).is_some()
        && world.part::<OnMap>(hit.target).is_some()
        && let Some(rider) = &hit.rider
    {
        let text = format!("{} has its further effect", hit.name);
        world.tell(Event::new(What::Note { text: text.into() }).by(rule!("SOL-ATK-9")));
        match rider {
            Rider::Prone => super::moves::fall_prone(world, hit.target, rule!("SOL-ATK-9")),
            Rider::Push(squares) => {
                if let Some(by) = hit.by {
                    let from = world.the::<Position>(by).at;
                    let to = world.the::<Position>(hit.target).at;
                    let (dx, dy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
                    environment::push(world, hit.target, (dx, dy), *squares);
                }
            }
        }
    }
}

/// SOL-TYPE-2 to SOL-TYPE-11: the ability that a type targets.
pub fn targeted(damage_type: DamageType) -> (Ability, Rule) {
    match damage_type {
        DamageType::Kinetic => (Ability::Dex, rule!("SOL-TYPE-2")),
        DamageType::Cold => (Ability::Dex, rule!("SOL-TYPE-3")),
        DamageType::Energy => (Ability::Cha, rule!("SOL-TYPE-4")),
        DamageType::Pathogen => (Ability::Cha, rule!("SOL-TYPE-5")),
        DamageType::Fire => (Ability::Con, rule!("SOL-TYPE-6")),
        DamageType::Toxic => (Ability::Con, rule!("SOL-TYPE-7")),
        DamageType::Acid => (Ability::Str, rule!("SOL-TYPE-8")),
        DamageType::Force => (Ability::Str, rule!("SOL-TYPE-9")),
        DamageType::Radiation => (Ability::For, rule!("SOL-TYPE-10")),
        DamageType::Psychic => (Ability::For, rule!("SOL-TYPE-11")),
    }
}

/// What people call a damage type.
pub const fn type_name(damage_type: DamageType) -> &'static str {
    match damage_type {
        DamageType::Kinetic => "Kinetic",
        DamageType::Cold => "Cold",
        DamageType::Energy => "Energy",
        DamageType::Pathogen => "Pathogen",
        DamageType::Fire => "Fire",
        DamageType::Toxic => "Toxic",
        DamageType::Acid => "Acid",
        DamageType::Force => "Force",
        DamageType::Radiation => "Radiation",
        DamageType::Psychic => "Psychic",
    }
}

/// Launches harm that no attack does: events, falls, overrides (SOL-EVENT-5, SOL-DODGE-5: no dodge).
pub fn launch_harm(world: &mut World, hurt: Hurt, damage_type: DamageType) {
    let hit = Hit {
        target: hurt.target,
        by: None,
        total: hurt.amount,
        damage_type,
        spot: hurt.origin,
        ignores_cover: hurt.ignores_cover,
        no_dodge: true,
        knock_out: false,
        rider: None,
        name: String::new(),
        cover_override: None,
        unseen_by: Vec::new(),
    };
    launch(world, (hit, Progress::Aimed));
}
