//! Which portion of a blow bears Armor, where that makes a difference: the attacker says so (MOM-ARM-7).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::harm;
use super::hit_result::Struck;
use crate::battle::*;
use crate::rule;

/// The question; its answers are the places of the portions, counted from 1.
pub(crate) const PORTION: &str = "portion";

/// A blow of an attack about which its attacker is asked.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Bearing {
    /// The attack in flight.
    pub attack: Id,
    /// Who attacks.
    pub by: Id,
    /// Whom it strikes.
    pub target: Id,
}

/// Asks about every blow of an attack for which it matters.
pub(crate) fn ask(world: &mut World, attack: Id, by: Id) {
    let hits = world.part::<Struck>(attack).map_or(&[][..], |struck| &struck.0);
    let matters = |target: Id, blow: &harm::Blow| harm::bearer_matters(world, target, blow);
    let asked: Vec<Id> = hits.iter().filter(|hit| matters(hit.target, &hit.blow)).map(|hit| hit.target).collect();
    for target in asked.into_iter().rev() {
        launch(world, Bearing { attack, by, target });
    }
}

impl Asks for Bearing {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let &Self { attack, by, target } = world.the::<Self>(flight);
        let Some(hit) = world.the::<Struck>(attack).hit(target).filter(|_| creature::conscious(world, by)) else {
            return Inquiry::Nobody;
        };
        let all = harm::bearers(world, target, &hit.blow);
        let choice = |&(place, total): &(u8, i32)| {
            let name = hit.blow.doses[usize::from(place)].damage_type.name();
            let spares = if harm::leaves_holy(world, target, &hit.blow, place) { ", so as not to kill" } else { "" };
            let label = format!("Armor off the {name}: {total} in all{spares}");
            Choice::new((place + 1).to_string(), label).to(Purpose::Harm).by(rule!("MOM-ARM-7"))
        };
        let choices = all.iter().map(choice).collect();
        let prompt = format!("Which damage does the Armor of {} stop?", world.resource::<Names>().name(target));
        let decision = Decision::new(world, by, PORTION, prompt, choices).against(Some(target));
        Question::inquiry(decision, [rule!("MOM-ARM-7")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let &Self { attack, target, .. } = world.the::<Self>(flight);
        land(world);
        let place = word.parse::<u8>().ok().and_then(|place| place.checked_sub(1));
        if let Some(hit) = world.the_mut::<Struck>(attack).hit_mut(target) {
            hit.blow.bearer = place;
        }
    }
}
