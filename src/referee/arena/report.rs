//! What all bouts came to: who won how surely, how they ended, how each player behaved, what each board favours.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::bout::Bout;
use super::conduct::{Conduct, Share};
use super::ladder::strengths;
use crate::referee::tally::{interval_of, percent, real, tenth};

/// Two players, and what the first got from the second.
#[derive(Clone, Debug, Default)]
struct Meeting {
    points: f64,
    won: u64,
    lost: u64,
    bouts: u64,
    /// By board and seed: what the first got in both bouts, and in how many.
    pairs: BTreeMap<(String, String, u64), (f64, u64)>,
}

impl Meeting {
    fn add(&mut self, bout: &Bout, points: f64) {
        let pairing = &bout.pairing;
        self.points += points;
        self.won += u64::from(points > 0.5);
        self.lost += u64::from(points < 0.5);
        self.bouts += 1;
        let pair = self.pairs.entry((pairing.level.clone(), pairing.ruleset.clone(), pairing.seed)).or_default();
        pair.0 += points;
        pair.1 += 1;
    }

    /// Of the pairs of bouts with seats swapped: won, even, lost.
    fn swapped(&self) -> (u64, u64, u64) {
        let (mut won, mut even, mut lost) = (0, 0, 0);
        for &(points, _) in self.pairs.values().filter(|pair| pair.1 == 2) {
            match points.total_cmp(&1.0) {
                Ordering::Less => lost += 1,
                Ordering::Equal => even += 1,
                Ordering::Greater => won += 1,
            }
        }
        (won, even, lost)
    }
}

/// What some of the bouts came to.
#[derive(Clone, Debug, Default)]
struct Sum {
    bouts: u64,
    meetings: BTreeMap<(String, String), Meeting>,
    ends: BTreeMap<String, u64>,
    rounds: Vec<u32>,
    conduct: BTreeMap<String, Conduct>,
    neutral_attacks: u64,
    wrong: Vec<String>,
    /// By board: what the first seat got, and in how many bouts.
    boards: BTreeMap<String, (f64, u64)>,
}

impl Sum {
    fn of<'a>(bouts: impl Iterator<Item = &'a Bout>) -> Self {
        let mut sum = Self::default();
        for bout in bouts {
            sum.add(bout);
        }
        sum
    }

    fn add(&mut self, bout: &Bout) {
        let pairing = &bout.pairing;
        let ([one, other], points) = (&pairing.seats, bout.points());
        self.bouts += 1;
        if one != other {
            let (key, points) = if one < other {
                ((one.clone(), other.clone()), points)
            } else {
                ((other.clone(), one.clone()), 1.0 - points)
            };
            self.meetings.entry(key).or_default().add(bout, points);
        }
        *self.ends.entry(bout.end.clone()).or_default() += 1;
        self.rounds.push(bout.rounds);
        for (seat, conduct) in pairing.seats.iter().zip(&bout.conduct) {
            self.conduct.entry(seat.clone()).or_default().add(conduct);
        }
        self.neutral_attacks += bout.neutral_attacks;
        if let Some(why) = &bout.why {
            let seats = pairing.seats.join(" against ");
            self.wrong
                .push(format!("{} under {}, seed {}, {seats}: {why}", pairing.level, pairing.ruleset, pairing.seed));
        }
        let board = self.boards.entry(format!("{} under {}", stem(&pairing.level), pairing.ruleset)).or_default();
        board.0 += points;
        board.1 += 1;
    }

    fn players(&self) -> Vec<&String> {
        self.conduct.keys().collect()
    }

    /// Each player with its strength, the strongest first.
    fn ladder(&self) -> Vec<(&String, f64)> {
        let players = self.players();
        let got = |one: &String, other: &String| {
            let straight = self.meetings.get(&(one.clone(), other.clone())).map(|meeting| meeting.points);
            let turned = || self.meetings.get(&(other.clone(), one.clone()));
            straight.or_else(|| turned().map(|meeting| real(meeting.bouts) - meeting.points)).unwrap_or(0.0)
        };
        let row = |one: &&String| players.iter().map(|other| got(one, other)).collect();
        let points: Vec<Vec<f64>> = players.iter().map(row).collect();
        let mut out: Vec<_> = players.iter().copied().zip(strengths(&points)).collect();
        out.sort_by(|one, other| other.1.total_cmp(&one.1));
        out
    }
}

