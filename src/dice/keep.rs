//! Dice of which the highest or the lowest count, and nothing of the others: two of three, one of two.
//!
//! What counts is which faces are kept, in no order; so a forecast goes through the sets of faces that can be kept, each
//! with the number of ways in which the dice can fall so. Sets of which a ruleset says that they come to the same are one.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Which of several dice count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kept {
    /// The highest.
    Higher,
    /// The lowest.
    Lower,
}

/// Dice to roll, and how many of them count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Keep {
    /// How many are rolled.
    pub count: u16,
    /// Of how many sides.
    pub sides: u16,
    /// How many of them count; at most as many as are rolled.
    pub keep: u16,
    /// Which.
    pub of: Kept,
}

/// Ways in which dice can fall that come to the same.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Alike {
    /// What one of them shows of what counts.
    pub(super) faces: Vec<u16>,
    /// How many there are.
    pub(super) ways: u128,
}

/// What faces that count come to, told from the lowest up: the same number where they come to the same.
pub(super) type Class<'a> = &'a dyn Fn(&[u16]) -> u32;

/// How the sets of faces of some dice fall into classes: for each set the first one of its class, by number.
type Division = (Keep, Vec<u16>);

/// How sets were put together so far. A ruleset rolls few kinds of dice, against few numbers, so it stays small.
static DIVISIONS: Mutex<BTreeMap<Division, &'static [Alike]>> = Mutex::new(BTreeMap::new());

