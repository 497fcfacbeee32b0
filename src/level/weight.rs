//! How much the events of a level do: so that no moment of a battle keeps its players waiting, whatever is written.

use std::collections::{BTreeMap, BTreeSet};

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::limits::{BEFALLS, MOMENT, SET_OFF, STRUCK};
use super::model::{Affected, Effect, Event, Level, Span, Trigger};
use super::read::At;
use crate::grid::{Length, Square};

/// Squares that weigh as much as an event does by itself.
const SQUARES: usize = 1024;

/// Creatures befallen that weigh as much as an event does by itself.
const CREATURES: usize = 64;

/// The smallest square of those that most rulesets play on.
const SQUARE: Length = Length::metres(1);

/// A board's width and height.
type Size = (u16, u16);

impl Effect {
    /// The squares that it strikes at most.
    fn struck(&self, (width, height): Size) -> usize {
        match self {
            Self::Burst { at, radius, .. } => {
                let radius = match radius {
                    Span::Squares(squares) => i64::from(*squares),
                    Span::Length(length) => i64::from(length.0 / SQUARE.0) + 1,
                };
                let across = |at: i16, size: u16| {
                    let (from, to) = (i64::from(at) - radius, i64::from(at) + radius);
                    usize::try_from(to.min(i64::from(size) - 1) - from.max(0) + 1).unwrap_or(0)
                };
                across(at.x, width) * across(at.y, height)
            }
            Self::Harm { squares, .. }
            | Self::Terrain { squares, .. }
            | Self::Push { squares, .. }
            | Self::Condition { on: Affected::Squares(squares), .. } => squares.len(),
            Self::Light { squares, .. }
            | Self::Fog { squares, .. }
            | Self::Vacuum { squares, .. }
            | Self::Gravity { squares, .. } => {
                squares.as_ref().map_or(usize::from(width) * usize::from(height), Vec::len)
            }
            Self::Edge { edges, .. } => edges.len(),
            Self::Place { objects } => objects.iter().map(|object| object.squares.len()).sum(),
            Self::Exit { squares, .. } => squares.len(),
            Self::Spread(_) => usize::from(width) * usize::from(height),
            Self::Condition { .. }
            | Self::Message { .. }
            | Self::Spawn { .. }
            | Self::Weather { .. }
            | Self::Door { .. }
            | Self::Break { .. }
            | Self::Lamp { .. }
            | Self::Event { .. }
            | Self::Win { .. } => 0,
        }
    }

    /// How often it befalls a creature at most, each square of a push counted.
    fn befalls(&self, board: Size, creatures: usize) -> usize {
        match self {
            Self::Light { .. } | Self::Fog { .. } | Self::Vacuum { .. } | Self::Edge { .. } | Self::Exit { .. } => 0,
            Self::Push { squares_count, .. } => self.struck(board).min(creatures) * usize::from(*squares_count),
            _ => self.struck(board).min(creatures),
        }
    }

    fn spawns(&self) -> usize {
        match self {
            Self::Spawn { creatures } => creatures.len(),
            _ => 0,
        }
    }
}

impl Trigger {
    /// Whether it comes right after an event. A joined trigger does not itself; one of its parts may.
    pub(crate) fn is_right_after(&self, event: &Event) -> bool {
        matches!(self, Self::After { event: id, rounds: 0 } if *id == event.id)
    }
}

impl Event {
    /// How often this event sets another off, in the same moment. An event with joined triggers comes only once, and is not counted.
    pub(crate) fn sets_off(&self, other: &Self) -> usize {
        let after = other.when.is_right_after(self);
        let named = |effect: &&Effect| matches!(effect, Effect::Event { event, rounds: 0 } if *event == other.id);
        usize::from(after) + self.do_.iter().filter(named).count()
    }
}

/// Which events set off which in the same moment.
struct Chains {
    /// By place: the one, the other, and how often.
    links: Vec<(usize, usize, usize)>,
    /// Those that no other sets off.
    first: Vec<usize>,
}

impl Chains {
    fn of(events: &[At<Event>]) -> Self {
        let mut links = Vec::new();
        for (from, one) in events.iter().enumerate() {
            let numbers = events.iter().enumerate().map(|(to, other)| (from, to, one.value.sets_off(&other.value)));
            links.extend(numbers.filter(|&(_, _, often)| often > 0));
        }
        let first = (0..events.len()).filter(|&place| links.iter().all(|&(_, to, _)| to != place)).collect();
        Self { links, first }
    }

    /// What each event does together with all that it sets off, from what each does by itself.
    fn totals(&self, own: &[usize]) -> Vec<usize> {
        let mut totals = own.to_vec();
        // No chain is longer than there are events; one that goes round and round is reported elsewhere.
        for _ in own {
            let mut next = own.to_vec();
            for &(from, to, often) in &self.links {
                next[from] = next[from].saturating_add(totals[to].saturating_mul(often));
            }
            if next == totals {
                break;
            }
            totals = next;
        }
        totals
    }
}

