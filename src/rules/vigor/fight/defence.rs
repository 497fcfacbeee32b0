//! The Defense: asked of whoever an attack would land on, once the roll is known (VIG-REACT-9 to VIG-REACT-16).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::roll::{Pool, dice_of, of_score};
use super::super::body::{breath, creature, hands};
use super::super::data::{Attack, DODGE, NONE, Reaction, Score, TurnUsage, When, conditions::*, moment::Moment};
use super::super::field::sight;
use super::strike::{self, Occasion, Rolled, Strike};
use crate::battle::{Event, *};
use crate::rule;

/// Somebody who may defend against an attack in flight below.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Defending {
    attack: Id,
    attacker: Id,
    target: Id,
}

/// VIG-REACT-12: asks whoever an attack would land on.
pub(crate) fn offer(world: &mut World, attack: Id, strike: &Strike) {
    let (attacker, target) = (strike.attacker, strike.target);
    let defending = Defending { attack, attacker, target };
    launch(world, defending);
}

/// VIG-REACT-9, VIG-ACT-11: what a form of Defense costs now; whoever defends itself strikes back cheaper only
/// where that is a Defense (VIG-ACT-12).
fn price(world: &World, id: Id, key: &str) -> (i32, Rule) {
    let eased = |on, price: (i32, Rule)| {
        let rows = effects().at(world, id, on);
        rows.fold(price, |(price, _), (condition, effect)| (effect.number(condition, price), effect.rule.clone()))
    };
    let mut own = creature::profile(world, id).defenses.iter();
    if let Some(own) = own.find(|own| own.riposte && own.key == *key) {
        let cost = own.cost.unwrap_or(breath::REACTION);
        let (cheaper, rule) = eased(Moment::StrikesBack, (cost, rule!("VIG-REACT-17")));
        (if own.defense { cheaper.max(0) } else { cost }, rule)
    } else {
        eased(Moment::Defends, (breath::REACTION, rule!("VIG-REACT-9")))
    }
}

/// VIG-REACT-16: the forms of it that somebody has: key, name, score. Nobody blocks with a shield that is destroyed (VIG-ARMOR-3).
fn forms(world: &World, id: Id) -> Vec<(Text, Text, Score)> {
    let own = creature::profile(world, id).defenses.iter();
    let at_hand = |needs: &String| hands::wields(world, id, needs);
    let own = own.filter(|own| own.needs.as_ref().is_none_or(at_hand));
    let own = own.map(|own| (own.key.clone().into(), own.name.clone().into(), own.score));
    std::iter::once((DODGE.into(), "Dodge".into(), Score::Speed)).chain(own).collect()
}

/// VIG-REACT-17: whether a form of it strikes back.
fn strikes_back(world: &World, id: Id, key: &str) -> bool {
    let mut own = creature::profile(world, id).defenses.iter();
    own.any(|own| own.riposte && own.key == *key)
}

/// What it strikes back with: the first thing that reaches.
fn riposte<'w>(world: &'w World, id: Id, key: &str, attacker: Id) -> Option<&'w Attack> {
    let mut attacks = hands::at_hand(world, id);
    let reaches = |with: &&Attack| !with.ranged() && strike::aims_at(world, id, with, attacker).is_ok();
    attacks.find(reaches).filter(|_| strikes_back(world, id, key))
}

/// VIG-PRONE-6: the Bonus dice of a score for Defense.
fn dice(world: &World, id: Id, score: Score) -> (&'static str, i32, Rule) {
    let (name, dice) = of_score(world, id, score);
    let slower = effects().at(world, id, Moment::DefenseSpeed).next();
    if let Some((condition, effect)) = slower.filter(|_| score == Score::Speed) {
        let slow = effect.number(condition, creature::profile(world, id).speed);
        return (effect.says, dice_of(slow), effect.rule.clone());
    }
    (name, dice, rule!("VIG-REACT-9"))
}

/// The counter-roll of a form of it; of one that strikes back none is made. What steps action rolls steps it, too (VIG-REACT-15).
fn pool(world: &World, id: Id, name: &Text, score: Score) -> Pool {
    let (from, dice, rule) = dice(world, id, score);
    Pool::action(id, name.clone()).dice(from, dice, rule).talents(world, When::Defense)
}

