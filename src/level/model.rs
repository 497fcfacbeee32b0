//! The compiled level: what stands where, in lengths and words of the physical world.
//!
//! Nothing here belongs to one ruleset. A ruleset reads "a ledge three feet up", "knee-deep water", "a table three feet
//! high" and gives them its own meaning; what an author wants to say to one ruleset alone stays in the `rules` tables.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::door::Door;
pub use super::edge_kinds::{EdgeKind, Shots, Stops};
pub use super::sky::{Falls, Haze, Visibility, Weather};
use crate::grid::{Direction, Edge, Edges, Grid, Length, Square};

/// A whole level, ready to be spawned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Level {
    /// The title shown to players.
    pub name: String,
    /// One or two sentences about the fight; may be empty.
    pub about: String,
    /// The ruleset the author had in mind; players may pick another.
    pub ruleset: String,
    /// One cell a square.
    pub board: Grid<Cell>,
    /// What stands between squares: 0 nothing, else one more than the index into [`Level::edge_kinds`]; `None` where nothing
    /// ever does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges: Option<Edges<u8>>,
    /// Every kind that may stand between squares, built-in ones first; empty where nothing ever does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edge_kinds: Vec<EdgeKind>,
    /// Every terrain that a cell or an effect of this level may name, built-in ones first.
    pub terrains: Vec<Terrain>,
    /// Things standing on the board, in reading order of the drawing and then of the file.
    pub objects: Vec<Object>,
    /// Everybody who takes part from the start or arrives in a named round, in reading order.
    pub creatures: Vec<Creature>,
    /// The sides in file order.
    pub sides: Vec<Side>,
    /// What happens, in file order.
    pub events: Vec<Event>,
    /// How the fight ends, besides that only one side still stands. Never empty: a level that names no goal gets [`Goal::LastSideStanding`] for every side.
    pub goals: Vec<Goal>,
    /// Named areas; the squares in row-major order without repetition.
    pub zones: BTreeMap<String, Vec<Square>>,
    /// Who arrives when, by round; the creatures themselves stand in [`Level::creatures`].
    pub arrivals: Vec<Arrival>,
    /// Who comes when an event calls, in file order; the creatures themselves stand in [`Level::creatures`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub called: Vec<Call>,
    /// Names of creatures that are caught off guard.
    pub surprised: Vec<String>,
    /// Names of creatures that begin out of sight.
    pub start_hidden: Vec<String>,
    /// The creature whose act starts the fight, if the level says so.
    pub opening: Option<String>,
    /// Air, visibility and gravity.
    pub weather: Weather,
    /// Options for one ruleset alone, by ruleset.
    pub rules: BTreeMap<String, toml::Table>,
    /// What the options of a ruleset prepare, by ruleset: the effects of each entry, in the order in which they are written.
    pub prepared: BTreeMap<String, Vec<Vec<Effect>>>,
    /// The file's text, as it was read.
    pub source: String,
    /// Who stands in places of it that its text gives to others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cast: Option<Box<Cast>>,
}

impl Level {
    /// The terrain of a square; `None` off the board.
    pub fn terrain_at(&self, square: Square) -> Option<&Terrain> {
        let cell = self.board.get(square)?;
        self.terrains.get(usize::from(cell.terrain))
    }

    /// The index of a terrain in [`Level::terrains`].
    pub fn terrain_index(&self, key: &str) -> Option<u16> {
        let index = self.terrains.iter().position(|terrain| terrain.key == key)?;
        u16::try_from(index).ok()
    }
}

/// One square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Cell {
    /// Index into [`Level::terrains`].
    pub terrain: u16,
    /// Height of the ground above the level's zero; may be negative.
    pub elevation: Length,
    /// The light that lies here by itself, without lamps.
    pub light: Light,
    /// Fog, smoke or dust hangs here.
    pub fog: bool,
    /// A creature may leave the fight from here.
    pub exit: bool,
    /// The largest size that fits without squeezing; `None` if nothing is tight.
    pub tight: Option<Size>,
}

