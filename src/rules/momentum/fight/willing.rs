//! Who lets it happen: a creature may fail a Defense Roll or a contest of its own will (MOM-DICE-12, MOM-DR-4).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::asking;
use super::hit_result::Yields;
use crate::battle::*;
use crate::rule;

/// The question, and its answers.
pub(crate) const WILLING: &str = "willing";
pub(crate) const LET: &str = "let";
pub(crate) const RESIST: &str = "resist";

/// Those who are asked about something in flight, the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Willing {
    about: Id,
    by: Id,
    name: Text,
    contest: bool,
    queue: Vec<Id>,
}

/// Whether a creature is asked: by one of its own side, or where the level has its player asked in any case.
fn is_asked(world: &World, by: Id, id: Id) -> bool {
    let profile = creature::profile(world, id);
    creature::conscious(world, id) && id != by && (creature::allied(world, by, id) || profile.asks_to_fail)
}

/// Asks those among some creatures who may let it happen.
pub(crate) fn ask(world: &mut World, about: Id, by: Id, name: impl Into<Text>, contest: bool, of: &[Id]) {
    let order = of.iter().copied().filter(|&id| is_on_map(world, id) && is_asked(world, by, id)).collect();
    asking::launch_line(world, order, |queue| Willing { about, by, name: name.into(), contest, queue });
}

/// Whether a creature has let something in flight happen.
pub(crate) fn yields(world: &World, flight: Id, id: Id) -> bool {
    world.part::<Yields>(flight).is_some_and(|yields| yields.0.contains(&id))
}

impl AsksInTurn for Willing {
    type One = Id;

    fn line(&self) -> Option<&[Id]> {
        Some(&self.queue)
    }

    fn line_mut(&mut self) -> Option<&mut Vec<Id>> {
        Some(&mut self.queue)
    }

    fn asking_next(world: &World, flight: Id, &id: &Id) -> Inquiry {
        let Self { by, name, contest, .. } = world.the::<Self>(flight);
        let rule = if *contest { rule!("MOM-DICE-12") } else { rule!("MOM-DR-4") };
        if !creature::conscious(world, id) {
            return Inquiry::Nobody;
        }
        let names = world.resource::<Names>();
        let prompt = format!("{}: {name} by {}. Resist?", names.name(id), names.name(*by));
        let lets = Choice::new(LET, "Let it happen").to(Purpose::Aid).by(rule.clone());
        let resists = Choice::new(RESIST, "Resist").to(Purpose::Guard).by(rule.clone());
        let decision = Decision::new(world, id, WILLING, prompt, vec![lets, resists]);
        Question::inquiry(decision.against(Some(*by)), [rule])
    }

    fn one_answered(world: &mut World, flight: Id, id: Id, word: &str) {
        if word != LET {
            return;
        }
        let (about, contest) = (world.the::<Self>(flight).about, world.the::<Self>(flight).contest);
        if contest {
            world.the_mut::<super::check::Contest>(about).let_happen = true;
        } else {
            let mut all = world.part::<Yields>(about).cloned().unwrap_or_default();
            all.0.push(id);
            world.put(about, all);
        }
        let rule = if contest { rule!("MOM-DICE-12") } else { rule!("MOM-DR-4") };
        world.note(id, "lets it happen", rule);
    }
}
