//! Damage: what of it cover, armour and hide stop and how armour wears, and what is left for the body (VIG-DMG-9, VIG-ARMOR).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{life, roll::Pool, who};
use super::super::data::{DamageType, Fixture, Nature, Quality, SQUARE, Worn, known};
use super::super::field::{cover::Found, guard};
use super::strike::Strike;
use crate::battle::{Event, Guard, *};
use crate::grid::Length;
use crate::rule;

/// Harm that no attack does, in flight until it is dealt.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wound {
    /// Who suffers.
    pub target: Id,
    /// How much.
    pub amount: Trace,
    /// Of which type.
    pub damage_type: DamageType,
}

/// Damage on its way to somebody or something.
struct Damage {
    target: Id,
    amount: Trace,
    damage_type: DamageType,
    /// The quality of what does it; none for hazards.
    quality: Option<Quality>,
    cover: Found,
    to_health: bool,
}

impl Damage {
    /// Takes so much off, told with its rule.
    fn stops(&mut self, part: &mut DamagePart, by: i32, guard: Protection, rule: Rule) -> i32 {
        let stopped = by.min(part.amount).max(0);
        self.amount.push(Trace::new(guard.name.clone(), -stopped).by(rule));
        part.leaves(part.amount - stopped, guard);
        stopped
    }
}

/// Launches harm that no attack does.
pub fn launch_harm(world: &mut World, hurt: Hurt) {
    // The last launched is dealt with first.
    for HurtPart { amount, kind } in hurt.parts.into_iter().rev() {
        let damage_type = known(&kind).unwrap_or_default();
        let target = hurt.target;
        launch(
            world,
            Wound {
                target,
                amount,
                damage_type,
            },
        );
    }
}

/// Deals it.
pub(super) fn deal(world: &mut World) {
    let Some((_, wound)) = topmost::<Wound>(world) else {
        return;
    };
    let Wound {
        target,
        amount,
        damage_type,
    } = wound.clone();
    land(world);
    let mut damage = Damage {
        target,
        amount,
        damage_type,
        quality: None,
        cover: Found::default(),
        to_health: false,
    };
    if is_there(world, target) {
        let part = protect(world, &mut damage);
        take(world, damage, part);
    }
}

/// An attack has landed: its damage meets what protects, then its riders follow (VIG-DMG-10, VIG-DMG-11).
pub fn strike_home(world: &mut World, strike: &Strike, amount: Trace) {
    let target = strike.target;
    let (_, cover) = guard::against(world, strike.attacker, &strike.with, target);
    let mut damage = Damage {
        target,
        amount,
        damage_type: strike.with.damage_type,
        quality: Some(strike.with.quality),
        cover,
        to_health: strike.with.to_health,
    };
    let part = protect(world, &mut damage);
    let through = part.amount;
    let mut event = Event::new(What::came_of(std::slice::from_ref(&part)))
        .actor(strike.attacker)
        .target(target);
    if through == 0 {
        event = event.trace(damage.amount.clone()).by(rule!("VIG-DMG-10"));
        if strike.with.knockdown {
            event = event.by(rule!("VIG-DMG-11"));
        }
    }
    world.tell(event);
    take(world, damage, part);
    if through == 0 || world.part::<Creature>(target).is_none() || !who::conscious(world, target) {
        return;
    }
    let hard = (who::profile(world, target).durability_max() + 1).div_euclid(2);
    if strike.with.knockdown {
        life::knock_down(world, target, rule!("VIG-PRONE-1"));
    } else if through >= hard {
        life::knock_down(world, target, rule!("VIG-PRONE-2"));
    }
}

