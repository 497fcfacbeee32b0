//! One battle of two players, from which seat each played, and what came of it.

use std::collections::BTreeMap;

use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};

use super::conduct::{Conduct, is_attack};
use crate::ai::{Mind, Player};
use crate::battle::*;
use crate::referee::plan::Setup;
use crate::referee::sim::{Moment, NoFurther, Table, play};

/// A battle that is to be played: a board, a seed, and who plays the level's sides in turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pairing {
    /// The level's file.
    pub level: String,
    /// The key of the ruleset.
    pub ruleset: String,
    /// The seed of dice and players.
    pub seed: u64,
    /// The words of the players: of the first side of the level that fights and those it wins with, and of all others.
    pub seats: [String; 2],
    /// Rounds after which it goes no further.
    pub rounds: u32,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bout {
    /// What was played.
    pub pairing: Pairing,
    /// The seats that won: none, one, or both.
    pub won: [bool; 2],
    /// The word for how it ended.
    pub end: String,
    /// What is wrong, where it did not end.
    pub why: Option<String>,
    /// The rounds it took.
    pub rounds: u32,
    /// How each seat behaved.
    pub conduct: [Conduct; 2],
    /// Attacks by creatures of neutral sides and by bystanders.
    pub neutral_attacks: u64,
}

impl Bout {
    /// What the first seat got of the one point that is at stake.
    pub fn points(&self) -> f64 {
        match self.won {
            [true, false] => 1.0,
            [false, true] => 0.0,
            _ => 0.5,
        }
    }
}

/// What is noted while it is played.
struct Watch {
    seats: BTreeMap<SideId, usize>,
    conduct: [Conduct; 2],
    neutral_attacks: u64,
    /// The turn being played by round and creature, whether nothing was ordered in it yet, and what choosing cost in it.
    turn: Option<(u32, Id)>,
    is_first: bool,
    /// The creature whose act is being carried out: it does the harm of which no other creature is named as the cause.
    acts: Option<Id>,
    micros: [u128; 2],
    looks: [u64; 2],
    /// When the choice began, and how much had been looked ahead by then.
    since: (ThreadTime, u64),
}

/// The seat of each side that fights: the first such side and those it wins with, then all others.
fn seats(battle: &Battle) -> BTreeMap<SideId, usize> {
    let sides = battle.level().sides.iter().enumerate();
    let fights = sides.filter(|(_, side)| !side.neutral);
    let fights: Vec<SideId> = fights.filter_map(|(at, _)| u8::try_from(at).ok().map(SideId)).collect();
    let Some(&first) = fights.first() else { return BTreeMap::new() };
    let seat = |side: SideId| usize::from(!win_together(battle.world(), first, side));
    fights.into_iter().map(|side| (side, seat(side))).collect()
}

impl Watch {
    fn seat(&self, battle: &Battle, creature: Id) -> Option<usize> {
        self.seats.get(&side_of(battle.world(), creature)).copied()
    }

    fn before(&mut self, battle: &Battle, order: &Order) {
        let (began, looked) = self.since;
        let seat = battle.side_to_move().and_then(|side| self.seats.get(&side).copied());
        if let Some(seat) = seat {
            self.micros[seat] += began.elapsed().as_micros();
            self.looks[seat] += battle.looks_ahead() - looked;
        }
        let turn = battle.active().map(|creature| (battle.flow().round, creature));
        if !matches!(order, Order::Answer { .. }) && self.turn != turn {
            (self.turn, self.is_first) = (turn, true);
        }
        if let Some(seat) = seat {
            self.conduct[seat].before(battle, order, self.is_first);
        }
        match order {
            Order::Act(act) => self.acts = Some(act.creature),
            Order::Answer { .. } => {}
            _ => self.acts = None,
        }
        if let Order::Act(act) = order
            && (self.seat(battle, act.creature).is_none() || is_bystander(battle.world(), act.creature))
            && is_attack(battle, &act.action)
        {
            self.neutral_attacks += 1;
        }
        if !matches!(order, Order::Answer { .. } | Order::Wish(_)) {
            self.is_first = false;
        }
    }

    fn after(&mut self, battle: &Battle, from: usize) {
        for event in &battle.events()[from..] {
            match (&event.what, event.actor, event.target) {
                (What::TurnBegins, Some(creature), _) => {
                    self.acts = None;
                    self.turn_begins(battle, creature);
                }
                (What::Damage { change, .. }, by, Some(target)) => {
                    let Some(by) = by.or(self.acts) else { continue };
                    let points = u64::try_from(change.0 - change.1).unwrap_or(0);
                    let is_creature = |id| battle.world().part::<Creature>(id).is_some();
                    if let Some(seat) = self.seat(battle, by).filter(|_| is_creature(target)) {
                        self.conduct[seat].harms(battle, by, target, points);
                    }
                }
                _ => {}
            }
        }
        self.since = (ThreadTime::now(), battle.looks_ahead());
    }

    fn turn_begins(&mut self, battle: &Battle, creature: Id) {
        self.close_turn();
        if let Some(seat) = self.seat(battle, creature).filter(|_| battle.active() == Some(creature)) {
            self.conduct[seat].begins(battle, creature);
        }
    }

    /// Notes what the choices of the turn that is over have cost.
    fn close_turn(&mut self) {
        for seat in 0..2 {
            let (micros, looks) = (std::mem::take(&mut self.micros[seat]), std::mem::take(&mut self.looks[seat]));
            if micros > 0 {
                self.conduct[seat].micros.push(u32::try_from(micros).unwrap_or(u32::MAX));
                self.conduct[seat].looks.push(u32::try_from(looks).unwrap_or(u32::MAX));
            }
        }
    }
}

/// Plays it.
///
/// # Errors
/// When the level cannot start, or there is no such player.
pub(super) fn fight(setup: &Setup, pairing: Pairing) -> Result<Bout, String> {
    let mut battle = setup.start(pairing.seed)?;
    battle.forget_past();
    let mut minds = Vec::new();
    for word in &pairing.seats {
        minds.push(Mind::new(Player::by_word(word)?, pairing.seed));
    }
    // Sides that belong to no seat are always played by the same player.
    minds.push(Mind::new(Player::Greedy, pairing.seed));
    let seats = seats(&battle);
    let mut table = Table::seated(minds, seats.clone());
    let mut watch = Watch {
        seats,
        conduct: Default::default(),
        neutral_attacks: 0,
        turn: None,
        is_first: true,
        acts: None,
        micros: [0; 2],
        looks: [0; 2],
        since: (ThreadTime::now(), 0),
    };
    watch.after(&battle, 0);
    let NoFurther(end, why) = play(&mut battle, &mut table, pairing.rounds, |battle, moment| match moment {
        Moment::Before(order) => watch.before(battle, order),
        Moment::After(from) => watch.after(battle, from),
    });
    watch.close_turn();
    let winners = battle.outcome().map_or(&[][..], |outcome| &outcome.winners);
    let won = [0, 1].map(|seat| winners.iter().any(|side| watch.seats.get(side) == Some(&seat)));
    let (rounds, conduct) = (battle.flow().round, watch.conduct);
    let end = end.word().to_owned();
    Ok(Bout { pairing, won, end, why, rounds, conduct, neutral_attacks: watch.neutral_attacks })
}
