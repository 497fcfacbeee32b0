//! What a creature is able to do now: Actions, Reactions, Speed, hands; and who is whose enemy.

use bevy::prelude::World;

use super::super::data::conditions::effects;
use super::super::data::moment::Moment;
use super::super::data::stats::*;
pub(crate) use crate::battle::sides::{allied as friendly, hostile};
use crate::battle::*;
use crate::grid::{Footprint, Length};
use crate::rule;

/// The profile.
pub(crate) fn profile(world: &World, id: Id) -> &Profile {
    &world.the::<Stats>(id).0
}

/// On the map and conscious.
pub(crate) fn conscious(world: &World, id: Id) -> bool {
    is_on_map(world, id) && !has_condition(world, id, condition::UNCONSCIOUS)
}

/// Why it can do nothing at all, if so (ESS-STUN-1, ESS-UNC-1).
fn unable(world: &World, id: Id) -> Option<Rule> {
    let forbids = effects().first(world, id, Moment::Acts).map(|effect| effect.rule.clone());
    if is_on_map(world, id) { forbids } else { Some(rule!("ESS-STUN-1")) }
}

/// On the map and not kept from doing anything at all.
pub(crate) fn able(world: &World, id: Id) -> bool {
    unable(world, id).is_none()
}

/// ESS-SURP-3: whether surprise holds it still.
pub(crate) fn surprised(world: &World, id: Id) -> bool {
    has_condition(world, id, condition::SURPRISED)
}

/// ESS-INCAP-1.
pub(crate) fn incapacitated(world: &World, id: Id) -> bool {
    world.part::<Vitals>(id).is_some_and(|vitals| vitals.hp <= 0) && is_on_map(world, id)
}

/// ESS-TURN-1: Actions a Turn, where nothing ails.
const A_TURN: i32 = 3;

/// ESS-TURN-1, ESS-TURN-6, R59: Actions a Turn, with the reasons.
pub(crate) fn allowance(world: &World, id: Id) -> Trace {
    let mut out = Trace::new("Actions", 0).with(Trace::new("a Turn", A_TURN).by(rule!("ESS-TURN-1")));
    if incapacitated(world, id) {
        out.push(Trace::new("Incapacitated", -2).by(rule!("ESS-INCAP-3")));
    }
    effects().add_to(&mut out, world, id, Moment::Actions);
    if surprised(world, id) {
        out.push(Trace::becomes("Surprised", 0).by(rule!("ESS-SURP-3")));
    }
    if out.value < 0 {
        out.push(Trace::becomes("at least none", 0));
    }
    out
}

/// ESS-TURN-6: Actions it still has on this Turn.
pub(crate) fn actions_left(world: &World, id: Id) -> i32 {
    // Most have nothing that would be a reason: no list of reasons is made for them.
    let well = !incapacitated(world, id) && !world.resource::<Ids>().has_conditions(id);
    let whole = if well { A_TURN } else { allowance(world, id).value };
    (whole - world.the::<TurnUsage>(id).used).max(0)
}

/// Reactions a Round as it is now, and the rule that makes them so few.
pub(crate) fn reactions_allowed(world: &World, id: Id) -> (i32, Rule) {
    let mut allowed = 1 + profile(world, id).extra_reactions;
    let mut why = rule!("ESS-REACT-1");
    for (condition, effect) in effects().at(world, id, Moment::Reactions) {
        allowed = effect.number(condition, allowed);
        why = effect.rule.clone();
    }
    if incapacitated(world, id) {
        allowed -= 2;
        why = rule!("ESS-INCAP-3");
    }
    (allowed, why)
}

