//! Ready: an action, or a move, done by a reaction when what it waits for has happened (EDG-ACT-10, EDG-ACT-12, EDG-ACT-15).

use super::super::data::TurnUsage;
use super::super::data::ready::{MOVE, Ready, Trigger};
use super::attack;
use super::doer::*;
use crate::battle::action::by_key;
use crate::battle::triggers::{self, ENTERS_SQUARE, SQUARE};

/// Readying something.
pub(super) struct Readying;

// What the triggers are called, besides `ENTERS_SQUARE`.
const COMES_WITHIN: &str = "comes_within";
const ENTERS_VIEW: &str = "enters_view";
const ATTACKS: &str = "attacks";
const IS_HIT: &str = "is_hit";
const STANDS_UP: &str = "stands_up";
const ALLY_ACTS: &str = "ally_acts";

/// What something readied can wait for.
pub(crate) const TRIGGERS: [TriggerKind; 7] = [
    TriggerKind::new(ENTERS_SQUARE, "`square`", "It comes onto that square."),
    TriggerKind::new(COMES_WITHIN, "`metres`", "It comes as near as that."),
    TriggerKind::new(ENTERS_VIEW, "", "It comes into view."),
    TriggerKind::new(ATTACKS, "", "It has attacked."),
    TriggerKind::new(IS_HIT, "", "It has been hit."),
    TriggerKind::new(STANDS_UP, "", "It has stood up."),
    TriggerKind::new(ALLY_ACTS, "", "An ally has acted."),
];

const WORDS: [&str; 7] = TriggerKind::words(&TRIGGERS);

const TRIGGER: Key = Key::new(triggers::TRIGGER, Takes::Word(&WORDS), "What it waits for; must be there.");
/// The action that is readied.
const WHAT: Key =
    Key::new("action", Takes::Text, "The action that is readied; `attack` if absent. `move` goes to `at`.");
/// How near.
const METRES: Key =
    Key::new("metres", Takes::Number(1..=200), "For `comes_within`: how near, in metres; must be there.");
/// Who brings it about.
const OF: Key = Key::new("of", Takes::Own("the name of a creature"), "Who is to bring it about; any enemy if absent.");

const KIND: ActionKind = ActionKind {
    icon: "wait",
    purpose: Purpose::Wait,
    aimed: &[AimedAt::Nothing, AimedAt::Creature, AimedAt::Object, AimedAt::Square],
    with: "the attack, or what else it is done with",
    options: &[WHAT, TRIGGER, SQUARE, METRES, OF],
    ..ActionKind::new(
        "ready",
        "Ready",
        "An action or a move that is done, by the reaction, when what it waits for has happened.",
    )
};

fn refuse(code: &'static str, message: impl Into<Text>) -> Refusal {
    Refusal::by(rule!("EDG-ACT-10"), code, message)
}

fn trigger(world: &World, act: &Act) -> Result<Trigger, Refusal> {
    let word = act.word(TRIGGER.key).unwrap_or_default();
    Ok(match word {
        ENTERS_SQUARE => {
            let at = act.awaited_square().filter(|&at| world.resource::<Map>().contains(at));
            Trigger::EntersSquare(at.ok_or_else(|| refuse("no_square", "Name a square of the map as `square`."))?)
        }
        COMES_WITHIN => {
            let metres = act.number(METRES.key).ok_or_else(|| refuse("no_trigger", "Say in `metres` how near."))?;
            Trigger::ComesWithin(2 * metres)
        }
        ENTERS_VIEW => Trigger::EntersView,
        ATTACKS => Trigger::Attacks,
        IS_HIT => Trigger::IsHit,
        STANDS_UP => Trigger::StandsUp,
        ALLY_ACTS => Trigger::AllyActs,
        _ => return Err(refuse("no_trigger", format!("Name what it waits for: {}.", WORDS.join(", ")))),
    })
}

/// The order that is readied. It is not aimed at the square that is watched.
fn readied(act: &Act) -> Act {
    let action = act.word(WHAT.key).unwrap_or(attack::KIND.key);
    let at = act.at.filter(|_| !act.aims_at_awaited());
    Act { with: act.with.clone(), target: act.target, at, ..Act::new(act.creature, action) }
}

impl Action for Readying {
    type Rules = Edge;
    type Plan = Ready;
    const KIND: &'static ActionKind = &KIND;

    /// A row for each attack, and one for a move.
    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let mut add = |what: &str, with: Option<&str>| {
            let mut offer = doer.offer(&KIND, Cost::Action, menu);
            offer.label = format!("{}: {what}", KIND.label);
            offer.with = with.map(str::to_owned);
            menu.add(offer);
        };
        for with in doer.profile.attacks.iter().filter(|with| with.is_aimed()) {
            add(&with.name, Some(&with.key));
        }
        add("a move", None);
    }

    fn candidates(&self, _doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let waits = |word: &str| base.clone().saying(TRIGGER.key, word);
        let near = waits(COMES_WITHIN).set(METRES.key, 10);
        if base.with.is_some() {
            return vec![near, waits(ENTERS_VIEW), waits(ATTACKS)];
        }
        [near, waits(ATTACKS), waits(ALLY_ACTS)].map(|act| act.saying(WHAT.key, MOVE)).into()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Ready, Refusal> {
        let trigger = trigger(doer.world, act)?;
        let of = match act.word(OF.key) {
            None => None,
            Some(name) => {
                let found = doer.world.resource::<Names>().find(name);
                let known = found.filter(|&id| doer.knows(id));
                Some(known.ok_or_else(|| refuse("no_such_creature", format!("There is no `{name}`.")))?)
            }
        };
        let act = readied(act);
        if act.action != MOVE {
            let unit = by_key::<Edge>(&act.action).filter(|unit| unit.kind().readied);
            let unit = unit.ok_or_else(|| refuse("not_readied", format!("`{}` cannot be readied.", act.action)))?;
            unit.kind().understands(&act)?;
            unit.readies(doer, &act)?;
        }
        Ok(Ready { trigger, of, act })
    }

    fn begin(&self, world: &mut World, id: Id, ready: Ready) {
        world.the_mut::<TurnUsage>(id).ready = Some(ready);
        world.note(id, "waits for its moment", rule!("EDG-ACT-10"));
    }
}
