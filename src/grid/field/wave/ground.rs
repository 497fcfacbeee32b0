//! The wave's reading of the ground: squares sorted into classes of equal price, and what they mean for a large mover.

use super::{
    Wave,
    bits::{Bits, and_moved, empty, empty_all, or_moved, set_moved, shift, unite},
};
use crate::grid::{
    Square,
    field::{
        EntryCost, PricedBy, Walk,
        ties::{STEPS, swept},
    },
};

/// More different prices than this are left to the other kernel,
const MOST_CLASSES: usize = 12;
/// and so are prices that differ by more than this factor.
const LONGEST_RING: usize = 64;

// While the ground is read, a byte holds what is known of a square: its class in four bits, then three flags.
/// The class of squares that the mover cannot enter.
const CLOSED: usize = 15;
const OPEN: u8 = 1 << 4;
const SOLID_DIGIT: u32 = 5;
const NO_STOP_DIGIT: u32 = 6;
const UNKNOWN: u8 = u8::MAX;

impl Wave {
    /// Reads the ground for a walk. `false` if it has more prices than this kernel handles.
    pub(super) fn read(&mut self, walk: &Walk, ground: impl Fn(Square) -> EntryCost) -> bool {
        if walk.metric.straight <= 0 || walk.metric.diagonal <= 0 || !self.classify(walk, ground) {
            return false;
        }
        self.measure_ring(walk.budget) && self.understand_corners(walk) && (self.extent.side == 1 || self.widen())
    }

    /// Sorts the squares into classes. `false` if there are too many.
    fn classify(&mut self, walk: &Walk, ground: impl Fn(Square) -> EntryCost) -> bool {
        for bits in [&mut self.open, &mut self.solid, &mut self.no_stop] {
            empty(bits, self.words);
        }
        self.prices.clear();
        let bases = [walk.metric.straight, walk.metric.diagonal].map(|base| base as u32);
        // What is known of squares without anything on top, by how many times a step is paid.
        let mut by_times = [UNKNOWN; 256];
        for row in 0..self.extent.rows {
            let y = self.extent.first.y + row as i16;
            let mut place = self.guard * 64 + row * self.stride;
            let mut column = 0;
            while column < self.extent.columns {
                // As many squares as go into this word, a byte for each.
                let (word, first) = (place / 64, place % 64);
                let count = (64 - first).min(self.extent.columns - column);
                let x = self.extent.first.x + column as i16;
                let mut codes = [0_u8; 64];
                for (n, code) in codes[first..first + count].iter_mut().enumerate() {
                    let entry = ground(Square::new(x + n as i16, y));
                    *code = by_times[usize::from(entry.times)];
                    if entry.plus != 0 || *code == UNKNOWN {
                        let Some(class) = self.class(entry, bases) else {
                            return false;
                        };
                        *code = class as u8 | if entry.times == 0 { 0 } else { OPEN };
                        if entry.plus == 0 {
                            by_times[usize::from(entry.times)] = *code;
                        }
                    }
                    *code |= u8::from(entry.solid) << SOLID_DIGIT | u8::from(entry.no_stop) << NO_STOP_DIGIT;
                }
                let squares = (u64::MAX >> (64 - count)) << first;
                self.store(word, squares, &codes);
                column += count;
                place += count;
            }
        }
        true
    }

    /// Takes the squares of a word apart into sets.
    fn store(&mut self, word: usize, squares: u64, codes: &[u8; 64]) {
        let mut digits = [0_u64; 7];
        for (group, bytes) in codes.as_chunks::<8>().0.iter().enumerate() {
            if (squares >> (8 * group)) & 0xFF != 0 {
                let bytes = u64::from_le_bytes(*bytes);
                for (digit, bits) in digits.iter_mut().enumerate() {
                    *bits |= column_of_bits(bytes >> digit) << (8 * group);
                }
            }
        }
        for (class, set) in self.classes[..self.prices.len()].iter_mut().enumerate() {
            let alike = (0..4).fold(squares, |alike, digit| {
                alike
                    & if (class >> digit) & 1 == 1 {
                        digits[digit]
                    } else {
                        !digits[digit]
                    }
            });
            set[word] |= alike;
        }
        self.open[word] |= digits[4];
        self.solid[word] |= digits[5];
        self.no_stop[word] |= digits[6];
    }

    /// The class of a square, a new one if need be and room.
    #[cold]
    fn class(&mut self, entry: EntryCost, bases: [u32; 2]) -> Option<usize> {
        if entry.times == 0 && self.priced_by == PricedBy::Entered {
            return Some(CLOSED);
        }
        // Whoever stands on closed ground pays for leaving it as for clear ground.
        let times = entry.times.max(1);
        let prices = bases.map(|base| EntryCost { times, ..entry }.price(base));
        if let Some(class) = self.prices.iter().position(|&known| known == prices) {
            return Some(class);
        }
        if self.prices.len() == MOST_CLASSES {
            return None;
        }
        self.prices.push(prices);
        let class = self.prices.len() - 1;
        self.classes
            .resize_with(self.prices.len().max(self.classes.len()), Bits::new);
        empty(&mut self.classes[class], self.words);
        Some(class)
    }

    /// Divides prices by what they have in common and makes the ring longer than the dearest that can be paid.
    fn measure_ring(&mut self, budget: u32) -> bool {
        let prices = self.prices.iter().flatten();
        self.unit = prices.fold(0, |shared, &price| gcd(shared, price)).max(1);
        for price in self.prices.iter_mut().flatten() {
            *price /= self.unit;
        }
        let payable = self
            .prices
            .iter()
            .flatten()
            .filter(|&&price| price <= budget / self.unit);
        let dearest = payable.max().copied().unwrap_or(0) as usize;
        let length = (dearest + 1).next_power_of_two();
        if length > LONGEST_RING {
            return false;
        }
        empty_all(&mut self.ring, length, self.words);
        self.spans.clear();
        self.spans.resize(length, (usize::MAX, 0));
        true
    }