/// Reactions it has now, or the rule that leaves it none.
///
/// # Errors
/// Why it has none.
pub(crate) fn reactions_left(world: &World, id: Id) -> Result<i32, (Text, Rule)> {
    let turn = world.the::<TurnUsage>(id);
    let fighting = world.resource::<Flow>().round > 0;
    let (allowed, few) = reactions_allowed(world, id);
    let left = allowed - turn.reactions;
    if let Some(rule) = unable(world, id) {
        return Err(("it can do nothing".into(), rule));
    }
    let (why, rule) = match () {
        () if surprised(world, id) => ("surprised", rule!("ESS-SURP-3")),
        () if fighting && !turn.had_turn => ("its first Turn has not come", rule!("ESS-REACT-2")),
        () if turn.delaying => ("it delays", rule!("ESS-TURN-12")),
        () if left <= 0 => ("no Reaction is left", few),
        () => return Ok(left),
    };
    Err((why.into(), rule))
}

fn bonds<'w>(world: &'w World, id: Id, key: &'static str) -> impl Iterator<Item = Id> + 'w {
    let ailing = world.resource::<Ids>().has_conditions(id);
    let conditions = world.part::<Conditions>(id).filter(|_| ailing);
    let all = conditions.into_iter().flat_map(|conditions| &conditions.0);
    all.filter(move |one| one.key == key).filter_map(|one| one.source)
}

/// Who grapples it, the one that took hold first.
pub(crate) fn grappler_of(world: &World, id: Id) -> Option<Id> {
    bonds(world, id, condition::GRAPPLED).next()
}

/// Whom it grapples.
pub(crate) fn held_by(world: &World, id: Id) -> Option<Id> {
    bonds(world, id, condition::GRAPPLING).next()
}

/// Whether one grapples the other.
pub(crate) fn grapples(world: &World, id: Id, target: Id) -> bool {
    bonds(world, target, condition::GRAPPLED).any(|one| one == id)
}

/// Everybody it is in a grapple with: whom it holds, then those who hold it.
pub(crate) fn partners(world: &World, id: Id) -> Vec<Id> {
    let held = bonds(world, id, condition::GRAPPLING);
    held.chain(bonds(world, id, condition::GRAPPLED)).collect()
}

/// Whether it holds somebody or is held.
pub(crate) fn in_grapple(world: &World, id: Id) -> bool {
    bonds(world, id, condition::GRAPPLING).next().is_some() || bonds(world, id, condition::GRAPPLED).next().is_some()
}

/// Everybody whom grapples tie to it, through others as well.
pub(crate) fn tied(world: &World, id: Id) -> Vec<Id> {
    let mut out = vec![id];
    let mut at = 0;
    while at < out.len() {
        for other in partners(world, out[at]) {
            if !out.contains(&other) {
                out.push(other);
            }
        }
        at += 1;
    }
    out.remove(0);
    out
}

/// Everyone who shares its space and goes where it goes: in a grapple, on its back, under its saddle.
pub(crate) fn along(world: &World, id: Id) -> Vec<Id> {
    company(world, id, MoveKind::Carried).into_iter().map(|(other, _)| other).collect()
}

/// Whether an object is only an illusion.
pub(crate) fn illusory(world: &World, thing: Id) -> bool {
    let fixture = world.part::<ObjectProperties>(thing);
    fixture.is_some_and(|fixture| fixture.illusory)
}

/// ESS-ENT-1, ESS-GRAP-7: what keeps it from leaving its space by itself.
pub(crate) fn entangled(world: &World, id: Id) -> Option<Rule> {
    if let Some(effect) = effects().first(world, id, Moment::Leaves) {
        return Some(effect.rule.clone());
    }
    let size = profile(world, id).size;
    let larger = |other: &Id| size < profile(world, *other).size;
    partners(world, id).iter().any(larger).then_some(rule!("ESS-GRAP-7"))
}

/// Its Speed now, with the reasons.
pub(crate) fn speed(world: &World, id: Id) -> Trace {
    let mut out = Trace::new("Speed", 0).with(Trace::new("Speed", profile(world, id).speed_ft));
    if entangled(world, id).is_none() && in_grapple(world, id) {
        let half = out.value / 2 / 5 * 5;
        let mut term = Trace::becomes("in a grapple", half).by(rule!("ESS-GRAP-7"));
        term.terms.push(Trace::note("down to 5 ft").by(rule!("ESS-GRID-9")));
        out.push(term);
    }
    out
}

