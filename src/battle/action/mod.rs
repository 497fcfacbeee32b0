//! Actions as units: everything that a ruleset says of one kind of action stands in one file. Lists, checks, orders, readying, beginning
//! and explanations all read it there.
//!
//! Such a file states an [`ActionKind`](crate::battle::ActionKind) (what can be read without a battle) and implements [`Action`] for a
//! unit type. It says the rows on the list, the orders they stand for, how such an order is understood, and what it brings about. An
//! order is understood as a plan: typed, made once, and handed from the check to the beginning. So nothing is looked up twice. What all
//! actions of a ruleset share is its [`ActionRules`]: what is looked up about the actor, what actions cost, which creatures may act.
//!
//! To begin and to pay are two things. An act that is released by a trigger, granted by another action or done out of turn begins without
//! being paid as an action is.
//!
//! Reading order: [`ActionKind`](crate::battle::ActionKind) (what is read of an action), `menu` (the list), `unit` (an action),
//! `solo` (one that concerns only its actor), `deferred` (one that takes place in a later stage), `list` (all of a ruleset).

mod deferred;
mod list;
mod menu;
mod solo;
mod unit;

pub use deferred::{Deferral, Deferred};
pub use list::{UnitsOf, aim, by_key, candidates, check, kinds, offers, orders, orders_with, plan, possible, words};
pub use menu::Menu;
pub use solo::Solo;
pub use unit::{Action, ActionRules, DoerOf, Unit, check_with, those_with};
