//! The file as written.

#![expect(dead_code, reason = "only described, never made")]
#![expect(clippy::zero_sized_map_values, reason = "the names and shapes are those of the file")]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::Value;

use super::events::Event;
use super::parts::{Creature, OneOrMany, Place, Placed, Weather};
use crate::grid::Length;
use crate::level::model::{Door, Light, Manner, Seat, Size};

/// A level of Battlemat.
#[derive(JsonSchema)]
#[schemars(
    title = "Battlemat level",
    deny_unknown_fields,
    extend("anyOf" = [{ "required": ["map"] }, { "required": ["plan"] }])
)]
pub(super) struct LevelFile {
    /// The title shown to players.
    name: String,
    /// One or two sentences about the fight.
    about: Option<String>,
    /// The ruleset the level is made for; players may pick another.
    #[schemars(schema_with = "super::ruleset")]
    ruleset: String,
    /// The drawing, one character a square, in '''quotes'''.
    map: Option<String>,
    /// In place of `map`, the drawing with what stands between squares: those stand at every second character of every second
    /// line, the first in the second of each.
    plan: Option<String>,
    /// Terrain under whatever is drawn without saying on what; guessed from the squares around if absent.
    #[schemars(schema_with = "super::terrain")]
    #[serde(default)]
    ground: Value,
    /// The light everywhere.
    ambient: Option<Light>,
    /// A drawing as large as the map: `b` bright, `d` dim, `x` dark, `.` as everywhere.
    light: Option<String>,
    /// A drawing as large as the map: `f` fog, `.` none.
    fog: Option<String>,
    /// A drawing as large as the map: heights by `heights`, `.` zero.
    elevation: Option<String>,
    /// What the characters of `elevation` mean; without it a digit counts steps of 5 ft.
    heights: Option<BTreeMap<String, Length>>,
    /// A drawing as large as the map: each letter is a zone.
    zones: Option<String>,
    /// Names for the letters of `zones`.
    zone_names: Option<BTreeMap<String, String>>,
    /// What the characters of the map mean, over the built-in ones.
    legend: Option<BTreeMap<String, LegendEntry>>,
    /// What the characters between the squares of a plan mean, over the built-in ones.
    edges: Option<BTreeMap<String, EdgeEntry>>,
    /// Own kinds of ground and walls.
    terrain: Option<BTreeMap<String, Terrain>>,
    /// Own kinds of things.
    object: Option<BTreeMap<String, Object>>,
    /// Own kinds of what stands between squares.
    edge: Option<BTreeMap<String, EdgeKind>>,
    /// Named areas.
    zone: Option<BTreeMap<String, Place>>,
    /// The sides; without any, those that creatures name.
    side: Option<OneOrMany<Side>>,
    /// Creatures that are not drawn.
    creature: Option<OneOrMany<Creature>>,
    /// Objects that are not drawn.
    place: Option<OneOrMany<Placed>>,
    /// What stands between squares and is not drawn.
    run: Option<OneOrMany<Run>>,
    /// Properties of squares that are not drawn.
    area: Option<OneOrMany<Area>>,
    /// Reinforcements.
    arrival: Option<OneOrMany<Arrival>>,
    /// What happens.
    event: Option<OneOrMany<Event>>,
    /// How the fight ends; without any, the last side standing wins.
    goal: Option<OneOrMany<Goal>>,
    /// Names of creatures, or ids of sides, caught off guard.
    #[schemars(schema_with = "super::names")]
    #[serde(default)]
    surprised: Value,
    /// Names of creatures, or ids of sides, that begin out of sight.
    #[schemars(schema_with = "super::names")]
    #[serde(default)]
    start_hidden: Value,
    /// The creature whose act starts the fight.
    opening: Option<String>,
    /// Air, visibility and gravity.
    weather: Option<Weather>,
    /// Options for one ruleset alone.
    rules: Option<BTreeMap<String, BTreeMap<String, Value>>>,
    /// Findings of the checker that are meant so.
    allow: Option<OneOrMany<Allow>>,
}

