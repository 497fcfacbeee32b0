//! Dice that tumble beside whoever threw them and lie there for a moment, over the board and under the panels.

use bevy::prelude::Rect;
use bevy_egui::egui::{
    self, Align2, Color32, FontId, Pos2, Shape, Stroke, Vec2, emath::Rot2, epaint::TextShape, pos2, vec2,
};

use super::board::{Board, INK, LAMP, PAPER, RED};
use crate::battle::Die;
use crate::gui::board::playback::Playback;
use crate::gui::board::playback::Throw;
use crate::gui::board::tokens::Shown;
use crate::gui::hud::paint::rays;

/// The most dice in a row.
const ROW: usize = 6;

/// On which side of its thrower each throw lies, by the throws' seeds: dice stay where they were thrown.
#[derive(Default)]
pub(in crate::gui) struct Tables(Vec<(usize, usize)>);

/// Draws every throw beside its thrower, within the part of the window that no panel covers.
pub(in crate::gui) fn paint(
    board: &Board,
    playback: &Playback,
    shown: &Shown,
    free: Option<Rect>,
    tables: &mut Tables,
) {
    let within = free.map(|free| {
        let zoom = board.zoom();
        let (least, most) = (free.min / zoom, free.max / zoom);
        egui::Rect::from_min_max(pos2(least.x, least.y), pos2(most.x, most.y))
    });
    let known = std::mem::take(&mut tables.0);
    let mut taken: Vec<egui::Rect> = shown
        .all
        .iter()
        .filter(|seen| !seen.dead)
        .map(|seen| egui::Rect::from_center_size(board.at(seen.middle), Vec2::splat(board.square * seen.edge)))
        .collect();
    for throw in &playback.thrown {
        let Some(seen) = shown.all.iter().find(|seen| seen.id == throw.who) else {
            continue;
        };
        let radius = (board.square * 0.27).clamp(12.0, 20.0);
        let pitch = radius * 2.3;
        let rows = throw.dice.len().div_ceil(ROW) as f32;
        let size = vec2(throw.dice.len().min(ROW) as f32, rows) * pitch;
        let hand = egui::Rect::from_center_size(board.at(seen.middle), Vec2::splat(board.square * seen.edge));
        let places = places(hand, size, radius * 0.8, within);
        let last = known.iter().find(|(seed, _)| *seed == throw.seed);
        // The view may have moved since.
        let stays = last.map(|&(_, side)| side).filter(|&side| !over(&places[side], &hand));
        let side = stays.unwrap_or_else(|| clearest(&places, hand, &taken));
        tables.0.push((throw.seed, side));
        let table = places[side];
        taken.push(table);
        for place in 0..throw.dice.len() {
            let (column, row) = (place % ROW, place / ROW);
            let in_row = (throw.dice.len() - row * ROW).min(ROW);
            let at = table.center()
                + vec2(
                    (column as f32 - (in_row as f32 - 1.0) / 2.0) * pitch,
                    (row as f32 - (rows - 1.0) / 2.0) * pitch,
                );
            tumble(board, throw, place, hand.center(), at, radius);
        }
    }
}

/// Where dice of this size could lie beside a hand: below the bars of its health and breath, above, to the right and to the left, each
/// brought into the area that no panel covers.
fn places(hand: egui::Rect, size: Vec2, away: f32, within: Option<egui::Rect>) -> [egui::Rect; 4] {
    let off = (hand.size() + size) / 2.0 + Vec2::splat(away);
    [vec2(0.0, off.y), vec2(0.0, -off.y), vec2(off.x, 0.0), vec2(-off.x, 0.0)].map(|to| {
        let rect = egui::Rect::from_center_size(hand.center() + to, size);
        let Some(within) = within else { return rect };
        let room = (within.size() - size).max(Vec2::ZERO);
        egui::Rect::from_min_size(rect.min.clamp(within.min, within.min + room), size)
    })
}

