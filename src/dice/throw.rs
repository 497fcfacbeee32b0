//! Dice thrown at once of which only the total matters: some that count as they fall, and some that burst.
//!
//! A die that bursts has no end. In play it is thrown again for as long as it shows its highest face (or until [`MOST_BURSTS`]);
//! a forecast goes through so many bursts that more of them are rarer than one in a thousand, takes the last die as it
//! falls there, and says how much of what it found was cut short so ([`Possible::further`]).

use std::cell::RefCell;
use std::rc::Rc;

use super::die::Die;

/// How often a die bursts at most: so rare that it only guards against dice that never end.
pub const MOST_BURSTS: u16 = 100;

/// How rare, in ways, bursts must be that are not looked at ahead.
const RARE: u128 = 1000;

/// How many throws are kept worked out.
const MOST_KEPT: usize = 32;

thread_local! {
    /// What throws that were asked for lately can come to, the newest first.
    static LATELY: RefCell<Vec<(Throw, Rc<[Possible]>)>> = const { RefCell::new(Vec::new()) };
}

/// Dice to throw: how many of how many sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw {
    /// Those that count as they fall.
    pub plain: (u16, u16),
    /// Those that burst: a die that shows its highest face is thrown again, and counts on.
    pub bursting: (u16, u16),
}

/// A roll of which is known that its total is above a number, and no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lump {
    /// Its dice.
    pub(super) throw: Throw,
    /// What they are above.
    pub(super) over: i32,
}

/// What they showed, in the order in which they were thrown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thrown {
    /// Those that count as they fall.
    pub plain: Vec<Die>,
    /// Those that burst, whatever they were thrown again for right behind each.
    pub bursting: Vec<Die>,
    /// Whether one of them burst.
    pub burst: bool,
    /// Set while every possible roll is gone through, where nothing is known of the total but that it is above what it was thrown against.
    pub lump: Option<Lump>,
}

impl Thrown {
    /// What some dice come to.
    pub fn sum(dice: &[Die]) -> i32 {
        dice.iter().map(|die| i32::from(die.face)).sum()
    }

    /// What all of them come to.
    pub fn total(&self) -> i32 {
        Self::sum(&self.plain) + Self::sum(&self.bursting)
    }
}

/// One total that dice can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Possible {
    pub(super) total: u16,
    /// In how many ways.
    pub(super) ways: u128,
    /// In how many of them some die would have burst on.
    pub(super) further: u128,
}

/// How many bursts of a die are gone through when looking ahead.
pub(super) fn bursts_ahead(sides: u16) -> u16 {
    let rare = |bursts: &u16| u128::from(sides).pow(u32::from(*bursts) + 1) >= RARE;
    (0..10).find(rare).unwrap_or(10)
}

impl Throw {
    /// In how many ways the dice can fall, looking ahead; nothing where that is no number to work with.
    pub(super) fn ways(self) -> Option<u128> {
        let plain = u128::from(self.plain.1).checked_pow(self.plain.0.into())?;
        let one = u128::from(self.bursting.1).checked_pow(u32::from(bursts_ahead(self.bursting.1)) + 1)?;
        plain.checked_mul(one.checked_pow(self.bursting.0.into())?)
    }

    /// Every total that they can come to, looking ahead, from the lowest on. Forecasts ask thousands of times for the same
    /// few dice, so what was asked for lately is kept.
    pub(super) fn possible(self) -> Rc<[Possible]> {
        LATELY.with_borrow_mut(|lately| {
            let place = lately.iter().position(|(throw, _)| *throw == self);
            let (_, possible) = match place {
                Some(place) => &lately[place],
                None => {
                    lately.truncate(MOST_KEPT - 1);
                    lately.insert(0, (self, self.worked_out().into()));
                    &lately[0]
                }
            };
            possible.clone()
        })
    }

