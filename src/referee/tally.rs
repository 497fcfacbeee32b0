//! What many battles came to: who won and how sure that is, why they ended, which events of the level came, which turns went by unused.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use bevy::platform::collections::HashMap;
use serde_json::{Value, json};

use super::names::side_id;
use super::plan::{Plan, STANDSTILL, Setup};
use crate::battle::{
    Act, Battle, ById, Creature, Decision, Ending, Event, Group, Id, Order, Purpose, Rule, Save, SideId, What, at_odds,
    is_bystander, side_of, space,
};
use crate::level::{Level, counted, one_line};

/// Why a battle went no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// It was decided.
    Decided(Ending),
    /// The limit of rounds was reached, and for long no creature had been harmed: the rules may leave none able to harm another.
    Standstill,
    /// The limit of rounds was reached while it was still being fought.
    RoundLimit,
    /// A player found nothing to do, was refused what it was offered, or a round did not end.
    Stuck,
}

impl End {
    /// The word for it in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Decided(Ending::Goal) => "goal reached",
            Self::Decided(Ending::Down) => "all down",
            Self::Decided(Ending::Fled) => "fled",
            Self::Decided(Ending::Idle) => "nobody acts",
            Self::Standstill => "standstill",
            Self::RoundLimit => "round limit",
            Self::Stuck => "stuck",
        }
    }

    /// What the word does not say, where it says too little.
    fn remark(self) -> String {
        match self {
            Self::Standstill => {
                format!("  (the limit of rounds was reached, and nobody was harmed in the last {STANDSTILL})")
            }
            Self::RoundLimit => "  (still being fought when the limit of rounds was reached: see below)".into(),
            Self::Stuck => "  (see below)".into(),
            Self::Decided(_) => String::new(),
        }
    }
}

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

/// The turns of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// All that began.
    pub all: u64,
    /// Those ended by order without anything done in them, though something could be done; by creature.
    pub idle: BTreeMap<String, u64>,
    /// Idle turns in which a foe could be attacked.
    pub could_attack: u64,
}

impl Turns {
    fn idle(&self) -> u64 {
        self.idle.values().sum()
    }
}

/// What many battles came to.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// What was to be played; nothing where nothing was.
    pub plan: Option<Plan>,
    /// Battles.
    pub games: u64,
    /// Wins by side; several winners count each.
    pub wins: BTreeMap<String, u64>,
    /// Decided battles that nobody won.
    pub draws: u64,
    /// How many battles ended in which way, by reason.
    pub ends: BTreeMap<End, BTreeMap<String, u64>>,
    /// In how many battles each event of the level came, by its place in the level.
    pub came: BTreeMap<usize, u64>,
    /// The turns of each side.
    pub turns: BTreeMap<String, Turns>,
    /// Battles that do not end.
    pub stuck: Vec<Stuck>,
    /// The first of them, to look into it.
    pub first_stuck: Option<Box<Save>>,
    /// The rounds of each battle that was decided or came to a standstill.
    pub rounds: Vec<u32>,
    /// Orders, answers included.
    pub orders: u64,
    /// Events.
    pub events: u64,
    /// How often each rule took effect.
    pub fired: BTreeMap<String, u64>,
}

/// What is noted while battles are played.
#[derive(Default)]
pub(super) struct Watch {
    fired: HashMap<Rule, u64>,
    orders: u64,
    turns: BTreeMap<String, Turns>,
    /// The turn being played, by round and creature, and whether anything has been done in it.
    turn: ((u32, Option<Id>), bool),
    /// Events of the level that have come in the battle being played, by their place in the level.
    came: BTreeSet<usize>,
}

impl Watch {
    /// Hears of a battle that has just been set up.
    pub(super) fn begins(&mut self, battle: &Battle) {
        (self.turn, self.came) = Default::default();
        self.told(battle, 0);
    }

    /// Hears of an order before it is given.
    pub(super) fn before(&mut self, battle: &Battle, order: &Order) {
        if matches!(order, Order::Answer { .. }) {
            return;
        }
        let turn = (battle.flow().round, battle.active());
        if self.turn.0 != turn {
            self.turn = (turn, false);
        }
        let Order::EndTurn { creature } = *order else {
            self.turn.1 = true;
            return;
        };
        if self.turn.1 {
            return;
        }
        if let Some(could_attack) = could(battle, creature) {
            let turns = self.turns_of(battle, creature);
            *turns.idle.entry(battle.name(creature).to_string()).or_default() += 1;
            turns.could_attack += u64::from(could_attack);
        }
    }