/// The first of the places that lies over nothing that is taken; else the first that leaves the hand to be seen, else the first.
fn clearest(places: &[egui::Rect; 4], hand: egui::Rect, taken: &[egui::Rect]) -> usize {
    let clear = |place: &egui::Rect| !taken.iter().any(|rect| over(place, rect));
    let free = places.iter().position(clear);
    let seen = || places.iter().position(|place| !over(place, &hand));
    free.or_else(seen).unwrap_or_default()
}

fn over(dice: &egui::Rect, rect: &egui::Rect) -> bool {
    dice.intersects(rect.shrink(2.0))
}

/// One die on its way from the hand to its place: two hops, turning, and still.
fn tumble(board: &Board, throw: &Throw, place: usize, hand: Pos2, end: Pos2, radius: f32) {
    let passed = throw.passed(place);
    let left = 1.0 - passed;
    let ease = 1.0 - left * left;
    let hop = ((passed * 2.0).fract() * std::f32::consts::PI).sin() * left * radius * 1.9;
    let sway = ((throw.seed + place * 3) % 7) as f32 - 3.0;
    let ground = hand.lerp(end, ease) + vec2(sway * radius * 0.35 * (passed * std::f32::consts::PI).sin(), 0.0);
    let at = ground - vec2(0.0, hop);
    let angle = left * left * (9.0 + sway) * if place.is_multiple_of(2) { 1.0 } else { -1.0 };
    let alpha = throw.alpha();
    let shade = Color32::from_black_alpha((70.0 * alpha * (1.0 - hop / (radius * 3.0))) as u8);
    board.painter.circle_filled(ground + vec2(2.5, 3.5), radius * 0.95, shade);
    let tossed = throw.dice[place];
    let shown = Die { face: throw.face(place), ..tossed.die };
    let alpha = if tossed.kept || passed < 1.0 { alpha } else { alpha * 0.5 };
    if tossed.burst && passed >= 1.0 {
        rays(&board.painter, at, radius, LAMP.gamma_multiply(alpha));
    }
    draw(board, at, radius, angle, shown, passed >= 1.0, alpha);
}

/// The corners of a regular polygon around nothing; `turn` in radians from straight up.
fn ring(corners: usize, radius: f32, turn: f32) -> Vec<Vec2> {
    (0..corners)
        .map(|i| {
            let angle = turn + (i as f32 / corners as f32 - 0.25) * std::f32::consts::TAU;
            radius * Vec2::angled(angle)
        })
        .collect()
}

/// A die as seen from above: its outline, the face on top, and which corners of the one are joined to which of the other.
struct Cut {
    outline: Vec<Vec2>,
    top: Vec<Vec2>,
    joints: Vec<(usize, usize)>,
}

fn cut(sides: u16) -> Cut {
    let half = std::f32::consts::PI;
    match sides {
        0..=4 => Cut { outline: ring(3, 1.25, 0.0), top: Vec::new(), joints: Vec::new() },
        5..=6 => Cut {
            outline: ring(4, 1.22, half / 4.0),
            top: ring(4, 0.92, half / 4.0),
            joints: (0..4).map(|i| (i, i)).collect(),
        },
        7..=8 => Cut { outline: ring(6, 1.1, 0.0), top: ring(3, 1.1, 0.0), joints: Vec::new() },
        9..=10 => Cut {
            outline: vec![
                vec2(0.0, -1.15),
                vec2(1.1, -0.15),
                vec2(1.1, 0.2),
                vec2(0.0, 1.15),
                vec2(-1.1, 0.2),
                vec2(-1.1, -0.15),
            ],
            top: vec![vec2(0.0, -1.15), vec2(0.72, 0.28), vec2(0.0, 0.66), vec2(-0.72, 0.28)],
            joints: vec![(1, 1), (2, 1), (3, 2), (4, 3), (5, 3)],
        },
        11..=12 => {
            Cut { outline: ring(10, 1.1, 0.0), top: ring(5, 0.72, 0.0), joints: (0..5).map(|i| (i * 2, i)).collect() }
        }
        _ => Cut {
            outline: ring(6, 1.15, 0.0),
            top: ring(3, 0.8, 0.0),
            joints: vec![(0, 0), (1, 0), (1, 1), (2, 1), (3, 1), (3, 2), (4, 2), (5, 2), (5, 0)],
        },
    }
}

