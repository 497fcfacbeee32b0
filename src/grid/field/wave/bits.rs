//! Strings of bits, a bit for each square, and moving them by columns and rows.

use std::ops::Range;

/// A bit for each place, with empty words around the board for moves to run into.
pub(super) type Bits = Vec<u64>;

/// How many places apart two squares are.
pub(super) fn shift(stride: usize, (dx, dy): (i32, i32)) -> isize {
    dx as isize + dy as isize * stride as isize
}

/// So many words from there on.
#[inline]
pub(super) fn words(bits: &[u64], first: usize, count: usize) -> &[u64] {
    &bits[first..][..count]
}

/// Calls `each` on the words of a range of `into`, with those of `bits` moved up by so many places.
#[inline]
fn with_moved(into: &mut [u64], bits: &[u64], by: isize, range: Range<usize>, each: impl Fn(&mut u64, u64)) {
    let (whole, part) = (by.div_euclid(64), by.rem_euclid(64) as u32);
    let first = range.start.wrapping_add_signed(-whole);
    let (high, low) = (words(bits, first, range.len()), words(bits, first - 1, range.len()));
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
    into.iter_mut().zip(bits).for_each(|(into, bits)| *into |= bits);
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

/// The front and what it looks like one row further south and north: all that single steps are made of. Each has one more
/// word on either side than what is made of them.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    /// Where the front is.
    pub(super) here: &'a [u64],
    /// The front, moved one row south.
    pub(super) south: &'a [u64],
    /// The front, moved one row north.
    pub(super) north: &'a [u64],
}

/// Where each of four steps may lead.
pub(super) type Masks<'a> = [&'a [u64]; 4];

impl Rows<'_> {
    fn cut(&self, count: usize) -> [&[u64]; 3] {
        [self.here, self.south, self.north].map(|row| &row[..count + 2])
    }

    /// All of the front's neighbours, those over corners only where allowed, unless they are done.
    #[inline(never)]
    pub(super) fn around(&self, corners: Masks, done: &[u64], out: &mut [u64]) {
        let count = out.len();
        let [here, south, north] = self.cut(count);
        let [c0, c1, c2, c3] = corners.map(|mask| &mask[..count]);
        let done = &done[..count];
        for at in 0..count {
            let straight = up(here, at) | down(here, at) | south[at + 1] | north[at + 1];
            let over_corners = (up(south, at) & c0[at])
                | (down(south, at) & c1[at])
                | (down(north, at) & c2[at])
                | (up(north, at) & c3[at]);
            out[at] = (straight | over_corners) & !done[at];
        }
    }

    /// The front after a step east, south, west and north, where allowed and not done.
    #[inline(never)]
    pub(super) fn straight(&self, allowed: Masks, done: &[u64], out: &mut [u64]) {
        let count = out.len();
        let [here, south, north] = self.cut(count);
        let [c0, c1, c2, c3] = allowed.map(|mask| &mask[..count]);
        let done = &done[..count];
        for at in 0..count {
            let all = (up(here, at) & c0[at])
                | (south[at + 1] & c1[at])
                | (down(here, at) & c2[at])
                | (north[at + 1] & c3[at]);
            out[at] = all & !done[at];
        }
    }

    /// The front after a step south-east, south-west, north-west and north-east, where allowed and not done.
    #[inline(never)]
    pub(super) fn diagonal(&self, allowed: Masks, done: &[u64], out: &mut [u64]) {
        let count = out.len();
        let [_, south, north] = self.cut(count);
        let [c0, c1, c2, c3] = allowed.map(|mask| &mask[..count]);
        let done = &done[..count];
        for at in 0..count {
            let all = (up(south, at) & c0[at])
                | (down(south, at) & c1[at])
                | (down(north, at) & c2[at])
                | (up(north, at) & c3[at]);
            out[at] = all & !done[at];
        }
    }
}

/// Takes what waits and is not done as the new front, and marks it done. Whether there is any.
#[inline(never)]
pub(super) fn take(waiting: &mut [u64], done: &mut [u64], front: &mut [u64]) -> bool {
    let count = waiting.len();
    let (done, front) = (&mut done[..count], &mut front[..count]);
    let mut any = 0;
    for at in 0..count {
        let new = waiting[at] & !done[at];
        waiting[at] = 0;
        done[at] |= new;
        front[at] = new;
        any |= new;
    }
    any != 0
}

/// Adds those of `bits` that are in `class`. Whether there are any.
#[inline(never)]
pub(super) fn add_within(into: &mut [u64], bits: &[u64], class: &[u64]) -> bool {
    let count = into.len();
    let (bits, class) = (&bits[..count], &class[..count]);
    let mut any = 0;
    for at in 0..count {
        let new = bits[at] & class[at];
        into[at] |= new;
        any |= new;
    }
    any != 0
}

/// The set bits of a word, lowest first.
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
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
