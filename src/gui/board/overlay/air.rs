//! Where there is nothing to breathe while there is air elsewhere: a dark wash with specks, and a word.

use bevy_egui::egui::{Align2, Color32, Stroke, vec2};

use super::board::{Board, PAPER};
use super::foreseen::parts;
use crate::battle::Map;
use crate::grid::Square;
use crate::gui::session::Session;

/// Squares without air that hang together.
#[derive(Default)]
pub(in crate::gui) struct Airless {
    of: Option<u64>,
    all: Vec<Vec<Square>>,
}

impl Airless {
    /// Asks again when the battle has changed.
    pub(in crate::gui) fn follow(&mut self, session: &Session) {
        if self.of != Some(session.version) {
            let map = session.battle.world().resource::<Map>();
            *self = Self { of: Some(session.version), all: places(map) };
        }
    }
}

/// The places without air; none where it is the same everywhere.
fn places(map: &Map) -> Vec<Vec<Square>> {
    let open: Vec<Square> = map.cells().iter().map(|(at, _)| at).filter(|&at| !map.solid(at)).collect();
    let airless: Vec<Square> = open.iter().copied().filter(|&at| map.airless(at)).collect();
    if airless.len() == open.len() {
        return Vec::new();
    }
    let mut all = parts(&airless);
    for part in &mut all {
        part.sort_unstable();
    }
    all
}

const VOID: Color32 = Color32::from_rgb(0x10, 0x1a, 0x33);
const SPECK: Color32 = Color32::from_rgb(0xd6, 0xe2, 0xff);

/// Below the creatures that stand there.
pub(in crate::gui) fn paint(board: &Board, airless: &Airless) {
    for squares in &airless.all {
        for &square in squares {
            let rect = board.square(square);
            board.painter.rect_filled(rect, 0.0, VOID.gamma_multiply(0.30));
            // Specks at the corners of a face rather than on it.
            for (x, y) in [(0.14, 0.2), (0.84, 0.12), (0.9, 0.8), (0.2, 0.88)] {
                let at = rect.min + vec2(x, y) * board.square;
                board.painter.circle_filled(at, (board.square * 0.026).max(1.0), SPECK.gamma_multiply(0.75));
            }
            for ((dx, dy), line) in [
                ((0, -1), [rect.left_top(), rect.right_top()]),
                ((0, 1), [rect.left_bottom(), rect.right_bottom()]),
                ((-1, 0), [rect.left_top(), rect.left_bottom()]),
                ((1, 0), [rect.right_top(), rect.right_bottom()]),
            ] {
                if squares.binary_search(&square.offset(dx, dy)).is_err() {
                    board.painter.line_segment(line, Stroke::new(2.0, SPECK.gamma_multiply(0.8)));
                }
            }
        }
        // Below, since gravity has its number above.
        if let Some(first) = squares.iter().min_by_key(|at| (-at.y, at.x)) {
            let at = board.square(*first).left_bottom();
            board.flag(at, Align2::LEFT_BOTTOM, "no air", 11.0, PAPER);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::tests::test_battles::begun;

    fn level(weather: &str, area: &str) -> String {
        format!(
            r#"
ruleset = "edge"
map = '''
########
#a....r#
########
'''
[legend]
"a" = {{ creature = "soldier", side = "blue", name = "Ada" }}
"r" = {{ creature = "soldier", side = "red", name = "Rook" }}
{weather}
{area}
"#
        )
    }

    #[test]
    fn only_a_place_without_air_is_washed() {
        let of = |weather: &str, area: &str| {
            let session = begun(&level(weather, area), "Ada");
            let mut airless = Airless::default();
            airless.follow(&session);
            airless.all.iter().map(Vec::len).collect::<Vec<_>>()
        };
        let lock = "[zone]\nlock = { from = [3, 1], to = [4, 1] }\n[[area]]\nsquares = [\"lock\"]\nvacuum = ";
        assert!(of("", "").is_empty(), "there is air everywhere");
        assert!(of("[weather]\nvacuum = true", "").is_empty(), "there is none anywhere");
        assert_eq!(of("", &format!("{lock}true")), [2]);
        let mut around = of("[weather]\nvacuum = true", &format!("{lock}false"));
        around.sort_unstable();
        assert_eq!(around, [2, 2], "both sides of the lock");
    }
}
