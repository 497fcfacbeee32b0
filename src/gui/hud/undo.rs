//! Taking back: the button that says beforehand what it needs, what it needs in words, and the question to the other side.

use bevy_egui::egui::{self, Button, Label, RichText, ScrollArea, Ui, Vec2};
use egui_phosphor::regular as glyph;

use super::log_lines::{self, Filter};
use super::ui_command::{UiCommand, Window};
use super::view::View;
use super::{paint, theme};
use crate::battle::{Names, SideId, What};
use crate::gui::session::{Ask, Back, Terms};

/// How high each of the two buttons is.
const HIGH: f32 = 22.0;

/// How wide the buttons are.
pub(super) fn width(ui: &Ui, view: &View, narrow: bool) -> f32 {
    let back = view.session.backs();
    let words = back.first().map_or("Undo", |back| words(back));
    let shown = if narrow { String::new() } else { words.to_string() };
    let text = format!("{} {shown}", glyph::ARROW_U_UP_LEFT);
    let galley = ui.painter().layout_no_wrap(text, theme::body(13.0), theme::PAPER);
    (galley.size().x + 12.0).max(if narrow { 30.0 } else { 66.0 })
}

/// How much room the buttons take side by side, with what is between them.
pub(super) fn room(ui: &Ui, view: &View, narrow: bool) -> f32 {
    let both = view.session.backs().len() > 1;
    let each = width(ui, view, narrow) + ui.spacing().item_spacing.x;
    8.0 + ui.spacing().item_spacing.x + each * if both { 2.0 } else { 1.0 }
}

/// The button; with it, where there is more than one order to take back, the one that asks how far.
pub(super) fn button(ui: &mut Ui, view: &View, narrow: bool, said: &mut Vec<UiCommand>) {
    let backs = view.session.backs();
    let last = backs.first().filter(|_| view.session.ask.is_none());
    let words = last.map_or("Undo", |back| words(back));
    let shown = if narrow { "" } else { words };
    let text = RichText::new(format!("{} {shown}", glyph::ARROW_U_UP_LEFT))
        .size(13.0)
        .color(last.map_or(theme::PAPER, colour));
    let open = last.is_some_and(|back| back.terms != Terms::Refused);
    let size = Vec2::new(width(ui, view, narrow), HIGH);
    ui.spacing_mut().button_padding = Vec2::new(4.0, 1.0);
    ui.spacing_mut().interact_size.y = HIGH;
    let response = ui.add_enabled(open, Button::new(text).min_size(size));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, open, words));
    let help = |ui: &mut Ui| {
        let Some(back) = last else {
            ui.label("There is nothing to undo.");
            return;
        };
        ui.label(format!("Undoes the last order ({}).", view.hints.undo));
        if back.terms != Terms::Free {
            ui.label(RichText::new(needs(view, back)).color(theme::HARM));
        }
    };
    if response.clone().on_hover_ui(help).on_disabled_hover_ui(help).clicked() {
        said.push(UiCommand::Undo);
    }
    if backs.len() > 1 {
        let far =
            Button::new(RichText::new(if narrow { glyph::CARET_UP } else { "Undo to …" }).size(12.0)).min_size(size);
        let far = ui
            .add_enabled(last.is_some(), far)
            .on_hover_text(format!("Undo to an earlier order ({})", view.hints.undo_to));
        far.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "Undo to …"));
        if far.clicked() {
            said.push(UiCommand::Toggle(Window::TakeBack));
        }
    }
}

/// What the button says: which kind of taking back it is.
fn words(back: &Back) -> &'static str {
    match &back.terms {
        Terms::Free | Terms::Granted | Terms::Refused => "Undo",
        Terms::Asks(_) => "Ask to undo",
    }
}

fn colour(back: &Back) -> egui::Color32 {
    if back.terms == Terms::Free { theme::PAPER } else { theme::HARM }
}

/// Why it is not free.
fn since(back: &Back) -> &'static str {
    match (back.step.rolled, back.seen) {
        (true, true) => "Dice were rolled since, and something hidden was seen.",
        (true, false) => "Dice were rolled since.",
        (false, true) => "Something hidden was seen since.",
        (false, false) => "The other side has spoken since.",
    }
}

/// What it takes, in sentences.
pub(super) fn needs(view: &View, back: &Back) -> String {
    let since = since(back);
    match &back.terms {
        Terms::Free => "Free: no die was rolled since, and nothing hidden was seen.".into(),
        Terms::Granted => format!("{since} The computer agrees. The same choice will roll the same dice."),
        Terms::Asks(people) => format!("{since} {} will be asked.", names(view, people)),
        Terms::Refused => format!("{since} The computer does not agree to that."),
    }
}

fn names(view: &View, sides: &[SideId]) -> String {
    let names: Vec<&str> = sides.iter().map(|&side| view.side_name(side)).collect();
    names.join(" and ")
}

/// Whether an event says what an order was or what came of it.
fn tells(what: &What) -> bool {
    !matches!(
        what,
        What::Number
            | What::Outcome { .. }
            | What::Resource { .. }
            | What::Asked { .. }
            | What::Part { .. }
            | What::Note { .. }
            | What::Ranked { .. }
    )
}

/// The lines of some events as the viewer may read them.
pub(super) fn lines(view: &View, from: usize, to: usize) -> Vec<String> {
    let battle = &view.session.battle;
    let events = battle.events().get(from..to).unwrap_or_default();
    let tell = |at: usize| {
        let told = tells(&events[at].what).then(|| view.session.line(from + at));
        told.flatten()
    };
    let lines = log_lines::lines(events, Filter::All, battle.world().resource::<Names>(), tell);
    lines.into_iter().map(|line| line.text).collect()
}

/// The question to the side that must say yes or no, in the bar.
pub(super) fn asked(ui: &mut Ui, view: &View, ask: &Ask, said: &mut Vec<UiCommand>) {
    let side = |ui: &mut Ui, side: SideId| {
        paint::side_mark_widget(ui, side.0, view.settings.palette);
        let colour = theme::side_text(view.settings.palette, side.0);
        ui.label(RichText::new(view.side_name(side)).size(16.0).color(colour));
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        if let Some(by) = ask.back.by {
            side(ui, by);
        }
        ui.label(RichText::new("asks").size(16.0));
        if let Some(&asked) = ask.asked.first() {
            side(ui, asked);
        }
        let what = match ask.back.count {
            1 => "to undo the last order.".into(),
            count => format!("to undo the last {count} orders."),
        };
        ui.label(RichText::new(what).size(16.0));
        ui.label(RichText::new(since(&ask.back)).color(theme::HARM));
    });
    let events = view.session.battle.events().len();
    theme::sunken_frame().show(ui, |ui| {
        ScrollArea::vertical().id_salt("asked back").max_height(84.0).auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            for line in lines(view, ask.back.step.event, events) {
                ui.add(Label::new(RichText::new(line).size(13.0)).wrap());
            }
        });
    });
    ui.horizontal(|ui| {
        let slot = |place: usize| view.hints.slots.get(place).map_or("", String::as_str);
        let size = Vec2::new(150.0, 32.0);
        let yes = RichText::new(format!("Yes, undo it  {}", slot(0))).color(theme::INK);
        if ui.add(Button::new(yes).fill(theme::LAMP).min_size(size)).clicked() {
            said.push(UiCommand::Reply(true));
        }
        let no = Button::new(format!("No, it stands  {}", slot(1))).min_size(size);
        if ui.add(no).clicked() {
            said.push(UiCommand::Reply(false));
        }
    });
}
