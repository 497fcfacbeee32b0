//! The campaigns of the start screen: their list; the chosen one with its battles and its people, or its mistakes.

use bevy_egui::egui::{Label, RichText, ScrollArea, Sense, Ui, Vec2};

use super::begin::Begin;
use super::campaign_shelf::Shelf;
use super::chosen::Start;
use super::library;
use super::pictures::Pictures;
use super::thumbnail::fit;
use super::{levels, setup, text, theme};
use crate::campaign::{Campaign, Loaded};
use crate::gui::app::screen::Launch;
use crate::gui::app::settings::Settings;

/// The list of campaigns.
pub(super) fn list(ui: &mut Ui, shelf: &mut Shelf, pictures: &Pictures, settings: &Settings) {
    if shelf.entries.is_empty() {
        ui.label(format!("There are no campaigns in {}.", library::campaigns().display()));
        return;
    }
    ScrollArea::vertical().id_salt("campaigns").auto_shrink([false, false]).show(ui, |ui| {
        for at in 0..shelf.entries.len() {
            let picture = shelf.first(ui, at, pictures, settings);
            let entry = &shelf.entries[at];
            let chosen = Some(&entry.path) == shelf.chosen.as_ref();
            if levels::entry_card(ui, ("campaign", &entry.title()), entry.about(), picture, chosen) {
                shelf.choose(Some(entry.path.clone()));
            }
        }
    });
}

/// The chosen campaign: what it is about, its battles and people, rules and seed; or what is wrong with it.
pub(super) fn details(
    ui: &mut Ui,
    start: &mut Start,
    pictures: &Pictures,
    settings: &Settings,
    said: &mut Option<Begin>,
) {
    let Some(at) = start.campaigns.at() else { return };
    let room = ui.available_rect_before_wrap();
    theme::frame().inner_margin(16.0).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let loaded = start.campaigns.entries[at].loaded.clone();
        ui.label(RichText::new(start.campaigns.entries[at].title()).size(26.0));
        let bottom = if loaded.is_some() { start.setup_height.max(150.0) } else { 0.0 };
        let most = (room.height() - 84.0 - bottom).max(60.0);
        ScrollArea::vertical().id_salt("campaign").max_height(most).show(ui, |ui| {
            if let Some(Loaded { campaign, .. }) = &loaded {
                ui.add(Label::new(RichText::new(&campaign.about).size(15.0)).wrap());
                ui.add_space(theme::STEP);
                people(ui, campaign, pictures, settings);
                ui.add_space(theme::STEP);
                battles(ui, (start, at), campaign, pictures, settings);
            }
            let entry = &start.campaigns.entries[at];
            if let Some(why) = &entry.trouble {
                ui.label(RichText::new(why).color(theme::HARM));
            }
            levels::all_found(ui, &entry.findings, &entry.text);
        });
        if loaded.is_some() {
            setup::measured(ui, start, |ui, start| setup(ui, start, at, settings, said));
        }
    });
}

/// The roster at the start.
fn people(ui: &mut Ui, campaign: &Campaign, pictures: &Pictures, settings: &Settings) {
    ui.horizontal_wrapped(|ui| {
        for member in &campaign.members {
            ui.vertical(|ui| {
                ui.set_width(72.0);
                let (rect, face) = ui.allocate_exact_size(Vec2::splat(48.0), Sense::hover());
                let side = campaign.sides.iter().position(|side| *side == member.side).unwrap_or(0) as u8;
                pictures.portrait(ui.painter(), rect, &member.kind, side, settings.palette, false);
                face.on_hover_text(text::readable(&member.kind));
                ui.add(Label::new(RichText::new(&member.name).size(13.0)).truncate());
            });
        }
    });
}

/// How wide the map of a battle is shown, in points.
const MAP: Vec2 = Vec2::new(168.0, 104.0);

/// The battles, in the campaign's order.
fn battles(
    ui: &mut Ui,
    (start, at): (&mut Start, usize),
    campaign: &Campaign,
    pictures: &Pictures,
    settings: &Settings,
) {
    ui.horizontal_wrapped(|ui| {
        for (number, stop) in campaign.battles.iter().enumerate() {
            let picture = start.campaigns.picture(ui, (at, &stop.level), pictures, settings);
            ui.vertical(|ui| {
                ui.set_width(MAP.x);
                let (rect, _) = ui.allocate_exact_size(MAP, Sense::hover());
                ui.painter().rect_filled(rect, 3.0, theme::SUNKEN);
                if let Some(texture) = picture {
                    fit(ui.painter(), &texture, rect.shrink(3.0));
                }
                let words = format!("{}  {}", number + 1, text::readable(&stop.id));
                ui.add(Label::new(RichText::new(words).size(13.0).color(theme::FAINT)).truncate());
            });
        }
    });
}

/// Ruleset, how hard the computer plays, seed, and the button that starts it.
fn setup(ui: &mut Ui, start: &mut Start, at: usize, settings: &Settings, said: &mut Option<Begin>) {
    ui.separator();
    let playable = setup::choose_ruleset(ui, &mut start.campaigns.ruleset);
    let levels = start.campaigns.entries[at].loaded.iter().flat_map(|loaded| loaded.levels.values());
    let seats = levels.flat_map(|level| level.sides.iter().map(|side| side.seat));
    setup::strength(ui, seats, settings.computer, said);
    let file = start.campaigns.entries[at].path.clone();
    let launch = |start: &Start, seed| Launch {
        level: file.clone(),
        ruleset: start.campaigns.ruleset.clone(),
        seed,
        seats: Vec::new(),
    };
    setup::foot(ui, start, ("Begin", playable, &file), launch, said);
}
