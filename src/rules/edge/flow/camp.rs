//! People in the time between two skirmishes: what a link says of it, who is there, and how what happens is told.

use bevy::prelude::World;
use serde::Deserialize;

use super::super::body::check::Check;
use super::super::body::exhaustion;
use super::super::data::Vitality;
use super::super::data::start::Clock;
use crate::battle::*;
use crate::dice::{Dice, Expression};
use crate::rule;

/// Looking after others.
pub(super) const CARE: &str = "care";
/// Keeping watch.
pub(super) const WATCH: &str = "watch";
/// Doing nothing but recover.
pub(super) const RECUPERATE: &str = "recuperate";

/// How much there is to eat or to drink.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Ration {
    Full,
    Half,
    None,
}

/// What a link says to this ruleset.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default)]
pub(super) struct Written {
    fed: bool,
    food: Option<Ration>,
    water: Option<Ration>,
    heat: bool,
    /// Whether armour comes off for a full rest.
    pub armour_off: bool,
    /// Whether all do nothing but recover.
    pub recuperating: bool,
    /// Whether all are looked after.
    pub care: bool,
    /// Whether something breaks into the rest (EDG-REST-9).
    pub interrupted: bool,
    /// Whether what is permanent of traumas is mended (EDG-REST-11).
    pub surgery: bool,
    /// How many of the hours are spent marching (EDG-CAMP-2).
    pub march_h: i32,
    /// How strongly the place irradiates (EDG-RAD-1).
    pub radiation: i32,
    /// The gravity there, in hundredths of 1 g (EDG-GRAV-3, EDG-GRAV-6, EDG-GRAV-19).
    pub gravity: i32,
    /// EDG-CARD-9: whether a session ends here.
    pub session_end: bool,
}

impl Default for Written {
    fn default() -> Self {
        Self {
            fed: false,
            food: None,
            water: None,
            heat: false,
            armour_off: true,
            recuperating: false,
            care: false,
            interrupted: false,
            surgery: false,
            march_h: 0,
            radiation: 0,
            gravity: 100,
            session_end: false,
        }
    }
}

impl Written {
    /// How much there is to eat, where anything is said of it.
    pub(super) fn food(&self) -> Option<Ration> {
        self.food.or(self.fed.then_some(Ration::Full))
    }

    /// How much there is to drink, where anything is said of it: in heat it is half of what it would be (EDG-CAMP-4).
    pub(super) fn water(&self) -> Option<Ration> {
        let said = self.water.or(self.fed.then_some(Ration::Full))?;
        Some(match said {
            Ration::Full if self.heat && self.water.is_some() => Ration::Half,
            Ration::Half if self.heat => Ration::None,
            said => said,
        })
    }

    /// Whether there is enough of both.
    pub(super) fn is_fed(&self) -> bool {
        [self.food(), self.water()].iter().all(|ration| *ration == Some(Ration::Full))
    }
}

/// One of the people on that ground.
#[derive(Clone, Debug)]
pub(super) struct Camper {
    pub id: Id,
    pub name: String,
    /// What it does with the time, of what the link offers.
    pub choice: Option<String>,
    /// The hour at which it comes to, where it lies without points.
    pub wakes_at: Option<i32>,
}

/// People in the time between two skirmishes.
pub(super) struct Camp {
    pub world: World,
    pub all: Vec<Camper>,
    pub link: Written,
    pub hours: i32,
    pub rest: Rest,
    pub told: Vec<LinkNote>,
}

impl Camp {
    /// Those whom nothing has killed yet.
    pub(super) fn living(&self) -> Vec<Camper> {
        self.all.iter().filter(|one| is_on_map(&self.world, one.id)).cloned().collect()
    }

    /// Tells something of one of them.
    pub(super) fn tell(&mut self, who: &Camper, text: impl Into<Text>, rules: Vec<Rule>, trace: Option<Trace>) {
        self.told.push(LinkNote { who: who.name.clone(), text: text.into(), rules, trace });
    }

    /// A roll against a number; whether it succeeds, told with what it is for.
    pub(super) fn saves(&mut self, who: &Camper, check: Check, (against, what): (i32, &str), rule: Rule) -> bool {
        let mut rolled = check.roll(&mut self.world);
        let made = rolled.against(Trace::new("difficulty", against).by(rule.clone()));
        let text = format!("{what}: {} against {against}", rolled.total.value);
        self.tell(who, text, vec![rule], Some(rolled.total));
        made
    }

    /// Dice that are not a check.
    pub(super) fn roll(&mut self, sides: u16, label: &'static str) -> Trace {
        self.world.resource_mut::<Dice>().roll(&Expression::dice(1, sides), label)
    }

    /// A level of exhaustion more.
    pub(super) fn tires(&mut self, who: &Camper, rule: Rule) {
        let before = exhaustion::level(&self.world, who.id);
        exhaustion::gain_levels(&mut self.world, who.id, 1, rule.clone());
        let now = exhaustion::level(&self.world, who.id);
        self.tell(who, format!("exhaustion {before} -> {now}"), vec![rule, rule!("EDG-EXH-7")], None);
    }

    /// The campaign's time of one of them.
    pub(super) fn clock(&self, id: Id) -> Clock {
        self.world.part::<Clock>(id).copied().unwrap_or_default()
    }

    /// Changes that.
    pub(super) fn set_clock(&mut self, id: Id, change: impl FnOnce(&mut Clock)) {
        let mut clock = self.clock(id);
        change(&mut clock);
        self.world.put(id, clock);
    }

    /// Vitality points left.
    pub(super) fn points(&self, id: Id) -> i32 {
        self.world.the::<Vitality>(id).0
    }
}
