//! A battle in the middle of a scenario, with what was found out about it so far.

use std::collections::{BTreeMap, BTreeSet};

use crate::ai::Mind;
use crate::battle::{Battle, Event, LinkNote, Names, Rule, Stage, ToldIn, Trace};
use crate::campaign::Person;

/// A battle in the middle of a scenario.
pub(super) struct Scene {
    pub(super) battle: Battle,
    /// The first event of the step.
    pub(super) from: usize,
    /// Every rule that took effect so far.
    pub(super) fired: BTreeSet<String>,
    /// The rules that took effect in the step by other ways than events: refusals, decisions.
    pub(super) aside: BTreeSet<String>,
    /// The numbers at stake in the decisions of the step.
    pub(super) numbers: Vec<Trace>,
    /// Every rule whose effect was stated in the step in which it took effect.
    pub(super) stated: BTreeSet<String>,
    /// The hash before each order that can be taken back.
    pub(super) before: Vec<u64>,
    /// The people of the last link, as they came out of it.
    pub(super) people: Vec<Person>,
    /// What was told of them in this step.
    pub(super) notes: Vec<LinkNote>,
    /// Who plays in a puzzle.
    pub(super) mind: Option<Mind>,
    /// How turns are to be ordered in each battle, where the scenario says so.
    pub(super) turn_order: Vec<String>,
    /// Whether dice come from the seed.
    pub(super) free_dice: bool,
    /// What was asked so far.
    pub(super) asked: BTreeSet<(String, String)>,
    /// In which stages and by which systems facts of which kinds were told so far, each with the words of one of them.
    pub(super) told: BTreeMap<(Stage, &'static str, &'static str), String>,
}

impl Scene {
    /// Notes the rules of whatever decision is open now.
    pub(super) fn note_decision(&mut self) {
        let Some(decision) = self.battle.decision() else { return };
        decision.each_rule(&mut |rule| {
            self.aside.insert(rule.id().to_string());
        });
        self.numbers.extend(decision.number.clone());
        let offered = decision.choices.iter();
        let offered = offered.map(|choice| (decision.kind.to_string(), choice.key.to_string()));
        self.asked.extend(offered);
    }

    /// Every rule that took effect in this step.
    pub(super) fn rules_now(&self) -> BTreeSet<String> {
        let events = self.battle.events().get(self.from..).unwrap_or_default();
        let told = events.iter().flat_map(Event::all_rules).map(|rule| rule.id().to_string());
        told.chain(self.aside.iter().cloned()).collect()
    }

    /// Notes what took effect in this step, and in which stages it was told.
    pub(super) fn end_step(&mut self) {
        self.fired.extend(self.rules_now());
        let cast = self.battle.world().resource::<Names>();
        for event in self.battle.events().get(self.from..).unwrap_or_default() {
            if let ToldIn(Some(stage), system) = event.told_in {
                let words = self.told.entry((stage, system, event.kind()));
                words.or_insert_with(|| event.describe(cast));
            }
        }
    }

    /// Notes that what these rules bring about was stated, and held.
    pub(super) fn state<'a>(&mut self, rules: impl IntoIterator<Item = &'a Rule>) {
        self.stated.extend(rules.into_iter().map(|rule| rule.id().to_string()));
    }

    /// Begins a step.
    pub(super) fn begin_step(&mut self) {
        self.from = self.battle.events().len();
        self.aside.clear();
        self.numbers.clear();
        self.notes.clear();
    }
}
