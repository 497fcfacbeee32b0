//! An act drawn by lot: only what was drawn is worked out.

use bevy::prelude::World;

use super::super::data::stats::*;
use super::super::field::{cover, sight};
use super::super::fight::attack;
use super::super::ruleset::Sol;
use super::attack::{knocking_out, may_knock_out, ready, spot_in_reach, spots};
use super::doer::Doer;
use super::special::{at_square, square_fits};
use super::{attack as striking, drop, special};
use crate::battle::*;
use crate::grid::Square;

/// What could be drawn.
#[derive(Clone, Copy)]
enum Ticket<'w> {
    Attack(&'w Attack),
    /// Something that costs dice.
    Basic(&'static dyn Unit<Sol>),
    Special(&'w Special),
    Drop(&'w str),
    /// A way of moving.
    Way(&'static dyn Unit<Sol>),
}

/// An act out of some groups. Everything legal in them can come up.
pub(super) fn draw(
    world: &World,
    id: Id,
    groups: &[Group],
    lot: &mut Rng,
    all: &[&'static dyn Unit<Sol>],
) -> Option<Act> {
    let means = Doer::of(world, id);
    let mut tickets = Vec::new();
    let acts = means.barred.is_none();
    if groups.contains(&Group::Attack) && acts && means.done.attacks <= means.profile.extra_attacks {
        let paid = means.profile.attacks.iter().filter(|with| with.cost_dice <= means.dice);
        tickets.extend(paid.map(Ticket::Attack));
    }
    // What has a row for each thing it is done with is drawn thing by thing.
    let by_thing = [striking::KIND.key, special::KIND.key, drop::KIND.key];
    let plain = all.iter().copied().filter(|unit| {
        let kind = unit.kind();
        !by_thing.contains(&kind.key) && groups.contains(&kind.groups[0])
    });
    let (basic, ways): (Vec<_>, Vec<_>) = plain.partition(|unit| unit.kind().groups[0] == Group::Action);
    if groups.contains(&Group::Action) && acts {
        tickets.extend(basic.into_iter().filter(|_| means.dice > 0).map(Ticket::Basic));
        let paid = means.profile.actions.iter().filter(|own| own.cost_dice <= means.dice);
        tickets.extend(paid.map(Ticket::Special));
    }
    if groups.contains(&Group::Free) {
        let held = &world.the::<Held>(id).0;
        tickets.extend(held.iter().map(|key| Ticket::Drop(key)));
    }
    tickets.extend(ways.into_iter().map(Ticket::Way));
    let orders = |unit: &'static dyn Unit<Sol>| unit.orders(&means, &unit.kind().offer(), unit.kind().order(id));
    first_act(world, tickets, lot, |ticket, lot| match ticket {
        Ticket::Attack(with) => strike(&means, with, lot),
        Ticket::Basic(unit) => pick(&mut orders(unit), lot),
        Ticket::Special(own) => {
            special::ready(&means, own).ok()?;
            let base = Act { with: Some(own.key.clone()), ..special::KIND.order(id) };
            let there = at_square(own).then(|| near_square(world, id, own, lot)).flatten();
            if there.is_some() {
                return Some(Act { at: there, ..base });
            }
            let special: &'static dyn Unit<Sol> = &special::Special;
            pick(&mut special.orders(&means, &special::KIND.offer(), base), lot)
        }
        // There is one way at most of what is aimed at nothing.
        Ticket::Way(unit) if unit.kind().aimed == [AimedAt::Nothing] => orders(unit).pop(),
        Ticket::Way(unit) => pick(&mut orders(unit), lot),
        Ticket::Drop(key) => Some(Act { with: Some(key.to_owned()), ..drop::KIND.order(id) }),
    })
}

/// An attack with something, at somebody or at a spot.
fn strike(means: &Doer, with: &Attack, lot: &mut Rng) -> Option<Act> {
    let (world, id) = (means.world, means.id);
    ready(means, with).ok()?;
    let mut act = Act { with: Some(with.key.clone()), ..striking::KIND.order(id) };
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
    let in_range = |thing: &&PlacedObject| here.space.steps(thing.space) * 5 <= with.range_ft;
    let objects = || laid(world).iter().filter(in_range).map(|thing| thing.id);
    let target = first_target(world, id, objects, lot, fits)?;
    act.target = Some(target);
    if may_knock_out(world, with, target).is_ok() && lot(2) == 0 {
        act = knocking_out(act);
    }
    Some(act)
}

/// A square for an action of its own, if one is found at once.
fn near_square(world: &World, id: Id, own: &Special, lot: &mut Rng) -> Option<Square> {
    let body = space(world, id);
    let far = i16::try_from(own.range_ft / 5).unwrap_or(0);
    let wide = (2 * far + i16::from(body.side)) as usize;
    let tried = (0..TRIES).map(|_| body.at.offset(lot(wide) as i16 - far, lot(wide) as i16 - far));
    tried.into_iter().find(|&at| square_fits(world, id, own, at))
}

/// How many squares are tried before all of them are looked at.
const TRIES: usize = 12;

/// A square for an area.
fn spot(world: &World, id: Id, with: &Attack, lot: &mut Rng) -> Option<Square> {
    let (low, high) = spot_in_reach(world, id, with);
    let aims = |at: Square| attack::aims_at_spot(world, id, with, at).is_ok();
    let (wide, tall) = ((high.x - low.x + 1) as usize, (high.y - low.y + 1) as usize);
    for _ in 0..TRIES {
        let at = low.offset(lot(wide) as i16, lot(tall) as i16);
        if aims(at) {
            return Some(at);
        }
    }
    pick(&mut spots(world, id, with), lot)
}
