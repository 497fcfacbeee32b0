//! Before an order is given: where it would move creatures, and whom it would harm besides its target. Example: the creature against which
//! the target would be thrown.

use bevy_egui::egui::{Align2, Color32};

use super::aim::mark;
use super::board::{Board, PAPER, arrow};
use crate::battle::{Branch, ById, Creature, Id, Order};
use crate::grid::{Footprint, Square};
use crate::gui::hud::forecasts::Forecasts;
use crate::gui::hud::text;
use crate::gui::session::Session;

/// How many of the squares in which a creature may end are drawn: the likeliest.
const MOST: usize = 4;
/// A square is not drawn if it is less likely than one in so many.
const RARE: u128 = 20;

/// Draws what the forecast of the present aim says of it.
pub(in crate::gui) fn paint(board: &Board, session: &Session, forecasts: &Forecasts) {
    let Some(act) = session.aim.as_ref().and_then(|aim| aim.act()) else { return };
    let Some(forecast) = forecasts.get(&Order::Act(act.clone())) else { return };
    // If questions come on the way, the last branch is the one in which each is declined.
    let Some((plain, answers)) = forecast.branches.split_last() else { return };
    for id in harmed(session, plain, act.target) {
        mark(board, session, id, false);
    }
    ends(board, session, plain, "");
    // If the attacker is asked to which square the target is moved, each of these squares is drawn, with those it would harm there.
    for branch in answers.iter().filter(|branch| branch.is_of_a_place()) {
        let struck: Vec<&str> =
            harmed(session, branch, act.target).into_iter().map(|id| session.battle.name(id)).collect();
        ends(board, session, branch, &struck.join(", "));
    }
}

/// Draws where each creature that a branch moves ends, with a remark.
fn ends(board: &Board, session: &Session, branch: &Branch, remark: &str) {
    for (&id, squares) in branch.places.iter().filter(|(id, _)| session.sees(**id)) {
        let space = session.space(id);
        let portrait = session.battle.world().part::<Creature>(id).map(|who| board.art.portrait(&who.kind));
        for (square, weight) in likeliest(squares, branch.whole) {
            let end = Footprint { at: square, ..space };
            let rect = board.space(end);
            if let Some(portrait) = &portrait {
                board.piece(portrait, rect, Color32::WHITE.gamma_multiply(0.4));
            }
            board.piece("rings/ghost", rect, PAPER);
            arrow(board, vec![board.centre(space), board.centre(end)]);
            let likely = if weight < branch.whole { text::percent(weight, branch.whole) } else { String::new() };
            let words = [likely.as_str(), remark].join(" ");
            if !words.trim().is_empty() {
                board.flag(rect.center_bottom(), Align2::CENTER_BOTTOM, words.trim(), 11.0, PAPER);
            }
        }
    }
}

/// The likeliest squares in which a creature may end, with their weights.
fn likeliest(squares: &std::collections::BTreeMap<Square, u128>, whole: u128) -> Vec<(Square, u128)> {
    let mut all: Vec<(Square, u128)> = squares.iter().map(|(&at, &weight)| (at, weight)).collect();
    all.retain(|&(_, weight)| weight * RARE >= whole);
    all.sort_by_key(|&(at, weight)| (std::cmp::Reverse(weight), at));
    all.truncate(MOST);
    all
}

/// The creatures besides the target that may be harmed, as far as the viewer knows of them.
fn harmed(session: &Session, branch: &Branch, target: Option<Id>) -> Vec<Id> {
    let some = branch.targets.iter().filter(|(_, harm)| harm.chance_hundredths(branch.whole) > 0);
    some.map(|(&id, _)| id).filter(|&id| Some(id) != target && session.sees(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_likely_ends_are_drawn() {
        let at = |x: i16| Square::new(x, 0);
        let squares = [(at(1), 3), (at(2), 90), (at(3), 7)].into();
        assert_eq!(likeliest(&squares, 100), [(at(2), 90), (at(3), 7)]);
        let many = (0..9).map(|x| (at(x), 10)).collect();
        assert_eq!(likeliest(&many, 90).len(), MOST);
    }
}
