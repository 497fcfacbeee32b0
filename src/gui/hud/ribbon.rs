//! Along the top: the round, who acts and who comes next; the goal; the buttons of the table.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{
    self, Align2, Button, CornerRadius, Pos2, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::float::{DropDown, Float};
use super::layout::Layout as Places;
use super::panel_context::Desk;
use super::panel_order::Turn;
use super::reactions::{self, Cards};
use super::ui_command::{UiCommand, Window};
use super::view::View;
use super::{goals, paint, theme};
use crate::battle::{ById, Id, OnMap, Order, Purpose};
use crate::gui::app::probe;
use crate::gui::session::marks::Star;
use crate::level::Seat;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.in_set(Turn::Ribbon));
}

fn draw(mut desk: Desk, mut reactions: Local<Cards>) {
    desk.draw(|context, view, spot, said| {
        reactions.follow(view.session);
        show(context, view, &spot.places, &reactions, said);
    });
}

/// Everyone still on the map in the order they will act, as far as the viewer knows of them, the acting creature first, known or
/// not; after how many the next round begins.
pub(super) fn upcoming(view: &View) -> (Vec<Id>, usize) {
    let battle = &view.session.battle;
    let (flow, world) = (battle.flow(), battle.world());
    let here = |from: usize, to: usize| {
        flow.order[from..to]
            .iter()
            .map(|slot| slot.creature)
            .filter(|&id| world.part::<OnMap>(id).is_some())
            .filter(|&id| view.session.sees(id) || battle.active() == Some(id))
            .collect::<Vec<_>>()
    };
    let at = flow.at.min(flow.order.len());
    let mut out = here(at, flow.order.len());
    let this_round = out.len();
    out.extend(here(0, at));
    (out, this_round)
}

/// Draws turn order, goal and buttons, each as large as it must be, with the board showing between them.
fn show(context: &egui::Context, view: &View, places: &Places, reactions: &Cards, said: &mut Vec<UiCommand>) {
    let (full, high) = (places.full, places.strip);
    let float = |id, wide: f32| Float {
        frame: theme::slim_frame(),
        least: Vec2::new(0.0, high),
        ..Float::new(id, Vec2::new(wide, high))
    };
    let tight = full.width() < TIGHT;
    let tools = float("tools", full.width()).show(
        context,
        |size| Align2::RIGHT_TOP.align_size_within_rect(size, full),
        |ui| {
            ui.horizontal_centered(|ui| buttons(ui, view, tight, said));
        },
    );
    let left = tools.min.x - theme::STEP - full.min.x;
    let order = float("ribbon", left.clamp(120.0, LONGEST)).show(
        context,
        |size| Rect::from_min_size(full.min, size),
        |ui| {
            ui.horizontal_centered(|ui| {
                round(ui, view);
                order(ui, view, (high - 8.0, places.low), reactions, said);
            });
        },
    );
    let between = Rect::from_min_max(
        Pos2::new(order.max.x + theme::STEP, full.min.y),
        Pos2::new(tools.min.x - theme::STEP, full.min.y + high),
    );
    if !tight && between.width() >= goals::LEAST {
        let float = Float { least: Vec2::ZERO, ..float("goal", between.width()) };
        float.show(
            context,
            |size| Align2::CENTER_TOP.align_size_within_rect(size, between),
            |ui| goals::line(ui, view),
        );
    }
}

fn round(ui: &mut Ui, view: &View) {
    ui.spacing_mut().item_spacing.x = 6.0;
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.label(RichText::new("Round").size(10.0).color(theme::FAINT));
        let round = view.session.battle.flow().round;
        ui.label(RichText::new(round.to_string()).size(16.0).color(theme::LAMP));
    });
}

/// Wider than this the turn order does not become, in points: whoever comes later is scrolled to.
const LONGEST: f32 = 480.0;

/// Below this width, in points, most buttons go into a menu, so that the turn order keeps its place.
const TIGHT: f32 = 640.0;

