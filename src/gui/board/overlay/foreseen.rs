//! Squares that an announced event will harm or change at the end of this round: hatched, with a bell.

use bevy_egui::egui::{Align2, Color32, FontId, Rect, Shape, Stroke, pos2};

use super::board::{Board, INK, RED};
use crate::battle::prospects;
use crate::grid::Square;
use crate::gui::session::Session;

/// Marks what is due before the next round begins.
pub(in crate::gui) fn paint(board: &Board, session: &Session) {
    let world = session.battle.world();
    let round = session.battle.flow().round;
    for prospect in prospects(world) {
        if prospect.round.is_none_or(|due| due > round) || prospect.squares.is_empty() {
            continue;
        }
        for &square in &prospect.squares {
            hatch(board, board.square(square));
        }
        outline(board, &prospect.squares);
        for part in parts(&prospect.squares) {
            bell(board, &part);
        }
    }
}

/// Slanting lines, clipped to the square.
fn hatch(board: &Board, rect: Rect) {
    let painter = board.painter.with_clip_rect(rect.intersect(board.painter.clip_rect()));
    painter.rect_filled(rect, 0.0, RED.gamma_multiply(0.12));
    let step = (board.square / 4.0).max(5.0);
    // The pattern hangs on the board, so that it goes on from square to square.
    let mut x = rect.min.x - rect.height();
    while x < rect.max.x {
        let line = [pos2(x, rect.max.y), pos2(x + rect.height(), rect.min.y)];
        painter.line_segment(line, Stroke::new(1.6, RED.gamma_multiply(0.55)));
        x += step;
    }
}

/// The rim of the whole area.
fn outline(board: &Board, squares: &[Square]) {
    for &square in squares {
        let rect = board.square(square);
        let sides = [
            ((0, -1), [rect.left_top(), rect.right_top()]),
            ((0, 1), [rect.left_bottom(), rect.right_bottom()]),
            ((-1, 0), [rect.left_top(), rect.left_bottom()]),
            ((1, 0), [rect.right_top(), rect.right_bottom()]),
        ];
        for ((dx, dy), line) in sides {
            if squares.binary_search(&square.offset(dx, dy)).is_err() {
                board.painter.add(Shape::dashed_line(&line, Stroke::new(2.0, RED), 6.0, 4.0));
            }
        }
    }
}

/// The parts of an area that hang together.
pub(super) fn parts(squares: &[Square]) -> Vec<Vec<Square>> {
    let mut left = squares.to_vec();
    let mut out = Vec::new();
    while let Some(first) = left.pop() {
        let (mut part, mut next) = (vec![first], 0);
        while let Some(&from) = part.get(next) {
            next += 1;
            let near = |square: &Square| (square.x - from.x).abs() <= 1 && (square.y - from.y).abs() <= 1;
            part.extend(left.extract_if(.., |square| near(square)));
        }
        out.push(part);
    }
    out
}

fn bell(board: &Board, squares: &[Square]) {
    let (at, size) = (board.area(squares).center(), (board.square * 0.5).clamp(14.0, 28.0));
    board.painter.circle(at, size * 0.72, INK.gamma_multiply(0.85), Stroke::new(1.5, RED));
    board.painter.text(
        at,
        Align2::CENTER_CENTER,
        egui_phosphor::regular::BELL_RINGING,
        FontId::proportional(size),
        Color32::from_rgb(0xff, 0xc9, 0xa8),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_apart_are_parts() {
        let at = Square::new;
        let mut sizes: Vec<usize> = parts(&[at(0, 0), at(1, 0), at(2, 1), at(5, 5)]).iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 3]);
        assert!(parts(&[]).is_empty());
    }
}
