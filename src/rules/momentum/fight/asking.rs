//! What several questions share: the line of creatures that are asked, squares as answers, and the answer that does nothing.

use bevy::prelude::World;

use crate::battle::{AsksInTurn, Choice, Id, Purpose, Rule, launch};
use crate::grid::Square;

/// Asks creatures in an order, if there are any. In the line that the question keeps the next one stands last.
pub(super) fn launch_line<T: AsksInTurn>(world: &mut World, mut order: Vec<Id>, question: impl FnOnce(Vec<Id>) -> T) {
    order.reverse();
    if !order.is_empty() {
        launch(world, question(order));
    }
}

/// The answer to an event by which a creature does nothing.
pub(super) fn let_be(rule: Rule) -> Choice {
    Choice::new("let_be", "Let it be").to(Purpose::Decline).by(rule)
}

/// The one of some squares that an answer names, in the words of [`Choice::place`](crate::battle::Choice::place).
pub(super) fn square_named(squares: impl IntoIterator<Item = Square>, word: &str) -> Option<Square> {
    squares.into_iter().find(|at| at.word() == word)
}
