//! Strings of bits, a bit for each square, and moving them by columns and rows.

use std::ops::Range;

/// A bit for each place, with empty words around the board for moves to run into.
pub(super) type Bits = Vec<u64>;

/// How many places apart two squares are.
pub(super) fn shift(stride: usize, (dx, dy): (i32, i32)) -> isize {
    dx as isize + dy as isize * stride as isize
}

/// The two runs of words that make up a range of `bits` moved up by so many places, and the offset between them.
fn runs(bits: &[u64], by: isize, range: Range<usize>) -> (&[u64], &[u64], u32) {
    let (whole, part) = (by.div_euclid(64), by.rem_euclid(64) as u32);
    let start = range.start.wrapping_add_signed(-whole);
    (
        &bits[start..start + range.len()],
        &bits[start - 1..start - 1 + range.len()],
        part,
    )
}

/// Calls `each` on the words of a range of `into`, with those of `bits` moved up by so many places.
fn with_moved(
    into: &mut [u64],
    bits: &[u64],
    by: isize,
    range: Range<usize>,
    each: impl Fn(&mut u64, u64),
) {
    let (high, low, part) = runs(bits, by, range.clone());
    for ((into, high), low) in into[range].iter_mut().zip(high).zip(low) {
        each(into, (high << part) | (low >> 1 >> (63 - part)));
    }
}

/// `into = bits` moved up by so many places.
pub(super) fn set_moved(into: &mut [u64], bits: &[u64], by: isize, range: Range<usize>) {
    with_moved(into, bits, by, range, |into, moved| *into = moved);
}

/// Adds `bits`, moved up by so many places.
pub(super) fn or_moved(into: &mut [u64], bits: &[u64], by: isize, range: Range<usize>) {
    with_moved(into, bits, by, range, |into, moved| *into |= moved);
}

/// Keeps what `bits`, moved up by so many places, has too.
pub(super) fn and_moved(into: &mut [u64], bits: &[u64], by: isize, range: Range<usize>) {
    with_moved(into, bits, by, range, |into, moved| *into &= moved);
}

/// Adds `bits`.
pub(super) fn unite(into: &mut [u64], bits: &[u64]) {
    into.iter_mut()
        .zip(bits)
        .for_each(|(into, bits)| *into |= bits);
}

/// Makes it that many empty words.
pub(super) fn empty(bits: &mut Bits, words: usize) {
    bits.clear();
    bits.resize(words, 0);
}

/// At least so many strings, all of that many empty words.
pub(super) fn empty_all(sets: &mut Vec<Bits>, count: usize, words: usize) {
    sets.resize_with(count.max(sets.len()), Bits::new);
    sets[..count].iter_mut().for_each(|bits| empty(bits, words));
}

/// Whether the bit of a place is set.
pub(super) fn has(bits: &[u64], place: usize) -> bool {
    (bits[place / 64] >> (place % 64)) & 1 == 1
}

/// The front and what it looks like one row further south and north: all that single steps are made of.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    /// Where the front is.
    pub(super) here: &'a [u64],
    /// The front, moved one row south.
    pub(super) south: &'a [u64],
    /// The front, moved one row north.
    pub(super) north: &'a [u64],
}

impl<'a> Rows<'a> {
    /// A range of words, with one more on either side.
    pub(super) fn around(self, range: Range<usize>) -> Self {
        let wider = range.start - 1..range.end + 1;
        Rows {
            here: &self.here[wider.clone()],
            south: &self.south[wider.clone()],
            north: &self.north[wider],
        }
    }

    /// The front after a step east, south, west and north, in the word at `at` (words being those of `around`).
    #[inline]
    pub(super) fn straight(self, at: usize) -> [u64; 4] {
        [
            up(self.here, at),
            self.south[at + 1],
            down(self.here, at),
            self.north[at + 1],
        ]
    }

    /// The front after a step south-east, south-west, north-west and north-east.
    #[inline]
    pub(super) fn diagonal(self, at: usize) -> [u64; 4] {
        [
            up(self.south, at),
            down(self.south, at),
            down(self.north, at),
            up(self.north, at),
        ]
    }
}

#[inline]
fn up(bits: &[u64], at: usize) -> u64 {
    (bits[at + 1] << 1) | (bits[at] >> 63)
}

#[inline]
fn down(bits: &[u64], at: usize) -> u64 {
    (bits[at + 1] >> 1) | (bits[at + 2] << 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_move_across_words_both_ways() {
        let mut bits = vec![0; 8];
        for place in [130, 191, 320] {
            bits[place / 64] |= 1_u64 << (place % 64);
        }
        for by in [-66, -64, -1, 0, 1, 63, 64, 65] {
            let mut moved = vec![0; 8];
            set_moved(&mut moved, &bits, by, 2..6);
            let places: Vec<isize> = (0..512)
                .filter(|&place| has(&moved, place))
                .map(|place| place as isize - by)
                .collect();
            let wanted: Vec<isize> = [130, 191, 320]
                .into_iter()
                .filter(|place| (128..384).contains(&(place + by)))
                .collect();
            assert_eq!(places, wanted, "by {by}");
        }
    }
}
