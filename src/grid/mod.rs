//! Geometry of the board: squares, lengths, movement, lines, cover and areas.
//!
//! Everything here is exact integer arithmetic over plain values, knows no ruleset and no ECS, and is fast enough to be
//! called for every square of a board many times a turn. Rulesets bring the meaning: what a step costs, what blocks,
//! which points of a body count. Floats, randomness and rules constants never enter.
//!
//! Reading order:
//!
//! | file | what is in it |
//! |---|---|
//! | `square` | [`Square`], [`Direction`] |
//! | `footprint` | [`Footprint`], the block of squares something stands on |
//! | `layer` | [`Grid`], a value for each square |
//! | `edge` | [`Edge`], the side between two squares, and [`Edges`], a value for each |
//! | `length` | [`Length`], exact in feet and metres |
//! | `ratio` | [`Ratio`], exact fractions |
//! | `point` | [`Point`], places inside squares |
//! | [`line`] | the squares a segment crosses, and what stops it |
//! | [`cover`] | how much of a body is hidden, and the line that shows it |
//! | [`area`] | the squares an effect covers |
//! | [`reach`] | [`Reach`](reach::Reach), where a mover gets to, at what cost and how |

pub mod area;
pub mod cover;
mod edge;
mod footprint;
mod layer;
mod length;
pub mod line;
mod point;
mod ratio;
pub mod reach;
mod square;

pub use self::{
    edge::{Edge, Edges},
    footprint::Footprint,
    layer::Grid,
    length::{Length, LengthError},
    line::LineRule,
    point::Point,
    ratio::Ratio,
    square::{Direction, NoSquare, Square},
};
