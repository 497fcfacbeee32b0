//! The bar along the bottom while a person's creature acts: its list by group, movement left, undo, end of turn.

use bevy_egui::egui::{
    Align, Align2, Button, CornerRadius, Layout, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    WidgetType,
};
use egui_phosphor::regular as glyph;

use super::view::{Said, View};
use super::{icons, paint, theme};
use crate::battle::{Id, Offer, Order};
use crate::level::Seat;

/// Draws the bar for the commanded creature.
pub fn show(ui: &mut Ui, view: &View, creature: Id, compact: bool, said: &mut Vec<Said>) {
    line(ui, view, creature, compact, said);
    ui.add_space(2.0);
    ui.spacing_mut().item_spacing = Vec2::new(4.0, 4.0);
    ui.horizontal_wrapped(|ui| {
        let mut group = None;
        for (place, offer) in view.offers.iter().enumerate() {
            if group.is_some_and(|group| group != offer.group) {
                let (rect, _) = ui.allocate_exact_size(Vec2::new(5.0, 46.0), Sense::hover());
                ui.painter().vline(
                    rect.center().x,
                    rect.shrink(6.0).y_range(),
                    Stroke::new(1.0, theme::LINE),
                );
            }
            group = Some(offer.group);
            if button(ui, view, offer, view.hints.slots.get(place).map_or("", String::as_str)) {
                said.push(Said::Pick(offer.clone()));
            }
        }
    });
}

/// Name, counters, movement; undo and end of turn at the right.
fn line(ui: &mut Ui, view: &View, creature: Id, compact: bool, said: &mut Vec<Said>) {
    ui.horizontal(|ui| {
        let sheet = view.sheet(creature);
        if compact {
            view.portrait(ui, creature, 28.0);
        }
        let side = view.side(creature).unwrap_or(0);
        paint::side_mark_widget(ui, side, view.settings.palette);
        ui.label(RichText::new(view.name(creature)).size(16.0).color(theme::PAPER));
        if compact && let Some(gauge) = sheet.gauges.first() {
            let (rect, response) = ui.allocate_exact_size(Vec2::new(64.0, 16.0), Sense::hover());
            paint::bar(
                ui.painter(),
                rect,
                gauge.now,
                gauge.max,
                paint::health(gauge.now, gauge.max),
            );
            let figures = format!("{}/{}", gauge.now, gauge.max);
            ui.painter().text(
                rect.center(),
                Align2::CENTER_CENTER,
                figures,
                theme::body(11.0),
                theme::PAPER,
            );
            response.on_hover_text(&gauge.label);
        }
        for pip in &sheet.pips {
            paint::pips(ui, pip.now, pip.max).on_hover_text(format!("{} {}/{}", pip.label, pip.now, pip.max));
        }
        let battle = &view.session.battle;
        let (left, unit) = battle.ruleset().movement_left(battle.world(), creature);
        ui.label(RichText::new(format!("{} {left} {unit}", glyph::FOOTPRINTS)).color(theme::FAINT))
            .on_hover_text("Movement left. Click a square in the reach to go there.");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let end = Button::new(RichText::new(format!("End turn  {}", view.hints.end_turn)).color(theme::INK))
                .fill(theme::LAMP)
                .min_size(Vec2::new(96.0, 28.0));
            if ui.add(end).clicked() {
                said.push(Said::Order(Order::EndTurn { creature }));
            }
            undo(ui, view, compact, said);
        });
    });
}

/// The undo button; says beforehand when a die would be taken back.
pub fn undo(ui: &mut Ui, view: &View, compact: bool, said: &mut Vec<Said>) {
    let dice = view.session.battle.undo_takes_dice_back();
    let text = match dice {
        Some(true) if !compact => format!("{} Undo, takes a roll back", glyph::ARROW_U_UP_LEFT),
        _ => format!("{} Undo", glyph::ARROW_U_UP_LEFT),
    };
    let colour = if dice == Some(true) { theme::HARM } else { theme::PAPER };
    let response = ui.add_enabled(dice.is_some(), Button::new(RichText::new(text).color(colour)));
    let response = response.on_hover_ui(|ui| {
        ui.label(format!("Takes the last order back ({}).", view.hints.undo));
        if dice == Some(true) {
            ui.label(RichText::new("A die was rolled since then: the table should agree.").color(theme::HARM));
        }
    });
    if response.clicked() {
        said.push(Said::Undo);
    }
}