/// How much light lies on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Light {
    /// Enough to see everything.
    #[default]
    Bright,
    /// Twilight: shapes, no details.
    Dim,
    /// None.
    Dark,
}

/// How big a body is, from a cat to a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    /// A cat.
    Tiny,
    /// A child or a dog.
    Small,
    /// A grown person.
    Medium,
    /// A horse.
    Large,
    /// An elephant.
    Huge,
    /// A house.
    Colossal,
}

impl Size {
    /// The edge of its usual space, in squares.
    pub const fn edge(self) -> u8 {
        match self {
            Self::Tiny | Self::Small | Self::Medium => 1,
            Self::Large => 2,
            Self::Huge => 3,
            Self::Colossal => 4,
        }
    }
}

/// A kind of ground or wall.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terrain {
    /// The name used in level files.
    pub key: String,
    /// The name shown to players.
    pub name: String,
    /// The picture's name.
    pub art: String,
    /// A full-height wall: nothing passes, nothing is seen through it unless [`Terrain::opaque`] is off (a window).
    pub solid: bool,
    /// Stops sight.
    pub opaque: bool,
    /// Poor footing.
    pub difficult: bool,
    /// Depth of water, zero if none.
    pub water: Length,
    /// Depth of the hole below the ground around it, zero if none.
    pub pit: Length,
    /// Faces rising to or falling from this ground are too smooth to climb.
    pub sheer: bool,
    /// Made of metal.
    pub metal: bool,
    /// Soft enough to dig through.
    pub soft: bool,
    /// Stairs or a ramp: steps onto it and off it are walked, however high.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stairs: bool,
    /// Thickness of ice on top of the water, zero if none.
    pub ice: Length,
    /// Harm done to a creature that enters or stands in it.
    pub harm: Option<Damage>,
    /// Key of the terrain left when it collapses.
    pub becomes: Option<String>,
    /// What the author says to one ruleset alone, by ruleset.
    pub rules: BTreeMap<String, toml::Table>,
}

/// Something that stands on the ground: a crate, a door, a machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Object {
    /// Unique in the level; shown to players.
    pub name: String,
    /// The definition's key: `crate`, `door`, or the author's own.
    pub kind: String,
    /// The picture's name.
    pub art: String,
    /// The squares it stands on, row-major; none if it stands between two.
    pub squares: Vec<Square>,
    /// How high it stands above its ground; `None` reaches the ceiling.
    pub height: Option<Length>,
    /// It has to be climbed; otherwise it can be walked over.
    pub blocks: bool,
    /// What it takes before it breaks; `None` if it cannot break.
    pub hp: Option<i32>,
    /// Set if it opens and closes.
    pub door: Option<Door>,
    /// How far it gives light, zero if it does not.
    pub light: Length,
    /// `wood`, `metal`, `stone`, `glass`, `plant`, `cloth`, or the author's own word.
    pub material: String,
    /// Walking over it is slow.
    pub difficult: bool,
    /// Damage words it takes less from.
    pub resist: Vec<String>,
    /// Damage words it takes more from.
    pub vulnerable: Vec<String>,
    /// Damage words it takes nothing from.
    pub immune: Vec<String>,
    /// What the author says to one ruleset alone, by ruleset.
    pub rules: BTreeMap<String, toml::Table>,
    /// Set if it stands between two squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<Edge>,
    /// A creature that comes onto its square takes it along.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub portable: bool,
    /// Names of the doors that a creature may open with it though they are locked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unlocks: Vec<String>,
}

