//! Interacting with what is there: the first in a turn is free, another takes the action (EDG-TURN-3, EDG-TURN-4).

use super::super::data::{TurnUsage, task::Task};
use super::super::field::sight;
use super::doer::*;

/// Doing so.
pub(super) struct Interacting;

pub(super) const KIND: ActionKind = ActionKind {
    icon: "interact",
    purpose: Purpose::Interact,
    aimed: &[AimedAt::Object],
    range: 1,
    ..ActionKind::new("interact", "Interact", "Opens or closes a door, works a device; for nothing once a turn.")
};

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handled {
    Door(Id),
    Device(Id),
}

/// What hands do to a thing.
///
/// # Errors
/// The rule that stands against it.
fn upon(doer: &Doer<'_>, thing: Id) -> Result<Handled, Refusal> {
    let world = doer.world;
    let refuse = |code: &'static str, message: &'static str| Err(Refusal::by(rule!("EDG-TURN-3"), code, message));
    let own = space(world, doer.id);
    let near = match edge_of(world, thing) {
        Some(edge) => edge.bounds(own),
        None => world.part::<Thing>(thing).is_some_and(|thing| {
            let beside = |&at: &crate::grid::Square| own.steps(at.into()) <= 1 && !parted(world, own, at.into());
            thing.squares.iter().any(beside)
        }),
    };
    if !near {
        return refuse("not_to_hand", "It does not stand beside it.");
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

impl Action for Interacting {
    type Rules = Edge;
    type Plan = Handled;
    const KIND: &'static ActionKind = &KIND;

    fn cost(&self, doer: &Doer<'_>, _act: &Act) -> Cost {
        if doer.world.the::<TurnUsage>(doer.id).interacted { Cost::Action } else { Cost::Interaction }
    }

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        let world = doer.world;
        things(world).any(|thing| world.part::<DoorState>(thing).is_some() || world.part::<Device>(thing).is_some())
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let near = |&thing: &Id| upon(doer, thing).is_ok();
        things(doer.world).filter(near).map(|thing| base.upon(thing)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Handled, Refusal> {
        let thing = act.target.filter(|&thing| doer.world.part::<Thing>(thing).is_some());
        upon(doer, thing.ok_or_else(|| Refusal::new("no_target", "Name a door or a device."))?)
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
        }
    }
}
