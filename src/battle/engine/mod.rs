//! The stages that advance a battle, what is in flight, questions, and the state as data.

pub(super) mod ask;
pub(super) mod deferred;
pub(super) mod describe;
pub(super) mod engine;
pub mod flight;
pub(super) mod flow;
pub(super) mod memory;
pub mod persist;
pub(super) mod schedule;

pub use ask::{Asks, AsksInTurn, Inquiry, Question, is_presided};
pub use deferred::Later;
pub use engine::Engine;
pub use flight::{
    ComesAfter, Flights, InFlight, Pieces, Queued, all_in_flight, begin, between_pieces, land, launch, launch_after,
    top, topmost, uppermost,
};
pub use flow::{Flow, Phase, Roster, Slot, creatures, in_order};
pub use persist::{Registry, Snapshot, SnapshotFile};
pub use schedule::{Resolve, SystemRow, system_path};
