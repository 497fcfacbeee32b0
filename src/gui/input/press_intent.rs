//! What a press is meant for. A player who presses twice means what was there at the first press. By the second press something else may
//! have taken its place: another creature's turn, the next question, a new button. So quick presses in one place, or of one key, are a
//! run. A run belongs to what was on the screen when it began. What appeared later it does not touch.
//!
//! The window learns of a press only when a frame begins. Where frames are slow that is late, and where nothing moves there is no frame
//! for a while. So neither the time of a frame nor a count of frames says how far apart two presses were. A press is taken to be made
//! when it woke the window, or else in the middle of the frame that was drawn meanwhile.

use bevy::diagnostic::{FrameCount, update_frame_count};
use bevy::ecs::system::SystemParam;
use bevy::input::InputSystems;
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::prelude::*;
use bevy::time::TimeSystems;
use bevy_egui::egui;
use leafwing_input_manager::prelude::ActionState;

use super::super::app::frame::{Screen, TableSystems};
use super::super::hud::panel_context::Covered;
use super::super::session::Session;
use super::table_action::TableAction;
use crate::battle::{Aim, Id};

pub(in crate::gui) fn plugin(app: &mut App) {
    app.init_resource::<Presses>()
        .init_resource::<Appeared>()
        .init_resource::<Pace>()
        .add_systems(First, follow_pace.after(TimeSystems))
        .add_systems(PreUpdate, note_fingers.after(InputSystems))
        .add_systems(Update, note_actions.before(TableSystems::Input))
        // What changes before the panels are drawn, and what changes by drawing them.
        .add_systems(Update, follow.after(TableSystems::Show))
        // It is seen as of this frame: the next one's presses are for it.
        .add_systems(Last, follow.before(update_frame_count));
}

/// Presses farther apart are two, in seconds.
const QUICK: f64 = 0.55;
/// Where frames are slow, two presses of a double click are seen in frames that follow each other, at most so many seconds apart: by the second
/// one nothing was to be seen yet of what the first had done.
const NEXT: f64 = 1.5;
/// Or there is one frame between, and they are at most so far apart.
const NEXT_BUT_ONE: f64 = 0.75;
/// What is shorter than this many seconds is no rest: every frame waits a little.
const REST: f64 = 0.02;
/// Presses farther apart are in two places, in points.
const NEAR: f32 = 10.0;

/// How the window spends its time, in seconds since the start.
#[derive(Resource, Default)]
pub(in crate::gui) struct Pace {
    /// How long it has rested.
    rested: f64,
    /// When something that is seen in this frame was done, as far as one can tell.
    done: f64,
    /// When the last frame began, and how long the window had rested by then.
    last: (f64, f64),
}

impl Pace {
    /// The window has waited so many seconds, with nothing left to draw, until this frame began.
    pub(in crate::gui) fn waited(&mut self, seconds: f64) {
        if seconds > REST {
            self.rested += seconds;
        }
    }

    fn frame(&mut self, now: f64) {
        let (last, rested) = self.last;
        let woken = self.rested > rested;
        self.done = if woken { now } else { f64::midpoint(last, now) };
        self.last = (now, self.rested);
    }
}

fn follow_pace(time: Res<Time<Real>>, mut pace: ResMut<Pace>) {
    pace.frame(time.elapsed_secs_f64());
}

/// When something was done: seconds since the start, the frame in which it was seen, how long the window had rested by then.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::gui) struct Moment {
    seconds: f64,
    frame: u32,
    rested: f64,
}

impl Moment {
    /// Whether a press now belongs together with one then.
    fn soon_after(self, then: Self) -> bool {
        let passed = self.seconds - then.seconds;
        let slow = match self.frame.wrapping_sub(then.frame) {
            0 | 1 => NEXT,
            2 => NEXT_BUT_ONE,
            _ => 0.0,
        };
        let busy = self.rested <= then.rested;
        passed < QUICK || (busy && passed < slow)
    }
}

