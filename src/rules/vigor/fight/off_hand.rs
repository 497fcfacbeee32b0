//! The attack with the other hand, asked for once the main one is resolved (VIG-ACT-5 to VIG-ACT-10).

use bevy::prelude::World;

use super::super::body::{breath, who};
use super::super::data::{Attack, Class, Tracks};
use super::defence::NONE;
use super::gear;
use super::sequel::Another;
use super::strike::{self, Occasion, Strike};
use crate::battle::*;
use crate::rule;

/// The question of it.
pub const OFF_HAND: &str = "off_hand";

/// What it costs (VIG-VIGOR-1).
const PRICE: i32 = 8;

/// VIG-ACT-7: what the other hand can strike with: a light weapon that is not the one of the main hand, or nothing but itself.
fn ways<'w>(world: &'w World, another: &Another) -> impl Iterator<Item = &'w Attack> {
    let Another { attacker, main } = another.clone();
    let attacks = who::profile(world, attacker).attacks.iter();
    attacks.filter(move |with| {
        with.class == Class::Unarmed || (with.light && *with.key != *main && gear::has(world, attacker, &with.key))
    })
}

/// Every one with everybody whom it could strike.
fn strikes(world: &World, another: &Another) -> Vec<(Choice, Strike)> {
    let attacker = another.attacker;
    let mut out = Vec::new();
    for with in ways(world, another) {
        for target in on_map(world).filter(|&id| who::hostile(world, attacker, id)) {
            if strike::aims_at(world, attacker, with, target).is_ok() {
                let name = world.resource::<Names>().name(target);
                let choice = Choice::new(format!("{}-{name}", with.key), format!("{} at {name}", with.name))
                    .costs(format!("{PRICE} Vigor"), Price::Points(8))
                    .leaving(breath::after(world, attacker, PRICE))
                    .to(Purpose::Harm)
                    .onto(target)
                    .by(rule!("VIG-ACT-7"));
                let (with, occasion) = (with.clone(), Occasion::OffHand);
                out.push((
                    choice,
                    Strike {
                        attacker,
                        with,
                        target,
                        occasion,
                    },
                ));
            }
        }
    }
    out
}

impl Asks for Another {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let another = world.the::<Self>(flight);
        let id = another.attacker;
        let pays = is_on_map(world, id) && who::able(world, id).is_ok() && !who::held(world, id);
        if !pays || world.the::<Tracks>(id).vigor < PRICE {
            return Inquiry::Nobody;
        }
        let strikes = strikes(world, another);
        if strikes.is_empty() {
            return Inquiry::Nobody;
        }
        let decline = Choice::new(NONE, "Leave it at that").to(Purpose::Decline);
        let name = world.resource::<Names>().name(id);
        let prompt = format!("Does {name} strike with the other hand, too?");
        let choices = strikes.into_iter().map(|(choice, _)| choice).chain([decline]).collect();
        let decision = Decision::new(world, id, OFF_HAND, prompt, choices);
        Question::inquiry(decision, [rule!("VIG-ACT-5"), rule!("VIG-ACT-8"), rule!("VIG-ABIL-5")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let another = world.the::<Self>(flight).clone();
        land(world);
        let strike = strikes(world, &another)
            .into_iter()
            .find(|(choice, _)| *choice.key == *word);
        match strike {
            Some((_, strike)) => {
                breath::pay(world, another.attacker, PRICE, rule!("VIG-ACT-5"));
                strike::declare(world, strike);
            }
            None => breath::catch(world, another.attacker),
        }
    }

    fn unasked(world: &mut World, flight: Id) {
        let id = world.the::<Self>(flight).attacker;
        land(world);
        if is_on_map(world, id) && world.the::<Tracks>(id).vigor < PRICE {
            let text = "no breath for the other hand";
            world.tell(
                Event::new(What::Note { text: text.into() })
                    .actor(id)
                    .by(rule!("VIG-ACT-9")),
            );
        }
        breath::catch(world, id);
    }
}
