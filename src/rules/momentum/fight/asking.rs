//! What several questions share: the line of creatures that are asked, and squares as answers.

use bevy::prelude::World;

use crate::battle::{AsksInTurn, Id, launch};
use crate::grid::Square;

/// Asks creatures in an order, if there are any. In the line that the question keeps the next one stands last.
pub(super) fn launch_line<T: AsksInTurn>(world: &mut World, mut order: Vec<Id>, question: impl FnOnce(Vec<Id>) -> T) {
    order.reverse();
    if !order.is_empty() {
        launch(world, question(order));
    }
}

/// The one of some squares that an answer names, in the words of [`Choice::place`](crate::battle::Choice::place).
pub(super) fn square_named(squares: impl IntoIterator<Item = Square>, word: &str) -> Option<Square> {
    squares.into_iter().find(|at| at.word() == word)
}
