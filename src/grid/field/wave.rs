//! The fast kernel: fronts of equal cost spread over the whole board at once, 64 squares to a machine word.
//!
//! The squares lie in one string of bits, row after row with an empty column between rows, so that a step in any
//! direction is one move of the string and never wraps around an edge. Squares of equal price form a class. At each
//! cost, the front is moved in the eight directions; what falls on a class of price `p` is put down for cost + `p`.
//! Nothing is kept per step: paths are worked out from the costs when one is asked for.

mod bits;
mod ground;

use std::ops::Range;

use self::bits::{Bits, Rows, empty, has, set_moved, shift};
use super::{
    EntryCost, PricedBy, Walk,
    ties::{AT_START, CODE, COUNTS, STEPS, UNREACHED, tie_breaks},
    walk::Extent,
};
use crate::grid::Square;

const NOT_REACHED: u32 = u32::MAX;

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
    costs: Vec<u32>,
    /// Places in order of cost.
    order: Vec<u32>,
}

impl Wave {
    /// Fills the field; `false` if this kernel cannot (then its contents mean nothing).
    pub(super) fn fill(&mut self, walk: &Walk, ground: impl Fn(Square) -> EntryCost) -> bool {
        self.order.clear();
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
        let readable = self.read(walk, ground);
        if readable {
            self.costs.clear();
            self.costs.resize(self.words * 64, NOT_REACHED);
            self.run(walk);
        }
        readable
    }

    /// The words that hold squares.
    fn inner(&self) -> Range<usize> {
        self.guard..self.words - self.guard
    }

