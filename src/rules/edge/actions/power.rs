//! Bringing about what can be kept up, and letting it go (EDG-CONC, EDG-DUR-2).

use super::super::body::concentration::{self, Focus};
use super::super::data::Power;
use super::super::fight::{stealth, upkeep};
use super::doer::*;

/// Bringing something about.
pub(super) struct Using;

const KIND: ActionKind = ActionKind {
    icon: "cast",
    purpose: Purpose::Guard,
    with: "the power",
    ..ActionKind::new("power", "Power", "Brings about something that lasts: a field, a cloak, an aura.")
};

fn named<'w>(doer: &Doer<'w>, key: Option<&str>) -> Result<&'w Power, Refusal> {
    let known = doer.profile.powers.iter().find(|power| Some(power.key.as_str()) == key);
    known.ok_or_else(|| Refusal::new("no_such_power", format!("It has no power `{}`.", key.unwrap_or_default())))
}

const fn price(power: &Power) -> Cost {
    if power.quick { Cost::Minor } else { Cost::Action }
}

impl Action for Using {
    type Rules = Edge;
    type Plan = Power;
    const KIND: &'static ActionKind = &KIND;

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        !doer.profile.powers.is_empty()
    }

    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        named(doer, act.with.as_deref()).map_or(Cost::Action, price)
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for power in &doer.profile.powers {
            let mut offer = doer.offer(&KIND, price(power), menu);
            offer.with = Some(power.key.clone());
            offer.label.clone_from(&power.name);
            offer.refusal = offer.refusal.or_else(|| menu.judge(|| upkeep::may_use(doer.world, doer.id, power)));
            menu.add(offer);
        }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Power, Refusal> {
        let power = named(doer, act.with.as_deref())?;
        upkeep::may_use(doer.world, doer.id, power)?;
        Ok(power.clone())
    }

    fn begin(&self, world: &mut World, id: Id, power: Power) {
        upkeep::use_power(world, id, &power);
        stealth::give_away(world, id);
    }
}

/// Letting go of what it keeps up: free, at any time of its turn (EDG-CONC-1).
pub(super) struct LettingUp;

impl Solo for LettingUp {
    type Rules = Edge;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Free],
        purpose: Purpose::Other,
        price: Price::Free,
        ..ActionKind::new("let_up", "Let it end", "Ends what it concentrates on.")
    };

    fn concerns(doer: &Doer<'_>) -> bool {
        doer.world.part::<Focus>(doer.id).is_some()
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        if <Self as Solo>::concerns(doer) {
            Ok(())
        } else {
            Err(Refusal::by(rule!("EDG-CONC-1"), "nothing", "It keeps nothing up."))
        }
    }

    fn done(world: &mut World, id: Id) {
        concentration::end(world, id, rule!("EDG-CONC-1"));
    }
}
