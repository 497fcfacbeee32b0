//! Campaigns without a window: what has come about in one as lines, and many of them played by the computer.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::plan::Plan;
use super::sim::{NoFurther, Table, play};
use crate::ai::Mind;
use crate::battle::{LinkNote, Rule, Ruleset, Save, Trace};
use crate::campaign::{Journey, Leg, Loaded, Person, Stage, State};
use crate::level::{counted, one_line};

/// A campaign that goes on after this many battles counts as one without an end.
const MOST_BATTLES: usize = 200;

/// What is told of the end that no author wrote.
pub(super) const NOBODY_LEFT: &str = "Nobody is left who could go on.";

/// What stands for that end in figures.
const NOBODY: &str = "(nobody is left)";

/// What has come about so far, between battles, as lines.
pub fn lines(journey: &Journey) -> Vec<String> {
    let mut out = Vec::new();
    for leg in journey.legs() {
        match leg {
            Leg::Battle(fought) => {
                out.push(format!("{}: {}.", fought.battle, fought.reason.trim_end_matches('.')));
                if !fought.text.is_empty() {
                    out.push(format!("  {}", fought.text));
                }
            }
            Leg::Link(passed) => {
                if let Some(link) = passed.link.as_deref().and_then(|id| journey.campaign().link(id)) {
                    out.push(format!("{}: {}", link.id, link.text).trim_end_matches([':', ' ']).to_owned());
                }
                out.extend(passed.told.iter().flat_map(told));
            }
        }
    }
    out.extend(journey.roster().iter().filter_map(|person| Some(format!("  {}", person.can_go().err()?))));
    if let Stage::Ended { ending } = journey.stage() {
        out.push(end(journey, ending.as_deref()));
    }
    out.iter().map(|line| one_line(line).into_owned()).collect()
}

/// What the time between two battles brought about, and the tree of its number.
pub(super) fn told(note: &LinkNote) -> Vec<String> {
    let rules: Vec<&str> = note.rules.iter().map(Rule::id).collect();
    let mut out = vec![format!("  {} {}  [{}]", note.who, note.text, rules.join(" "))];
    out.extend(note.trace.iter().flat_map(Trace::lines).map(|line| format!("      {line}")));
    out
}

/// How a campaign has ended.
fn end(journey: &Journey, ending: Option<&str>) -> String {
    let ending = ending.and_then(|id| journey.campaign().ending(id));
    match ending {
        None => NOBODY_LEFT.to_owned(),
        Some(ending) if ending.text.is_empty() => ending.id.clone(),
        Some(ending) => format!("{}: {}", ending.id, ending.text),
    }
}

/// What many runs of a campaign came to.
pub struct Tally {
    name: String,
    ruleset: &'static dyn Ruleset,
    plan: Plan,
    /// How often each ending was reached; the key is none for runs in which nobody was left.
    endings: BTreeMap<Option<String>, u64>,
    /// How often each way through the campaign was taken, battle by battle, and how it ended.
    ways: BTreeMap<String, u64>,
    /// How often each battle was fought, and how often the campaign's people won it.
    battles: BTreeMap<String, (u64, u64)>,
    /// How often each of the roster was dead in the end.
    dead: BTreeMap<String, u64>,
    stuck: Vec<(u64, String, String)>,
    first_stuck: Option<Box<Save>>,
    games: u64,
}

/// Plays a campaign, once for each seed. A run that is stuck in a battle is counted as such.
///
/// # Errors
/// Why it cannot begin, or a battle of it cannot start.
pub fn run(loaded: &Loaded, ruleset: &'static dyn Ruleset, plan: &Plan) -> Result<Tally, String> {
    let mut tally = Tally::new(loaded, ruleset, *plan);
    for number in 0..plan.games {
        let mut journey = Journey::begin(loaded.clone(), ruleset, plan.seed.wrapping_add(number))?;
        while !matches!(journey.stage(), Stage::Ended { .. }) {
            if !tally.go_on(&mut journey)? {
                break;
            }
        }
        tally.count(&journey);
    }
    Ok(tally)
}

impl Tally {
    fn new(loaded: &Loaded, ruleset: &'static dyn Ruleset, plan: Plan) -> Self {
        let campaign = &loaded.campaign;
        let endings = campaign.endings.iter().map(|ending| (Some(ending.id.clone()), 0));
        Self {
            name: campaign.name.clone(),
            ruleset,
            plan,
            endings: endings.collect(),
            ways: BTreeMap::new(),
            battles: campaign.battles.iter().map(|stop| (stop.id.clone(), (0, 0))).collect(),
            dead: campaign.members.iter().map(|member| (member.name.clone(), 0)).collect(),
            stuck: Vec::new(),
            first_stuck: None,
            games: 0,
        }
    }

