//! Parts of the file that stand both in the level itself and in its events.

#![expect(dead_code, reason = "only described, never made")]

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use crate::grid::{Direction, Length, Square};
use crate::level::model::{Door, Falls, Haze, Manner, Size, Visibility};

/// One, or a list.
#[derive(JsonSchema)]
#[serde(untagged)]
pub(super) enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

/// A creature that is not drawn.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Creature {
    /// Its name.
    name: Option<String>,
    /// Its kind.
    #[schemars(schema_with = "super::kind")]
    kind: String,
    /// Its side.
    side: String,
    /// Its square, the top-left one if it covers several.
    at: Square,
    /// Its size, if not the kind's.
    size: Option<Size>,
    /// Its body height, if not the kind's.
    height: Option<Length>,
    /// How high its feet are above the level's zero, if it does not stand on the ground.
    elevation: Option<Length>,
    /// How far its lamp reaches.
    light: Option<Length>,
    /// What it carries, if not the kind's gear.
    #[schemars(schema_with = "super::items")]
    #[serde(default)]
    items: Value,
    /// The round in which it arrives.
    #[schemars(schema_with = "super::round")]
    #[serde(default)]
    arrives: u32,
    /// It is caught off guard.
    surprised: Option<bool>,
    /// It begins out of sight.
    hidden: Option<bool>,
    /// It is nobody's enemy as long as it attacks nobody.
    bystander: Option<bool>,
    /// How the computer fights with it; as with its side if absent.
    manner: Option<Manner>,
}

/// Objects put down without drawing them.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Placed {
    /// Which.
    #[schemars(schema_with = "super::object")]
    object: String,
    /// Where.
    at: Place,
    /// Its name.
    name: Option<String>,
    /// How the door stands.
    door: Option<Door>,
    /// How far it gives light.
    light: Option<Length>,
}

/// Air, visibility and gravity.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Weather {
    /// How far one can see.
    visibility: Option<Visibility>,
    /// As a multiple of the usual one, with at most two decimals.
    #[schemars(schema_with = "super::gravity")]
    #[serde(default)]
    gravity: Value,
    /// There is no air.
    vacuum: Option<bool>,
    /// Where the wind blows to.
    wind: Option<Direction>,
    /// What is seen to fall or drift over the board; no rule asks for it.
    falls: Option<Falls>,
    /// What fog looks like; no rule asks for it.
    haze: Option<Haze>,
}

/// Squares.
pub(super) struct Place;

impl JsonSchema for Place {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Place".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let table = json!({
            "type": "object",
            "properties": {
                "from": square_schema(),
                "to": square_schema(),
                "zone": { "type": "string" },
                "legend": { "type": "string", "minLength": 1, "maxLength": 1 },
            },
            "additionalProperties": false,
        });
        json_schema!({
            "description": "A square [x, y], a zone's name, { from, to }, { zone }, { legend }, or a list of these.",
            "anyOf": [
                { "type": "string" },
                square_schema(),
                table,
                { "type": "array", "items": { "$ref": "#/$defs/Place" } },
            ],
        })
    }
}

fn square_schema() -> Value {
    json!({ "type": "array", "items": { "type": "integer", "minimum": 0 }, "minItems": 2, "maxItems": 2 })
}