    /// Hears of what an order brought about: the events from this place on.
    pub(super) fn after(&mut self, battle: &Battle, from: usize) {
        self.orders += 1;
        self.told(battle, from);
    }

    /// The turns of a creature's side.
    fn turns_of(&mut self, battle: &Battle, creature: Id) -> &mut Turns {
        let side = side_id(battle, side_of(battle.world(), creature)).to_string();
        self.turns.entry(side).or_default()
    }

    fn told(&mut self, battle: &Battle, from: usize) {
        let events = &battle.events()[from..];
        note_rules(&mut self.fired, events, battle.decision());
        for event in events {
            match &event.what {
                What::TurnBegins => {
                    if let Some(creature) = event.actor {
                        self.turns_of(battle, creature).all += 1;
                    }
                }
                What::Says { text, .. } => self.came.extend(events_that_say(battle.level(), text)),
                _ => {}
            }
        }
    }
}

/// What an event of the level is told as: its text, or its id where it has none.
fn told_as(event: &crate::level::Event) -> &str {
    if event.text.is_empty() { &event.id } else { &event.text }
}

/// Events that are told in these words, by their place in the level.
fn events_that_say<'a>(level: &'a Level, text: &'a str) -> impl Iterator<Item = usize> + 'a {
    let all = level.events.iter().enumerate();
    all.filter(move |(_, event)| told_as(event) == text).map(|(place, _)| place)
}

/// Whether a creature could attack a foe now; nothing where it could not even act or move.
pub(super) fn could(battle: &Battle, creature: Id) -> Option<bool> {
    let (world, ruleset) = (battle.world(), battle.ruleset());
    let side = side_of(world, creature);
    let foe = |act: &Act| act.target.is_some_and(|id| is_foe(battle, side, id));
    let mut offers = ruleset.offers_in(world, creature, &[Group::Attack, Group::Action, Group::Move]);
    offers.retain(|offer| offer.refusal.is_none());
    let harmful = |offer: &&crate::battle::Offer| offer.purpose == Purpose::Harm;
    let attacks = offers.iter().filter(harmful).any(|offer| ruleset.acts(world, creature, offer).iter().any(foe));
    let acts = || offers.iter().any(|offer| !ruleset.acts(world, creature, offer).is_empty());
    let here = space(world, creature).at;
    let moves = || battle.reach(creature).squares.iter().any(|reached| reached.stop && reached.at != here);
    (attacks || acts() || moves()).then_some(attacks)
}

