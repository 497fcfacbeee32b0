//! What both kernels share: the order of steps, and how paths of equal cost are told apart.

/// Steps in the order of the tie-break; the last four are diagonal.
pub(super) const STEPS: [(i32, i32); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

// A label says how a place was reached and compares as one number: cost, diagonal steps, turns, arrival code.
pub(super) const COST_SHIFT: u32 = 36;
const DIAGONAL: u64 = 1 << 20;
const TURN: u64 = 1 << 4;
/// The arrival code: a step's index or one of the two below.
pub(super) const CODE: u64 = TURN - 1;
pub(super) const AT_START: u64 = 8;
pub(super) const BY_LINK: u64 = 9;
/// Everything but cost and code.
pub(super) const COUNTS: u64 = (1 << COST_SHIFT) - 1 - CODE;
pub(super) const UNREACHED: u64 = u64::MAX;

/// Up to this many squares no path is long enough to overflow the counts of diagonals and turns; on larger boards they
/// are not counted.
const COUNTED_SQUARES: usize = 1 << 16;

/// What each step adds to a label besides its cost, by the code of the arrival before it: a diagonal, a turn, its own
/// code.
pub(super) fn tie_breaks(squares: usize) -> [[u64; 8]; 16] {
    let counted = u64::from(squares <= COUNTED_SQUARES);
    std::array::from_fn(|arrival| {
        std::array::from_fn(|step| {
            let diagonal = u64::from(step >= 4) * DIAGONAL;
            let turn = u64::from(arrival < 8 && arrival != step) * TURN;
            counted * (diagonal + turn) + step as u64
        })
    })
}

/// The places, relative to the block's anchor, that each diagonal step sweeps over without covering them.
pub(super) fn swept(side: i32) -> [[(i32, i32); 2]; 4] {
    let far = side - 1;
    std::array::from_fn(|diagonal| {
        let (dx, dy) = STEPS[4 + diagonal];
        let beside = (if dx > 0 { side } else { -1 }, if dy > 0 { 0 } else { far });
        let above = (if dx > 0 { 0 } else { far }, if dy > 0 { side } else { -1 });
        [beside, above]
    })
}
