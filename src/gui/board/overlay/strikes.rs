//! Weapons at work, hits, hazards, and what rises from creatures: painted while a beat of the playback lasts.

use std::f32::consts::{PI, TAU};

use bevy_egui::egui::{Color32, Mesh, Pos2, Shape, Stroke, Vec2, vec2};

use super::board::{Board, INK, LAMP, PAPER};
use crate::battle::{Id, Style, Tint};
use crate::grid::Square;
use crate::gui::app::settings::Settings;
use crate::gui::board::playback::Playback;
use crate::gui::board::playback::{FLOATS, Show, Strike, Tone};
use crate::gui::board::tokens::Shown;

/// The light and the dark colour of a kind of harm.
fn colours(tint: Tint) -> (Color32, Color32) {
    match tint {
        Tint::Plain => (LAMP, Color32::from_rgb(0xf2, 0xb3, 0x3d)),
        Tint::Fire => (Color32::from_rgb(0xff, 0xd0, 0x6a), Color32::from_rgb(0xe0, 0x76, 0x2c)),
        Tint::Toxic => (Color32::from_rgb(0xd4, 0xea, 0x6e), Color32::from_rgb(0x7f, 0xa8, 0x3a)),
        Tint::Cold => (Color32::from_rgb(0xf2, 0xfa, 0xff), Color32::from_rgb(0x7f, 0xb6, 0xd2)),
        Tint::Spark => (Color32::from_rgb(0xff, 0xfb, 0xd0), Color32::from_rgb(0xf0, 0xd8, 0x3a)),
        Tint::Arcane => (Color32::from_rgb(0xe4, 0xd4, 0xff), Color32::from_rgb(0x8a, 0x6b, 0xc4)),
    }
}

/// How much of the part from `start` to `end` has passed.
fn part(passed: f32, start: f32, end: f32) -> f32 {
    ((passed - start) / (end - start)).clamp(0.0, 1.0)
}

/// Draws the beat that is being shown.
pub(in crate::gui) fn paint(board: &Board, playback: &Playback, shown: &Shown, settings: &Settings) {
    let Some((beat, passed)) = playback.now() else { return };
    let calm = settings.reduced_motion;
    let place = |id: Id| shown.all.iter().find(|seen| seen.id == id).map(|seen| board.at(seen.middle));
    match &beat.show {
        Show::Flare { squares, tint } => flare(board, squares, *tint, passed),
        Show::Lunge { who, at, strike } => {
            let end = strike.target.and_then(place).unwrap_or(board.middle(*at));
            // Of a shooter that is not seen only what arrives is.
            let start = place(*who).unwrap_or(end);
            if calm {
                still(board, strike, end, passed);
            } else {
                work(board, strike, start, end, passed);
            }
        }
        Show::Hit { who, change, .. } => {
            if let Some(at) = place(*who) {
                hit(board, at, *change, passed, calm);
            }
        }
        _ => {}
    }
}

/// A weapon at work, from the hand to the target.
fn work(board: &Board, strike: &Strike, start: Pos2, end: Pos2, passed: f32) {
    let way = end - start;
    let (length, angle) = (way.length(), way.angle());
    let ahead = if length > 1.0 { way / length } else { vec2(0.0, -1.0) };
    let rim = start + ahead * (board.square * 0.42).min(length * 0.5);
    match strike.look.style {
        Style::Blade => sweep(board, end - ahead * board.square * 0.42, angle, passed, strike.look.tint),
        Style::Blow => {}
        Style::Shot | Style::Arrow | Style::Thrown | Style::Bolt => shot(board, strike, rim, end, ahead, passed),
        Style::Beam | Style::Spell => {
            let far = if strike.misses { end + ahead * board.square } else { end };
            beam(board, rim, far, strike.look.tint, passed);
        }
        Style::Spray => spray(board, rim, end, strike.look.tint, passed),
        Style::Burst => {
            lob(board, start, end, part(passed, 0.0, 0.4));
            burst(board, end, strike, part(passed, 0.4, 1.0));
        }
    }
    match strike.look.style {
        Style::Blade | Style::Blow if strike.misses => {
            let fades = 1.0 - part(passed, 0.6, 1.0);
            let at = end + ahead.rot90() * board.square * 0.3;
            let size = Vec2::splat(board.square * 0.6);
            if passed > 0.35 {
                board.turned("effects/miss", at, size, angle, Color32::WHITE.gamma_multiply(fades));
            }
        }
        Style::Blow => pop(board, "effects/hit", end - ahead * board.square * 0.25, 0.75, part(passed, 0.45, 1.0)),
        style if style.flies() && !strike.misses => pop(board, "effects/spark", end, 0.7, part(passed, 0.6, 1.0)),
        Style::Beam | Style::Spell if !strike.misses => {
            pop(board, blast(strike.look.tint), end, 0.6, part(passed, 0.35, 1.0));
        }
        _ => {}
    }
}

