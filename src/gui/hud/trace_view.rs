//! The tree of terms behind a number, line by line: label, value, dice, rule, and why a term did not count.

use bevy_egui::egui::{Align, Label, Layout, RichText, Ui};

use super::float::rule_link;
use super::text::signed;
use super::theme::{FAINT, LAMP, PAPER, body};
use super::ui_command::UiCommand;
use super::{paint, pool};
use crate::battle::{Die, Part, Trace};

/// The least room of a label in one line with its dice and its figure, in points: where there is less, these go below it.
const LABEL: f32 = 60.0;
/// The room of a die, in points.
const DIE: f32 = 24.0;

/// Draws a trace with everything below it.
pub(super) fn tree(ui: &mut Ui, trace: &Trace, said: &mut Vec<UiCommand>) {
    term(ui, trace, 0, said);
}

fn term(ui: &mut Ui, trace: &Trace, depth: usize, said: &mut Vec<UiCommand>) {
    let mut fits = true;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.add_space(depth as f32 * 12.0);
        let refused = trace.refused.is_some();
        let mut label = RichText::new(&*trace.label).size(12.5).color(if refused { FAINT } else { PAPER });
        if refused {
            label = label.strikethrough();
        }
        // What stands at the end of the line keeps its room; a longer label goes on below.
        let room = ui.available_width() - end(ui, trace, depth);
        fits = room >= LABEL;
        let most = if fits { room } else { ui.available_width() };
        ui.scope(|ui| {
            ui.set_max_width(most);
            ui.add(Label::new(label).wrap());
        });
        if fits {
            dice(ui, trace);
            closing(ui, trace, depth, said);
        }
    });
    if !fits {
        ui.horizontal_wrapped(|ui| dice(ui, trace));
        ui.horizontal(|ui| closing(ui, trace, depth, said));
    }
    if let Some(ladder) = &trace.ladder {
        ui.horizontal(|ui| {
            ui.add_space((depth + 1) as f32 * 12.0);
            pool::ladder(ui, ladder);
        });
    }
    if let Some(why) = &trace.refused {
        ui.horizontal(|ui| {
            ui.add_space((depth + 1) as f32 * 12.0);
            ui.label(RichText::new(format!("does not count: {why}")).size(11.5).color(FAINT));
        });
    }
    for below in &trace.terms {
        term(ui, below, depth + 1, said);
    }
}

/// The dice of a term.
fn dice(ui: &mut Ui, trace: &Trace) {
    for (&die, counts) in trace.dice.iter().zip(trace.counting()) {
        if !counts {
            paint::dropped_die_widget(ui, die);
            continue;
        }
        let shown = paint::die_widget(ui, die);
        if bursts(trace, die) {
            paint::rays(ui.painter(), shown.rect.center(), 9.0, LAMP);
            shown.on_hover_text("It burst: thrown again, and both count.");
        }
    }
}

/// The figure and the rule of a term, at the end of the line.
fn closing(ui: &mut Ui, trace: &Trace, depth: usize, said: &mut Vec<UiCommand>) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if let Some(rule) = &trace.rule {
            rule_link(ui, rule.id(), said);
        }
        let figure = figure(trace, depth);
        if !figure.is_empty() {
            let colour = if trace.refused.is_some() { FAINT } else { LAMP };
            ui.label(RichText::new(figure).size(13.0).color(colour));
        }
    });
}

/// Whether a die of a number was thrown again.
pub(super) fn bursts(trace: &Trace, die: Die) -> bool {
    let ladder = trace.ladder.as_ref();
    ladder.is_some_and(|ladder| ladder.burst(die.sides, die.face))
}

/// How much room dice, figure and rule take at the end of a line.
fn end(ui: &Ui, trace: &Trace, depth: usize) -> f32 {
    let wide = |text: String, size: f32| {
        let galley = ui.painter().layout_no_wrap(text, body(size), PAPER);
        galley.size().x + 6.0
    };
    let rule = trace.rule.as_ref().map_or(0.0, |rule| wide(rule.id().to_string(), 11.0));
    rule + wide(figure(trace, depth), 13.0) + trace.dice.len() as f32 * DIE
}

/// The figure at the end of a term's line.
pub(super) fn figure(trace: &Trace, depth: usize) -> String {
    match (trace.part, depth) {
        (Part::Note, _) => String::new(),
        (_, 0) => trace.value.to_string(),
        (Part::Add, _) => signed(trace.value),
        (Part::Becomes, _) => format!("= {}", trace.value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_say_how_a_term_takes_part() {
        let trace = Trace::new("damage", 9);
        assert_eq!(figure(&trace, 0), "9");
        assert_eq!(figure(&trace, 1), "+9");
        assert_eq!(figure(&Trace::new("cover", -2), 1), "−2");
        assert_eq!(figure(&Trace::becomes("halved", 4), 2), "= 4");
        assert_eq!(figure(&Trace::note("seen"), 1), "");
    }
}
