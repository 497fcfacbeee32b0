//! Facts that happened, in order. Log, animation, replay and tests read these and nothing else.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::components::Position;
use super::id::{Id, SideId};
use super::look::{Look, Mark, Motion};
use super::outcome::{AttackOutcome, DamagePart, Protection};
use super::purpose::Purpose;
use super::rule::{Rule, Text};
use super::stage::Stage;
use super::trace::Trace;
use crate::grid::{Edge, Length, Square};
use crate::level::is_same_name;

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The fight is on.
    FightBegins,
    /// A round starts.
    RoundBegins {
        /// Counted from 1.
        round: u32,
    },
    /// A round is over, its events included.
    RoundEnds {
        /// Counted from 1.
        round: u32,
    },
    /// A creature has its place in the order.
    Ranked {
        /// The score it is ordered by.
        score: i32,
    },
    /// The order for the round, first to last.
    Order {
        /// The creatures in the order they act.
        creatures: Vec<Id>,
    },
    /// A creature's turn starts.
    TurnBegins,
    /// A creature's turn ends.
    TurnEnds,
    /// A creature goes from square to square (its top-left square).
    Step {
        /// The square left.
        from: Square,
        /// The square entered.
        to: Square,
        /// Height of its feet before and after.
        height: (Length, Length),
        /// The way of moving.
        motion: Motion,
        /// What people call it.
        how: Text,
    },
    /// A creature turns upon a target or a square.
    Attack {
        /// The weapon's name.
        with: Text,
        /// How it looks and sounds.
        look: Look,
        /// The square aimed at.
        at: Square,
        /// How many squares around that it takes in.
        #[serde(default)]
        radius: u32,
    },
    /// What came of an attack for the target; without a target, of one at a square. Told of other harm only where nothing of it
    /// got through.
    Outcome {
        /// What came of it.
        outcome: AttackOutcome,
        /// What kept it off, where something did.
        #[serde(default)]
        by: Option<Protection>,
    },
    /// A creature uses an action that is no attack.
    Action {
        /// The action's name.
        name: Text,
    },
    /// A number was found; the trace says which and how.
    Number,
    /// A side must decide.
    Asked {
        /// Who decides.
        side: SideId,
        /// The question's key.
        kind: Text,
    },
    /// The decision was answered.
    Answered {
        /// The key of the choice.
        choice: Text,
        /// What it was called.
        #[serde(default)]
        label: Text,
        /// What it is for.
        #[serde(default)]
        purpose: Purpose,
    },
    /// A pool of points that keeps a creature or object going went down.
    Damage {
        /// What was taken, all told.
        amount: i32,
        /// What it was made of, kind by kind.
        parts: Vec<DamagePart>,
        /// The key of the gauge.
        pool: Text,
        /// Points before and after.
        change: (i32, i32),
    },
    /// Such a pool went up.
    Heal {
        /// The key of the gauge.
        pool: Text,
        /// Points before and after.
        change: (i32, i32),
    },
    /// A resource was spent or came back.
    Resource {
        /// Which.
        name: Text,
        /// Points before and after.
        change: (i32, i32),
    },
    /// A condition was gained.
    Gains {
        /// Its key.
        condition: Text,
        /// What it looks like on the board.
        #[serde(default)]
        mark: Option<Mark>,
    },
    /// A condition ended.
    Loses {
        /// Its key.
        condition: Text,
        /// What it looked like on the board.
        #[serde(default)]
        mark: Option<Mark>,
    },
    /// A creature falls through the air.
    Falls {
        /// How far.
        distance: Length,
    },
    /// A creature can no longer fight but lives.
    Down,
    /// A creature dies.
    Dies,
    /// A creature leaves the map alive.
    Leaves,
    /// A creature arrives.
    Arrives {
        /// Where.
        at: Square,
    },
    /// An object is no more.
    Destroyed,
    /// A door opens, closes or locks.
    Door {
        /// Whether it now stands open.
        open: bool,
    },
    /// The ground changes.
    Ground {
        /// Where.
        squares: Vec<Square>,
        /// What it is now, for people.
        becomes: Text,
        /// Whether it comes down or gives way: a wall that falls, a floor that breaks.
        #[serde(default)]
        collapses: bool,
    },
    /// What stands between squares changes.
    Edges {
        /// Where.
        edges: Vec<Edge>,
        /// What stands there now, for people.
        becomes: Text,
        /// Whether something comes down.
        collapses: bool,
    },
    /// The light changes.
    Light {
        /// Where; everywhere when absent.
        squares: Option<Vec<Square>>,
        /// What it is now.
        becomes: crate::level::Light,
    },
    /// Something of the level takes effect: a burst, a harm, a condition.
    Hazard {
        /// Its middle, when it has one.
        at: Option<Square>,
        /// The squares it takes in.
        squares: Vec<Square>,
        /// How it looks and sounds.
        look: Look,
    },
    /// The level or the game master says something.
    Says {
        /// The words.
        text: Text,
        /// Whether it is a sign of what is to come, and nothing happens yet.
        #[serde(default)]
        portent: bool,
    },
    /// The game master overrode something.
    Override {
        /// What.
        text: Text,
    },
    /// What was told from `from` on no longer holds: orders were taken back.
    TakenBack {
        /// The place of the first event that does not hold; all from there up to this one do not.
        from: u32,
        /// By whom, and who agreed.
        text: Text,
    },
    /// A part of what is gone through step by step begins, such as a round's recovery.
    Part {
        /// What people call it.
        name: Text,
    },
    /// A remark worth a line, such as an automatic answer.
    Note {
        /// The words.
        text: Text,
    },
    /// The fight is decided.
    Ends {
        /// How.
        result: Outcome,
    },
}

