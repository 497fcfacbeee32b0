//! A map drawn as text: its characters and where each stands in the file.

use std::collections::BTreeMap;

use super::limits::SQUARES_ACROSS;
use super::read::{TextSpan, Value};
use crate::grid::{Edge, Square};

/// Characters, each with the place it was read from.
pub(super) type Row = Vec<(char, TextSpan)>;

/// Characters in rows.
pub(super) struct Drawing {
    rows: Vec<Row>,
    /// The squares of each character, in reading order.
    squares: BTreeMap<char, Vec<Square>>,
    /// The whole drawing.
    pub(super) span: TextSpan,
}

/// A drawing of squares and of what stands between them: squares at every second character of every second line, the first in the
/// second of each, and around them their sides.
pub(super) struct Plan {
    /// The squares.
    pub(super) squares: Drawing,
    /// What is drawn between them.
    pub(super) between: DrawnBetween,
}

/// What a plan draws between its squares.
#[derive(Default)]
pub(super) struct DrawnBetween {
    /// What is drawn on their sides.
    pub(super) edges: Vec<(Edge, char, TextSpan)>,
    /// What is drawn where sides meet, and whether a side beside it is drawn alike.
    pub(super) joints: Vec<(char, TextSpan, bool)>,
}

impl Plan {
    /// Takes a drawing apart. Blanks between squares say nothing.
    pub(super) fn of(drawing: Drawing) -> Self {
        let mut between = DrawnBetween::default();
        let width = drawing.width() / 2;
        let height = drawing.height() / 2;
        for (x, y, character, span) in drawing.characters() {
            let beyond = x > 2 * width || y > 2 * height || width > SQUARES_ACROSS || height > SQUARES_ACROSS;
            if character.is_whitespace() || beyond {
                continue;
            }
            let square = Square::new((x / 2) as i16, (y / 2) as i16);
            match (x % 2, y % 2) {
                (1, 0) => between.edges.push((Edge::north(square), character, span.clone())),
                (0, 1) => between.edges.push((Edge::west(square), character, span.clone())),
                (0, 0) => {
                    let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
                    let along = beside.into_iter().any(|(x, y)| drawing.at(x, y) == character);
                    between.joints.push((character, span.clone(), along));
                }
                _ => {}
            }
        }
        let odd = |row: &Row| -> Row {
            let mut row: Vec<_> = row.iter().skip(1).step_by(2).take(width).cloned().collect();
            // Blanks at the end of a line need not be written.
            let end = row.last().map_or_else(|| drawing.span.clone(), |(_, span)| span.clone());
            row.resize(width, (' ', end));
            row
        };
        let rows = drawing.rows.iter().skip(1).step_by(2).map(odd).collect();
        Self { squares: Drawing::from_rows(rows, drawing.span.clone()), between }
    }
}

impl Drawing {
    /// Cuts a string into rows. A last line that is empty or blank does not count.
    pub(super) fn new(source: &str, value: Value) -> Option<Self> {
        let text = value.get_ref().as_str()?;
        let span = value.span();
        let mut rows = exact_rows(source, &span, text)
            .unwrap_or_else(|| text.lines().map(|line| line.chars().map(|c| (c, span.clone())).collect()).collect());
        rows.iter_mut().for_each(compose);
        while rows.last().is_some_and(Self::is_blank) {
            rows.pop();
        }
        Some(Self::from_rows(rows, span))
    }

    /// The characters, to be made into a drawing anew.
    pub(super) fn into_rows(self) -> Vec<Row> {
        self.rows
    }

    /// Whether nothing is drawn in a row.
    pub(super) fn is_blank(row: &Row) -> bool {
        row.iter().all(|(c, _)| c.is_whitespace())
    }

    /// The bytes of a row; none of one that is empty.
    pub(super) fn span_of_row(row: &Row) -> TextSpan {
        match row.as_slice() {
            [(_, first), .., (_, last)] => first.start..last.end,
            [(_, only)] => only.clone(),
            [] => 0..0,
        }
    }

    /// A drawing of these rows, whose text has these bytes.
    pub(super) fn from_rows(rows: Vec<Row>, span: TextSpan) -> Self {
        let mut squares: BTreeMap<char, Vec<Square>> = BTreeMap::new();
        // What is too large to be a map has no squares.
        let rows_on_map = rows.iter().take(SQUARES_ACROSS).zip(0..);
        for (row, y) in rows_on_map {
            for (&(c, _), x) in row.iter().take(SQUARES_ACROSS).zip(0..) {
                squares.entry(c).or_default().push(Square::new(x, y));
            }
        }
        Self { rows, squares, span }
    }

