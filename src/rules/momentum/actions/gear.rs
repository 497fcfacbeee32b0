//! Switch Weapons: drawing, sheathing, dropping (MOM-ACT-16 to MOM-ACT-19).

use super::doer::*;

/// MOM-ACT-17, MOM-ACT-18: whether the one thing of this turn that a hand does for nothing is still to come.
pub(super) fn free_by_hand(world: &World, id: Id) -> bool {
    !creature::points(world, id).by_hand
}

/// Drawing something, in place of what must make room.
pub(super) struct Drawing;

const DRAW: ActionKind = ActionKind {
    family: Some("Gear"),
    icon: "interact",
    purpose: Purpose::Arm,
    with: "the weapon or shield",
    ..ActionKind::new(
        "switch",
        "Switch Weapons",
        "Takes something in hand; for nothing once a turn where a hand is empty, unless it has used its free Interact.",
    )
};

impl Drawing {
    fn makes_room(doer: &Doer<'_>, key: &str) -> Option<Vec<String>> {
        hands::makes_room(doer.world, doer.id, &hands::item(doer.profile, key)?)
    }
}

impl Action for Drawing {
    type Rules = Momentum;
    type Plan = String;
    const KIND: &'static ActionKind = &DRAW;
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-16"));

    /// MOM-ACT-17: nothing where the hand that draws is empty.
    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        let away = act.with.as_deref().and_then(|key| Self::makes_room(doer, key));
        if away.is_some_and(|away| away.is_empty()) {
            return Cost::of_hand(free_by_hand(doer.world, doer.id));
        }
        Cost { ap: 1, ..Cost::default() }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        if base.with.is_some() {
            return vec![base];
        }
        hands::items(doer.profile).into_iter().map(|item| base.using(item.key())).collect()
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for item in hands::items(doer.profile) {
            if hands::holds(doer.world, doer.id, item.key()) {
                continue;
            }
            let mut offer = DRAW.offer();
            offer.label = format!("Draw: {}", item.name());
            offer.with = Some(item.key().to_owned());
            let act = offer.order(doer.id);
            let cost = Action::cost(self, doer, &act);
            offer.cost = cost.words();
            let range = doer.attack(Some(item.key())).map(|with| with.range_m);
            offer.range = range.ok().and_then(|range| u32::try_from(range).ok());
            offer.price = if cost.ap == 0 { Price::Free } else { Price::Points(1) };
            offer.refusal = menu.judge(|| action::check_with(doer, self, &act));
            menu.add(offer);
        }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<String, Refusal> {
        let key = act.with.as_deref().unwrap_or_default();
        let refuse = |code: &'static str, message: &'static str| Err(Refusal::by(rule!("MOM-ACT-16"), code, message));
        if hands::item(doer.profile, key).is_none() {
            return refuse("no_such_item", "It has nothing like that for its hands.");
        }
        if hands::holds(doer.world, doer.id, key) {
            return refuse("in_hand", "That is in hand.");
        }
        if Self::makes_room(doer, key).is_none() {
            return refuse("no_hand", "It has too few hands for it.");
        }
        Ok(key.to_owned())
    }

    fn begin(&self, world: &mut World, id: Id, key: String) {
        hands::draw(world, id, &key);
    }
}

/// Putting something away.
pub(super) struct Sheathing;

const SHEATHE: ActionKind = ActionKind {
    family: Some("Gear"),
    icon: "interact",
    purpose: Purpose::Gear,
    with: "the weapon or shield",
    ..ActionKind::new("sheathe", "Sheathe", "Puts away what it holds; for nothing once a turn.")
};

impl Action for Sheathing {
    type Rules = Momentum;
    type Plan = String;
    const KIND: &'static ActionKind = &SHEATHE;
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-17"));

    fn cost(&self, doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost::of_hand(free_by_hand(doer.world, doer.id))
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        if base.with.is_some() {
            return vec![base];
        }
        hands::held(doer.world, doer.id).map(|item| base.using(item.key())).collect()
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        each_held(doer, &SHEATHE, self, menu);
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<String, Refusal> {
        in_hand(doer, act, rule!("MOM-ACT-17"))
    }

    fn begin(&self, world: &mut World, id: Id, key: String) {
        hands::sheathe(world, id, &key);
    }
}

/// Letting something fall.
pub(super) struct Dropping;

const DROP: ActionKind = ActionKind {
    family: Some("Gear"),
    groups: &[Group::Free],
    icon: "interact",
    purpose: Purpose::Gear,
    price: Price::Free,
    with: "the weapon or shield",
    ..ActionKind::new("drop", "Drop", "Lets fall what it holds, for nothing.")
};

impl Action for Dropping {
    type Rules = Momentum;
    type Plan = String;
    const KIND: &'static ActionKind = &DROP;
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-19"));

    fn candidates(&self, doer: &Doer<'_>, offer: &Offer, base: Act) -> Vec<Act> {
        Action::candidates(&Sheathing, doer, offer, base)
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        each_held(doer, &DROP, self, menu);
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<String, Refusal> {
        in_hand(doer, act, rule!("MOM-ACT-19"))
    }

    fn begin(&self, world: &mut World, id: Id, key: String) {
        hands::drop(world, id, &key, rule!("MOM-ACT-19"));
    }
}

/// A row for each thing in hand.
fn each_held(doer: &Doer<'_>, kind: &ActionKind, action: &dyn Unit<Momentum>, menu: &mut Menu<'_>) {
    for item in hands::items(doer.profile) {
        if !hands::holds(doer.world, doer.id, item.key()) {
            continue;
        }
        let mut offer = kind.offer();
        offer.label = format!("{}: {}", kind.label, item.name());
        offer.with = Some(item.key().to_owned());
        let act = offer.order(doer.id);
        let cost = action.cost(doer, &act);
        offer.cost = cost.words();
        offer.price = if cost.ap == 0 { Price::Free } else { Price::Points(1) };
        offer.refusal = menu.judge(|| action::check_with(doer, action, &act));
        menu.add(offer);
    }
}

/// The key of what an order names, if it is in hand.
fn in_hand(doer: &Doer<'_>, act: &Act, rule: Rule) -> Result<String, Refusal> {
    let key = act.with.as_deref().unwrap_or_default();
    if hands::holds(doer.world, doer.id, key) {
        Ok(key.to_owned())
    } else {
        Err(Refusal::by(rule, "not_in_hand", "That is not in its hands."))
    }
}
