//! Flanking: two Enemies on opposite sides, by geometry (ESS-FLANK-2, R47).

use bevy::prelude::World;

use super::super::body::{creature, gear};
use super::sight;
use crate::battle::*;
use crate::grid::Footprint;

/// ESS-FLANK-1, ESS-FLANK-5: those with whom the attacker flanks the target.
pub fn partners(world: &World, attacker: Id, target: Id) -> Vec<Id> {
    let mut others = beside(world, attacker, target);
    others.retain(|&other| opposite(space(world, attacker), space(world, other), space(world, target)));
    others
}

/// The other Enemies who have the target within Reach as this attacker has it, on whatever sides.
pub fn beside(world: &World, attacker: Id, target: Id) -> Vec<Id> {
    if !threatens(world, attacker, target) {
        return Vec::new();
    }
    on_map(world).filter(|&other| other != attacker && other != target && threatens(world, other, target)).collect()
}

/// An Enemy of the target that has it within Reach, can act, and knows where it is.
fn threatens(world: &World, id: Id, target: Id) -> bool {
    creature::hostile(world, id, target)
        && creature::able(world, id)
        && !sight::hidden_from(world, target, id)
        && creature::distance(world, id, target) <= gear::reach(world, id)
        && creature::distance(world, id, target) > 0
        && !parted(world, space(world, id), space(world, target))
}

/// Whether a line from a point of one space to a point of the other crosses opposite sides of the target's.
///
/// For a line that is not upright, crossing the west and the east side through their inner points asks that its height lies
/// strictly inside the target's at both sides; it must also meet the two spaces beyond those sides.
pub fn opposite(a: Footprint, b: Footprint, target: Footprint) -> bool {
    across(a, b, target, false) || across(a, b, target, true)
}

/// A space as low and high ends along the crossing axis and along the other one.
fn spans(space: Footprint, turned: bool) -> ((i64, i64), (i64, i64)) {
    let (x, y, side) = (i64::from(space.at.x), i64::from(space.at.y), i64::from(space.side));
    let (along, across) = if turned { (y, x) } else { (x, y) };
    ((along, along + side), (across, across + side))
}

fn across(a: Footprint, b: Footprint, target: Footprint, turned: bool) -> bool {
    let ((left, right), (bottom, top)) = spans(target, turned);
    let (mut low, mut high) = (spans(a, turned), spans(b, turned));
    if low.0.0 > high.0.0 {
        std::mem::swap(&mut low, &mut high);
    }
    // Some part of one space lies at or before the near side, some part of the other at or beyond the far side.
    if low.0.0 > left || high.0.1 < right {
        return false;
    }
    // The line passes the near side at u and the far side at v, both strictly inside (bottom, top). Each end must be met
    // somewhere outside: the set of (u, v) for which that holds is a union of convex pieces, and the extreme of each bound
    // is reached at an end of the part of the space outside. So it is enough to look for slopes m = v - u over the width.
    let width = right - left;
    let near = ((low.0.0).min(left), (low.0.1).min(left));
    let far = ((high.0.0).max(right), (high.0.1).max(right));
    meets(near, low.1, far, high.1, (left, width), (bottom, top))
}

/// Whether some u and v inside the target's sides give a line that meets both boxes. Looked for in steps fine enough for
/// spaces of whole squares: in twelfths of a square, strictly inside.
fn meets(
    near: (i64, i64),
    near_span: (i64, i64),
    far: (i64, i64),
    far_span: (i64, i64),
    (left, width): (i64, i64),
    (bottom, top): (i64, i64),
) -> bool {
    const FINE: i64 = 12;
    let inside = |bottom: i64, top: i64| (bottom * FINE + 1)..(top * FINE);
    for u in inside(bottom, top) {
        for v in inside(bottom, top) {
            // Height at x, times width: u * width + (v - u) * (x - left).
            let at = |x: i64| u * width + (v - u) * (x - left);
            let touches = |ends: (i64, i64), span: (i64, i64)| {
                let (one, other) = (at(ends.0), at(ends.1));
                one.min(other) <= span.1 * FINE * width && one.max(other) >= span.0 * FINE * width
            };
            if touches(near, near_span) && touches(far, far_span) {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Direction, Square};

    /// Whether neighbours of the target at (5, 5), numbered clockwise from the north, flank it.
    fn flank(one: usize, other: usize) -> bool {
        let target = Square::new(5, 5);
        let place = |number: usize| Footprint::single(target.step(Direction::ALL[number % 8]));
        opposite(place(one), place(other), Footprint::single(target))
    }

    #[test]
    fn neighbours_flank_when_they_are_three_four_or_five_apart() {
        for one in 0..8 {
            for apart in 1..8 {
                assert_eq!(flank(one, one + apart), (3..=5).contains(&apart), "{one} and {apart} further");
            }
        }
    }

    #[test]
    fn a_large_body_between_is_flanked_from_its_ends() {
        let large = Footprint::new(Square::new(3, 3), 2);
        let at = |x, y| Footprint::single(Square::new(x, y));
        assert!(opposite(at(2, 3), at(5, 4), large));
        assert!(!opposite(at(2, 3), at(3, 2), large));
        assert!(opposite(at(1, 3), at(5, 3), large), "with a reach of 10 ft");
    }
}
