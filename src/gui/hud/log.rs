//! The log at the right: what happened, a line each, with its dice; a line folds open to the reckoning behind it.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Align, Label, Layout, RichText, ScrollArea, Sense, Ui, Vec2, WidgetInfo, WidgetType};
use egui_phosphor::regular as glyph;

use super::float::{Float, edge, pane, rule_link};
use super::keep_clear::Clear;
use super::layout::Layout as Places;
use super::log_lines::{self, Filter, Line};
use super::panel::Panel;
use super::panel_context::Desk;
use super::panel_order::{Remember, Turn};
use super::ui_command::{UiCommand, Window};
use super::view::View;
use super::{icons, paint, theme, trace_view};
use crate::battle::{Die, Event, Names, Trace, What, standing};
use crate::gui::session::Session;
use crate::gui::session::intents::Intent;
use crate::gui::session::knowledge::Told;

pub(super) fn plugin(app: &mut App) {
    app.remember::<Log>().add_systems(
        EguiPrimaryContextPass,
        (heed.in_set(Turn::Heed), whole.in_set(Turn::Log), last.in_set(Turn::LastLines)),
    );
}

/// What the log remembers.
#[derive(Resource, Debug, Default)]
pub(super) struct Log {
    /// Lines that are folded open, by event number.
    pub(super) open: BTreeSet<u32>,
    /// What it shows.
    pub(super) filter: Filter,
    /// What is looked for in it.
    pub(super) wanted: String,
    /// How many lines are drawn at most.
    pub(super) lines: usize,
}

/// How many lines are drawn before one asks for more.
const FEW: usize = 150;

fn heed(mut panels: MessageReader<Panel>, session: Option<Res<Session>>, mut log: ResMut<Log>) {
    if panels.read().any(|&panel| panel == Panel::Reckonings)
        && let Some(session) = session
    {
        log.open = session.battle.events().iter().map(|event| event.seq).collect();
    }
}

fn whole(mut desk: Desk, mut log: ResMut<Log>) {
    desk.draw(|context, view, spot, said| {
        if let Some(rect) = spot.places.log {
            show(context, view, &mut log, rect, said);
        }
    });
}

fn last(mut desk: Desk) {
    desk.draw(|context, view, spot, _| {
        if spot.places.log.is_none() && view.session.aim.is_none() {
            last_lines(context, view, &spot.places, &spot.clear);
        }
    });
}

/// Draws the log.
fn show(context: &egui::Context, view: &View, log: &mut Log, rect: egui::Rect, said: &mut Vec<UiCommand>) {
    pane(context, "log", rect, theme::frame(), |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new("Log").size(16.0).color(theme::LAMP));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                let fold = ui.button(glyph::CARET_DOUBLE_RIGHT).on_hover_text("Fold away");
                fold.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Fold the log away"));
                if fold.clicked() {
                    said.push(UiCommand::Toggle(Window::Log));
                }
                for (filter, name) in [(Filter::Numbers, "Numbers"), (Filter::Fights, "Fights"), (Filter::All, "All")] {
                    ui.selectable_value(&mut log.filter, filter, name);
                }
            });
        });
        let field = egui::TextEdit::singleline(&mut log.wanted)
            .id_salt("look for")
            .hint_text("Look for a name, a word, or: round 2")
            .desired_width(f32::INFINITY);
        let field = ui.add(field);
        field.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Look for in the log"));
        if field.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
            log.wanted.clear();
        }
        let battle = &view.session.battle;
        let events = &battle.events()[..view.session.shown.min(battle.events().len())];
        let cast = battle.world().resource::<Names>();
        let lines = log_lines::lines(events, log.filter, cast, |number| view.session.line(number));
        let lines = log_lines::found(lines, events, &log.wanted);
        let stands = standing(events);
        let most = log.lines.max(FEW);
        ScrollArea::vertical().id_salt("log").auto_shrink([false, false]).stick_to_bottom(true).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            let from = lines.len().saturating_sub(most);
            if from > 0 && ui.button(format!("{from} earlier lines")).clicked() {
                log.lines = most + FEW * 2;
            }
            // One that is too wide makes no other wider.
            let wide = ui.available_width();
            // What the computer was about to do stands before what came of it, where all lines do.
            let whole = log.filter == Filter::All && log.wanted.trim().is_empty();
            let earliest = if from == 0 { 0 } else { lines[from - 1].last + 1 };
            let told = view.session.intents().filter(|told| whole && told.before >= earliest);
            let mut told = told.peekable();
            for line in &lines[from..] {
                while let Some(told) = told.next_if(|told| told.before <= line.first) {
                    intent(ui, view, told);
                }
                ui.scope(|ui| {
                    ui.set_max_width(wide);
                    entry(ui, view, log, (&events[line.last], stands[line.last]), line, said);
                });
            }
            told.for_each(|told| intent(ui, view, told));
            if lines.is_empty() {
                let words = if log.wanted.trim().is_empty() { "Nothing yet." } else { "Nothing of that." };
                ui.label(RichText::new(words).color(theme::FAINT));
            }
        });
        edge(ui, Window::Log, rect, said);
    });
}

