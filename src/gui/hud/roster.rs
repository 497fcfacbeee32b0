//! Between the battles of a campaign: its members with what they carry, what has come about, what comes next, and what is to be chosen.
//!
//! By keyboard the choices 1 to 9 are the people: whether they go, or what they do meanwhile; Enter goes on, Escape leaves.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{
    self, Align, Button, Label, Layout, Pos2, Rect, RichText, ScrollArea, Sense, Stroke, TextureHandle, Ui, UiBuilder,
    Vec2,
};
use bevy_egui::input::EguiWantsInput;
use egui_phosphor::regular as glyph;
use leafwing_input_manager::prelude::ActionState;

use super::figure;
use super::panel_context::EguiContext;
use super::panel_order::Turn;
use super::pictures::Pictures;
use super::thumbnail::{self, fit};
use super::ui_command::{UiCommand, Window};
use super::ui_commands::UiCommands;
use super::view::Hints;
use super::{paint, start, text, theme};
use crate::battle::{LinkNote, Rest, Sheet};
use crate::campaign::{Journey, Leg, Link, Person, Stage, State as Alive, Stop};
use crate::gui::app::frame::{PaintSystems, Screen, TableSystems};
use crate::gui::app::going_on::Go;
use crate::gui::app::probe;
use crate::gui::app::settings::Settings;
use crate::gui::app::travel::Travel;
use crate::gui::input::keys::Keys;
use crate::gui::input::press_intent::Meant;
use crate::gui::input::table_action::TableAction;
use crate::level::{Level, Seat, counted};

pub(super) fn plugin(app: &mut App) {
    let there = resource_exists::<Travel>.and_then(in_state(Screen::Roster));
    app.init_resource::<Roster>()
        .add_systems(Update, keys.in_set(TableSystems::Input).run_if(there.clone()))
        .add_systems(EguiPrimaryContextPass, draw.in_set(PaintSystems::Panels).before(Turn::Heed).run_if(there))
        // Another campaign may stand at the same stage.
        .add_systems(OnExit(Screen::Roster), |mut roster: ResMut<Roster>| *roster = Roster::default());
}

/// What was chosen at the stage at which the campaign stands.
#[derive(Resource, Default)]
pub(crate) struct Roster {
    /// The stage, and how much lies behind.
    of: Option<(usize, Stage)>,
    /// The sheet of each member; none of those who can begin no battle.
    sheets: BTreeMap<String, Option<Sheet>>,
    /// Who goes.
    pub(crate) going: Vec<String>,
    /// What is chosen for whom in the time between.
    pub(crate) choices: BTreeMap<String, String>,
    /// Who gives each side's orders.
    seats: Vec<Seat>,
    /// The level that comes next.
    picture: Option<TextureHandle>,
}

impl Roster {
    /// Begins anew where the campaign has gone on.
    fn follow(&mut self, travel: &Travel) {
        let now = (travel.journey.legs().len(), travel.journey.stage().clone());
        if self.of.as_ref() == Some(&now) {
            return;
        }
        let journey = &travel.journey;
        let sheet = |person: &Person| (person.name.clone(), journey.sheet(&person.name));
        *self = Self {
            of: Some(now),
            sheets: journey.roster().iter().map(sheet).collect(),
            going: journey.stop().map(|stop| journey.usual(stop)).unwrap_or_default(),
            choices: BTreeMap::new(),
            seats: travel.usual_seats(),
            picture: None,
        };
    }

    /// Whether one goes, changed; or the next of what it can do in the time between.
    fn choose(&mut self, travel: &Travel, number: usize) {
        let Some(person) = travel.journey.roster().get(number) else { return };
        match travel.journey.stage() {
            Stage::Choosing { .. } => self.toggle(travel, person),
            Stage::Resting { link, .. } if person.state == Alive::Alive => {
                let offers = offered(travel, link);
                let now = self.choices.get(&person.name);
                let place = offers.iter().position(|(word, _)| now.is_some_and(|now| now == word));
                match offers.get(place.map_or(0, |place| place + 1)) {
                    Some((next, _)) => drop(self.choices.insert(person.name.clone(), (*next).to_owned())),
                    None => drop(self.choices.remove(&person.name)),
                }
            }
            Stage::Fighting { .. } | Stage::Resting { .. } | Stage::Ended { .. } => {}
        }
    }

