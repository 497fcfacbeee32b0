//! Who acts, and what every action asks about it.

// What every kind of action speaks of.
pub(super) use bevy::prelude::World;
pub(super) use serde::{Deserialize, Serialize};

pub(super) use super::super::body::creature;
pub(super) use super::super::body::creature::Cost;
use super::super::data::Profile;
pub(super) use super::super::ruleset::Vigor;
pub(super) use crate::battle::*;
pub(super) use crate::grid::Square;
pub(super) use crate::rule;

/// Who acts, looked up once.
pub struct Doer<'w> {
    /// Where it is.
    pub world: &'w World,
    /// Itself.
    pub id: Id,
    /// Its profile.
    pub profile: &'w Profile,
}

/// So many actions, as the bar shows them.
pub(crate) fn price(actions: i32) -> Price {
    Price::Points(u8::try_from(actions).unwrap_or(u8::MAX))
}

/// "1 action", "2 actions", or nothing.
pub(crate) fn words(actions: i32) -> String {
    match actions {
        0 => String::new(),
        1 => "1 action".into(),
        more => format!("{more} actions"),
    }
}

/// VIG-ABIL-4: why an ability of the Wounded, or against them, cannot be used.
pub(crate) fn not_wounded(why: &'static str) -> Refusal {
    Refusal::by(rule!("VIG-ABIL-4"), "not_wounded", why)
}
