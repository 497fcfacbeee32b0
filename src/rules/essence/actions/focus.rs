//! Focus: Energy comes back (ESS-ENERGY rows).

use super::doer::*;

/// Regaining it.
pub(super) struct Focus;

impl Solo for Focus {
    type Rules = Essence;
    const KIND: &'static ActionKind =
        &ActionKind { readied: true, ..ActionKind::new("focus", "Focus", "Regains Energy.") };

    fn concerns(doer: &Doer<'_>) -> bool {
        doer.profile().energy_max > 0
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        let able = doer.profile().energy_max > 0;
        needs(able, rule!("ESS-ENERGY-1"), "It has no Energy to regain.")
    }

    fn done(world: &mut World, id: Id) {
        let profile = creature::profile(world, id);
        let (sum, max) = (profile.ess + profile.level, profile.energy_max);
        let gain = (sum / 3).max(0);
        let before = world.the::<Vitals>(id).energy;
        let after = (before + gain).min(max).max(before);
        world.the_mut::<Vitals>(id).energy = after;
        told(world, id, "Focus", None, rule!("ESS-ENERGY-1"));
        let third = Trace::new("a third of ESS + Level", gain).by(rule!("ESS-ENERGY-2"));
        let mut trace = Trace::new("Energy", 0).with(third);
        if after - before < gain || sum < 0 {
            // Never above its most, and never a loss.
            let term = Trace::becomes(format!("at most {max}"), after - before);
            trace.push(term.by(rule!("ESS-ENERGY-3")));
        }
        let event = Event::resource(id, "energy", (before, after)).by(rule!("ESS-ENERGY-1"));
        world.tell(event.trace(trace));
    }
}
