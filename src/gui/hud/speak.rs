//! What panels said becomes messages to the table; keys that open panels; standing answers.

use std::path::PathBuf;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::input::{EguiWantsInput, egui_wants_any_keyboard_input};
use bevy_egui::{EguiInput, EguiPreUpdateSet, egui};
use leafwing_input_manager::prelude::ActionState;

use super::answered::Given;
use super::said::{Said, Window};
use super::state::Hud;
use crate::battle::Order;
use crate::gui::camera::{CentreOn, LookAt};
use crate::gui::meant::Meant;
use crate::gui::playback::Playback;
use crate::gui::replay::Watch;
use crate::gui::screen::{Launch, LeaveBattle, ResumeSave};
use crate::gui::session::{CancelAim, Command, Open, Pick, Reply, SaveTo, Session, Submit, Undo};
use crate::gui::table_action::TableAction;

/// Everything panels can ask of the table.
#[derive(SystemParam)]
pub struct Speak<'w> {
    submits: MessageWriter<'w, Submit>,
    picks: MessageWriter<'w, Pick>,
    opens: MessageWriter<'w, Open>,
    commands: MessageWriter<'w, Command>,
    cancels: MessageWriter<'w, CancelAim>,
    undos: MessageWriter<'w, Undo>,
    replies: MessageWriter<'w, Reply>,
    centres: MessageWriter<'w, CentreOn>,
    looks: MessageWriter<'w, LookAt>,
    saves: MessageWriter<'w, SaveTo>,
    launches: MessageWriter<'w, Launch>,
    resumes: MessageWriter<'w, ResumeSave>,
    leaves: MessageWriter<'w, LeaveBattle>,
    watches: MessageWriter<'w, Watch>,
    redraws: MessageWriter<'w, RequestRedraw>,
    playback: ResMut<'w, Playback>,
    /// Whether what is pressed is meant for what is there.
    pub meant: Meant<'w>,
}

impl Speak<'_> {
    /// Whether everything that happened has been shown.
    pub fn is_idle(&self) -> bool {
        self.playback.is_idle()
    }

    /// Starts a battle.
    pub fn launch(&mut self, launch: Launch) {
        self.launches.write(launch);
        self.redraws.write(RequestRedraw);
    }

    /// Takes a saved battle up again.
    pub fn resume(&mut self, path: PathBuf) {
        self.resumes.write(ResumeSave(path));
        self.redraws.write(RequestRedraw);
    }

    /// Watches a battle again.
    pub fn watch(&mut self, what: Watch) {
        self.watches.write(what);
        self.redraws.write(RequestRedraw);
    }

    /// Goes back to the start screen.
    pub fn leave(&mut self) {
        self.leaves.write(LeaveBattle);
        self.redraws.write(RequestRedraw);
    }

    /// Takes the last order back.
    pub fn undo(&mut self) {
        self.playback.skip();
        self.undos.write(Undo(None));
        self.redraws.write(RequestRedraw);
    }

    /// Writes the whole battle beside the saves, under the level's name.
    pub fn keep_replay(&mut self, session: &Session) {
        let name: String = session
            .battle
            .level()
            .name
            .chars()
            .map(|letter| {
                if letter.is_alphanumeric() {
                    letter.to_ascii_lowercase()
                } else {
                    '-'
                }
            })
            .collect();
        let file = format!("{name}-{}.json", session.battle.seed());
        self.saves.write(SaveTo(crate::gui::settings::saves().join(file)));
        self.redraws.write(RequestRedraw);
    }

    /// Passes on what panels said. What was not `meant` for what is there now does nothing to the battle.
    pub fn pass_on(&mut self, said: Vec<Said>, meant: bool, hud: &mut Hud, session: &mut ResMut<Session>) {
        for one in said.into_iter().filter(|one| meant || !one.acts()) {
            if !matches!(one, Said::Show(_)) {
                self.redraws.write(RequestRedraw);
            }
            match one {
                Said::Order(order) => {
                    self.playback.skip();
                    self.submits.write(Submit(order));
                }
                Said::Pick(offer) => {
                    self.playback.skip();
                    self.picks.write(Pick(offer));
                }
                Said::Open(family) => {
                    self.playback.skip();
                    self.opens.write(Open(family));
                }
                Said::Command(creature) => {
                    self.commands.write(Command(creature));
                }
                Said::AimAt(target) => {
                    if let Some(aim) = &mut session.aim {
                        aim.target = Some(target);
                    }
                }
                Said::Option(key, value, on) => {
                    session.set_option(key, value, on);
                }
                Said::CancelAim => {
                    self.cancels.write(CancelAim);
                }
                Said::Undo => self.undo(),
                Said::TakeBack(to) => {
                    self.playback.skip();
                    self.undos.write(Undo(Some(to)));
                }
                Said::Reply(yes) => {
                    self.playback.skip();
                    self.replies.write(Reply(yes));
                }
                Said::Look(square) => {
                    self.centres.write(CentreOn(square));
                }
                Said::LookAt(square) => {
                    self.looks.write(LookAt(square));
                }
                Said::Rule(rule) => hud.card = Some(rule),
                Said::Show(id) => hud.shown = Some(id),
                Said::Standing(side, kind, Some(choice)) => {
                    hud.standing.insert((side, kind), choice);
                }
                Said::Standing(side, kind, None) => {
                    hud.standing.remove(&(side, kind));
                }
                Said::Toggle(window) => toggle(hud, window),
                Said::SaveAs(path) => {
                    self.saves.write(SaveTo(path));
                }
                Said::Report(note) => {
                    let written = session.report(&note);
                    if let Some(form) = &mut hud.report {
                        form.done(written);
                    }
                }
                Said::Leave => self.leave(),
                // Remembered in the settings before this.
                Said::Advised(_) | Said::NoAdvice | Said::Wide(..) => {}
            }
        }
    }
}

