//! Abilities that help: their user, or one ally (MOM-ACT-28, MOM-FLOW-5).

use serde::{Deserialize, Serialize};

use super::super::body::life;
use super::super::data::{Attack, Class, Ward, conditions::WARDED};
use super::super::field::{aim, sight};
use super::super::fight::held;
use super::doer::*;

/// Doing so.
pub(super) struct Aiding;

/// Rounds in a minute of the story, whatever the length of a round (MOM-ROUND-3).
const ROUNDS_IN_A_MINUTE: u32 = 5;

const KIND: ActionKind = ActionKind {
    icon: "heal",
    purpose: Purpose::Aid,
    price: Price::Points(2),
    aimed: &[AimedAt::Creature],
    with: "the Ability",
    ..ActionKind::new("aid", "Aid", "An Ability that helps its user or an ally.")
};

/// The Ability that is used, and its target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Aid {
    with: Attack,
    on: Id,
}

impl Action for Aiding {
    type Rules = Momentum;
    type Plan = Aid;
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-28"));
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Damage, "momentum.aid", help);

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        doer.profile.attacks.iter().any(|with| with.class == Class::Aid)
    }

    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        Cost::with(&KIND, doer.attack(act.with.as_deref()).ok())
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for with in doer.profile.attacks.iter().filter(|with| with.class == Class::Aid) {
            let mut offer = doer.row(&KIND, with, menu);
            offer.purpose = if with.heals.is_some() { Purpose::Mend } else { Purpose::Aid };
            menu.add(offer);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        doer.upon_each(&base)
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Aid, Refusal> {
        let (world, id) = (doer.world, doer.id);
        let with = doer.attack(act.with.as_deref()).ok().filter(|with| with.class == Class::Aid);
        let with = with.ok_or_else(|| Refusal::new("no_such_attack", "It has no such Ability."))?.clone();
        let on = act.target.unwrap_or(id);
        if on != id {
            let known = known_to(world, id).any(|(other, _)| other == on);
            if !known || !creature::allied(world, id, on) {
                return Err(Refusal::by(rule!("MOM-FLOW-6"), "no_ally", "Name its user or an ally."));
            }
            aim::aims_at(world, id, &with, on, space(world, on))?;
        }
        Ok(Aid { with, on })
    }
}

/// The Ability works. Its user counts as an ally (MOM-FLOW-5).
fn help(world: &mut World, by: Id, Aid { with, on }: Aid) {
    let event = Event::note(format!("uses {}", with.name)).actor(by).target(on).by(rule!("MOM-ABIL-1"));
    world.tell(event.by_all((on == by).then_some(rule!("MOM-FLOW-5"))));
    if let Some(heals) = with.heals {
        life::heal(world, by, on, heals, rule!("MOM-VIT-10"));
    }
    if let Some(ward) = with.ward {
        protect(world, by, on, ward);
    }
    // MOM-HIDE-8: an Ability tells where its user is.
    sight::give_away(world, by);
    held::helped(world, by);
}

/// Protects a creature; of two wards the larger counts, and it goes on for the longer time.
fn protect(world: &mut World, by: Id, on: Id, Ward { evasion, minutes }: Ward) {
    let rounds = minutes.saturating_mul(ROUNDS_IN_A_MINUTE);
    let words = if minutes == 1 { "a minute".to_owned() } else { format!("{minutes} minutes") };
    let event = Event::note(format!("is warded for {words}: {rounds} rounds")).actor(on);
    world.tell(event.by(rule!("MOM-ROUND-3")));
    let mut ward = Condition { key: WARDED.into(), source: Some(by), lasts: Lasts::Rounds(rounds), amount: evasion };
    let all = world.part::<Conditions>(on).map_or(&[][..], |all| &all.0);
    let before = all.iter().find(|one| one.key == WARDED).cloned();
    if let Some(before) = &before {
        ward.amount = ward.amount.max(before.amount);
        ward.lasts = match before.lasts {
            Lasts::Rounds(left) => Lasts::Rounds(left.max(rounds)),
            _ => ward.lasts,
        };
    }
    world.change::<Conditions, _>(on, |all| {
        all.0.retain(|one| one.key != WARDED);
        all.0.push(ward);
    });
    if before.is_none() {
        let event = Event::new(What::gains(world, WARDED)).target(on);
        world.tell(event.by(rule!("MOM-ROUND-3")));
    }
}
