//! Tests of the window as a whole.
#[cfg(all(test, feature = "audio"))]
pub(super) mod babel;
#[cfg(test)]
pub(super) mod input_tests;
#[cfg(test)]
pub(super) mod leaks;
#[cfg(test)]
pub(super) mod measured;
#[cfg(test)]
pub(super) mod test_battles;
