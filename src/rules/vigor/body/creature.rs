//! What a creature is able to do now, and who is whose enemy.

use bevy::prelude::{Component, World};
use serde::{Deserialize, Serialize};

use super::super::data::{Grip, Held, Hold, Profile, Spell, Stats, Tracks, TurnUsage, conditions::*, moment::Moment};
use super::super::field::distance;
pub(crate) use crate::battle::sides::hostile;
use crate::battle::{Event, *};
use crate::rule;

/// The profile.
pub(crate) fn profile(world: &World, id: Id) -> &Profile {
    &world.the::<Stats>(id).0
}

/// VIG-ITEM-1: whether somebody lets another treat it: nobody's enemy, or it is unconscious.
pub(crate) fn lets_near(world: &World, by: Id, whom: Id) -> bool {
    !hostile(world, by, whom) || !conscious(world, whom)
}

/// On the map and conscious.
pub(crate) fn conscious(world: &World, id: Id) -> bool {
    is_on_map(world, id) && !has_condition(world, id, UNCONSCIOUS)
}

/// VIG-ENC-9: whether it counts for its side: on the map, neither in Shock nor stable without Health. Whoever has fainted comes to
/// itself again and counts (R58).
pub(crate) fn counts(world: &World, id: Id) -> bool {
    let lies_for_good = || profile(world, id).health_max() > 0 && world.the::<Tracks>(id).health == 0;
    is_on_map(world, id)
        && !has_condition(world, id, SHOCK)
        && !(has_condition(world, id, UNCONSCIOUS) && lies_for_good())
}

/// VIG-COND-1: whether it can move at all: neither Bound nor Pinned.
pub(crate) fn held(world: &World, id: Id) -> bool {
    effects().first(world, id, Moment::Moves).is_some()
}

/// VIG-COND-1: whether it is Incapacitated.
pub(crate) fn incapacitated(world: &World, id: Id) -> bool {
    !conscious(world, id) || held(world, id)
}

/// Whether its turn is under way.
pub(crate) fn own_turn(world: &World, id: Id) -> bool {
    world.resource::<Flow>().active() == Some(id)
}

/// VIG-PRONE-3: whether what it does on its turn is negated.
pub(crate) fn negated(world: &World, id: Id) -> bool {
    own_turn(world, id) && world.part::<TurnUsage>(id).is_some_and(|turn| turn.negated)
}

/// Actions of a turn as things are, with the reasons (VIG-ACT-1, VIG-AMB-2, VIG-COND-11).
pub(crate) fn actions(world: &World, id: Id) -> Trace {
    let own = profile(world, id).actions;
    let mut out = Trace::new("actions", 0).with(Trace::new("a turn", own).by(rule!("VIG-ACT-1")));
    effects().add_to(&mut out, world, id, Moment::Actions);
    let lies_in_wait = profile(world, id).ambush && world.resource::<Flow>().round <= 1;
    if lies_in_wait && !has_condition(world, id, AMBUSHED) {
        // Whoever was caught stays caught, whatever has become of it since.
        let caught = |other: Id| hostile(world, id, other) && has_condition(world, other, AMBUSHED);
        let caught = creatures(world).into_iter().any(caught);
        let term = Trace::new("lying in wait", 1).by(rule!("VIG-AMB-3"));
        out.push(if caught {
            term
        } else {
            Trace { refused: Some("nobody was caught".into()), ..term.by(rule!("VIG-AMB-4")) }
        });
    }
    let comes = stunned(world, id);
    let now = if own_turn(world, id) { world.the::<TurnUsage>(id).stunned } else { comes };
    if now > 0 {
        let fewer = now.min(out.value);
        out.push(Trace::new("Stunned", -fewer).by(rule!("VIG-COND-11")));
    } else if comes > 0 {
        out.push(Trace::refused("Stunned", -comes, "from its next turn on").by(rule!("VIG-COND-11")));
    }
    out
}

/// VIG-COND-11: how many actions it is Stunned out of on the turn that comes.
pub(crate) fn stunned(world: &World, id: Id) -> i32 {
    let conditions = world.part::<Conditions>(id);
    let worst = conditions.and_then(|all| all.0.iter().find(|one| one.key == STUNNED));
    worst.map_or(0, |one| one.amount.max(1))
}