    /// Whether one goes, changed.
    fn toggle(&mut self, travel: &Travel, person: &Person) {
        let Some(stop) = travel.journey.stop().filter(|_| person.can_go().is_ok()) else { return };
        let must = travel.journey.must_go(stop).any(|one| one.name == person.name);
        match self.going.iter().position(|name| *name == person.name) {
            Some(place) if !must => drop(self.going.remove(place)),
            Some(_) => {}
            None => self.going.push(person.name.clone()),
        }
    }

    /// What the large button does now; none where the campaign is over.
    fn onward(&self, travel: &Travel) -> Option<Go> {
        match travel.journey.stage() {
            Stage::Choosing { .. } => Some(Go::SetOut { who: self.going.clone(), seats: self.seats.clone() }),
            Stage::Resting { .. } => Some(Go::Pass(self.choices.clone())),
            Stage::Fighting { .. } | Stage::Ended { .. } => None,
        }
    }
}

/// What the link of this id offers, as far as the ruleset knows the words: each with what it is.
fn offered(travel: &Travel, link: &str) -> Vec<(&'static str, &'static str)> {
    let known = travel.journey.ruleset().link_offers();
    let offers = travel.journey.campaign().link(link).map_or(&[][..], |link| &link.offers);
    known.iter().filter(|(word, _)| offers.iter().any(|offer| offer == word)).copied().collect()
}

/// The name of the level in which a battle of this id is fought; of an ending, its id in words.
pub(super) fn level_name(journey: &Journey, id: &str) -> String {
    let stop = journey.campaign().battle(id).map(|(_, stop)| stop);
    let level = stop.and_then(|stop| journey.levels().get(&stop.level));
    level.map_or_else(|| text::readable(id), |level| level.name.clone())
}

fn keys(
    state: Option<Single<&ActionState<TableAction>>>,
    wants: Res<EguiWantsInput>,
    meant: Meant,
    travel: Res<Travel>,
    mut roster: ResMut<Roster>,
    mut speak: UiCommands,
    mut said: MessageWriter<UiCommand>,
) {
    let Some(state) = state.filter(|_| !wants.wants_any_keyboard_input()) else { return };
    let pressed = |action| state.just_pressed(&action) && meant.action(action);
    roster.follow(&travel);
    for (number, action) in TableAction::CHOICES.into_iter().enumerate() {
        if state.just_pressed(&action) {
            roster.choose(&travel, number);
            speak.wake();
        }
    }
    if pressed(TableAction::Menu) {
        said.write(UiCommand::Toggle(Window::Settings));
    } else if pressed(TableAction::Confirm) {
        match roster.onward(&travel) {
            Some(go) => speak.go(go),
            None => speak.leave(),
        }
    } else if pressed(TableAction::Cancel) {
        speak.leave();
    }
}

/// What the screen asks for.
enum Said {
    Go(Go),
    Leave,
    Settings,
}

fn draw(
    (glass, pictures): (If<Res<EguiContext>>, If<Res<Pictures>>),
    (travel, mut roster): (Res<Travel>, ResMut<Roster>),
    (settings, keys): (Res<Settings>, Res<Keys>),
    mut said: MessageWriter<UiCommand>,
    mut speak: UiCommands,
) {
    roster.follow(&travel);
    let keys = Hints::of(&keys);
    let scene = Scene { travel: &travel, pictures: &pictures, settings: &settings, keys: &keys };
    let asked = show(&glass.0.0, scene, &mut roster);
    match asked.filter(|_| speak.meant.on_panel(&glass.0.0)) {
        Some(Said::Go(go)) => speak.go(go),
        Some(Said::Leave) => speak.leave(),
        Some(Said::Settings) => {
            said.write(UiCommand::Toggle(Window::Settings));
        }
        None => {}
    }
}

