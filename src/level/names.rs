//! A name of its own for everybody and everything.

use std::collections::{BTreeMap, BTreeSet};

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::gathered::Placed;
use super::model::{Creature, Object};
use super::name_rule::fold_name;
use super::read::{At, TextSpan};
use super::report::Report;

impl Compiler<'_> {
    /// Gives everybody and everything a name of its own: what the author wrote, numbered where several share it.
    pub(super) fn name_everybody(&mut self) {
        let mut taken = BTreeSet::new();
        let names = unique_names(&self.creatures, &mut taken, &mut self.report, "creatures");
        for (placed, name) in self.creatures.iter_mut().zip(names) {
            if placed.surprised {
                self.surprised.push(At::new(name.clone(), placed.span.clone()));
            }
            if placed.hidden {
                self.start_hidden.push(At::new(name.clone(), placed.span.clone()));
            }
            placed.thing.name = name;
        }
        // Orders and events name creatures and objects alike.
        let names = unique_names(&self.objects, &mut taken, &mut self.report, "objects");
        for (placed, name) in self.objects.iter_mut().zip(names) {
            placed.thing.name = name;
        }
    }

    /// As [`Compiler::name_everybody`], for creatures that an event makes.
    pub(super) fn name_spawned(&mut self, spawned: &mut [Placed<Creature>]) {
        let mut taken = self.taken();
        let names = unique_names(spawned, &mut taken, &mut self.report, "creatures");
        for (placed, name) in spawned.iter_mut().zip(names) {
            placed.thing.name = name;
        }
    }

    /// As [`Compiler::name_everybody`], for objects that an event puts down.
    pub(super) fn name_put_down(&mut self, placed: &mut [Placed<Object>]) {
        let mut taken = self.taken();
        let names = unique_names(placed, &mut taken, &mut self.report, "objects");
        for (placed, name) in placed.iter_mut().zip(names) {
            placed.thing.name = name;
        }
    }

    /// All names so far, as they are compared: orders and events name creatures and objects alike.
    fn taken(&self) -> BTreeSet<String> {
        let creatures = self.creatures.iter().chain(&self.spawns).map(|placed| &placed.thing.name);
        let objects = self.objects.iter().chain(&self.put_down).map(|placed| &placed.thing.name);
        creatures.chain(objects).map(|name| fold_name(name)).collect()
    }
}

/// A name for each: the base alone if nobody shares it, else the base and a number. A name that the author wrote in two
/// places, or that is taken already, is reported. Names are compared, and kept among those that are taken, as [`fold_name`] says.
fn unique_names<T>(placed: &[Placed<T>], taken: &mut BTreeSet<String>, report: &mut Report, what: &str) -> Vec<String> {
    let folded: Vec<String> = placed.iter().map(|entry| fold_name(&entry.base)).collect();
    let mut first: BTreeMap<&str, (&str, &TextSpan)> = BTreeMap::new();
    let mut sharing: BTreeMap<&str, usize> = BTreeMap::new();
    let mut written: BTreeMap<usize, usize> = BTreeMap::new();
    for (entry, folded) in placed.iter().zip(&folded) {
        *sharing.entry(folded).or_default() += 1;
        let Some(span) = &entry.named else { continue };
        *written.entry(span.start).or_default() += 1;
        let (name, earlier) = *first.entry(folded).or_insert((&entry.base, span));
        if earlier != span || taken.contains(folded) {
            let message = match &entry.base {
                base if earlier == span => format!("there is a `{base}` already"),
                base if base == name => format!("two {what} are called `{base}`"),
                base => format!("`{base}` is the same name as `{name}`"),
            };
            let found = report.add(Code::DuplicateName, span, message).because("again here");
            if earlier != span {
                found.label(earlier, "first here");
            }
        }
    }
    let alone = |entry: &Placed<T>, folded: &str| {
        sharing[folded] == 1 || entry.named.as_ref().is_some_and(|span| written[&span.start] == 1)
    };
    let mut names: Vec<Option<String>> = Vec::new();
    for (entry, folded) in placed.iter().zip(&folded) {
        let free = alone(entry, folded) && !taken.contains(folded);
        if free {
            taken.insert(folded.clone());
        }
        names.push(free.then(|| entry.base.clone()));
    }
    let mut last: BTreeMap<&str, usize> = BTreeMap::new();
    let mut out = Vec::new();
    for ((name, entry), folded) in names.into_iter().zip(placed).zip(&folded) {
        let base = entry.base.as_str();
        out.push(name.unwrap_or_else(|| {
            let number = last.entry(folded).or_insert(0);
            loop {
                *number += 1;
                let name = format!("{base} {number}");
                if taken.insert(fold_name(&name)) {
                    return name;
                }
            }
        }));
    }
    out
}
