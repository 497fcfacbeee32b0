//! One creature: whose enemy it is, whether it can do something at all, its weapons, its dice.

pub(super) mod pool;
pub(super) mod who;