/// What is drawn.
#[derive(Clone, Copy)]
struct Scene<'a> {
    travel: &'a Travel,
    pictures: &'a Pictures,
    settings: &'a Settings,
    keys: &'a Hints,
}

impl Scene<'_> {
    /// The place of a member's side among those of the campaign.
    fn side(&self, name: &str) -> u8 {
        let journey = &self.travel.journey;
        let own = journey.member(name).map(|member| &member.side);
        // In the level that comes next the side may stand elsewhere; its colour there is the one that is played.
        if let (Some((stop, level)), Some(own)) = (self.travel.next_level(), own)
            && let Some(place) = level.sides.iter().position(|side| side.id == stop.side(own))
        {
            return place as u8;
        }
        journey.campaign().sides.iter().position(|side| Some(side) == own).unwrap_or(0) as u8
    }
}

/// How high the row of buttons is, in points.
const BUTTONS: f32 = 44.0;

fn show(context: &egui::Context, scene: Scene, roster: &mut Roster) -> Option<Said> {
    let screen = context.content_rect();
    let mut said = None;
    egui::Area::new(egui::Id::new("roster")).fixed_pos(screen.min).order(egui::Order::Background).show(context, |ui| {
        ui.allocate_rect(screen, Sense::hover());
        if roster.picture.is_none()
            && let Some((_, level)) = scene.travel.next_level()
        {
            let palette = scene.settings.palette;
            let picture = thumbnail::texture(ui.ctx(), "next level".into(), level, scene.pictures, palette);
            roster.picture = Some(picture);
        }
        start::dim(ui, screen, roster.picture.clone());
        let gap = if screen.width() < 900.0 { 12.0 } else { 32.0 };
        let inner = screen.shrink2(Vec2::new(gap, gap.min(20.0)));
        let foot = Rect::from_min_max(Pos2::new(inner.min.x, inner.max.y - BUTTONS), inner.max);
        let above = Rect::from_min_max(inner.min, Pos2::new(inner.max.x, foot.min.y - theme::STEP));
        let part = |name: &str, rect| UiBuilder::new().id(egui::Id::new(("roster", name))).max_rect(rect);
        let ui_of = |ui: &mut Ui, name, rect| ui.new_child(part(name, rect).layout(Layout::top_down(Align::Min)));
        let mut top = ui_of(ui, "top", above);
        head(&mut top, scene, &mut said);
        let room = top.available_rect_before_wrap();
        if room.width() >= 720.0 {
            let (left, right) = room.split_left_right_at_fraction(0.56);
            let mut left = ui_of(&mut top, "people", left.with_max_x(left.max.x - theme::STEP));
            ScrollArea::vertical().id_salt("people").auto_shrink([false, false]).show(&mut left, |ui| {
                people(ui, scene, roster);
            });
            let mut right = ui_of(&mut top, "story", right);
            ScrollArea::vertical().id_salt("story").auto_shrink([false, false]).show(&mut right, |ui| {
                behind(ui, scene);
                ahead(ui, scene, roster);
            });
        } else {
            ScrollArea::vertical().id_salt("all").auto_shrink([false, false]).show(&mut top, |ui| {
                behind(ui, scene);
                people(ui, scene, roster);
                ahead(ui, scene, roster);
            });
        }
        buttons(&mut ui_of(ui, "buttons", foot), scene, roster, &mut said);
    });
    said
}

/// The campaign's name, under which rules, and where in it one is.
fn head(ui: &mut Ui, scene: Scene, said: &mut Option<Said>) {
    let journey = &scene.travel.journey;
    ui.horizontal(|ui| {
        let size = if ui.available_width() < 720.0 { 20.0 } else { 28.0 };
        ui.label(RichText::new(&journey.campaign().name).size(size).color(theme::LAMP));
        let fought = journey.fought().count();
        let battles = counted(fought as u64, "battle");
        let words = match journey.stage() {
            Stage::Ended { .. } => format!("over after {battles}"),
            _ if fought == 0 => "before the first battle".to_owned(),
            _ => format!("after {battles}"),
        };
        let words = format!("{} \u{b7} {words}", journey.ruleset().title());
        ui.label(RichText::new(words).size(14.0).color(theme::FAINT));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(glyph::GEAR_SIX).on_hover_text("Settings").clicked() {
                *said = Some(Said::Settings);
            }
        });
    });
    if let Some(note) = &scene.travel.note {
        ui.add(Label::new(RichText::new(format!("{} {note}", glyph::WARNING)).color(theme::HARM)).wrap());
    }
    ui.add_space(theme::STEP);
}

