//! Holding an action: paid now, and done by itself when what it waits for has happened (MOM-TRIG-1).

use super::super::data::Trigger;
use super::super::fight::held;
use super::contested::Contested;
use super::doer::*;
use super::{
    attack, blind, defend, disarm, grab, hide, interact, move_action, shove, sprint, stabilize, switch_places,
    take_cover, trip, use_item,
};
use crate::battle::action::by_key;
use crate::battle::triggers;
use crate::battle::triggers::{ENTERS_SQUARE, SQUARE};

/// Holding one.
pub(super) struct HoldAction;

const WORDS: [&str; 9] = TriggerKind::words(&TRIGGERS);

// What the triggers are called, besides `ENTERS_SQUARE`.
const ENTERS_RANGE: &str = "enters_range";
const ATTACKS: &str = "attacks";
const ENTERS_VIEW: &str = "enters_view";
const USES_ABILITY: &str = "uses_ability";
const LEAVES_SQUARE: &str = "leaves_square";
const GOES_DOWN: &str = "goes_down";
const ENDS_TURN: &str = "ends_turn";
const TABLE_SAYS: &str = "table_says";

const TRIGGER: Key = Key::new(triggers::TRIGGER, Takes::Word(&WORDS), "What it waits for; `enters_range` if absent.");

/// Who brings it about.
const OF: Key = Key::new("of", Takes::Word(&["enemy", ALLY]), "Who is to bring that about; an enemy if absent.");
const ALLY: &str = "ally";

/// What is held.
const WHAT: Key = Key::new("action", Takes::Word(&WHATS), "The action that is held; an attack if absent.");

const RUN: &ActionKind = <move_action::Run as Solo>::KIND;
const WHATS: [&str; 15] = [
    attack::KIND.key,
    RUN.key,
    <sprint::Sprint as Solo>::KIND.key,
    <defend::Defend as Solo>::KIND.key,
    <take_cover::TakeCover as Solo>::KIND.key,
    <interact::Interacting as Action>::KIND.key,
    <stabilize::Stabilize as Action>::KIND.key,
    <switch_places::SwitchPlaces as Action>::KIND.key,
    <shove::Shoving as Contested>::KIND.key,
    <trip::Tripping as Contested>::KIND.key,
    <grab::Grabbing as Contested>::KIND.key,
    <blind::Blinding as Contested>::KIND.key,
    <disarm::Disarming as Contested>::KIND.key,
    <use_item::Using as Action>::KIND.key,
    <hide::Hide as Solo>::KIND.key,
];

/// What a held action can wait for (MOM-TRIG-11).
pub(crate) const TRIGGERS: [TriggerKind; 9] = [
    TriggerKind::new(ENTERS_RANGE, "", "One comes to where the action can be aimed at it."),
    TriggerKind::new(ENTERS_SQUARE, "`square`", "One comes onto that square."),
    TriggerKind::new(ATTACKS, "", "One has attacked."),
    TriggerKind::new(ENTERS_VIEW, "", "One comes into view."),
    TriggerKind::new(USES_ABILITY, "", "One has used an Ability."),
    TriggerKind::new(LEAVES_SQUARE, "`square`", "One leaves that square."),
    TriggerKind::new(GOES_DOWN, "", "One has gone Down."),
    TriggerKind::new(ENDS_TURN, "", "One has ended its turn."),
    TriggerKind::new(TABLE_SAYS, "", "The game master says that it has come."),
];

const KIND: ActionKind = ActionKind {
    icon: "wait",
    family: Some("Hold"),
    purpose: Purpose::Wait,
    price: attack::KIND.price,
    aimed: &[AimedAt::Nothing, AimedAt::Creature, AimedAt::Object, AimedAt::Square],
    with: "the weapon or Ability",
    options: &[WHAT, TRIGGER, SQUARE, OF],
    ..ActionKind::new("hold_action", "Hold", "An action that is done when what it waits for has happened.")
};

fn trigger(act: &Act) -> Option<Trigger> {
    match act.word(TRIGGER.key).unwrap_or(ENTERS_RANGE) {
        ENTERS_RANGE => Some(Trigger::EntersRange),
        ENTERS_SQUARE => act.awaited_square().map(Trigger::EntersSquare),
        ATTACKS => Some(Trigger::Attacks),
        ENTERS_VIEW => Some(Trigger::EntersView),
        USES_ABILITY => Some(Trigger::UsesAbility),
        LEAVES_SQUARE => act.awaited_square().map(Trigger::LeavesSquare),
        GOES_DOWN => Some(Trigger::GoesDown),
        ENDS_TURN => Some(Trigger::EndsTurn),
        TABLE_SAYS => Some(Trigger::TableSays),
        _ => None,
    }
}

