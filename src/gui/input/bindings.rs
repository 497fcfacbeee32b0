//! Keys and mouse become messages. What a panel takes never reaches the board.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::egui_wants_any_keyboard_input;
use leafwing_input_manager::prelude::*;

use super::super::app::frame::{Screen, TableSystems};
use super::super::app::screen::ResumeSave;
use super::super::app::settings::Settings;
use super::super::board::camera::CentreOn;
use super::super::board::lens::FreeArea;
use super::super::board::playback::Playback;
use super::super::board::tokens::Shown;
use super::super::board::world_coords::BoardCamera;
use super::super::session::SaveTo;
use super::super::session::action_menu::{Common, Pressed};
use super::super::session::slots::Answer;
use super::super::session::{CancelAim, Command, Meaning, Open, Pick, Reply, Session, Submit, Undo};
use super::input_queue;
use super::input_queue::Mouse;
use super::keys::Keys;
use super::pointer::{self, on_board};
use super::press_intent::Meant;
use super::table_action::TableAction;
use crate::battle::{Id, MoveOrder, Order, Setting};
use crate::grid::Square;

pub(in crate::gui) fn plugin(app: &mut App) {
    app.add_plugins((InputManagerPlugin::<TableAction>::default(), input_queue::plugin))
        .insert_resource(Keys::load())
        .add_systems(Startup, lay_out_keys)
        .add_systems(Update, lay_out_keys.run_if(resource_changed::<Keys>).in_set(TableSystems::Input))
        .add_systems(
            Update,
            (
                pointer::hover.run_if(input_queue::on_board),
                click,
                (cursor, keys).chain().run_if(not(egui_wants_any_keyboard_input)),
                (follow, face_the_question, hurry),
            )
                .chain()
                .in_set(TableSystems::Input)
                .run_if(in_state(Screen::Battle).and_then(resource_exists::<Session>)),
        )
        .add_systems(
            Update,
            (full_screen, mute.run_if(not(egui_wants_any_keyboard_input))).in_set(TableSystems::Input),
        );
}

fn lay_out_keys(keys: Res<Keys>, maps: Query<Entity, With<InputMap<TableAction>>>, mut commands: Commands) {
    match maps.single() {
        Ok(entity) => {
            commands.entity(entity).insert(keys.input_map());
        }
        Err(_) => {
            commands.spawn((Name::new("Keys"), keys.input_map()));
        }
    }
}

fn click(
    (mouse, shown, meant): (Res<Mouse>, Res<Shown>, Meant),
    camera: Single<(&Camera, &GlobalTransform), With<BoardCamera>>,
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
    mut submits: MessageWriter<Submit>,
    mut picks: MessageWriter<Pick>,
    mut commands: MessageWriter<Command>,
    mut cancels: MessageWriter<CancelAim>,
) {
    if let Some(click) = mouse.click {
        pointer::point(&mut session, &shown, *camera, Some(click.at));
        playback.skip();
        if meant.click(click.began) {
            confirm(&mut session, By::Pointing, &mut submits, &mut picks, &mut commands);
        }
    } else if mouse.right {
        cancels.write(CancelAim);
    }
}

/// A question is not waited for by whoever is in a hurry: any key, button or click shows at once what led to it.
fn hurry(
    buttons: Res<ButtonInput<MouseButton>>,
    keyboard: Res<ButtonInput<KeyCode>>,
    state: Option<Single<&ActionState<TableAction>>>,
    session: Res<Session>,
    mut playback: ResMut<Playback>,
) {
    let asked = session.battle.decision().is_some() && session.waits_for_person();
    if !asked || playback.is_idle() {
        return;
    }
    let touched = state.is_some_and(|state| !state.get_just_pressed().is_empty());
    if touched || buttons.get_just_pressed().len() > 0 || keyboard.get_just_pressed().len() > 0 {
        playback.skip();
    }
}

/// How something is confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gui) enum By {
    /// On the hovered square: by a click or a tap.
    Pointing,
    /// Whatever is aimed at, wherever the cursor is: by a key.
    Key,
}

/// What a click on the hovered square, or the confirm key, means now.
pub(in crate::gui) fn confirm(
    session: &mut Session,
    by: By,
    submits: &mut MessageWriter<Submit>,
    picks: &mut MessageWriter<Pick>,
    commands: &mut MessageWriter<Command>,
) {
    if let Some(order) = placed(session) {
        submits.write(Submit(order));
        return;
    }
    let Some(creature) = session.commanded() else { return };
    if session.aim.is_some() {
        let aimed = match by {
            By::Pointing => session.aimed_here(),
            By::Key => session.aimed().ok_or_else(|| session.why_not_aimed()),
        };
        match aimed {
            Ok(order) => {
                submits.write(Submit(order));
            }
            Err(why) => session.refuse(why),
        }
        return;
    }
    let Some(square) = session.hover else { return };
    // Another of those who may act takes the next orders; by keys, those on one square take turns.
    let meant = |id: Id| session.space(id).contains(square) && session.pointed.is_none_or(|pointed| pointed == id);
    let door = session.door_pointed();
    let mut others = session.actors().into_iter().filter(|&id| id != creature && door.is_none());
    if let Some(actor) = others.find(|&id| meant(id)) {
        commands.write(Command(actor));
        return;
    }
    let to = match session.meant(square) {
        Some(Meaning::Act(offer)) => {
            picks.write(Pick(*offer));
            return;
        }
        Some(Meaning::Walk(to)) => to,
        Some(Meaning::Not(why)) => return session.refuse(why),
        // There is nothing there that one could mean but the square.
        None => square,
    };
    if !session.space(creature).contains(to) {
        submits.write(Submit(Order::Move(MoveOrder { creature, to: Some(to), path: None })));
    }
}

