//! What an action or an answer is for and what it is paid with. The computer and the window go by this, not by a ruleset's names.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the actor wants by doing this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Hurts.
    Harm,
    /// Hinders, moves or holds the target without hurting it.
    Control,
    /// Gives the target back what it has lost, or ends a condition that harms it.
    Mend,
    /// Takes or lessens a blow: a parry, a shield, a brace.
    Guard,
    /// Gets out of the way of a blow.
    Dodge,
    /// Hides.
    Hide,
    /// Looks for who hides.
    Search,
    /// Makes another creature's action easier.
    Aid,
    /// Gives the word to a creature that acts only at a word.
    Command,
    /// Waits for something, or does something later.
    Wait,
    /// Goes somewhere, or holds the body so that one can.
    Move,
    /// Goes farther on this turn.
    Sprint,
    /// Leaves the fight.
    Leave,
    /// Opens, takes, works something that is there.
    Interact,
    /// Takes in hand, puts away, lets fall.
    Gear,
    /// Takes in hand what one could attack with then, and not now.
    Arm,
    /// Changes light, ground or air.
    Surroundings,
    /// Does nothing: lets it come, lets it pass.
    Decline,
    /// Anything else.
    #[default]
    Other,
}

/// What something is paid with, as far as that can be counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Price {
    /// With nothing.
    #[default]
    Free,
    /// With so many of the counters a creature has for its turn: dice, actions, reactions.
    Points(u8),
    /// With a piece of its way.
    Way,
}
