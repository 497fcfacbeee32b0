//! What a battle of a campaign leaves behind: what each of its people carries out of it, and where it leads.

use bevy_egui::egui::{Label, RichText, Sense, Ui, Vec2};
use egui_phosphor::regular as glyph;

use super::view::View;
use super::{figure, roster, theme};
use crate::battle::{CarriedOver, Sheet};
use crate::campaign::{Journey, Stage, State};
use crate::gui::app::travel::Travel;
use crate::gui::session::Session;

/// One who went, after the battle.
struct One {
    name: String,
    kind: String,
    /// Why it can go into no battle, where it cannot.
    why: Option<String>,
    dead: bool,
    sheet: Option<Sheet>,
    carried: CarriedOver,
}

/// What a battle that is over leaves, as going on will take it over.
#[derive(Default)]
pub(super) struct CarriedOn {
    /// For which state of which battle it was worked out.
    of: Option<u64>,
    people: Vec<One>,
    /// What the way on tells.
    text: String,
    /// What comes after it.
    next: String,
}

impl CarriedOn {
    /// Works out what the battle on the table leaves, where that has changed: what going on would do, done to a copy.
    pub(super) fn follow(&mut self, travel: &Travel, session: &Session) {
        if self.of == Some(session.version) {
            return;
        }
        let mut after = travel.journey.clone();
        let settled = after.settle(&session.battle);
        *self = Self {
            of: Some(session.version),
            people: people(&after),
            text: after.fought().last().map(|fought| fought.text.clone()).unwrap_or_default(),
            next: settled.map_or_else(|why| why.message.to_string(), |()| next(&after)),
        };
    }

    /// Draws it.
    pub(super) fn show(&self, ui: &mut Ui, view: &View) {
        for (words, colour) in [(&self.text, theme::PAPER), (&self.next, theme::LAMP)] {
            if !words.is_empty() {
                ui.add(Label::new(RichText::new(words).size(14.0).color(colour)).wrap());
            }
        }
        ui.add_space(4.0);
        for one in &self.people {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(34.0), Sense::hover());
                let side = view.session.viewer.0;
                view.pictures.portrait(ui.painter(), rect, &one.kind, side, view.settings.palette, one.dead);
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    ui.label(RichText::new(&one.name).size(14.0));
                    match &one.why {
                        _ if one.dead => {
                            ui.label(RichText::new(format!("{} dead", glyph::SKULL)).color(theme::HARM));
                        }
                        Some(why) => {
                            ui.label(RichText::new(why).color(theme::HARM));
                        }
                        None => figure::carries(ui, one.sheet.as_ref(), &one.carried, view.pictures),
                    }
                });
            });
        }
    }
}

/// Those who went, as they came out of it.
fn people(after: &Journey) -> Vec<One> {
    let who = after.fought().last().map(|fought| fought.who.clone()).unwrap_or_default();
    let went = after.roster().iter().filter(|person| who.contains(&person.name));
    let one = |person: &crate::campaign::Person| One {
        name: person.name.clone(),
        kind: after.member(&person.name).map(|member| member.kind.clone()).unwrap_or_default(),
        why: person.can_go().err(),
        dead: person.state == State::Dead,
        sheet: after.sheet(&person.name),
        carried: person.carried.clone(),
    };
    went.map(one).collect()
}

/// What comes after the battle, in a line.
fn next(after: &Journey) -> String {
    match after.stage() {
        Stage::Choosing { .. } | Stage::Fighting { .. } => {
            format!("Next: {}", after.stop().map(|stop| roster::level_name(after, &stop.id)).unwrap_or_default())
        }
        Stage::Resting { link, to } => {
            let link = after.campaign().link(link).map(roster::hours).unwrap_or_default();
            format!("Next: {link}, then {}", roster::level_name(after, to))
        }
        Stage::Ended { .. } => "The campaign ends here".to_owned(),
    }
}