/// Without motion: a mark where it strikes.
fn still(board: &Board, strike: &Strike, end: Pos2, passed: f32) {
    let fades = Color32::WHITE.gamma_multiply(1.0 - passed);
    let size = Vec2::splat(board.square * 0.8);
    let name = match strike.look.style {
        _ if strike.misses => "effects/miss",
        Style::Blade => "effects/slash",
        Style::Burst => {
            ring(board, end, strike, 1.0, 1.0 - passed);
            blast(strike.look.tint)
        }
        _ => "effects/hit",
    };
    board.turned(name, end, size, 0.0, fades);
}

fn blast(tint: Tint) -> &'static str {
    match tint {
        Tint::Toxic => "effects/blast-toxic",
        Tint::Arcane | Tint::Cold | Tint::Spark => "effects/blast-arcane",
        Tint::Plain | Tint::Fire => "effects/blast",
    }
}

/// A picture that comes up quickly and fades.
fn pop(board: &Board, name: &str, at: Pos2, size: f32, passed: f32) {
    if passed > 0.0 && passed < 1.0 {
        let grown = 0.55 + 0.45 * (passed * 3.0).min(1.0);
        let tint = Color32::WHITE.gamma_multiply(1.0 - part(passed, 0.5, 1.0));
        board.turned(name, at, Vec2::splat(board.square * size * grown), 0.0, tint);
    }
}

/// The trail of a blade: a crescent that grows around the wielder's side of the target and thins out behind.
fn sweep(board: &Board, centre: Pos2, angle: f32, passed: f32, tint: Tint) {
    let grown = part(passed, 0.2, 0.65);
    if grown <= 0.0 {
        return;
    }
    let fades = 1.0 - part(passed, 0.65, 1.0);
    let (light, dark) = if tint == Tint::Plain { (PAPER, INK) } else { colours(tint) };
    let ease = 1.0 - (1.0 - grown) * (1.0 - grown);
    let (from, to) = (angle - 1.35, angle - 1.35 + 2.7 * ease);
    let (outer, wide) = (board.square * 0.66, board.square * 0.26);
    for (grow, colour, strong) in [(2.0, dark, 0.75), (0.0, light, 1.0)] {
        let mut mesh = Mesh::default();
        let steps = 18_u32;
        for step in 0..=steps {
            let share = step as f32 / steps as f32;
            let way = Vec2::angled(from + (to - from) * share);
            let width = wide * (share * 1.25).min(1.0) * (1.0 - (share - 0.8).max(0.0) * 4.0);
            let colour = colour.gamma_multiply(strong * fades * share.powf(0.7));
            mesh.colored_vertex(centre + way * (outer + grow), colour);
            mesh.colored_vertex(centre + way * (outer - width - grow), colour);
            if step > 0 {
                let last = step * 2;
                mesh.add_triangle(last - 2, last - 1, last);
                mesh.add_triangle(last - 1, last, last + 1);
            }
        }
        board.painter.add(mesh);
    }
}

/// A bullet's trace or an arrow; what misses flies on.
fn shot(board: &Board, strike: &Strike, rim: Pos2, end: Pos2, ahead: Vec2, passed: f32) {
    let angle = ahead.angle();
    let flashes = matches!(strike.look.style, Style::Shot | Style::Bolt);
    if flashes {
        let flash = part(passed, 0.05, 0.35);
        if flash > 0.0 && flash < 1.0 {
            let size = Vec2::splat(board.square * 0.55);
            let tint = Color32::WHITE.gamma_multiply(1.0 - flash * flash);
            board.turned("effects/muzzle", rim + ahead * board.square * 0.16, size, angle, tint);
        }
    }
    let far = if strike.misses { end + ahead * board.square * 1.2 + ahead.rot90() * board.square * 0.35 } else { end };
    let flown = part(passed, 0.12, 0.66);
    if flown <= 0.0 || flown >= 1.0 {
        return;
    }
    let at = rim.lerp(far, flown);
    if !flashes {
        let (back, head) = (ahead * board.square * 0.22, ahead * board.square * 0.28);
        let across = ahead.rot90() * board.square * 0.07;
        board.line(vec![at - back, at + back], 2.2, PAPER);
        let tip = vec![at + head, at + back * 0.5 + across, at + back * 0.5 - across];
        board.painter.add(Shape::convex_polygon(tip, PAPER, Stroke::new(1.2, INK)));
        for side in [across, -across] {
            board.painter.line_segment([at - back * 0.7, at - back * 1.2 + side], Stroke::new(2.0, PAPER));
        }
        return;
    }
    let tail = rim.lerp(far, (flown - 0.35).max(0.0));
    let (light, dark) = colours(strike.look.tint);
    board.painter.line_segment([tail, at], Stroke::new(4.5, dark.gamma_multiply(0.45)));
    board.painter.line_segment([tail.lerp(at, 0.4), at], Stroke::new(2.2, light));
    board.painter.circle_filled(at, 2.6, Color32::WHITE);
}