/// What one character of the map means.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct LegendEntry {
    /// The ground.
    #[schemars(schema_with = "super::terrain")]
    #[serde(default)]
    terrain: Value,
    /// A thing standing there.
    #[schemars(schema_with = "super::object")]
    #[serde(default)]
    object: Value,
    /// A creature standing there, by kind.
    #[schemars(schema_with = "super::kind")]
    #[serde(default)]
    creature: Value,
    /// The creature's side.
    side: Option<String>,
    /// The creature's or thing's name.
    name: Option<String>,
    /// The creature's size.
    size: Option<Size>,
    /// The creature's body height.
    height: Option<Length>,
    /// What the creature carries.
    #[schemars(schema_with = "super::items")]
    #[serde(default)]
    items: Value,
    /// The round in which the creature arrives.
    #[schemars(schema_with = "super::round")]
    #[serde(default)]
    arrives: u32,
    /// The creature is caught off guard.
    surprised: Option<bool>,
    /// The creature begins out of sight.
    hidden: Option<bool>,
    /// It is nobody's enemy as long as it attacks nobody.
    bystander: Option<bool>,
    /// How the computer fights with the creature; as with its side if absent.
    manner: Option<Manner>,
    /// Height of the ground.
    elevation: Option<Length>,
    #[schemars(schema_with = "super::light_or_length")]
    #[serde(default)]
    light: Value,
    /// Fog hangs here.
    fog: Option<bool>,
    /// Whether there is no air here; as the weather says if absent.
    vacuum: Option<bool>,
    /// One may leave the fight from here.
    exit: Option<bool>,
    /// The largest size that fits without squeezing.
    tight: Option<Size>,
    /// The zone or zones the square belongs to.
    #[schemars(schema_with = "super::names")]
    #[serde(default)]
    zone: Value,
    /// How the door stands.
    door: Option<Door>,
}

/// A kind of ground or wall.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Terrain {
    /// Another terrain to start from.
    #[schemars(schema_with = "super::terrain")]
    #[serde(default)]
    like: Value,
    /// The name shown to players.
    name: Option<String>,
    /// The picture.
    #[schemars(schema_with = "super::ground_art")]
    #[serde(default)]
    art: Value,
    /// A full-height wall.
    solid: Option<bool>,
    /// Stops sight; as `solid` if absent.
    opaque: Option<bool>,
    /// Poor footing.
    difficult: Option<bool>,
    /// Depth of water.
    water: Option<Length>,
    /// Depth of the hole.
    pit: Option<Length>,
    /// Faces too smooth to climb.
    sheer: Option<bool>,
    /// Made of metal.
    metal: Option<bool>,
    /// Can be dug through.
    soft: Option<bool>,
    /// Steps onto it and off it are walked, however high.
    stairs: Option<bool>,
    /// Thickness of ice on the water.
    ice: Option<Length>,
    /// Harm to whoever enters or stands there.
    #[schemars(schema_with = "super::damage")]
    #[serde(default)]
    harm: Value,
    /// The terrain left when it comes down.
    #[schemars(schema_with = "super::terrain")]
    #[serde(default)]
    becomes: Value,
}

/// A kind of thing.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Object {
    /// Another object to start from.
    #[schemars(schema_with = "super::object")]
    #[serde(default)]
    like: Value,
    /// The name shown to players.
    name: Option<String>,
    /// The picture.
    #[schemars(schema_with = "super::thing_art")]
    #[serde(default)]
    art: Value,
    /// Height, or `full` for up to the ceiling.
    #[schemars(schema_with = "super::height")]
    #[serde(default)]
    height: Value,
    /// It must be climbed; otherwise it can be walked over.
    blocks: Option<bool>,
    /// What it takes before it breaks.
    #[schemars(range(min = 1, max = 9999))]
    hp: Option<i32>,
    /// It is a door, and how it stands.
    door: Option<Door>,
    /// How far it gives light.
    light: Option<Length>,
    /// What it is made of: wood, metal, stone, glass, plant, cloth, or another word.
    material: Option<String>,
    /// Slow to walk over.
    difficult: Option<bool>,
    /// Damage words it takes less from.
    #[schemars(schema_with = "super::damage_words")]
    #[serde(default)]
    resist: Value,
    /// Damage words it takes more from.
    #[schemars(schema_with = "super::damage_words")]
    #[serde(default)]
    vulnerable: Value,
    /// Damage words it takes nothing from.
    #[schemars(schema_with = "super::damage_words")]
    #[serde(default)]
    immune: Value,
    /// Neighbouring squares drawn alike make one thing.
    joined: Option<bool>,
    /// A creature that comes onto its square takes it along.
    portable: Option<bool>,
    /// Names of locked doors that a creature may open with it.
    #[schemars(schema_with = "super::names")]
    #[serde(default)]
    unlocks: Value,
}

/// A kind of wall, window, door or curtain between two squares.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct EdgeKind {
    /// Another kind to start from.
    #[schemars(schema_with = "super::edge")]
    #[serde(default)]
    like: Value,
    /// The name shown to players.
    name: Option<String>,
    /// The picture.
    #[schemars(schema_with = "super::edge_art")]
    #[serde(default)]
    art: Value,
    /// Height, or `full` for up to the ceiling.
    #[schemars(schema_with = "super::height")]
    #[serde(default)]
    height: Value,
    /// As high as this it stops everything.
    sill: Option<Length>,
    /// What it stops as high as it is.
    #[schemars(schema_with = "super::stops")]
    #[serde(default)]
    stops: Value,
    /// What it takes before it breaks.
    #[schemars(range(min = 1, max = 9999))]
    hp: Option<i32>,
    /// It is a door, and how it stands.
    door: Option<Door>,
    /// What it is made of: wood, metal, stone, glass, cloth, or another word.
    material: Option<String>,
    /// What is left when it breaks.
    #[schemars(schema_with = "super::edge_or_nothing")]
    #[serde(default)]
    becomes: Value,
}