/// The answer to the open question that stands for the hovered square, or for whoever is there.
fn placed(session: &Session) -> Option<Order> {
    let decision = session.battle.decision().filter(|_| session.waits_for_person() && !session.hands_over())?;
    let at = session.hover?;
    let mut here =
        decision.choices.iter().filter(|choice| session.place_of(choice).is_some_and(|place| place.contains(at)));
    let (choice, None) = (here.next()?, here.next()) else {
        return None;
    };
    Some(Order::Answer { choice: choice.key.to_string() })
}

/// The cursor that keys move.
fn cursor(state: Single<&ActionState<TableAction>>, mut session: ResMut<Session>) {
    let steps = [
        (TableAction::CursorUp, (0, -1)),
        (TableAction::CursorDown, (0, 1)),
        (TableAction::CursorLeft, (-1, 0)),
        (TableAction::CursorRight, (1, 0)),
    ];
    for (action, (dx, dy)) in steps {
        if state.just_pressed(&action) {
            let start = session.commanded().or(session.battle.active()).map(|id| session.space(id).at);
            let from = session.hover.or(start).unwrap_or_default();
            let to = from.offset(dx, dy);
            if on_board(&session, to) {
                session.hover = Some(to);
                (session.pointed, session.edge) = (None, None);
                session.by_keys = true;
                session.aim_at_hover();
            }
        }
    }
}

fn keys(
    state: Single<&ActionState<TableAction>>,
    mut session: ResMut<Session>,
    mut settings: ResMut<Settings>,
    mut playback: ResMut<Playback>,
    mut submits: MessageWriter<Submit>,
    (mut picks, mut opens, mut commands): (MessageWriter<Pick>, MessageWriter<Open>, MessageWriter<Command>),
    mut cancels: MessageWriter<CancelAim>,
    (mut undos, mut replies): (MessageWriter<Undo>, MessageWriter<Reply>),
    mut centres: MessageWriter<CentreOn>,
    mut saves: MessageWriter<SaveTo>,
    mut loads: MessageWriter<ResumeSave>,
    meant: Meant,
) {
    let pressed = |action| state.just_pressed(&action);
    // What gives an order is meant for what was there when the key was pressed first.
    let ordered = |action| pressed(action) && meant.action(action);
    if pressed(TableAction::Skip) {
        playback.skip();
    }
    if pressed(TableAction::Cancel) {
        cancels.write(CancelAim);
    }
    for (action, step) in [(TableAction::Slower, -25), (TableAction::Faster, 25)] {
        if pressed(action) {
            settings.speed = settings.speed.saturating_add_signed(step).clamp(25, super::super::app::settings::FASTEST);
            let pace = format!("Speed {} %.", settings.speed);
            session.remark(pace);
        }
    }
    if session.ask.is_some() {
        if !session.hands_over() {
            answer(ordered, &mut playback, &mut replies);
        }
        return;
    }
    if pressed(TableAction::Undo) && session.battle.outcome().is_none() {
        playback.skip();
        undos.write(Undo(None));
    }
    if pressed(TableAction::ToggleGrid) {
        settings.grid = !settings.grid;
    }
    if pressed(TableAction::QuickSave) {
        saves.write(SaveTo(super::super::app::settings::quick_save()));
    }
    if pressed(TableAction::QuickLoad) {
        loads.write(ResumeSave(super::super::app::settings::quick_save()));
    }
    if pressed(TableAction::Centre)
        && let Some(active) = session.commanded().or(session.battle.active()).filter(|&id| session.sees(id))
    {
        centres.write(CentreOn(session.space(active).at));
    }
    if !session.waits_for_person() {
        return;
    }
    if plan_keys(ordered, &mut session, (&settings, &mut playback), &mut submits) {
        return;
    }
    if let Some(decision) = session.battle.decision() {
        let places = session.answers(decision);
        let chosen = TableAction::CHOICES.iter().zip(&places).find(|(action, _)| ordered(**action));
        if let Some((_, Answer::Open(number))) = chosen {
            let choice = &decision.choices[*number];
            playback.skip();
            submits.write(Submit(Order::Answer { choice: choice.key.to_string() }));
        } else if ordered(TableAction::Confirm)
            && let Some(order) = placed(&session)
        {
            playback.skip();
            submits.write(Submit(order));
        }
        return;
    }
    if pressed(TableAction::NextTarget) {
        session.cycle(true);
    }
    if pressed(TableAction::PreviousTarget) {
        session.cycle(false);
    }
    if ordered(TableAction::Confirm) {
        playback.skip();
        confirm(&mut session, By::Key, &mut submits, &mut picks, &mut commands);
    }
    if pressed(TableAction::NextActor) {
        session.next_actor();
        centres.write_batch(session.commanded().map(|id| CentreOn(session.space(id).at)));
    }
    if ordered(TableAction::EndTurn)
        && session.commanded().is_some()
        && let Some(creature) = session.battle.active()
        && session.ends_turn(settings.ask_end)
    {
        playback.skip();
        submits.write(Submit(Order::EndTurn { creature }));
    }
    let common = Common::ALL.into_iter().find(|&common| ordered(TableAction::of(common)));
    let number = TableAction::CHOICES.iter().position(|&action| ordered(action));
    let pressed = match (common, number) {
        (Some(common), _) => session.pressed_common(common),
        (None, number) => number.and_then(|number| session.pressed(number)),
    };
    if let Some(choice) = pressed {
        playback.skip();
        match choice {
            Pressed::Pick(offer) => {
                picks.write(Pick(*offer));
            }
            Pressed::Open(family) => {
                opens.write(Open(family));
            }
            Pressed::Do(act) => {
                submits.write(Submit(Order::Act(act)));
            }
            Pressed::Turn(part, amount) => session.set_option(part, Setting::Number(amount), true),
        }
    }
}

