//! Grapple, from hold to release (ESS-GRAP rows).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{clock, creature};
use super::super::data::kind;
use super::super::data::stats::*;
use super::super::motion::{bonds, room, unbind};
use super::harm;
use crate::battle::{Event, *};
use crate::rule;

/// ESS-GRAP-1: whether it can grapple with this weapon's Reach at all.
///
/// # Errors
/// No free hand and no natural weapon, or it has its arm in a grapple already.
pub(crate) fn possible(world: &World, id: Id) -> Result<(), Refusal> {
    let gear = &world.the::<Gear>(id).0;
    if creature::free_hands(world, id) == 0 && !gear.iter().any(|item| is_part(&item.weapon)) {
        let message = "It needs a free hand or a natural weapon.";
        return Err(Refusal::by(rule!("ESS-GRAP-1"), "no_hand", message));
    }
    Ok(())
}

/// ESS-GRAP-3, ESS-GRAP-4: the one that comes into the other's space, the other, and the rule.
fn who_comes(world: &World, grappler: Id, target: Id) -> (Id, Id, Rule) {
    match creature::sizes_above(world, grappler, target) {
        1.. => (target, grappler, rule!("ESS-GRAP-3")),
        0 => (grappler, target, rule!("ESS-GRAP-4")),
        _ => (grappler, target, rule!("ESS-GRAP-3")),
    }
}

/// Whether one of them can be drawn to the other.
///
/// # Errors
/// Something between squares bars it (ESS-EDGE-1).
pub(crate) fn check_way(world: &World, grappler: Id, target: Id) -> Result<(), Refusal> {
    let (comes, stays, _) = who_comes(world, grappler, target);
    room::check_way_into(world, comes, stays)
}

/// Whether a weapon is a part of the body other than hands.
fn is_part(weapon: &Weapon) -> bool {
    weapon.natural && weapon.key != "unarmed"
}

fn link(world: &mut World, id: Id, key: &'static str, other: Id, rule: Rule) {
    gain_from(world, id, key, Some(other), Lasts::UntilEnded, [rule]);
}

/// One holds the other from now on.
fn hold(world: &mut World, grappler: Id, target: Id, rule: &Rule) {
    link(world, grappler, condition::GRAPPLING, target, rule.clone());
    link(world, target, condition::GRAPPLED, grappler, rule.clone());
    for id in [grappler, target] {
        unbind::seat(world, id);
    }
}

/// Somebody about to take hold of another, which brings one of them to the other.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct TakesHold {
    /// Who takes hold.
    pub grappler: Id,
    /// Of whom.
    pub target: Id,
    /// With what.
    pub with: Weapon,
    /// Whether critically.
    pub critical: bool,
}

impl Later for TakesHold {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        take_hold(world, self.grappler, self.target, &self.with, self.critical);
    }
}

/// ESS-GRAP-2 to ESS-GRAP-7: takes hold.
fn take_hold(world: &mut World, grappler: Id, target: Id, with: &Weapon, critical: bool) {
    if creature::in_grapple(world, grappler) {
        world.note(grappler, "it is in a grapple already", rule!("ESS-GRAP-2"));
        return;
    }
    if let Err(Refusal { rule, .. }) = check_way(world, grappler, target) {
        let event = Event::note("cannot be drawn together").actor(grappler);
        world.tell(event.by_all(rule));
        return;
    }
    let speeds = [grappler, target].map(|id| (id, creature::speed(world, id).value));
    let (comes, stays, rule) = who_comes(world, grappler, target);
    let to = *world.the::<Position>(stays);
    let from = *world.the::<Position>(comes);
    let before = space(world, comes);
    if from != to {
        // Out of the saddle, or off the surface it hung on, and with it whoever has hold of it.
        unbind::part(world, comes);
        for one in std::iter::once(comes).chain(creature::tied(world, comes)) {
            world.the_mut::<Stance>(one).climbing = false;
        }
        bonds::go(world, comes, to, MoveKind::Carried);
    }
    hold(world, grappler, target, &rule!("ESS-GRAP-2"));
    world.tell(Event::step(comes, from, to, Motion::Walk, "grapples").by(rule.clone()));
    for (id, speed_before) in speeds {
        world.note(id, "lacks one arm or natural weapon", rule!("ESS-GRAP-6"));
        let speed = creature::speed(world, id);
        let event = Event::number(id, speed).by(rule!("ESS-GRAP-7"));
        world.tell(event.by_all((rule == rule!("ESS-GRAP-3")).then_some(rule!("ESS-GRID-6"))));
        if creature::entangled(world, id).is_some() {
            harm::halt(world, id);
        } else {
            creature::speed_changes(world, id, speed_before);
        }
    }
    if critical {
        slow(world, target);
    }
    take_arms(world, grappler, target, with);
    // R33: what the squares do, they do.
    environment::tread(world, comes, Some(before));
    super::super::motion::square_effects::entered(world, comes);
}