fn draw(board: &Board, at: Pos2, radius: f32, angle: f32, die: Die, lies: bool, alpha: f32) {
    let turn = Rot2::from_angle(angle);
    let place = |corner: &Vec2| at + turn * (*corner * radius);
    let shape = cut(die.sides);
    let (best, worst) = (lies && die.face == die.sides, lies && die.face == 1);
    let paper = if best { LAMP } else { PAPER };
    let side = Color32::from_rgb(0xd9, 0xc8, 0xa5);
    let edge = if worst { RED } else { INK };
    let fade = |colour: Color32| colour.gamma_multiply(alpha);
    let outline: Vec<Pos2> = shape.outline.iter().map(place).collect();
    let top: Vec<Pos2> = shape.top.iter().map(place).collect();
    let ground = if top.is_empty() { paper } else { side };
    let rim = Stroke::new((radius * 0.13).max(1.8), fade(edge));
    board.painter.add(Shape::convex_polygon(outline.clone(), fade(ground), rim));
    if !top.is_empty() {
        let fine = Stroke::new(1.0, fade(INK.gamma_multiply(0.55)));
        board.painter.add(Shape::convex_polygon(top.clone(), fade(paper), fine));
        for &(from, to) in &shape.joints {
            board.painter.line_segment([outline[from], top[to]], fine);
        }
        // The rim once more, over the ends of the finer lines.
        board.painter.add(Shape::closed_line(outline, rim));
    }
    let (lower, size) = match die.sides {
        0..=4 => (0.2, 1.05),
        5..=8 => (0.06, 1.15),
        9..=12 => (0.02, 0.95),
        13..=20 => (0.06, 0.98),
        _ => (0.05, 0.7),
    };
    let size = if die.face > 9 { size * 0.88 } else { size };
    let ink = fade(INK);
    let font = FontId::proportional(radius * size);
    let galley = board.painter.layout_no_wrap(die.face.to_string(), font, ink);
    let half = galley.size() / 2.0;
    let middle = at + turn * vec2(0.0, lower * radius);
    let corner = middle - turn * half;
    let text = TextShape::new(pos2(corner.x, corner.y), galley, ink).with_angle(angle);
    board.painter.add(text);
    if !lies {
        return;
    }
    if die.sides > 20 {
        let below = at + vec2(0.0, radius * 0.62);
        let small = FontId::proportional(radius * 0.42);
        board.painter.text(below, Align2::CENTER_CENTER, format!("d{}", die.sides), small, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: f32, y: f32, wide: f32, high: f32) -> egui::Rect {
        egui::Rect::from_min_size(pos2(x, y), vec2(wide, high))
    }

    #[test]
    fn dice_lie_below_whoever_throws_them_unless_somebody_stands_there() {
        let (hand, window) = (rect(300.0, 300.0, 60.0, 60.0), rect(0.0, 0.0, 800.0, 600.0));
        let all = places(hand, vec2(120.0, 40.0), 12.0, Some(window));
        assert_eq!(clearest(&all, hand, &[hand]), 0);
        let foe = rect(300.0, 360.0, 60.0, 60.0);
        assert_eq!(clearest(&all, hand, &[hand, foe]), 1);
        let friend = rect(300.0, 240.0, 60.0, 60.0);
        assert_eq!(clearest(&all, hand, &[hand, foe, friend]), 2);
    }

    #[test]
    fn in_a_corner_they_do_not_lie_over_whoever_throws_them() {
        let (hand, window) = (rect(0.0, 560.0, 60.0, 40.0), rect(0.0, 540.0, 800.0, 60.0));
        let all = places(hand, vec2(120.0, 40.0), 12.0, Some(window));
        let side = clearest(&all, hand, &[hand, rect(70.0, 560.0, 60.0, 40.0)]);
        assert_eq!(side, 2, "beside it, over somebody else rather than over itself: {all:?}");
        assert!(all.iter().all(|place| window.contains_rect(*place)), "{all:?}");
    }
}