/// The keys of what the computer would do: one opens it and takes the first plan, so does confirming, and numbers take theirs. Whether one
/// of them was pressed.
fn plan_keys(
    pressed: impl Fn(TableAction) -> bool,
    session: &mut Session,
    (settings, playback): (&Settings, &mut Playback),
    submits: &mut MessageWriter<Submit>,
) -> bool {
    let asks = pressed(TableAction::Plans);
    if session.plans().is_none() {
        if asks {
            playback.skip();
            session.ask_for_plans();
        }
        return asks;
    }
    let first = asks || pressed(TableAction::Confirm);
    let number = TableAction::CHOICES[..3].iter().position(|&action| pressed(action));
    let Some(number) = number.or(first.then_some(0)) else { return false };
    if let Some(order) = session.plan(number).cloned() {
        // What would be lost by the end of a turn is asked about first.
        if !matches!(order, Order::EndTurn { .. }) || session.ends_turn(settings.ask_end) {
            playback.skip();
            submits.write(Submit(order));
        }
    }
    true
}

/// Who is asked something comes into view, once everything before it has been shown.
fn face_the_question(
    session: Res<Session>,
    playback: Res<Playback>,
    area: Res<FreeArea>,
    mut centres: MessageWriter<CentreOn>,
    mut last: Local<u64>,
) {
    let asked = session.battle.decision().map(|decision| decision.creature);
    if let Some(who) = asked.filter(|&who| session.sees(who))
        && playback.is_idle()
        && session.waits_for_person()
        && area.now.is_some()
        && *last != session.version
    {
        *last = session.version;
        centres.write(CentreOn(session.space(who).at));
    }
}

/// Whether something may be taken back: the first choice is yes, the second no.
fn answer(pressed: impl Fn(TableAction) -> bool, playback: &mut Playback, replies: &mut MessageWriter<Reply>) {
    let (yes, no) = (TableAction::Choice1, TableAction::Choice2);
    let refused = pressed(no) || pressed(TableAction::Cancel);
    if pressed(yes) || refused {
        playback.skip();
        replies.write(Reply(!refused));
    }
}

/// The view follows the cursor that keys move, and the target that keys chose.
fn follow(session: Res<Session>, mut centres: MessageWriter<CentreOn>, mut last: Local<Option<Square>>) {
    let square = session.hover.filter(|_| session.by_keys);
    if square != *last {
        *last = square;
        if let Some(square) = square {
            centres.write(CentreOn(square));
        }
    }
}

fn full_screen(
    state: Option<Single<&ActionState<TableAction>>>,
    window: Option<Single<&mut Window, With<PrimaryWindow>>>,
) {
    use bevy::window::{MonitorSelection, WindowMode};
    if let (Some(state), Some(mut window)) = (state, window)
        && state.just_pressed(&TableAction::FullScreen)
    {
        window.mode = match window.mode {
            WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
            _ => WindowMode::Windowed,
        };
    }
}

/// On any screen: no sound, or sound again.
fn mute(
    state: Option<Single<&ActionState<TableAction>>>,
    session: Option<ResMut<Session>>,
    mut settings: ResMut<Settings>,
) {
    if !state.is_some_and(|state| state.just_pressed(&TableAction::Mute)) {
        return;
    }
    settings.volumes.muted = !settings.volumes.muted;
    if let Some(mut session) = session {
        let now = if settings.volumes.muted { "Sound is off." } else { "Sound is on." };
        session.remark(now.into());
    }
}
