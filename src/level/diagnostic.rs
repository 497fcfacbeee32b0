//! A finding about a level: where, what, why and what to do, for people and for programs.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level as Grade, Renderer, Snippet};
use serde::{Serialize, Serializer};

pub use super::code::{Code, Severity};

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
}

/// A second place that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Label {
    /// The bytes in question.
    pub span: Range<usize>,
    /// What they have to do with it.
    pub text: String,
}

impl Diagnostic {
    /// Whether the level cannot be played because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The finding with the lines it speaks of, without colours. `text` is the file's text.
    pub fn render(&self, text: &str) -> String {
        self.render_with(text, &Renderer::plain())
    }

    /// The finding with the lines it speaks of, coloured for a terminal.
    pub fn render_coloured(&self, text: &str) -> String {
        self.render_with(text, &Renderer::styled())
    }

    fn render_with(&self, text: &str, renderer: &Renderer) -> String {
        let grade = match self.severity {
            Severity::Error => Grade::ERROR,
            Severity::Warning => Grade::WARNING,
            Severity::Hint => Grade::NOTE.with_name("hint"),
        };
        let title = format!("{} ({})", self.message, self.code.name());
        let mut group = grade
            .primary_title(title)
            .id(self.code.id())
            .elements(Vec::<annotate_snippets::Element>::new());
        if !text.is_empty() {
            let mut snippet = Snippet::source(text).path(self.file.as_str()).annotation(
                AnnotationKind::Primary
                    .span(fit(text, &self.span))
                    .label(self.reason.as_str()),
            );
            for label in &self.labels {
                let span = fit(text, &label.span);
                snippet = snippet.annotation(AnnotationKind::Context.span(span).label(label.text.as_str()));
            }
            group = group.element(snippet);
        }
        if !self.help.is_empty() {
            group = group.element(Grade::HELP.message(self.help.as_str()));
        }
        renderer.render(&[group])
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

/// Line and column, both from 1, of a byte; the column counts characters.
pub(super) fn line_column(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..fit(text, &(byte..byte)).start];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}
