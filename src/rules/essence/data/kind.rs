//! The kinds of questions, by the keys under which they are answered.

pub(crate) const ENTER: &str = "enter";
pub(crate) const LOST_ARM: &str = "lost_arm";
pub(crate) const GRAB: &str = "grab";
pub(crate) const YIELD: &str = "yield";
pub(crate) const DISARM: &str = "disarm";
pub(crate) const PUSH_DIRECTION: &str = "push_direction";
pub(crate) const PUSH_DISTANCE: &str = "push_distance";
pub(crate) const THROWN: &str = "thrown";
pub(crate) const LET_GO: &str = "let_go";
pub(crate) const UNFOLD: &str = "unfold";
pub(crate) const MAKE_ROOM: &str = "make_room";
