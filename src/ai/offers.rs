//! Rows of the list of what a creature can do: those that are open to it, the orders they lead to, the row an order comes from.

use crate::battle::*;

/// The row of a list that an order comes from.
pub(super) fn offer_of<'a>(offers: &'a [Offer], act: &Act) -> Option<&'a Offer> {
    offers.iter().find(|offer| offer.action == act.action && offer.with == act.with)
}

/// What a creature can do now.
pub(super) fn open_offers(battle: &Battle, creature: Id) -> Vec<Offer> {
    let mut offers = battle.ruleset().offers(battle.world(), creature);
    offers.retain(|offer| offer.refusal.is_none());
    offers
}

/// The orders that what a creature can do now leads to, of the rows that fit.
pub(super) fn open_acts<'b>(
    battle: &'b Battle,
    creature: Id,
    fits: impl Fn(&Offer) -> bool + 'b,
) -> impl Iterator<Item = Act> + 'b {
    let offers = open_offers(battle, creature).into_iter().filter(move |offer| fits(offer));
    offers.flat_map(move |offer| battle.ruleset().acts(battle.world(), creature, &offer))
}