/// The members, each on a card.
fn people(ui: &mut Ui, scene: Scene, roster: &mut Roster) {
    for (number, person) in scene.travel.journey.roster().iter().enumerate() {
        if card(ui, scene, roster, (number, person)).clicked() {
            roster.choose(scene.travel, number);
        }
        ui.add_space(4.0);
    }
}

/// The last time between two battles, if nothing was fought since.
fn last_notes(travel: &Travel) -> &[LinkNote] {
    match travel.journey.legs().last() {
        Some(Leg::Link(passed)) => &passed.told,
        _ => &[],
    }
}

/// One of the roster: figure, what it carries, what it does next.
fn card(ui: &mut Ui, scene: Scene, roster: &mut Roster, (number, person): (usize, &Person)) -> egui::Response {
    let goes = roster.going.contains(&person.name);
    let can = person.can_go();
    let builder = UiBuilder::new().id_salt(("member", number)).sense(Sense::click());
    let shown = ui.scope_builder(builder, |ui| {
        let hovered = ui.response().hovered() && can.is_ok();
        let edge = if goes { Stroke::new(2.0, theme::LAMP) } else { Stroke::new(1.0, theme::LINE) };
        let fill = if hovered { theme::LIFTED } else { theme::PANEL };
        let margin = theme::STEP - edge.width;
        theme::frame().fill(fill).stroke(edge).inner_margin(margin).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(56.0), Sense::hover());
                let member = scene.travel.journey.member(&person.name);
                let kind = member.map_or("", |member| member.kind.as_str());
                let (side, dead) = (scene.side(&person.name), person.state == Alive::Dead);
                scene.pictures.portrait(ui.painter(), rect, kind, side, scene.settings.palette, dead);
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 3.0;
                    ui.horizontal(|ui| {
                        cap(ui, scene.keys, number);
                        ui.label(RichText::new(&person.name).size(17.0));
                        ui.label(RichText::new(text::readable(kind)).size(12.5).color(theme::FAINT));
                        ui.with_layout(Layout::right_to_left(Align::Center), |ui| state(ui, scene, roster, person));
                    });
                    if !dead {
                        let sheet = roster.sheets.get(&person.name).and_then(Option::as_ref);
                        figure::carries(ui, sheet, &person.carried, scene.pictures);
                        choices(ui, scene, roster, person);
                    }
                    for note in last_notes(scene.travel).iter().filter(|note| note.who == person.name) {
                        figure::note(ui, note);
                    }
                });
            });
        });
    });
    probe::spot(&shown.response, || format!("member {}", person.name));
    let name = &person.name;
    shown.response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Checkbox, can.is_ok(), goes, name));
    shown.response
}

/// The key of a member, where it has one.
fn cap(ui: &mut Ui, keys: &Hints, number: usize) {
    if let Some(key) = keys.slots.get(number).filter(|key| !key.is_empty()) {
        ui.label(RichText::new(key).size(11.0).color(theme::FAINT).background_color(theme::SUNKEN));
    }
}

/// Whether one goes, or why not.
fn state(ui: &mut Ui, scene: Scene, roster: &Roster, person: &Person) {
    let stop = scene.travel.journey.stop();
    let must = stop.is_some_and(|stop| scene.travel.journey.must_go(stop).any(|one| one.name == person.name));
    let (words, colour) = match (person.can_go(), stop) {
        (Err(_), _) if person.state == Alive::Dead => (format!("{} dead", glyph::SKULL), theme::HARM),
        (Err(why), _) => (why, theme::HARM),
        (Ok(()), None) => return,
        (Ok(()), Some(_)) if must => (format!("{} must go", glyph::CHECK_SQUARE), theme::LAMP),
        (Ok(()), Some(_)) if roster.going.contains(&person.name) => {
            (format!("{} goes", glyph::CHECK_SQUARE), theme::LAMP)
        }
        (Ok(()), Some(_)) => (format!("{} stays behind", glyph::SQUARE), theme::FAINT),
    };
    ui.label(RichText::new(words).size(14.0).color(colour));
}

