//! Blind: takes a creature's sight until the end of its next turn (MOM-BLIND-1).

use super::super::fight::check::About;
use super::contested::{self, Contested};
use super::doer::*;

/// Doing so.
pub(super) struct Blinding;

impl Contested for Blinding {
    const KIND: &'static ActionKind = &ActionKind {
        key: "blind",
        label: "Blind",
        help: "Blinds a creature until the end of its next turn, if its Skill Check comes higher.",
        ..contested::KIND
    };
    const RULE: Rule = rule!("MOM-BLIND-1");
    const ABOUT: About = About::Eyes;
}
