//! What stands along the bottom while a person's creature acts: its list by group and the movement left; apart from them undo and the end of
//! the turn.

use bevy_egui::egui::{
    self, Align, Align2, Button, CornerRadius, Label, Layout, Response, RichText, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::costs::{self, help, opens};
use super::float::DropDown;
use super::ui_command::{UiCommand, Window};
use super::view::View;
use super::{paint, theme, undo};
use crate::battle::{Group, Id, Measure, Offer, Order, Price, SideId};
use crate::gui::app::probe;
use crate::gui::session::action_menu;
use crate::level::Seat;

mod face;

use face::{Face, HEIGHT, Tile, draw};

/// Draws the bar for the commanded creature: who it is and what it may spend, its list in one row.
pub(super) fn show(ui: &mut Ui, view: &View, creature: Id, (narrow, low): (bool, bool), said: &mut Vec<UiCommand>) {
    let all = ui.available_width();
    let buttons = action_menu::buttons(view.offers);
    let open = buttons.iter().find(|one| one.fans() && view.session.fan.as_deref() == Some(&*one.name));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing = Vec2::new(GAP, 4.0);
        who(ui, view, creature, (narrow, low), said);
        divider(ui);
        let room = all - ui.min_rect().width() - GAP;
        if let Some(open) = open {
            ui.vertical(|ui| {
                ui.set_max_width(room);
                ui.horizontal_wrapped(|ui| fanned(ui, view, open, said));
            });
        } else {
            list(ui, view, &buttons, room, said);
        }
    });
}

/// Between buttons, in points.
const GAP: f32 = 4.0;
/// How wide a divider between groups is.
const DIVIDER: f32 = 5.0;
/// How wide the button is behind which the rest of the list is.
const MORE: f32 = 34.0;

fn divider(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(DIVIDER, HEIGHT), Sense::hover());
    let line = rect.shrink(6.0).y_range();
    ui.painter().vline(rect.center().x, line, Stroke::new(1.0, theme::LINE));
}

/// What of a list is shown in one row: all buttons alike.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    tile: Tile,
    /// How many there is room for; the others are behind one more.
    shown: usize,
}

/// A row with names shows all buttons, or at least so many; otherwise no button has its name.
const NAMED: usize = 6;

/// Fits buttons of these groups into one row.
fn fit(groups: &[Group], room: f32) -> Row {
    let beside = |shown: usize| {
        let apart = groups[..shown].windows(2).filter(|two| two[0] != two[1]).count() as f32;
        apart * (DIVIDER + GAP) + shown as f32 * GAP
    };
    let all = groups.len();
    let each = (room - beside(all)) / all.max(1) as f32;
    if each >= Tile::NAMED.wide {
        return Row { tile: Tile { wide: each.min(Tile::WIDE).floor(), named: true }, shown: all };
    }
    let most = |tile: Tile| {
        let fits = |shown: usize, room: f32| beside(shown) + shown as f32 * tile.wide <= room;
        let less = || (0..all).rev().find(|&shown| fits(shown, room - MORE - GAP)).unwrap_or(0);
        if fits(all, room) { all } else { less() }
    };
    let named = most(Tile::NAMED);
    if named >= NAMED {
        return Row { tile: Tile::NAMED, shown: named };
    }
    Row { tile: Tile::BARE, shown: most(Tile::BARE) }
}

