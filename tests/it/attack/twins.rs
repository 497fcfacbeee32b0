//! Two battles that differ only in where somebody stands of whom a side does not know, or in whether there is anybody: whatever that
//! side asks, it is answered the same to the byte, until it gets to know.

use std::collections::BTreeMap;
use std::path::Path;

use battlemat::ai::Random;
use battlemat::battle::*;
use battlemat::dice::Dice;
use battlemat::grid::Square;
use battlemat::level::{Creature, Event as LevelEvent, Trigger};
use battlemat::referee::protocol::Session;
use serde_json::{Value, json};

use super::{battle, long, played, send};

/// What sets the two apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Apart {
    /// Where the one stands.
    Place,
    /// Whether there is one.
    Existence,
}

/// What the side asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asking {
    /// Everything it could ask without speaking.
    Everything,
    /// What the computer would do in its place.
    Plans,
}

/// The two, the side that asks, and the one it does not know of.
struct Twins {
    pair: [Session; 2],
    side: SideId,
    secret: Id,
    apart: Apart,
    /// How many requests were answered the same.
    same: usize,
}

fn as_referee(session: &mut Session, request: &Value) -> Value {
    session.speak_as(None);
    send(session, request)
}

fn sides(session: &Session) -> impl Iterator<Item = SideId> + use<> {
    (0..battle(session).level().sides.len()).filter_map(|side| u8::try_from(side).ok().map(SideId))
}

impl Twins {
    /// Both play the same for a while; then somebody hides, and comes to stand here in one and there in the other.
    fn begin(level: &str, ruleset: &str, seed: u64, apart: Apart) -> Option<Self> {
        let load = json!({ "cmd": "load", "level": level, "ruleset": ruleset, "seed": seed });
        let mut pair = [Session::default(), Session::default()];
        for session in &mut pair {
            assert_eq!(send(session, &load)["ok"], true, "{level} under {ruleset}");
        }
        let mut player = Random::new(seed);
        let both = |pair: &mut [Session; 2], request: &Value| {
            pair.each_mut().map(|one| as_referee(one, request)["ok"] == true)
        };
        for _ in 0..player.below(30) {
            let order = player.choose(battle(&pair[0]))?;
            both(&mut pair, &json!({ "cmd": "order", "order": order }));
        }
        let all: Vec<SideId> = sides(&pair[0]).collect();
        let side = all[player.below(all.len())];
        if battle(&pair[0]).outcome().is_some() || battle(&pair[0]).decision().is_some() {
            return None;
        }
        if player.below(2) == 0 {
            both(&mut pair, &json!({ "cmd": "gm", "do": { "light": { "becomes": "dark" } } }));
        }
        let world = battle(&pair[0]).world();
        let active = battle(&pair[0]).active();
        let others: Vec<Id> = on_map(world).filter(|&id| side_of(world, id) != side && Some(id) != active).collect();
        let secret = *others.get(player.below(others.len()))?;
        let hide = json!({ "cmd": "gm", "do": { "add_condition": { "creature": secret, "condition": "hidden" } } });
        both(&mut pair, &hide);
        let mut twins = Self { pair, side, secret, apart, same: 0 };
        if !twins.pair.iter().all(|session| twins.is_secret(session)) {
            return None;
        }
        match apart {
            Apart::Place => {
                let (width, height) = battle(&twins.pair[0]).world().resource::<Map>().size();
                for one in 0..2 {
                    let at = [player.below(width.into()), player.below(height.into())];
                    let place = json!({ "cmd": "gm", "do": { "place": { "creature": secret, "at": at } } });
                    as_referee(&mut twins.pair[one], &place);
                }
                let places = twins.pair.each_ref().map(|one| battle(one).world().the::<Position>(secret).at);
                if places[0] == places[1] {
                    return None;
                }
            }
            Apart::Existence => {
                as_referee(&mut twins.pair[1], &json!({ "cmd": "gm", "do": { "remove": { "creature": secret } } }));
            }
        }
        // The level may have waited for that fall; whoever falls drops what it held, and what it had Cast may end.
        let name = battle(&twins.pair[0]).name(secret).to_owned();
        let waits = |event: &LevelEvent| matches!(&event.when, Trigger::Down { creature } if *creature == name);
        // Whoever obeys it begins its turns with it, or with another.
        let quoted = format!("{name:?}");
        let obeys = |one: &Creature| one.name != name && format!("{:?}", one.rules).contains(&quoted);
        let level = battle(&twins.pair[0]).level();
        if apart == Apart::Existence && (level.events.iter().any(waits) || level.creatures.iter().any(obeys)) {
            return None;
        }
        let [a, b] = twins.pair.each_mut().map(|one| {
            let seen =
                (apart == Apart::Existence).then(|| as_referee(one, &json!({ "cmd": "state" }))["state"]["map"].take());
            let strip = |mut map: Value| {
                for square in map["changed"].as_array_mut().into_iter().flatten() {
                    square["creature"].take();
                }
                map
            };
            let world = battle(one).world();
            (prospects(world), seen.map(strip), json!(world.resource::<Map>()))
        });
        (a == b && !twins.is_over()).then_some(twins)
    }

