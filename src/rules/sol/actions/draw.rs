//! An act drawn by lot: only what was drawn is worked out.

use bevy::prelude::World;

use super::super::{attack, cover, moves, sight, stats::*};
use super::complete::{acts_of, at_square, spot_in_reach, square_fits};
use super::list::BASIC;
use super::{Means, attack_ready, basic_ready, may_knock_out, used_key};
use crate::battle::*;
use crate::grid::Square;

/// What could be drawn.
#[derive(Clone, Copy)]
enum Ticket<'w> {
    Attack(&'w Attack),
    Basic(&'static str),
    Special(&'w Special),
    Way(&'static str),
    Drop(&'w str),
}

/// An act out of some groups. Everything legal in them can come up.
pub fn draw(world: &World, id: Id, groups: &[Group], lot: &mut Lot) -> Option<Act> {
    let means = Means::of(world, id);
    let mut tickets = Vec::new();
    let acts = means.barred.is_none();
    if groups.contains(&Group::Attack) && acts && means.done.attacks <= means.profile.extra_attacks {
        let paid = means.profile.attacks.iter().filter(|with| with.cost_dice <= means.dice);
        tickets.extend(paid.map(Ticket::Attack));
    }
    if groups.contains(&Group::Action) && acts {
        let affordable = if means.dice > 0 { &BASIC[..] } else { &[] };
        tickets.extend(affordable.iter().map(|(action, ..)| Ticket::Basic(action)));
        let paid = means.profile.actions.iter().filter(|own| own.cost_dice <= means.dice);
        tickets.extend(paid.map(Ticket::Special));
    }
    if groups.contains(&Group::Free) {
        let held = &world.the::<Held>(id).0;
        tickets.extend(held.iter().map(|key| Ticket::Drop(key)));
    }
    let ways = moves::Ways::of(world, id, groups);
    tickets.extend(ways.keys().map(Ticket::Way));
    first_act(world, tickets, lot, |ticket, lot| match ticket {
        Ticket::Attack(with) => strike(&means, with, lot),
        Ticket::Basic(action) => {
            basic_ready(&means, action).ok()?;
            pick(&mut acts_of(world, id, action, None), lot)
        }
        Ticket::Special(own) => {
            let key = used_key("use", Some(&own.key));
            means.pay(&key, own.cost_dice, own.repeatable).ok()?;
            let there = at_square(own).then(|| near_square(world, id, own, lot)).flatten();
            if there.is_some() {
                return Some(Act {
                    with: Some(own.key.clone()),
                    at: there,
                    ..Act::new(id, "use")
                });
            }
            pick(&mut acts_of(world, id, "use", Some(&own.key)), lot)
        }
        Ticket::Way(key) => ways.draw(key, lot),
        Ticket::Drop(key) => Some(Act {
            with: Some(key.to_owned()),
            ..Act::new(id, "drop")
        }),
    })
}

/// An attack with something, at somebody or at a spot.
fn strike(means: &Means, with: &Attack, lot: &mut Lot) -> Option<Act> {
    let (world, id) = (means.world, means.id);
    attack_ready(means, with).ok()?;
    let mut act = Act {
        with: Some(with.key.clone()),
        ..Act::new(id, "attack")
    };
    if with.burst_ft.is_some() {
        act.at = Some(spot(world, id, with, lot)?);
        return Some(act);
    }
    let only = attack::must_attack(world, id, with);
    let here = cover::place(world, id);
    let near = |target: Id| sight::apart(here, cover::place(world, target)) <= with.range_ft;
    let fits = |target: Id| {
        only.as_ref().is_none_or(|only| only.contains(&target))
            && near(target)
            && attack::aims_at(world, id, with, target).is_ok()
    };
    let in_range = |thing: &&Laid| here.space.steps(thing.space) * 5 <= with.range_ft;
    let objects = || laid(world).iter().filter(in_range).map(|thing| thing.id);
    let target = first_target(world, id, objects, lot, fits)?;
    act.target = Some(target);
    if may_knock_out(world, with, target).is_ok() && lot(2) == 0 {
        act.options.insert("knock_out".into(), Setting::Flag(true));
    }
    Some(act)
}

/// A square for an action of its own, if one is found at once.
fn near_square(world: &World, id: Id, own: &Special, lot: &mut Lot) -> Option<Square> {
    let body = space(world, id);
    let far = i16::try_from(own.range_ft / 5).unwrap_or(0);
    let wide = (2 * far + i16::from(body.side)) as usize;
    let tried = (0..TRIES).map(|_| body.at.offset(lot(wide) as i16 - far, lot(wide) as i16 - far));
    tried.into_iter().find(|&at| square_fits(world, id, own, at))
}

/// How many squares are tried before all of them are looked at.
const TRIES: usize = 12;

/// A square for an area.
fn spot(world: &World, id: Id, with: &Attack, lot: &mut Lot) -> Option<Square> {
    let (low, high) = spot_in_reach(world, id, with);
    let aims = |at: Square| attack::aims_at_spot(world, id, with, at).is_ok();
    let (wide, tall) = ((high.x - low.x + 1) as usize, (high.y - low.y + 1) as usize);
    for _ in 0..TRIES {
        let at = low.offset(lot(wide) as i16, lot(tall) as i16);
        if aims(at) {
            return Some(at);
        }
    }
    let acts = acts_of(world, id, "attack", Some(&with.key));
    let mut spots: Vec<Square> = acts.into_iter().filter_map(|act| act.at).collect();
    pick(&mut spots, lot)
}
