//! What keeps a creature going: vitality; unconsciousness, dying and death; bleeding; and lying down (EDG-VP, EDG-DEATH, EDG-DSAVE,
//! EDG-STAB, EDG-PRONE).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::cards::{self, Hands, When};
use super::super::data::traumas::Table;
use super::super::data::{Dying, Vitality, conditions::*};
use super::exhaustion::Exhaustion;
use super::{air, concentration, creature, exhaustion, hands, rads, trauma};
use crate::battle::{Event, Guard, *};
use crate::dice::{Dice, Expression};
use crate::rule;

/// How many saves it takes (EDG-DSAVE-2, EDG-DSAVE-3).
const SAVES: u8 = 3;
/// EDG-EFF-4: tenacity, as orders put it into a roll.
pub(crate) const TENACITY: Exertion = Exertion { key: "tenacity", steps: 3, from: Measure::Health, points: 3 };

/// Damage that is about to be taken off a creature, and the sides that may turn it by a card, the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Blow {
    /// The creature.
    pub id: Id,
    parts: Vec<DamagePart>,
    how: Trace,
    by: Option<Id>,
    spared: bool,
    /// EDG-CARD-6: whether it stays at a point in place of none.
    pub clings: bool,
    /// The sides that are still to be asked, and at which moment.
    pub line: Vec<(When, SideId)>,
}

impl Blow {
    /// How much it is in all.
    pub(crate) fn amount(&self) -> i32 {
        self.parts.iter().map(|part| part.amount).sum()
    }

    /// Whether so much of it would bring the creature down.
    fn fells(&self, world: &World, amount: i32) -> bool {
        (1..=amount).contains(&world.the::<Vitality>(self.id).0)
    }

    /// EDG-CARD-10: whether a side is asked at a moment of it.
    pub(crate) fn concerns(&self, world: &World, when: When, side: SideId) -> bool {
        let (own, amount) = (side_of(world, self.id) == side, self.amount());
        let falls = self.fells(world, amount) && !self.clings;
        let (may, saves) = match when {
            When::Falls => (falls, true),
            _ => (amount > 0, falls && !self.fells(world, amount / 2)),
        };
        may && (own || knows(world, side, self.id))
            && !cards::answers(world, side, when).is_empty()
            && cards::heeds(world, side, own && saves)
    }

    /// EDG-CARD-6: half of it counts, rounded down.
    pub(crate) fn halve(&mut self) {
        let (all, mut off) = (self.amount(), self.amount() - self.amount() / 2);
        self.how.push(Trace::new("a lucky scrap of metal", all / 2 - all).by(rule!("EDG-CARD-6")));
        for part in self.parts.iter_mut().rev() {
            let taken = off.min(part.amount);
            part.leaves(part.amount - taken, Protection::new(Guard::Other, "a lucky scrap of metal"));
            off -= taken;
        }
    }
}

/// Takes damage off a creature; everything that protects has been counted (EDG-VP-1, EDG-DEATH-1 to EDG-DEATH-5). Whether an attacker
/// who could kill it spares it (EDG-DEATH-6). What is lost stays lost, whatever becomes of the attacker (EDG-DUR-1). Where a side may
/// turn it by a card, that is asked first.
pub(crate) fn suffer(world: &mut World, id: Id, parts: Vec<DamagePart>, how: Trace, (by, spared): (Option<Id>, bool)) {
    let mut blow = Blow { id, parts, how, by, spared, clings: false, line: Vec::new() };
    if is_on_map(world, id) && world.resource::<Hands>().any() {
        let moments = [When::Falls, When::Harmed].into_iter();
        let all = moments.flat_map(|when| sides(world).map(move |side| (when, side)));
        blow.line = all.filter(|&(when, side)| blow.concerns(world, when, side)).collect();
    }
    if blow.line.is_empty() {
        endure(world, blow);
    } else {
        launch(world, blow);
    }
}