impl Level {
    /// How much an event counts in a chain of events that set off one another: a usual one counts once.
    pub fn weight(&self, event: usize) -> u32 {
        let board = (self.board.width(), self.board.height());
        let all = || self.events.iter().flat_map(|event| &event.do_);
        let creatures = self.creatures.len() + all().map(Effect::spawns).sum::<usize>();
        let effects = self.events.get(event).map_or(&[][..], |event| &event.do_);
        let squares: usize = effects.iter().map(|effect| effect.struck(board)).sum();
        let befalls: usize = effects.iter().map(|effect| effect.befalls(board, creatures)).sum();
        u32::try_from(1 + squares / SQUARES + befalls / CREATURES).unwrap_or(u32::MAX)
    }
}

impl Compiler<'_> {
    /// Reports events that do more than a moment can bear: all of them may come about in one.
    pub(super) fn check_weight(&mut self, events: &[At<Event>]) {
        let board = (self.board.width(), self.board.height());
        let creatures = self.creatures.len() + self.spawns.len();
        let chains = Chains::of(events);
        let sum = |count: &dyn Fn(&Effect) -> usize| -> Vec<usize> {
            events.iter().map(|event| event.value.do_.iter().map(count).sum()).collect()
        };
        let once = vec![1; events.len()];
        self.check_sum(events, (&chains, &once), MOMENT, "come about", "times in one moment");
        let struck = sum(&|effect| effect.struck(board));
        self.check_sum(events, (&chains, &struck), STRUCK, "strike", "squares");
        let befalls = sum(&|effect| effect.befalls(board, creatures));
        self.check_sum(events, (&chains, &befalls), BEFALLS, "befall", "creatures, each counted every time");
        self.check_zones_entered(events);
    }

    fn check_sum(
        &mut self,
        events: &[At<Event>],
        (chains, own): (&Chains, &[usize]),
        most: usize,
        does: &str,
        what: &str,
    ) {
        let totals = chains.totals(own);
        let mut sum = 0_usize;
        let mut over = None;
        for &place in &chains.first {
            sum = sum.saturating_add(totals[place]);
            if sum > most && over.is_none() {
                over = Some(events[place].span.clone());
            }
        }
        if let Some(span) = over {
            self.report
                .add(
                    Code::TooMany,
                    &span,
                    format!("the level's events may {does} {sum} {what}: a level's may {does} at most {most}"),
                )
                .because("too many with this event")
                .help("make bursts and areas smaller, leave some of them away, or set fewer events off twice");
        }
    }

    /// Reports squares on which a step sets too many events off.
    fn check_zones_entered(&mut self, events: &[At<Event>]) {
        let waits = |event: &At<Event>| -> BTreeSet<(String, Option<String>)> {
            let zone = |leaf: &Trigger| match leaf {
                Trigger::Enters { zone, side, .. } => Some((zone.clone(), side.clone())),
                _ => None,
            };
            event.value.when.leaves().into_iter().filter_map(zone).collect()
        };
        // Events of a zone that wait for the same side count together.
        let mut waiting: BTreeMap<(String, Option<String>), usize> = BTreeMap::new();
        for one in events.iter().flat_map(waits) {
            *waiting.entry(one).or_default() += 1;
        }
        let mut counted: BTreeMap<Option<&str>, BTreeMap<Square, usize>> = BTreeMap::new();
        for ((zone, side), many) in &waiting {
            let squares = counted.entry(side.as_deref()).or_default();
            for &square in self.zones.get(zone).iter().flat_map(|zone| &zone.squares) {
                *squares.entry(square).or_default() += many;
            }
        }
        let anybodys = counted.remove(&None).unwrap_or_default();
        let nobodys = BTreeMap::new();
        let sides = counted.values().chain([&nobodys]).flat_map(|squares| {
            let both = |square: &Square| {
                anybodys.get(square).copied().unwrap_or_default() + squares.get(square).copied().unwrap_or_default()
            };
            squares.keys().chain(anybodys.keys()).map(move |square| (both(square), *square)).collect::<Vec<_>>()
        });
        let Some((most, square)) = sides.max() else { return };
        if most > SET_OFF {
            let here = |event: &&At<Event>| {
                waits(event).iter().any(|(zone, _)| self.zones.get(zone).is_some_and(|it| it.squares.contains(&square)))
            };
            let span =
                events.iter().filter(here).take(SET_OFF + 1).last().map(|event| event.span.clone()).unwrap_or_default();
            self.report
                .add(
                    Code::TooMany,
                    &span,
                    format!(
                        "a step onto [{}, {}] sets {most} events off: one may set off at most {SET_OFF}",
                        square.x, square.y
                    ),
                )
                .because("the first one too many")
                .help("put what they do into one event");
        }
    }
}
