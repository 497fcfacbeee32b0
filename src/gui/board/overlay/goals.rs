//! The goals on the board: an outline and a banner around the ground of each, a star at those who are wanted or must live; and at the edge of
//! the window an arrow to each that lies beyond it.

use bevy::prelude::Rect;
use bevy_egui::egui::{self, Align2, Pos2, Shape, Stroke, pos2, vec2};
use egui_phosphor::regular as glyph;

use super::board::{Board, INK, LAMP, PAPER};
use super::foreseen::parts;
use crate::grid::Square;
use crate::gui::app::settings::Settings;
use crate::gui::board::tokens::Shown;
use crate::gui::hud::paint::{side_mark, star};
use crate::gui::session::Session;
use crate::gui::session::marks::Ground;

/// The goals as they stand, until something changes.
#[derive(Default)]
pub(in crate::gui) struct Marks {
    of: Option<(u64, u8)>,
    /// Each with the parts of it that hang together.
    grounds: Vec<(Ground, Vec<Vec<Square>>)>,
}

impl Marks {
    /// Asks again when the battle, or who looks at it, is another.
    pub(in crate::gui) fn follow(&mut self, session: &Session) {
        let of = Some((session.version, session.viewer.0));
        if self.of != of {
            let apart = |ground: &Ground| (ground.clone(), parts(&ground.squares));
            *self = Self { of, grounds: session.marks().grounds.iter().map(apart).collect() };
        }
    }
}

/// Below the creatures that stand there.
pub(in crate::gui) fn ground(board: &Board, marks: &Marks) {
    for (ground, _) in &marks.grounds {
        outline(board, &ground.squares);
    }
}

/// Over the creatures that stand there: banners, stars, and arrows to what is out of view.
pub(in crate::gui) fn paint(
    board: &Board,
    session: &Session,
    marks: &Marks,
    shown: &Shown,
    (settings, free): (&Settings, Option<Rect>),
) {
    let view = free.map(|free| {
        let corner = |at: bevy::prelude::Vec2| pos2(at.x, at.y) / board.zoom();
        egui::Rect::from_min_max(corner(free.min), corner(free.max))
    });
    for (ground, parts) in &marks.grounds {
        let areas = parts.iter().map(|part| board.area(part));
        let in_view = |area: &egui::Rect| view.is_none_or(|view| view.intersects(area.shrink(board.square * 0.4)));
        let words = format!("{} {}", glyph::FLAG_BANNER, ground.words);
        let (near, far): (Vec<_>, Vec<_>) = areas.partition(in_view);
        for area in &near {
            banner(board, settings, ground, &words, *area, view);
        }
        if let (true, Some(area), Some(view)) = (near.is_empty(), far.first(), view) {
            beyond(board, view, area.center(), &words);
        }
    }
    for &id in session.marks().stars.keys() {
        let token = shown.all.iter().find(|seen| seen.id == id && seen.has_coin());
        let place = match token {
            Some(seen) => {
                let edge = board.square * seen.edge;
                egui::Rect::from_center_size(board.at(seen.coin()), vec2(edge, edge))
            }
            None => match session.extent(id).filter(|_| shown.all.iter().all(|seen| seen.id != id)) {
                Some(space) => board.space(space),
                None => continue,
            },
        };
        let radius = (place.width() * 0.17).clamp(4.0, 12.0);
        let at = place.center() - egui::Vec2::splat(place.width() * 0.36);
        star(&board.painter, at, radius);
        if let Some(view) = view.filter(|view| !view.intersects(place)) {
            beyond(board, view, place.center(), &format!("{} {}", glyph::STAR, session.battle.name(id)));
        }
    }
}

