//! What a level keeps secret until a search finds it (EDG-HIDE-13): traps, switches, compartments.

use std::collections::BTreeSet;

use bevy::prelude::{Resource, World};
use serde::{Deserialize, Serialize};

use super::written;
use crate::battle::SideId;
use crate::grid::Square;

/// The list of a level's options.
const LIST: &str = "secret";

/// Something that is found by a search alone.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Secret {
    /// Where it is.
    at: [i16; 2],
    /// What a search must reach.
    pub difficulty: i32,
    /// What its finder learns.
    pub says: String,
    /// EDG-SENSE-2: whether colours alone tell it.
    #[serde(default)]
    pub colours: bool,
}

impl Secret {
    /// The square in which it is.
    pub(crate) fn square(&self) -> Square {
        Square::new(self.at[0], self.at[1])
    }
}

/// Which of them a side has found, by their places in the list.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Found(pub BTreeSet<(SideId, usize)>);

/// Those of the level that is played.
pub(crate) fn of_level(world: &World) -> Vec<Secret> {
    written::list(world, LIST)
}

/// Everything wrong with a level's list: where, message, help.
pub(crate) fn check(table: &toml::Table) -> Vec<(String, String, String)> {
    let help = "write `[[rules.edge.secret]]` with `at = [3, 2]`, `difficulty = 17` and `says`";
    written::check_list(table, LIST, help, written::unreadable::<Secret>)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_secret_is_told_by_its_place() {
        let check = |text: &str| check(&toml::from_str(text).expect("well-formed"));
        assert!(check("secret = [{ at = [1, 2], difficulty = 17, says = \"A switch.\" }]").is_empty());
        for wrong in ["secret = 3", "secret = [{ at = [1, 2], says = \"A switch.\" }]", "secret = [{ at = 3 }]"] {
            assert_eq!(check(wrong).len(), 1, "{wrong}");
        }
    }
}
