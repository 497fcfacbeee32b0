//! The cover that the mover would have where its way leads: a shield towards each side from which a foe could attack, an eye where
//! nothing covers it.

use bevy_egui::egui::{Align2, Color32, FontId, Rect, Stroke, Vec2, vec2};
use egui_phosphor::regular as glyph;

use super::aim::shield;
use super::board::{Board, INK, PAPER, WARNING};
use crate::battle::CoverStep;
use crate::grid::Footprint;
use crate::gui::session::Session;
use crate::gui::session::cover_there::CoverThere;

/// Draws what is known by now.
pub(in crate::gui) fn paint(board: &Board, session: &Session, cover: &CoverThere) {
    let (Some(at), Some(who)) = (cover.at(), session.commanded()) else { return };
    if board.square < 30.0 {
        return;
    }
    let space = board.space(Footprint { at, ..session.space(who) });
    let from = cover.known.iter().map(|&(foe, step)| (board.centre(session.space(foe)) - space.center(), step));
    let size = (board.square * 0.36).clamp(14.0, 22.0);
    for (way, step) in by_direction(from) {
        let off = way * (space.width() * 0.5 + size * 0.45) * if way.x != 0.0 && way.y != 0.0 { 0.8 } else { 1.0 };
        let place = Rect::from_center_size(space.center() + off, vec2(size, size));
        board.painter.circle(place.center(), size * 0.56, INK.gamma_multiply(0.85), Stroke::new(1.0, PAPER));
        if let Some(shield) = shield(step) {
            board.piece(shield, place.shrink(size * 0.04), Color32::WHITE);
        } else {
            let font = FontId::proportional(size * 0.72);
            board.painter.text(place.center(), Align2::CENTER_CENTER, glyph::EYE, font, WARNING);
        }
    }
}

/// For each of the eight directions from which a foe could attack, the least cover there is.
fn by_direction(from: impl Iterator<Item = (Vec2, CoverStep)>) -> Vec<(Vec2, CoverStep)> {
    let mut out: Vec<(u8, CoverStep)> = Vec::new();
    for (way, step) in from.filter(|(way, _)| way.length() > 0.5) {
        let eighth = (way.angle() / std::f32::consts::FRAC_PI_4).round().rem_euclid(8.0) as u8;
        match out.iter_mut().find(|(other, _)| *other == eighth) {
            Some((_, least)) => *least = (*least).min(step),
            None => out.push((eighth, step)),
        }
    }
    let way = |eighth: u8| {
        let way = Vec2::angled(f32::from(eighth) * std::f32::consts::FRAC_PI_4);
        let clean = |part: f32| if part.abs() < 0.01 { 0.0 } else { part };
        vec2(clean(way.x), clean(way.y))
    };
    out.into_iter().map(|(eighth, step)| (way(eighth), step)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_foes_on_one_side_the_one_who_sees_most_counts() {
        let from = [
            (vec2(10.0, 0.5), CoverStep::Full),
            (vec2(8.0, -1.0), CoverStep::Half),
            (vec2(0.0, -9.0), CoverStep::None),
        ];
        let told = by_direction(from.into_iter());
        assert_eq!(told, [(vec2(1.0, 0.0), CoverStep::Half), (vec2(0.0, -1.0), CoverStep::None)]);
    }
}
