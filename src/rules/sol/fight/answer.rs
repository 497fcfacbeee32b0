//! The dodge step inside an attack, and what answers to damage.

use std::sync::LazyLock;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::kind::NONE;
use super::super::data::reaction_index::ReactionIndex;
use super::super::data::stats::{Answering as Effect, *};
use super::super::field::items;
use super::reactions::{can_strike, choice, ready_to, spend};
use super::{harm, heal, hit, strike};
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::rule;

/// Those still to be asked about the hit they hang on, next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Asking {
    queue: Vec<(Id, Trigger)>,
    /// What the target has paid for to take something off, as long as it could dodge: that is rolled first (SOL-REACT-6).
    #[serde(default)]
    put_off: Vec<String>,
}

/// The Dodge reaction every creature has (SOL-REACT-5).
static DODGE: LazyLock<Reaction> = LazyLock::new(|| Reaction {
    key: "dodge".into(),
    name: "Dodge".into(),
    cost_dice: 1,
    range_ft: 0,
    trigger: Trigger::Attacked,
    repeatable: false,
    effect: Effect::Reduce("1d8".parse().expect("a die should read")),
    guard: Guard::Dodge,
});

fn own_reactions(world: &World, id: Id, trigger: Trigger) -> impl Iterator<Item = &Reaction> {
    let reactions = world.the::<Stats>(id).0.reactions.iter();
    reactions.filter(move |reaction| reaction.trigger == trigger)
}

/// Why the target cannot dodge this hit, if so (SOL-DODGE-3).
fn no_dodge(world: &World, hit: &hit::Hit) -> Option<(Text, Rule)> {
    if hit.by.is_none() {
        return Some(("only attacks can be dodged".into(), rule!("SOL-DODGE-5")));
    }
    if hit.no_dodge {
        return Some(("this attack cannot be dodged".into(), rule!("SOL-ATK-10")));
    }
    if hit.unseen_by.contains(&hit.target) {
        return Some(("the attacker is hidden from it".into(), rule!("SOL-DODGE-4")));
    }
    if harm::gets_through(world, hit) <= 0 {
        return Some(("nothing of it gets through".into(), rule!("SOL-REACT-2")));
    }
    ready_to(world, hit.target, &DODGE).err()
}

/// The target is asked, then its friends; then the hit goes on. Again after the damage.
impl Asks for hit::Hit {
    fn asking(world: &World, flight: Id) -> Inquiry {
        if stretch(world, flight).is_none() {
            return Inquiry::Nothing;
        }
        let asking = world.part::<Asking>(flight);
        let next = asking.and_then(|asking| asking.queue.last());
        let Some(&(who, trigger)) = next else {
            return Inquiry::Nobody;
        };
        let Some(decision) = question(world, flight, who, trigger) else {
            return Inquiry::Nobody;
        };
        let why = if trigger == Trigger::Attacked { rule!("SOL-ATK-6") } else { rule!("SOL-REACT-7") };
        Question::inquiry(decision, [rule!("SOL-REACT-1"), rule!("SOL-REACT-2"), why])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        answered(world, flight, word);
    }

    fn unasked(world: &mut World, flight: Id) {
        let Some(stretch) = stretch(world, flight) else { return };
        let Some(mut asking) = world.part_mut::<Asking>(flight) else {
            let queue = line_up(world, flight, stretch.own, stretch.friends);
            if stretch.own == Trigger::Attacked {
                note_missing_dodge(world, flight);
            }
            if queue.is_empty() {
                *world.the_mut::<hit::Progress>(flight) = stretch.next;
            } else {
                let put_off = Vec::new();
                world.put(flight, Asking { queue, put_off });
            }
            return;
        };
        asking.queue.pop();
        if asking.queue.is_empty() {
            let entity = world.entity_of(flight).expect("a hit in flight should exist");
            world.entity_mut(entity).remove::<Asking>();
            *world.the_mut::<hit::Progress>(flight) = stretch.next;
        }
    }
}