impl What {
    /// The word for this kind of fact, as it stands where facts are written down.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::FightBegins => "fight_begins",
            Self::RoundBegins { .. } => "round_begins",
            Self::RoundEnds { .. } => "round_ends",
            Self::Ranked { .. } => "ranked",
            Self::Order { .. } => "order",
            Self::TurnBegins => "turn_begins",
            Self::TurnEnds => "turn_ends",
            Self::Step { .. } => "step",
            Self::Attack { .. } => "attack",
            Self::Outcome { .. } => "outcome",
            Self::Action { .. } => "action",
            Self::Number => "number",
            Self::Asked { .. } => "asked",
            Self::Answered { .. } => "answered",
            Self::Damage { .. } => "damage",
            Self::Heal { .. } => "heal",
            Self::Resource { .. } => "resource",
            Self::Gains { .. } => "gains",
            Self::Loses { .. } => "loses",
            Self::Falls { .. } => "falls",
            Self::Down => "down",
            Self::Dies => "dies",
            Self::Leaves => "leaves",
            Self::Arrives { .. } => "arrives",
            Self::Destroyed => "destroyed",
            Self::Door { .. } => "door",
            Self::Ground { .. } => "ground",
            Self::Edges { .. } => "edges",
            Self::Light { .. } => "light",
            Self::Hazard { .. } => "hazard",
            Self::Says { .. } => "says",
            Self::Override { .. } => "override",
            Self::TakenBack { .. } => "taken_back",
            Self::Part { .. } => "part",
            Self::Note { .. } => "note",
            Self::Ends { .. } => "ends",
        }
    }
}

/// What a side is told that is not told all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Telling {
    /// The side.
    pub side: SideId,
    /// The event as the side is told it; nothing where it is told nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Box<Event>>,
}

/// How a battle came out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// The sides that have won; none when no creature stands.
    pub winners: Vec<SideId>,
    /// Why, as a sentence.
    pub reason: Text,
}

/// A fact, its place in the order of facts, and the rules and the trace behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Place in the battle, from 0.
    pub seq: u32,
    /// The round it happened in; 0 before the first.
    pub round: u32,
    /// How deeply it is nested in interrupts.
    pub depth: u8,
    /// Who did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<Id>,
    /// To whom it was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Id>,
    /// What it was.
    pub what: What,
    /// Whom its words name besides these two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Id>,
    /// The sides that are not told all of it, and what they are told instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tellings: Vec<Telling>,
    /// The rules that took effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
    /// The number behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Box<Trace>>,
    /// The stage in which it was told.
    #[serde(skip)]
    pub told_in: ToldIn,
}

/// Where in the engine an event was told: the stage, if that is known, and the path of the system, which is empty if an order told it.
/// This is no part of what happened. It is not saved, and two events that differ only in it are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToldIn(pub Option<Stage>, pub &'static str);

impl PartialEq for ToldIn {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ToldIn {}

impl Event {
    /// Whether it comes about besides what is done to anybody. Of nothing else is it asked, looking ahead, what a side is told.
    pub(in crate::battle) fn comes_about(&self) -> bool {
        match self.what {
            What::Door { .. }
            | What::Ground { .. }
            | What::Edges { .. }
            | What::Light { .. }
            | What::Leaves
            | What::Arrives { .. }
            | What::Step { .. } => true,
            // A remark about what was done to a creature, such as to what it carries.
            What::Note { .. } => self.target.is_some(),
            _ => false,
        }
    }

    /// A fact without an actor; place and round are given when it is told.
    #[inline]
    pub fn new(what: What) -> Self {
        Self {
            seq: 0,
            round: 0,
            depth: 0,
            actor: None,
            target: None,
            what,
            about: Vec::new(),
            tellings: Vec::new(),
            rules: Vec::new(),
            trace: None,
            told_in: ToldIn::default(),
        }
    }

