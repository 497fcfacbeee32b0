//! Odds that panels ask for, worked out one a frame outside the drawing, kept until the battle changes.

use std::collections::BTreeMap;
use std::sync::Mutex;

use bevy::prelude::*;

use crate::battle::{Battle, Forecast, Order};

/// Known and wanted forecasts of the battle as it stands.
#[derive(Resource, Default)]
pub struct Forecasts {
    stamp: (usize, usize, u64),
    known: BTreeMap<String, Option<Forecast>>,
    wanted: Mutex<Vec<Wanted>>,
}

/// A forecast to be worked out: its key, the order, and whether a rough one will do.
type Wanted = (String, Order, bool);

/// How many ways of rolling a rough forecast goes through, or samples: exact for two twenty-sided dice.
const ROUGH: u32 = 400;

fn stamp(battle: &Battle) -> (usize, usize, u64) {
    let last = battle.orders().last().map_or(0, |recorded| recorded.hash);
    (battle.events().len(), battle.orders().len(), last)
}

impl Forecasts {
    /// The forecast of an order, if it is known by now; else it is noted as wanted.
    pub fn get(&self, order: &Order) -> Option<&Forecast> {
        self.look_up(order, false)
    }

    /// As [`Forecasts::get`], worked out quickly and roughly: where many stand side by side.
    pub fn roughly(&self, order: &Order) -> Option<&Forecast> {
        self.look_up(order, true)
    }

    fn look_up(&self, order: &Order, rough: bool) -> Option<&Forecast> {
        let mut key = serde_json::to_string(order).expect("an order should serialise");
        if rough {
            key.push('~');
        }
        if let Some(known) = self.known.get(&key) {
            return known.as_ref();
        }
        let mut wanted = self
            .wanted
            .lock()
            .expect("nobody should panic while asking for a forecast");
        if !wanted.iter().any(|(other, ..)| *other == key) {
            wanted.push((key, order.clone(), rough));
        }
        None
    }

    /// Whether something is still to be worked out.
    pub fn busy(&self) -> bool {
        !self
            .wanted
            .lock()
            .expect("nobody should panic while asking for a forecast")
            .is_empty()
    }

    /// Works out at most one forecast, the one asked for last; says whether it did.
    pub fn work(&mut self, battle: &mut Battle) -> bool {
        let now = stamp(battle);
        let wanted = self
            .wanted
            .get_mut()
            .expect("nobody should panic while asking for a forecast");
        if self.stamp != now {
            self.stamp = now;
            self.known.clear();
            wanted.clear();
            return false;
        }
        let Some((key, order, rough)) = wanted.pop() else {
            return false;
        };
        let forecast = if rough {
            battle.forecast_roughly(&order, ROUGH).ok()
        } else {
            battle.forecast(&order).ok()
        };
        self.known.insert(key, forecast);
        true
    }
}
