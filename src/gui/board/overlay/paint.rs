//! Lines, bars, badges and figures, painted by egui above the board and below the panels, so that they are crisp at any zoom.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align2, Color32, FontId, Pos2, Stroke, StrokeKind, pos2, vec2};

use super::board::{Board, INK, LAMP, PAPER, WARNING, arrow};
use super::ties::{self, Found};
use super::wear::{self, Worn};
use super::{aim, air, dice, foreseen, goals, gravity, measures, moved, opens, question, shelter, strikes, turn};
use crate::battle::{ById, Id, Map, Mark, Order, Thing, thing_at};
use crate::grid::{Length, Square};
use crate::gui::app::frame::{PaintSystems, Screen};
use crate::gui::app::settings::Settings;
use crate::gui::board::art::Art;
use crate::gui::board::lens::FreeArea;
use crate::gui::board::playback::Playback;
use crate::gui::board::playback::Show;
use crate::gui::board::tokens::{Seen, Shown};
use crate::gui::board::world_coords::{BoardCamera, SQUARE, corner};
use crate::gui::hud::forecasts::Forecasts;
use crate::gui::hud::icons::{badge_piece, of as icon_of};
use crate::gui::hud::pictures::Pictures;
use crate::gui::hud::text;
use crate::gui::input::input_queue::Mouse;
use crate::gui::session::Session;
use crate::gui::session::cover_there::CoverThere;
use crate::gui::session::path_cost::Tolls;
use crate::gui::session::what_if::FromHere;

