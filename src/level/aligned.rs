//! A plan that is drawn a line or a column off: where its characters can stand tells where the squares are.
//!
//! Each character fits as a square, as a side or where sides meet, and few fit as all of them. So a plan that begins a line late, or
//! of which a line is lost, has misfits everywhere; with the lines put right they are gone. That is one mistake, and one finding.

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::drawing::{Drawing, Row};
use super::limits::SQUARES_ACROSS;

/// Fewer misfits than these are told one by one.
const FEWEST: usize = 3;

/// So many times fewer misfits must be left where a plan is taken to be off.
const FEWER: usize = 4;

/// So many lines at most are said to be missing.
const LINES: usize = 4;

/// Where in a plan a character stands, by the parity of its line and of its column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Square,
    Side,
    Joint,
}

impl Place {
    fn of(line: usize, column: usize) -> Self {
        match (line % 2, column % 2) {
            (1, 1) => Self::Square,
            (0, 0) => Self::Joint,
            _ => Self::Side,
        }
    }
}

/// The misfits if all rows from one on were the next line.
fn misfits_from(misfits: &[[usize; 2]], from: usize) -> usize {
    let (above, below) = misfits.split_at(from);
    above.iter().map(|row| row[0]).sum::<usize>() + below.iter().map(|row| row[1]).sum::<usize>()
}