fn buttons(ui: &mut Ui, view: &View, tight: bool, said: &mut Vec<UiCommand>) {
    let watching = view.watching;
    ui.spacing_mut().item_spacing.x = 2.0;
    let all_in_view = format!("All in view ({})", view.hints.fit);
    let hand = format!("Hand ({})", view.hints.hand);
    let plans = format!("Suggestions ({})", view.hints.plans);
    let all = [
        (glyph::LIGHTBULB, plans.as_str(), UiCommand::Toggle(Window::Plans)),
        (glyph::CARDS_THREE, hand.as_str(), UiCommand::Toggle(Window::Hand)),
        (glyph::CORNERS_OUT, all_in_view.as_str(), UiCommand::SeeAll),
        (glyph::IDENTIFICATION_CARD, "Sheet", UiCommand::Toggle(Window::Sheet)),
        (glyph::SCROLL, "Log", UiCommand::Toggle(Window::Log)),
        (glyph::FLOPPY_DISK, "Save under a name", UiCommand::Toggle(Window::SaveAs)),
        (glyph::CROWN, "Game master", UiCommand::Toggle(Window::GameMaster)),
        (glyph::BUG, "Report a mistake", UiCommand::Toggle(Window::Report)),
        (glyph::GEAR_SIX, "Settings", UiCommand::Toggle(Window::Settings)),
        (glyph::SIGN_OUT, if watching { "Leave" } else { "Leave (the battle is saved)" }, UiCommand::Leave),
    ];
    let idle = |what: &UiCommand| {
        matches!(what, UiCommand::Toggle(Window::Report | Window::GameMaster | Window::SaveAs | Window::Plans))
    };
    let reading = |what: &UiCommand| matches!(what, UiCommand::Toggle(Window::Log | Window::Sheet | Window::Hand));
    // The button is there where the ruleset deals hands. Whether a side holds anything now stays its secret.
    let hands = !watching && view.session.has_hands() && !view.session.people().is_empty();
    let shown = all.into_iter().filter(|(_, _, what)| hands || *what != UiCommand::Toggle(Window::Hand));
    let shown = shown.filter(|(_, _, what)| !watching || !idle(what));
    let (menu, shown): (Vec<_>, Vec<_>) = shown.partition(|(_, _, what)| tight && !reading(what));
    // Where there is no room for the line of it.
    goals::button(ui, view, tight, said);
    let size = Vec2::splat(28.0);
    for (icon, name, what) in shown {
        let response = ui.add(Button::new(RichText::new(icon).size(17.0)).min_size(size).frame(false));
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, name));
        probe::spot(&response, || format!("window {}", name.split(' ').next().unwrap_or(name)));
        if response.has_focus() || response.hovered() {
            let edge = Stroke::new(if response.has_focus() { 2.0 } else { 1.0 }, theme::LAMP);
            let corner = CornerRadius::same(theme::CORNER);
            ui.painter().rect_stroke(response.rect, corner, edge, StrokeKind::Inside);
        }
        if response.on_hover_text(name).clicked() {
            said.push(what);
        }
    }
    if !menu.is_empty() {
        let more = Button::new(RichText::new(glyph::DOTS_THREE_VERTICAL).size(17.0)).min_size(size);
        let (response, _) = egui::containers::menu::MenuButton::from_button(more).ui(ui, |ui| {
            let mut list = DropDown::of(ui, "more");
            for (icon, name, what) in menu {
                let line = ui.button(format!("{icon}  {name}"));
                list.line(&line, true);
                if line.clicked() {
                    said.push(what);
                }
            }
        });
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "More"));
    }
}

fn order(ui: &mut Ui, view: &View, (size, low): (f32, bool), reactions: &Cards, said: &mut Vec<UiCommand>) {
    let (order, this_round) = upcoming(view);
    let stars = &view.session.marks().stars;
    let active = view.session.battle.active();
    let round = view.session.battle.flow().round;
    // Where they are scrolled, the bar for it has its room below them.
    let turn = if this_round < order.len() { NEXT_ROUND + APART } else { 0.0 };
    let wide = order.len() as f32 * (size + APART) + turn;
    let size = if wide > ui.available_width() { size - ui.spacing().scroll.allocated_width() } else { size };
    ScrollArea::horizontal().id_salt("turn order").auto_shrink([true, true]).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = APART;
            let look = (size, low, stars);
            for id in held(view) {
                card(ui, view, id, look, said);
            }
            for one in &reactions.all {
                reactions::card(ui, view, one, size, said);
            }
            for (place, &id) in order.iter().enumerate() {
                if place == this_round {
                    next_round(ui, round + 1, size);
                }
                if view.session.sees(id) {
                    together(ui, view, id, |ui| {
                        one(ui, view, id, active == Some(id), look, said);
                        for other in partners(view, id) {
                            one(ui, view, other, false, look, said);
                        }
                    });
                    if place == 0 && active == Some(id) {
                        companions(ui, view, &order, look, said);
                    }
                } else {
                    somebody(ui, size);
                }
            }
        });
    });
}

