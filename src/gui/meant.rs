//! What a press is meant for. Who presses twice means what was there at the first press; by the second one that may have made way for
//! something else: another's turn, the next question, a button that was not there. So quick presses in one place, or of one key, are a run,
//! and a run belongs to what was on the screen when it began. What appeared later it does not touch.

use bevy::diagnostic::FrameCount;
use bevy::ecs::system::SystemParam;
use bevy::input::InputSystems;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::prelude::*;
use bevy_egui::egui;
use leafwing_input_manager::prelude::ActionState;

use super::hud::Hud;
use super::keys::TableAction;
use super::{Screen, Session, TableSystems};
use crate::battle::Id;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Presses>()
        .init_resource::<Appeared>()
        .add_systems(PreUpdate, note_keys_and_fingers.after(InputSystems))
        .add_systems(Update, note_actions.before(TableSystems::Input))
        // What changes before the panels are drawn, and what changes by drawing them.
        .add_systems(Update, follow.after(TableSystems::Show))
        .add_systems(Last, follow);
}

/// Presses farther apart are two, in seconds.
const QUICK: f64 = 0.5;
/// Where frames are slow, two presses of a double click are seen so many of them apart, and at most so long.
const SLOW: (u32, f64) = (2, 1.5);
/// Presses farther apart are in two places, in points.
const NEAR: f32 = 10.0;

/// When something was seen: seconds since the start, and the frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moment {
    seconds: f64,
    frame: u32,
}

impl Moment {
    fn of(time: &Time<Real>, frames: &FrameCount) -> Self {
        Self {
            seconds: time.elapsed_secs_f64(),
            frame: frames.0,
        }
    }

    /// Whether a press now belongs together with one then.
    fn soon_after(self, then: Self) -> bool {
        let passed = self.seconds - then.seconds;
        let frames = self.frame.wrapping_sub(then.frame);
        passed < QUICK || (frames <= SLOW.0 && passed < SLOW.1)
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
        let began = run
            .as_ref()
            .filter(|run| same(&run.what, &what) && now.soon_after(run.last))
            .map_or(now, |run| run.began);
        *run = Some(Self { what, began, last: now });
    }
}

/// The runs that go on.
#[derive(Resource, Default)]
pub struct Presses {
    pointer: Option<Run<Vec2>>,
    key: Option<Run<KeyCode>>,
    action: Option<Run<TableAction>>,
}

impl Presses {
    /// The mouse or a finger is pressed; when the run began that this belongs to.
    pub fn point(&mut self, at: Vec2, now: Moment) -> Moment {
        Run::press(&mut self.pointer, at, now, |a, b| a.distance(*b) < NEAR);
        self.pointer.as_ref().map_or(now, |run| run.began)
    }
}

/// This moment, for whoever takes presses in.
#[derive(SystemParam)]
pub struct Now<'w> {
    time: Res<'w, Time<Real>>,
    frames: Res<'w, FrameCount>,
}

impl Now<'_> {
    /// This moment.
    pub fn moment(&self) -> Moment {
        Moment::of(&self.time, &self.frames)
    }
}

fn note_keys_and_fingers(
    mut keys: MessageReader<KeyboardInput>,
    mut touches: MessageReader<TouchInput>,
    now: Now,
    mut presses: ResMut<Presses>,
) {
    let now = now.moment();
    for input in keys.read().filter(|input| input.state.is_pressed()) {
        match &mut presses.key {
            // A key that is held and repeats is pressed once.
            Some(run) if input.repeat && run.what == input.key_code => run.last = now,
            key => Run::press(key, input.key_code, now, KeyCode::eq),
        }
    }
    for touch in touches.read().filter(|touch| touch.phase == TouchPhase::Started) {
        presses.point(touch.position, now);
    }
}

fn note_actions(state: Option<Single<&ActionState<TableAction>>>, now: Now, mut presses: ResMut<Presses>) {
    let Some(state) = state else { return };
    for action in state.get_just_pressed() {
        Run::press(&mut presses.action, action, now.moment(), TableAction::eq);
    }
}

/// What is on the screen and when it appeared there.
#[derive(Resource, Default)]
pub struct Appeared {
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
    aimed: Option<(String, Option<String>)>,
}

fn follow(
    session: Option<Res<Session>>,
    screen: Res<State<Screen>>,
    hud: Res<Hud>,
    frames: Res<FrameCount>,
    mut appeared: ResMut<Appeared>,
) {
    let fresh = session.as_ref().is_some_and(DetectChanges::is_added);
    let session = session.as_deref();
    let table = Table {
        screen: *screen.get(),
        version: session.map_or(0, |session| session.version),
        asked: session.is_some_and(|session| session.question().is_some()),
        covered: hud.handover.covers(),
    };
    let bar = session.map(|session| Bar {
        commanded: session.commanded(),
        fan: session.fan.clone(),
        aimed: session
            .aim
            .as_ref()
            .map(|aim| (aim.offer.action.clone(), aim.offer.with.clone())),
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
pub struct Meant<'w> {
    presses: Res<'w, Presses>,
    appeared: Res<'w, Appeared>,
    frames: Res<'w, FrameCount>,
}

impl Meant<'_> {
    /// Whether a click of the run that began then is.
    pub fn click(&self, began: Moment) -> bool {
        began.frame > self.appeared.table.1 && began.frame > self.appeared.bar.1
    }

    /// Whether the last tap is.
    pub fn tap(&self) -> bool {
        self.presses.pointer.as_ref().is_none_or(|run| self.click(run.began))
    }

    /// Whether an action that was just pressed is.
    pub fn action(&self, action: TableAction) -> bool {
        let run = self.presses.action.as_ref().filter(|run| run.what == action);
        run.is_none_or(|run| self.typed(run.began))
    }

    /// Whether what was done on a panel in this frame is, by pointer or by key.
    pub fn on_panel(&self, context: &egui::Context) -> bool {
        if context.input(|input| input.pointer.any_released()) {
            return self.tap();
        }
        // By a gamepad there is only an action; by a screen reader there is neither.
        let key = self.presses.key.as_ref().map(|run| (run.last, run.began));
        let action = self.presses.action.as_ref().map(|run| (run.last, run.began));
        let now = |(last, _): &(Moment, Moment)| last.frame == self.frames.0;
        key.into_iter()
            .chain(action)
            .filter(now)
            .all(|(_, began)| self.typed(began))
    }

    fn typed(&self, began: Moment) -> bool {
        began.frame > self.appeared.table.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(milliseconds: u32, frame: u32) -> Moment {
        Moment {
            seconds: f64::from(milliseconds) / 1000.0,
            frame,
        }
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

    #[test]
    fn a_run_belongs_to_what_was_there_when_it_began() {
        let appeared = |table: u32, bar: u32| Appeared {
            table: (None, table),
            bar: (None, bar),
        };
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
        assert_eq!(
            meant(5, appeared(2, 7)),
            (false, true),
            "keys know by heart what the bar will be"
        );
    }
}
