//! What becomes of creatures: harm, healing, conditions, changes of the ground.

use serde::{Deserialize, Serialize};

use crate::battle::engine::in_order;
use crate::battle::values::{Id, MoveKind, Place, Placement, Rule, Text, Trace};
use crate::grid::{Grid, Square};
use bevy::prelude::World;

/// Harm that no attack of a creature does: an event, a fall, the game master.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hurt {
    /// Who suffers.
    pub target: Id,
    /// How much of which kinds, all at once.
    pub parts: Vec<HurtPart>,
    /// Where it comes from, when cover against it may count.
    pub origin: Option<Square>,
    /// Whether cover does not count.
    pub ignores_cover: bool,
    /// Whether it comes down on the creatures there, so that they may get out of its way.
    pub comes_down: bool,
}

impl Hurt {
    /// Harm of one kind that comes from nowhere in particular, so that cover does not count.
    pub fn new(target: Id, amount: Trace, kind: impl Into<Text>) -> Self {
        let kind = kind.into();
        Self { target, parts: vec![HurtPart { amount, kind }], origin: None, ignores_cover: true, comes_down: false }
    }
}

/// Harm of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HurtPart {
    /// How much, with its dice.
    pub amount: Trace,
    /// The shared word for the kind of damage.
    pub kind: Text,
}

/// When ground that harms does so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Treads {
    /// Whether every square of a kind that is come onto harms anew, or only coming onto that kind of ground from another.
    pub on_each_square: bool,
    /// Whether it harms a creature that stands there at the end of a turn; otherwise the ruleset says when.
    pub at_turn_end: bool,
}

/// What becomes of creatures, by any cause.
pub trait Consequences {
    /// Launches harm.
    fn harm(&self, world: &mut World, hurt: Hurt);
    /// Called when harm of the level comes over squares, before it comes to the creatures there: what becomes of the things in them.
    /// `origin` is where it comes from, when cover against it may count.
    fn harm_comes_over(&self, _world: &mut World, _squares: &[Square], _harm: &HurtPart, _origin: Option<Square>) {}
    /// Heals a creature, by the game master's hand.
    fn mend(&self, world: &mut World, creature: Id, amount: Trace);
    /// Gives a condition by its own key; false when it does not know the key.
    fn add_condition(&self, world: &mut World, creature: Id, key: &str) -> bool;
    /// Takes a condition away by its own key; false when it was not there.
    fn remove_condition(&self, world: &mut World, creature: Id, key: &str) -> bool;
    /// Called when a condition has run out; the rules behind it.
    fn condition_ends(&self, world: &mut World, creature: Id, key: &str) -> Vec<Rule>;
    /// When ground that harms does so.
    fn treads(&self) -> Treads {
        Treads { on_each_square: true, at_turn_end: true }
    }
    /// Called when ground of a kind, by its place in the level's list, is about to harm a creature: whether it does, where the rules count
    /// how often.
    fn ground_harms(&self, _world: &mut World, _creature: Id, _kind: usize) -> bool {
        true
    }
    /// Called when ground, doors or objects changed: falls, displacement. By default a creature that stands there is displaced.
    fn ground_changed(&self, world: &mut World, squares: &[Square]) {
        let here = |_: Id, stand: Placement| stand.space.squares().any(|at| squares.contains(&at));
        for id in in_order(world, here) {
            self.displaced(world, id);
        }
    }
    /// Called when an event of the level has put an object down: what it does to those in its squares. By default nothing.
    fn put_down(&self, _world: &mut World, _thing: Id) {}
    /// Called when a door has opened: by whom, if it did not open by itself.
    fn door_opens(&self, _world: &mut World, _door: Id, _by: Option<Id>) {}
    /// Called when a creature was put on another square by no movement of its own.
    fn displaced(&self, world: &mut World, creature: Id);
    /// Called when a creature has come somewhere in one go, from where it was before. What it launches has its turn after everything else
    /// that follows from the coming. Example: owners of readied actions who waited for it.
    fn arrives(&self, _world: &mut World, _creature: Id, _before: Place, _going: MoveKind) {}
    /// Called when a creature is about to be off the map, dead or alive: what it held, or what held it, holds no more.
    fn leaves(&self, _world: &mut World, _creature: Id, _dead: bool) {}
    /// Called when the weather has changed: what had no weight may fall.
    fn weather_changed(&self, _world: &mut World) {}
    /// An event of the level, by its place in the list, has come about with all its effects.
    fn event_comes(&self, _world: &mut World, _event: usize) {}
    /// Called when light, fog or weather has changed: who was kept from sight by it may be seen now.
    fn air_changed(&self, _world: &mut World) {}
    /// Whether the ice of a square would give way under a creature that comes onto it, as far as its side may know.
    fn gives_way(&self, _world: &World, _creature: Id, _at: Square) -> bool {
        false
    }
    /// How bad it is for a creature to end a turn on each square, in thousandths of a life; `None` where it is nowhere so. The computer
    /// goes by it. Example: there is no air.
    fn shunned(&self, _world: &World, _creature: Id) -> Option<Grid<u32>> {
        None
    }
    /// What awaits a creature that ends its turn where it is, in words, as far as the rules make it certain. Example: it holds its breath
    /// there.
    fn perils(&self, _world: &World, _creature: Id) -> Vec<Text> {
        Vec::new()
    }
}
