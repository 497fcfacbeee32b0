//! What can only be seen when the whole level is there: who stands in what, what is never used, what cannot happen.

use std::collections::BTreeMap;

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::model::*;
use super::read::{At, TextSpan};
use crate::grid::Square;

impl Compiler<'_> {
    /// Checks the level as a whole.
    pub(super) fn check(&mut self, goals: &[At<Goal>], events: &[At<Event>]) {
        self.check_sides();
        self.check_definitions();
        self.check_end(goals, events);
        self.check_survivals(goals);
        if self.has_board() {
            self.check_zones();
            self.check_goals(goals);
            self.check_held_zones(goals);
            self.check_somebody_is_there();
        }
        // Where part of the drawing means nothing, nobody knows who stands in what, and what is behind it.
        if self.has_board() && !self.lost.board {
            self.check_goals_begun(goals);
            let things = self.check_objects(events);
            self.check_creatures(&things);
            self.check_water();
            self.check_reach();
        }
    }

    fn check_sides(&mut self) {
        let mut manned: Vec<&str> = Vec::new();
        let mut named: Vec<&str> = Vec::new();
        for placed in self.creatures.iter().chain(&self.spawns) {
            named.push(&placed.thing.side);
            if !placed.thing.bystander {
                manned.push(&placed.thing.side);
            }
        }
        for (side, span) in self.sides.iter().zip(&self.side_spans) {
            if !manned.contains(&side.id.as_str()) && !self.lost.creature {
                let bystanders = named.contains(&side.id.as_str());
                if bystanders && side.neutral {
                    continue;
                }
                let why =
                    if bystanders { "all of its creatures are bystanders" } else { "no creature names this side" };
                self.report.add(Code::EmptySide, span, format!("nobody fights for `{}`", side.id)).because(why);
            }
        }
        let whole = 0..0;
        let at = self.side_spans.first().unwrap_or(&whole);
        let all_known =
            !self.lost.side && self.sides_unknown.is_empty() && (!self.lost.creature || !self.side_spans.is_empty());
        let fighting: Vec<&Side> = self.sides.iter().filter(|side| !side.neutral).collect();
        let fights = |one: &&Side| fighting.iter().any(|other| one.id != other.id && !one.allies.contains(&other.id));
        if all_known && !fighting.iter().any(fights) {
            let why = if fighting.len() < 2 {
                "fewer than two sides that are not neutral"
            } else {
                "all sides that are not neutral are allied"
            };
            self.report.add(Code::TooFewSides, at, "a fight needs two sides").because(why);
        }
        if !self.sides.is_empty() && self.sides.iter().all(|side| side.seat == Seat::Ai) {
            self.report.add(Code::NoHuman, at, "nobody at the table plays").because("every seat is `ai`");
        }
    }

    fn check_definitions(&mut self) {
        // What breaks or collapses leaves another terrain behind.
        let left: Vec<String> = self
            .terrains
            .iter()
            .filter(|terrain| self.used.contains(&format!("terrain.{}", terrain.key)))
            .filter_map(|terrain| terrain.becomes.as_ref().map(|key| format!("terrain.{key}")))
            .collect();
        for (key, span) in &self.own {
            if !self.used.contains(key) && !left.contains(key) {
                self.report
                    .add(Code::UnusedDefinition, span, format!("`[{key}]` is never used"))
                    .because("neither drawn nor named anywhere");
            }
        }
    }

    fn check_zones(&mut self) {
        // A key that nobody reads may be the one that names the zone.
        let unread = [Code::UnknownKey, Code::UnknownWord, Code::OneOf, Code::WrongType];
        let slipped = self.report.found.iter().any(|found| unread.contains(&found.code));
        for (name, zone) in self.zones.iter().filter(|(_, zone)| !zone.broken) {
            if zone.squares.is_empty() {
                self.report.add(Code::EmptyZone, &zone.span, format!("zone `{name}` has no squares")).because("empty");
            } else if !zone.used && !slipped {
                self.report
                    .add(Code::UnusedZone, &zone.span, format!("zone `{name}` is never used"))
                    .because("no goal, event or place names it");
            }
        }
    }

    fn check_goals(&mut self, goals: &[At<Goal>]) {
        for At { value, span } in goals {
            if let Some(why) = value.leaves().into_iter().find_map(|goal| self.impossible(goal)) {
                self.report.add(Code::GoalImpossible, span, "this goal can never be reached").because(why);
            }
        }
    }

    /// Why a goal, joined from no others, can never be reached.
    fn impossible(&self, goal: &Goal) -> Option<String> {
        match goal {
            Goal::Escape { side, who, count } => {
                let able = self.creatures.iter().filter(|placed| placed.thing.side == *side).count();
                if self.no_exit() {
                    Some("no square is an exit".to_owned())
                } else if !who.is_empty() {
                    None
                } else if (*count as usize) > able && self.spawns.is_empty() && !self.lost.creature {
                    Some(format!("`{side}` has only {able}"))
                } else {
                    None
                }
            }
            Goal::CarryOut { .. } => self.no_exit().then(|| "no square is an exit".to_owned()),
            Goal::Eliminate { side, targets } => {
                let own = |name: &String| {
                    self.creatures.iter().any(|placed| placed.thing.name == *name && placed.thing.side == *side)
                };
                match targets.iter().find(|name| own(name)) {
                    Some(name) => Some(format!("`{name}` is of the same side")),
                    None => targets.is_empty().then(|| "there is nobody to eliminate".to_owned()),
                }
            }
            Goal::Hold { zone, .. } => {
                let empty = self.zones.get(zone).is_some_and(|zone| zone.squares.is_empty());
                empty.then(|| format!("zone `{zone}` has no squares"))
            }
            _ => None,
        }
    }

    /// Whether the fight can be left nowhere.
    fn no_exit(&self) -> bool {
        self.has_board() && !self.lost.board && !self.opens_exit && !self.board.cells().iter().any(|cell| cell.exit)
    }

    fn check_somebody_is_there(&mut self) {
        let late = self.creatures.iter().all(|placed| placed.thing.comes_late());
        if !late || self.lost.creature {
            return;
        }
        let whole = self.drawing.as_ref().map_or(0..0, |drawing| drawing.span.clone());
        let first = self.creatures.first().map_or(whole, |placed| placed.span.clone());
        self.report.add(Code::NobodyThere, &first, "nobody is on the map when the fight begins").because(
            if self.creatures.is_empty() {
                "no creature is drawn here or named below"
            } else {
                "the first to come, and nobody is there before"
            },
        );
    }

    /// The fight is over by the end of a round: reports what is to happen later.
    fn check_end(&mut self, goals: &[At<Goal>], events: &[At<Event>]) {
        let Some((last, why)) = self.last_round(goals, events) else {
            return;
        };
        for At { value, span } in events {
            let (Trigger::RoundStart { from: begins, .. } | Trigger::RoundEnd { from: begins, .. }) = value.when else {
                continue;
            };
            if begins > last {
                self.report
                    .add(
                        Code::EventNever,
                        span,
                        format!(
                            "this would happen in round {begins}, and the fight is over by the end of round {last}"
                        ),
                    )
                    .because("comes too late")
                    .label(&why, "ends the fight");
            }
        }
        for placed in &self.creatures {
            if let Some(round) = placed.thing.arrives.filter(|&round| round > last) {
                let name = &placed.thing.name;
                self.report
                    .add(
                        Code::EventNever,
                        &placed.span,
                        format!(
                            "`{name}` would come in round {round}, and the fight is over by the end of round {last}"
                        ),
                    )
                    .because("comes too late")
                    .label(&why, "ends the fight");
            }
        }
    }

    /// The round by whose end the fight is certainly over, and what sees to that: an event by the clock that lets a side win;
    /// where only two sides fight, that one of them has survived so long, or has not.
    fn last_round(&self, goals: &[At<Goal>], events: &[At<Event>]) -> Option<(u32, TextSpan)> {
        let fighting = self.sides.iter().filter(|side| !side.neutral).count();
        let two = goals.iter().filter(|_| fighting == 2);
        let survived = two.filter_map(|At { value, span }| Some((surely_by(value)?, span.clone())));
        let awarded = events.iter().filter_map(|At { value, span }| {
            let (Trigger::RoundStart { from, until, .. } | Trigger::RoundEnd { from, until, .. }) = value.when else {
                return None;
            };
            let wins = value.do_.iter().any(|effect| matches!(effect, Effect::Win { .. }));
            (wins && until.is_none_or(|until| until >= from)).then(|| (from, span.clone()))
        });
        survived.chain(awarded).min_by_key(|(round, _)| *round)
    }

    /// Reports zones that are to be held and have squares in common: a creature there stands in both.
    fn check_held_zones(&mut self, goals: &[At<Goal>]) {
        let mut held: Vec<(&String, &TextSpan)> = Vec::new();
        for (value, span) in
            goals.iter().flat_map(|goal| goal.value.leaves().into_iter().map(|leaf| (leaf, &goal.span)))
        {
            if let Goal::Hold { zone, .. } = value
                && held.iter().all(|(known, _)| *known != zone)
            {
                held.push((zone, span));
            }
        }
        for (index, (zone, span)) in held.iter().enumerate() {
            for (other, earlier) in &held[..index] {
                let (Some(one), Some(two)) = (self.zones.get(*zone), self.zones.get(*other)) else {
                    continue;
                };
                if let Some(square) = one.squares.intersection(&two.squares).next() {
                    self.report
                        .add(
                            Code::ZonesOverlap,
                            span,
                            format!("the zones `{other}` and `{zone}` have the square {square} in common"),
                        )
                        .because("whoever stands there stands in both")
                        .label(earlier, "held by this goal");
                }
            }
        }
    }

    /// Checks where objects stand; returns which object stands where.
    fn check_objects(&mut self, events: &[At<Event>]) -> BTreeMap<Square, usize> {
        let mut things: BTreeMap<Square, usize> = BTreeMap::new();
        for (index, placed) in self.objects.iter().enumerate() {
            let object = &placed.thing;
            let mut told = false;
            for &square in &object.squares {
                let terrain = &self.terrains[usize::from(self.board[square].terrain)];
                if terrain.solid && object.door.is_none() && !told {
                    told = true;
                    self.report
                        .add(
                            Code::ObjectInWall,
                            &placed.span,
                            format!("`{}` stands in a wall at {square}", object.name),
                        )
                        .because(format!("{} is solid", terrain.name));
                }
                if let Some(other) = things.insert(square, index)
                    && !told
                {
                    told = true;
                    let other = &self.objects[other];
                    let message =
                        format!("`{}` and `{}` stand on the same square {square}", other.thing.name, object.name);
                    self.report
                        .add(Code::ObjectsOverlap, &placed.span, message)
                        .because("occupied")
                        .label(&other.span, "by this one");
                }
            }
        }
        let effects = events.iter().flat_map(|event| &event.value.do_);
        let moved = effects.filter_map(|effect| match effect {
            Effect::Door { object, .. } => Some(object.as_str()),
            _ => None,
        });
        let moved: Vec<&str> = moved.collect();
        let named: Vec<String> = moved.iter().map(|&name| name.to_owned()).collect();
        for placed in self.objects.iter().filter(|placed| placed.thing.door.is_some()) {
            let squares = &placed.thing.squares;
            if squares.is_empty() {
                continue;
            }
            if squares.iter().all(|&square| !self.is_framed(square, &things)) {
                let message = format!("`{}` has no wall on either hand", placed.thing.name);
                self.report.add(Code::DoorInOpen, &placed.span, message).because("one can walk round it");
            } else if moved.contains(&placed.thing.name.as_str()) {
                // An event moves it, so it belongs to what is told.
            } else if let Some(&square) = squares.iter().find(|&&square| self.leads_off(square, &things)) {
                self.report
                    .add(
                        Code::DoorToNowhere,
                        &placed.span,
                        format!("`{}` leads off the map at {square}", placed.thing.name),
                    )
                    .because("nothing lies behind it");
            }
        }
        self.check_edges(&named);
        things
    }

    /// Whether a door here has a wall, or a thing of full height such as another door, on both hands.
    fn is_framed(&self, square: Square, things: &BTreeMap<Square, usize>) -> bool {
        let firm = |dx: i16, dy: i16| {
            let near = square.offset(dx, dy);
            let Some(cell) = self.board.get(near) else {
                return true;
            };
            let thing = things.get(&near).map(|&index| &self.objects[index].thing);
            self.terrains[usize::from(cell.terrain)].solid || thing.is_some_and(|object| object.height.is_none())
        };
        (firm(-1, 0) && firm(1, 0)) || (firm(0, -1) && firm(0, 1))
    }

    /// Whether a door here leads off the map, whichever way it leads, and nobody may leave by it.
    fn leads_off(&self, square: Square, things: &BTreeMap<Square, usize>) -> bool {
        let off = |dx: i16, dy: i16| !self.board.contains(square.offset(dx, dy));
        let firm = |dx: i16, dy: i16| {
            let near = square.offset(dx, dy);
            let Some(cell) = self.board.get(near) else {
                return false;
            };
            self.terrains[usize::from(cell.terrain)].solid || things.contains_key(&near)
        };
        let across = off(-1, 0) || off(1, 0);
        let down = off(0, -1) || off(0, 1);
        let walled = (across && (firm(0, -1) || firm(0, 1))) || (down && (firm(-1, 0) || firm(1, 0)));
        walled && !self.board[square].exit
    }
}

/// The round by whose end a side that survives has won, whatever else happens.
fn surely_by(goal: &Goal) -> Option<u32> {
    match goal {
        Goal::Survive { rounds, .. } => Some(*rounds),
        Goal::AnyOf { parts, .. } => parts.iter().filter_map(surely_by).min(),
        _ => None,
    }
}
