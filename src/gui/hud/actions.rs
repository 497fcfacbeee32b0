//! The bar along the bottom while a person's creature acts: its list by group, movement left, undo, end of turn.

use bevy_egui::egui::{
    Align, Align2, Button, CornerRadius, Layout, Pos2, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::view::{Said, View};
use super::{icons, paint, take_back, theme};
use crate::battle::{Id, Offer, Order, Price};
use crate::gui::{fan, probe};
use crate::level::Seat;

/// How high a button is.
const HEIGHT: f32 = 46.0;
/// How large its icon is.
const ICON: f32 = 22.0;
/// The size of its key and cost.
const SMALL: f32 = 10.5;

/// Draws the bar for the commanded creature.
pub fn show(ui: &mut Ui, view: &View, creature: Id, compact: bool, said: &mut Vec<Said>) {
    line(ui, view, creature, compact, said);
    ui.add_space(2.0);
    ui.spacing_mut().item_spacing = Vec2::new(4.0, 4.0);
    let buttons = fan::buttons(view.offers);
    if let Some(open) = buttons
        .iter()
        .find(|one| one.fans() && view.session.fan.as_deref() == Some(&*one.name))
    {
        ui.horizontal_wrapped(|ui| fanned(ui, view, open, said));
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let mut group = None;
        for (place, one) in buttons.iter().enumerate() {
            let now = view.offers[one.members[0]].group;
            if group.is_some_and(|group| group != now) {
                let (rect, _) = ui.allocate_exact_size(Vec2::new(5.0, HEIGHT), Sense::hover());
                let line = rect.shrink(6.0).y_range();
                ui.painter().vline(rect.center().x, line, Stroke::new(1.0, theme::LINE));
            }
            group = Some(now);
            let key = view.hints.slots.get(place).map_or("", String::as_str);
            let response = if one.fans() {
                family(ui, view, one, key)
            } else {
                button(ui, view, &view.offers[one.members[0]], key)
            };
            probe::spot(&response, || format!("action {place}"));
            if response.clicked() {
                said.push(if one.fans() {
                    Said::Open(one.name.clone())
                } else {
                    Said::Pick(view.offers[one.members[0]].clone())
                });
            }
        }
    });
}

/// The members of an open family, with a way back to the whole list.
fn fanned(ui: &mut Ui, view: &View, open: &fan::Button, said: &mut Vec<Said>) {
    let back = Button::new(RichText::new(glyph::ARROW_LEFT).size(18.0)).min_size(Vec2::new(30.0, 36.0));
    let response = ui.add(back);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Back"));
    if response
        .on_hover_text(format!("Back ({})", view.hints.cancel))
        .clicked()
    {
        said.push(Said::CancelAim);
    }
    super::fan::members(ui, view, open, None, said);
}

/// The one button of a family.
fn family(ui: &mut Ui, view: &View, one: &fan::Button, key: &str) -> Response {
    let members: Vec<&Offer> = one.members.iter().map(|&place| &view.offers[place]).collect();
    let usable = members.iter().any(|offer| offer.refusal.is_none());
    let first = members[0];
    let face = Face {
        label: &one.name,
        icon: &first.icon,
        price: if one.lead.is_some() { first.price } else { Price::Free },
        cost: if one.lead.is_some() { &first.cost } else { "" },
        key,
        usable,
        chosen: false,
        fans: true,
    };
    draw(ui, view, &face).on_hover_ui(|ui| {
        ui.label(RichText::new(&one.name).size(15.0).color(theme::LAMP));
        for offer in &members {
            let colour = if offer.refusal.is_none() {
                theme::PAPER
            } else {
                theme::FAINT
            };
            let cost = if offer.cost.is_empty() { "free" } else { &offer.cost };
            ui.label(RichText::new(format!("{}: {cost}", offer.label)).color(colour));
        }
        if let Some(refusal) = first.refusal.as_ref().filter(|_| !usable) {
            ui.label(RichText::new(view.session.masked(&refusal.to_string())).color(theme::HARM));
        }
    })
}

/// Narrower than this, undo and end of turn have a line of their own, in points.
const NARROW: f32 = 520.0;

