//! Who is moved against its will: square by square straight away, into whatever stands there (MOM-PUSH).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::Metres;
use super::collision::Meeting;
use super::straight::away;
use super::{asking, held, ride, slide};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::rule;

/// The question which way (MOM-PUSH-14).
pub(crate) const WAY: &str = "way";

/// A creature that is moved, in flight below the shared push until that has ended.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Push {
    /// Who moves it.
    pub by: Id,
    /// Whom.
    pub target: Id,
    /// Where it stood.
    pub from: Footprint,
    /// Which way.
    pub step: (i16, i16),
    /// How far it would go.
    pub metres: Metres,
    /// The attack or Ability that does it, if its damage can join.
    pub attack: Option<Id>,
    /// Whether a fall has ended it (MOM-PUSH-12).
    #[serde(default)]
    pub fell: bool,
}

/// Those whom one attack or Ability moves, one after the other, each from the board that the ones before have left; the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Pushes {
    pub by: Id,
    pub attack: Id,
    pub metres: Metres,
    /// The middle of the area that moves them, where it is one.
    #[serde(default)]
    pub centre: Option<Square>,
    pub rest: Vec<Id>,
}

impl Later for Pushes {
    const STAGE: Stage = Stage::Movement;

    fn happen(mut self, world: &mut World) {
        let Some(target) = self.rest.pop() else { return };
        let (by, attack, metres, centre) = (self.by, self.attack, self.metres, self.centre);
        launch(world, self);
        if world.part::<Thing>(target).is_some() {
            slide::begin(world, slide::Slide { by, thing: target, metres, attack, centre });
            return;
        }
        if !is_on_map(world, target) {
            return;
        }
        let from = space(world, target);
        let origin = centre.map_or_else(|| space(world, by), Footprint::single);
        let step = away(origin, from);
        if step == (0, 0) {
            launch(world, Heading { by, target, metres, attack });
        } else {
            Push::new(by, target, step, metres, Some(attack)).launch(world, rule!("MOM-PUSH-1"));
        }
    }
}

/// A creature that is to be moved and stands in the square of its mover, until the mover says which way (MOM-PUSH-14).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Heading {
    by: Id,
    target: Id,
    metres: Metres,
    attack: Id,
}

impl Asks for Heading {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let &Self { by, target, .. } = world.the::<Self>(flight);
        if !is_on_map(world, target) || !creature::conscious(world, by) {
            return Inquiry::Nobody;
        }
        let place = |at: Square| Choice::place(at, "Towards", rule!("MOM-PUSH-14")).to(Purpose::Control);
        let choices = space(world, target).at.neighbours().into_iter().map(place).collect();
        let prompt = format!("Which way is {} moved?", world.resource::<Names>().name(target));
        let decision = Decision::new(world, by, WAY, prompt, choices).against(Some(target));
        Question::inquiry(decision, [rule!("MOM-PUSH-14")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let Self { by, target, metres, attack } = *world.the::<Self>(flight);
        let from = space(world, target);
        let chosen = asking::square_named(from.at.neighbours(), word);
        land(world);
        if let Some(to) = chosen {
            let step = (to.x - from.at.x, to.y - from.at.y);
            Push::new(by, target, step, metres, Some(attack)).launch_from(world, from, rule!("MOM-PUSH-1"));
        }
    }
}

/// Who moves a creature that falls on its way; the fall ends that (MOM-PUSH-12).
pub(crate) fn falls(world: &mut World, id: Id) -> Option<Id> {
    let push = all_in_flight::<Push>(world).find(|(_, push)| push.target == id && !push.fell);
    let (flight, by) = push.map(|(flight, push)| (flight, push.by))?;
    world.the_mut::<Push>(flight).fell = true;
    Some(by)
}

impl Push {
    /// The push of a creature. It starts where the creature stands when the push is launched.
    pub(crate) fn new(by: Id, target: Id, step: (i16, i16), metres: Metres, attack: Option<Id>) -> Self {
        let from = Footprint::single(Square::default());
        Self { by, target, from, step, metres, attack, fell: false }
    }

    /// Sets it going.
    pub(crate) fn launch(self, world: &mut World, why: Rule) {
        let from = space(world, self.target);
        self.launch_from(world, from, why);
    }

    /// The same, from the space where its target is.
    fn launch_from(mut self, world: &mut World, from: Footprint, why: Rule) {
        self.from = from;
        let name = world.resource::<Names>().name(self.target);
        let text = format!("moves {name} up to {} m", self.metres);
        let event = Event::note(text).actor(self.by).target(self.target).by(why);
        world.tell(event.by_all(self.attack.map(|_| rule!("MOM-PUSH-14"))));
        launch(world, self);
        let squares = u16::try_from(self.metres).unwrap_or(0);
        environment::push(world, self.target, self.step, squares);
    }
}

/// The push is over: if it came to an end before its time, it ended in something (MOM-PUSH-2 to MOM-PUSH-9, MOM-PUSH-11), or by a fall.
pub(super) fn collide(world: &mut World) {
    let Some((_, &shoved)) = topmost::<Push>(world) else {
        return;
    };
    land(world);
    let Push { by, target, from, metres, attack, fell, step } = shoved;
    if !is_on_map(world, target) {
        return;
    }
    let now = space(world, target);
    if fell {
        world.note(target, "is moved no farther: it has fallen", rule!("MOM-PUSH-12"));
    } else if from.at.steps_to(now.at) < metres {
        world.note(target, "is stopped there", rule!("MOM-PUSH-6"));
        Meeting::ahead(world, target, step).crash(world, by, target, metres, attack);
    }
    let shares = |(other, stand): (Id, Placement)| {
        let beside = other != target && stand.space.overlaps(now);
        beside && ride::host(world, other) != Some(target) && ride::host(world, target) != Some(other)
    };
    if now != from && all_stands(world).any(shares) {
        world.note(target, "comes into a space that it can share", rule!("MOM-PUSH-10"));
    }
    if now != from {
        held::entered(world, target, from);
    }
}