/// ESS-SQZ-3, ESS-GRAP-16: in a space half as wide as it needs, or one that it has to share.
pub(crate) fn squeezing(world: &World, id: Id) -> bool {
    let Some(stance) = world.part::<Stance>(id) else {
        return false;
    };
    let shares = |other: Id| is_on_map(world, other) && space(world, other).overlaps(space(world, id));
    stance.squeezing || stance.crowded.is_some_and(shares)
}

/// ESS-GRAP-6: hands it can use now.
pub(crate) fn hands(world: &World, id: Id) -> u8 {
    let lost = world.the::<Stance>(id).lost_arms.values();
    let lost = lost.filter(|arm| !matches!(arm, LostArm::Natural(_))).count();
    let hands = profile(world, id).hands;
    hands.saturating_sub(u8::try_from(lost).unwrap_or(u8::MAX))
}

/// Hands that hold nothing.
pub(crate) fn free_hands(world: &World, id: Id) -> u8 {
    let full: u8 = world
        .the::<Gear>(id)
        .0
        .iter()
        .filter(|item| item.held && !item.weapon.natural)
        .map(|item| item.weapon.hands)
        .sum();
    hands(world, id).saturating_sub(full)
}

/// Sizes larger (positive) or smaller (negative) than the other (ESS-GRID-6).
pub(crate) fn sizes_above(world: &World, id: Id, other: Id) -> i32 {
    profile(world, id).size as i32 - profile(world, other).size as i32
}

/// Whether nothing falls here (ESS-ZG-10).
pub(crate) fn weightless(world: &World) -> bool {
    world.resource::<Map>().weather.gravity == 0
}

/// Squares a creature or object stands on.
pub(crate) fn covered(world: &World, id: Id) -> Vec<crate::grid::Square> {
    match world.part::<Thing>(id) {
        Some(thing) => match edge_of(world, id) {
            Some(edge) => edge.squares().to_vec(),
            None => thing.squares.clone(),
        },
        None => space(world, id).squares().collect(),
    }
}

/// As [`covered`], against a creature: what stands between two squares is on the nearer one, on both where neither is.
pub(crate) fn covered_from(world: &World, id: Id, viewer: Id) -> Vec<crate::grid::Square> {
    match laid_at(world, id).filter(|laid| laid.edge.is_some()) {
        Some(laid) => {
            let [one, other] = laid.sides(space(world, viewer));
            let far = (other != one).then_some(other);
            [one].into_iter().chain(far).flat_map(Footprint::squares).collect()
        }
        None => covered(world, id),
    }
}

/// Whether a creature is near enough for hands: within 5 ft, and nothing between that hands do not get through (ESS-EDGE-6, R66).
pub(crate) fn at_hand(world: &World, id: Id, target: Id) -> bool {
    distance(world, id, target) <= 5 && !out_of_hands(world, space(world, id), space(world, target))
}

/// A height in whole steps of 5 ft (ESS-GRID-10).
pub(crate) fn steps_up(height: Length) -> i32 {
    height.whole(Length::feet(5))
}

/// Feet above the ground of its square; below it fewer than none.
pub(crate) fn altitude(world: &World, id: Id) -> Feet {
    let at = world.the::<Position>(id);
    5 * (steps_up(at.height) - steps_up(world.resource::<Map>().ground(at.at)))
}

/// ESS-GRID-3: feet between two creatures or objects.
pub(crate) fn distance(world: &World, a: Id, b: Id) -> Feet {
    let ids = world.resource::<Ids>();
    if let (Some(one), Some(other)) = (ids.stand(a), ids.stand(b)) {
        let up = steps_up(one.height) - steps_up(other.height);
        return 5 * one.space.steps(other.space).max(up.abs());
    }
    let mut best = i32::MAX;
    for here in covered(world, a) {
        for there in covered(world, b) {
            best = best.min(here.steps_to(there));
        }
    }
    let up = steps_up(world.the::<Position>(a).height) - steps_up(world.the::<Position>(b).height);
    5 * best.max(up.abs())
}

