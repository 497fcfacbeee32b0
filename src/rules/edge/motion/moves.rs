//! Where a creature gets to with the metres it has left (EDG-MOVE-1, EDG-MOVE-2), and what comes of each step.

use bevy::prelude::World;

use super::super::body::check::{Aim, Check, Settled};
use super::super::body::creature::{self, Way};
use super::super::body::{gravity, hands, trauma};
use super::super::data::conditions::{HANGING, PRONE, SQUEEZING};
use super::super::data::{Ability, CLIMBING, HalfMetres, STEP, SWIMMING, TurnUsage};
use super::super::field::{reach, sight};
use super::super::fight::{passing, special};
use super::super::ruleset::Edge;
use super::ground;
use crate::battle::*;
use crate::grid::{Footprint, Square};
use crate::rule;

/// EDG-PRONE-6, EDG-TRA-17: whether it only crawls: it lies on the ground, or its legs do not bear it.
fn crawls(world: &World, id: Id) -> bool {
    let lame = trauma::legs(world, id, true);
    has_condition(world, id, PRONE) || lame > 1 || lame == 1 && !hands::has_cane(world, id)
}

impl OnFoot for Edge {
    type Ground<'w> = OpenGround<'w, Self>;

    fn set_out(world: &World, creature: Id) -> (OpenGround<'_, Self>, OpenWalker) {
        let moves = creature::moves(world, creature).is_ok();
        let halted = gravity::only_drifts(world, creature);
        let left = if moves { creature::metres_to_go(world, creature) } else { 0 };
        let farther = |way: Way| if moves { creature::farther(world, creature, way) } else { None };
        let farther =
            Farther { flying: farther(Way::Air), swimming: farther(Way::Water), climbing: farther(Way::Face) };
        let (ground, walker) = OpenGround::set_out(world, creature, left, crawls(world, creature));
        let bound = open_flight::bound(world, creature);
        let flies = ground::is_flying(world, creature) || (bound.is_some() && ground::keeps_aloft(world, creature));
        (ground, OpenWalker { flies, bound, farther, halted, ..walker })
    }
}

impl Edge {
    /// Where a creature gets to with so many metres, whatever it has left (EDG-XPL-13).
    pub(crate) fn gets_within(world: &World, creature: Id, halves: HalfMetres) -> Reach {
        let (ground, walker) = Self::set_out(world, creature);
        let alike = |more: Option<i32>| more.map(|_| 0);
        let Farther { flying, swimming, climbing } = walker.farther;
        let farther = Farther { flying: alike(flying), swimming: alike(swimming), climbing: alike(climbing) };
        ground.reach(world, creature, OpenWalker { left: halves, farther, ..walker })
    }
}

/// How much it has left in the way in which it goes now.
pub(crate) fn left(world: &World, id: Id) -> HalfMetres {
    if gravity::only_drifts(world, id) {
        return 0;
    }
    let more = if ground::is_flying(world, id) { creature::farther(world, id, Way::Air) } else { None };
    (creature::metres_to_go(world, id) + more.unwrap_or(0)).max(0)
}

/// Pays for a step and takes it.
pub(crate) fn take_step(world: &mut World, id: Id, step: &Step) {
    creature::spend(world, id, step.cost.value);
    run_up(world, id, step);
    go(world, id, step.place(), MoveKind::ByItself);
    lose(world, id, HANGING, [rule!("EDG-MOVE-16")]);
}

/// Brings a creature to a place, with those who go along; it is as narrow there as it must be.
pub(super) fn go(world: &mut World, id: Id, to: Place, going: MoveKind) -> Vec<(Id, Footprint)> {
    let along = move_with_attached(world, id, to.position(), going);
    if space(world, id).side != to.space.side {
        grow_to(world, id, to.space.side);
    }
    note_squeeze(world, id);
    along
}

/// EDG-SIZE-3: whether it squeezes where it is.
fn note_squeeze(world: &mut World, id: Id) {
    if ground::is_narrow(world, id) {
        gain(world, id, SQUEEZING, Lasts::UntilEnded, [rule!("EDG-SIZE-3")]);
    } else {
        lose(world, id, SQUEEZING, [rule!("EDG-SIZE-3")]);
    }
}

