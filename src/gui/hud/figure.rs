//! What one of a campaign's people carries from battle to battle, and what the time between did to it.

use bevy_egui::egui::{Label, RichText, Ui, Vec2};
use egui_phosphor::regular as glyph;

use super::pictures::Pictures;
use super::{gauge, icons, paint, text, theme};
use crate::battle::{CarriedOver, Die, Gauge, LinkNote, Measure, Rule, Sheet, Trace};

/// Whether a gauge is of what outlasts a battle.
fn lasts(gauge: &Gauge) -> bool {
    match gauge.measure {
        Measure::Health | Measure::DeepHealth | Measure::Energy | Measure::Armour | Measure::Progress => true,
        // What is whole needs no word.
        Measure::Ability => gauge.now < gauge.max,
        Measure::Turn | Measure::Breath | Measure::Ammunition | Measure::Clock | Measure::Other => false,
    }
}

/// What one carries: bars of what it has, what ails it, its gear.
pub(super) fn carries(ui: &mut Ui, sheet: Option<&Sheet>, carried: &CarriedOver, pictures: &Pictures) {
    let Some(sheet) = sheet else {
        // No battle can begin with it: then there are only the words of what it carries.
        let words: Vec<String> = carried
            .keys
            .iter()
            .filter(|(_, value)| value.is_integer())
            .map(|(key, value)| format!("{} {value}", text::readable(key)))
            .collect();
        ui.label(RichText::new(words.join(" \u{b7} ")).size(12.5).color(theme::FAINT));
        return;
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::new(6.0, 3.0);
        for gauge in sheet.gauges.iter().filter(|gauge| lasts(gauge)) {
            ui.allocate_ui(Vec2::new(150.0, 17.0), |ui| {
                ui.set_width(150.0);
                gauge::gauge(ui, gauge, 17.0);
            });
        }
        for ailment in &sheet.ailments {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(17.0), bevy_egui::egui::Sense::hover());
                icons::badge(ui.painter(), pictures, rect, &ailment.key);
                let words = RichText::new(&ailment.label).size(13.0).color(theme::HARM);
                ui.label(words).on_hover_text(&ailment.text);
            });
        }
    });
    gear(ui, sheet);
}

/// What it has with it, in a line.
fn gear(ui: &mut Ui, sheet: &Sheet) {
    if sheet.gear.is_empty() {
        return;
    }
    let names: Vec<&str> = sheet.gear.iter().map(|one| one.label.as_str()).collect();
    let words = RichText::new(format!("{} {}", glyph::BACKPACK, names.join(", "))).size(12.5).color(theme::FAINT);
    let full: Vec<String> = sheet.gear.iter().map(|one| format!("{}: {}", one.label, one.value)).collect();
    ui.add(Label::new(words).truncate()).on_hover_text(full.join("\n"));
}

/// What came about in the time between, with the dice of its number.
pub(super) fn note(ui: &mut Ui, note: &LinkNote) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let words = RichText::new(format!("{} {}", glyph::FIRST_AID, note.text)).size(13.0).color(theme::HELP);
        let words = ui.label(words);
        if let Some(trace) = &note.trace {
            words.on_hover_text(trace.lines().join("\n"));
            for (die, counts) in dice(trace) {
                let widget = if counts { paint::die_widget } else { paint::dropped_die_widget };
                widget(ui, die);
            }
        }
        let rules: Vec<&str> = note.rules.iter().map(Rule::id).collect();
        ui.label(RichText::new(rules.join(" ")).size(11.0).color(theme::FAINT));
    });
}

/// Every die behind a number, and whether it counts.
fn dice(trace: &Trace) -> Vec<(Die, bool)> {
    let mut all: Vec<_> = trace.dice.iter().copied().zip(trace.counting()).collect();
    for term in &trace.terms {
        all.extend(dice(term));
    }
    all
}
