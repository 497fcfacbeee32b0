//! Interacting with what is to hand: doors, things on the ground, illusions that one doubts (ESS-ACT-2, ESS-COVER-5).

use super::super::field::skills;
use super::super::motion::room;
use super::doer::*;

/// Using one's hands.
pub(crate) struct Interact;

/// What hands do something to.
#[derive(Clone)]
pub(crate) enum Handled {
    Door(Id),
    Illusion(Id),
    /// Something on the ground, by its number.
    Item(u32),
}

const LYING: Key = Key::new(
    "item",
    Takes::Own("KEY-NUMBER, such as `\"sword-0\"`"),
    "Which of the things on the ground at `at` is picked up: the weapon's key, and its place among all that ever fell in this \
     fight, from 0. The list of legal orders names it.",
);

/// What an order of it reads like.
pub(crate) const KIND: ActionKind = ActionKind {
    purpose: Purpose::Interact,
    aimed: &[AimedAt::Object, AimedAt::Square],
    range: 1,
    options: &[LYING],
    readied: true,
    ..ActionKind::new("interact", "Interact", "A door, a thing on the ground.")
};

impl Action for Interact {
    type Rules = Essence;
    type Plan = Handled;
    const KIND: &'static ActionKind = &KIND;

    fn cost(&self, doer: &Doer<'_>, act: &Act) -> i32 {
        let fixture = act.target.and_then(|thing| doer.world.part::<ObjectProperties>(thing));
        fixture.map_or(1, |fixture| fixture.interact_cost)
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        if doer.profile().hands == 0 {
            return Vec::new();
        }
        let turns = |thing: Id| handled(doer, thing).is_some() && !kept_open(doer.world, thing, doer.id);
        let things = things(doer.world).filter(|&thing| turns(thing));
        let mut out: Vec<Act> = things.map(|thing| base.upon(thing)).collect();
        for lying in &doer.world.resource::<GroundItems<Item>>().items {
            if to_hand(doer, lying) {
                out.push(base.to(lying.at).saying(LYING.key, lying.word()));
            }
        }
        out
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Handled, Refusal> {
        let with = match (act.target, act.at, act.word(LYING.key)) {
            (Some(thing), None, None) => handled(doer, thing),
            (None, Some(at), Some(word)) => {
                let mut items = doer.world.resource::<GroundItems<Item>>().items.iter();
                let lying = items.find(|lying| lying.at == at && lying.word() == word && to_hand(doer, lying));
                lying.map(|lying| Handled::Item(lying.number))
            }
            _ => None,
        };
        let able = with.filter(|_| doer.profile().hands > 0);
        let refusal = || Refusal::by(rule!("ESS-ACT-2"), "impossible", "That is not to hand.");
        let with = able.ok_or_else(refusal)?;
        if matches!(with, Handled::Door(door) if kept_open(doer.world, door, doer.id)) {
            return Err(Refusal::by(rule!("ESS-ACT-3"), "occupied", "Somebody stands in the door."));
        }
        Ok(with)
    }

    fn begin(&self, world: &mut World, id: Id, with: Handled) {
        let target = match with {
            Handled::Door(thing) | Handled::Illusion(thing) => Some(thing),
            Handled::Item(_) => None,
        };
        let between = target.is_some_and(|target| edge_of(world, target).is_some());
        let rule = if between { rule!("ESS-EDGE-6") } else { rule!("ESS-ACT-2") };
        told(world, id, "Interact", target, rule);
        match with {
            Handled::Door(door) => use_door(world, id, door),
            Handled::Illusion(thing) => skills::see_through(world, id, thing),
            Handled::Item(number) => pick_up(world, id, number),
        }
    }

    fn readies(&self, doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        // The door is its target: nothing is picked up that way.
        if let Some(option) = act.options.keys().next() {
            let message = format!("There is no option `{option}` here.");
            return Err(Refusal::new("no_such_option", message));
        }
        match act.target.and_then(|thing| doer.world.part::<DoorState>(thing)) {
            Some(_) => Ok(()),
            None => Err(Refusal::new("no_target", "Name the door it is to open or close.")),
        }
    }
}

/// What hands could do to something beside them.
fn handled(doer: &Doer<'_>, thing: Id) -> Option<Handled> {
    let (world, here) = (doer.world, space(doer.world, doer.id));
    let beside = |at: &Square| within_hands(world, here, *at);
    let squares = &world.part::<Thing>(thing)?.squares;
    let near = creature::distance(world, doer.id, thing) <= 5
        && match edge_of(world, thing) {
            // ESS-EDGE-6: what stands between squares is worked from either side, by whoever stands at it.
            Some(edge) => edge.bounds(here),
            None => squares.iter().any(beside),
        };
    if !near {
        return None;
    }
    let door = world.part::<DoorState>(thing);
    let seen = world.part::<SeenThrough>(thing);
    let doubtful = creature::illusory(world, thing) && !seen.is_some_and(|seen| seen.0.contains(&doer.id));
    match door {
        Some(_) if doubtful || opens(world, doer.id, thing) => Some(Handled::Door(thing)),
        None if doubtful => Some(Handled::Illusion(thing)),
        _ => None,
    }
}

/// Whether hands get from a space to a square: beside it, and nothing between that they do not get through (ESS-EDGE-6, R66).
fn within_hands(world: &World, here: Footprint, at: Square) -> bool {
    let there = Footprint::single(at);
    here.steps(there) <= 1 && !out_of_hands(world, here, there)
}

/// Whether something on the ground can be picked up.
fn to_hand(doer: &Doer<'_>, lying: &GroundItem<Item>) -> bool {
    let here = Place::of(doer.world, doer.id);
    let up = creature::steps_up(here.height) - creature::steps_up(floor(doer.world, lying.at));
    // From the rim of a shaft, or from the air, hands do not get there (ESS-GRID-3).
    up.abs() <= 1
        && within_hands(doer.world, here.space, lying.at)
        && lying.item.weapon.hands <= creature::free_hands(doer.world, doer.id)
}

fn use_door(world: &mut World, id: Id, door: Id) {
    if let Err(unknown) = turn_door(world, door, id) {
        room::found(world, id, &unknown);
        world.note(id, "the door is blocked", rule!("ESS-ACT-3"));
    }
}

fn pick_up(world: &mut World, id: Id, number: u32) {
    let Some(mut item) = world.resource_mut::<GroundItems<Item>>().take_up(number) else {
        return;
    };
    item.held = true;
    let text = format!("picks up {}", item.weapon.name);
    world.the_mut::<Gear>(id).0.push(item);
    world.note(id, text, rule!("ESS-ACT-2"));
}
