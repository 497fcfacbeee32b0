//! What is left open while every possible roll is gone through: the faces of a die, the totals of several, the better of two.

use super::above::{self, Count};
use super::keep::{Alike, Class, Keep};
use super::pools::{self, Pool};
use super::throw::{Lump, Possible, Throw};

/// Dice that show more faces together than this are gone through one by one, so that weights stay numbers.
const MOST_WAYS: u128 = 1 << 64;

/// One thing left open, and which of its values is being tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pick {
    kind: Kind,
    value: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Die {
        sides: u16,
    },
    /// A die that would burst on if it showed its highest face.
    Cut {
        sides: u16,
    },
    Sum {
        count: u16,
        sides: u16,
    },
    /// One of the ways in which some dice can fall, as far as they differ, counted from 0.
    Lot {
        ways: u128,
        lots: &'static [Alike],
    },
    /// One of so many possible totals, counted from 0.
    Throw {
        throw: Throw,
        possible: u16,
    },
    /// Whether some dice are above a number.
    Above {
        lump: Lump,
        values: Values,
    },
    /// Whether some dice are above what others came to, of which no more is known than that they are a lump: it stands for their roll,
    /// too.
    Contest {
        throw: Throw,
        lump: Lump,
        values: Values,
    },
    Branch {
        of: u16,
    },
}

/// Which of no and yes there are, in how many ways; a value counts those there are from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Values {
    No(Count),
    Yes(Count),
    Both([Count; 2]),
    /// There are both, in more ways than can be counted.
    Uncounted,
}

impl Values {
    fn of(counted: Option<[Count; 2]>) -> Self {
        match counted {
            Some([no, yes]) if yes.ways == 0 => Self::No(no),
            Some([no, yes]) if no.ways == 0 => Self::Yes(yes),
            Some(counted) => Self::Both(counted),
            None => Self::Uncounted,
        }
    }

    fn last(self) -> u16 {
        u16::from(matches!(self, Self::Both(_) | Self::Uncounted))
    }

    fn is_yes(self, value: u16) -> bool {
        matches!(self, Self::Yes(_)) || value == 1
    }

    /// Of the value that is meant; nothing where that cannot be counted.
    fn count(self, value: u16) -> Option<Count> {
        match self {
            Self::No(count) | Self::Yes(count) => Some(count),
            Self::Both(counts) => Some(counts[usize::from(value)]),
            Self::Uncounted => None,
        }
    }

    /// The value at a share of all ways, in parts of 2³² from the lowest on.
    fn at(self, share: u32) -> u16 {
        // Where ways cannot be counted there are as many of the one as of the other.
        let [no, yes] = match self {
            Self::No(_) | Self::Yes(_) => return 0,
            Self::Both(counts) => counts.map(|count| count.ways),
            Self::Uncounted => [1, 1],
        };
        let large = (no + yes).leading_zeros() < 32;
        let [no, yes] = [no, yes].map(|ways| if large { ways >> 32 } else { ways });
        u16::from(((no + yes) * u128::from(share)) >> 32 >= no)
    }
}

/// What all that was taken in one run comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    /// How many ways of rolling there are in all.
    pub(crate) ways: u128,
    /// How many of them came out so.
    pub(crate) weight: u128,
    /// In how many of those some die would have burst on.
    pub(crate) further: u128,
}

impl Weights {
    /// Of all that was taken; nothing where that is no number to work with.
    pub(crate) fn of(picks: &[Pick]) -> Option<Self> {
        let (mut ways, mut weight, mut ended) = (1_u128, 1_u128, 1_u128);
        // Those that a later contest stands for.
        let mut stood_for: Vec<Lump> = Vec::new();
        for pick in picks.iter().rev() {
            match pick.kind {
                Kind::Contest { lump, .. } => stood_for.push(lump),
                Kind::Above { lump, .. } => {
                    if let Some(place) = stood_for.iter().rposition(|of| *of == lump) {
                        stood_for.remove(place);
                        continue;
                    }
                }
                _ => {}
            }
            let (own, further) = (pick.weight()?, pick.further());
            ways = ways.checked_mul(pick.ways()?)?;
            weight = weight.checked_mul(own)?;
            ended = ended.checked_mul(own - further)?;
        }
        Some(Self { ways, weight, further: weight - ended })
    }
}

impl Pick {
    /// The face of a die.
    pub(super) fn die(sides: u16) -> Self {
        Self { kind: Kind::Die { sides }, value: 1 }
    }

    /// The face of a die behind which no further burst is looked at.
    pub(super) fn cut(sides: u16) -> Self {
        Self { kind: Kind::Cut { sides }, value: 1 }
    }

    /// The total of dice of which some burst; `None` where there are too many ways.
    pub(super) fn throw(throw: Throw) -> Option<Self> {
        throw.ways().filter(|&ways| ways <= MOST_WAYS)?;
        let possible = u16::try_from(throw.possible().len()).ok()?;
        Some(Self { kind: Kind::Throw { throw, possible }, value: 0 })
    }

