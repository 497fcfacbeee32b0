//! What a readied Action waits for: the kinds of triggers, and how an order names them (ESS-READY-1, ESS-READY-7).

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::battle::*;
use crate::grid::Square;
use crate::rule;

/// What a readied action waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cue {
    /// It comes within the owner's Reach.
    EntersReach,
    /// It comes into sight.
    EntersSight,
    /// It enters a square.
    EntersSquare(Square),
    /// It enters a zone of the level.
    EntersZone(String),
    /// It takes a step.
    Moves,
    /// It attacks.
    Attacks,
    /// It Casts.
    Casts,
    /// It falls Prone.
    FallsProne,
    /// It stands up.
    StandsUp,
    /// A door opens: this one, or any.
    OpensDoor(Option<Id>),
    /// The game master says that it has come: whatever these words mean.
    Told(String),
}

/// What is readied.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ready {
    /// The Action, whole but for a target that only the trigger names.
    pub act: Act,
    /// What it waits for.
    pub cue: Cue,
    /// Who has to do it.
    pub whose: Whose,
}

/// Whose deed a trigger is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// Any Enemy's.
    Enemy,
    /// Anybody's at all.
    Anyone,
    /// This creature's.
    Named(Id),
}

const fn word(key: &'static str, help: &'static str) -> OptionKind {
    OptionKind::new(key, OptionTakes::Word, help)
}

/// The Action that is readied.
pub const ACTION: OptionKind = word("action", "The Action that is readied; an attack where it is left out.");
/// Its trigger.
pub const TRIGGER: OptionKind = word("trigger", "The trigger.");
const SQUARE: OptionKind = word(
    "square",
    "The square that is waited for, such as `6,2`; the one aimed at where it is left out.",
);
/// A zone that is waited for.
pub const ZONE: OptionKind = word("zone", "The zone of the level that is waited for.");
/// A door that is waited for.
pub const DOOR: OptionKind = word(
    "door",
    "The name of the door that is waited for; any where it is left out.",
);
/// What the game master looks out for.
pub const WHEN: OptionKind = word("when", "What is waited for, in words.");
const WHOSE: OptionKind = word(
    "whose",
    "Who has to do it: `anyone`, or a name; any Enemy where it is left out.",
);

/// The options that belong to the trigger and not to the Action.
pub const OWN: [OptionKind; 7] = [ACTION, TRIGGER, WHOSE, SQUARE, ZONE, DOOR, WHEN];

const fn trigger(key: &'static str, help: &'static str, options: &'static [OptionKind]) -> TriggerKind {
    TriggerKind { key, help, options }
}

/// Triggers that need no more than their word.
pub const PLAIN: [TriggerKind; 7] = [
    trigger("enters_reach", "Somebody comes within Reach.", &[]),
    trigger("enters_sight", "Somebody comes into sight.", &[]),
    trigger("moves", "Somebody takes a step.", &[]),
    trigger("attacks", "Somebody attacks.", &[]),
    trigger("casts", "Somebody Casts a Spell.", &[]),
    trigger("falls_prone", "Somebody falls Prone.", &[]),
    trigger("stands_up", "Somebody stands up.", &[]),
];
/// Somebody enters a square.
pub const ENTERS_SQUARE: TriggerKind = trigger("enters_square", "Somebody enters a square.", &[SQUARE]);
/// Somebody enters a zone.
pub const ENTERS_ZONE: TriggerKind = trigger("enters_zone", "Somebody enters a zone of the level.", &[ZONE]);
/// A door opens.
pub const OPENS_DOOR: TriggerKind = trigger("opens_door", "A door opens.", &[DOOR]);
/// The game master says so.
pub const TOLD: TriggerKind = trigger("told", "The game master says that it has come.", &[WHEN]);

/// All of them.
pub const TRIGGERS: [TriggerKind; 11] = {
    let [reach, sight, moves, attacks, casts, falls, stands] = PLAIN;
    [
        reach,
        sight,
        ENTERS_SQUARE,
        ENTERS_ZONE,
        moves,
        attacks,
        casts,
        falls,
        stands,
        OPENS_DOOR,
        TOLD,
    ]
};

/// Their words, for people.
fn words() -> String {
    TRIGGERS.map(|trigger| trigger.key).join(", ")
}

fn refuse(code: &'static str, message: impl Into<Text>) -> Refusal {
    Refusal::by(rule!("ESS-READY-7"), code, message)
}