fn stem(level: &str) -> &str {
    std::path::Path::new(level).file_stem().and_then(std::ffi::OsStr::to_str).unwrap_or(level)
}

/// So many points of so many bouts in per cent.
fn percent_of(points: f64, bouts: u64) -> f64 {
    100.0 * points / real(bouts)
}

/// The middle and the 99th of a hundred.
fn spread(values: &[u32]) -> Option<(u32, u32)> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let at = |hundredths: usize| sorted.get(sorted.len() * hundredths / 100).copied();
    Some((at(50)?, at(99)?))
}

/// What is said of a player's conduct: a line's name and its value.
fn lines(conduct: &Conduct) -> Vec<(String, String)> {
    let share = |share: Share| match percent(share.count, share.of) {
        Some(percent) => format!("{percent:.1} % of {}", share.of),
        None => "-".into(),
    };
    let kinds = conduct.legal.union(&conduct.used).count();
    let mut out = vec![
        ("healthy turns ended with nothing done though something could be".into(), share(conduct.idle)),
        ("points of the healthy left unused".into(), share(conduct.unused)),
        ("kinds of action used, of those that were legal".into(), format!("{} of {kinds}", conduct.used.len())),
    ];
    for (pool, &full) in &conduct.full {
        out.push((format!("healthy turns begun with all {pool}"), share(full)));
    }
    out.push(("attacks at the fallen while another foe could be attacked".into(), share(conduct.at_the_fallen)));
    out.push(("harm done to its own, of all harm".into(), share(conduct.own_harm)));
    if let (Some(micros), Some(looks)) = (spread(&conduct.micros), spread(&conduct.looks)) {
        let milli = |micros: u32| f64::from(micros) / 1000.0;
        let time = format!("{:.1} ms, {:.1} ms", milli(micros.0), milli(micros.1));
        out.push(("processor time of a turn: the middle, the 99th of a hundred".into(), time));
        out.push(("played out ahead in a turn: likewise".into(), format!("{}, {}", looks.0, looks.1)));
    }
    out
}

/// The bouts under each ruleset, and all of them where there are several.
fn parts(bouts: &[Bout]) -> Vec<(String, Sum)> {
    let mut by: BTreeMap<&str, Vec<&Bout>> = BTreeMap::new();
    for bout in bouts {
        by.entry(&bout.pairing.ruleset).or_default().push(bout);
    }
    let mut out: Vec<(String, Sum)> =
        by.iter().map(|(&ruleset, bouts)| (ruleset.to_owned(), Sum::of(bouts.iter().copied()))).collect();
    if out.len() > 1 {
        out.push(("all".into(), Sum::of(bouts.iter())));
    }
    out
}

/// The figures as text.
pub fn report(bouts: &[Bout]) -> String {
    let mut out = String::new();
    for (name, sum) in parts(bouts) {
        describe(&mut out, &name, &sum);
    }
    out
}