fn is_foe(battle: &Battle, side: SideId, id: Id) -> bool {
    let (world, ruleset) = (battle.world(), battle.ruleset());
    world.part::<Creature>(id).is_some()
        && at_odds(world, side, side_of(world, id))
        && !is_bystander(world, id)
        && ruleset.standing(world, id)
        && ruleset.knows(world, side, id)
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

impl Tally {
    /// Counts a battle that goes no further; `stuck` says why where that is no end.
    pub(super) fn count(&mut self, battle: &Battle, watch: &Watch, end: End, stuck: Option<String>) {
        self.games += 1;
        self.events += battle.events().len() as u64;
        for &place in &watch.came {
            *self.came.entry(place).or_default() += 1;
        }
        let reason = battle.outcome().map_or_else(String::new, |outcome| outcome.reason.to_string());
        *self.ends.entry(end).or_default().entry(reason).or_default() += 1;
        let round = battle.flow().round;
        if let Some(why) = stuck {
            self.first_stuck.get_or_insert_with(|| Box::new(battle.save()));
            self.stuck.push(Stuck { seed: battle.seed(), round, why });
            return;
        }
        self.rounds.push(round);
        let Some(outcome) = battle.outcome() else { return };
        if outcome.winners.is_empty() {
            self.draws += 1;
        }
        for &side in &outcome.winners {
            *self.wins.entry(side_id(battle, side).to_string()).or_default() += 1;
        }
    }

    /// Takes over what was noted while the battles were played.
    pub(super) fn take_over(&mut self, watch: Watch) {
        self.orders = watch.orders;
        self.turns = watch.turns;
        self.fired = watch.fired.into_iter().map(|(rule, count)| (rule.0.into(), count)).collect();
    }

    /// Events of the level, those told in the same words together: their ids, the words, in how many battles they came.
    fn came(&self, level: &Level) -> Vec<(Vec<String>, String, u64)> {
        let mut out: Vec<(Vec<String>, String, u64)> = Vec::new();
        for (place, event) in level.events.iter().enumerate() {
            let games = self.came.get(&place).copied().unwrap_or(0);
            match out.iter_mut().find(|(_, text, _)| text == told_as(event)) {
                Some((ids, ..)) => ids.push(event.id.clone()),
                None => out.push((vec![event.id.clone()], told_as(event).to_string(), games)),
            }
        }
        out
    }

    /// The figures as text.
    pub fn report(&self, setup: &Setup) -> String {
        let mut out = String::new();
        let mut line = |text: String| writeln!(out, "{}", one_line(&text)).expect("writing to a string");
        let games = counted(self.games, "battle");
        let by = self.plan.map(|plan| format!(", every side by `{}`, seeds from {}", plan.player.word(), plan.seed));
        let (level, ruleset) = (&setup.level.name, setup.ruleset.title());
        line(format!("{level} under {ruleset}: {games}{}", by.unwrap_or_default()));
        let percent = |count: u64| share(count, self.games);
        for side in setup.level.sides.iter().filter(|side| !side.neutral) {
            let wins = self.wins.get(&side.id).copied().unwrap_or(0);
            let sure = interval(wins, self.games);
            let sure = sure.map_or_else(String::new, |(from, to)| format!("  (95 %: {from:.1} to {to:.1} %)"));
            line(format!("  {:20} wins {wins:6}  {}{sure}", side.name, percent(wins)));
        }
        line(format!("  {:20}      {:6}  {}", "nobody", self.draws, percent(self.draws)));
        line("why they ended:".into());
        for (end, reasons) in &self.ends {
            let games = reasons.values().sum();
            line(format!("  {:20}      {games:6}  {}{}", end.word(), percent(games), end.remark()));
            let told = matches!(end, End::Decided(Ending::Goal | Ending::Fled));
            for (reason, games) in reasons.iter().filter(|_| told) {
                line(format!("    {games:6} {reason}"));
            }
        }
        let came = self.came(&setup.level);
        if !came.is_empty() {
            line("events of the level, by battles in which they came:".into());
        }
        for (ids, text, games) in came {
            let ids = ids.join(", ");
            let text = if text == ids { String::new() } else { format!("  {text}") };
            line(format!("  {ids:20}      {games:6}  {}{text}", percent(games)));
        }
        line("turns ended with nothing done though something could be:".into());
        for side in &setup.level.sides {
            let Some(turns) = self.turns.get(&side.id) else { continue };
            let idle = turns.idle();
            let mut text = format!("  {:20}      {idle:6}  {} of {}", side.name, share(idle, turns.all), turns.all);
            if idle > 0 {
                let names: Vec<String> = turns.idle.iter().map(|(name, count)| format!("{name} {count}")).collect();
                let _ = write!(text, "; a foe could be attacked in {}; {}", turns.could_attack, names.join(", "));
            }
            line(text);
        }
        if let Some((least, tenths, most)) = self.lasted() {
            line(format!("rounds: {}.{} on average, {least} to {most}", tenths / 10, tenths % 10));
        }
        let each = |count: u64| count.checked_div(self.games).unwrap_or(0);
        line(format!(
            "orders: {} ({} a battle); events: {} ({} a battle)",
            self.orders,
            each(self.orders),
            self.events,
            each(self.events)
        ));
        line(format!("rules that took effect: {} of {}", self.fired.len(), known_rules(setup)));
        for stuck in &self.stuck {
            line(stuck.to_string());
        }
        out
    }

    /// The least, ten times the mean, and the most of the rounds of battles that came to an end.
    fn lasted(&self) -> Option<(u32, u64, u32)> {
        let (least, most) = (*self.rounds.iter().min()?, *self.rounds.iter().max()?);
        let whole: u64 = self.rounds.iter().map(|&rounds| u64::from(rounds)).sum();
        Some((least, whole * 10 / self.rounds.len() as u64, most))
    }

    /// The same figures as JSON.
    pub fn to_json(&self, setup: &Setup) -> Value {
        let sides = setup.level.sides.iter().map(|side| {
            let wins = self.wins.get(&side.id).copied().unwrap_or(0);
            let turns = self.turns.get(&side.id).cloned().unwrap_or_default();
            let interval = interval(wins, self.games).map(|(from, to)| [tenth(from), tenth(to)]);
            json!({
                "side": side.id,
                "name": side.name,
                "neutral": side.neutral,
                "wins": wins,
                "percent": percent(wins, self.games).map(tenth),
                "interval": interval,
                "turns": turns.all,
                "idle_turns": turns.idle(),
                "idle_turns_with_a_foe_to_attack": turns.could_attack,
                "idle_turns_by_creature": turns.idle,
            })
        });
        let ends = self.ends.iter().map(|(end, reasons)| {
            let games: u64 = reasons.values().sum();
            let reasons: BTreeMap<&String, u64> = reasons
                .iter()
                .filter(|(reason, _)| !reason.is_empty())
                .map(|(reason, &count)| (reason, count))
                .collect();
            json!({ "end": end.word(), "battles": games, "reasons": reasons })
        });
        let events = self.came(&setup.level).into_iter();
        let events = events.map(|(ids, text, games)| json!({ "events": ids, "text": text, "battles": games }));
        let rounds = self.lasted().map(|(least, tenths, most)| {
            let mean = json!(f64::from(u32::try_from(tenths).unwrap_or(u32::MAX)) / 10.0);
            json!({ "least": least, "mean": mean, "most": most })
        });
        let stuck = self.stuck.iter();
        let stuck = stuck.map(|one| json!({ "seed": one.seed, "round": one.round, "why": one.why }));
        json!({
            "level": setup.level.name,
            "ruleset": setup.ruleset.key(),
            "player": self.plan.map(|plan| plan.player.word()),
            "seed": self.plan.map(|plan| plan.seed),
            "battles": self.games,
            "sides": sides.collect::<Vec<_>>(),
            "nobody": self.draws,
            "ends": ends.collect::<Vec<_>>(),
            "events": events.collect::<Vec<_>>(),
            "rounds": rounds,
            "orders": self.orders,
            "told": self.events,
            "rules": { "took_effect": self.fired.len(), "known": known_rules(setup) },
            "stuck": stuck.collect::<Vec<_>>(),
        })
    }
}

/// How many rules the ruleset has.
fn known_rules(setup: &Setup) -> usize {
    setup.ruleset.ledger().iter().map(|row| row.id.as_str()).collect::<BTreeSet<_>>().len()
}

/// So many of so many in per cent, rounded to a tenth.
fn share(count: u64, of: u64) -> String {
    let tenths = (count * 1000 + of / 2).checked_div(of).unwrap_or(0);
    format!("{:3}.{} %", tenths / 10, tenths % 10)
}

/// A count as a number that can be divided.
pub(super) fn real(count: u64) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// So many of so many in per cent.
pub(super) fn percent(count: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| 100.0 * real(count) / real(of))
}

