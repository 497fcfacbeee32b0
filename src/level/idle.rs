//! What is written and does nothing, or not what it says: found when all of the level is known.

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::model::*;
use super::read::At;
use crate::grid::Footprint;

impl Compiler<'_> {
    /// Reports creatures that the author named and that are drawn in several places.
    pub(super) fn check_numbered(&mut self) {
        for (name, first, others) in std::mem::take(&mut self.numbered) {
            let Some(second) = others.first() else { continue };
            let count = others.len() + 1;
            let message = format!("`{name}` is drawn {count} times: there are `{name} 1` to `{name} {count}`");
            self.report
                .add(Code::NameDrawnTwice, second, message)
                .because("another one of this name")
                .label(&first, "the first")
                .help("draw it once; or give each a character and a name of its own");
        }
    }

    /// Reports events that wait for what cannot happen, and effects on nothing.
    pub(super) fn check_events_idle(&mut self, events: &[At<Event>]) {
        for (edges, span) in std::mem::take(&mut self.torn_down) {
            let something =
                edges.iter().any(|edge| self.between.edges.contains_key(edge) || self.put_up.contains(edge));
            if !something && !self.lost.board && !self.lost.object {
                self.report
                    .add(Code::EventEmpty, &span, "nothing stands here that could be torn down")
                    .because("no wall or door between these squares")
                    .help("name the sides of squares at which something stands");
            }
        }
        for name in std::mem::take(&mut self.put_out) {
            let mut all = self.objects.iter().chain(&self.put_down);
            let dark = all.any(|placed| placed.thing.name == name.value && placed.thing.light.0 == 0);
            if dark && !self.lit.contains(&name.value) {
                self.report
                    .add(Code::EventEmpty, &name.span, format!("`{}` gives no light that could go out", name.value))
                    .because("no lamp")
                    .help("name a lamp, or give the object `light`");
            }
        }
        let broken = |name: &str| {
            let effects = events.iter().flat_map(|event| &event.value.do_);
            let mut broken = effects.filter_map(|effect| match effect {
                Effect::Break { objects } => Some(objects),
                _ => None,
            });
            broken.any(|objects| objects.iter().any(|object| object == name))
        };
        for name in std::mem::take(&mut self.to_break) {
            let mut all = self.objects.iter().chain(&self.put_down);
            let Some(placed) = all.find(|placed| placed.thing.name == name.value) else {
                continue;
            };
            let firm = placed.thing.hp.is_none() && placed.thing.rules.is_empty();
            if firm && !broken(&name.value) {
                let kind = placed.thing.kind.clone();
                self.report
                    .add(Code::EventNever, &name.span, format!("`{}` cannot break", name.value))
                    .because("it has no hit points")
                    .help(format!("give it some: `[object.{kind}]` with `hp`; or let another event `break` it"));
            }
        }
    }

    /// Reports goals to survive that another side's comes before.
    pub(super) fn check_survivals(&mut self, goals: &[At<Goal>]) {
        let fighting = self.sides.iter().filter(|side| !side.neutral).count();
        let lasting = |goal: &At<Goal>| match &goal.value {
            Goal::Survive { side, rounds } => Some((side.clone(), *rounds, goal.span.clone())),
            _ => None,
        };
        let all: Vec<_> = goals.iter().filter_map(lasting).collect();
        for (index, (side, rounds, span)) in all.iter().enumerate() {
            let allied = |other: &String| {
                other == side || self.sides.iter().any(|one| one.id == *side && one.allies.contains(other))
            };
            let sooner = all.iter().enumerate().find(|(earlier, (other, theirs, _))| {
                !allied(other) && (theirs, earlier) < (rounds, &index) && (fighting == 2 || theirs == rounds)
            });
            let Some((_, (other, theirs, first))) = sooner else { continue };
            let message = format!("`{other}` has won by the end of round {theirs}, before `{side}` can");
            self.report
                .add(Code::GoalImpossible, span, message)
                .because("of two goals at one moment the first in the file counts")
                .label(first, "this goal comes first")
                .help("let one of them last longer, and win in another way");
        }
    }

    /// Reports zones that are to be held for one round, and are held as the level begins.
    pub(super) fn check_goals_begun(&mut self, goals: &[At<Goal>]) {
        for At { value, span } in goals {
            let parts = match value {
                Goal::AnyOf { parts, .. } => parts.iter().collect(),
                other => vec![other],
            };
            let held = parts.into_iter().find_map(|part| match part {
                Goal::Hold { side, zone, rounds: 1 } => self.holder(side, zone).map(|name| (zone, name)),
                _ => None,
            });
            let Some((zone, name)) = held else { continue };
            let message = format!("this goal is reached by the end of round 1: `{name}` begins in zone `{zone}`");
            self.report
                .add(Code::GoalAtOnce, span, message)
                .because("nobody else stands there")
                .help("add `rounds = …`, for how many ends of a round it must be held");
        }
    }

    /// A creature of a side that begins in a zone where none of the others does.
    fn holder(&self, side: &str, zone: &str) -> Option<String> {
        let squares = &self.zones.get(zone)?.squares;
        let inside = |placed: &&super::gathered::Placed<Creature>| {
            let mut under = Footprint::new(placed.thing.at, placed.side).squares();
            !placed.thing.comes_late() && under.any(|square| squares.contains(&square))
        };
        let there: Vec<_> = self.creatures.iter().filter(inside).collect();
        let hostile = |other: &str| {
            let one = self.sides.iter().find(|one| one.id == side);
            let neutral = self.sides.iter().any(|one| one.id == other && one.neutral);
            other != side && !neutral && one.is_some_and(|one| !one.allies.iter().any(|ally| ally == other))
        };
        if there.iter().any(|placed| hostile(&placed.thing.side) && !placed.thing.bystander) {
            return None;
        }
        there.iter().find(|placed| placed.thing.side == side).map(|placed| placed.thing.name.clone())
    }
}