fn describe(out: &mut String, name: &str, sum: &Sum) {
    let mut line = |text: String| writeln!(out, "{text}").expect("writing to a string");
    line(format!("{name}: {} bouts", sum.bouts));
    for ((one, other), meeting) in &sum.meetings {
        let share = percent_of(meeting.points, meeting.bouts);
        let (from, to) = interval_of(meeting.points, meeting.bouts).unwrap_or_default();
        let drawn = meeting.bouts - meeting.won - meeting.lost;
        line(format!(
            "  {one} against {other}: {share:.1} % (95 %: {from:.1} to {to:.1} %); won {}, drawn {drawn}, lost {}",
            meeting.won, meeting.lost
        ));
        let (won, even, lost) = meeting.swapped();
        if won + even + lost > 0 {
            line(format!("    with seats swapped: {won} pairs won, {even} even, {lost} lost"));
        }
    }
    if sum.conduct.len() > 1 {
        let ladder: Vec<String> =
            sum.ladder().iter().map(|(player, strength)| format!("{player} {strength:+.0}")).collect();
        line(format!("  ladder: {}", ladder.join(", ")));
    }
    let ends: Vec<String> = sum.ends.iter().map(|(end, count)| format!("{end} {count}")).collect();
    line(format!("  how they ended: {}", ends.join(", ")));
    if let (Some((middle, _)), Some(most)) = (spread(&sum.rounds), sum.rounds.iter().max()) {
        line(format!("  rounds: {middle} in the middle, {most} at most"));
    }
    for (player, conduct) in &sum.conduct {
        line(format!("  how {player} behaves:"));
        for (name, value) in lines(conduct) {
            line(format!("    {name:62} {value}"));
        }
    }
    line(format!("  attacks by neutral sides and bystanders: {}", sum.neutral_attacks));
    line("  what the first side gets on each board:".into());
    for (board, &(points, bouts)) in &sum.boards {
        let (from, to) = interval_of(points, bouts).unwrap_or_default();
        let share = percent_of(points, bouts);
        line(format!("    {board:36} {share:5.1} % of {bouts} (95 %: {from:.1} to {to:.1} %)"));
    }
    for why in &sum.wrong {
        line(format!("  without an end: {why}"));
    }
}

/// The same figures as JSON.
pub fn to_json(bouts: &[Bout]) -> Value {
    let part = |(name, sum): (String, Sum)| {
        let meetings = sum.meetings.iter().map(|((one, other), meeting)| {
            let (won, even, lost) = meeting.swapped();
            let interval = interval_of(meeting.points, meeting.bouts).map(|(from, to)| [tenth(from), tenth(to)]);
            json!({
                "players": [one, other],
                "bouts": meeting.bouts,
                "won": meeting.won,
                "lost": meeting.lost,
                "percent": tenth(percent_of(meeting.points, meeting.bouts)),
                "interval": interval,
                "pairs": { "won": won, "even": even, "lost": lost },
            })
        });
        let boards = sum.boards.iter().map(|(board, &(points, bouts))| {
            let interval = interval_of(points, bouts).map(|(from, to)| [tenth(from), tenth(to)]);
            json!({
                "board": board,
                "bouts": bouts,
                "first_side_percent": tenth(percent_of(points, bouts)),
                "interval": interval,
            })
        });
        let ladder = sum.ladder().into_iter();
        let ladder = ladder.map(|(player, strength)| json!({ "player": player, "strength": tenth(strength) }));
        let conduct = sum.conduct.iter().map(|(player, conduct)| (player.clone(), conduct_json(conduct)));
        json!({
            "ruleset": name,
            "bouts": sum.bouts,
            "meetings": meetings.collect::<Vec<_>>(),
            "ladder": ladder.collect::<Vec<_>>(),
            "ends": sum.ends,
            "rounds": spread_json(&sum.rounds),
            "conduct": conduct.collect::<serde_json::Map<String, Value>>(),
            "neutral_attacks": sum.neutral_attacks,
            "boards": boards.collect::<Vec<_>>(),
            "without_an_end": sum.wrong,
        })
    };
    Value::Array(parts(bouts).into_iter().map(part).collect())
}

fn spread_json(values: &[u32]) -> Option<Value> {
    spread(values).map(|(middle, late)| json!({ "middle": middle, "of_99": late }))
}

fn conduct_json(conduct: &Conduct) -> Value {
    json!({
        "idle": conduct.idle,
        "unused": conduct.unused,
        "legal": conduct.legal,
        "used": conduct.used,
        "full": conduct.full,
        "at_the_fallen": conduct.at_the_fallen,
        "own_harm": conduct.own_harm,
        "turns": conduct.micros.len(),
        "micros": spread_json(&conduct.micros),
        "looks_ahead": spread_json(&conduct.looks),
    })
}
