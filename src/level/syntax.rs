//! What is wrong with a text that is not TOML: for each mistake one finding, where it was made, with the help that mends it.
//!
//! The TOML reader goes on after a mistake and complains of everything that follows from it. So the text is looked through a
//! second time, for what was opened and never closed and for what is written twice; complaints from there on are left away.

use std::collections::BTreeSet;

use super::code::Code;
use super::outline::{Breach, Outline};
use super::read::TextSpan;
use super::report::Report;

/// Tables of which a level may have several, each with a header of two brackets.
const LISTS: &[&str] = &[
    "side", "creature", "place", "run", "area", "arrival", "event", "goal", "allow", "member", "battle", "link",
    "ending",
];

/// Drawings: texts over several lines.
const DRAWINGS: &[&str] = &["map", "plan", "light", "fog", "elevation", "zones"];

/// Turns what the TOML reader complains of into findings; of those that are there already stay what certainly does not follow
/// from it.
pub(super) fn report(report: &mut Report, errors: &[toml::de::Error]) {
    let text = report.text();
    let outline = Outline::of(text);
    let mut complaints: Vec<(TextSpan, &str)> =
        errors.iter().map(|error| (error.span().unwrap_or(0..0), error.message())).collect();
    complaints.sort_by_key(|(span, _)| span.start);
    let lines = Lines::of(text);
    let mut syntax = Syntax {
        text,
        outline: &outline,
        lines: &lines,
        last: None,
        told: BTreeSet::new(),
        twice: BTreeSet::new(),
        under: 0..0,
    };
    // What the reader does not mind is no mistake, whatever it looks like here.
    let minded = |breach: &&Breach| complaints.last().is_some_and(|(span, _)| span.start >= breach.at.start);
    let breach = outline.breach.as_ref().filter(minded);
    // Behind a text that was not opened its closing quotes open another, and so on to the end.
    let minded = |at: &usize| complaints.first().is_some_and(|(span, _)| span.start < *at);
    let unopened = outline.unopened.filter(minded).unwrap_or(usize::MAX);
    let end = breach.map_or(unopened, |breach| breach.at.start);
    // What stands in the very line of the first mistake may follow from it.
    let certain = complaints.first().map_or(end, |(span, _)| span.start.min(end));
    let certain = text.get(..certain).map_or(certain, |before| before.rfind('\n').unwrap_or(0));
    report.found.retain(|entry| {
        let stands_alone = matches!(
            entry.code,
            Code::WrongType | Code::UnknownKey | Code::UnknownWord | Code::BadLength | Code::BadDice | Code::BadNumber
        );
        stands_alone && !entry.span.is_empty() && entry.span.end < certain
    });
    for (span, message) in complaints.iter().filter(|(span, _)| span.start < end) {
        if *message == "duplicate key" {
            syntax.written_twice(report, span);
        } else {
            syntax.complain(report, span, message);
        }
    }
    if let Some(breach) = breach
        && !syntax.follows(breach)
    {
        open_end(report, breach);
    }
}

/// Says what was never closed.
fn open_end(report: &mut Report, breach: &Breach) {
    let (message, help) = match breach.open.as_str() {
        "\r" => (
            "a line ends with a carriage return alone".to_owned(),
            "save the file with the line ends of Linux (LF) or Windows (CR LF)".to_owned(),
        ),
        "[" | "[[" if breach.header => (
            format!("the header that begins with `{}` is not closed", breach.open),
            format!("end it with `{}`", breach.open.replace('[', "]")),
        ),
        "[" => ("the list that begins here is not closed".to_owned(), "end it with `]`".to_owned()),
        "{" => ("the table that begins here is not closed".to_owned(), "end it with `}`".to_owned()),
        quotes => (
            "the text that begins here is not closed".to_owned(),
            format!("end it with `{quotes}` on a line of its own"),
        ),
    };
    let entry = report
        .add(Code::Syntax, &breach.at, format!("not TOML: {message}"))
        .because("everything after it is read wrongly")
        .help(help);
    if let Some(noticed) = &breach.noticed {
        entry.label(noticed, "it should have ended before this");
    }
}

