//! Pushing off in free fall, away from what it touches (ESS-ZG-1 to ESS-ZG-7).

use super::super::motion::drift;
use super::doer::*;
use super::places;

/// Pushing off.
pub(super) struct PushOff;

const FEET: Key = Key::new("feet", Takes::Own("a multiple of 5"), "How far at most; as far as it goes if absent.");

impl Action for PushOff {
    type Rules = Essence;
    type Plan = drift::PushOff;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        family: Some("Ways"),
        purpose: Purpose::Move,
        aimed: &[AimedAt::Square],
        range: 1,
        options: &[FEET],
        ..ActionKind::new("push_off", "Push off", "Away from what it touches.")
    };

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        creature::weightless(doer.world)
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        // As far as it goes, or any shorter way.
        let speed = creature::speed(doer.world, doer.id).value;
        let mut out = Vec::new();
        for whole in places::around(doer.world, &base, 1) {
            out.push(whole.clone());
            out.extend((5..speed).step_by(5).map(|feet| whole.clone().set(FEET.key, feet)));
        }
        out
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<drift::PushOff, Refusal> {
        let (world, id) = (doer.world, doer.id);
        let at = way_to(doer, act)?;
        needs(creature::weightless(world), rule!("ESS-ZG-1"), "It has weight here.")?;
        let (direction, hold) = drift::push_off_way(world, id, at)?;
        let most = drift::push_off_feet(world, id, hold);
        let far = act.number(FEET.key).unwrap_or(most);
        let chosen = far == most || (far >= 5 && far % 5 == 0 && far <= most);
        let message = "Name `feet` in steps of 5, as far as it can go.";
        needs(chosen, rule!("ESS-ZG-2"), message)?;
        Ok(drift::PushOff { id, at, direction, hold, far, most })
    }

    fn begin(&self, world: &mut World, _id: Id, push: drift::PushOff) {
        drift::push_off(world, push);
    }
}
