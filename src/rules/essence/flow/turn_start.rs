//! The start of a Turn: what strikes then, in its fixed order (ESS-TURN-5).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::stats::*;
use super::super::fight::harm;
use super::super::motion::drift;
use super::super::motion::fall;
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::rule;

/// The start of a Turn, effect by effect.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct TurnStartEffects {
    /// Whose.
    pub creature: Id,
    /// What comes next.
    pub next: u8,
}

/// Launches it.
pub(crate) fn begin(world: &mut World, creature: Id) {
    launch(world, TurnStartEffects { creature, next: 0 });
}

/// What strikes whoever bleeds, burns or is poisoned; then what carries it off: water, a drift, a long fall.
const EFFECTS: [fn(&mut World, Id); 6] = [bleed, burn, poison, drift::current, drift::carry_on, fall::carry_on];

/// What strikes it, in order.
pub(crate) fn strike_in_order(world: &mut World) {
    take_effect(world, 0..3);
}

/// What carries it off after that, in order.
pub(crate) fn carry_in_order(world: &mut World) {
    take_effect(world, 3..6);
}

/// These effects on whoever's Turn starts, one by one, while it is their time and nothing stands above them.
fn take_effect(world: &mut World, these: std::ops::Range<u8>) {
    while let Some((flight, &TurnStartEffects { creature, next })) = topmost::<TurnStartEffects>(world) {
        if usize::from(next) >= EFFECTS.len() || !is_on_map(world, creature) {
            land(world);
            return;
        }
        if !these.contains(&next) {
            return;
        }
        world.the_mut::<TurnStartEffects>(flight).next += 1;
        EFFECTS[usize::from(next)](world, creature);
    }
}

fn two_dice(world: &mut World, label: &'static str, rule: Rule) -> Trace {
    let dice = Expression::dice(2, 6);
    let mut amount = world.resource_mut::<Dice>().roll(&dice, label);
    amount.rule = Some(rule);
    amount
}

/// ESS-BLEED-1 to ESS-BLEED-10: the Bleed Table, then the damage.
fn bleed(world: &mut World, id: Id) {
    let Some(penalty) = harm::bleed_penalty(world, id) else {
        return;
    };
    let die = world.resource_mut::<Dice>().term(20, "Bleed Table", rule!("ESS-BLEED-1"));
    let mut total = Trace::new("Bleed Table", 0).with(die);
    if penalty != 0 {
        total.push(Trace::new("Bleed Penalty", -penalty).by(rule!("ESS-BLEED-1")));
    }
    let result = total.value;
    let event = Event::number(id, total).by(rule!("ESS-TURN-5"));
    let rule = match result {
        ..=0 => rule!("ESS-BLEED-6"),
        1..=5 => rule!("ESS-BLEED-7"),
        6..=10 => rule!("ESS-BLEED-8"),
        11..=15 => rule!("ESS-BLEED-9"),
        16.. => rule!("ESS-BLEED-10"),
    };
    world.tell(event.by(rule.clone()));
    match result {
        ..=0 if world.the::<Vitals>(id).hp < 0 => {
            harm::die(world, id, rule!("ESS-DEAD-2"));
            return;
        }
        ..=5 => harm::knock_out(world, id, rule),
        6..=10 => harm::worsen(world, id, 1, rule),
        11..=15 => {}
        16.. => {
            harm::lose(world, id, condition::BLEEDING, rule);
            harm::wake(world, id);
            return;
        }
    }
    let amount = two_dice(world, "bleeding", rule!("ESS-BLEED-5"));
    harm::deal(world, None, id, amount, DamageType::Bleed, vec![rule!("ESS-BLEED-5")]);
}

/// ESS-FIRE-1, ESS-FIRE-4: one fire, however many lit it.
fn burn(world: &mut World, id: Id) {
    if has_condition(world, id, condition::ON_FIRE) {
        let amount = two_dice(world, "on fire", rule!("ESS-FIRE-1"));
        let rules = vec![rule!("ESS-FIRE-1"), rule!("ESS-TURN-5")];
        harm::deal(world, None, id, amount, DamageType::Fire, rules);
    }
}

/// ESS-POIS-1 to ESS-POIS-3: the highest Level strikes, all Durations run.
fn poison(world: &mut World, id: Id) {
    let doses = world.the::<Poisons>(id).0.clone();
    let mean = |dose: &Dose| {
        let damage = dose.damage;
        i32::from(damage.count) * (i32::from(damage.sides) + 1) + 2 * damage.plus
    };
    let Some(worst) = doses.iter().max_by_key(|dose| (dose.level, mean(dose))) else {
        return;
    };
    let mut amount = world.resource_mut::<Dice>().roll(&worst.damage, "poison");
    amount.rule = Some(rule!("ESS-POIS-1"));
    let mut rules = vec![rule!("ESS-POIS-1"), rule!("ESS-POIS-3"), rule!("ESS-TURN-5")];
    if doses.len() > 1 {
        rules.push(rule!("ESS-POIS-2"));
    }
    harm::deal(world, None, id, amount, DamageType::Poison, rules);
    if !is_on_map(world, id) {
        return;
    }
    let mut poisons = world.the_mut::<Poisons>(id);
    for dose in &mut poisons.0 {
        dose.turns -= 1;
    }
    poisons.0.retain(|dose| dose.turns > 0);
    if poisons.0.is_empty() {
        harm::lose(world, id, condition::POISONED, rule!("ESS-POIS-3"));
    }
}
