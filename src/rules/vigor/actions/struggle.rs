//! Struggling out of what holds one: the check once more (VIG-RES-6).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{breath, who};
use super::super::data::{
    Brings, Resist, Score,
    conditions::{BOUND, PINNED},
};
use super::super::fight::resist;
use super::super::ruleset::Vigor;
use super::doer::{Cost, Doer};
use crate::battle::*;
use crate::rule;

/// Doing so.
pub struct Struggle;

const KIND: ActionKind = ActionKind {
    icon: "push",
    purpose: Purpose::Move,
    ..ActionKind::new(
        "struggle",
        "Struggle",
        "Strength against 20: gets free of what holds it.",
    )
};

impl Action for Struggle {
    type Rules = Vigor;
    type Plan = Id;

    fn kind(&self) -> &'static ActionKind {
        &KIND
    }

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        who::held(doer.world, doer.id)
    }

    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost {
            actions: 1,
            still: true,
            ..Cost::default()
        }
    }

    fn parse(&self, doer: &Doer<'_>, _act: &Act) -> Result<Id, Refusal> {
        if Action::concerns(self, doer) {
            Ok(doer.id)
        } else {
            Err(Refusal::by(rule!("VIG-RES-6"), "free", "Nothing holds it."))
        }
    }

    fn begin(&self, world: &mut World, id: Id) {
        launch(world, Struggling(id));
    }
}

/// Somebody about to struggle.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Struggling(Id);

impl Later for Struggling {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        let id = self.0;
        let check = Resist {
            by: vec![Score::Strength],
            vs: 20,
            or: Brings::Bound,
        };
        who::note(world, id, "struggles", rule!("VIG-RES-6"));
        if resist::check(world, id, &check, "strength") {
            for key in [BOUND, PINNED] {
                who::lose(world, id, key, rule!("VIG-RES-6"));
            }
        }
        breath::catch(world, id);
    }
}