/// A creature that takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Creature {
    /// Unique in the level.
    pub name: String,
    /// A shared kind, such as `soldier`, found in every ruleset's bestiary.
    pub kind: String,
    /// Id of its side.
    pub side: String,
    /// The top-left square of the ground it covers.
    pub at: Square,
    /// Overrides the kind's size.
    pub size: Option<Size>,
    /// Overrides the kind's body height.
    pub height: Option<Length>,
    /// Height of its feet above the level's zero if it does not stand on the ground (it flies, it sits on a roof).
    pub elevation: Option<Length>,
    /// How far the lamp it carries gives light, zero if it has none.
    pub light: Length,
    /// What it carries instead of the kind's usual gear.
    pub items: Option<Vec<String>>,
    /// What the author says to one ruleset alone, by ruleset: stat overrides.
    pub rules: BTreeMap<String, toml::Table>,
    /// The round in which it arrives; `None` if it is there from the start.
    pub arrives: Option<u32>,
    /// It is nobody's enemy as long as it attacks nobody.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bystander: bool,
    /// It arrives when an event calls it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub called: bool,
}

impl Creature {
    /// Whether it is not there from the start.
    pub fn comes_late(&self) -> bool {
        self.called || self.arrives.is_some()
    }
}

/// Who takes places of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cast {
    /// The sides whose places these are, by id. A place that nobody takes is empty, unless the level names who stands there.
    pub sides: Vec<String>,
    /// Who takes which place.
    pub roles: Vec<Role>,
    /// Names of those who are elsewhere or dead: nobody of the level's own stands there under such a name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<String>,
}

/// Somebody who takes a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Role {
    /// The name of the level's own creature that stands there.
    pub place: String,
    /// Who stands there instead; side, square and height are those of the place.
    pub who: Creature,
}

/// A party that wins or loses together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The name used in level files.
    pub id: String,
    /// The name shown to players.
    pub name: String,
    /// Who gives its orders.
    pub seat: Seat,
    /// Bystanders: nobody's enemy, and not counted when the last side stands.
    pub neutral: bool,
    /// Ids of the sides that it fights beside, and that win with it; each of them has this one on its list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allies: Vec<String>,
}

/// Who gives a side's orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// A person at the table.
    Human,
    /// The computer.
    Ai,
}

/// Something that happens: effects, and what sets them off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Unique in the level.
    pub id: String,
    /// What sets it off.
    pub when: Trigger,
    /// Announced before the effects; may be empty.
    pub text: String,
    /// Players are not told beforehand.
    pub secret: bool,
    /// The effects in order, each carried out completely.
    #[serde(rename = "do")]
    pub do_: Vec<Effect>,
}

/// What sets an event off. Rounds count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// After the last turn of a round.
    RoundEnd {
        /// The first round.
        from: u32,
        /// Again every so many rounds; `None` means once.
        every: Option<u32>,
        /// The last round; `None` means no end.
        until: Option<u32>,
    },
    /// Before the first turn of a round.
    RoundStart {
        /// The first round.
        from: u32,
        /// Again every so many rounds; `None` means once.
        every: Option<u32>,
        /// The last round; `None` means no end.
        until: Option<u32>,
    },
    /// A creature sets foot in a zone.
    Enters {
        /// The zone.
        zone: String,
        /// Only creatures of this side count; `None` means every side.
        side: Option<String>,
        /// Only creatures of these names count; empty means every creature.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        creatures: Vec<String>,
        /// Only the first time.
        once: bool,
    },
    /// A creature falls.
    Down {
        /// Its name.
        creature: String,
    },
    /// An object breaks.
    Destroyed {
        /// Its name.
        object: String,
    },
    /// Another event has come about, each time.
    After {
        /// Its id.
        event: String,
        /// At the start of the round so many rounds later; 0 means right after it.
        rounds: u32,
    },
    /// One of these has happened. It comes once.
    AnyOf(Vec<Trigger>),
    /// All of these have happened, in any order. It comes once.
    AllOf(Vec<Trigger>),
    /// Only when the game master says so.
    Manual,
}

impl Trigger {
    /// Whether it may set its event off more than once.
    pub fn comes_again(&self) -> bool {
        match self {
            Self::RoundEnd { from, every, until } | Self::RoundStart { from, every, until } => {
                every.is_some_and(|every| every > 0 && until.is_none_or(|until| until >= from.saturating_add(every)))
            }
            Self::Enters { once, .. } => !once,
            Self::Manual | Self::After { .. } => true,
            Self::Down { .. } | Self::Destroyed { .. } | Self::AnyOf(_) | Self::AllOf(_) => false,
        }
    }