pub(in crate::gui) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        paint.in_set(PaintSystems::Board).run_if(not(in_state(Screen::Start)).and_then(resource_exists::<Session>)),
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
    (here, tolls, cover, mouse): (Res<FromHere>, Res<Tolls>, Res<CoverThere>, Res<Mouse>),
    (mut found, mut worn, mut tables): (Local<Found>, Local<Worn>, Local<dice::Tables>),
    (mut marks, mut banner, mut weights): (Local<goals::Marks>, Local<turn::Banner>, Local<gravity::Places>),
    mut airless: Local<air::Airless>,
    (time, forecasts, mut redraw): (Res<Time<Real>>, Option<Res<Forecasts>>, MessageWriter<RequestRedraw>),
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
    marks.follow(&session);
    weights.follow(&session);
    airless.follow(&session);
    air::paint(&board, &airless);
    gravity::paint(&board, &session, &weights);
    goals::ground(&board, &marks);
    let mut price = None;
    if *screen.get() == Screen::Battle && playback.is_idle() {
        foreseen::paint(&board, &session);
        if let Some(stand) = &here.stand {
            aim::from_here(&board, &session, stand);
        } else if session.aim.is_some() {
            aim::paint(&board, &session);
            if let Some(forecasts) = &forecasts {
                moved::paint(&board, &session, forecasts);
            }
            opens::paint(&board, &session);
        } else {
            price = path(&board, &mut session);
            if price.is_some() {
                shelter::paint(&board, &session, &cover);
            }
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
    turn::paint(&board, &session, &shown, free.now);
    let loss = forecasts.filter(|_| idle).and_then(|forecasts| foreseen_loss(&session, &forecasts));
    for seen in shown.all.iter().filter(|seen| seen.has_coin()) {
        let loss = loss.filter(|(id, _)| *id == seen.id).map_or(0, |(_, loss)| loss);
        bar(&board, seen, loss);
        measures::paint(&board, seen);
        badges(&board, seen);
        flight(&board, seen, &session);
    }
    goals::paint(&board, &session, &marks, &shown, (&settings, free.now));
    // The cost of the way is painted over a creature that stands at its end.
    if let Some(price) = price {
        price.paint(&board, &tolls.lines);
    }
    tag(&board, &shown, &session, &found, free.now);
    strikes::paint(&board, &playback, &shown, &settings);
    dice::paint(&board, &playback, &shown, free.now, &mut tables);
    strikes::floating(&board, &playback, &shown, &settings);
    round(&board, &playback, &session, free.now);
    // At speed 0 only results are shown, and no banner tells of turns.
    if *screen.get() == Screen::Battle && settings.speed > 0 {
        banner.follow(&session, &playback, time.delta_secs().min(0.05));
        banner.paint(&board, &session, &settings, free.now);
        if banner.is_there() {
            redraw.write(RequestRedraw);
        }
    }
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

/// What a way costs, at its end.
struct Price {
    at: Pos2,
    words: String,
}

impl Price {
    /// With what the way costs besides.
    fn paint(&self, board: &Board, tolls: &[String]) {
        let flag = board.flag(self.at, Align2::CENTER_BOTTOM, &self.words, 13.0, LAMP);
        if !tolls.is_empty() {
            let above = flag.center_top() - vec2(0.0, 2.0);
            board.flag(above, Align2::CENTER_BOTTOM, &tolls.join("\n"), 12.0, WARNING);
        }
    }
}

/// The way to the hovered square; what it costs.
fn path(board: &Board, session: &mut Session) -> Option<Price> {
    let (at, creature) = (session.hover?, session.commanded()?);
    let to = session.walks_to(at)?;
    let space = session.space(creature);
    let near = session.near();
    let more = if near.is_empty() || near.contains(&to) { "" } else { ", one action more" };
    let reach = session.reach()?;
    let reached = reach.get(to).copied().filter(|reached| reached.stop)?;
    let way = reach.path(to)?;
    let half = Vec2::new(0.5, -0.5) * SQUARE * f32::from(space.side);
    let mut points = vec![board.at(corner(space.at) + half)];
    points.extend(way.iter().map(|&square| board.at(corner(square) + half)));
    let costs: Vec<(Pos2, i32)> =
        way.iter().zip(&points[1..]).filter_map(|(square, at)| Some((*at, reach.get(*square)?.cost))).collect();
    arrow(board, points);
    let usual = reach
        .squares
        .iter()
        .filter_map(|one| Some(one.cost - reach.get(one.from)?.cost))
        .filter(|step| *step > 0)
        .min();
    let first = dear(session, &way, &costs, usual.unwrap_or(0));
    if board.square > 40.0 {
        for (place, (at, cost)) in costs.iter().take(costs.len().saturating_sub(1)).enumerate() {
            let why = first.as_ref().filter(|_| place == 0).map_or(String::new(), |why| format!(" {why}"));
            // Along the way figures do without their unit.
            let words = way_words(session, creature, *cost);
            let figure = words.split(' ').next().unwrap_or_default();
            board.flag(*at, Align2::CENTER_CENTER, &format!("{figure}{why}"), 10.0, PAPER);
        }
    }
    let more = match first {
        Some(why) if costs.len() == 1 => format!(" {why}{more}"),
        _ => more.to_owned(),
    };
    let end = board.at(corner(to) + half);
    let off = vec2(0.0, -board.square * f32::from(space.side) * 0.5 - 2.0);
    Some(Price { at: end + off, words: format!("{}{more}", way_words(session, creature, reached.cost)) })
}

/// A length of a creature's way, for people.
fn way_words(session: &Session, creature: Id, length: i32) -> String {
    session.battle.ruleset().length(session.battle.world(), creature, length)
}

/// Why the first step of a way costs more than the cheapest step of all that the mover can make, as far as the board shows it.
fn dear(session: &Session, way: &[Square], costs: &[(Pos2, i32)], usual: i32) -> Option<String> {
    let (&to, &(_, first)) = way.first().zip(costs.first())?;
    let world = session.battle.world();
    let creature = session.commanded()?;
    if first <= usual {
        return None;
    }
    let from = session.space(creature).at;
    let map = world.resource::<Map>();
    let high = |at: Square| map.cell(at).map_or(0, |cell| cell.elevation.0);
    let ground = map.terrain(to).filter(|terrain| terrain.difficult).map(|terrain| terrain.name.to_lowercase());
    let climbs = (high(to) > high(from)).then(|| "up".to_owned());
    let lies = session.battle.ruleset().sheet(world, creature).has(Mark::Prone).then(|| "from the ground".to_owned());
    let over = thing_at(world, to).and_then(|id| world.part::<Thing>(id));
    let over = over.map(|thing| format!("over the {}", text::readable(&thing.kind).to_lowercase()));
    let why: Vec<String> = [lies, ground, over, climbs].into_iter().flatten().collect();
    (!why.is_empty()).then(|| format!("({})", why.join(", ")))
}

/// What the square under the cursor is, in the lower left of what panels leave free.
fn ground(board: &Board, session: &Session, free: Option<Rect>) {
    let (Some(square), Some(free)) = (session.hover, free) else {
        return;
    };
    let words = crate::gui::session::square_words::words(session, square);
    if words.is_empty() {
        return;
    }
    let at = pos2(free.min.x, free.max.y) / board.zoom + vec2(6.0, -6.0);
    let room = |text: &str| board.flag_room(at, Align2::LEFT_BOTTOM, text, 12.0).width();
    // The last lines of the log stand at the other end.
    let most = free.width() / board.zoom * 0.5;
    let mut text = String::new();
    let mut line = String::new();
    for word in words {
        let longer = if line.is_empty() { word.clone() } else { format!("{line} \u{b7} {word}") };
        if line.is_empty() || room(&longer) <= most {
            line = longer;
        } else {
            text += &std::mem::replace(&mut line, word);
            text.push('\n');
        }
    }
    board.flag(at, Align2::LEFT_BOTTOM, &(text + &line), 12.0, PAPER);
}

/// The cursor, when keys move it.
fn cursor(board: &Board, session: &Session) {
    let Some(square) = session.hover else { return };
    let rect = board.square(square).shrink(1.0);
    let (width, colour) = if session.by_keys { (2.5, PAPER) } else { (1.2, PAPER.gamma_multiply(0.6)) };
    board.painter.rect_stroke(rect, 3.0, Stroke::new(width, colour), StrokeKind::Inside);
}

/// The bar of a creature that cannot act.
const OUT: Color32 = Color32::from_rgb(0x8f, 0x8d, 0x86);

/// The target that is aimed at, and about how many points a hit takes off it.
fn foreseen_loss(session: &Session, forecasts: &Forecasts) -> Option<(Id, i32)> {
    let act = session.aim.as_ref().filter(|aim| aim.harms())?.act()?;
    let target = act.target?;
    let forecast = forecasts.known(&Order::Act(act.clone()))?;
    let harm = forecast.branches.last()?.targets.get(&target)?;
    Some((target, harm.blow()))
}

/// The bar of its health; what is likely lost of it stands out from what would be left.
fn bar(board: &Board, seen: &Seen, loss: i32) {
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
    // A creature that cannot act has no use for its points now.
    let colour = if seen.out { OUT } else { crate::gui::hud::paint::health(now, max) };
    let full = egui::Rect::from_min_size(rect.min, vec2(width * part, high));
    board.painter.rect_filled(full, 1.5, colour);
    if loss > 0 {
        let left = ((now - loss).max(0) as f32 / max as f32).clamp(0.0, 1.0);
        let lost = egui::Rect::from_min_max(pos2(rect.min.x + width * left, full.min.y), full.max);
        board.painter.rect_filled(lost, 0.0, INK);
        board.painter.rect_filled(lost.shrink2(vec2(1.0, 0.5)), 0.0, PAPER);
    }
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
            FontId::proportional((size * 0.55).max(9.0)),
            PAPER,
        );
    }
}

