//! One creature: what it can do now, whose Turn it acts on, what it carries, what lasts.
//!
//! Reading order: `who`, `obeys`, `gear`, `clock`, `brought`.

pub(super) mod brought;
pub(super) mod clock;
pub(super) mod gear;
pub(super) mod obeys;
pub(super) mod who;
