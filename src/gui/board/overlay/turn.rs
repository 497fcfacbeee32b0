//! Whose turn it is: a ring between two lines of ink and a chevron at the creature that acts, on any ground; and for a moment, as each turn begins,
//! a banner in the colour of its side. A press on the banner goes to what lies below it.

use bevy::prelude::Rect;
use bevy_egui::egui::{self, Color32, FontId, Pos2, Shape, Stroke, StrokeKind, pos2, vec2};

use super::board::{Board, INK, LAMP, PAPER};
use crate::battle::{ById, Creature, Event, Id, Measure, SideId, What};
use crate::grid::Length;
use crate::gui::app::settings::Settings;
use crate::gui::board::playback::Playback;
use crate::gui::board::tokens::{Seen, Shown};
use crate::gui::hud::paint::side_shape;
use crate::gui::hud::theme;
use crate::gui::session::Session;

/// How long a banner is there, in seconds, and how much of that it takes to fade.
const LASTS: f32 = 0.8;
const FADES: f32 = 0.25;

/// The banner of the turn that has just begun.
#[derive(Default)]
pub(in crate::gui) struct Banner {
    /// How many events there were when the last known turn had begun, 0 where none has; nothing before the first look.
    turn: Option<usize>,
    /// The creature that began it, and for how many seconds more the banner is there.
    told: Option<(Id, f32)>,
    skips: u32,
    /// Of which battle.
    of: (usize, u64),
}

impl Banner {
    /// Looks at the events as far as they were shown, after so many seconds more.
    pub(in crate::gui) fn follow(&mut self, session: &Session, playback: &Playback, passed: f32) {
        let of = (std::ptr::from_ref(session.battle.level()) as usize, session.battle.seed());
        if self.of != of {
            *self = Self { of, ..Self::default() };
        }
        let events = session.battle.events();
        let shown = playback.now().map_or(session.shown, |(beat, _)| beat.event + 1);
        self.look(turn(&events[..shown.min(events.len())]), passed, playback.skips);
    }

    fn look(&mut self, turn: Option<(usize, Id)>, passed: f32, skips: u32) {
        if let Some((_, left)) = &mut self.told {
            *left -= passed;
        }
        self.told = self.told.filter(|(_, left)| *left > 0.0 && self.skips == skips);
        let number = turn.map_or(0, |(number, _)| number + 1);
        // No banner tells of a turn that had begun before the first look, or that an undo leads back to.
        if let Some((_, who)) = turn
            && self.turn.is_some_and(|last| last < number)
        {
            self.told = Some((who, LASTS));
        }
        (self.turn, self.skips) = (Some(number), skips);
    }

    /// Whether it is there, and time matters.
    pub(in crate::gui) fn is_there(&self) -> bool {
        self.told.is_some()
    }

    /// Draws it below the turn order.
    pub(in crate::gui) fn paint(&self, board: &Board, session: &Session, settings: &Settings, free: Option<Rect>) {
        let (Some((who, left)), Some(free)) = (self.told, free) else { return };
        if !session.sees(who) {
            return;
        }
        let battle = &session.battle;
        let Some(side) = battle.world().part::<Creature>(who).map(|who| who.side) else { return };
        let shown = if settings.reduced_motion { 1.0 } else { (left / FADES).clamp(0.0, 1.0) };
        let at = pos2(free.center().x, free.min.y) / board.zoom() + vec2(0.0, 76.0);
        banner(board, at, (battle.name(who), session.side_name(side)), side, settings, shown);
    }
}

/// The last turn that has begun among some events.
fn turn(events: &[Event]) -> Option<(usize, Id)> {
    let number = events.iter().rposition(|event| event.what == What::TurnBegins)?;
    Some((number, events[number].actor?))
}

