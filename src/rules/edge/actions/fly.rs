//! Fly: to a square at a height, in storeys of 1.5 m, for those who can (EDG-FLY-2). Steps of an ordinary move keep the height.

use super::super::motion::{fly, ground};
use super::doer::*;

/// Doing so.
pub(super) struct Fly;

const ABOVE: Key =
    Key::new("above", Takes::Number(0..=60), "How many times 1.5 m above the ground there; must be there.");

impl Action for Fly {
    type Rules = Edge;
    type Plan = Flight;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        purpose: Purpose::Move,
        price: Price::Way,
        aimed: &[AimedAt::Square],
        options: &[ABOVE],
        ..ActionKind::new("fly", "Fly", "To a square at a height: way and height combine.")
    };

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        doer.profile.fly_m > 0 || ground::is_driven(doer.world, doer.id)
    }

    /// Up and down where it is; elsewhere it goes by an ordinary move.
    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let here = space(doer.world, doer.id).at;
        (0..=4).map(|above| base.to(here).set(ABOVE.key, above)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Flight, Refusal> {
        let at = act.at.ok_or_else(|| Refusal::new("no_square", "Name the square to fly to."))?;
        let above = act.number(ABOVE.key).ok_or_else(|| Refusal::new("no_height", "Name `above`, in storeys."))?;
        fly::flight(doer.world, doer.id, at, above)
    }

    fn way_words(&self, _doer: &Doer<'_>, act: &Act) -> Option<String> {
        Some(format!("{} above the ground", creature::metres(3 * act.number(ABOVE.key).unwrap_or(0))))
    }

    fn begin(&self, world: &mut World, id: Id, flight: Flight) {
        open_flight::set_out::<Edge>(world, id, flight);
    }
}
