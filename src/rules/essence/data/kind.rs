//! The kinds of questions, by the keys under which they are answered.

pub const READY: &str = "ready";
pub const ENTER: &str = "enter";
pub const LOST_ARM: &str = "lost_arm";
pub const GRAB: &str = "grab";
pub const YIELD: &str = "yield";
pub const DISARM: &str = "disarm";
pub const PUSH_DIRECTION: &str = "push_direction";
pub const PUSH_DISTANCE: &str = "push_distance";
pub const THROWN: &str = "thrown";
pub const LET_GO: &str = "let_go";
pub const UNFOLD: &str = "unfold";
