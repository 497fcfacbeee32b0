//! A forecast while it is worked out, bit by bit, in the battle itself, which is put back after each bit.

use super::battle::Battle;
use super::enumeration::{Course, Effort, Trials};
use super::forecast::Forecast;
use crate::battle::values::{ById, Creature, Order, Refusal, SideId};
use crate::dice::Dice;

/// What is gone through for a forecast where no caller sets a limit.
const UTMOST: Effort = Effort { most: 3000, samples: 400, runs: usize::MAX, glance: false };

/// A forecast that is worked out bit by bit, so that the caller need not wait for all of it at once. It is of the battle as it was at the
/// first bit: once anything has happened there, it is to be thrown away.
pub struct Foresight {
    order: Order,
    course: Course,
}

impl Foresight {
    /// Of an order.
    pub fn new(order: Order) -> Self {
        Self::with(order, UTMOST)
    }

    /// With no more than `most` ways of rolling for each answer to the first decision, else as many samples.
    pub fn rough(order: Order, most: u32) -> Self {
        let effort = Effort { most: most as usize, samples: most, ..UTMOST };
        Self::with(order, effort)
    }

    /// With the order played out no more than about so many times; twice for each answer at least.
    pub fn within(order: Order, runs: u32) -> Self {
        let runs = runs as usize;
        Self::with(order, Effort { runs, ..UTMOST })
    }

    /// From a few samples, spread over all ways of rolling and the same for each answer: what is done to each creature. It is for
    /// computers that weigh many orders. What else the order brings is in no branch, and the forecast is never exact.
    pub fn glance(order: Order, samples: u32) -> Self {
        let effort = Effort { samples, glance: true, ..UTMOST };
        Self::with(order, effort)
    }

    /// Of a glance that has come to its end: the same from so many samples more.
    ///
    /// # Errors
    /// The refusal, if the order is not legal.
    pub fn look_closer(&mut self, battle: &mut Battle, samples: u32) -> Result<Forecast, Refusal> {
        self.course.look_closer(samples);
        self.go_through(battle)
    }

    fn with(order: Order, effort: Effort) -> Self {
        let course = Course::new(effort);
        Self { order, course }
    }

    /// How often the order has been played out so far.
    pub fn runs(&self) -> usize {
        self.course.runs()
    }

    /// Plays the order out so many times more at most, in the battle itself, which is put back; the forecast, once it is there.
    ///
    /// # Errors
    /// The refusal, if the order is not legal.
    pub fn go_on(&mut self, battle: &mut Battle, times: usize) -> Result<Option<Forecast>, Refusal> {
        let understood = battle.understand(&self.order)?;
        let side = battle.side_to_move();
        let base = battle.mark();
        // A side does not foresee what creatures do that it does not know of.
        let unknown = battle.unknown_to_mover();
        let (from, understood) = if unknown.is_empty() {
            (base, Some(understood))
        } else {
            battle.take_out(&unknown);
            let understood = battle.understand(&self.order).ok();
            (battle.mark(), understood)
        };
        let mut found = Trials::new(battle, from, &self.order, understood, &mut self.course).go_on(times);
        battle.back(base);
        battle.unmark(base);
        if !unknown.is_empty() {
            battle.forget_reach();
        }
        if let Some(forecast) = &mut found {
            battle.leave_out_unknown(forecast, side);
        }
        Ok(found)
    }

    /// All of it at once.
    ///
    /// # Errors
    /// The refusal, if the order is not legal.
    pub fn go_through(&mut self, battle: &mut Battle) -> Result<Forecast, Refusal> {
        let found = self.go_on(battle, usize::MAX)?;
        Ok(found.expect("a forecast comes to its end"))
    }
}

impl Battle {
    /// What an order would do.
    ///
    /// # Errors
    /// The refusal, if it is not legal.
    pub fn forecast(&mut self, order: &Order) -> Result<Forecast, Refusal> {
        Foresight::new(order.clone()).go_through(self)
    }

    /// What can be read of the battle as it would be after an order that rolls nothing, as far as the actor's side knows. The battle is
    /// put back.
    ///
    /// # Errors
    /// The refusal, if the order is not legal.
    pub fn ahead<T>(&mut self, order: &Order, look: impl FnOnce(&mut Self) -> T) -> Result<T, Refusal> {
        self.look_beyond(order, None, look)
    }

    /// The same after any order. Where dice fall on the way they are not the battle's own, which nobody foresees, but those of the
    /// so-manieth of a few samples, which are spread over all ways of rolling.
    ///
    /// # Errors
    /// The refusal, if the order is not legal.
    pub fn ahead_with<T>(
        &mut self,
        order: &Order,
        sample: u32,
        look: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, Refusal> {
        self.look_beyond(order, Some(sample), look)
    }

    fn look_beyond<T>(
        &mut self,
        order: &Order,
        sample: Option<u32>,
        look: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, Refusal> {
        self.check(order)?;
        let base = self.mark();
        let unknown = self.unknown_to_mover();
        self.take_out(&unknown);
        self.forget_reach();
        let seen = self.understand(order).and_then(|understood| {
            if let Some(sample) = sample {
                self.engine.world.resource_mut::<Dice>().spread(Vec::new(), 0, sample);
            }
            let gone = self.go_through(order, understood);
            self.engine.world.resource_mut::<Dice>().explored();
            gone?;
            Ok(look(self))
        });
        self.back(base);
        self.unmark(base);
        self.forget_reach();
        seen
    }

    /// As [`Battle::forecast`], with the order played out no more than about so many times. Where that is not enough for every way of
    /// rolling, it is not exact.
    ///
    /// # Errors
    /// The refusal, if it is not legal.
    pub fn forecast_within(&mut self, order: &Order, runs: u32) -> Result<Forecast, Refusal> {
        Foresight::within(order.clone(), runs).go_through(self)
    }

    /// What each of many orders would do, with no more than about so many runs for all of them together. Each has its share of what those
    /// before it left, by the number that stands with it, and one run at least. Where that is not enough for every way of rolling, a
    /// forecast is not exact.
    pub fn forecast_all(&mut self, orders: &[(&Order, u32)], runs: u32) -> Vec<Result<Forecast, Refusal>> {
        let mut left = runs;
        let mut shares: u64 = orders.iter().map(|&(_, share)| u64::from(share)).sum();
        let mut out = Vec::new();
        for &(order, share) in orders {
            let within = u64::from(left) * u64::from(share) / shares.max(1);
            let mut foresight = Foresight::within(order.clone(), u32::try_from(within).unwrap_or(left));
            out.push(foresight.go_through(self));
            left = left.saturating_sub(u32::try_from(foresight.runs()).unwrap_or(u32::MAX));
            shares -= u64::from(share);
        }
        out
    }

    /// A side does not foresee what comes to creatures that it does not know of.
    pub(in crate::battle) fn leave_out_unknown(&self, forecast: &mut Forecast, side: Option<SideId>) {
        let Some(side) = side else { return };
        for branch in &mut forecast.branches {
            branch.targets.retain(|&id, _| {
                let who = self.world().part::<Creature>(id);
                who.is_none_or(|who| who.side == side || self.ruleset().knows(self.world(), side, id))
            });
        }
    }
}
