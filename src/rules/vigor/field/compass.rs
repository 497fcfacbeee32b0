//! Directions: where one lies from another, who is behind whom, what a watch takes in (VIG-MOVE-13, VIG-AWARE-5, VIG-AMB-7).

use bevy::prelude::World;

use super::super::data::{Facing, Heading};
use crate::battle::*;
use crate::grid::{Footprint, Square};

/// VIG-GRID-12: the offset from one space to another, from middle to middle, in half squares.
pub(crate) fn offset(from: Footprint, to: Footprint) -> (i32, i32) {
    let (here, there) = (middle(from), middle(to));
    (there.0 - here.0, there.1 - here.1)
}

/// The middle of a space, in half squares.
fn middle(space: Footprint) -> (i32, i32) {
    let of = |at: i16| 2 * i32::from(at) + i32::from(space.side);
    (of(space.at.x), of(space.at.y))
}

/// VIG-MOVE-13: one of the eight directions, or none where there is no offset.
pub(crate) fn direction((dx, dy): (i32, i32)) -> (i16, i16) {
    let sign = |n: i32| if n > 0 { 1 } else { -i16::from(n < 0) };
    if dx.abs() > 2 * dy.abs() {
        (sign(dx), 0)
    } else if dy.abs() > 2 * dx.abs() {
        (0, sign(dy))
    } else {
        (sign(dx), sign(dy))
    }
}

/// VIG-AWARE-5: whether a place is behind whoever faces so.
pub(crate) fn behind(world: &World, target: Id, attacker: Id) -> bool {
    let &Facing(x, y) = world.the::<Facing>(target);
    let (dx, dy) = offset(space(world, target), space(world, attacker));
    i32::from(x) * dx + i32::from(y) * dy < 0
}

/// The direction somebody faces, in words.
pub(crate) fn facing(world: &World, id: Id) -> &'static str {
    let &Facing(x, y) = world.the::<Facing>(id);
    let words =
        [["north-west", "north", "north-east"], ["west", "nowhere", "east"], ["south-west", "south", "south-east"]];
    let place = |n: i16| usize::try_from(n.signum() + 1).unwrap_or(1);
    words[place(y)][place(x)]
}

/// VIG-AWARE-6: turns towards something, from middle to middle (VIG-GRID-12).
pub(crate) fn turn_to(world: &mut World, id: Id, squares: &[Square]) {
    let middle_of = |along: fn(&Square) -> i16| {
        let ends = (squares.iter().map(along).min(), squares.iter().map(along).max());
        ends.0.zip(ends.1).map(|(low, high)| i32::from(low) + i32::from(high) + 1)
    };
    let Some(there) = middle_of(|at| at.x).zip(middle_of(|at| at.y)) else {
        return;
    };
    let here = middle(space(world, id));
    turn(world, id, direction((there.0 - here.0, there.1 - here.1)));
}

/// VIG-AWARE-6: turns the way it steps.
pub(crate) fn turn(world: &mut World, id: Id, (dx, dy): (i16, i16)) {
    if (dx, dy) != (0, 0) {
        *world.the_mut::<Facing>(id) = Facing(dx, dy);
    }
}

/// VIG-AMB-7: whether an offset lies in the wedge that a watch takes in.
pub(crate) fn expected(watch: Heading, (dx, dy): (i32, i32)) -> bool {
    let (x, y) = watch.delta();
    let (along_x, along_y) = (dx * i32::from(x), dy * i32::from(y));
    match (x, y) {
        (0, _) => along_y > 0 && 2 * dx.abs() <= along_y,
        (_, 0) => along_x > 0 && 2 * dy.abs() <= along_x,
        _ => along_x > 0 && along_y > 0 && along_x <= 3 * along_y && along_y <= 3 * along_x,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_examples_hold() {
        assert!(expected(Heading::E, (4, 2)) && !expected(Heading::E, (4, 3)));
        assert!(expected(Heading::Se, (3, 1)) && !expected(Heading::Se, (4, 1)));
        assert_eq!((direction((3, 1)), direction((2, 1)), direction((0, 1))), ((1, 0), (1, 1), (0, 1)));
        let (small, large) = (Footprint::single(Square::new(3, 0)), Footprint { at: Square::new(0, 0), side: 2 });
        assert_eq!(offset(small, large), (-5, 1));
    }
}
