//! How much is left of objects: a bar over each that is damaged, aimed at, used as cover, or under the pointer.

use bevy_egui::egui::{Pos2, Rect, vec2};

use super::board::{Board, INK};
use crate::battle::{Id, things};
use crate::gui::board::world_coords::corner;
use crate::gui::hud::paint::health;
use crate::gui::session::Session;

/// What was found of all things, until something changes.
#[derive(Default)]
pub(in crate::gui) struct Worn {
    version: Option<u64>,
    /// Each that can break: points now and at most.
    all: Vec<(Id, i32, i32)>,
}

impl Worn {
    /// Asks again when the battle is another.
    pub(in crate::gui) fn follow(&mut self, session: &Session) {
        if self.version == Some(session.version) {
            return;
        }
        let battle = &session.battle;
        let (world, ruleset) = (battle.world(), battle.ruleset());
        let points = |id: Id| {
            let sheet = ruleset.sheet(world, id);
            let gauge = sheet.health().filter(|gauge| gauge.max > 0)?;
            Some((id, gauge.now, gauge.max))
        };
        *self = Self { version: Some(session.version), all: things(world).filter_map(points).collect() };
    }
}

/// The things that matter now: cover of the creature aimed at, a thing aimed at, and the thing under the pointer.
fn wanted(session: &Session) -> Vec<Id> {
    let mut out: Vec<Id> = Vec::new();
    if let Some(info) = session.aim_info() {
        out.extend(info.shelter.sources.iter().filter_map(|source| source.of));
    }
    out.extend(session.aim.as_ref().and_then(|aim| aim.target));
    out.extend(session.hover.and_then(|at| session.thing_under(at)));
    out
}

pub(in crate::gui) fn paint(board: &Board, session: &Session, worn: &Worn, idle: bool) {
    let wanted = if idle { wanted(session) } else { Vec::new() };
    let flag = super::aim::flag(board, session).map(|(_, flag)| flag);
    for &(id, now, max) in &worn.all {
        if now >= max && !wanted.contains(&id) {
            continue;
        }
        let Some(space) = session.extent(id) else { continue };
        let edge = board.square * f32::from(space.side);
        let high = (board.square * 0.09).clamp(3.0_f32.min(board.square * 0.14), 8.0);
        let middle = board.at(corner(space.at)) + vec2(edge * 0.5, edge * 0.9);
        let rect = Rect::from_center_size(middle, vec2(edge * 0.72, high));
        board.painter.rect_filled(rect.expand((high * 0.5).min(1.5)), 2.0, INK);
        let part = (now.max(0) as f32 / max as f32).clamp(0.0, 1.0);
        let full = Rect::from_min_size(rect.min, vec2(rect.width() * part, high));
        board.painter.rect_filled(full, 1.5, health(now, max));
        if board.square > 40.0 && wanted.contains(&id) {
            let figures = format!("{now}/{max}");
            let at = rect.center() - vec2(0.0, high + 5.0);
            board.outlined(clear_of(flag, at), &figures, 11.0, super::board::PAPER);
        }
    }
}

/// If figures would overlap the name flag of the target, close behind the thing, they stand right over the thing instead.
fn clear_of(flag: Option<Rect>, mut at: Pos2) -> Pos2 {
    if let Some(flag) = flag.filter(|flag| flag.contains(at)) {
        at.y = flag.min.y - 7.0;
    }
    at
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    #[test]
    fn figures_keep_clear_of_the_flag() {
        let flag = Some(Rect::from_min_max(pos2(100.0, 50.0), pos2(200.0, 76.0)));
        assert_eq!(clear_of(flag, pos2(150.0, 60.0)), pos2(150.0, 43.0));
        assert_eq!(clear_of(flag, pos2(150.0, 90.0)), pos2(150.0, 90.0));
        assert_eq!(clear_of(None, pos2(150.0, 60.0)), pos2(150.0, 60.0));
    }
}
