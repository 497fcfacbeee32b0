//! Interact with Target: one quick thing that a hand does (MOM-ACT-6 to MOM-ACT-8).

use serde::{Deserialize, Serialize};

use super::super::field::{distance, sight};
use super::doer::*;
use super::gear::free_by_hand;

/// Doing so.
pub(super) struct Interacting;

/// What a creature is given.
const GIVES: Key = Key::new("gives", Takes::Own("the key of what it holds"), "What it gives the ally it names.");

const KIND: ActionKind = ActionKind {
    icon: "interact",
    purpose: Purpose::Interact,
    aimed: &[AimedAt::Object, AimedAt::Creature, AimedAt::Nothing],
    range: 1,
    with: "a thing on the ground: its key, or its key and number as in `dagger-0`",
    options: &[GIVES],
    ..ActionKind::new(
        "interact",
        "Interact",
        "Opens or closes a door, works a lever, picks something up, gives it to an ally; for nothing once a turn.",
    )
};

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Handled {
    Door(Id),
    Device(Id),
    Takes(u32),
    Gives(Id, String),
}

/// What hands do to a thing.
///
/// # Errors
/// The rule that stands against it.
fn upon(doer: &Doer<'_>, thing: Id) -> Result<Handled, Refusal> {
    let world = doer.world;
    let refuse = |code: &'static str, message: &'static str| Err(Refusal::by(rule!("MOM-ACT-6"), code, message));
    let near = match edge_of(world, thing) {
        Some(_) => distance::between(world, doer.id, thing) <= 0,
        None => distance::beside(world, doer.id, thing),
    };
    if !near {
        return refuse("not_to_hand", "It is not within 1 m.");
    }
    match world.part::<DoorState>(thing) {
        Some(_) if !opens(world, doer.id, thing) => refuse("locked", "It is locked."),
        Some(_) if kept_open(world, thing, doer.id) => refuse("occupied", "A creature stands in the door."),
        Some(_) => Ok(Handled::Door(thing)),
        None if world.part::<Device>(thing).is_some() => Ok(Handled::Device(thing)),
        None => refuse("nothing", "Hands do nothing to that."),
    }
}

/// What is given to an ally.
///
/// # Errors
/// The rule that stands against it.
fn gives(doer: &Doer<'_>, ally: Id, key: &str) -> Result<Handled, Refusal> {
    let world = doer.world;
    let refuse = |code: &'static str, message: &'static str| Err(Refusal::by(rule!("MOM-ACT-8"), code, message));
    if !hands::holds(world, doer.id, key) {
        return refuse("not_in_hand", "It does not hold that.");
    }
    let near = is_on_map(world, ally) && ally != doer.id && distance::beside(world, doer.id, ally);
    if !near || !creature::allied(world, doer.id, ally) || !creature::conscious(world, ally) {
        return refuse("no_target", "Name an ally within 1 m.");
    }
    let needs = hands::item(doer.profile, key).map_or(1, |item| i32::from(item.hands().max(1)));
    if hands::free(world, ally) < needs {
        return refuse("no_hand", "It has no free hand for it.");
    }
    Ok(Handled::Gives(ally, key.to_owned()))
}

impl Action for Interacting {
    type Rules = Momentum;
    type Plan = Handled;
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-6"));

    /// MOM-ACT-7: one is free.
    fn cost(&self, doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost::of_hand(free_by_hand(doer.world, doer.id))
    }

    /// What lies near has a row of its own each.
    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let cost = Action::cost(self, doer, &KIND.order(doer.id));
        let price = if cost.ap == 0 { Price::Free } else { Price::Points(1) };
        let mut offer = KIND.offer();
        (offer.cost, offer.price) = (cost.words(), price);
        offer.refusal = menu.judge(|| Momentum::affords(doer, &cost));
        menu.add(offer);
        for lying in hands::within_reach(doer.world, doer.id) {
            let mut offer = KIND.offer();
            offer.label = format!("Pick up: {}", lying.item.name());
            (offer.cost, offer.price) = (cost.words(), price);
            offer.purpose = Purpose::Arm;
            offer.with = Some(lying.word());
            offer.aim = Aim::Nothing;
            let act = offer.order(doer.id);
            offer.refusal = menu.judge(|| action::check_with(doer, self, &act));
            menu.add(offer);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        if base.with.is_some() {
            return vec![base];
        }
        let near = |&thing: &Id| upon(doer, thing).is_ok();
        let things = things(doer.world).filter(near).map(|thing| base.upon(thing));
        let held: Vec<_> = hands::held(doer.world, doer.id).collect();
        let allies = known_to(doer.world, doer.id).map(|(id, _)| id);
        let given = allies.flat_map(|id| {
            let base = &base;
            held.iter().map(move |item| base.upon(id).saying(GIVES.key, item.key()))
        });
        things.chain(given).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Handled, Refusal> {
        match (act.target, act.with.as_deref(), act.word(GIVES.key)) {
            (Some(ally), None, Some(key)) => gives(doer, ally, key),
            (Some(thing), None, None) if doer.world.part::<Thing>(thing).is_some() => upon(doer, thing),
            (Some(_), None, None) => {
                Err(Refusal::by(rule!("MOM-ACT-8"), "nothing", "Say what it is given: poking does nothing."))
            }
            (None, Some(word), None) => {
                let near = hands::within_reach(doer.world, doer.id);
                let meant = near.iter().find(|lying| lying.word() == word || lying.item.key() == word);
                let refuse = |code: &'static str, message: &'static str| Refusal::by(rule!("MOM-ACT-8"), code, message);
                let lying = meant.ok_or_else(|| refuse("not_to_hand", "That does not lie near."))?;
                let needs = i32::from(lying.item.hands().max(1));
                if hands::free(doer.world, doer.id) < needs {
                    let rule = hands::why_none_free(doer.world, doer.id, needs, rule!("MOM-ACT-8"));
                    return Err(Refusal::by(rule, "no_hand", "Picking up takes a free hand."));
                }
                Ok(Handled::Takes(lying.number))
            }
            _ => Err(Refusal::by(rule!("MOM-ACT-6"), "nothing", "Name a door, a lever, a thing or an ally.")),
        }
    }

    fn begin(&self, world: &mut World, by: Id, what: Handled) {
        match what {
            Handled::Door(door) => {
                world.note(by, "works the door", rule!("MOM-ACT-6"));
                if let Err(unknown) = turn_door(world, door, by) {
                    sight::find(world, by, unknown);
                    world.note(by, "the door is blocked", rule!("MOM-ACT-6"));
                }
            }
            Handled::Device(device) => work_device(world, device),
            Handled::Takes(number) => {
                let taken = world.resource_mut::<GroundItems<hands::Item>>().take_up(number);
                if let Some(item) = taken {
                    world.note(by, format!("picks up {}", item.name()), rule!("MOM-ACT-8"));
                    hands::receive(world, by, item);
                }
            }
            Handled::Gives(ally, key) => {
                if let Some(item) = hands::lose(world, by, &key) {
                    let event = Event::note(format!("gives it {}", item.name())).actor(by).target(ally);
                    world.tell(event.by(rule!("MOM-ACT-8")));
                    hands::receive(world, ally, item);
                }
            }
        }
    }
}
