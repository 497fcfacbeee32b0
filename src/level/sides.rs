//! `[[side]]`, and names by which the rest of the file means sides, creatures and objects.

use std::collections::BTreeSet;

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::keys;
use super::limits::SIDES;
use super::model::*;
use super::name_rule::{check_title, is_same_name};
use super::read::{self, At, Fields};
use super::words;

impl Compiler<'_> {
    /// Reads `[[side]]`.
    pub(super) fn read_sides(&mut self, fields: &Fields) {
        let mut allied: Vec<(String, At<String>)> = Vec::new();
        for value in self.listed(fields, "side") {
            let Some(fields) = Fields::open(&mut self.report, value, "a side", keys::SIDE, &[]) else {
                self.lost.side = true;
                continue;
            };
            let report = &mut self.report;
            let id = fields.require(report, "id").and_then(|_| fields.title(report, "id"));
            let name = fields.title(report, "name");
            let seat = fields.word(report, "seat", words::SEATS).map_or(Seat::Human, |at| at.value);
            let neutral = fields.boolean(report, "neutral").unwrap_or(false);
            let allies = fields.strings(report, "allies").unwrap_or_default();
            let manner = self.manner(&fields, neutral.then_some("a neutral side"));
            let Some(id) = id else {
                self.lost.side = true;
                continue;
            };
            let mut known = self.sides.iter().zip(&self.side_spans);
            if let Some((_, first)) = known.find(|(known, _)| is_same_name(&known.id, &id.value)) {
                self.report
                    .add(Code::DuplicateId, &id.span, format!("two sides have the id `{}`", id.value))
                    .because("again here")
                    .label(first, "first here");
                self.lost.side = true;
                continue;
            }
            let name = name.map_or_else(|| words::title_case(&id.value), |at| at.value);
            allied.extend(allies.into_iter().map(|ally| (id.value.clone(), ally)));
            self.sides.push(Side { id: id.value, name, seat, neutral, allies: Vec::new(), manner });
            self.side_spans.push(id.span);
        }
        for (one, ally) in allied {
            self.ally(&one, ally);
        }
    }

    /// Makes two sides allies, whichever of them says so.
    fn ally(&mut self, one: &str, ally: At<String>) {
        let span = ally.span.clone();
        let Some(other) = self.side(ally) else { return };
        if one == other || self.sides.iter().any(|side| side.neutral && (side.id == one || side.id == other)) {
            let why = if one == other { "it is the same side" } else { "a neutral side fights beside nobody" };
            self.report
                .add(Code::OneOf, &span, format!("`{one}` cannot be allied with `{other}`"))
                .because(why)
                .help("name another side that fights");
            return;
        }
        for (one, other) in [(one, other.as_str()), (other.as_str(), one)] {
            for side in self.sides.iter_mut().filter(|side| side.id == one) {
                if !side.allies.iter().any(|known| known == other) {
                    side.allies.push(other.to_owned());
                }
            }
        }
    }

    /// The side's id if there is such a side. If the level declares no sides, naming one makes it.
    pub(super) fn side(&mut self, id: At<String>) -> Option<String> {
        if self.sides.iter().any(|side| side.id == id.value) {
            return Some(id.value);
        }
        if self.side_spans.is_empty() && !self.lost.side && !id.value.trim().is_empty() {
            if let Err(why) = check_title(&id.value) {
                read::bad_name(&mut self.report, &id.value, &id.span, why);
                return None;
            }
            if !self.parties.fits(SIDES, &id.span) {
                return None;
            }
            let name = words::title_case(&id.value);
            self.sides.push(Side {
                id: id.value.clone(),
                name,
                seat: Seat::Human,
                neutral: false,
                allies: Vec::new(),
                manner: None,
            });
            return Some(id.value);
        }
        if self.lost.side {
            return None;
        }
        if let Some(&told) = self.sides_unknown.get(&id.value) {
            self.report.point_at(told, &id.span, "and here");
            return None;
        }
        self.sides_unknown.insert(id.value.clone(), self.report.found.len());
        let known: Vec<&str> = self.sides.iter().map(|side| side.id.as_str()).collect();
        let there = super::suggest::list(&known);
        self.report
            .add(Code::UnknownSide, &id.span, format!("there is no side `{}`", id.value))
            .because("no [[side]] has this id")
            .help(format!("add a `[[side]]` with `id = \"{}\"`, or use one that is there: {there}", id.value))
            .suggest_if_near(&id.value, &known);
        None
    }

    /// Reads `surprised` and `start_hidden`: names of creatures, or ids of sides for all of theirs.
    pub(super) fn read_lists(&mut self, fields: &Fields) {
        let surprised = fields.strings(&mut self.report, "surprised").unwrap_or_default();
        let hidden = fields.strings(&mut self.report, "start_hidden").unwrap_or_default();
        let surprised = self.names(surprised);
        let hidden = self.names(hidden);
        self.surprised.extend(surprised);
        self.start_hidden.extend(hidden);
    }

    /// Names of creatures; the id of a side stands for all of its creatures.
    pub(super) fn names(&mut self, listed: Vec<At<String>>) -> Vec<At<String>> {
        let mut names = Vec::new();
        let mut told: BTreeSet<String> = BTreeSet::new();
        for name in listed {
            if !told.insert(name.value.clone()) {
                continue;
            }
            let whole_side = self.sides.iter().any(|side| side.id == name.value);
            if whole_side && !self.creature_names().contains(&name.value.as_str()) {
                let members = self.creatures.iter().filter(|placed| placed.thing.side == name.value);
                names.extend(members.map(|placed| At::new(placed.thing.name.clone(), name.span.clone())));
            } else if self.known_creature(&name) {
                names.push(name);
            }
        }
        names
    }

    fn creature_names(&self) -> Vec<&str> {
        self.creatures.iter().chain(&self.spawns).map(|placed| placed.thing.name.as_str()).collect()
    }

    /// Whether the level has such a creature; a report if not.
    pub(super) fn known_creature(&mut self, name: &At<String>) -> bool {
        let known: Vec<String> = self.creature_names().into_iter().map(str::to_owned).collect();
        let found = known.contains(&name.value);
        if !found && self.in_events {
            self.meant_later.push((true, name.clone()));
            return true;
        }
        let numbered = self.numbered.iter().position(|(base, ..)| *base == name.value);
        if let (false, Some(at)) = (found, numbered) {
            let (base, first, others) = self.numbered.remove(at);
            let count = others.len() + 1;
            self.report
                .add(
                    Code::UnknownCreature,
                    &name.span,
                    format!("`{base}` is drawn {count} times, and none is called so"),
                )
                .because("which of them?")
                .label(&first, "the first")
                .labels(&others, "another")
                .help(format!("they are called `{base} 1` to `{base} {count}`; draw it once if there is only one"));
            return false;
        }
        if !found && !self.lost.creature {
            self.report
                .add(Code::UnknownCreature, &name.span, format!("nobody here is called `{}`", name.value))
                .because("no creature of this level")
                .suggest(&name.value, &known);
        }
        found
    }

    /// Whether the level has such an object; a report if not.
    pub(super) fn known_object(&mut self, name: &At<String>) -> bool {
        let all = || self.objects.iter().chain(&self.put_down);
        let found = all().any(|placed| placed.thing.name == name.value);
        if !found && self.in_events {
            self.meant_later.push((false, name.clone()));
            return true;
        }
        if !found && !self.lost.object {
            let known: Vec<&str> = all().map(|placed| placed.thing.name.as_str()).collect();
            self.report
                .add(Code::UnknownThing, &name.span, format!("nothing here is called `{}`", name.value))
                .because("no object of this level")
                .suggest(&name.value, &known);
        }
        found
    }

    /// Reports names in events that neither the level nor any event has.
    pub(super) fn check_meant_later(&mut self) {
        for (creature, name) in std::mem::take(&mut self.meant_later) {
            if creature {
                self.known_creature(&name);
            } else {
                self.known_object(&name);
            }
        }
    }

    /// Reports what keys are to unlock and is no door.
    pub(super) fn check_doors_meant(&mut self) {
        for name in std::mem::take(&mut self.doors_meant) {
            if !self.known_object(&name) {
                continue;
            }
            let mut all = self.objects.iter().chain(&self.put_down);
            if all.any(|placed| placed.thing.name == name.value && placed.thing.door.is_none()) {
                self.report
                    .add(Code::UnknownThing, &name.span, format!("`{}` is no door", name.value))
                    .because("it does not open")
                    .help("name a door, as it is called in the level");
            }
        }
    }

    /// Reads `opening`.
    pub(super) fn read_opening(&mut self, fields: &Fields) -> Option<String> {
        let name = fields.string(&mut self.report, "opening")?;
        self.known_creature(&name).then_some(name.value)
    }
}