impl Asks for Defending {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let Self { attack, attacker, target } = *world.the::<Self>(flight);
        let affords = |key: &str| creature::can_react(world, target, price(world, target, key).0).is_ok();
        let can = |(key, ..): &(Text, Text, Score)| {
            affords(key) && (!strikes_back(world, target, key) || riposte(world, target, key, attacker).is_some())
        };
        let forms: Vec<_> = forms(world, target).into_iter().filter(can).collect();
        if forms.is_empty() {
            return Inquiry::Nobody;
        }
        let total = &world.the::<Rolled>(attack).total;
        let name = world.resource::<Names>().name(target);
        let choice = |(key, label, score): (Text, Text, Score)| {
            let (price, rule) = price(world, target, &key);
            let (thrown, own) = if strikes_back(world, target, &key) {
                (Vec::new(), rule!("VIG-REACT-17"))
            } else {
                (pool(world, target, &label, score).sides(world), rule!("VIG-REACT-16"))
            };
            let rule = if key == DODGE { rule } else { own };
            let choice = Choice::new(key, label).throwing(thrown).to(Purpose::Dodge);
            breath::priced(world, target, price, choice.by(rule))
        };
        let decline = Choice::new(NONE, "Take it").to(Purpose::Decline).by(rule!("VIG-REACT-2"));
        let with = &world.the::<Strike>(attack).with.name;
        let prompt = format!("{with} hits {name} ({}). Damage still to roll.", total.value);
        let choices = forms.into_iter().map(choice).chain([decline]).collect();
        let decision =
            Decision::new(world, target, DODGE, prompt, choices).number(total.clone()).against(Some(attacker));
        let mut why = vec![rule!("VIG-REACT-1"), rule!("VIG-REACT-12"), rule!("VIG-REACT-3")];
        let strike = world.the::<Strike>(attack);
        if matches!(strike.occasion, Occasion::Spell(_)) {
            why.push(rule!("VIG-ABIL-6"));
        }
        if sight::unaware(world, target, attacker) {
            why.push(rule!("VIG-REACT-20"));
            why.push(rule!("VIG-AWARE-1"));
        }
        if !creature::own_turn(world, attacker) && !creature::own_turn(world, target) {
            why.push(rule!("VIG-REACT-22"));
        }
        if has_condition(world, target, AMBUSHED) {
            why.push(rule!("VIG-AMB-5"));
        }
        if world.resource::<Flow>().place(target).is_none() {
            why.push(rule!("VIG-INIT-7"));
        }
        Question::inquiry(decision, why)
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let Self { attack, attacker, target } = *world.the::<Self>(flight);
        // VIG-REACT-5: one reaction against an attack, whatever comes of it.
        land(world);
        let Some((key, name, score)) = forms(world, target).into_iter().find(|(key, ..)| *key == word) else {
            return;
        };
        let (price, rule) = price(world, target, &key);
        breath::pay(world, target, price, rule);
        let reacted = &mut world.the_mut::<TurnUsage>(attacker).reacted;
        reacted.push((target, Reaction::Against));
        if let Some(with) = riposte(world, target, &key, attacker).cloned() {
            let strike = Strike { attacker: target, with, target: attacker, occasion: Occasion::Riposte };
            return strike::declare(world, strike);
        }
        let rolled = world.the::<Rolled>(attack);
        let (against, lump) = (rolled.total.value, rolled.lump);
        let (mut roll, avoids) = pool(world, target, &name, score).contest(world, (against, lump));
        let rule = if avoids { rule!("VIG-REACT-10") } else { rule!("VIG-REACT-11") };
        roll.note(format!("to beat: {against}"), rule!("VIG-REACT-14"));
        if roll.value == against {
            roll.note("a tie goes to the attacker", rule!("VIG-ROLL-21"));
        }
        world.tell(
            Event::number(target, roll)
                .target(attacker)
                .about(target)
                .by(rule.clone())
                .by(rule!("VIG-REACT-4"))
                .by(rule!("VIG-REACT-5")),
        );
        if avoids {
            let (guard, outcome) = if key == DODGE {
                (Guard::Dodge, AttackOutcome::Dodged)
            } else {
                (Guard::Parry, AttackOutcome::Blocked)
            };
            let by = Some(Protection::new(guard, name).of(target));
            let event = Event::new(What::Outcome { outcome, by });
            world.tell(event.actor(attacker).target(target).by(rule));
            world.the_mut::<Rolled>(attack).lands = false;
        }
        breath::catch(world, target);
    }

    /// VIG-REACT-2: it goes on unopposed.
    fn unasked(world: &mut World, flight: Id) {
        let Self { target, attack, .. } = *world.the::<Self>(flight);
        land(world);
        let price = price(world, target, DODGE).0;
        if let Err((why, rule)) = creature::can_react(world, target, price) {
            let text = format!("no Defense: {why}");
            let strike = world.part::<Strike>(attack);
            let opening = strike.is_some_and(|strike| strike.occasion == Occasion::Opening);
            let reacts = effects().first(world, target, Moment::Reacts).is_none();
            let spent = !reacts || creature::incapacitated(world, target);
            let event = Event::note(text).actor(target).by(rule);
            let event = event.by_all(opening.then_some(rule!("VIG-OPEN-6")));
            let event = event.by_all(spent.then_some(rule!("VIG-REACT-19")));
            world.tell(event.by(rule!("VIG-REACT-2")));
        }
    }
}
