//! What panels said becomes messages to the table; keys that open panels.

use std::path::PathBuf;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::input::{EguiWantsInput, egui_wants_any_keyboard_input};
use bevy_egui::{EguiInput, EguiPreUpdateSet, EguiPrimaryContextPass, egui};
use leafwing_input_manager::prelude::ActionState;

use super::layout::{Columns, Foot};
use super::panel_context::{EguiContext, Laid};
use super::panel_order::Turn;
use super::ui_command::{UiCommand, Window};
use super::window::tell_free_area;
use crate::battle::Order;
use crate::gui::app::frame::{Screen, TableSystems};
use crate::gui::app::going_on::Go;
use crate::gui::app::saves;
use crate::gui::app::screen::{Launch, LeaveBattle, ResumeSave};
use crate::gui::app::settings::Settings;
use crate::gui::board::camera::{CentreOn, LookAt, RoomBeside, SeeAll};
use crate::gui::board::lens::FreeArea;
use crate::gui::board::playback::Playback;
use crate::gui::input::press_intent::Meant;
use crate::gui::input::table_action::TableAction;
use crate::gui::session::replay::{Steer, Watch};
use crate::gui::session::{CancelAim, Command, Open, Pick, Reply, SaveTo, Session, Submit, Undo};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            keys.run_if(in_state(Screen::Battle).and_then(resource_exists::<Session>)),
            watching_keys.run_if(in_state(Screen::Replay)),
            menu_key.run_if(in_state(Screen::Start).or_else(in_state(Screen::Result))),
        )
            .in_set(TableSystems::Input),
    )
    .add_systems(
        EguiPrimaryContextPass,
        pass_on
            .in_set(Turn::PassOn)
            .run_if(resource_exists::<Session>.and_then(resource_exists::<Laid>))
            .run_if(in_state(Screen::Battle).or_else(in_state(Screen::Replay))),
    );
    guard_tab(app);
}

/// Everything panels can ask of the table.
#[derive(SystemParam)]
pub(super) struct UiCommands<'w> {
    submits: MessageWriter<'w, Submit>,
    picks: MessageWriter<'w, Pick>,
    opens: MessageWriter<'w, Open>,
    commands: MessageWriter<'w, Command>,
    cancels: MessageWriter<'w, CancelAim>,
    undos: MessageWriter<'w, Undo>,
    replies: MessageWriter<'w, Reply>,
    centres: MessageWriter<'w, CentreOn>,
    looks: MessageWriter<'w, LookAt>,
    fits: MessageWriter<'w, SeeAll>,
    rooms: MessageWriter<'w, RoomBeside>,
    saves: MessageWriter<'w, SaveTo>,
    launches: MessageWriter<'w, Launch>,
    resumes: MessageWriter<'w, ResumeSave>,
    leaves: MessageWriter<'w, LeaveBattle>,
    gos: MessageWriter<'w, Go>,
    watches: MessageWriter<'w, Watch>,
    redraws: MessageWriter<'w, RequestRedraw>,
    playback: ResMut<'w, Playback>,
    /// Whether what is pressed is meant for what is there.
    pub meant: Meant<'w>,
}

