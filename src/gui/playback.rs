//! Events, shown one after the other. Never in the way: any order or click shows the rest at once.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::knowledge::Told;
use super::{Screen, Session, Settings, TableSystems};
use crate::battle::{Event, Id, What};
use crate::grid::Square;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Playback>()
        .add_systems(OnEnter(Screen::Battle), fresh)
        .add_systems(OnEnter(Screen::Replay), fresh)
        .add_systems(
            Update,
            (queue, advance)
                .chain()
                .in_set(TableSystems::Play)
                .run_if(resource_exists::<Session>),
        );
}

fn fresh(mut playback: ResMut<Playback>) {
    *playback = Playback::default();
}

/// Something that is shown for a while.
#[derive(Clone, Debug)]
pub struct Beat {
    /// The event's number.
    pub event: usize,
    /// What is shown.
    pub show: Show,
    /// For how long, in seconds at usual speed.
    pub lasts: f32,
}

/// What is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Show {
    /// A creature goes from square to square.
    Step {
        /// Who.
        who: Id,
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// A creature lunges at a place.
    Lunge {
        /// Who.
        who: Id,
        /// The square.
        at: Square,
        /// Whether something flies there.
        flies: bool,
    },
    /// A creature or object is hit: it shakes and its bar goes down.
    Hit {
        /// Who.
        who: Id,
        /// Points afterwards, and their pool.
        left: i32,
        /// The pool.
        pool: String,
    },
    /// Squares flare up.
    Flare {
        /// Which.
        squares: Vec<Square>,
    },
    /// Nothing moves; what stands there is looked at anew.
    Look,
}

/// A number or word that rises from a creature and fades.
#[derive(Clone, Debug)]
pub struct Floating {
    /// From whom.
    pub who: Id,
    /// What it says.
    pub text: String,
    /// Whether it is bad for them.
    pub bad: bool,
    /// Seconds since it appeared, at usual speed.
    pub age: f32,
}

/// How long a number floats.
pub const FLOATS: f32 = 1.1;

/// What is being shown and what is still to come.
#[derive(Resource, Default)]
pub struct Playback {
    queue: VecDeque<Beat>,
    /// Seconds into the first beat.
    at: f32,
    /// Numbers in the air.
    pub floating: Vec<Floating>,
    skip: bool,
    /// How much faster than the settings say, in hundredths, when somebody watches; 0 is as they say.
    pace: u32,
    /// Goes up whenever a beat ends, so that what stands on the board is looked at anew.
    pub turn: u64,
}

impl Playback {
    /// Whether nothing moves.
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty()
    }

    /// Shows the rest at once.
    pub fn skip(&mut self) {
        self.skip = true;
    }

    /// Shows everything so much faster than the settings say, in hundredths.
    pub fn set_pace(&mut self, hundredths: u32) {
        self.pace = hundredths;
    }

    /// The beat that is being shown, and how much of it has passed, from 0 to 1.
    pub fn now(&self) -> Option<(&Beat, f32)> {
        let beat = self.queue.front()?;
        Some((
            beat,
            if beat.lasts > 0.0 {
                (self.at / beat.lasts).clamp(0.0, 1.0)
            } else {
                1.0
            },
        ))
    }

    /// What is still to come, the beat being shown included.
    pub fn to_come(&self) -> impl Iterator<Item = &Beat> {
        self.queue.iter()
    }
}

