//! Where findings are gathered while a level is read.

use std::ops::Range;

use super::diagnostic::{Code, Counts, Diagnostic, Label, fit};
use super::suggest;

/// Findings that are listed at most.
const MOST_LISTED: usize = 100;

/// The findings so far.
pub(crate) struct Report<'a> {
    text: &'a str,
    file: &'a str,
    pub(crate) found: Vec<Found>,
    /// Values of misspelt keys, which are read as if the keys were right: of what kind they are says nothing.
    pub(crate) guessed: Vec<Range<usize>>,
    /// What characters mean stands where nobody reads it.
    pub(crate) legend_astray: bool,
    /// Rulesets that are begun and not finished, of which that was not said yet.
    pub(crate) begun: Vec<String>,
    /// The words that were known where something was wrong, each list once.
    known: Vec<Vec<String>>,
}

/// A finding, and the word for which it will offer another if it is listed.
#[derive(PartialEq, Eq)]
pub(crate) struct Found {
    finding: Diagnostic,
    slip: Option<Slip>,
}

impl std::ops::Deref for Found {
    type Target = Diagnostic;

    fn deref(&self) -> &Diagnostic {
        &self.finding
    }
}

/// A word that is not known.
#[derive(PartialEq, Eq)]
struct Slip {
    wrong: String,
    /// The place of those that are in [`Report::known`].
    known: usize,
    /// Whether all of them are listed where none is near.
    lists: bool,
}

impl<'a> Report<'a> {
    pub(crate) fn new(text: &'a str, file: &'a str) -> Self {
        Self {
            text,
            file,
            found: Vec::new(),
            guessed: Vec::new(),
            legend_astray: false,
            begun: Vec::new(),
            known: Vec::new(),
        }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Says that a ruleset is not there.
    pub(crate) fn unknown_ruleset(&mut self, name: &str, span: &Range<usize>, known: &[String]) {
        self.add(Code::UnknownRuleset, span, format!("there is no ruleset `{name}`"))
            .because("not a ruleset")
            .suggest(name, known);
    }

    /// Says once of a ruleset, if it is not finished, that it is not.
    pub(crate) fn only_begun(&mut self, ruleset: &str, span: &Range<usize>) {
        let Some(place) = self.begun.iter().position(|one| one == ruleset) else {
            return;
        };
        self.begun.remove(place);
        self.add(Code::RulesetBegun, span, format!("only a part of the rules of `{ruleset}` is written"))
            .because("begun, not finished")
            .help("take its figures for what they are; the window opens no level that names it");
    }

    /// Adds a finding; what it returns lets the caller add help and further places.
    pub(crate) fn add(&mut self, code: Code, span: &Range<usize>, message: impl Into<String>) -> Entry<'_> {
        let span = fit(self.text, span);
        let finding = Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            file: self.file.to_owned(),
            // Both are counted in the end, for all findings in one go.
            line: 1,
            column: 1,
            span,
            reason: String::new(),
            help: code.fix().to_owned(),
            labels: Vec::new(),
            rulesets: Vec::new(),
            unlisted: Counts::default(),
        };
        self.found.push(Found { finding, slip: None });
        Entry {
            text: self.text,
            found: self.found.last_mut().expect("one was pushed just now"),
            known: &mut self.known,
        }
    }

    /// Points from a finding, by its place among all, at a further place of the matter.
    pub(crate) fn point_at(&mut self, finding: usize, span: &Range<usize>, text: &str) {
        let span = fit(self.text, span);
        if let Some(found) = self.found.get_mut(finding).filter(|found| found.labels.len() < 3) {
            found.finding.labels.push(Label { span, line: 1, column: 1, text: text.to_owned() });
        }
    }

    /// Replaces the advice of the finding added last.
    pub(crate) fn amend(&mut self, help: &str) {
        if let Some(last) = self.found.last_mut() {
            help.clone_into(&mut last.finding.help);
            last.slip = None;
        }
    }

    /// Says of what was found from one finding on that it is so under a ruleset. A finding of the same place that is there already gets the
    /// ruleset added.
    pub(crate) fn sort_in(&mut self, first: usize, ruleset: &str) {
        for mut found in self.found.split_off(first) {
            let same = |known: &&mut Found| known.code == found.code && known.span == found.span;
            match self.found.iter_mut().find(same) {
                Some(known) if known.rulesets.is_empty() => {}
                Some(known) => known.finding.rulesets.push(ruleset.to_owned()),
                None => {
                    found.finding.rulesets.push(ruleset.to_owned());
                    self.found.push(found);
                }
            }
        }
    }

    /// Lets findings that are there under every one of so many rulesets say nothing of rulesets.
    pub(crate) fn level_out(&mut self, rulesets: usize) {
        for Found { finding, .. } in self.found.iter_mut().filter(|found| found.rulesets.len() >= rulesets) {
            finding.rulesets.clear();
        }
    }

    /// Keeps what is so under a ruleset; of which others it is so as well is not said.
    pub(crate) fn keep_those_under(&mut self, ruleset: &str) {
        self.found.retain(|found| found.rulesets.is_empty() || found.rulesets.iter().any(|one| one == ruleset));
        self.level_out(1);
    }

    /// Whether an error was found.
    pub(crate) fn failed(&self) -> bool {
        self.found.iter().any(|found| found.is_error())
    }

    /// The findings in file order, the graver first where they meet. Of very many the last one only says how many more there
    /// are.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        let guessed = std::mem::take(&mut self.guessed);
        self.found.retain(|found| found.code != Code::WrongType || !guessed.contains(&found.span));
        self.found.sort_by(|a, b| {
            let place = |entry: &Found| (entry.span.start, entry.severity, entry.code);
            place(a).cmp(&place(b)).then_with(|| a.message.cmp(&b.message))
        });
        self.found.dedup();
        self.list_less();
        self.count_lines();
        for Found { finding, .. } in &mut self.found {
            if !finding.rulesets.is_empty() {
                finding.message += &format!(" under {}", suggest::list(&finding.rulesets).replace(", ", " and "));
            }
        }
        let Self { found, known, .. } = self;
        found.into_iter().map(|found| found.told(&known)).collect()
    }

    /// Lists errors before all else when not everything can be listed.
    fn list_less(&mut self) {
        if self.found.len() <= MOST_LISTED {
            return;
        }
        let errors = self.found.iter().filter(|finding| finding.is_error()).count();
        let mut room = (errors.min(MOST_LISTED), MOST_LISTED.saturating_sub(errors));
        let (listed, unlisted): (Vec<_>, Vec<_>) = std::mem::take(&mut self.found).into_iter().partition(|finding| {
            let room = if finding.is_error() { &mut room.0 } else { &mut room.1 };
            let fits = *room > 0;
            *room = room.saturating_sub(1);
            fits
        });
        self.found = listed;
        let counts = Counts::of(unlisted.iter().map(|found| &found.finding));
        let first = unlisted.first().expect("more than what fits are not listed");
        self.add(Code::MoreFindings, &first.span.clone(), format!("and {} more: {counts}", unlisted.len()))
            .because("the first of them is here");
        let last = self.found.last_mut().expect("one was added just now");
        last.finding.unlisted = counts;
    }

    /// Counts lines and columns up to each finding, in one walk through the text.
    fn count_lines(&mut self) {
        let mut places: Vec<(usize, &mut usize, &mut usize)> = Vec::new();
        for Found { finding, .. } in &mut self.found {
            places.push((finding.span.start, &mut finding.line, &mut finding.column));
            for label in &mut finding.labels {
                places.push((label.span.start, &mut label.line, &mut label.column));
            }
        }
        places.sort_by_key(|(start, ..)| *start);
        let (mut byte, mut line, mut column) = (0, 1, 1);
        for (start, its_line, its_column) in places {
            for c in self.text[byte..start].chars() {
                if c == '\n' {
                    line += 1;
                    column = 1;
                } else {
                    column += 1;
                }
            }
            byte = start;
            (*its_line, *its_column) = (line, column);
        }
    }
}

