//! How the terms count by which plans are weighed, for a creature in the manner that the level names.

use super::foes::enemy;
use super::greedy::WEARY;
use super::ground::wanted;
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
/// What an attack at a target that a creature is after counts, in hundredths of the same attack at another.
const FAVOUR: i128 = 200;
/// Attacks among which one at such a target is looked for.
const MOST_LOOKED_AT: usize = 6;

/// How the terms of a plan count for a creature. As usual all are 100, and nothing draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// What it may lose, in hundredths of what that counts otherwise.
    pub risk: i32,
    /// What its attacks do, likewise.
    pub harm: i32,
    /// What the level's goals say of squares, likewise.
    pub goals: i32,
    /// Where it wants to be, or does not.
    pub pull: Option<Pull>,
    /// The only enemy it has an eye for where it looks for squares.
    pub quarry: Option<Id>,
    /// Targets that it is after.
    pub favoured: Vec<Id>,
}

/// Where a creature wants to be, or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pull {
    /// Spaces on the map.
    pub to: Vec<Footprint>,
    /// What each step away from the nearest of them costs, in hundredths of a point of damage; less than nothing where it wants to get away.
    pub step: i32,
    /// Steps that cost nothing, but no more of them than its attacks reach.
    pub free: u32,
    /// Each step beyond so many costs a whole lot more.
    pub leash: Option<u32>,
}

impl Weights {
    /// Those of a creature without a manner.
    pub(super) const USUAL: Self =
        Self { risk: 100, harm: 100, goals: 100, pull: None, quarry: None, favoured: Vec::new() };

    /// Those of a creature as things stand. A fight that does not come to an end goes on without manners.
    pub(super) fn of(battle: &Battle, creature: Id) -> Self {
        let who = battle.world().the::<Creature>(creature);
        let manner = battle.level().manner_of(&who.name, usize::from(who.side.0));
        match manner.filter(|_| battle.flow().round <= WEARY) {
            None => Self::USUAL,
            Some(Manner::Bold) => Self { risk: 40, ..Self::USUAL },
            Some(Manner::Careful) => Self { risk: 250, ..Self::USUAL },
            Some(Manner::Guard) => Self { pull: post(battle, creature), ..Self::USUAL },
            Some(Manner::Hunter) => Self::hunting(battle, creature),
            Some(Manner::Coward) if health(battle, creature) < HURT => Self::fleeing(battle, creature),
            Some(Manner::Coward) => Self::USUAL,
            Some(Manner::Protector) => Self::protecting(battle, creature),
        }
    }

    /// After the enemy whom the goals want, or else after the nearest; cover and goals count little beside that.
    fn hunting(battle: &Battle, creature: Id) -> Self {
        let Some(quarry) = quarry(battle, creature) else { return Self::USUAL };
        let to = vec![space(battle.world(), quarry)];
        let pull = Some(Pull { to, step: 60, free: 6, leash: None });
        Self { risk: 40, harm: 100, goals: 0, pull, quarry: Some(quarry), favoured: vec![quarry] }
    }

    /// Away from all enemies, out of their sight.
    fn fleeing(battle: &Battle, creature: Id) -> Self {
        let world = battle.world();
        let side = side_of(world, creature);
        let to: Vec<Footprint> =
            on_map(world).filter(|&id| enemy(battle, side, id)).map(|id| space(world, id)).collect();
        if to.is_empty() {
            return Self::USUAL;
        }
        let pull = Some(Pull { to, step: -30, free: 0, leash: None });
        Self { risk: 300, harm: 0, pull, ..Self::USUAL }
    }

    /// Beside the ally who is worth most, and after those who come near it.
    fn protecting(battle: &Battle, creature: Id) -> Self {
        let Some(ward) = ward(battle, creature) else { return Self::USUAL };
        let world = battle.world();
        let (side, there) = (side_of(world, creature), space(world, ward));
        let near = |&id: &Id| enemy(battle, side, id) && there.steps(space(world, id)) <= NEAR;
        let favoured = on_map(world).filter(near).collect();
        let pull = Some(Pull { to: vec![there], step: 40, free: 1, leash: Some(LEASH) });
        Self { pull, favoured, ..Self::USUAL }
    }

    /// Whether a creature without a manner weighs so, too.
    pub(super) fn are_usual(&self) -> bool {
        *self == Self::USUAL
    }

    /// Whether it wants to get away, whatever it could do otherwise.
    pub(super) fn flees(&self) -> bool {
        self.harm == 0
    }

    /// Out of how many attacks the best is taken, where it would be so many otherwise.
    pub(super) fn looks_at(&self, most: usize) -> usize {
        if self.favoured.is_empty() { most } else { most.max(MOST_LOOKED_AT) }
    }

    /// Attacks with what each counts, the best first; of equals the first stays first.
    pub(super) fn weighed(&self, mut attacks: Vec<(i128, Order)>) -> Vec<(i128, Order)> {
        for (value, order) in &mut attacks {
            let favour = if self.favours(order) { FAVOUR } else { 100 };
            *value = *value * i128::from(self.harm) * favour / 10_000;
        }
        attacks.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        attacks
    }

    /// Whether an order is an act at a target that it is after.
    pub(super) fn favours(&self, order: &Order) -> bool {
        matches!(order, Order::Act(Act { target: Some(target), .. }) if self.favoured.contains(target))
    }

    /// What it may lose, as it counts that.
    pub(super) fn risked(&self, loss: i128) -> i128 {
        loss * i128::from(self.risk) / 100
    }
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
