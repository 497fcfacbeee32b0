//! Skills used against somebody: once the user has succeeded, whoever it is done to may react with its Resolve (VIG-REACT-18).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::roll::{Check, Pool, of_score};
use super::super::body::skill::{USUAL, check, to_beat};
use super::super::body::{breath, creature};
use super::super::data::{NONE, Reaction, Score, Skill, TurnUsage, conditions::*};
use super::super::field::sight;
use crate::battle::{Event, *};
use crate::dice::Lump;
use crate::rule;

/// The question of it.
pub(crate) const RESOLVE: &str = "resolve";

/// A skill used against somebody.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Sway {
    /// Who uses it.
    pub by: Id,
    /// Against whom.
    pub target: Id,
    /// Which.
    pub skill: Skill,
    /// The roll, once it is made and succeeds.
    pub total: Option<i32>,
    /// Set while every possible roll is gone through, where no more is known of it than that.
    #[serde(skip)]
    pub lump: Option<Lump>,
}

impl Sway {
    /// VIG-SKILL-2, VIG-SKILL-3: it takes effect.
    fn takes_hold(&self, world: &mut World) {
        let until = creature::to_its_next_turn(world, self.target);
        let (key, rule) =
            if self.skill == Skill::Menace { (SHAKEN, rule!("VIG-SKILL-2")) } else { (CHARMED, rule!("VIG-SKILL-3")) };
        let charms = world.the::<Conditions>(self.target).0.iter();
        let by: Vec<Option<Id>> = charms.filter(|one| one.key == key).map(|one| one.source).collect();
        if key == CHARMED && !by.is_empty() && !by.contains(&Some(self.by)) {
            // Whom it may not attack is somebody else: both charms hold.
            return gain_from(world, self.target, key, Some(self.by), until, [rule]);
        }
        creature::gain_from(world, self.target, key, Some(self.by), until, rule);
    }
}

/// The roll itself, in its stage.
pub(super) fn try_it(world: &mut World) {
    let Some((flight, sway)) = topmost::<Sway>(world).filter(|(_, sway)| sway.total.is_none()) else {
        return;
    };
    let sway = sway.clone();
    let rule = if sway.skill == Skill::Menace { rule!("VIG-SKILL-2") } else { rule!("VIG-SKILL-3") };
    let vs = to_beat(world, sway.by, USUAL);
    let Check { total, lump } = check(world, sway.by, sway.skill, vs, rule);
    breath::catch(world, sway.by);
    // A hostile ability, whatever comes of it.
    sight::reveal(world, sway.by, None, rule!("VIG-HIDE-3"));
    if total.value > vs {
        let mut sway = world.the_mut::<Sway>(flight);
        (sway.total, sway.lump) = (Some(total.value), lump);
    } else {
        land(world);
    }
}

/// The roll of whoever resolves not to give in.
fn resolve(world: &World, id: Id) -> Pool {
    let (from, dice) = of_score(world, id, Score::Resolve);
    Pool::action(id, "Resolve").dice(from, dice, rule!("VIG-REACT-18"))
}

impl Asks for Sway {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let Self { by, target, skill, total, .. } = *world.the::<Self>(flight);
        let Some(total) = total else { return Inquiry::Nothing };
        if !is_on_map(world, target) || creature::can_react(world, target, breath::REACTION).is_err() {
            return Inquiry::Nobody;
        }
        let react =
            Choice::new(RESOLVE, "Resolve").throwing(resolve(world, target).sides(world)).by(rule!("VIG-REACT-18"));
        let react = breath::priced(world, target, breath::REACTION, react);
        let decline = Choice::new(NONE, "Let it come").to(Purpose::Decline).by(rule!("VIG-REACT-2"));
        let name = world.resource::<Names>().name(target);
        let prompt = format!("{} gets to {name}.", skill.name());
        let decision = Decision::new(world, target, RESOLVE, prompt, vec![react, decline])
            .number(Trace::new("to beat", total).by(rule!("VIG-REACT-18")))
            .against(Some(by));
        Question::inquiry(decision, [rule!("VIG-REACT-1"), rule!("VIG-REACT-18")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let sway = world.the::<Self>(flight).clone();
        land(world);
        if word == RESOLVE {
            let target = sway.target;
            breath::pay(world, target, breath::REACTION, rule!("VIG-REACT-18"));
            let reacted = &mut world.the_mut::<TurnUsage>(sway.by).reacted;
            reacted.push((target, Reaction::Against));
            let to_beat = (sway.total.unwrap_or(i32::MAX), sway.lump);
            let (total, above) = resolve(world, target).contest(world, to_beat);
            let event = Event::number(target, total);
            world.tell(event.by(rule!("VIG-REACT-18")));
            breath::catch(world, target);
            if above {
                return;
            }
        }
        sway.takes_hold(world);
    }

    fn unasked(world: &mut World, flight: Id) {
        let sway = world.the::<Self>(flight).clone();
        land(world);
        if is_on_map(world, sway.target) {
            sway.takes_hold(world);
        }
    }
}