    fn is_secret(&self, session: &Session) -> bool {
        battle(session).unknown_to(self.side).contains(&self.secret)
    }

    /// Whether the side has got to know, or the two have come to differ in more than where somebody stands.
    fn is_over(&self) -> bool {
        let [a, b] = self.pair.each_ref().map(battle);
        let secret = self.pair.iter().all(|one| self.is_secret(one));
        !secret || a.outcome().is_some() || b.outcome().is_some() || self.differ() || self.goals_differ()
    }

    /// Whether the goals are further in one battle than in the other. Every side is told how far they are, and an unknown creature in a
    /// zone counts as well.
    fn goals_differ(&self) -> bool {
        let [a, b] = self.pair.each_ref().map(|one| {
            let far = stakes(battle(one).world()).into_iter().map(|stake| stake.progress);
            far.collect::<Vec<_>>()
        });
        a != b
    }

    fn differ(&self) -> bool {
        let [a, b] = self.pair.each_ref().map(battle);
        // As many dice may have been rolled for something else.
        let dice = |battle: &Battle| (battle.world().resource::<Dice>().state(), dice_told(battle));
        let people = |battle: &Battle| {
            let all = creatures(battle.world()).into_iter().filter(|&id| id != self.secret);
            let all = all.map(|id| (*battle.world().the::<Position>(id), battle.ruleset().sheet(battle.world(), id)));
            all.collect::<Vec<_>>()
        };
        let own = |battle: &Battle| battle.ruleset().sheet(battle.world(), self.secret);
        let touched = self.apart == Apart::Place && own(a) != own(b);
        let turns = self.apart == Apart::Place && a.active() != b.active();
        touched || turns || dice(a) != dice(b) || people(a) != people(b)
    }

    /// Whether the same one is to speak, be it that it was asked something.
    fn have_the_same_turn(&self) -> bool {
        let [a, b] = self.pair.each_ref().map(to_speak);
        a == b
    }

    /// Whether the side was told from an event on that there is somebody.
    fn hears(&self, session: &Session, from: usize) -> bool {
        let events = battle(session).events().get(from..).unwrap_or_default();
        events.iter().filter_map(|event| event.told_to(self.side)).any(|event| {
            let words = serde_json::to_string(event).expect("plain data");
            event.actor == Some(Id::SOMEBODY) || words.contains(SOMETHING)
        })
    }

    /// Asks both, as the side; the answer.
    #[track_caller]
    fn ask(&mut self, request: &Value) -> Value {
        let replies = self.replies(request);
        self.check(request, replies)
    }

    fn replies(&mut self, request: &Value) -> [Value; 2] {
        let side = self.side;
        self.pair.each_mut().map(|session| {
            session.speak_as(Some(side));
            send(session, request)
        })
    }