/// One action: icon, caption, key, cost. Greyed when it cannot be used, with the reason on hover.
fn button(ui: &mut Ui, view: &View, offer: &Offer, key: &str) -> bool {
    let caption = theme::body(11.5);
    let words = ui
        .painter()
        .layout_no_wrap(offer.label.clone(), caption.clone(), theme::PAPER);
    // Key and cost stand beside the icon.
    let least = if key.chars().count() > 1 { 62.0 } else { 46.0 };
    let size = Vec2::new((words.size().x + 12.0).clamp(least, 132.0), 46.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let usable = offer.refusal.is_none();
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, usable, &offer.label));
    let aimed = view
        .session
        .aim
        .as_ref()
        .is_some_and(|aim| aim.offer.action == offer.action && aim.offer.with == offer.with);
    let fill = match (usable, response.hovered() || aimed) {
        (true, true) => theme::LIFTED,
        (true, false) => theme::RAISED,
        (false, _) => theme::PANEL_SOLID,
    };
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, CornerRadius::same(theme::CORNER), fill);
    let edge = match (aimed || response.has_focus(), response.hovered()) {
        (true, _) => Stroke::new(2.0, theme::LAMP),
        (false, true) => Stroke::new(1.0, theme::FAINT),
        (false, false) => Stroke::new(1.0, theme::LINE),
    };
    painter.rect_stroke(rect, CornerRadius::same(theme::CORNER), edge, StrokeKind::Inside);
    let ink = if usable {
        theme::PAPER
    } else {
        theme::FAINT.gamma_multiply(0.55)
    };
    let icon = Rect::from_center_size(Pos2::new(rect.center().x, rect.min.y + 17.0), Vec2::splat(22.0));
    icons::draw(&painter, view.pictures, icon, &offer.icon, ink);
    painter.text(
        Pos2::new(rect.center().x, rect.max.y - 4.0),
        Align2::CENTER_BOTTOM,
        &offer.label,
        caption,
        ink,
    );
    if !key.is_empty() && usable {
        painter.text(
            rect.left_top() + Vec2::new(4.0, 2.0),
            Align2::LEFT_TOP,
            key,
            theme::body(10.5),
            theme::LAMP,
        );
    }
    if let Some(figure) = cost_figure(&offer.cost) {
        let spot = rect.right_top() + Vec2::new(-4.0, 2.0);
        painter.text(
            spot,
            Align2::RIGHT_TOP,
            figure,
            theme::body(10.5),
            if usable { theme::FAINT } else { ink },
        );
    }
    let response = response.on_hover_ui(|ui| help(ui, offer, key));
    response.clicked()
}

fn help(ui: &mut Ui, offer: &Offer, key: &str) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(&offer.label).size(15.0).color(theme::LAMP));
        if !offer.cost.is_empty() {
            ui.label(RichText::new(&offer.cost).color(theme::FAINT));
        }
        if !key.is_empty() {
            ui.label(RichText::new(format!("key {key}")).color(theme::FAINT));
        }
    });
    if !offer.help.is_empty() {
        ui.label(&offer.help);
    }
    if let Some(range) = offer.range {
        ui.label(RichText::new(format!("Range {range} squares")).color(theme::FAINT));
    }
    if let Some(refusal) = &offer.refusal {
        ui.label(RichText::new(refusal.to_string()).color(theme::HARM));
    }
}

/// A cost as it fits on a button: "2 dice" as a figure with a mark, "5 ft" as it is; nothing for what is free.
fn cost_figure(cost: &str) -> Option<String> {
    let figure: String = cost.chars().take_while(char::is_ascii_digit).collect();
    match cost.get(figure.len()..).map(str::trim) {
        _ if figure.is_empty() => None,
        Some("die" | "dice") => Some(format!("{figure}{}", glyph::DIAMOND)),
        _ => Some(cost.chars().take(6).collect()),
    }
}

/// What the bar says when nobody at this table commands anything now.
pub fn waiting(ui: &mut Ui, view: &View, said: &mut Vec<Said>) {
    ui.horizontal(|ui| {
        let battle = &view.session.battle;
        match battle.side_to_move() {
            Some(side) if battle.outcome().is_none() => {
                paint::side_mark_widget(ui, side.0, view.settings.palette);
                let who = match battle.active().filter(|&id| view.session.sees(id)) {
                    Some(id) => format!(": {}", view.name(id)),
                    None => String::new(),
                };
                let text = match view.session.seat(side) {
                    Seat::Ai => format!("The computer plays {}{who}", view.side_name(side)),
                    Seat::Human if battle.decision().is_some() => format!("{} must decide", view.side_name(side)),
                    Seat::Human => format!("{} comes next", view.side_name(side)),
                };
                ui.label(RichText::new(text).size(16.0));
                if view.session.is_telling() && view.session.seat(side) == Seat::Human {
                    let skip = format!("{} shows the rest at once", view.hints.skip);
                    ui.label(RichText::new(skip).color(theme::FAINT));
                }
            }
            _ => {
                ui.label(RichText::new("The fight is decided.").size(16.0));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| undo(ui, view, true, said));
    });
}

#[cfg(test)]
mod tests {
    use super::cost_figure;

    #[test]
    fn a_cost_is_a_figure_on_the_button() {
        assert!(cost_figure("2 dice").is_some_and(|text| text.starts_with('2')));
        assert_eq!(cost_figure("5 ft").as_deref(), Some("5 ft"));
        assert_eq!(cost_figure(""), None);
        assert_eq!(cost_figure("free"), None);
    }
}
