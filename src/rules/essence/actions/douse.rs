//! Putting out the fire by rolling on the ground (ESS-FIRE-2).

use super::super::field::terrain;
use super::super::fight::harm;
use super::super::motion::descent;
use super::doer::*;

/// Rolling.
pub(super) struct Douse;

impl Solo for Douse {
    type Rules = Essence;
    const KIND: &'static ActionKind = &ActionKind {
        purpose: Purpose::Mend,
        family: Some("Posture"),
        ..ActionKind::new("douse", "Put out the fire", "Rolls on the ground.")
    };

    fn concerns(doer: &Doer<'_>) -> bool {
        doer.has(condition::ON_FIRE)
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        needs(doer.has(condition::ON_FIRE), rule!("ESS-FIRE-2"), "It does not burn.")
    }

    fn done(world: &mut World, id: Id) {
        told(world, id, "Roll on the ground", None, rule!("ESS-FIRE-2"));
        harm::fall_prone(world, id, rule!("ESS-FIRE-2"));
        harm::lose(world, id, condition::ON_FIRE, rule!("ESS-FIRE-2"));
        if terrain::water_at(world, id) {
            descent::settle(world, id);
        }
    }
}
