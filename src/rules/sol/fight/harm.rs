//! Damage: how hits take flight, what is foretold of them, what follows on the attack's damage.

use bevy::prelude::*;

use super::super::data::stats::*;
use super::super::field::cover::Found;
use super::super::motion;
use super::{
    defence,
    hit::{Hit, Progress, Taken, at},
};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::rule;

/// What the target's nature makes of what is left of a hit, in words; nothing where it makes nothing of it.
pub(crate) fn foretold(world: &World, hit: &Hit) -> Option<String> {
    let (guard, _) = defence::withstands(world, hit)?;
    let how = match guard {
        Guard::Immunity => "Immune to",
        Guard::Vulnerability => "Vulnerable to",
        _ => "Resists",
    };
    let kind = hit.damage_type.name().to_lowercase();
    let left = gets_through(world, hit);
    (left != hit.total.value).then(|| format!("{how} {kind}: {left}"))
}

/// How much of what is left of a hit by now gets through to the target.
pub(crate) fn gets_through(world: &World, hit: &Hit) -> i32 {
    let Some((_, term)) = defence::withstands(world, hit) else {
        return hit.total.value;
    };
    let mut left = hit.total.clone();
    left.push(term);
    left.value
}

/// Launches harm that no attack does: events, falls, overrides (SOL-EVENT-5, SOL-DODGE-5: no dodge).
pub(crate) fn launch_harm(world: &mut World, hurt: Hurt) {
    // The last launched is dealt with first.
    for part in hurt.parts.into_iter().rev() {
        launch_hit(world, unanswered(part, hurt.target, hurt.origin, hurt.ignores_cover), None);
    }
}

fn unanswered(part: HurtPart, target: Id, spot: Option<Square>, ignores_cover: bool) -> Hit {
    Hit {
        target,
        by: None,
        came: part.amount.value,
        total: part.amount,
        taken_off: Vec::new(),
        damage_type: DamageType::known(&part.kind).unwrap_or_default(),
        spot,
        ignores_cover,
        no_dodge: true,
        knock_out: false,
        rider: None,
        name: String::new(),
        cover_override: None,
        unseen_by: Vec::new(),
    }
}

/// Lets a hit take flight. `between` is what stands before the target of an attack; `None` for other harm. Cover is taken off at once: of
/// several hits of one roll each meets what stood there when it was rolled (SOL-AREA-5, SOL-COVER-21).
pub(crate) fn launch_hit(world: &mut World, mut hit: Hit, between: Option<&Aimed<Found>>) {
    defence::take_cover(world, &mut hit, between);
    launch(world, (hit, Progress::Covered));
}

/// R31: which way is straight away from one space, as seen by another: on each axis on which the two do not overlap.
fn away(from: Footprint, to: Footprint) -> (i16, i16) {
    let (columns, rows) = from.gap(to);
    let sign = |from: i16, to: i16, gap: i32| if gap > 0 { (to - from).signum() } else { 0 };
    (sign(from.at.x, to.at.x, columns), sign(from.at.y, to.at.y, rows))
}

/// Riders, then the hit is over.
pub(super) fn finish(world: &mut World) {
    let Some(id) = at(world, Progress::Done) else { return };
    let taken = world.the::<Taken>(id).0;
    let hit = world.the_mut::<Hit>(id);
    let (target, by) = (hit.target, hit.by);
    let rider = hit.into_inner().rider.take().filter(|_| taken > 0);
    let name = rider.as_ref().map(|_| world.the::<Hit>(id).name.clone());
    land(world);
    if let (Some(rider), Some(name)) = (rider, name)
        && world.resource::<Ids>().stand(target).is_some()
        && is_on_map(world, target)
    {
        let text = format!("{name} has its further effect");
        world.tell(Event::note(text).by(rule!("SOL-ATK-9")));
        match &rider {
            Rider::Prone => motion::fall_prone(world, target, rule!("SOL-ATK-9")),
            Rider::Push(squares) => {
                if let Some(by) = by {
                    let away = away(space(world, by), space(world, target));
                    environment::push(world, target, away, *squares);
                }
            }
        }
    }
}