/// Quick presses of the same.
#[derive(Clone, Copy, Debug)]
struct Run<T> {
    what: T,
    began: Moment,
    last: Moment,
}

impl<T> Run<T> {
    /// Goes on with a run, or begins one.
    fn press(run: &mut Option<Self>, what: T, now: Moment, same: impl Fn(&T, &T) -> bool) {
        let began =
            run.as_ref().filter(|run| same(&run.what, &what) && now.soon_after(run.last)).map_or(now, |run| run.began);
        *run = Some(Self { what, began, last: now });
    }
}

/// The runs that go on.
#[derive(Resource, Default)]
pub(in crate::gui) struct Presses {
    pointer: Option<Run<Vec2>>,
    key: Option<Run<KeyCode>>,
    action: Option<Run<TableAction>>,
    /// Whether the press of a key that this frame shows goes on with a run.
    pub again: Option<bool>,
}

impl Presses {
    /// The mouse or a finger is pressed; when the run began that this belongs to.
    pub(in crate::gui) fn point(&mut self, at: Vec2, now: Moment) -> Moment {
        Run::press(&mut self.pointer, at, now, |a, b| a.distance(*b) < NEAR);
        self.pointer.as_ref().map_or(now, |run| run.began)
    }

    /// A key goes down; whether that goes on with a run.
    pub(in crate::gui) fn key(&mut self, key: KeyCode, now: Moment) -> bool {
        let goes_on = |run: &Run<KeyCode>| run.what == key && now.soon_after(run.last);
        let again = self.key.as_ref().is_some_and(goes_on);
        Run::press(&mut self.key, key, now, KeyCode::eq);
        again
    }

    /// A key that is held repeats: it is pressed once.
    pub(in crate::gui) fn repeat(&mut self, key: KeyCode, now: Moment) {
        if let Some(run) = self.key.as_mut().filter(|run| run.what == key) {
            run.last = now;
        }
    }

    /// An action begins by a key or a button of a pad. Of a key it is known whether its press goes on with a run: it may be shown late.
    fn action(&mut self, action: TableAction, now: Moment) {
        let again = self.again;
        let same = |a: &TableAction, b: &TableAction| a == b && again != Some(false);
        let began = self.action.as_ref().filter(|run| again == Some(true) && run.what == action);
        if let Some(began) = began.map(|run| run.began) {
            let (what, last) = (action, now);
            self.action = Some(Run { what, began, last });
        } else {
            Run::press(&mut self.action, action, now, same);
        }
    }
}

/// This moment, for whoever takes presses in.
#[derive(SystemParam)]
pub(in crate::gui) struct Now<'w> {
    pace: Res<'w, Pace>,
    frames: Res<'w, FrameCount>,
}

impl Now<'_> {
    /// This moment.
    pub(in crate::gui) fn moment(&self) -> Moment {
        Moment { seconds: self.pace.done, frame: self.frames.0, rested: self.pace.rested }
    }
}

fn note_fingers(mut touches: MessageReader<TouchInput>, now: Now, mut presses: ResMut<Presses>) {
    for touch in touches.read().filter(|touch| touch.phase == TouchPhase::Started) {
        presses.point(touch.position, now.moment());
    }
}

fn note_actions(state: Option<Single<&ActionState<TableAction>>>, now: Now, mut presses: ResMut<Presses>) {
    let Some(state) = state else { return };
    for action in state.get_just_pressed() {
        presses.action(action, now.moment());
    }
}

/// What is on the screen and when it appeared there.
#[derive(Resource, Default)]
pub(in crate::gui) struct Appeared {
    /// The state of the table that keys act on.
    table: (Option<Table>, u32),
    /// What is chosen in the bar besides: it lies under the pointer.
    bar: (Option<Bar>, u32),
}

/// Whose turn it is and what is asked.
#[derive(Clone, Debug, PartialEq)]
struct Table {
    screen: Screen,
    version: u64,
    asked: bool,
    covered: bool,
}

