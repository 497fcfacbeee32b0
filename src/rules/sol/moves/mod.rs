//! Movement.
