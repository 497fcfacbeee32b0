//! Odds that panels ask for, worked out a few ways of rolling a frame outside the drawing, so that no frame waits for them; kept until
//! the battle changes.

use std::collections::BTreeMap;
use std::sync::Mutex;

use bevy::prelude::*;

use crate::battle::{Battle, Forecast, Foresight, Order};

/// Known and wanted forecasts of the battle as it stands.
#[derive(Resource, Default)]
pub(crate) struct Forecasts {
    stamp: (usize, usize, u64),
    known: BTreeMap<Key, Option<Forecast>>,
    /// What was asked for last stands last.
    wanted: Mutex<Vec<Want>>,
}

/// An order, as JSON, and how closely it is looked at.
type Key = (String, Depth);

/// How closely an order is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Depth {
    /// A first look that stands in for the whole; it comes before all others.
    Sketch,
    /// Where many stand side by side.
    Rough,
    Whole,
}

impl Depth {
    fn begin(self, order: Order) -> Foresight {
        match self {
            Self::Sketch => Foresight::within(order, SKETCH),
            Self::Rough => Foresight::rough(order, ROUGH),
            Self::Whole => Foresight::new(order),
        }
    }
}

/// A forecast that is wanted, and how far it has come.
struct Want {
    key: Key,
    foresight: Foresight,
}

/// How many ways of rolling a rough forecast goes through, or samples: exact for two twenty-sided dice.
const ROUGH: u32 = 400;
/// About how often an order is played out for a sketch, which is there in a few frames: exact for three dice of six or so.
const SKETCH: u32 = 128;
/// How many ways of rolling are gone through in one frame. Ways are counted, not time, so that a frame does the same on every machine:
/// a way takes some 20 to 100 millionths of a second in release, three times as long in the dev profile.
pub(crate) const WAYS_A_FRAME: usize = 32;

/// So many while a sketch is wanted: enough for one, with the looks that it takes at the way.
const WAYS_A_SKETCH: usize = SKETCH as usize + WAYS_A_FRAME;

fn text(order: &Order) -> String {
    serde_json::to_string(order).expect("an order should serialise")
}

fn stamp(battle: &Battle) -> (usize, usize, u64) {
    let last = battle.orders().last().map_or(0, |recorded| recorded.hash);
    (battle.events().len(), battle.orders().len(), last)
}

impl Forecasts {
    /// The forecast of an order, if it is known by now; else it is noted as wanted, and the closest look there has been stands in.
    pub(crate) fn get(&self, order: &Order) -> Option<&Forecast> {
        // Without one, there is soon a sketch.
        self.at_least(Depth::Whole, Depth::Sketch, order)
    }

    /// As [`Forecasts::get`], worked out quickly and roughly: where many stand side by side.
    pub(crate) fn roughly(&self, order: &Order) -> Option<&Forecast> {
        self.at_least(Depth::Rough, Depth::Rough, order)
    }

    /// The closest look there has been at an order. One of some depth is wanted; as long as there has been none at all, another first.
    fn at_least(&self, depth: Depth, first: Depth, order: &Order) -> Option<&Forecast> {
        let text = text(order);
        let looks = (text.clone(), Depth::Sketch)..=(text.clone(), Depth::Whole);
        let closest = self.known.range(looks).next_back();
        match closest {
            None => self.want((text, first), order),
            Some(((_, known), _)) if *known < depth => self.want((text, depth), order),
            Some(_) => {}
        }
        closest?.1.as_ref()
    }

    /// The closest look there has been at an order; nothing is asked for.
    pub(crate) fn known(&self, order: &Order) -> Option<&Forecast> {
        let text = text(order);
        let looks = (text.clone(), Depth::Sketch)..=(text, Depth::Whole);
        self.known.range(looks).next_back()?.1.as_ref()
    }

