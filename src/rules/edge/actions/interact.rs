//! Interacting with what is there: the first in a turn is free, another takes the action (EDG-TURN-3, EDG-TURN-4).

use super::super::body::hands;
use super::super::data::{Attack, Faulty, Slipped, SpecialUse, task::Task};
use super::super::field::{reach, sight};
use super::doer::*;

/// Doing so.
pub(super) struct Interacting;

pub(super) const KIND: ActionKind = ActionKind {
    icon: "interact",
    purpose: Purpose::Interact,
    aimed: &[AimedAt::Object, AimedAt::Creature, AimedAt::Nothing],
    range: 1,
    with: "a thing on the ground: its key, or its key and number as in `knife-0`",
    options: &[GIVES],
    readied: true,
    ..ActionKind::new(
        "interact",
        "Interact",
        "Opens or closes a door, works a device, picks something up, gives it to an ally; for nothing once a turn.",
    )
};

/// What a creature is given.
const GIVES: Key = Key::new("gives", Takes::Own("the key of what it holds"), "What it gives the ally it names.");

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Handled {
    Door(Id),
    Device(Id),
    PicksUp(u32),
    Gives(Id, String),
}

fn refusal(code: &'static str, message: &'static str) -> Refusal {
    Refusal::by(rule!("EDG-TURN-3"), code, message)
}

/// What hands do to a thing.
///
/// # Errors
/// The rule that stands against it.
fn upon(doer: &Doer<'_>, thing: Id) -> Result<Handled, Refusal> {
    let world = doer.world;
    let refuse = |code, message| Err(refusal(code, message));
    if !reach::to_hand(world, doer.id, thing) {
        return refuse("not_to_hand", "It does not stand beside it.");
    }
    if world.part::<Faulty>(thing).is_some() {
        let message = "It has stopped working: an action gets it working again.";
        return Err(Refusal::by(rule!("EDG-SET-3"), "stuck", message));
    }
    if let Some(task) = world.part::<Task>(thing).filter(|task| !task.is_done()) {
        let message = format!("It takes a check of {}.", task.difficulty);
        return Err(Refusal::by(rule!("EDG-CORE-6"), "task", message));
    }
    match world.part::<DoorState>(thing) {
        Some(_) if !opens(world, doer.id, thing) => refuse("locked", "It is locked."),
        Some(_) if kept_open(world, thing, doer.id) => refuse("occupied", "A creature stands in the door."),
        Some(_) => Ok(Handled::Door(thing)),
        None if world.part::<Device>(thing).is_some() => Ok(Handled::Device(thing)),
        None => refuse("nothing", "Hands do nothing to that."),
    }
}

/// What is given to an ally beside it (EDG-TURN-3).
///
/// # Errors
/// The rule that stands against it.
fn gives(doer: &Doer<'_>, ally: Id, key: &str) -> Result<Handled, Refusal> {
    let world = doer.world;
    let refuse = |code, message| Err(refusal(code, message));
    if hands::grip(world, doer.id, key) == 0 {
        return refuse("not_in_hand", "It does not hold that.");
    }
    if !doer.knows(ally) || !sides::allied(world, doer.id, ally) || !creature::conscious(world, ally) {
        return refuse("no_target", "Name an ally.");
    }
    let (own, its) = (space(world, doer.id), space(world, ally));
    if own.steps(its) > 1 || parted(world, own, its) {
        return refuse("not_to_hand", "It does not stand beside it.");
    }
    if hands::free_with_ease(world, ally) < 1 {
        return refuse("no_hand", "It has no free hand for it.");
    }
    Ok(Handled::Gives(ally, key.to_owned()))
}

/// Whether an order's word names a thing on the ground.
fn is_meant(lying: &GroundItem<Attack>, word: &str) -> bool {
    lying.word() == word || lying.item.key == word
}

/// EDG-SET-7: what picking a thing up costs: the action where it slipped from a hand.
fn takes(doer: &Doer<'_>, lying: &GroundItem<Attack>) -> Cost {
    let slipped = doer.world.resource::<Slipped>().0.contains(&lying.number);
    if slipped { Cost::Slipped } else { doer.interaction() }
}