/// What the bar is about.
#[derive(Clone, Debug, PartialEq)]
struct Bar {
    commanded: Option<Id>,
    fan: Option<String>,
    aimed: Option<(String, Option<String>, Aim)>,
}

fn follow(
    session: Option<Res<Session>>,
    screen: Res<State<Screen>>,
    covered: Res<Covered>,
    frames: Res<FrameCount>,
    mut appeared: ResMut<Appeared>,
) {
    let fresh = session.as_ref().is_some_and(DetectChanges::is_added);
    let session = session.as_deref();
    let table = Table {
        screen: *screen.get(),
        version: session.map_or(0, |session| session.version),
        asked: session.is_some_and(|session| session.question().is_some()),
        covered: covered.0,
    };
    let bar = session.map(|session| Bar {
        commanded: session.commanded(),
        fan: session.fan.clone(),
        aimed: session.aim.as_ref().map(|aim| (aim.offer.action.clone(), aim.offer.with.clone(), aim.offer.aim)),
    });
    if fresh || appeared.table.0.as_ref() != Some(&table) {
        appeared.table = (Some(table), frames.0);
    }
    if appeared.bar.0 != bar {
        appeared.bar = (bar, frames.0);
    }
}

/// Tells whether a press is meant for what is on the screen now.
#[derive(SystemParam)]
pub(in crate::gui) struct Meant<'w> {
    presses: Res<'w, Presses>,
    appeared: Res<'w, Appeared>,
    frames: Res<'w, FrameCount>,
}

