//! The end of a fight: who has won and why, in how many rounds, what each did; again, back, or keep the replay.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::containers::menu::MenuButton;
use bevy_egui::egui::{self, Align2, Button, Grid, Label, RichText, ScrollArea, Vec2};
use bevy_egui::input::EguiWantsInput;
use egui_phosphor::regular as glyph;
use leafwing_input_manager::prelude::ActionState;

use super::carried_on::CarriedOn;
use super::float::DropDown;
use super::forecasts::Forecasts;
use super::panel_context::EguiContext;
use super::panel_order::Turn;
use super::pictures::Pictures;
use super::ui_command::{UiCommand, Window};
use super::ui_commands::UiCommands;
use super::view::{Hints, View};
use super::{paint, theme};
use crate::battle::{ById, Dead, Event, Fled, Id, OnMap, Roster, SideId, What, standing};

use crate::gui::app::frame::{PaintSystems, Screen, TableSystems};
use crate::gui::app::going_on::Go;
use crate::gui::app::probe;
use crate::gui::app::screen::{Launch, seed_of_the_clock};
use crate::gui::app::settings::Settings;
use crate::gui::board::lens::Lens;
use crate::gui::input::keys::Keys;
use crate::gui::input::table_action::TableAction;
use crate::gui::session::Session;
use crate::gui::session::replay::Watch;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, keys.in_set(TableSystems::Input).run_if(in_state(Screen::Result)));
    app.add_systems(
        EguiPrimaryContextPass,
        draw.in_set(PaintSystems::Panels)
            .before(Turn::Heed)
            .run_if(in_state(Screen::Result).and_then(resource_exists::<Session>)),
    );
}

/// By key, on in a campaign.
fn keys(
    state: Option<Single<&ActionState<TableAction>>>,
    wants: Res<EguiWantsInput>,
    session: Option<Res<Session>>,
    mut speak: UiCommands,
) {
    let Some(state) = state.filter(|_| !wants.wants_any_keyboard_input()) else { return };
    let confirm = TableAction::Confirm;
    if session.is_some_and(|session| session.travel.is_some())
        && state.just_pressed(&confirm)
        && speak.meant.action(confirm)
    {
        speak.go(Go::Settle);
    }
}

fn draw(
    (glass, pictures): (If<Res<EguiContext>>, If<Res<Pictures>>),
    session: Res<Session>,
    (forecasts, keys, settings): (Res<Forecasts>, Res<Keys>, Res<Settings>),
    mut next: ResMut<NextState<Screen>>,
    mut said: MessageWriter<UiCommand>,
    mut speak: UiCommands,
    mut carried: Local<CarriedOn>,
) {
    let context = &glass.0.0;
    let hints = Hints::of(&keys);
    let view = View {
        session: &session,
        offers: &[],
        settings: &settings,
        forecasts: &forecasts,
        pictures: &pictures,
        hints: &hints,
        watching: false,
        lens: Lens::NOWHERE,
    };
    let meant = speak.meant.on_panel(context);
    if let Some(travel) = session.travel.as_deref() {
        carried.follow(travel, &session);
    }
    let after = session.travel.is_some().then_some(&*carried);
    match show(context, &view, after).filter(|_| meant) {
        Some(After::Again) => {
            if let Some(level) = session.path.clone() {
                speak.launch(Launch {
                    level,
                    ruleset: Some(session.battle.ruleset().key().to_string()),
                    seed: seed_of_the_clock(),
                    seats: session.seats.clone(),
                });
            }
        }
        Some(After::Back) => speak.leave(),
        Some(After::Watch) => speak.watch(Watch::Table),
        Some(After::Report) => {
            said.write(UiCommand::Toggle(Window::Report));
        }
        Some(After::Keep) => speak.keep_replay(&session),
        Some(After::GoOn) => speak.go(Go::Settle),
        Some(After::Undo) => {
            speak.undo();
            next.set(Screen::Battle);
        }
        None => {}
    }
}