/// The whole list in one row.
fn list(ui: &mut Ui, view: &View, buttons: &[action_menu::Button], room: f32, said: &mut Vec<UiCommand>) {
    let group = |one: &action_menu::Button| view.offers[one.members[0]].group;
    let groups: Vec<Group> = buttons.iter().map(group).collect();
    let row = fit(&groups, room);
    let keys = action_menu::keys(view.offers, buttons);
    let key = |place: usize| view.hints.key(keys[place]);
    let mut last = None;
    for (place, one) in buttons.iter().enumerate().take(row.shown) {
        if last.is_some_and(|last| last != group(one)) {
            divider(ui);
        }
        last = Some(group(one));
        choose(ui, view, one, (place, key(place)), row.tile, said);
    }
    if row.shown < buttons.len() {
        let words = RichText::new(glyph::DOTS_THREE_OUTLINE).size(18.0);
        let more = Button::new(words).min_size(Vec2::new(MORE, HEIGHT));
        let (response, _) = egui::containers::menu::MenuButton::from_button(more).ui(ui, |ui| {
            let mut list = DropDown::of(ui, "more actions");
            for (place, one) in buttons.iter().enumerate().skip(row.shown) {
                let tile = Tile { wide: Tile::WIDE, named: true };
                list.line(&choose(ui, view, one, (place, key(place)), tile, said), true);
            }
        });
        probe::spot(&response, || "more actions".into());
        let words = format!("{} more actions", buttons.len() - row.shown);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &words));
    }
}

fn under_pointer() -> egui::Id {
    egui::Id::new("action under the pointer")
}

/// The action under the pointer, by its place in the list, and in which pass it was there.
type Pointed = (u64, Option<usize>);

/// Notes what action is under the pointer. What it would leave is drawn before the buttons are, so it is seen in the next pass.
fn point(ui: &Ui, place: Option<usize>) {
    let now: Pointed = (ui.ctx().cumulative_pass_nr(), place);
    if pointed(ui) != place {
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(under_pointer(), now));
}

/// The action that was under the pointer in the last pass.
fn pointed(ui: &Ui) -> Option<usize> {
    let (pass, place) = ui.data(|data| data.get_temp::<Pointed>(under_pointer()))?;
    (pass + 1 >= ui.ctx().cumulative_pass_nr()).then_some(place)?
}

/// A button of the list.
fn choose(
    ui: &mut Ui,
    view: &View,
    one: &action_menu::Button,
    (place, key): (usize, &str),
    tile: Tile,
    said: &mut Vec<UiCommand>,
) -> Response {
    let face = face(view, one, key, tile);
    let response = draw(ui, view, &face);
    if response.hovered() || response.has_focus() {
        point(ui, one.lead.or((!one.fans()).then_some(one.members[0])));
    }
    let response = if one.fans() {
        response.on_hover_ui(|ui| family_help(ui, view, one))
    } else {
        response.on_hover_ui(|ui| help(ui, view, &view.offers[one.members[0]], key))
    };
    probe::spot(&response, || format!("action {place}"));
    if response.clicked() {
        said.push(if one.fans() {
            UiCommand::Open(one.name.clone())
        } else {
            UiCommand::Pick(view.offers[one.members[0]].clone())
        });
    }
    response
}

/// The members of an open family, with a way back to the whole list.
fn fanned(ui: &mut Ui, view: &View, open: &action_menu::Button, said: &mut Vec<UiCommand>) {
    let back = Button::new(RichText::new(glyph::ARROW_LEFT).size(18.0)).min_size(Vec2::new(30.0, 36.0));
    let response = ui.add(back);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Back"));
    if response.on_hover_text(format!("Back ({})", view.hints.cancel)).clicked() {
        said.push(UiCommand::CancelAim);
    }
    super::action_menu::members(ui, view, open, None, said);
}

/// What a button of the list looks like.
fn face<'a>(view: &'a View, one: &'a action_menu::Button, key: &'a str, tile: Tile) -> Face<'a> {
    let first = &view.offers[one.members[0]];
    if one.fans() {
        let usable = one.members.iter().any(|&place| view.offers[place].refusal.is_none());
        return Face {
            label: &one.name,
            icon: &view.offers[one.face].icon,
            price: if one.lead.is_some() { first.price } else { Price::Free },
            cost: if one.lead.is_some() { &first.cost } else { "" },
            key,
            usable,
            chosen: false,
            fans: true,
            tile,
            opens: one.members.iter().all(|&place| opens_to_somebody(view, &view.offers[place])),
        };
    }
    let aim = view.session.aim.as_ref();
    Face {
        label: &first.label,
        icon: &first.icon,
        price: first.price,
        cost: &first.cost,
        key,
        usable: first.refusal.is_none(),
        chosen: aim.is_some_and(|aim| aim.offer.is_row_of(first)),
        fans: false,
        tile,
        opens: opens_to_somebody(view, first),
    }
}