impl Meant<'_> {
    /// Whether a click of the run that began then is.
    pub(in crate::gui) fn click(&self, began: Moment) -> bool {
        began.frame > self.appeared.table.1 && began.frame > self.appeared.bar.1
    }

    /// Whether the last tap is.
    pub(in crate::gui) fn tap(&self) -> bool {
        self.presses.pointer.as_ref().is_none_or(|run| self.click(run.began))
    }

    /// Whether an action that was just pressed is.
    pub(in crate::gui) fn action(&self, action: TableAction) -> bool {
        let run = self.presses.action.as_ref().filter(|run| run.what == action);
        run.is_none_or(|run| self.typed(run.began))
    }

    /// Whether what was done on a panel in this frame is, by pointer or by key.
    pub(in crate::gui) fn on_panel(&self, context: &egui::Context) -> bool {
        if context.input(|input| input.pointer.any_released()) {
            return self.tap();
        }
        // By a gamepad there is only an action; by a screen reader there is neither.
        let key = self.presses.key.as_ref().map(|run| (run.last, run.began));
        let action = self.presses.action.as_ref().map(|run| (run.last, run.began));
        let now = |(last, _): &(Moment, Moment)| last.frame == self.frames.0;
        key.into_iter().chain(action).filter(now).all(|(_, began)| self.typed(began))
    }

    fn typed(&self, began: Moment) -> bool {
        began.frame > self.appeared.table.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(milliseconds: u32, frame: u32) -> Moment {
        Moment { seconds: f64::from(milliseconds) / 1000.0, frame, rested: 0.0 }
    }

    #[test]
    fn quick_presses_in_one_place_are_a_run() {
        let (here, there) = (Vec2::new(10.0, 10.0), Vec2::new(60.0, 10.0));
        let mut presses = Presses::default();
        let first = at(0, 1);
        assert_eq!(presses.point(here, first), first);
        assert_eq!(presses.point(here + Vec2::X, at(250, 16)), first, "a double click");
        assert_eq!(presses.point(here, at(600, 40)), first, "a third one soon after it");
        let later = at(1200, 80);
        assert_eq!(presses.point(here, later), later, "after a while it is another");
        let beside = at(1300, 90);
        assert_eq!(presses.point(there, beside), beside, "and so it is elsewhere");
        let slow = at(2000, 91);
        assert_eq!(presses.point(there, slow), beside, "slow frames tell of it late");
        let rested = at(9000, 92);
        assert_eq!(presses.point(there, rested), rested, "but a rest is a rest");
    }

    /// Presses of one key: frames of a window, each with how long it rested before, how long the frame before took, and whether the key was
    /// pressed in it, in milliseconds; which of the presses count for themselves.
    fn counts(frames: &[(u32, u32, bool)]) -> Vec<bool> {
        let (mut pace, mut presses, mut now) = (Pace::default(), Presses::default(), 0.0);
        let mut out = Vec::new();
        for (frame, (rest, took, pressed)) in (1..).zip(frames) {
            now += f64::from(rest + took) / 1000.0;
            pace.waited(f64::from(*rest) / 1000.0);
            pace.frame(now);
            let moment = Moment { seconds: pace.done, frame, rested: pace.rested };
            if *pressed {
                out.push(!presses.key(KeyCode::KeyE, moment));
            }
        }
        out
    }

    #[test]
    fn a_window_that_rests_draws_no_frames_and_yet_time_goes_by() {
        assert_eq!(
            counts(&[(3000, 0, true), (0, 40, false), (900, 30, true)]),
            [true, true],
            "there was one frame between the two, and nearly a second"
        );
        assert_eq!(
            counts(&[(3000, 0, true), (0, 400, false), (450, 50, true), (0, 150, true)]),
            [true, true, false],
            "of two quick presses the first one counts, however few frames were drawn since the last turn"
        );
        assert_eq!(
            counts(&[(3000, 0, true), (0, 16, false), (230, 4, true)]),
            [true, false],
            "a double press on a quick machine, with a rest in it"
        );
    }

    #[test]
    fn slow_frames_tell_of_a_press_late() {
        assert_eq!(
            counts(&[(3000, 0, true), (0, 700, true)]),
            [true, false],
            "the second press came before anything could be seen"
        );
        assert_eq!(counts(&[(3000, 0, true), (0, 340, false), (0, 340, true)]), [true, false]);
        assert_eq!(
            counts(&[(0, 450, true), (0, 450, false), (0, 450, true)]),
            [true, true],
            "the first frame tells of it late, too"
        );
    }

    #[test]
    fn what_a_key_does_may_be_shown_late() {
        let mut presses = Presses::default();
        let end = TableAction::EndTurn;
        let began = |presses: &Presses| presses.action.as_ref().map(|run| run.began);
        for (again, shown, begins) in [
            (Some(false), at(0, 5), at(0, 5)),
            (Some(true), at(900, 7), at(0, 5)),
            // Pressed long after the last one, but seen soon after that was shown.
            (Some(false), at(1100, 9), at(1100, 9)),
            (Some(true), at(1300, 11), at(1100, 9)),
            // A gamepad has no keys.
            (None, at(1500, 20), at(1100, 9)),
            (None, at(2500, 40), at(2500, 40)),
        ] {
            presses.again = again;
            presses.action(end, shown);
            assert_eq!(began(&presses), Some(begins), "{again:?} at {shown:?}");
        }
    }

    #[test]
    fn a_run_belongs_to_what_was_there_when_it_began() {
        let appeared = |table: u32, bar: u32| Appeared { table: (None, table), bar: (None, bar) };
        let meant = |began: u32, appeared: Appeared| {
            let mut world = World::new();
            world.insert_resource(appeared);
            world.init_resource::<Presses>();
            world.init_resource::<FrameCount>();
            let mut state = bevy::ecs::system::SystemState::<Meant>::new(&mut world);
            let meant = state.get(&world).expect("both are there");
            (meant.click(at(0, began)), meant.typed(at(0, began)))
        };
        assert_eq!(meant(5, appeared(4, 2)), (true, true));
        assert_eq!(meant(5, appeared(5, 2)), (false, false), "it appeared with the press");
        assert_eq!(meant(5, appeared(7, 2)), (false, false), "it appeared between the two");
        assert_eq!(meant(5, appeared(2, 7)), (false, true), "keys know by heart what the bar will be");
    }
}
