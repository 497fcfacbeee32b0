//! The outline of a TOML text that may be broken: which keys and headers stand where, and what was opened and never closed.
//!
//! Only asked when the TOML reader has complained; it reads as much as is needed to tell where a mistake was made.

use std::collections::BTreeMap;

use super::read::TextSpan;

/// Parts of a path are told apart by this, which no key has.
const JOINT: char = '\u{1f}';

/// No text over several lines is longer, as far as one that was not opened is looked for.
const LONGEST: usize = 512;

/// Keys and headers, and the first thing that was never closed.
#[derive(Default)]
pub(super) struct Outline {
    /// By the byte at which the key begins.
    pub(super) written: BTreeMap<usize, Written>,
    /// Where each path was written first.
    firsts: BTreeMap<String, TextSpan>,
    /// Where headers begin, in order.
    headers: Vec<usize>,
    /// The first thing that was never closed.
    pub(super) breach: Option<Breach>,
    /// Where the line has ended behind whose key a text over several lines should have been opened, if one was not: the first such.
    pub(super) unopened: Option<usize>,
}

/// A key, or the last key of a header.
pub(super) struct Written {
    /// What it stands for, told apart from all others.
    pub(super) path: String,
    /// The header with its brackets, if it is one.
    pub(super) header: Option<TextSpan>,
}

/// Something that was opened and never closed.
pub(super) struct Breach {
    /// Where.
    pub(super) at: TextSpan,
    /// What it was opened with; a lone carriage return is its own.
    pub(super) open: String,
    /// It is the header of a table.
    pub(super) header: bool,
    /// What cannot stand inside it.
    pub(super) noticed: Option<TextSpan>,
}

impl Outline {
    pub(super) fn of(text: &str) -> Self {
        let mut reader = Reader {
            text,
            bytes: text.as_bytes(),
            at: 0,
            open: Vec::new(),
            table: String::new(),
            lists: BTreeMap::new(),
            outline: Self::default(),
        };
        reader.read();
        reader.outline
    }

    /// Where a path was written before, if not only there.
    pub(super) fn first(&self, path: &str, here: usize) -> Option<&TextSpan> {
        let exact = self.firsts.get(path).filter(|first| first.start < here);
        exact.or_else(|| {
            // A dotted key says of its first part that it is a table.
            let inside = format!("{path}{JOINT}");
            let (found, first) = self.firsts.range(inside.clone()..).next()?;
            (found.starts_with(&inside) && first.start < here).then_some(first)
        })
    }

    /// Where the next header begins.
    pub(super) fn next_header(&self, after: usize) -> usize {
        let index = self.headers.partition_point(|&start| start < after);
        self.headers.get(index).copied().unwrap_or(usize::MAX)
    }
}

/// A bracket that is open.
struct Bracket {
    at: usize,
    opener: u8,
    /// What stood inside it last, blanks and comments aside.
    last: u8,
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    open: Vec<Bracket>,
    /// The path of the table that plain keys belong to.
    table: String,
    /// How many tables each list of tables has so far.
    lists: BTreeMap<String, usize>,
    outline: Outline,
}

