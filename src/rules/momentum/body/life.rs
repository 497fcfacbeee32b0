//! What keeps a creature going: Vitality, Down, Bleeding, death; and lying down (MOM-VIT).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::{
    HeldActions, Leaning, Points, Portion, Scorched, StatKind, Status, Temporary, Timing, Vitality, conditions::*,
};
use super::{creature, hands};
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::grid::{Footprint, Square};
use crate::rule;

/// Vitality that is about to be lost; everything that protects has been counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Loss {
    /// By type of damage.
    pub parts: Vec<DamagePart>,
    /// How it was reckoned.
    pub how: Trace,
    /// Why it does not kill, if it does not (MOM-NL-4, MOM-TYPE-6).
    pub spares: Option<Rule>,
    /// Whether it takes Vitality itself, past what is temporary (MOM-STAT-14).
    pub bypasses: bool,
}

impl Loss {
    /// Damage as it usually comes.
    pub(crate) fn of(parts: Vec<DamagePart>, how: Trace) -> Self {
        Self { parts, how, spares: None, bypasses: false }
    }
}

/// Takes it off a creature (MOM-DMG-1).
pub(crate) fn suffer(world: &mut World, id: Id, loss: Loss) {
    let Loss { parts, mut how, spares, bypasses } = loss;
    let amount: i32 = parts.iter().map(|part| part.amount).sum();
    if amount == 0 || !is_on_map(world, id) {
        return;
    }
    let absorbed = if bypasses { 0 } else { world.part::<Temporary>(id).map_or(0, |left| left.0).min(amount) };
    if absorbed > 0 {
        let before = world.the::<Temporary>(id).0;
        world.put(id, Temporary(before - absorbed));
        how.push(Trace::new("Temporary Vitality", -absorbed).by(rule!("MOM-VIT-9")));
        let event = Event::resource(id, "Temporary Vitality", (before, before - absorbed));
        world.tell(event.by(rule!("MOM-VIT-9")));
    }
    let before = world.the::<Vitality>(id).0;
    let dies_at = -creature::profile(world, id).stat(StatKind::Con);
    let mut now = before - (amount - absorbed);
    if let Some(rule) = spares.clone().filter(|_| now <= dies_at) {
        now = before.min(dies_at + 1);
        how.terms.push(Trace::note(format!("it is left at {now}")).by(rule));
    }
    world.the_mut::<Vitality>(id).0 = now;
    let event = Event::new(What::damage(parts, "vitality", (before, now)));
    world.tell(event.target(id).trace(how).by(rule!("MOM-VIT-1")));
    if now <= 0 && creature::profile(world, id).object {
        world.tell(Event::new(What::Dies).target(id).by(rule!("MOM-VIT-8")));
        return spawn::leave(world, id, true);
    }
    // MOM-VIT-7: the dead are off the map, and no obstacle.
    if now <= dies_at {
        world.tell(Event::new(What::Dies).target(id).by(rule!("MOM-VIT-5")));
        return spawn::leave(world, id, true);
    }
    if now < 1 && now < before {
        match spares {
            Some(rule) if !has_condition(world, id, BLEEDING) => {
                let rule = if rule == rule!("MOM-NL-5") { rule!("MOM-NL-4") } else { rule };
                world.note(id, "does not bleed", rule);
            }
            Some(_) => {}
            None => {
                let rule = if before < 1 { rule!("MOM-VIT-4") } else { rule!("MOM-VIT-2") };
                gain(world, id, BLEEDING, Lasts::UntilEnded, [rule]);
            }
        }
    }
    if now < 1 && gain(world, id, DOWN, Lasts::UntilEnded, [rule!("MOM-VIT-3")]) {
        fall(world, id);
    }
}