/// What one character between the squares of a plan means.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct EdgeEntry {
    /// What stands there.
    #[schemars(schema_with = "super::edge")]
    edge: Value,
    /// How the door stands.
    door: Option<Door>,
    /// Its name.
    name: Option<String>,
}

/// What stands between squares and is not drawn.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Run {
    /// What stands there.
    #[schemars(schema_with = "super::edge")]
    edge: Value,
    /// The squares.
    of: Place,
    /// On which of their sides; `around`: on those that part them from all others.
    #[schemars(schema_with = "super::side")]
    side: String,
    /// How the doors stand.
    door: Option<Door>,
    /// Its name.
    name: Option<String>,
}

/// A party that wins or loses together.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Side {
    /// The name used in this file.
    id: String,
    /// The name shown to players.
    name: Option<String>,
    /// Who gives the orders; a person if absent.
    seat: Option<Seat>,
    /// Bystanders.
    neutral: Option<bool>,
    /// Sides that it fights beside, and that win with it; it is enough if one of two says so.
    #[schemars(schema_with = "super::names")]
    #[serde(default)]
    allies: Value,
    /// How the computer fights with its creatures.
    manner: Option<Manner>,
}

/// Properties of squares.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Area {
    /// Which squares.
    squares: Place,
    /// Their ground.
    #[schemars(schema_with = "super::terrain")]
    #[serde(default)]
    terrain: Value,
    /// Height of their ground.
    elevation: Option<Length>,
    /// Their light.
    light: Option<Light>,
    /// Fog hangs there.
    fog: Option<bool>,
    /// Whether there is no air there; as the weather says if absent.
    vacuum: Option<bool>,
    /// One may leave the fight from there.
    exit: Option<bool>,
    /// The largest size that fits without squeezing.
    tight: Option<Size>,
    /// Gravity there, as a multiple of the usual one, with at most two decimals; that of the weather if absent.
    #[schemars(schema_with = "super::gravity_of_a_place")]
    #[serde(default)]
    gravity: Value,
}

/// Reinforcements of one round, or those that an event calls.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Arrival {
    /// The round at whose start they come.
    #[schemars(schema_with = "super::round")]
    #[serde(default)]
    round: u32,
    /// The event that calls them, in place of a round.
    event: Option<String>,
    /// Announced then.
    text: Option<String>,
    /// Names of creatures, or ids of sides.
    #[schemars(schema_with = "super::names")]
    #[serde(default)]
    creatures: Value,
}

/// How a side wins, or what it must protect.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Goal {
    /// The side; may be left out for `last_side_standing`.
    side: Option<String>,
    /// `last_side_standing`, or one way to win.
    win: Option<WinForm>,
    /// The side loses when the creature of this name falls.
    protect: Option<String>,
}

#[derive(JsonSchema)]
#[serde(untagged)]
pub(super) enum WinForm {
    Word(LastSideStanding),
    Table(Win),
}

#[derive(JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum LastSideStanding {
    /// Nobody else stands.
    LastSideStanding,
}

/// Exactly one way; `rounds` goes with `hold`, `count` with names to `escape`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Win {
    /// Names of creatures, or ids of sides, that must fall.
    #[schemars(schema_with = "super::names")]
    #[serde(default)]
    eliminate: Value,
    /// The zone to hold.
    hold: Option<String>,
    /// For so many round ends in a row; one if absent.
    #[schemars(schema_with = "super::round")]
    #[serde(default)]
    rounds: u32,
    /// How many of the side must leave by an exit, or the names of those who must, whatever their side.
    #[schemars(schema_with = "super::number_or_names")]
    #[serde(default)]
    escape: Value,
    /// How many of those named; all of them if absent.
    #[schemars(range(min = 1, max = 999))]
    count: Option<u32>,
    /// The portable thing that must be carried out by an exit.
    carry_out: Option<String>,
    /// All of these, at the same time.
    all_of: Option<Vec<Win>>,
    /// At least one of these.
    any_of: Option<Vec<Win>>,
    /// The round at whose end the side still stands.
    #[schemars(schema_with = "super::round")]
    #[serde(default)]
    survive: u32,
}

/// A finding that is meant so.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Allow {
    /// Its number or name.
    code: String,
    /// Why it is meant so.
    reason: String,
}
