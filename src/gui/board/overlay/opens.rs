//! To whom an action opens whoever does it, before it is ordered: an arrow from each of them, and their names.

use bevy_egui::egui::{Align2, Pos2, Shape, Stroke, vec2};
use egui_phosphor::regular as glyph;

use super::board::{Board, INK, RED, WARNING};
use crate::battle::Id;
use crate::gui::hud::text;
use crate::gui::session::Session;

pub(in crate::gui) fn paint(board: &Board, session: &Session) {
    let (Some(aim), Some(doer)) = (&session.aim, session.commanded()) else {
        return;
    };
    let those: Vec<Id> = aim.offer.exposes.iter().copied().filter(|&id| session.sees(id)).collect();
    if those.is_empty() {
        return;
    }
    let space = session.space(doer);
    let middle = board.centre(space);
    for from in those.iter().filter_map(|&id| session.extent(id)) {
        arrow(board, board.centre(from), middle);
    }
    let below = middle + vec2(0.0, board.square * f32::from(space.side) * 0.5 + 8.0);
    let words = format!("{} {}", glyph::SHIELD_SLASH, text::opened_to(&session.battle, &those));
    board.flag(below, Align2::CENTER_TOP, &words, 12.5, WARNING);
}

fn arrow(board: &Board, from: Pos2, to: Pos2) {
    let way = (to - from).normalized();
    // Those who stand side by side leave no room between their coins.
    let (start, end) = (from + way * board.square * 0.15, to - way * board.square * 0.28);
    board.line(vec![start, end], 3.0, RED);
    let (base, across) = (end - way * 10.0, way.rot90() * 6.0);
    let head = vec![end, base + across, base - across];
    board.painter.add(Shape::convex_polygon(head, RED, Stroke::new(1.0, INK)));
}
