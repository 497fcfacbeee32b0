//! Acts that take more actions than one, perhaps more than a turn has: how many are done, and how many an order spends (VIG-ENC-6).

use super::super::data::{TurnUsage, UnderWay};
use super::doer::*;

/// How many actions of an act are done; `word` is what tells it from others.
pub(super) fn done(doer: &Doer<'_>, word: &str) -> i32 {
    let under_way = &doer.world.the::<TurnUsage>(doer.id).under_way;
    under_way.as_ref().filter(|begun| *begun.key == *word).map_or(0, |begun| begun.done)
}

/// How many actions an order of it spends, of so many in all, and whether that completes it.
pub(super) fn spends(doer: &Doer<'_>, word: &str, actions: i32) -> (i32, bool) {
    let left = actions - done(doer, word);
    // With none left it is refused, whatever it would be.
    let have = creature::actions_left(doer.world, doer.id).max(1);
    if left <= have || !creature::own_turn(doer.world, doer.id) { (left, true) } else { (have, false) }
}

/// So many of its actions are done now; the rest is to come.
pub(super) fn goes_on(world: &mut World, id: Id, word: impl Into<Text>, name: &str, (done, of): (i32, i32)) {
    world.note(id, format!("{name}: {done} of {of} actions"), rule!("VIG-ENC-6"));
    is_begun(world, id, word, name, (done, of));
}

/// So many of its actions are done now, of which something else is told.
pub(super) fn is_begun(world: &mut World, id: Id, word: impl Into<Text>, name: &str, (done, of): (i32, i32)) {
    let begun = UnderWay { key: word.into(), name: name.to_owned().into(), done, of };
    world.the_mut::<TurnUsage>(id).under_way = Some(begun);
}

/// VIG-ENC-8: what a row of the list says beforehand of an act under way that it would break off.
pub(super) fn warn(doer: &Doer<'_>, offer: &mut Offer) {
    let Some(begun) = &doer.world.the::<TurnUsage>(doer.id).under_way else { return };
    let action = action::by_key::<Vigor>(&offer.action);
    let cost = action.map(|action| action.cost(doer, &offer.order(doer.id)));
    if cost.is_some_and(|cost| cost.actions > 0 && !cost.goes_on) {
        let space = if offer.help.is_empty() { "" } else { " " };
        offer.help = format!("{}{space}With it {}.", offer.help, begun.lost());
    }
}

/// VIG-ENC-7: why an order of it names nothing yet at which it is aimed.
pub(super) fn too_soon() -> Refusal {
    let message = "What it is aimed at is chosen with its last action.";
    Refusal::by(rule!("VIG-ENC-7"), "too_soon", message)
}

/// VIG-ABIL-1: what of abilities takes several actions.
pub(super) fn of_its_kind(world: &mut World, id: Id) {
    let text = "only spells and techniques take so long";
    world.note(id, text, rule!("VIG-ABIL-1"));
}