    fn run(&mut self, walk: &Walk) {
        let start = self
            .place(walk.start.at)
            .expect("the start lies in the extent");
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
                if let Some(span) = self.take(slot, span, cost * self.unit) {
                    self.advance(span, cost, last);
                    self.front[span.0..span.1].fill(0);
                }
            }
            cost += 1;
        }
    }

    /// Makes what is new in a slot of the ring the front, and final. Gives the words it lies in, if it is not empty.
    fn take(
        &mut self,
        slot: usize,
        (low, high): (usize, usize),
        cost: u32,
    ) -> Option<(usize, usize)> {
        let (mut first, mut end) = (usize::MAX, 0);
        for word in low..high {
            let waiting = std::mem::take(&mut self.ring[slot][word]);
            let mut new = waiting & !self.done[word];
            if new == 0 {
                continue;
            }
            self.done[word] |= new;
            self.front[word] = new;
            first = first.min(word);
            end = word + 1;
            while new != 0 {
                let place = word * 64 + new.trailing_zeros() as usize;
                self.costs[place] = cost;
                self.order.push(place as u32);
                new &= new - 1;
            }
        }
        (first < end).then_some((first, end))
    }

    /// Puts down where the front leads.
    fn advance(&mut self, (low, high): (usize, usize), cost: u32, last: u32) {
        let reach = (self.stride + 1) / 64 + 1;
        let range = (low - reach).max(self.guard)..(high + reach).min(self.words - self.guard);
        if self.priced_by == PricedBy::Entered {
            self.move_rows(range.clone());
            if self.extent.side == 1 {
                self.advance_small(range, cost, last);
            } else {
                for class in 0..self.prices.len() {
                    self.gather_into(class, self.prices.len(), range.clone());
                    self.put_down(self.prices[class], cost, last, range.clone(), None);
                }
            }
            return;
        }
        // Priced by what is left: one class of the front after the other.
        let whole = std::mem::take(&mut self.scratch[0]);
        let whole = std::mem::replace(&mut self.front, whole);
        empty(&mut self.front, self.words);
        for class in 0..self.prices.len() {
            let mut any = 0;
            for word in low..high {
                self.front[word] = whole[word] & self.classes[class][word];
                any |= self.front[word];
            }
            if any != 0 {
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
        }
        self.scratch[0] = std::mem::replace(&mut self.front, whole);
    }

    fn advance_small(&mut self, range: Range<usize>, cost: u32, last: u32) {
        let apart = self.prices.iter().any(|prices| prices[0] != prices[1]);
        self.gather(apart, range.clone());
        for class in 0..self.prices.len() {
            self.put_down(
                self.prices[class],
                cost,
                last,
                range.clone(),
                Some((class, apart)),
            );
        }
    }

    fn move_rows(&mut self, range: Range<usize>) {
        let wider = range.start - 1..range.end + 1;
        let [south, north] = &mut self.rows;
        let row = self.stride as isize;
        set_moved(south, &self.front, row, wider.clone());
        set_moved(north, &self.front, -row, wider);
    }

    /// Where straight and, apart or together with them, diagonal steps lead a mover of one square, prices aside.
    fn gather(&mut self, apart: bool, range: Range<usize>) {
        let rows = Rows {
            here: &self.front,
            south: &self.rows[0],
            north: &self.rows[1],
        };
        let rows = rows.around(range.clone());
        let [c0, c1, c2, c3] = self
            .corners
            .each_ref()
            .map(|corners| &corners[range.clone()]);
        let [straight, diagonal] = self
            .spread
            .each_mut()
            .map(|spread| &mut spread[range.clone()]);
        let done = &self.done[range];
        for at in 0..done.len() {
            let [a, b, c, d] = rows.straight(at);
            let [e, f, g, h] = rows.diagonal(at);
            let direct = a | b | c | d;
            let slanted = (e & c0[at]) | (f & c1[at]) | (g & c2[at]) | (h & c3[at]);
            if apart {
                straight[at] = direct & !done[at];
                diagonal[at] = slanted & !done[at];
            } else {
                straight[at] = (direct | slanted) & !done[at];
            }
        }
    }

    /// Where straight and diagonal steps lead a large mover at the price of one class.
    fn gather_into(&mut self, class: usize, classes: usize, range: Range<usize>) {
        let rows = Rows {
            here: &self.front,
            south: &self.rows[0],
            north: &self.rows[1],
        };
        let rows = rows.around(range.clone());
        let masks: [&[u64]; 8] =
            std::array::from_fn(|step| &self.into[step * classes + class][range.clone()]);
        let [s0, s1, s2, s3, d0, d1, d2, d3] = masks;
        let [straight, diagonal] = self
            .spread
            .each_mut()
            .map(|spread| &mut spread[range.clone()]);
        let done = &self.done[range];
        for at in 0..done.len() {
            let [a, b, c, d] = rows.straight(at);
            let [e, f, g, h] = rows.diagonal(at);
            let direct = (a & s0[at]) | (b & s1[at]) | (c & s2[at]) | (d & s3[at]);
            let slanted = (e & d0[at]) | (f & d1[at]) | (g & d2[at]) | (h & d3[at]);
            straight[at] = direct & !done[at];
            diagonal[at] = slanted & !done[at];
        }
    }

    /// Adds what was gathered to the fronts to come, at these prices. `within` names a class that it must fall on, and
    /// whether diagonal steps were gathered apart (they are if it is `None`).
    fn put_down(
        &mut self,
        prices: [u32; 2],
        cost: u32,
        last: u32,
        range: Range<usize>,
        within: Option<(usize, bool)>,
    ) {
        let apart = within.is_none_or(|(_, apart)| apart);
        for lane in 0..=usize::from(apart) {
            let arrival = cost + prices[lane];
            if arrival > last {
                continue;
            }
            let slot = arrival as usize & (self.spans.len() - 1);
            let front = &mut self.ring[slot][range.clone()];
            let spread = &self.spread[lane][range.clone()];
            let mut any = 0;
            if let Some((class, _)) = within {
                for ((front, spread), class) in front
                    .iter_mut()
                    .zip(spread)
                    .zip(&self.classes[class][range.clone()])
                {
                    let new = spread & class;
                    *front |= new;
                    any |= new;
                }
            } else {
                for (front, new) in front.iter_mut().zip(spread) {
                    *front |= new;
                    any |= new;
                }
            }
            if any != 0 {
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
        if self.order.is_empty() {
            return None;
        }
        self.place(square)
            .filter(|&place| self.costs[place] != NOT_REACHED)
    }

    pub(super) fn cost(&self, square: Square) -> Option<u32> {
        self.reached_place(square).map(|place| self.costs[place])
    }

    pub(super) fn can_stop(&self, square: Square) -> bool {
        self.reached_place(square)
            .is_some_and(|place| !has(&self.no_stop, place))
    }

    /// Squares, costs and whether the mover may stay, in order of cost.
    pub(super) fn reached(&self) -> impl Iterator<Item = (Square, u32, bool)> {
        self.order.iter().map(|&place| {
            let place = place as usize;
            (
                self.square(place),
                self.costs[place],
                !has(&self.no_stop, place),
            )
        })
    }

    /// What a step costs between two reached places, `None` if it is not allowed.
    fn price(&self, from: usize, to: usize, step: usize) -> Option<u32> {
        let lane = usize::from(step >= 4);
        if lane == 1 && !has(&self.corners[step - 4], to) {
            return None;
        }
        let count = self.prices.len();
        let class = match self.priced_by {
            PricedBy::Entered if self.extent.side == 1 => {
                (0..count).find(|&class| has(&self.classes[class], to))
            }
            PricedBy::Entered => {
                (0..count).find(|&class| has(&self.into[step * count + class], to))
            }
            PricedBy::Left => {
                let open = if self.extent.side == 1 {
                    &self.open
                } else {
                    &self.into[step]
                };
                (0..count).find(|&class| has(&self.classes[class], from) && has(open, to))
            }
        };
        class.map(|class| self.prices[class][lane] * self.unit)
    }

    /// The steps that lead to a place most cheaply: their indices and where they come from.
    fn best_arrivals(&self, place: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..8).filter_map(move |step| {
            let from = place.wrapping_add_signed(-shift(self.stride, STEPS[step]));
            let before = self.costs[from];
            let arrives = before < self.costs[place]
                && self.price(from, place, step)? == self.costs[place] - before;
            arrives.then_some((step, from))
        })
    }

    /// Appends the path from a reached square back to the start.
    pub(super) fn path_back(&self, to: Square, path: &mut Vec<Square>) -> Option<()> {
        const ASKED: u64 = UNREACHED - 1;
        let target = self.reached_place(to)?;
        // Everything on some cheapest path, then labels in order of cost.
        let mut labels = vec![UNREACHED; self.costs.len()];
        labels[target] = ASKED;
        let mut asked = vec![target];
        let mut next = 0;
        while let Some(&place) = asked.get(next) {
            for (_, from) in self.best_arrivals(place) {
                if labels[from] == UNREACHED {
                    labels[from] = ASKED;
                    asked.push(from);
                }
            }
            next += 1;
        }
        asked.sort_unstable_by_key(|&place| self.costs[place]);
        let ties = tie_breaks(self.extent.squares());
        labels[asked[0]] = AT_START;
        for &place in &asked[1..] {
            let arrivals = self.best_arrivals(place);
            let best = arrivals.map(|(step, from)| {
                (labels[from] & COUNTS) + ties[(labels[from] & CODE) as usize][step]
            });
            labels[place] = best.min().expect("a reached place has a way to it");
        }
        let mut place = target;
        loop {
            path.push(self.square(place));
            match labels[place] & CODE {
                AT_START => return Some(()),
                step => {
                    place = place.wrapping_add_signed(-shift(self.stride, STEPS[step as usize]))
                }
            }
        }
    }
}
