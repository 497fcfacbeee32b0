//! What can be the matter with a creature, in words.

use std::sync::LazyLock;

use super::ledger::DATA;
use super::moment::Moment;
use crate::battle::Rule;
use crate::rule;
use crate::rules::book::Words;
use crate::rules::effects::Effects;

/// Everything a sheet may show.
pub(crate) static ALL: &LazyLock<Words<Moment>> = &DATA.conditions;

/// What they do, as far as rows say so.
pub(crate) fn effects() -> &'static Effects<Moment> {
    ALL.effects()
}

/// Lying on the ground.
pub(crate) const PRONE: &str = "prone";
/// Holding on to a face that it climbs.
pub(crate) const HANGING: &str = "hanging";
/// Kept in the air by something.
pub(crate) const HELD_ALOFT: &str = "held_aloft";
/// In a space too small for it.
pub(crate) const SQUEEZING: &str = "squeezing";
/// Minding nothing but its own skin.
pub(crate) const DEFENDING: &str = "defending";
/// Warned by its own success.
pub(crate) const ON_GUARD: &str = "on_guard";
/// Ill: nothing comes easy.
pub(crate) const SICKENED: &str = "sickened";
/// Knows of nothing.
pub(crate) const UNCONSCIOUS: &str = "unconscious";
/// At no points, and not dying.
pub(crate) const STABLE: &str = "stable";
/// Known to no enemy that it hides from.
pub(crate) const HIDDEN: &str = "hidden";
/// Caught off guard, until its first turn ends.
pub(crate) const SURPRISED: &str = "surprised";
/// Its next check is worse.
pub(crate) const UNEASY: &str = "uneasy";
/// Its next check is worse, for another reason.
pub(crate) const DISTRACTED: &str = "distracted";
/// Its guard is open.
pub(crate) const BREACHED: &str = "breached";
pub(crate) const BLINDED: &str = "blinded";
pub(crate) const DAZZLED: &str = "dazzled";
pub(crate) const DEAFENED: &str = "deafened";
pub(crate) const FRIGHTENED: &str = "frightened";
pub(crate) const BLEEDING: &str = "bleeding";
pub(crate) const GRAPPLED: &str = "grappled";
pub(crate) const RESTRAINED: &str = "restrained";
pub(crate) const HINDERED: &str = "hindered";
pub(crate) const INCAPACITATED: &str = "incapacitated";
pub(crate) const INVISIBLE: &str = "invisible";
pub(crate) const PARALYZED: &str = "paralyzed";
pub(crate) const STUNNED: &str = "stunned";
pub(crate) const CHARMED: &str = "charmed";
/// Kept from speaking.
pub(crate) const MUTED: &str = "muted";
/// An ally makes its first attack on a foe easier.
pub(crate) const HELPED: &str = "helped";
/// A feint makes its first blow at a foe easier.
pub(crate) const FEINTED: &str = "feinted";

/// Shielded by something that is kept up.
pub(crate) const SHIELDED: &str = "shielded";
/// Unconscious, since it sleeps.
pub(crate) const ASLEEP: &str = "asleep";
/// Circumstances are for its next check.
pub(crate) const FAVOURED: &str = "favoured";
/// EDG-CARD-7: a card was burned for its next check.
pub(crate) const FORTUNATE: &str = "fortunate";
/// EDG-CARD-6: difficult ground does not count for it.
pub(crate) const SURE_FOOTED: &str = "sure_footed";
/// Circumstances are against its next check.
pub(crate) const HAMPERED: &str = "hampered";

/// It has looked into a thing, so that it looks again more easily.
pub(crate) const FOCUSED: &str = "focused";
/// Looks elsewhere: it perceives all worse but the one that it looks at.
pub(crate) const DIVERTED: &str = "diverted";
/// Told to stay where it is, and obeying.
pub(crate) const TOLD: &str = "told_to_stay";
/// Its next save has tenacity.
pub(crate) const BRACED: &str = "braced";
/// Of the first level of exhaustion.
pub(crate) const EXHAUSTED: &str = "exhausted";
/// EDG-RAD-5: weak from radiation, which changes no number.
pub(crate) const IRRADIATED: &str = "irradiated";
/// Of the fifth.
pub(crate) const SPENT: &str = "spent";

/// Those that a level or the game master may give.
pub(crate) const GIVEN: [&str; 24] = [
    PRONE,
    HELD_ALOFT,
    DEFENDING,
    ON_GUARD,
    SICKENED,
    UNEASY,
    DISTRACTED,
    BREACHED,
    BLINDED,
    DAZZLED,
    DEAFENED,
    FRIGHTENED,
    BLEEDING,
    RESTRAINED,
    HINDERED,
    INCAPACITATED,
    INVISIBLE,
    PARALYZED,
    STUNNED,
    SHIELDED,
    ASLEEP,
    FAVOURED,
    HAMPERED,
    SURPRISED,
];

/// The rule that says what a condition is.
pub(crate) fn rule_of(key: &str) -> Option<Rule> {
    ALL.0.iter().find(|word| word.key == key).map(|word| Rule::new(&word.rule))
}

/// The rules by which a condition ends.
pub(crate) fn rules_of_end(key: &str) -> Vec<Rule> {
    match key {
        DEFENDING => vec![rule!("EDG-ACT-3")],
        ON_GUARD => vec![rule!("EDG-XPL-2")],
        SICKENED | DAZZLED | DEAFENED | FRIGHTENED | STUNNED | BREACHED | RESTRAINED | CHARMED => {
            vec![rule!("EDG-DUR-3")]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_and_every_row_cites_a_rule_that_exists() {
        ALL.cite(DATA.rows());
    }
}