/// A ray: a glow, a core, and a flicker.
fn beam(board: &Board, from: Pos2, to: Pos2, tint: Tint, passed: f32) {
    let there = part(passed, 0.05, 0.2);
    let fades = 1.0 - part(passed, 0.55, 0.95);
    if there <= 0.0 || fades <= 0.0 {
        return;
    }
    let tint = if tint == Tint::Plain { Tint::Arcane } else { tint };
    let (light, dark) = colours(tint);
    let end = from.lerp(to, there);
    let flicker = 1.0 + 0.3 * (passed * 70.0).sin();
    for (width, colour, strong) in
        [(11.0, dark, 0.28), (6.0, dark, 0.75), (3.0, light, 1.0), (1.2, Color32::WHITE, 1.0)]
    {
        let stroke = Stroke::new(width * flicker * (0.5 + 0.5 * fades), colour.gamma_multiply(strong * fades));
        board.painter.line_segment([from, end], stroke);
    }
}

/// Puffs that spread from the hand to where it is aimed.
fn spray(board: &Board, from: Pos2, to: Pos2, tint: Tint, passed: f32) {
    let way = to - from;
    let (light, dark) = colours(tint);
    for puff in 0..14_u32 {
        let late = puff as f32 / 14.0 * 0.45;
        let own = part(passed, late, late + 0.55);
        if own <= 0.0 || own >= 1.0 {
            continue;
        }
        let wide = ((puff * 37 % 15) as f32 / 7.0 - 1.0) * 0.34;
        let at = from + way * (own * (0.8 + 0.4 * ((puff * 53 % 10) as f32 / 10.0))) + way.rot90() * wide * own;
        let size = board.square * (0.1 + 0.22 * own);
        let colour = if puff.is_multiple_of(3) { light } else { dark };
        board.painter.circle_filled(at, size, colour.gamma_multiply(0.75 * (1.0 - own)));
    }
}

/// What is thrown, on its way.
fn lob(board: &Board, from: Pos2, to: Pos2, passed: f32) {
    if passed <= 0.0 || passed >= 1.0 || from.distance(to) < board.square * 0.7 {
        return;
    }
    let ground = from.lerp(to, passed);
    let high = (passed * PI).sin() * (board.square * 0.5 + from.distance(to) * 0.12);
    let size = board.square * 0.1;
    board.painter.circle_filled(ground, size * 0.9, Color32::from_black_alpha(70));
    board.painter.circle(ground - vec2(0.0, high), size, Color32::from_rgb(0x4d, 0x4c, 0x4e), Stroke::new(1.8, INK));
}

/// What goes off: a flash in the middle and a ring that runs out to the edge of the area.
fn burst(board: &Board, middle: Pos2, strike: &Strike, passed: f32) {
    if passed <= 0.0 || passed >= 1.0 {
        return;
    }
    let run = 1.0 - (1.0 - passed) * (1.0 - passed);
    ring(board, middle, strike, run, 1.0 - passed);
    let size = 1.0 + 0.35 * strike.radius;
    pop(board, blast(strike.look.tint), middle, size, passed);
    let (light, _) = colours(strike.look.tint);
    let reach = (strike.radius + 0.5) * board.square;
    for spark in 0..10_u32 {
        let way = Vec2::angled(spark as f32 / 10.0 * TAU + 0.3);
        let far = reach * run * (0.7 + 0.3 * ((spark * 7 % 10) as f32 / 10.0));
        let line = [middle + way * far * 0.75, middle + way * far];
        board.painter.line_segment(line, Stroke::new(2.0, light.gamma_multiply(1.0 - passed)));
    }
}