/// One round of questions about a hit: what concerns the target, what its friends, and how far the hit has come afterwards.
struct Stretch {
    own: Trigger,
    friends: Trigger,
    next: hit::Progress,
}

/// The round of questions that a hit has come to, if any.
fn stretch(world: &World, flight: Id) -> Option<Stretch> {
    let (own, friends, next) = match world.the::<hit::Progress>(flight) {
        hit::Progress::Covered => (Trigger::Attacked, Trigger::AllyAttacked, hit::Progress::Defended),
        hit::Progress::Dealt => (Trigger::Damaged, Trigger::AllyDamaged, hit::Progress::Done),
        hit::Progress::Defended | hit::Progress::Done => return None,
    };
    Some(Stretch { own, friends, next })
}

/// SOL-REACT-7: the target first, then the others in combat order counted on from the one who acts.
fn line_up(world: &World, id: Id, own: Trigger, friends: Trigger) -> Vec<(Id, Trigger)> {
    let hit = world.the::<hit::Hit>(id);
    let progress = *world.the::<hit::Progress>(id);
    if world.part::<Creature>(hit.target).is_none() {
        return Vec::new();
    }
    if progress == hit::Progress::Dealt && world.part::<hit::Taken>(id).is_none_or(|taken| taken.0 == 0) {
        return Vec::new();
    }
    if progress == hit::Progress::Covered && (hit.by.is_none() || hit.total.value <= 0) {
        return Vec::new();
    }
    let mut queue = vec![(hit.target, own)];
    let flow = world.resource::<Flow>();
    let from = hit.by.or(flow.active()).unwrap_or(hit.target);
    let vigil = world.resource::<ReactionIndex>();
    for other in flow.on_from(from).filter(|&other| vigil.helps(other)) {
        if other != hit.target && is_on_map(world, other) && creature::friendly(world, other, hit.target) {
            queue.push((other, friends));
        }
    }
    queue.reverse();
    queue
}

/// Writes into the trace why no dodge is offered.
fn note_missing_dodge(world: &mut World, id: Id) {
    let hit = world.the::<hit::Hit>(id);
    if !is_on_map(world, hit.target) {
        return;
    }
    let why = if hit.total.value <= 0 && hit.by.is_some() {
        Some(("nothing is left to dodge".into(), rule!("SOL-DODGE-7")))
    } else {
        no_dodge(world, hit)
    };
    if let Some((why, rule)) = why {
        let mut term = Trace::refused("dodge", 0, why).by(rule.clone());
        if rule == rule!("SOL-DODGE-5") {
            term.note("an event is no attack", rule!("SOL-EVENT-5"));
        }
        if rule == rule!("SOL-DODGE-4") {
            term.note("an attack out of hiding", rule!("SOL-SEE-10"));
        }
        world.the_mut::<hit::Hit>(id).total.push(term);
    }
}

