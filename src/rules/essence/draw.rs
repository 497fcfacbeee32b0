//! An act drawn by lot: only what was drawn is worked out.

use bevy::prelude::World;

use super::{actions, offers};
use crate::battle::*;

/// An act out of some groups. Everything legal in them can come up.
pub fn draw(world: &World, id: Id, groups: &[Group], lot: &mut Lot) -> Option<Act> {
    if groups == [Group::Attack] && actions::can_pay(world, id, 1).is_err() {
        return None;
    }
    let list = offers::list(world, id, groups, false);
    first_act(world, list, lot, |offer, lot| {
        let cost = actions::cost_of(world, &Act::new(id, offer.action.as_str()));
        // What an interaction costs is the thing's to say.
        if offer.action != "interact" && actions::can_pay(world, id, cost).is_err() {
            return None;
        }
        let mut candidates = offers::candidates(world, id, &offer);
        let mut odd = None;
        while let Some(act) = pick(&mut candidates, lot) {
            if actions::check(world, &act).is_err() {
                continue;
            }
            if !astray(world, &act) || candidates.is_empty() {
                return Some(act);
            }
            odd.get_or_insert(act);
        }
        odd
    })
}
