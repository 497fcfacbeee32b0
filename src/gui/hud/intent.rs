//! What the computer is about to do, and why: a line over the shoulder of the creature that begins its turn, as far as the viewer may be
//! told it. Nothing can be done on it, and whatever is done there is done to the board.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Label, Margin, RichText, Stroke, Vec2};

use super::float::Float;
use super::keep_clear::Clear;
use super::panel_context::{Desk, Spot, plays};
use super::panel_order::Turn;
use super::theme;
use super::view::View;
use crate::gui::session::intents::Intent;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.in_set(Turn::Card).run_if(plays));
}

fn draw(mut desk: Desk) {
    desk.draw(|context, view, spot, _| {
        let intent = view.session.intent().filter(|_| view.session.question().is_none());
        if let Some(intent) = intent {
            let rect = show(context, view, intent, spot);
            spot.clear.rects.push(rect);
        }
    });
}

/// How wide it is at most, in points.
const WIDE: f32 = 290.0;

fn show(context: &egui::Context, view: &View, intent: &Intent, spot: &Spot) -> egui::Rect {
    let room = spot.places.free;
    let wide = (room.width() - 16.0).clamp(140.0, WIDE);
    let frame = egui::Frame::new()
        .fill(theme::PANEL_SOLID)
        .stroke(Stroke::new(1.0, theme::LAMP))
        .corner_radius(theme::CORNER)
        .inner_margin(Margin::symmetric(7, 4));
    let float = Float {
        frame,
        takes: false,
        order: egui::Order::Background,
        ..Float::new("intent", Vec2::new(wide, room.height()))
    };
    let corner = egui::Rect::from_min_size(room.center_top(), Vec2::ZERO);
    let near = view.place(intent.creature).unwrap_or(corner);
    // It is there for a moment: near to whom it is about, and not beside the board.
    let clear = Clear { ground: None, ..spot.clear.clone() };
    float.show(
        context,
        |size| clear.place(context, "intent", size, room, near),
        |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let label = format!("{}: {}", view.name(intent.creature), intent.label);
            ui.add(Label::new(RichText::new(label).size(13.0).color(theme::PAPER)).wrap().selectable(false));
            // In a low window only what is done has room.
            if !intent.why.is_empty() && !spot.places.low {
                let why = RichText::new(&intent.why).size(12.0).color(theme::FAINT);
                ui.add(Label::new(why).wrap().selectable(false));
            }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::super::drawn::{Drawn, words};
    use super::super::log;
    use super::*;
    use crate::ai::Suggestion;
    use crate::battle::{Order, SideId};
    use crate::gui::session::Session;
    use crate::gui::tests::test_battles::{STABLE, begun};

    /// Ada's side is told what she is about to do, and the other is told nothing.
    fn about_to_end() -> Session {
        let mut session = begun(STABLE, "Ada");
        let creature = session.battle.active().expect("it is her turn");
        let told = Suggestion {
            order: Order::EndTurn { creature },
            label: "End turn".into(),
            why: vec!["Nothing is worth more.".into()],
        };
        session.note_intents(session.battle.events().len(), vec![(SideId(0), told)]);
        session
    }

    #[test]
    fn the_line_stands_over_the_turn_and_in_the_log_of_the_side_that_was_told_it() {
        let mut session = about_to_end();
        let order = Order::EndTurn { creature: session.battle.active().expect("it is her turn") };
        let mut table = Drawn::of(&[plugin]);
        table.frame(&mut session, Vec::new());
        let said = words(&table.frame(&mut session, Vec::new()));
        assert!(said.contains("Ada: End turn") && said.contains("Nothing is worth more."), "{said}");
        session.submit(&order).expect("it is her turn");
        session.look_as(SideId(0));
        let said = words(&table.frame(&mut session, Vec::new()));
        assert!(said.contains("Ada: End turn"), "it stands there until the end of the turn has been shown: {said}");
        session.shown = session.battle.events().len();
        let said = words(&table.frame(&mut session, Vec::new()));
        assert!(!said.contains("Ada: End turn"), "{said}");

        let logged = |session: &mut Session| {
            let mut table = Drawn::of(&[log::plugin]);
            table.frame(session, Vec::new());
            words(&table.frame(session, Vec::new()))
        };
        session.look_as(SideId(0));
        let said = logged(&mut session);
        assert!(said.contains("Ada: End turn. Nothing is worth more."), "{said}");
        session.look_as(SideId(1));
        let said = logged(&mut session);
        assert!(!said.contains("Ada: End turn"), "the other side was told nothing: {said}");
        session.look_as(SideId(0));
        session.undo();
        assert_eq!(session.intents().count(), 0, "it was told of what has not happened");
    }
}