/// What is picked up.
///
/// # Errors
/// The rule that stands against it.
fn picks_up(doer: &Doer<'_>, word: &str) -> Result<Handled, Refusal> {
    let near = hands::within_reach(doer.world, doer.id);
    let meant = near.iter().find(|lying| is_meant(lying, word));
    let lying = meant.ok_or_else(|| refusal("not_to_hand", "That does not lie near."))?;
    if hands::free_with_ease(doer.world, doer.id) < 1 {
        return Err(refusal("no_hand", "Picking up takes a free hand."));
    }
    Ok(Handled::PicksUp(lying.number))
}

impl Action for Interacting {
    type Rules = Edge;
    type Plan = Handled;
    const KIND: &'static ActionKind = &KIND;

    /// EDG-TURN-5: some things always take the action.
    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        if act.target.is_some_and(|thing| doer.world.part::<SpecialUse>(thing).is_some()) {
            return Cost::SpecialUse;
        }
        let near = hands::within_reach(doer.world, doer.id);
        let meant = near.iter().find(|lying| act.with.as_deref().is_some_and(|word| is_meant(lying, word)));
        meant.map_or_else(|| doer.interaction(), |lying| takes(doer, lying))
    }

    /// What lies near has a row of its own each.
    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let world = doer.world;
        let works = |thing: Id| world.part::<DoorState>(thing).is_some() || world.part::<Device>(thing).is_some();
        let allies = || known_to(world, doer.id).any(|(other, _)| sides::allied(world, doer.id, other));
        let gives = || !hands::held(world, doer.id).is_empty() && allies();
        if things(world).any(works) || gives() {
            Edge::list(doer, self, menu);
        }
        for lying in hands::within_reach(world, doer.id) {
            let mut offer = KIND.offer();
            offer.label = format!("Pick up: {}", lying.item.name);
            offer.cost = takes(doer, &lying).words();
            offer.purpose = Purpose::Gear;
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
        let held = hands::held(doer.world, doer.id);
        let given = known_to(doer.world, doer.id).flat_map(|(id, _)| {
            let base = &base;
            held.iter().map(move |one| base.upon(id).saying(GIVES.key, &*one.key))
        });
        things.chain(given).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Handled, Refusal> {
        match (act.target, act.with.as_deref(), act.word(GIVES.key)) {
            (Some(ally), None, Some(key)) => gives(doer, ally, key),
            (Some(thing), None, None) if doer.world.part::<Thing>(thing).is_some() => upon(doer, thing),
            (None, Some(word), None) => picks_up(doer, word),
            _ => Err(Refusal::new("no_target", "Name a door, a device, a thing on the ground, or an ally and a gift.")),
        }
    }

    fn begin(&self, world: &mut World, by: Id, what: Handled) {
        match what {
            Handled::Door(door) => {
                world.note(by, "works the door", rule!("EDG-TURN-3"));
                if let Err(unknown) = turn_door(world, door, by) {
                    sight::find(world, by, unknown);
                    world.note(by, "the door is blocked", rule!("EDG-TURN-3"));
                }
            }
            Handled::Device(device) => {
                world.note(by, "works the device", rule!("EDG-OBJ-1"));
                work_device(world, device);
            }
            Handled::PicksUp(number) => {
                let taken = world.resource_mut::<GroundItems<Attack>>().take_up(number);
                world.resource_mut::<Slipped>().0.remove(&number);
                if let Some(item) = taken {
                    world.note(by, format!("picks up {}", item.name), rule!("EDG-TURN-3"));
                    hands::receive(world, by, item);
                }
            }
            Handled::Gives(ally, key) => {
                if let Some(item) = hands::lose(world, by, &key) {
                    let event = Event::note(format!("gives it {}", item.name)).actor(by).target(ally);
                    world.tell(event.by(rule!("EDG-TURN-3")));
                    hands::receive(world, ally, item);
                }
            }
        }
    }
}
