//! Damage: dealt by attacks and by everything else, and what it brings with it. What stops it is in `protect` (VIG-DMG).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{life, who};
use super::super::data::{
    Brings, DamageType, Fixture, Kinetic, Nature, Quality, Resist, SQUARE, Score, conditions::PROTECTED, to_health,
};
use super::super::field::{compass, cover, cover::Found, guard, near};
use super::protect::{Damage, protect, superior, wear_down};
use super::resist::{self, Resisting};
use super::strike::Strike;
use super::{fire, options};
use crate::battle::{Event, *};
use crate::grid::Square;
use crate::rule;

/// Harm that no attack roll does, in flight until it is dealt: of the level, or of an area (VIG-AREA-1, VIG-HAZ-1).
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wound {
    /// Who suffers.
    pub target: Id,
    /// How much.
    pub amount: Trace,
    /// Of which type.
    pub damage_type: DamageType,
    /// The quality of what does it; none for hazards.
    pub quality: Option<Quality>,
    /// From where it comes, where cover counts.
    pub origin: Option<Square>,
    /// Whether it passes Durability by.
    pub to_health: bool,
    /// The check that halves it, until it is made.
    pub resist: Option<Resist>,
    /// Whether it was halved.
    pub halved: bool,
}

impl Wound {
    /// Harm from nowhere in particular.
    pub fn new(target: Id, amount: Trace, damage_type: DamageType) -> Self {
        Self {
            target,
            amount,
            damage_type,
            quality: None,
            origin: None,
            to_health: false,
            resist: None,
            halved: false,
        }
    }
}

/// VIG-AREA-1: the check against what takes in an area.
pub fn dive() -> Resist {
    Resist {
        by: vec![Score::Speed],
        vs: 20,
        or: Brings::All,
    }
}

/// Launches harm that no attack does.
pub fn launch_harm(world: &mut World, hurt: Hurt) {
    // The last launched is dealt with first.
    for HurtPart { amount, kind } in hurt.parts.into_iter().rev() {
        let damage_type = DamageType::known(&kind).unwrap_or_default();
        // VIG-HAZ-2: what bursts or comes down can be dived from.
        let dives = hurt.origin.is_some() || &*kind == "impact";
        let mut amount = amount;
        amount.terms.push(Trace::note("a hazard").by(rule!("VIG-HAZ-1")));
        if dives {
            amount
                .terms
                .push(Trace::note("can be dived from").by(rule!("VIG-HAZ-2")));
        } else {
            amount
                .terms
                .push(Trace::note("once on coming in, and once a round").by(rule!("VIG-HAZ-5")));
        }
        let wound = Wound {
            origin: hurt.origin.filter(|_| !hurt.ignores_cover),
            to_health: to_health(&kind),
            resist: dives.then(dive),
            ..Wound::new(hurt.target, amount, damage_type)
        };
        launch(world, wound);
    }
}