/// How high a flyer is, over its coin, which that must not cover.
fn flight(board: &Board, seen: &Seen, session: &Session) {
    let words = |height: Length| session.battle.ruleset().height_words(height);
    let height = words(seen.above);
    // A height that rounds to nothing has no flag.
    if seen.above > Length::ZERO && height != words(Length::ZERO) {
        board.flag(
            board.at(seen.coin()) + vec2(0.0, -board.square * seen.edge * 0.5),
            Align2::CENTER_BOTTOM,
            &format!("{} {height}", egui_phosphor::regular::ARROW_FAT_UP),
            11.0,
            LAMP,
        );
    }
}

/// The name of whoever is hovered, and what it has to do with others: below it or, where a panel would cover that or it would cover who acts,
/// above or beside it.
fn tag(board: &Board, shown: &Shown, session: &Session, found: &Found, free: Option<Rect>) {
    let under = session.hover.and_then(|square| session.thing_under(square));
    let hovered = |seen: &&Seen| under == Some(seen.id) && seen.has_coin();
    let (Some(seen), None) = (shown.all.iter().find(hovered), &session.aim) else {
        return;
    };
    let aside = board.square * seen.edge * 0.5 + 6.0;
    let at = board.at(seen.middle);
    let points = seen.points.map_or(String::new(), |(now, max)| format!("  {now}/{max}"));
    let name = format!("{}{points}", session.battle.name(seen.id));
    let lines = found.lines(session, seen.id).join("\n");
    let room = |text: &str, size: f32| board.flag_room(at, Align2::CENTER_TOP, text, size).size();
    let mut size = room(&name, 13.0);
    if !lines.is_empty() {
        let more = room(&lines, 11.0);
        size = vec2(size.x.max(more.x), size.y + 2.0 + more.y);
    }
    let within = free.map(|free| {
        let corner = |at: Vec2| pos2(at.x, at.y) / board.zoom;
        egui::Rect::from_min_max(corner(free.min), corner(free.max))
    });
    let place = |way: egui::Vec2| {
        let rect = egui::Rect::from_center_size(at + way * (egui::Vec2::splat(aside) + size * 0.5), size);
        // Pushed into what panels leave free, as far as it goes along the side on which it is.
        let Some(within) = within else { return rect };
        let over = (rect.max - within.max).max(egui::Vec2::ZERO) - (within.min - rect.min).max(egui::Vec2::ZERO);
        rect.translate(-over * vec2(way.y.abs(), way.x.abs()))
    };
    let acting = session.commanded().or(session.battle.active()).filter(|&id| id != seen.id);
    let acting = acting.and_then(|id| shown.all.iter().find(|other| other.id == id));
    let acting = acting.map(|other| {
        let edge = egui::Vec2::splat(board.square * other.edge);
        egui::Rect::from_center_size(board.at(other.middle), edge)
    });
    let fits = |rect: &egui::Rect| {
        within.is_none_or(|within| within.contains_rect(*rect))
            && !acting.is_some_and(|acting| acting.intersects(*rect))
    };
    let ways = [vec2(0.0, 1.0), vec2(0.0, -1.0), vec2(1.0, 0.0), vec2(-1.0, 0.0)].map(place);
    let rect = ways.into_iter().find(fits).unwrap_or(ways[0]);
    let flag = board.flag(rect.center_top(), Align2::CENTER_TOP, &name, 13.0, PAPER);
    if !lines.is_empty() {
        let at = pos2(rect.center().x, flag.max.y + 2.0);
        board.flag(at, Align2::CENTER_TOP, &lines, 11.0, LAMP);
    }
}