/// The damage is taken off.
pub(crate) fn endure(world: &mut World, blow: Blow) {
    let amount = blow.amount();
    let Blow { id, parts, how, by, spared, clings, .. } = blow;
    if amount == 0 || !is_on_map(world, id) {
        return;
    }
    let before = world.the::<Vitality>(id).0;
    let now = (before - amount).max(i32::from(clings && before > 0));
    world.the_mut::<Vitality>(id).0 = now;
    let event = Event::new(What::damage(parts.clone(), "vp", (before, now))).target(id).trace(how);
    world.tell(event.by(rule!("EDG-VP-1")));
    // EDG-VP-2: nothing follows from a loss before the last point.
    if now > 0 {
        wakes(world, id, rule!("EDG-COND-UNC-6"));
        return concentration::harmed(world, id, amount);
    }
    let profile = creature::profile(world, id);
    let (threshold, dies) = (profile.threshold(), profile.dies_at_zero);
    let excess = amount - before;
    if spared && before > 0 {
        fall_unconscious(world, id, None, rule!("EDG-DEATH-6"));
        stabilise(world, id, rule!("EDG-DEATH-6"));
    } else if dies {
        die(world, id, rule!("EDG-DEATH-5"));
    } else if excess > threshold {
        let rule = if before > 0 { rule!("EDG-DEATH-1") } else { rule!("EDG-DSAVE-8") };
        die(world, id, rule);
    } else if before > 0 {
        fall_unconscious(world, id, Some((&parts, by)), rule!("EDG-DEATH-2"));
    } else {
        if lose(world, id, STABLE, [rule!("EDG-DSAVE-9")]) {
            world.note(id, "dying again", rule!("EDG-DSAVE-9"));
        }
        fails(world, id, 1, rule!("EDG-DSAVE-7"));
    }
}

/// Levels of exhaustion are gained; with the sixth it collapses (EDG-EXH-6, EDG-EXH-7).
pub(crate) fn tires(world: &mut World, id: Id, levels: u8, rule: Rule) {
    if wears_out(world, id, |world| exhaustion::gain_levels(world, id, levels, rule)) {
        launch_after(world, Collapsing(id));
    }
}

/// Changes how exhausted a creature is; whether that brings it to the sixth level (EDG-EXH-6).
fn wears_out(world: &mut World, id: Id, change: impl FnOnce(&mut World)) -> bool {
    let before = exhaustion::level(world, id);
    change(world);
    before < exhaustion::MOST && exhaustion::level(world, id) >= exhaustion::MOST
}

/// EDG-EXH-9: so many more levels are locked, or fewer; with the sixth it collapses.
pub(crate) fn is_locked(world: &mut World, id: Id, more: i16, rules: Vec<Rule>) {
    let now = world.part::<Exhaustion>(id).copied().unwrap_or_default();
    let locked = u8::try_from((i16::from(now.locked) + more).max(0)).unwrap_or(0);
    if wears_out(world, id, |world| exhaustion::set(world, id, Exhaustion { locked, ..now }, rules)) {
        launch_after(world, Collapsing(id));
    }
}

/// EDG-EXH-6: one that is too exhausted, until it collapses: as if it were harmed, whatever has tired it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Collapsing(Id);

impl Later for Collapsing {
    const STAGE: Stage = Stage::Damage;

    fn happen(self, world: &mut World) {
        let Self(id) = self;
        if is_on_map(world, id) && exhaustion::level(world, id) >= exhaustion::MOST {
            collapses(world, id);
        }
    }
}

/// It is exhausted so far, by the game master's hand.
pub(crate) fn is_tired(world: &mut World, id: Id, now: Exhaustion, rule: Rule) {
    if wears_out(world, id, |world| exhaustion::set(world, id, now, [rule])) {
        collapses(world, id);
    }
}

/// EDG-EXH-6: too exhausted to live by itself: at no points, and not woken by any.
fn collapses(world: &mut World, id: Id) {
    if has_condition(world, id, UNCONSCIOUS) {
        return;
    }
    goes_down(world, id, rule!("EDG-EXH-6"), rule!("EDG-EXH-6"));
}

/// Goes to no points without damage, by a rule, with an injury by another. It is not the more exhausted for it.
pub(super) fn goes_down(world: &mut World, id: Id, rule: Rule, injury: Rule) {
    let before = world.the::<Vitality>(id).0;
    if before > 0 {
        world.the_mut::<Vitality>(id).0 = 0;
        world.tell(Event::resource(id, "vp", (before, 0)).by(rule.clone()));
    }
    if creature::profile(world, id).dies_at_zero {
        return die(world, id, rule!("EDG-DEATH-5"));
    }
    lies_unconscious(world, id, rule);
    trauma::suffer(world, id, Table::Injury, None, vec![injury]);
}

/// EDG-DEATH-2 to EDG-DEATH-4: down by harm, the more exhausted for it, and with a trauma unless its attacker spares it.
fn fall_unconscious(world: &mut World, id: Id, harm: Option<(&[DamagePart], Option<Id>)>, rule: Rule) {
    lies_unconscious(world, id, rule);
    tires(world, id, 1, rule!("EDG-DEATH-3"));
    if let Some((parts, by)) = harm {
        trauma::by_damage(world, id, parts, by, rule!("EDG-DEATH-4"));
    }
}

