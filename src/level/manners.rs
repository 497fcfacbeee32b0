//! Who has which manner, and how that is told and read.

use std::collections::BTreeMap;

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::model::{Creature, Effect, Level, Manner};
use super::name_rule::without_number;
use super::read::Fields;
use super::words::MANNERS;

impl Manner {
    /// Its word in a level file.
    pub fn word(self) -> &'static str {
        let known = MANNERS.iter().find(|(_, manner)| *manner == self);
        known.expect("every manner should have a word").0
    }
}

impl Level {
    /// The manner of a creature by its name and the place of its side in [`Level::sides`]: its own, or else its side's.
    pub fn manner_of(&self, name: &str, side: usize) -> Option<Manner> {
        let own = self.written(name).and_then(|creature| creature.manner);
        own.or_else(|| self.sides.get(side)?.manner)
    }

    /// What the level writes of a creature of this name, wherever it does. Of creatures that an event makes again and again it is the
    /// same for each, whatever number stands behind the name.
    pub fn written(&self, name: &str) -> Option<&Creature> {
        let own = self.creatures.iter().find(|creature| creature.name == name);
        own.or_else(|| {
            let effects = || {
                let prepared = self.prepared.values().flatten().flatten();
                self.events.iter().flat_map(|event| &event.do_).chain(prepared)
            };
            let made = || {
                effects().flat_map(|effect| match effect {
                    Effect::Spawn { creatures } => creatures.as_slice(),
                    _ => &[],
                })
            };
            let mut alike = made().filter(|creature| without_number(&creature.name) == without_number(name));
            made().find(|creature| creature.name == name).or_else(|| alike.next())
        })
    }

    /// The manners of its sides and creatures in a line for players; nothing of those who are not seen from the start. Example: `Side
    /// Red: bold; Old Tom: guard`.
    pub fn manners_told(&self) -> Option<String> {
        let seen = |creature: &&Creature| !creature.comes_late() && !self.start_hidden.contains(&creature.name);
        let mut told: Vec<String> = Vec::new();
        for side in &self.sides {
            told.extend(side.manner.map(|manner| format!("Side {}: {}", side.name, manner.word())));
        }
        let mut own: BTreeMap<Manner, Vec<&str>> = BTreeMap::new();
        for creature in self.creatures.iter().filter(seen) {
            if let Some(manner) = creature.manner {
                own.entry(manner).or_default().push(&creature.name);
            }
        }
        told.extend(own.into_iter().map(|(manner, names)| format!("{}: {}", names.join(", "), manner.word())));
        (!told.is_empty()).then(|| told.join("; "))
    }
}

impl Compiler<'_> {
    /// Reads `manner` of a side or creature; `idle` says why it would change nothing, if so.
    pub(super) fn manner(&mut self, fields: &Fields, idle: Option<&str>) -> Option<Manner> {
        let entry = fields.entry("manner")?;
        if entry.value.get_ref().as_str() == Some("bystander") {
            self.report
                .add(Code::UnknownWord, &entry.value.span(), "`bystander` is no manner")
                .because("a key of its own")
                .help("write `bystander = true` for a creature, `neutral = true` for a side");
            return None;
        }
        let manner = fields.word(&mut self.report, "manner", MANNERS)?;
        if let Some(why) = idle {
            self.report
                .add(Code::DoesNothing, &entry.key_span, "`manner` says how to fight, and nobody fights here")
                .because(why)
                .help("leave it away");
        }
        Some(manner.value)
    }
}
