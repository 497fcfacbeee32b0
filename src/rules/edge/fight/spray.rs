//! A cone in flight: everybody in it makes a save, and one roll of damage serves all (EDG-AOE, EDG-CORE-16).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::Check;
use super::super::body::{creature, life};
use super::super::data::{Ability, Attack, REFLEX, conditions::HIDDEN};
use super::super::field::{cover::Found, reach};
use super::harm::{self, Share};
use super::special::{self, Saved};
use super::strike::roll_damage;
use crate::battle::{Event, *};
use crate::grid::{LineRule, Point, Square, area};
use crate::rule;

/// A cone in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Spray {
    /// Who uses it.
    pub user: Id,
    /// What.
    pub with: Attack,
    /// Towards where.
    pub towards: Square,
}

/// Who is in it, and whether its save was made: on the cone until it is over.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Saves(Vec<(Id, Saved)>);

/// The square of whoever uses it that lies nearest to where it goes.
fn origin(world: &World, user: Id, towards: Square) -> Square {
    let squares = space(world, user).squares();
    squares.min_by_key(|at| at.steps_to(towards)).unwrap_or(towards)
}

/// EDG-AOE-6, EDG-AOE-2: the squares of a cone, and whether something keeps it from others.
pub(crate) fn squares(world: &World, user: Id, with: &Attack, towards: Square) -> (Vec<Square>, bool) {
    let from = origin(world, user, towards);
    let (x, y) = (i32::from(towards.x - from.x), i32::from(towards.y - from.y));
    let length = with.length();
    // Squares that lie so far along the way, in lengths of it, and so far beside it: no further than half as far beside as along.
    let inside = |at: &Square| {
        let (dx, dy) = (i32::from(at.x - from.x), i32::from(at.y - from.y));
        let (along, beside) = (dx * x + dy * y, (dx * y - dy * x).abs());
        along > 0 && 2 * beside <= along && (3 * along).pow(2) <= length.pow(2) * (x * x + y * y)
    };
    let map = world.resource::<Map>();
    let mut all: Vec<Square> = map.cells().squares().filter(inside).collect();
    let (_, lay) = lay(world);
    let solid = |at: Square| lay.footing.get(at).is_none_or(|there| there.solid);
    let wall = |edge| lay.between.as_ref().is_some_and(|between| between.at(edge).is_wall());
    let centre = Point::centre(from);
    all.retain(|&at| !solid(at));
    let whole = all.len();
    area::cut_by_walls(centre, &mut all, LineRule::SolidUnion, Point::corners, solid, wall);
    let cut = all.len() < whole;
    (all, cut)
}

/// Declares it; it is paid.
pub(crate) fn declare(world: &mut World, spray: Spray) {
    let what =
        What::Attack { with: spray.with.name.clone().into(), look: spray.with.look(), at: spray.towards, radius: 0 };
    let event = Event::new(what).actor(spray.user);
    world.tell(event.by(rule!("EDG-AOE-1")).by(rule!("EDG-AOE-6")));
    crate::battle::declare(world, spray);
}

impl AttackCourse for Spray {
    type Cover = Found;

    /// Whom the cone takes in. Nothing but walls counts against it (EDG-AOE-2), so nobody has cover from it.
    fn targeting(&self, world: &World) -> Vec<Aimed<Found>> {
        let (area, _) = squares(world, self.user, &self.with, self.towards);
        let hit = |id: Id, stand: Placement| id != self.user && stand.space.squares().any(|at| area.contains(&at));
        let row = |target| Aimed {
            target,
            line: Ok(()),
            distance: reach::distance(world, self.user, target),
            cover: Found::default(),
            behind: Behind::default(),
        };
        in_order(world, hit).into_iter().map(row).collect()
    }

    fn still(&self, world: &World, _between: &[Aimed<Found>]) -> Result<(), Refusal> {
        creature::able(world, self.user)
    }

    fn fails(self, world: &mut World, why: Refusal) {
        let text = format!("{} comes to nothing: {}", self.with.name, why.message);
        world.note(self.user, text, why.rule.unwrap_or(rule!("EDG-COND-UNC-1")));
    }

    fn roll(self, world: &mut World, flight: Id, between: &[Aimed<Found>]) {
        let (_, cut) = squares(world, self.user, &self.with, self.towards);
        if cut {
            let text = "it does not get past what stands in its way";
            world.note(self.user, text, rule!("EDG-AOE-2"));
        }
        let mut saves = Vec::new();
        for id in between.iter().map(|between| between.target) {
            let check = Check::save(world, id, Ability::Dexterity, REFLEX);
            let saved = special::save(world, check, self.with.save, Some(self.user), rule!("EDG-AOE-1"));
            saves.push((id, saved));
        }
        world.put(flight, Saves(saves));
    }

    /// EDG-AOE-10, EDG-DMG-5: one roll for all of them; no ability joins it (EDG-AOE-12).
    fn deal(self, world: &mut World, flight: Id) {
        let Saves(saves) = world.the::<Saves>(flight).clone();
        if saves.is_empty() {
            return world.note(self.user, "nobody is in it", rule!("EDG-AOE-3"));
        }
        let mut doses = roll_damage(world, &self.with, None);
        if let Some(first) = doses.first_mut() {
            let alone = Trace::refused("Perception", 0, "nothing joins an area").by(rule!("EDG-AOE-12"));
            first.amount.terms.push(alone);
            if saves.len() > 1 {
                let once = Trace::note("one roll for all of them").by(rule!("EDG-AOE-10"));
                first.amount.terms.push(once);
            }
        }
        for (id, saved) in saves {
            if !is_on_map(world, id) {
                continue;
            }
            let share = match saved {
                Saved { made: true, .. } => Share::Half,
                Saved { worse: true, .. } => Share::Twice,
                _ => Share::Whole,
            };
            let (parts, how) = harm::protect(world, id, doses.clone(), share);
            let event = Event::new(What::came_of(&parts)).actor(self.user).target(id);
            world.tell(event.by(rule!("EDG-AOE-3")));
            life::suffer(world, id, parts, how, false);
        }
    }

    /// EDG-HIDE-6: it gives its user away, whoever is in it.
    fn close(self, world: &mut World) {
        hiding::reveal(world, self.user, None, HIDDEN, rule!("EDG-HIDE-6"));
    }
}
