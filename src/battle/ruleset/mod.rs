//! What a ruleset is to the engine: a plugin with its data, and the questions shared code asks it, a small trait for each concern.
//!
//! Shared code asks `&dyn Ruleset`, which answers all of them; each ruleset does so in its `plug.rs`.

pub(super) mod action_list;
mod actions;
pub(super) mod conditions;
mod consequences;
mod content;
mod continuity;
pub(super) mod event_visibility;
mod geometry;
mod knowledge;
mod movement;
mod overrides;
pub(super) mod plain_telling;
mod presentation;
pub(super) mod random_act;
mod rulebook;
pub(super) mod ruleset;
mod setup;
pub(crate) mod sides;
mod turns;

pub use action_list::{ActionList, Planned};
pub use actions::Actions;
pub use conditions::{gain, gain_from, lose, lose_from};
pub use consequences::{Consequences, Hurt, HurtPart, Treads};
pub use content::{Content, Outline};
pub use continuity::{CarriedOver, Continuity, Interlude, LinkNote, Rest, Traveller};
pub use event_visibility::{knows, sides, strangers_to};
pub use geometry::Geometry;
pub use knowledge::Knowledge;
pub use movement::Movement;
pub use overrides::{Overrides, OwnOverride, already};
pub use plain_telling::{LeftUnknown, SOMETHING, plainly};
pub use presentation::Presentation;
pub use random_act::{Rng, astray, first_act, first_target, pick};
pub use rulebook::{LedgerRow, RowKind, Rulebook, SharedFact};
pub use ruleset::{Rules, Ruleset, names_in};
pub use setup::Setup;
pub use sides::{known_to, known_to_side, strangers};
pub use turns::{PauseWords, Turns};
