//! Whole battles by the computer: who wins, how long it takes, which rules take effect, and whether any gets stuck.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use bevy::platform::collections::HashMap;

use crate::ai::{Greedy, Random};
use crate::battle::{Battle, Decision, Event, Order, Rule, Ruleset, Save, What};
use crate::level::{LARGEST_LEVEL, Level, read_text};
use crate::rules;

/// A level and the ruleset it is played under.
pub struct Setup {
    /// The level.
    pub level: Arc<Level>,
    /// The ruleset.
    pub ruleset: &'static dyn Ruleset,
}

impl Setup {
    /// Reads a level file; `ruleset` stands in for its own.
    ///
    /// # Errors
    /// Every finding that keeps the level from being played; an unknown ruleset.
    pub fn read(path: &Path, ruleset: Option<&str>) -> Result<Self, String> {
        let text = read_text(path, LARGEST_LEVEL)?;
        let level = match rules::read_level_played(&text, &path.display().to_string()) {
            Ok((level, _)) => Arc::new(level),
            Err(findings) => {
                let errors: Vec<String> =
                    findings.iter().filter(|finding| finding.is_error()).map(|finding| finding.render(&text)).collect();
                return Err(errors.join("\n"));
            }
        };
        let key = ruleset.unwrap_or(&level.ruleset);
        let ruleset = rules::by_key(key).ok_or_else(|| rules::unknown(key))?;
        Ok(Self { level, ruleset })
    }

    /// The battle at its start.
    ///
    /// # Errors
    /// Why the ruleset cannot play the level.
    pub fn start(&self, seed: u64) -> Result<Battle, String> {
        Battle::new(self.level.clone(), self.ruleset, seed).map_err(|error| error.to_string())
    }
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Anything legal.
    Random,
    /// To win.
    Greedy,
}

impl Player {
    /// Reads the word of the command line.
    ///
    /// # Errors
    /// When there is no such player.
    pub fn by_word(word: &str) -> Result<Self, String> {
        match word {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            _ => Err(format!("There is no player `{word}`; known are `random` and `greedy`.")),
        }
    }
}

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many battles.
    pub games: u64,
    /// The seed of the first; each further one has the next.
    pub seed: u64,
    /// Rounds after which a battle is stuck.
    pub rounds: u32,
    /// Who plays, on every side.
    pub player: Player,
}

/// More orders than any one turn needs; reaching it is a stuck battle, too.
const MOST_ORDERS_A_ROUND: u32 = 5_000;

/// Rounds without any damage after which a battle that has lasted too long counts as a standstill rather than as stuck: the
/// rules themselves may leave nobody able to harm anybody.
const STANDSTILL: u32 = 50;

/// A battle that does not end.
#[derive(Clone, Debug)]
pub struct Stuck {
    /// Its seed.
    pub seed: u64,
    /// The round it had come to.
    pub round: u32,
    /// Why it goes no further.
    pub why: String,
}

impl std::fmt::Display for Stuck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "The battle with the seed {} is stuck in round {}: {}.", self.seed, self.round, self.why)
    }
}

/// What many battles came to.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Battles.
    pub games: u64,
    /// Wins by side; several winners count each.
    pub wins: BTreeMap<String, u64>,
    /// Battles that nobody won.
    pub draws: u64,
    /// Battles in which nobody could harm anybody any more.
    pub standstills: u64,
    /// Battles that do not end.
    pub stuck: Vec<Stuck>,
    /// The first of them, to look into it.
    pub first_stuck: Option<Box<Save>>,
    /// The rounds of each battle that came to an end.
    pub rounds: Vec<u32>,
    /// Orders, answers included.
    pub orders: u64,
    /// Events.
    pub events: u64,
    /// How often each rule took effect.
    pub fired: BTreeMap<String, u64>,
}

/// Every rule cited by an event or a decision.
fn note_rules(fired: &mut HashMap<Rule, u64>, events: &[Event], decision: Option<&Decision>) {
    let mut see = |rule: &Rule| match fired.get_mut(rule) {
        Some(count) => *count += 1,
        None => drop(fired.insert(rule.clone(), 1)),
    };
    for event in events {
        event.each_rule(&mut see);
    }
    if let Some(decision) = decision {
        decision.each_rule(&mut see);
    }
}

/// A player of either kind.
enum Mind {
    Random(Box<Random>),
    Greedy(Box<Greedy>),
}

impl Mind {
    fn new(player: Player, seed: u64) -> Self {
        match player {
            Player::Random => Self::Random(Box::new(Random::new(seed))),
            Player::Greedy => Self::Greedy(Box::new(Greedy::new(seed))),
        }
    }

    fn choose(&mut self, battle: &mut Battle) -> Option<Order> {
        match self {
            Self::Random(player) => player.choose(battle),
            Self::Greedy(player) => player.choose(battle),
        }
    }
}

