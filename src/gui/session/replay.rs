//! Watching a battle again: its recorded orders are given anew, one after the other, and shown by the same playback as live
//! play. Going back takes orders back. Nobody can order anything, and nothing is saved.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::input::egui_wants_any_keyboard_input;
use leafwing_input_manager::prelude::ActionState;

use super::super::app::frame::{Screen, TableSystems};
use super::super::app::start_trouble::StartTrouble;
use super::super::board::playback::Playback;
use super::super::input::table_action::TableAction;
use super::Session;
use crate::battle::{Battle, Recorded, Save, SaveError, SideId};
use crate::level::Seat;
use crate::referee;

/// How much faster than usual, in hundredths.
pub const PACES: [u32; 4] = [50, 100, 200, 400];

pub(in crate::gui) fn plugin(app: &mut App) {
    app.add_message::<Watch>()
        .add_message::<Steer>()
        .add_systems(OnExit(Screen::Replay), |mut commands: Commands| {
            commands.remove_resource::<Replay>();
        })
        .add_systems(
            Update,
            keys.in_set(TableSystems::Input)
                .run_if(in_state(Screen::Replay).and_then(not(egui_wants_any_keyboard_input))),
        )
        .add_systems(
            Update,
            (open, (go_on, steer).chain().run_if(resource_exists::<Replay>.and_then(resource_exists::<Session>)))
                .chain()
                .in_set(TableSystems::Apply),
        );
}

/// Watch a battle again.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum Watch {
    /// That of a save.
    File(PathBuf),
    /// The one on the table, which comes back afterwards.
    Table,
}

/// What whoever watches wants.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steer {
    /// Go on by itself, or stop.
    Play(bool),
    /// The next order.
    Forward,
    /// One order back.
    Back,
    /// To the moment after so many orders.
    To(usize),
    /// To the start of a round.
    Round(u32),
    /// One of [`PACES`].
    Pace(usize),
    /// What is shown.
    Eyes(Eyes),
    /// Away from here.
    Leave,
}

/// Whose knowledge is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// Everything.
    All,
    /// What a side knows.
    Side(SideId),
}

/// The battle being watched; the session stands where the watching has come to.
#[derive(Resource)]
pub struct Replay {
    orders: Vec<Recorded>,
    /// The last round.
    pub rounds: u32,
    /// Whether it goes on by itself.
    pub playing: bool,
    /// Which of [`PACES`].
    pub pace: usize,
    /// Whose knowledge is shown.
    pub eyes: Eyes,
    /// Why it does not go on.
    pub trouble: Option<String>,
    /// Seconds since the last order had been shown.
    waited: f32,
    table: Option<Session>,
}

impl Replay {
    /// A battle to be watched from its first order, and the session in which it is.
    fn new(battle: Battle, orders: Vec<Recorded>, rounds: u32, path: Option<PathBuf>, eyes: Eyes) -> (Self, Session) {
        let seats = vec![Seat::Ai; battle.level().sides.len()];
        let mut session = Session::new(battle, path, seats);
        let replay = Self { orders, rounds, playing: false, pace: 1, eyes, trouble: None, waited: 0.0, table: None };
        replay.look(&mut session);
        (replay, session)
    }

    /// How many orders there are.
    pub fn len(&self) -> usize {
        self.orders.len()
    }

    /// Whether nothing was ordered at all.
    pub fn is_empty(&self) -> bool {
        self.orders.is_empty()
    }

    /// Lets the session show what the eyes see.
    fn look(&self, session: &mut Session) {
        session.show_all(self.eyes == Eyes::All);
        if let Eyes::Side(side) = self.eyes {
            session.look_as(side);
        }
    }

    /// The next order; says whether there was one.
    fn forward(&mut self, session: &mut Session) -> bool {
        let at = session.battle.orders().len();
        let Some(recorded) = self.orders.get(at).filter(|_| self.trouble.is_none()) else {
            return false;
        };
        if let Err(why) = session.order_again(at, recorded) {
            self.trouble = Some(why.to_string());
            self.playing = false;
        }
        self.look(session);
        true
    }

    fn back(&mut self, session: &mut Session) -> bool {
        let some = !session.battle.orders().is_empty();
        if some {
            session.undo();
            self.trouble = None;
            self.look(session);
        }
        some
    }

    /// To the moment after so many orders, without showing what lies between.
    fn go_to(&mut self, session: &mut Session, wanted: usize) {
        while session.battle.orders().len() > wanted && self.back(session) {}
        while session.battle.orders().len() < wanted && self.forward(session) {}
        session.shown = session.battle.events().len();
    }

    /// To the first moment of a round, or the end if it never came.
    fn go_to_round(&mut self, session: &mut Session, round: u32) {
        while session.battle.flow().round >= round && self.back(session) {}
        while session.battle.flow().round < round && self.forward(session) {}
        session.shown = session.battle.events().len();
    }
}