/// EDG-COND-UNC-2: down, and knowing of nothing.
fn lies_unconscious(world: &mut World, id: Id, rule: Rule) {
    gain(world, id, UNCONSCIOUS, Lasts::UntilEnded, [rule]);
    lose(world, id, DEFENDING, [rule!("EDG-ACT-5")]);
    hands::drop_all(world, id, &rule!("EDG-COND-UNC-2"));
    knock_down(world, id, rule!("EDG-COND-UNC-2"));
    world.tell(Event::new(What::Down).target(id).by(rule!("EDG-ROUND-4")));
    environment::fallen(world, id);
}

/// It has come so from before the skirmish: without points, and stable.
pub(crate) fn lies_stable(world: &mut World, id: Id, rule: Rule) {
    gain(world, id, UNCONSCIOUS, Lasts::UntilEnded, [rule.clone()]);
    hands::drop_all(world, id, &rule!("EDG-COND-UNC-2"));
    knock_down(world, id, rule!("EDG-COND-UNC-2"));
    stabilise(world, id, rule);
}

/// Dies.
pub(crate) fn die(world: &mut World, id: Id, rule: Rule) {
    world.tell(Event::new(What::Dies).target(id).by(rule));
    spawn::leave(world, id, true);
}

/// To the ground: a move that is under way ends.
pub(crate) fn knock_down(world: &mut World, id: Id, rule: Rule) {
    if is_on_map(world, id) && gain(world, id, PRONE, Lasts::UntilEnded, [rule]) {
        let moving = uppermost::<Moving>(world).filter(|(_, moving)| moving.creature == id);
        if let Some((flight, _)) = moving {
            world.the_mut::<Moving>(flight).rest.clear();
        }
    }
}

/// What bleeding leaves of the most vitality (EDG-VP-4, EDG-COND-BLE-2).
fn most(world: &World, id: Id) -> (i32, bool) {
    let most = exhaustion::vp_max(world, id);
    let bled = world.the::<Dying>(id).bled;
    let bleeds = bled > 0 && has_condition(world, id, BLEEDING);
    (if bleeds { most - bled } else { most }, bleeds)
}

/// Gives vitality back, up to its most (EDG-VP-3, EDG-VP-4, EDG-DEATH-7).
pub(crate) fn mend(world: &mut World, id: Id, points: i32, rule: Rule) {
    if air::suffocates(world, id) {
        return world.note(id, "suffocates, and regains nothing", rule!("EDG-SUFF-5"));
    }
    let (most, bleeds) = most(world, id);
    let before = world.the::<Vitality>(id).0;
    let now = (before + points).min(most);
    if now <= before {
        return;
    }
    world.the_mut::<Vitality>(id).0 = now;
    let what = What::Heal { pool: "vp".into(), change: (before, now) };
    let mut event = Event::new(what).target(id).by(rule);
    if now == most {
        event =
            if bleeds { event.by(rule!("EDG-VP-4")).by(rule!("EDG-COND-BLE-2")) } else { event.by(rule!("EDG-VP-3")) };
    }
    world.tell(event);
    wake(world, id);
}

/// EDG-DEATH-7, EDG-DSAVE-6: a creature that has points is awake, and its saves are forgotten.
pub(crate) fn wake(world: &mut World, id: Id) {
    forget(world, id);
    lose(world, id, STABLE, [rule!("EDG-DEATH-7")]);
    if exhaustion::level(world, id) >= exhaustion::MOST {
        return world.note(id, "too exhausted to wake", rule!("EDG-EXH-6"));
    }
    lose(world, id, ASLEEP, [rule!("EDG-DEATH-7")]);
    lose(world, id, UNCONSCIOUS, [rule!("EDG-DEATH-7")]);
}

/// EDG-COND-UNC-6: falls asleep.
pub(crate) fn sleeps(world: &mut World, id: Id, rule: Rule) -> bool {
    let new = gain(world, id, ASLEEP, Lasts::UntilEnded, [rule.clone()]);
    if new && gain(world, id, UNCONSCIOUS, Lasts::UntilEnded, [rule]) {
        knock_down(world, id, rule!("EDG-COND-UNC-2"));
    }
    new
}

/// EDG-COND-UNC-6: a sleeper wakes; one who has no points stays unconscious.
pub(crate) fn wakes(world: &mut World, id: Id, rule: Rule) -> bool {
    let woken = has_condition(world, id, ASLEEP) && lose(world, id, ASLEEP, [rule.clone()]);
    if woken && world.the::<Vitality>(id).0 > 0 {
        lose(world, id, UNCONSCIOUS, [rule]);
    }
    woken
}

fn forget(world: &mut World, id: Id) {
    let mut dying = world.the_mut::<Dying>(id);
    (dying.successes, dying.failures) = (0, 0);
}

/// Whether it is dying: at no points, and not stable.
pub(crate) fn is_dying(world: &World, id: Id) -> bool {
    is_on_map(world, id) && world.the::<Vitality>(id).0 <= 0 && !has_condition(world, id, STABLE)
}