/// EDG-SIZE-3: one that is narrow where it need not be takes all of its room again.
pub(super) fn unfold(world: &mut World, id: Id) {
    let Some(narrow) = Edge::narrows(world, id) else { return };
    let own = space(world, id);
    if own.side < narrow.whole {
        let (ground, walker) = Edge::set_out(world, id);
        let fits = |space: &Footprint| {
            !ground.is_narrow(*space) && ground.stop(&OpenWalker { space: *space, ..walker }).is_ok()
        };
        let whole = own.nested(narrow.whole).find(fits);
        if let Some(whole) = whole {
            let height = ground::height_in(world, id, whole, walker.height);
            let (before, to) = (*world.the::<Position>(id), Place { space: whole, height });
            go(world, id, to, MoveKind::Carried);
            let event = Event::step(id, before, to.position(), Motion::Walk, "takes all of its room again");
            world.tell(event.by(rule!("EDG-SIZE-3")));
        }
    }
    note_squeeze(world, id);
}

/// EDG-JUMP-1: how far it has gone on foot up to now, without a break.
fn run_up(world: &mut World, id: Id, step: &Step) {
    let from = space(world, id).at;
    let askew = from.x != step.to.x && from.y != step.to.y;
    let mut usage = world.the_mut::<TurnUsage>(id);
    usage.run_up = if step.motion == Motion::Walk { usage.run_up + STEP[usize::from(askew)] } else { 0 };
}

/// Before a step: a hard climb or swim must come off, and enemies whose reach it leaves may strike. Creatures of which its side does not
/// know are walked into.
pub(crate) fn before_step(world: &mut World, id: Id, step: &Step) {
    if comes_off(world, id, step.place(), step.motion) {
        passing::leaving(world, id, step);
        walk_into(world, id, step);
        return;
    }
    creature::spend(world, id, step.cost.value);
    if let Some((flight, _)) = uppermost::<Moving>(world) {
        world.the_mut::<Moving>(flight).rest.clear();
    }
    launch(world, Replan);
}

/// EDG-MOVE-7: whether a climb or swim comes off that the level says is hard.
pub(super) fn comes_off(world: &mut World, id: Id, to: Place, motion: Motion) -> bool {
    let (key, skill, words) = match motion {
        Motion::Climb => ("climb_check", CLIMBING, "a hard climb"),
        Motion::Swim => ("swim_check", SWIMMING, "a hard swim"),
        _ => return true,
    };
    let from = Place::of(world, id);
    // A face is that of the higher ground, or of a hole.
    let spaces = match motion {
        Motion::Swim => vec![to.space],
        _ if to.height > from.height => vec![to.space],
        _ => vec![from.space, to.space],
    };
    let map = world.resource::<Map>();
    let hard = |at: Square| map.terrain(at).and_then(|terrain| ground::difficulty(terrain, key));
    let hardest = spaces.iter().flat_map(|space| space.squares()).filter_map(hard).max();
    let Some(hardest) = hardest else { return true };
    let check = Check::new(world, id, Aim::Act, words, (Ability::Strength, Some(skill)));
    let settled = Settled::of(id, Aim::Act);
    let against = Trace::new(words, hardest).by(rule!("EDG-MOVE-7"));
    let made = special::attempt(world, check, against, settled, rule!("EDG-MOVE-7"));
    if !made {
        world.note(id, "gets nowhere", rule!("EDG-MOVE-7"));
    }
    made
}

/// EDG-HIDE-17: those in a mover's way to a place of whom its side does not know.
pub(super) fn strangers_met(world: &World, mover: Id, to: Place) -> Vec<Id> {
    let own = side_of(world, mover);
    let mut met = strangers(world, own, |other, stand| other != mover && stand.space.overlaps(to.space));
    met.retain(|&other| !reach::is_clear_of(world, (mover, to), (other, Place::of(world, other))));
    met
}

/// EDG-HIDE-17: a step onto a creature of which the mover's side does not know is paid and not made; the creature is found.
fn walk_into(world: &mut World, id: Id, step: &Step) {
    let met = strangers_met(world, id, step.place());
    if met.is_empty() {
        return;
    }
    creature::spend(world, id, step.cost.value);
    sight::find(world, id, met);
    launch(world, Replan);
}
