//! Use Item: one consumable, on its owner or on a creature within 1 m (MOM-ACT-25).

use serde::{Deserialize, Serialize};

use super::super::body::life;
use super::super::data::Consumable;
use super::super::field::{distance, sight};
use super::doer::*;

/// Doing so.
pub(super) struct Using;

const KIND: ActionKind = ActionKind {
    icon: "heal",
    purpose: Purpose::Mend,
    price: Price::Points(3),
    aimed: &[AimedAt::Creature],
    range: 1,
    with: "the item",
    ..ActionKind::new("use_item", "Use Item", "Uses up something it carries, on itself or on a creature within 1 m.")
};

/// What is used, and on whom.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Used {
    item: Consumable,
    on: Id,
}

impl Action for Using {
    type Rules = Momentum;
    type Plan = Used;
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-25"));
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Damage, "momentum.used", take);

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let cost = Cost::with(&KIND, None);
        for item in &doer.profile.carries {
            let mut offer = KIND.offer();
            offer.label.clone_from(&item.name);
            offer.with = Some(item.key.clone());
            offer.cost = cost.words();
            offer.help = item.words();
            offer.refusal = menu.judge(|| Momentum::affords(doer, &cost));
            menu.add(offer);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        doer.upon_each(&base)
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Used, Refusal> {
        let refuse = |code: &'static str, message: &'static str| Refusal::by(rule!("MOM-ACT-25"), code, message);
        let item = doer.profile.carries.iter().find(|item| Some(item.key.as_str()) == act.with.as_deref());
        let item = item.ok_or_else(|| refuse("no_such_item", "It does not carry that."))?.clone();
        let on = act.target.unwrap_or(doer.id);
        let near = on == doer.id
            || (known_to(doer.world, doer.id).any(|(id, _)| id == on) && distance::beside(doer.world, doer.id, on));
        if !near {
            return Err(refuse("no_target", "Name a creature within 1 m."));
        }
        Ok(Used { item, on })
    }
}

/// It is used up.
fn take(world: &mut World, by: Id, Used { item, on }: Used) {
    let stats = &mut world.the_mut::<super::super::data::Stats>(by).0;
    let carries = &mut std::sync::Arc::make_mut(stats).carries;
    if let Some(place) = carries.iter().position(|one| one.key == item.key) {
        carries.remove(place);
    }
    let event = Event::note(format!("uses its {}", item.name)).actor(by).target(on);
    world.tell(event.by(rule!("MOM-ACT-25")));
    if creature::hostile(world, by, on) {
        sight::give_away(world, by);
    }
    life::heal(world, by, on, item.heals, rule!("MOM-ACT-25"));
}
