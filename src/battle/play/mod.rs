//! What happens in every battle, whatever the ruleset: rounds, moves, attacks, level events, goals, the game master.

pub(super) mod advance;
pub(super) mod assembly;
pub(super) mod attack;
pub(super) mod carried;
pub(super) mod delayed_turns;
pub(super) mod doors;
pub(super) mod edge_changes;
pub mod environment;
pub(super) mod gm;
pub(super) mod goals;
pub(super) mod group_effect;
pub mod initiative;
pub mod level_start;
pub(super) mod movement;
pub(super) mod rounds;
pub mod spawn;
pub mod triggers;
pub(super) mod upcoming;
pub(super) mod walking;

pub use attack::{AttackCourse, AttackStep, comes_to_nothing, declare};
pub use carried::{company, move_with_attached};
pub use doors::{Device, barred, turn_door, work_device};
pub use edge_changes::change_edges;
pub use goals::{Holding, outcome};
pub use initiative::Ranked;
pub use movement::{Moving, Replan, StepPhase, plan};
pub use rounds::expire;
pub use upcoming::{Prospect, Stake, prospects, stakes};
pub use walking::Walking;
pub(crate) use walking::{OnFoot, way_ahead};