    #[track_caller]
    fn check(&mut self, request: &Value, [a, b]: [Value; 2]) -> Value {
        if a != b {
            let at = self.pair.each_ref().map(|one| battle(one).world().the::<Position>(self.secret).at);
            let name = battle(&self.pair[0]).name(self.secret).to_owned();
            let mut differs = difference(&a, &b, String::new()).expect("what differs differs somewhere");
            if differs.0 == ".hash" {
                // A hash says only that the state differs.
                let [a, b] = self.replies(&json!({ "cmd": "state" }));
                differs = difference(&a, &b, String::new()).unwrap_or(differs);
            }
            let (path, here, there) = differs;
            let came = self.pair.each_ref().map(|one| last_events(battle(one), 30).join("\n    "));
            panic!(
                "{request} tells side {} of {name} ({:?}, {at:?}) under {}: {path}\n  {here}\n  {there}\nWhat came last:\n    {}\nand\n    {}",
                self.side.0,
                self.apart,
                battle(&self.pair[0]).ruleset().key(),
                came[0],
                came[1],
            );
        }
        self.same += 1;
        a
    }

    /// Everything a side could ask without speaking.
    fn look(&mut self, player: &mut Random) {
        let state = self.ask(&json!({ "cmd": "state" }))["state"].clone();
        self.ask(&json!({ "cmd": "hash" }));
        self.ask(&json!({ "cmd": "reach" }));
        self.ask(&json!({ "cmd": "board" }));
        self.ask(&json!({ "cmd": "log", "traces": true }));
        let events = state["events"].as_u64().expect("a number");
        self.ask(&json!({ "cmd": "explain", "event": player.below(events as usize + 2) }));
        let legal = self.ask(&json!({ "cmd": "legal" }));
        let legal = legal["legal"].as_array().cloned().unwrap_or_default();
        let acts: Vec<&Value> =
            legal.iter().map(|row| &row["order"]).filter(|order| order["act"].is_object()).collect();
        let name = battle(&self.pair[0]).name(self.secret).to_owned();
        for _ in 0..6 {
            let Some(&order) = acts.get(player.below(acts.len())) else {
                break;
            };
            self.ask(&json!({ "cmd": "aim", "order": order }));
            self.ask(&json!({ "cmd": "check", "order": order }));
            let mut other = order.clone();
            for target in [json!(name), json!(self.secret.0), json!(player.below(30))] {
                other["act"]["target"] = target;
                self.ask(&json!({ "cmd": "aim", "order": other }));
                self.ask(&json!({ "cmd": "check", "order": other }));
            }
        }
        if let Some(&order) = acts.get(player.below(acts.len())) {
            self.ask(&json!({ "cmd": "forecast", "order": order }));
        }
        for who in [json!(name), json!(player.below(30))] {
            self.ask(&json!({ "cmd": "reach", "creature": who }));
            self.ask(&json!({ "cmd": "legal", "creature": who }));
        }
        for at in self.squares(player) {
            self.ask(&json!({ "cmd": "square", "at": at }));
            self.ask(&json!({ "cmd": "check", "order": { "move": { "to": at } } }));
        }
        for request in [json!({ "cmd": "save" }), json!({ "cmd": "state", "side": 0 })] {
            assert_eq!(self.ask(&request)["ok"], false);
        }
    }

    /// Where the two stand, and somewhere else.
    fn squares(&self, player: &mut Random) -> Vec<Square> {
        let at = self.pair.each_ref().map(|one| battle(one).world().the::<Position>(self.secret).at);
        let (width, height) = battle(&self.pair[0]).world().resource::<Map>().size();
        let number = |most: u16, player: &mut Random| i16::try_from(player.below(most.into())).expect("a map is small");
        let mut out = at.to_vec();
        out.push(Square::new(number(width, player), number(height, player)));
        out
    }

