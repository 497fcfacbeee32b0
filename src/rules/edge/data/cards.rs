//! The deck of EDGE cards and who holds which of them (EDG-CARD): `assets/rulesets/edge/cards.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use bevy::prelude::{Resource, World};
use serde::{Deserialize, Serialize};

use super::written;
use crate::battle::values::saved_form;
use crate::battle::{LevelRes, Rule, SideId, Text, Wish, Wishes};
use crate::dice::Dice;
use crate::rules::data::file;

/// EDG-CARD-3: how many cards a hand holds.
pub(crate) const MOST: usize = 3;
/// The action by which a card is played, and about which a side wishes to be asked.
pub(crate) const PLAY: &str = "card";
/// The word of an order for a card that is burned.
pub(crate) const BURN: &str = "burn";

/// What burning a card does, for people.
pub(crate) const BURNING: &str = "Burned, face down: one of its side has advantage on its next check.";

/// What a sentence does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fate {
    Breaks,
    Trips,
    StrayShot,
    Clings,
    Relief,
    Freezes,
    LightsOut,
    Glare,
    Jams,
    Spare,
    Reroll,
    Unseen,
    Adrenaline,
    SnapOut,
    First,
    Last,
    Gap,
    Scrap,
    Loaded,
    Scratch,
    BadFooting,
    OpenPath,
    ComesDown,
    LeftOpen,
}

/// At which moment a sentence can be chosen (EDG-CARD-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum When {
    AnyTime,
    OwnTurn,
    Acted,
    BeforeRoll,
    Rolled,
    Missed,
    Hit,
    Harmed,
    Falls,
    Trauma,
}

impl When {
    /// Whether it is a moment at which the battle stops by itself to ask.
    pub(crate) const fn is_asked(self) -> bool {
        !matches!(self, Self::AnyTime | Self::OwnTurn | Self::Acted)
    }

    /// The moment in words, for those who ask why a sentence cannot be chosen.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::AnyTime => "Between two orders only.",
            Self::OwnTurn => "Only on the turn of the creature that plays it.",
            Self::Acted => "Only on its turn, once it has used its action.",
            Self::BeforeRoll => "Only when one of its side is about to roll an attack.",
            Self::Rolled => "Only when an attack has been rolled.",
            Self::Missed => "Only when an attack has missed.",
            Self::Hit => "Only when one of its side has hit.",
            Self::Harmed => "Only when damage has been rolled.",
            Self::Falls => "Only when a creature drops to 0.",
            Self::Trauma => "Only when a trauma is about to be rolled.",
        }
    }
}

/// Whom or what an order of a sentence names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum On {
    Nothing,
    Creature,
    /// A creature, for what it holds; a door or a device.
    Works,
    Own,
    Enemy,
    Square,
    Light,
    Door,
}

/// A sentence of a card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sentence {
    /// What it does.
    #[serde(rename = "key")]
    pub fate: Fate,
    /// When it can be chosen.
    pub when: When,
    /// Whom or what it is about.
    pub on: On,
    /// The sentence.
    pub name: String,
    /// What it does, for people.
    pub text: String,
    rests: Option<String>,
}

impl Sentence {
    /// The row that tells what comes of it, where that is none of the cards'.
    pub(crate) fn rests(&'static self) -> Option<Rule> {
        self.rests.as_deref().map(Rule::new)
    }
}

/// A card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Card {
    /// Its number, such as `E03`.
    pub key: String,
    /// Both of its sentences.
    pub sentences: [Sentence; 2],
}

impl Card {
    /// A sentence by its letter.
    pub(crate) fn sentence(&'static self, letter: &str) -> Option<&'static Sentence> {
        let place = LETTERS.iter().position(|known| known.eq_ignore_ascii_case(letter))?;
        self.sentences.get(place)
    }

    /// It as its own side is told of it.
    pub(crate) fn words(&self) -> String {
        let [one, other] = &self.sentences;
        format!("{}: {} / {}", self.key, one.name, other.name)
    }
}

/// The letters of a card's sentences.
pub(crate) const LETTERS: [&str; 2] = ["A", "B"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    card: Vec<Card>,
}

static DECK: LazyLock<File> = LazyLock::new(|| toml::from_str(file!("edge", "cards")).expect("the deck should read"));

/// EDG-CARD-1: all cards, by number.
pub(crate) fn deck() -> &'static [Card] {
    &DECK.card
}

/// A card by its number.
pub(crate) fn card(key: &str) -> Option<&'static Card> {
    deck().iter().find(|card| card.key.eq_ignore_ascii_case(key))
}

/// A card by its number, as its own side is told of it.
pub(crate) fn words_of(key: &str) -> String {
    card(key).map_or_else(String::new, Card::words)
}

/// What each side holds. The pile is all the rest, always shuffled: a draw is a die of so many sides as the pile has cards.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Hands {
    #[serde(with = "saved_form::pairs")]
    held: BTreeMap<SideId, Vec<Text>>,
    /// EDG-CARD-5: the sides that have used the one card of the fight.
    pub used: BTreeSet<SideId>,
}

impl Hands {
    /// The cards of a side, in the order in which it drew them.
    pub(crate) fn of(&self, side: SideId) -> &[Text] {
        self.held.get(&side).map_or(&[], |hand| hand.as_slice())
    }

