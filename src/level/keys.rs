//! The keys of each table of the file format.
//!
//! The reader refuses every other key; a test holds the JSON schema to the same lists.

/// The level itself.
pub(super) const LEVEL: &[&str] = &[
    "name",
    "about",
    "ruleset",
    "map",
    "plan",
    "ground",
    "ambient",
    "light",
    "fog",
    "elevation",
    "heights",
    "zones",
    "zone_names",
    "legend",
    "edges",
    "terrain",
    "object",
    "edge",
    "zone",
    "side",
    "creature",
    "place",
    "run",
    "area",
    "arrival",
    "event",
    "goal",
    "surprised",
    "start_hidden",
    "opening",
    "weather",
    "rules",
    "allow",
];

/// Whether a key belongs to the level and to no table in it, so that it was written too far down.
pub(super) fn of_the_level_alone(key: &str) -> bool {
    const ALONE: &[&str] =
        &["about", "ruleset", "map", "ground", "ambient", "heights", "zones", "zone_names", "start_hidden", "opening"];
    ALONE.contains(&key)
}

/// An entry of `[legend]`; rulesets' names may stand here too.
pub(super) const LEGEND: &[&str] = &[
    "terrain",
    "object",
    "creature",
    "side",
    "name",
    "size",
    "height",
    "items",
    "arrives",
    "surprised",
    "hidden",
    "bystander",
    "manner",
    "elevation",
    "light",
    "fog",
    "vacuum",
    "exit",
    "tight",
    "zone",
    "door",
];

/// `[terrain.KEY]`; rulesets' names may stand here too.
pub(super) const TERRAIN: &[&str] = &[
    "like",
    "name",
    "art",
    "solid",
    "opaque",
    "difficult",
    "water",
    "pit",
    "sheer",
    "metal",
    "soft",
    "stairs",
    "ice",
    "harm",
    "becomes",
];

/// `[object.KEY]`; rulesets' names may stand here too.
pub(super) const OBJECT: &[&str] = &[
    "like",
    "name",
    "art",
    "height",
    "blocks",
    "hp",
    "door",
    "light",
    "material",
    "difficult",
    "resist",
    "vulnerable",
    "immune",
    "joined",
    "portable",
    "unlocks",
];

/// `[[side]]`.
pub(super) const SIDE: &[&str] = &["id", "name", "seat", "neutral", "allies", "manner"];

/// `[[creature]]` and what `spawn` makes; rulesets' names may stand here too.
pub(super) const CREATURE: &[&str] = &[
    "name",
    "kind",
    "side",
    "at",
    "size",
    "height",
    "elevation",
    "light",
    "items",
    "arrives",
    "surprised",
    "hidden",
    "bystander",
    "manner",
];

/// `[[place]]`.
pub(super) const PLACE: &[&str] = &["object", "at", "name", "door", "light"];

/// `[edge.KEY]`.
pub(super) const EDGE: &[&str] =
    &["like", "name", "art", "height", "sill", "stops", "hp", "door", "material", "becomes"];

/// An entry of `[edges]`.
pub(super) const EDGE_LEGEND: &[&str] = &["edge", "door", "name"];

/// `[[run]]`.
pub(super) const RUN: &[&str] = &["edge", "of", "side", "door", "name"];

/// `edge` as an effect.
pub(super) const CHANGE_EDGE: &[&str] = &["of", "side", "becomes"];

/// `[[area]]`.
pub(super) const AREA: &[&str] =
    &["squares", "terrain", "elevation", "light", "fog", "vacuum", "exit", "tight", "gravity"];

/// `[[arrival]]`.
pub(super) const ARRIVAL: &[&str] = &["round", "event", "text", "creatures"];

/// `[[event]]`.
pub(super) const EVENT: &[&str] = &["id", "when", "text", "secret", "do"];

/// `when` of an event.
pub(super) const WHEN: &[&str] =
    &["round_end", "round_start", "enters", "down", "destroyed", "after", "any_of", "all_of"];

/// `round_end` and `round_start`.
pub(super) const CLOCK: &[&str] = &["from", "every", "until"];

/// `enters`.
pub(super) const ENTERS: &[&str] = &["zone", "side", "creature", "once"];

/// `after`, and `event` as an effect.
pub(super) const AFTER: &[&str] = &["event", "rounds"];

/// An effect: exactly one of these.
pub(super) const EFFECT: &[&str] = &[
    "burst",
    "harm",
    "terrain",
    "light",
    "fog",
    "vacuum",
    "message",
    "spawn",
    "condition",
    "push",
    "weather",
    "gravity",
    "door",
    "edge",
    "place",
    "break",
    "lamp",
    "exit",
    "spread",
    "event",
    "win",
];

/// `burst`.
pub(super) const BURST: &[&str] = &["at", "radius", "damage", "ignores_cover", "gas"];

/// `harm`.
pub(super) const HARM: &[&str] = &["squares", "damage"];

/// `terrain` as an effect.
pub(super) const CHANGE_TERRAIN: &[&str] = &["squares", "becomes", "crush"];

/// `light`, `fog`, `vacuum` and `gravity` as effects.
pub(super) const CHANGE_AIR: &[&str] = &["squares", "becomes"];

/// `condition`.
pub(super) const CONDITION: &[&str] = &["squares", "creature", "condition"];

/// `push`.
pub(super) const PUSH: &[&str] = &["squares", "direction", "count"];

/// `door` as an effect.
pub(super) const CHANGE_DOOR: &[&str] = &["object", "becomes"];

/// `lamp`.
pub(super) const CHANGE_LAMP: &[&str] = &["object", "becomes"];

/// `exit` as an effect.
pub(super) const CHANGE_EXIT: &[&str] = &["squares", "becomes"];

/// `spread`.
pub(super) const SPREAD: &[&str] = &["terrain", "over", "within"];

/// `[[goal]]`.
pub(super) const GOAL: &[&str] = &["side", "win", "protect"];

/// `win` of a goal as a table.
pub(super) const WIN: &[&str] =
    &["eliminate", "hold", "escape", "survive", "carry_out", "all_of", "any_of", "rounds", "count"];

/// `[weather]`.
pub(super) const WEATHER: &[&str] = &["visibility", "gravity", "vacuum", "wind", "falls", "haze"];

/// `[[allow]]`.
pub(super) const ALLOW: &[&str] = &["code", "reason"];

/// A place as a table.
pub(super) const SQUARES: &[&str] = &["from", "to", "zone", "legend"];
