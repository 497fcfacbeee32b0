//! A Move or Sprint that was held: walked at once when its trigger has come, along the way that its player chooses then (MOM-TRIG-10).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature::{self, METRES};
use super::super::data::Points;
use super::super::ruleset::Momentum;
use super::asking;
use crate::battle::{Event, *};
use crate::rule;

/// The question where it walks to, and the answer that it stays.
const WALK: &str = "walk";
const STAYS: &str = "stays";

/// A creature that walks with just the metres that its held action buys.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct HeldWalk {
    id: Id,
    /// What it had left before.
    kept: i32,
    /// Whether it has set out.
    walks: bool,
}

/// Sets it going.
pub(crate) fn begin(world: &mut World, id: Id, metres: i32, rule: Rule) {
    let kept = creature::points(world, id).metres;
    world.the_mut::<Points>(id).metres = metres;
    let event = Event::resource(id, METRES, (0, metres));
    world.tell(event.by(rule).by(rule!("MOM-TRIG-10")));
    launch(world, HeldWalk { id, kept, walks: false });
}

impl Asks for HeldWalk {
    const AFTERWARDS: bool = true;

    fn asking(world: &World, flight: Id) -> Inquiry {
        let &Self { id, walks, .. } = world.the::<Self>(flight);
        if walks || !creature::acts(world, id) {
            return Inquiry::Nobody;
        }
        let here = world.the::<Position>(id).at;
        let reach = Momentum::gets_to(world, id);
        let stops = reach.squares.iter().filter(|reached| reached.stop && reached.at != here);
        let mut choices: Vec<Choice> =
            stops.map(|reached| Choice::place(reached.at, "To", rule!("MOM-TRIG-10"))).collect();
        if choices.is_empty() {
            return Inquiry::Nobody;
        }
        choices.push(Choice::new(STAYS, "Stays").to(Purpose::Decline).by(rule!("MOM-TRIG-10")));
        let name = world.resource::<Names>().name(id);
        let prompt = format!("Where does {name} walk?");
        Question::inquiry(Decision::new(world, id, WALK, prompt, choices), [rule!("MOM-TRIG-10")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        world.the_mut::<Self>(flight).walks = true;
        let id = world.the::<Self>(flight).id;
        let reach = Momentum::gets_to(world, id);
        let chosen = asking::square_named(reach.squares.iter().map(|reached| reached.at), word);
        if let Some(mut rest) = chosen.and_then(|at| reach.path(at)) {
            rest.reverse();
            launch(world, Moving { creature: id, rest, stride: StepPhase::Ready });
        }
    }

    /// What is left of it is lost.
    fn unasked(world: &mut World, flight: Id) {
        let &Self { id, kept, .. } = world.the::<Self>(flight);
        if let Some(mut points) = world.part_mut::<Points>(id) {
            points.metres = kept;
        }
        land(world);
    }
}
