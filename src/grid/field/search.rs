//! The general kernel: Dijkstra's algorithm with a bucket queue, step by step, for walks with surcharges and links.

use super::{
    Link, Walk,
    queue::Queue,
    ties::{AT_START, BY_LINK, CODE, COST_SHIFT, COUNTS, STEPS, UNREACHED, swept, tie_breaks},
    walk::EntryCost,
    window::{BARRED, Window},
};
use crate::grid::Square;

/// A field filled cell by cell; see [`Window`] for what a cell is.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    window: Window,
    /// How each cell is best reached, see [`ties`](super::ties).
    labels: Vec<u64>,
    queue: Queue,
    /// Whether the last walk could start at all.
    filled: bool,
    /// `(from, to, cost)` by cell, sorted.
    links: Vec<(u32, u32, u32)>,
    /// `(to, from)` for each time a link was the best way so far; the last entry of a cell counts.
    linked: Vec<(u32, u32)>,
}

impl Search {
    pub(super) fn fill(
        &mut self,
        walk: &Walk,
        ground: impl Fn(Square) -> EntryCost,
        surcharge: impl Fn(Square, Square) -> Option<u32>,
        links: &[Link],
    ) {
        self.filled = false;
        self.linked.clear();
        self.links.clear();
        let Some(start) = self.window.lay(walk, !links.is_empty(), ground) else {
            return;
        };
        self.filled = true;
        self.labels.clear();
        self.labels.resize(self.window.cells(), UNREACHED);
        self.queue.reset(self.window.dearest());
        self.read_links(links);
        self.labels[start as usize] = AT_START;
        self.queue.push(start, 0);
        if walk.start.side <= 1 {
            self.flood::<false>(walk, surcharge);
        } else {
            self.flood::<true>(walk, surcharge);
        }
    }

    fn read_links(&mut self, links: &[Link]) {
        for link in links {
            if let (Some(from), Some(to)) = (self.window.cell(link.from), self.window.cell(link.to))
                && self.window.can_enter_block(to as usize)
            {
                self.links.push((from, to, link.cost));
            }
        }
        self.links.sort_unstable();
    }

    fn flood<const LARGE: bool>(&mut self, walk: &Walk, surcharge: impl Fn(Square, Square) -> Option<u32>) {
        let width = self.window.width() as isize;
        let offsets = STEPS.map(|(dx, dy)| dx as isize + dy as isize * width);
        let pairs =
            swept(i32::from(walk.start.side.max(1))).map(|pair| pair.map(|(x, y)| x as isize + y as isize * width));
        let tie_breaks = tie_breaks(self.window.squares());
        while let Some((cell, cost)) = self.queue.pop() {
            let (cell, label) = (cell as usize, self.labels[cell as usize]);
            if (label >> COST_SHIFT) as u32 != cost {
                continue; // reached more cheaply since it was queued
            }
            let leave = self.window.leave_block(cell);
            let ties = &tie_breaks[(label & CODE) as usize];
            let from = self.window.square(cell);
            for step in 0..8 {
                let diagonal = usize::from(step >= 4);
                if diagonal == 1 {
                    let [one, other] =
                        pairs[step - 4].map(|offset| self.window.solid(cell.wrapping_add_signed(offset)));
                    if !walk.corners.allows(one, other) {
                        continue;
                    }
                }
                let next = cell.wrapping_add_signed(offsets[step]);
                let enter = if LARGE {
                    self.window.enter_block(next, STEPS[step])[diagonal]
                } else {
                    self.window.enter(next)[diagonal]
                };
                if enter == BARRED || leave[diagonal] == BARRED {
                    continue;
                }
                let plain = u32::from(enter) + u32::from(leave[diagonal]);
                if cost + plain > walk.budget {
                    continue;
                }
                let to = from.offset(STEPS[step].0 as i16, STEPS[step].1 as i16);
                let Some(extra) = surcharge(from, to) else {
                    continue;
                };
                let total = (cost + plain).saturating_add(extra);
                if total > walk.budget {
                    continue;
                }
                let counts = (label & COUNTS) + ties[step];
                let candidate = (u64::from(total) << COST_SHIFT) + counts;
                let known = self.labels[next];
                if candidate < known {
                    self.labels[next] = candidate;
                    if total < (known >> COST_SHIFT) as u32 {
                        self.queue.push(next as u32, total);
                    }
                }
            }
            if !self.links.is_empty() {
                self.follow_links(cell as u32, cost, label, walk.budget);
            }
        }
    }

    fn follow_links(&mut self, cell: u32, cost: u32, label: u64, budget: u32) {
        let first = self.links.partition_point(|&(from, ..)| from < cell);
        for index in first..self.links.len() {
            let (from, to, price) = self.links[index];
            if from != cell {
                break;
            }
            let total = cost.saturating_add(price);
            if total > budget {
                continue;
            }
            let counts = label & COUNTS;
            let candidate = (u64::from(total) << COST_SHIFT) + counts + BY_LINK;
            let known = self.labels[to as usize];
            if candidate < known {
                self.labels[to as usize] = candidate;
                self.linked.push((to, from));
                if total < (known >> COST_SHIFT) as u32 {
                    self.queue.push(to, total);
                }
            }
        }
    }

    fn reached_cell(&self, square: Square) -> Option<usize> {
        if !self.filled {
            return None;
        }
        let cell = self.window.cell(square)? as usize;
        (self.labels[cell] != UNREACHED).then_some(cell)
    }

    pub(super) fn cost(&self, square: Square) -> Option<u32> {
        let cell = self.reached_cell(square)?;
        Some((self.labels[cell] >> COST_SHIFT) as u32)
    }

    pub(super) fn can_stop(&self, square: Square) -> bool {
        self.reached_cell(square).is_some_and(|cell| self.window.can_stop(cell))
    }

    /// Squares, costs and whether the mover may stay, row by row.
    pub(super) fn reached(&self) -> impl Iterator<Item = (Square, u32, bool)> {
        let labels = if self.filled { &self.labels[..] } else { &[] };
        let reached = labels.iter().enumerate().filter(|&(_, &label)| label != UNREACHED);
        reached.map(|(cell, label)| {
            let cost = (label >> COST_SHIFT) as u32;
            (self.window.square(cell), cost, self.window.can_stop(cell))
        })
    }

    /// Appends the path from a reached square back to the start.
    pub(super) fn path_back(&self, to: Square, path: &mut Vec<Square>) -> Option<()> {
        let mut cell = self.reached_cell(to)?;
        let width = self.window.width() as isize;
        loop {
            path.push(self.window.square(cell));
            cell = match self.labels[cell] & CODE {
                AT_START => return Some(()),
                BY_LINK => {
                    let arrival = self.linked.iter().rfind(|&&(to, _)| to as usize == cell);
                    arrival.expect("a cell reached by a link remembers it").1 as usize
                }
                step => {
                    let (dx, dy) = STEPS[step as usize];
                    cell.wrapping_add_signed(-(dx as isize + dy as isize * width))
                }
            };
        }
    }
}