/// VIG-COND-11: Stunned out of so many actions of its next turn; the most of several counts.
pub(crate) fn stun(world: &mut World, id: Id, actions: i32, source: Option<Id>, rule: Rule) {
    let until = to_its_next_turn(world, id);
    let own_turn = own_turn(world, id);
    // What has been taken off the turn under way is over with it, and takes nothing off the next one.
    let spent = |one: &Condition| one.key == STUNNED && own_turn && one.lasts == Lasts::TurnEnd(id);
    world.change::<Conditions, _>(id, |all| {
        all.0.iter_mut().filter(|one| spent(one)).for_each(|one| one.amount = 0);
    });
    gain_from(world, id, STUNNED, source, until, rule);
    world.change::<Conditions, _>(id, |all| {
        if let Some(one) = all.0.iter_mut().find(|one| one.key == STUNNED) {
            one.amount = one.amount.max(actions);
        }
    });
}

/// Actions left on its turn.
pub(crate) fn actions_left(world: &World, id: Id) -> i32 {
    (actions(world, id).value - world.the::<TurnUsage>(id).used).max(0)
}

/// What an action takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Actions.
    pub actions: i32,
    /// Vigor.
    pub vigor: i32,
    /// Mana.
    pub mana: i32,
    /// Whether it can be done without moving (VIG-COND-2).
    pub still: bool,
    /// Whether it goes on with what was begun before.
    pub goes_on: bool,
    /// Whether more of it is still to come (VIG-READY-10).
    pub unfinished: bool,
}

/// A creature that has just become Incapacitated. What that ends is in `fight/openings`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Seized(pub Id);

/// Somebody who has just come to itself, and looks about. What it sees is in `field/sight`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Woken(pub Id);

/// Why it can do nothing, if so (VIG-VIGOR-3, VIG-COND-2).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn able(world: &World, id: Id) -> Result<(), Refusal> {
    if !conscious(world, id) {
        return Err(Refusal::by(rule!("VIG-COND-2"), "unconscious", "It is unconscious."));
    }
    effects().allow(world, id, Moment::Acts)
}

/// Whether it may react for this much Vigor (VIG-REACT-7, VIG-REACT-13, VIG-REACT-19).
///
/// # Errors
/// Why not, and the rule.
pub(crate) fn can_react(world: &World, id: Id, price: i32) -> Result<(), (Text, Rule)> {
    if !conscious(world, id) {
        return Err(("unconscious".into(), rule!("VIG-COND-3")));
    }
    if held(world, id) {
        return Err(("held fast".into(), rule!("VIG-COND-3")));
    }
    if let Some(effect) = effects().first(world, id, Moment::Reacts) {
        return Err((effect.says.into(), effect.rule.clone()));
    }
    if own_turn(world, id) {
        return Err(("no reactions on its own turn".into(), rule!("VIG-REACT-7")));
    }
    let left = world.the::<Tracks>(id).vigor;
    if left < price {
        return Err((format!("it costs {price} Vigor; {left} is left").into(), rule!("VIG-REACT-13")));
    }
    Ok(())
}

/// VIG-ENC-8: what takes several actions is lost.
pub(crate) fn break_off(world: &mut World, id: Id) {
    if let Some(begun) = world.the_mut::<TurnUsage>(id).under_way.take() {
        world.note(id, begun.lost(), rule!("VIG-ENC-8"));
    }
}

/// Uses up actions; whatever takes several of them is broken off by any other.
pub(crate) fn pay_actions(world: &mut World, id: Id, actions: i32) {
    if actions == 0 {
        return;
    }
    break_off(world, id);
    world.the_mut::<TurnUsage>(id).negated = false;
    use_up(world, id, actions, rule!("VIG-ACT-1"));
}

/// VIG-ACT-23: whatever it has left on its turn is lost: of the Move under way, and actions.
pub(crate) fn forfeit(world: &mut World, id: Id) {
    world.the_mut::<TurnUsage>(id).run = 0;
    let left = actions_left(world, id);
    if left > 0 {
        use_up(world, id, left, rule!("VIG-ACT-23"));
    }
}

/// VIG-ACT-23: what it does on its turn ends where it stands, since it has become Incapacitated.
pub(crate) fn cut_short(world: &mut World, id: Id) {
    if own_turn(world, id) {
        launch(world, Seized(id));
    }
}

fn use_up(world: &mut World, id: Id, actions: i32, rule: Rule) {
    let before = actions_left(world, id);
    world.the_mut::<TurnUsage>(id).used += actions;
    let change = (before, actions_left(world, id));
    let name = "actions".into();
    world.tell(Event::new(What::Resource { name, change }).actor(id).by(rule));
}

