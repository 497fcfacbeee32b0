//! Who is moved against its will: square by square straight away, into whatever stands there (MOM-PUSH).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::body::roll::{Roll, defends};
use super::super::data::{DamageType, Durability, Metres, StatKind};
use super::harm::{Blow, Dose, Wound, protect};
use super::held;
use super::hit_result::Struck;
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::rule;

/// The question, and its answers.
pub(crate) const COLLISION: &str = "collision";
pub(crate) const JOIN: &str = "join";
pub(crate) const APART: &str = "apart";

/// Somebody who is moved, in flight below the push until that has come to its end.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Push {
    /// Who moves it.
    pub by: Id,
    /// Whom.
    pub target: Id,
    /// Where it stood.
    pub from: Footprint,
    /// Which way.
    pub step: (i16, i16),
    /// How far it would go.
    pub metres: Metres,
    /// The attack or Ability that does it, if its damage can join.
    pub attack: Option<Id>,
}

/// What a collision did on the way of somebody whom an attack moves: whether it joins the damage of that is for the mover to say.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Joining {
    attack: Id,
    by: Id,
    target: Id,
    damage: i32,
}

/// MOM-PUSH-14: straight away from one space, as seen by another.
pub(crate) fn away(from: Footprint, to: Footprint) -> (i16, i16) {
    let (dx, dy) = from.gap(to);
    let (large, small) = (dx.max(dy), dx.min(dy));
    let sign = |one: i16, other: i16, gap: i32| if gap > 0 { (other - one).signum() } else { 0 };
    let both = 2 * small >= large;
    (
        if both || dx == large { sign(from.at.x, to.at.x, dx) } else { 0 },
        if both || dy == large { sign(from.at.y, to.at.y, dy) } else { 0 },
    )
}

/// Those whom one attack or Ability moves, one after the other, each from the board that the ones before have left; the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Pushes {
    pub by: Id,
    pub attack: Id,
    pub metres: Metres,
    pub rest: Vec<Id>,
}

impl Later for Pushes {
    const STAGE: Stage = Stage::Movement;

    fn happen(mut self, world: &mut World) {
        let Some(target) = self.rest.pop() else { return };
        let (by, attack, metres) = (self.by, self.attack, self.metres);
        launch(world, self);
        if !is_on_map(world, target) {
            return;
        }
        let from = space(world, target);
        let step = away(space(world, by), from);
        let push = Push { by, target, from, step, metres, attack: Some(attack) };
        push.launch(world, rule!("MOM-PUSH-1"));
    }
}

impl Push {
    /// Sets it going.
    pub(crate) fn launch(self, world: &mut World, why: Rule) {
        let name = world.resource::<Names>().name(self.target);
        let text = format!("moves {name} up to {} m", self.metres);
        let event = Event::note(text).actor(self.by).target(self.target);
        world.tell(event.by(why));
        launch(world, self);
        let squares = u16::try_from(self.metres).unwrap_or(0);
        environment::push(world, self.target, self.step, squares);
    }

    /// What stands where the next square would have been: creatures, and things.
    fn met(&self, world: &World) -> (Vec<Id>, Vec<Id>) {
        let next = space(world, self.target).offset(self.step.0, self.step.1);
        let there = all_stands(world).filter(|(id, stand)| *id != self.target && stand.space.overlaps(next));
        let creatures = creature::by_initiative(world, there.map(|(id, _)| id));
        let mut objects: Vec<Id> = next.squares().filter_map(|at: Square| thing_at(world, at)).collect();
        objects.retain(|&id| world.part::<Durability>(id).is_some());
        objects.dedup();
        (creatures, objects)
    }
}

/// The push is over: if it came to an end before its time, it ended in something (MOM-PUSH-2 to MOM-PUSH-9, MOM-PUSH-11).
pub(super) fn collide(world: &mut World) {
    let Some((_, &shoved)) = topmost::<Push>(world) else {
        return;
    };
    land(world);
    let Push { target, from, metres, .. } = shoved;
    if !is_on_map(world, target) {
        return;
    }
    let now = space(world, target);
    if from.at.steps_to(now.at) < metres {
        crash(world, &shoved);
    }
    if now != from {
        held::entered(world, target, from);
    }
}

