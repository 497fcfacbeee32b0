//! Reactions: the dodge step inside an attack, what answers to damage, readied things, and steps out of or into reach.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{attack, cover, harm, sight, stats::*, turn};
use crate::battle::{Answer, Event, *};
use crate::dice::Dice;
use crate::rule;

/// The systems that take answers in.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Answering;

/// Those still to be asked about the hit they hang on, next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Asking {
    queue: Vec<(Id, Trigger)>,
}

/// Chances to act that others' deeds have opened, next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Openings {
    queue: Vec<Opening>,
}

/// One such chance.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    owner: Id,
    against: Id,
    with: OpeningWith,
}

/// What it is taken with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum OpeningWith {
    Reaction(String),
    Ready(ReadyTrigger),
}

pub(super) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(
        (
            ask_about_hit.run_if(in_flight::<harm::Hit>),
            offer_opening.run_if(in_flight::<Openings>),
        )
            .chain()
            .in_set(Stage::Reactions),
    );
    schedule.add_systems(
        (
            answer_hit.run_if(in_flight::<harm::Hit>),
            answer_opening.run_if(in_flight::<Openings>),
        )
            .chain()
            .in_set(Stage::Rolls)
            .in_set(Answering),
    );
}

/// A reaction a creature could use now, or why not.
fn ready_to(world: &World, id: Id, reaction: &Reaction) -> Result<(), (Text, Rule)> {
    if let Some(barred) = turn::barred_from_reacting(world, id) {
        return Err(barred);
    }
    if !reaction.repeatable && world.the::<Done>(id).reactions.contains(&reaction.key) {
        return Err(("used since its last turn began".into(), rule!("SOL-REACT-4")));
    }
    if world.the::<Pool>(id).dice() < reaction.cost_dice {
        return Err(("not enough dice".into(), rule!("SOL-POOL-3")));
    }
    Ok(())
}

/// The Dodge reaction every creature has (SOL-REACT-5).
fn dodge() -> Reaction {
    Reaction {
        key: "dodge".into(),
        name: "Dodge".into(),
        cost_dice: 1,
        range_ft: 0,
        trigger: Trigger::Attacked,
        repeatable: false,
        effect: super::stats::Answering::Reduce("1d8".parse().expect("a die should read")),
    }
}

fn own_reactions(world: &World, id: Id, trigger: Trigger) -> Vec<Reaction> {
    let stats = &world.the::<Stats>(id).0;
    stats
        .reactions
        .iter()
        .filter(|reaction| reaction.trigger == trigger)
        .cloned()
        .collect()
}

/// Why the target cannot dodge this hit, if so.
fn no_dodge(world: &World, hit: &harm::Hit) -> Option<(Text, Rule)> {
    if hit.by.is_none() {
        return Some(("only attacks can be dodged".into(), rule!("SOL-DODGE-5")));
    }
    if hit.no_dodge {
        return Some(("this attack cannot be dodged".into(), rule!("SOL-ATK-10")));
    }
    if hit.unseen_by.contains(&hit.target) {
        return Some(("the attacker is hidden from it".into(), rule!("SOL-DODGE-4")));
    }
    ready_to(world, hit.target, &dodge()).err()
}

/// Asks the target, then its friends, then goes on; again after the damage.
fn ask_about_hit(world: &mut World) {
    let Some((id, _)) = topmost::<harm::Hit>(world) else {
        return;
    };
    let progress = *world.the::<harm::Progress>(id);
    if world.part::<Decision>(id).is_some() || world.part::<Answer>(id).is_some() {
        return;
    }
    let (own, friends, next) = match progress {
        harm::Progress::Covered => (Trigger::Attacked, Trigger::AllyAttacked, harm::Progress::Defended),
        harm::Progress::Dealt => (Trigger::Damaged, Trigger::AllyDamaged, harm::Progress::Done),
        _ => return,
    };
    if world.part::<Asking>(id).is_none() {
        let queue = line_up(world, id, own, friends);
        let entity = world.entity_of(id).expect("a hit in flight should exist");
        world.entity_mut(entity).insert(Asking { queue });
        if progress == harm::Progress::Covered {
            note_missing_dodge(world, id);
        }
    }
    while let Some(&(who, trigger)) = world.the::<Asking>(id).queue.last() {
        let decision = question(world, id, who, trigger);
        let Some(decision) = decision else {
            world.the_mut::<Asking>(id).queue.pop();
            continue;
        };
        let kind = decision.kind.clone();
        let event = Event::new(What::Asked {
            side: decision.side,
            kind,
        })
        .target(who)
        .by(rule!("SOL-REACT-1"))
        .by(rule!("SOL-REACT-2"));
        let event = if trigger == Trigger::Attacked {
            event.by(rule!("SOL-ATK-6"))
        } else {
            event.by(rule!("SOL-REACT-7"))
        };
        world.tell(event);
        let entity = world.entity_of(id).expect("a hit in flight should exist");
        world.entity_mut(entity).insert(decision);
        return;
    }
    let entity = world.entity_of(id).expect("a hit in flight should exist");
    world.entity_mut(entity).remove::<Asking>();
    *world.the_mut::<harm::Progress>(id) = next;
}

