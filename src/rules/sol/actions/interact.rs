//! Interact: doors, devices and things on the floor within 5 ft (SOL-ACT-12).

use super::super::field::{
    items::{REACH, hands},
    sight,
};
use super::doer::*;
use crate::grid::Footprint;

/// Using one's hands.
pub(crate) struct Interact;

/// What hands do something to.
#[derive(Clone, Copy)]
pub(crate) enum Handled {
    /// A door, a device.
    Object(Id),
    /// Something on the floor, by its number.
    Item(u32),
}

const ITEM: Key = Key {
    key: "item",
    takes: Takes::Own("KEY-NUMBER, such as `\"pistol-0\"`"),
    means: "Which of the things on the floor at `at` is picked up: the weapon's key, and its place among all that ever fell in \
            this fight, from 0. The list of legal orders names it.",
};

/// What an order of it reads like.
pub(crate) const KIND: ActionKind = ActionKind {
    purpose: Purpose::Interact,
    aimed: &[AimedAt::Object, AimedAt::Square],
    range: 1,
    options: &[ITEM],
    readied: true,
    ..ActionKind::new("interact", "Interact", "A door, a device, a thing on the floor.")
};

/// Everything that hands could do something to now: doors, devices, things.
pub(crate) fn to_hand(world: &World, id: Id) -> Vec<Handled> {
    at_hand(world, id).collect()
}

fn at_hand(world: &World, id: Id) -> impl Iterator<Item = Handled> + '_ {
    // SOL-ACT-12: a door that cannot be closed is none of it.
    within_hands(world, id).filter(move |with| !matches!(with, Handled::Object(door) if kept_open(world, *door, id)))
}

/// What hands get to.
fn within_hands(world: &World, id: Id) -> impl Iterator<Item = Handled> + '_ {
    let here = Place::of(world, id);
    let within = move |space, height| sight::apart(here, Place { space, height }) <= REACH;
    let works = move |laid: &&PlacedObject| {
        let Some(parts) = world.look(laid.id) else { return false };
        if !opens(world, id, laid.id) && !parts.contains::<Device>() {
            return false;
        }
        let squares = parts.get::<Thing>().into_iter().flat_map(|thing| &thing.squares);
        let mut spaces = squares.map(|&at| Footprint::single(at));
        // SOL-EDGE-7: at an edge from either side, by whoever stands at it.
        laid.edge.is_some() || spaces.any(|space| within(space, laid.height) && !out_of_hands(world, here.space, space))
    };
    // Most lie out of reach with all of their squares.
    let near = laid(world).iter().filter(move |laid| match laid.edge {
        Some(edge) => edge.bounds(here.space),
        None => within(laid.space, laid.height),
    });
    let objects = near.filter(works).map(|laid| Handled::Object(laid.id));
    let lying = world.resource::<GroundItems<Attack>>().items.iter();
    let near = lying.filter(move |item| {
        let at = Footprint::single(item.at);
        let near = here.space.steps(at) <= 1 && sight::distance_to(world, id, item.at) <= REACH;
        near && !out_of_hands(world, here.space, at)
    });
    objects.chain(near.map(|item| Handled::Item(item.number)))
}

/// How an order names it.
fn named(world: &World, base: &Act, with: Handled) -> Option<Act> {
    Some(match with {
        Handled::Object(object) => base.upon(object),
        Handled::Item(number) => {
            let lying = world.resource::<GroundItems<Attack>>().lying(number)?;
            base.to(lying.at).saying(ITEM.key, lying.word())
        }
    })
}

fn able(means: &Doer) -> Result<(), Refusal> {
    means.pay(Some(KIND.key), 1)?;
    if !hands(means.world, means.id) {
        return Err(nothing("It cannot use its hands.", rule!("SOL-ZERO-2")));
    }
    Ok(())
}

/// SOL-ACT-12: why a door that hands get to is not closed.
fn stands_open() -> Refusal {
    Refusal::by(rule!("SOL-ACT-12"), "door_blocked", "The door is blocked: a creature stands in it.")
}

