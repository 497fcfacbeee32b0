//! How a creature comes to another place.

/// In what way a creature comes to another place, as far as it matters for who goes along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// It moves by its own power.
    ByItself,
    /// It is pushed, drifts, or makes room.
    Carried,
    /// It falls, or its feet come to the ground.
    Falls,
    /// The game master puts it there.
    Placed,
}
