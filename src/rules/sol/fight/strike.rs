//! Attacks in flight: paid, aimed, split into hits, closed (SOL-ATK-5 is the order of all this).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::stats::*;
use super::super::field::{cover, sight};
use super::harm::launch_hit;
use super::hit::Hit;
use super::readied::opening;
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::grid::Square;
use crate::rule;

/// Where an attack comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Occasion {
    /// The attack action of the turn.
    Action,
    /// Something readied.
    Readied,
    /// A reaction.
    Reaction,
}

/// An attack in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Strike {
    /// Who attacks.
    pub attacker: Id,
    /// With what.
    pub attack: Attack,
    /// The one target; none for an area.
    pub target: Option<Id>,
    /// The square aimed at.
    pub at: Square,
    /// Whether a knock-out is meant.
    pub knock_out: bool,
    /// Where it comes from.
    pub occasion: Occasion,
}

/// A cover level the game master has set for a creature's next attack.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct CoverSet(pub cover::Level);

/// Launches an attack. Its dice have been paid.
pub(crate) fn start(world: &mut World, blow: Strike) {
    let name: Text = blow.attack.name.clone().into();
    let event = Event::new(What::Attack {
        with: name,
        look: blow.attack.look(),
        at: blow.at,
        radius: blow.attack.radius().unwrap_or(0),
    })
    .actor(blow.attacker)
    .target(blow.target)
    .by(rule!("SOL-ATK-5"));
    let event = match blow.target {
        Some(_) => event.by(rule!("SOL-ATK-1")),
        None => event.by(rule!("SOL-AREA-1")).by(rule!("SOL-AREA-6")),
    };
    let event = event.by_all(blow.knock_out.then_some(rule!("SOL-KO-3")));
    world.tell(match blow.occasion {
        Occasion::Action => event.by(rule!("SOL-ACT-2")),
        Occasion::Readied => event.by(rule!("SOL-ACT-7")),
        Occasion::Reaction => event.by(rule!("SOL-REACT-9")).by(rule!("SOL-REACT-8")),
    });
    declare(world, blow);
}

impl AttackCourse for Strike {
    type Cover = cover::Found;

    fn targeting(&self, world: &World) -> Vec<Aimed<cover::Found>> {
        let origin = match self.attack.burst_ft {
            Some(_) => cover::spot(world, self.at),
            None => cover::origin_of(world, self.attacker),
        };
        targets(world, self).into_iter().map(|target| sight::between(world, origin, target)).collect()
    }

    fn roll(self, world: &mut World, _flight: Id, between: &[Aimed<cover::Found>]) {
        aim(world, &self, between);
    }

    /// The attacker is no longer hidden, and those who waited for it may act.
    fn close(self, world: &mut World) {
        sight::reveal(world, self.attacker, rule!("SOL-SEE-10"));
        opening::after_attack(world, self.attacker);
    }
}

/// SOL-ATK-3, SOL-AREA-3: one roll, which is the aim and the damage; neither its faces, nor the range, nor the side count (SOL-ATK-14).
fn aim(world: &mut World, blow: &Strike, between: &[Aimed<cover::Found>]) {
    let mut total = world.resource_mut::<Dice>().roll(&blow.attack.damage, "damage");
    total.label = blow.attack.name.clone().into();
    total.rule = Some(rule!("SOL-ATK-3"));
    let event = Event::number(blow.attacker, total.clone());
    world.tell(event.by_all(blow.target.is_none().then_some(rule!("SOL-AREA-3"))));
    let attacker = world.entity_of(blow.attacker).expect("an attacker should exist");
    let set = world.entity_mut(attacker).take::<CoverSet>().map(|set| set.0);
    let unseen_by: Vec<Id> = world.the::<Hiding>(blow.attacker).from.iter().copied().collect();
    let spot = blow.attack.burst_ft.map(|_| blow.at);
    for target in between.iter().rev() {
        let hit = Hit {
            target: target.target,
            by: Some(blow.attacker),
            total: total.clone(),
            damage_type: blow.attack.damage_type,
            came: total.value,
            taken_off: Vec::new(),
            spot,
            ignores_cover: blow.attack.ignores_cover,
            no_dodge: blow.attack.no_dodge,
            knock_out: blow.knock_out,
            rider: blow.attack.rider.clone(),
            name: blow.attack.name.clone(),
            cover_override: set,
            unseen_by: unseen_by.clone(),
        };
        launch_hit(world, hit, Some(target));
    }
}

/// SOL-AREA-2, SOL-AREA-5: whom it hits, in the order they are dealt with.
fn targets(world: &World, blow: &Strike) -> Vec<Id> {
    let Some(radius) = blow.attack.burst_ft else {
        return blow.target.into_iter().collect();
    };
    let spot = Place::at(world, blow.at);
    // SOL-EDGE-7: what stands between two squares belongs to both, so the nearer one counts.
    let near = |id: Id| sight::apart(cover::place_from(world, id, spot.space), spot) <= radius;
    let mut out = in_order(world, |id, _| near(id));
    let objects = laid(world).iter().map(|thing| thing.id);
    out.extend(objects.filter(|&id| world.part::<ObjectHealth>(id).is_some() && near(id)));
    out
}

/// Turns an attack upon a target and pays what the occasion costs.
pub(crate) fn strike(
    world: &mut World,
    attacker: Id,
    attack: Attack,
    target: Option<Id>,
    at: Option<Square>,
    knock_out: bool,
    occasion: Occasion,
) {
    let aimed = target.map(|target| world.the::<Position>(target).at).or(at);
    let at = aimed.expect("an attack should have a target or a spot");
    let blow = Strike { attacker, attack, target, at, knock_out, occasion };
    start(world, blow);
}
