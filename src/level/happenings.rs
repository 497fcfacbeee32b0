//! What happens in a level, who comes later, and how the fight ends.

use serde::{Deserialize, Serialize};

use super::door::Door;
use super::sky::Weather;
use super::things::{Creature, Damage, Light, Object};
use crate::grid::{Direction, Edge, Length, Square};

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
    /// Air goes or comes back.
    Vacuum {
        /// The squares; `None` means all.
        squares: Option<Vec<Square>>,
        /// Whether there is nothing to breathe there afterwards.
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
    /// Gravity changes.
    Gravity {
        /// The squares; `None` means all.
        squares: Option<Vec<Square>>,
        /// Gravity there afterwards, in hundredths of the usual one.
        becomes: i32,
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

/// Reinforcements of one round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// They come at the start of this round.
    pub round: u32,
    /// Announced when they come; may be empty.
    pub text: String,
    /// Names of creatures in [`Level::creatures`](super::model::Level::creatures) whose `arrives` is this round.
    pub creatures: Vec<String>,
}

/// Reinforcements that an event calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The event's id.
    pub event: String,
    /// Announced when they come; may be empty.
    pub text: String,
    /// Names of creatures in [`Level::creatures`](super::model::Level::creatures) that are [`Creature::called`].
    pub creatures: Vec<String>,
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