/// Name, counters, movement; undo and end of turn at the right.
fn line(ui: &mut Ui, view: &View, creature: Id, compact: bool, said: &mut Vec<Said>) {
    let narrow = ui.available_width() < NARROW;
    ui.horizontal(|ui| {
        let sheet = view.sheet(creature);
        if compact {
            view.portrait(ui, creature, 28.0);
        }
        let side = view.side(creature).unwrap_or(0);
        paint::side_mark_widget(ui, side, view.settings.palette);
        ui.label(RichText::new(view.name(creature)).size(16.0).color(theme::PAPER));
        actors(ui, view, creature, said);
        if compact && let Some(gauge) = sheet.health() {
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
        let battle = view.session.seen();
        let (left, unit) = battle.ruleset().movement_left(battle.world(), creature);
        let course = battle.ruleset().course(battle.world(), creature, view.session.viewer);
        ui.label(RichText::new(format!("{} {left} {unit}", glyph::FOOTPRINTS)).color(theme::FAINT))
            .on_hover_ui(|ui| {
                ui.label("Movement left. Click a square in the reach to go there.");
                for line in &course.lines {
                    ui.label(line);
                }
            });
        if let Some(warning) = &course.warning {
            ui.label(RichText::new(format!("{} {warning}", glyph::WARNING)).color(theme::HARM));
        }
        if !narrow {
            closing(ui, view, creature, compact, said);
        }
    });
    if narrow {
        ui.horizontal(|ui| closing(ui, view, creature, compact, said));
    }
}

/// Undo and end of turn.
fn closing(ui: &mut Ui, view: &View, creature: Id, compact: bool, said: &mut Vec<Said>) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let end = Button::new(RichText::new(format!("End turn  {}", view.hints.end_turn)).color(theme::INK))
            .fill(theme::LAMP)
            .min_size(Vec2::new(96.0, 28.0));
        let response = ui.add(end);
        probe::spot(&response, || "end of turn".into());
        if response.clicked() {
            let turn = view.session.battle.active().unwrap_or(creature);
            said.push(Said::Order(Order::EndTurn { creature: turn }));
        }
        take_back::button(ui, view, compact, said);
    });
}

/// Everybody else who may act now, each a button that gives it the next orders.
fn actors(ui: &mut Ui, view: &View, creature: Id, said: &mut Vec<Said>) {
    for other in view.session.actors().into_iter().filter(|&id| id != creature) {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(26.0), Sense::click());
        let words = format!("Orders for {}", view.name(other));
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &words));
        probe::spot(&response, || format!("orders for {}", view.name(other)));
        let edge = match (response.has_focus(), response.hovered()) {
            (true, _) => Stroke::new(2.0, theme::LAMP),
            (_, true) => Stroke::new(1.5, theme::LAMP),
            _ => Stroke::new(1.0, theme::LINE),
        };
        let painter = ui.painter();
        painter.rect(
            rect,
            CornerRadius::same(theme::CORNER),
            theme::RAISED,
            edge,
            StrokeKind::Inside,
        );
        view.paint_portrait(painter, rect.shrink(3.0), other);
        let hover = format!("{words}: it may act on this turn, too ({})", view.hints.next_actor);
        if response.on_hover_text(hover).clicked() {
            said.push(Said::Command(other));
        }
    }
}

/// What a button of the bar shows.
struct Face<'a> {
    label: &'a str,
    icon: &'a str,
    price: Price,
    cost: &'a str,
    key: &'a str,
    usable: bool,
    chosen: bool,
    fans: bool,
}

/// One action: icon, caption, key, cost. Greyed when it cannot be used, with the reason on hover.
fn button(ui: &mut Ui, view: &View, offer: &Offer, key: &str) -> Response {
    let aim = view.session.aim.as_ref();
    let face = Face {
        label: &offer.label,
        icon: &offer.icon,
        price: offer.price,
        cost: &offer.cost,
        key,
        usable: offer.refusal.is_none(),
        chosen: aim.is_some_and(|aim| aim.offer.action == offer.action && aim.offer.with == offer.with),
        fans: false,
    };
    draw(ui, view, &face).on_hover_ui(|ui| help(ui, offer, key))
}

