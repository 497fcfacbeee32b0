//! Switch Places: an ally next to one is asked for a reaction, and the two change places (MOM-ACT-13 to MOM-ACT-15).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::body::creature::RP;
use crate::battle::{Event, *};
use crate::rule;

/// The question, and its answers.
pub(crate) const SWAP: &str = "swap";
pub(crate) const AGREE: &str = "agree";
pub(crate) const REFUSE: &str = "refuse";

/// An ally who is asked.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Swapping {
    /// Who asks.
    pub actor: Id,
    /// Whom.
    pub ally: Id,
}

/// Two who change places.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Swap(Swapping);

impl Asks for Swapping {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let Self { actor, ally } = *world.the::<Self>(flight);
        if creature::reacts(world, ally, 1).is_err() {
            return Inquiry::Nobody;
        }
        let names = world.resource::<Names>();
        let agree = Choice::new(AGREE, "Change places")
            .costs("1 RP", Price::Points(1))
            .to(Purpose::Move)
            .by(rule!("MOM-ACT-14"));
        let refuse = Choice::new(REFUSE, "Stay").to(Purpose::Decline).by(rule!("MOM-ACT-14"));
        let prompt = format!("{} wants to change places with {}.", names.name(actor), names.name(ally));
        let decision = Decision::new(world, ally, SWAP, prompt, vec![agree, refuse]);
        Question::inquiry(decision.against(Some(actor)), [rule!("MOM-ACT-14"), rule!("MOM-ROUND-9")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let swapping = *world.the::<Self>(flight);
        land(world);
        if word == AGREE {
            creature::change(world, swapping.ally, RP, -1, [rule!("MOM-ROUND-9")]);
            launch(world, Swap(swapping));
        } else {
            world.note(swapping.ally, "stays where it is", rule!("MOM-ACT-14"));
        }
    }

    fn unasked(world: &mut World, flight: Id) {
        let ally = world.the::<Self>(flight).ally;
        land(world);
        if creature::acts_by_script(world, ally) {
            world.note(ally, "without a Command it does not react", rule!("MOM-CMD-3"));
        }
        world.note(ally, "has no reaction left for it", rule!("MOM-ACT-14"));
    }
}

impl Later for Swap {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        let Swapping { actor, ally } = self.0;
        let from = [actor, ally].map(|id| Place::of(world, id));
        for (id, was, now) in [(actor, from[0], from[1]), (ally, from[1], from[0])] {
            // MOM-TERR-12: only flyers come to stand in the air.
            let floor = floor_of(world, now.space);
            let height = if creature::profile(world, id).flies { now.height.max(floor) } else { floor };
            let to = Position { height, ..now.position() };
            move_with_attached(world, id, to, MoveKind::Carried);
            let event = Event::step(id, was.position(), to, Motion::Walk, "changes places");
            world.tell(event.by(rule!("MOM-ACT-13")));
        }
        // What is launched last comes first.
        for (id, before) in [(ally, from[1]), (actor, from[0])] {
            arrive(world, id, Arrival::carried(before, Vec::new()));
        }
    }
}