/// SOL-REACT-7: the target first, then the others in combat order counted on from the one who acts.
fn line_up(world: &World, id: Id, own: Trigger, friends: Trigger) -> Vec<(Id, Trigger)> {
    let hit = world.the::<harm::Hit>(id);
    let progress = *world.the::<harm::Progress>(id);
    if world.part::<Creature>(hit.target).is_none() {
        return Vec::new();
    }
    if progress == harm::Progress::Dealt && world.part::<harm::Taken>(id).is_none_or(|taken| taken.0 == 0) {
        return Vec::new();
    }
    if progress == harm::Progress::Covered && (hit.by.is_none() || hit.total.value <= 0) {
        return Vec::new();
    }
    let mut queue = vec![(hit.target, own)];
    let flow = world.resource::<Flow>();
    let from = hit.by.or(flow.active()).unwrap_or(hit.target);
    for other in flow.on_from(from) {
        if other != hit.target && world.part::<OnMap>(other).is_some() && turn::friendly(world, other, hit.target) {
            queue.push((other, friends));
        }
    }
    queue.reverse();
    queue
}

/// Writes into the trace why no dodge is offered.
fn note_missing_dodge(world: &mut World, id: Id) {
    let hit = world.the::<harm::Hit>(id).clone();
    if world.part::<Creature>(hit.target).is_none() || world.part::<OnMap>(hit.target).is_none() {
        return;
    }
    let why = if hit.total.value <= 0 && hit.by.is_some() {
        Some(("nothing is left to dodge".into(), rule!("SOL-DODGE-7")))
    } else {
        no_dodge(world, &hit)
    };
    if let Some((why, rule)) = why {
        let mut term = Trace::refused("dodge", 0, why).by(rule.clone());
        if rule == rule!("SOL-DODGE-5") {
            term.terms
                .push(Trace::note("an event is no attack").by(rule!("SOL-EVENT-5")));
        } else if rule != rule!("SOL-DODGE-7") {
            term.terms.push(Trace::note("who can dodge").by(rule!("SOL-DODGE-3")));
        }
        if rule == rule!("SOL-DODGE-4") {
            term.terms
                .push(Trace::note("an attack out of hiding").by(rule!("SOL-SEE-10")));
        }
        world.the_mut::<harm::Hit>(id).total.push(term);
    }
}

/// The question for one creature about a hit, if it could do anything.
fn question(world: &World, id: Id, who: Id, trigger: Trigger) -> Option<Decision> {
    let hit = world.the::<harm::Hit>(id);
    let progress = *world.the::<harm::Progress>(id);
    world.part::<OnMap>(who)?;
    if progress == harm::Progress::Covered && hit.total.value <= 0 {
        return None;
    }
    let mut options = Vec::new();
    if trigger == Trigger::Attacked && no_dodge(world, hit).is_none() {
        options.push(dodge());
    }
    for reaction in own_reactions(world, who, trigger) {
        let near = matches!(trigger, Trigger::Attacked | Trigger::Damaged)
            || sight::distance(world, who, hit.target) <= reaction.range_ft;
        let aims = match &reaction.effect {
            super::stats::Answering::Attack(key) => hit.by.is_some_and(|by| can_strike(world, who, key, by)),
            _ => true,
        };
        if near && aims && ready_to(world, who, &reaction).is_ok() {
            options.push(reaction);
        }
    }
    if options.is_empty() {
        return None;
    }
    let kind = options[0].key.clone();
    let name = world.resource::<Cast>().name(who).to_string();
    let amount = hit.total.value.max(0);
    let prompt = match trigger {
        Trigger::Attacked => format!("{amount} damage is coming at {name}."),
        Trigger::AllyAttacked => {
            let target = world.resource::<Cast>().name(hit.target);
            format!("{amount} damage is coming at {target}. {name} may react.")
        }
        _ => format!("{name} may react to the damage."),
    };
    let mut choices: Vec<Choice> = options
        .iter()
        .map(|reaction| {
            let label = match &reaction.effect {
                super::stats::Answering::Reduce(_) if reaction.key == "dodge" => {
                    format!("Dodge (1d8{:+})", world.the::<Stats>(who).0.dodge_mod)
                }
                super::stats::Answering::Reduce(dice) => format!("{} (-{dice})", reaction.name),
                _ => reaction.name.clone(),
            };
            let rule = if reaction.key == "dodge" {
                rule!("SOL-REACT-5")
            } else {
                rule!("SOL-REACT-6")
            };
            Choice::new(reaction.key.clone(), label)
                .costs(dice_text(reaction.cost_dice))
                .by(rule)
        })
        .collect();
    choices.push(Choice::new("none", "Take it").by(rule!("SOL-DODGE-6")));
    Some(Decision {
        side: world.the::<Creature>(who).side,
        creature: who,
        kind: kind.into(),
        prompt: prompt.into(),
        number: Some(hit.total.clone()),
        against: hit.by,
        choices,
    })
}