impl UiCommands<'_> {
    /// Whether everything that happened has been shown.
    pub(super) fn is_idle(&self) -> bool {
        self.playback.is_idle()
    }

    /// Starts a battle.
    pub(super) fn launch(&mut self, launch: Launch) {
        self.launches.write(launch);
        self.redraws.write(RequestRedraw);
    }

    /// Takes a saved battle up again.
    pub(super) fn resume(&mut self, path: PathBuf) {
        self.resumes.write(ResumeSave(path));
        self.redraws.write(RequestRedraw);
    }

    /// Watches a battle again.
    pub(super) fn watch(&mut self, what: Watch) {
        self.watches.write(what);
        self.redraws.write(RequestRedraw);
    }

    /// Goes back to the start screen.
    pub(super) fn leave(&mut self) {
        self.leaves.write(LeaveBattle);
        self.redraws.write(RequestRedraw);
    }

    /// Goes on in a campaign.
    pub(super) fn go(&mut self, go: Go) {
        self.gos.write(go);
        self.redraws.write(RequestRedraw);
    }

    /// Has the next frame drawn.
    pub(super) fn wake(&mut self) {
        self.redraws.write(RequestRedraw);
    }

    /// Takes the last order back.
    pub(super) fn undo(&mut self) {
        self.playback.skip();
        self.undos.write(Undo(None));
        self.redraws.write(RequestRedraw);
    }

    /// Writes the whole battle beside the saves, under the level's name.
    pub(super) fn keep_replay(&mut self, session: &Session) {
        let name: String = session
            .battle
            .level()
            .name
            .chars()
            .map(|letter| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' })
            .collect();
        let stem = format!("{}-{}", saves::file_name(&name), session.battle.seed());
        self.saves.write(SaveTo(saves::free(&crate::gui::app::settings::saves(), &stem)));
        self.redraws.write(RequestRedraw);
    }

    /// Passes on what concerns the table.
    fn tell(&mut self, one: &UiCommand, session: &mut ResMut<Session>) {
        match one.clone() {
            UiCommand::Order(order) => {
                self.playback.skip();
                self.submits.write(Submit(order));
            }
            UiCommand::Pick(offer) => {
                self.playback.skip();
                self.picks.write(Pick(offer));
            }
            UiCommand::Open(family) => {
                self.playback.skip();
                self.opens.write(Open(family));
            }
            UiCommand::Command(creature) => {
                self.commands.write(Command(creature));
            }
            UiCommand::AimAt(target) => {
                if let Some(aim) = &mut session.aim {
                    aim.target = Some(target);
                }
            }
            UiCommand::Option(key, value, on) => session.set_option(key, value, on),
            UiCommand::CancelAim => {
                self.cancels.write(CancelAim);
            }
            UiCommand::Undo => self.undo(),
            UiCommand::TakeBack(to) => {
                self.playback.skip();
                self.undos.write(Undo(Some(to)));
            }
            UiCommand::Reply(yes) => {
                self.playback.skip();
                self.replies.write(Reply(yes));
            }
            UiCommand::Look(square) => {
                self.centres.write(CentreOn(square));
            }
            UiCommand::OutOfView(width, height) => {
                self.rooms.write(RoomBeside(Vec2::new(width, height)));
            }
            UiCommand::SeeAll => {
                self.fits.write(SeeAll);
            }
            UiCommand::LookAt(square) => {
                self.looks.write(LookAt(square));
            }
            UiCommand::SaveAs(path) => {
                self.saves.write(SaveTo(path));
            }
            UiCommand::Recap(from) => session.shown = from,
            UiCommand::Leave => self.leave(),
            // Panels take these in.
            UiCommand::Rule(_)
            | UiCommand::Show(_)
            | UiCommand::Standing(..)
            | UiCommand::Wide(..)
            | UiCommand::Toggle(_)
            | UiCommand::Hand(_)
            | UiCommand::OpenHands(_)
            | UiCommand::Advised(_)
            | UiCommand::NoAdvice => {}
        }
    }
}

