//! Adding a number up once, for code that needs only the total and for code that must explain it.
//!
//! A rule hands its terms to a [`Reckoning`]. A [`Sum`] keeps nothing but the total, for the thousands of numbers that are only weighed.
//! A [`Trace`] keeps every term with its rule, for the one that is told. So what is charged and what is explained cannot differ.

use super::id::Id;
use super::rule::{Rule, Text};
use super::trace::Trace;

/// What a rule hands the terms of a number to, in the order in which they apply.
pub trait Reckoning {
    /// A term that counts, with remarks of its own.
    fn count_with(&mut self, label: &'static str, value: i32, rule: Rule, remarks: impl FnOnce(&mut Vec<Trace>));

    /// Remarks, and terms that do not count.
    fn remarks<I: IntoIterator<Item = Trace>>(&mut self, terms: impl FnOnce() -> I);

    /// A term that counts because of a creature (`whose`), such as an ally beside the target. A viewer whose side does not know of that
    /// creature is not told the reason. Without `whose` it is a plain term.
    fn count_of(&mut self, label: &'static str, value: i32, rule: Rule, whose: Option<Id>);

    /// What the terms come to so far.
    fn total(&self) -> i32;

    /// A term that counts.
    #[inline]
    fn count(&mut self, label: &'static str, value: i32, rule: Rule) {
        self.count_with(label, value, rule, |_| {});
    }

    /// A remark, or a term that does not count.
    #[inline]
    fn remark(&mut self, term: impl FnOnce() -> Trace) {
        self.remarks(|| [term()]);
    }

    /// A remark that changes nothing.
    #[inline]
    fn note(&mut self, label: impl Into<Text>, rule: Rule) {
        self.remark(|| Trace::note(label).by(rule));
    }

    /// A remark on a creature: a viewer whose side does not know of that creature is not told it.
    #[inline]
    fn note_of(&mut self, label: &'static str, rule: Rule, whose: Id) {
        self.remark(|| Trace::note(label).by(rule).of(whose));
    }
}

/// The total alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum(i32);

impl Reckoning for Sum {
    #[inline]
    fn count_with(&mut self, _: &'static str, value: i32, _: Rule, _: impl FnOnce(&mut Vec<Trace>)) {
        self.0 += value;
    }

    #[inline]
    fn remarks<I: IntoIterator<Item = Trace>>(&mut self, _: impl FnOnce() -> I) {}

    #[inline]
    fn count_of(&mut self, _: &'static str, value: i32, _: Rule, _: Option<Id>) {
        self.0 += value;
    }

    #[inline]
    fn total(&self) -> i32 {
        self.0
    }
}

impl Reckoning for Trace {
    fn count_with(&mut self, label: &'static str, value: i32, rule: Rule, remarks: impl FnOnce(&mut Vec<Trace>)) {
        let mut term = Self::new(label, value).by(rule);
        remarks(&mut term.terms);
        self.push(term);
    }

    fn remarks<I: IntoIterator<Item = Trace>>(&mut self, terms: impl FnOnce() -> I) {
        let value = self.value;
        for term in terms() {
            self.push(term);
        }
        debug_assert_eq!(self.value, value, "a remark should change nothing");
    }

    fn count_of(&mut self, label: &'static str, value: i32, rule: Rule, whose: Option<Id>) {
        let mut term = Self::new(label, value).by(rule);
        term.source = whose;
        self.push(term);
    }

    fn total(&self) -> i32 {
        self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    fn reckon(out: &mut impl Reckoning) {
        out.count("a step", 5, rule!("T-1"));
        out.note("on foot", rule!("T-2"));
        out.remark(|| Trace::refused("mud", 5, "it flies").by(rule!("T-3")));
        out.count_with("rubble", 3, rule!("T-4"), |terms| {
            terms.push(Trace::note("the square left"));
        });
    }

    #[test]
    fn the_sum_and_the_trace_of_the_same_terms_come_to_the_same() {
        let (mut sum, mut trace) = (Sum::default(), Trace::new("movement", 0));
        reckon(&mut sum);
        reckon(&mut trace);
        assert_eq!((sum.total(), trace.total()), (8, 8));
        assert_eq!(
            trace.lines(),
            [
                "movement = 8",
                "  a step +5  T-1",
                "  on foot  T-2",
                "  mud +5 (not counted: it flies)  T-3",
                "  rubble +3  T-4",
                "    the square left",
            ]
        );
    }
}
