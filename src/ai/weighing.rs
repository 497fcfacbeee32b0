//! How the terms of plans count for a creature, by the manner that the level gives it and by who is where.

use super::foes::enemy;
use super::greedy::WEARY;
use super::ground::wanted;
use super::weights::{Pull, Weights};
use super::worth::health;
use crate::battle::*;
use crate::grid::Footprint;
use crate::level::Manner;

/// With less than this share of its health, in hundredths, a coward withdraws.
const HURT: i32 = 50;
/// Those who are no more squares than this from a ward are a danger to it.
const NEAR: i32 = 3;
/// So many steps a guard goes from its post, and a protector from its ward.
const LEASH: u32 = 6;

/// How the terms count for a creature as things stand. A fight that does not come to an end goes on without manners.
pub(super) fn weights_of(battle: &Battle, creature: Id) -> Weights {
    let who = battle.world().the::<Creature>(creature);
    let manner = battle.level().manner_of(&who.name, usize::from(who.side.0));
    match manner.filter(|_| battle.flow().round <= WEARY) {
        None => Weights::USUAL,
        Some(Manner::Bold) => Weights { risk: 40, ..Weights::USUAL },
        Some(Manner::Careful) => Weights { risk: 250, ..Weights::USUAL },
        Some(Manner::Guard) => Weights { pull: post(battle, creature), ..Weights::USUAL },
        Some(Manner::Hunter) => hunting(battle, creature),
        Some(Manner::Coward) if health(battle, creature) < HURT => fleeing(battle, creature),
        Some(Manner::Coward) => Weights::USUAL,
        Some(Manner::Protector) => protecting(battle, creature),
    }
}

/// After the enemy whom the goals want, or else after the nearest; cover and goals count little beside that.
fn hunting(battle: &Battle, creature: Id) -> Weights {
    let Some(quarry) = quarry(battle, creature) else { return Weights::USUAL };
    let to = vec![space(battle.world(), quarry)];
    let pull = Some(Pull { to, step: 60, free: 6, leash: None });
    Weights { risk: 40, harm: 100, goals: 0, pull, quarry: Some(quarry), favoured: vec![quarry] }
}

/// Away from all enemies, out of their sight.
fn fleeing(battle: &Battle, creature: Id) -> Weights {
    let world = battle.world();
    let side = side_of(world, creature);
    let to: Vec<Footprint> = on_map(world).filter(|&id| enemy(battle, side, id)).map(|id| space(world, id)).collect();
    if to.is_empty() {
        return Weights::USUAL;
    }
    let pull = Some(Pull { to, step: -30, free: 0, leash: None });
    Weights { risk: 300, harm: 0, pull, ..Weights::USUAL }
}

/// Beside the ally who is worth most, and after those who come near it.
fn protecting(battle: &Battle, creature: Id) -> Weights {
    let Some(ward) = ward(battle, creature) else { return Weights::USUAL };
    let world = battle.world();
    let (side, there) = (side_of(world, creature), space(world, ward));
    let near = |&id: &Id| enemy(battle, side, id) && there.steps(space(world, id)) <= NEAR;
    let favoured = on_map(world).filter(near).collect();
    let pull = Some(Pull { to: vec![there], step: 40, free: 1, leash: Some(LEASH) });
    Weights { pull, favoured, ..Weights::USUAL }
}

/// The square where the level puts a creature; none for one of which the level says nothing.
fn post(battle: &Battle, creature: Id) -> Option<Pull> {
    let world = battle.world();
    let at = battle.level().written(&world.the::<Creature>(creature).name)?.at;
    let to = vec![Footprint { at, side: world.the::<Body>(creature).side }];
    Some(Pull { to, step: 40, free: 0, leash: Some(LEASH) })
}

/// The enemy whom the goals make worth more, or else any: of several the nearest.
fn quarry(battle: &Battle, creature: Id) -> Option<Id> {
    let world = battle.world();
    let (side, here) = (side_of(world, creature), space(world, creature));
    let enemies = on_map(world).filter(|&id| enemy(battle, side, id));
    enemies.min_by_key(|&id| {
        let name = &world.the::<Creature>(id).name;
        (!wanted(battle, side, name), here.steps(space(world, id)), id)
    })
}

/// The ally who is worth most: whom the goals make worth more to another side, else a bystander, else who can take most. Of equals the
/// nearest.
fn ward(battle: &Battle, creature: Id) -> Option<Id> {
    let world = battle.world();
    let (side, here) = (side_of(world, creature), space(world, creature));
    let ally = |&id: &Id| {
        id != creature && win_together(world, side, side_of(world, id)) && battle.ruleset().standing(world, id)
    };
    let others = || (0..).map(SideId).take(battle.level().sides.len()).filter(|&other| at_odds(world, side, other));
    on_map(world).filter(ally).max_by_key(|&id| {
        let name = &world.the::<Creature>(id).name;
        let dear = others().any(|other| wanted(battle, other, name));
        let most = battle.ruleset().sheet(world, id).health().map_or(0, |gauge| gauge.max);
        let nearer = std::cmp::Reverse((here.steps(space(world, id)), id));
        (dear, is_bystander(world, id), most, nearer)
    })
}
