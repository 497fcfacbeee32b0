//! What the odds of an aim come from: distance, cover, dice, what the target wears, every branch. Opened by a button of the bar or by its
//! key; it lies beside the aim and covers neither the target nor the bar.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Rect, RichText, ScrollArea, Ui, Vec2};
use egui_phosphor::regular as glyph;

use super::float::Float;
use super::keep_clear::Clear;
use super::layout::Layout;
use super::panel_context::{Desk, plays};
use super::panel_order::{Remember, Turn};
use super::ui_command::{UiCommand, Window};
use super::view::View;
use super::{odds, sources, theme, trace_view};
use crate::battle::{Act, CoverStep, Id, Measure, Order};
use crate::gui::app::probe;

pub(super) fn plugin(app: &mut App) {
    app.remember::<Open>()
        .add_systems(EguiPrimaryContextPass, (heed.in_set(Turn::Heed), draw.in_set(Turn::Why).run_if(plays)));
}

/// Whether it is open.
#[derive(Resource, Default)]
struct Open(bool);

fn heed(mut said: MessageReader<UiCommand>, mut open: ResMut<Open>) {
    for _ in said.read().filter(|one| **one == UiCommand::Toggle(Window::Why)) {
        open.0 = !open.0;
    }
}

fn draw(mut desk: Desk, mut open: ResMut<Open>) {
    desk.draw(|context, view, spot, said| {
        let act = view.session.aim.as_ref().and_then(|aim| aim.act());
        let Some(act) = act.filter(|_| open.0) else {
            // The next aim begins without it.
            open.0 &= view.session.aim.is_some();
            return;
        };
        let rect = show(context, view, &spot.places, &spot.clear, act, said);
        spot.clear.rects.push(rect);
    });
}

/// How wide it is at most, in points, and which part of the height that is free.
const WIDTH: f32 = 360.0;
const PART: f32 = 0.7;

fn show(
    context: &egui::Context,
    view: &View,
    places: &Layout,
    clear: &Clear,
    act: &Act,
    said: &mut Vec<UiCommand>,
) -> Rect {
    let most = Vec2::new(WIDTH.min(places.free.width() - 16.0), places.free.height() * PART);
    let near = match (act.target, act.at) {
        (Some(target), _) => view.place(target),
        (None, at) => at.map(|at| view.lens.square(at)),
    };
    let near = near.unwrap_or(Rect::from_center_size(places.free.center(), Vec2::ZERO));
    // Long reckonings are read over any ground.
    let frame = theme::frame().fill(theme::PANEL_SOLID);
    Float { frame, ..Float::new("why", most) }.show(
        context,
        |size| clear.place(context, "why", size, places.free, near),
        |ui| {
            let high = ui.available_height();
            ScrollArea::vertical().id_salt("why").auto_shrink([true, true]).max_height(high).show(ui, |ui| {
                ui.set_width(most.x - 28.0);
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.spacing_mut().interact_size.y = 18.0;
                reasons(ui, view, act, said);
            });
            probe::spot(&ui.response(), || "why panel".into());
        },
    )
}

fn reasons(ui: &mut Ui, view: &View, act: &Act, said: &mut Vec<UiCommand>) {
    let battle = view.session.seen();
    if let Some(info) = battle.ruleset().aim(battle.world(), act) {
        let cover = if info.shelter.step == CoverStep::None { "no cover" } else { info.shelter.name.as_str() };
        ui.label(RichText::new(format!("{} {}, {cover}", glyph::RULER, info.distance)).size(13.0));
        if let Some(target) = act.target {
            worn(ui, view, target);
        }
        if let Some(pool) = &info.pool {
            sources::row(ui, view, &view.session.plain(pool));
            trace_view::tree(ui, &view.session.plain(pool), said);
        }
        trace_view::tree(ui, &view.session.plain(&info.cover), said);
    }
    ui.add_space(6.0);
    match view.forecasts.get(&Order::Act(act.clone())) {
        Some(forecast) => odds::branches(ui, view, forecast, act.target),
        None => {
            ui.label(RichText::new("Working out the odds …").size(12.0).color(theme::FAINT));
        }
    }
}

/// What the target wears, and what its sheet says of how it takes harm.
fn worn(ui: &mut Ui, view: &View, target: Id) {
    let sheet = view.sheet(target);
    for gauge in sheet.of(Measure::Armour) {
        let words = format!("{} {}: {} of {} left", glyph::SHIELD, gauge.label, gauge.now, gauge.max);
        ui.label(RichText::new(words).size(12.5).color(theme::PAPER));
    }
}