/// The question for one creature about a hit, if it could do anything.
fn question(world: &World, id: Id, who: Id, trigger: Trigger) -> Option<Decision> {
    let befell_another = matches!(trigger, Trigger::AllyAttacked | Trigger::AllyDamaged);
    if befell_another && !world.resource::<ReactionIndex>().helps(who) {
        return None;
    }
    let hit = world.the::<hit::Hit>(id);
    let progress = *world.the::<hit::Progress>(id);
    if !is_on_map(world, who) {
        return None;
    }
    // An attack that comes to nothing is no longer to be fended off.
    let fends = progress == hit::Progress::Covered;
    let spent = hit.total.value <= 0 || !is_on_map(world, hit.target) || hit::comes_to_nothing(world, hit);
    if fends && spent {
        return None;
    }
    let mut options = Vec::new();
    if trigger == Trigger::Attacked && no_dodge(world, hit).is_none() {
        options.push(&*DODGE);
    }
    for reaction in own_reactions(world, who, trigger) {
        let near = matches!(trigger, Trigger::Attacked | Trigger::Damaged)
            || items::within(world, who, hit.target, reaction.range_ft);
        let helps = match &reaction.effect {
            Effect::Attack(key) => hit.by.is_some_and(|by| can_strike(world, who, key, by)),
            Effect::Reduce(_) => fends && harm::gets_through(world, hit) > 0,
            Effect::Heal(_) => heal::can_heal(world, hit.target),
        };
        if near && helps && ready_to(world, who, reaction).is_ok() {
            options.push(reaction);
        }
    }
    if options.is_empty() {
        return None;
    }
    let kind = options[0].key.clone();
    let name = world.resource::<Names>().name(who).to_string();
    let amount = hit.total.value.max(0);
    let coming = || {
        let target = world.resource::<Names>().name(hit.target);
        let by = if hit.name.is_empty() { "Harm" } else { &hit.name };
        let mut said = format!("{by}: {amount} on {target}");
        if let Some(foretold) = harm::foretold(world, hit) {
            said = format!("{said}. {foretold}");
        }
        let put_off = &world.the::<Asking>(id).put_off;
        let paid_for = own_reactions(world, who, trigger).filter(|reaction| put_off.contains(&reaction.key));
        for reaction in paid_for.filter(|_| trigger == Trigger::Attacked) {
            said = format!("{said}, {} still to be rolled", reaction.name);
        }
        said
    };
    let prompt = match trigger {
        Trigger::Attacked => format!("{}.", coming()),
        Trigger::AllyAttacked => format!("{}. {name} may react.", coming()),
        _ => format!("{name} may react to the damage."),
    };
    let mut choices: Vec<Choice> = options
        .iter()
        .map(|reaction| {
            let label = match &reaction.effect {
                Effect::Reduce(_) if reaction.key == "dodge" => {
                    format!("Dodge (1d8{:+})", world.the::<Stats>(who).0.dodge_mod)
                }
                Effect::Reduce(dice) => format!("{} (-{dice})", reaction.name),
                _ => reaction.name.clone(),
            };
            let rule = if reaction.key == "dodge" { rule!("SOL-REACT-5") } else { rule!("SOL-REACT-6") };
            choice(reaction, label).by(rule)
        })
        .collect();
    let declined = if trigger == Trigger::Attacked { "Take it" } else { "Let it pass" };
    choices.push(Choice::new(NONE, declined).to(Purpose::Decline).by(rule!("SOL-DODGE-6")));
    Some(Decision::new(world, who, kind, prompt, choices).number(hit.total.clone()).against(hit.by))
}

/// Takes the answer about a hit in.
fn answered(world: &mut World, id: Id, key: &str) {
    let &(who, trigger) = world.the::<Asking>(id).queue.last().expect("an answer should have been asked for");
    if key == NONE {
        roll_put_off(world, id, who);
        world.the_mut::<Asking>(id).queue.pop();
        if trigger == Trigger::Attacked {
            let declined = Trace::note("takes it").by(rule!("SOL-DODGE-6"));
            world.the_mut::<hit::Hit>(id).total.push(declined);
        }
        return;
    }
    let reaction = if key == "dodge" {
        DODGE.clone()
    } else {
        let own = own_reactions(world, who, trigger).find(|reaction| reaction.key == key);
        own.expect("a choice that was offered should be on the creature's list").clone()
    };
    if trigger != Trigger::Attacked && trigger != Trigger::Damaged {
        world.the_mut::<Asking>(id).queue.pop();
    }
    spend(world, who, &reaction);
    match &reaction.effect {
        Effect::Reduce(_) if key == "dodge" => roll_dodge(world, id, who),
        Effect::Reduce(_) if trigger == Trigger::Attacked => {
            world.the_mut::<Asking>(id).put_off.push(reaction.key.clone());
        }
        Effect::Reduce(dice) => reduce(world, id, who, &reaction, *dice),
        Effect::Attack(_) | Effect::Heal(_) => {
            let &hit::Hit { by, target, .. } = world.the::<hit::Hit>(id);
            takes_effect(world, who, &reaction, by, target);
        }
    }
    if trigger == Trigger::Attacked && no_dodge(world, world.the::<hit::Hit>(id)).is_some() {
        roll_put_off(world, id, who);
    }
}