fn ring(board: &Board, middle: Pos2, strike: &Strike, run: f32, fades: f32) {
    let (light, dark) = colours(strike.look.tint);
    let reach = (strike.radius + 0.5) * board.square * run;
    board.painter.circle_filled(middle, reach, dark.gamma_multiply(0.32 * fades));
    let edge = (board.square * 0.12 * fades).max(1.0);
    board.painter.circle_stroke(middle, reach, Stroke::new(edge + 2.0, INK.gamma_multiply(0.5 * fades)));
    board.painter.circle_stroke(middle, reach, Stroke::new(edge, light.gamma_multiply(fades)));
}

/// Squares that flare up.
fn flare(board: &Board, squares: &[Square], tint: Tint, passed: f32) {
    let fades = (1.0 - passed) * (passed * 6.0).min(1.0);
    let (light, dark) = colours(tint);
    for &square in squares {
        let rect = board.square(square);
        board.painter.rect_filled(rect, 0.0, dark.gamma_multiply(0.6 * fades));
        // Specks that rise, elsewhere in every square.
        let salt = i32::from(square.x) * 7 + i32::from(square.y) * 13;
        for speck in 0..3 {
            let x = ((salt + speck * 29).rem_euclid(10)) as f32 / 10.0;
            let at = rect.left_bottom() + vec2(rect.width() * x, -rect.height() * (0.2 + 0.7 * passed));
            board.painter.circle_filled(at, board.square * 0.045, light.gamma_multiply(fades));
        }
    }
}

/// A ring around whoever is struck, or crosses around whoever is mended.
fn hit(board: &Board, at: Pos2, change: i32, passed: f32, calm: bool) {
    let fades = 1.0 - passed;
    if change > 0 {
        let rises = if calm { 0.0 } else { board.square * 0.25 * passed };
        let size = Vec2::splat(board.square * 0.8);
        board.turned("effects/heal", at - vec2(0.0, rises), size, 0.0, Color32::WHITE.gamma_multiply(fades));
        return;
    }
    if change == 0 {
        let size = Vec2::splat(board.square * 0.75);
        board.turned("effects/block", at, size, 0.0, Color32::WHITE.gamma_multiply(fades));
        return;
    }
    let grown = if calm { 1.0 } else { 0.8 + 0.35 * passed };
    let red = Color32::from_rgb(0xe8, 0x4a, 0x2c).gamma_multiply(fades);
    board.painter.circle_stroke(at, board.square * 0.5 * grown, Stroke::new(1.0 + 5.0 * fades, red));
}

/// What rises from creatures: it comes up large, rises and fades; without motion it stands and fades.
pub(in crate::gui) fn floating(board: &Board, playback: &Playback, shown: &Shown, settings: &Settings) {
    for floating in playback.floating.iter().filter(|floating| floating.age >= 0.0) {
        let Some(seen) = shown.all.iter().find(|seen| seen.id == floating.who) else {
            continue;
        };
        let gone = floating.age / FLOATS;
        let alpha = (1.0 - (gone - 0.55).max(0.0) / 0.45).clamp(0.0, 1.0);
        let colour = match floating.tone {
            Tone::Bad => Color32::from_rgb(0xff, 0x8a, 0x5c),
            Tone::Good => Color32::from_rgb(0xb8, 0xe0, 0x7a),
            Tone::Plain => PAPER,
        };
        let (rises, pops) =
            if settings.reduced_motion { (0.25, 1.0) } else { (gone, 1.0 + 0.35 * (1.0 - gone * 8.0).max(0.0)) };
        let edge = board.square * seen.edge;
        let at = board.at(seen.middle) - vec2(0.0, edge * 0.45 + board.square * 0.5 * rises);
        // As large as the coin is near, on a plate of its own.
        let size = (board.square * 0.42).clamp(17.0, 34.0) * floating.size * pops;
        let font = bevy_egui::egui::FontId::proportional(size);
        let ink = colour.gamma_multiply(alpha);
        let words = board.painter.layout_no_wrap(floating.text.clone(), font, ink);
        let plate = bevy_egui::egui::Rect::from_center_size(at, words.size() + vec2(size * 0.5, size * 0.05));
        board.painter.rect_filled(plate, size * 0.25, INK.gamma_multiply(0.72 * alpha));
        board.painter.galley(plate.center() - words.size() * 0.5, words, ink);
    }
}