/// What the complaints are judged by.
struct Syntax<'t> {
    text: &'t str,
    outline: &'t Outline,
    lines: &'t Lines,
    /// The line of the last complaint, told or following from one that was told.
    last: Option<usize>,
    /// The lines in which something other than a key written twice was complained of.
    told: BTreeSet<usize>,
    /// What is written twice and was told of.
    twice: BTreeSet<String>,
    /// What stands under the last header that is written twice: its keys may be there already, too.
    under: TextSpan,
}

impl Syntax<'_> {
    /// Tells of a complaint, unless it stands in a line of which something was told, or carries on a passage without any keys
    /// that was told of: rows of a drawing whose opening quotes are missing.
    fn complain(&mut self, report: &mut Report, span: &TextSpan, message: &str) {
        let line = self.lines.number(span.start);
        let row = self.lines.text(self.text, line);
        let follows = self.carries_on(line);
        self.told_of(line);
        if follows {
            return;
        }
        let found = self.text.get(span.start..).unwrap_or_default();
        let found = found.get(..span.len().max(1)).unwrap_or_default();
        let list = half_a_list(row);
        let summary = message.lines().next().unwrap_or("this is not TOML");
        report
            .add(Code::Syntax, span, format!("not TOML: {summary}"))
            .because("the reader stopped here")
            .help(list.unwrap_or_else(|| help(message, row, found)));
    }

    /// Notes that something was told of a line.
    fn told_of(&mut self, line: usize) {
        self.last = Some(line);
        self.told.insert(line);
    }

    /// Whether something that was never closed only carries on what was told of.
    fn follows(&self, breach: &Breach) -> bool {
        self.carries_on(self.lines.number(breach.at.start))
    }

    /// Whether a line is the one something was told of last, or has no key and only blank lines and comments stand between.
    fn carries_on(&self, line: usize) -> bool {
        let Some(last) = self.last else { return false };
        let blank = |between: usize| {
            let between = self.lines.text(self.text, between).trim();
            between.is_empty() || between.starts_with('#')
        };
        last == line || (!has_key(self.lines.text(self.text, line)) && (last + 1..line).all(blank))
    }

    /// Tells of a key or header that is there already, once for each.
    fn written_twice(&mut self, report: &mut Report, span: &TextSpan) {
        if self.under.contains(&span.start) {
            return;
        }
        let written = self.outline.written.get(&span.start);
        let path = written.map_or_else(|| format!("@{}", span.start), |written| written.path.clone());
        let header = written.and_then(|written| written.header.as_ref());
        if let Some(header) = header {
            self.under = header.end..self.outline.next_header(header.end);
        }
        if !self.twice.insert(path.clone()) {
            return;
        }
        let line = self.lines.number(span.start);
        if header.is_some() {
            self.told_of(line);
        }
        let name = self.text.get(span.clone()).unwrap_or_default().trim_matches(['"', '\'']);
        let first = written.and_then(|written| self.outline.first(&written.path, span.start));
        // Of two headers, one of which is mistaken itself, nothing is to be said but that.
        let line_of_first = first.map(|first| self.lines.number(first.start));
        if header.is_some() && line_of_first.is_some_and(|line| self.told.contains(&line)) {
            return;
        }
        let entry = match header {
            None => report
                .add(Code::Syntax, span, format!("not TOML: `{name}` is written twice"))
                .because("again here")
                .help("keep one of them"),
            Some(header) => {
                let words = self.text.get(header.clone()).unwrap_or_default().trim();
                let entry = report
                    .add(Code::Syntax, header, format!("not TOML: there are two `{words}`"))
                    .because("again here");
                if LISTS.contains(&name) && path == name {
                    entry.help(format!("write `[[{name}]]`, with two brackets, each time: there may be several"))
                } else {
                    entry.help("put what stands under both under one of them")
                }
            }
        };
        if let Some(first) = first {
            entry.label(first, "first here");
        }
    }
}

/// How to mend the header of a table of which there may be several, written with one bracket before it and two behind.
fn half_a_list(row: &str) -> Option<String> {
    let (name, behind) = row.trim().strip_prefix('[')?.split_once(']')?;
    let name = name.trim();
    let half = behind.starts_with(']') && LISTS.contains(&name);
    half.then(|| format!("write `[[{name}]]`, with two brackets on both sides: there may be several"))
}

