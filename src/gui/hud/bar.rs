//! The foot of the window: an aim, the list of actions with the end of the turn apart from it, or who is waited for. It is as large as what is
//! in it. An open question has no bar: it stands beside whom it is put to.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Align2, Rect, RichText, Ui, Vec2};

use super::float::Float;
use super::layout::{self, Foot, Layout};
use super::panel_context::{Desk, plays};
use super::panel_order::{Remember, Turn};
use super::ui_command::UiCommand;
use super::view::View;
use super::{actions, aim, paint, theme, undo};
use crate::battle::{Decision, Id};
use crate::gui::session::Ask;
use crate::level::Seat;

pub(super) fn plugin(app: &mut App) {
    app.remember::<Topic>().add_systems(EguiPrimaryContextPass, draw.in_set(Turn::Bar).run_if(plays));
}

fn draw(mut desk: Desk, mut foot: ResMut<Foot>, mut last: ResMut<Topic>) {
    desk.draw(|context, view, spot, said| show(context, view, (&mut foot, &mut last), &spot.places, said));
}

/// What the bar is about. While it stays the same the bar may grow, but does not shrink: nothing moves away from under the mouse because the
/// next target has a shorter name.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
enum Topic {
    /// Who is waited for, or a list of actions: as large as it is.
    #[default]
    Plain,
    /// An action that is aimed, or its family.
    Aim(String),
}

impl Topic {
    fn of(view: &View) -> Self {
        let session = view.session;
        let aimed = session.aim.as_ref().map(|aim| &aim.offer);
        aimed.map_or(Self::Plain, |offer| {
            let family = session.fan.clone().unwrap_or_default();
            Self::Aim(if family.is_empty() { offer.label.clone() } else { family })
        })
    }
}

/// Draws the bar.
fn show(
    context: &egui::Context,
    view: &View,
    (foot, last): (&mut Foot, &mut Topic),
    places: &Layout,
    said: &mut Vec<UiCommand>,
) {
    let window = context.content_rect().size();
    let question = view.session.question();
    let asks_person = question.is_some_and(|question| view.session.seat(question.side) == Seat::Human);
    let about = Topic::of(view);
    let same = foot.window == window && *last == about;
    let was = if same { foot.size } else { Vec2::ZERO };
    let mut now = Vec2::ZERO;
    if !asks_person {
        let here = !view.session.hands_over();
        let ask = view.session.ask.as_ref().filter(|_| here);
        let acts = view.session.commanded().filter(|_| here);
        let acts = acts.filter(|_| ask.is_none() && question.is_none() && view.session.aim.is_none());
        now = if let Some(creature) = acts {
            list(context, view, creature, places, said)
        } else {
            middle(context, view, ask, if about == Topic::Plain { Vec2::ZERO } else { was }, places, said)
        };
    }
    let known = if foot.window == window { foot.row } else { 0.0 };
    let row =
        if about == Topic::Plain && !asks_person && view.session.ask.is_none() { known.max(now.y) } else { known };
    let drawn = Foot { window, size: now, row };
    if drawn != *foot || about != *last {
        (*foot, *last) = (drawn, about);
        context.request_repaint();
    }
}

/// How far apart the list and the end of the turn are at most, in points: on a wide screen no hand has a long way between them.
const SPAN: f32 = 1264.0;
/// Between the two where the list takes all there is.
const GAP: f32 = 4.0;

/// What somebody can do, and apart from it how its turn ends: each always begins, or ends, in the same place, however long the list is.
/// Returns how large both are together.
fn list(context: &egui::Context, view: &View, creature: Id, places: &Layout, said: &mut Vec<UiCommand>) -> Vec2 {
    let wide = places.full.width().min(SPAN);
    let span = Rect::from_center_size(places.full.center(), Vec2::new(wide, places.full.height()));
    let high = context.content_rect().height() * 0.6;
    let narrow = wide < actions::NARROW;
    let float = |id, most| Float { frame: theme::frame().inner_margin(5.0), ..Float::new(id, most) };
    let size = |id| float(id, span.size()).size(context).unwrap_or(Vec2::new(0.0, layout::ROW));
    float("end of turn", Vec2::new(wide / 2.0, high)).show(
        context,
        |size| Align2::RIGHT_BOTTOM.align_size_within_rect(size, span),
        |ui| actions::closing(ui, view, creature, narrow, said),
    );
    let end = size("end of turn");
    float("bar", Vec2::new(wide - end.x - GAP, high)).show(
        context,
        |size| Align2::LEFT_BOTTOM.align_size_within_rect(size, span),
        |ui| actions::show(ui, view, creature, (narrow, places.low), said),
    );
    Vec2::new(wide, size("bar").y.max(end.y))
}

/// What else the bar says, in the middle and at least of this size: an aim, a question to another side, who is waited for. Returns how large
/// it is.
fn middle(
    context: &egui::Context,
    view: &View,
    ask: Option<&Ask>,
    least: Vec2,
    places: &Layout,
    said: &mut Vec<UiCommand>,
) -> Vec2 {
    let frame = if ask.is_some() { theme::loud_frame() } else { theme::frame() };
    let most = Vec2::new(places.full.width(), context.content_rect().height() * 0.6);
    let float = Float { frame: frame.inner_margin(5.0), least, ..Float::new("bar", most) };
    float.show(
        context,
        |size| Align2::CENTER_BOTTOM.align_size_within_rect(size, places.full),
        |ui| {
            if let Some(ask) = ask {
                ui.set_max_width(640.0);
                undo::asked(ui, view, ask, said);
            } else if let Some(question) = view.session.question() {
                others(ui, view, question);
            } else if let Some(aim) = &view.session.aim {
                aim::show(ui, view, aim, places.low, said);
            } else {
                actions::waiting(ui, view, said);
            }
        },
    );
    Float::new("bar", most).size(context).unwrap_or(Vec2::new(0.0, layout::ROW))
}

/// What it says while somebody else decides.
fn others(ui: &mut Ui, view: &View, decision: &Decision) {
    ui.horizontal_wrapped(|ui| {
        paint::side_mark_widget(ui, decision.side.0, view.settings.palette);
        let colour = theme::side_text(view.settings.palette, decision.side.0);
        ui.label(RichText::new(view.side_name(decision.side)).size(15.0).color(colour));
        ui.label(RichText::new("to decide:").size(15.0));
        ui.label(RichText::new(view.session.masked(&decision.prompt)).size(14.0));
    });
}
