//! Actions that take place in a later stage than that in which their order is taken in: a roll, a heal, a climb.
//!
//! Such an action says its stage ([`Action::STAGE`]) and what it does there. From its order until then a [`Deferred`] is in flight for it,
//! which [`Engine::defers`] registers for every such action of a ruleset.

use std::hash::{Hash, Hasher};

use super::unit::{Action, ActionRules};
use crate::battle::engine::persist::Saved;
use crate::battle::engine::{Engine, Later, launch};
use crate::battle::values::{Id, Stage};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// An action in flight that waits for its stage.
#[derive(Component, Serialize, Deserialize)]
#[serde(bound = "A::Plan: Saved")]
pub struct Deferred<A: Action> {
    by: Id,
    plan: A::Plan,
}

/// In which stage an action takes place, and what it does there.
pub struct Deferral<A: Action> {
    stage: Stage,
    happens: fn(&mut World, Id, A::Plan),
    launch: fn(&mut World, Id, A::Plan),
    name: &'static str,
    register: fn(&mut Engine, &'static str),
}

impl<A: Action> Copy for Deferral<A> {}

impl<A: Action> Clone for Deferral<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Action<Plan: Saved>> Deferral<A> {
    /// To a stage: what happens there, and under which name the action is part of the state until then.
    pub const fn to(stage: Stage, name: &'static str, happens: fn(&mut World, Id, A::Plan)) -> Option<Self> {
        Some(Self {
            stage,
            happens,
            launch: |world, by, plan| {
                launch(world, Deferred::<A> { by, plan });
            },
            name,
            register: |engine, name| engine.later::<Deferred<A>>(name),
        })
    }
}

impl<A: Action> Deferral<A> {
    /// Lets the action of a creature wait for its stage.
    pub fn launch(self, world: &mut World, by: Id, plan: A::Plan) {
        (self.launch)(world, by, plan);
    }

    /// The name in the state, and what registers it there.
    pub(super) fn registered(self) -> (&'static str, fn(&mut Engine, &'static str)) {
        (self.name, self.register)
    }
}

impl Engine {
    /// Registers every action of a ruleset that takes place in a later stage, in the order of its list.
    pub fn defers<R: ActionRules>(&mut self) {
        let mut known: Vec<&str> = Vec::new();
        for (name, register) in R::all().iter().filter_map(|action| action.deferral()) {
            // One type may stand for several kinds of action.
            if !known.contains(&name) {
                known.push(name);
                register(self, name);
            }
        }
    }
}

impl<A: Action<Plan: Saved>> Deferred<A> {
    const DEFERRAL: Deferral<A> = A::STAGE.expect("what waits for a stage should say for which");
}

impl<A: Action<Plan: Saved>> Later for Deferred<A> {
    const STAGE: Stage = Self::DEFERRAL.stage;

    fn happen(self, world: &mut World) {
        (Self::DEFERRAL.happens)(world, self.by, self.plan);
    }
}

impl<A: Action> Clone for Deferred<A> {
    fn clone(&self) -> Self {
        Self { by: self.by, plan: self.plan.clone() }
    }
}

impl<A: Action<Plan: Saved>> PartialEq for Deferred<A> {
    fn eq(&self, other: &Self) -> bool {
        (self.by, &self.plan) == (other.by, &other.plan)
    }
}

impl<A: Action<Plan: Saved>> Hash for Deferred<A> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.by, &self.plan).hash(hasher);
    }
}
