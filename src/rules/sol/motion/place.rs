//! Where a mover's space comes to lie with a step, and whether it squeezes there (SQZ rows).
//!
//! A step is named by the north-west square of the space after it. Where the whole space fits in several ways, the player
//! picks one by naming it (SOL-SQZ-6).

use super::{
    mover::{Bar, Mover},
    tiles::Tiles,
};
use crate::battle::CEILING;
use crate::grid::{Footprint, Length, Square};

/// Every square a step could be named by: those around the mover first, then those that only a change of its space reaches.
pub(super) fn anchors(mover: &Mover) -> impl Iterator<Item = Square> {
    let more = i16::from(mover.full - mover.small());
    let at = mover.space.at;
    let (low, high) = if is_small(mover) { (-1 - more, 1) } else { (-1, 1 + more) };
    let further = (low..=high)
        .flat_map(move |dy| (low..=high).map(move |dx| at.offset(dx, dy)))
        .filter(move |square| more > 0 && square.steps_to(at) > 1);
    at.neighbours().into_iter().chain(further)
}

/// Whether it takes up less than its whole space.
fn is_small(mover: &Mover) -> bool {
    mover.space.side < mover.full
}

/// The space after a step, and whether the mover squeezes in it.
///
/// # Errors
/// What stands against it.
pub(super) fn place(tiles: &Tiles, mover: &Mover, to: Square) -> Result<(Footprint, bool), Bar> {
    if is_small(mover) {
        return out_of_a_narrow_place(tiles, mover, to);
    }
    let near = mover.space.at.steps_to(to) == 1;
    let whole = Footprint { at: to, side: mover.full };
    let open = near && tiles.open(whole);
    if open && tiles.roomy(whole, mover.size) {
        corner(tiles, mover, mover.space, whole)?;
        return Ok((whole, false));
    }
    if mover.small() == mover.full {
        if !near {
            return Err(Bar::NotNear);
        }
        if !open {
            return Err(tiles.why_not_open(whole));
        }
        corner(tiles, mover, mover.space, whole)?;
        return squeezed(tiles, mover, whole);
    }
    into_a_narrow_place(tiles, mover, to)
}

/// SOL-SQZ-1, SOL-SQZ-2, SOL-SQZ-8: whether it may squeeze into an open space.
fn squeezed(tiles: &Tiles, mover: &Mover, space: Footprint) -> Result<(Footprint, bool), Bar> {
    if mover.no_squeeze || tiles.shut(space) {
        return Err(Bar::NoSqueeze);
    }
    let smaller = mover.size as i32 - 1;
    let fits = space.squares().all(|square| tiles.at(square).tight.is_none_or(|tight| tight as i32 >= smaller));
    if fits { Ok((space, true)) } else { Err(Bar::TooTight) }
}

/// SOL-SQZ-5: the first squares entered touch the old space and are the small one.
fn into_a_narrow_place(tiles: &Tiles, mover: &Mover, to: Square) -> Result<(Footprint, bool), Bar> {
    let whole = Footprint { at: to, side: mover.full };
    let beside = if mover.space.at.steps_to(to) != 1 {
        Bar::NotNear
    } else if !tiles.open(whole) {
        tiles.why_not_open(whole)
    } else {
        squeezed(tiles, mover, whole).map_or_else(|bar| bar, |_| Bar::Narrow)
    };
    let small = Footprint { at: to, side: mover.small() };
    let enters = small.squares().any(|square| !mover.space.contains(square));
    let from = || mover.space.nested(mover.small()).filter(|part| part.at.steps_to(to) == 1);
    if !enters || from().next().is_none() {
        return Err(beside);
    }
    if !tiles.open(small) {
        let narrow = small.side > 1 && small.squares().any(|square| !tiles.at(square).solid);
        return Err(if narrow { Bar::TooTight } else { tiles.why_not_open(small) });
    }
    let fits = |whole: Footprint| {
        whole.at.steps_to(mover.space.at) == 1
            && tiles.open(whole)
            && tiles.roomy(whole, mover.size)
            && corner(tiles, mover, mover.space, whole).is_ok()
    };
    if small.nested(mover.full).any(fits) {
        return Err(beside);
    }
    let bars: Vec<Bar> = from().filter_map(|part| corner(tiles, mover, part, small).err()).collect();
    if bars.len() == from().count() {
        return Err(bars[0]);
    }
    squeezed(tiles, mover, small)
}

/// SOL-SQZ-6: where the whole space fits around the squares entered, it is taken up again.
fn out_of_a_narrow_place(tiles: &Tiles, mover: &Mover, to: Square) -> Result<(Footprint, bool), Bar> {
    let fits = |whole: Footprint| tiles.open(whole) && tiles.roomy(whole, mover.size) && tiles.free(whole);
    let step = |at: Square| Footprint { at, side: mover.space.side };
    let whole = Footprint { at: to, side: mover.full };
    let entered = whole.nested(mover.space.side).filter(|part| part.at.steps_to(mover.space.at) == 1);
    if fits(whole) {
        let mut bar = Bar::NotNear;
        for part in entered {
            match corner(tiles, mover, mover.space, part) {
                Ok(()) => return Ok((whole, false)),
                Err(corner) => bar = corner,
            }
        }
        if bar != Bar::NotNear || mover.space.at.steps_to(to) != 1 {
            return Err(bar);
        }
    }
    if mover.space.at.steps_to(to) != 1 {
        return Err(Bar::NotNear);
    }
    let small = step(to);
    if !tiles.open(small) {
        return Err(tiles.why_not_open(small));
    }
    corner(tiles, mover, mover.space, small)?;
    if small.nested(mover.full).any(fits) {
        return Err(Bar::Fits);
    }
    squeezed(tiles, mover, small)
}

/// SOL-EDGE-3: the top of what has to be got over into a space. Whoever squeezes, or squeezes no more, goes with the part of it that gets
/// there most easily.
pub(super) fn hurdle(tiles: &Tiles, mover: &Mover, to: Footprint) -> Option<Length> {
    if to.side == mover.space.side {
        return tiles.hurdle(mover.space, to.at, mover);
    }
    let side = mover.space.side.min(to.side);
    let steps = mover.space.nested(side).flat_map(|from| to.nested(side).map(move |to| (from, to)));
    let ways = steps.filter(|(from, to)| from.at.steps_to(to.at) == 1 && corner(tiles, mover, *from, *to).is_ok());
    ways.map(|(from, to)| tiles.hurdle(from, to.at, mover)).min().flatten()
}

/// SOL-MOVE-10, SOL-EDGE-1, SOL-EDGE-2: no diagonal step past a wall, no step through what stands between squares, between two spaces
/// of the same edge.
pub(super) fn corner(tiles: &Tiles, mover: &Mover, from: Footprint, to: Footprint) -> Result<(), Bar> {
    let diagonal = from.at.x != to.at.x && from.at.y != to.at.y;
    match tiles.hurdle(from, to.at, mover) {
        Some(CEILING) => return Err(Bar::Edge),
        Some(_) if diagonal => return Err(Bar::EdgeEnd),
        _ => {}
    }
    if from.at.x == to.at.x || from.at.y == to.at.y {
        return Ok(());
    }
    let swept = [Square::new(from.at.x, to.at.y), Square::new(to.at.x, from.at.y)];
    let past_a_wall = swept.into_iter().any(|at| {
        let space = Footprint { at, side: to.side };
        space.squares().any(|square| !from.contains(square) && !to.contains(square) && tiles.solid(square))
    });
    if past_a_wall { Err(Bar::Corner) } else { Ok(()) }
}
