//! The fast kernel: fronts of equal cost spread over the whole board at once, 64 squares to a machine word.
//!
//! The squares lie in one string of bits, row after row with an empty column between rows, so that a step in any
//! direction is one move of the string and never wraps around an edge. Squares of equal price form a class. At each
//! cost, the front is moved in the eight directions; what falls on a class of price `p` is put down for cost + `p`.
//! Nothing is kept per step: paths are worked out from the costs when one is asked for.

mod bits;
mod ground;
mod paths;

use std::ops::Range;

use self::bits::{Bits, Rows, add_within, empty, has, ones, set_moved, take, unite, words};
use super::{EntryCost, PricedBy, Walk, walk::Extent};
use crate::grid::Square;

/// A field filled front by front. A "place" is the index of a square's bit.
#[derive(Clone, Debug, Default)]
pub(super) struct Wave {
    extent: Extent,
    /// Bits from one row to the next.
    stride: usize,
    /// Empty words before and after the squares.
    guard: usize,
    /// Words in all.
    words: usize,
    priced_by: PricedBy,
    /// Straight and diagonal price of each class, in units of `unit`.
    prices: Vec<[u32; 2]>,
    unit: u32,
    /// The squares of each class. For a large mover priced by what it leaves, anchors whose dearest square is of it.
    classes: Vec<Bits>,
    /// For a large mover, the anchors that each step may lead to: by step, then by class, cheapest first (one set only
    /// where the squares left set the price).
    into: Vec<Bits>,
    /// Where each diagonal step may lead as far as corners are concerned.
    corners: [Bits; 4],
    /// All bits set.
    everywhere: Bits,
    open: Bits,
    solid: Bits,
    /// Anchors on which the mover may not stay.
    no_stop: Bits,
    /// Fronts to come, by cost modulo the ring's length, each with its first and last word.
    ring: Vec<Bits>,
    spans: Vec<(usize, usize)>,
    done: Bits,
    front: Bits,
    /// The front moved one row south and north.
    rows: [Bits; 2],
    /// Where the front leads by straight and by diagonal steps.
    spread: [Bits; 2],
    scratch: [Bits; 4],
    /// The costs of all places that are done, a binary digit in each string, in units of `unit`.
    digits: Vec<Bits>,
    /// How many of these are in use.
    digits_used: usize,
}

impl Wave {
    /// Fills the field; `false` if this kernel cannot (then its contents mean nothing).
    pub(super) fn fill(&mut self, walk: &Walk, ground: impl Fn(Square) -> EntryCost) -> bool {
        self.done.clear();
        let Some(extent) = Extent::of(walk, false) else {
            return true;
        };
        self.extent = extent;
        self.priced_by = walk.priced_by;
        self.stride = extent.columns + 1;
        self.guard = (self.stride + 1) * extent.side.max(2) / 64 + 2;
        self.words = 2 * self.guard + (self.stride * extent.rows).div_ceil(64);
        let buffers = [&mut self.done, &mut self.front].into_iter();
        for bits in buffers.chain(&mut self.rows).chain(&mut self.spread) {
            empty(bits, self.words);
        }
        self.everywhere.clear();
        self.everywhere.resize(self.words, u64::MAX);
        let readable = self.read(walk, ground);
        if readable {
            self.digits_used = 0;
            self.run(walk);
        }
        readable
    }

    /// The words that hold squares.
    fn inner(&self) -> Range<usize> {
        self.guard..self.words - self.guard
    }

    fn run(&mut self, walk: &Walk) {
        let start = self.place(walk.start.at).expect("the start lies in the extent");
        let last = walk.budget / self.unit;
        let mask = self.spans.len() as u32 - 1;
        self.ring[0][start / 64] |= 1 << (start % 64);
        self.spans[0] = (start / 64, start / 64 + 1);
        let (mut cost, mut idle) = (0, 0);
        while idle <= mask && cost <= last {
            let slot = (cost & mask) as usize;
            let span = std::mem::replace(&mut self.spans[slot], (usize::MAX, 0));
            idle += 1;
            if span.0 < span.1 {
                idle = 0;
                let range = span.0..span.1;
                let waiting = &mut self.ring[slot][range.clone()];
                if take(waiting, &mut self.done[range.clone()], &mut self.front[range.clone()]) {
                    self.write(cost, range.clone());
                    self.advance(range.clone(), cost, last);
                    self.front[range].fill(0);
                }
            }
            cost += 1;
        }
    }

    /// Writes down the front's cost.
    fn write(&mut self, cost: u32, range: Range<usize>) {
        let length = (u32::BITS - cost.leading_zeros()) as usize;
        while self.digits_used < length {
            self.digits
                .resize_with(self.digits.len().max(self.digits_used + 1), Bits::new);
            empty(&mut self.digits[self.digits_used], self.words);
            self.digits_used += 1;
        }
        for (digit, bits) in self.digits[..length].iter_mut().enumerate() {
            if (cost >> digit) & 1 == 1 {
                unite(&mut bits[range.clone()], &self.front[range.clone()]);
            }
        }
    }

    /// Puts down where the front leads.
    fn advance(&mut self, front: Range<usize>, cost: u32, last: u32) {
        let reach = (self.stride + 1) / 64 + 1;
        let range = (front.start - reach).max(self.guard)..(front.end + reach).min(self.words - self.guard);
        let (small, classes) = (self.extent.side == 1, self.prices.len());
        if self.priced_by == PricedBy::Left {
            self.advance_by_class(front, range, cost, last);
        } else if !small {
            self.move_rows(range.clone());
            for class in 0..classes {
                self.gather_into(class, classes, range.clone());
                self.put_down(self.prices[class], cost, last, range.clone(), None);
            }
        } else {
            let apart = self.prices.iter().any(|prices| prices[0] != prices[1]);
            self.move_rows(range.clone());
            self.gather(apart, range.clone());
            for class in 0..classes {
                self.put_down(self.prices[class], cost, last, range.clone(), Some((class, apart)));
            }
        }
    }

