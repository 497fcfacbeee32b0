//! Lines, bars, badges and figures, painted by egui above the board and below the panels, so that they are crisp at any zoom.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align2, Color32, FontId, Pos2, Stroke, StrokeKind, pos2, vec2};

use super::board::{Board, INK, LAMP, PAPER, WARNING, arrow};
use super::ties::{self, Found};
use super::wear::{self, Worn};
use super::{aim, dice, foreseen, measures, opens, question, strikes};
use crate::grid::Length;
use crate::gui::art::Art;
use crate::gui::eye::FreeArea;
use crate::gui::frame::{PaintSystems, Screen};
use crate::gui::from_here::FromHere;
use crate::gui::hud::icons::{badge_piece, of as icon_of};
use crate::gui::hud::pictures::Pictures;
use crate::gui::places::{BoardCamera, SQUARE, corner};
use crate::gui::playback::Playback;
use crate::gui::playback::Show;
use crate::gui::session::Session;
use crate::gui::settings::Settings;
use crate::gui::taps::Mouse;
use crate::gui::tokens::{Seen, Shown};
use crate::gui::tolls::Tolls;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        paint
            .in_set(PaintSystems::Board)
            .run_if(not(in_state(Screen::Start)).and_then(resource_exists::<Session>)),
    );
}

fn paint(
    mut contexts: EguiContexts,
    mut session: ResMut<Session>,
    camera: Single<(&Camera, &GlobalTransform, &Projection), With<BoardCamera>>,
    shown: Res<Shown>,
    playback: Res<Playback>,
    (art, pictures): (Res<Art>, If<Res<Pictures>>),
    (screen, settings, free): (Res<State<Screen>>, Res<Settings>, Res<FreeArea>),
    (here, tolls, mouse): (Res<FromHere>, Res<Tolls>, Res<Mouse>),
    (mut found, mut worn): (Local<Found>, Local<Worn>),
) -> Result {
    let context = contexts.ctx_mut()?;
    let (camera, eye, projection) = *camera;
    let Projection::Orthographic(orthographic) = projection else {
        return Ok(());
    };
    let painter = context.layer_painter(egui::LayerId::background());
    let zoom = context.zoom_factor();
    let board = Board {
        painter,
        art: &art,
        pictures: &pictures,
        camera,
        eye,
        zoom,
        square: SQUARE / orthographic.scale / zoom,
    };
    if *screen.get() == Screen::Battle && playback.is_idle() {
        foreseen::paint(&board, &session);
        if let Some(stand) = &here.stand {
            aim::from_here(&board, &session, stand);
        } else if session.aim.is_some() {
            aim::paint(&board, &session);
            opens::paint(&board, &session);
        } else {
            path(&board, &mut session, &tolls.lines);
        }
        question::paint(&board, &session);
        ground(&board, &session, free.now);
        cursor(&board, &session);
        // Whoever has gone to a panel no longer asks how those on the board stand to each other.
        if mouse.on_panel && !session.by_keys {
            found.forget();
        } else if here.stand.is_none() {
            found.follow(&session);
            ties::paint(&board, &session, &shown, &found);
        }
    } else {
        found.forget();
    }
    worn.follow(&session);
    let idle = *screen.get() == Screen::Battle && playback.is_idle();
    wear::paint(&board, &session, &worn, idle);
    for seen in shown.all.iter().filter(|seen| !seen.dead && seen.leaves < 0.5) {
        bar(&board, seen);
        measures::paint(&board, seen);
        badges(&board, seen);
        tag(&board, seen, &session, &found, free.now);
    }
    strikes::paint(&board, &playback, &shown, &settings);
    dice::paint(&board, &playback, &shown, free.now);
    strikes::floating(&board, &playback, &shown, &settings);
    round(&board, &playback, &session, free.now);
    Ok(())
}

