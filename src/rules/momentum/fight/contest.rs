//! Skill Checks that are actions: Shove and Trip against another's, Stabilize against a number (MOM-CON, MOM-SHOVE, MOM-TRIP).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::roll::{Roll, opposed};
use super::super::body::{creature, life};
use super::super::data::Skill::{Athletics, FirstAid, Nimbleness, RawForce};
use super::super::data::conditions::BLEEDING;
use super::held;
use super::push::Push;
use crate::battle::*;
use crate::grid::{Footprint, Square};
use crate::rule;

/// The question where to, and the answer that moves nobody.
pub(crate) const WHERE_TO: &str = "where_to";
pub(crate) const STAYS: &str = "stays";

/// What a contest is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum About {
    /// Moving it a square.
    Place,
    /// Knocking it down.
    Feet,
    /// Ending its Bleeding, which nobody contests.
    Blood,
}

/// A contest, until its dice fall.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Contest {
    /// Who acts.
    pub actor: Id,
    /// Against whom.
    pub target: Id,
    /// About what.
    pub about: About,
}

/// A Shove that has come off, until its player says where to.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Choosing {
    actor: Id,
    target: Id,
}

impl Contest {
    /// A contest against somebody, if it can be acted upon so (MOM-CON-1, MOM-CON-5).
    ///
    /// # Errors
    /// The rule that stands against it.
    pub(crate) fn against(world: &World, actor: Id, target: Option<Id>, about: About) -> Result<Self, Refusal> {
        let known = |target: &Id| known_to(world, actor).any(|(other, _)| other == *target);
        let target = target.filter(|&target| target != actor).filter(known);
        let target = target.ok_or_else(|| Refusal::new("no_target", "Name somebody else."))?;
        if space(world, actor).steps(space(world, target)) > 1 {
            return Err(Refusal::by(rule!("MOM-CON-5"), "range", "It is not within 1 m."));
        }
        if above(world, actor, target) > 1 {
            return Err(Refusal::by(rule!("MOM-CON-1"), "too_large", "It is too large for that."));
        }
        Ok(Self { actor, target, about })
    }
}

fn above(world: &World, actor: Id, target: Id) -> i32 {
    creature::profile(world, target).size.above(creature::profile(world, actor).size)
}

impl Later for Contest {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        let Self { actor, target, about } = self;
        let against: &[_] = match about {
            About::Place => &[Athletics, RawForce, Nimbleness],
            About::Feet => &[Athletics, Nimbleness],
            About::Blood => return tend(world, actor, target),
        };
        held::give_away(world, actor);
        let mut mine = Roll::skill(world, actor, &[Athletics, RawForce]);
        let mut its = Roll::skill(world, target, against);
        match above(world, actor, target) {
            0 => {}
            1.. => its.advantage("it is larger", rule!("MOM-CON-2")),
            _ => mine.advantage("the other is smaller", rule!("MOM-CON-3")),
        }
        if !opposed(world, mine, its) {
            return;
        }
        match about {
            About::Place => _ = launch(world, Choosing { actor, target }),
            About::Feet | About::Blood => life::knock_down(world, target, rule!("MOM-TRIP-1")),
        }
    }
}

/// MOM-ACT-11, MOM-ACT-12: a check against a number, which gives no Vitality back.
fn tend(world: &mut World, actor: Id, target: Id) {
    let rolled = Roll::skill(world, actor, &[FirstAid]).roll(world);
    if rolled.reaches(world, 8, [rule!("MOM-DICE-4"), rule!("MOM-ACT-11")]) {
        lose(world, target, BLEEDING, [rule!("MOM-ACT-11")]);
    }
}

impl Choosing {
    /// MOM-SHOVE-2: every square next to its own, but for steps onto whoever shoves.
    fn squares(self, world: &World) -> Vec<Square> {
        let (own, its) = (space(world, self.actor), space(world, self.target));
        let onto = |at: &Square| !Footprint { at: *at, ..its }.overlaps(own);
        its.at.neighbours().into_iter().filter(onto).collect()
    }
}

impl Asks for Choosing {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let choosing = world.the::<Self>(flight);
        let name = world.resource::<Names>().name(choosing.target);
        let place = |at: Square| Choice::place(at, "To", rule!("MOM-SHOVE-2")).to(Purpose::Control);
        let stays = Choice::new(STAYS, "It stays where it is").to(Purpose::Decline).by(rule!("MOM-SHOVE-2"));
        let choices = choosing.squares(world).into_iter().map(place).chain([stays]).collect();
        let prompt = format!("Where is {name} shoved to?");
        let decision = Decision::new(world, choosing.actor, WHERE_TO, prompt, choices);
        Question::inquiry(decision.against(Some(choosing.target)), [rule!("MOM-SHOVE-1")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let choosing = *world.the::<Self>(flight);
        let chosen = choosing.squares(world).into_iter().find(|at| format!("{},{}", at.x, at.y) == word);
        land(world);
        let Self { actor, target } = choosing;
        let from = space(world, target);
        if let Some(to) = chosen {
            let shoved =
                Push { by: actor, target, from, step: (to.x - from.at.x, to.y - from.at.y), metres: 1, attack: None };
            shoved.launch(world, rule!("MOM-SHOVE-1"));
        }
    }
}
