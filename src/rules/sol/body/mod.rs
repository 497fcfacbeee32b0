//! One creature: whose enemy it is, whether it can do something at all, its weapons, its dice.

pub(super) mod creature;
pub(super) mod pool;