    /// A creature has come from one place to another.
    pub fn step(actor: Id, from: Position, to: Position, motion: Motion, how: impl Into<Text>) -> Self {
        let step = What::Step { from: from.at, to: to.at, height: (from.height, to.height), motion, how: how.into() };
        Self::new(step).actor(actor)
    }

    /// A creature spent some of a resource, or got some of it back.
    pub fn resource(actor: Id, name: impl Into<Text>, change: (i32, i32)) -> Self {
        let name = name.into();
        Self::new(What::Resource { name, change }).actor(actor)
    }

    /// A creature's number has been worked out.
    pub fn number(actor: Id, trace: Trace) -> Self {
        Self::new(What::Number).actor(actor).trace(trace)
    }

    /// A remark worth a line.
    pub fn note(text: impl Into<Text>) -> Self {
        Self::new(What::Note { text: text.into() })
    }

    /// Says who did it, if anybody did.
    #[must_use]
    #[inline]
    pub fn actor(mut self, actor: impl Into<Option<Id>>) -> Self {
        self.actor = actor.into();
        self
    }

    /// Says to whom it was done, if to anybody.
    #[must_use]
    #[inline]
    pub fn target(mut self, target: impl Into<Option<Id>>) -> Self {
        self.target = target.into();
        self
    }

    /// Cites a rule that took effect.
    #[must_use]
    #[inline]
    pub fn by(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }

    /// Cites several rules: all that took effect of some that may.
    #[must_use]
    pub fn by_all(mut self, rules: impl IntoIterator<Item = Rule>) -> Self {
        self.rules.extend(rules);
        self
    }

    /// Lays the trace of the number beside it.
    #[must_use]
    #[inline]
    pub fn trace(mut self, trace: Trace) -> Self {
        self.trace = Some(Box::new(trace));
        self
    }

    /// The kind of fact it is; a number that dice had a part in is a roll.
    pub fn kind(&self) -> &'static str {
        match (&self.what, &self.trace) {
            (What::Number, Some(trace)) if trace.is_rolled() => "roll",
            _ => self.what.kind(),
        }
    }

    /// Gives it its place in the battle, independent of the sides that are told of it.
    pub(in crate::battle) fn place(&mut self, seq: u32) {
        self.seq = seq;
        for version in self.tellings.iter_mut().filter_map(|telling| telling.version.as_mut()) {
            version.seq = seq;
        }
    }

    /// Shows every rule cited by the event or anywhere in its trace.
    pub fn each_rule<'a>(&'a self, see: &mut dyn FnMut(&'a Rule)) {
        self.rules.iter().for_each(&mut *see);
        if let Some(trace) = &self.trace {
            trace.each_rule(see);
        }
    }

    /// Every rule cited by the event or anywhere in its trace.
    pub fn all_rules(&self) -> Vec<&Rule> {
        let mut out = Vec::new();
        self.each_rule(&mut |rule| out.push(rule));
        out
    }
}

/// What an unknown creature is called.
pub(in crate::battle) const SOMEBODY: &str = "somebody";

/// The names of everyone and everything that was ever part of the battle.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Names(std::collections::BTreeMap<Id, String>);

impl Names {
    /// The name, or a dash for an identity that never was.
    pub fn name(&self, id: Id) -> &str {
        match id {
            Id::SOMEBODY => SOMEBODY,
            _ => self.0.get(&id).map_or("-", String::as_str),
        }
    }

    /// Notes a name.
    pub fn insert(&mut self, id: Id, name: impl Into<String>) {
        self.0.insert(id, name.into());
    }

    /// The identity with this name, if exactly that is known; case does not matter.
    pub fn find(&self, name: &str) -> Option<Id> {
        self.0.iter().find(|(_, known)| is_same_name(known, name)).map(|(&id, _)| id)
    }

    /// Everyone and everything, by identity.
    pub fn iter(&self) -> impl Iterator<Item = (Id, &str)> {
        self.0.iter().map(|(&id, name)| (id, name.as_str()))
    }
}

/// Facts told since the battle last collected them.
#[derive(Resource, Default)]
pub struct Outbox {
    pub(in crate::battle) events: Vec<Event>,
    pub(in crate::battle) next: u32,
}

/// Telling facts.
pub trait Tell {
    /// Puts a fact at the end of the log.
    fn tell(&mut self, event: Event);
    /// The same, told to one side alone: the others do not learn that it happened.
    fn tell_alone(&mut self, side: SideId, event: Event);
    /// Remarks something about a creature, with its rule.
    fn note(&mut self, creature: Id, text: impl Into<Text>, rule: Rule);
}