fn crash(world: &mut World, shoved: &Push) {
    let &Push { by, target, metres, attack, .. } = shoved;
    world.note(target, "is stopped there", rule!("MOM-PUSH-6"));
    let (creatures, objects) = shoved.met(world);
    let power = creature::profile(world, by).power();
    let mut hardest = if creatures.is_empty() { metres } else { 0 };
    let mut wounds: Vec<(Id, i32, Rule)> = Vec::new();
    for id in creatures {
        let mut roll = Roll::defense(world, id, StatKind::Str, Vec::new());
        if creature::profile(world, id).size.above(creature::profile(world, target).size) > 0 {
            roll.advantage("it is larger", rule!("MOM-PUSH-3"));
        }
        let stands_firm = defends(world, roll, power, rule!("MOM-PUSH-2"));
        let (damage, rule) =
            if stands_firm { (metres / 2, rule!("MOM-PUSH-5")) } else { (metres, rule!("MOM-PUSH-4")) };
        hardest = hardest.max(damage);
        wounds.push((id, damage, rule));
    }
    for id in objects {
        wounds.push((id, metres, rule!("MOM-PUSH-9")));
        hardest = metres;
    }
    // What is launched last is dealt with first; the one who was moved comes before those it was moved into.
    for (id, damage, rule) in wounds.into_iter().rev() {
        // MOM-PUSH-8: it joins what the same attack does to the one in the way, if it does anything to that.
        let struck = attack.filter(|&attack| world.part::<Struck>(attack).is_some_and(|all| all.hit(id).is_some()));
        if let Some(attack) = struck {
            launch(world, Joining { attack, by, target: id, damage });
        } else {
            let separate = Trace::note("separate from what moved the other").by(rule!("MOM-PUSH-8"));
            wound(world, id, Trace::new("collision", damage).by(rule).with(separate));
        }
    }
    strike(world, shoved, target, hardest);
}

/// What a collision does to the one who was moved.
fn strike(world: &mut World, shoved: &Push, target: Id, damage: i32) {
    let &Push { by, attack, .. } = shoved;
    match attack {
        Some(attack) => _ = launch(world, Joining { attack, by, target, damage }),
        None => wound(world, target, Trace::new("collision", damage).by(rule!("MOM-SHOVE-3"))),
    }
}

fn dose(amount: Trace) -> Dose {
    let damage_type = DamageType::Physical;
    Dose { amount, damage_type }
}

fn wound(world: &mut World, target: Id, amount: Trace) {
    let doses = vec![dose(amount)];
    launch(world, Wound::plain(target, doses));
}

impl Joining {
    fn collision(&self) -> Dose {
        dose(Trace::new("collision", self.damage).by(rule!("MOM-PUSH-7")))
    }

    /// What the target would lose if the damage joins that of the attack, and if it does not.
    fn outcomes(&self, world: &World) -> (i32, i32) {
        let all = |blow: &Blow| -> i32 {
            let (parts, _) = protect(world, self.target, blow);
            parts.iter().map(|part| part.amount).sum()
        };
        let Some(hit) = world.the::<Struck>(self.attack).hit(self.target) else {
            return (0, 0);
        };
        let apart = Blow { doses: vec![self.collision()], ..Blow::default() };
        (all(&hit.joined(self.collision())), all(&hit.blow) + all(&apart))
    }
}

impl Asks for Joining {
    /// MOM-PUSH-7: asked where it makes a difference.
    fn asking(world: &World, flight: Id) -> Inquiry {
        let joining = world.the::<Self>(flight);
        let (joined, apart) = joining.outcomes(world);
        if joined == apart || !creature::conscious(world, joining.by) {
            return Inquiry::Nobody;
        }
        let name = world.resource::<Names>().name(joining.target);
        let choice = |key, label: &str, damage: i32, purpose| {
            Choice::new(key, format!("{label}: {damage} in all")).to(purpose).by(rule!("MOM-PUSH-7"))
        };
        let choices = vec![
            choice(JOIN, "It joins the hit", joined, Purpose::Harm),
            choice(APART, "It is a hit of its own", apart, Purpose::Decline),
        ];
        let prompt = format!("{name} is moved into something for {} damage.", joining.damage);
        let decision = Decision::new(world, joining.by, COLLISION, prompt, choices).against(Some(joining.target));
        Question::inquiry(decision, [rule!("MOM-PUSH-7")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let joining = *world.the::<Self>(flight);
        land(world);
        joining.settle(world, word == JOIN);
    }

    fn unasked(world: &mut World, flight: Id) {
        let joining = *world.the::<Self>(flight);
        land(world);
        // MOM-PUSH-7: unasked it is the larger total, and joined where that is the same.
        let (joined, apart) = joining.outcomes(world);
        joining.settle(world, joined >= apart);
    }
}

impl Joining {
    fn settle(self, world: &mut World, joins: bool) {
        let collision = self.collision();
        let mut struck = world.the_mut::<Struck>(self.attack);
        let Some(hit) = struck.hit_mut(self.target) else { return };
        if joins {
            hit.blow = hit.joined(collision);
        } else {
            hit.apart = Some(collision);
        }
    }
}