/// How to mend what the reader complains of: the row, and what stands in it where the complaint is.
fn help(message: &str, row: &str, found: &str) -> String {
    let (key, value) = row.split_once('=').unwrap_or((row, ""));
    let (key, value) = (key.trim(), value.trim());
    let number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || c == '-');
    let unquoted = message.contains("must be quoted");
    let several = found.split_whitespace().count() > 1;
    let cases = [
        (
            DRAWINGS.contains(&key) && matches!(value, "" | "'" | "\""),
            "begin the drawing with `'''` and end it with `'''` on a line of its own",
        ),
        (row.contains('\0'), "this looks like UTF-16: save the file as UTF-8"),
        (row.trim_start().starts_with("//"), "a remark begins with `#`"),
        (message.contains("invalid unquoted key") && found.starts_with(':'), "write `key = value`, with `=`"),
        (unquoted && found.contains(['“', '”', '„', '‘', '’']), "use straight quotes: `\"`"),
        (unquoted && several && found.split_whitespace().all(number), "put a comma between them"),
        (
            message.contains("invalid boolean") && matches!(value, "True" | "TRUE" | "False" | "FALSE"),
            "write `true` and `false` in small letters",
        ),
        (
            message.contains("visible characters"),
            "take the character out that cannot be seen, or write it as `\\u` with four digits",
        ),
        (
            message.contains("missing escaped value"),
            "write a backslash twice, or put the text into `'` instead of `\"`",
        ),
        (found.starts_with("//") || (found == "/" && row.contains("//")), "a remark begins with `#`"),
        (message.contains("unexpected key or value") && found.starts_with([';', ',', '}', ']', ')']), "take it away"),
    ];
    let helps = [
        ("string values must be quoted", "put the text in quotes"),
        ("invalid boolean", "put a text in quotes; only `true` and `false` stand without"),
        ("invalid basic string", "close the text with `\"`, and write a quote inside it as `\\\"`"),
        ("invalid literal string", "close the text with `'`"),
        ("invalid unquoted key", "a key has letters, digits, `_` and `-` only; put any other in quotes"),
        ("missing comma", "put a comma between them"),
        ("extra comma", "take one of the commas away"),
        ("leading zero", "write the number without the zero in front"),
        ("recur", "put fewer tables into each other"),
        ("key with no value", "write `key = value`, or take the line away"),
        ("unclosed table", "end the header with `]`"),
        ("unclosed array table", "end the header with `]]`"),
        ("missing value", "write a value behind the `=`"),
        ("unexpected key or value", "begin a new line for it"),
        ("with a dotted key", "write what belongs to it in one place"),
    ];
    let case = cases.iter().find(|(holds, _)| *holds).map(|(_, help)| *help);
    let known = || {
        let found = helps.iter().find(|(part, _)| message.contains(part));
        found.map(|(_, help)| *help)
    };
    case.or_else(known).unwrap_or(Code::Syntax.fix()).to_owned()
}

/// Whether a line begins with a key and `=`, or with the bracket of a header.
fn has_key(row: &str) -> bool {
    let row = row.trim_start();
    let Some((key, _)) = row.split_once('=') else {
        return row.starts_with('[');
    };
    let key = key.trim_end();
    let letter = |c: char| c.is_alphanumeric() || "_-\"'".contains(c);
    key.starts_with(letter)
        && key.ends_with(letter)
        && !key.contains("..")
        && key.chars().all(|c| letter(c) || ". ".contains(c))
}

/// Where the lines of a text begin.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        Self(std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect())
    }

    /// The number of a byte's line, from 0.
    fn number(&self, byte: usize) -> usize {
        self.0.partition_point(|&start| start <= byte) - 1
    }

    fn text<'t>(&self, text: &'t str, line: usize) -> &'t str {
        let start = self.0.get(line).copied().unwrap_or(text.len());
        let end = self.0.get(line + 1).map_or(text.len(), |next| next - 1);
        text.get(start..end).unwrap_or_default()
    }
}