/// How an event is shown; `None` when it is only a line of the log.
fn beat(number: usize, event: &Event) -> Option<Beat> {
    let (show, lasts) = match &event.what {
        What::Step { from, to, .. } => (
            Show::Step {
                who: event.actor?,
                from: *from,
                to: *to,
            },
            0.09,
        ),
        What::Attack { at, style, .. } => {
            use crate::battle::Style::*;
            let flies = matches!(style, Shot | Beam | Spray | Burst);
            (
                Show::Lunge {
                    who: event.actor?,
                    at: *at,
                    flies,
                },
                0.3,
            )
        }
        What::Damage { change, pool, .. } | What::Heal { change, pool } => (
            Show::Hit {
                who: event.target?,
                left: change.1,
                pool: pool.to_string(),
            },
            0.22,
        ),
        What::Hazard { squares, .. } => (
            Show::Flare {
                squares: squares.clone(),
            },
            0.5,
        ),
        What::Falls { .. } => (Show::Look, 0.25),
        What::Dies | What::Down | What::Destroyed | What::Arrives { .. } | What::Leaves => (Show::Look, 0.3),
        What::Gains { .. } | What::Loses { .. } | What::Door { .. } => (Show::Look, 0.12),
        What::Ground { .. } | What::Light { .. } | What::Override { .. } => (Show::Look, 0.1),
        _ => return None,
    };
    Some(Beat {
        event: number,
        show,
        lasts,
    })
}

/// What rises from a creature with an event: text, and whether it is bad.
fn floats(event: &Event) -> Option<(Id, String, bool)> {
    let target = event.target;
    match &event.what {
        What::Damage { amount, .. } => Some((target?, format!("-{amount}"), true)),
        What::Heal { change, .. } => Some((target?, format!("+{}", change.1 - change.0), false)),
        What::Gains { condition } => Some((target?, condition.to_string(), true)),
        What::Dies => Some((target?, "dies".into(), true)),
        What::Down => Some((target?, "down".into(), true)),
        What::Falls { distance } => Some((target?, format!("falls {distance}"), true)),
        What::Answered { choice } => Some((event.actor?, choice.to_string(), false)),
        _ => None,
    }
}

/// New events become beats.
fn queue(
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
    settings: Res<Settings>,
    mut next: Local<usize>,
) {
    let events = session.battle.events().len();
    if session.shown > events || *next > events || (playback.queue.is_empty() && *next != session.shown) {
        *next = session.shown.min(events);
        playback.queue.clear();
        playback.turn += 1;
    }
    if *next == events {
        return;
    }
    if playback.skip {
        // What is skipped is what was under way before this.
        playback.queue.clear();
        playback.at = 0.0;
        playback.skip = false;
        playback.turn += 1;
        session.shown = *next;
    }
    for (number, event) in session.battle.events().iter().enumerate().skip(*next) {
        // What the viewer may not know takes no time either.
        if session.told(number) == Told::Nothing {
            continue;
        }
        if let Some(beat) = beat(number, event) {
            playback.queue.push_back(beat);
        } else if floats(event).is_some() {
            playback.queue.push_back(Beat {
                event: number,
                show: Show::Look,
                lasts: 0.0,
            });
        }
    }
    *next = events;
    if playback.queue.is_empty() || settings.speed == 0 {
        playback.queue.clear();
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
    if playback.queue.is_empty() && playback.floating.is_empty() {
        playback.skip = false;
        return;
    }
    redraw.write(RequestRedraw);
    // After a pause the first frame would swallow everything.
    let passed = time.delta_secs().min(0.05) * settings.speed.max(1) as f32 / 100.0;
    let passed = passed
        * if playback.pace == 0 {
            1.0
        } else {
            playback.pace as f32 / 100.0
        };
    for floating in &mut playback.floating {
        floating.age += passed;
    }
    playback.floating.retain(|floating| floating.age < FLOATS);
    playback.at += passed;
    let mut ended = false;
    while let Some(beat) = playback.queue.front() {
        if playback.at < beat.lasts && !playback.skip {
            break;
        }
        playback.at = if playback.skip { 0.0 } else { playback.at - beat.lasts };
        let event = &session.battle.events()[beat.event.min(session.battle.events().len() - 1)];
        let shown = beat.event + 1;
        if let Some((who, text, bad)) = floats(event).filter(|_| !playback.skip && !settings.reduced_motion)
            && session.sees(who)
        {
            let stacked = playback
                .floating
                .iter()
                .filter(|other| other.who == who && other.age < 0.2)
                .count();
            playback.floating.push(Floating {
                who,
                text,
                bad,
                age: -0.18 * stacked as f32,
            });
        }
        playback.queue.pop_front();
        session.shown = shown;
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
