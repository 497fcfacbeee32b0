//! Short battles written down whole: what was ordered, what it was foreseen to do, what was told of it down to the last term of each number,
//! what has changed since and what can be done next. A number that is reckoned otherwise, a note that is missing, something that is
//! offered where it was not shows here in the line in which it happens, whichever rule it stands for.
//!
//! Whoever has the turn does what has been done least so far, so that a battle goes through everything that people there can do.
//!
//! Set `UPDATE_CHRONICLES=1` to write `tests/chronicles/*.txt` anew, and read what differs: of two that begin to differ somewhere, only the
//! first difference says anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

use battlemat::battle::{
    Battle, Branch, Choice, Decision, Legal, MoveOrder, Order, Purpose, SideId, Trace, all_stands, creatures, on_map,
    side_of,
};
use battlemat::grid::Footprint;
use battlemat::referee::sim::Setup;
use battlemat::referee::{log, state};
use serde_json::Value;

use crate::written::is_current;

/// What a forecast may look at: most are exact with less.
const RUNS: u32 = 60;

/// What somebody does, as far as doing it again is nothing new.
fn kind(order: &Order) -> String {
    match order {
        Order::Act(act) => {
            let options: Vec<&str> = act.options.keys().map(String::as_str).collect();
            format!("{} {} {}", act.action, act.with.as_deref().unwrap_or_default(), options.join(" "))
        }
        Order::Answer { choice } => format!("answer {choice}"),
        Order::Move(_) => "move".into(),
        _ => "end_turn".into(),
    }
}

/// The action, whatever it is done with.
fn action(kind: &str) -> &str {
    kind.split_once(' ').map_or("", |(action, _)| action)
}

/// What has been done least of what can be done, blows and steps three times as often; of several the one at a place that goes round.
fn rarest(battle: &Battle, legal: &[Legal], done: &mut BTreeMap<String, usize>) -> Option<Order> {
    let offers = battle.actors().into_iter().flat_map(|actor| battle.ruleset().offers(battle.world(), actor));
    let harmful: BTreeSet<_> =
        offers.filter(|offer| offer.purpose == Purpose::Harm).map(|offer| (offer.action, offer.with)).collect();
    let often = |order: &Order| match order {
        Order::Act(act) => harmful.contains(&(act.action.clone(), act.with.clone())),
        order => matches!(order, Order::Move(_)),
    };
    let mut kinds: BTreeMap<String, Vec<&Order>> = BTreeMap::new();
    for one in legal {
        kinds.entry(kind(&one.order)).or_default().push(&one.order);
    }
    let many = kinds.len();
    let times = |kind: &str| done.get(kind).copied().unwrap_or(0);
    let (kind, orders) = kinds.into_iter().min_by_key(|(kind, orders)| {
        let times = times(kind) + times(action(kind)) / 4;
        match orders[0] {
            // A turn is ended when all has been done that can be, or it would never be somebody else's.
            Order::EndTurn { .. } => (times * 2 / many, 1),
            order if often(order) => (times / 3, 0),
            _ => (times, 0),
        }
    })?;
    *done.entry(action(&kind).to_string()).or_default() += 1;
    let time = done.entry(kind).or_default();
    *time += 1;
    // Every other move goes to whoever is to be fought.
    if let Some(Order::Move(MoveOrder { creature, .. })) = orders.first().filter(|_| *time % 2 == 1) {
        let world = battle.world();
        let side = side_of(world, *creature);
        let foes = || all_stands(world).filter(|(_, stand)| stand.side != side);
        let near = |order: &&&Order| match order {
            Order::Move(MoveOrder { to: Some(to), .. }) => {
                foes().map(|(_, stand)| stand.space.steps(Footprint::single(*to))).min()
            }
            _ => None,
        };
        return orders.iter().min_by_key(near).map(|&order| order.clone());
    }
    Some(orders[*time * 7 % orders.len()].clone())
}

/// A branch of a forecast in one line.
fn foreseen(battle: &Battle, branch: &Branch) -> String {
    let answer = branch.answer.as_ref().map_or("in any case", |(key, _)| key);
    let mut out = format!("    {answer}, of {}", branch.whole);
    if let Some(success) = branch.success {
        write!(out, ", {success} succeed").expect("text");
    }
    for (what, weight) in &branch.brings {
        write!(out, ", {what} {weight}").expect("text");
    }
    for (&id, target) in &branch.targets {
        write!(
            out,
            "; {}: damage {:?}, healing {:?}, drops {}, {:?}, ends {:?}",
            battle.name(id),
            target.damage,
            target.healing,
            target.drops,
            target.conditions,
            target.ended
        )
        .expect("text");
    }
    out
}

