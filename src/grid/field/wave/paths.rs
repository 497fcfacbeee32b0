//! The wave's paths, worked out from the costs when one is asked for.

use super::{
    Wave,
    bits::{has, shift},
};
use crate::grid::{
    Square,
    field::{
        PricedBy,
        ties::{AT_START, CODE, COUNTS, STEPS, UNREACHED, tie_breaks},
    },
};

impl Wave {
    /// What a step costs between two reached places, `None` if it is not allowed.
    fn price(&self, from: usize, to: usize, step: usize) -> Option<u32> {
        let lane = usize::from(step >= 4);
        if lane == 1 && !has(&self.corners[step - 4], to) {
            return None;
        }
        let count = self.prices.len();
        let class = match self.priced_by {
            PricedBy::Entered if self.extent.side == 1 => (0..count).find(|&class| has(&self.classes[class], to)),
            PricedBy::Entered => (0..count).find(|&class| has(&self.into[step * count + class], to)),
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
        let cost = self.cost_at(place);
        (0..8).filter_map(move |step| {
            let from = place.wrapping_add_signed(-shift(self.stride, STEPS[step]));
            if !has(&self.done, from) {
                return None;
            }
            let price = self.price(from, place, step)?;
            (self.cost_at(from) + price == cost).then_some((step, from))
        })
    }

    /// Appends the path from a reached square back to the start.
    pub(in crate::grid::field) fn path_back(&self, to: Square, path: &mut Vec<Square>) -> Option<()> {
        const ASKED: u64 = UNREACHED - 1;
        let target = self.reached_place(to)?;
        // Everything on some cheapest path, then labels in order of cost.
        let mut labels = vec![UNREACHED; self.words * 64];
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
        asked.sort_by_cached_key(|&place| self.cost_at(place));
        let ties = tie_breaks(self.extent.squares());
        labels[asked[0]] = AT_START;
        for &place in &asked[1..] {
            let arrivals = self.best_arrivals(place);
            let best =
                arrivals.map(|(step, from)| (labels[from] & COUNTS) + ties[(labels[from] & CODE) as usize][step]);
            labels[place] = best.min().expect("a reached place has a way to it");
        }
        let mut place = target;
        loop {
            path.push(self.square(place));
            match labels[place] & CODE {
                AT_START => return Some(()),
                step => {
                    let by = shift(self.stride, STEPS[step as usize]);
                    place = place.wrapping_add_signed(-by);
                }
            }
        }
    }
}
