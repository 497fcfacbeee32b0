//! Whole battles by the computer, one after another; [`super::tally`] counts what they come to.

pub use super::plan::{Plan, Player, Setup};
pub use super::tally::{End, Stuck, Tally, Turns};

use std::collections::BTreeMap;

use super::plan::STANDSTILL;
use super::tally::Watch;
use crate::ai::Mind;
use crate::battle::{Battle, Event, Order, SideId, What, ending};
use crate::level::counted;

/// More orders than any one turn needs; reaching it is a stuck battle, too.
const MOST_ORDERS_A_ROUND: u32 = 5_000;

/// Who plays which side.
pub(super) struct Table {
    minds: Vec<Mind>,
    /// By side: the place of the mind that plays it. Sides that are not here are played by the last.
    seats: BTreeMap<SideId, usize>,
}

impl Table {
    /// One mind plays every side.
    pub(super) fn of(mind: Mind) -> Self {
        Self { minds: vec![mind], seats: BTreeMap::new() }
    }

    /// Minds, and which of them plays which side; the last one plays all others.
    pub(super) fn seated(minds: Vec<Mind>, seats: BTreeMap<SideId, usize>) -> Self {
        Self { minds, seats }
    }

    /// The order of the player whose side has the word.
    fn choose(&mut self, battle: &mut Battle) -> Option<Order> {
        let seat = battle.side_to_move().and_then(|side| self.seats.get(&side));
        let last = self.minds.len().saturating_sub(1);
        let at = seat.map_or(last, |&seat| seat.min(last));
        self.minds.get_mut(at)?.choose(battle)
    }
}

/// What [`play`] tells a listener: of each order before it is given, and after it has been resolved, with the place of its first event.
pub(super) enum Moment<'a> {
    Before(&'a Order),
    After(usize),
}

/// Why a battle goes no further, and in one sentence what is wrong where that is no end.
pub(super) struct NoFurther(pub(super) End, pub(super) Option<String>);

/// Plays one battle until it goes no further.
pub(super) fn play(
    battle: &mut Battle,
    table: &mut Table,
    rounds: u32,
    mut hear: impl FnMut(&Battle, Moment),
) -> NoFurther {
    let stuck = |why: String| NoFurther(End::Stuck, Some(why));
    let mut harmed = 0;
    let (mut round, mut in_round) = (0, 0);
    while battle.outcome().is_none() {
        if battle.flow().round > rounds {
            if battle.flow().round > harmed + STANDSTILL {
                return NoFurther(End::Standstill, None);
            }
            let why = format!("it has no end after {}", counted(u64::from(rounds), "round"));
            return NoFurther(End::RoundLimit, Some(why));
        }
        if battle.flow().round != round {
            (round, in_round) = (battle.flow().round, 0);
        }
        in_round += 1;
        if in_round > MOST_ORDERS_A_ROUND {
            return stuck(format!("the round has no end after {MOST_ORDERS_A_ROUND} orders"));
        }
        let Some(order) = table.choose(battle) else {
            return stuck("nobody has anything to do".into());
        };
        hear(battle, Moment::Before(&order));
        let report = match battle.order(&order) {
            Ok(report) => report,
            Err(refusal) => return stuck(format!("{order:?} was legal but refused: {refusal}")),
        };
        let harms = |event: &Event| matches!(event.what, What::Damage { change, .. } if change.0 != change.1);
        if battle.events()[report.from..].iter().any(harms) {
            harmed = battle.flow().round;
        }
        hear(battle, Moment::After(report.from));
    }
    let ending = ending(battle.world()).expect("a decided battle should have come to some end");
    NoFurther(End::Decided(ending), None)
}

/// Plays battles and counts. One that is stuck is counted as such, and the others go on.
///
/// # Errors
/// Why the level cannot start.
pub fn run(setup: &Setup, plan: &Plan) -> Result<Tally, String> {
    let (mut tally, mut watch) = (Tally { plan: Some(*plan), ..Tally::default() }, Watch::default());
    for number in 0..plan.games {
        let seed = plan.seed.wrapping_add(number);
        let mut battle = setup.start(seed)?;
        battle.forget_past();
        watch.begins(&battle);
        let mut table = Table::of(Mind::new(plan.player, seed));
        let NoFurther(end, stuck) = play(&mut battle, &mut table, plan.rounds, |battle, moment| match moment {
            Moment::Before(order) => watch.before(battle, order),
            Moment::After(from) => watch.after(battle, from),
        });
        tally.count(&battle, &watch, end, stuck);
    }
    tally.take_over(watch);
    Ok(tally)
}

/// One battle between computers that play to win, for its log.
///
/// # Errors
/// When it cannot start or does not end.
pub fn demo(setup: &Setup, seed: u64) -> Result<Battle, String> {
    let mut battle = setup.start(seed)?;
    battle.forget_past();
    let mut table = Table::of(Mind::new(Player::DEFAULT, seed));
    match play(&mut battle, &mut table, 200, |_, _| {}) {
        NoFurther(_, Some(why)) => Err(why),
        NoFurther(..) => Ok(battle),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn plan(seed: u64, games: u64, rounds: u32) -> Plan {
        Plan { games, seed, rounds, player: Player::Random }
    }

    fn setup() -> Setup {
        Setup::read(Path::new("levels/first-fight.toml"), None).expect("a shipped level")
    }

    #[test]
    fn a_battle_without_an_end_is_counted_beside_the_others() {
        let (setup, plan) = (setup(), plan(1, 4, 1));
        let tally = run(&setup, &plan).expect("a level that starts");
        let ended = tally.rounds.len();
        assert_eq!((tally.games, ended + tally.stuck.len()), (4, 4));
        let first = tally.stuck.first().expect("no random battle ends in one round");
        assert!(tally.first_stuck.is_some());
        let report = tally.report(&setup);
        assert!(report.contains("stuck") && report.contains(&first.to_string()), "{report}");
    }

    #[test]
    fn seeds_go_round_at_the_largest() {
        let tally = run(&setup(), &plan(u64::MAX, 2, 200)).expect("a level that starts");
        assert_eq!((tally.games, tally.stuck.len()), (2, 0));
    }
}