    /// Finds where diagonal steps may lead as far as corners are concerned.
    fn understand_corners(&mut self, walk: &Walk) -> bool {
        let pairs = swept(self.extent.side as i32);
        let inner = self.inner();
        let any_solid = self.solid.iter().any(|&word| word != 0);
        for diagonal in 0..4 {
            let allowed = &mut self.corners[diagonal];
            allowed.clear();
            allowed.resize(self.words, u64::MAX);
            if !any_solid {
                continue;
            }
            // What is swept lies at `pair` from where the step begins, so at `pair - step` from where it ends.
            let step = STEPS[4 + diagonal];
            let [one, other] = pairs[diagonal].map(|(x, y)| shift(self.stride, (step.0 - x, step.1 - y)));
            set_moved(&mut self.spread[0], &self.solid, one, inner.clone());
            set_moved(&mut self.spread[1], &self.solid, other, inner.clone());
            for word in inner.clone() {
                allowed[word] = each_bit(walk, self.spread[0][word], self.spread[1][word]);
            }
        }
        true
    }

    /// From what squares are to what they are to a block of several. `false` if straight and diagonal prices disagree
    /// about which class is dearer.
    fn widen(&mut self) -> bool {
        let count = self.prices.len();
        let mut by_price: Vec<usize> = (0..count).collect();
        by_price.sort_unstable_by_key(|&class| self.prices[class]);
        if !by_price.is_sorted_by_key(|&class| self.prices[class][1]) {
            return false;
        }
        let (side, stride, inner) = (self.extent.side as i32, self.stride, self.inner());
        let far = side - 1;
        let left = self.priced_by == PricedBy::Left;
        let sets = if left { 1 } else { count };
        empty_all(&mut self.into, 8 * sets, self.words);
        let [mut so_far, mut column, mut row, mut entered] = std::mem::take(&mut self.scratch);
        empty(&mut so_far, self.words);
        for (set, &class) in by_price.iter().enumerate().take(sets) {
            unite(&mut so_far, if left { &self.open } else { &self.classes[class] });
            // Anchors below and beside which a strip of such squares lies.
            column.clone_from(&so_far);
            row.clone_from(&so_far);
            for n in 1..side {
                and_moved(&mut column, &so_far, shift(stride, (0, -n)), inner.clone());
                and_moved(&mut row, &so_far, shift(stride, (-n, 0)), inner.clone());
            }
            for (step, &(dx, dy)) in STEPS.iter().enumerate() {
                empty(&mut entered, self.words);
                entered[inner.clone()].fill(u64::MAX);
                if dx != 0 {
                    let by = shift(stride, (if dx > 0 { -far } else { 0 }, 0));
                    and_moved(&mut entered, &column, by, inner.clone());
                }
                if dy != 0 {
                    let by = shift(stride, (0, if dy > 0 { -far } else { 0 }));
                    and_moved(&mut entered, &row, by, inner.clone());
                }
                if step >= 4 {
                    let free = &self.corners[step - 4];
                    entered
                        .iter_mut()
                        .zip(free)
                        .for_each(|(entered, free)| *entered &= free);
                }
                // Less what a cheaper class allows already.
                for cheaper in 0..set {
                    let cheaper = &self.into[step * sets + cheaper];
                    entered
                        .iter_mut()
                        .zip(cheaper)
                        .for_each(|(entered, cheaper)| *entered &= !cheaper);
                }
                self.into[step * sets + set].clone_from(&entered);
            }
        }
        if left {
            self.widen_sources(&by_price, [&mut so_far, &mut column, &mut row]);
        } else {
            self.prices.sort_unstable();
        }
        // A block may not stay where any of its squares says so.
        empty(&mut column, self.words);
        for n in 0..side * side {
            or_moved(
                &mut column,
                &self.no_stop,
                shift(stride, (-(n % side), -(n / side))),
                inner.clone(),
            );
        }
        std::mem::swap(&mut self.no_stop, &mut column);
        self.scratch = [so_far, column, row, entered];
        true
    }

    /// Makes each class the anchors of blocks whose dearest square is of it, going by rising price.
    fn widen_sources(&mut self, by_price: &[usize], [so_far, blocks, cheaper]: [&mut Bits; 3]) {
        let (side, inner) = (self.extent.side as i32, self.inner());
        empty(so_far, self.words);
        empty(cheaper, self.words);
        for &class in by_price {
            unite(so_far, &self.classes[class]);
            blocks.clone_from(so_far);
            for n in 1..side * side {
                let by = shift(self.stride, (-(n % side), -(n / side)));
                and_moved(blocks, so_far, by, inner.clone());
            }
            for ((class, block), cheaper) in self.classes[class].iter_mut().zip(&*blocks).zip(&mut *cheaper) {
                *class = block & !*cheaper;
                *cheaper |= block;
            }
        }
    }
}

/// The lowest bits of eight bytes, side by side.
fn column_of_bits(bytes: u64) -> u64 {
    // The multiplication brings the bit of byte n to place 56 + n, without carries.
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The corner rule on 64 pairs of squares at once.
fn each_bit(walk: &Walk, one_solid: u64, other_solid: u64) -> u64 {
    let rule = |one, other| {
        if walk.corners.allows(one, other) { u64::MAX } else { 0 }
    };
    (rule(false, false) & !one_solid & !other_solid)
        | (rule(true, false) & one_solid & !other_solid)
        | (rule(false, true) & !one_solid & other_solid)
        | (rule(true, true) & one_solid & other_solid)
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
