//! The sides between squares, and a value for each of them.

use serde::{Deserialize, Serialize};

use super::footprint::Footprint;
use super::layer::Grid;
use super::square::{Direction, Square};

/// The side that two neighbouring squares share, named by the southern or eastern of them. Edges of the board are sides, too.
///
/// Ordered row by row, of one square the northern side first. In files it is `{ of = [x, y], side = "north" }`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Edge {
    /// The square whose northern or western side it is.
    #[serde(rename = "of")]
    at: Square,
    side: Lies,
}

/// Which side of its square an edge is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Lies {
    North,
    West,
}

impl Edge {
    /// The northern side of a square.
    pub const fn north(of: Square) -> Self {
        Self { at: of, side: Lies::North }
    }

    /// The western side of a square.
    pub const fn west(of: Square) -> Self {
        Self { at: of, side: Lies::West }
    }

    /// The side of a square that lies in this direction; `None` for a diagonal one.
    pub fn of(square: Square, direction: Direction) -> Option<Self> {
        match direction {
            Direction::North => Some(Self::north(square)),
            Direction::West => Some(Self::west(square)),
            Direction::South => Some(Self::north(square.offset(0, 1))),
            Direction::East => Some(Self::west(square.offset(1, 0))),
            _ => None,
        }
    }

    /// The side that two squares share; `None` if they share none.
    #[inline]
    pub fn between(one: Square, other: Square) -> Option<Self> {
        match one.apart(other) {
            (1, 0) => Some(Self::west(Square::new(one.x.max(other.x), one.y))),
            (0, 1) => Some(Self::north(Square::new(one.x, one.y.max(other.y)))),
            _ => None,
        }
    }

    /// The squares on either side, the northern or western one first. One of them may lie off the board.
    pub const fn squares(self) -> [Square; 2] {
        let first = match self.side {
            Lies::North => self.at.offset(0, -1),
            Lies::West => self.at.offset(-1, 0),
        };
        [first, self.at]
    }

    /// Whether it is a side of one of the block's squares.
    pub fn bounds(self, space: Footprint) -> bool {
        self.squares().iter().any(|&square| space.contains(square))
    }

    /// Whether it runs from west to east.
    pub const fn runs_across(self) -> bool {
        matches!(self.side, Lies::North)
    }

    /// Its ends, as the squares whose north-west corners they are; the northern or western one first.
    pub const fn ends(self) -> [Square; 2] {
        let far = match self.side {
            Lies::North => self.at.offset(1, 0),
            Lies::West => self.at.offset(0, 1),
        };
        [self.at, far]
    }

    /// The edges that meet in a corner, given as the square whose north-west corner it is: north, east, south, west.
    pub const fn meeting(corner: Square) -> [Self; 4] {
        [Self::west(corner.offset(0, -1)), Self::north(corner), Self::west(corner), Self::north(corner.offset(-1, 0))]
    }

    /// The four sides of a block, square by square.
    pub fn around(space: Footprint) -> impl Iterator<Item = Self> {
        let side = i16::from(space.side);
        (0..side).flat_map(move |n| {
            [
                Self::north(space.at.offset(n, 0)),
                Self::west(space.at.offset(side, n)),
                Self::north(space.at.offset(n, side)),
                Self::west(space.at.offset(0, n)),
            ]
        })
    }

    /// The sides that the squares of a block share with each other.
    pub fn inside(space: Footprint) -> impl Iterator<Item = Self> {
        let inner = move |square: Square| {
            let west = (square.x > space.at.x).then(|| Self::west(square));
            let north = (square.y > space.at.y).then(|| Self::north(square));
            west.into_iter().chain(north)
        };
        space.squares().flat_map(inner)
    }

