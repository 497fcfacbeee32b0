//! The kinds of questions and answers that several rooms name.

/// The question where somebody who must make room goes to.
pub(crate) const MAKE_ROOM: &str = "make_room";

/// The key of the choice that lets come what comes.
pub(crate) const NONE: &str = "none";
