//! Sneak: one roll against each Enemy it is out of sight of (ESS-SKILL-5).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::who;
use super::super::data::stats::*;
use super::super::field::{sight, skills};
use super::super::ruleset::Essence;
use crate::battle::*;
use crate::rule;

/// Hiding.
pub(super) struct Sneak;

const KIND: ActionKind = ActionKind {
    family: Some("Skills"),
    purpose: Purpose::Hide,
    ..ActionKind::new("sneak", "Sneak", "Hides from Enemies that do not see it.")
};

impl Solo for Sneak {
    type Rules = Essence;
    const KIND: &'static ActionKind = &KIND;

    fn done(world: &mut World, id: Id) {
        launch(world, Sneaking(id));
    }
}

/// Somebody about to slip out of sight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Sneaking(Id);

impl Later for Sneaking {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        let Self(id) = self;
        let rolled = skills::check(world, id, Skill::Sneak, "Sneak");
        let mut total = rolled.total;
        let enemies: Vec<Id> = on_map(world).filter(|&other| who::hostile(world, id, other)).collect();
        let mut hides = Vec::new();
        for enemy in enemies {
            let name = world.resource::<Names>().name(enemy).to_owned();
            let md = who::profile(world, enemy).md;
            if sight::hidden_from(world, enemy, id) {
                // The sneaker is not told how it fares with those it does not know of.
                if total.value >= md && sight::out_of_sight(world, enemy, id) {
                    hides.push(enemy);
                }
            } else if !sight::out_of_sight(world, enemy, id) {
                let term = Trace::refused(format!("Hidden from {name}"), 0, "it is in plain sight");
                total.terms.push(term.by(rule!("ESS-SKILL-5")).of(enemy));
            } else if total.value >= md {
                hides.push(enemy);
            } else {
                let term = Trace::refused(format!("Hidden from {name}"), 0, format!("Mental Defense {md}"));
                total.terms.push(term.by(rule!("ESS-SKILL-5")).of(enemy));
            }
        }
        skills::tell(world, id, total, rule!("ESS-SKILL-5"));
        sight::hide_from(world, id, hides, &rule!("ESS-HID-1"));
    }
}
