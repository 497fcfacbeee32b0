//! How long, how far and how high things are.

use crate::battle::values::{Id, Place};
use crate::grid::Length;
use bevy::prelude::World;

/// How far things are apart and what is in one place, by the ruleset's measures.
pub trait Geometry {
    /// The length of a square's edge.
    fn square(&self) -> Length;
    /// How far apart two places are, heights counted in.
    fn apart(&self, a: Place, b: Place) -> Length {
        let up = Length((a.height.0 - b.height.0).abs());
        Length(a.space.steps(b.space) * self.square().0).max(up)
    }
    /// Whether two creatures cannot be in two places at once, since these are one place in part; by default however high they are.
    fn collide(&self, a: Place, b: Place) -> bool {
        a.space.overlaps(b.space)
    }
    /// Whether a creature may be put where another one is, though the two collide. Example: the smallest share squares.
    fn may_share(&self, _world: &World, _creature: Id, _other: Id) -> bool {
        false
    }
    /// Whether a pushed creature may come to where another one is, though the two collide. Example: it is so much smaller.
    fn lets_in(&self, _world: &World, _pushed: Id, _other: Id) -> bool {
        false
    }
    /// How much higher the next square may be for a creature to get there as on level ground.
    fn stride(&self, _world: &World, _creature: Id) -> Length {
        Length(self.square().0 - 1)
    }
    /// How far what stands between two squares may rise above a creature's feet for it to step over, straight ahead.
    fn hurdle(&self, world: &World, creature: Id) -> Length {
        self.stride(world, creature)
    }
    /// How much lower the next square may be for a pushed creature to come down to it without a fall; by default not at all.
    fn descent(&self, _world: &World, _creature: Id) -> Length {
        Length::ZERO
    }
}
