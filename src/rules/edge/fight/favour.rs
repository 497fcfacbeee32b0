//! Whom of those in an area the exploit of a throw concerns (EDG-BLAST-9).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::Saved;
use super::super::body::creature;
use super::super::data::tables::Exploit;
use super::damage;
use super::special::Outcome;
use crate::battle::*;
use crate::dice::Dice;
use crate::grid::Square;
use crate::rule;

/// The question.
pub(crate) const FAVOURED: &str = "victim";

/// Who is in an area, and how each save went: on the attack until it is over.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Saves {
    /// In the order of the list.
    pub all: Vec<(Id, Saved)>,
    /// Those of whom some side does not know: they save after the damage is rolled.
    pub late: Vec<Id>,
    /// Where it comes from.
    pub from: Square,
    /// Whether it does damage.
    pub harms: bool,
}

impl Saves {
    /// All creatures in the area.
    pub(super) fn victims(&self) -> impl Iterator<Item = Id> + '_ {
        self.all.iter().map(|save| save.0).chain(self.late.iter().copied())
    }
}

/// On an attack: whom its exploit concerns.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Favours(Id);

/// A thrower that may choose whom its exploit concerns.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Favouring {
    /// The attack.
    pub attack: Id,
    /// Who threw.
    pub roller: Id,
}

impl Favouring {
    /// Those in the area of whom the thrower's side knows, enemies first.
    fn victims(self, world: &World) -> Vec<Id> {
        let Some(saves) = world.part::<Saves>(self.attack) else { return Vec::new() };
        let side = side_of(world, self.roller);
        let known = |id: &Id| is_on_map(world, *id) && knows(world, side, *id);
        let mut all: Vec<Id> = saves.victims().filter(known).collect();
        all.sort_by_key(|&id| !creature::hostile(world, self.roller, id));
        all
    }

    /// It concerns that creature.
    fn settle(self, world: &mut World, victim: Option<Id>) {
        land(world);
        if let Some(id) = victim {
            world.put(self.attack, Favours(id));
        }
    }
}

impl Asks for Favouring {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let favouring = *world.the::<Self>(flight);
        let victims = favouring.victims(world);
        if victims.len() < 2 || world.resource::<Dice>().looks_ahead() {
            return Inquiry::Nobody;
        }
        let name = |id: Id| world.resource::<Names>().name(id).to_owned();
        let choice = |&id: &Id| {
            let purpose = if creature::hostile(world, favouring.roller, id) { Purpose::Harm } else { Purpose::Other };
            Choice::new(name(id), name(id)).to(purpose).onto(id).by(rule!("EDG-BLAST-9"))
        };
        let choices = victims.iter().map(choice).collect();
        let prompt = "Whom of those in it does the exploit concern?".to_owned();
        let decision = Decision::new(world, favouring.roller, FAVOURED, prompt, choices);
        Question::inquiry(decision, [rule!("EDG-BLAST-9")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let favouring = *world.the::<Self>(flight);
        let named = |&id: &Id| world.resource::<Names>().name(id) == word;
        let chosen = favouring.victims(world).into_iter().find(named);
        favouring.settle(world, chosen);
    }

    fn unasked(world: &mut World, flight: Id) {
        let favouring = *world.the::<Self>(flight);
        let first = favouring.victims(world).first().copied();
        favouring.settle(world, first);
    }
}

/// Whom the exploit of an attack on an area concerns, and which it is.
pub(super) fn extra(world: &World, attack: Id) -> Option<(Id, Exploit)> {
    let exploit = world.the::<Outcome>(attack).exploit?;
    Some((world.part::<Favours>(attack)?.0, exploit))
}

/// The die that the exploit adds to the damage.
pub(super) fn more(world: &mut World, exploit: Exploit) -> Trace {
    let Some((sides, label, rule)) = damage::extra(exploit) else { return Trace::new("exploit", 0) };
    let mut die = damage::roll_or_most(world, (1, sides), label, None);
    die.note("of its type, stopped with it", rule!("EDG-XPL-12"));
    die.note("for one in the area", rule);
    die
}