fn banner(board: &Board, at: Pos2, (name, of): (&str, &str), side: SideId, settings: &Settings, shown: f32) {
    let colour = theme::side_colour(settings.palette, side.0);
    let faint = |colour: Color32| colour.gamma_multiply(shown);
    let name = board.painter.layout_no_wrap(name.to_owned(), FontId::proportional(26.0), faint(PAPER));
    let of = board.painter.layout_no_wrap(of.to_owned(), FontId::proportional(14.0), faint(PAPER));
    let mark = 34.0;
    let size = vec2(mark + name.size().x.max(of.size().x) + 22.0, name.size().y + of.size().y + 10.0);
    let rect = egui::Rect::from_center_size(at, size);
    let painter = &board.painter;
    painter.rect(rect, 6.0, faint(theme::PANEL_SOLID), Stroke::new(3.0, faint(colour)), StrokeKind::Inside);
    painter.rect_stroke(rect, 6.0, Stroke::new(1.5, faint(INK)), StrokeKind::Outside);
    let band = egui::Rect::from_min_size(rect.min, vec2(mark + 4.0, rect.height()));
    painter.rect_filled(band, 6.0, faint(colour));
    side_shape(painter, band.center(), 11.0, side.0, faint(colour), Stroke::new(2.5, faint(PAPER)));
    let left = rect.min.x + mark + 13.0;
    let below = rect.min.y + 4.0 + name.size().y;
    painter.galley(pos2(left, rect.min.y + 4.0), name, faint(PAPER));
    painter.galley(pos2(left, below), of, faint(PAPER));
}

/// Rings the creature that acts, or that is asked.
pub(in crate::gui) fn paint(board: &Board, session: &Session, shown: &Shown, free: Option<Rect>) {
    // A creature that is asked is ringed once what led to the question was shown.
    let asked = session.battle.decision().filter(|_| !session.is_telling()).map(|decision| decision.creature);
    let acting = asked.or(session.commanded()).or(session.battle.active());
    let seen = shown.all.iter().find(|seen| acting == Some(seen.id) && seen.has_coin());
    let Some(seen) = seen else { return };
    let (middle, edge) = (board.at(seen.coin()), board.square * seen.edge);
    // Where squares are small, ring and chevron are a larger part of them.
    let at_least = |share: f32, part: f32, most: f32| (board.square * share).max((board.square * part).min(most));
    let width = at_least(0.06, 0.09, 3.0).clamp(2.0, 4.5);
    let radius = edge * 0.5 + width * 0.5;
    board.painter.circle_stroke(middle, radius, Stroke::new(width + 3.0, INK));
    board.painter.circle_stroke(middle, radius, Stroke::new(width, LAMP));
    let size = at_least(0.17, 0.28, 9.0).clamp(6.0, 14.0);
    let top = free.map_or(0.0, |free| free.min.y / board.zoom());
    let over = middle.y - radius - width - size * 1.5 < top;
    let (tip, way) = if over || is_flagged(seen) {
        (middle - vec2(radius + width, 0.0), vec2(1.0, 0.0))
    } else {
        (middle - vec2(0.0, radius + width), vec2(0.0, 1.0))
    };
    chevron(board, tip, way, size);
    if let Some(id) = acting {
        union(board, session, shown, id);
    }
}

/// Frames those who share the turn of a creature, and links them all by the shortest lines.
fn union(board: &Board, session: &Session, shown: &Shown, acting: Id) {
    let battle = session.seen();
    let together = battle.ruleset().shares_turn(battle.world(), acting);
    let seen = |id: &Id| shown.all.iter().find(|seen| seen.id == *id && seen.has_coin());
    let coins: Vec<(Pos2, f32)> =
        together.iter().filter_map(seen).map(|seen| (board.at(seen.coin()), board.square * seen.edge)).collect();
    if coins.len() < 2 {
        return;
    }
    for &(middle, edge) in &coins {
        let rect = egui::Rect::from_center_size(middle, vec2(edge, edge)).expand(2.0);
        board.painter.rect_stroke(rect, 4.0, Stroke::new(3.5, INK), StrokeKind::Middle);
        board.painter.rect_stroke(rect, 4.0, Stroke::new(1.8, LAMP), StrokeKind::Middle);
    }
    for (from, to) in links(&coins) {
        let way = (to.0 - from.0).normalized();
        let ends = [from.0 + way * (from.1 * 0.6), to.0 - way * (to.1 * 0.6)];
        // Coins side by side need no link.
        if (ends[1] - ends[0]).dot(way) > 0.0 {
            board.painter.extend(Shape::dashed_line(&ends, Stroke::new(1.8, LAMP), 6.0, 5.0));
        }
    }
}

