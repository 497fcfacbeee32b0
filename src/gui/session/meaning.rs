//! What a click on something stands for.

use crate::battle::Offer;
use crate::grid::Square;

/// What a click on a creature or an object means while nothing is aimed.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// This action is aimed at it.
    Act(Box<Offer>),
    /// The commanded creature walks to this square beside it.
    Walk(Square),
    /// Nothing can be done to it, for this reason.
    Not(String),
}