    /// The side speaks: a legal order, or one at a square that it chose for no reason.
    fn speak(&mut self, player: &mut Random) -> bool {
        let legal = self.ask(&json!({ "cmd": "legal" }))["legal"].clone();
        let legal = legal.as_array().cloned().unwrap_or_default();
        let kinds = ["act", "move", "answer", "end_turn"];
        let kind = kinds[[0, 0, 0, 1, 1, 3][player.below(6)]];
        let rows: Vec<&Value> =
            legal.iter().filter(|row| row["order"][kind].is_object() || row["order"]["answer"].is_object()).collect();
        let Some(row) = rows.get(player.below(rows.len())).copied().or(legal.last()) else {
            return false;
        };
        let mut order = row["order"].clone();
        let squares = self.squares(player);
        let at = squares[player.below(squares.len())];
        if order["act"].is_object() && player.below(3) == 0 {
            order["act"].as_object_mut().expect("an act").remove("target");
            order["act"]["at"] = json!(at);
        } else if order["move"].is_object() && player.below(3) == 0 {
            order["move"]["to"] = json!(at);
        }
        let from = self.pair.each_ref().map(|one| battle(one).events().len());
        let request = json!({ "cmd": "order", "order": order });
        let replies = self.replies(&request);
        let heard = (0..2).any(|one| self.hears(&self.pair[one], from[one]) || !self.is_secret(&self.pair[one]));
        if heard {
            return false;
        }
        let ended = self.pair.iter().any(|one| battle(one).outcome().is_some());
        if ended && self.differ() || self.goals_differ() {
            return false;
        }
        // The next turn is not the same one where somebody has one who is nowhere in the other.
        if replies.iter().all(|reply| reply["ok"] == true) && !self.have_the_same_turn() {
            return true;
        }
        self.check(&request, replies);
        if player.below(4) == 0 {
            let undone = json!({ "cmd": "undo" });
            let replies = self.replies(&undone);
            if !self.differ() {
                self.check(&undone, replies);
            }
        }
        true
    }

    /// Somebody else speaks, in both the same where that is to be had.
    fn others_speak(&mut self, player: &mut Random) -> bool {
        let from = self.pair.each_ref().map(|one| battle(one).events().len());
        let plain = |battle: &Battle| match battle.decision() {
            Some(decision) => json!({ "answer": decision.choices.last().expect("a choice").key }),
            None => json!({ "end_turn": { "creature": battle.active() } }),
        };
        let [a, b] = self.pair.each_ref().map(to_speak);
        if a != b || a.0 == Some(self.secret) {
            // Whoever is nowhere has no turn.
            for session in &mut self.pair {
                if to_speak(session).0 == Some(self.secret) {
                    let order = plain(battle(session));
                    as_referee(session, &json!({ "cmd": "order", "order": order }));
                }
            }
            return true;
        }
        let Some(order) = player.choose(battle(&self.pair[0])) else {
            return false;
        };
        let request = json!({ "cmd": "order", "order": order });
        let done = self.pair.each_mut().map(|one| as_referee(one, &request)["ok"] == true);
        if done != [true, true] || self.differ() || self.goes_round_it(from) {
            for (session, done) in self.pair.iter_mut().zip(done) {
                if done {
                    as_referee(session, &json!({ "cmd": "undo" }));
                }
                let order = plain(battle(session));
                as_referee(session, &json!({ "cmd": "order", "order": order }));
            }
        }
        (0..2).all(|one| !self.hears(&self.pair[one], from[one]))
    }

    /// Whether a creature whose side knows of the secret one has gone another way for it, since these events.
    fn goes_round_it(&self, from: [usize; 2]) -> bool {
        let ways = [0, 1].map(|one| {
            let battle = battle(&self.pair[one]);
            let knows = |id: Id| !battle.unknown_to(side_of(battle.world(), id)).contains(&self.secret);
            let steps = battle.events()[from[one]..].iter().filter_map(|event| match event.what {
                What::Step { to, .. } => event.actor.filter(|&id| knows(id)).map(|id| (id, to)),
                _ => None,
            });
            steps.collect::<Vec<_>>()
        });
        ways[0] != ways[1]
    }

    /// Plays on; how often the side was answered the same.
    fn play(mut self, asking: Asking, player: &mut Random, steps: usize) -> usize {
        for _ in 0..steps {
            if self.is_over() {
                break;
            }
            let side = self.side;
            let mine = self.pair.each_ref().map(|one| battle(one).side_to_move() == Some(side));
            let on = if mine == [true, true] {
                match asking {
                    Asking::Everything => self.look(player),
                    Asking::Plans => drop(self.ask(&json!({ "cmd": "suggest" }))),
                }
                self.speak(player)
            } else {
                // Whose turn it is differs while somebody has one who is nowhere in the other: a side that waits, waits for somebody.
                if asking == Asking::Everything && self.have_the_same_turn() {
                    self.look(player);
                }
                self.others_speak(player)
            };
            if !on {
                break;
            }
        }
        self.same
    }
}