/// What one can do in the time between.
fn choices(ui: &mut Ui, scene: Scene, roster: &mut Roster, person: &Person) {
    let Stage::Resting { link, .. } = scene.travel.journey.stage() else { return };
    let offers = offered(scene.travel, link);
    if offers.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let now = roster.choices.get(&person.name).cloned();
        for (word, means) in offers {
            let chosen = now.as_deref() == Some(word);
            let button = ui.selectable_label(chosen, text::readable(word)).on_hover_text(means);
            probe::spot(&button, || format!("choice {} {word}", person.name));
            if button.clicked() {
                if chosen {
                    roster.choices.remove(&person.name);
                } else {
                    roster.choices.insert(person.name.clone(), word.to_owned());
                }
            }
        }
    });
}

/// A heading over a part of the story.
fn heading(ui: &mut Ui, words: &str) {
    ui.label(RichText::new(words).size(13.0).color(theme::LAMP));
}

/// What has come about last: the battle and the time after it.
fn behind(ui: &mut Ui, scene: Scene) {
    let journey = &scene.travel.journey;
    let Some(fought) = journey.fought().last() else {
        theme::frame().show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.add(Label::new(RichText::new(&journey.campaign().about).size(14.0)).wrap());
        });
        ui.add_space(theme::STEP);
        return;
    };
    theme::frame().show(ui, |ui| {
        ui.set_width(ui.available_width());
        heading(ui, &format!("Behind: {}", text::readable(&fought.battle)));
        for line in [&*fought.reason, &*fought.text].into_iter().filter(|line| !line.is_empty()) {
            ui.add(Label::new(RichText::new(line).size(14.0)).wrap());
        }
        if let Some(Leg::Link(passed)) = journey.legs().last()
            && let Some(link) = passed.link.as_deref().and_then(|id| journey.campaign().link(id))
        {
            ui.add_space(4.0);
            heading(ui, &format!("Since: {}", hours(link)));
            if !link.text.is_empty() {
                ui.add(Label::new(RichText::new(&link.text).size(14.0)).wrap());
            }
        }
    });
    ui.add_space(theme::STEP);
}

/// How long a link is, and what of it is rest.
pub(super) fn hours(link: &Link) -> String {
    let rest = match link.rest {
        Rest::None => "no rest",
        Rest::Normal => "a rest",
        Rest::Full => "a full rest",
    };
    format!("{}, {rest}", counted(u64::from(link.hours), "hour"))
}

/// What comes next: a battle, the time before it, or the end.
fn ahead(ui: &mut Ui, scene: Scene, roster: &mut Roster) {
    let journey = &scene.travel.journey;
    let campaign = journey.campaign();
    theme::frame().show(ui, |ui| {
        ui.set_width(ui.available_width());
        match journey.stage() {
            Stage::Choosing { .. } | Stage::Fighting { .. } => {
                if let Some((stop, level)) = scene.travel.next_level() {
                    next_battle(ui, scene, roster, stop, level);
                }
            }
            Stage::Resting { link, to } => {
                if let Some(link) = campaign.link(link) {
                    heading(ui, &format!("Now: {}", hours(link)));
                    ui.add(Label::new(RichText::new(&link.text).size(15.0)).wrap());
                }
                ui.add_space(4.0);
                let next = format!("Then: {}", level_name(journey, to));
                ui.label(RichText::new(next).size(14.0).color(theme::FAINT));
            }
            Stage::Ended { ending } => {
                let ending = ending.as_deref().and_then(|id| campaign.ending(id));
                heading(ui, &ending.map_or_else(|| "The end".to_owned(), |one| text::readable(&one.id)));
                let words = ending.map(|one| one.text.as_str()).filter(|words| !words.is_empty());
                let words = words.unwrap_or("Nobody is left who could go on.");
                ui.add(Label::new(RichText::new(words).size(17.0)).wrap());
                let lost = journey.roster().iter().filter(|person| person.state == Alive::Dead).count();
                let left = journey.roster().len() - lost;
                ui.label(RichText::new(format!("{left} alive, {lost} dead")).size(14.0).color(theme::FAINT));
            }
        }
    });
}