    /// Whether dice are above a number; `None` where there are too many ways.
    pub(super) fn above(lump: Lump) -> Option<Self> {
        let counted = above::against(lump.throw, lump.over)?;
        Some(Self { kind: Kind::Above { lump, values: Values::of(Some(counted)) }, value: 0 })
    }

    /// Whether dice are above what a lump came to.
    pub(super) fn contest(throw: Throw, lump: Lump) -> Self {
        Self { kind: Kind::Contest { throw, lump, values: Values::of(above::contest(throw, lump)) }, value: 0 }
    }

    /// Whether they are.
    pub(super) fn is_above(self) -> bool {
        match self.kind {
            Kind::Above { values, .. } | Kind::Contest { values, .. } => values.is_yes(self.value),
            _ => false,
        }
    }

    /// The total of several equal dice; `None` where there is nothing to gain by it.
    pub(super) fn sum(count: u16, sides: u16) -> Option<Self> {
        let ways = u128::from(sides).checked_pow(u32::from(count))?;
        (count > 1 && ways <= MOST_WAYS && count.checked_mul(sides).is_some())
            .then_some(Self { kind: Kind::Sum { count, sides }, value: count })
    }

    /// Those that count of several dice, as one where `class` says the same of them; `None` where there are too many ways.
    pub(super) fn kept(keep: Keep, class: Option<Class<'_>>) -> Option<Self> {
        let ways = keep.ways().filter(|&ways| ways <= MOST_WAYS)?;
        Some(Self { kind: Kind::Lot { ways, lots: keep.alike(class)? }, value: 0 })
    }

    /// What dice of several kinds come to together; `None` where there are too many ways.
    pub(super) fn pools(pools: &[Pool]) -> Option<Self> {
        let ways = pools::ways(pools).filter(|&ways| ways <= MOST_WAYS)?;
        Some(Self { kind: Kind::Lot { ways, lots: pools::totals(pools)? }, value: 0 })
    }

    /// The faces that count, or what each kind of dice comes to.
    pub(super) fn faces(self) -> &'static [u16] {
        match self.kind {
            Kind::Lot { lots, .. } => &lots[usize::from(self.value)].faces,
            _ => &[],
        }
    }

    /// Which of so many ways is gone, counted from 0.
    pub(super) fn branch(of: u16) -> Self {
        Self { kind: Kind::Branch { of }, value: 0 }
    }

    /// The value being tried.
    pub(crate) fn value(self) -> u16 {
        self.value
    }

    /// Which way is gone, if this is about that.
    pub(crate) fn is_branch(self) -> Option<usize> {
        matches!(self.kind, Kind::Branch { .. }).then_some(usize::from(self.value))
    }

    /// Whether there is another value after this one.
    pub(crate) fn goes_on(self) -> bool {
        self.left() > 0
    }

    /// How many values there are before this one.
    pub(crate) fn passed(self) -> usize {
        let first = match self.kind {
            Kind::Die { .. } | Kind::Cut { .. } => 1,
            Kind::Sum { count, .. } => count,
            _ => 0,
        };
        usize::from(self.value - first)
    }

    /// How many values there are after this one.
    pub(crate) fn left(self) -> usize {
        let last = match self.kind {
            Kind::Die { sides } | Kind::Cut { sides } => sides,
            Kind::Sum { count, sides } => count * sides,
            Kind::Throw { possible: of, .. } | Kind::Branch { of } => of - 1,
            Kind::Lot { lots, .. } => u16::try_from(lots.len() - 1).unwrap_or(u16::MAX),
            Kind::Above { values, .. } | Kind::Contest { values, .. } => values.last(),
        };
        usize::from(last - self.value)
    }

    /// The same with the value that stands at this share of all ways, in parts of 2³² from the lowest on; which way is gone stays open.
    pub(super) fn at(mut self, share: u32) -> Self {
        let part = |of: u128| (of * u128::from(share)) >> 32;
        if let Kind::Above { values, .. } | Kind::Contest { values, .. } = self.kind {
            self.value = values.at(share);
            return self;
        }
        let below = part(self.ways().unwrap_or(1));
        let mut ways = 0;
        match self.kind {
            Kind::Branch { .. } | Kind::Above { .. } | Kind::Contest { .. } => {}
            Kind::Die { .. } | Kind::Cut { .. } => self.value = 1 + u16::try_from(below).unwrap_or(0),
            Kind::Throw { throw, .. } => {
                let place = throw.possible().iter().position(|possible| {
                    ways += possible.ways;
                    ways > below
                });
                self.value = place.and_then(|place| u16::try_from(place).ok()).unwrap_or(0);
            }
            Kind::Sum { .. } | Kind::Lot { .. } => loop {
                ways += self.weight().unwrap_or(1);
                if ways > below || !self.goes_on() {
                    break;
                }
                self.value += 1;
            },
        }
        self
    }

    /// How many ways of rolling there are in all; nothing where that is no number to work with.
    fn ways(self) -> Option<u128> {
        Some(match self.kind {
            Kind::Die { sides } | Kind::Cut { sides } => sides.into(),
            Kind::Sum { count, sides } => u128::from(sides).pow(count.into()),
            Kind::Throw { throw, .. } => throw.ways().unwrap_or(1),
            Kind::Lot { ways, .. } => ways,
            Kind::Above { lump, .. } => lump.throw.ways()?,
            Kind::Contest { throw, lump, .. } => throw.ways()?.checked_mul(lump.throw.ways()?)?,
            Kind::Branch { .. } => 1,
        })
    }

    /// How many of them show this value.
    fn weight(self) -> Option<u128> {
        Some(match self.kind {
            Kind::Die { .. } | Kind::Cut { .. } | Kind::Branch { .. } => 1,
            Kind::Throw { throw, .. } => self.possible(throw).ways,
            Kind::Sum { count, sides } => pools::ways_to_total(count, sides, self.value),
            Kind::Lot { lots, .. } => lots[usize::from(self.value)].ways,
            Kind::Above { values, .. } | Kind::Contest { values, .. } => values.count(self.value)?.ways,
        })
    }

    /// In how many of the ways that show this value some die would have burst on.
    fn further(self) -> u128 {
        match self.kind {
            Kind::Cut { sides } => u128::from(self.value == sides),
            Kind::Throw { throw, .. } => self.possible(throw).further,
            Kind::Above { values, .. } | Kind::Contest { values, .. } => {
                values.count(self.value).map_or(0, |count| count.further)
            }
            _ => 0,
        }
    }

    /// The total that is being tried.
    pub(super) fn total(self, throw: Throw) -> u16 {
        self.possible(throw).total
    }

    fn possible(self, throw: Throw) -> Possible {
        throw.possible()[usize::from(self.value)]
    }
}