    /// What a block passes over with a step to a neighbouring place. Straight ahead that are the edges before it; diagonally
    /// all those which it passes on either of the two straight ways there, so that it neither goes through an edge nor
    /// slips past the end of one.
    pub fn passed(from: Footprint, to: Square) -> impl Iterator<Item = Self> {
        let (dx, dy) = ((to.x - from.at.x).signum(), (to.y - from.at.y).signum());
        let legs = match (dx, dy) {
            (0, 0) => [None; 4],
            (0, _) | (_, 0) => [Some((from.at, dx, dy)), None, None, None],
            _ => [
                Some((from.at, dx, 0)),
                Some((from.at, 0, dy)),
                Some((from.at.offset(dx, 0), 0, dy)),
                Some((from.at.offset(0, dy), dx, 0)),
            ],
        };
        let side = i16::from(from.side);
        legs.into_iter().flatten().flat_map(move |(at, dx, dy)| {
            (0..side).map(move |n| match (dx, dy) {
                (1, _) => Self::west(at.offset(side, n)),
                (-1, _) => Self::west(at.offset(0, n)),
                (_, 1) => Self::north(at.offset(n, side)),
                _ => Self::north(at.offset(n, 0)),
            })
        })
    }
}

/// A value for every edge of a board of `width` × `height` squares, those around it included.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Listed<T>", into = "Listed<T>")]
#[serde(bound(
    serialize = "T: Clone + Default + PartialEq + Serialize",
    deserialize = "T: Clone + Default + PartialEq + Deserialize<'de>"
))]
pub struct Edges<T> {
    width: u16,
    height: u16,
    cells: Vec<T>,
}

/// As in a file: only the edges whose value is not the usual one.
#[derive(Serialize, Deserialize)]
struct Listed<T> {
    width: u16,
    height: u16,
    edges: Vec<(Edge, T)>,
}

impl<T: Clone + Default + PartialEq> From<Edges<T>> for Listed<T> {
    fn from(edges: Edges<T>) -> Self {
        let usual = T::default();
        let listed = edges.iter().filter(|(_, value)| **value != usual);
        Self {
            width: edges.width,
            height: edges.height,
            edges: listed.map(|(edge, value)| (edge, value.clone())).collect(),
        }
    }
}

impl<T: Clone + Default> TryFrom<Listed<T>> for Edges<T> {
    type Error = String;

    fn try_from(listed: Listed<T>) -> Result<Self, String> {
        let most = Grid::<T>::MAX_EDGE;
        if listed.width > most || listed.height > most {
            return Err(format!("a board is at most {most} by {most} squares"));
        }
        let mut edges = Self::new(listed.width, listed.height);
        for (edge, value) in listed.edges {
            let place = edges.get_mut(edge);
            *place.ok_or_else(|| format!("{edge:?} lies off the board"))? = value;
        }
        Ok(edges)
    }
}

impl<T: Clone + Default> Edges<T> {
    /// The usual value everywhere.
    pub fn new(width: u16, height: u16) -> Self {
        let count = 2 * (usize::from(width) + 1) * (usize::from(height) + 1);
        Self { width, height, cells: vec![T::default(); count] }
    }
}

impl<T> Edges<T> {
    #[inline]
    fn index(&self, edge: Edge) -> Option<usize> {
        let Square { x, y } = edge.at;
        if x < 0 || y < 0 || x as u16 > self.width || y as u16 > self.height {
            return None;
        }
        // In the last column there are no northern sides, in the last row no western ones.
        let off = match edge.side {
            Lies::North => x as u16 == self.width,
            Lies::West => y as u16 == self.height,
        };
        if off {
            return None;
        }
        let corner = y as usize * (usize::from(self.width) + 1) + x as usize;
        Some(2 * corner + usize::from(edge.side == Lies::West))
    }

    /// The value of an edge; `None` off the board.
    #[inline]
    pub fn get(&self, edge: Edge) -> Option<&T> {
        self.index(edge).map(|index| &self.cells[index])
    }

    /// As [`Self::get`], to be changed.
    pub fn get_mut(&mut self, edge: Edge) -> Option<&mut T> {
        self.index(edge).map(|index| &mut self.cells[index])
    }