    fn want(&self, key: Key, order: &Order) {
        let mut wanted = self.wanted.lock().expect("nobody should panic while asking for a forecast");
        // What is no longer asked for sinks below what is.
        let want = match wanted.iter().position(|want| want.key == key) {
            Some(place) => wanted.remove(place),
            None => Want { foresight: key.1.begin(order.clone()), key },
        };
        wanted.push(want);
    }

    /// Whether something is still to be worked out.
    pub(crate) fn busy(&self) -> bool {
        !self.wanted.lock().expect("nobody should panic while asking for a forecast").is_empty()
    }

    /// Goes on with what was asked for last, for the ways of one frame; says whether there was anything to do.
    pub(crate) fn work(&mut self, battle: &mut Battle) -> bool {
        let now = stamp(battle);
        let wanted = self.wanted.get_mut().expect("nobody should panic while asking for a forecast");
        if self.stamp != now {
            self.stamp = now;
            self.known.clear();
            wanted.clear();
            return false;
        }
        // What stands for the odds at first is there with the next frame.
        let sketches = wanted.iter().any(|want| want.key.1 == Depth::Sketch);
        let share = if sketches { WAYS_A_SKETCH } else { WAYS_A_FRAME };
        let mut left = share;
        while left > 0 && !wanted.is_empty() {
            let place = wanted.iter().rposition(|want| want.key.1 == Depth::Sketch).unwrap_or(wanted.len() - 1);
            let foresight = &mut wanted[place].foresight;
            let before = foresight.runs();
            let found = foresight.go_on(battle, left);
            // Looking at an order takes about as long as a way, even if it is refused.
            left = left.saturating_sub((foresight.runs() - before).max(1));
            let known = match found {
                Ok(Some(forecast)) => Some(forecast),
                Ok(None) => continue,
                Err(_) => None,
            };
            let (text, depth) = wanted.remove(place).key;
            // A look at which everything was gone through, or at what cannot be, is the whole.
            let whole = known.as_ref().is_none_or(|known| known.exact);
            let depth = if whole { Depth::Whole } else { depth };
            self.known.insert((text, depth), known);
        }
        left < share
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::tests::test_battles::begun;

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
        wanted.iter().map(|want| want.foresight.runs()).sum()
    }

    #[test]
    fn a_frame_goes_through_few_ways_and_all_of_them_come_to_the_whole_forecast() {
        let mut battle = begun(RANGE, "Cleo").battle;
        let shots = battle.legal().into_iter().map(|legal| legal.order);
        let shots: Vec<Order> =
            shots.filter(|order| matches!(order, Order::Act(act) if act.target.is_some())).collect();
        let mut forecasts = Forecasts::default();
        forecasts.work(&mut battle);
        let (hash, mut longest) = (battle.hash(), 0);
        for order in &shots {
            let mut frames = 0;
            let mut sketched = false;
            while !forecasts.get(order).is_some_and(|found| found.exact) {
                sketched |= forecasts.get(order).is_some();
                let before = runs(&mut forecasts);
                assert!(forecasts.work(&mut battle), "it was asked for");
                frames += 1;
                assert!(runs(&mut forecasts) <= before + WAYS_A_SKETCH, "a frame does its share");
                assert_eq!(battle.hash(), hash, "nothing is left half done");
            }
            let whole = battle.forecast(order).expect("a legal order");
            assert!(whole.exact);
            assert_eq!(forecasts.get(order), Some(&whole), "{order:?}");
            assert!(sketched || frames <= 4, "a sketch is there before the whole");
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
        // The sketch, then the first share of what it stands for.
        while forecasts.get(&one).is_none() {
            forecasts.work(&mut battle);
        }
        forecasts.get(&one);
        forecasts.work(&mut battle);
        let begun = runs(&mut forecasts);
        assert!(begun >= WAYS_A_FRAME, "{begun}");
        // The pointer is on another now.
        while forecasts.get(&other).is_none() {
            forecasts.work(&mut battle);
        }
        assert!(runs(&mut forecasts) >= begun, "what was begun is kept");
    }
}
