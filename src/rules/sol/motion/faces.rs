//! Faces climbed by choice: in part, to rest on them, down from a ledge, or to the top where one would jump.

use super::super::data::stats::*;
use super::{
    mover::{Bar, Mode, Mover, feet_up},
    place::{anchors, corner},
    price::{price, price_of_climbing},
    tiles::Tiles,
};
use crate::battle::{Motion, Place, Trace};
use crate::grid::{Footprint, Length, Square};
use crate::rule;

/// A stretch of a face that could be climbed (SOL-CLIMB-4, SOL-CLIMB-5).
pub(crate) struct Face {
    /// The square whose face it is; going down from a ledge, the square at its foot.
    pub at: Square,
    /// Feet up, or negative for down.
    pub feet: Feet,
    /// The mover after it.
    pub after: Mover,
    /// What it costs.
    pub cost: Trace,
}

/// Every stretch that could be climbed and paid now.
pub(crate) fn faces(tiles: &Tiles, mover: &Mover) -> Vec<Face> {
    let mut out = Vec::new();
    if mover.posture != Posture::Standing || !tiles.uneven(mover) {
        return out;
    }
    for at in mover.space.rim() {
        beside(tiles, mover, at, &mut out);
    }
    for to in anchors(mover) {
        over_the_edge(tiles, mover, to, &mut out);
        // Whoever gets all the way up does not stop at the edge.
        if let Some(top) = to_the_top(tiles, mover, to) {
            out.retain(|face| (face.at, face.feet) != (top.at, top.feet));
            out.push(top);
        }
    }
    out
}

/// Up and down a face while staying at its foot.
fn beside(tiles: &Tiles, mover: &Mover, at: Square, out: &mut Vec<Face>) {
    let ground = tiles.ground(mover.space);
    let tile = tiles.at(at);
    if tile.solid || tile.height.0 <= ground.0 + mover.stride().0 {
        return;
    }
    // What stands between it and the face keeps it off.
    let near = mover.space.squares().filter(|own| own.touches(at));
    if near.into_iter().all(|own| tiles.hurdle(own.into(), at, mover).is_some()) {
        return;
    }
    let Ok((mode, counts)) = mover.climbs(tile.sheer, tile.metal) else {
        return;
    };
    let mut stage = |(feet, height): (Feet, Length)| {
        // SOL-OCC-6: not down into the space of a creature that stands below.
        if !tiles.leaves_room(Place { space: mover.space, height }) {
            return Ok(());
        }
        let cost = feet.abs() * counts;
        mover.affords(cost, mode)?;
        let mut after = *mover;
        after.height = height;
        after.moved += cost;
        after.clings = (after.height > ground).then_some(at);
        after.run_up = [None; 3];
        let cost = Trace::new("movement", 0).with(stages(mover, cost, mode));
        out.push(Face { at, feet, after, cost });
        Ok::<(), Bar>(())
    };
    let here = mover.height;
    // Whoever hangs higher than this face reaches down to nothing of it that would hold it.
    let on_it = |&(_, height): &(Feet, Length)| height <= tile.height;
    let _ = up_to(Length(tile.height.0 - here.0))
        .map(|feet| (feet, Length(here.0 + Length::feet(feet).0).min(tile.height)))
        .filter(on_it)
        .try_for_each(&mut stage);
    let _ = up_to(Length(here.0 - ground.0))
        .map(|feet| (-feet, Length(here.0 - Length::feet(feet).0).max(ground)))
        .filter(on_it)
        .try_for_each(&mut stage);
}

/// SOL-CLIMB-4: how many feet one can have climbed of so many: 5, 10 and so on, last all of them.
fn up_to(far: Length) -> impl Iterator<Item = Feet> {
    let all = feet_up(far);
    let last = (all > 0).then_some(all);
    (5..).step_by(5).take_while(move |&feet| feet < all).chain(last)
}

/// Down from a ledge: the step over its edge, then stages, to rest on the face above the square at its foot.
fn over_the_edge(tiles: &Tiles, mover: &Mover, to: Square, out: &mut Vec<Face>) {
    let space = Footprint { at: to, side: mover.space.side };
    let ground = tiles.ground(space);
    let drop = mover.height.0 - ground.0;
    let there = mover.space.at.steps_to(to) == 1
        && drop > mover.stride().0
        && mover.clings.is_none()
        && tiles.open(space)
        && tiles.roomy(space, mover.size)
        && tiles.free(space)
        && !tiles.afloat(space)
        && corner(tiles, mover, mover.space, space).is_ok()
        && tiles.hurdle(mover.space, to, mover).is_none();
    // The face is that of the highest square it leaves behind.
    let left = mover.space.squares().filter(|&square| !space.contains(square));
    let Some(face) = left.max_by_key(|&square| tiles.at(square).height).filter(|_| there) else {
        return;
    };
    let edge = tiles.at(face);
    let Ok((mode, counts)) = mover.climbs(edge.sheer, edge.metal) else {
        return;
    };
    let mut entered = space.squares().filter(|&square| !mover.space.contains(square));
    let difficult = entered.any(|square| tiles.at(square).difficult);
    for feet in (5..).step_by(5).take_while(|&feet| Length::feet(feet).0 < drop) {
        let mut cost = Trace::new("movement", 0).with(Trace::new("a step", 5).by(rule!("SOL-MOVE-2")));
        if mover.sneaks_slowly() {
            cost.push(Trace::new("sneaking", 5).by(rule!("SOL-SNEAK-1")));
        }
        if difficult {
            cost.push(Trace::new("difficult terrain", 5).by(rule!("SOL-TERR-1")));
        }
        cost.push(stages(mover, feet * counts, mode));
        if mover.affords(cost.value, mode).is_err() {
            return;
        }
        let mut after = *mover;
        after.space = space;
        after.height = Length(mover.height.0 - Length::feet(feet).0);
        after.moved += cost.value;
        after.clings = Some(face);
        after.run_up = [None; 3];
        out.push(Face { at: to, feet: -feet, after, cost });
    }
}

/// SOL-OBJ-3: to the top by climbing, where an ordinary step there would be a jump.
fn to_the_top(tiles: &Tiles, mover: &Mover, to: Square) -> Option<Face> {
    let jumped = price(tiles, mover, to).is_ok_and(|priced| priced.how == Motion::Jump);
    let climbed = price_of_climbing(tiles, mover, to).ok().filter(|_| jumped)?;
    tiles.free(climbed.after.space).then(|| Face {
        at: to,
        feet: feet_up(Length(climbed.after.height.0 - mover.height.0)),
        after: climbed.after,
        cost: climbed.step(tiles, mover.space).cost,
    })
}

fn stages(mover: &Mover, cost: Feet, mode: Mode) -> Trace {
    let (label, rule) = if mode == Mode::Walk {
        ("climbing", rule!("SOL-CLIMB-1"))
    } else {
        ("climbing with a climb speed", rule!("SOL-CLIMB-2"))
    };
    let mut trace = Trace::new(label, cost).by(rule);
    let mut note = |text: &'static str, rule| trace.terms.push(Trace::note(text).by(rule));
    note("a face in stages", rule!("SOL-CLIMB-4"));
    if mode != Mode::Walk {
        note("its own allowance", rule!("SOL-CLIMB-3"));
    }
    if mover.sneaks_slowly() {
        note("sneaking slows it, too", rule!("SOL-SNEAK-1"));
        note("each different cause adds", rule!("SOL-MOVE-7"));
    }
    trace
}
