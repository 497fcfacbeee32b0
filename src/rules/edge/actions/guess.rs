//! Attacking a square where nobody is known to be (EDG-ATK-18).

use super::super::data::{Class, SQUARE};
use super::super::fight::guess::Guess;
use super::attack;
use super::doer::*;
use crate::level::{Light, Visibility};

/// Doing so.
pub(super) struct Guessing;

/// At the square itself.
const PLACE: Key = Key::new("place", Takes::Flag, "At the square itself, against 9, whoever may be in it.");

const KIND: ActionKind = ActionKind {
    icon: "search",
    groups: &[Group::Attack],
    family: Some("Guess"),
    purpose: Purpose::Harm,
    aimed: &[AimedAt::Square],
    with: "the attack",
    options: &[PLACE],
    ..ActionKind::new("guess", "Guess", "An attack on a square where an enemy may be that nobody sees.")
};

impl Action for Guessing {
    type Rules = Edge;
    type Plan = Guess;
    const KIND: &'static ActionKind = &KIND;

    fn cost(&self, doer: &Doer<'_>, _act: &Act) -> Cost {
        attack::price(doer)
    }

    /// Where there is anything that eyes do not get through.
    fn concerns(&self, doer: &Doer<'_>) -> bool {
        let map = doer.world.resource::<Map>();
        let thick = matches!(map.weather.visibility, Visibility::Low | Visibility::Zero);
        thick || map.cells().iter().any(|(_, cell)| cell.fog || cell.light == Light::Dark)
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for with in doer.profile.attacks.iter().filter(|with| with.is_aimed()) {
            let reach = if with.class == Class::Ranged { shot(with) } else { SQUARE };
            let mut offer = doer.row(&KIND, with, reach, attack::price(doer), menu);
            offer.label = format!("Guess: {}", with.name);
            offer.refusal = offer.refusal.or_else(|| menu.judge(|| creature::works(doer.world, doer.id, with)));
            menu.add(offer);
        }
    }

    /// None of its own accord: it takes a player to guess.
    fn candidates(&self, _doer: &Doer<'_>, _offer: &Offer, _base: Act) -> Vec<Act> {
        Vec::new()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Guess, Refusal> {
        let with = doer.attack(act.with.as_deref())?;
        if !with.is_aimed() {
            return Err(Refusal::new("no_target", "It goes out over an area."));
        }
        let guess =
            Guess { attacker: doer.id, with: with.clone(), at: act.named_square()?, place: act.flag(PLACE.key) };
        guess.may(doer.world)?;
        Ok(guess)
    }

    fn begin(&self, world: &mut World, _id: Id, guess: Guess) {
        guess.declare(world);
    }
}