impl Compiler<'_> {
    /// The plan with its lines and columns where they belong, each mistake told once.
    pub(super) fn aligned(&mut self, drawing: Drawing) -> Drawing {
        let span = drawing.span.clone();
        let mut rows = drawing.into_rows();
        let most = 2 * SQUARES_ACROSS + 8;
        if rows.len() > most || rows.iter().any(|row| row.len() > most) {
            // It is too large anyway.
            return Drawing::from_rows(rows, span);
        }
        self.shift_whole(&mut rows);
        for _ in 0..LINES {
            if !self.mend_line(&mut rows) {
                break;
            }
        }
        for line in 0..rows.len() {
            self.shift_row(&mut rows, line);
        }
        Drawing::from_rows(rows, span)
    }

    fn fits(&self, character: char, place: Place) -> bool {
        character.is_whitespace()
            || match place {
                Place::Square => self.legend.knows(character),
                Place::Side => self.between.knows(character),
                Place::Joint => matches!(character, '+' | '.') || self.between.knows(character),
            }
    }

    /// How many characters of a row, from one of them on, do not fit if the row were this line and moved by so many columns.
    fn misfits(&self, row: &Row, line: usize, moved: usize) -> usize {
        let columns = row.iter().zip(moved..);
        columns.filter(|((character, _), column)| !self.fits(*character, Place::of(line, *column))).count()
    }

    /// The misfits of each row, as the line it is and as the next one.
    fn misfits_by_line(&self, rows: &[Row], moved: usize) -> Vec<[usize; 2]> {
        let both = |(line, row)| [self.misfits(row, line, moved), self.misfits(row, line + 1, moved)];
        rows.iter().enumerate().map(both).collect()
    }

    /// Moves a plan that is off as a whole.
    fn shift_whole(&mut self, rows: &mut Vec<Row>) {
        let by_column = [self.misfits_by_line(rows, 0), self.misfits_by_line(rows, 1)];
        let total = |lines: usize, columns: usize| by_column[columns].iter().map(|row| row[lines]).sum::<usize>();
        let now = total(0, 0);
        let (lines, columns) = [(1, 0), (0, 1), (1, 1)]
            .into_iter()
            .min_by_key(|&(lines, columns)| total(lines, columns))
            .unwrap_or_default();
        let off = total(lines, columns);
        if now < FEWEST || off * FEWER > now || (1..rows.len()).any(|from| misfits_from(&by_column[0], from) < off) {
            return;
        }
        let mut help = Vec::new();
        let first = rows.iter().flatten().find(|(c, _)| !c.is_whitespace());
        let first = first.map_or(0..0, |(_, span)| span.clone());
        if lines == 1 {
            if rows.first().is_some_and(Drawing::is_blank) {
                rows.remove(0);
                help.push("take one of the empty lines at its top away");
            } else {
                rows.insert(0, Row::new());
                help.push("begin it with an empty line, above the first");
            }
        }
        if columns == 1 {
            if rows.iter().all(|row| row.first().is_none_or(|(c, _)| c.is_whitespace())) {
                for row in rows.iter_mut().filter(|row| !row.is_empty()) {
                    row.remove(0);
                }
                help.push("take the first blank of every line away");
            } else {
                for row in &mut *rows {
                    row.insert(0, (' ', first.clone()));
                }
                help.push("put a blank before every line");
            }
        }
        let what = match (lines, columns) {
            (1, 0) => "one line",
            (0, 1) => "one column",
            _ => "one line and one column",
        };
        self.report
            .add(Code::PlanShifted, &first, format!("the whole plan is drawn {what} beside where its squares are"))
            .because("the first that is drawn")
            .help(help.join(", and "));
    }

    /// Puts one line right that is missing or there twice, where all that follow are off for it; false if there is none.
    fn mend_line(&mut self, rows: &mut Vec<Row>) -> bool {
        let misfits = self.misfits_by_line(rows, 0);
        let now: usize = misfits.iter().map(|row| row[0]).sum();
        let off = |from: usize| misfits_from(&misfits, from);
        let Some(from) = (1..rows.len()).min_by_key(|&from| off(from)) else {
            return false;
        };
        if now < FEWEST || off(from) * FEWER > now {
            return false;
        }
        let Some(at) = (from..rows.len()).find(|&line| misfits[line][0] > 0) else {
            return false;
        };
        let text = |line: usize| rows[line].iter().map(|(c, _)| *c).collect::<String>();
        let equal = |&line: &usize| !Drawing::is_blank(&rows[line]) && text(line) == text(line - 1);
        let twice = (from.saturating_sub(1).max(1)..=at).find(equal);
        let span = Drawing::span_of_row(&rows[twice.unwrap_or(at)]);
        let why = if at % 2 == 0 { "squares where sides should be" } else { "sides where squares should be" };
        let help = match twice {
            Some(_) => "of two equal lines take one away, or draw the line that is missing between them",
            None => {
                "a line is missing above this one, or there is one too many: lines of sides and of squares take turns"
            }
        };
        self.report
            .add(Code::PlanShifted, &span, "from this line on the plan is drawn one line off")
            .because(why)
            .help(help);
        match twice {
            Some(line) => drop(rows.remove(line)),
            None => rows.insert(at, Row::new()),
        }
        // What stood in a line that is missing, nobody knows.
        self.lost_part();
        self.lost.size = true;
        true
    }

    /// Puts a row right that is off by a column, from its beginning or from some place on.
    fn shift_row(&mut self, rows: &mut [Row], line: usize) {
        let row = &rows[line];
        let now = self.misfits(row, line, 0);
        if now < 2 {
            return;
        }
        let misfit = |at: usize, moved: usize| usize::from(!self.fits(row[at].0, Place::of(line, at + moved)));
        let bad = (0..row.len()).find(|&at| misfit(at, 0) > 0).unwrap_or(0);
        // Up to the first misfit there is none, so only what follows counts.
        let behind: Vec<usize> = (0..row.len())
            .rev()
            .scan(0, |sum, at| {
                *sum += misfit(at, 1);
                Some(*sum)
            })
            .collect();
        let off = |from: usize| behind[row.len() - 1 - from];
        let Some(from) = (0..=bad).min_by_key(|&from| off(from)).filter(|&from| off(from) * FEWER <= now) else {
            return;
        };
        let drawn_before = row[..bad].iter().any(|(c, _)| !c.is_whitespace());
        let span = row[bad].1.start..Drawing::span_of_row(row).end;
        let (message, help) = if drawn_before && off(0) > off(from) {
            let help = "a character is missing before this, or there is one too many";
            ("from here on this line of the plan is drawn one column off", help)
        } else {
            ("this line of the plan is drawn one column off", "move it by one column")
        };
        self.report.add(Code::PlanShifted, &span, message).because("not where squares and sides are").help(help);
        rows[line].truncate(from);
        self.lost_part();
    }

    /// Notes that part of the drawing is lost.
    pub(super) fn lost_part(&mut self) {
        self.lost.board = true;
        self.lost.creature = true;
        self.lost.object = true;
        self.lost.zones = true;
    }
}
