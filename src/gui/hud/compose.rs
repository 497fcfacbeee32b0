//! What is put together from parts that cost, while it is aimed: a dial for each part with what it comes to and what one step more
//! or less would make of it, and the sum of them all.

use bevy_egui::egui::{Align, Button, Label, Layout, RichText, Stroke, Ui, Vec2, WidgetInfo, WidgetType};
use egui_phosphor::regular as glyph;

use super::float::rule_link;
use super::ui_command::UiCommand;
use super::view::View;
use super::{paint, text, theme};
use crate::battle::{Composition, Dial, Order, Setting};
use crate::gui::session::Aiming;
use crate::gui::session::action_menu::LESS;

/// Draws the dials, the sum and, where it cannot be done so, why.
pub(super) fn show(ui: &mut Ui, view: &View, aim: &Aiming, composed: &Composition, said: &mut Vec<UiCommand>) {
    let rows = Layout::left_to_right(Align::Min).with_main_wrap(true);
    ui.with_layout(rows, |ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(theme::STEP);
        let mut turning = 0;
        for one in &composed.dials {
            let keys = (one.most > one.least).then(|| {
                let key = |place: usize| view.hints.slots.get(place).map_or("", String::as_str);
                turning += 1;
                (key(turning - 1), key(turning - 1 + LESS))
            });
            // Said beforehand, so that a dial too many goes to the next row.
            let size = Vec2::new(width(ui, one), 58.0);
            ui.allocate_ui(size, |ui| dial(ui, (view, aim), one, keys, said));
        }
        ui.allocate_ui(Vec2::new(116.0, 58.0), |ui| {
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                let colour = if composed.refusal.is_some() { theme::HARM } else { theme::LAMP };
                ui.label(RichText::new("Costs").size(11.0).color(theme::FAINT));
                ui.label(RichText::new(&composed.total).size(16.0).color(colour));
                rule_link(ui, composed.rule.id(), said);
            })
        });
    });
    if let Some(refusal) = &composed.refusal {
        let words = view.session.masked(&refusal.to_string());
        ui.add(Label::new(RichText::new(words).color(theme::HARM)).wrap());
    }
}

/// How wide a dial is.
fn width(ui: &Ui, dial: &Dial) -> f32 {
    let wide = |text: &str, size: f32| {
        let galley = ui.painter().layout_no_wrap(text.to_owned(), theme::body(size), theme::PAPER);
        galley.size().x
    };
    let steps = if dial.most > dial.least { 100.0 } else { 0.0 };
    let pips = 20.0 * dial.most.max(0) as f32;
    (wide(&dial.label, 12.0) + 6.0 + pips).max(wide(&dial.value, 15.0) + steps) + 14.0
}

/// A part: what it comes to now between a step less and a step more.
fn dial(ui: &mut Ui, whose: (&View, &Aiming), dial: &Dial, keys: Option<(&str, &str)>, said: &mut Vec<UiCommand>) {
    let frame = theme::sunken_frame().inner_margin(5.0);
    frame.show(ui, |ui| {
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing = Vec2::new(6.0, 2.0);
            ui.set_min_height(48.0);
            ui.horizontal(|ui| {
                ui.label(RichText::new(&dial.label).size(12.0).color(theme::FAINT));
                if dial.most > 0 {
                    let full = usize::try_from(dial.now).unwrap_or(0);
                    let most = usize::try_from(dial.most).unwrap_or(0);
                    pips(ui, full, most);
                }
            });
            ui.horizontal(|ui| {
                let Some((more, less)) = keys else {
                    ui.label(RichText::new(&dial.value).size(15.0));
                    return;
                };
                step(ui, whose, (dial, -1), less, said);
                ui.label(RichText::new(&dial.value).size(15.0).color(theme::LAMP));
                step(ui, whose, (dial, 1), more, said);
            });
        });
    });
}

/// How much is in it of how much may be.
fn pips(ui: &mut Ui, full: usize, most: usize) {
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    paint::pips(ui, count(full), count(most)).on_hover_text(format!("{full} of at most {most}"));
}

/// A button for one step, with its key; pointing at it says what it would come to, and with which odds.
fn step(ui: &mut Ui, (view, aim): (&View, &Aiming), (dial, by): (&Dial, i32), key: &str, said: &mut Vec<UiCommand>) {
    let (icon, to, more) =
        if by > 0 { (glyph::PLUS, dial.more.as_ref(), "More") } else { (glyph::MINUS, dial.less.as_ref(), "Less") };
    let words = format!("{icon} {key}");
    let mut button = Button::new(RichText::new(words).size(12.0)).min_size(Vec2::new(34.0, 24.0));
    let id = ui.next_auto_id();
    if ui.memory(|memory| memory.has_focus(id)) {
        button = button.stroke(Stroke::new(2.0, theme::LAMP));
    }
    let response = ui.add_enabled(to.is_some(), button);
    let name = format!("{more} {}", dial.label);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, to.is_some(), &name));
    let Some(to) = to else { return };
    let response = response.on_hover_ui(|ui| {
        ui.label(format!("{name}: {to}"));
        if let Some(comes) = comes_to(view, aim, dial, by) {
            ui.label(RichText::new(comes).color(theme::LAMP));
        }
    });
    if response.clicked() {
        said.push(UiCommand::Option(dial.key.clone(), Setting::Number(dial.now + by), true));
    }
}

/// What a step would make of the odds against what is aimed at; nothing where nothing is, or where it cannot be done so.
fn comes_to(view: &View, aim: &Aiming, dial: &Dial, by: i32) -> Option<String> {
    let mut act = aim.act()?.clone();
    act.options.insert(dial.key.clone(), Setting::Number(dial.now + by));
    let order = Order::Act(act);
    if let Err(refusal) = view.session.seen().check(&order) {
        return Some(view.session.masked(&refusal.to_string()));
    }
    let Some(forecast) = view.forecasts.roughly(&order) else {
        return Some("…".into());
    };
    let branch = forecast.branches.last()?;
    let about = if forecast.exact { "" } else { "≈ " };
    let success = branch.success.map(|success| format!("{about}{} to succeed", text::percent(success, branch.whole)));
    let known = branch.targets.iter().filter(|(id, _)| view.session.sees(**id));
    let known = known.filter(|(_, one)| !one.only_ends());
    let harm = known.map(|(&id, one)| format!("{}: {about}{}", view.name(id), text::odds(one, branch.whole)));
    let lines: Vec<String> = success.into_iter().chain(harm.take(3)).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}