/// The order that is held: what, with what, and upon whom, if that is said.
fn held(act: &Act) -> Act {
    let at = act.at.filter(|_| act.word(SQUARE.key).is_some() || !needs_square(act));
    let action = act.word(WHAT.key).unwrap_or(attack::KIND.key);
    Act { with: act.with.clone(), target: act.target, at, ..Act::new(act.creature, action) }
}

/// Whether the trigger is about a square, which is the one that the order is aimed at where it names no other.
fn needs_square(act: &Act) -> bool {
    matches!(trigger(act), Some(Trigger::EntersSquare(_) | Trigger::LeavesSquare(_)))
}

fn attacks(held: &Act) -> bool {
    held.action == attack::KIND.key
}

impl Action for HoldAction {
    type Rules = Momentum;
    type Plan = (Trigger, bool, Act);
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Option<Rule> = Some(rule!("MOM-TRIG-1"));

    /// MOM-TRIG-6: it is paid whole, an attack with all its attacks.
    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        let held = held(act);
        if attacks(&held) {
            return Cost { weapon: false, ..Cost::with(&KIND, doer.attack(act.with.as_deref()).ok()) };
        }
        by_key::<Momentum>(&held.action)
            .map_or_else(Cost::default, |unit| Cost { by_hand: false, ..unit.cost(doer, &held) })
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for with in doer.profile.attacks.iter().filter(|with| with.is_ordered()) {
            let mut offer = doer.row(&KIND, with, menu);
            offer.label = format!("{}: {}", KIND.label, with.name);
            menu.add(offer);
        }
        let cost = Cost::with(RUN, None);
        let mut walk = KIND.offer();
        walk.label = format!("{}: {}", KIND.label, RUN.label);
        (walk.cost, walk.price) = (cost.words(), RUN.price);
        walk.refusal = menu.judge(|| Momentum::affords(doer, &cost));
        menu.add(walk);
    }

    fn candidates(&self, _doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let waiting = |word| base.clone().saying(TRIGGER.key, word);
        if base.with.is_none() {
            return [ATTACKS, ENTERS_VIEW, ENDS_TURN].map(|word| waiting(word).saying(WHAT.key, RUN.key)).into();
        }
        [ENTERS_RANGE, ATTACKS, ENTERS_VIEW, USES_ABILITY, ENDS_TURN].map(waiting).into()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Self::Plan, Refusal> {
        let trigger =
            trigger(act).ok_or_else(|| Refusal::by(rule!("MOM-TRIG-11"), "no_trigger", "Say what it waits for."))?;
        let (held, of_ally) = (held(act), act.word(OF.key) == Some(ALLY));
        let refuse = |code: &'static str, text: &'static str| Err(Refusal::by(rule!("MOM-TRIG-11"), code, text));
        if attacks(&held) {
            let with = doer.attack(act.with.as_deref())?;
            if !with.is_ordered() {
                return refuse("no_attack", "That is no attack by itself.");
            }
            hands::wields(doer.world, doer.id, with)?;
            if of_ally && held.target.is_none() && held.at.is_none() {
                return refuse("no_target", "Whom an ally sets off does not attack that ally: name whom.");
            }
        } else {
            let unit = by_key::<Momentum>(&held.action).expect("what can be held should be an action");
            unit.kind().understands(&held)?;
            // MOM-TRIG-13: what is done for nothing cannot be held.
            if unit.cost(doer, &held).ap < 1 {
                let text = "What costs no Action Points cannot be held.";
                return Err(Refusal::by(rule!("MOM-TRIG-13"), "free", text));
            }
            let kind = unit.kind();
            if trigger == Trigger::EntersRange && (kind.range != 1 || kind.purpose != Purpose::Control) {
                return refuse("no_range", "It has no range that somebody enters.");
            }
        }
        Ok((trigger, of_ally, held))
    }

    fn begin(&self, world: &mut World, id: Id, (trigger, of_ally, act): Self::Plan) {
        held::hold(world, id, trigger, of_ally, act);
        world.note(id, "waits with an action", rule!("MOM-TRIG-7"));
    }
}
