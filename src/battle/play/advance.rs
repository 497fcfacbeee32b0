//! How an order is resolved: stage after stage and pass after pass, until it is a player's word.

use super::goals::NOBODY_ACTS;
use super::rounds::end_fight;
use super::upcoming;
use crate::battle::board::on_map;
use crate::battle::engine::{Engine, Flights, Flow, Phase, flight, persist, schedule, topmost};
use crate::battle::ruleset::Rules;
use crate::battle::values::{Decision, Outcome};
use crate::dice::{Dice, Mismatch};
use bevy::prelude::World;

/// More passes than any round needs without a word of a player, with as many creatures and events as a level may hold. Reaching it means
/// a broken ruleset.
const MOST_PASSES: u32 = 2_000_000;

/// How far the resolution of an order has come.
#[derive(Clone, Copy, Debug)]
pub(in crate::battle) struct Progress {
    /// The stage that comes next.
    pub(in crate::battle) stage: usize,
    /// Whether a pass is due with anything or nothing in flight. An order that launches nothing (leaving, an override) may still decide
    /// the fight or end a turn.
    pub(in crate::battle) due: bool,
    pub(in crate::battle) round: u32,
    pub(in crate::battle) passes: u32,
    pub(in crate::battle) silence: Silence,
}

impl Engine {
    /// Begins to resolve what was taken in.
    pub(in crate::battle) fn begin(&mut self) -> Progress {
        self.world.resource_mut::<Flights>().happened += 1;
        Progress {
            stage: 0,
            due: topmost::<Decision>(&self.world).is_none(),
            round: self.world.resource::<Flow>().round,
            passes: 0,
            silence: Silence::default(),
        }
    }

    /// Runs the next stage that has anything to do; false when it is a player's word instead.
    ///
    /// # Errors
    /// The forced die that did not fit: nothing runs from there on, and the caller goes back.
    pub(in crate::battle) fn step(&mut self, progress: &mut Progress) -> Result<bool, Mismatch> {
        let (world, stages) = self.stages();
        if progress.stage == 0 && !std::mem::take(&mut progress.due) {
            if let Some(mismatch) = world.resource::<Dice>().mismatch() {
                return Err(mismatch.clone());
            }
            if waits(world) {
                return Ok(false);
            }
        }
        let next = schedule::run_next(&mut stages[progress.stage..], world);
        progress.stage = next.map_or(stages.len(), |next| progress.stage + next + 1);
        if progress.stage == stages.len() {
            progress.stage = 0;
            // Rounds may go by in which no creature can act, until one comes that can.
            let flow = world.resource::<Flow>();
            let round = flow.round;
            progress.passes = if round == progress.round { progress.passes + 1 } else { 0 };
            progress.round = round;
            if progress.silence.is_for_good(world, flow) {
                nobody_acts_again(world);
            }
            assert!(
                progress.passes < MOST_PASSES,
                "a battle should come to rest; in flight: {:?}",
                flight::chain(world)
            );
        }
        Ok(true)
    }
}

/// Whether the next word is a player's.
fn waits(world: &World) -> bool {
    if let Some(top) = world.resource::<Flights>().top_entity() {
        return world.get::<Decision>(top).is_some();
    }
    let flow = world.resource::<Flow>();
    matches!(flow.phase, Phase::Acting | Phase::Over) && !flow.fresh
}

/// How many rounds without an act are waited for, while dice or repeated events of the level decide whether any creature will act.
const PATIENCE: u32 = 100;

/// Rounds in which no creature acted, one after the other, since an order was taken in.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::battle) struct Silence {
    rounds: u32,
    /// What the last of them left behind.
    left: Option<u64>,
}

impl Silence {
    /// Asked after every pass: whether another such round has just ended and rounds will be like that for ever.
    pub(in crate::battle) fn is_for_good(&mut self, world: &World, flow: &Flow) -> bool {
        let ended = flow.phase == Phase::RoundStart && flow.fresh && flow.round > 0;
        if !ended || upcoming::awaits(world, flow) {
            return false;
        }
        self.rounds += 1;
        // Most often the next round is not like that at all: the first one is not looked at before that is likely.
        let rules = world.resource::<Rules>().0;
        if self.rounds == 1 && on_map(world).any(|id| rules.may_act(world, id)) {
            return false;
        }
        let left = persist::hash_but_time(world);
        let same = self.left.replace(left) == Some(left);
        self.rounds > PATIENCE || (same && !upcoming::comes_again(world, flow))
    }
}

/// Ends a fight in which rounds would go by for ever without any creature acting: no side has won it.
pub(in crate::battle) fn nobody_acts_again(world: &mut World) {
    let reason = NOBODY_ACTS.into();
    let winners = Vec::new();
    end_fight(world, Outcome { winners, reason });
}
