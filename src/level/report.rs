//! Where findings are gathered while a level is read.

use std::ops::Range;

use super::diagnostic::{Code, Diagnostic, Label, fit, line_column};

/// The findings so far.
pub(super) struct Report<'a> {
    text: &'a str,
    file: &'a str,
    pub(super) found: Vec<Diagnostic>,
}

impl<'a> Report<'a> {
    pub(super) fn new(text: &'a str, file: &'a str) -> Self {
        Self {
            text,
            file,
            found: Vec::new(),
        }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// Adds a finding; what it returns lets the caller add help and further places.
    pub(super) fn add(&mut self, code: Code, span: &Range<usize>, message: impl Into<String>) -> Entry<'_> {
        let span = fit(self.text, span);
        let (line, column) = line_column(self.text, span.start);
        self.found.push(Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            file: self.file.to_owned(),
            line,
            column,
            span,
            reason: String::new(),
            help: code.fix().to_owned(),
            labels: Vec::new(),
        });
        Entry(self.found.last_mut().expect("one was pushed just now"))
    }

    /// Whether an error was found.
    pub(super) fn failed(&self) -> bool {
        self.found.iter().any(Diagnostic::is_error)
    }

    /// The findings in file order, the graver first where they meet.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.found.sort_by(|a, b| {
            let place = |entry: &Diagnostic| (entry.span.start, entry.severity, entry.code);
            place(a).cmp(&place(b)).then_with(|| a.message.cmp(&b.message))
        });
        self.found.dedup();
        self.found
    }
}

/// The finding added last.
pub(super) struct Entry<'a>(&'a mut Diagnostic);

impl Entry<'_> {
    /// Says why at the underlined place.
    pub(super) fn because(self, reason: impl Into<String>) -> Self {
        self.0.reason = reason.into();
        self
    }

    /// Replaces the code's general advice.
    pub(super) fn help(self, help: impl Into<String>) -> Self {
        self.0.help = help.into();
        self
    }

    /// Points at another place.
    pub(super) fn label(self, span: &Range<usize>, text: impl Into<String>) -> Self {
        self.0.labels.push(Label {
            span: span.clone(),
            text: text.into(),
        });
        self
    }

    /// Offers the nearest of `known`, or lists them all if none is near.
    pub(super) fn suggest<S: AsRef<str>>(self, wrong: &str, known: &[S]) -> Self {
        let help = match super::suggest::nearest(wrong, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => return self,
            None => format!("known: {}", super::suggest::list(known)),
        };
        self.help(help)
    }
}
