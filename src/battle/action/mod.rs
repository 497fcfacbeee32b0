//! Actions as units: everything a ruleset says of one kind of action stands in one file of it, and is read from there by whoever
//! lists, checks, orders, readies, begins or explains it.
//!
//! A file states an [`ActionKind`] (what can be read without a battle) and implements [`Action`] for a unit type: the rows it puts on
//! the list, the orders they stand for, how an order of it is understood, and what it then brings about. What an order is understood
//! as is a plan: typed, made once, and handed from the check to the beginning, so that nothing is looked for twice. What all actions
//! of a ruleset have in common (what is looked up about whoever acts, what they cost, who may act at all) is its [`ActionRules`].
//!
//! To begin and to pay are two things: what is released by a trigger, granted by another action or done out of turn begins without
//! being paid as an action is.
//!
//! Reading order: [`kind`] (what is read of an action), [`menu`] (the list), [`unit`] (an action), [`solo`] (one that says nothing
//! but who), [`deferred`] (one that takes place in a later stage), [`list`] (all of a ruleset).

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
