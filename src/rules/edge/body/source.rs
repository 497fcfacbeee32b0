//! The sources of advantage and disadvantage (EDG-ADV-6): each is named once, however often it is caused.

use super::super::data::moment::Moment;
use super::super::data::traumas::{TraumaRow, Worse};
use crate::rules::effects::Effect;

/// A source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Source {
    Sickened,
    Frightened,
    Dazzled,
    Uneasy,
    Distracted,
    Stunned,
    Grappled,
    Restrained,
    ProneAttacker,
    ProneTarget,
    RestrainedTarget,
    StunnedTarget,
    ParalyzedTarget,
    UnconsciousTarget,
    /// Whatever keeps the attacker from seeing its target.
    UnseenTarget,
    /// Whatever keeps the target from seeing its attacker.
    UnseenAttacker,
    /// What the attacker sees dimly (EDG-ATK-22), or looks at dimly (EDG-VIS-2).
    Bleared,
    /// EDG-HIDE-10: too fast for one that hides.
    Haste,
    Breach,
    SqueezeSelf,
    SqueezeTarget,
    Defend,
    Dodge,
    Feint,
    Help,
    Range,
    CloseCombat,
    AllyMelee,
    Elevated,
    CoverSave,
    Size,
    Physiology,
    Exhaustion,
    Diverted,
    Arm,
    Leg,
    Hallucinations,
    Tremors,
    Paranoia,
    LuckyCharm,
    Focus,
    Synergy,
    Untrained,
    Strain,
    /// EDG-ADV-7: what a place or the game master makes of it.
    Circumstance,
    /// EDG-CARD-7: a card that was burned.
    Card,
    /// EDG-COND-CHA-2.
    Charm,
    /// EDG-DIS-2.
    TwoHands,
    /// EDG-GRAV-6.
    Lightness,
    /// EDG-GRAV-17.
    Weightless,
    /// EDG-GRAV-18.
    Treated,
    /// EDG-REST-5: nobody looks after its traumas.
    Untended,
    /// EDG-REST-5: it has fought or marched before that rest.
    Strained,
    /// EDG-REST-5: it does nothing but recover.
    Recuperating,
    /// EDG-CAMP-5: it has travelled fast.
    Pace,
}

impl Source {
    /// What a trauma that makes checks worse counts as.
    pub(crate) fn of_trauma(row: &TraumaRow) -> Self {
        match (row.checks, row.key.as_str()) {
            (Worse::Arm, _) => Self::Arm,
            (Worse::Leg, _) => Self::Leg,
            (Worse::Mind, _) => Self::Paranoia,
            (_, "tremors") => Self::Tremors,
            _ => Self::Hallucinations,
        }
    }

    /// What a row of the conditions counts as.
    pub(crate) fn of(effect: &Effect<Moment>) -> Option<Self> {
        let attacks = matches!(effect.on, Moment::Attack | Moment::Check | Moment::Save);
        Some(match effect.rule.id() {
            "EDG-COND-SIC-1" => Self::Sickened,
            "EDG-COND-FRI-1" => Self::Frightened,
            "EDG-COND-DAZ-1" => Self::Dazzled,
            "EDG-SET-9" => Self::Uneasy,
            "EDG-SET-11" => Self::Distracted,
            "EDG-SET-5" => Self::Breach,
            "EDG-SIZE-5" => Self::SqueezeSelf,
            "EDG-SIZE-6" => Self::SqueezeTarget,
            "EDG-COND-STU-2" => Self::Stunned,
            "EDG-COND-STU-3" => Self::StunnedTarget,
            "EDG-COND-GRA-2" => Self::Grappled,
            "EDG-COND-RES-2" | "EDG-COND-RES-3" if attacks => Self::Restrained,
            "EDG-COND-RES-2" => Self::RestrainedTarget,
            "EDG-COND-PAR-3" => Self::ParalyzedTarget,
            "EDG-COND-UNC-4" => Self::UnconsciousTarget,
            "EDG-COND-PRO-2" => Self::ProneAttacker,
            "EDG-COND-PRO-3" | "EDG-COND-PRO-4" => Self::ProneTarget,
            // A blinded attacker sees no target, as if that were invisible (EDG-COND-BLI-3); a blinded target sees no attacker. With one
            // that is invisible it is the other way round.
            "EDG-COND-BLI-2" if attacks => Self::UnseenTarget,
            "EDG-COND-BLI-2" | "EDG-ATK-19" => Self::UnseenAttacker,
            "EDG-COND-INV-2" if attacks => Self::UnseenAttacker,
            "EDG-COND-INV-2" => Self::UnseenTarget,
            "EDG-ACT-3" | "EDG-ACT-4" => Self::Defend,
            "EDG-ACT-8" => Self::Help,
            "EDG-MIN-2" => Self::Feint,
            "EDG-EXH-1" => Self::Exhaustion,
            "EDG-ADV-7" => Self::Circumstance,
            "EDG-CARD-7" => Self::Card,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::data::conditions::effects;
    use super::*;

    #[test]
    fn every_row_that_leans_counts_as_some_source() {
        for (key, effect) in effects().rows().filter(|(_, effect)| effect.gives.leans()) {
            assert!(Source::of(effect).is_some(), "{key}: {effect:?}");
        }
    }
}
