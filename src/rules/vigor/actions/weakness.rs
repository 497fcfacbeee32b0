//! Finding a weakness: a Charge on the next attack on an enemy (VIG-SKILL-4).

use super::super::body::breath;
use super::super::body::skill::succeeds;
use super::super::data::{Skill, TurnUsage};
use super::super::field::sight::{self, Concealed};
use super::doer::*;

/// Doing so.
pub(crate) struct Weakness;

pub(super) const KIND: ActionKind = ActionKind {
    icon: "search",
    family: Some("Skills"),
    purpose: Purpose::Aid,
    aimed: &[AimedAt::Creature],
    readied: true,
    ..ActionKind::new(
        "find_weakness",
        "Find a weakness",
        "Awareness against 20: a Charge on its next attack on that enemy.",
    )
};

impl Action for Weakness {
    type Rules = Vigor;
    type Plan = Id;
    const KIND: &'static ActionKind = &KIND;
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "vigor.seeking", seek);

    /// VIG-COND-2: it takes no movement.
    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        let usual = Vigor::usual_cost(Action::kind(self));
        Cost { still: true, ..usual }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let (world, by) = (doer.world, doer.id);
        let seen = |&of: &Id| {
            is_on_map(world, of)
                && creature::hostile(world, by, of)
                && knows(world, side_of(world, by), of)
                && !matches!(sight::concealed(world, by, of), Some(Concealed::NoLine | Concealed::Beyond(_)))
        };
        let of = act.target.filter(seen);
        of.ok_or_else(|| Refusal::by(rule!("VIG-SKILL-4"), "no_target", "It takes an enemy in sight."))
    }

    /// VIG-READY-3: of whoever sets it off, where nobody was named.
    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, against: Option<Id>) -> Result<Id, Refusal> {
        self.parse(doer, &act.or_upon(against))
    }
}

/// The roll, and the Charge that it gives.
fn seek(world: &mut World, by: Id, of: Id) {
    if succeeds(world, by, Skill::Awareness, rule!("VIG-SKILL-4")) {
        // Its next turn is never the one in progress (VIG-ENC-12).
        let now = world.resource::<Flow>().round;
        let outlives = if creature::own_turn(world, by) { now } else { now.saturating_sub(1) };
        world.the_mut::<TurnUsage>(by).found.push((of, outlives));
        world.note(by, "finds a weakness", rule!("VIG-SKILL-4"));
    }
    breath::catch(world, by);
}