/// Those who share a creature's turn, as far as the viewer knows of them.
fn partners(view: &View, id: Id) -> Vec<Id> {
    let battle = view.session.seen();
    let mut all = battle.ruleset().shares_turn(battle.world(), id);
    all.retain(|&other| other != id && view.session.sees(other));
    all
}

/// Draws those who share a turn in one frame.
fn together(ui: &mut Ui, view: &View, id: Id, add: impl FnOnce(&mut Ui)) {
    if partners(view, id).is_empty() {
        add(ui);
        return;
    }
    let drawn = ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        add(ui);
    });
    let colour = view.side(id).map_or(theme::LAMP, |side| theme::side_text(view.settings.palette, side));
    let corner = CornerRadius::same(theme::CORNER);
    ui.painter().rect_stroke(drawn.response.rect.expand(1.0), corner, Stroke::new(1.5, colour), StrokeKind::Inside);
}

/// The creatures that hold their turn, as far as the viewer knows of them; of those who share a turn only the first.
fn held(view: &View) -> Vec<Id> {
    let battle = view.session.seen();
    let (ruleset, world) = (battle.ruleset(), battle.world());
    let order = &view.session.battle.flow().order;
    let known = order.iter().map(|slot| slot.creature).filter(|&id| view.session.sees(id));
    known.filter(|&id| world.part::<OnMap>(id).is_some() && ruleset.holds_turn(world, id)).collect()
}

/// The answer by which a creature takes the turn that it holds, if that is the open question.
fn taken(view: &View, id: Id) -> Option<Order> {
    let question = view.session.question()?;
    let shares = || {
        let battle = view.session.seen();
        battle.ruleset().shares_turn(battle.world(), id).contains(&question.creature)
    };
    if view.session.seat(question.side) != Seat::Human || question.creature != id && !shares() {
        return None;
    }
    let first = question.choices.iter().find(|choice| choice.purpose != Purpose::Decline)?;
    Some(Order::Answer { choice: first.key.to_string() })
}

/// The card of a turn that is held. It is lit while the turn can be taken, and a click takes it.
fn card(ui: &mut Ui, view: &View, id: Id, (size, ..): Look, said: &mut Vec<UiCommand>) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(size * 0.82, size), Sense::click());
    let takes = taken(view, id);
    let (name, painter) = (view.name(id), ui.painter());
    let words = format!("{name} holds its turn");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, takes.is_some(), &words));
    probe::spot(&response, || format!("held turn of {name}"));
    let (edge, fill) = match (&takes, response.has_focus() || response.hovered()) {
        (Some(_), _) => (Stroke::new(2.0, theme::LAMP), theme::LAMP.gamma_multiply(0.25)),
        (None, true) => (Stroke::new(1.5, theme::FAINT), theme::RAISED),
        (None, false) => (Stroke::new(1.0, theme::LINE), theme::RAISED),
    };
    painter.rect(rect, CornerRadius::same(3), fill, edge, StrokeKind::Inside);
    let coin = Rect::from_center_size(rect.center() - Vec2::new(0.0, 3.0), Vec2::splat(size * 0.62));
    view.paint_portrait(painter, coin, id);
    let foot = Pos2::new(rect.center().x, rect.max.y - 1.0);
    let colour = if takes.is_some() { theme::LAMP } else { theme::FAINT };
    painter.text(foot, Align2::CENTER_BOTTOM, glyph::HOURGLASS_MEDIUM, theme::body(12.0), colour);
    let hover = if takes.is_some() { format!("{words}: click to take it now") } else { words };
    let response = response.on_hover_text(hover);
    if response.hovered() || response.has_focus() {
        said.push(UiCommand::Show(id));
    }
    if response.clicked() {
        match takes {
            Some(order) => said.push(UiCommand::Order(order)),
            None => said.extend(view.square(id).map(UiCommand::Look)),
        }
    }
}

/// How large one of the turn order is, whether the window is low, and who has a star.
type Look<'a> = (f32, bool, &'a BTreeMap<Id, Star>);

/// How far those in the turn order stand apart, in points.
const APART: f32 = 3.0;

