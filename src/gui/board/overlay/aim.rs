//! Aiming: the range, the line of effect with what stands in it, the cover, the area, and what else could be aimed at.

use std::collections::BTreeMap;

use bevy::prelude::Vec2;
use bevy_egui::egui;
use egui::{Align2, Color32, Shape, Stroke, StrokeKind, vec2};

use super::board::{Board, INK, LAMP, PAPER, RED};
use crate::battle::{AimLine, ById, CoverStep, Creature, Id, edge_in_line, edge_of};
use crate::grid::{Footprint, Point, Square};
use crate::gui::board::lens::flag_at;
use crate::gui::board::world_coords::{SQUARE, corner};
use crate::gui::session::Session;
use crate::gui::session::what_if::Stand;

/// Where whatever is aimed at is, and where the flag is that says how far off that is and what covers it.
pub(in crate::gui) fn flag(board: &Board, session: &Session) -> Option<(egui::Rect, egui::Rect)> {
    // A creature that aims at itself is no way off.
    let target = session.aim.as_ref()?.act()?.target.filter(|&target| session.commanded() != Some(target))?;
    let there = place(board, session, target)?;
    let aimer = board.space(session.space(session.commanded()?));
    Some((there, flag_at(there, Some(aimer), session.flies(target))))
}

pub(in crate::gui) fn paint(board: &Board, session: &Session) {
    let (Some(aim), Some(creature)) = (&session.aim, session.commanded()) else {
        return;
    };
    if let Some(range) = aim.range() {
        outline(board, session, session.space(creature), range);
        if aim.harms() {
            bands(board, session, creature, range);
        }
    }
    // Objects and friends can be aimed at too, but are marked only when they are.
    let targets = session.offered_targets();
    let likely: Vec<Id> = targets.iter().copied().filter(|&target| session.is_foe(target)).collect();
    for &target in if likely.is_empty() { &targets } else { &likely } {
        if aim.target != Some(target) {
            mark(board, session, target, false);
        }
    }
    if let Some(target) = aim.target {
        mark(board, session, target, true);
    }
    if let (Some(radius), Some(at)) = (aim.radius(), aim.at) {
        template(board, at, radius);
    }
    let Some(info) = session.aim_info() else { return };
    let aimed = aim.act().and_then(|act| act.target);
    let ends = [Some(creature), aimed].map(|id| id.and_then(|id| place(board, session, id)));
    for line in &info.lines {
        draw(board, session, line, ends, info.shelter.step);
    }
    if info.lines.is_empty()
        && let Some(there) = aimed.and_then(|target| session.extent(target))
    {
        let (from, to) = (board.centre(session.space(creature)), board.centre(there));
        let off = (to - from).normalized() * board.square * 0.5;
        if (to - from).length() > board.square * 1.2 {
            board.line(vec![from + off, to - off], 1.8, PAPER);
        }
    }
    if let Some((there, room)) = flag(board, session) {
        let (at, anchor) = if room.max.y > there.max.y {
            (there.center_bottom() + vec2(0.0, 4.0), Align2::CENTER_TOP)
        } else {
            (there.center_top() - vec2(0.0, 4.0), Align2::CENTER_BOTTOM)
        };
        let mut text = info.distance.clone();
        let covered = info.shelter.step != CoverStep::None;
        if covered {
            text = format!("{text} · {}", info.shelter.name);
        }
        let rect = board.flag(at, anchor, &text, 13.0, if covered { LAMP } else { PAPER });
        if let Some(shield) = shield(info.shelter.step) {
            let size = 22.0;
            let at = rect.left_center() - vec2(size * 0.5 + 3.0, 0.0);
            board.piece(shield, egui::Rect::from_center_size(at, vec2(size, size)), Color32::WHITE);
        }
    }
}

