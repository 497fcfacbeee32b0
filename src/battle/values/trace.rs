//! The tree of terms behind a number: value, source, rule, applied or refused and why.
//!
//! Code that computes a number returns its trace; forecast, tooltip, log, export and test print that one.

use super::id::Id;
use super::ladder::Ladder;
use super::rule::{Rule, Text};
use crate::dice::Die;
use serde::{Deserialize, Serialize};

/// How a term takes part in its parent's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Added to what stands before it (negative values subtract).
    Add,
    /// What the number is from here on.
    Becomes,
    /// Said for information; the number stays. Of dice that are not thrown yet, a value above or below 0 says that it speaks for them
    /// or against them.
    Note,
}

/// One number, and the terms it is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trace {
    /// What the number is, in a few words.
    pub label: Text,
    /// The number.
    pub value: i32,
    /// How it enters its parent.
    pub part: Part,
    /// The rule that makes it so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
    /// The creature or object it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Id>,
    /// Why it was refused; `None` when it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Text>,
    /// Whether it came up to what it was rolled against; `None` where nothing stood against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<bool>,
    /// The dice behind it, in rolling order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Die>,
    /// The ladder they stand on, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<Box<Ladder>>,
    /// The terms, in the order they apply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Trace>,
}

impl Trace {
    /// A bare number.
    #[inline]
    pub fn new(label: impl Into<Text>, value: i32) -> Self {
        Self {
            label: label.into(),
            value,
            part: Part::Add,
            rule: None,
            source: None,
            refused: None,
            verdict: None,
            dice: Vec::new(),
            ladder: None,
            terms: Vec::new(),
        }
    }

    /// A term that sets what the number is from here on.
    #[inline]
    pub fn becomes(label: impl Into<Text>, value: i32) -> Self {
        Self { part: Part::Becomes, ..Self::new(label, value) }
    }

    /// A remark that changes nothing.
    #[inline]
    pub fn note(label: impl Into<Text>) -> Self {
        Self { part: Part::Note, ..Self::new(label, 0) }
    }

    /// A term that did not count, with the reason.
    #[inline]
    pub fn refused(label: impl Into<Text>, value: i32, why: impl Into<Text>) -> Self {
        Self { refused: Some(why.into()), ..Self::new(label, value) }
    }

    /// Cites the rule.
    #[must_use]
    #[inline]
    pub fn by(mut self, rule: Rule) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Names the creature or object it comes from.
    #[must_use]
    #[inline]
    pub fn of(mut self, source: Id) -> Self {
        self.source = Some(source);
        self
    }

    /// Lays the dice beside it.
    #[must_use]
    #[inline]
    pub fn rolled(mut self, dice: Vec<Die>) -> Self {
        self.dice = dice;
        self
    }

    /// Which of its dice count, in rolling order. Where they do not add up to its number, it is one of them, or all but one.
    pub fn counting(&self) -> Vec<bool> {
        let faces: Vec<i32> = self.dice.iter().map(|die| i32::from(die.face)).collect();
        let sum: i32 = faces.iter().sum();
        if faces.len() < 2 || sum == self.value {
            return vec![true; faces.len()];
        }
        let one = faces.iter().position(|&face| face == self.value);
        let other = faces.iter().position(|&face| sum - face == self.value);
        (0..faces.len()).map(|place| one.map_or(other != Some(place), |one| one == place)).collect()
    }

    /// Says what ladder its dice stand on.
    #[must_use]
    pub fn on(mut self, ladder: Ladder) -> Self {
        self.ladder = Some(Box::new(ladder));
        self
    }

    /// Adds a term and moves the value accordingly.
    pub fn push(&mut self, term: Trace) {
        if term.refused.is_none() {
            match term.part {
                Part::Add => self.value += term.value,
                Part::Becomes => self.value = term.value,
                Part::Note => {}
            }
        }
        self.terms.push(term);
    }

    /// Adds a term, chained.
    #[must_use]
    #[inline]
    pub fn with(mut self, term: Trace) -> Self {
        self.push(term);
        self
    }

    /// Whether dice had a part in it.
    pub fn is_rolled(&self) -> bool {
        !self.dice.is_empty() || self.terms.iter().any(Self::is_rolled)
    }

    /// Shows all rules cited in the tree, outermost first.
    pub fn each_rule<'a>(&'a self, see: &mut dyn FnMut(&'a Rule)) {
        self.rule.iter().for_each(&mut *see);
        for term in &self.terms {
            term.each_rule(see);
        }
    }

    /// The tree as indented lines.
    pub fn lines(&self) -> Vec<String> {
        let mut out = Vec::new();
        self.write_lines(0, &mut out);
        out
    }

    fn write_lines(&self, depth: usize, out: &mut Vec<String>) {
        use std::fmt::Write;
        let mut line = "  ".repeat(depth);
        line.push_str(&self.label);
        match (self.part, depth) {
            (Part::Note, _) => {}
            (Part::Add, 0) => write!(line, " = {}", self.value).expect("writing to a string"),
            (Part::Add, _) => write!(line, " {:+}", self.value).expect("writing to a string"),
            (Part::Becomes, _) => write!(line, " -> {}", self.value).expect("writing to a string"),
        }
        if !self.dice.is_empty() {
            let dice: Vec<_> = self.dice.iter().map(ToString::to_string).collect();
            write!(line, " [{}]", dice.join(" ")).expect("writing to a string");
        }
        if let Some(why) = &self.refused {
            write!(line, " (not counted: {why})").expect("writing to a string");
        }
        if let Some(rule) = &self.rule {
            write!(line, "  {rule}").expect("writing to a string");
        }
        out.push(line);
        for term in &self.terms {
            term.write_lines(depth + 1, out);
        }
    }
}