/// What one creature did and suffered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Damage it did.
    pub dealt: i32,
    /// Damage it took.
    pub taken: i32,
    /// Others it brought down.
    pub downed: u32,
}

/// Adds up a fight. Damage counts for whoever the event names, else for whoever attacked the target last.
pub(super) fn tally(events: &[Event]) -> BTreeMap<Id, Tally> {
    let mut out: BTreeMap<Id, Tally> = BTreeMap::new();
    let mut attacker: BTreeMap<Id, Id> = BTreeMap::new();
    let mut fallen: Vec<Id> = Vec::new();
    let holds = events.iter().zip(standing(events)).filter(|(_, stands)| *stands);
    for (event, _) in holds {
        let Some(target) = event.target else { continue };
        let by = event.actor.filter(|&by| by != target).or(attacker.get(&target).copied());
        match &event.what {
            What::Attack { .. } => {
                if let Some(by) = event.actor {
                    attacker.insert(target, by);
                }
            }
            What::Damage { amount, .. } => {
                out.entry(target).or_default().taken += amount;
                if let Some(by) = by {
                    out.entry(by).or_default().dealt += amount;
                }
            }
            What::Down | What::Dies if !fallen.contains(&target) => {
                fallen.push(target);
                if let Some(by) = by {
                    out.entry(by).or_default().downed += 1;
                }
            }
            _ => {}
        }
    }
    out
}

/// What the result screen asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    /// On in the campaign.
    GoOn,
    /// The same level again, with new dice.
    Again,
    /// The start screen.
    Back,
    /// See it again, order by order.
    Watch,
    /// Write the replay.
    Keep,
    /// Report a mistake.
    Report,
    /// The last order back: the fight goes on.
    Undo,
}

/// Draws the result.
fn show(context: &egui::Context, view: &View, carried: Option<&CarriedOn>) -> Option<After> {
    let battle = &view.session.battle;
    let outcome = battle.outcome()?;
    let screen = context.content_rect();
    let mut said = None;
    // Where there is little room, it is the table's.
    let low = screen.height() < 460.0;
    let shown = egui::Window::new("Result")
        .title_bar(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
        .frame(theme::loud_frame().inner_margin(if low { 10.0 } else { 20.0 }))
        .show(context, |ui| {
            ui.set_width((screen.width() - 80.0).min(560.0));
            let large = if low { 22.0 } else { 32.0 };
            ui.vertical_centered(|ui| {
                if low {
                    ui.spacing_mut().item_spacing.y = 1.0;
                }
                match outcome.winners.as_slice() {
                    [] => {
                        ui.label(RichText::new("Nobody stands").size(large).color(theme::LAMP));
                    }
                    winners => {
                        for &side in winners {
                            let text = format!("{} {}", glyph::TROPHY, view.side_name(side));
                            let colour = theme::side_text(view.settings.palette, side.0);
                            ui.label(RichText::new(text).size(large).color(colour));
                        }
                    }
                }
                if !low {
                    faces(ui, view, &outcome.winners);
                }
                ui.label(RichText::new(&*outcome.reason).size(15.0).color(theme::FAINT));
                let rounds = battle.flow().round;
                let words = format!("in round {rounds} \u{b7} {}", battle.ruleset().title());
                ui.label(RichText::new(words).color(theme::FAINT));
            });
            ui.add_space(8.0);
            ScrollArea::vertical().max_height((screen.height() - if low { 232.0 } else { 330.0 }).max(70.0)).show(
                ui,
                |ui| {
                    if let Some(carried) = carried {
                        carried.show(ui, view);
                        ui.add_space(8.0);
                    }
                    table(ui, view);
                },
            );
            ui.add_space(8.0);
            ui.horizontal_wrapped(|ui| {
                // A battle taken up from a save has no level to play again.
                let again = view.session.path.is_some();
                if carried.is_some() {
                    let words = RichText::new(format!("{} Go on", glyph::ARROW_RIGHT)).color(theme::INK);
                    let button = ui.add(Button::new(words).fill(theme::LAMP).min_size(Vec2::new(120.0, 32.0)));
                    probe::spot(&button, || "go on".into());
                    if button.clicked() {
                        said = Some(After::GoOn);
                    }
                }
                if again {
                    let words = RichText::new(format!("{} Play again", glyph::ARROWS_CLOCKWISE)).color(theme::INK);
                    let button = Button::new(words).fill(theme::LAMP).min_size(Vec2::new(120.0, 32.0));
                    if ui.add(button).clicked() {
                        said = Some(After::Again);
                    }
                }
                for (icon, text, after) in [
                    (glyph::HOUSE, "Back to the levels", After::Back),
                    (glyph::FILM_STRIP, "Watch it again", After::Watch),
                ] {
                    let words = RichText::new(format!("{icon} {text}"));
                    let button = if after == After::Back && !again && carried.is_none() {
                        Button::new(words.color(theme::INK)).fill(theme::LAMP)
                    } else {
                        Button::new(words)
                    };
                    let button = ui.add(button.min_size(Vec2::new(0.0, 32.0)));
                    probe::spot(&button, || text.to_lowercase());
                    if button.clicked() {
                        said = Some(after);
                    }
                }
                let more = Button::new(format!("More {}", glyph::CARET_DOWN)).min_size(Vec2::new(0.0, 32.0));
                MenuButton::from_button(more).ui(ui, |ui| {
                    let mut list = DropDown::of(ui, "after the fight");
                    for (icon, text, after) in [
                        (glyph::FLOPPY_DISK, "Keep the replay", After::Keep),
                        (glyph::BUG, "Report a mistake", After::Report),
                        (glyph::ARROW_U_UP_LEFT, "Undo", After::Undo),
                    ] {
                        let line = ui.button(format!("{icon}  {text}"));
                        list.line(&line, true);
                        if line.clicked() {
                            said = Some(after);
                        }
                    }
                });
            });
            if let Some((notice, _)) = &view.session.notice {
                ui.label(RichText::new(notice).size(12.0).color(theme::FAINT));
            }
        });
    // A panel learns its size by being drawn; nothing else may bring the next frame.
    if let Some(size) = shown.map(|shown| shown.response.rect.size()) {
        let was =
            context.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(egui::Id::new("result")), size));
        if was != size {
            context.request_repaint();
        }
    }
    said
}