/// A creature as if it stood somewhere: its ghost, its reach, and the lines to whom it could attack from there.
pub(in crate::gui) fn from_here(board: &Board, session: &Session, stand: &Stand) {
    let space = Footprint { at: stand.at, ..session.space(stand.who) };
    if stand.trouble.is_none() {
        if let Some(range) = stand.offer.as_ref().and_then(|offer| offer.range) {
            outline(board, session, space, range);
        }
        for row in &stand.rows {
            let possible = row.refusal.is_none();
            let ends = [Some(board.space(space)), place(board, session, row.target)];
            for info in row.info.iter().filter(|_| possible) {
                for line in &info.lines {
                    draw(board, session, line, ends, info.shelter.step);
                }
            }
            if possible {
                mark(board, session, row.target, false);
            }
        }
    }
    let rect = board.space(space);
    if stand.trouble.is_some() {
        board.piece("rings/ghost", rect, RED);
        return;
    }
    if let Some(who) = session.battle.world().part::<Creature>(stand.who) {
        let portrait = board.art.portrait(&who.kind);
        board.piece(&portrait, rect, Color32::WHITE.gamma_multiply(0.6));
    }
    board.piece("rings/ghost", rect, PAPER);
}

/// The icon of cover.
pub(crate) fn shield(step: CoverStep) -> Option<&'static str> {
    match step {
        CoverStep::None => None,
        CoverStep::Light | CoverStep::Half => Some("icons/cover-half"),
        CoverStep::ThreeQuarters => Some("icons/cover-three-quarters"),
        CoverStep::Full => Some("icons/cover-full"),
    }
}

/// How far brackets reach across the side between two squares, as a part of a square.
const ACROSS: f32 = 0.28;

/// Where something is in the window; of what stands between two squares, its side and a little of both.
fn place(board: &Board, session: &Session, target: Id) -> Option<egui::Rect> {
    let Some(edge) = edge_of(session.battle.world(), target) else {
        return session.extent(target).map(|space| board.space(space));
    };
    let [from, to] = edge.ends().map(|end| board.at(corner(end)));
    let across = board.square * ACROSS;
    let off = if edge.runs_across() { vec2(0.0, across) } else { vec2(across, 0.0) };
    Some(egui::Rect::from_two_pos(from - off, to + off))
}

/// Brackets around what can be aimed at.
pub(in crate::gui) fn mark(board: &Board, session: &Session, target: Id, chosen: bool) {
    let Some(space) = place(board, session, target) else { return };
    let rect = space.expand(2.0);
    let colour = if chosen { RED } else { LAMP.gamma_multiply(0.9) };
    let width = if chosen { 3.5 } else { 2.0 };
    let arm = space.size().min_elem() * 0.26;
    for (corner, x, y) in [
        (rect.left_top(), 1.0, 1.0),
        (rect.right_top(), -1.0, 1.0),
        (rect.right_bottom(), -1.0, -1.0),
        (rect.left_bottom(), 1.0, -1.0),
    ] {
        let points = vec![corner + vec2(arm * x, 0.0), corner, corner + vec2(0.0, arm * y)];
        board.line(points, width, colour);
    }
}

/// The outline of all squares within range, on the board.
fn outline(board: &Board, session: &Session, space: Footprint, range: u32) {
    let range = i32::try_from(range).unwrap_or(i32::MAX);
    let cells = &session.battle.level().board;
    let far = space.far_corner();
    let within = |at: Square| {
        cells.get(at).is_some() && {
            let dx = (i32::from(space.at.x) - i32::from(at.x)).max(i32::from(at.x) - i32::from(far.x)).max(0);
            let dy = (i32::from(space.at.y) - i32::from(at.y)).max(i32::from(at.y) - i32::from(far.y)).max(0);
            dx.max(dy) <= range
        }
    };
    let stroke = Stroke::new(1.6, LAMP.gamma_multiply(0.55));
    for y in 0..cells.height() as i16 {
        for x in 0..cells.width() as i16 {
            let at = Square::new(x, y);
            if !within(at) {
                continue;
            }
            let rect = board.square(at);
            for (other, ends) in [
                (at.offset(0, -1), [rect.left_top(), rect.right_top()]),
                (at.offset(1, 0), [rect.right_top(), rect.right_bottom()]),
                (at.offset(0, 1), [rect.left_bottom(), rect.right_bottom()]),
                (at.offset(-1, 0), [rect.left_top(), rect.left_bottom()]),
            ] {
                if !within(other) {
                    board.painter.line_segment(ends, stroke);
                }
            }
        }
    }
}