/// What the computer was about to do as a turn began, and why.
fn intent(ui: &mut Ui, view: &View, told: &Intent) {
    let mut words = format!("{} {}: {}", glyph::CHAT_TEARDROP_DOTS, view.name(told.creature), told.label);
    if !told.why.is_empty() {
        words = format!("{words}. {}", told.why);
    }
    ui.add(Label::new(RichText::new(words).size(12.5).italics().color(theme::FAINT)).wrap().selectable(false));
}

/// How many lines stand over the board while the log is folded away.
const LAST: usize = 3;
/// How far back they are looked for.
const BACK: usize = 80;

/// Draws the last lines over a corner of the board, the older the fainter. Nothing can be done on them.
fn last_lines(context: &egui::Context, view: &View, places: &Places, clear: &Clear) {
    let battle = &view.session.battle;
    let shown = view.session.shown.min(battle.events().len());
    let from = shown.saturating_sub(BACK);
    let events = &battle.events()[from..shown];
    let cast = battle.world().resource::<Names>();
    // What a game master changed stands in the whole log: it may be of what only some know. The ribbon shows the order.
    let told = |number: usize| {
        let elsewhere = matches!(events[number].what, What::Override { .. } | What::Order { .. });
        (!elsewhere).then(|| view.session.line(from + number)).flatten()
    };
    let lines = log_lines::lines(events, Filter::Outcomes, cast, told);
    // In a small window only the last; in a low one there is no room for any.
    let most = match places.free.height() {
        _ if places.low => return,
        high if high < 420.0 => 1,
        _ => LAST,
    };
    let lines = &lines[lines.len().saturating_sub(most)..];
    if lines.is_empty() {
        return;
    }
    let wide = (places.full.width() * 0.34).clamp(150.0, 400.0);
    let float = Float {
        frame: egui::Frame::new(),
        takes: false,
        order: egui::Order::Background,
        ..Float::new("last lines", Vec2::new(wide, 120.0))
    };
    let size = float.size(context).unwrap_or(Vec2::new(wide, 60.0));
    let corners =
        [egui::Align2::RIGHT_BOTTOM, egui::Align2::RIGHT_TOP, egui::Align2::LEFT_BOTTOM, egui::Align2::LEFT_TOP];
    // Best where nobody stands.
    let mut crowded = clear.clone();
    crowded.rects.extend(&clear.others);
    let free = [&crowded, clear].into_iter().find_map(|clear| clear.corner(size, places.free, &corners));
    let Some(rect) = free else { return };
    float.show(
        context,
        |_| rect,
        |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (age, line) in lines.iter().enumerate() {
                let faint = [0.75, 0.88, 1.0][age + LAST - lines.len()];
                let event = &events[line.last];
                // Only the words fade: they are to be read on every ground.
                let colour = colour_text(&event.what).gamma_multiply(faint);
                egui::Frame::new()
                    .fill(theme::PANEL)
                    .corner_radius(4)
                    .inner_margin(egui::Margin::symmetric(6, 1))
                    .show(ui, |ui| {
                        let words = RichText::new(&line.text).size(12.5).color(colour);
                        ui.add(Label::new(words).truncate().selectable(false));
                    });
            }
        },
    );
}

