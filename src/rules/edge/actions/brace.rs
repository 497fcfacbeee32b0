//! Bracing: tenacity for the next save, said before its dice (EDG-EFF-4).

use super::super::body::life;
use super::super::data::conditions::BRACED;
use super::doer::*;

/// Doing so.
pub(super) struct Bracing;

/// Points put into the save.
const TENACITY: Key = Key::new("tenacity", Takes::Number(1..=3), "Steps of 3 Vitality, each +1 on its next save.");

impl Action for Bracing {
    type Rules = Edge;
    type Plan = i32;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Free],
        icon: "shield",
        purpose: Purpose::Other,
        price: Price::Free,
        options: &[TENACITY],
        ..ActionKind::new(
            "brace",
            "Brace itself",
            "Its next save until its next turn has tenacity: 3 Vitality for each step, paid when it is made.",
        )
    };

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<i32, Refusal> {
        let steps = act.number(TENACITY.key).unwrap_or(1);
        life::can_pay(doer.world, doer.id, 3 * steps)?;
        if has_condition(doer.world, doer.id, BRACED) {
            return Err(Refusal::by(rule!("EDG-EFF-4"), "braced", "It has braced itself."));
        }
        Ok(steps)
    }

    fn begin(&self, world: &mut World, id: Id, steps: i32) {
        gain(world, id, BRACED, Lasts::TurnStart(id), [rule!("EDG-EFF-4")]);
        world.change::<Conditions, _>(id, |all| {
            for one in all.0.iter_mut().filter(|one| one.key == BRACED) {
                one.amount = steps;
            }
        });
    }
}