/// VIG-COND-9, VIG-COND-10: what comes of a track that has run out is a condition like any other, with a rule of its own.
fn of_a_condition(key: &str, rule: Rule) -> impl Iterator<Item = Rule> + use<> {
    let own = match key {
        WINDED => Some(rule!("VIG-COND-9")),
        WOUNDED => Some(rule!("VIG-COND-10")),
        _ => None,
    };
    [rule].into_iter().chain(own)
}

/// Whether something never befalls somebody, as its talents are written (VIG-ABIL-7).
pub(crate) fn proof(world: &World, id: Id, key: &str) -> bool {
    profile(world, id).riders_immune.iter().any(|known| known == key)
}

/// The same, told where it is so.
pub(crate) fn withstands(world: &mut World, id: Id, key: &'static str) -> bool {
    let withstands = proof(world, id, key);
    if withstands {
        world.note(id, format!("is never {key}"), rule!("VIG-ABIL-7"));
    }
    withstands
}

/// Gives a condition; whether it is new.
pub(crate) fn gain(world: &mut World, id: Id, key: &'static str, lasts: Lasts, rule: Rule) -> bool {
    let new = crate::battle::gain(world, id, key, lasts, of_a_condition(key, rule));
    if new && matches!(key, UNCONSCIOUS | BOUND | PINNED | WINDED) {
        break_off(world, id);
    }
    if new && matches!(key, UNCONSCIOUS | BOUND | PINNED) {
        release_if_far(world);
    }
    new
}

/// Gives a condition that comes from somebody; the longer of two that are the same stays (VIG-COND-15).
pub(crate) fn gain_from(world: &mut World, id: Id, key: &'static str, source: Option<Id>, lasts: Lasts, rule: Rule) {
    if withstands(world, id, key) {
        return;
    }
    let source = source.filter(|&source| source != id);
    if gain(world, id, key, lasts, rule) {
        world.change::<Conditions, _>(id, |all| {
            if let Some(one) = all.0.iter_mut().find(|one| one.key == key) {
                one.source = source;
            }
        });
    } else {
        world.change::<Conditions, _>(id, |all| {
            if let Some(one) = all.0.iter_mut().find(|one| one.key == key) {
                one.lasts = longer(one.lasts, lasts);
            }
        });
        world.note(id, format!("is {key} once, and for the longer time"), rule!("VIG-COND-15"));
    }
}

/// The one of two durations that ends later.
fn longer(one: Lasts, other: Lasts) -> Lasts {
    match (one, other) {
        (Lasts::Rounds(a), Lasts::Rounds(b)) => Lasts::Rounds(a.max(b)),
        (Lasts::TurnEnd(_), Lasts::UntilSaved) | (_, Lasts::UntilEnded) => other,
        _ => one,
    }
}

/// VIG-ENC-12, VIG-COND-12: until the end of its next turn, which is never the one in progress: that one's end makes it so
/// ([`comes_round`]).
pub(crate) fn to_its_next_turn(world: &World, id: Id) -> Lasts {
    if own_turn(world, id) { Lasts::UntilSaved } else { Lasts::TurnEnd(id) }
}

/// At the end of a turn, whatever lasts until the end of the next one.
pub(crate) fn comes_round(world: &mut World, id: Id) {
    world.change::<Conditions, _>(id, |all| {
        let waiting = all.0.iter_mut().filter(|one| one.lasts == Lasts::UntilSaved);
        waiting.for_each(|one| one.lasts = Lasts::TurnEnd(id));
    });
}

/// VIG-COND-7, VIG-COND-8: it is held fast.
pub(crate) fn hold_fast(world: &mut World, id: Id, hold: Hold, rule: Rule) {
    let Hold { grip, by, .. } = hold;
    if withstands(world, id, grip.key()) {
        return;
    }
    let mut held = world.the_mut::<Held>(id);
    held.0.retain(|known| (known.grip, known.by) != (grip, by));
    held.0.push(hold);
    gain_from(world, id, grip.key(), by, Lasts::UntilEnded, rule);
}

/// VIG-COND-8: whoever is Pinned is free once its holder has moved away, or can hold nobody.
pub(crate) fn release_if_far(world: &mut World) {
    for id in on_map(world).collect::<Vec<_>>() {
        if has_condition(world, id, PINNED) {
            let near = |by: Id, within: i32| distance::distance(world, by, id) <= within;
            let holds = |hold: &Hold| {
                hold.grip != Grip::Pinned
                    || hold.by.is_some_and(|by| !incapacitated(world, by) && near(by, hold.within))
            };
            let left = world.the::<Held>(id).0.iter().filter(|hold| holds(hold)).cloned();
            let left: Vec<Hold> = left.collect();
            set_holds(world, id, left, rule!("VIG-COND-8"));
        }
    }
}