/// One line and what is behind it; struck through when what it tells was taken back.
fn entry(
    ui: &mut Ui,
    view: &View,
    log: &mut Log,
    (event, stands): (&Event, bool),
    line: &Line,
    said: &mut Vec<UiCommand>,
) {
    if let What::RoundBegins { round } = event.what {
        ui.add_space(4.0);
        ui.label(RichText::new(format!("Round {round}")).size(14.0).color(theme::LAMP));
        return;
    }
    let trace = view.session.trace(line.last);
    let plain = view.session.told(line.last) == Told::Plain;
    let cited = view.session.event(line.last).is_some_and(|told| !told.rules.is_empty());
    let folds = trace.is_some() || cited;
    let open = log.open.contains(&event.seq);
    let turn = matches!(event.what, What::TurnBegins);
    if turn {
        ui.add_space(4.0);
    }
    let row = ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.add_space(f32::from(event.depth.min(6)) * 10.0);
        let about = event.actor.or(event.target).filter(|_| plain);
        let (rect, _) = ui.allocate_exact_size(Vec2::new(16.0, 18.0), Sense::hover());
        match about.and_then(|id| view.side(id)) {
            Some(side) if turn => paint::side_mark(ui.painter(), rect.center(), 6.0, side, view.settings.palette),
            _ => {
                let colour = colour(&event.what);
                let icon = icons::of_event(&event.what);
                ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, icon, theme::body(13.0), colour);
            }
        }
        let mut dice = Vec::new();
        if let Some(trace) = &trace {
            gather(trace, &mut dice);
        }
        let room = ui.available_width() - if folds { 16.0 } else { 0.0 };
        let size = if turn { 14.0 } else { 13.0 };
        let (ink, mut words) = match (stands, turn) {
            (false, _) => (theme::FAINT, RichText::new(&line.text).strikethrough()),
            (true, true) => (theme::LAMP, RichText::new(&line.text)),
            (true, false) => (colour_text(&event.what), RichText::new(&line.text)),
        };
        words = words.size(size).color(ink);
        ui.allocate_ui_with_layout(
            Vec2::new(room, 18.0),
            Layout::left_to_right(Align::Min).with_main_wrap(true),
            |ui| {
                ui.spacing_mut().item_spacing = Vec2::new(3.0, 1.0);
                let label = Label::new(words).wrap().sense(Sense::click());
                if ui.add(label).clicked() {
                    if let Some(square) = about.filter(|&id| view.session.sees(id)).and_then(|id| view.square(id)) {
                        said.push(UiCommand::Look(square));
                    }
                    if folds && !log.open.remove(&event.seq) {
                        log.open.insert(event.seq);
                    }
                }
                for &(die, bursts) in dice.iter().take(8) {
                    let shown = paint::die_widget(ui, die);
                    if bursts {
                        paint::rays(ui.painter(), shown.rect.center(), 9.0, theme::LAMP);
                    }
                }
            },
        );
        if folds {
            let caret = if open { glyph::CARET_DOWN } else { glyph::CARET_RIGHT };
            let label = Label::new(RichText::new(caret).size(12.0).color(theme::FAINT)).sense(Sense::click());
            let caret = ui.add(label);
            caret.widget_info(|| WidgetInfo::selected(WidgetType::CollapsingHeader, true, open, "Why?"));
            if caret.on_hover_text("Why?").clicked() && !log.open.remove(&event.seq) {
                log.open.insert(event.seq);
            }
        }
    });
    if row.response.has_focus() {
        row.response.scroll_to_me(None);
    }
    if plain && (row.response.contains_pointer() || row.response.has_focus()) {
        light_up(ui, view, event);
    }
    if open && folds {
        theme::sunken_frame().show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            if let Some(trace) = &trace {
                trace_view::tree(ui, trace, said);
            }
            ui.horizontal_wrapped(|ui| {
                for rule in view.session.event(line.last).into_iter().flat_map(|told| &told.rules) {
                    rule_link(ui, rule.id(), said);
                }
            });
        });
    }
}

/// Shows on the board whom a line is about, and where it happened.
fn light_up(ui: &Ui, view: &View, event: &Event) {
    let ring = |rect: egui::Rect, colour| paint::ring_on_board(ui.ctx(), rect, colour);
    if let What::Step { from, to, .. } = &event.what {
        ring(view.lens.square(*from), theme::FAINT);
        ring(view.lens.square(*to), theme::LAMP);
    }
    let known = |id: &crate::battle::Id| view.session.sees(*id);
    let (actor, target) = (event.actor.filter(known), event.target.filter(known));
    if let Some(rect) = actor.and_then(|id| view.place(id)) {
        ring(rect, theme::LAMP);
    }
    if let Some(rect) = target.filter(|_| target != actor).and_then(|id| view.place(id)) {
        ring(rect, theme::HARM);
    }
}

/// Every die of a trace, in rolling order, and whether it burst.
pub(super) fn gather(trace: &Trace, out: &mut Vec<(Die, bool)>) {
    out.extend(trace.dice.iter().map(|&die| (die, trace_view::bursts(trace, die))));
    for term in &trace.terms {
        gather(term, out);
    }
}

fn colour(what: &What) -> egui::Color32 {
    match what {
        What::Damage { .. } | What::Down | What::Dies | What::Falls { .. } | What::Hazard { .. } => theme::HARM,
        What::Heal { .. } => theme::HELP,
        What::Ends { .. } | What::Override { .. } | What::TakenBack { .. } => theme::LAMP,
        _ => theme::FAINT,
    }
}

fn colour_text(what: &What) -> egui::Color32 {
    match what {
        What::Damage { .. } | What::Down | What::Dies => theme::HARM,
        What::Heal { .. } => theme::HELP,
        What::Ends { .. } | What::Says { .. } | What::Override { .. } | What::TakenBack { .. } | What::Part { .. } => {
            theme::LAMP
        }
        What::Number | What::Step { .. } | What::Resource { .. } | What::Asked { .. } | What::TurnEnds => theme::FAINT,
        _ => theme::PAPER,
    }
}
