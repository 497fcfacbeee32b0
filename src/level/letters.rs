//! Characters of a drawing that come from another keyboard or editor: wide letters, frames, blanks that are no spaces, tabs, remarks.
//!
//! Each is told once and then read as what it looks like, so that nothing follows from it.

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::drawing::{Drawing, Row, usual_length};
use super::read::TextSpan;

/// A character that looks like another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Wide,
    Frame,
    Blank,
}

/// What a character looks like, in a map or a plan.
fn looks_like(character: char, plan: bool) -> Option<(Kind, char)> {
    match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0).map(|plain| (Kind::Wide, plain)),
        '\u{2500}'..='\u{259f}' if !plan => Some((Kind::Frame, '#')),
        '─' | '━' | '═' | '╌' | '┄' => Some((Kind::Frame, '-')),
        '│' | '┃' | '║' | '╎' | '┆' => Some((Kind::Frame, '|')),
        '\u{2500}'..='\u{257f}' => Some((Kind::Frame, '+')),
        ' ' | '\t' => None,
        blank if blank.is_whitespace() => Some((Kind::Blank, ' ')),
        _ => None,
    }
}

/// The usual form of a full-width character.
pub(super) fn plain(character: char) -> Option<char> {
    looks_like(character, false).filter(|(kind, _)| *kind == Kind::Wide).map(|(_, plain)| plain)
}

impl Compiler<'_> {
    fn means_something(&self, character: char, plan: bool) -> bool {
        self.legend.knows(character) || (plan && (character == '+' || self.between.knows(character)))
    }

    /// The drawing as it is meant; `None` where a tab leaves open which columns are meant.
    pub(super) fn as_meant(&mut self, drawing: Drawing, plan: bool) -> Option<Drawing> {
        let span = drawing.span.clone();
        let mut rows = drawing.into_rows();
        if plan {
            let tabs: Vec<&TextSpan> =
                rows.iter().flatten().filter(|(c, _)| *c == '\t').map(|(_, span)| span).collect();
            if let Some((first, others)) = tabs.split_first() {
                self.report
                    .add(Code::UnknownCharacter, first, "there is a tab in the plan")
                    .because("one character, whatever it looks like")
                    .labels(others.iter().copied(), "and here")
                    .help("use spaces");
                return None;
            }
        }
        self.drop_remarks(&mut rows, plan);
        self.drop_surplus(&mut rows, plan);
        self.read_lookalikes(&mut rows, plan);
        Some(Drawing::from_rows(rows, span))
    }

    fn read_lookalikes(&mut self, rows: &mut [Row], plan: bool) {
        let mut found: Vec<(Kind, char, char, TextSpan)> = Vec::new();
        for (character, span) in rows.iter_mut().flatten() {
            if self.legend.own.contains_key(character) || self.between.own.contains_key(character) {
                continue;
            }
            let known = |(_, plain): &(Kind, char)| self.means_something(*plain, plan);
            if let Some((kind, plain)) = looks_like(*character, plan).filter(known) {
                found.push((kind, *character, plain, span.clone()));
                *character = plain;
            }
        }
        for kind in [Kind::Wide, Kind::Frame, Kind::Blank] {
            let mut places = found.iter().filter(|(one, ..)| *one == kind);
            let Some((_, character, plain, first)) = places.next() else { continue };
            let code = format!("U+{:04X}", u32::from(*character));
            let (message, help) = match kind {
                Kind::Wide => (format!("`{character}` is a full-width character, {code}"), format!("write `{plain}`")),
                Kind::Frame if plan => (
                    format!("`{character}` is a character of frames, {code}"),
                    "draw sides with `-` and `|`, and where they meet `+`".to_owned(),
                ),
                Kind::Frame => {
                    (format!("`{character}` is a character of frames, {code}"), "draw walls with `#`".to_owned())
                }
                Kind::Blank => (format!("this blank is no space but {code}"), "write a space".to_owned()),
            };
            self.report
                .add(Code::UnknownCharacter, first, message)
                .because("means nothing in a drawing")
                .labels(places.map(|(.., span)| span), "likewise")
                .help(help);
        }
    }

    /// Takes remarks away, each told.
    fn drop_remarks(&mut self, rows: &mut Vec<Row>, plan: bool) {
        for mut row in std::mem::take(rows) {
            let remark = self.remark_in(&row, plan);
            if let Some(at) = remark {
                self.say_remark(&row, at);
                row.truncate(at);
                while row.last().is_some_and(|(c, _)| c.is_whitespace()) {
                    row.pop();
                }
            }
            if remark != Some(0) {
                rows.push(row);
            }
        }
    }

    fn say_remark(&mut self, row: &Row, at: usize) {
        let text: String = row[at..].iter().map(|(c, _)| *c).collect();
        let span = row[at].1.start..Drawing::span_of_row(row).end;
        self.report
            .add(Code::UnknownCharacter, &span, format!("`{}` is no part of a drawing", text.trim().escape_debug()))
            .because("everything between the quotes is drawn")
            .help("write remarks above the drawing, and close its lines where the others end");
    }

    /// Where a remark begins: `# here`, with something that means nothing in it.
    fn remark_in(&self, row: &Row, plan: bool) -> Option<usize> {
        let strange = |(c, _): &(char, TextSpan)| !self.means_something(*c, plan) && !c.is_whitespace();
        let last = row.iter().rposition(strange)?;
        (0..last).find(|&at| {
            let blank = |at: usize| row.get(at).is_some_and(|(c, _)| c.is_whitespace());
            let begins = row[at].0 == '#' && if at == 0 { blank(1) } else { blank(at - 1) };
            let rest = || row[at + 1..].iter().map(|(c, _)| *c);
            let word = || rest().skip_while(|c| c.is_whitespace()).take(2).filter(|c| c.is_alphabetic()).count() == 2;
            begins && word()
        })
    }

    /// Takes away what stands behind the end of all other rows of a map and means nothing.
    fn drop_surplus(&mut self, rows: &mut [Row], plan: bool) {
        if plan || rows.len() < 3 {
            return;
        }
        let usual = usual_length(rows.iter().map(Vec::len));
        for row in rows {
            let tab = row.iter().any(|(c, _)| *c == '\t');
            let strange = |(c, _): &(char, TextSpan)| {
                !self.means_something(*c, false) && !c.is_whitespace() && looks_like(*c, false).is_none()
            };
            if !tab && row.len() > usual && row[usual..].iter().any(strange) {
                self.say_remark(row, usual);
                row.truncate(usual);
            }
        }
    }
}
