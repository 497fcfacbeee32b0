//! What may stand between two squares: its kinds, and the characters a plan draws them with.

use serde::{Deserialize, Serialize};

use super::door::Door;
use crate::grid::Length;

/// A kind of wall, window, door or curtain that stands between two squares and takes up no room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdgeKind {
    /// The name used in level files.
    pub key: String,
    /// The name shown to players.
    pub name: String,
    /// The picture's name.
    pub art: String,
    /// How high it stands above the higher of the two grounds; `None` reaches the ceiling.
    pub height: Option<Length>,
    /// What it stops, as high as it is.
    pub stops: Stops,
    /// As high as this it stops everything, whatever it stops above.
    pub sill: Length,
    /// Set if it opens and closes; open it stops nothing.
    pub door: Option<Door>,
    /// What it takes before it breaks; `None` if it cannot break.
    pub hp: Option<i32>,
    /// `wood`, `metal`, `stone`, `glass`, `cloth`, or the author's own word.
    pub material: String,
    /// Key of what is left when it breaks; `None` leaves nothing.
    pub becomes: Option<String>,
}

/// What is stopped on its way from one square to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stops {
    /// Nobody goes through.
    pub step: bool,
    /// Nobody sees through.
    pub sight: bool,
    /// What is thrown, shot and spread.
    pub shots: Shots,
    /// Nobody hears through.
    pub sound: bool,
}

/// How much of what flies at it something stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shots {
    /// It flies through.
    #[default]
    None,
    /// It may be caught, as by bars.
    Some,
    /// All of it.
    All,
}

/// The characters by which a plan draws what stands between squares: character, kind, and how a door stands.
pub(super) const EDGE_GLYPHS: &[(char, &str, Option<Door>)] = &[
    ('-', "wall", None),
    ('|', "wall", None),
    (':', "low_wall", None),
    ('f', "fence", None),
    ('w', "window", None),
    ('o', "opening", None),
    ('#', "bars", None),
    ('D', "door", None),
    ('/', "door", Some(Door::Open)),
    ('~', "curtain", None),
];

fn kind(key: &str, name: &str, stops: Stops) -> EdgeKind {
    EdgeKind {
        key: key.to_owned(),
        name: name.to_owned(),
        art: key.to_owned(),
        height: None,
        stops,
        sill: Length::ZERO,
        door: None,
        hp: None,
        material: "stone".to_owned(),
        becomes: None,
    }
}

/// The kinds every level knows.
pub(super) fn edge_kinds() -> Vec<EdgeKind> {
    let nothing = Stops::default();
    let everything = Stops { step: true, sight: true, shots: Shots::All, sound: true };
    vec![
        kind("wall", "Wall", everything),
        EdgeKind { hp: Some(20), material: "wood".to_owned(), ..kind("planking", "Plank wall", everything) },
        EdgeKind {
            height: Some(Length::feet(3)),
            ..kind("low_wall", "Low wall", Stops { sound: false, ..everything })
        },
        EdgeKind {
            height: Some(Length::feet(4)),
            hp: Some(8),
            material: "wood".to_owned(),
            ..kind("fence", "Fence", Stops { step: true, shots: Shots::Some, ..nothing })
        },
        EdgeKind {
            sill: Length::feet(3),
            hp: Some(5),
            material: "glass".to_owned(),
            becomes: Some("opening".to_owned()),
            ..kind("window", "Window", Stops { step: true, sound: true, ..nothing })
        },
        EdgeKind { sill: Length::feet(3), ..kind("opening", "Opening", nothing) },
        EdgeKind {
            hp: Some(40),
            material: "metal".to_owned(),
            ..kind("bars", "Bars", Stops { step: true, shots: Shots::Some, ..nothing })
        },
        EdgeKind {
            door: Some(Door::Closed),
            hp: Some(20),
            material: "wood".to_owned(),
            ..kind("door", "Door", everything)
        },
        EdgeKind { material: "cloth".to_owned(), ..kind("curtain", "Curtain", Stops { sight: true, ..nothing }) },
    ]
}

/// What a kind stops, in the words of a level file.
pub(super) fn stopped(stops: Stops) -> Vec<&'static str> {
    let shots = match stops.shots {
        Shots::None => None,
        Shots::Some => Some("some_shots"),
        Shots::All => Some("shots"),
    };
    let words = [stops.step.then_some("step"), stops.sight.then_some("sight"), shots, stops.sound.then_some("sound")];
    words.into_iter().flatten().collect()
}
