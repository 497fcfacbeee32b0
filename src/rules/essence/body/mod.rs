//! One creature: what it can do now, whose Turn it acts on, what it carries, what lasts.
//!
//! Reading order: `who`, `obeys`, `gear`, `clock`, `brought`.

pub mod brought;
pub mod clock;
pub mod gear;
pub mod obeys;
pub mod who;