/// Every value of the state by its path; lists of things by what is in them.
fn values(path: &str, value: &Value, out: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(table) => {
            let name = table.get("name").and_then(Value::as_str);
            let path = match (name, path.rsplit_once(" / ")) {
                (Some(name), Some((above, _))) => format!("{above} / {name}"),
                _ => path.to_string(),
            };
            for (key, value) in table {
                values(&format!("{path} / {key}"), value, out);
            }
        }
        Value::Array(list) if list.iter().any(Value::is_object) => {
            for one in list {
                let mut one = one.clone();
                if let Value::Object(table) = &mut one {
                    table.retain(|_, value| !["null", "false", "[]"].contains(&value.to_string().as_str()));
                }
                out.insert(format!("{path} has {one}"), String::new());
            }
        }
        other => {
            out.insert(path.to_string(), other.to_string());
        }
    }
}

/// What a referee sees of the battle, but for what only counts it.
fn seen(battle: &Battle) -> BTreeMap<String, String> {
    let mut state = state::state(battle);
    let table = state.as_object_mut().expect("a state is an object");
    for count in ["hash", "seed", "orders", "events", "decision"] {
        table.remove(count);
    }
    for creature in table["creatures"].as_object_mut().expect("by identity").values_mut() {
        // The sheet's numbers stand among the values; what ails somebody stands only there, in words.
        let ailments = creature["sheet"]["ailments"].take();
        creature["sheet"] = ailments;
    }
    let mut out = BTreeMap::new();
    values("state", &state, &mut out);
    let (world, ruleset) = (battle.world(), battle.ruleset());
    for id in on_map(world) {
        for tie in ruleset.ties(world, id) {
            let to = tie.to.map_or("everybody", |to| battle.name(to));
            let tie = format!("{} is {} to {to}: {}", battle.name(tie.who), tie.label, tie.why);
            out.insert(tie, String::new());
        }
        for side in sides(battle).filter(|&side| !ruleset.knows(world, side, id)) {
            let side = &battle.level().sides[usize::from(side.0)].id;
            out.insert(format!("{side} does not know of {}", battle.name(id)), String::new());
        }
    }
    out
}

fn sides(battle: &Battle) -> impl Iterator<Item = SideId> {
    let sides = battle.level().sides.len();
    (0..sides).map(|side| SideId(u8::try_from(side).expect("few sides")))
}

/// What sides are told otherwise than it was, from an event on.
fn told(battle: &Battle, from: usize, out: &mut String) {
    let all = log::lines(battle, from, true);
    for side in sides(battle) {
        let told = log::lines_told_to(battle, side, from, true);
        let side = &battle.level().sides[usize::from(side.0)].id;
        if told.len() != all.len() {
            writeln!(out, "  {side} is told {} lines of {}", told.len(), all.len()).expect("text");
        }
        for line in told.iter().filter(|line| !all.contains(line)) {
            writeln!(out, "  {side} is told: {}", line.trim()).expect("text");
        }
    }
}

/// What is known of an order before it is given: the aim, and what it is put together from.
fn known(battle: &Battle, order: &Order, out: &mut String) {
    let Order::Act(act) = order else { return };
    let (world, ruleset) = (battle.world(), battle.ruleset());
    if let Some(words) = ruleset.way_words(world, act) {
        writeln!(out, "    {words}").expect("text");
    }
    if let Some(aim) = ruleset.aim(world, act) {
        writeln!(out, "    aimed from {}; {:?}", aim.distance, aim.shelter).expect("text");
        for line in aim.cover.lines().into_iter().chain(aim.pool.iter().flat_map(Trace::lines)) {
            writeln!(out, "      {line}").expect("text");
        }
    }
    if let Some(made) = ruleset.compose(world, act) {
        let (range, radius) = (made.range, made.radius);
        writeln!(out, "    made for {}, reaches {range:?}, {radius:?} around", made.total).expect("text");
    }
}

/// How far whoever has the turn may go, and everything that it may do.
fn at_hand(battle: &Battle, legal: &[Legal], out: &mut String) {
    for actor in battle.actors() {
        let (left, unit) = battle.ruleset().movement_left(battle.world(), actor);
        let reach = battle.reach(actor);
        let stops = reach.squares.iter().filter(|reached| reached.stop).count();
        let costs: i32 = reach.squares.iter().map(|reached| reached.cost).sum();
        let name = battle.name(actor);
        writeln!(out, "  {name} may go {left} {unit}: to {stops} squares, for {costs} in all").expect("text");
    }
    writeln!(out, "  can: {}", can(legal)).expect("text");
}

fn changes(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>, out: &mut String) {
    for (path, value) in before {
        match after.get(path) {
            Some(now) if now != value => writeln!(out, "  * {path}: {value} → {now}").expect("text"),
            None => writeln!(out, "  - {path} {value}").expect("text"),
            Some(_) => {}
        }
    }
    for (path, value) in after.iter().filter(|(path, _)| !before.contains_key(*path)) {
        writeln!(out, "  + {path} {value}").expect("text");
    }
}