/// "1 die", "2 dice".
pub fn dice_text(dice: i32) -> String {
    if dice == 1 {
        "1 die".into()
    } else {
        format!("{dice} dice")
    }
}

/// Takes the answer about a hit in.
fn answer_hit(world: &mut World) {
    let Some((id, _)) = topmost::<harm::Hit>(world) else {
        return;
    };
    let entity = world.entity_of(id).expect("a hit in flight should exist");
    let Some(Answer(key)) = world.entity_mut(entity).take::<Answer>() else {
        return;
    };
    let &(who, trigger) = world
        .the::<Asking>(id)
        .queue
        .last()
        .expect("an answer should have been asked for");
    if key == "none" {
        world.the_mut::<Asking>(id).queue.pop();
        if trigger == Trigger::Attacked {
            let declined = Trace::note("takes it").by(rule!("SOL-DODGE-6"));
            world.the_mut::<harm::Hit>(id).total.push(declined);
        }
        return;
    }
    let reaction = if key == "dodge" {
        dodge()
    } else {
        let own = own_reactions(world, who, trigger)
            .into_iter()
            .find(|reaction| reaction.key == key);
        own.expect("a choice that was offered should be on the creature's list")
    };
    if trigger != Trigger::Attacked && trigger != Trigger::Damaged {
        world.the_mut::<Asking>(id).queue.pop();
    }
    spend(world, who, &reaction);
    match &reaction.effect {
        super::stats::Answering::Reduce(_) if key == "dodge" => roll_dodge(world, id, who),
        super::stats::Answering::Reduce(dice) => {
            let rolled = world.resource_mut::<Dice>().roll(dice, "reduction");
            let mut term = Trace::new(reaction.name.clone(), -rolled.value)
                .of(who)
                .by(rule!("SOL-REACT-6"));
            term.terms
                .push(Trace::note("as many reactions as there are dice").by(rule!("SOL-REACT-3")));
            term.dice = rolled.terms.iter().flat_map(|term| term.dice.clone()).collect();
            world.the_mut::<harm::Hit>(id).total.push(term);
        }
        super::stats::Answering::Attack(key) => {
            let attack = attack::of(world, who, key).expect("a checked reaction should have its attack");
            let by = world.the::<harm::Hit>(id).by;
            attack::strike(world, who, attack, by, None, false, attack::Occasion::Reaction);
        }
        super::stats::Answering::Heal(dice) => {
            let target = world.the::<harm::Hit>(id).target;
            let amount = world.resource_mut::<Dice>().roll(dice, "healing");
            harm::heal(world, target, amount);
        }
    }
}

fn spend(world: &mut World, who: Id, reaction: &Reaction) {
    turn::pay(world, who, reaction.cost_dice);
    world.the_mut::<Done>(who).reactions.insert(reaction.key.clone());
}

/// SOL-DODGE-1, SOL-DODGE-2, SOL-POOL-7, SOL-POST-6.
fn roll_dodge(world: &mut World, id: Id, who: Id) {
    let plus = world.the::<Stats>(who).0.dodge_mod;
    let die = world.resource_mut::<Dice>().term(8, "dodge die", rule!("SOL-DODGE-2"));
    let mut roll = Trace::new("dodge roll", 0)
        .with(die)
        .with(Trace::new("dodge modifier", plus).by(rule!("SOL-DODGE-1")));
    roll.rule = Some(rule!("SOL-POOL-7"));
    if world.the::<Conditions>(who).has(condition::PRONE) {
        roll.push(Trace::becomes("prone", roll.value.div_euclid(2)).by(rule!("SOL-POST-6")));
    }
    let mut term = Trace::new("dodge", -roll.value.max(0)).of(who).by(rule!("SOL-DODGE-1"));
    if world.the::<Conditions>(who).has(condition::SURPRISED) {
        roll.terms.push(Trace::note("its turn is over").by(rule!("SOL-SURP-7")));
    }
    world.tell(Event::new(What::Number).actor(who).trace(roll.clone()));
    term.terms.push(roll);
    world.the_mut::<harm::Hit>(id).total.push(term);
}

