//! Tests of the window as a whole.

#[cfg(feature = "audio")]
pub(super) mod babel;
pub(super) mod input_tests;
pub(super) mod leaks;
pub(super) mod measured;
pub(super) mod test_battles;
