//! The open question on the board: whom it is about and on account of whom, and the squares that answers stand for, numbered like their
//! cards; a click on one gives that answer.

use bevy_egui::egui::{Align2, FontId, Pos2, Shape, Stroke, StrokeKind};

use super::aim::mark;
use super::board::{Board, INK, LAMP, RED};
use crate::battle::{Choice, Decision, Id};
use crate::gui::session::Session;

pub(in crate::gui) fn paint(board: &Board, session: &Session) {
    let Some(decision) = session.battle.decision().filter(|_| !session.hands_over()) else {
        return;
    };
    if !session.sees(decision.creature) {
        return;
    }
    mark(board, session, decision.creature, false);
    if let Some(against) = decision.against.filter(|&id| session.sees(id) && id != decision.creature)
        && let (Some(from), Some(to)) = (centre(board, session, against), centre(board, session, decision.creature))
    {
        mark(board, session, against, true);
        let off = (to - from).normalized() * board.square * 0.5;
        if (to - from).length() > board.square * 1.2 {
            let dashes = Shape::dashed_line(&[from + off, to - off], Stroke::new(1.8, RED), 6.0, 4.0);
            board.painter.extend(dashes);
        }
    }
    places(board, session, decision);
}

fn centre(board: &Board, session: &Session, id: Id) -> Option<Pos2> {
    session.extent(id).map(|space| board.centre(space))
}

/// The squares of answers, and those whom answers are done to; those of several answers at once bear all their numbers.
fn places(board: &Board, session: &Session, decision: &Decision) {
    let place = |choice: &Choice| session.place_of(choice);
    let mut places: Vec<_> = decision.choices.iter().filter_map(place).collect();
    places.sort_unstable();
    places.dedup();
    for at in places {
        let rect = board.space(at).shrink(2.0);
        let hovered = session.hover.is_some_and(|hover| at.contains(hover));
        let there: Vec<(usize, &Choice)> =
            (1..).zip(&decision.choices).filter(|(_, choice)| place(choice) == Some(at)).collect();
        // A token is not painted over: its number stands at the corner.
        let taken = there.iter().any(|(_, choice)| choice.target.is_some());
        if !taken {
            let fill = LAMP.gamma_multiply(if hovered { 0.5 } else { 0.25 });
            board.painter.rect_filled(rect, 4.0, fill);
        }
        let width = if hovered { 3.0 } else { 1.8 };
        board.painter.rect_stroke(rect, 4.0, Stroke::new(width, LAMP), StrokeKind::Inside);
        let numbers: Vec<String> = there.iter().map(|(number, _)| number.to_string()).collect();
        let size = (board.square * 0.4).clamp(12.0, 22.0);
        let spot = if taken { rect.right_top() } else { rect.center() };
        board.painter.circle(spot, size * 0.8, INK.gamma_multiply(0.85), Stroke::new(1.0, LAMP));
        let font = FontId::proportional(size);
        board.painter.text(spot, Align2::CENTER_CENTER, numbers.join(" "), font, LAMP);
    }
}
