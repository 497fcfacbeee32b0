//! Events, shown one after the other. Never in the way: any order or click shows the rest at once.
//!
//! | file | what is in it |
//! |---|---|
//! | `beat` | something that is shown for a while |
//! | `beats` | what is shown of which event, and for how long |
//! | `throws` | dice that tumble |

mod beat;
mod beats;
mod throws;

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

pub(in crate::gui) use self::beat::{Beat, Show, Strike};
pub(in crate::gui) use self::beats::{Tone, beats, holds_nothing, spared};
pub(in crate::gui) use self::throws::Throw;
use super::super::app::frame::{Screen, TableSystems};
use super::super::app::settings::Settings;
use super::super::session::Session;
use super::super::session::knowledge::Told;
use crate::battle::{Id, standing};

pub(in crate::gui) fn plugin(app: &mut App) {
    app.init_resource::<Playback>()
        .add_systems(OnEnter(Screen::Battle), fresh)
        .add_systems(OnEnter(Screen::Replay), fresh)
        .add_systems(Update, (queue, advance).chain().in_set(TableSystems::Play).run_if(resource_exists::<Session>));
}

fn fresh(mut playback: ResMut<Playback>) {
    *playback = Playback::default();
}

/// A number or word that rises from a creature and fades.
#[derive(Clone, Debug)]
pub(in crate::gui) struct Floating {
    /// From whom.
    pub who: Id,
    /// What it says.
    pub text: String,
    /// How it is meant.
    pub tone: Tone,
    /// How large it is written; 1 is usual.
    pub size: f32,
    /// Seconds since it appeared, at usual speed.
    pub age: f32,
}

/// How long a number floats.
pub(in crate::gui) const FLOATS: f32 = 1.1;

/// How long one looks at what the computer has done before it does more, in seconds at usual speed.
const RESTS: f32 = 0.45;

/// What is being shown and what is still to come.
#[derive(Resource, Default)]
pub(in crate::gui) struct Playback {
    queue: VecDeque<Beat>,
    /// Seconds into the first beat.
    at: f32,
    /// Whether what the first beat begins with was let loose.
    begun: bool,
    /// Numbers in the air.
    pub floating: Vec<Floating>,
    /// Dice in the air and on the table.
    pub thrown: Vec<Throw>,
    skip: bool,
    /// How much faster than the settings say, in hundredths, when somebody watches; 0 is as they say.
    pace: u32,
    /// Goes up whenever the rest is to be shown at once.
    pub skips: u32,
    /// Goes up whenever a beat ends, so that what stands on the board is looked at anew.
    pub turn: u64,
}

impl Playback {
    /// Whether nothing moves.
    pub(in crate::gui) fn is_idle(&self) -> bool {
        self.queue.is_empty()
    }

    /// Shows the rest at once, and clears the table of dice.
    pub(in crate::gui) fn skip(&mut self) {
        self.skip = true;
        self.skips = self.skips.wrapping_add(1);
        self.thrown.clear();
    }

    /// Lets time pass for whatever is in the air.
    fn age(&mut self, passed: f32) {
        for floating in &mut self.floating {
            floating.age += passed;
        }
        self.floating.retain(|floating| floating.age < FLOATS);
        for throw in &mut self.thrown {
            throw.age += passed;
        }
        self.thrown.retain(Throw::lasts);
    }

    /// Shows everything so much faster than the settings say, in hundredths.
    pub(in crate::gui) fn set_pace(&mut self, hundredths: u32) {
        self.pace = hundredths;
    }

    /// The beat that is being shown, and how much of it has passed, from 0 to 1.
    pub(in crate::gui) fn now(&self) -> Option<(&Beat, f32)> {
        let beat = self.queue.front()?;
        Some((beat, if beat.lasts > 0.0 { (self.at / beat.lasts).clamp(0.0, 1.0) } else { 1.0 }))
    }