/// Rounded to a tenth.
pub(super) fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// The ends of Wilson's 95 % interval for a share, in per cent: outside of it the true share would seldom give such a count. Nothing
/// where nothing was tried.
fn interval(count: u64, of: u64) -> Option<(f64, f64)> {
    interval_of(real(count), of)
}

/// The same of points, of which a bout that was drawn gives half a one.
pub(super) fn interval_of(points: f64, of: u64) -> Option<(f64, f64)> {
    /// So many standard deviations lie on either side of the middle 95 % of a normal distribution.
    const DEVIATIONS: f64 = 1.96;

    let square = DEVIATIONS * DEVIATIONS;
    let tries = real(of);
    if of == 0 {
        return None;
    }
    let seen = points / tries;
    let whole = 1.0 + square / tries;
    let middle = (seen + square / (2.0 * tries)) / whole;
    let spread = DEVIATIONS / whole * (seen * (1.0 - seen) / tries + square / (4.0 * tries * tries)).sqrt();
    Some((100.0 * (middle - spread).max(0.0), 100.0 * (middle + spread).min(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded() {
        assert_eq!(share(1, 3), " 33.3 %");
        assert_eq!(share(2, 3), " 66.7 %");
        assert_eq!(share(7, 7), "100.0 %");
        assert_eq!(share(0, 0), "  0.0 %");
    }

    /// Against values of Wilson's formula worked out by hand.
    #[test]
    fn an_interval_is_wilsons() {
        let of = |count, of| interval(count, of).map(|(from, to)| (tenth(from), tenth(to)));
        assert_eq!(of(0, 0), None);
        assert_eq!(of(0, 10), Some((0.0, 27.8)));
        assert_eq!(of(10, 10), Some((72.2, 100.0)));
        assert_eq!(of(50, 100), Some((40.4, 59.6)));
        assert_eq!(of(87, 200), Some((36.8, 50.4)));
    }
}