/// EDG-SUFF-7: whether it has made the saves that it takes, and is not stable since it suffocates.
pub(crate) fn is_saved(world: &World, id: Id) -> bool {
    is_dying(world, id) && world.the::<Dying>(id).successes >= SAVES
}

/// EDG-DSAVE-2, EDG-STAB-3: no longer dying, unless it suffocates (EDG-SUFF-5).
pub(crate) fn stabilise(world: &mut World, id: Id, rule: Rule) {
    if air::suffocates(world, id) {
        return world.note(id, "suffocates, and nothing makes it stable", rule!("EDG-SUFF-5"));
    }
    gain(world, id, STABLE, Lasts::UntilEnded, [rule]);
    forget(world, id);
}

fn fails(world: &mut World, id: Id, times: u8, rule: Rule) {
    let failures = {
        let mut dying = world.the_mut::<Dying>(id);
        dying.failures = (dying.failures + times).min(SAVES);
        dying.failures
    };
    world.note(id, format!("{failures} of {SAVES} death saves failed"), rule);
    if failures >= SAVES {
        die(world, id, rule!("EDG-DSAVE-3"));
    }
}

/// EDG-DSAVE-1 to EDG-DSAVE-6: at the start of its turn a dying creature rolls a d12, which nothing joins.
pub(crate) fn death_save(world: &mut World, id: Id) {
    if has_condition(world, id, STABLE) {
        return world.note(id, "stable", rule!("EDG-STAB-3"));
    }
    if !is_dying(world, id) {
        return;
    }
    let mut roll = world.resource_mut::<Dice>().roll(&Expression::dice(1, 12), "death save");
    let face = roll.value;
    roll.verdict = Some(face >= 7);
    roll.note("no special result", rule!("EDG-SPEC-13"));
    world.tell(Event::number(id, roll).by(rule!("EDG-DSAVE-1")));
    let airless = air::suffocates(world, id);
    match face {
        12 if !airless => stabilise(world, id, rule!("EDG-DSAVE-5")),
        7.. => {
            let successes = {
                let mut dying = world.the_mut::<Dying>(id);
                dying.successes = (dying.successes + 1).min(SAVES);
                dying.successes
            };
            // EDG-SUFF-7: they stay noted until there is a breath.
            let waits = (airless && (face == 12 || successes >= SAVES)).then_some(rule!("EDG-SUFF-7"));
            let text = format!("{successes} of {SAVES} death saves made");
            let event = Event::note(text).actor(id).by(rule!("EDG-DSAVE-1")).by(rule!("EDG-DSAVE-6"));
            world.tell(event.by_all(waits));
            if successes >= SAVES && !airless {
                stabilise(world, id, rule!("EDG-DSAVE-2"));
            }
        }
        1 => fails(world, id, 2, rule!("EDG-DSAVE-4")),
        _ => fails(world, id, 1, rule!("EDG-DSAVE-1")),
    }
}

/// EDG-COND-BLE-2: a point lost to bleeding, which nothing gives back while it lasts.
pub(crate) fn bled(world: &mut World, id: Id) {
    if world.the::<Vitality>(id).0 > 0 {
        world.the_mut::<Dying>(id).bled += 1;
    }
}

/// EDG-COND-BLE-3: the bleeding stops.
pub(crate) fn stop_bleeding(world: &mut World, id: Id, rule: Rule) {
    if rads::keeps(world, id, BLEEDING) {
        return world.note(id, "bleeds on while it is irradiated so much", rule!("EDG-RAD-7"));
    }
    if lose(world, id, BLEEDING, [rule]) {
        world.the_mut::<Dying>(id).bled = 0;
    }
}

/// Pays vitality for something that is no harm (EDG-EFF-4, EDG-EFF-6).
pub(crate) fn pay(world: &mut World, id: Id, points: i32, rule: Rule) {
    if points <= 0 {
        return;
    }
    let before = world.the::<Vitality>(id).0;
    world.the_mut::<Vitality>(id).0 = before - points;
    world.tell(Event::resource(id, "vp", (before, before - points)).by(rule).by(rule!("EDG-EFF-6")));
}

/// EDG-EFF-5: whether it has so many points to spend and keeps one.
///
/// # Errors
/// It has not.
pub(crate) fn can_pay(world: &World, id: Id, points: i32) -> Result<(), Refusal> {
    let has = world.the::<Vitality>(id).0;
    if points == 0 || has > points {
        return Ok(());
    }
    let message = format!("It takes {points} of {has} points; one must be left.");
    Err(Refusal::by(rule!("EDG-EFF-5"), "vitality", message))
}