    /// Priced by what is left: one class of the front after the other.
    fn advance_by_class(&mut self, front: Range<usize>, range: Range<usize>, cost: u32, last: u32) {
        let mut whole = std::mem::take(&mut self.scratch[0]);
        whole.clone_from(&self.front);
        for class in 0..self.prices.len() {
            self.front[front.clone()].fill(0);
            let source = &self.classes[class][front.clone()];
            if !add_within(&mut self.front[front.clone()], &whole[front.clone()], source) {
                continue;
            }
            self.move_rows(range.clone());
            if self.extent.side == 1 {
                self.gather(true, range.clone());
                for spread in &mut self.spread {
                    let words = spread[range.clone()].iter_mut();
                    words
                        .zip(&self.open[range.clone()])
                        .for_each(|(word, open)| *word &= open);
                }
            } else {
                self.gather_into(0, 1, range.clone());
            }
            self.put_down(self.prices[class], cost, last, range.clone(), None);
        }
        self.front[front].fill(0);
        self.scratch[0] = whole;
    }

    fn move_rows(&mut self, range: Range<usize>) {
        let wider = range.start - 1..range.end + 1;
        let [south, north] = &mut self.rows;
        let row = self.stride as isize;
        set_moved(south, &self.front, row, wider.clone());
        set_moved(north, &self.front, -row, wider);
    }

    fn rows(&self, range: &Range<usize>) -> Rows<'_> {
        let [here, south, north] =
            [&self.front, &self.rows[0], &self.rows[1]].map(|bits| words(bits, range.start - 1, range.len() + 2));
        Rows { here, south, north }
    }

    /// Where straight and, apart or together with them, diagonal steps lead a mover of one square, prices aside.
    fn gather(&mut self, apart: bool, range: Range<usize>) {
        let [mut straight, mut diagonal] = std::mem::take(&mut self.spread);
        let (rows, done) = (self.rows(&range), &self.done[range.clone()]);
        let corners = self.corners.each_ref().map(|corners| &corners[range.clone()]);
        if apart {
            rows.straight([&self.everywhere[range.clone()]; 4], done, &mut straight[range.clone()]);
            rows.diagonal(corners, done, &mut diagonal[range]);
        } else {
            rows.around(corners, done, &mut straight[range]);
        }
        self.spread = [straight, diagonal];
    }

    /// Where straight and diagonal steps lead a large mover at the price of one class.
    fn gather_into(&mut self, class: usize, classes: usize, range: Range<usize>) {
        let [mut straight, mut diagonal] = std::mem::take(&mut self.spread);
        let (rows, done) = (self.rows(&range), &self.done[range.clone()]);
        let into = |step: usize| &self.into[step * classes + class][range.clone()];
        rows.straight([0, 1, 2, 3].map(into), done, &mut straight[range.clone()]);
        rows.diagonal([4, 5, 6, 7].map(into), done, &mut diagonal[range.clone()]);
        self.spread = [straight, diagonal];
    }

    /// Adds what was gathered to the fronts to come, at these prices. `within` names a class that it must fall on, and
    /// whether diagonal steps were gathered apart (they are if it is `None`).
    fn put_down(&mut self, prices: [u32; 2], cost: u32, last: u32, range: Range<usize>, within: Option<(usize, bool)>) {
        let apart = within.is_none_or(|(_, apart)| apart);
        for (lane, price) in prices.into_iter().take(1 + usize::from(apart)).enumerate() {
            let arrival = cost + price;
            if arrival > last {
                continue;
            }
            let slot = arrival as usize & (self.spans.len() - 1);
            let class = within.map_or(&self.everywhere, |(class, _)| &self.classes[class]);
            let front = &mut self.ring[slot][range.clone()];
            if add_within(front, &self.spread[lane][range.clone()], &class[range.clone()]) {
                let span = &mut self.spans[slot];
                *span = (span.0.min(range.start), span.1.max(range.end));
            }
        }
    }

    fn place(&self, square: Square) -> Option<usize> {
        let (column, row) = self.extent.place(square)?;
        Some(self.guard * 64 + row * self.stride + column)
    }

    fn square(&self, place: usize) -> Square {
        let inner = place - self.guard * 64;
        self.extent.square(inner % self.stride, inner / self.stride)
    }

    fn reached_place(&self, square: Square) -> Option<usize> {
        if self.done.is_empty() {
            return None;
        }
        self.place(square).filter(|&place| has(&self.done, place))
    }

    /// What it costs to get to a place that is done.
    fn cost_at(&self, place: usize) -> u32 {
        let (word, bit) = (place / 64, place % 64);
        let digits = self.digits[..self.digits_used].iter().rev();
        digits.fold(0, |cost, bits| cost << 1 | (bits[word] >> bit) as u32 & 1) * self.unit
    }

    pub(super) fn cost(&self, square: Square) -> Option<u32> {
        self.reached_place(square).map(|place| self.cost_at(place))
    }

    pub(super) fn can_stop(&self, square: Square) -> bool {
        self.reached_place(square)
            .is_some_and(|place| !has(&self.no_stop, place))
    }

    /// Squares, costs and whether the mover may stay, row by row.
    pub(super) fn reached(&self) -> impl Iterator<Item = (Square, u32, bool)> {
        let words = self.done.iter().enumerate();
        words
            .flat_map(|(word, &done)| ones(done).map(move |bit| word * 64 + bit))
            .map(|place| (self.square(place), self.cost_at(place), !has(&self.no_stop, place)))
    }
}
