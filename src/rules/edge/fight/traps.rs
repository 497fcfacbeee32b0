//! What the traps of a level do (EDG-OBJ-3).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::Check;
use super::super::body::life;
use super::super::data::conditions::GIVEN;
use super::super::data::skill;
use super::super::data::traps::{self, SprungTraps, Trap};
use super::harm::{self, Dose, Share};
use super::special;
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
    if !is_on_map(world, creature) {
        return;
    }
    let here = space(world, creature);
    let on_floor = stand(world, creature).height <= floor_of(world, here);
    let steps = |trap: &Trap| {
        let all: Vec<Square> = traps::squares(&trap.squares).collect();
        all.iter().any(|&at| here.contains(at)) && !all.iter().any(|&at| before.space.contains(at))
    };
    let traps = traps::traps(world).into_iter().enumerate();
    let set_off = traps.filter(|(place, trap)| {
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
        let check = Check::save(world, creature, trap.ability.unwrap_or(known.ability), &known.key);
        let saved = special::save(world, check, trap.dc, None, rule!("EDG-OBJ-3"));
        let share = match (saved.made, saved.worse) {
            (true, _) if trap.half => Some(Share::Half),
            (true, _) => None,
            (false, true) => Some(Share::Twice),
            (false, false) => Some(Share::Whole),
        };
        if let Some(((dice, damage_type), share)) = trap.harm().zip(share) {
            let amount = world.resource_mut::<Dice>().roll(&dice, "damage").by(rule!("EDG-OBJ-3"));
            let (parts, how) = harm::protect(world, creature, vec![Dose { amount, damage_type }], share);
            life::suffer(world, creature, parts, how, (None, false));
        }
        if !saved.made && is_on_map(world, creature) {
            for key in GIVEN.into_iter().filter(|key| trap.gives.iter().any(|given| given == key)) {
                let lasts = trap.rounds.map_or(Lasts::UntilEnded, Lasts::Rounds);
                gain(world, creature, key, lasts, [rule!("EDG-OBJ-3")]);
            }
        }
    }
}
