//! Acts that are put together from parts which cost, such as a spell from its power, area and range. Here stand the price of each part
//! and of the whole. The ruleset computes them; the window only turns the dials.

use super::refusal::Refusal;
use super::rule::Rule;
use serde::{Deserialize, Serialize};

/// A part of an act that more or less can be put into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dial {
    /// The option that sets it.
    pub key: String,
    /// What people call it.
    pub label: String,
    /// What is put into it now.
    pub now: i32,
    /// The least that must be.
    pub least: i32,
    /// The most that may be.
    pub most: i32,
    /// What it comes to now, for people.
    pub value: String,
    /// What it would come to with one less, where that is allowed.
    pub less: Option<String>,
    /// What it would come to with one more, where that is allowed.
    pub more: Option<String>,
}

/// An act as it is put together now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Composition {
    /// Its parts, in the order they are named.
    pub dials: Vec<Dial>,
    /// What the whole takes of what there is, for people.
    pub total: String,
    /// How far it reaches, in squares.
    pub range: Option<u32>,
    /// The radius of its area in squares.
    pub radius: Option<u32>,
    /// The rule by which parts cost.
    pub rule: Rule,
    /// Why it cannot be done so, wherever it is aimed.
    pub refusal: Option<Refusal>,
}
