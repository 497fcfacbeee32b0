//! What people see of a battle that only the ruleset can tell.

use crate::battle::values::{HandWay, Id, Mark, PairEffect, Sheet, SideId, Stat};
use crate::grid::{Length, Square};
use bevy::prelude::World;

/// What people see of a battle that only the ruleset can tell.
pub trait Presentation {
    /// The sheet of a creature or, where it has one, an object.
    fn sheet(&self, world: &World, thing: Id) -> Sheet;
    /// The keys of the stats that matter most while fighting, such as what an attack must overcome: they are shown first.
    fn vital(&self) -> &'static [&'static str] {
        &[]
    }
    /// What a condition looks like on the board, by its key.
    fn mark(&self, condition: &str) -> Option<Mark>;
    /// What a side has that no other is told of, such as a hand of cards: each thing with its words.
    fn hand(&self, _world: &World, _side: SideId) -> Vec<Stat> {
        Vec::new()
    }
    /// In which ways what a side has in hand can be used: each is an order of an action that may come out of turn.
    fn hand_ways(&self, _world: &World, _side: SideId) -> Vec<HandWay> {
        Vec::new()
    }
    /// Whether sides may come to have something in hand, whether or not one does.
    fn has_hands(&self, _world: &World) -> bool {
        false
    }
    /// What lies about on the ground: where, and its name.
    fn litter(&self, _world: &World) -> Vec<(Square, String)> {
        Vec::new()
    }
    /// What holds between a creature and single others, both ways.
    fn ties(&self, _world: &World, _creature: Id) -> Vec<PairEffect> {
        Vec::new()
    }
    /// The square out of which a creature leans, where it sees and aims as if it stood there.
    fn leans_to(&self, _world: &World, _creature: Id) -> Option<Square> {
        None
    }
    /// The band of distance in which a square lies for a creature, where the ruleset has such bands. What farther ones cost is in the odds.
    fn distance_band(&self, _world: &World, _creature: Id, _at: Square) -> Option<&'static str> {
        None
    }
    /// A height, for people: in feet where the ruleset has no other measure.
    fn height_words(&self, height: Length) -> String {
        format!("{} ft", height.whole(Length::feet(1)))
    }
}
