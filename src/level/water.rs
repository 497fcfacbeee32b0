//! Water that could not stay where it is.

use super::compiler::Compiler;
use super::diagnostic::Code;
use crate::grid::Square;

impl Compiler<'_> {
    /// Reports water with lower ground on two opposite sides, which would run off. A fall has it on one side, a pond on none.
    pub(super) fn check_water(&mut self) {
        let runs_off = |at: Square| {
            let here = &self.board[at];
            let terrain = &self.terrains[usize::from(here.terrain)];
            let lower = |(dx, dy): (i16, i16)| {
                let beside = self.board.get(at.offset(dx, dy));
                let open = beside.filter(|cell| !self.terrains[usize::from(cell.terrain)].solid);
                open.is_some_and(|cell| cell.elevation < here.elevation)
            };
            let across = |(dx, dy): (i16, i16)| lower((dx, dy)) && lower((-dx, -dy));
            terrain.water.0 > 0 && terrain.ice.0 == 0 && (across((1, 0)) || across((0, 1)))
        };
        let found: Vec<Square> = self.board.squares().filter(|&at| runs_off(at)).collect();
        let [first, rest @ ..] = &found[..] else { return };
        let span = self.drawing.as_ref().map_or(0..0, |drawing| drawing.span_of(*first));
        let more = match rest {
            [] => String::new(),
            [one] => format!(", and at {one}"),
            _ => format!(", and on {} more squares", rest.len()),
        };
        let height = self.board[*first].elevation;
        self.report
            .add(Code::WaterAbove, &span, format!("the water at {first} lies above what is on both sides of it{more}"))
            .because(format!("it is at {height}"));
    }
}