/// The borders between bands of distance within range. The farther band is named once: straight to the right of the attacker if its border
/// lies there, else as near to that as it does.
fn bands(board: &Board, session: &Session, creature: Id, range: u32) {
    let (ruleset, world) = (session.battle.ruleset(), session.battle.world());
    let band = |at: Square| ruleset.distance_band(world, creature, at);
    let own = session.space(creature);
    if band(own.at).is_none() {
        return;
    }
    let cells = &session.battle.level().board;
    let range = i32::try_from(range).unwrap_or(i32::MAX);
    let within = |at: &Square| cells.get(*at).is_some() && own.steps((*at).into()) <= range;
    let known: BTreeMap<Square, &str> = cells.squares().filter(within).filter_map(|at| Some((at, band(at)?))).collect();
    // How far off each name is from straight, and to which side; the least is the best.
    let mut named: BTreeMap<&str, ((i16, u8), egui::Pos2, Align2)> = BTreeMap::new();
    for (&at, &here) in &known {
        let rect = board.square(at);
        for (next, ends) in [
            (at.offset(1, 0), [rect.right_top(), rect.right_bottom()]),
            (at.offset(0, 1), [rect.left_bottom(), rect.right_bottom()]),
        ] {
            let Some(&there) = known.get(&next).filter(|there| **there != here) else { continue };
            board.painter.extend(Shape::dashed_line(&ends, Stroke::new(1.8, LAMP), 7.0, 5.0));
            if own.contains(at) || own.contains(next) {
                continue;
            }
            let beside = next.x > at.x;
            let off = if beside { at.y - own.at.y } else { at.x - own.at.x };
            let farther = if beside { next.x > own.at.x } else { next.y > own.at.y };
            let (band, side, anchor) = match (beside, farther) {
                (true, true) => (there, 0, Align2::LEFT_CENTER),
                (true, false) => (here, 1, Align2::RIGHT_CENTER),
                (false, true) => (there, 2, Align2::CENTER_TOP),
                (false, false) => (here, 3, Align2::CENTER_BOTTOM),
            };
            let place = ((off.abs(), side), ends[0].lerp(ends[1], 0.5), anchor);
            let best = named.entry(band).or_insert(place);
            if place.0 < best.0 {
                *best = place;
            }
        }
    }
    for (name, (_, at, anchor)) in named {
        board.flag(at, anchor, name, 11.0, LAMP);
    }
}

/// A circle over a burst's area.
fn template(board: &Board, at: Square, radius: u32) {
    let middle = board.middle(at);
    let reach = (radius as f32 + 0.5) * board.square;
    board.painter.circle(middle, reach, RED.gamma_multiply(0.22), Stroke::new(2.5, RED));
    // Light within and dark without, so that it is seen on any ground, in the colour of the range, too.
    board.painter.circle_stroke(middle, reach - 2.0, Stroke::new(1.5, PAPER));
    board.painter.circle_stroke(middle, reach + 1.5, Stroke::new(1.0, INK));
}

