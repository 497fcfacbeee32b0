//! What a readied Action waits for: the kinds of triggers, and how an order names them (ESS-READY-1, ESS-READY-7).

use bevy::prelude::World;
use serde::de::{IntoDeserializer, value};
use serde::{Deserialize, Serialize};

use crate::battle::{triggers, *};
use crate::grid::Square;
use crate::rule;

/// What a readied action waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
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
    pub cue: Trigger,
    /// Who has to do it.
    pub whose: TriggerActor,
}

/// Whose deed a trigger is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TriggerActor {
    /// Any Enemy's.
    Enemy,
    /// Anybody's at all.
    Anyone,
    /// This creature's.
    Named(Id),
}

/// The Action that is readied.
pub(crate) const ACTION: Key = Key::new(
    "action",
    Takes::Text,
    "The Action that is readied, with its `with`, `target`, `at` and options; `attack` if absent. `move` goes to `at`.",
);
/// Its trigger.
pub(crate) const TRIGGER: Key = Key::new(triggers::TRIGGER, Takes::Word(&WORDS), "What it waits for; must be there.");
/// A zone that is waited for.
pub(crate) const ZONE: Key = Key::new("zone", Takes::Text, "For `enters_zone`: a zone of the level; must be there.");
/// A door that is waited for.
pub(crate) const DOOR: Key = Key::new("door", Takes::Text, "For `opens_door`: its name; any door if absent.");
/// Who has to do it.
pub(crate) const WHOSE: Key =
    Key::new("whose", Takes::Text, "Who has to do it: a creature's name, or `anyone`; any Enemy if absent.");
/// What the game master looks out for.
pub(crate) const WHEN: Key = Key::new("when", Takes::Text, "For `told`: what it waits for, in words; must be there.");

/// The options that belong to the trigger and not to the Action that is readied.
const OF_TRIGGER: [&str; 7] = [ACTION.key, TRIGGER.key, triggers::SQUARE.key, ZONE.key, DOOR.key, WHOSE.key, WHEN.key];

/// Somebody enters a square.
pub(crate) const ENTERS_SQUARE: TriggerKind =
    TriggerKind::new(triggers::ENTERS_SQUARE, "`square`, or `at`", "It enters that square.");
/// Somebody enters a zone.
pub(crate) const ENTERS_ZONE: TriggerKind =
    TriggerKind::new("enters_zone", "`zone`", "It enters that zone of the level.");
/// A door opens.
pub(crate) const OPENS_DOOR: TriggerKind =
    TriggerKind::new("opens_door", "`door`, if it is not to be any", "A door opens.");
/// The game master says so.
pub(crate) const TOLD: TriggerKind = TriggerKind::new(
    "told",
    "`when`",
    "Whatever those words mean: the game master says when, by the override `ready`.",
);

/// All of them, as an order names them.
pub(crate) const TRIGGERS: [TriggerKind; 11] = [
    TriggerKind::new("enters_reach", "", "It comes within the owner's Reach."),
    TriggerKind::new("enters_sight", "", "It comes into sight."),
    ENTERS_SQUARE,
    ENTERS_ZONE,
    TriggerKind::new("moves", "", "It takes a step."),
    TriggerKind::new("attacks", "", "It attacks."),
    TriggerKind::new("casts", "", "It Casts."),
    TriggerKind::new("falls_prone", "", "It falls Prone."),
    TriggerKind::new("stands_up", "", "It stands up."),
    OPENS_DOOR,
    TOLD,
];

/// Their words alone.
const WORDS: [&str; 11] = TriggerKind::words(&TRIGGERS);

fn refuse(code: &'static str, message: impl Into<Text>) -> Refusal {
    Refusal::by(rule!("ESS-READY-7"), code, message)
}