/// VIG-DMG-9: everything that stops damage, in its order.
fn protect(world: &mut World, damage: &mut Damage) -> DamagePart {
    let mut part = DamagePart::new(damage.damage_type.kind(), damage.amount.value);
    let target = damage.target;
    damage.amount.rule = Some(rule!("VIG-DMG-9"));
    if let Some(fixture) = world.part::<Fixture>(target).copied() {
        if fixture.ar > 0 {
            let by = Protection::new(Guard::Hardness, "hard material").of(target);
            damage.stops(&mut part, fixture.ar, by, rule!("VIG-OBJ-2"));
        }
        return part;
    }
    let profile = who::profile(world, target);
    let (nature, hide) = (profile.nature, profile.hide);
    if let Some(rank) = profile.durability_rank {
        let name = format!("{} Durability", rank.name());
        match damage.quality {
            Some(quality) if quality < rank => {
                let by = Protection::new(Guard::Immunity, name).of(target);
                damage.stops(&mut part, i32::MAX, by, rule!("VIG-QUAL-6"));
                damage
                    .amount
                    .push(Trace::note("the attack's quality, not its dice").by(rule!("VIG-QUAL-7")));
                damage
                    .amount
                    .push(Trace::note("and nothing else of it").by(rule!("VIG-QUAL-8")));
                return part;
            }
            Some(_) => {}
            None => damage
                .amount
                .push(Trace::refused(name, 0, "no weapon did it").by(rule!("VIG-QUAL-9"))),
        }
    }
    if damage.damage_type == DamageType::Toxic && nature != Nature::Living {
        let by = Protection::new(Guard::Immunity, "not alive").of(target);
        damage.stops(&mut part, i32::MAX, by, rule!("VIG-TYPE-11"));
        return part;
    }
    shelter(world, damage, &mut part);
    armour(world, damage, &mut part, hide);
    part
}

/// VIG-COVER-12, VIG-COVER-15, VIG-COVER-19: the share of cover, which takes what it stops.
fn shelter(world: &mut World, damage: &mut Damage, part: &mut DamagePart) {
    let Some((rank, rule)) = damage.cover.rank.clone() else {
        if damage.cover.step() == CoverStep::Light {
            damage
                .amount
                .push(Trace::note("Light Cover stops nothing").by(rule!("VIG-COVER-8")));
        }
        return;
    };
    if damage.damage_type == DamageType::Radiation {
        let text = Trace::refused("cover", -rank, "radiation passes").by(rule!("VIG-COVER-21"));
        return damage.amount.push(text);
    }
    let source = damage.cover.source.and_then(|(of, _)| of);
    damage
        .amount
        .push(Trace::note("cover, then armour").by(rule!("VIG-COVER-18")));
    let by = Protection::new(Guard::Cover, damage.cover.shelter().name).of(source);
    let stopped = damage.stops(part, rank, by, rule);
    let Some(thing) = source.filter(|_| stopped > 0) else {
        return;
    };
    let durability = world.part::<Fixture>(thing).and_then(|fixture| fixture.durability);
    if durability.is_some() {
        let share = DamagePart::new(part.kind.clone(), stopped);
        wear_down(world, thing, share, None, rule!("VIG-COVER-19"));
    }
}

/// Takes damage off a thing; at 0 it is no more (VIG-OBJ-1, VIG-OBJ-4).
fn wear_down(world: &mut World, thing: Id, part: DamagePart, how: Option<Trace>, rule: Rule) {
    let Some((left, most)) = world.part::<Fixture>(thing).and_then(|fixture| fixture.durability) else {
        return;
    };
    let now = (left - part.amount).max(0);
    world.the_mut::<Fixture>(thing).durability = Some((now, most));
    let event = Event::new(What::damage(vec![part], "durability", (left, now)));
    let event = event.target(thing).by(rule);
    world.tell(match how {
        Some(how) => event.trace(how),
        None => event,
    });
    if now == 0 {
        let squares = world.the::<Thing>(thing).squares.clone();
        world.tell(
            Event::new(What::Note {
                text: "only rubble is left".into(),
            })
            .about(thing)
            .by(rule!("VIG-OBJ-4")),
        );
        spawn::destroy(world, thing);
        if world.resource::<Map>().terrain_index("rubble").is_some() {
            environment::change_terrain(world, &squares, "rubble");
        }
    }
}