/// A save, at its first order.
///
/// # Errors
/// When it cannot be read, or its level no longer sets up.
pub(in crate::gui) fn of_file(path: &Path) -> Result<(Replay, Session), String> {
    let save = Save::read(path).map_err(|why| why.to_string())?;
    let wrong = |why: SaveError| format!("{}: {why}", path.display());
    let (level, ruleset) = referee::replay::parts(&save.level, save.cast.as_deref(), &save.ruleset).map_err(wrong)?;
    let battle = Battle::with_dice(level, ruleset, save.seed, &save.start, false)
        .map_err(|why| wrong(SaveError(why.to_string())))?;
    let person = save.seats.iter().position(|&seat| seat == Seat::Human).unwrap_or(0);
    let eyes = if save.outcome().is_some() { Eyes::All } else { Eyes::Side(SideId(u8::try_from(person).unwrap_or(0))) };
    let rounds = save.round();
    Ok(Replay::new(battle, save.orders, rounds, None, eyes))
}

/// The battle on the table, at its first order.
///
/// # Errors
/// When it no longer sets up.
fn of_table(session: &Session) -> Result<(Replay, Session), String> {
    let known = &session.battle;
    let battle = Battle::with_dice(known.level().clone(), known.ruleset(), known.seed(), known.start_dice(), false)
        .map_err(|why| why.to_string())?;
    let orders = known.orders().to_vec();
    Ok(Replay::new(battle, orders, known.flow().round, session.path.clone(), Eyes::All))
}

fn open(
    mut watches: MessageReader<Watch>,
    session: Option<Res<Session>>,
    mut trouble: ResMut<StartTrouble>,
    mut commands: Commands,
) {
    let Some(watch) = watches.read().last().cloned() else {
        return;
    };
    let opened = match (&watch, &session) {
        (Watch::File(path), _) => of_file(path),
        (Watch::Table, Some(session)) => of_table(session),
        (Watch::Table, None) => return,
    };
    match opened {
        Ok((replay, watched)) => {
            trouble.0.clear();
            commands.queue(move |world: &mut World| {
                let mut replay = replay;
                if watch == Watch::Table {
                    replay.table = world.remove_resource::<Session>();
                }
                world.insert_resource(watched);
                world.insert_resource(replay);
            });
            commands.set_state(Screen::Replay);
        }
        Err(why) => trouble.0 = why.lines().map(String::from).collect(),
    }
}

/// Gives the next order once the last one has been shown and looked at.
fn go_on(
    mut replay: ResMut<Replay>,
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
    time: Res<Time<Real>>,
    mut redraws: MessageWriter<RequestRedraw>,
) {
    let pace = PACES[replay.pace];
    playback.set_pace(pace);
    if !replay.playing {
        return;
    }
    redraws.write(RequestRedraw);
    if !playback.is_idle() || session.shown < session.battle.events().len() {
        replay.waited = 0.0;
        return;
    }
    replay.waited += time.delta_secs().min(0.1) * pace as f32 / 100.0;
    if replay.waited < 0.45 {
        return;
    }
    replay.waited = 0.0;
    if !replay.forward(&mut session) {
        replay.playing = false;
    }
}

fn steer(
    mut steers: MessageReader<Steer>,
    mut replay: ResMut<Replay>,
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
    mut commands: Commands,
    mut redraws: MessageWriter<RequestRedraw>,
) {
    for &steer in steers.read() {
        redraws.write(RequestRedraw);
        match steer {
            Steer::Play(playing) => {
                let at_end = session.battle.orders().len() >= replay.len();
                if playing && at_end {
                    replay.go_to(&mut session, 0);
                }
                replay.playing = playing;
                replay.waited = 0.45;
            }
            Steer::Forward => {
                replay.playing = false;
                playback.skip();
                replay.forward(&mut session);
            }
            Steer::Back => {
                replay.playing = false;
                playback.skip();
                replay.back(&mut session);
                session.shown = session.battle.events().len();
            }
            Steer::To(order) => {
                playback.skip();
                replay.go_to(&mut session, order);
            }
            Steer::Round(round) => {
                playback.skip();
                replay.go_to_round(&mut session, round);
            }
            Steer::Pace(pace) => replay.pace = pace.min(PACES.len() - 1),
            Steer::Eyes(eyes) => {
                replay.eyes = eyes;
                replay.look(&mut session);
            }
            Steer::Leave => {
                playback.set_pace(100);
                match replay.table.take() {
                    Some(table) => {
                        commands.insert_resource(table);
                        commands.set_state(Screen::Result);
                    }
                    None => {
                        commands.remove_resource::<Session>();
                        commands.set_state(Screen::Start);
                    }
                }
                return;
            }
        }
    }
}