/// Feet between a creature and the ground of a square, heights counted in.
pub(crate) fn distance_to_ground(world: &World, id: Id, at: crate::grid::Square) -> Feet {
    let up = steps_up(world.the::<Position>(id).height) - steps_up(floor(world, at));
    distance_to(world, id, at).max(5 * up.abs())
}

/// Feet between a creature and a square, in which whoever is meant may be at any height.
pub(crate) fn distance_to(world: &World, id: Id, at: crate::grid::Square) -> Feet {
    5 * space(world, id).steps(Footprint::single(at))
}

/// Whether the creature can act at all, and has so many Actions.
pub(crate) fn can_pay(world: &World, id: Id, cost: i32) -> Result<(), Refusal> {
    if surprised(world, id) {
        return Err(Refusal::by(rule!("ESS-SURP-3"), "surprised", "It noticed nothing yet."));
    }
    if let Some(rule) = unable(world, id) {
        return Err(Refusal::by(rule, "unable", "It can do nothing."));
    }
    let left = actions_left(world, id);
    if left < cost {
        let rule = if cost > 1 { rule!("ESS-ACT-4") } else { rule!("ESS-TURN-1") };
        let message = format!("It costs {cost} Actions; {left} are left.");
        return Err(Refusal::by(rule, "actions", message));
    }
    Ok(())
}

/// What a creature rides.
pub(crate) fn mount_of(world: &World, id: Id) -> Option<Id> {
    world.part::<Stance>(id)?.riding
}

/// Who rides a creature.
pub(crate) fn rider_of(world: &World, id: Id) -> Option<Id> {
    on_map(world).find(|&other| mount_of(world, other) == Some(id))
}

/// The other one of rider and mount.
pub(crate) fn pair(world: &World, id: Id) -> Option<Id> {
    mount_of(world, id).or_else(|| rider_of(world, id))
}

/// Whether `hider` is Hidden from `viewer`.
pub fn hidden_from(world: &World, hider: Id, viewer: Id) -> bool {
    world.part::<Hiding>(hider).is_some_and(|hiding| hiding.from.contains(&viewer))
}

/// ESS-MOVE-12: a Move under way goes on with the new Speed less what has been used of it.
pub(crate) fn speed_changes(world: &mut World, id: Id, before: Feet) {
    let change = speed(world, id).value - before;
    let Some(turn) = world.part::<TurnUsage>(id).filter(|turn| turn.run > 0) else {
        return;
    };
    if change == 0 || has_condition(world, id, condition::PRONE) {
        return;
    }
    let whole = if turn.aired.is_some() { 2 * change } else { change };
    let left = (turn.run + whole).max(0);
    world.the_mut::<TurnUsage>(id).run = left;
    world.note(id, format!("{left} ft of its Move are left"), rule!("ESS-MOVE-12"));
}

/// The side of a square.
pub(crate) fn square() -> Length {
    Length::feet(5)
}

/// How far apart two places are: the farther of along the ground and up.
pub(crate) fn apart(a: Place, b: Place) -> Length {
    let up = (steps_up(a.height) - steps_up(b.height)).abs();
    Length(a.space.steps(b.space).max(up) * square().0)
}

/// Whether two places are in each other's way.
pub(crate) fn collide(a: Place, b: Place) -> bool {
    // A creature that flies above another, or digs below it, is not in its way (ESS-GRID-10).
    a.space.overlaps(b.space) && steps_up(a.height) == steps_up(b.height)
}

/// Whether it may be given orders on its Turn.
pub(crate) fn may_act(world: &World, creature: Id) -> bool {
    able(world, creature) && !surprised(world, creature) && !world.the::<TurnUsage>(creature).delaying
}