/// Whether somebody whom the viewer sees could take the opening that an action makes.
fn opens_to_somebody(view: &View, offer: &Offer) -> bool {
    offer.exposes.iter().any(|&id| view.session.sees(id))
}

/// What is in a family, and what each costs.
fn family_help(ui: &mut Ui, view: &View, one: &action_menu::Button) {
    let members: Vec<&Offer> = one.members.iter().map(|&place| &view.offers[place]).collect();
    ui.label(RichText::new(&one.name).size(15.0).color(theme::LAMP));
    for offer in &members {
        let colour = if offer.refusal.is_none() { theme::PAPER } else { theme::FAINT };
        let cost = if offer.cost.is_empty() { "free" } else { &offer.cost };
        ui.label(RichText::new(format!("{}: {cost}", offer.label)).color(colour));
        opens(ui, view, offer);
    }
    let usable = members.iter().any(|offer| offer.refusal.is_none());
    if let Some(refusal) = members[0].refusal.as_ref().filter(|_| !usable) {
        ui.label(RichText::new(view.session.masked(&refusal.to_string())).color(theme::HARM));
    }
}

/// Narrower than this a window shows less of who acts, in points.
pub(super) const NARROW: f32 = 700.0;

/// Whoever acts: portrait, name, health, what may be spent, movement; beside it everybody else who may act now.
/// In a low window its name is the ribbon's to say, and all else stands in one column.
fn who(ui: &mut Ui, view: &View, creature: Id, (narrow, low): (bool, bool), said: &mut Vec<UiCommand>) {
    let sheet = view.sheet(creature);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(HEIGHT), Sense::click());
    let words = format!("Sheet of {}", view.name(creature));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &words));
    view.paint_portrait(ui.painter(), rect.shrink(1.0), creature);
    if response.has_focus() {
        let edge = Stroke::new(2.0, theme::LAMP);
        let corner = CornerRadius::same(theme::CORNER);
        ui.painter().rect_stroke(rect, corner, edge, StrokeKind::Inside);
    }
    if response.hovered() || response.has_focus() {
        said.push(UiCommand::Show(creature));
    }
    if response.clicked() {
        said.push(UiCommand::Toggle(Window::Sheet));
    }
    let battle = view.session.seen();
    let left = battle.ruleset().movement_left(battle.world(), creature).0;
    let left = battle.ruleset().length(battle.world(), creature, left);
    let course = battle.ruleset().course(battle.world(), creature, view.session.viewer);
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing = Vec2::new(5.0, 1.0);
        ui.spacing_mut().interact_size.y = if low { 12.0 } else { 22.0 };
        ui.horizontal(|ui| {
            let name = Label::new(RichText::new(view.name(creature)).size(14.0).color(theme::PAPER));
            if !low {
                ui.scope(|ui| {
                    ui.set_max_width(if narrow { 84.0 } else { 140.0 });
                    ui.add(name.truncate().selectable(false));
                });
            }
            let way = format!("{} {left}", glyph::FOOTPRINTS);
            let colour = if course.warning.is_some() { theme::HARM } else { theme::FAINT };
            let way = ui.label(RichText::new(way).size(12.0).color(colour));
            way.on_hover_ui(|ui| {
                ui.label("Movement left. Click a square in the reach to go there.");
                for line in &course.lines {
                    ui.label(line);
                }
            });
            if let Some(warning) = &course.warning {
                let words = if narrow { glyph::WARNING.to_string() } else { format!("{} {warning}", glyph::WARNING) };
                let label = ui.label(RichText::new(words).size(12.0).color(theme::HARM));
                label.on_hover_text(warning);
            }
        });
        let health = |ui: &mut Ui| {
            if let Some(gauge) = sheet.health() {
                let (rect, response) = ui.allocate_exact_size(Vec2::new(62.0, 16.0), Sense::hover());
                let colour = paint::health_under_text(gauge.now, gauge.max);
                paint::bar(ui.painter(), rect, gauge.now, gauge.max, colour);
                let (figures, font) = (format!("{}/{}", gauge.now, gauge.max), theme::body(11.5));
                ui.painter().text(rect.center(), Align2::CENTER_CENTER, figures, font, theme::PAPER);
                response.on_hover_text(&gauge.label);
            }
            for gauge in sheet.of(Measure::Breath) {
                let (rect, response) = ui.allocate_exact_size(Vec2::new(52.0, 16.0), Sense::hover());
                paint::bar(ui.painter(), rect, gauge.now, gauge.max, theme::BREATH);
                let (figures, font) = (format!("{}/{}", gauge.now, gauge.max), theme::body(11.5));
                ui.painter().text(rect.center(), Align2::CENTER_CENTER, figures, font, theme::PAPER);
                response.on_hover_text(&gauge.label);
            }
        };
        let paid = pointed(ui).and_then(|place| costs::paid_from(&sheet, view.offers.get(place)?));
        let pips = |ui: &mut Ui| {
            for (place, pip) in sheet.pips.iter().enumerate() {
                let spent = paid.filter(|paid| paid.0 == place).map_or(0, |paid| paid.1);
                // Short names tell pools apart.
                let response = if sheet.pips.len() > 1 && pip.label.chars().count() <= 2 {
                    paint::named_pips(ui, &pip.label, pip.now, pip.max, spent)
                } else {
                    paint::small_pips(ui, pip.now, pip.max, spent)
                };
                response.on_hover_text(costs::told(pip, spent));
            }
        };
        if low {
            health(ui);
            ui.horizontal(pips);
        } else {
            ui.horizontal(|ui| {
                health(ui);
                pips(ui);
            });
        }
    });
    actors(ui, view, creature, said);
}

