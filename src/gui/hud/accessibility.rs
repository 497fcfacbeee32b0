//! What a screen reader says of the board, which is painted and has no widgets: the square under the cursor and whoever stands there,
//! everybody the viewer knows of, and the newest line of the log. Without a screen reader nothing of it is worked out.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Rect, Sense, Ui, Vec2, WidgetInfo, WidgetType, accesskit};

use super::panel_context::Desk;
use super::panel_order::Turn;
use super::view::View;
use crate::battle::{Id, on_map};
use crate::grid::Square;
use crate::gui::session::square_words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.in_set(Turn::Spoken));
}

fn draw(mut desk: Desk) {
    desk.draw(|context, view, _, _| show(context, view));
}

/// Puts the board's words into the tree that a screen reader reads. They take no room and no clicks.
fn show(context: &egui::Context, view: &View) {
    let area = egui::Area::new(egui::Id::new("board in words"))
        .fixed_pos(egui::Pos2::ZERO)
        .order(egui::Order::Background)
        .interactable(false);
    area.show(context, |ui| {
        let listens = ui.response().id;
        if context.accesskit_node_builder(listens, |_| ()).is_none() {
            return;
        }
        let cursor = view.session.hover.map(|at| square(view, at));
        say(ui, "cursor", &cursor.unwrap_or_else(|| "The board".into()), true);
        let world = view.session.battle.world();
        for id in on_map(world).filter(|&id| view.session.sees(id)) {
            say(ui, &format!("token {id}"), &creature(view, id), false);
        }
        let last = (0..view.session.shown).rev().find_map(|number| view.session.line(number));
        say(ui, "newest line", &last.unwrap_or_default(), true);
        if let Some((notice, _)) = &view.session.notice {
            say(ui, "notice", notice, true);
        }
    });
}

/// One node with these words; a lively one is read whenever they change.
fn say(ui: &Ui, name: &str, words: &str, lively: bool) {
    let rect = Rect::from_min_size(ui.max_rect().min, Vec2::splat(1.0));
    let response = ui.interact(rect, ui.id().with(name), Sense::empty());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words));
    if lively {
        let polite = |node: &mut accesskit::Node| node.set_live(accesskit::Live::Polite);
        ui.ctx().accesskit_node_builder(response.id, polite);
    }
}

/// A square: where it is, its ground, who or what is there, and what it takes to go there.
fn square(view: &View, at: Square) -> String {
    let battle = &view.session.battle;
    let mut ground = square_words::words(view.session, at).join(", ");
    if ground.is_empty() {
        ground = "off the board".into();
    }
    let mut out = format!("Column {}, row {}: {ground}", at.x + 1, at.y + 1);
    if let Some(id) = view.session.thing_under(at) {
        out.push_str(", ");
        out.push_str(&creature(view, id));
    } else if let Some(mover) = view.session.commanded() {
        let reach = view.session.seen().reach(mover);
        let length = |way| battle.ruleset().length(battle.world(), mover, way);
        match reach.squares.iter().find(|reached| reached.at == at && reached.stop) {
            Some(reached) => out.push_str(&format!(", reached for {}", length(reached.cost))),
            None => out.push_str(", out of reach"),
        }
    }
    out
}

/// A creature or an object: name, side, points, conditions, whether it acts or is aimed at.
fn creature(view: &View, id: Id) -> String {
    let mut parts = vec![view.name(id).to_string()];
    if let Some(creature) = view.creature(id) {
        parts.push(view.side_name(creature.side).to_string());
    }
    let sheet = view.sheet(id);
    if let Some(gauge) = sheet.health() {
        parts.push(format!("{} of {} {}", gauge.now, gauge.max, gauge.label.to_lowercase()));
    }
    parts.extend(sheet.ailments.iter().map(|ailment| ailment.label.to_lowercase()));
    if let Some(at) = view.square(id) {
        parts.push(format!("column {}, row {}", at.x + 1, at.y + 1));
    }
    if view.session.battle.active() == Some(id) {
        parts.push("acting".into());
    }
    if view.session.aim.as_ref().is_some_and(|aim| aim.target == Some(id)) {
        parts.push("aimed at".into());
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bevy_egui::egui::Key;

    use super::super::drawn::{Drawn, focused, key, words};
    use super::super::gm;
    use super::super::objectives::Goals;
    use super::super::save_as::{Form, SaveAs};
    use super::super::take_back::HowFar;
    use crate::battle::Battle;
    use crate::gui::session::Session;
    use crate::level::Seat;
    use crate::rules;

    fn table() -> Session {
        let text = std::fs::read_to_string("levels/first-fight.toml").expect("a shipped level");
        let (level, _) = rules::read_level(&text, "first-fight").expect("a sound level");
        let sol = rules::by_key("sol").expect("sol");
        let battle = Battle::new(Arc::new(level), sol, 3).expect("a playable level");
        Session::new(battle, None, vec![Seat::Human; 2])
    }

    /// Everything that Tab comes by, until it comes round.
    #[track_caller]
    fn check_stops(mut table: Drawn, least: usize, among: &[&str]) {
        let mut session = self::table();
        table.frame(&mut session, Vec::new());
        let mut stops = Vec::new();
        for _ in 0..160 {
            table.frame(&mut session, key(Key::Tab, false));
            let drawn = table.frame(&mut session, Vec::new());
            if let Some((role, name)) = focused(&drawn) {
                assert!(!name.trim().is_empty(), "a {role:?} without a name, after {stops:?}");
                stops.push(name);
            }
        }
        stops.sort();
        stops.dedup();
        assert!(stops.len() >= least, "{stops:#?}");
        for wanted in among {
            assert!(stops.iter().any(|stop| stop.contains(wanted)), "{wanted} is no stop of {stops:#?}");
        }
    }

    #[test]
    fn every_stop_of_the_keyboard_has_a_name() {
        check_stops(Drawn::new(), 20, &["End turn", "Pistol", "Game master", "Settings"]);
    }

    #[test]
    fn windows_are_walked_by_keyboard_and_left_with_escape() {
        let open = || {
            Drawn::new()
                .with(Goals(true))
                .with(SaveAs(Some(Form::default())))
                .with(HowFar(Some(true)))
                .with(gm::Open::asked())
        };
        check_stops(open(), 40, &["Close", "Cancel", "Whom", "Amount", "Squares around", "Change the weather"]);
        let mut session = table();
        let mut table = open();
        table.frame(&mut session, Vec::new());
        table.frame(&mut session, key(Key::Escape, false));
        assert!(!table.remembers::<Goals>().0 && table.remembers::<SaveAs>().0.is_none());
        assert!(table.remembers::<HowFar>().0.is_none() && table.remembers::<gm::Open>().form.is_none());
    }

    #[test]
    fn the_board_is_told_in_words() {
        let mut session = table();
        let mover = session.commanded().expect("somebody's turn");
        let at = session.space(mover).at;
        session.hover = Some(at.offset(-1, 0));
        let mut table = Drawn::new();
        let said = words(&table.frame(&mut session, Vec::new()));
        let name = session.battle.name(mover);
        let cursor = format!("Column {}, row {}: ", at.x, at.y + 1);
        assert!(said.contains(&cursor) && said.contains("reached for"), "{said}");
        let token = format!("column {}, row {}, acting", at.x + 1, at.y + 1);
        assert!(said.lines().any(|line| line.starts_with(name) && line.ends_with(&token)), "{said}");
    }
}
