//! Holding an action: an attack, paid now and made by itself when what it waits for has happened (MOM-TRIG-1).

use super::super::data::{HeldActions, Trigger};
use super::attack;
use super::doer::*;
use crate::battle::triggers;
use crate::battle::triggers::{ENTERS_SQUARE, SQUARE};

/// Holding one.
pub(super) struct HoldAction;

const WORDS: [&str; 5] = TriggerKind::words(&TRIGGERS);

const TRIGGER: Key = Key::new(triggers::TRIGGER, Takes::Word(&WORDS), "What it waits for; `enters_range` if absent.");

/// What a held action can wait for (MOM-TRIG-11).
pub(crate) const TRIGGERS: [TriggerKind; 5] = [
    TriggerKind::new("enters_range", "", "An enemy comes to where the action can be aimed at it."),
    TriggerKind::new(ENTERS_SQUARE, "`square`", "An enemy comes onto that square."),
    TriggerKind::new("attacks", "", "An enemy has attacked."),
    TriggerKind::new("enters_view", "", "An enemy comes into view."),
    TriggerKind::new("uses_ability", "", "An enemy has used an Ability."),
];

const KIND: ActionKind = ActionKind {
    icon: "wait",
    purpose: Purpose::Wait,
    price: attack::KIND.price,
    with: "the weapon or Ability",
    options: &[TRIGGER, SQUARE],
    ..ActionKind::new("hold_action", "Hold", "An attack that is made when what it waits for has happened.")
};

fn trigger(act: &Act) -> Option<Trigger> {
    match act.word(TRIGGER.key).unwrap_or(WORDS[0]) {
        word if word == WORDS[0] => Some(Trigger::EntersRange),
        word if word == WORDS[1] => act.awaited_square().map(Trigger::EntersSquare),
        word if word == WORDS[3] => Some(Trigger::EntersView),
        word if word == WORDS[4] => Some(Trigger::UsesAbility),
        _ => Some(Trigger::Attacks),
    }
}

impl Action for HoldAction {
    type Rules = Momentum;
    type Plan = (Trigger, Act);
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Option<Rule> = Some(rule!("MOM-TRIG-1"));

    /// MOM-TRIG-6: it is paid whole, with all its attacks.
    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        Cost { weapon: false, ..Cost::with(&KIND, doer.attack(act.with.as_deref()).ok()) }
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for with in doer.profile.attacks.iter().filter(|with| with.is_ordered()) {
            let mut offer = doer.row(&KIND, with, menu);
            offer.label = format!("{}: {}", KIND.label, with.name);
            menu.add(offer);
        }
    }

    fn candidates(&self, _doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let waiting = |word| base.clone().saying(TRIGGER.key, word);
        [WORDS[0], WORDS[2], WORDS[3], WORDS[4]].map(waiting).into()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<(Trigger, Act), Refusal> {
        let with = doer.attack(act.with.as_deref())?;
        hands::wields(doer.world, doer.id, with)?;
        let trigger =
            trigger(act).ok_or_else(|| Refusal::by(rule!("MOM-TRIG-11"), "no_trigger", "Say what it waits for."))?;
        let held = Act { with: Some(with.key.clone()), ..attack::KIND.order(doer.id) };
        Ok((trigger, held))
    }

    fn begin(&self, world: &mut World, id: Id, held: (Trigger, Act)) {
        world.the_mut::<HeldActions>(id).0.push(held);
    }
}