/// Pairs of coins that link all of them, each time the two that lie nearest to each other. A coin is its middle and its edge.
fn links(coins: &[(Pos2, f32)]) -> Vec<((Pos2, f32), (Pos2, f32))> {
    let (mut linked, mut rest) = (coins[..1].to_vec(), coins[1..].to_vec());
    let mut out = Vec::new();
    while !rest.is_empty() {
        let pairs = (0..rest.len()).flat_map(|to| linked.iter().map(move |&from| (from, to)));
        let apart = |&(from, to): &((Pos2, f32), usize)| from.0.distance_sq(rest[to].0);
        let nearest = pairs.min_by(|one, other| apart(one).total_cmp(&apart(other)));
        let Some((from, to)) = nearest else { break };
        let to = rest.remove(to);
        out.push((from, to));
        linked.push(to);
    }
    out
}

/// Whether something stands right over its coin.
fn is_flagged(seen: &Seen) -> bool {
    seen.above > Length::ZERO || seen.sheet.of(Measure::Progress).next().is_some()
}

/// A chevron with its tip at a place.
fn chevron(board: &Board, tip: Pos2, way: egui::Vec2, size: f32) {
    let across = way.rot90() * size;
    let at = |back: f32, side: f32| tip - way * (size * back) + across * side;
    let arm = |side: f32| vec![at(0.0, 0.0), at(0.62, 0.0), at(1.32, side), at(0.7, side)];
    for (stroke, fill) in [(Stroke::new(3.0, INK), INK), (Stroke::NONE, LAMP)] {
        for side in [0.8, -0.8] {
            board.painter.add(Shape::convex_polygon(arm(side), fill, stroke));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_banner_tells_each_turn_that_begins_for_a_moment_and_can_be_skipped() {
        let mut banner = Banner::default();
        banner.look(Some((3, Id(1))), 0.1, 0);
        assert!(!banner.is_there(), "it had begun before anybody looked");
        banner.look(Some((9, Id(2))), 0.1, 0);
        assert_eq!(banner.told, Some((Id(2), LASTS)));
        banner.look(Some((9, Id(2))), 0.5, 0);
        assert!(banner.is_there());
        banner.look(Some((9, Id(2))), 0.5, 0);
        assert!(!banner.is_there(), "its time is over");
        banner.look(Some((3, Id(1))), 0.1, 0);
        assert!(!banner.is_there(), "it was taken back");
        banner.look(Some((12, Id(2))), 0.1, 0);
        assert!(banner.is_there());
        banner.look(Some((12, Id(2))), 0.1, 1);
        assert!(!banner.is_there(), "it was skipped");
        banner.look(Some((20, Id(3))), 0.1, 2);
        assert!(banner.is_there(), "what was skipped was what came before it");
    }

    #[test]
    fn coins_are_linked_by_the_shortest_lines() {
        let at = |x: f32, y: f32| (pos2(x, y), 1.0);
        let (first, far, middle, beside) = (at(0.0, 0.0), at(9.0, 0.0), at(4.0, 0.0), at(9.0, 1.0));
        let found = links(&[first, far, middle, beside]);
        assert_eq!(found, [(first, middle), (middle, far), (far, beside)]);
        assert!(links(&[first]).is_empty());
    }
}
