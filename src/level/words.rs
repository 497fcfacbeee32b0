//! Words of the file format that stand for a choice.

use super::model::{Door, Falls, Haze, Light, Manner, Seat, Shots, Size, Stops, Visibility};
use crate::grid::Direction;

/// A list of words and what each means.
pub(super) type Words<T> = &'static [(&'static str, T)];

pub(super) const LIGHTS: Words<Light> = &[("bright", Light::Bright), ("dim", Light::Dim), ("dark", Light::Dark)];

pub(crate) const SIZES: Words<Size> = &[
    ("tiny", Size::Tiny),
    ("small", Size::Small),
    ("medium", Size::Medium),
    ("large", Size::Large),
    ("huge", Size::Huge),
    ("colossal", Size::Colossal),
];

impl Size {
    /// Its word in a level file.
    pub fn word(self) -> &'static str {
        let known = SIZES.iter().find(|(_, size)| *size == self);
        known.expect("every size should have a word").0
    }
}

pub(super) const DOORS: Words<Door> = &[("closed", Door::Closed), ("open", Door::Open), ("locked", Door::Locked)];

pub(super) const SEATS: Words<Seat> = &[("human", Seat::Human), ("ai", Seat::Ai)];

pub(super) const MANNERS: Words<Manner> = &[
    ("bold", Manner::Bold),
    ("careful", Manner::Careful),
    ("guard", Manner::Guard),
    ("hunter", Manner::Hunter),
    ("coward", Manner::Coward),
    ("protector", Manner::Protector),
];

pub(super) const VISIBILITIES: Words<Visibility> = &[
    ("clear", Visibility::Clear),
    ("reduced", Visibility::Reduced),
    ("low", Visibility::Low),
    ("zero", Visibility::Zero),
];

pub(super) const FALLS: Words<Falls> = &[
    ("rain", Falls::Rain),
    ("snow", Falls::Snow),
    ("ash", Falls::Ash),
    ("sand", Falls::Sand),
    ("spray", Falls::Spray),
];

pub(super) const HAZES: Words<Haze> =
    &[("mist", Haze::Mist), ("smoke", Haze::Smoke), ("dust", Haze::Dust), ("gas", Haze::Gas)];

/// The words of a list of what is stopped.
pub(super) const STOPS: Words<fn(&mut Stops)> = &[
    ("step", |stops| stops.step = true),
    ("sight", |stops| stops.sight = true),
    ("shots", |stops| stops.shots = Shots::All),
    ("some_shots", |stops| stops.shots = stops.shots.max(Shots::Some)),
    ("sound", |stops| stops.sound = true),
];

pub(super) const DIRECTIONS: Words<Direction> = &[
    ("north", Direction::North),
    ("north_east", Direction::NorthEast),
    ("east", Direction::East),
    ("south_east", Direction::SouthEast),
    ("south", Direction::South),
    ("south_west", Direction::SouthWest),
    ("west", Direction::West),
    ("north_west", Direction::NorthWest),
];

/// What each key of the weather takes: the key, its words, and what it is for.
pub(crate) fn weather() -> Vec<Vec<String>> {
    fn words<T>(known: Words<T>) -> String {
        let words: Vec<String> = known.iter().map(|(word, _)| format!("`{word}`")).collect();
        words.join(", ")
    }
    let row = |key: &str| {
        let (words, means) = match key {
            "visibility" => (words(VISIBILITIES), "how far one can see"),
            "gravity" => (
                "a number from 0 to 10, two decimals at most".to_owned(),
                "1 is usual, 0 is none; areas and the effect `gravity` say it of some squares; overrides count in hundredths",
            ),
            "vacuum" => ("`true` or `false`".to_owned(), "nothing to breathe, no sound"),
            "wind" => (words(DIRECTIONS), "the direction it blows to"),
            "falls" => (words(FALLS), "what falls, for the eye alone"),
            _ => (words(HAZES), "what fog looks like, for the eye alone"),
        };
        vec![format!("`{key}`"), words, means.to_owned()]
    };
    super::keys::WEATHER.iter().map(|key| row(key)).collect()
}

/// `crate_top` becomes `Crate top`.
pub(super) fn title_case(word: &str) -> String {
    let spaced = word.replace(['_', '-'], " ");
    let mut letters = spaced.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