/// The keys of the table, as far as they mean something here.
fn keys(
    state: Option<Single<&ActionState<TableAction>>>,
    replay: Option<Res<Replay>>,
    session: Option<Res<Session>>,
    keyboard: Res<ButtonInput<KeyCode>>,
    mut steers: MessageWriter<Steer>,
) {
    let (Some(state), Some(replay), Some(session)) = (state, replay, session) else {
        return;
    };
    // Tab goes into the panels, whatever else it means at the table.
    let tab = keyboard.just_pressed(KeyCode::Tab);
    let round = session.battle.flow().round;
    for (action, steer) in [
        (TableAction::Skip, Steer::Play(!replay.playing)),
        (TableAction::Confirm, Steer::Play(!replay.playing)),
        (TableAction::CursorRight, Steer::Forward),
        (TableAction::CursorLeft, Steer::Back),
        (TableAction::CursorDown, Steer::Round(round + 1)),
        (TableAction::CursorUp, Steer::Round(round.saturating_sub(1))),
        (TableAction::Choice1, Steer::Pace(0)),
        (TableAction::Choice2, Steer::Pace(1)),
        (TableAction::Choice3, Steer::Pace(2)),
        (TableAction::Choice4, Steer::Pace(3)),
        (TableAction::FromHere, Steer::Eyes(next_eyes(replay.eyes, &session))),
        (TableAction::NextTarget, Steer::Eyes(next_eyes(replay.eyes, &session))),
        (TableAction::Cancel, Steer::Leave),
    ] {
        if state.just_pressed(&action) && !(tab && action == TableAction::NextTarget) {
            steers.write(steer);
        }
    }
}

/// All, then one side after the other.
fn next_eyes(eyes: Eyes, session: &Session) -> Eyes {
    let sides = session.battle.level().sides.len();
    let next = match eyes {
        Eyes::All => 0,
        Eyes::Side(side) => usize::from(side.0) + 1,
    };
    match u8::try_from(next) {
        Ok(side) if next < sides => Eyes::Side(SideId(side)),
        _ => Eyes::All,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Random;
    use std::sync::Arc;

    /// A battle of so many orders by chance.
    fn played(orders: usize) -> Battle {
        let text = std::fs::read_to_string("levels/last-lantern.toml").expect("a shipped level");
        let (level, _) = crate::rules::read_level(&text, "last-lantern").expect("a sound level");
        let sol = crate::rules::by_key("sol").expect("sol");
        let mut battle = Battle::new(Arc::new(level), sol, 5).expect("a playable level");
        let mut player = Random::new(5);
        while battle.orders().len() < orders
            && let Some(order) = player.choose(&battle)
        {
            battle.order(&order).expect("a legal order");
        }
        battle
    }

    fn watched(battle: Battle) -> (Replay, Session) {
        of_table(&Session::new(battle, None, Vec::new())).expect("a battle that was played sets up")
    }

    #[test]
    fn going_to_and_fro_ends_where_the_battle_did() {
        let battle = played(30);
        let (last, hash) = (battle.flow().round, battle.hash());
        let (mut replay, mut session) = watched(battle);
        assert!(session.battle.orders().is_empty() && !session.waits_for_person());
        replay.go_to(&mut session, 30);
        assert_eq!((session.battle.hash(), replay.trouble.as_deref()), (hash, None));
        assert!(!replay.forward(&mut session), "there is no more");
        replay.go_to(&mut session, 12);
        let there = session.battle.hash();
        assert!(replay.back(&mut session) && replay.forward(&mut session));
        assert_eq!(session.battle.hash(), there);
        replay.go_to_round(&mut session, last);
        assert_eq!(session.battle.flow().round, last);
        replay.go_to_round(&mut session, 99);
        assert_eq!(session.battle.hash(), hash, "a round that never came is the end");
        replay.go_to_round(&mut session, 0);
        assert!(session.battle.orders().is_empty() && !replay.back(&mut session));
    }

    #[test]
    fn a_battle_that_comes_out_differently_stops_with_a_sentence() {
        let (mut replay, mut session) = watched(played(9));
        replay.orders[4].hash ^= 1;
        replay.playing = true;
        replay.go_to(&mut session, 9);
        assert_eq!((session.battle.orders().len(), replay.playing), (5, false));
        let why = replay.trouble.clone().expect("it should say why");
        assert!(why.contains("Order 4 comes out differently"), "{why}");
        assert!(!replay.forward(&mut session));
        assert!(replay.back(&mut session) && replay.trouble.is_none());
    }

    #[test]
    fn eyes_go_round() {
        let (replay, session) = watched(played(1));
        let mut eyes = replay.eyes;
        for _ in 0..=session.battle.level().sides.len() {
            eyes = next_eyes(eyes, &session);
        }
        assert_eq!(eyes, replay.eyes);
    }

    #[test]
    fn a_side_sees_less_than_all() {
        let (mut replay, mut session) = watched(played(0));
        let hidden =
            |session: &Session| crate::battle::on_map(session.battle.world()).filter(|&id| !session.sees(id)).count();
        assert_eq!(hidden(&session), 0);
        replay.eyes = Eyes::Side(SideId(0));
        replay.look(&mut session);
        let from_one = hidden(&session);
        replay.eyes = Eyes::Side(SideId(1));
        replay.look(&mut session);
        assert!(from_one + hidden(&session) > 0, "somebody is hidden in that level");
    }
}