/// The next values to try, like an odometer; false when all have been tried.
pub(crate) fn advance(picks: &mut Vec<Pick>) -> bool {
    while let Some(pick) = picks.last_mut() {
        if pick.goes_on() {
            pick.value += 1;
            return true;
        }
        picks.pop();
    }
    false
}

/// The next answers to try with the same dice; false when all have been tried.
pub(crate) fn advance_branch(picks: &mut Vec<Pick>) -> bool {
    while let Some(pick) = picks.last_mut() {
        if pick.is_branch().is_some() && pick.goes_on() {
            pick.value += 1;
            return true;
        }
        picks.pop();
    }
    false
}

/// Where the first and the second thing left open stand in pairs of samples, in 64ths of all their ways; of each pair one stands there
/// and the other as far from the other end.
const SHARES: [[u32; 8]; 2] = [[16, 6, 26, 11, 21, 2, 30, 13], [32, 51, 8, 20, 62, 39, 13, 27]];

/// Where in all its ways the so-manieth thing left open stands in the so-manieth of a few samples, in parts of 2³².
///
/// Two samples each are mirror images, so that no few of them lean to one side: two of them, one low and one high, say of a mean as much
/// as half a dozen by lot.
pub(super) fn spread(sample: u32, place: usize) -> u32 {
    let (pair, mirrored) = (sample / 2, sample % 2 == 1);
    let lot = |seed: u32| {
        let seed = (seed ^ seed >> 16).wrapping_mul(0x7feb_352d);
        let seed = (seed ^ seed >> 15).wrapping_mul(0x846c_a68b);
        seed ^ seed >> 16
    };
    let laid_down = SHARES.get(place).and_then(|shares| shares.get(pair as usize));
    let share = match laid_down {
        Some(share) => share << 26,
        None if pair == 0 => 1 << 31,
        None => lot(pair.wrapping_mul(0x9e37_79b9) ^ u32::try_from(place).unwrap_or(u32::MAX)),
    };
    if mirrored { u32::MAX - share } else { share }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_samples_are_spread_over_all_ways_and_lean_to_no_side() {
        let throw = Throw { plain: (1, 6), bursting: (0, 6) };
        let picks = [
            (Pick::die(20), 21),
            (Pick::sum(3, 6).expect("three dice"), 21),
            (Pick::throw(throw).expect("one die"), 5),
        ];
        for (pick, ends) in picks {
            for place in 0..4 {
                let values: Vec<u16> = (0..16).map(|sample| pick.at(spread(sample, place)).value()).collect();
                let leans = values.chunks(2).map(|two| two[0] + two[1]);
                assert_eq!(leans.collect::<Vec<_>>(), [ends; 8], "{pick:?} {values:?}");
                let lowest = *values.iter().min().expect("a value");
                assert!(place > 1 || 4 * lowest <= ends, "{pick:?} {values:?}");
            }
        }
        // The first two samples are the middles of both halves.
        let face = |sample| Pick::die(20).at(spread(sample, 0)).value();
        assert_eq!([0, 1].map(face), [6, 15]);
    }
}
