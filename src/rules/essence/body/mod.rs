//! One creature: what it can do now, whose Turn it acts on, what it carries, what lasts.
//!
//! Reading order: `creature`, `controller`, `gear`, `clock`, `arrivals`.

pub(super) mod arrivals;
pub(super) mod clock;
pub(super) mod controller;
pub(super) mod creature;
pub(super) mod gear;