/// Somebody grappled about to say which arm it cannot use.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Pinned {
    /// Who is grappled.
    who: Id,
    /// By whom.
    by: Id,
}

/// ESS-GRAP-6: the grappler holds on with the hand or natural weapon it used; the other chooses, when no hand is empty.
fn take_arms(world: &mut World, grappler: Id, target: Id, with: &Weapon) {
    let mut weapons = world.the::<Gear>(grappler).0.iter().map(|item| &item.weapon);
    let part = match Some(with).filter(|with| is_part(with)) {
        None if creature::free_hands(world, grappler) == 0 => weapons.find(|weapon| is_part(weapon)),
        part => part,
    };
    let grip = part.map_or(LostArm::Hand, |weapon| LostArm::Natural(weapon.key.clone()));
    world.the_mut::<Stance>(grappler).lost_arms.insert(target, grip);
    let mut arms = arms(world, target);
    if arms.len() > 1 {
        let (who, by) = (target, grappler);
        launch(world, Pinned { who, by });
    } else if let Some((_, arm)) = arms.pop() {
        world.the_mut::<Stance>(target).lost_arms.insert(grappler, arm);
    }
}

/// What somebody grappled can do without: an empty hand if it has one, else what it holds or bites with. What others have hold of
/// already is not among it.
fn arms(world: &World, id: Id) -> Vec<(Choice, LostArm)> {
    let gear = &world.the::<Gear>(id).0;
    let held = || gear.iter().filter(|item| item.held && !item.weapon.natural);
    if creature::free_hands(world, id) > 0 {
        return vec![(Choice::new("hand", "An empty hand"), LostArm::Hand)];
    }
    let lost = &world.the::<Stance>(id).lost_arms;
    let mut out: Vec<(Choice, LostArm)> = Vec::new();
    let natural = gear.iter().filter(|item| is_part(&item.weapon));
    for item in natural.chain(held()) {
        let weapon = &item.weapon;
        let arm = match (weapon.natural, weapon.hands) {
            (true, _) => LostArm::Natural(weapon.key.clone()),
            (false, 0 | 1) => LostArm::Holding(weapon.key.clone()),
            (false, _) => LostArm::Hand,
        };
        let taken = lost.values().any(|known| *known == arm) && arm != LostArm::Hand;
        if !taken && !out.iter().any(|(_, known)| *known == arm) {
            let choice = Choice::new(weapon.key.clone(), weapon.name.clone()).by(rule!("ESS-GRAP-6"));
            out.push((choice, arm));
        }
    }
    out
}

/// ESS-GRAP-6: whoever is grappled, with its hands full, says what it goes without.
impl Asks for Pinned {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let &Self { who: id, by } = world.the::<Self>(flight);
        let arms = arms(world, id);
        if !creature::grapples(world, by, id) || arms.is_empty() {
            return Inquiry::Nobody;
        }
        let name = world.resource::<Names>().name(id);
        let decision = Decision::new(
            world,
            id,
            kind::LOST_ARM,
            format!("Which arm can {name} not use while it is grappled?"),
            arms.into_iter().map(|(choice, _)| choice).collect(),
        )
        .against(Some(by));
        Question::inquiry(decision, [rule!("ESS-GRAP-6")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let &Self { who: id, by } = world.the::<Self>(flight);
        let mut arms = arms(world, id);
        let named = arms.iter().position(|(choice, _)| *choice.key == *word).unwrap_or(0);
        land(world);
        if creature::grapples(world, by, id) && named < arms.len() {
            let (choice, arm) = arms.swap_remove(named);
            world.the_mut::<Stance>(id).lost_arms.insert(by, arm);
            let text = format!("goes without: {}", choice.label);
            world.note(id, text, rule!("ESS-GRAP-6"));
        }
    }
}

/// ESS-GRAP-5: Slowed for a Round.
fn slow(world: &mut World, id: Id) {
    harm::gain_for(world, id, condition::SLOWED, 1, rule!("ESS-GRAP-5"));
}

/// ESS-GRAP-13: the grappled turns the tables.
pub(crate) fn reverse(world: &mut World, winner: Id, loser: Id, with: &Weapon, critical: bool) {
    unbind::unlink(world, winner, loser, &rule!("ESS-GRAP-13"));
    hold(world, winner, loser, &rule!("ESS-GRAP-13"));
    take_arms(world, winner, loser, with);
    if critical {
        slow(world, loser);
    }
}

/// ESS-GRAP-15: chokes whom it holds for the next Round.
pub(crate) fn choke(world: &mut World, grappler: Id, target: Id) {
    if !has_condition(world, target, condition::CHOKED) {
        link(world, target, condition::CHOKED, grappler, rule!("ESS-GRAP-15"));
    }
    clock::start_once(world, clock::Timed::Condition(target, condition::CHOKED.into()), 1);
}
