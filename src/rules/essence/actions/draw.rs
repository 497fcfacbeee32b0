//! An act drawn by lot: only what was drawn is worked out.

use bevy::prelude::World;

use super::super::ruleset::Essence;
use super::doer::can_pay;
use super::interact;
use crate::battle::*;

/// An act out of some groups. Everything legal in them can come up.
pub(super) fn draw(world: &World, id: Id, groups: &[Group], lot: &mut Rng) -> Option<Act> {
    if groups == [Group::Attack] && can_pay(world, id, 1).is_err() {
        return None;
    }
    let doer = Essence::doer(world, id);
    let list = action::offers::<Essence>(&doer, groups, false);
    first_act(world, list, lot, |offer, lot| {
        let kind = action::by_key::<Essence>(&offer.action)?;
        let cost = kind.cost(&doer, &kind.kind().order(id));
        // What an interaction costs is the thing's to say.
        if offer.action != interact::KIND.key && can_pay(world, id, cost).is_err() {
            return None;
        }
        let mut candidates = action::candidates::<Essence>(&doer, id, &offer);
        let mut odd = None;
        while let Some(act) = pick(&mut candidates, lot) {
            if action::check_with(&doer, kind, &act).is_err() {
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