/// The line that decides, from rim to rim: solid up to what blocks it, dashed beyond. On that is a mark: that it stops the shot, or the shield of
/// what it covers of the target.
fn draw(board: &Board, session: &Session, line: &AimLine, ends: [Option<egui::Rect>; 2], step: CoverStep) {
    let place = |(x, y): (i32, i32)| board.at(Vec2::new(x as f32, -(y as f32)) * SQUARE / Point::PER_SQUARE as f32);
    let (from, to) = trimmed([place(line.from), place(line.to)], ends);
    let Some(block) = line.blocked_at else {
        board.line(vec![from, to], 1.8, PAPER);
        return;
    };
    let rect = board.square(block);
    let stop = enters(from, to, rect).unwrap_or(to);
    board.line(vec![from, stop], 1.8, PAPER);
    let dashes = Shape::dashed_line(&[stop, to], Stroke::new(1.8, RED), 6.0, 5.0);
    board.painter.extend(dashes);
    let way = |(x, y): (i32, i32)| Point::new(x, y);
    match edge_in_line(session.battle.world(), way(line.from), way(line.to), block) {
        // What stands between squares is marked itself, not what lies behind it.
        Some(edge) => {
            let ends = edge.ends().map(|end| board.at(corner(end)));
            board.line(ends.to_vec(), 5.0, RED);
        }
        None => {
            let stroke = Stroke::new(2.0, RED);
            board.painter.rect_stroke(rect.shrink(2.0), 3.0, stroke, StrokeKind::Inside);
        }
    }
    let size = (board.square * 0.34).clamp(12.0, 24.0);
    let mark = egui::Rect::from_center_size(stop, vec2(size, size));
    match shield(step).filter(|_| step != CoverStep::Full) {
        Some(shield) => {
            board.painter.circle(stop, size * 0.6, INK.gamma_multiply(0.85), Stroke::new(1.0, PAPER));
            board.piece(shield, mark, Color32::WHITE);
        }
        None => board.piece("overlays/blocked", mark, Color32::WHITE),
    }
}

/// A line without what of it lies on the coins at its ends: faces stay free. What begins at a corner begins there.
fn trimmed([from, to]: [egui::Pos2; 2], ends: [Option<egui::Rect>; 2]) -> (egui::Pos2, egui::Pos2) {
    let long = (to - from).length();
    let way = (to - from).normalized();
    let cut = |at: egui::Pos2, end: Option<egui::Rect>| {
        let on_it = end.filter(|rect| at.distance(rect.center()) < rect.width() * 0.2);
        on_it.map_or(0.0, |rect| (rect.width() * 0.5).min(long * 0.4))
    };
    (from + way * cut(from, ends[0]), to - way * cut(to, ends[1]))
}

/// Where a segment enters a rectangle.
fn enters(from: egui::Pos2, to: egui::Pos2, rect: egui::Rect) -> Option<egui::Pos2> {
    let way = to - from;
    let mut least = 0.0_f32;
    let mut most = 1.0_f32;
    for (start, step, low, high) in [(from.x, way.x, rect.min.x, rect.max.x), (from.y, way.y, rect.min.y, rect.max.y)] {
        if step.abs() < 1e-6 {
            if start < low || start > high {
                return None;
            }
            continue;
        }
        let (a, b) = ((low - start) / step, (high - start) / step);
        least = least.max(a.min(b));
        most = most.min(a.max(b));
    }
    (least <= most).then(|| from + way * least)
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Rect, pos2};

    use super::*;

    #[test]
    fn lines_go_from_rim_to_rim_and_keep_their_corners() {
        let coin = |x: f32| Some(Rect::from_center_size(pos2(x, 0.0), vec2(40.0, 40.0)));
        let (from, to) = trimmed([pos2(0.0, 0.0), pos2(200.0, 0.0)], [coin(0.0), coin(200.0)]);
        assert_eq!((from, to), (pos2(20.0, 0.0), pos2(180.0, 0.0)));
        let (from, _) = trimmed([pos2(20.0, 20.0), pos2(200.0, 20.0)], [coin(0.0), coin(200.0)]);
        assert_eq!(from, pos2(20.0, 20.0), "a corner is where the rules say");
    }
}