/// Folds or opens a window.
fn toggle(hud: &mut Hud, window: Window) {
    match window {
        Window::Sheet => hud.folds.sheet = Some(!hud.open_now.0),
        Window::Log => hud.folds.log = Some(!hud.open_now.1),
        Window::GameMaster => hud.gm.form = toggled(hud.gm.form.take()),
        Window::Settings => hud.settings = !hud.settings,
        Window::Stakes => hud.stakes = !hud.stakes,
        Window::SaveAs => hud.save_as = toggled(hud.save_as.take()),
        Window::Report => hud.report = toggled(hud.report.take()),
        Window::TakeBack => hud.take_back = if hud.take_back.is_some() { None } else { Some(true) },
    }
}

/// A form that was closed is opened anew, one that was open is closed.
fn toggled<T: Default>(form: Option<T>) -> Option<T> {
    match form {
        Some(_) => None,
        None => Some(T::default()),
    }
}

/// Keys that open and fold panels.
pub fn keys(state: Option<Single<&ActionState<TableAction>>>, wants: Res<EguiWantsInput>, mut hud: ResMut<Hud>) {
    pressed(state, &wants, &mut hud, &[READING.as_slice(), &CHANGING].concat());
}

/// As [`keys`], while somebody watches: nothing there is saved or overridden.
pub fn watching_keys(
    state: Option<Single<&ActionState<TableAction>>>,
    wants: Res<EguiWantsInput>,
    mut hud: ResMut<Hud>,
) {
    pressed(state, &wants, &mut hud, &READING);
}

/// The settings, from screens where nothing else is opened by keys.
pub fn menu_key(state: Option<Single<&ActionState<TableAction>>>, wants: Res<EguiWantsInput>, mut hud: ResMut<Hud>) {
    pressed(state, &wants, &mut hud, &[(TableAction::Menu, Window::Settings)]);
}

/// Panels that only show.
const READING: [(TableAction, Window); 4] = [
    (TableAction::ToggleSheet, Window::Sheet),
    (TableAction::ToggleLog, Window::Log),
    (TableAction::Menu, Window::Settings),
    (TableAction::Stakes, Window::Stakes),
];

/// Panels from which something is saved or overridden.
const CHANGING: [(TableAction, Window); 4] = [
    (TableAction::GameMaster, Window::GameMaster),
    (TableAction::SaveAs, Window::SaveAs),
    (TableAction::Report, Window::Report),
    (TableAction::UndoTo, Window::TakeBack),
];

fn pressed(
    state: Option<Single<&ActionState<TableAction>>>,
    wants: &EguiWantsInput,
    hud: &mut Hud,
    windows: &[(TableAction, Window)],
) {
    let Some(state) = state else { return };
    if wants.wants_any_keyboard_input() {
        return;
    }
    for &(action, window) in windows {
        if state.just_pressed(&action) {
            toggle(hud, window);
        }
    }
}

/// Gives the answers that need no asking.
pub fn standing_answers(
    session: Res<Session>,
    mut hud: ResMut<Hud>,
    mut submits: MessageWriter<Submit>,
    mut told: Local<u64>,
) {
    // Nothing is shown and nobody is handed the table for an answer that is known.
    let due = session.ask.is_none() && session.waits_for_person();
    let Some(decision) = session.battle.decision().filter(|_| due) else {
        return;
    };
    if *told == session.version {
        return;
    }
    let standing = hud.standing.get(&(decision.side, decision.kind.to_string()));
    let Some(choice) = standing.and_then(|key| decision.choices.iter().find(|known| *known.key == **key)) else {
        return;
    };
    *told = session.version;
    submits.write(Submit(Order::Answer {
        choice: choice.key.to_string(),
    }));
    let given = Given {
        side: decision.side,
        creature: decision.creature,
        question: decision.kind.to_string(),
        answer: choice.label.to_string(),
        order: session.battle.orders().len(),
    };
    hud.answered.given.push(given);
}

/// While aiming, Tab goes to the next target and not to the next button.
pub fn guard_tab(app: &mut App) {
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
        input.events.retain(|event| {
            !matches!(
                event,
                egui::Event::Key {
                    key: egui::Key::Tab,
                    ..
                }
            )
        });
    }
}
