//! Playing an EDGE card between two orders, on any creature's turn, or burning it (EDG-CARD-5 to EDG-CARD-7, EDG-CARD-10).

use super::super::data::cards::{self, BURN, BURNING, Hands, LETTERS, On, PLAY};
use super::super::fight::cards::{Play, play};
use super::doer::*;

/// Doing so.
pub(super) struct Playing;

const KIND: ActionKind = ActionKind {
    icon: "die-d12",
    groups: &[Group::Free],
    family: Some("EDGE cards"),
    price: Price::Free,
    aimed: &[AimedAt::Creature, AimedAt::Object, AimedAt::Square, AimedAt::Nothing],
    with: "the card and its sentence, `E03-A`, or `E03-burn`",
    any_time: &[Pause::BetweenOrders, Pause::InTheMoment],
    ..ActionKind::new(
        PLAY,
        "EDGE card",
        "One card of its side's hand in a fight: a sentence of it, or burned for advantage on a check.",
    )
};

/// What an order names.
fn named(act: &Act) -> Play {
    let word = act.with.as_deref().unwrap_or_default();
    let (card, rest) = word.split_once('-').unwrap_or((word, ""));
    let letter = (!rest.eq_ignore_ascii_case(BURN)).then(|| rest.to_uppercase().into());
    Play { card: card.to_uppercase().into(), letter, target: act.target, at: act.at }
}

impl Action for Playing {
    type Rules = Edge;
    type Plan = Play;
    const KIND: &'static ActionKind = &KIND;
    const STAGE: Option<Deferral<Self>> =
        Deferral::to(Stage::Rolls, "edge.card_played", |world, id, plan| play(world, id, &plan));

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        !doer.world.resource::<Hands>().of(side_of(doer.world, doer.id)).is_empty()
    }

    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost::Card
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let hand = doer.world.resource::<Hands>().of(side_of(doer.world, doer.id));
        for card in hand.iter().filter_map(|key| cards::card(key)) {
            let mut row = |letter: Option<&str>, label: String, help: String, aim: Aim| {
                let mut offer = KIND.offer();
                offer.with = Some(format!("{}-{}", card.key, letter.unwrap_or(BURN)));
                (offer.label, offer.help, offer.aim) = (label, help, aim);
                let play = named(&offer.order(doer.id));
                let complete = aim == Aim::Nothing;
                let may = || if complete { play.may(doer.world, doer.id) } else { play.is_timely(doer.world, doer.id) };
                offer.refusal = menu.judge(may);
                menu.add(offer);
            };
            for (letter, sentence) in LETTERS.into_iter().zip(&card.sentences) {
                let aim = match sentence.on {
                    On::Nothing => Aim::Nothing,
                    On::Square => Aim::Square,
                    _ => Aim::Thing,
                };
                row(Some(letter), format!("{}: {}", card.key, sentence.name), sentence.text.clone(), aim);
            }
            row(None, format!("{}: burn", card.key), BURNING.to_owned(), Aim::Thing);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, offer: &Offer, base: Act) -> Vec<Act> {
        let world = doer.world;
        match offer.aim {
            Aim::Nothing => vec![base],
            Aim::Square => known_to(world, doer.id).map(|(_, stand)| base.to(stand.space.at)).collect(),
            Aim::Thing => {
                let own = std::iter::once(doer.id);
                let creatures = known_to(world, doer.id).map(|(id, _)| id).filter(|&id| id != doer.id);
                let lights = things(world).filter(|&id| {
                    world.part::<DoorState>(id).is_some()
                        || world.part::<Lamp>(id).is_some()
                        || world.part::<Device>(id).is_some()
                });
                own.chain(creatures).chain(lights).map(|id| base.upon(id)).collect()
            }
        }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Play, Refusal> {
        let play = named(act);
        if play.letter.is_some() && !play.has_a_sentence() {
            return Err(Refusal::new("no_sentence", "Name a card and its sentence, such as `E03-A`, or `E03-burn`."));
        }
        play.may(doer.world, doer.id)?;
        Ok(play)
    }
}
