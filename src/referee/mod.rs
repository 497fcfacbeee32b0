//! The game without a window.