    /// Every edge with its value, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Edge, &T)> {
        let wide = usize::from(self.width) + 1;
        let named = move |index: usize| {
            let at = Square::new((index / 2 % wide) as i16, (index / 2 / wide) as i16);
            if index.is_multiple_of(2) { Edge::north(at) } else { Edge::west(at) }
        };
        let all = self.cells.iter().enumerate().map(move |(index, value)| (named(index), value));
        all.filter(|&(edge, _)| self.index(edge).is_some())
    }

    /// Another value for every edge.
    pub fn map<U: Clone + Default>(&self, mut value: impl FnMut(Edge, &T) -> U) -> Edges<U> {
        let mut out = Edges::new(self.width, self.height);
        for (edge, here) in self.iter() {
            *out.get_mut(edge).expect("an edge of the same board") = value(edge, here);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i16, y: i16) -> Square {
        Square::new(x, y)
    }

    #[test]
    fn an_edge_has_one_name_from_both_of_its_squares() {
        let (here, there) = (at(3, 2), at(4, 2));
        let edge = Edge::between(here, there).expect("neighbours");
        assert_eq!(Some(edge), Edge::between(there, here));
        assert_eq!(Some(edge), Edge::of(here, Direction::East));
        assert_eq!(Some(edge), Edge::of(there, Direction::West));
        assert_eq!(edge.squares(), [here, there]);
        assert_eq!(edge.ends(), [at(4, 2), at(4, 3)]);
        assert_eq!(Edge::between(here, at(4, 3)), None);
        assert_eq!(Edge::of(here, Direction::NorthEast), None);
        let text = serde_json::to_string(&edge).expect("plain data");
        assert_eq!(text, r#"{"of":[4,2],"side":"west"}"#);
    }

    #[test]
    fn a_block_passes_the_edges_before_it() {
        let large = Footprint::new(at(1, 1), 2);
        let east: Vec<Edge> = Edge::passed(large, at(2, 1)).collect();
        assert_eq!(east, [Edge::west(at(3, 1)), Edge::west(at(3, 2))]);
        let north: Vec<Edge> = Edge::passed(large, at(1, 0)).collect();
        assert_eq!(north, [Edge::north(at(1, 1)), Edge::north(at(2, 1))]);
        // Diagonally one square passes the four edges that meet at the corner.
        let mut diagonal: Vec<Edge> = Edge::passed(at(1, 1).into(), at(2, 2)).collect();
        let mut meeting = Edge::meeting(at(2, 2)).to_vec();
        diagonal.sort_unstable();
        meeting.sort_unstable();
        assert_eq!(diagonal, meeting);
        assert_eq!(Edge::passed(large, at(1, 1)).count(), 0);
        assert_eq!(Edge::inside(large).count(), 4);
        assert_eq!(Edge::around(large).count(), 8);
    }

    #[test]
    fn a_value_for_each_edge_is_written_as_a_list_of_the_unusual() {
        let mut edges: Edges<u8> = Edges::new(3, 2);
        assert_eq!(edges.iter().count(), 3 * 3 + 4 * 2);
        *edges.get_mut(Edge::north(at(1, 2))).expect("the southern side of the board") = 7;
        assert_eq!(edges.get(Edge::west(at(0, 2))), None);
        assert_eq!(edges.get(Edge::north(at(3, 0))), None);
        assert_eq!(edges.get(Edge::west(at(3, 1))), Some(&0));
        let text = serde_json::to_string(&edges).expect("plain data");
        assert_eq!(text, r#"{"width":3,"height":2,"edges":[[{"of":[1,2],"side":"north"},7]]}"#);
        assert_eq!(serde_json::from_str::<Edges<u8>>(&text).ok(), Some(edges));
        let off = text.replace("[1,2]", "[3,2]");
        assert!(serde_json::from_str::<Edges<u8>>(&off).is_err());
    }
}