/// Where two answers differ first.
fn difference(a: &Value, b: &Value, path: String) -> Option<(String, String, String)> {
    match (a, b) {
        (Value::Object(x), Value::Object(y)) if x.keys().eq(y.keys()) => {
            // The hash differs with anything else.
            let mut keys: Vec<&String> = x.keys().collect();
            keys.sort_by_key(|key| *key == "hash");
            keys.into_iter().find_map(|key| difference(&x[key], &y[key], format!("{path}.{key}")))
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            let mut pairs = x.iter().zip(y).enumerate();
            pairs.find_map(|(place, (x, y))| difference(x, y, format!("{path}[{place}]")))
        }
        (Value::Array(x), Value::Array(y)) => {
            let lacks = |these: &[Value], those: &[Value]| {
                let only: Vec<&Value> = these.iter().filter(|one| !those.contains(one)).collect();
                json!(only).to_string()
            };
            Some((path, lacks(x, y), lacks(y, x)))
        }
        _ => (a != b).then(|| (path, a.to_string(), b.to_string())),
    }
}

/// Who is asked, or else whose turn it is; and whether it was asked. Whoever is asked for the sake of somebody unknown is waited for.
fn to_speak(session: &Session) -> (Option<Id>, bool) {
    let battle = battle(session);
    let asked = battle.decision().map(|open| open.creature);
    (asked.or(battle.active()), asked.is_some())
}

/// Every die that was told, by its number in the battle.
fn dice_told(battle: &Battle) -> BTreeMap<u64, u16> {
    fn gather(trace: &Trace, out: &mut BTreeMap<u64, u16>) {
        out.extend(trace.dice.iter().map(|die| (die.number, die.sides)));
        trace.terms.iter().for_each(|term| gather(term, out));
    }
    let mut out = BTreeMap::new();
    for trace in battle.events().iter().filter_map(|event| event.trace.as_deref()) {
        gather(trace, &mut out);
    }
    out
}

/// What was told last to those who know all.
fn last_events(battle: &Battle, many: usize) -> Vec<String> {
    let events = battle.events();
    let last = &events[events.len().saturating_sub(many)..];
    let told = last.iter().map(|event| {
        let value = serde_json::to_value(event).expect("JSON");
        let trace = event.trace.as_ref().map_or_else(Vec::new, |trace| trace.lines());
        let told = format!("{} {} {} {}", value["actor"], value["target"], value["what"], value["rules"]);
        [vec![told], trace].concat().join("\n        ")
    });
    told.collect()
}

fn levels() -> Vec<String> {
    let files = std::fs::read_dir("levels").expect("the levels should be there");
    let mut out: Vec<String> = files
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path: std::path::PathBuf| {
            Path::new("levels").join(path.file_name().expect("a name")).display().to_string()
        })
        .collect();
    out.sort();
    assert!(out.len() > 3, "{out:?}");
    out
}

/// Plays pairs over all levels and rulesets until so many requests were answered the same.
fn attack(apart: Apart, asking: Asking, few: usize) {
    let (levels, rulesets) = (levels(), played());
    // A plan takes as long as a hundred other answers.
    let wanted = long().map_or(few, |many| if asking == Asking::Plans { many / 100 } else { many });
    let mut same = 0;
    let mut seed = 0;
    while same < wanted {
        for level in &levels {
            for ruleset in &rulesets {
                seed += 1;
                let mut player = Random::new(seed);
                if let Some(twins) = Twins::begin(level, ruleset, seed, apart) {
                    same += twins.play(asking, &mut player, if long().is_some() { 60 } else { 6 });
                }
                if same >= wanted && seed > 2 * levels.len() as u64 {
                    return;
                }
            }
        }
        assert!(seed < 100_000, "somebody should have hidden now and then");
    }
}

#[test]
fn where_somebody_unknown_stands_changes_no_answer() {
    attack(Apart::Place, Asking::Everything, 600);
}

#[test]
fn whether_there_is_somebody_unknown_changes_no_answer() {
    attack(Apart::Existence, Asking::Everything, 200);
}

#[test]
fn where_somebody_unknown_stands_changes_no_plan() {
    attack(Apart::Place, Asking::Plans, 12);
}

#[test]
fn whether_there_is_somebody_unknown_changes_no_plan() {
    attack(Apart::Existence, Asking::Plans, 12);
}
