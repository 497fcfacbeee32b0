//! What traumas demand of a creature before it acts and after it has run (EDG-TRA-11, EDG-TRA-14, EDG-TRA-17, EDG-TRA-27, EDG-TRA-29).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::Check;
use super::super::body::{life, trauma};
use super::super::data::conditions::FRIGHTENED;
use super::super::data::traumas::{TERROR, Table, Traumas};
use super::super::data::{Ability, FORTITUDE, LUCIDITY, REFLEX, STAMINA, TurnUsage};
use super::super::field::sight;
use super::special;
use crate::battle::*;
use crate::rule;

/// Whether a creature that attempts an action bears its severe traumas. Where it does not, it loses the action and its reaction.
pub(crate) fn bears(world: &mut World, id: Id) -> bool {
    let demands = [
        (Table::Impairment, (Ability::Strength, STAMINA), rule!("EDG-TRA-14")),
        (Table::Disorder, (Ability::Intelligence, LUCIDITY), rule!("EDG-TRA-27")),
    ];
    let has = |world: &World, table: Table| trauma::of(world, id).any(|(one, row)| row.table == table && !one.healed);
    let both = demands.iter().all(|demand| has(world, demand.0));
    for (table, (ability, skill), rule) in demands {
        if !has(world, table) {
            continue;
        }
        let check = Check::save(world, id, ability, skill);
        if special::save(world, check, 15, None, rule.clone()).made {
            continue;
        }
        world.note(id, "the action is lost", rule);
        if both {
            world.note(id, "body and mind must bear it", rule!("EDG-TRA-29"));
        }
        let mut usage = world.the_mut::<TurnUsage>(id);
        (usage.reacted, usage.attacks) = (true, 0);
        return false;
    }
    true
}

/// One that has come to see what it dreads, until it has made its save (EDG-TRA-22).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Dreading {
    creature: Id,
    dreaded: Id,
}

impl Later for Dreading {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        let Self { creature, dreaded } = self;
        if !is_on_map(world, creature) || !is_on_map(world, dreaded) {
            return;
        }
        let check = Check::save(world, creature, Ability::Will, FORTITUDE);
        if !special::save(world, check, 16, Some(dreaded), rule!("EDG-TRA-22")).made {
            gain_from(world, creature, FRIGHTENED, Some(dreaded), Lasts::UntilEnded, [rule!("EDG-TRA-22")]);
        }
    }
}

/// EDG-TRA-22: each time that what a creature dreads comes into its sight it is tested; out of sight the fright is over.
pub(super) fn test_dread(world: &mut World) {
    let dreads = |id: Id| trauma::of(world, id).find(|(one, row)| row.key == TERROR && one.by.is_some());
    let all: Vec<(Id, Id, bool)> = on_map(world)
        .filter_map(|id| {
            let (one, _) = dreads(id)?;
            let dreaded = one.by?;
            let in_sight = sight::sees(world, id, dreaded);
            (in_sight != one.tested).then_some((id, dreaded, in_sight))
        })
        .collect();
    for (id, dreaded, in_sight) in all {
        for one in world.the_mut::<Traumas>(id).0.iter_mut().filter(|one| *one.key == *TERROR) {
            one.tested = in_sight;
        }
        if in_sight {
            launch(world, Dreading { creature: id, dreaded });
        } else {
            lose_from(world, id, FRIGHTENED, dreaded, [rule!("EDG-TRA-22")]);
        }
    }
}

/// The turn of a creature that has dashed on bad legs ends.
pub(crate) fn has_run(world: &mut World, id: Id) {
    if world.the::<TurnUsage>(id).dashes == 0 {
        return;
    }
    if trauma::legs(world, id, true) > 0 {
        return life::knock_down(world, id, rule!("EDG-TRA-17"));
    }
    if trauma::legs(world, id, false) > 0 {
        let check = Check::save(world, id, Ability::Dexterity, REFLEX);
        if !special::save(world, check, 13, None, rule!("EDG-TRA-11")).made {
            life::knock_down(world, id, rule!("EDG-TRA-11"));
        }
    }
}