/// How wide the mark is where the next round begins.
const NEXT_ROUND: f32 = 14.0;

/// Where the next round begins.
fn next_round(ui: &mut Ui, number: u32, size: f32) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(NEXT_ROUND, size), Sense::hover());
    let painter = ui.painter();
    painter.vline(rect.center().x, rect.y_range(), Stroke::new(1.0, theme::FAINT));
    let spot = Rect::from_center_size(rect.center(), Vec2::splat(NEXT_ROUND));
    painter.rect_filled(spot, 7.0, theme::PANEL_SOLID);
    let (middle, font) = (rect.center(), theme::body(11.0));
    painter.text(middle, Align2::CENTER_CENTER, number, font, theme::FAINT);
}

/// Those who may act on the turn of whoever is first and have no place of their own.
fn companions(ui: &mut Ui, view: &View, order: &[Id], look: Look, said: &mut Vec<UiCommand>) {
    for id in view.session.actors() {
        let partner = order.first().is_some_and(|&first| partners(view, first).contains(&id));
        if !order.contains(&id) && !partner && view.session.sees(id) {
            one(ui, view, id, false, look, said);
        }
    }
}

/// The place of one who acts and whom the viewer does not know of.
fn somebody(ui: &mut Ui, size: f32) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    let painter = ui.painter();
    let corner = CornerRadius::same(theme::CORNER);
    painter.rect_filled(rect, corner, theme::LAMP.gamma_multiply(0.25));
    painter.rect_stroke(rect, corner, Stroke::new(2.0, theme::LAMP), StrokeKind::Inside);
    painter.circle_filled(rect.center(), size * 0.36, theme::SUNKEN);
    let mark = theme::body(size * 0.5);
    painter.text(rect.center(), Align2::CENTER_CENTER, "?", mark, theme::FAINT);
    response.on_hover_text("Somebody whom your side does not know of");
}

fn one(ui: &mut Ui, view: &View, id: Id, acting: bool, (size, low, stars): Look, said: &mut Vec<UiCommand>) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(size, size), Sense::click());
    let name = view.name(id);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("Look at {name}")));
    let painter = ui.painter();
    let coin = Rect::from_center_size(rect.center() - Vec2::new(0.0, 2.0), Vec2::splat(size - 6.0));
    if acting {
        painter.rect_filled(rect, CornerRadius::same(theme::CORNER), theme::LAMP.gamma_multiply(0.25));
    }
    let actors = view.session.actors();
    let orders = actors.len() > 1 && actors.contains(&id);
    let edge = match (response.has_focus(), orders) {
        (true, _) => theme::LAMP,
        // Of several who may act, the mark is on whom the bar is about.
        (_, true) if view.session.commanded() == Some(id) => theme::LAMP,
        (_, true) => theme::FAINT,
        _ if acting => theme::LAMP,
        _ => egui::Color32::TRANSPARENT,
    };
    painter.rect_stroke(rect, CornerRadius::same(theme::CORNER), Stroke::new(2.0, edge), StrokeKind::Inside);
    view.paint_portrait(painter, coin, id);
    let sheet = view.sheet(id);
    if let Some(gauge) = sheet.health() {
        let bar = Rect::from_min_max(
            Pos2::new(rect.min.x + 4.0, rect.max.y - 6.0),
            Pos2::new(rect.max.x - 4.0, rect.max.y - 2.0),
        );
        paint::bar(painter, bar, gauge.now, gauge.max, paint::health(gauge.now, gauge.max));
    }
    if stars.contains_key(&id) {
        paint::star(painter, rect.left_top() + Vec2::splat(7.0), 5.5);
    }
    if !sheet.ailments.is_empty() {
        let spot = Pos2::new(rect.max.x - 6.0, rect.min.y + 6.0);
        painter.circle(spot, 6.0, theme::PANEL_SOLID, Stroke::new(1.0, theme::LAMP));
        painter.text(spot, Align2::CENTER_CENTER, sheet.ailments.len(), theme::body(9.5), theme::LAMP);
    }
    let may_act = || format!("May act now: click to give it orders ({})", view.hints.next_actor);
    let response = match (low, orders) {
        (true, _) => response.on_hover_ui(|ui| told(ui, view, id, orders.then(may_act))),
        // All else stands on its card, which is drawn at the same time.
        (false, true) => response.on_hover_text(may_act()),
        (false, false) => response,
    };
    if response.hovered() || response.has_focus() {
        said.push(UiCommand::Show(id));
    }
    if response.clicked()
        && view.session.sees(id)
        && let Some(square) = view.square(id)
    {
        if orders {
            said.push(UiCommand::Command(id));
        }
        said.push(UiCommand::Look(square));
    }
}