/// Plays one battle to its end or to a standstill; `seen` hears of every order that was taken in.
///
/// # Errors
/// Why it is stuck.
pub fn play(battle: &mut Battle, plan: &Plan, mut seen: impl FnMut(&Battle, usize)) -> Result<u64, String> {
    let mut harmed = 0;
    let mut mind = Mind::new(plan.player, battle.seed());
    let mut orders = 0;
    let (mut round, mut in_round) = (0, 0);
    while battle.outcome().is_none() {
        if battle.flow().round > plan.rounds {
            if battle.flow().round > harmed + STANDSTILL {
                return Ok(orders);
            }
            return Err(format!("it has no end after {} rounds", plan.rounds));
        }
        if battle.flow().round != round {
            (round, in_round) = (battle.flow().round, 0);
        }
        in_round += 1;
        if in_round > MOST_ORDERS_A_ROUND {
            return Err(format!("the round has no end after {MOST_ORDERS_A_ROUND} orders"));
        }
        let order = mind.choose(battle).ok_or("nobody has anything to do")?;
        let report = battle.order(&order).map_err(|refusal| format!("{order:?} was legal but refused: {refusal}"))?;
        orders += 1;
        if battle.events()[report.from..]
            .iter()
            .any(|event| matches!(event.what, What::Damage { change, .. } if change.0 != change.1))
        {
            harmed = battle.flow().round;
        }
        seen(battle, report.from);
    }
    Ok(orders)
}

/// Plays battles and counts. One that is stuck is counted as such, and the others go on.
///
/// # Errors
/// Why the level cannot start.
pub fn run(setup: &Setup, plan: &Plan) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut fired = HashMap::default();
    for number in 0..plan.games {
        let seed = plan.seed.wrapping_add(number);
        let mut battle = setup.start(seed)?;
        battle.forget_past();
        note_rules(&mut fired, battle.events(), battle.decision());
        let mut orders = 0;
        let played = play(&mut battle, plan, |battle, from| {
            orders += 1;
            note_rules(&mut fired, &battle.events()[from..], battle.decision());
        });
        tally.orders += orders;
        tally.games += 1;
        tally.events += battle.events().len() as u64;
        match played {
            Ok(_) => tally.count(&battle),
            Err(why) => {
                tally.first_stuck.get_or_insert_with(|| Box::new(battle.save()));
                let round = battle.flow().round;
                tally.stuck.push(Stuck { seed, round, why });
            }
        }
    }
    tally.fired = fired.into_iter().map(|(rule, count)| (rule.0.into(), count)).collect();
    Ok(tally)
}

impl Tally {
    /// Counts a battle that came to an end.
    fn count(&mut self, battle: &Battle) {
        self.rounds.push(battle.flow().round);
        let Some(outcome) = battle.outcome() else {
            self.standstills += 1;
            return;
        };
        if outcome.winners.is_empty() {
            self.draws += 1;
        }
        for &side in &outcome.winners {
            *self.wins.entry(super::names::side_id(battle, side).to_string()).or_default() += 1;
        }
    }

    /// The figures as text.
    pub fn report(&self, setup: &Setup) -> String {
        let mut out = String::new();
        let mut line = |text: String| writeln!(out, "{text}").expect("writing to a string");
        line(format!("{} under {}: {} battles", setup.level.name, setup.ruleset.title(), self.games));
        let percent = |count: u64| share(count, self.games);
        for side in &setup.level.sides {
            let wins = self.wins.get(&side.id).copied().unwrap_or(0);
            if !side.neutral {
                line(format!("  {:20} wins {wins:6}  {}", side.name, percent(wins)));
            }
        }
        line(format!("  {:20}      {:6}  {}", "nobody", self.draws, percent(self.draws)));
        for (word, count, why) in [
            (
                "standstill",
                self.standstills,
                format!("the limit of rounds was reached, and nobody was harmed in the last {STANDSTILL}"),
            ),
            ("stuck", self.stuck.len() as u64, "see below".to_string()),
        ] {
            if count > 0 {
                line(format!("  {word:20}      {count:6}  {}  ({why})", percent(count)));
            }
        }
        if let (Some(least), Some(most)) = (self.rounds.iter().min(), self.rounds.iter().max()) {
            let whole: u64 = self.rounds.iter().map(|&rounds| u64::from(rounds)).sum();
            let mean = whole * 10 / self.rounds.len() as u64;
            line(format!("rounds: {}.{} on average, {least} to {most}", mean / 10, mean % 10));
        }
        let each = |count: u64| count.checked_div(self.games).unwrap_or(0);
        line(format!(
            "orders: {} ({} a battle); events: {} ({} a battle)",
            self.orders,
            each(self.orders),
            self.events,
            each(self.events)
        ));
        let known: BTreeSet<&str> = setup.ruleset.ledger().iter().map(|row| row.id.as_str()).collect();
        line(format!("rules that took effect: {} of {}", self.fired.len(), known.len()));
        for stuck in &self.stuck {
            line(stuck.to_string());
        }
        out
    }
}

/// So many of so many in per cent, rounded to a tenth.
fn share(count: u64, of: u64) -> String {
    let tenths = (count * 1000 + of / 2).checked_div(of).unwrap_or(0);
    format!("{:3}.{} %", tenths / 10, tenths % 10)
}

/// One battle between computers that play to win, for its log.
///
/// # Errors
/// When it cannot start or does not end.
pub fn demo(setup: &Setup, seed: u64) -> Result<Battle, String> {
    let mut battle = setup.start(seed)?;
    battle.forget_past();
    let plan = Plan { games: 1, seed, rounds: 200, player: Player::Greedy };
    play(&mut battle, &plan, |_, _| {})?;
    Ok(battle)
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn shares_are_rounded() {
        assert_eq!(share(1, 3), " 33.3 %");
        assert_eq!(share(2, 3), " 66.7 %");
        assert_eq!(share(7, 7), "100.0 %");
        assert_eq!(share(0, 0), "  0.0 %");
    }
}
