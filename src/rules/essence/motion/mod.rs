//! Getting about: steps and their cost, walking, flying, digging, drifting, falling, riding, coming to stand somewhere.
//!
//! Reading order: `support`, `place_choice`, `unbind`, `bonds`, `room`, `descent`, `square_effects`, `step_cost`, `slide`, `carry`, `walk`,
//! `fly`, `drift`, `forced_movement`, `burrow`, `ice`, `fall`, `ride`, `chosen_place`.

pub(super) mod bonds;
pub(super) mod burrow;
pub(super) mod carry;
pub(super) mod chosen_place;
pub(super) mod descent;
pub(super) mod drift;
pub(super) mod fall;
pub(super) mod fly;
pub(super) mod forced_movement;
pub(super) mod ice;
pub(super) mod place_choice;
pub(super) mod ride;
pub(super) mod room;
pub(super) mod slide;
pub(super) mod square_effects;
pub(super) mod step_cost;
pub(super) mod support;
pub(super) mod unbind;
pub(super) mod walk;
