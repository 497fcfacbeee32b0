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
    wanted: Mutex<Vec<(String, Order)>>,
}

fn stamp(battle: &Battle) -> (usize, usize, u64) {
    let last = battle.orders().last().map_or(0, |recorded| recorded.hash);
    (battle.events().len(), battle.orders().len(), last)
}

impl Forecasts {
    /// The forecast of an order, if it is known by now; else it is noted as wanted.
    pub fn get(&self, order: &Order) -> Option<&Forecast> {
        let key = serde_json::to_string(order).expect("an order should serialise");
        if let Some(known) = self.known.get(&key) {
            return known.as_ref();
        }
        let mut wanted = self
            .wanted
            .lock()
            .expect("nobody should panic while asking for a forecast");
        if !wanted.iter().any(|(other, _)| *other == key) {
            wanted.push((key, order.clone()));
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
        let Some((key, order)) = wanted.pop() else { return false };
        let forecast = battle.forecast(&order).ok();
        self.known.insert(key, forecast);
        true
    }
}
