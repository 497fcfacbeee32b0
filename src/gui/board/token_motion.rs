//! Where creatures are shown while what happened is still being played back: before their next step, on the back of whoever carries
//! them, as high as they have not fallen yet.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::super::app::settings::Settings;
use super::super::session::Session;
use super::playback::{Beat, Playback, Show};
use super::stacked_tokens::Stand;
use crate::battle::{Body, ById, Id, Position, What, floor};
use crate::grid::{Length, Square};

/// What is still to be played back, and who was carried by whom before and after it.
pub(in crate::gui) struct Way<'a> {
    /// The beats, the one being shown first.
    pub(in crate::gui) pending: &'a [&'a Beat],
    /// Who is carried, by whom: before, and now.
    pub(in crate::gui) carried: (&'a BTreeMap<Id, Id>, &'a BTreeMap<Id, Id>),
}

impl Way<'_> {
    /// From where a creature takes its next step; `after` leaves out the beat being played.
    fn next(&self, id: Id, after: bool) -> Option<Square> {
        let mut beats = self.pending.iter().skip(usize::from(after));
        beats.find_map(|beat| match beat.show {
            Show::Step { who, from, .. } if who == id => Some(from),
            _ => None,
        })
    }

    /// Who carries a creature: now, or before it takes a step of its own.
    fn carrier(&self, id: Id, after: bool) -> Option<Id> {
        let (before, now) = self.carried;
        let map = if self.next(id, after).is_some() { before } else { now };
        map.get(&id).copied()
    }

    /// Where a creature is shown to stand; whoever is carried, where its carrier is.
    pub(in crate::gui) fn stand(&self, session: &Session, id: Id, after: bool) -> Stand {
        let world = session.battle.world();
        let carrier = self.carrier(id, after).filter(|&carrier| session.sees(carrier));
        let whose = carrier.unwrap_or(id);
        let position = world.the::<Position>(whose);
        Stand {
            id,
            space: crate::grid::Footprint {
                at: self.next(whose, after).unwrap_or(position.at),
                side: world.the::<Body>(whose).side,
            },
            carrier,
            height: world.the::<Position>(id).height.0,
        }
    }

    /// How high above the ground under it a creature is shown.
    pub(in crate::gui) fn above(&self, session: &Session, id: Id, after: bool) -> Length {
        let world = session.battle.world();
        let whose = self.carrier(id, after).unwrap_or(id);
        let at = self.next(whose, after).unwrap_or(world.the::<Position>(whose).at);
        let height = self.height(session, whose, usize::from(after));
        Length((height.0 - floor(world, at).0).max(0))
    }

    /// The height of a creature before so many beats and all after them.
    fn height(&self, session: &Session, id: Id, from: usize) -> Length {
        let mut fallen = 0;
        for beat in self.pending.iter().skip(from) {
            let event = session.battle.events().get(beat.event);
            match (&beat.show, event.map(|event| &event.what)) {
                (Show::Step { who, .. }, Some(What::Step { height, .. })) if *who == id => {
                    return Length(height.0.0 + fallen);
                }
                (Show::Drop { who }, Some(What::Falls { distance })) if *who == id => fallen += distance.0,
                _ => {}
            }
        }
        Length(session.battle.world().the::<Position>(id).height.0 + fallen)
    }
}

/// How far a creature is from where it stands or goes: hopping, lunging, shaken.
pub(in crate::gui) fn strays(playback: &Playback, settings: &Settings, way: &Way, id: Id, middle: Vec2) -> Vec2 {
    let Some((beat, passed)) = playback.now().filter(|_| !settings.reduced_motion) else {
        return Vec2::ZERO;
    };
    let swing = (passed * std::f32::consts::PI).sin();
    match &beat.show {
        Show::Step { who, .. } if *who == id || way.carrier(id, false) == Some(*who) => Vec2::new(0.0, swing * 7.0),
        Show::Lunge { who, at: aim, strike } if *who == id => {
            let towards = (super::world_coords::middle(*aim) - middle).normalize_or_zero();
            towards * swing * if strike.look.style.is_melee() { 22.0 } else { -6.0 }
        }
        Show::Hit { who, .. } if *who == id => Vec2::new((passed * 40.0).sin() * 5.0 * (1.0 - passed), 0.0),
        _ => Vec2::ZERO,
    }
}
