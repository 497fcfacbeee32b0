//! Who shares a space is drawn beside and above each other there, so that each of them is seen, read and clicked.

use super::world_coords::{SQUARE, centre};
use bevy::prelude::*;

use crate::battle::Id;
use crate::grid::Footprint;

/// How much smaller whoever stands within a larger one's space is drawn, and how far it moves in, in squares.
const WITHIN: (f32, f32) = (0.82, 0.18);

/// A creature in its space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::gui) struct Stand {
    /// Who.
    pub id: Id,
    /// Where; of whoever is carried, the carrier's.
    pub space: Footprint,
    /// Who carries it along in its own space.
    pub carrier: Option<Id>,
    /// How high it is above the ground: who is higher lies above.
    pub height: i32,
}

/// How a creature is drawn in its space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::gui) struct Pose {
    /// The middle of its coin in the world.
    pub middle: Vec2,
    /// The edge of the square around its coin, in squares.
    pub edge: f32,
    /// Among those that share, the row by which they are drawn over others, from above, in squares.
    pub row: f32,
    /// Its place among those that share, from below.
    pub rank: usize,
}

impl Pose {
    /// Part of the way from this to another, from 0 to 1.
    pub(in crate::gui) fn towards(self, other: Self, part: f32) -> Self {
        Self {
            middle: self.middle.lerp(other.middle, part),
            edge: self.edge + (other.edge - self.edge) * part,
            row: self.row.max(other.row),
            rank: self.rank.max(other.rank),
        }
    }
}

/// How somebody is drawn who has its space to itself.
pub(in crate::gui) fn alone(space: Footprint) -> Pose {
    Pose { middle: centre(space), edge: f32::from(space.side), row: -centre(space).y / SQUARE, rank: 0 }
}

/// How everyone is drawn, in the order of the list.
pub(in crate::gui) fn poses(stands: &[Stand]) -> Vec<Pose> {
    stands.iter().map(|stand| pose(stands, stand)).collect()
}

fn pose(all: &[Stand], stand: &Stand) -> Pose {
    let mut sharing: Vec<&Stand> = all.iter().filter(|other| other.space.overlaps(stand.space)).collect();
    // The larger below, whoever is carried above its carrier.
    sharing.sort_by_key(|one| (std::cmp::Reverse(one.space.side), one.carrier.is_some(), one.height, one.id));
    let rank = sharing.iter().position(|one| one.id == stand.id).unwrap_or(0);
    let rows = sharing.iter().map(|one| -centre(one.space).y / SQUARE);
    let row = rows.fold(f32::MIN, f32::max);
    let carrier = stand.carrier.and_then(|id| all.iter().find(|one| one.id == id));
    let (offset, scale) = match carrier {
        Some(carrier) => {
            let (offset, scale) = own_place(&sharing, carrier, all);
            let aboard = sharing.iter().filter(|one| one.carrier == Some(carrier.id));
            let place = aboard.clone().position(|one| one.id == stand.id).unwrap_or(0);
            let (seat, small) = seat(carrier.space.side, place);
            (offset + seat * scale, scale * small)
        }
        None => own_place(&sharing, stand, all),
    };
    Pose {
        middle: centre(stand.space) + Vec2::new(offset.x, -offset.y) * SQUARE * f32::from(stand.space.side),
        edge: f32::from(stand.space.side) * scale,
        row,
        rank,
    }
}

/// Where somebody who is not carried is drawn within its space, as a part of its edge right and down, and how large.
fn own_place(sharing: &[&Stand], stand: &Stand, all: &[Stand]) -> (Vec2, f32) {
    let side = f32::from(stand.space.side);
    let walkers = sharing.iter().filter(|one| one.carrier.is_none());
    let same: Vec<Id> = walkers.clone().filter(|one| one.space == stand.space).map(|one| one.id).collect();
    let place = same.iter().position(|&id| id == stand.id).unwrap_or(0);
    let (mut offset, mut scale) = cell(place, same.len());
    let carries = all.iter().any(|one| one.carrier == Some(stand.id));
    if carries && stand.space.side == 1 {
        offset += Vec2::splat(0.06) * scale;
        scale *= 0.86;
    }
    let larger = walkers.clone().find(|one| one.space.side > stand.space.side);
    let beside = walkers.clone().find(|one| one.space.side == stand.space.side && one.space != stand.space);
    let towards = |other: &Stand| {
        let way = centre(other.space) - centre(stand.space);
        Vec2::new(way.x, -way.y).normalize_or_zero() * WITHIN.1 / side
    };
    if let Some(larger) = larger {
        offset += towards(larger);
        scale *= WITHIN.0;
    } else if let Some(beside) = beside {
        offset -= towards(beside);
        scale *= WITHIN.0;
    }
    (offset, scale)
}

