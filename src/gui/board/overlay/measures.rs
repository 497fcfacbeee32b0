//! What a token tells of its creature besides its health: breath, what armour still stands, what it is at, and the clock of whoever is
//! about to die.

use bevy_egui::egui::{Align2, Rect, Stroke, vec2};
use egui_phosphor::regular as glyph;

use super::board::{Board, INK, LAMP, PAPER, RED};
use crate::battle::Measure;
use crate::gui::board::tokens::Seen;
use crate::gui::hud::paint::health;
use crate::gui::hud::theme::BREATH;

/// Draws all of them; from afar only the clock.
pub(in crate::gui) fn paint(board: &Board, seen: &Seen) {
    let edge = board.square * seen.edge;
    if let Some(clock) = seen.sheet.of(Measure::Clock).next() {
        let top = board.at(seen.middle) - vec2(0.0, edge * 0.32);
        let words = format!("{} {}", glyph::HOURGLASS_MEDIUM, clock.now);
        board.flag(top, Align2::CENTER_CENTER, &words, 12.0, RED);
    }
    if board.square < 30.0 {
        return;
    }
    breath(board, seen, edge);
    armour(board, seen, edge);
    if let Some(under_way) = seen.sheet.of(Measure::Progress).next() {
        let top = board.at(seen.coin()) - vec2(0.0, edge * 0.5 + 2.0);
        let words = format!("{} {} {}/{}", glyph::HOURGLASS_HIGH, under_way.label, under_way.now, under_way.max);
        board.flag(top, Align2::CENTER_BOTTOM, &words, 11.0, LAMP);
    }
}

/// A thin line under the bar of its health.
fn breath(board: &Board, seen: &Seen, edge: f32) {
    let Some(gauge) = seen.sheet.of(Measure::Breath).next().filter(|gauge| gauge.max > 0) else {
        return;
    };
    let wide = edge * 0.72;
    let high = (board.square * 0.05).clamp(2.0, 4.0);
    let under =
        board.at(seen.middle) + vec2(0.0, edge * 0.44 + (board.square * 0.09).clamp(3.0, 8.0) * 0.5 + 1.0 + high);
    let rect = Rect::from_center_size(under, vec2(wide, high));
    board.painter.rect_filled(rect.expand(1.0), 1.0, INK);
    let part = (gauge.now.max(0) as f32 / gauge.max as f32).clamp(0.0, 1.0);
    let full = Rect::from_min_size(rect.min, vec2(wide * part, high));
    board.painter.rect_filled(full, 1.0, BREATH);
}

/// A shield with what is left of all that is worn.
fn armour(board: &Board, seen: &Seen, edge: f32) {
    let (mut now, mut max) = (0, 0);
    for gauge in seen.sheet.of(Measure::Armour) {
        (now, max) = (now + gauge.now, max + gauge.max);
    }
    if max <= 0 {
        return;
    }
    let size = (board.square * 0.34).clamp(16.0, 24.0);
    // Above the bar of health, which begins at the same side.
    let bar = (board.square * 0.09).clamp(3.0, 8.0);
    let down = edge * 0.44 - bar * 0.5 - 2.5 - size * 0.52;
    let at = board.at(seen.middle) + vec2(-edge * 0.5 + size * 0.4, down);
    let colour = if now < max { health(now, max) } else { PAPER };
    board.painter.circle(at, size * 0.52, INK, Stroke::new(1.0, colour));
    let (icon, letters) =
        if now > 0 { (now.to_string(), size * 0.64) } else { (glyph::SHIELD_SLASH.to_owned(), size * 0.66) };
    board.painter.text(at, Align2::CENTER_CENTER, icon, bevy_egui::egui::FontId::proportional(letters), colour);
}
