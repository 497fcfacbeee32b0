//! Visibility: the ranks of the atmosphere, how far one can shoot through it and how hard that is (VIG-VIS).

use bevy::prelude::World;

use super::super::data::SQUARE;
use crate::battle::*;
use crate::level::Visibility;
use crate::rule;

/// What a rank does to attacks at a distance.
pub struct Haze {
    /// What people call it.
    pub name: &'static str,
    /// How many squares off anything can be attacked, and the rule.
    pub limit: (i32, Rule),
    /// What it adds to what must be beaten, and the rule.
    pub harder: (i32, Rule),
    /// How near it does not matter.
    pub near: i32,
}

/// What hangs in the air, if it hinders attacks at a distance.
pub fn haze(world: &World) -> Option<Haze> {
    let rank = |name, feet: i32, limit, harder, rule, near| Haze {
        name,
        limit: (feet / SQUARE, limit),
        harder: (harder, rule),
        near,
    };
    match world.resource::<Map>().weather.visibility {
        Visibility::Clear => None,
        Visibility::Reduced => Some(rank(
            "Reduced visibility",
            300,
            rule!("VIG-VIS-5"),
            5,
            rule!("VIG-VIS-6"),
            0,
        )),
        Visibility::Low => Some(rank(
            "Low visibility",
            150,
            rule!("VIG-VIS-9"),
            10,
            rule!("VIG-VIS-10"),
            0,
        )),
        Visibility::Zero => Some(rank(
            "Zero visibility",
            30,
            rule!("VIG-VIS-13"),
            15,
            rule!("VIG-VIS-14"),
            1,
        )),
    }
}