/// One of several in the same space: cells of a grid, a little larger than there is room for.
fn cell(place: usize, many: usize) -> (Vec2, f32) {
    if many < 2 {
        return (Vec2::ZERO, 1.0);
    }
    let columns = (1..=many).find(|n| n * n >= many).unwrap_or(1);
    let rows = many.div_ceil(columns);
    let step = 1.0 / columns as f32;
    let (column, row) = ((place % columns) as f32, (place / columns) as f32);
    let middle = Vec2::new(columns as f32 - 1.0, rows as f32 - 1.0) / 2.0;
    ((Vec2::new(column, row) - middle) * step * 0.86, step * 1.24)
}

/// Where whoever is carried sits on a carrier of this many squares, as a part of its edge right and down, and how large.
fn seat(side: u8, place: usize) -> (Vec2, f32) {
    let small = (1.0 / f32::from(side)).clamp(0.4, 0.66);
    let out = (1.0 - small) / 2.0 + 0.03;
    let right = if place.is_multiple_of(2) { -out } else { out };
    (Vec2::new(right, -out), small)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Square;

    fn stand(id: u32, (x, y): (i16, i16), side: u8, carrier: Option<u32>) -> Stand {
        Stand { id: Id(id), space: Footprint { at: Square::new(x, y), side }, carrier: carrier.map(Id), height: 0 }
    }

    /// The part of the smaller coin that the other leaves free.
    fn apart(a: Pose, b: Pose) -> f32 {
        a.middle.distance(b.middle) / SQUARE / a.edge.min(b.edge)
    }

    #[test]
    fn alone_one_fills_ones_space() {
        let [one, two] = poses(&[stand(1, (2, 1), 2, None), stand(2, (4, 1), 1, None)])[..] else {
            panic!("two of two")
        };
        assert_eq!((one.edge, one.rank, two.edge), (2.0, 0, 1.0));
        assert_eq!(one.middle, Vec2::new(3.0, -2.0) * SQUARE);
    }

    #[test]
    fn a_rider_sits_above_its_mount_and_leaves_its_bar_free() {
        for side in 1..=3 {
            let [mount, rider] = poses(&[stand(1, (0, 0), side, None), stand(2, (0, 0), side, Some(1))])[..] else {
                panic!("two of two")
            };
            assert!(rider.rank > mount.rank && rider.edge < mount.edge && rider.edge >= 0.5);
            let low = |pose: Pose| -pose.middle.y / SQUARE + 0.44 * pose.edge;
            assert!(low(mount) - low(rider) > 0.2, "side {side}: one bar above the other");
            assert!(apart(mount, rider) > 0.4, "side {side}");
        }
    }

    #[test]
    fn however_many_share_a_square_no_coin_hides_another() {
        for many in 2..=9 {
            let stands: Vec<Stand> = (0..many).map(|id| stand(id, (3, 3), 1, None)).collect();
            let poses = poses(&stands);
            for (number, &one) in poses.iter().enumerate() {
                for &other in &poses[..number] {
                    assert!(apart(one, other) > 0.6, "{many}: {one:?} {other:?}");
                    assert_ne!(one.rank, other.rank);
                }
            }
        }
    }

    #[test]
    fn a_small_one_in_a_large_ones_space_lies_above_and_within() {
        let [large, small] = poses(&[stand(1, (0, 0), 2, None), stand(2, (1, 1), 1, None)])[..] else {
            panic!("two of two")
        };
        assert!(small.rank > large.rank && (small.row - large.row).abs() < 1e-6);
        assert!(small.edge < 1.0 && large.edge > 1.9);
        let low = |pose: Pose| -pose.middle.y / SQUARE + 0.44 * pose.edge;
        assert!(low(large) - low(small) > 0.12, "one bar above the other");
    }
}
