//! Level files.
mod model;
pub use model::*;
