//! Ready: pay now, strike when the trigger comes (SOL-ACT-6 to SOL-ACT-9). What waits is in `reactions`.

use super::super::data::reaction_index::ReactionIndex;
use super::super::field::items;
use super::super::fight::readied::opening;
use super::doer::*;
use super::{attack as striking, interact};

/// Readying something.
pub(super) struct Readying;

/// What is readied, for what, and its dice.
#[derive(Clone)]
pub(super) struct Waiting {
    with: String,
    trigger: ReadyTrigger,
    dice: i32,
}

/// What a readied thing waits for.
pub(crate) const TRIGGERS: [TriggerKind; 2] = [
    TriggerKind::new("enemy_in_sight", "", "An enemy becomes a target: it comes into sight, or within range."),
    TriggerKind::new("enemy_attacked", "", "An enemy has finished an attack."),
];

/// What each of them is to those who wait.
const MEANT: [ReadyTrigger; 2] = [ReadyTrigger::EnemyInSight, ReadyTrigger::EnemyAttacked];

const TRIGGER: Key = Key {
    key: "trigger",
    takes: Takes::Word(&TriggerKind::words(&TRIGGERS)),
    means: "What it waits for; must be there.",
};

const KIND: ActionKind = ActionKind {
    purpose: Purpose::Wait,
    with: "an attack, or `interact`",
    options: &[TRIGGER],
    ..ActionKind::new("ready", "Ready", "Pay now, strike when the trigger comes.")
};

/// What can be readied: attacks that could be paid and used, and Interact.
fn readable(means: &Doer) -> Vec<String> {
    let attacks = means.profile.attacks.iter();
    let pays = |dice: i32| means.pay(Some(KIND.key), dice).is_ok();
    let mut out: Vec<String> = attacks
        .filter(|with| with.burst_ft.is_none() && pays(with.cost_dice) && striking::ready(means, with).is_ok())
        .map(|with| with.key.clone())
        .collect();
    let interact = interact::KIND.key;
    if pays(1) && items::hands(means.world, means.id) && !means.done.actions.contains(interact) {
        out.push(interact.into());
    }
    out
}

/// Whether anything could be readied.
fn possible(means: &Doer) -> Result<Vec<String>, Refusal> {
    means.pay(Some(KIND.key), 0)?;
    if let Some((why, rule)) = creature::barred_from_reacting(means.world, means.id) {
        return Err(Refusal::by(rule, "cannot_react", why));
    }
    let readable = readable(means);
    if readable.is_empty() {
        means.pay(Some(KIND.key), 1)?;
        let rule = if striking::left(means).is_err() { rule!("SOL-ACT-9") } else { rule!("SOL-ACT-6") };
        return Err(nothing("Nothing can be readied.", rule));
    }
    Ok(readable)
}

impl Action for Readying {
    type Rules = Sol;
    type Plan = Waiting;
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, means: &Doer<'_>, menu: &mut Menu<'_>) {
        let mut offer = row(&KIND);
        offer.refusal = menu.judge(|| possible(means).map(drop));
        menu.add(offer);
    }

    fn orders(&self, means: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let order = |with: String| TRIGGERS.map(|trigger| base.using(&with).saying(TRIGGER.key, trigger.key));
        possible(means).unwrap_or_default().into_iter().flat_map(order).collect()
    }

    fn parse(&self, means: &Doer<'_>, act: &Act) -> Result<Waiting, Refusal> {
        let readable = possible(means)?;
        let with = act.with.clone().unwrap_or_default();
        let attack = creature::attack(means.world, means.id, &with);
        if !readable.contains(&with) {
            if let Some(attack) = attack {
                striking::ready(means, attack)?;
            }
            let message = format!("`{with}` cannot be readied.");
            return Err(Refusal::by(rule!("SOL-ACT-6"), "not_readable", message));
        }
        let dice = attack.map_or(1, |attack| attack.cost_dice);
        let word = act.word(TRIGGER.key);
        let named = TRIGGERS.iter().position(|trigger| Some(trigger.key) == word);
        let trigger = named.map(|place| MEANT[place]).ok_or_else(|| {
            let [sight, attacked] = TRIGGERS.map(|trigger| trigger.key);
            let message = format!("Name the trigger: {sight} or {attacked}.");
            Refusal::by(rule!("SOL-ACT-6"), "no_trigger", message)
        })?;
        Ok(Waiting { with, trigger, dice })
    }

    fn begin(&self, world: &mut World, id: Id, Waiting { with, trigger, dice }: Waiting) {
        told(world, id, KIND.label, None, rule!("SOL-ACT-6"));
        if with != interact::KIND.key {
            let mut done = world.the_mut::<TurnUsage>(id);
            done.attacks += 1;
            done.actions.insert(striking::used_key(&with));
            if world.the::<TurnUsage>(id).attacks > 1 {
                world.note(id, "the readied attack is a further attack action", rule!("SOL-TURN-4"));
            } else {
                world.note(id, "the readied attack is the turn's attack action", rule!("SOL-ACT-9"));
            }
        }
        spend(world, id, KIND.key, dice);
        let targets = opening::targets_of(world, id, &with);
        world.the_mut::<TurnUsage>(id).ready = Some(Ready { with, trigger, targets });
        world.resource_mut::<ReactionIndex>().readies(id, Some(trigger));
    }
}