    /// What it is joined from, through all depths; else the trigger itself.
    pub fn leaves(&self) -> Vec<&Self> {
        match self {
            Self::AnyOf(parts) | Self::AllOf(parts) => parts.iter().flat_map(Self::leaves).collect(),
            _ => vec![self],
        }
    }

    /// Whether something is so of it, or of what it is joined from.
    pub fn any(&self, is: &impl Fn(&Self) -> bool) -> bool {
        match self {
            Self::AnyOf(parts) | Self::AllOf(parts) => parts.iter().any(|part| part.any(is)),
            _ => is(self),
        }
    }

    /// Whether a clock trigger is due in `round`; the others never are.
    pub fn due_in(&self, round: u32) -> bool {
        let (Self::RoundEnd { from, every, until } | Self::RoundStart { from, every, until }) = *self else {
            return false;
        };
        if round < from || until.is_some_and(|last| round > last) {
            return false;
        }
        match every {
            None | Some(0) => round == from,
            Some(step) => (round - from).is_multiple_of(step),
        }
    }
}

/// One thing an event does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Harm spreading from a point.
    Burst {
        /// The middle.
        at: Square,
        /// How far it spreads.
        radius: Span,
        /// What it does.
        damage: Damage,
        /// Cover does not help.
        ignores_cover: bool,
        /// It creeps round corners, and masks help against it.
        gas: bool,
    },
    /// Harm to everybody on some squares.
    Harm {
        /// The squares.
        squares: Vec<Square>,
        /// What it does.
        damage: Damage,
    },
    /// The ground changes.
    Terrain {
        /// The squares.
        squares: Vec<Square>,
        /// Key of the new terrain.
        becomes: String,
        /// Harm to a creature that stands there at that moment.
        crush: Option<Damage>,
    },
    /// The light changes.
    Light {
        /// The squares; `None` means all.
        squares: Option<Vec<Square>>,
        /// The new light.
        becomes: Light,
    },
    /// Fog comes or goes.
    Fog {
        /// The squares; `None` means all.
        squares: Option<Vec<Square>>,
        /// Whether fog hangs there afterwards.
        becomes: bool,
    },
    /// Players are told something.
    Message {
        /// What they are told.
        text: String,
    },
    /// Creatures appear.
    Spawn {
        /// Who; their names are unique in the level too.
        creatures: Vec<Creature>,
    },
    /// Creatures gain a condition.
    Condition {
        /// Who gains it.
        on: Affected,
        /// The condition's word.
        condition: String,
    },
    /// Creatures are moved.
    Push {
        /// Everybody on these squares.
        squares: Vec<Square>,
        /// Where to.
        direction: Direction,
        /// How far.
        squares_count: u16,
    },
    /// Air, visibility or gravity change.
    Weather {
        /// How they are afterwards.
        becomes: Weather,
    },
    /// A door opens, shuts or locks.
    Door {
        /// The door's name.
        object: String,
        /// Its new state.
        becomes: Door,
    },
    /// What stands between squares changes.
    Edge {
        /// Where.
        edges: Vec<Edge>,
        /// Key of what stands there afterwards; `None` for nothing.
        becomes: Option<String>,
    },
    /// Objects are put down.
    Place {
        /// Which, and where.
        objects: Vec<Object>,
    },
    /// Objects break.
    Break {
        /// Their names.
        objects: Vec<String>,
    },
    /// An object is lit or put out.
    Lamp {
        /// Its name.
        object: String,
        /// How far it gives light then; zero puts it out.
        becomes: Length,
    },
    /// Ways out of the fight open or shut.
    Exit {
        /// The squares.
        squares: Vec<Square>,
        /// Whether the fight can be left there afterwards.
        becomes: bool,
    },
    /// Ground spreads by one square.
    Spread(Spread),
    /// Another event is set off.
    Event {
        /// Its id.
        event: String,
        /// At the start of the round so many rounds later; 0 means at once.
        rounds: u32,
    },
    /// A side wins at once.
    Win {
        /// Its id.
        side: String,
    },
}