/// MOM-VIT-3: it lies there, has nothing to pay with, and what it held is lost; it keeps its place in the round.
fn fall(world: &mut World, id: Id) {
    knock_down(world, id, rule!("MOM-VIT-3"));
    lose(world, id, DEFENDING, [rule!("MOM-VIT-3")]);
    withhold(world, id, rule!("MOM-VIT-3"));
    world.the_mut::<Points>(id).rp = 0;
    world.tell(Event::new(What::Down).target(id).by(rule!("MOM-VIT-3")));
    environment::fallen(world, id);
}

/// MOM-STAT-24: nothing is left of its turn, and what it held is lost.
pub(crate) fn withhold(world: &mut World, id: Id, rule: Rule) {
    let Points { wp, rp, ap, .. } = creature::points(world, id);
    if ap > 0 {
        let event = Event::resource(id, creature::AP, (ap, 0)).by(rule.clone());
        world.tell(event.by(rule!("MOM-STAT-24")));
    }
    let acts_with_others = |active: Id| {
        let members = creature::sharing(world, active);
        members.contains(&id) && (active != id || members.len() > 1)
    };
    if world.resource::<Flow>().active().is_some_and(acts_with_others) {
        world.note(id, "is out of its union for this turn", rule!("MOM-UNION-11"));
    }
    *world.the_mut::<Points>(id) = Points { wp, rp, begun: true, ..Points::default() };
    if !std::mem::take(&mut world.the_mut::<HeldActions>(id).0).is_empty() {
        world.note(id, "loses what it held", rule);
    }
}

/// To the ground.
///
/// Whether that is new.
pub(crate) fn knock_down(world: &mut World, id: Id, rule: Rule) -> bool {
    let barred = creature::profile(world, id).status_immune.contains(&Status::Prone);
    let falls = is_on_map(world, id) && !barred && gain(world, id, PRONE, Lasts::UntilEnded, [rule]);
    if falls {
        straighten(world, id);
    }
    falls
}

/// MOM-LEAN-4: it leans no more.
pub(crate) fn straighten(world: &mut World, id: Id) {
    if lose(world, id, LEANING, [rule!("MOM-LEAN-4")]) {
        world.put(id, Leaning(None));
    }
}

/// Gives Vitality back, up to its most (MOM-VIT-10, MOM-VIT-11).
pub(crate) fn mend(world: &mut World, id: Id, points: i32) {
    let before = world.the::<Vitality>(id).0;
    let now = (before + points).min(creature::profile(world, id).vitality_max);
    if now == before {
        return;
    }
    let what = What::Heal { pool: "vitality".into(), change: (before, now) };
    world.tell(Event::new(what).target(id).by(rule!("MOM-VIT-10")));
    set(world, id, now);
}

/// A creature rolls how much Vitality it gives back to a target.
pub(crate) fn heal(world: &mut World, by: Id, target: Id, dice: Portion, rule: Rule) {
    let amount = world.resource_mut::<Dice>().roll(&dice.expression(), "healing");
    let points = amount.value;
    world.tell(Event::new(What::Number).actor(by).target(target).trace(amount).by(rule));
    mend(world, target, points);
}

/// Sets the Vitality of a creature. With more than 0 it is Down no longer, and still Prone.
pub(crate) fn set(world: &mut World, id: Id, now: i32) {
    world.the_mut::<Vitality>(id).0 = now;
    if now > 0 && lose(world, id, DOWN, [rule!("MOM-VIT-10")]) && has_condition(world, id, BLEEDING) {
        world.note(id, "goes on bleeding", rule!("MOM-VIT-11"));
    }
}

/// MOM-HAZ-1: whether ground of a kind harms a creature: the first time on a turn that it comes onto such ground.
pub(crate) fn is_scorched(world: &mut World, id: Id, kind: usize) -> bool {
    let Scorched(mut known) = world.part::<Scorched>(id).cloned().unwrap_or_default();
    if known.contains(&kind) {
        return false;
    }
    known.push(kind);
    world.put(id, Scorched(known));
    true
}

