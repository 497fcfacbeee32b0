//! The bar along the bottom: a decision, an aim, the list of actions, or who is waited for.

use bevy_egui::egui::{self, ScrollArea};

use super::layout::Layout;
use super::view::{Hud, Said, View};
use super::{actions, aim, decision, take_back, theme, view};

/// What the bar is about. While it stays the same the bar may grow, but does not shrink: nothing moves away from under the mouse
/// because odds become known or the next target has fewer of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Topic {
    /// Who is waited for, or a list of actions: as high as it is.
    #[default]
    Plain,
    /// An action that is aimed, or its family.
    Aim(String),
    /// The question after so many orders, and whether the number behind it is folded open.
    Question(usize, bool),
}

impl Topic {
    fn of(view: &View, unfolded: bool) -> Self {
        let session = view.session;
        if session.question().is_some() {
            return Self::Question(session.battle.orders().len(), unfolded);
        }
        let aimed = session.aim.as_ref().map(|aim| &aim.offer);
        aimed.map_or(Self::Plain, |offer| {
            let family = session.fan.clone().unwrap_or_default();
            Self::Aim(if family.is_empty() { offer.label.clone() } else { family })
        })
    }
}

/// Draws the bar and remembers how high it wants to be.
pub fn show(context: &egui::Context, view: &View, hud: &mut Hud, places: &Layout, said: &mut Vec<Said>) {
    let decision = view.session.question();
    if decision.is_none() {
        decision::foresee(view);
    }
    let here = !view.session.hands_over();
    let ask = view.session.ask.as_ref().filter(|_| here);
    let frame = if decision.is_some() || ask.is_some() {
        theme::loud_frame()
    } else {
        theme::frame()
    };
    let compact = places.sheet.is_none();
    let (mut height, mut lists) = (0.0, false);
    view::pane(context, "bar", places.bar, frame, |ui| {
        let room = ui.available_height();
        let scrolled = ScrollArea::vertical()
            .id_salt("bar")
            .auto_shrink([false, true])
            .max_height(room)
            .show(ui, |ui| {
                ui.set_width(ui.available_width());
                if let Some(ask) = ask {
                    take_back::asked(ui, view, ask, said);
                } else if let Some(decision) = decision {
                    decision::show(ui, view, hud, decision, said);
                } else if let Some(aim) = &view.session.aim {
                    aim::show(ui, view, aim, said);
                } else if let Some(creature) = view.session.commanded().filter(|_| here) {
                    actions::show(ui, view, creature, compact, said);
                    lists = true;
                } else {
                    actions::waiting(ui, view, said);
                }
            });
        height = scrolled.content_size.y;
    });
    let mut wanted = height + frame.inner_margin.sum().y + 2.0;
    let about = (Topic::of(view, hud.unfolded), places.bar.width());
    if about == hud.bar_about && about.0 != Topic::Plain {
        wanted = wanted.max(hud.bar);
    }
    hud.bar_about = about;
    if (wanted - hud.bar).abs() > 0.5 {
        hud.bar = wanted;
        context.request_repaint();
    } else if lists {
        hud.kept.grow(wanted);
    }
}