    /// The squares drawn with a character.
    pub(super) fn squares_of(&self, character: char) -> &[Square] {
        self.squares.get(&character).map_or(&[], Vec::as_slice)
    }

    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    /// The longest row's length; trailing spaces do not count.
    pub(super) fn width(&self) -> usize {
        let drawn = |row: &Row| row.iter().rposition(|(c, _)| !c.is_whitespace()).map_or(0, |last| last + 1);
        self.rows.iter().map(drawn).max().unwrap_or(0)
    }

    /// The number of characters in a row, trailing spaces included.
    pub(super) fn row_length(&self, y: usize) -> usize {
        self.rows.get(y).map_or(0, Vec::len)
    }

    /// The bytes of a row.
    pub(super) fn row_span(&self, y: usize) -> TextSpan {
        self.rows.get(y).filter(|row| !row.is_empty()).map_or_else(|| self.span.clone(), Self::span_of_row)
    }

    /// The character of a square; a space where the row is too short.
    pub(super) fn at(&self, x: usize, y: usize) -> char {
        self.rows.get(y).and_then(|row| row.get(x)).map_or(' ', |&(c, _)| c)
    }

    /// The bytes of a square's character; the row's where it is too short.
    pub(super) fn span_at(&self, x: usize, y: usize) -> TextSpan {
        match self.rows.get(y).and_then(|row| row.get(x)) {
            Some((_, span)) => span.clone(),
            None => self.row_span(y),
        }
    }

    /// As [`Drawing::span_at`], for a square.
    pub(super) fn span_of(&self, square: Square) -> TextSpan {
        match (usize::try_from(square.x), usize::try_from(square.y)) {
            (Ok(x), Ok(y)) => self.span_at(x, y),
            _ => self.span.clone(),
        }
    }

    /// Every character with its column and row, in reading order.
    pub(super) fn characters(&self) -> impl Iterator<Item = (usize, usize, char, &TextSpan)> {
        self.rows
            .iter()
            .enumerate()
            .flat_map(|(y, row)| row.iter().enumerate().map(move |(x, (c, span))| (x, y, *c, span)))
    }
}

/// The one character that a text is, whether it is written as one or as a letter with its marks.
pub(super) fn one_character(text: &str) -> Option<char> {
    let one = |text: &str| {
        let mut letters = text.chars();
        letters.next().filter(|_| letters.next().is_none())
    };
    let composed = || {
        let composer = icu_normalizer::ComposingNormalizerBorrowed::new_nfc();
        one(&composer.normalize(text))
    };
    one(text).or_else(composed)
}

/// The length that most rows have, the longest of those that as many have.
pub(super) fn usual_length(lengths: impl Iterator<Item = usize>) -> usize {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for length in lengths {
        *counts.entry(length).or_default() += 1;
    }
    counts.into_iter().max_by_key(|&(length, count)| (count, length)).map_or(0, |(length, _)| length)
}

/// Makes one character of a letter and the marks behind it, where there is such a character: it looks like one square.
fn compose(row: &mut Row) {
    let marks = ['\u{300}'..='\u{36f}', '\u{1ab0}'..='\u{1aff}', '\u{20d0}'..='\u{20ff}'];
    let is_mark = |c: char| marks.iter().any(|range| range.contains(&c));
    if !row.iter().any(|(c, _)| is_mark(*c)) {
        return;
    }
    let mut composed: Row = Vec::new();
    for (character, span) in row.drain(..) {
        let before = composed.last().filter(|_| is_mark(character));
        let whole = before.and_then(|(before, _)| one_character(&format!("{before}{character}")));
        match (whole, composed.last_mut()) {
            (Some(whole), Some((before, place))) => {
                *before = whole;
                place.end = span.end;
            }
            _ => composed.push((character, span)),
        }
    }
    *row = composed;
}

/// The rows with exact places, if the text stands in the file as it reads (no escapes).
fn exact_rows(source: &str, span: &TextSpan, text: &str) -> Option<Vec<Row>> {
    let raw = source.get(span.clone())?;
    let quotes = ["'''", "\"\"\"", "'", "\""].into_iter().find(|quotes| raw.starts_with(quotes))?;
    let mut inner = raw.strip_prefix(quotes)?.strip_suffix(quotes)?;
    let mut start = span.start + quotes.len();
    if quotes.len() == 3 {
        for newline in ["\r\n", "\n"] {
            if let Some(rest) = inner.strip_prefix(newline) {
                inner = rest;
                start += newline.len();
                break;
            }
        }
    }
    if inner.replace("\r\n", "\n") != text.replace("\r\n", "\n") {
        return None;
    }
    let mut rows = Vec::new();
    for line in inner.split_inclusive('\n') {
        let drawn = line.trim_end_matches(['\n', '\r']);
        rows.push(drawn.char_indices().map(|(i, c)| (c, start + i..start + i + c.len_utf8())).collect());
        start += line.len();
    }
    Some(rows)
}