/// Who it is and how it fares, where there is no room for its card.
fn told(ui: &mut Ui, view: &View, id: Id, may_act: Option<String>) {
    let sheet = view.sheet(id);
    ui.label(RichText::new(view.name(id)).strong());
    if let Some(side) = view.side(id) {
        let seat = match view.session.seat(crate::battle::SideId(side)) {
            Seat::Human => "a person",
            Seat::Ai => "the computer",
        };
        ui.label(format!("{}, played by {seat}", view.side_name(crate::battle::SideId(side))));
    }
    if let Some(gauge) = sheet.health() {
        ui.label(format!("{} {}/{}", gauge.label, gauge.now, gauge.max));
    }
    for ailment in &sheet.ailments {
        ui.label(&ailment.label);
    }
    if let Some(words) = may_act {
        ui.label(RichText::new(words).color(theme::LAMP));
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::{Drawn, name, nodes};
    use super::*;
    use crate::gui::tests::test_battles::{begun, find, order};

    const GAP: &str = r#"
ruleset = "momentum"
map = '''
##########
#a.......#
#b......r#
#.......s#
##########
'''
[legend]
"a" = { creature = "soldier", side = "blue", name = "Ada", momentum = { init_mod = 40 } }
"b" = { creature = "scout", side = "blue", name = "Bea", momentum = { init_mod = 30 } }
"r" = { creature = "brute", side = "red", name = "Rook", momentum = { init_mod = 20 } }
"s" = { creature = "brute", side = "red", name = "Sable", momentum = { init_mod = 10 } }
"#;

    /// What a screen reader says of the turn order, and whether it can be pressed.
    fn said(session: &mut crate::gui::session::Session) -> Vec<(String, bool)> {
        let mut table = Drawn::new();
        table.frame(session, Vec::new());
        let drawn = table.frame(session, Vec::new());
        nodes(&drawn).iter().map(|(_, node)| (name(node), !node.is_disabled())).collect()
    }

    #[test]
    fn a_turn_that_is_held_is_a_card_that_is_lit_in_a_gap() {
        let mut session = begun(GAP, "Ada");
        order(&mut session, r#"{"wish":{"side":"blue","action":"take_turn","wish":"every"}}"#);
        order(&mut session, r#"{"act":{"creature":"Ada","action":"hold_turn"}}"#);
        let card = "Ada holds its turn";
        let known = said(&mut session);
        assert!(known.iter().any(|(name, lit)| name == card && !lit), "{known:?}");
        order(&mut session, r#"{"end_turn":{"creature":"Bea"}}"#);
        assert!(session.battle.decision().is_some(), "she is asked in the gap");
        let known = said(&mut session);
        assert!(known.iter().any(|(name, lit)| name == card && *lit), "{known:?}");
    }

    #[test]
    fn those_who_share_a_turn_stand_together() {
        let mut session = begun(GAP, "Ada");
        let shared = |session: &crate::gui::session::Session| {
            let ids = ["Ada", "Bea"].map(|name| find(session, name));
            let battle = &session.battle;
            battle.ruleset().shares_turn(battle.world(), ids[0]) == ids
        };
        assert!(!shared(&session));
        let count = |known: &[(String, bool)], of: &str| known.iter().filter(|(name, _)| name == of).count();
        assert_eq!(count(&said(&mut session), "Look at Bea"), 1);
        order(&mut session, r#"{"wish":{"side":"blue","action":"unite","wish":"every"}}"#);
        for _ in 0..8 {
            let Some(id) = session.battle.active() else { break };
            let ends = format!(r#"{{"end_turn":{{"creature":{}}}}}"#, id.0);
            order(&mut session, &ends);
            if session.battle.decision().is_some() {
                break;
            }
        }
        order(&mut session, r#"{"answer":{"choice":"together"}}"#);
        assert!(shared(&session), "they act as a union");
        assert_eq!(count(&said(&mut session), "Look at Bea"), 1, "she has no place of her own, but stands beside Ada");
    }
}