/// Whether a creature could strike another with one of its attacks now.
fn can_strike(world: &World, who: Id, key: &str, target: Id) -> bool {
    turn::awake(world, who)
        && attack::of(world, who, key).is_some_and(|attack| {
            attack::usable(world, who, &attack).is_ok() && attack::aims_at(world, who, &attack, target).is_ok()
        })
}

/// The range of the attack a movement reaction names.
fn reach_of(world: &World, id: Id, reaction: &Reaction) -> Feet {
    match &reaction.effect {
        super::stats::Answering::Attack(key) => attack::of(world, id, key).map_or(0, |attack| attack.range_ft),
        _ => reaction.range_ft,
    }
}

/// Before a step: owners of reactions to an enemy who leaves their reach.
pub fn before_step(world: &mut World, mover: Id, step: &Step) {
    let mut queue = Vec::new();
    let after = crate::grid::Footprint {
        at: step.to,
        side: step.side,
    };
    for owner in world.resource::<Flow>().on_from(mover) {
        if owner == mover || world.part::<OnMap>(owner).is_none() {
            continue;
        }
        for reaction in own_reactions(world, owner, Trigger::EnemyLeavesReach) {
            let reach = reach_of(world, owner, &reaction);
            let leaves = sight::distance(world, owner, mover) <= reach && 5 * space(world, owner).steps(after) > reach;
            if leaves && turn::hostile(world, owner, mover) && sight::sees(world, owner, mover) {
                queue.push(Opening {
                    owner,
                    against: mover,
                    with: OpeningWith::Reaction(reaction.key),
                });
            }
        }
    }
    open(world, queue);
}

/// After a step: owners of reactions to an enemy who has come within reach, then those who have readied something.
pub fn after_step(world: &mut World, mover: Id, before: crate::grid::Footprint) {
    let mut queue = Vec::new();
    for owner in world.resource::<Flow>().on_from(mover) {
        if owner == mover || world.part::<OnMap>(owner).is_none() || !turn::hostile(world, owner, mover) {
            continue;
        }
        for reaction in own_reactions(world, owner, Trigger::EnemyEntersReach) {
            let reach = reach_of(world, owner, &reaction);
            let enters = sight::distance(world, owner, mover) <= reach && 5 * space(world, owner).steps(before) > reach;
            if enters && sight::sees(world, owner, mover) {
                queue.push(Opening {
                    owner,
                    against: mover,
                    with: OpeningWith::Reaction(reaction.key),
                });
            }
        }
    }
    for owner in world.resource::<Flow>().on_from(mover) {
        if owner != mover && waits_for(world, owner, mover, ReadyTrigger::EnemyInSight) {
            let with = OpeningWith::Ready(ReadyTrigger::EnemyInSight);
            queue.push(Opening {
                owner,
                against: mover,
                with,
            });
        }
    }
    open(world, queue);
}

/// After an attack: those who have readied something for it.
pub fn after_attack(world: &mut World, attacker: Id) {
    let mut queue = Vec::new();
    for owner in world.resource::<Flow>().on_from(attacker) {
        if owner != attacker && waits_for(world, owner, attacker, ReadyTrigger::EnemyAttacked) {
            let with = OpeningWith::Ready(ReadyTrigger::EnemyAttacked);
            queue.push(Opening {
                owner,
                against: attacker,
                with,
            });
        }
    }
    open(world, queue);
}

/// SOL-ACT-6: whether a readied thing's trigger has happened.
fn waits_for(world: &World, owner: Id, enemy: Id, trigger: ReadyTrigger) -> bool {
    let Some(ready) = world.part::<Done>(owner).and_then(|done| done.ready.as_ref()) else {
        return false;
    };
    if ready.trigger != trigger
        || !turn::awake(world, owner)
        || world.part::<OnMap>(enemy).is_none()
        || !turn::hostile(world, owner, enemy)
    {
        return false;
    }
    if ready.with == "interact" {
        return trigger == ReadyTrigger::EnemyAttacked || sight::sees(world, owner, enemy);
    }
    can_strike(world, owner, &ready.with, enemy)
        && (trigger == ReadyTrigger::EnemyAttacked
            || sight::cover_between(world, owner, enemy).level < cover::Level::Full)
}