impl Reader<'_> {
    fn read(&mut self) {
        let mut line_begins = true;
        while self.outline.breach.is_none() && self.outline.unopened.is_none() {
            let Some(&byte) = self.bytes.get(self.at) else { break };
            match byte {
                b' ' | b'\t' => self.at += 1,
                b'\r' if self.bytes.get(self.at + 1) != Some(&b'\n') => self.breach(self.at..self.at + 1, "\r", None),
                b'\r' => self.at += 1,
                b'\n' => {
                    self.at += 1;
                    line_begins = true;
                    self.next_line();
                }
                b'#' => self.at = self.line_end(),
                b'\'' | b'"' if !(self.wants_key() || line_begins && self.open.is_empty()) => self.text(byte),
                _ if self.open.is_empty() && line_begins => {
                    line_begins = false;
                    self.line();
                }
                _ if self.wants_key() => self.inner_key(),
                b'[' | b'{' => {
                    self.note(byte);
                    self.open.push(Bracket { at: self.at, opener: byte, last: byte });
                    self.at += 1;
                }
                b']' | b'}' => self.close(byte),
                _ => {
                    self.note(byte);
                    self.at += 1;
                }
            }
        }
        if self.outline.breach.is_none()
            && let Some(bracket) = self.open.last()
        {
            let (at, open) = (bracket.at, char::from(bracket.opener).to_string());
            self.breach(at..at + 1, &open, None);
        }
    }

    fn breach(&mut self, at: TextSpan, open: &str, noticed: Option<TextSpan>) {
        self.outline.breach = Some(Breach { at, open: open.to_owned(), header: false, noticed });
    }

    /// Remembers what stands last inside the bracket that is open.
    fn note(&mut self, byte: u8) {
        if let Some(bracket) = self.open.last_mut() {
            bracket.last = byte;
        }
    }

    /// Whether a key comes next: in a table in braces, at its beginning or after a comma.
    fn wants_key(&self) -> bool {
        self.open.last().is_some_and(|bracket| bracket.opener == b'{' && matches!(bracket.last, b'{' | b','))
            && self.bytes.get(self.at) != Some(&b'}')
    }

    fn line_end(&self) -> usize {
        let rest = self.bytes[self.at..].iter();
        let length = rest.take_while(|&&byte| byte != b'\n').count();
        // The carriage return before it belongs to the line's end; one alone is found where it stands.
        self.at + self.bytes[self.at..self.at + length].iter().position(|&byte| byte == b'\r').unwrap_or(length)
    }

    /// A line outside of all brackets: a header, or a key.
    fn line(&mut self) {
        if self.bytes[self.at] == b'[' {
            self.header();
            return;
        }
        let (keys, end) = self.keys(self.at);
        let after = self.blanks(end);
        if self.bytes.get(after) == Some(&b'=') && !keys.is_empty() {
            let table = self.table.clone();
            self.write(&table, &keys, None);
            self.at = after + 1;
            self.missing_value();
        } else if let Some(&quote @ (b'\'' | b'"')) = self.bytes.get(self.at) {
            self.text(quote);
        } else {
            self.at += self.step();
        }
    }

    /// Looks, behind the `=` of a line outside of all brackets, for a text over several lines that is closed and was not opened.
    fn missing_value(&mut self) {
        let end = self.line_end();
        let nothing = self.text[self.at..end].trim();
        if !(nothing.is_empty() || nothing.starts_with('#')) {
            return;
        }
        let rows = self.text[end..].lines().skip(1).take(LONGEST);
        let rows: Vec<&str> = rows.map(str::trim).take_while(|row| !opens_text(row)).collect();
        if rows.iter().any(|row| row.ends_with("'''") || row.ends_with("\"\"\"")) {
            self.outline.unopened = Some(end + 1);
        }
    }

    fn header(&mut self) {
        let start = self.at;
        let list = self.bytes.get(start + 1) == Some(&b'[');
        let brackets = if list { 2 } else { 1 };
        let (keys, end) = self.keys(self.blanks(start + brackets));
        let close = self.blanks(end);
        let behind = self.bytes[close..].iter().take(brackets);
        let closed = behind.take_while(|&&byte| byte == b']').count();
        let Some(((last, last_span), above)) = keys.split_last() else {
            // Not the header of anything; what it is the reader says.
            self.at += brackets;
            return;
        };
        if closed < brackets {
            if closed == 0 && self.text[close..self.line_end()].contains(']') {
                // Closed, but no name of a table; what it is the reader says.
                self.at = self.line_end();
                return;
            }
            let end = if closed > 0 { close + closed } else { end };
            self.breach(end..end, if list { "[[" } else { "[" }, None);
            if let Some(breach) = &mut self.outline.breach {
                breach.header = true;
            }
            return;
        }
        self.at = close + brackets;
        let whole = start..self.at;
        self.outline.headers.push(start);
        let mut table = String::new();
        for (key, _) in above {
            table = joined(&table, key);
            if let Some(count) = self.lists.get(&table) {
                table = format!("{table}#{count}");
            }
        }
        let path = joined(&table, last);
        if list {
            let count = self.lists.entry(path.clone()).or_insert(0);
            *count += 1;
            self.table = format!("{path}#{count}");
        } else {
            self.table.clone_from(&path);
        }
        self.write(&table, &[(last.clone(), last_span.clone())], Some(&whole));
    }

    /// A key inside braces.
    fn inner_key(&mut self) {
        let bracket = self.open.last().expect("a key inside braces stands inside braces");
        let table = format!("@{}", bracket.at);
        let (keys, end) = self.keys(self.at);
        let after = self.blanks(end);
        self.note(b'=');
        if self.bytes.get(after) == Some(&b'=') && !keys.is_empty() {
            self.write(&table, &keys, None);
            self.at = after + 1;
        } else if !matches!(self.bytes[self.at], b'[' | b'{' | b']' | b'}' | b'\'' | b'"') {
            self.at += self.step();
        }
    }

    /// The length of the character that stands here.
    fn step(&self) -> usize {
        self.text[self.at..].chars().next().map_or(1, char::len_utf8)
    }

    /// Writes down a key, and the tables its dots name.
    fn write(&mut self, table: &str, keys: &[(String, TextSpan)], header: Option<&TextSpan>) {
        let mut path = table.to_owned();
        for (index, (key, span)) in keys.iter().enumerate() {
            path = joined(&path, key);
            let last = index + 1 == keys.len();
            if last {
                let first = header.unwrap_or(span);
                self.outline.firsts.entry(path.clone()).or_insert_with(|| first.clone());
            }
            let header = header.filter(|_| last).cloned();
            let path = path.clone();
            self.outline.written.insert(span.start, Written { path, header });
        }
    }

    /// Keys with dots between them, and where they end.
    fn keys(&self, from: usize) -> (Vec<(String, TextSpan)>, usize) {
        let mut keys = Vec::new();
        let mut at = from;
        loop {
            let end = match self.bytes.get(at) {
                Some(&quote @ (b'\'' | b'"')) => match self.quoted(at, quote) {
                    Some(end) => end,
                    None => return (keys, at),
                },
                _ => {
                    let bare = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || *byte >= 128;
                    at + self.bytes[at..].iter().take_while(|&byte| bare(byte)).count()
                }
            };
            if end == at {
                return (keys, at);
            }
            let key = self.text[at..end].trim_matches(['"', '\'']).to_owned();
            keys.push((key, at..end));
            let next = self.blanks(end);
            if self.bytes.get(next) != Some(&b'.') {
                return (keys, end);
            }
            at = self.blanks(next + 1);
        }
    }

    /// Behind the blanks that stand here.
    fn blanks(&self, from: usize) -> usize {
        let rest = self.bytes.get(from..).unwrap_or_default().iter();
        from + rest.take_while(|&&byte| matches!(byte, b' ' | b'\t')).count()
    }

    /// The end of a text in single quotes that is closed on its line.
    fn quoted(&self, from: usize, quote: u8) -> Option<usize> {
        let mut at = from + 1;
        loop {
            match *self.bytes.get(at)? {
                b'\n' => return None,
                b'\\' if quote == b'"' && self.bytes.get(at + 1) != Some(&b'\n') => at += 2,
                byte if byte == quote => return Some(at + 1),
                _ => at += 1,
            }
        }
    }

    /// A text, on one line or over several.
    fn text(&mut self, quote: u8) {
        self.note(quote);
        let start = self.at;
        let quotes = if quote == b'"' { "\"\"\"" } else { "'''" };
        if !self.text[start..].starts_with(quotes) {
            self.at = self.quoted(start, quote).unwrap_or_else(|| self.line_end());
            return;
        }
        let Some(close) = self.closing(start + 3, quotes) else {
            self.breach(start..start + 3, quotes, None);
            return;
        };
        // Where another text is opened inside, by other quotes, this one should have ended.
        if let Some(opened) = opened_inside(&self.text[start..close]) {
            self.breach(start..start + 3, quotes, Some(start + opened.start..start + opened.end));
            return;
        }
        let row = self.text[..close].rfind('\n').map_or(0, |newline| newline + 1);
        if row > start && opens_another(&self.text[row..close]) {
            self.breach(start..start + 3, quotes, Some(row..close + 3));
            return;
        }
        if let Some(lone) = self.text[start..close].replace("\r\n", "\n\n").find('\r') {
            self.breach(start + lone..start + lone + 1, "\r", None);
            return;
        }
        self.at = close + 3;
        // Up to two more quotes belong to the text.
        while self.at < close + 5 && self.bytes.get(self.at) == Some(&quote) {
            self.at += 1;
        }
    }

    fn closing(&self, from: usize, quotes: &str) -> Option<usize> {
        if quotes == "'''" {
            return self.text[from..].find(quotes).map(|at| from + at);
        }
        let mut at = from;
        while at < self.bytes.len() {
            match self.bytes[at] {
                b'\\' => at += 2,
                b'"' if self.bytes[at..].starts_with(quotes.as_bytes()) => return Some(at),
                _ => at += 1,
            }
        }
        None
    }

    /// Looks, with brackets open, whether the next line can still stand inside them.
    fn next_line(&mut self) {
        let Some(bracket) = self.open.last() else { return };
        let (at, opener, last) = (bracket.at, bracket.opener, bracket.last);
        let start = self.blanks(self.at);
        let from = std::mem::replace(&mut self.at, start);
        let end = self.line_end();
        self.at = from;
        let row = self.text[start..end].trim_end();
        let (keys, behind) = self.keys(start);
        let assigns = !keys.is_empty() && self.bytes.get(self.blanks(behind)) == Some(&b'=');
        let outside = is_header(row) || (assigns && (opener == b'[' || !matches!(last, b'{' | b',')));
        if outside {
            let open = char::from(opener).to_string();
            self.breach(at..at + 1, &open, Some(start..start + row.len()));
        }
    }

    fn close(&mut self, byte: u8) {
        let Some(bracket) = self.open.last() else {
            self.at += 1;
            return;
        };
        let fits = matches!((bracket.opener, byte), (b'[', b']') | (b'{', b'}'));
        if !fits {
            let (at, open) = (bracket.at, char::from(bracket.opener).to_string());
            self.breach(at..at + 1, &open, Some(self.at..self.at + 1));
            return;
        }
        self.open.pop();
        self.note(byte);
        self.at += 1;
    }
}

