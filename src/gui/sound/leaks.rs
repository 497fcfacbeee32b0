//! Nobody hears of whom their side does not know: a battle with hidden creatures is listened to from every seat.

use std::collections::BTreeSet;

use bevy::ecs::system::RunSystemOnce;

use super::*;
use crate::ai::Random;
use crate::battle::{Battle, Id, SideId};
use crate::gui::tests::test_battles::{DUSK, level};
use crate::level::Seat;

/// A table without a window, at which everything is shown at once, and what is heard at it.
struct Ears(World);

impl Ears {
    fn new(session: Session) -> Self {
        let mut world = World::new();
        world.insert_resource(session);
        world.init_resource::<Playback>();
        world.init_resource::<Heard>();
        world.init_resource::<Messages<Cue>>();
        Self(world)
    }

    /// What one side hears of the events from `from` on, by the events' numbers.
    fn of(&mut self, side: SideId, from: usize) -> BTreeSet<u32> {
        let mut heard = BTreeSet::new();
        let (events, version) = {
            let mut session = self.0.resource_mut::<Session>();
            session.look_as(side);
            (session.battle.events().len(), session.version)
        };
        // One by one, so that nothing is left out as too much at once.
        for number in from..events {
            self.0.resource_mut::<Session>().shown = number + 1;
            *self.0.resource_mut::<Heard>() = Heard { events: number, version };
            self.0.run_system_once(hear_events).expect("ears listen");
            heard.extend(self.0.resource_mut::<Messages<Cue>>().drain().map(|cue| cue.salt));
        }
        heard
    }
}

#[test]
fn no_seat_hears_of_whom_it_does_not_know() {
    let (mut secret, mut own) = (0, 0);
    for seed in 1..=6 {
        let (level, ruleset) = level(DUSK);
        let battle = Battle::new(level, ruleset, seed).expect("a playable level");
        let mut ears = Ears::new(Session::new(battle, None, vec![Seat::Human; 2]));
        let mut player = Random::new(seed);
        for turn in 0..40 {
            let sides = [SideId(0), SideId(1)];
            let mut session = ears.0.resource_mut::<Session>();
            let from = session.battle.events().len();
            let before = sides.map(|side| session.battle.unknown_to(side));
            let Some(mut order) = player.choose(&session.battle) else {
                break;
            };
            // Who lies hidden mostly stays so.
            let lies = session.battle.side_to_move() == Some(SideId(1)) && session.battle.decision().is_none();
            if let Some(creature) = session.battle.active().filter(|_| lies && turn % 5 != 0) {
                order = Order::EndTurn { creature };
            }
            session.submit(&order).expect("a legal order is taken");
            let after = sides.map(|side| session.battle.unknown_to(side));
            for (side, (before, after)) in sides.into_iter().zip(before.iter().zip(&after)) {
                let heard = ears.of(side, from);
                let session = ears.0.resource::<Session>();
                for (number, event) in session.battle.events().iter().enumerate().skip(from) {
                    let about: Vec<Id> = event.actor.into_iter().chain(event.target).collect();
                    let hidden = |id: &Id| before.contains(id) && after.contains(id);
                    if !about.is_empty() && about.iter().all(hidden) {
                        secret += 1;
                        assert!(!heard.contains(&event.seq), "side {side:?} hears: {:?}", event.what);
                    } else if heard.contains(&event.seq) {
                        own += 1;
                        assert!(
                            session.line(number).is_some(),
                            "side {side:?} hears what no line of its log says: {:?}",
                            event.what
                        );
                    }
                }
            }
        }
    }
    assert!(secret >= 5 && own > 100, "{secret} events were secret, {own} were heard");
}
