//! What lies about on the ground: things that fell or were put down, each known by its place among all that ever did.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::edges::parted;
use crate::grid::{Footprint, Square};

/// Something that can lie on the ground.
pub trait Portable {
    /// The ruleset's key of it.
    fn key(&self) -> &str;
    /// What people call it.
    fn name(&self) -> &str;
}

/// A thing on the ground.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GroundItem<T> {
    /// Its place in the list of all that ever fell, which names it.
    pub number: u32,
    /// Where it lies.
    pub at: Square,
    /// What it is.
    #[serde(alias = "attack")]
    pub item: T,
}

impl<T: Portable> GroundItem<T> {
    /// The word by which an order names it: its key and its number.
    pub fn word(&self) -> String {
        format!("{}-{}", self.item.key(), self.number)
    }
}

/// Everything on the ground.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GroundItems<T: Send + Sync + 'static> {
    next: u32,
    /// The things, oldest first.
    pub items: Vec<GroundItem<T>>,
}

impl<T: Send + Sync + 'static> Default for GroundItems<T> {
    fn default() -> Self {
        Self { next: 0, items: Vec::new() }
    }
}

impl<T: Portable + Send + Sync + 'static> GroundItems<T> {
    /// Something comes to lie in a square.
    pub fn lay_down(&mut self, at: Square, item: T) {
        let number = self.next;
        self.next += 1;
        self.items.push(GroundItem { number, at, item });
    }

    /// The number that the next thing to come to lie on the ground will have.
    pub fn next_number(&self) -> u32 {
        self.next
    }

    /// A thing by its number.
    pub fn lying(&self, number: u32) -> Option<&GroundItem<T>> {
        self.items.iter().find(|lying| lying.number == number)
    }

    /// A creature takes a thing up.
    pub fn take_up(&mut self, number: u32) -> Option<T> {
        let place = self.items.iter().position(|lying| lying.number == number)?;
        Some(self.items.remove(place).item)
    }

    /// The things that lie in a space or beside it, with no wall and no closed door between.
    pub fn near<'a>(&'a self, world: &'a World, space: Footprint) -> impl Iterator<Item = &'a GroundItem<T>> + 'a {
        let near = move |at: Square| space.steps(at.into()) <= 1 && !parted(world, space, at.into());
        self.items.iter().filter(move |lying| near(lying.at))
    }

    /// Where everything lies, and its name.
    pub fn named(&self) -> Vec<(Square, String)> {
        let named = |lying: &GroundItem<T>| (lying.at, lying.item.name().to_owned());
        self.items.iter().map(named).collect()
    }
}
