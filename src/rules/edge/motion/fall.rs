//! Falling: 1d6 for each full 3 m, less where the ground is soft or the faller nimble; onto those who stand below (EDG-FALL).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Settled};
use super::super::body::{creature, gravity, life};
use super::super::data::{ACROBATICS, Ability, DamageType, HalfMetres, TurnUsage};
use super::super::field::reach;
use super::super::fight::collision;
use super::super::fight::harm::{self, Dose, Share};
use super::super::fight::special;
use super::{ground, moves, room};
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::grid::{Length, Square};
use crate::rule;

/// The half-metres of one die of a fall (EDG-FALL-1).
const PER_DIE: HalfMetres = 6;
/// How many dice a fall has at most (EDG-FALL-2).
const MOST: HalfMetres = 20;

/// A creature that is about to fall, or to step down from no higher than a step leads.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Falling(pub Id);

impl Later for Falling {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        let Self(id) = self;
        if !is_on_map(world, id) {
            return;
        }
        if ground::would_fall(world, id) {
            fall(world, id);
        } else if ground::is_aloft(world, id) && !ground::is_held_up(world, id) {
            come_down(world, id);
        }
    }
}

/// Whether a creature falls already, or is about to.
pub(super) fn is_falling(world: &World, id: Id) -> bool {
    all_in_flight::<Falling>(world).any(|(_, falling)| falling.0 == id)
}

/// Lets a creature that has nothing under its feet fall; one that has comes down to it.
pub(crate) fn come_down(world: &mut World, id: Id) {
    if !is_on_map(world, id) {
        return;
    }
    world.the_mut::<TurnUsage>(id).run_up = 0;
    if ground::would_fall(world, id) {
        if !is_falling(world, id) {
            launch(world, Falling(id));
        }
        return;
    }
    let Placement { space, height, .. } = stand(world, id);
    let floor = floor_of(world, space);
    let lower = |at: Square| floor.0 - floor_of(world, at.into()).0 > ground::STRIDE.0;
    if height == floor && space.squares().any(lower) {
        world.note(id, "is borne by what is under a part of it", rule!("EDG-MOVE-18"));
    }
    if floor > height || !ground::is_held_up(world, id) {
        move_with_attached(world, id, Position { at: space.at, height: floor }, MoveKind::Falls);
    }
    moves::unfold(world, id);
    room::settle(world, id);
}

/// How much of a fall counts, as it ends (EDG-FALL-4, EDG-FALL-5).
struct Drop {
    /// How far it is.
    far: HalfMetres,
    /// Whether it ends on something soft.
    soft: bool,
    /// Whether the faller lands well.
    nimble: bool,
}

impl Drop {
    fn dice(&self) -> HalfMetres {
        let off = PER_DIE * (i32::from(self.soft) + i32::from(self.nimble));
        ((self.far - off).max(0) / PER_DIE).min(MOST)
    }

    /// The dice, rolled, with what has made them fewer.
    fn roll(&self, world: &mut World) -> Trace {
        let dice = self.dice();
        let mut trace = if dice == 0 {
            Trace::new("fall", 0)
        } else {
            let expression = Expression::dice(u16::try_from(dice).unwrap_or(20), 6);
            world.resource_mut::<Dice>().roll(&expression, "fall")
        };
        trace = trace.by(rule!("EDG-FALL-1"));
        trace.note(format!("{} down", creature::metres(self.far)), rule!("EDG-FALL-1"));
        if self.soft {
            trace.note("soft ground: 3 m less", rule!("EDG-FALL-4"));
        }
        if self.nimble {
            trace.note("it lands well: 3 m less", rule!("EDG-FALL-5"));
        }
        if dice == MOST {
            trace.note("20 dice at most", rule!("EDG-FALL-2"));
        }
        trace
    }
}

/// EDG-FALL-5: whether the faller lands well: rolled by itself wherever a die would fall.
fn lands_well(world: &mut World, id: Id, drop: &Drop) -> bool {
    if drop.dice() == 0 {
        return false;
    }
    let check = Check::new(world, id, Aim::Act, "Acrobatics", (Ability::Dexterity, Some(ACROBATICS)));
    let mut against = Trace::new("landing", 13);
    against.push(Trace::new("for each 3 m", drop.far / PER_DIE));
    let settled = Settled::of(id, Aim::Act);
    special::attempt(world, check, against, settled, rule!("EDG-FALL-5"))
}

/// EDG-FALL-6: it comes to the floor below, at once.
fn fall(world: &mut World, id: Id) {
    let from = Place::of(world, id);
    let floor = floor_of(world, from.space);
    let distance = Length(from.height.0 - floor.0);
    let map = world.resource::<Map>();
    let lowest = |at: &Square| map.ground(*at) == floor;
    let soft = from.space.squares().filter(lowest).filter_map(|at| map.terrain(at)).any(ground::is_soft);
    let to = Place { height: floor, ..from };
    let below: Vec<Id> = in_order(world, |other, stand| {
        let there = Place { space: stand.space, height: stand.height };
        let met = other != id && stand.space.overlaps(from.space) && from.height > stand.height;
        met && !reach::is_clear_of(world, (id, to), (other, there))
    });
    let along = move_with_attached(world, id, to.position(), MoveKind::Falls);
    let large = (from.space.side > 1).then_some(rule!("EDG-MOVE-18"));
    world.tell(Event::new(What::Falls { distance }).target(id).by(rule!("EDG-FALL-6")).by_all(large));
    let mut drop = Drop { far: reach::halves(distance), soft, nimble: false };
    drop.nimble = lands_well(world, id, &drop);
    // What is launched last comes first: harm, whom it has hit, what lies there, then room is made.
    launch(world, Landed { faller: id });
    arrive(world, id, Arrival { from, going: Some(MoveKind::Falls), along, meets: Meets::Ground });
    if !below.is_empty() {
        world.note(id, "comes down on somebody", rule!("EDG-FALL-7"));
        collision::falls_on(world, id, below);
    }
    launch(world, Impact { faller: id, far: drop.far, soft: drop.soft, nimble: drop.nimble });
}

/// The end of a fall: what it does to the faller.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Impact {
    faller: Id,
    far: HalfMetres,
    soft: bool,
    nimble: bool,
}

impl Later for Impact {
    const STAGE: Stage = Stage::Damage;

    fn happen(self, world: &mut World) {
        let Self { faller: id, far, soft, nimble } = self;
        if !is_on_map(world, id) {
            return;
        }
        let drop = Drop { far, soft, nimble };
        let amount = drop.roll(world);
        if drop.dice() == 0 {
            world.tell(Event::number(id, amount).by(rule!("EDG-FALL-3")));
            return;
        }
        let amount = gravity::weigh_fall(world, id, amount);
        let (parts, how) =
            harm::protect(world, id, vec![Dose { amount, damage_type: DamageType::Kinetic }], Share::Whole);
        let hurt = parts.iter().any(|part| part.amount > 0);
        life::suffer(world, id, parts, how, (None, false));
        // EDG-FALL-3: who takes no harm stands.
        if hurt {
            life::knock_down(world, id, rule!("EDG-FALL-3"));
        } else if is_on_map(world, id) {
            world.note(id, "lands on its feet", rule!("EDG-FALL-3"));
        }
    }
}

/// When everything of a fall is settled, room is made.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Landed {
    faller: Id,
}

impl Later for Landed {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        if is_on_map(world, self.faller) {
            moves::unfold(world, self.faller);
            room::settle(world, self.faller);
        }
    }
}