/// Undo and the end of the turn, side by side.
pub(super) fn closing(ui: &mut Ui, view: &View, creature: Id, narrow: bool, said: &mut Vec<UiCommand>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing = Vec2::new(GAP, 4.0);
        undone(ui, view, narrow, said);
        end(ui, view, creature, narrow, said);
    });
}

fn undone(ui: &mut Ui, view: &View, narrow: bool, said: &mut Vec<UiCommand>) {
    let size = Vec2::new(undo::width(ui, view, narrow), HEIGHT);
    ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
        ui.set_min_size(size);
        ui.spacing_mut().item_spacing = Vec2::new(2.0, 2.0);
        undo::button(ui, view, narrow, said);
    });
}

fn end(ui: &mut Ui, view: &View, creature: Id, narrow: bool, said: &mut Vec<UiCommand>) {
    let words = if narrow {
        format!("{}\n{}", glyph::CHECK_FAT, view.hints.end_turn)
    } else {
        format!("End turn  {}", view.hints.end_turn)
    };
    let wide = if narrow { 46.0 } else { 92.0 };
    // It is loud only once nothing else can be done.
    let busy = view.session.can_still_act(view.offers);
    let (ink, fill) = if busy { (theme::PAPER, theme::RAISED) } else { (theme::INK, theme::LAMP) };
    let edge = if busy { Stroke::new(1.0, theme::FAINT) } else { Stroke::NONE };
    let end = Button::new(RichText::new(words).color(ink)).fill(fill).stroke(edge).min_size(Vec2::new(wide, HEIGHT));
    let response = ui.add(end);
    let words = format!("End turn {}", view.hints.end_turn);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &words));
    probe::spot(&response, || "end of turn".into());
    if response.on_hover_text(words).clicked() {
        let turn = view.session.battle.active().unwrap_or(creature);
        said.push(UiCommand::Order(Order::EndTurn { creature: turn }));
    }
}