/// What panels have said in this frame goes to the table and to panels. What was not meant for what is there now does nothing to the
/// battle; whoever watches orders nothing, and leaves to where they came from.
fn pass_on(
    glass: Res<EguiContext>,
    mut laid: ResMut<Laid>,
    mut session: ResMut<Session>,
    (columns, mut settings): (Res<Columns>, ResMut<Settings>),
    (foot, mut free): (Res<Foot>, ResMut<FreeArea>),
    mut steers: MessageWriter<Steer>,
    mut passed: MessageWriter<UiCommand>,
    mut speak: UiCommands,
) {
    let context = &glass.0;
    let size = context.content_rect().size();
    let bars = [foot.row(size), foot.height(size)];
    tell_free_area(context, columns.folds, &settings, bars, &mut free);
    let watching = laid.watching;
    if !watching {
        keep_folds(*columns, &mut settings);
        if speak.is_idle() && session.hands_over() {
            session.hand_over();
            context.request_repaint();
        }
    }
    let meant = watching || speak.meant.on_panel(context);
    for one in laid.said.drain(..) {
        if watching && !one.watches() || !meant && one.acts() {
            continue;
        }
        if watching && one == UiCommand::Leave {
            steers.write(Steer::Leave);
            continue;
        }
        // What would be lost by the end of a turn is asked about first.
        let ends = matches!(one, UiCommand::Order(Order::EndTurn { .. }));
        if ends && !session.ends_turn(settings.ask_end) {
            speak.redraws.write(RequestRedraw);
            continue;
        }
        if !matches!(one, UiCommand::Show(_)) {
            speak.redraws.write(RequestRedraw);
        }
        speak.tell(&one, &mut session);
        passed.write(one);
    }
}

/// What was opened or folded stays so in the next battle, and when the game is started again.
fn keep_folds(columns: Columns, settings: &mut ResMut<Settings>) {
    let open = |fold: Option<bool>| fold.unwrap_or(false);
    let now = (open(columns.folds.sheet), open(columns.folds.log));
    if now != (settings.panels.sheet_pinned, settings.panels.log_open) {
        (settings.panels.sheet_pinned, settings.panels.log_open) = now;
    }
}

/// Keys that open and fold panels.
fn keys(pressed: Pressed) {
    pressed.among(&[READING.as_slice(), &CHANGING].concat());
}

/// As [`keys`], while somebody watches: nothing there is saved or overridden.
fn watching_keys(pressed: Pressed) {
    pressed.among(&READING);
}

/// The settings, from screens where nothing else is opened by keys.
fn menu_key(pressed: Pressed) {
    pressed.among(&[(TableAction::Menu, Window::Settings)]);
}

/// Panels that only show.
const READING: [(TableAction, Window); 5] = [
    (TableAction::ToggleSheet, Window::Sheet),
    (TableAction::ToggleLog, Window::Log),
    (TableAction::Menu, Window::Settings),
    (TableAction::Stakes, Window::Stakes),
    (TableAction::Why, Window::Why),
];

/// Panels from which something is saved or overridden.
const CHANGING: [(TableAction, Window); 5] = [
    (TableAction::GameMaster, Window::GameMaster),
    (TableAction::Hand, Window::Hand),
    (TableAction::SaveAs, Window::SaveAs),
    (TableAction::Report, Window::Report),
    (TableAction::UndoTo, Window::TakeBack),
];

/// Keys that are pressed while no field takes them.
#[derive(SystemParam)]
struct Pressed<'w, 's> {
    state: Option<Single<'w, 's, &'static ActionState<TableAction>>>,
    wants: Res<'w, EguiWantsInput>,
    said: MessageWriter<'w, UiCommand>,
}

impl Pressed<'_, '_> {
    fn among(mut self, windows: &[(TableAction, Window)]) {
        let Some(state) = self.state else { return };
        if self.wants.wants_any_keyboard_input() {
            return;
        }
        for &(action, window) in windows {
            if state.just_pressed(&action) {
                self.said.write(UiCommand::Toggle(window));
            }
        }
    }
}

/// While aiming, Tab goes to the next target and not to the next button.
fn guard_tab(app: &mut App) {
    app.add_systems(
        PreUpdate,
        keep_tab
            .after(EguiPreUpdateSet::ProcessInput)
            .before(EguiPreUpdateSet::BeginPass)
            .run_if(not(egui_wants_any_keyboard_input).and_then(resource_exists::<Session>)),
    );
}

fn keep_tab(session: Res<Session>, mut inputs: Query<&mut EguiInput>) {
    if session.aim.is_none() {
        return;
    }
    for mut input in &mut inputs {
        input.events.retain(|event| !matches!(event, egui::Event::Key { key: egui::Key::Tab, .. }));
    }
}