/// VIG-ARMOR-1 to VIG-ARMOR-8: the best of what is worn and grown, as far as it protects; what is worn takes what was stopped.
fn armour(world: &mut World, damage: &mut Damage, part: &mut DamagePart, hide: i32) {
    let id = damage.target;
    let pieces = who::profile(world, id).worn.clone();
    let left = world.the::<Worn>(id).0.clone();
    let mut ranks: Vec<(i32, Option<usize>)> = Vec::new();
    if hide > 0 && damage.damage_type == DamageType::Kinetic {
        ranks.push((hide, None));
    }
    for (place, piece) in pieces.iter().enumerate() {
        let why = if left[place] == 0 {
            Some(("destroyed", rule!("VIG-ARMOR-3")))
        } else if !piece.protects.contains(&damage.damage_type) {
            Some(("not against this", rule!("VIG-ARMOR-7")))
        } else if damage.quality.is_some_and(|quality| quality.outclasses(piece.quality)) {
            Some(("of so much lesser quality", rule!("VIG-QUAL-2")))
        } else {
            None
        };
        match why {
            Some((why, rule)) => {
                let mut term = Trace::refused(piece.name.clone(), -piece.ar, why).by(rule);
                let more = match damage.damage_type {
                    DamageType::Radiation => rule!("VIG-TYPE-10"),
                    DamageType::Kinetic => rule!("VIG-ARMOR-8"),
                    _ => rule!("VIG-ARMOR-6"),
                };
                term.terms
                    .push(Trace::note("left out before the highest is taken").by(more));
                damage.amount.push(term);
            }
            None => ranks.push((piece.ar, Some(place))),
        }
    }
    // The highest counts; of equal ones the first.
    let Some(&(rank, best)) = ranks.iter().rev().max_by_key(|(rank, _)| *rank) else {
        return;
    };
    if ranks.len() > 1 {
        damage
            .amount
            .push(Trace::note("only the highest rank counts").by(rule!("VIG-ARMOR-4")));
    }
    let name: Text = best.map_or("hide".into(), |place| pieces[place].name.clone().into());
    let stopped = damage.stops(
        part,
        rank,
        Protection::new(Guard::Armour, name).of(id),
        rule!("VIG-ARMOR-1"),
    );
    // VIG-ARMOR-5: worn armour takes it, the highest rank first.
    let mut worn: Vec<usize> = ranks.iter().filter_map(|&(_, place)| place).collect();
    worn.sort_by_key(|&place| std::cmp::Reverse(pieces[place].ar));
    let mut rest = stopped;
    for place in worn {
        if rest == 0 {
            break;
        }
        let piece = &pieces[place];
        if damage.quality.is_some_and(|quality| piece.quality.outclasses(quality)) {
            return who::note(world, id, format!("{} is unharmed", piece.name), rule!("VIG-QUAL-4"));
        }
        let now = (left[place] - rest).max(0);
        world.the_mut::<Worn>(id).0[place] = now;
        let change = (left[place], now);
        let name = piece.name.to_lowercase().into();
        let rule = if best == Some(place) {
            rule!("VIG-ARMOR-2")
        } else {
            rule!("VIG-ARMOR-5")
        };
        world.tell(Event::new(What::Resource { name, change }).actor(id).by(rule));
        if now == 0 {
            who::note(world, id, format!("{} is destroyed", piece.name), rule!("VIG-ARMOR-3"));
        }
        rest -= change.0 - now;
    }
}

/// What is left of it takes effect.
fn take(world: &mut World, damage: Damage, part: DamagePart) {
    let Damage {
        target,
        amount,
        to_health,
        ..
    } = damage;
    if world.part::<Fixture>(target).is_some() {
        if part.amount == 0 {
            return;
        }
        return wear_down(world, target, part, Some(amount), rule!("VIG-OBJ-1"));
    }
    life::suffer(
        world,
        target,
        life::Blow {
            trace: amount,
            part,
            to_health,
        },
    );
}

/// VIG-FALL-1, VIG-FALL-2: whoever has lost the ground under it falls, and lies there. Up it is carried unharmed.
pub fn fall(world: &mut World, id: Id) {
    if !is_on_map(world, id) {
        return;
    }
    let from = world.the::<Position>(id).height;
    let floor = floor_of(world, space(world, id));
    if floor == from {
        return;
    }
    lift_to(world, id, floor);
    let squares = (from.0 - floor.0) / Length::feet(SQUARE).0;
    if squares < 1 {
        return;
    }
    let distance = Length(from.0 - floor.0);
    world.tell(Event::new(What::Falls { distance }).target(id).by(rule!("VIG-FALL-1")));
    life::knock_down(world, id, rule!("VIG-FALL-1"));
    let dice = Pool::effect(
        id,
        "fall",
        (u16::try_from(squares).unwrap_or(1), Quality::Ordinary.die()),
    );
    let mut amount = dice.roll(world);
    amount.push(Trace::note("a die for each square").by(rule!("VIG-FALL-2")));
    let damage_type = DamageType::Kinetic;
    launch(
        world,
        Wound {
            target: id,
            amount,
            damage_type,
        },
    );
}
