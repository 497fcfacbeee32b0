//! How much a player that plans looks at: its level of play. Dice and knowledge are the same at every level.

/// What is weighed for one turn, counted and never timed: the same battle is played alike on any machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Squares to act from that are looked at closely, out of all that a walk leads to.
    pub squares: usize,
    /// Attacks that are foreseen at each of them.
    pub attacks: usize,
    /// Plans for which it is thought of what the enemies next in turn could do.
    pub replied: usize,
    /// So many of these enemies; with none it is not thought of at all.
    pub replies: u32,
    /// A plan is drawn among all that gain so many hundredths of the best.
    pub draws_from: i128,
    /// Whether the targets of its attacks are drawn so, too.
    pub draws_attacks: bool,
}

impl Effort {
    /// Few places and no reply; any plan that is half as good as the best.
    pub const EASY: Self = Self { squares: 3, attacks: 1, replied: 0, replies: 0, draws_from: 50, draws_attacks: true };
    /// Some places, and what two enemies may do then.
    pub const NORMAL: Self =
        Self { squares: 8, attacks: 2, replied: 4, replies: 2, draws_from: 97, draws_attacks: false };
    /// More of both.
    pub const HARD: Self =
        Self { squares: 16, attacks: 3, replied: 8, replies: 4, draws_from: 97, draws_attacks: false };
}