/// How large the portraits of those who stand are, and of the others, in points; and how many of each there is room for.
const STANDS: f32 = 48.0;
const FELL: f32 = 30.0;
const FACES: usize = 7;

/// The winners who stand, and smaller beside them all creatures that are down, dead or gone.
fn faces(ui: &mut egui::Ui, view: &View, winners: &[SideId]) {
    let battle = &view.session.battle;
    let world = battle.world();
    let people: Vec<Id> =
        world.resource::<Roster>().0.iter().copied().filter(|&id| view.creature(id).is_some()).collect();
    let wins = |id: Id| view.creature(id).is_some_and(|who| winners.contains(&who.side));
    let stands = |id: &Id| battle.ruleset().standing(world, *id);
    let came = |id: &Id| world.part::<OnMap>(*id).is_some() || world.part::<Dead>(*id).is_some();
    let first: Vec<Id> = people.iter().copied().filter(|id| wins(*id) && stands(id)).take(FACES).collect();
    let fallen: Vec<Id> = people.iter().copied().filter(|id| came(id) && !stands(id)).take(FACES).collect();
    let gap = 4.0;
    let wide = first.len() as f32 * (STANDS + gap) + fallen.len() as f32 * (FELL + gap) + 2.0 * theme::STEP;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        ui.add_space(((ui.available_width() - wide) / 2.0).max(0.0));
        for id in first {
            view.portrait(ui, id, STANDS).on_hover_text(view.name(id));
        }
        if !fallen.is_empty() {
            ui.add_space(theme::STEP);
        }
        for id in fallen {
            let face = view.portrait(ui, id, FELL);
            ui.painter().circle_filled(face.rect.center(), FELL * 0.5, theme::PANEL_SOLID.gamma_multiply(0.55));
            face.on_hover_text(format!("{} fell", view.name(id)));
        }
    });
}

