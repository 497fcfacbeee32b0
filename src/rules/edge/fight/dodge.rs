//! Dodge: the reaction of a target that is struck at hand to hand, declared before the dice (EDG-RE-1).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::field::sight;
use super::special::NONE;
use crate::battle::*;
use crate::rule;

/// The question, and the answer to it.
pub(crate) const DODGE: &str = "dodge";

/// A target that may dodge the attack in flight below; contests, shots and areas are not dodged (EDG-RE-2).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Dodging {
    attack: Id,
    attacker: Id,
    target: Id,
}

/// On an attack that its target dodges.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Dodged;

/// Asks the target.
pub(crate) fn offer(world: &mut World, attack: Id, attacker: Id, target: Id) {
    launch(world, Dodging { attack, attacker, target });
}

impl Asks for Dodging {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let Self { attacker, target, .. } = *world.the::<Self>(flight);
        // EDG-RE-1: one that it does not perceive is not dodged.
        if creature::can_react(world, target).is_err() || !sight::sees(world, target, attacker) {
            return Inquiry::Nobody;
        }
        let cast = world.resource::<Names>();
        let dodge = Choice::new(DODGE, "Dodge: the attack has disadvantage")
            .costs("its reaction", Price::Points(1))
            .to(Purpose::Dodge)
            .by(rule!("EDG-RE-1"));
        let decline = Choice::new(NONE, "Keep the reaction").to(Purpose::Decline);
        let prompt = format!("{} strikes at {}.", cast.name(attacker), cast.name(target));
        let choices = vec![dodge, decline];
        let decision = Decision::new(world, target, DODGE, prompt, choices).against(Some(attacker));
        Question::inquiry(decision, [rule!("EDG-RE-1"), rule!("EDG-REACT-1")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let Self { attack, target, .. } = *world.the::<Self>(flight);
        land(world);
        if word == DODGE {
            creature::react(world, target);
            world.put(attack, Dodged);
        }
    }

    fn unasked(world: &mut World, flight: Id) {
        let Self { target, .. } = *world.the::<Self>(flight);
        land(world);
        if let Err((why, rule)) = creature::can_react(world, target) {
            world.note(target, format!("no Dodge: {why}"), rule);
        }
    }
}