impl Action for Interact {
    type Rules = Sol;
    type Plan = Handled;
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, means: &Doer<'_>, menu: &mut Menu<'_>) {
        let mut offer = row(&KIND);
        offer.refusal = menu.judge(|| {
            able(means)?;
            if to_hand(means.world, means.id).is_empty() {
                return Err(nothing("Nothing to hand within 5 ft.", rule!("SOL-ACT-12")));
            }
            Ok(())
        });
        menu.add(offer);
    }

    fn orders(&self, means: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        if able(means).is_err() {
            return Vec::new();
        }
        let all = to_hand(means.world, means.id).into_iter();
        all.filter_map(|with| named(means.world, &base, with)).collect()
    }

    fn parse(&self, means: &Doer<'_>, act: &Act) -> Result<Handled, Refusal> {
        able(means)?;
        let (world, id) = (means.world, means.id);
        let door = act.target.filter(|&door| kept_open(world, door, id));
        if door
            .is_some_and(|door| within_hands(world, id).any(|with| matches!(with, Handled::Object(one) if one == door)))
        {
            return Err(stands_open());
        }
        let all = to_hand(world, id);
        if all.is_empty() {
            return Err(nothing("Nothing to hand within 5 ft.", rule!("SOL-ACT-12")));
        }
        let base = KIND.order(id);
        let meant = all.into_iter().find(|&with| named(world, &base, with).as_ref() == Some(act));
        let message = "That is not to hand within 5 ft.";
        let refusal = || Refusal::by(rule!("SOL-ACT-12"), "not_to_hand", message);
        meant.ok_or_else(refusal)
    }

    fn begin(&self, world: &mut World, id: Id, with: Handled) {
        let target = match with {
            Handled::Object(object) => Some(object),
            Handled::Item(_) => None,
        };
        let between = target.is_some_and(|target| edge_of(world, target).is_some());
        let rule = if between { rule!("SOL-EDGE-7") } else { rule!("SOL-ACT-12") };
        told(world, id, KIND.label, target, rule);
        spend(world, id, KIND.key, 1);
        handle(world, id, with);
    }
}

/// What a readied Interact could be done to now.
pub(crate) fn readied(world: &World, id: Id) -> impl Iterator<Item = Handled> + '_ {
    at_hand(world, id).filter(move |_| hands(world, id))
}

/// SOL-ACT-12: each of these things as a choice under this key, and after it the thing's own where there are several.
pub(crate) fn choices(world: &World, id: Id, key: &str) -> Vec<(Choice, Handled)> {
    let things: Vec<Handled> = readied(world, id).collect();
    let several = things.len() > 1;
    let choice = |with: Handled| {
        let (word, name) = match with {
            // By its name, since a number would tell how many others there are.
            Handled::Object(object) => {
                let name = world.resource::<Names>().name(object).to_owned();
                (name.clone(), name)
            }
            Handled::Item(number) => {
                let lying = world.resource::<GroundItems<Attack>>().lying(number)?;
                (lying.word(), lying.item.name.clone())
            }
        };
        let key = if several { format!("{key}-{word}") } else { key.to_owned() };
        let choice = Choice::new(key, format!("Readied: Interact, {name}"));
        let choice = match with {
            Handled::Object(object) => choice.onto(object),
            Handled::Item(number) => choice.at(world.resource::<GroundItems<Attack>>().lying(number)?.at),
        };
        Some((choice.to(Purpose::Interact).by(rule!("SOL-ACT-7")), with))
    };
    things.into_iter().filter_map(choice).collect()
}

/// SOL-ACT-12: works a door or a device, or picks something up.
pub(crate) fn handle(world: &mut World, id: Id, with: Handled) {
    match with {
        Handled::Object(object) => work(world, id, object),
        Handled::Item(number) => pick_up(world, id, number),
    }
}

fn work(world: &mut World, id: Id, object: Id) {
    if world.part::<DoorState>(object).is_some()
        && let Err(unknown) = turn_door(world, object, id)
    {
        // SOL-OCC-2: a creature that keeps a door from closing is found by the one that tries.
        for other in unknown {
            sight::reveal_to(world, other, id, rule!("SOL-OCC-2"));
        }
        world.tell(Event::note("the door is blocked").actor(id));
        return;
    }
    work_device(world, object);
}

fn pick_up(world: &mut World, id: Id, number: u32) {
    let Some(attack) = world.resource_mut::<GroundItems<Attack>>().take_up(number) else {
        return;
    };
    world.note(id, format!("picks up {}", attack.name), rule!("SOL-ACT-12"));
    world.the_mut::<Held>(id).0.insert(attack.key.clone());
    let mut stats = world.the_mut::<Stats>(id);
    if !stats.0.attacks.iter().any(|known| known.key == attack.key) {
        std::sync::Arc::make_mut(&mut stats.0).attacks.push(attack);
    }
}
