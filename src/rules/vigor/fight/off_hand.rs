//! The attack with the other hand, asked for once the main one is resolved (VIG-ACT-5 to VIG-ACT-10).

use std::borrow::Cow;

use bevy::prelude::World;

use super::super::body::{breath, creature, hands};
use super::super::data::{Attack, Class, NONE, Pack, Tracks};
use super::follow_up::Another;
use super::strike::{self, Occasion, Strike};
use crate::battle::*;
use crate::rule;

/// The question of it.
pub(crate) const OFF_HAND: &str = "off_hand";

/// What it costs (VIG-VIGOR-1).
const PRICE: i32 = 8;

/// VIG-ACT-7: what the other hand can strike with: whatever weapon it holds, or nothing but itself. It is the hand that did not
/// strike; where none did, it is not the main one.
fn ways<'w>(world: &'w World, attacker: Id, main: &str) -> impl Iterator<Item = &'w Attack> + use<'w> {
    let main = Text::from(main.to_owned());
    let grip = creature::profile(world, attacker).grip(&main).unwrap_or(0);
    let main = if grip == 0 { world.the::<Pack>(attacker).held.first().cloned().unwrap_or(main) } else { main };
    hands::at_hand(world, attacker)
        .filter(move |with| with.class == Class::Unarmed || (with.grip() > 0 && *with.key != *main))
}

/// A blow that can be struck, and whether its weapon is thrown.
struct Blow<'w> {
    target: Id,
    with: Cow<'w, Attack>,
    thrown: bool,
}

impl Blow<'_> {
    fn key(&self, world: &World) -> String {
        let word = if self.thrown { "throw-" } else { "" };
        let name = world.resource::<Names>().name(self.target);
        format!("{word}{}-{name}", self.with.key)
    }

    fn choice(&self, world: &World, attacker: Id) -> Choice {
        let label = if self.thrown { "Throw: " } else { "" };
        let name = world.resource::<Names>().name(self.target);
        let choice = Choice::new(self.key(world), format!("{label}{} at {name}", self.with.name));
        let choice = choice.to(Purpose::Harm).onto(self.target);
        breath::priced(world, attacker, PRICE, choice.by(rule!("VIG-ACT-7")))
    }
}

/// Every one with everybody and everything that it could strike (VIG-ACT-8), thrown where it does not reach (VIG-ATK-14).
fn blows<'w>(world: &'w World, id: Id, main: &str) -> Vec<Blow<'w>> {
    let mut each: Vec<(Cow<Attack>, bool)> = Vec::new();
    for with in ways(world, id, main) {
        each.push((Cow::Borrowed(with), false));
        each.extend((with.thrown_ft > 0).then(|| (Cow::Owned(with.thrown()), true)));
    }
    let far = each.iter().map(|(with, _)| strike::farthest(world, id, with)).max();
    let there = strike::within(world, id, far.unwrap_or(0));
    let mut out: Vec<Blow> = Vec::new();
    for (with, thrown) in each {
        let far = strike::farthest(world, id, &with);
        for &(target, _) in there.iter().filter(|&&(_, gap)| gap <= far) {
            let struck = |blow: &Blow| blow.target == target && blow.with.key == with.key;
            if !(thrown && out.iter().any(struck)) && strike::aims_at(world, id, &with, target).is_ok() {
                let with = with.clone();
                out.push(Blow { target, with, thrown });
            }
        }
    }
    out
}

/// Whether the other hand is asked about a target without a word of its player: an enemy still in the fight, or what was just attacked.
fn is_usual(world: &World, attacker: Id, struck: Option<Id>, target: Id) -> bool {
    let creature = world.part::<Creature>(target).is_some();
    let enemy = creature && creature::hostile(world, attacker, target);
    (enemy || struck == Some(target)) && (!creature || creature::counts(world, target))
}

/// Whether the other hand could strike at more than it is usually asked about, after an attack with a weapon.
pub(crate) fn could_strike_more(world: &World, attacker: Id, main: &str) -> bool {
    let pays = creature::own_turn(world, attacker) && world.the::<Tracks>(attacker).vigor >= PRICE;
    pays && blows(world, attacker, main).iter().any(|blow| !is_usual(world, attacker, None, blow.target))
}

impl Another {
    /// The blows that are asked about.
    fn blows<'w>(&self, world: &'w World) -> Vec<Blow<'w>> {
        let mut all = blows(world, self.attacker, &self.main);
        all.retain(|blow| self.at_anything || is_usual(world, self.attacker, Some(self.struck), blow.target));
        all
    }
}

impl Asks for Another {
    const AFTERWARDS: bool = true;

    fn asking(world: &World, flight: Id) -> Inquiry {
        let another = world.the::<Self>(flight);
        let id = another.attacker;
        // VIG-PRONE-3: what is part of a negated action is negated, too.
        let able = creature::able(world, id).is_ok() && !creature::held(world, id) && !creature::negated(world, id);
        let pays = is_on_map(world, id) && able;
        if !pays || world.the::<Tracks>(id).vigor < PRICE {
            return Inquiry::Nobody;
        }
        let blows = another.blows(world);
        if blows.is_empty() {
            return Inquiry::Nobody;
        }
        let decline = Choice::new(NONE, "Leave it at that").to(Purpose::Decline);
        let name = world.resource::<Names>().name(id);
        let prompt = format!("Does {name} strike with the other hand, too?");
        let blows = blows.iter().map(|blow| blow.choice(world, id));
        let choices = blows.chain([decline]).collect();
        let decision = Decision::new(world, id, OFF_HAND, prompt, choices);
        Question::inquiry(decision, [rule!("VIG-ACT-5"), rule!("VIG-ACT-8"), rule!("VIG-ABIL-5")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let another = world.the::<Self>(flight);
        let attacker = another.attacker;
        let mut all = another.blows(world).into_iter();
        let Some(blow) = all.find(|blow| blow.key(world) == word) else {
            return Self::unasked(world, flight);
        };
        let (target, with) = (blow.target, blow.with.into_owned());
        land(world);
        breath::pay(world, attacker, PRICE, rule!("VIG-ACT-5"));
        let strike = Strike { attacker, with, target, occasion: Occasion::OffHand };
        strike::declare(world, strike);
    }

    fn unasked(world: &mut World, flight: Id) {
        let id = world.the::<Self>(flight).attacker;
        land(world);
        if is_on_map(world, id) && world.the::<Tracks>(id).vigor < PRICE {
            let text = "no breath for the other hand";
            world.tell(Event::note(text).actor(id).by(rule!("VIG-ACT-9")));
        }
        breath::catch(world, id);
    }
}