    fn worked_out(self) -> Vec<Possible> {
        let (plain, bursting) = (self.plain, self.bursting);
        let flat: Vec<(usize, u128)> = (1..=plain.1).map(|face| (usize::from(face), 1)).collect();
        let burst = |cut: bool| -> Vec<(usize, u128)> {
            let (sides, deep) = (bursting.1, bursts_ahead(bursting.1));
            let mut out = Vec::new();
            for bursts in 0..=deep {
                let last = if bursts == deep && cut { sides } else { sides - 1 };
                let ways = u128::from(sides).pow((deep - bursts).into());
                out.extend((1..=last).map(|face| (usize::from(bursts * sides + face), ways)));
            }
            out
        };
        let all = |burst: &[(usize, u128)]| {
            let mut ways = vec![1];
            for die in
                std::iter::repeat_n(&flat[..], plain.0.into()).chain(std::iter::repeat_n(burst, bursting.0.into()))
            {
                ways = added(&ways, die);
            }
            ways
        };
        let (whole, ended) = (all(&burst(true)), all(&burst(false)));
        let possible = whole.iter().enumerate().filter(|&(_, &ways)| ways > 0);
        possible
            .map(|(total, &ways)| Possible {
                total: u16::try_from(total).unwrap_or(u16::MAX),
                ways,
                further: ways - ended.get(total).copied().unwrap_or(0),
            })
            .collect()
    }

    /// Dice that show a total between them.
    pub(super) fn dice_of(self, total: u16) -> Thrown {
        let ((plain, sides), (bursting, high)) = (self.plain, self.bursting);
        let mut flat = total.saturating_sub(bursting).clamp(plain, plain * sides);
        if bursting == 0 {
            flat = total;
        } else if (total - flat).is_multiple_of(high.max(1)) && flat > plain {
            // No die that bursts comes to rest on its highest face.
            flat -= 1;
        }
        let mut rest = total - flat;
        let mut out = Thrown { plain: dice_of(plain.max(1), sides, flat), ..Thrown::default() };
        out.plain.truncate(plain.into());
        while rest > 0 {
            let face = rest.min(high);
            out.burst |= face == high;
            out.bursting.push(Die::new(high, face));
            rest -= face;
        }
        out
    }
}

/// In how many ways dice come to each total when one more is thrown.
fn added(ways: &[u128], die: &[(usize, u128)]) -> Vec<u128> {
    let highest = die.iter().map(|&(face, _)| face).max().unwrap_or(0);
    let mut out = vec![0; ways.len() + highest];
    for (total, &here) in ways.iter().enumerate().filter(|&(_, &here)| here > 0) {
        for &(face, more) in die {
            out[total + face] += here * more;
        }
    }
    out
}

/// Dice that show a total between them, as even as they can be.
pub(super) fn dice_of(count: u16, sides: u16, total: u16) -> Vec<Die> {
    let (each, more) = (total / count, total % count);
    let face = |number| each + u16::from(number < more);
    (0..count).map(|number| Die::new(sides, face(number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_has_its_total_and_none_rests_on_the_highest_face() {
        for (plain, bursting) in [((1, 20), (1, 10)), ((0, 0), (1, 4)), ((1, 8), (2, 12)), ((2, 6), (0, 10))] {
            let throw = Throw { plain, bursting };
            let possible = throw.possible();
            let ways: u128 = possible.iter().map(|one| one.ways).sum();
            assert_eq!(Some(ways), throw.ways(), "{throw:?}");
            for one in possible.iter() {
                assert_eq!(throw.dice_of(one.total).total(), i32::from(one.total), "{throw:?}");
            }
        }
        let one = Throw { plain: (0, 0), bursting: (1, 10) };
        let totals: Vec<u16> = one.possible().iter().map(|one| one.total).collect();
        assert!(!totals.contains(&10) && !totals.contains(&20) && totals.contains(&30));
        let further: u128 = one.possible().iter().map(|one| one.further).sum();
        assert_eq!((further, one.ways()), (1, Some(1000)), "one way in a thousand bursts on");
    }
}