impl Keep {
    /// The sets of faces that can be kept, as one where `class` says the same of them; from the lowest sum on. Without it each is by
    /// itself. Nothing where there are too many sets.
    pub(super) fn alike(self, class: Option<Class<'_>>) -> Option<&'static [Alike]> {
        let possible = u16::try_from(self.possible()).ok()?;
        let mut firsts = BTreeMap::new();
        let first_of =
            |number: u16| class.map_or(number, |class| *firsts.entry(class(&self.faces(number))).or_insert(number));
        let classes = (0..possible).map(first_of).collect();
        let mut known = DIVISIONS.lock().unwrap_or_else(PoisonError::into_inner);
        let division = (self, classes);
        if let Some(&sets) = known.get(&division) {
            return Some(sets);
        }
        let sets: &'static [Alike] = self.put_together(&division.1).leak();
        known.insert(division, sets);
        Some(sets)
    }

    /// Sets of the same class together, by the mean of their sums; the one that is kept most often stands for them. Of each set the first
    /// of its class is told.
    fn put_together(self, firsts: &[u16]) -> Vec<Alike> {
        let mut of: BTreeMap<u16, Vec<Alike>> = BTreeMap::new();
        for (number, &first) in (0..).zip(firsts) {
            of.entry(first).or_default().push(Alike { faces: self.faces(number), ways: self.weight(number) });
        }
        let sum = |set: &Alike| set.faces.iter().copied().map(u128::from).sum::<u128>();
        let mut out: Vec<(u128, Alike)> = of
            .into_values()
            .map(|sets| {
                let ways: u128 = sets.iter().map(|set| set.ways).sum();
                // In parts of 2¹⁶, so that no two means are taken for one.
                let mean = (sets.iter().map(|set| sum(set) * set.ways).sum::<u128>() << 16) / ways;
                let most = sets.into_iter().reduce(|most, set| if set.ways > most.ways { set } else { most });
                (mean, Alike { ways, ..most.expect("a class has a set") })
            })
            .collect();
        out.sort_by(|(mean, set), (other_mean, other)| (mean, &set.faces).cmp(&(other_mean, &other.faces)));
        out.into_iter().map(|(_, set)| set).collect()
    }

    /// Those that count of some faces, in the order in which they were rolled.
    pub fn counting(self, faces: &[u16]) -> Vec<u16> {
        let mut places: Vec<usize> = (0..faces.len()).collect();
        places.sort_by_key(|&place| match self.of {
            Kept::Higher => -i32::from(faces[place]),
            Kept::Lower => i32::from(faces[place]),
        });
        places.truncate(self.keep.into());
        places.sort_unstable();
        places.into_iter().map(|place| faces[place]).collect()
    }

    /// In how many ways the dice can fall; nothing where that is no number to work with.
    pub(super) fn ways(self) -> Option<u128> {
        u128::from(self.sides).checked_pow(self.count.into())
    }

    /// How many sets of faces can be kept.
    fn possible(self) -> u128 {
        sets(self.sides.into(), self.keep.into())
    }

    /// The faces of a set by its number, from the lowest up.
    fn faces(self, number: u16) -> Vec<u16> {
        let (mut rest, mut lowest) = (u128::from(number), 1);
        let mut out = Vec::new();
        for left in (0..self.keep).rev() {
            loop {
                let here = sets((self.sides - lowest + 1).into(), left.into());
                if rest < here {
                    break;
                }
                rest -= here;
                lowest += 1;
            }
            out.push(lowest);
        }
        out
    }

    /// In how many ways the dice can fall so that this set of faces is kept.
    fn weight(self, number: u16) -> u128 {
        let faces = self.faces(number);
        // The outermost of those kept: the others lie on its far side, what is not kept does not.
        let (edge, beyond) = match self.of {
            Kept::Higher => (faces.first(), u128::from(*faces.first().unwrap_or(&1)) - 1),
            Kept::Lower => (faces.last(), u128::from(self.sides - faces.last().unwrap_or(&self.sides))),
        };
        let at_edge = faces.iter().filter(|face| Some(*face) == edge).count() as u128;
        let (count, inner) = (u128::from(self.count), faces.len() as u128 - at_edge);
        let mut ways = choose(count, inner) * orders(&faces, edge.copied());
        let rest = count - inner;
        let outer: u128 = (at_edge..=rest).map(|same| choose(rest, same) * beyond.pow((rest - same) as u32)).sum();
        ways *= outer;
        ways
    }
}

/// In how many ways so many faces, any of them more than once, can be taken out of so many.
fn sets(faces: u128, taken: u128) -> u128 {
    choose(faces + taken - 1, taken)
}

fn choose(of: u128, taken: u128) -> u128 {
    (0..taken).fold(1, |ways, place| ways * (of - place) / (place + 1))
}

/// In how many orders the faces other than one can come.
fn orders(faces: &[u16], but: Option<u16>) -> u128 {
    let inner: Vec<u16> = faces.iter().copied().filter(|face| Some(*face) != but).collect();
    let factorial = |number: usize| (1..=number as u128).product::<u128>();
    let same: u128 = inner.chunk_by(|one, other| one == other).map(|same| factorial(same.len())).product();
    factorial(inner.len()) / same
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_faces_weighs_as_much_as_the_dice_that_fall_so() {
        for (count, sides, keep) in [(3, 12, 2), (2, 20, 1), (2, 6, 2), (4, 4, 3), (3, 5, 1)] {
            for of in [Kept::Higher, Kept::Lower] {
                let rule = Keep { count, sides, keep, of };
                let mut found: BTreeMap<Vec<u16>, u128> = BTreeMap::new();
                for number in 0..sides.pow(u32::from(count)) {
                    let face = |place: u16| number / sides.pow(u32::from(place)) % sides + 1;
                    let rolled: Vec<u16> = (0..count).map(face).collect();
                    let mut kept = rule.counting(&rolled);
                    kept.sort_unstable();
                    *found.entry(kept).or_default() += 1;
                }
                let possible = u16::try_from(rule.possible()).expect("few sets");
                let told: BTreeMap<Vec<u16>, u128> =
                    (0..possible).map(|number| (rule.faces(number), rule.weight(number))).collect();
                assert_eq!(told, found, "{rule:?}");
            }
        }
    }

    #[test]
    fn sets_that_come_to_the_same_are_one_with_the_ways_of_all() {
        let keep = Keep { count: 3, sides: 12, keep: 2, of: Kept::Higher };
        let each = keep.alike(None).expect("few sets");
        assert_eq!(each.len(), 78);
        let ways_to_13 = |set: &&Alike| set.faces.iter().sum::<u16>() >= 13;
        let above: u128 = each.iter().filter(ways_to_13).map(|set| set.ways).sum();
        let two = keep.alike(Some(&|faces| u32::from(faces.iter().sum::<u16>() >= 13))).expect("few sets");
        let [below, reached] = two else { panic!("{two:?}") };
        assert_eq!((below.ways + reached.ways, reached.ways), (1728, above));
        assert!(reached.faces.iter().sum::<u16>() >= 13 && below.faces.iter().sum::<u16>() < 13);
    }

    #[test]
    fn those_that_count_stay_in_the_order_of_the_throw() {
        let kept = |of| {
            let keep = Keep { count: 3, sides: 12, keep: 2, of };
            keep.counting(&[9, 3, 9])
        };
        assert_eq!((kept(Kept::Higher), kept(Kept::Lower)), (vec![9, 9], vec![9, 3]));
    }
}
