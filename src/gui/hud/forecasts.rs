//! Odds that panels ask for, worked out a few ways of rolling a frame outside the drawing, so that no frame waits for them; kept until
//! the battle changes.

use std::collections::BTreeMap;
use std::sync::Mutex;

use bevy::prelude::*;

use crate::battle::{Battle, Forecast, Foresight, Order};

/// Known and wanted forecasts of the battle as it stands.
#[derive(Resource, Default)]
pub struct Forecasts {
    stamp: (usize, usize, u64),
    known: BTreeMap<String, Option<Forecast>>,
    /// With how far each has come; the one asked for last stands last.
    wanted: Mutex<Vec<(String, Foresight)>>,
}

/// How many ways of rolling a rough forecast goes through, or samples: exact for two twenty-sided dice.
const ROUGH: u32 = 400;
/// How many ways of rolling are gone through in one frame. Ways are counted, not time, so that a frame does the same on every machine:
/// a way takes some 20 to 100 millionths of a second in release, three times as long in the dev profile.
pub const WAYS_A_FRAME: usize = 32;

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
        // What is no longer asked for sinks below what is.
        let want = match wanted.iter().position(|(other, _)| *other == key) {
            Some(place) => wanted.remove(place),
            None if rough => (key, Foresight::rough(order.clone(), ROUGH)),
            None => (key, Foresight::new(order.clone())),
        };
        wanted.push(want);
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

    /// Goes on with what was asked for last, for the ways of one frame; says whether there was anything to do.
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
        let mut left = WAYS_A_FRAME;
        while left > 0
            && let Some((key, foresight)) = wanted.last_mut()
        {
            let before = foresight.runs();
            let found = foresight.go_on(battle, left);
            // Looking at an order takes about as long as a way, even if it is refused.
            left = left.saturating_sub((foresight.runs() - before).max(1));
            let known = match found {
                Ok(Some(forecast)) => Some(forecast),
                Ok(None) => continue,
                Err(_) => None,
            };
            self.known.insert(std::mem::take(key), known);
            wanted.pop();
        }
        left < WAYS_A_FRAME
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::trial::begun;

    const RANGE: &str = r#"
ruleset = "sol"
map = '''
################
#c....r.......s#
################
'''
[legend]
"c" = { creature = "soldier", side = "blue", name = "Cleo" }
"r" = { creature = "brute", side = "red", name = "Rook" }
"s" = { creature = "soldier", side = "red", name = "Sten" }
"#;

    /// How often orders have been played out for what is still wanted.
    fn runs(forecasts: &mut Forecasts) -> usize {
        let wanted = forecasts.wanted.get_mut().expect("nobody panics here");
        wanted.iter().map(|(_, foresight)| foresight.runs()).sum()
    }

    #[test]
    fn a_frame_goes_through_few_ways_and_all_of_them_come_to_the_whole_forecast() {
        let mut battle = begun(RANGE, "Cleo").battle;
        let shots = battle.legal().into_iter().map(|legal| legal.order);
        let shots: Vec<Order> = shots
            .filter(|order| matches!(order, Order::Act(act) if act.target.is_some()))
            .collect();
        let mut forecasts = Forecasts::default();
        forecasts.work(&mut battle);
        let (hash, mut longest) = (battle.hash(), 0);
        for order in &shots {
            let mut frames = 0;
            while forecasts.get(order).is_none() {
                let before = runs(&mut forecasts);
                assert!(forecasts.work(&mut battle), "it was asked for");
                frames += 1;
                assert!(runs(&mut forecasts) <= before + WAYS_A_FRAME, "a frame does its share");
                assert_eq!(battle.hash(), hash, "nothing is left half done");
            }
            let whole = battle.forecast(order).expect("a legal order");
            assert!(whole.exact);
            assert_eq!(forecasts.get(order), Some(&whole), "{order:?}");
            longest = longest.max(frames);
        }
        assert!(longest > 2, "{longest} frames at most are no test of slices");
        assert!(!forecasts.busy());
    }

    #[test]
    fn what_is_asked_for_now_comes_first_and_what_was_begun_is_not_begun_again() {
        let mut battle = begun(RANGE, "Cleo").battle;
        let shots = battle.legal().into_iter().map(|legal| legal.order);
        let mut shots = shots.filter(|order| matches!(order, Order::Act(act) if act.target.is_some()));
        let (one, other) = (shots.next().expect("a shot"), shots.next().expect("another"));
        let mut forecasts = Forecasts::default();
        forecasts.work(&mut battle);
        assert!(forecasts.get(&one).is_none());
        forecasts.work(&mut battle);
        let begun = runs(&mut forecasts);
        assert_eq!(begun, WAYS_A_FRAME);
        // The pointer is on another now.
        while forecasts.get(&other).is_none() {
            forecasts.work(&mut battle);
        }
        assert!(
            forecasts.get(&one).is_none() && runs(&mut forecasts) >= begun,
            "what was begun is kept"
        );
    }
}