/// Ground that takes the squares beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    /// Key of the terrain that spreads.
    pub terrain: String,
    /// Keys of the terrains that it takes; `None` means all but walls, water and pits.
    pub over: Option<Vec<String>>,
    /// The squares it keeps to; `None` means the whole board.
    pub within: Option<Vec<Square>>,
}

/// Whom an effect means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Affected {
    /// Everybody on these squares.
    Squares(Vec<Square>),
    /// One creature, by name.
    Creature(String),
}

/// A distance an author may give in squares or as a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// Whole squares, whatever the ruleset's square measures.
    Squares(u16),
    /// A physical length.
    Length(Length),
}

/// Dice and a shared word for what kind of harm they do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    /// Such as `1d6`, `2d6+2` or `4`.
    pub dice: String,
    /// A shared damage word such as `toxic`; every ruleset maps it to a type of its own.
    pub kind: String,
}

/// How a side wins, or how it loses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// No other side that is not neutral has a creature standing.
    LastSideStanding {
        /// The side that may win so; `None` means every side.
        side: Option<String>,
    },
    /// All of the targets are down.
    Eliminate {
        /// The side that wins.
        side: String,
        /// Names of the creatures that must fall.
        targets: Vec<String>,
    },
    /// The side has a creature in the zone and no enemy has, for so many round ends in a row.
    Hold {
        /// The side that wins.
        side: String,
        /// The zone.
        zone: String,
        /// Round ends in a row.
        rounds: u32,
    },
    /// So many of the side, or of those named, left by an exit.
    Escape {
        /// The side that wins.
        side: String,
        /// Names of those who count, of whatever side; everybody of the side where empty.
        who: Vec<String>,
        /// How many must get out.
        count: u32,
    },
    /// A creature of the side left by an exit with the thing.
    CarryOut {
        /// The side that wins.
        side: String,
        /// The thing's name.
        object: String,
    },
    /// All of these are reached at the same time.
    AllOf {
        /// The side that wins.
        side: String,
        /// The parts, all of the same side.
        parts: Vec<Goal>,
    },
    /// At least one of these is reached.
    AnyOf {
        /// The side that wins.
        side: String,
        /// The parts, all of the same side.
        parts: Vec<Goal>,
    },
    /// The side still stands at the end of that round.
    Survive {
        /// The side that wins.
        side: String,
        /// The round at whose end it wins.
        rounds: u32,
    },
    /// The side loses when the creature falls.
    Protect {
        /// The side that loses.
        side: String,
        /// The creature's name.
        creature: String,
    },
}

impl Goal {
    /// The side it belongs to; `None` if it belongs to all.
    pub fn side(&self) -> Option<&str> {
        match self {
            Self::LastSideStanding { side } => side.as_deref(),
            Self::Eliminate { side, .. }
            | Self::Hold { side, .. }
            | Self::Escape { side, .. }
            | Self::CarryOut { side, .. }
            | Self::AllOf { side, .. }
            | Self::AnyOf { side, .. }
            | Self::Survive { side, .. }
            | Self::Protect { side, .. } => Some(side),
        }
    }

    /// What it is made of, where it is joined from others, through all depths; else the goal itself.
    pub fn leaves(&self) -> Vec<&Self> {
        match self {
            Self::AllOf { parts, .. } | Self::AnyOf { parts, .. } => parts.iter().flat_map(Self::leaves).collect(),
            _ => vec![self],
        }
    }
}

/// Reinforcements of one round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// They come at the start of this round.
    pub round: u32,
    /// Announced when they come; may be empty.
    pub text: String,
    /// Names of creatures in [`Level::creatures`] whose `arrives` is this round.
    pub creatures: Vec<String>,
}

/// Reinforcements that an event calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The event's id.
    pub event: String,
    /// Announced when they come; may be empty.
    pub text: String,
    /// Names of creatures in [`Level::creatures`] that are [`Creature::called`].
    pub creatures: Vec<String>,
}
