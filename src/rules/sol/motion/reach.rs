//! Where a mover gets to, whole paths, and steps really taken.

use bevy::prelude::World;

use super::super::data::stats::*;
use super::super::field::sight;
use super::{
    fall,
    mover::{Mode, Mover},
    place::anchors,
    price::{Priced, price},
    tiles::Tiles,
};
use crate::battle::*;
use crate::grid::{Footprint, Square, reach::Steps};
use crate::level::Size;
use crate::rule;

/// What the turn still allows at most, whatever the mode.
fn most(mover: &Mover) -> Feet {
    let modes = [Mode::Walk, Mode::Climb, Mode::Magclimb, Mode::Swim];
    let most = modes.into_iter().map(|mode| mover.limit(mode)).max();
    most.unwrap_or(0) - mover.moved
}

/// The least a step costs (SOL-MOVE-2).
const LEAST: Feet = 5;

/// How a mover goes over the ground around it, for the search of where it gets to.
struct Going<'w> {
    tiles: Tiles<'w>,
    /// What harms on the way; `None` where nothing does.
    harm: Option<StepHarm<'w>>,
    /// What the mover had moved before, and what it can have moved at most.
    base: Feet,
    most: Feet,
    /// Whether there is anything to jump or climb.
    uneven: bool,
    /// Whether the mover always takes up one square.
    single: bool,
}

impl Steps for Going<'_> {
    type State = Mover;

    fn place(&self, mover: &Mover) -> Square {
        mover.space.at
    }

    fn paid(&self, mover: &Mover) -> u32 {
        (mover.moved - self.base) as u32
    }

    fn ahead(&self, mover: &Mover) -> impl Iterator<Item = Square> {
        let pays = mover.moved + LEAST <= self.most;
        anchors(mover).take_while(move |_| pays)
    }

    fn step(&self, mover: &Mover, to: Square) -> impl IntoIterator<Item = Mover> {
        price(&self.tiles, mover, to).ok().map(|priced| priced.after)
    }

    fn no_worse(&self, one: &Mover, other: &Mover) -> bool {
        let alike = one.space.side == other.space.side && one.posture == other.posture && one.height == other.height;
        let jumps = !self.uneven || (one.run_up_squares() >= other.run_up_squares() && one.jumped <= other.jumped);
        one.moved <= other.moved && alike && jumps
    }

    fn harm(&self, from: &Mover, after: &Mover) -> u32 {
        let place = |mover: &Mover| Place { space: mover.space, height: mover.height };
        self.harm.as_ref().map_or(0, |harm| harm.of(place(from), place(after)))
    }

    fn may_stop(&self, mover: &Mover) -> bool {
        self.tiles.free(mover.space)
    }

    /// On even ground everybody of the same posture arrives alike.
    fn pointless(&self, known: &Mover, mover: &Mover, to: Square) -> bool {
        let alike = !self.uneven && self.single && known.posture == mover.posture;
        alike && known.moved <= mover.moved + self.tiles.least(to, LEAST)
    }
}

/// Every square a move could get to, by cost; of ways of equal cost the least harmful, and of these the straightest.
pub(crate) fn reach(world: &World, id: Id) -> Reach {
    let start = Mover::of(world, id);
    let most = most(&start);
    if most < LEAST {
        return Reach::default();
    }
    // A step may change the space, too.
    let tiles = Tiles::laid_out(world, &start, most / LEAST + 2 * i32::from(start.full));
    let board = tiles.board();
    let going = Going {
        base: start.moved,
        most: start.moved + most,
        uneven: tiles.uneven(&start),
        single: start.full == 1,
        harm: StepHarm::around(world, id),
        tiles,
    };
    Reach::search(board, &going, start)
}

