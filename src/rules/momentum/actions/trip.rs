//! Trip: knocks a creature down (MOM-TRIP-1).

use super::super::fight::check::About;
use super::contested::{self, Contested};
use super::doer::*;

/// Doing so.
pub(super) struct Tripping;

impl Contested for Tripping {
    const KIND: &'static ActionKind = &ActionKind {
        key: "trip",
        label: "Trip",
        help: "Knocks a creature down, if its Skill Check comes higher.",
        ..contested::KIND
    };
    const RULE: Rule = rule!("MOM-TRIP-1");
    const ABOUT: About = About::Feet;
}