/// A square as options write it, such as `6,2`.
pub fn square_of(word: &str) -> Option<Square> {
    let (x, y) = word.split_once(',')?;
    Some(Square::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

impl Cue {
    /// The trigger that an order names.
    ///
    /// # Errors
    /// What is missing, or is not there.
    fn of_order(world: &World, act: &Act) -> Result<Self, Refusal> {
        let word = act
            .word("trigger")
            .ok_or_else(|| refuse("no_trigger", format!("Name the trigger: {}.", words())))?;
        Ok(match word {
            "enters_reach" => Self::EntersReach,
            "enters_sight" => Self::EntersSight,
            "enters_square" => Self::EntersSquare(awaited(world, act)?),
            "enters_zone" => {
                let zone = act.word("zone").unwrap_or_default();
                let known = &world.resource::<LevelRes>().0.zones;
                if !known.contains_key(zone) {
                    let known: Vec<&str> = known.keys().map(String::as_str).collect();
                    let known = known.join(", ");
                    return Err(refuse(
                        "no_zone",
                        format!("Name a zone of this level as `zone`: {known}."),
                    ));
                }
                Self::EntersZone(zone.to_owned())
            }
            "moves" => Self::Moves,
            "attacks" => Self::Attacks,
            "casts" => Self::Casts,
            "falls_prone" => Self::FallsProne,
            "stands_up" => Self::StandsUp,
            "opens_door" => Self::OpensDoor(match act.word("door") {
                None => None,
                Some(name) => {
                    let door = world.resource::<Cast>().find(name);
                    let door = door.filter(|&door| world.part::<DoorState>(door).is_some());
                    Some(door.ok_or_else(|| refuse("no_door", format!("There is no door `{name}`.")))?)
                }
            }),
            "told" => match act.word("when") {
                Some(when) if !when.trim().is_empty() => Self::Told(when.to_owned()),
                _ => return Err(refuse("no_trigger", "Say in `when` what it waits for.")),
            },
            other => {
                let message = format!("There is no trigger `{other}`; there are {}.", words());
                return Err(refuse("no_trigger", message));
            }
        })
    }

    /// The trigger in words.
    fn text(&self, world: &World, who: &str) -> String {
        match self {
            Self::EntersReach => format!("{who} comes within Reach"),
            Self::EntersSight => format!("{who} comes into sight"),
            Self::EntersSquare(at) => format!("{who} enters {},{}", at.x, at.y),
            Self::EntersZone(zone) => format!("{who} enters {zone}"),
            Self::Moves => format!("{who} moves"),
            Self::Attacks => format!("{who} attacks"),
            Self::Casts => format!("{who} Casts"),
            Self::FallsProne => format!("{who} falls Prone"),
            Self::StandsUp => format!("{who} stands up"),
            Self::OpensDoor(Some(door)) => format!("{} opens", world.resource::<Cast>().name(*door)),
            Self::OpensDoor(None) => "a door opens".to_owned(),
            Self::Told(when) => when.clone(),
        }
    }
}

/// The square that is waited for: named by `square`, or else the one aimed at.
fn awaited(world: &World, act: &Act) -> Result<Square, Refusal> {
    let named = match act.word("square") {
        Some(word) => square_of(word),
        None => act.at.filter(|_| aims_by_square(act)),
    };
    named
        .filter(|&at| world.resource::<Map>().contains(at))
        .ok_or_else(|| refuse("no_square", "Name a square of the map as `square`, such as `6,2`."))
}

/// Whether the square an order is aimed at is the one waited for, not one that the Action goes to.
fn aims_by_square(act: &Act) -> bool {
    act.word("trigger") == Some("enters_square") && act.word("square").is_none()
}

impl Ready {
    /// What an order readies; the `usual` Action where it names none.
    ///
    /// # Errors
    /// A trigger that is unknown, or lacks what it is about.
    pub fn of_order(world: &World, act: &Act, usual: &str) -> Result<Self, Refusal> {
        let cue = Cue::of_order(world, act)?;
        let whose = match act.word("whose") {
            None => Whose::Enemy,
            Some("anyone") => Whose::Anyone,
            Some(name) => {
                let found = world.resource::<Cast>().find(name);
                let found = found.filter(|&id| id != act.creature && world.part::<Creature>(id).is_some());
                let refusal = || refuse("no_such_creature", format!("There is no other creature `{name}`."));
                Whose::Named(found.ok_or_else(refusal)?)
            }
        };
        let mut readied = act.clone();
        act.word(ACTION.key)
            .unwrap_or(usual)
            .clone_into(&mut readied.action);
        if aims_by_square(act) {
            readied.at = None;
        }
        readied
            .options
            .retain(|option, _| OWN.iter().all(|own| own.key != option));
        Ok(Self {
            act: readied,
            cue,
            whose,
        })
    }

    /// What it waits for, in words.
    pub fn text(&self, world: &World) -> String {
        let who = match self.whose {
            Whose::Named(id) => world.resource::<Cast>().name(id),
            Whose::Enemy => "an Enemy",
            Whose::Anyone => "somebody",
        };
        self.cue.text(world, who)
    }
}
