//! What an action costs, as a figure on its button; and what is told of it beside that.

use bevy_egui::egui::{RichText, Ui};
use egui_phosphor::regular as glyph;

use super::view::View;
use super::{text, theme};
use crate::battle::{Offer, Price};

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
        ui.label(RichText::new(format!("Range {range} squares")).color(theme::FAINT));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_a_figure_on_the_button() {
        let figure = cost_figure(Price::Points(2), "a pair of dice").expect("a figure");
        assert!(figure.starts_with('2') && figure.chars().count() == 2, "{figure}");
        assert_eq!(cost_figure(Price::Way, "5 ft").as_deref(), Some("5 ft"));
        assert_eq!(cost_figure(Price::Free, ""), None);
    }
}