fn open(world: &mut World, mut queue: Vec<Opening>) {
    if !queue.is_empty() {
        queue.reverse();
        launch(world, Openings { queue });
    }
}

/// Offers the next opening that is still one.
fn offer_opening(world: &mut World) {
    let Some((id, openings)) = topmost::<Openings>(world) else {
        return;
    };
    if world.part::<Decision>(id).is_some() || world.part::<Answer>(id).is_some() {
        return;
    }
    let Some(opening) = openings.queue.last().cloned() else {
        land(world);
        return;
    };
    let Opening { owner, against, with } = opening;
    let enemy = world.resource::<Cast>().name(against).to_string();
    let name = world.resource::<Cast>().name(owner).to_string();
    let choice = match &with {
        OpeningWith::Reaction(key) => {
            let stats = world.the::<Stats>(owner);
            let reaction = stats.0.reactions.iter().find(|reaction| reaction.key == *key).cloned();
            let reaction = reaction.expect("an opening should be on the creature's list");
            let aims = match &reaction.effect {
                super::stats::Answering::Attack(key) => can_strike(world, owner, key, against),
                _ => true,
            };
            (aims && ready_to(world, owner, &reaction).is_ok()).then(|| {
                Choice::new(reaction.key.clone(), reaction.name.clone())
                    .costs(dice_text(reaction.cost_dice))
                    .by(rule!("SOL-ACT-13"))
            })
        }
        OpeningWith::Ready(trigger) => waits_for(world, owner, against, *trigger).then(|| {
            let ready = world
                .the::<Done>(owner)
                .ready
                .clone()
                .expect("a waiting creature should have readied");
            let label = match attack::of(world, owner, &ready.with) {
                Some(attack) => format!("Readied: {}", attack.name),
                None => "Readied: Interact".to_string(),
            };
            Choice::new("ready", label).by(rule!("SOL-ACT-7"))
        }),
    };
    let Some(choice) = choice else {
        world.the_mut::<Openings>(id).queue.pop();
        return;
    };
    let kind = choice.key.clone();
    let decision = Decision {
        side: world.the::<Creature>(owner).side,
        creature: owner,
        kind: kind.clone(),
        prompt: format!("{enemy} gives {name} an opening.").into(),
        number: None,
        against: Some(against),
        choices: vec![choice, Choice::new("none", "Let it pass")],
    };
    let event = Event::new(What::Asked {
        side: decision.side,
        kind,
    })
    .target(owner)
    .by(rule!("SOL-REACT-1"));
    world.tell(event);
    let entity = world.entity_of(id).expect("openings in flight should exist");
    world.entity_mut(entity).insert(decision);
}

fn answer_opening(world: &mut World) {
    let Some((id, _)) = topmost::<Openings>(world) else {
        return;
    };
    let entity = world.entity_of(id).expect("openings in flight should exist");
    let Some(Answer(key)) = world.entity_mut(entity).take::<Answer>() else {
        return;
    };
    let opening = world
        .the_mut::<Openings>(id)
        .queue
        .pop()
        .expect("an answer should have its opening");
    if key == "none" {
        return;
    }
    let Opening { owner, against, with } = opening;
    match with {
        OpeningWith::Reaction(key) => {
            let stats = world.the::<Stats>(owner).0.clone();
            let reaction = stats.reactions.iter().find(|reaction| reaction.key == key);
            let reaction = reaction.expect("an opening should be on the creature's list").clone();
            spend(world, owner, &reaction);
            match &reaction.effect {
                super::stats::Answering::Attack(key) => {
                    let attack = attack::of(world, owner, key).expect("a checked reaction should have its attack");
                    attack::strike(
                        world,
                        owner,
                        attack,
                        Some(against),
                        None,
                        false,
                        attack::Occasion::Reaction,
                    );
                }
                super::stats::Answering::Heal(dice) => {
                    let amount = world.resource_mut::<Dice>().roll(dice, "healing");
                    harm::heal(world, owner, amount);
                }
                super::stats::Answering::Reduce(_) => {}
            }
        }
        OpeningWith::Ready(_) => {
            let ready = world
                .the_mut::<Done>(owner)
                .ready
                .take()
                .expect("a waiting creature should have readied");
            match attack::of(world, owner, &ready.with) {
                Some(attack) => {
                    attack::strike(
                        world,
                        owner,
                        attack,
                        Some(against),
                        None,
                        false,
                        attack::Occasion::Readied,
                    );
                }
                None => super::items::interact_ready(world, owner),
            }
        }
    }
}
