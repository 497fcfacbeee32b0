//! A monotone bucket queue (Dial's): cells waiting at whole costs, taken cheapest first.

/// Marks the end of a bucket's chain.
const NONE: u32 = u32::MAX;

/// Buckets lie in a ring indexed by cost modulo its length, which is always longer than the dearest step, so that costs
/// in the ring never meet. A bit per bucket makes skipping empty ones cheap. A cell whose cost drops is simply pushed
/// again; whoever pops it the second time notices that it is stale.
#[derive(Clone, Default, Debug)]
pub(super) struct Queue {
    /// First entry of each bucket; only meaningful where the bucket's bit is set. The length is a power of two.
    heads: Vec<u32>,
    /// One bit per bucket.
    occupied: Vec<u64>,
    /// `(cell, next entry)`.
    entries: Vec<(u32, u32)>,
    /// Cost of the bucket being emptied.
    now: u32,
    /// Entries waiting.
    waiting: usize,
}

impl Queue {
    /// Empties the queue and makes it expect steps up to that cost.
    pub(super) fn reset(&mut self, dearest_step: u32) {
        let length = ring_length(dearest_step).max(self.heads.len());
        self.heads.resize(length, NONE);
        self.occupied.clear();
        self.occupied.resize(length / 64, 0);
        self.entries.clear();
        self.now = 0;
        self.waiting = 0;
    }

    /// Adds a cell at a cost not below that of the last one popped.
    pub(super) fn push(&mut self, cell: u32, cost: u32) {
        if (cost - self.now) as usize >= self.heads.len() {
            self.grow(cost - self.now);
        }
        let slot = cost as usize & (self.heads.len() - 1);
        let bit = 1 << (slot % 64);
        let word = &mut self.occupied[slot / 64];
        let next = if *word & bit == 0 { NONE } else { self.heads[slot] };
        *word |= bit;
        self.heads[slot] = self.entries.len() as u32;
        self.entries.push((cell, next));
        self.waiting += 1;
    }

    /// Takes a cell of the lowest cost.
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        if self.waiting == 0 {
            return None;
        }
        let mask = self.heads.len() - 1;
        let start = self.now as usize & mask;
        let mut word = start / 64;
        let mut bits = self.occupied[word] & (u64::MAX << (start % 64));
        while bits == 0 {
            word = (word + 1) % self.occupied.len();
            bits = self.occupied[word];
        }
        let slot = word * 64 + bits.trailing_zeros() as usize;
        self.now += (slot.wrapping_sub(start) & mask) as u32;
        let (cell, next) = self.entries[self.heads[slot] as usize];
        self.heads[slot] = next;
        if next == NONE {
            self.occupied[word] &= !(1 << (slot % 64));
        }
        self.waiting -= 1;
        Some((cell, self.now))
    }

    /// Lengthens the ring for a step dearer than foretold.
    #[cold]
    fn grow(&mut self, step: u32) {
        let now = self.now;
        let mut all = Vec::with_capacity(self.waiting);
        while let Some(entry) = self.pop() {
            all.push(entry);
        }
        self.reset(step);
        self.now = now;
        for (cell, cost) in all {
            self.push(cell, cost);
        }
    }
}

fn ring_length(dearest_step: u32) -> usize {
    (dearest_step as usize + 1).next_power_of_two().max(64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_out_cheapest_first_even_after_an_unexpected_leap() {
        let mut queue = Queue::default();
        queue.reset(5);
        for (cell, cost) in [(1, 5), (2, 0), (3, 63), (4, 63)] {
            queue.push(cell, cost);
        }
        assert_eq!(queue.pop(), Some((2, 0)));
        queue.push(5, 1_000);
        assert_eq!(queue.pop(), Some((1, 5)));
        queue.push(6, 5);
        assert_eq!(queue.pop(), Some((6, 5)));
        let mut both = [queue.pop(), queue.pop()];
        both.sort_unstable();
        assert_eq!(both, [Some((3, 63)), Some((4, 63))]);
        assert_eq!(queue.pop(), Some((5, 1_000)));
        assert_eq!(queue.pop(), None);
    }
}