/// Which round begins, or which part of what follows it, while that is shown.
fn round(board: &Board, playback: &Playback, session: &Session, free: Option<Rect>) {
    let (Some((beat, _)), Some(free)) = (playback.now(), free) else {
        return;
    };
    let at = pos2(free.center().x, free.min.y) / board.zoom + vec2(0.0, 48.0);
    match &beat.show {
        Show::Round(number) => {
            board.flag(at, Align2::CENTER_CENTER, &format!("Round {number}"), 26.0, LAMP);
        }
        Show::Part => {
            if let Some(words) = session.line(beat.event) {
                board.flag(at, Align2::CENTER_CENTER, &words, 18.0, LAMP);
            }
        }
        _ => {}
    }
}

/// The way to the hovered square, with its cost at the end, and what it costs besides.
fn path(board: &Board, session: &mut Session, tolls: &[String]) {
    let (Some(to), Some(creature)) = (session.hover, session.commanded()) else {
        return;
    };
    let space = session.space(creature);
    let unit = session
        .battle
        .ruleset()
        .movement_left(session.battle.world(), creature)
        .1;
    let Some(reach) = session.reach() else { return };
    let Some(reached) = reach.get(to).copied().filter(|reached| reached.stop) else {
        return;
    };
    let Some(way) = reach.path(to) else { return };
    let half = Vec2::new(0.5, -0.5) * SQUARE * f32::from(space.side);
    let mut points = vec![board.at(corner(space.at) + half)];
    points.extend(way.iter().map(|&square| board.at(corner(square) + half)));
    let costs: Vec<(Pos2, i32)> = way
        .iter()
        .zip(&points[1..])
        .filter_map(|(square, at)| Some((*at, reach.get(*square)?.cost)))
        .collect();
    arrow(board, points);
    if board.square > 40.0 {
        for (at, cost) in costs.iter().take(costs.len().saturating_sub(1)) {
            board.outlined(*at, &cost.to_string(), 10.0, PAPER);
        }
    }
    let end = board.at(corner(to) + half);
    let off = vec2(0.0, -board.square * f32::from(space.side) * 0.5 - 2.0);
    let flag = board.flag(
        end + off,
        Align2::CENTER_BOTTOM,
        &format!("{} {unit}", reached.cost),
        13.0,
        LAMP,
    );
    if !tolls.is_empty() {
        let above = flag.center_top() - vec2(0.0, 2.0);
        board.flag(above, Align2::CENTER_BOTTOM, &tolls.join("\n"), 12.0, WARNING);
    }
}

/// What the square under the cursor is, in the lower left of what panels leave free.
fn ground(board: &Board, session: &Session, free: Option<Rect>) {
    let (Some(square), Some(free)) = (session.hover, free) else {
        return;
    };
    let words = crate::gui::ground::words(session, square);
    if words.is_empty() {
        return;
    }
    let at = pos2(free.min.x, free.max.y) / board.zoom + vec2(6.0, -6.0);
    board.flag(at, Align2::LEFT_BOTTOM, &words.join(" \u{b7} "), 12.0, PAPER);
}

/// The cursor, when keys move it.
fn cursor(board: &Board, session: &Session) {
    let Some(square) = session.hover else { return };
    let rect = board.square(square).shrink(1.0);
    let (width, colour) = if session.by_keys {
        (2.5, PAPER)
    } else {
        (1.2, PAPER.gamma_multiply(0.6))
    };
    board
        .painter
        .rect_stroke(rect, 3.0, Stroke::new(width, colour), StrokeKind::Inside);
}

fn bar(board: &Board, seen: &Seen) {
    let Some((now, max)) = seen.points.filter(|(_, max)| *max > 0) else {
        return;
    };
    let width = board.square * seen.edge * 0.72;
    // From afar it must not grow larger than the coin it belongs to.
    let high = (board.square * 0.09).clamp(3.0_f32.min(board.square * 0.14), 8.0);
    let rim = (high * 0.5).min(1.5);
    let middle = board.at(seen.middle) + vec2(0.0, board.square * seen.edge * 0.44);
    let rect = egui::Rect::from_center_size(middle, vec2(width, high));
    board.painter.rect_filled(rect.expand(rim), 2.0, INK);
    let part = (now.max(0) as f32 / max as f32).clamp(0.0, 1.0);
    let colour = crate::gui::hud::paint::health(now, max);
    let full = egui::Rect::from_min_size(rect.min, vec2(width * part, high));
    board.painter.rect_filled(full, 1.5, colour);
}