    /// What is still to come, the beat being shown included.
    pub(in crate::gui) fn to_come(&self) -> impl Iterator<Item = &Beat> {
        self.queue.iter()
    }
}

/// New events become beats.
fn queue(
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
    (settings, screen): (Res<Settings>, Res<State<Screen>>),
    mut next: Local<usize>,
) {
    let events = session.battle.events().len();
    if session.shown > events || *next > events || (playback.queue.is_empty() && *next != session.shown) {
        *next = session.shown.min(events);
        playback.queue.clear();
        playback.thrown.clear();
        playback.begun = false;
        playback.turn += 1;
    }
    if *next == events {
        return;
    }
    if playback.skip {
        // What is skipped is what was under way before this.
        playback.queue.clear();
        playback.at = 0.0;
        playback.begun = false;
        playback.skip = false;
        playback.turn += 1;
        session.shown = *next;
    }
    let dice = settings.speed > 0 && !settings.reduced_motion;
    let beats = beats(session.battle.events(), *next, dice);
    // What was taken back since is not shown again; what the viewer may not know, or not by whom, takes no time either.
    let stands = standing(session.battle.events());
    let told = beats.into_iter().filter(|beat| stands[beat.event] && session.told(beat.event) == Told::Plain);
    playback.queue.extend(told);
    let played = *screen.get() == Screen::Battle;
    if played && !session.waits_for_person() && session.battle.outcome().is_none() {
        playback.queue.push_back(Beat {
            event: events - 1,
            show: Show::Rest,
            lasts: RESTS,
            throws: None,
            floats: false,
        });
    }
    *next = events;
    if playback.queue.is_empty() || settings.speed == 0 {
        playback.queue.clear();
        playback.begun = false;
        session.shown = events;
        playback.turn += 1;
    }
}

fn advance(
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let playback = &mut *playback;
    if playback.queue.is_empty() && playback.floating.is_empty() && playback.thrown.is_empty() {
        playback.skip = false;
        return;
    }
    redraw.write(RequestRedraw);
    // After a pause the first frame would swallow everything.
    let passed = time.delta_secs().min(0.05) * settings.speed.max(1) as f32 / 100.0;
    let passed = passed * if playback.pace == 0 { 1.0 } else { playback.pace as f32 / 100.0 };
    playback.age(passed);
    playback.at += passed;
    let mut ended = false;
    while let Some(beat) = playback.queue.front() {
        if !playback.begun {
            playback.begun = true;
            let beat = beat.clone();
            if !playback.skip {
                begin(playback, &session, &beat);
            }
            continue;
        }
        if playback.at < beat.lasts && !playback.skip {
            break;
        }
        playback.at = if playback.skip { 0.0 } else { playback.at - beat.lasts };
        session.shown = session.shown.max(beat.told());
        playback.queue.pop_front();
        playback.begun = false;
        ended = true;
    }
    if ended {
        playback.turn += 1;
    }
    if playback.queue.is_empty() {
        playback.at = 0.0;
        playback.skip = false;
        session.shown = session.battle.events().len();
    }
}

/// Lets loose what a beat begins with: dice, and what rises from somebody. Of those who are not seen, neither.
fn begin(playback: &mut Playback, session: &Session, beat: &Beat) {
    if let Some(throw) = &beat.throws
        && session.sees(throw.who)
    {
        // Whoever throws again has picked up the last dice.
        playback.thrown.retain(|other| other.who != throw.who);
        playback.thrown.push(throw.clone());
    }
    let rises = beats::floats(session.battle.events(), beat.event).filter(|_| beat.floats);
    if let Some((who, text, tone, size)) = rises.filter(|(who, ..)| session.sees(*who)) {
        let near = |other: &&Floating| other.who == who && other.age < 0.25;
        let stacked = playback.floating.iter().filter(near).count();
        playback.floating.push(Floating { who, text, tone, size, age: -0.18 * stacked as f32 });
    }
}
