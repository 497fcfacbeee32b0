//! Choosing orders when no person does. Players here see what a person sees: the legal orders; they send the same orders.

mod random;

pub use random::Random;
