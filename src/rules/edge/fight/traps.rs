//! What the traps of a level do (EDG-OBJ-3).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Check, Saved};
use super::super::body::life;
use super::super::data::conditions::GIVEN;
use super::super::data::skill;
use super::super::data::traps::{self, SprungTraps, Trap};
use super::harm::{self, Dose, Share};
use super::{shape, special};
use crate::battle::*;
use crate::dice::Dice;
use crate::grid::Square;
use crate::rule;

/// A trap that a creature has set off.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct SetOff {
    trap: usize,
    creature: Id,
}

/// A creature has come somewhere, from another place: traps whose squares it has come onto are set off.
pub(crate) fn came(world: &mut World, creature: Id, before: Place) {
    let traps = traps::traps(world);
    if traps.is_empty() || !is_on_map(world, creature) {
        return;
    }
    let here = space(world, creature);
    let on_floor = stand(world, creature).height <= floor_of(world, here);
    let steps = |trap: &Trap| {
        let all: Vec<Square> = traps::squares(&trap.squares).collect();
        all.iter().any(|&at| here.contains(at)) && !all.iter().any(|&at| before.space.contains(at))
    };
    let set_off = traps.into_iter().enumerate().filter(|(place, trap)| {
        on_floor && steps(trap) && !(trap.once && world.resource::<SprungTraps>().sprung.contains(place))
    });
    let set_off: Vec<usize> = set_off.map(|(place, _)| place).collect();
    for trap in set_off {
        world.resource_mut::<SprungTraps>().sprung.insert(trap);
        launch(world, SetOff { trap, creature });
    }
}

impl Later for SetOff {
    const STAGE: Stage = Stage::Damage;

    fn happen(self, world: &mut World) {
        let Self { trap, creature } = self;
        let Some(trap) = traps::traps(world).into_iter().nth(trap).filter(|_| is_on_map(world, creature)) else {
            return;
        };
        let Some(known) = skill(&trap.save) else { return };
        world.note(creature, format!("sets off {}", trap.name), rule!("EDG-OBJ-3"));
        let burst = trap.burst_m.and_then(|metres| Some((trap.square_under(space(world, creature))?, 2 * metres)));
        let (rule, victims) = match burst {
            Some((at, halves)) => (rule!("EDG-BLAST-10"), shape::burst(world, at, halves)),
            None => (rule!("EDG-OBJ-3"), vec![creature]),
        };
        let mut saves = Vec::new();
        for id in victims {
            let check = Check::save(world, id, trap.ability.unwrap_or(known.ability), &known.key);
            saves.push((id, special::save(world, check, trap.dc, None, rule.clone())));
        }
        harms(world, &trap, &saves, &rule);
    }
}

/// What it does to those who have made their saves, or have not: one roll of damage for all of them.
fn harms(world: &mut World, trap: &Trap, saves: &[(Id, Saved)], rule: &Rule) {
    let share = |saved: Saved| (!saved.made || trap.half).then(|| Share::after(saved));
    let hurts = saves.iter().any(|&(_, saved)| share(saved).is_some());
    let dose = trap.harm().filter(|_| hurts).map(|(dice, damage_type)| {
        let amount = world.resource_mut::<Dice>().roll(&dice, "damage").by(rule.clone());
        Dose { amount, damage_type }
    });
    for &(id, saved) in saves {
        if let Some((dose, share)) = dose.clone().zip(share(saved)).filter(|_| is_on_map(world, id)) {
            let (parts, how) = harm::protect(world, id, vec![dose], share);
            life::suffer(world, id, parts, how, (None, false));
        }
        if !saved.made && is_on_map(world, id) {
            for key in GIVEN.into_iter().filter(|key| trap.gives.iter().any(|given| given == key)) {
                let lasts = trap.rounds.map_or(Lasts::UntilEnded, Lasts::Rounds);
                gain(world, id, key, lasts, [rule.clone()]);
            }
        }
    }
}