    /// The save of the first battle that was stuck.
    pub fn first_stuck(&self) -> Option<&Save> {
        self.first_stuck.as_deref()
    }

    /// Goes through one stage of a campaign; false where it goes no further.
    fn go_on(&mut self, journey: &mut Journey) -> Result<bool, String> {
        if let Stage::Resting { .. } = journey.stage() {
            let choices = journey.usual_choices();
            journey.pass(&choices, &[]).map_err(|why| why.to_string())?;
            return Ok(true);
        }
        let mut battle = journey.set_out(None, &[]).map_err(|why| why.to_string())?;
        battle.forget_past();
        let mut table = Table::of(Mind::new(self.plan.player, battle.seed()));
        let NoFurther(end, why) = play(&mut battle, &mut table, self.plan.rounds, |_, _| {});
        let fought = journey.fought().count();
        let why = match why {
            None if battle.outcome().is_none() => Some(end.word().to_owned()),
            None if fought >= MOST_BATTLES => Some(format!("it has no end after {MOST_BATTLES} battles")),
            why => why,
        };
        if let Some(why) = why {
            let id = journey.stop().map(|stop| stop.id.clone()).unwrap_or_default();
            self.first_stuck.get_or_insert_with(|| Box::new(battle.save()));
            self.stuck.push((journey.seed(), id, why));
            return Ok(false);
        }
        journey.settle(&battle).map_err(|why| why.to_string())?;
        Ok(true)
    }

    fn count(&mut self, journey: &Journey) {
        self.games += 1;
        let mut way: Vec<&str> = Vec::new();
        for fought in journey.fought() {
            way.push(&fought.battle);
            let sides = journey.campaign().battle(&fought.battle);
            let own = sides.map(|(_, stop)| journey.campaign().sides_in(stop)).unwrap_or_default();
            let (times, won) = self.battles.entry(fought.battle.clone()).or_default();
            *times += 1;
            *won += u64::from(fought.winners.iter().any(|winner| own.contains(winner)));
        }
        let is_dead = |person: &&Person| person.state == State::Dead;
        for person in journey.roster().iter().filter(is_dead) {
            *self.dead.entry(person.name.clone()).or_default() += 1;
        }
        if let Stage::Ended { ending } = journey.stage() {
            *self.endings.entry(ending.clone()).or_default() += 1;
            way.push(ending.as_deref().unwrap_or(NOBODY));
            *self.ways.entry(way.join(" > ")).or_default() += 1;
        }
    }

    /// The figures as text.
    pub fn report(&self) -> String {
        let mut out = String::new();
        let mut line = |text: String| writeln!(out, "{}", one_line(&text)).expect("writing to a string");
        let (player, seed) = (self.plan.player.word(), self.plan.seed);
        let times = counted(self.games, "run");
        line(format!(
            "{} under {}: {times}, every side by `{player}`, seeds from {seed}",
            self.name,
            self.ruleset.title()
        ));
        line("endings:".into());
        for (ending, times) in &self.endings {
            line(format!("  {:20} {times:6}", ending.as_deref().unwrap_or(NOBODY)));
        }
        line("ways:".into());
        for (way, times) in &self.ways {
            line(format!("  {times:6}  {way}"));
        }
        line("battles:".into());
        for (battle, (times, won)) in &self.battles {
            line(format!("  {battle:20} {times:6} fought, {won} won"));
        }
        line("dead in the end:".into());
        for (name, times) in &self.dead {
            line(format!("  {name:20} {times:6}"));
        }
        for (seed, battle, why) in &self.stuck {
            line(format!("seed {seed}: stuck in {battle}: {why}"));
        }
        out
    }

    /// The same figures as JSON.
    pub fn to_json(&self) -> Value {
        let endings = self.endings.iter().map(|(ending, times)| json!({ "ending": ending, "runs": times }));
        let ways = self.ways.iter().map(|(way, times)| json!({ "way": way, "runs": times }));
        let battles = self.battles.iter();
        let battles = battles.map(|(id, (fought, won))| json!({ "battle": id, "fought": fought, "won": won }));
        let stuck = self.stuck.iter();
        let stuck = stuck.map(|(seed, battle, why)| json!({ "seed": seed, "battle": battle, "why": why }));
        json!({
            "campaign": self.name,
            "ruleset": self.ruleset.key(),
            "player": self.plan.player.word(),
            "seed": self.plan.seed,
            "runs": self.games,
            "endings": endings.collect::<Vec<_>>(),
            "ways": ways.collect::<Vec<_>>(),
            "battles": battles.collect::<Vec<_>>(),
            "dead": self.dead,
            "stuck": stuck.collect::<Vec<_>>(),
        })
    }
}