impl Trigger {
    /// The trigger that an order names.
    ///
    /// # Errors
    /// What is missing, or is not there.
    fn of_order(world: &World, act: &Act) -> Result<Self, Refusal> {
        let word = act
            .word(TRIGGER.key)
            .ok_or_else(|| refuse("no_trigger", format!("Name the trigger: {}.", WORDS.join(", "))))?;
        Ok(match word {
            triggers::ENTERS_SQUARE => Self::EntersSquare(awaited_square(world, act)?),
            "enters_zone" => {
                let zone = act.word("zone").unwrap_or_default();
                let known = &world.resource::<LevelRes>().0.zones;
                if !known.contains_key(zone) {
                    let known: Vec<&str> = known.keys().map(String::as_str).collect();
                    let known = known.join(", ");
                    return Err(refuse("no_zone", format!("Name a zone of this level as `zone`: {known}.")));
                }
                Self::EntersZone(zone.to_owned())
            }
            "opens_door" => Self::OpensDoor(match act.word("door") {
                None => None,
                Some(name) => {
                    let door = world.resource::<Names>().find(name);
                    let door = door.filter(|&door| world.part::<DoorState>(door).is_some());
                    Some(door.ok_or_else(|| refuse("no_door", format!("There is no door `{name}`.")))?)
                }
            }),
            "told" => match act.word("when") {
                Some(when) if !when.trim().is_empty() => Self::Told(when.to_owned()),
                _ => return Err(refuse("no_trigger", "Say in `when` what it waits for.")),
            },
            // The word of one that is about nothing else is its name.
            word => Self::deserialize(word.into_deserializer()).map_err(|_: value::Error| {
                let message = format!("There is no trigger `{word}`; there are {}.", WORDS.join(", "));
                refuse("no_trigger", message)
            })?,
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
            Self::OpensDoor(Some(door)) => format!("{} opens", world.resource::<Names>().name(*door)),
            Self::OpensDoor(None) => "a door opens".to_owned(),
            Self::Told(when) => when.clone(),
        }
    }
}

/// The square that is waited for: named by `square`, or else the one aimed at.
fn awaited_square(world: &World, act: &Act) -> Result<Square, Refusal> {
    act.awaited_square()
        .filter(|&at| world.resource::<Map>().contains(at))
        .ok_or_else(|| refuse("no_square", "Name a square of the map as `square`, such as `6,2`."))
}

impl Ready {
    /// What an order readies; the `usual` Action where it names none.
    ///
    /// # Errors
    /// A trigger that is unknown, or lacks what it is about.
    pub fn of_order(world: &World, act: &Act, usual: &str) -> Result<Self, Refusal> {
        let cue = Trigger::of_order(world, act)?;
        let whose = match act.word("whose") {
            None => TriggerActor::Enemy,
            Some("anyone") => TriggerActor::Anyone,
            Some(name) => {
                let found = world.resource::<Names>().find(name);
                let side = world.part::<Creature>(act.creature).map(|who| who.side);
                let met = |id: Id| side.is_none_or(|side| knows(world, side, id));
                let found = found.filter(|&id| id != act.creature && world.part::<Creature>(id).is_some() && met(id));
                let refusal = || refuse("no_such_creature", format!("There is no other creature `{name}`."));
                TriggerActor::Named(found.ok_or_else(refusal)?)
            }
        };
        let mut readied = act.clone();
        act.word(ACTION.key).unwrap_or(usual).clone_into(&mut readied.action);
        if act.aims_at_awaited() {
            readied.at = None;
        }
        readied.options.retain(|option, _| !OF_TRIGGER.contains(&option.as_str()));
        Ok(Self { act: readied, cue, whose })
    }

    /// What it waits for, in words.
    pub fn text(&self, world: &World) -> String {
        let who = match self.whose {
            TriggerActor::Named(id) => world.resource::<Names>().name(id),
            TriggerActor::Enemy => "an Enemy",
            TriggerActor::Anyone => "somebody",
        };
        self.cue.text(world, who)
    }
}