/// How much of each kind can be done.
fn can(legal: &[Legal]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for one in legal {
        *counts.entry(kind(&one.order)).or_default() += 1;
    }
    let counts = counts.iter().map(|(kind, count)| format!("{} {count}", kind.trim()));
    counts.collect::<Vec<_>>().join(", ")
}

/// A battle as it is written down, order by order.
pub(crate) struct Chronicle {
    /// The battle.
    pub(crate) battle: Battle,
    /// What is written so far.
    pub(crate) text: String,
    /// How often what has been done.
    done: BTreeMap<String, usize>,
    now: BTreeMap<String, String>,
}

impl Chronicle {
    /// One that begins with everybody in it.
    pub(crate) fn new(battle: Battle) -> Self {
        let mut text = log::lines(&battle, 0, true).join("\n");
        text.push('\n');
        for id in creatures(battle.world()) {
            let values = &state::creature(&battle, id)["values"];
            writeln!(text, "{}: {values}", battle.name(id)).expect("text");
        }
        Self { text, done: BTreeMap::new(), now: seen(&battle), battle }
    }

    /// What can be done, one order, and what comes of it; false when nothing can be done any more.
    pub(crate) fn go_on(&mut self, foreseeing: bool) -> bool {
        let legal = self.battle.legal();
        match self.battle.decision() {
            Some(decision) => question(&self.battle, decision, &mut self.text),
            None => at_hand(&self.battle, &legal, &mut self.text),
        }
        let Some(order) = rarest(&self.battle, &legal, &mut self.done) else {
            return false;
        };
        let written = serde_json::to_string(&order).expect("plain data");
        writeln!(self.text, "\n> {written}").expect("text");
        known(&self.battle, &order, &mut self.text);
        if foreseeing {
            let forecast = self.battle.forecast_within(&order, RUNS);
            let forecast = forecast.unwrap_or_else(|refusal| panic!("{written} is legal: {refusal}"));
            for branch in &forecast.branches {
                writeln!(self.text, "{}", foreseen(&self.battle, branch)).expect("text");
            }
        }
        let from = self.battle.events().len();
        if let Err(refusal) = self.battle.order(&order) {
            panic!("{written} is legal: {refusal}");
        }
        for line in log::lines(&self.battle, from, true) {
            writeln!(self.text, "{line}").expect("text");
        }
        told(&self.battle, from, &mut self.text);
        let next = seen(&self.battle);
        changes(&self.now, &next, &mut self.text);
        self.now = next;
        true
    }
}

/// What is asked.
fn question(battle: &Battle, decision: &Decision, out: &mut String) {
    let name = battle.name(decision.creature);
    writeln!(out, "? {name}, {}: {}", decision.kind, decision.prompt).expect("text");
    for line in decision.number.iter().flat_map(Trace::lines) {
        writeln!(out, "    {line}").expect("text");
    }
    for choice in &decision.choices {
        let Choice { label, cost, price, leaves, .. } = choice;
        writeln!(out, "    {label}: {cost} {price:?}, leaves {leaves:?}").expect("text");
    }
}

/// A level's battle as it is written down.
#[track_caller]
fn check(level: &str, ruleset: &str, orders: usize) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = root.join(level);
    let setup = Setup::read(&path, Some(ruleset)).expect("a sound level");
    let mut chronicle = Chronicle::new(setup.start(1).expect("it starts"));
    for _ in 0..orders {
        if !chronicle.go_on(true) {
            break;
        }
    }
    let found = chronicle.text;
    let name = path.file_stem().expect("a file").to_string_lossy();
    is_current(&format!("tests/chronicles/{name}-{ruleset}.txt"), &found, "UPDATE_CHRONICLES");
}

/// The tests of a ruleset, so that one can be asked for alone: `chronicles::vigor`.
macro_rules! chronicles_of {
    ($($ruleset:ident),*) => {
        $(mod $ruleset {
            use super::check;

            const KEY: &str = stringify!($ruleset);

            #[test]
            fn a_hall_with_somebody_of_every_kind() {
                check("tests/lists/hall.toml", KEY, 120);
            }

            #[test]
            fn an_arena_with_all_kinds_of_ground() {
                check("tests/levels/arena.toml", KEY, 90);
            }

            #[test]
            fn people_at_close_quarters() {
                check("tests/lists/straits.toml", KEY, 90);
            }

            #[test]
            fn levels_of_all_sorts() {
                for level in ["last-lantern", "low-wall", "the-long-ice", "pump-room"] {
                    check(&format!("levels/{level}.toml"), KEY, 30);
                }
            }
        })*

        #[test]
        fn every_ruleset_has_some() {
            let all = battlemat::rules::all().iter().chain(battlemat::rules::begun());
            let all: Vec<&str> = all.map(|ruleset| ruleset.key()).collect();
            assert_eq!(all, [$(stringify!($ruleset)),*]);
        }
    };
}

chronicles_of!(sol, essence, vigor, momentum, edge);