/// At most four badges around the upper rim, then a count.
fn badges(board: &Board, seen: &Seen) {
    let ailments: Vec<_> = seen.ailments().collect();
    let count = ailments.len();
    if count == 0 || board.square < 24.0 {
        return;
    }
    let size = (board.square * 0.3).clamp(12.0, 26.0);
    let edge = board.square * seen.edge;
    let corner = board.at(seen.coin()) + vec2(edge * 0.5 - size * 0.35, -edge * 0.5 + size * 0.35);
    let most = if count > 4 { 3 } else { count };
    for (place, ailment) in ailments.iter().take(most).enumerate() {
        let at = corner + vec2(0.0, place as f32 * size * 0.86);
        let rect = egui::Rect::from_center_size(at, vec2(size, size));
        let own = badge_piece(&ailment.key);
        if board.art.has(&own) {
            board.piece(&own, rect, Color32::WHITE);
        } else {
            board.piece("badges/generic", rect, Color32::WHITE);
            let (icon, font) = (icon_of(&ailment.key), FontId::proportional(size * 0.62));
            board.painter.circle_filled(at, size * 0.36, INK);
            board.painter.text(at, Align2::CENTER_CENTER, icon, font, LAMP);
        }
    }
    if count > most {
        let at = corner + vec2(0.0, most as f32 * size * 0.86);
        board.painter.circle(at, size * 0.45, INK, Stroke::new(1.0, PAPER));
        board.painter.text(
            at,
            Align2::CENTER_CENTER,
            format!("+{}", count - most),
            FontId::proportional(size * 0.5),
            PAPER,
        );
    }
}

/// How high a flyer is; the name of whoever is hovered, below it or, where a panel would cover that, above.
fn tag(board: &Board, seen: &Seen, session: &Session, found: &Found, free: Option<Rect>) {
    let edge = board.square * seen.edge;
    let at = board.at(seen.middle);
    if seen.above > Length::ZERO {
        let height = session.battle.ruleset().height_words(seen.above);
        // Over the coin, which it must not cover.
        board.flag(
            board.at(seen.coin()) + vec2(0.0, -edge * 0.5),
            Align2::CENTER_BOTTOM,
            &format!("{} {height}", egui_phosphor::regular::ARROW_FAT_UP),
            11.0,
            LAMP,
        );
    }
    let under = session.hover.and_then(|square| session.thing_under(square));
    let hovered = under == Some(seen.id);
    if hovered && session.aim.is_none() {
        let name = session.battle.name(seen.id);
        let points = seen.points.map_or(String::new(), |(now, max)| format!("  {now}/{max}"));
        let (name, lines) = (format!("{name}{points}"), found.lines(session, seen.id).join("\n"));
        let high = |text: &str, size: f32| board.flag_room(at, Align2::CENTER_TOP, text, size).height();
        let more = if lines.is_empty() {
            0.0
        } else {
            2.0 + high(&lines, 11.0)
        };
        let (aside, high) = (edge * 0.5 + 6.0, high(&name, 13.0) + more);
        let below = at.y + aside;
        let covered = free.is_some_and(|free| below + high > free.max.y / board.zoom);
        let top = if covered { at.y - aside - high } else { below };
        let flag = board.flag(pos2(at.x, top), Align2::CENTER_TOP, &name, 13.0, PAPER);
        if !lines.is_empty() {
            let at = pos2(at.x, flag.max.y + 2.0);
            board.flag(at, Align2::CENTER_TOP, &lines, 11.0, LAMP);
        }
    }
}