/// VIG-COND-8: somebody lets go of one whom it Pins, or of all.
pub(crate) fn release(world: &mut World, holder: Id, whom: Option<Id>) {
    let held: Vec<Id> = pinned_by(world, holder).collect();
    for id in held.into_iter().filter(|&id| whom.is_none_or(|whom| whom == id)) {
        let pins = |hold: &Hold| hold.grip == Grip::Pinned && hold.by == Some(holder);
        let left = world.the::<Held>(id).0.iter().filter(|hold| !pins(hold)).cloned();
        let left: Vec<Hold> = left.collect();
        set_holds(world, id, left, rule!("VIG-COND-8"));
    }
}

/// Those whom somebody Pins.
pub(crate) fn pinned_by(world: &World, holder: Id) -> impl Iterator<Item = Id> {
    let pins = move |hold: &Hold| hold.grip == Grip::Pinned && hold.by == Some(holder);
    on_map(world).filter(move |&id| has_condition(world, id, PINNED) && world.the::<Held>(id).0.iter().any(pins))
}

/// Only so much holds it still; of what holds it no more it is free.
pub(crate) fn set_holds(world: &mut World, id: Id, left: Vec<Hold>, rule: Rule) {
    let before = world.the::<Held>(id).0.clone();
    if before == left {
        return;
    }
    for grip in Grip::ALL {
        let of = |hold: &&Hold| hold.grip == grip;
        if let Some(&Hold { by, .. }) = left.iter().find(of) {
            world.change::<Conditions, _>(id, |all| {
                if let Some(one) = all.0.iter_mut().find(|one| one.key == grip.key()) {
                    one.source = by;
                }
            });
        } else if before.iter().any(|hold| hold.grip == grip) {
            lose(world, id, grip.key(), rule.clone());
        }
    }
    world.the_mut::<Held>(id).0 = left;
}

/// VIG-QUAL-10: all that it has cast that lends it an Armor Rank.
pub(crate) fn shields(world: &World, id: Id) -> impl Iterator<Item = &Spell> {
    let conditions = world.part::<Conditions>(id).into_iter();
    let lent = conditions.flat_map(|all| all.0.iter().filter(|one| one.key == SHIELDED));
    let place = |one: &Condition| usize::try_from(one.amount - 1).ok();
    lent.filter_map(move |one| profile(world, id).spells.get(place(one)?))
}

/// VIG-QUAL-10, VIG-ABIL-8: something is lent for a time, beside whatever else is: each for its own; the same again for the longer one
/// (VIG-COND-15).
pub(crate) fn lend(world: &mut World, id: Id, key: &'static str, amount: i32, lasts: Lasts) {
    let same = |one: &Condition| one.key == key && one.amount == amount;
    let known = world.part::<Conditions>(id);
    if known.is_some_and(|all| all.0.iter().any(same)) {
        world.change::<Conditions, _>(id, |all| {
            let again = all.0.iter_mut().filter(|one| same(one));
            again.for_each(|one| one.lasts = longer(one.lasts, lasts));
        });
        let text = format!("is {key} once, and for the longer time");
        return world.note(id, text, rule!("VIG-COND-15"));
    }
    crate::battle::gain_from(world, id, key, None, lasts, [rule!("VIG-ABIL-8")]);
    world.change::<Conditions, _>(id, |all| {
        if let Some(one) = all.0.iter_mut().rfind(|one| one.key == key) {
            one.amount = amount;
        }
    });
}

/// Takes a condition away; whether it was there.
pub(crate) fn lose(world: &mut World, id: Id, key: &'static str, rule: Rule) -> bool {
    let held = world.part::<Held>(id);
    if held.is_some_and(|held| held.0.iter().any(|hold| hold.grip.key() == key)) {
        world.the_mut::<Held>(id).0.retain(|hold| hold.grip.key() != key);
    }
    let lost = crate::battle::lose(world, id, key, of_a_condition(key, rule));
    if lost && key == UNCONSCIOUS {
        launch(world, Woken(id));
    }
    lost
}

/// VIG-ENC-12: a turn ends with its last action.
pub(crate) fn may_act(world: &World, creature: Id) -> bool {
    let going = || world.the::<TurnUsage>(creature).run > 0 || actions_left(world, creature) > 0;
    able(world, creature).is_ok() && going()
}
