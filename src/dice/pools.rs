//! Dice of several kinds of which only what all of them come to together matters: two of six and one of eight.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::keep::Alike;

/// So many dice of so many sides.
pub(super) type Pool = (u16, u16);

/// What was asked for so far. Rules throw few kinds of dice together, so it stays small.
static KNOWN: Mutex<BTreeMap<Vec<Pool>, &'static [Alike]>> = Mutex::new(BTreeMap::new());

/// What pools can come to together, from the lowest total on: one way in which each of them comes to its part of that, and in how many
/// ways the dice fall so. Nothing where there are too many ways to be counted.
pub(super) fn totals(pools: &[Pool]) -> Option<&'static [Alike]> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&totals) = known.get(pools) {
        return Some(totals);
    }
    ways(pools)?;
    let totals: &'static [Alike] = work_out(pools).leak();
    known.insert(pools.to_vec(), totals);
    Some(totals)
}

/// In how many ways all the dice can fall.
pub(super) fn ways(pools: &[Pool]) -> Option<u128> {
    pools.iter().try_fold(1_u128, |ways, &(count, sides)| {
        count.checked_mul(sides)?;
        ways.checked_mul(u128::from(sides).checked_pow(count.into())?)
    })
}

fn work_out(pools: &[Pool]) -> Vec<Alike> {
    // By total: all ways, and of the part of each pool the one that comes most often, with its own ways.
    let mut totals = BTreeMap::from([(0, (1_u128, Vec::new(), 1_u128))]);
    for &(count, sides) in pools {
        let mut next: BTreeMap<u16, (u128, Vec<u16>, u128)> = BTreeMap::new();
        for (sum, (ways, parts, often)) in &totals {
            for own in count..=count * sides {
                let here = ways_to_total(count, sides, own);
                let entry = next.entry(sum + own).or_default();
                entry.0 += ways * here;
                if often * here > entry.2 {
                    entry.1 = [parts.as_slice(), &[own]].concat();
                    entry.2 = often * here;
                }
            }
        }
        totals = next;
    }
    totals.into_values().map(|(ways, faces, _)| Alike { faces, ways }).collect()
}

/// In how many ways so many dice show this total.
pub(super) fn ways_to_total(count: u16, sides: u16, total: u16) -> u128 {
    if count == 2 {
        return u128::from(sides - total.abs_diff(sides + 1));
    }
    let total = usize::from(total);
    let mut ways = vec![0_u128; total + 1];
    ways[0] = 1;
    for _ in 0..count {
        // The ways of the last `sides` totals below, carried along.
        let mut below = 0;
        let before = ways.clone();
        for sum in 0..=total {
            ways[sum] = below;
            below += before[sum];
            if let Some(out) = sum.checked_sub(usize::from(sides)) {
                below -= before[out];
            }
        }
    }
    ways[total]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_have_all_ways_and_parts_that_come_to_them() {
        let pools = [(2, 6), (1, 8)];
        let totals = totals(&pools).expect("few ways");
        assert_eq!(totals.len(), 18);
        assert_eq!(Some(totals.iter().map(|one| one.ways).sum::<u128>()), ways(&pools));
        for (total, one) in (3..).zip(totals) {
            assert_eq!(one.faces.iter().sum::<u16>(), total, "{one:?}");
        }
        let by_hand = (1..=6).flat_map(|a| (1..=6).flat_map(move |b| (1..=8).map(move |c| a + b + c)));
        assert_eq!(by_hand.filter(|&total| total == 11).count() as u128, totals[8].ways);
    }
}
