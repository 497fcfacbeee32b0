//! Where gravity is another than over the whole board: a wash with its number.

use bevy_egui::egui::{Align2, Color32, Stroke};

use super::board::{Board, PAPER};
use super::foreseen::parts;
use crate::battle::Map;
use crate::grid::Square;
use crate::gui::session::Session;

/// Squares that hang together, and gravity there in hundredths.
#[derive(Default)]
pub(in crate::gui) struct Places {
    of: Option<u64>,
    all: Vec<(Vec<Square>, i32)>,
}

impl Places {
    /// Asks again when the battle has changed.
    pub(in crate::gui) fn follow(&mut self, session: &Session) {
        if self.of == Some(session.version) {
            return;
        }
        let map = session.battle.world().resource::<Map>();
        let own = map.cells().iter().filter_map(|(at, cell)| Some((cell.gravity?, at)));
        let mut squares: std::collections::BTreeMap<i32, Vec<Square>> = std::collections::BTreeMap::new();
        for (gravity, at) in own.filter(|_| map.has_places_of_gravity()) {
            squares.entry(gravity).or_default().push(at);
        }
        let apart =
            |(gravity, squares): (i32, Vec<Square>)| parts(&squares).into_iter().map(move |part| (part, gravity));
        *self = Self { of: Some(session.version), all: squares.into_iter().flat_map(apart).collect() };
    }
}

/// Gravity in hundredths of the usual one, for people.
pub(in crate::gui) fn words(hundredths: i32) -> String {
    let (whole, part) = (hundredths / 100, hundredths % 100);
    let digits = format!("{whole}.{part:02}");
    format!("{} g", digits.trim_end_matches('0').trim_end_matches('.'))
}

/// Where things are lighter, and where they are heavier.
const LIGHT: Color32 = Color32::from_rgb(0x8a, 0x6b, 0xc4);
const HEAVY: Color32 = Color32::from_rgb(0x5d, 0x44, 0x30);

/// Below the creatures that stand there.
pub(in crate::gui) fn paint(board: &Board, session: &Session, places: &Places) {
    let usual = session.battle.world().resource::<Map>().weather.gravity;
    for (squares, gravity) in &places.all {
        let colour = if *gravity < usual { LIGHT } else { HEAVY };
        for &square in squares {
            let rect = board.square(square);
            board.painter.rect_filled(rect, 0.0, colour.gamma_multiply(0.22));
            for ((dx, dy), line) in [
                ((0, -1), [rect.left_top(), rect.right_top()]),
                ((0, 1), [rect.left_bottom(), rect.right_bottom()]),
                ((-1, 0), [rect.left_top(), rect.left_bottom()]),
                ((1, 0), [rect.right_top(), rect.right_bottom()]),
            ] {
                if !squares.contains(&square.offset(dx, dy)) {
                    board.painter.line_segment(line, Stroke::new(2.0, colour));
                }
            }
        }
        // In the corner that is read first, where it covers no face.
        if let Some(first) = squares.iter().min_by_key(|at| (at.y, at.x)) {
            let at = board.square(*first).left_top();
            board.flag(at, Align2::LEFT_TOP, &words(*gravity), 11.0, PAPER);
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn gravity_reads_as_people_say_it() {
        let said: Vec<String> = [0, 40, 100, 150, 5].into_iter().map(super::words).collect();
        assert_eq!(said, ["0 g", "0.4 g", "1 g", "1.5 g", "0.05 g"]);
    }
}
