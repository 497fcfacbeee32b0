//! Events of the file as written: what sets them off, and what they do.

#![expect(dead_code, reason = "only described, never made")]

use schemars::JsonSchema;
use serde_json::Value;

use super::parts::{Creature, OneOrMany, Place, Placed, Weather};
use crate::grid::{Direction, Square};
use crate::level::model::{Door, Light};

/// Something that happens.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Event {
    /// Its name in this file.
    id: Option<String>,
    /// What sets it off: a table, or `manual`.
    when: When,
    /// Announced before the effects.
    text: Option<String>,
    /// Players are not told beforehand.
    secret: Option<bool>,
    /// One effect or a list of them.
    #[serde(rename = "do")]
    effects: Option<OneOrMany<Effect>>,
}

/// What sets an event off.
#[derive(JsonSchema)]
#[serde(untagged)]
pub(super) enum When {
    Word(Manual),
    Trigger(Box<Trigger>),
}

#[derive(JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Manual {
    /// Only when the game master says so.
    Manual,
}

/// Exactly one of these.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("minProperties" = 1, "maxProperties" = 1))]
pub(super) struct Trigger {
    /// After the last turn of a round.
    round_end: Option<Clock>,
    /// Before the first turn of a round.
    round_start: Option<Clock>,
    /// Somebody sets foot in a zone.
    enters: Option<Enters>,
    /// The creature of this name falls.
    down: Option<String>,
    /// The object of this name breaks.
    destroyed: Option<String>,
    /// The event of this id has come about.
    after: Option<EventForm>,
    /// The first of these; it comes once.
    any_of: Option<Vec<Trigger>>,
    /// All of these have happened, in any order; it comes once.
    all_of: Option<Vec<Trigger>>,
}

/// A round, or several.
#[derive(JsonSchema)]
#[serde(untagged)]
pub(super) enum Clock {
    Round(#[schemars(schema_with = "super::round")] u32),
    Rounds(Rounds),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Rounds {
    /// The first round; 1 if absent.
    #[schemars(schema_with = "super::round")]
    #[serde(default)]
    from: u32,
    /// Again every so many rounds.
    #[schemars(schema_with = "super::round")]
    #[serde(default)]
    every: u32,
    /// The last round.
    #[schemars(schema_with = "super::round")]
    #[serde(default)]
    until: u32,
}

#[derive(JsonSchema)]
#[serde(untagged)]
pub(super) enum Enters {
    Zone(String),
    Table(EntersZone),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct EntersZone {
    /// The zone.
    zone: String,
    /// Only creatures of this side count.
    side: Option<String>,
    /// Only these creatures count: names, or ids of sides.
    #[schemars(schema_with = "super::names")]
    #[serde(default)]
    creature: Value,
    /// Only the first time; so if absent.
    once: Option<bool>,
}

/// Exactly one of these.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("minProperties" = 1, "maxProperties" = 1))]
pub(super) struct Effect {
    burst: Option<Burst>,
    harm: Option<Harm>,
    terrain: Option<ChangeTerrain>,
    light: Option<ChangeLight>,
    fog: Option<ChangeFog>,
    vacuum: Option<ChangeVacuum>,
    /// Players are told this.
    message: Option<String>,
    spawn: Option<OneOrMany<Creature>>,
    condition: Option<Condition>,
    push: Option<Push>,
    weather: Option<Weather>,
    gravity: Option<ChangeGravity>,
    door: Option<ChangeDoor>,
    edge: Option<ChangeEdge>,
    /// Objects are put down.
    place: Option<OneOrMany<Placed>>,
    /// The objects of these names break.
    #[schemars(schema_with = "super::names")]
    #[serde(default, rename = "break")]
    breaks: Value,
    lamp: Option<ChangeLamp>,
    exit: Option<ChangeExit>,
    spread: Option<Spread>,
    /// The event of this id is set off.
    event: Option<EventForm>,
    /// The side of this id wins at once.
    win: Option<String>,
}

/// Harm spreading from a point.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Burst {
    /// The middle.
    at: Square,
    /// In squares (a number) or a length.
    #[schemars(schema_with = "super::radius")]
    radius: Value,
    #[schemars(schema_with = "super::damage")]
    damage: String,
    /// Cover does not help.
    ignores_cover: Option<bool>,
    /// It creeps round corners.
    gas: Option<bool>,
}

/// Harm on squares.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Harm {
    squares: Place,
    #[schemars(schema_with = "super::damage")]
    damage: String,
}

/// The ground changes.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct ChangeTerrain {
    squares: Place,
    /// The new terrain.
    #[schemars(schema_with = "super::terrain")]
    becomes: String,
    /// Harm to whoever stands there.
    #[schemars(schema_with = "super::damage")]
    #[serde(default)]
    crush: Value,
}

/// The light changes.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct ChangeLight {
    /// Everywhere if absent.
    squares: Option<Place>,
    becomes: Light,
}

/// Gravity changes.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct ChangeGravity {
    /// Everywhere if absent.
    squares: Option<Place>,
    /// As a multiple of the usual one, with at most two decimals.
    #[schemars(schema_with = "super::gravity_of_a_place")]
    becomes: f64,
}

/// Fog comes or goes.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct ChangeFog {
    /// Everywhere if absent.
    squares: Option<Place>,
    becomes: bool,
}

/// Air goes or comes back.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct ChangeVacuum {
    /// Everywhere if absent.
    squares: Option<Place>,
    becomes: bool,
}

/// Creatures gain a condition; give `squares` or `creature`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Condition {
    squares: Option<Place>,
    /// A creature's name.
    creature: Option<String>,
    #[schemars(schema_with = "super::condition")]
    condition: String,
}

/// Creatures are moved.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Push {
    squares: Place,
    direction: Direction,
    /// How many squares; one if absent.
    #[schemars(range(min = 1, max = 128))]
    count: Option<u16>,
}

/// What stands between squares changes.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct ChangeEdge {
    /// The squares.
    of: Place,
    /// On which of their sides; `around`: on those that part them from all others.
    #[schemars(schema_with = "super::side")]
    side: String,
    /// What stands there then; `nothing` tears down what did.
    #[schemars(schema_with = "super::edge_or_nothing")]
    becomes: Value,
}

/// A door opens, shuts or locks.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct ChangeDoor {
    /// The door's name.
    object: String,
    becomes: Door,
}

/// An event by its id, or with a delay.
#[derive(JsonSchema)]
#[serde(untagged)]
pub(super) enum EventForm {
    Id(String),
    Table(FollowedEvent),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct FollowedEvent {
    /// Its id.
    event: String,
    /// At the start of the round so many rounds later; at once if absent or 0.
    #[schemars(range(min = 0, max = 9999))]
    rounds: Option<u32>,
}

/// An object is lit or put out.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct ChangeLamp {
    /// Its name.
    object: String,
    /// How far it gives light then, or `out`.
    becomes: String,
}

/// Ways out of the fight open or shut.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct ChangeExit {
    squares: Place,
    /// Whether one may leave from there; yes if absent.
    becomes: Option<bool>,
}

/// Ground takes the squares beside it, one square far each time.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Spread {
    /// The terrain that spreads.
    #[schemars(schema_with = "super::terrain")]
    terrain: String,
    /// The terrains that it takes; all but walls, water and pits if absent.
    #[schemars(schema_with = "super::terrains")]
    #[serde(default)]
    over: Value,
    /// The squares it keeps to; the whole board if absent.
    within: Option<Place>,
}