/// The battle that comes next: its map, how many may go, who sits where.
fn next_battle(ui: &mut Ui, scene: Scene, roster: &mut Roster, stop: &Stop, level: &Level) {
    heading(ui, "Next");
    ui.label(RichText::new(&level.name).size(20.0));
    ui.add(Label::new(RichText::new(&level.about).size(14.0)).wrap());
    if let Some(texture) = &roster.picture {
        let high = (ui.ctx().content_rect().height() * 0.3).clamp(90.0, 320.0);
        let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), high), Sense::hover());
        fit(ui.painter(), texture, rect);
    }
    let (room, most) = scene.travel.journey.room(stop);
    let mut words = vec![format!("{} of at most {most} go", roster.going.len())];
    if room.len() > 1 {
        words.extend(
            room.iter()
                .map(|(side, places)| format!("{} for {}", counted(*places as u64, "place"), text::readable(side))),
        );
    }
    ui.label(RichText::new(words.join(" \u{b7} ")).size(14.0).color(theme::FAINT));
    roster.seats.resize(level.sides.len(), Seat::Ai);
    for (place, (side, seat)) in level.sides.iter().zip(&mut roster.seats).enumerate() {
        ui.horizontal(|ui| {
            paint::side_mark_widget(ui, place as u8, scene.settings.palette);
            ui.label(RichText::new(&side.name).color(theme::side_text(scene.settings.palette, place as u8)));
            for (who, name, words) in [
                (Seat::Human, "person", format!("{} Person", glyph::USER)),
                (Seat::Ai, "computer", format!("{} Computer", glyph::CPU)),
            ] {
                let button = ui.selectable_value(seat, who, words);
                probe::spot(&button, || format!("seat {} {name}", side.id));
            }
        });
    }
}

/// On, or away.
fn buttons(ui: &mut Ui, scene: Scene, roster: &Roster, said: &mut Option<Said>) {
    let journey = &scene.travel.journey;
    let words = match journey.stage() {
        Stage::Choosing { .. } => {
            let most = journey.stop().map_or(0, |stop| journey.room(stop).1);
            format!("{} Set out ({} of {most})", glyph::PLAY, roster.going.len())
        }
        Stage::Resting { link, .. } => {
            let rests = journey.campaign().link(link).is_some_and(|link| link.rest != Rest::None);
            format!("{} {}", glyph::CAMPFIRE, if rests { "Rest" } else { "Go on" })
        }
        Stage::Fighting { .. } | Stage::Ended { .. } => String::new(),
    };
    let hint = &scene.keys.confirm;
    ui.horizontal(|ui| {
        if let Some(go) = roster.onward(scene.travel) {
            let enough = !matches!(&go, Go::SetOut { who, .. } if who.is_empty());
            let button = Button::new(RichText::new(words).size(19.0).color(theme::INK)).fill(theme::LAMP);
            let button = ui.add_enabled(enough, button.min_size(Vec2::new(160.0, BUTTONS)));
            probe::spot(&button, || "onward".into());
            if button.on_hover_text(hint).clicked() {
                *said = Some(Said::Go(go));
            }
        }
        let over = scene.travel.is_over();
        let leave = RichText::new(format!("{} Start screen", glyph::HOUSE)).size(15.0);
        let leave = if over { Button::new(leave.color(theme::INK)).fill(theme::LAMP) } else { Button::new(leave) };
        let leave = ui.add(leave.min_size(Vec2::new(0.0, BUTTONS)));
        probe::spot(&leave, || "leave".into());
        if leave.on_hover_text("It can be taken up again from there").clicked() {
            *said = Some(Said::Leave);
        }
    });
}