/// The next step, which takes no die (SOL-TURN-7), not even where none is left (SOL-POOL-8), and may come between actions (SOL-TURN-8).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn step(world: &World, id: Id, to: Square) -> Result<Step, Refusal> {
    let mover = Mover::of(world, id);
    let tiles = Tiles::beside(world, &mover);
    let mut step = price(&tiles, &mover, to)?.step(&tiles, mover.space);
    let mut note = |label: &'static str, rule| step.cost.terms.push(Trace::note(label).by(rule));
    let who = world.look(id).expect("a mover should exist");
    if who.get::<Conditions>().is_some_and(|all| all.has(condition::SURPRISED)) {
        note("surprise does not hold the feet", rule!("SOL-SURP-8"));
    }
    let space = match mover.size {
        Size::Tiny => rule!("SOL-SIZE-1"),
        Size::Small => rule!("SOL-SIZE-2"),
        Size::Medium => rule!("SOL-SIZE-3"),
        Size::Large => rule!("SOL-SIZE-4"),
        Size::Huge => rule!("SOL-SIZE-5"),
        Size::Colossal => rule!("SOL-SIZE-6"),
    };
    note("the space its size takes up", space);
    Ok(step)
}

/// A whole path, worked out without walking it.
///
/// # Errors
/// The first step that is forbidden, or that it may not stop at the end.
pub(crate) fn walk(world: &World, id: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
    let mut steps = Vec::new();
    go_along(world, id, path, |tiles, from, priced| {
        steps.push(priced.step(tiles, from));
    })?;
    Ok(steps)
}

/// As [`walk`], handing over step by step, each with the space that it leads from.
///
/// # Errors
/// As there.
pub(crate) fn go_along(
    world: &World,
    id: Id,
    path: &[Square],
    mut take: impl FnMut(&Tiles, Footprint, &Priced),
) -> Result<(), Refusal> {
    let mut mover = Mover::of(world, id);
    let far = i32::try_from(path.len()).unwrap_or(i32::MAX - 8);
    let tiles = Tiles::within(world, &mover, far + 8);
    for &to in path {
        let priced = price(&tiles, &mover, to)?;
        take(&tiles, mover.space, &priced);
        mover = priced.after;
    }
    if tiles.free(mover.space) {
        Ok(())
    } else {
        Err(Refusal::by(rule!("SOL-OCC-6"), "cannot_stop", "It may not stop in another creature's space."))
    }
}

/// Takes a step: pays, places, and lets posture follow.
pub(crate) fn take_step(world: &mut World, id: Id, step: &Step) {
    let mover = Mover::of(world, id);
    let Ok(priced) = price(&Tiles::beside(world, &mover), &mover, step.to) else {
        return;
    };
    apply(world, id, &mover, &priced.after);
    if !mover.sneaking {
        sight::reveal(world, id, rule!("SOL-SNEAK-3"));
    }
}

/// Puts a worked-out state onto the creature.
pub(super) fn apply(world: &mut World, id: Id, before: &Mover, after: &Mover) {
    world.put(id, Position { at: after.space.at, height: after.height });
    if after.space.side != before.space.side {
        grow_to(world, id, after.space.side);
    }
    {
        let mut done = world.the_mut::<TurnUsage>(id);
        done.moved = after.moved;
        done.jumped = after.jumped;
        done.run_up.clear();
        done.run_up.extend(after.run_up.into_iter().flatten());
    }
    if (after.squeezing, after.clings) != (before.squeezing, before.clings) {
        let foot = after.space.at;
        let mut stance = world.the_mut::<Stance>(id);
        stance.squeezing = after.squeezing;
        stance.clings = after.clings.map(|face| Hold { foot, face });
    }
    if after.squeezing && !before.squeezing {
        fall::fall_prone(world, id, rule!("SOL-SQZ-3"));
    }
    if after.posture == Posture::Standing && before.posture != Posture::Standing {
        fall::stand_up(world, id, Posture::Standing, rule!("SOL-POST-7"));
    }
    if before.squeezing && !after.squeezing {
        world.note(id, "no longer squeezing", rule!("SOL-SQZ-6"));
    }
}