impl Found {
    /// The finding as it is listed: only now is another word looked for, since of very many findings few are listed.
    fn told(self, known: &[Vec<String>]) -> Diagnostic {
        let Self { mut finding, slip } = self;
        let Some(Slip { wrong, known: list, lists }) = slip else {
            return finding;
        };
        let known = &known[list];
        match suggest::nearest(&wrong, known) {
            Some(near) => finding.help = format!("did you mean `{near}`?"),
            None if lists => finding.help = format!("known: {}", suggest::list(known)),
            None => {}
        }
        finding
    }
}

/// The finding added last.
pub(crate) struct Entry<'a> {
    text: &'a str,
    found: &'a mut Found,
    known: &'a mut Vec<Vec<String>>,
}

impl Entry<'_> {
    /// Says why at the underlined place.
    pub(crate) fn because(self, reason: impl Into<String>) -> Self {
        self.found.finding.reason = reason.into();
        self
    }

    /// Replaces the code's general advice.
    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        self.found.finding.help = help.into();
        self.found.slip = None;
        self
    }

    /// Likewise, where there is better advice.
    pub(crate) fn help_if_any(self, help: Option<String>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// Points at another place.
    pub(crate) fn label(self, span: &Range<usize>, text: impl Into<String>) -> Self {
        let span = fit(self.text, span);
        self.found.finding.labels.push(Label { span, line: 1, column: 1, text: text.into() });
        self
    }

    /// Points at further places, at most three of them.
    pub(crate) fn labels<'s>(mut self, spans: impl IntoIterator<Item = &'s Range<usize>>, text: &str) -> Self {
        for span in spans.into_iter().take(3) {
            self = self.label(span, text);
        }
        self
    }

    /// Offers the nearest of `known`, or lists them all if none is near, once it is certain that the finding is listed.
    pub(crate) fn suggest<S: AsRef<str>>(self, wrong: &str, known: &[S]) -> Self {
        if known.is_empty() {
            return self;
        }
        self.offer(wrong, known, true)
    }

    /// Likewise, but keeps its help if none is near.
    pub(crate) fn suggest_if_near<S: AsRef<str>>(self, wrong: &str, known: &[S]) -> Self {
        self.offer(wrong, known, false)
    }

    fn offer<S: AsRef<str>>(self, wrong: &str, known: &[S], lists: bool) -> Self {
        let same = |list: &Vec<String>| {
            let mut pairs = list.iter().zip(known);
            list.len() == known.len() && pairs.all(|(one, other)| one == other.as_ref())
        };
        let place = self.known.iter().position(same).unwrap_or_else(|| {
            let list = known.iter().map(|word| word.as_ref().to_owned());
            self.known.push(list.collect());
            self.known.len() - 1
        });
        self.found.slip = Some(Slip { wrong: wrong.to_owned(), known: place, lists });
        self
    }
}
