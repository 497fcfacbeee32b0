//! The level's events: which are due, and how each is gone through, effect by effect. `effects` is what they do.

mod effects;

use bevy::prelude::*;

pub use super::ground_events::{Chain, Due, Happening, Tread, come_upon, entered, fallen, fire, tread};
pub use super::group_effect::{can_be_pushed, push};
pub use super::latecomers::bring_in;
pub use super::map_changes::{change_gravity, change_light, change_terrain, change_weather, set_door};
pub use super::occurrences::{Awaited, Happened};
pub use super::places::{free_place, free_places, free_places_known, has_room};
pub use effects::apply;
pub(in crate::battle) use effects::{far, squares_within};

use super::awarded::Awarded;
use super::follow_ups;
use super::ground_events::launch_all;
use super::occurrences::{self, Occurrence};
use crate::battle::board::LevelRes;
use crate::battle::engine::{Engine, Flights, Flow, Phase, land, topmost};
use crate::battle::ruleset::{Rules, SharedFact};
use crate::battle::values::{ById, Event, Stage, Tell, What};

pub(in crate::battle) fn plugin(engine: &mut Engine) {
    engine.entering(Stage::Environment, Phase::Environment, end_round);
    engine.later::<Tread>("tread");
    engine.in_pieces::<Due>();
    engine.in_flight::<Due>(Stage::Environment, begin_next);
    engine.in_flight::<Happening>(Stage::Environment, go_through_effects);
}

/// The events of the round's end.
fn end_round(world: &mut World) {
    trigger_round(world, false);
}

/// Launches the events of this round's start or end, so that the first of the list comes first.
pub(in crate::battle) fn trigger_round(world: &mut World, start: bool) {
    let round = world.resource::<Flow>().round;
    let what = if start { Occurrence::RoundStarts(round) } else { Occurrence::RoundEnds(round) };
    let due = occurrences::due(world, &what);
    launch_all(world, &due);
}

/// Lets the next of those that are due happen.
fn begin_next(world: &mut World) {
    let Some((flight, due)) = topmost::<Due>(world) else {
        return;
    };
    match due.0.last().copied() {
        Some(event) => {
            world.the_mut::<Due>(flight).0.pop();
            fire(world, event);
        }
        None => land(world),
    }
}

/// Does the next effect of the topmost event; an effect that launches harm waits for it.
fn go_through_effects(world: &mut World) {
    let level = world.resource::<LevelRes>().0.clone();
    loop {
        let Some((flight, happening)) = topmost::<Happening>(world) else {
            return;
        };
        let Happening { event: index, next } = *happening;
        let event = &level.events[index];
        if next == 0 {
            let text = if event.text.is_empty() { event.id.clone() } else { event.text.clone() };
            let says = What::Says { text: text.into(), portent: event.do_.is_empty() };
            let told = Event::new(says).citing(world, SharedFact::EventFires);
            world.tell(told);
        }
        // If it lets a side win, that happens at once, and nothing else of the event comes about.
        let won = world.resource::<Awarded>().0.is_some() && world.resource::<Flow>().outcome.is_none();
        let Some(effect) = event.do_.get(next).filter(|_| !won) else {
            land(world);
            if !won {
                follow_ups::came_about(world, index);
                let ruleset = world.resource::<Rules>().0;
                ruleset.event_comes(world, index);
            }
            continue;
        };
        world.the_mut::<Happening>(flight).next += 1;
        apply(world, effect, event.when.comes_again());
        if world.resource::<Flights>().top() != Some(flight) {
            return;
        }
    }
}