fn draw(ui: &mut Ui, view: &View, face: &Face) -> Response {
    let caption = theme::body(11.5);
    let figure = cost_figure(face.price, face.cost);
    let wide = |text: &str, size: f32| {
        let galley = ui
            .painter()
            .layout_no_wrap(text.to_owned(), theme::body(size), theme::PAPER);
        galley.size().x
    };
    // Key and cost stand beside the icon and take what room they need.
    let beside = wide(face.key, SMALL).max(figure.as_deref().map_or(0.0, |text| wide(text, SMALL)));
    let least = (ICON + 2.0 * (beside + 6.0)).max(46.0);
    let size = Vec2::new((wide(face.label, 11.5) + 12.0).max(least), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let usable = face.usable;
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, usable, face.label));
    let fill = match (usable, response.hovered() || face.chosen) {
        (true, true) => theme::LIFTED,
        (true, false) => theme::RAISED,
        (false, _) => theme::PANEL_SOLID,
    };
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect_filled(rect, CornerRadius::same(theme::CORNER), fill);
    let edge = match (face.chosen || response.has_focus(), response.hovered()) {
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
    let icon = Rect::from_center_size(Pos2::new(rect.center().x, rect.min.y + 17.0), Vec2::splat(ICON));
    icons::draw(&painter, view.pictures, icon, face.icon, ink);
    let foot = Pos2::new(rect.center().x, rect.max.y - 4.0);
    painter.text(foot, Align2::CENTER_BOTTOM, face.label, caption, ink);
    if !face.key.is_empty() && usable {
        let spot = rect.left_top() + Vec2::new(4.0, 2.0);
        painter.text(spot, Align2::LEFT_TOP, face.key, theme::body(SMALL), theme::LAMP);
    }
    if let Some(figure) = figure {
        let spot = rect.right_top() + Vec2::new(-4.0, 2.0);
        let colour = if usable { theme::FAINT } else { ink };
        painter.text(spot, Align2::RIGHT_TOP, figure, theme::body(SMALL), colour);
    }
    if face.fans {
        // Three steps of a stair at the right: there is more behind it.
        let spot = rect.right_center() + Vec2::new(-4.0, 2.0);
        let colour = if usable { theme::LAMP } else { ink };
        painter.text(
            spot,
            Align2::RIGHT_CENTER,
            glyph::DOTS_THREE_VERTICAL,
            theme::body(14.0),
            colour,
        );
    }
    response
}

/// What an action is and costs, and why it cannot be used.
pub fn help(ui: &mut Ui, offer: &Offer, key: &str) {
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

/// A cost as it fits on a button: a length as it is, "2 dice" and the like as a figure with a mark; nothing for what is free.
pub fn cost_figure(price: Price, cost: &str) -> Option<String> {
    match price {
        Price::Free => None,
        Price::Way => Some(cost.into()),
        Price::Points(points) => Some(format!("{points}{}", glyph::DIAMOND)),
    }
}

/// What the bar says when nobody at this table commands anything now.
pub fn waiting(ui: &mut Ui, view: &View, said: &mut Vec<Said>) {
    ui.horizontal(|ui| {
        let battle = &view.session.battle;
        match view.session.speaker() {
            Some(side) => {
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
                if view.session.is_telling() || view.session.seat(side) == Seat::Ai {
                    let [slower, faster] = &view.hints.pace;
                    let skip = format!(
                        "{} shows the rest at once, {slower} and {faster} change the pace",
                        view.hints.skip
                    );
                    ui.label(RichText::new(skip).color(theme::FAINT));
                }
            }
            None => {
                ui.label(RichText::new("The fight is decided.").size(16.0));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            take_back::button(ui, view, true, said);
        });
    });
}

#[cfg(test)]
mod tests {
    use super::{Price, cost_figure};

    #[test]
    fn a_cost_is_a_figure_on_the_button() {
        let figure = cost_figure(Price::Points(2), "a pair of dice").expect("a figure");
        assert!(figure.starts_with('2') && figure.chars().count() == 2, "{figure}");
        assert_eq!(cost_figure(Price::Way, "5 ft").as_deref(), Some("5 ft"));
        assert_eq!(cost_figure(Price::Free, ""), None);
    }
}
