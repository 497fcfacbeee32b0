//! The open fan while one of its members is aimed: all of them side by side, each with its cost and how likely it is to succeed.

use bevy_egui::egui::{Align2, CornerRadius, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType};

use super::view::{Said, View};
use super::{actions, icons, text, theme};
use crate::battle::{Act, Aim, Branch, Id, Offer, Order};
use crate::gui::{Aiming, fan};

/// Draws the family of the aimed action, if it is fanned out.
pub fn show(ui: &mut Ui, view: &View, aim: &Aiming, said: &mut Vec<Said>) {
    let Some(open) = &view.session.fan else { return };
    let buttons = fan::buttons(view.offers);
    let Some(button) = buttons.iter().find(|one| one.fans() && one.name == *open) else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(4.0);
        for (place, offer) in button.members.iter().map(|&member| &view.offers[member]).enumerate() {
            // Of what needs no target, the keys choose the way of doing it.
            let keys = if aim.offer.aim == Aim::Nothing {
                &[]
            } else {
                &view.hints.slots[..]
            };
            let key = keys.get(place).map_or("", String::as_str);
            if member(ui, view, aim, offer, key) {
                said.push(Said::Pick(offer.clone()));
            }
        }
    });
}

/// A member as a chip: key, icon, name, and below them cost and odds against what is aimed at.
fn member(ui: &mut Ui, view: &View, aim: &Aiming, offer: &Offer, key: &str) -> bool {
    let odds = chance(view, aim, offer);
    let cost = actions::cost_figure(&offer.cost).unwrap_or_default();
    let below = format!("{cost}  {odds}");
    let wide = |text: &str, size: f32| {
        let galley = ui
            .painter()
            .layout_no_wrap(text.to_owned(), theme::body(size), theme::PAPER);
        galley.size().x
    };
    let left = 8.0 + wide(key, 10.5).max(18.0);
    let size = Vec2::new(left + 8.0 + wide(&offer.label, 12.5).max(wide(&below, 11.0)), 36.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let usable = offer.refusal.is_none();
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, usable, format!("{} {below}", offer.label)));
    let chosen = aim.offer.action == offer.action && aim.offer.with == offer.with;
    let painter = ui.painter();
    let fill = if chosen || response.hovered() {
        theme::LIFTED
    } else {
        theme::RAISED
    };
    painter.rect_filled(rect, CornerRadius::same(theme::CORNER), fill);
    let edge = match (response.has_focus(), chosen) {
        (true, _) => Stroke::new(3.0, theme::LAMP),
        (_, true) => Stroke::new(2.0, theme::LAMP),
        _ => Stroke::new(1.0, theme::LINE),
    };
    painter.rect_stroke(rect, CornerRadius::same(theme::CORNER), edge, StrokeKind::Inside);
    let ink = if usable {
        theme::PAPER
    } else {
        theme::FAINT.gamma_multiply(0.55)
    };
    let corner = rect.min + Vec2::new(5.0, 2.0);
    painter.text(corner, Align2::LEFT_TOP, key, theme::body(10.5), theme::LAMP);
    let icon = bevy_egui::egui::Rect::from_min_size(rect.min + Vec2::new(5.0, 16.0), Vec2::splat(16.0));
    icons::draw(painter, view.pictures, icon, &offer.icon, ink);
    let spot = rect.min + Vec2::new(left, 2.0);
    painter.text(spot, Align2::LEFT_TOP, &offer.label, theme::body(12.5), ink);
    let spot = rect.min + Vec2::new(left, 19.0);
    painter.text(spot, Align2::LEFT_TOP, &below, theme::body(11.0), theme::FAINT);
    let response = response.on_hover_ui(|ui| actions::help(ui, offer, key));
    response.clicked()
}

/// How likely a member succeeds against what is aimed at; empty where there is nothing to say.
fn chance(view: &View, aim: &Aiming, offer: &Offer) -> String {
    let (Some(creature), Some(target)) = (view.session.commanded(), aim.target) else {
        return String::new();
    };
    if offer.refusal.is_some() || offer.aim != Aim::Thing {
        return String::new();
    }
    let act = Act {
        with: offer.with.clone(),
        target: Some(target),
        ..Act::new(creature, offer.action.clone())
    };
    let order = Order::Act(act);
    if view.session.battle.check(&order).is_err() {
        return "not there".into();
    }
    match view.forecasts.roughly(&order) {
        Some(forecast) => {
            let about = if forecast.exact { "" } else { "≈ " };
            let last = forecast.branches.last();
            last.map_or(String::new(), |branch| format!("{about}{}", odds(branch, target)))
        }
        None => "…".into(),
    }
}

/// The odds of a branch in a word: the roll against something, else the chance of harm.
fn odds(branch: &Branch, target: Id) -> String {
    if let Some(success) = branch.success {
        return text::percent(success, branch.whole);
    }
    let struck = branch.targets.get(&target);
    struck.map_or(String::new(), |target| {
        format!("{} %", target.chance_hundredths(branch.whole))
    })
}
