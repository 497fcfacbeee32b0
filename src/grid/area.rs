//! Which squares an effect covers.
//!
//! Lists are in row-major order, and without regard to the board's edge: keep those on it with
//! [`Grid::contains`](super::Grid::contains). No area reaches further than [`MAX_REACH`] squares, so that no number in a file
//! can ask for endless ones.

use super::{Edge, LineRule, Point, Square, line::obstacle_or_edge};

/// The furthest that an area reaches, in squares; more counts as this.
pub const MAX_REACH: u16 = 512;

/// The squares that lie within `radius` squares of a grid corner on both axes: a block of `2 * radius` squares a side. The
/// corner is the north-west one of `corner`.
pub fn burst_at_corner(corner: Square, radius: u16) -> Vec<Square> {
    let radius = radius.min(MAX_REACH) as i16;
    (-radius..radius).flat_map(|dy| (-radius..radius).map(move |dx| corner.offset(dx, dy))).collect()
}

/// Drops the squares to none of whose `points` a clear line leads from `origin`: one that no square and no edge stops. The squares around
/// `origin` and the one looked at never block.
pub fn cut_by_walls<const N: usize>(
    origin: Point,
    squares: &mut Vec<Square>,
    rule: LineRule,
    points: impl Fn(Square) -> [Point; N],
    solid: impl Fn(Square) -> bool,
    stops: impl Fn(Edge) -> bool,
) {
    let own = origin.square();
    squares.retain(|&target| {
        let blocks = |square: Square| Some(square) != own && square != target && solid(square);
        points(target).into_iter().any(|point| obstacle_or_edge(origin, point, rule, blocks, &stops).is_none())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bursts_at_a_corner_are_blocks_around_it() {
        let corner = burst_at_corner(Square::new(2, 2), 2);
        assert_eq!((corner.len(), corner[0], corner[15]), (16, Square::new(0, 0), Square::new(3, 3)));
        assert_eq!(burst_at_corner(Square::new(2, 2), 0), []);
    }

    #[test]
    fn walls_cut_areas() {
        let wall = |square: Square| square.x == 1 && square.y.abs() <= 1;
        let origin = Point::centre(Square::new(0, 0));
        let centre = |square: Square| [Point::centre(square)];
        let mut squares = burst_at_corner(Square::new(0, 0), 3);
        let open = |_: Edge| false;
        cut_by_walls(origin, &mut squares, LineRule::Interiors, centre, wall, open);
        assert!(squares.contains(&Square::new(1, 0)), "the wall itself is reached");
        assert!(!squares.contains(&Square::new(2, 0)) && !squares.contains(&Square::new(2, 1)));
        assert_eq!(squares.len(), 28);
        let mut squares = burst_at_corner(Square::new(0, 0), 3);
        cut_by_walls(origin, &mut squares, LineRule::SolidUnion, Point::corners, wall, open);
        assert!(!squares.contains(&Square::new(2, 0)));
    }
}
