//! One creature: what it can do now, whose Turn it acts on, what it carries, what lasts.
//!
//! Reading order: `who`, `obeys`, `gear`, `clock`, `brought`.

pub(super) mod arrivals;
pub(super) mod clock;
pub(super) mod controller;
pub(super) mod creature;
pub(super) mod gear;