/// MOM-HAZ-1: what harmed creatures once harms them anew, as at the end of a turn.
pub(crate) fn forget_scorching(world: &mut World, whose: &[Id]) {
    for &id in whose {
        if world.part::<Scorched>(id).is_some_and(|known| !known.0.is_empty()) {
            world.put(id, Scorched::default());
        }
    }
}

/// MOM-VIT-13: a creature that is dead or taken out drops what it has in hand, and its summons act by themselves again. It keeps what it
/// has in hand if a side does not know of it. On the ground every side would be told of that.
pub(crate) fn lets_go_of_all(world: &mut World, id: Id) {
    if strangers_to(world, id).is_empty() {
        let held: Vec<String> = hands::held(world, id).map(|item| item.key().to_owned()).collect();
        for key in held {
            hands::drop(world, id, &key, rule!("MOM-VIT-13"));
        }
    }
    let commanded = |other: &Id| creature::has_from(world, *other, COMMANDED, id);
    for summon in on_map(world).filter(commanded).collect::<Vec<Id>>() {
        lose(world, summon, COMMANDED, [rule!("MOM-VIT-13")]);
    }
}

/// MOM-VIT-12, MOM-VIT-14: a dead creature is back where it fell, or as near as there is room: Prone, with so much Vitality, and with every
/// Status Effect that it had (MOM-STAT-9). Its turn of this round is still to come, or is over.
pub(crate) fn revive(world: &mut World, id: Id, vitality: i32) {
    let Some(entity) = world.entity_of(id).filter(|_| world.part::<Dead>(id).is_some()) else { return };
    world.entity_mut(entity).remove::<Dead>();
    let own = space(world, id);
    let free = |at: Square| environment::free_place(world, id, at, own.side);
    let at = free(own.at).unwrap_or(own.at);
    let height = floor_of(world, Footprint { at, ..own });
    world.put(id, Position { at, height });
    world.entity_mut(entity).insert(OnMap);
    let wp = creature::points(world, id).wp;
    *world.the_mut::<Points>(id) = Points { wp, ..Points::default() };
    world.the_mut::<Vitality>(id).0 = vitality;
    let event = Event::new(What::Heal { pool: "vitality".into(), change: (0, vitality) }).target(id);
    world.tell(event.by(rule!("MOM-VIT-12")));
    gain(world, id, PRONE, Lasts::UntilEnded, [rule!("MOM-VIT-14")]);
    let has = Status::ALL.iter().filter(|(status, ..)| has_condition(world, id, status.key()));
    let still: Vec<&str> = has.filter(|(status, ..)| *status != Status::Prone).map(|&(.., name)| name).collect();
    if !still.is_empty() {
        world.note(id, format!("is still {}", still.join(", ")), rule!("MOM-STAT-9"));
    }
    let score = world.the::<Timing>(id).initiative;
    let flow = world.resource::<Flow>();
    let place = |id: Id| (-world.the::<Timing>(id).initiative, id);
    let passed = flow.active().is_some_and(|active| place(id) < place(active));
    let from = flow.round + u32::from(passed);
    world.resource_mut::<Flow>().insert(id, score, from);
    let timing = Timing { initiative: score, over: passed, ..Timing::default() };
    *world.the_mut::<Timing>(id) = timing;
    let when = if passed { "has its next turn in the next round" } else { "has its turn still in this round" };
    world.note(id, when, rule!("MOM-VIT-14"));
}

/// MOM-STAT-14: what Bleeding takes at the place of a creature in the round.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Bleeds(pub Id);

impl Later for Bleeds {
    const STAGE: Stage = Stage::Damage;

    fn happen(self, world: &mut World) {
        let Self(id) = self;
        let kind = DamageKind { key: BLEEDING.into(), name: "Bleeding".into(), tint: Tint::Plain };
        let how = Trace::new("Bleeding", 3).by(rule!("MOM-STAT-14"));
        suffer(world, id, Loss { bypasses: true, ..Loss::of(vec![DamagePart::new(kind, 3)], how) });
    }
}