/// A reaction that strikes somebody or heals somebody does so; one that takes something off damage has nothing to do here.
pub(super) fn takes_effect(world: &mut World, who: Id, reaction: &Reaction, against: Option<Id>, healed: Id) {
    match &reaction.effect {
        Effect::Attack(key) => {
            let attack = creature::attack(world, who, key);
            let attack = attack.expect("a checked reaction should have its attack").clone();
            strike::strike(world, who, attack, against, None, false, strike::Occasion::Reaction);
        }
        Effect::Heal(dice) => {
            let amount = world.resource_mut::<Dice>().roll(dice, "healing");
            heal::heal(world, healed, amount);
        }
        Effect::Reduce(_) => {}
    }
}

/// SOL-REACT-6: what takes something off is rolled after the dodge.
fn roll_put_off(world: &mut World, id: Id, who: Id) {
    let put_off = std::mem::take(&mut world.the_mut::<Asking>(id).put_off);
    for key in put_off {
        let stats = world.the::<Stats>(who).0.clone();
        let own = stats.reactions.iter().find(|reaction| reaction.key == key);
        if let Some((reaction, Effect::Reduce(dice))) = own.map(|reaction| (reaction, &reaction.effect)) {
            reduce(world, id, who, reaction, *dice);
        }
    }
}

/// What a reaction takes off: there are as many of them as there are dice (SOL-REACT-3).
fn reduce(world: &mut World, id: Id, who: Id, reaction: &Reaction, dice: Expression) {
    let rolled = world.resource_mut::<Dice>().roll(&dice, "reduction");
    let mut term = Trace::new(reaction.name.clone(), -rolled.value).of(who).by(rule!("SOL-REACT-6"));
    term.dice = rolled.terms.iter().flat_map(|term| term.dice.clone()).collect();
    let by = Protection::new(reaction.guard, reaction.name.clone()).of(who);
    lessen(world, id, term, by);
}

/// SOL-DODGE-1, SOL-DODGE-2, SOL-POOL-7, SOL-POST-6.
fn roll_dodge(world: &mut World, id: Id, who: Id) {
    let plus = world.the::<Stats>(who).0.dodge_mod;
    let die = world.resource_mut::<Dice>().term(8, "dodge die", rule!("SOL-DODGE-2"));
    let mut roll =
        Trace::new("dodge roll", 0).with(die).with(Trace::new("dodge modifier", plus).by(rule!("SOL-DODGE-1")));
    roll.rule = Some(rule!("SOL-POOL-7"));
    if world.the::<Conditions>(who).has(condition::PRONE) {
        roll.push(Trace::becomes("prone", roll.value.div_euclid(2)).by(rule!("SOL-POST-6")));
    }
    let mut term = Trace::new("dodge", -roll.value.max(0)).of(who).by(rule!("SOL-DODGE-1"));
    if world.the::<Conditions>(who).has(condition::SURPRISED) {
        roll.note("its turn is over", rule!("SOL-SURP-7"));
    }
    world.tell(Event::number(who, roll.clone()));
    term.terms.push(roll);
    lessen(world, id, term, Protection::new(Guard::Dodge, "dodge").of(who));
}

/// Takes a term off a hit.
fn lessen(world: &mut World, id: Id, term: Trace, by: Protection) {
    let mut hit = world.the_mut::<hit::Hit>(id);
    let before = hit.total.value;
    hit.total.push(term);
    let after = hit.total.value;
    hit.took(before, after, by);
}
