//! What an action costs, as a figure on its button; and what is told of it beside that.

use bevy_egui::egui::{RichText, Ui};
use egui_phosphor::regular as glyph;

use super::view::View;
use super::{paint, text, theme};
use crate::battle::{Gauge, Offer, Price, Sheet};
use crate::level::counted;

/// What an action is and costs, and why it cannot be used.
pub(super) fn help(ui: &mut Ui, view: &View, offer: &Offer, key: &str) {
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
        ui.label(RichText::new(format!("Range {}", counted(range, "square"))).color(theme::FAINT));
    }
    opens(ui, view, offer);
    if let Some(refusal) = &offer.refusal {
        ui.label(RichText::new(refusal.to_string()).color(theme::HARM));
    }
}

/// To whom it opens whoever does it.
pub(super) fn opens(ui: &mut Ui, view: &View, offer: &Offer) {
    let known = offer.exposes.iter().filter(|&&id| view.session.sees(id));
    let those: Vec<_> = known.copied().collect();
    if !those.is_empty() {
        let words = format!("{} {}", glyph::SHIELD_SLASH, text::opened_to(&view.session.battle, &those));
        ui.label(RichText::new(words).size(12.5).color(theme::HARM));
    }
}

/// A cost as it fits on a button: a length as it is, "2 dice" and the like as a figure with a mark; nothing for what is free.
pub(super) fn cost_figure(price: Price, cost: &str) -> Option<String> {
    match price {
        Price::Free => None,
        Price::Way => Some(cost.into()),
        Price::Points(points) => Some(format!("{points}{}", glyph::DIAMOND)),
    }
}

/// The counters of a sheet that an action is paid from, by their place, and how many it takes.
pub(super) fn paid_from(sheet: &Sheet, offer: &Offer) -> Option<(usize, i32)> {
    let Price::Points(points) = offer.price else { return None };
    let own = unit(&offer.cost);
    let named = |gauge: &Gauge| unit(&gauge.label);
    let exact = sheet.pips.iter().position(|gauge| named(gauge) == own);
    let ends = || sheet.pips.iter().position(|gauge| named(gauge).ends_with(&own));
    let place = exact.or_else(ends).or((!sheet.pips.is_empty()).then_some(0))?;
    Some((place, points.into()))
}

/// What a cost is counted in, or what counters are called, so that the two can be compared. Example: "2 dice" and "Action dice" both end
/// with "die".
fn unit(words: &str) -> String {
    let words = words.split(',').next().unwrap_or_default();
    let words = words.split(" of ").next().unwrap_or_default();
    let words = words.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ' ').to_lowercase();
    match words.strip_suffix("dice") {
        Some(before) => format!("{before}die"),
        None => words.strip_suffix('s').unwrap_or(&words).to_owned(),
    }
}

/// What is left of the counters that an action is paid from.
pub(super) fn left_by(ui: &mut Ui, sheet: &Sheet, offer: &Offer) {
    if let Some((place, spent)) = paid_from(sheet, offer) {
        let pip = &sheet.pips[place];
        paint::small_pips(ui, pip.now, pip.max, spent).on_hover_text(told(pip, spent));
    }
}

/// Counters in words, with what an action would leave of them.
pub(super) fn told(pip: &Gauge, spent: i32) -> String {
    let left = if spent > 0 { format!(", {} left after this", (pip.now - spent).max(0)) } else { String::new() };
    format!("{} {}/{}{left}", pip.label, pip.now, pip.max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_taken_from_the_counters_of_its_name() {
        use crate::battle::{ActionKind, Measure};
        let sheet = |labels: &[&str]| Sheet {
            pips: labels.iter().map(|label| Gauge::new(label, Measure::Turn, label, 2, 2)).collect(),
            ..Sheet::default()
        };
        let offer = |price, cost: &str| Offer { price, cost: cost.into(), ..ActionKind::new("a", "A", "").offer() };
        let cases: &[(&[&str], &str, usize)] = &[
            (&["AP", "RP"], "2 AP", 0),
            (&["AP", "RP"], "2 RP", 1),
            (&["Action dice"], "2 dice", 0),
            (&["Action", "Minor action", "Reaction"], "minor action", 1),
            (&["Actions", "Reactions"], "1 Action", 0),
            (&["Actions"], "2 actions of 3, 4 Mana", 0),
        ];
        for (labels, cost, place) in cases {
            let found = paid_from(&sheet(labels), &offer(Price::Points(2), cost));
            assert_eq!(found, Some((*place, 2)), "{cost} of {labels:?}");
        }
        assert_eq!(paid_from(&sheet(&["AP"]), &offer(Price::Free, "")), None);
        assert_eq!(paid_from(&sheet(&[]), &offer(Price::Points(1), "1 AP")), None);
    }

    #[test]
    fn a_cost_is_a_figure_on_the_button() {
        let figure = cost_figure(Price::Points(2), "a pair of dice").expect("a figure");
        assert!(figure.starts_with('2') && figure.chars().count() == 2, "{figure}");
        assert_eq!(cost_figure(Price::Way, "5 ft").as_deref(), Some("5 ft"));
        assert_eq!(cost_figure(Price::Free, ""), None);
    }
}
