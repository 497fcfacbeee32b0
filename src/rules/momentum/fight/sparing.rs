//! The question whether an attack that would hit is to miss (MOM-ATK-8).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::{Event, *};
use crate::rule;

/// Whom the dice of an attack have found, until its damage is rolled.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Marked {
    pub target: Id,
    /// Whether by a natural 20.
    pub critical: bool,
}

/// The question whether an attack that would hit is to miss, and its answers.
pub(crate) const SPARE: &str = "spare";
pub(crate) const HITS: &str = "hits";
pub(crate) const MISSES: &str = "misses";

/// An attack that would hit, whose attacker is asked (MOM-ATK-8).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Sparing {
    /// The attack in flight.
    pub attack: Id,
    /// Who attacks.
    pub by: Id,
    /// Whom it would hit.
    pub target: Id,
}

impl Asks for Sparing {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let &Self { by, target, .. } = world.the::<Self>(flight);
        let name = world.resource::<Names>().name(target);
        let hits = Choice::new(HITS, "It hits").to(Purpose::Harm).by(rule!("MOM-ATK-8"));
        let misses = Choice::new(MISSES, "It misses").to(Purpose::Decline).by(rule!("MOM-ATK-8"));
        let prompt = format!("The attack would hit {name}.");
        let decision = Decision::new(world, by, SPARE, prompt, vec![hits, misses]).against(Some(target));
        Question::inquiry(decision, [rule!("MOM-ATK-8")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let &Self { attack, by, target } = world.the::<Self>(flight);
        land(world);
        if word == MISSES {
            let entity = world.entity_of(attack).expect("what is in flight should exist");
            world.entity_mut(entity).remove::<Marked>();
            let event = Event::new(What::came(AttackOutcome::Missed)).actor(by).target(target);
            world.tell(event.by(rule!("MOM-ATK-8")));
        }
    }
}
