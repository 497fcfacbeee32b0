//! Things in hand: dropped, drawn, stowed (ESS-FREE-2, ESS-ACT-1, ESS-ACT-2).

use super::super::body::gear;
use super::doer::*;

/// Letting something fall.
pub(super) struct Drop;

/// Taking something into the hand, or putting it away.
pub(super) struct Shift {
    kind: &'static ActionKind,
    /// Whether it comes to hand.
    to_hand: bool,
}

/// The key of the thing that an order names, which must be held.
fn held(doer: &Doer<'_>, act: &Act, rule: Rule) -> Result<String, Refusal> {
    let key = act.with.clone().unwrap_or_default();
    let held = gear::in_hand(doer.world, doer.id, &key).is_some_and(|weapon| !weapon.natural);
    needs(held, rule, "It does not hold that.")?;
    Ok(key)
}

const fn kind(key: &'static str, label: &'static str, help: &'static str) -> ActionKind {
    ActionKind {
        icon: "drop",
        family: Some("Gear"),
        purpose: Purpose::Gear,
        with: "the thing",
        readied: true,
        ..ActionKind::new(key, label, help)
    }
}

const DROP: ActionKind = ActionKind {
    groups: &[Group::Free],
    price: Price::Free,
    readied: false,
    ..kind("drop", "Drop", "It falls into the own square.")
};
/// Taking something into the hand.
pub(super) const DRAW: Shift = Shift { kind: &kind("draw", "Draw", "Takes it into the hand."), to_hand: true };

/// Putting something away.
pub(super) const STOW: Shift = Shift { kind: &kind("stow", "Stow", "Puts it away."), to_hand: false };

/// A row for each thing it holds, or for each that it does not.
fn rows<A: Action<Rules = Essence>>(action: &A, held: bool, doer: &Doer<'_>, menu: &mut Menu<'_>) {
    let gear = &doer.world.the::<Gear>(doer.id).0;
    for (place, item) in gear.iter().enumerate() {
        let same = |known: &Item| known.held == held && known.weapon.key == item.weapon.key;
        if item.weapon.natural || item.held != held || gear[..place].iter().any(same) {
            continue;
        }
        let kind = action.kind();
        let order = kind.order(doer.id).using(&item.weapon.key);
        let mut offer = row(kind);
        offer.label = format!("{} {}", kind.label, item.weapon.name);
        offer.help = String::new();
        offer.with.clone_from(&order.with);
        offer.refusal = menu.judge(|| action::check_with(doer, action, &order));
        menu.add_beside((shelf::CARRIED, place), offer);
    }
}

impl Action for Drop {
    type Rules = Essence;
    type Plan = String;
    const KIND: &'static ActionKind = &DROP;
    const FACTS: Facts = Facts::Uncounted;

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        rows(self, true, doer, menu);
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<String, Refusal> {
        held(doer, act, rule!("ESS-FREE-2"))
    }

    fn begin(&self, world: &mut World, id: Id, key: String) {
        let at = world.the::<Position>(id).at;
        gear::drop_item(world, id, &key, at, rule!("ESS-FREE-1"));
    }
}

impl Shift {
    /// ESS-ACT-1, ESS-ACT-2.
    fn rule(&self) -> Rule {
        if self.to_hand { rule!("ESS-ACT-1") } else { rule!("ESS-ACT-2") }
    }
}

impl Action for Shift {
    type Rules = Essence;
    type Plan = String;
    const KIND: &'static ActionKind = DRAW.kind;

    fn kind(&self) -> &'static ActionKind {
        self.kind
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        rows(self, !self.to_hand, doer, menu);
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<String, Refusal> {
        if !self.to_hand {
            return held(doer, act, self.rule());
        }
        let key = act.with.clone().unwrap_or_default();
        let there = gear::drawable(doer.world, doer.id).contains(&key);
        let message = "It has no such thing to draw, or no hand for it.";
        needs(there, self.rule(), message)?;
        Ok(key)
    }

    fn begin(&self, world: &mut World, id: Id, key: String) {
        told(world, id, self.kind.label, None, self.rule());
        self.release(world, id, key);
    }

    fn release(&self, world: &mut World, id: Id, key: String) {
        gear::shift(world, id, &key, self.to_hand);
    }
}
