//! Shove: moves a creature a square (MOM-SHOVE-1).

use super::super::fight::check::About;
use super::contested::{self, Contested};
use super::doer::*;

/// Doing so.
pub(super) struct Shoving;

impl Contested for Shoving {
    const KIND: &'static ActionKind = &ActionKind {
        price: Price::Points(1),
        key: "shove",
        label: "Shove",
        help: "Moves a creature a square, if its Skill Check comes higher.",
        ..contested::KIND
    };
    const RULE: Rule = rule!("MOM-SHOVE-1");
    const ABOUT: About = About::Place;
}