/// The rim of a ground: light between two lines of ink, so that it is seen on any.
fn outline(board: &Board, squares: &[Square]) {
    let inwards = (board.square * 0.05).clamp(1.0, 3.0);
    let mut lines: Vec<[Pos2; 2]> = Vec::new();
    for &square in squares {
        let rect = board.square(square).shrink(inwards);
        let has = |dx, dy| squares.binary_search(&square.offset(dx, dy)).is_ok();
        // Where the rim goes on in the next square it reaches up to it.
        let along = |near: bool| if near { inwards } else { 0.0 };
        let (west, east, north, south) = (has(-1, 0), has(1, 0), has(0, -1), has(0, 1));
        let (left, right) = (rect.min.x - along(west), rect.max.x + along(east));
        let (top, bottom) = (rect.min.y - along(north), rect.max.y + along(south));
        if !north {
            lines.push([pos2(left, rect.min.y), pos2(right, rect.min.y)]);
        }
        if !south {
            lines.push([pos2(left, rect.max.y), pos2(right, rect.max.y)]);
        }
        if !west {
            lines.push([pos2(rect.min.x, top), pos2(rect.min.x, bottom)]);
        }
        if !east {
            lines.push([pos2(rect.max.x, top), pos2(rect.max.x, bottom)]);
        }
    }
    for (width, colour) in [(5.0, INK), (2.4, PAPER)] {
        for line in &lines {
            board.painter.line_segment(*line, Stroke::new(width, colour));
        }
    }
}

/// What a ground is and how far its goal is, above it, or within it where that would be out of view.
fn banner(
    board: &Board,
    settings: &Settings,
    ground: &Ground,
    words: &str,
    area: egui::Rect,
    view: Option<egui::Rect>,
) {
    let room = board.flag_room(Pos2::ZERO, Align2::LEFT_TOP, words, 12.0).size();
    let mark = if ground.side.is_some() { 18.0 } else { 0.0 };
    let mut at = pos2(area.center().x + mark * 0.5, area.min.y - 3.0);
    if let Some(view) = view {
        at.y = at.y.max(view.min.y + room.y + 2.0).min(view.max.y - 2.0);
        let half = room.x * 0.5 + 4.0;
        if view.width() > room.x + mark + 8.0 {
            at.x = at.x.clamp(view.min.x + half + mark, view.max.x - half);
        }
    }
    let flag = board.flag(at, Align2::CENTER_BOTTOM, words, 12.0, LAMP);
    if let Some(side) = ground.side {
        let at = flag.left_center() - vec2(mark * 0.5 + 1.0, 0.0);
        board.painter.circle_filled(at, 9.5, INK);
        side_mark(&board.painter, at, 6.0, side.0, settings.palette);
    }
}

/// An arrow at the edge of what is seen, to what is not.
fn beyond(board: &Board, view: egui::Rect, to: Pos2, words: &str) {
    let Some((tip, way)) = edge(view.shrink(10.0), to) else { return };
    let across = way.rot90() * 8.0;
    let head = vec![tip, tip - way * 13.0 + across, tip - way * 13.0 - across];
    board.painter.add(Shape::convex_polygon(head, LAMP, Stroke::new(2.0, INK)));
    let room = board.flag_room(Pos2::ZERO, Align2::LEFT_TOP, words, 12.0).size();
    let half = room * 0.5;
    // As far inwards as the words need.
    let off = vec2(way.x * (half.x + 18.0), way.y * (half.y + 18.0));
    let inside = view.shrink(4.0);
    let middle = (tip - off).clamp(inside.min + half, (inside.max - half).max(inside.min + half));
    board.flag(middle, Align2::CENTER_CENTER, words, 12.0, LAMP);
}

/// Where the way from the middle of a rectangle to a place outside of it leaves it, and which way that is.
fn edge(rect: egui::Rect, to: Pos2) -> Option<(Pos2, egui::Vec2)> {
    let middle = rect.center();
    let way = to - middle;
    if rect.contains(to) || way.length() < 1.0 {
        return None;
    }
    let scale = |way: f32, half: f32| if way.abs() < 1e-3 { f32::INFINITY } else { half / way.abs() };
    let part = scale(way.x, rect.width() * 0.5).min(scale(way.y, rect.height() * 0.5));
    Some((middle + way * part, way.normalized()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_lies_at_the_edge_and_points_outwards() {
        let view = egui::Rect::from_min_max(pos2(0.0, 0.0), pos2(200.0, 100.0));
        let (tip, way) = edge(view, pos2(400.0, 50.0)).expect("it lies outside");
        assert!(tip.distance(pos2(200.0, 50.0)) < 0.01 && (way - vec2(1.0, 0.0)).length() < 0.01, "{tip:?} {way:?}");
        let (tip, way) = edge(view, pos2(100.0, -300.0)).expect("it lies outside");
        assert!(tip.distance(pos2(100.0, 0.0)) < 0.01 && (way - vec2(0.0, -1.0)).length() < 0.01, "{tip:?} {way:?}");
        assert_eq!(edge(view, pos2(20.0, 20.0)), None, "what is in view needs none");
    }
}
