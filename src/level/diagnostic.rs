//! A finding about a level: where, what, why and what to do, for people and for programs.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level as Grade, Origin, Renderer, Snippet};
use serde::{Serialize, Serializer};

pub(super) use super::code::{Code, Severity};

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which mistake it is.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, with the names in question.
    pub message: String,
    /// The file as the caller named it.
    pub file: String,
    /// Line of the first byte, from 1.
    pub line: usize,
    /// Column of the first byte in characters, from 1.
    pub column: usize,
    /// The bytes in question; always inside the text and on character borders.
    pub span: Range<usize>,
    /// Written at the underlined place: why it is wrong.
    pub reason: String,
    /// What to do about it; may be empty.
    pub help: String,
    /// Other places that belong to the matter.
    pub labels: Vec<Label>,
    /// The rulesets under which it is so; none where it is so under all.
    pub rulesets: Vec<String>,
    /// Those that it stands for because they are too many to be listed: see [`Code::MoreFindings`].
    pub unlisted: Counts,
}

/// How many findings, by how bad they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Levels with one cannot be played.
    pub errors: usize,
    /// Probably not as meant.
    pub warnings: usize,
    /// Thoughts.
    pub hints: usize,
}

impl Counts {
    /// Counts findings, with those that one of them stands for instead of that one.
    pub fn of<'a>(findings: impl IntoIterator<Item = &'a Diagnostic>) -> Self {
        let mut counts = Self::default();
        for finding in findings {
            if finding.code == Code::MoreFindings {
                counts.errors += finding.unlisted.errors;
                counts.warnings += finding.unlisted.warnings;
                counts.hints += finding.unlisted.hints;
                continue;
            }
            match finding.severity {
                Severity::Error => counts.errors += 1,
                Severity::Warning => counts.warnings += 1,
                Severity::Hint => counts.hints += 1,
            }
        }
        counts
    }
}

/// Such as `2 errors, 1 warning, 0 hints`.
impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (errors, warnings, hints) = (self.errors, self.warnings, self.hints);
        write!(f, "{}, {}, {}", counted(errors, "error"), counted(warnings, "warning"), counted(hints, "hint"))
    }
}

/// A number and what it counts, in the plural unless it is one.
pub fn counted<N: std::fmt::Display + PartialEq + From<u8>>(number: N, what: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// The line of the first error among findings and what it says, for a sentence about the whole file.
pub fn first_error(findings: &[Diagnostic]) -> Option<String> {
    let first = findings.iter().find(|finding| finding.is_error())?;
    Some(format!("line {}: {}", first.line, first.message))
}

/// All errors among findings, each with its lines of the text.
pub fn render_errors(findings: &[Diagnostic], text: &str) -> String {
    let errors = findings.iter().filter(|finding| finding.is_error());
    errors.map(|finding| finding.render(text)).collect::<Vec<_>>().join("\n")
}

/// A second place that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The bytes in question.
    pub span: Range<usize>,
    /// Line of the first byte, from 1.
    pub line: usize,
    /// Column of the first byte in characters, from 1.
    pub column: usize,
    /// What they have to do with it.
    pub text: String,
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Form<'a> {
            line: usize,
            column: usize,
            span: [usize; 2],
            text: &'a str,
        }
        let span = [self.span.start, self.span.end];
        Form { line: self.line, column: self.column, span, text: &self.text }.serialize(serializer)
    }
}

impl Diagnostic {
    /// Whether the level cannot be played because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The finding with the lines it speaks of, without colours. `text` is the file's text.
    pub fn render(&self, text: &str) -> String {
        let grade = match self.severity {
            Severity::Error => Grade::ERROR,
            Severity::Warning => Grade::WARNING,
            Severity::Hint => Grade::NOTE.with_name("hint"),
        };
        let title = format!("{} ({})", self.message, self.code.name());
        let mut group =
            grade.primary_title(title).id(self.code.id()).elements(Vec::<annotate_snippets::Element>::new());
        if !text.is_empty() {
            let mut snippet = Snippet::source(text)
                .path(self.file.as_str())
                .annotation(AnnotationKind::Primary.span(fit(text, &self.span)).label(self.reason.as_str()));
            for label in &self.labels {
                let span = fit(text, &label.span);
                snippet = snippet.annotation(AnnotationKind::Context.span(span).label(label.text.as_str()));
            }
            group = group.element(snippet);
        } else if !self.message.contains(&self.file) {
            group = group.element(Origin::path(self.file.as_str()));
        }
        if !self.help.is_empty() {
            group = group.element(Grade::HELP.message(self.help.as_str()));
        }
        Renderer::plain().render(&[group])
    }
}

impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Form<'a> {
            code: &'a str,
            name: &'a str,
            severity: Severity,
            message: &'a str,
            file: &'a str,
            line: usize,
            column: usize,
            span: [usize; 2],
            reason: &'a str,
            help: &'a str,
            labels: &'a [Label],
            rulesets: &'a [String],
        }
        Form {
            code: self.code.id(),
            name: self.code.name(),
            severity: self.severity,
            message: &self.message,
            file: &self.file,
            line: self.line,
            column: self.column,
            span: [self.span.start, self.span.end],
            reason: &self.reason,
            help: &self.help,
            labels: &self.labels,
            rulesets: &self.rulesets,
        }
        .serialize(serializer)
    }
}

/// Bends a span so that it lies inside the text and on character borders.
pub(super) fn fit(text: &str, span: &Range<usize>) -> Range<usize> {
    let mut start = span.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = span.end.clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}
