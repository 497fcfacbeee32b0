//! A name of its own for everybody and everything.

use std::collections::{BTreeMap, BTreeSet};

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::gathered::Placed;
use super::model::{Creature, Object};
use super::read::{At, TextSpan};
use super::report::Report;

impl Compiler<'_> {
    /// Gives everybody and everything a name of its own: what the author wrote, numbered where several share it.
    pub(super) fn name_everybody(&mut self) {
        let names = unique_names(&self.creatures, &mut BTreeSet::new(), &mut self.report, "creatures");
        for (placed, name) in self.creatures.iter_mut().zip(names) {
            if placed.surprised {
                self.surprised.push(At::new(name.clone(), placed.span.clone()));
            }
            if placed.hidden {
                self.start_hidden.push(At::new(name.clone(), placed.span.clone()));
            }
            placed.thing.name = name;
        }
        let names = unique_names(&self.objects, &mut BTreeSet::new(), &mut self.report, "objects");
        for (placed, name) in self.objects.iter_mut().zip(names) {
            placed.thing.name = name;
        }
    }

    /// As [`Compiler::name_everybody`], for creatures that an event makes.
    pub(super) fn name_spawned(&mut self, spawned: &mut [Placed<Creature>]) {
        let mut taken: BTreeSet<String> =
            self.creatures.iter().chain(&self.spawns).map(|placed| placed.thing.name.clone()).collect();
        let names = unique_names(spawned, &mut taken, &mut self.report, "creatures");
        for (placed, name) in spawned.iter_mut().zip(names) {
            placed.thing.name = name;
        }
    }
}

impl Compiler<'_> {
    /// As [`Compiler::name_everybody`], for objects that an event puts down.
    pub(super) fn name_put_down(&mut self, placed: &mut [Placed<Object>]) {
        let mut taken: BTreeSet<String> =
            self.objects.iter().chain(&self.put_down).map(|placed| placed.thing.name.clone()).collect();
        let names = unique_names(placed, &mut taken, &mut self.report, "objects");
        for (placed, name) in placed.iter_mut().zip(names) {
            placed.thing.name = name;
        }
    }
}

/// A name for each: the base alone if nobody shares it, else the base and a number. A name that the author wrote in two
/// places, or that is taken already, is reported.
fn unique_names<T>(placed: &[Placed<T>], taken: &mut BTreeSet<String>, report: &mut Report, what: &str) -> Vec<String> {
    let mut first: BTreeMap<&str, &TextSpan> = BTreeMap::new();
    let mut sharing: BTreeMap<&str, usize> = BTreeMap::new();
    let mut written: BTreeMap<usize, usize> = BTreeMap::new();
    for entry in placed {
        *sharing.entry(&entry.base).or_default() += 1;
        let Some(span) = &entry.named else { continue };
        *written.entry(span.start).or_default() += 1;
        let earlier = *first.entry(&entry.base).or_insert(span);
        if earlier != span || taken.contains(&entry.base) {
            let found = report
                .add(Code::DuplicateName, span, format!("two {what} are called `{}`", entry.base))
                .because("again here");
            if earlier != span {
                found.label(earlier, "first here");
            }
        }
    }
    let alone = |entry: &Placed<T>| {
        sharing[entry.base.as_str()] == 1 || entry.named.as_ref().is_some_and(|span| written[&span.start] == 1)
    };
    let mut names: Vec<Option<String>> = Vec::new();
    for entry in placed {
        let name = Some(entry.base.clone()).filter(|name| alone(entry) && !taken.contains(name));
        taken.extend(name.clone());
        names.push(name);
    }
    let mut last: BTreeMap<&str, usize> = BTreeMap::new();
    let mut out = Vec::new();
    for (name, entry) in names.into_iter().zip(placed) {
        let base = entry.base.as_str();
        out.push(name.unwrap_or_else(|| {
            let number = last.entry(base).or_insert(0);
            loop {
                *number += 1;
                let name = format!("{base} {number}");
                if taken.insert(name.clone()) {
                    return name;
                }
            }
        }));
    }
    out
}
