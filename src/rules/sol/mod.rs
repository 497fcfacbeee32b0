//! Secrets of Sol: damage is the aim, dice pay for everything, two layers of wounds.
pub mod moves;
pub mod stats;
