//! Every complete order an offer stands for.

use bevy::prelude::World;

use super::super::{attack, items, moves, sight, stats::*};
use super::{Means, READY_TRIGGERS, can_help, may_knock_out, readiable, special_of};
use crate::battle::*;
use crate::grid::Square;

/// Every complete order an offer stands for.
pub fn acts(world: &World, id: Id, offer: &Offer) -> Vec<Act> {
    acts_of(world, id, &offer.action, offer.with.as_deref())
}

/// Every complete order of an action done with something.
pub(super) fn acts_of(world: &World, id: Id, action: &str, with: Option<&str>) -> Vec<Act> {
    let base = Act {
        with: with.map(str::to_owned),
        ..Act::new(id, action)
    };
    match action {
        "attack" => attack_acts(world, id, &base),
        "sprint" | "hide" | "search" | "drop" => vec![base],
        "ready" => readiable(&Means::of(world, id))
            .into_iter()
            .flat_map(|with| {
                READY_TRIGGERS.map(|(word, ..)| {
                    let mut act = Act {
                        with: Some(with.clone()),
                        ..base.clone()
                    };
                    act.options.insert("trigger".into(), Setting::Word(word.into()));
                    act
                })
            })
            .collect(),
        "help" => on_map(world)
            .filter(|&friend| can_help(world, id, friend).is_ok())
            .map(|friend| Act {
                target: Some(friend),
                ..base.clone()
            })
            .collect(),
        "interact" => items::interactions(world, id),
        "use" => special_acts(world, id, &base),
        _ => moves::acts(world, id, action),
    }
}

fn attack_acts(world: &World, id: Id, base: &Act) -> Vec<Act> {
    let key = base.with.as_deref().unwrap_or_default();
    let Some(with) = attack::of(world, id, key) else {
        return Vec::new();
    };
    if with.burst_ft.is_some() {
        return spots(world, id, with)
            .into_iter()
            .map(|at| Act {
                at: Some(at),
                ..base.clone()
            })
            .collect();
    }
    let only = attack::must_attack(world, id, with);
    let mut out = Vec::new();
    let targets = on_map(world).chain(things(world).filter(|&thing| world.part::<Sturdy>(thing).is_some()));
    for target in targets {
        if attack::aims_at(world, id, with, target).is_err()
            || only.as_ref().is_some_and(|only| !only.contains(&target))
        {
            continue;
        }
        out.push(Act {
            target: Some(target),
            ..base.clone()
        });
        if may_knock_out(world, with, target).is_ok() {
            let mut act = Act {
                target: Some(target),
                ..base.clone()
            };
            act.options.insert("knock_out".into(), Setting::Flag(true));
            out.push(act);
        }
    }
    out
}

/// The first and the last square that could be in range.
pub(super) fn spot_in_reach(world: &World, id: Id, with: &Attack) -> (Square, Square) {
    let body = space(world, id);
    let reach = i16::try_from(with.range_ft / 5).unwrap_or(0);
    let (width, height) = world.resource::<Map>().size();
    let far = body.far_corner().offset(reach, reach);
    let last = |far: i16, edge: u16| far.min(i16::try_from(edge).unwrap_or(i16::MAX) - 1);
    (
        Square::new((body.at.x - reach).max(0), (body.at.y - reach).max(0)),
        Square::new(last(far.x, width), last(far.y, height)),
    )
}

fn spots(world: &World, id: Id, with: &Attack) -> Vec<Square> {
    let (low, high) = spot_in_reach(world, id, with);
    let mut out = Vec::new();
    for y in low.y..=high.y {
        for x in low.x..=high.x {
            let at = Square::new(x, y);
            if attack::aims_at_spot(world, id, with, at).is_ok() {
                out.push(at);
            }
        }
    }
    out
}

/// Whether an action of its own is done at a square, not to somebody.
pub(super) fn at_square(special: &Special) -> bool {
    matches!(special.effect, Boon::Light(_) | Boon::Terrain(_))
}

/// Whether a square is near enough for an action of its own.
pub(super) fn square_fits(world: &World, id: Id, special: &Special, at: Square) -> bool {
    world.resource::<Map>().contains(at) && sight::distance_to(world, id, at) <= special.range_ft
}

pub(super) fn special_acts(world: &World, id: Id, base: &Act) -> Vec<Act> {
    let Some(special) = special_of(world, id, base.with.as_deref()) else {
        return Vec::new();
    };
    if at_square(&special) {
        let map = world.resource::<Map>();
        return map
            .cells()
            .squares()
            .filter(|&at| square_fits(world, id, &special, at))
            .map(|at| Act {
                at: Some(at),
                ..base.clone()
            })
            .collect();
    }
    let targets: Vec<Id> = on_map(world)
        .filter(|&target| items::within(world, id, target, special.range_ft))
        .collect();
    let mut out = Vec::new();
    for target in targets {
        let act = Act {
            target: Some(target),
            ..base.clone()
        };
        if matches!(special.effect, Boon::HealAbility(_)) {
            for ability in Ability::ALL {
                let mut act = act.clone();
                act.options
                    .insert("ability".into(), Setting::Word(ability.key().into()));
                out.push(act);
            }
        } else {
            out.push(act);
        }
    }
    out
}