/// Everybody else who may act now, each a button that gives it the next orders.
fn actors(ui: &mut Ui, view: &View, creature: Id, said: &mut Vec<UiCommand>) {
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
        painter.rect(rect, CornerRadius::same(theme::CORNER), theme::RAISED, edge, StrokeKind::Inside);
        view.paint_portrait(painter, rect.shrink(3.0), other);
        let hover = format!("{words}: it may act on this turn, too ({})", view.hints.next_actor);
        if response.on_hover_text(hover).clicked() {
            said.push(UiCommand::Command(other));
        }
    }
}

/// That a side of the computer acts, and who of it, as far as the viewer knows.
fn acting(view: &View, side: SideId) -> String {
    let name = view.side_name(side);
    // A creature that answers has no turn.
    let acts = view.session.battle.active().filter(|&id| view.session.sees(id) && view.side(id) == Some(side.0));
    acts.map_or_else(|| format!("{name} (computer) acts"), |id| format!("{} ({name}) acts", view.name(id)))
}

/// What the bar says when nobody at this table commands anything now.
pub(super) fn waiting(ui: &mut Ui, view: &View, said: &mut Vec<UiCommand>) {
    ui.horizontal(|ui| {
        let battle = &view.session.battle;
        match view.session.speaker() {
            Some(side) => {
                paint::side_mark_widget(ui, side.0, view.settings.palette);
                let text = match view.session.seat(side) {
                    Seat::Ai => acting(view, side),
                    Seat::Human if battle.decision().is_some() => format!("{} to decide", view.side_name(side)),
                    Seat::Human => format!("{} comes next", view.side_name(side)),
                };
                // The buttons behind it keep their room.
                let behind = undo::room(ui, view, true);
                ui.scope(|ui| {
                    ui.set_max_width((ui.available_width() - behind).max(60.0));
                    ui.add(Label::new(RichText::new(text).size(16.0)).truncate());
                });
                if view.session.is_telling() || view.session.seat(side) == Seat::Ai {
                    let [slower, faster] = &view.hints.pace;
                    let skip = format!("{}: skip \u{b7} {slower} {faster}: speed", view.hints.skip);
                    // Where it has no room beside the button behind it, it is left out.
                    let skip = ui.painter().layout_no_wrap(skip, theme::body(14.0), theme::FAINT);
                    if skip.size().x + behind < ui.available_width() {
                        ui.label(skip);
                    }
                }
            }
            None => {
                ui.label(RichText::new("The fight is decided.").size(16.0));
            }
        }
        ui.add_space(8.0);
        undo::button(ui, view, true, said);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_stays_in_one_row_of_equal_buttons() {
        let groups: Vec<Group> =
            [Group::Attack, Group::Action, Group::Free].into_iter().flat_map(|one| [one; 4]).collect();
        let all = fit(&groups, 1100.0);
        assert_eq!((all.tile, all.shown), (Tile { wide: Tile::WIDE, named: true }, 12));
        let closer = fit(&groups, 800.0);
        assert!(closer.tile.named && closer.tile.wide < Tile::WIDE, "{closer:?}");
        assert_eq!(closer.shown, 12, "they get narrower before one is put behind another");
        let some = fit(&groups, 600.0);
        assert_eq!((some.tile, some.shown), (Tile::NAMED, 8));
        let few = fit(&groups, 300.0);
        assert_eq!((few.tile, few.shown), (Tile::BARE, 5), "where there is little room, none has a name");
        assert_eq!(fit(&groups, 10.0).shown, 0);
        assert_eq!(fit(&[], 10.0).shown, 0);
    }
}