impl Asks for Wound {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let wound = world.the::<Self>(flight);
        let Some(resist) = &wound.resist else {
            return Inquiry::Nothing;
        };
        let id = wound.target;
        if !is_on_map(world, id) || resist::helpless(world, id, &resist.by).is_some() {
            return Inquiry::Nobody;
        }
        let mut decision = resist::question(world, id, None, &wound.amount.label, resist);
        decision.number = Some(wound.amount.clone());
        Question::inquiry(decision, [rule!("VIG-AREA-1"), rule!("VIG-RES-1")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let Self { target, resist, .. } = world.the::<Self>(flight).clone();
        let halved = resist.is_some_and(|resist| resist::check(world, target, &resist, word));
        let mut wound = world.the_mut::<Self>(flight);
        (wound.resist, wound.halved) = (None, halved);
    }

    fn unasked(world: &mut World, flight: Id) {
        let Self { target, resist, .. } = world.the::<Self>(flight).clone();
        let why = resist.and_then(|resist| resist::helpless(world, target, &resist.by));
        if let Some(rule) = why.filter(|_| is_on_map(world, target)) {
            who::note(world, target, "cannot get out of its way", rule);
        }
        world.the_mut::<Self>(flight).resist = None;
    }
}

/// Deals it.
pub(super) fn deal(world: &mut World) {
    let Some((_, wound)) = topmost::<Wound>(world).filter(|(_, wound)| wound.resist.is_none()) else {
        return;
    };
    let Wound {
        target,
        amount,
        damage_type,
        quality,
        origin,
        to_health,
        halved,
        ..
    } = wound.clone();
    land(world);
    if !is_there(world, target) {
        return;
    }
    let cover = origin.map_or_else(Found::default, |origin| {
        let squares: Vec<Square> = near::squares_of(world, target);
        cover::from_square(world, origin, &squares)
    });
    let mut damage = Damage {
        target,
        amount,
        damage_type,
        kinetic: (damage_type == DamageType::Kinetic).then_some(Kinetic::Impact),
        quality,
        cover,
        to_health,
        halved,
        area: origin.is_some(),
    };
    if to_health {
        damage
            .amount
            .push(Trace::note("breathed in, past Durability").by(rule!("VIG-HAZ-4")));
    }
    let part = protect(world, &mut damage);
    take(world, damage, part);
}

/// An attack has landed: its damage meets what protects, then its riders follow (VIG-DMG-10, VIG-DMG-11). Whether what it calls upon its
/// target to resist follows, too: superior Durability stops that (VIG-QUAL-8).
pub fn strike_home(world: &mut World, strike: &Strike, amount: Trace) -> bool {
    let Strike {
        attacker,
        target,
        ref with,
        ..
    } = *strike;
    let (_, cover) = guard::against(world, attacker, with, target);
    let mut damage = Damage {
        target,
        amount,
        damage_type: with.damage_type,
        kinetic: with.kind_of_kinetic(),
        quality: Some(with.quality),
        cover,
        to_health: with.to_health,
        halved: false,
        area: false,
    };
    let helpless = world.part::<Creature>(target).is_some() && who::incapacitated(world, target);
    let part = protect(world, &mut damage);
    let through = part.amount;
    let immune = superior(world, target).is_some_and(|rank| with.quality < rank);
    let mut event = Event::new(What::came_of(std::slice::from_ref(&part)))
        .actor(attacker)
        .target(target);
    if through == 0 {
        event = event.trace(damage.amount.clone()).by(rule!("VIG-DMG-10"));
        if with.knockdown {
            event = event.by(rule!("VIG-DMG-11"));
        }
    }
    world.tell(event);
    let squares = near::squares_of(world, target);
    take(world, damage, part);
    if with.damage_type == DamageType::Thermal && through > 0 {
        fire::ignite(world, &squares);
    }
    if world.part::<Creature>(target).is_none() || !is_on_map(world, target) {
        return false;
    }
    if through > 0 && helpless {
        kill_helpless(world, target);
    }
    if through > 0 && who::conscious(world, target) {
        riders(world, strike, through);
    }
    !immune && is_on_map(world, target)
}

/// VIG-COND-4: whoever is helpless is killed outright by a direct attack that gets through.
fn kill_helpless(world: &mut World, id: Id) {
    let profile = who::profile(world, id);
    if profile.nature != Nature::Living || !options::is_on(world, "kill_helpless") {
        return;
    }
    if profile.protected || has_condition(world, id, PROTECTED) {
        who::note(world, id, "is spared", rule!("VIG-GM-1"));
    } else {
        life::die(world, id, rule!("VIG-COND-4"));
    }
}

/// What harm brings with it.
fn riders(world: &mut World, strike: &Strike, through: i32) {
    let Strike {
        attacker,
        target,
        ref with,
        ..
    } = *strike;
    let hard = (who::profile(world, target).durability_max() + 1).div_euclid(2);
    if with.knockdown {
        life::knock_down(world, target, rule!("VIG-PRONE-1"));
    } else if through >= hard && options::is_on(world, "hard_hit") {
        life::knock_down(world, target, rule!("VIG-PRONE-2"));
    } else if through >= hard {
        who::note(world, target, "stays up, as the level has it", rule!("VIG-GM-2"));
    }
    if with.knockback_ft >= SQUARE {
        let step = compass::direction(compass::offset(space(world, attacker), space(world, target)));
        knock_back(world, target, step, with.knockback_ft / SQUARE);
    }
    if with.damage_type == DamageType::Sonic && options::is_on(world, "sonic_stuns") {
        let resist = Resist {
            by: vec![Score::Stamina],
            vs: 20,
            or: Brings::Reeling,
        };
        let (source, name) = (Some(attacker), with.name.clone().into());
        let rule = rule!("VIG-TYPE-9");
        resist::strike(
            world,
            Resisting {
                target,
                source,
                name,
                resist,
                rule,
            },
        );
    }
}

/// VIG-MOVE-11: pushed straight away, until something stops it; nobody is opened by that (VIG-MOVE-12).
pub fn knock_back(world: &mut World, id: Id, step: (i16, i16), squares: i32) {
    if step == (0, 0) {
        return who::note(world, id, "is nowhere to be pushed from", rule!("VIG-MOVE-17"));
    }
    let event = Event::new(What::Note {
        text: "is knocked back".into(),
    })
    .actor(id);
    let event = event
        .by(rule!("VIG-MOVE-11"))
        .by(rule!("VIG-MOVE-12"))
        .by(rule!("VIG-MOVE-13"));
    world.tell(if space(world, id).side > 1 {
        event.by(rule!("VIG-MOVE-17"))
    } else {
        event
    });
    environment::push(world, id, step, u16::try_from(squares).unwrap_or(1));
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
