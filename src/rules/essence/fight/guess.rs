//! Attacks on a square where nobody is seen: until one hits, the right square looks like any other (ESS-HID-4 to ESS-HID-7, R49).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::field::odds::{self, Lean, Odds};
use super::super::field::{cover, sight, targeting};
use super::attack::TargetRoll;
use super::strike::{Strike, compare, spend_dodge};
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::rule;

/// Who is in the square that was named, where this attack can hit it; whoever hides comes first, since the square was named for it.
pub(crate) fn found(world: &World, strike: &Strike) -> Option<Id> {
    let id = strike.attacker;
    let there = |other: &Id| {
        *other != id
            && space(world, *other).contains(strike.at)
            && cover::line_of_effect(world, id, *other)
            && strike.reaches(creature::distance(world, id, *other))
    };
    on_map(world).filter(there).min_by_key(|&other| !sight::hidden_from(world, other, id))
}

/// Whether the attacker sees nobody where it strikes.
pub(crate) fn is_blind(world: &World, strike: &Strike) -> bool {
    let hides = |target| sight::hidden_from(world, target, strike.attacker);
    strike.guessed && strike.target.is_none_or(hides)
}

/// Rolls at such a square: whom it hits, and whether critically.
///
/// Two dice fall whoever is there, and a miss is told as the roll of one who meets nobody. `defense` says what a target there has
/// against it: a number, or nothing at all.
pub(crate) fn roll(
    world: &mut World,
    strike: &Strike,
    terms: &[Trace],
    defense: impl FnOnce(&mut World, Id) -> Option<(i32, &'static str)>,
) -> Option<TargetRoll> {
    let (id, label) = (strike.attacker, strike.deed.label());
    let first = world.resource_mut::<Dice>().die(20, "d20");
    let second = world.resource_mut::<Dice>().die(20, "second d20");
    let dice = vec![first, second];
    let lower = first.face.min(second.face);
    if let Some(target) = strike.target {
        let number = defense(world, target);
        let odds = odds::between(world, id, strike.manner(), &targeting::between(world, id, target));
        let plain = odds.lean() == Lean::Plain;
        let kept = if plain { first.face } else { lower };
        let mut total = odds::total(label, kept, dice.clone(), &odds, terms.to_vec());
        if plain {
            let note = "the first die counts; the second is rolled at any square that is named";
            total.note(note, rule!("ESS-HID-5"));
        }
        let found = match number {
            Some((number, against)) => compare(&mut total, kept, number, against),
            None => {
                total.terms.push(odds::helpless());
                (true, kept == 20)
            }
        };
        let landing = TargetRoll::new(target, found);
        if landing.success {
            world.tell(Event::number(id, total).by(rule!("ESS-HID-5")));
            spend_dodge(world, target);
            sight::reveal_to(world, target, id, rule!("ESS-HID-6"));
            return Some(landing);
        }
    }
    let mut odds = Odds::default();
    odds::of_attacker(world, id, strike.manner(), &mut odds);
    odds.dis("nobody is seen there", rule!("ESS-HID-5"));
    let total = odds::total(label, lower, dice, &odds, terms.to_vec());
    world.tell(Event::number(id, total).by(rule!("ESS-HID-5")));
    if let Some(target) = strike.target {
        spend_dodge(world, target);
    }
    strike.came(world, AttackOutcome::Missed, Some(rule!("ESS-HID-7")));
    None
}