/// How wide a name with its portrait is where there is room.
const NAME: f32 = 180.0;

fn table(ui: &mut egui::Ui, view: &View) {
    let battle = &view.session.battle;
    let world = battle.world();
    let tally = tally(battle.events());
    // In a narrow window everything stands closer together.
    let room = ui.available_width() - ui.spacing().scroll.allocated_width();
    let gap = if room < 420.0 { 8.0 } else { 16.0 };
    let name = (room * 0.4).min(NAME);
    Grid::new("tally")
        .num_columns(5)
        .striped(true)
        .min_col_width((room - 4.0 * gap - name) / 4.0)
        .spacing(Vec2::new(gap, 6.0))
        .show(ui, |ui| {
            for head in ["", "dealt", "taken", "downed", ""] {
                ui.label(RichText::new(head).size(12.0).color(theme::LAMP));
            }
            ui.end_row();
            // Each side by itself, the winners first.
            let winners = battle.outcome().map(|outcome| outcome.winners.clone()).unwrap_or_default();
            let mut people = world.resource::<Roster>().0.clone();
            people.sort_by_key(|&id| {
                let side = view.creature(id).map(|who| who.side);
                (!side.is_some_and(|side| winners.contains(&side)), side)
            });
            for id in people {
                let Some(creature) = view.creature(id) else { continue };
                let one = tally.get(&id).copied().unwrap_or_default();
                ui.horizontal(|ui| {
                    view.portrait(ui, id, 28.0);
                    paint::side_mark_widget(ui, creature.side.0, view.settings.palette);
                    let side = view.side_name(SideId(creature.side.0));
                    let left = name - ui.min_rect().width() - ui.spacing().item_spacing.x;
                    ui.scope(|ui| {
                        ui.set_max_width(left.max(40.0));
                        ui.add(Label::new(&creature.name).truncate()).on_hover_text(side);
                    });
                    ui.add_space((name - ui.min_rect().width()).max(0.0));
                });
                for figure in [one.dealt.to_string(), one.taken.to_string(), one.downed.to_string()] {
                    ui.label(figure);
                }
                let (state, colour) = if world.part::<Dead>(id).is_some() {
                    ("dead", theme::HARM)
                } else if world.part::<Fled>(id).is_some() {
                    ("left", theme::FAINT)
                } else if world.part::<OnMap>(id).is_none() {
                    ("never came", theme::FAINT)
                } else if battle.ruleset().standing(world, id) {
                    ("standing", theme::HELP)
                } else {
                    ("down", theme::HARM)
                };
                ui.label(RichText::new(state).color(colour));
                ui.end_row();
            }
        });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{DamageKind, DamagePart, Look, Style, Tint};
    use crate::grid::Square;

    fn damage(target: u32, amount: i32) -> Event {
        let kind = DamageKind { key: "pierce".into(), name: "Piercing".into(), tint: Tint::Plain };
        let what = What::damage(vec![DamagePart::new(kind, amount)], "hp", (amount, 0));
        Event::new(what).target(Id(target))
    }

    #[test]
    fn damage_counts_for_the_last_attacker_and_one_falls_once() {
        let attack = What::Attack {
            with: "bow".into(),
            look: Look::new(Style::Shot, Tint::Plain),
            at: Square::new(0, 0),
            radius: 0,
        };
        let events = [
            damage(3, 2),
            Event::new(attack).actor(Id(1)).target(Id(2)),
            damage(2, 7),
            Event::new(What::Down).target(Id(2)),
            Event::new(What::Dies).target(Id(2)),
        ];
        let tally = tally(&events);
        assert_eq!(tally[&Id(1)], Tally { dealt: 7, taken: 0, downed: 1 });
        assert_eq!(tally[&Id(2)], Tally { dealt: 0, taken: 7, downed: 0 });
        assert_eq!(tally[&Id(3)], Tally { dealt: 0, taken: 2, downed: 0 });
    }
}
