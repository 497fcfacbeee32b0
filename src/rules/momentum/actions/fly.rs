//! Fly: to a square at a height, for those who can (MOM-TERR-12). Steps of an ordinary move keep the height, and rise over what is lower.

use super::super::motion::fly;
use super::doer::*;

/// Doing so.
pub(super) struct Fly;

const ABOVE: Key = Key::new("above", Takes::Number(0..=99), "How many metres above the ground there; must be there.");

impl Action for Fly {
    type Rules = Momentum;
    type Plan = Flight;
    const KIND: &'static ActionKind = &ActionKind {
        options: &[ABOVE],
        ..way("fly", "Fly", "To a square at a height: of the metres along and up the larger number counts.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-TERR-12"));

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        doer.profile.flies
    }

    /// Up and down where it is; elsewhere it goes by an ordinary move.
    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let here = space(doer.world, doer.id).at;
        (0..=6).map(|above| base.to(here).set(ABOVE.key, above)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Flight, Refusal> {
        let at = act.at.ok_or_else(|| Refusal::new("no_square", "Name the square to fly to."))?;
        let above = act.number(ABOVE.key).ok_or_else(|| Refusal::new("no_height", "Name `above`, in metres."))?;
        fly::flight(doer.world, doer.id, at, above)
    }

    fn way_words(&self, _doer: &Doer<'_>, act: &Act) -> Option<String> {
        Some(format!("{} m above the ground", act.number(ABOVE.key).unwrap_or(0)))
    }

    fn begin(&self, world: &mut World, id: Id, flight: Flight) {
        open_flight::set_out::<Momentum>(world, id, flight);
    }
}