    /// Whether anybody holds a card.
    pub(crate) fn any(&self) -> bool {
        !self.held.is_empty()
    }

    /// EDG-CARD-8: the cards that nobody holds.
    pub(crate) fn pile(&self) -> Vec<&'static Card> {
        let held = |card: &&Card| self.held.values().flatten().any(|key| **key == *card.key);
        deck().iter().filter(|card| !held(card)).collect()
    }

    /// A side takes a card in hand.
    pub(crate) fn take(&mut self, side: SideId, key: &str) {
        self.held.entry(side).or_default().push(key.to_owned().into());
    }

    /// A card goes back into the pile; whether the side held it.
    pub(crate) fn put_back(&mut self, side: SideId, key: &str) -> bool {
        let Some(hand) = self.held.get_mut(&side) else { return false };
        let Some(place) = hand.iter().position(|held| **held == *key) else { return false };
        hand.remove(place);
        if hand.is_empty() {
            self.held.remove(&side);
        }
        true
    }
}

/// EDG-CARD-1: whether the level plays with cards.
pub(crate) fn are_played(world: &World) -> bool {
    written::flag(world, "cards").unwrap_or(true)
}

/// EDG-CARD-5: whether a side holds a card and has not used one in this fight.
pub(crate) fn may_use(world: &World, side: SideId) -> bool {
    let hands = world.resource::<Hands>();
    !hands.of(side).is_empty() && !hands.used.contains(&side)
}

/// The sentences in a side's hand that can be chosen at a moment: the card, the letter, the sentence.
pub(crate) fn answers(
    world: &World,
    side: SideId,
    when: When,
) -> Vec<(&'static Card, &'static str, &'static Sentence)> {
    if !may_use(world, side) {
        return Vec::new();
    }
    let cards = world.resource::<Hands>().of(side).iter().filter_map(|key| card(key));
    let all =
        cards.flat_map(|card| LETTERS.into_iter().zip(&card.sentences).map(move |(letter, one)| (card, letter, one)));
    all.filter(|(.., sentence)| sentence.when == when).collect()
}

/// Whether a side is asked in the moment, as it wishes: always, never, or where `stakes` says that it can matter. Looking ahead no side is
/// asked.
pub(crate) fn heeds(world: &World, side: SideId, stakes: bool) -> bool {
    if world.resource::<Dice>().looks_ahead() {
        return false;
    }
    match world.get_resource::<Wishes>().map_or(Wish::Never, |wishes| wishes.of(side, PLAY)) {
        Wish::Never => false,
        Wish::Matters => stakes,
        Wish::Every => true,
    }
}

/// EDG-CARD-2: what a level deals, and upon which of its events.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deal {
    /// The event, by its id.
    pub event: String,
    /// The side that draws.
    pub side: String,
}

/// The list of a level's options.
const DEALS: &str = "deal";

/// What the level deals.
pub(crate) fn deals(world: &World) -> Vec<Deal> {
    written::list(world, DEALS)
}

/// Everything wrong with a level's list: where, message, help.
pub(crate) fn check(table: &toml::Table) -> Vec<(String, String, String)> {
    let help = "write `[[rules.edge.deal]]` with `event = \"alarm\"` and `side = \"crew\"`";
    written::check_list(table, DEALS, help, written::unreadable::<Deal>)
}

/// The side of a level by its id.
pub(crate) fn side_by_id(world: &World, id: &str) -> Option<SideId> {
    let place = world.resource::<LevelRes>().0.sides.iter().position(|side| side.id == id)?;
    u8::try_from(place).ok().map(SideId)
}

#[cfg(test)]
mod tests {
    use super::super::ledger::DATA;
    use super::*;

    #[test]
    fn the_deck_agrees_with_the_ledger() {
        let rows = DATA.rows();
        let ruling = include_str!("../../../../assets/rulesets/edge/ledger.toml");
        assert!(ruling.contains(&format!("{} cards × {} effects", deck().len(), LETTERS.len())), "R76");
        for (place, card) in deck().iter().enumerate() {
            assert_eq!(card.key, format!("E{:02}", place + 1));
            for sentence in &card.sentences {
                let rests = sentence.rests.iter().all(|rule| rows.iter().any(|row| row.id == rule.as_str()));
                assert!(rests, "{sentence:?}");
            }
        }
        // The row of CARD-1: the first sentence of E03 heals a die of six.
        let relief = card("E03").and_then(|card| card.sentence("A")).expect("E03 has a first sentence");
        assert_eq!((relief.fate, relief.when), (Fate::Relief, When::AnyTime));
    }

    #[test]
    fn no_sentence_stands_twice() {
        let all: Vec<Fate> = deck().iter().flat_map(|card| card.sentences.iter().map(|one| one.fate)).collect();
        assert!((1..all.len()).all(|place| !all[..place].contains(&all[place])));
    }

    #[test]
    fn what_is_wrong_with_a_deal_is_told_by_its_place() {
        let check = |text: &str| check(&toml::from_str(text).expect("well-formed"));
        assert!(check("deal = [{ event = \"alarm\", side = \"crew\" }]").is_empty());
        for wrong in ["deal = 3", "deal = [{ event = \"alarm\" }]"] {
            assert_eq!(check(wrong).len(), 1, "{wrong}");
        }
    }
}
