//! The stages that every order goes through, in their order.

/// The stages, in the order they run. Rulesets add systems to them and never reorder them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    #[default]
    /// The order that was taken in becomes a thing in flight.
    Intake,
    /// Rounds and turns begin and end; initiative.
    Turn,
    /// Steps are taken, falls happen.
    Movement,
    /// Targets, line of effect, cover.
    Targeting,
    /// Interrupts and decisions.
    Reactions,
    /// Dice are rolled for what is in flight.
    Rolls,
    /// Numbers become wounds.
    Damage,
    /// What wounds and effects bring about: conditions, death.
    Consequences,
    /// The level's events.
    Environment,
    /// The end of the fight is tested, the flow goes on.
    Report,
}

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Self; 10] = [
        Self::Intake,
        Self::Turn,
        Self::Movement,
        Self::Targeting,
        Self::Reactions,
        Self::Rolls,
        Self::Damage,
        Self::Consequences,
        Self::Environment,
        Self::Report,
    ];
}
