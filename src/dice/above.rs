//! Dice of which only matters whether their total is above something: a number, or what other dice came to.
//!
//! While every possible roll is gone through, all totals above it are one way, and all others another. What such a roll came to is not known
//! then, only that it was above ([`Lump`]); dice that are held against it are held against all it may have come to.

use super::throw::{Lump, Possible, Throw};

/// Dice that show more ways than this between them are not counted.
const MOST_WAYS: u128 = 1 << 60;

/// In how many ways something is so or not so, and in how many of those some die would have burst on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) ways: u128,
    pub(super) further: u128,
}

impl Count {
    fn of<'a>(all: impl Iterator<Item = &'a Possible>) -> Self {
        all.fold(Self::default(), |sum, one| Self { ways: sum.ways + one.ways, further: sum.further + one.further })
    }

    fn ended(self) -> u128 {
        self.ways - self.further
    }
}

/// Whether the ways of some dice can be counted.
fn countable(throw: Throw) -> bool {
    throw.ways().is_some_and(|ways| ways <= MOST_WAYS)
}

/// In how many ways dice are not above a number, and above it; nothing where there are too many.
pub(super) fn against(throw: Throw, over: i32) -> Option<[Count; 2]> {
    countable(throw).then(|| {
        let all = throw.possible();
        let (not, above) = all.split_at(all.partition_point(|one| i32::from(one.total) <= over));
        [not, above].map(|half| Count::of(half.iter()))
    })
}

/// A total of dice that is above a number, or that is not; the nearest to it.
pub(super) fn nearest(throw: Throw, over: i32, above: bool) -> Option<u16> {
    let all = throw.possible();
    let place = all.partition_point(|one| i32::from(one.total) <= over);
    let place = if above { Some(place) } else { place.checked_sub(1) };
    all.get(place?).map(|one| one.total)
}

/// In how many ways of both dice are not above what a lump came to, and above it; nothing where there are too many.
pub(super) fn contest(throw: Throw, lump: Lump) -> Option<[Count; 2]> {
    (countable(throw) && countable(lump.throw)).then(|| {
        let (own, others) = (throw.possible(), lump.throw.possible());
        let whole = Count::of(own.iter());
        let (mut own, mut not) = (own.iter().peekable(), Count::default());
        let mut out = [Count::default(); 2];
        // Both go up together.
        for other in others.iter().filter(|other| i32::from(other.total) > lump.over) {
            while let Some(one) = own.next_if(|one| one.total <= other.total) {
                not.ways += one.ways;
                not.further += one.further;
            }
            let above = Count { ways: whole.ways - not.ways, further: whole.further - not.further };
            for (sum, half) in out.iter_mut().zip([not, above]) {
                let ways = half.ways * other.ways;
                sum.ways += ways;
                sum.further += ways - half.ended() * (other.ways - other.further);
            }
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ATTACK: Throw = Throw { plain: (1, 20), bursting: (2, 10) };
    const DEFENCE: Throw = Throw { plain: (1, 20), bursting: (1, 8) };

    fn pairs() -> Vec<(Possible, Possible)> {
        let (own, others) = (DEFENCE.possible(), ATTACK.possible());
        let each = others.iter().flat_map(|other| own.iter().map(move |one| (*one, *other)));
        each.collect()
    }

    #[test]
    fn dice_are_above_a_number_in_as_many_ways_as_their_totals_are() {
        for over in [0, 2, 17, 35, 79, 200] {
            let counted = against(ATTACK, over).expect("few dice");
            for (above, count) in [false, true].into_iter().zip(counted) {
                let all = ATTACK.possible();
                let of_it = all.iter().filter(|one| (i32::from(one.total) > over) == above);
                let ways: u128 = of_it.clone().map(|one| one.ways).sum();
                let further: u128 = of_it.map(|one| one.further).sum();
                assert_eq!((count.ways, count.further), (ways, further), "{over} {above}");
                let near = nearest(ATTACK, over, above);
                assert_eq!(near.is_some(), ways > 0, "{over} {above}");
                assert!(near.is_none_or(|total| (i32::from(total) > over) == above));
            }
        }
    }

    #[test]
    fn a_contest_counts_every_pair_of_totals() {
        for over in [0, 12, 31, 90] {
            let lump = Lump { throw: ATTACK, over };
            let counted = contest(DEFENCE, lump).expect("few dice");
            for (beats, count) in [false, true].into_iter().zip(counted) {
                let of_it = pairs();
                let of_it = of_it
                    .iter()
                    .filter(|(own, other)| i32::from(other.total) > over && (own.total > other.total) == beats);
                let ways: u128 = of_it.clone().map(|(own, other)| own.ways * other.ways).sum();
                let ended = |one: &Possible| one.ways - one.further;
                let whole: u128 = of_it.map(|(own, other)| ended(own) * ended(other)).sum();
                assert_eq!((count.ways, count.ways - count.further), (ways, whole), "{over} {beats}");
            }
        }
    }
}