fn joined(table: &str, key: &str) -> String {
    if table.is_empty() { key.to_owned() } else { format!("{table}{JOINT}{key}") }
}

/// Whether the last line of a text reads like the first of another: `light = '''`.
fn opens_another(row: &str) -> bool {
    let Some(key) = row.trim().strip_suffix('=') else {
        return false;
    };
    let key = key.trim_end();
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// Whether a line opens a text over several lines and holds nothing of it: `map = '''`.
fn opens_text(row: &str) -> bool {
    let before = row.strip_suffix("'''").or_else(|| row.strip_suffix("\"\"\""));
    before.is_some_and(opens_another)
}

/// The first line of a text, its own first one aside, that opens another.
fn opened_inside(text: &str) -> Option<TextSpan> {
    let mut at = 0;
    text.split_inclusive('\n').enumerate().find_map(|(index, line)| {
        let start = at;
        at += line.len();
        let row = line.trim_end();
        (index > 0 && line.ends_with('\n') && opens_text(row)).then(|| start..start + row.len())
    })
}

/// Whether a line is the header of a table and can be no list of values.
fn is_header(row: &str) -> bool {
    let row = row.split('#').next().unwrap_or_default().trim_end();
    let Some(inside) = row.strip_prefix('[').and_then(|row| row.strip_suffix(']')) else {
        return false;
    };
    let name = inside.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(inside);
    let word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(word)
        && !["true", "false", "inf", "nan"].contains(&name)
}
