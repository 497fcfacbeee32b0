//! Requests by chance, one after another, sense and nonsense mixed: what a state machine of the whole protocol does.
//!
//! The model knows little: whether a battle is loaded. What a wish means (the third legal order, the fifth identity) is settled when it
//! is sent, from what the battle is like then.
//!
//! Every run looks after each request whether it left behind what it should. That takes far longer than most requests, so a long attack
//! does so now and then, by lot: what has changed unasked is still different the next time.

use std::sync::OnceLock;

use battlemat::ai::Random;
use battlemat::battle::{Battle, Ruleset, Save, SideId, creatures};
use battlemat::referee::protocol::Session;
use battlemat::referee::replay;
use battlemat::rules;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest};
use serde_json::{Value, json};

use super::files::Rng;
use super::wishes::{Wish, damage, wishes};
use super::{YARD, hash, long, played, send};

/// Levels that are loaded besides the yard.
const LEVELS: [&str; 3] = ["levels/first-fight.toml", "levels/last-lantern.toml", "levels/river-farm.toml"];

/// The model: whether anything is loaded.
struct Model;

impl ReferenceStateMachine for Model {
    type State = bool;
    type Transition = Wish;

    fn init_state() -> BoxedStrategy<bool> {
        Just(false).boxed()
    }

    fn transitions(loaded: &bool) -> BoxedStrategy<Wish> {
        if *loaded {
            return wishes();
        }
        let sound = (0_usize..4, 0..played().len(), any::<u64>()).prop_map(|(level, ruleset, seed)| Wish::Load {
            level,
            ruleset,
            seed,
            dice: Vec::new(),
            strict: false,
        });
        prop_oneof![3 => sound, 1 => wishes()].boxed()
    }

    fn apply(loaded: bool, wish: &Wish) -> bool {
        let known = 0..played().len();
        loaded
            || matches!(wish, Wish::Load { level: 0..4, ruleset, dice, strict: false, .. } if known.contains(ruleset) && dice.is_empty())
    }
}

/// The referee, and what must come back.
struct Table {
    session: Session,
    /// The hash as it should be.
    now: Value,
    /// The hash before every order since the battle was loaded or restored.
    before: Vec<Value>,
    saves: Vec<(Value, Value)>,
    /// Draws what a long attack looks at.
    lot: Rng,
}

impl StateMachineTest for Table {
    type SystemUnderTest = Self;
    type Reference = Model;

    fn init_test(_: &bool) -> Self {
        Self { session: Session::default(), now: Value::Null, before: Vec::new(), saves: Vec::new(), lot: Rng(0xa77) }
    }

    fn apply(mut table: Self, loaded: &bool, wish: Wish) -> Self {
        table.grant(wish);
        assert!(!*loaded || table.session.battle().is_some(), "a battle that was loaded stays");
        table
    }
}

impl Table {
    /// Whether to look closely now: always, but in a long attack once in so many times.
    fn closely(&mut self, once_in: usize) -> bool {
        long().is_none() || self.lot.below(once_in) == 0
    }

    /// Looks whether the state is what it should be.
    #[track_caller]
    fn look_after(&mut self, request: &Value, reply: &Value) {
        if self.closely(8) {
            assert_eq!(hash(&mut self.session), self.now, "{request}: {reply}");
        }
    }

    /// Somebody, something, or nobody at all.
    fn someone(&self, pick: usize) -> Value {
        let battle = self.session.battle();
        let next = battle.map_or(0, |battle| creatures(battle.world()).len()) * 2 + 8;
        match pick % (next + 6) {
            id if id < next => json!(id),
            id if id == next => Value::Null,
            id if id == next + 1 => json!(u32::MAX),
            id if id == next + 2 => json!("Ada"),
            id if id == next + 3 => json!("crate"),
            id if id == next + 4 => json!("#7"),
            _ => json!(battle.and_then(Battle::active)),
        }
    }

    /// A legal order; mostly, in a long attack, one that is drawn without working out all there are.
    fn legal(&mut self, pick: usize) -> Option<Value> {
        if self.closely(4) {
            let legal = self.look(&json!({ "cmd": "legal" }))["legal"].clone();
            let legal = legal.as_array().filter(|legal| !legal.is_empty())?;
            return Some(legal[pick % legal.len()]["order"].clone());
        }
        let order = Random::new(pick as u64).choose(self.session.battle()?)?;
        Some(json!(order))
    }

    /// Sends a request; unless it may change something, nothing has changed.
    fn look(&mut self, request: &Value) -> Value {
        let reply = send(&mut self.session, request);
        self.look_after(request, &reply);
        reply
    }

    /// Asks the same as a side: nothing has changed, and nobody stands in what is known now of whom it does not know.
    fn look_as(&mut self, side: SideId, request: &Value) {
        self.session.speak_as(Some(side));
        let reply = send(&mut self.session, request);
        self.session.speak_as(None);
        self.look_after(request, &reply);
        let Some(battle) = self.session.battle() else { return };
        let unknown = battle.unknown_to(side);
        if unknown.is_empty() {
            return;
        }
        let now = ["state", "square", "squares", "legal", "board"].map(|key| reply[key].to_string()).concat();
        for id in unknown {
            let name = format!("\"{}\"", battle.name(id));
            assert!(!now.contains(&name), "{request} tells {side:?} of {name}: {reply}");
        }
    }

    /// Sends an order: refused it changes nothing, accepted it can be taken back.
    fn change(&mut self, request: &Value) -> Value {
        let reply = send(&mut self.session, request);
        if reply["ok"] == true {
            let before = std::mem::replace(&mut self.now, reply["hash"].clone());
            self.before.push(before);
        }
        self.look_after(request, &reply);
        reply
    }

    fn grant(&mut self, wish: Wish) {
        match wish {
            Wish::Load { level, ruleset, seed, dice, strict } => self.load(level, ruleset, seed, &dice, strict),
            Wish::Legal { pick, with } => {
                let Some(order) = self.legal(pick) else { return };
                let request = json!({ "cmd": with, "order": order });
                if with == "order" {
                    let reply = self.change(&request);
                    let for_dice = reply["error"]["code"] == "forced_dice";
                    assert!(reply["ok"] == true || for_dice, "{request} was legal: {reply}");
                } else {
                    self.look(&request);
                }
            }
            Wish::Order { cmd, kind, who, whom, what, at } => {
                let order = self.order(kind, who, whom, what, at);
                let request = json!({ "cmd": cmd, "order": order });
                if cmd == "order" {
                    self.change(&request);
                } else {
                    self.look(&request);
                }
            }
            Wish::Gm { kind, who, word, value, at } => {
                let act = self.gm(kind, who, word, value, at);
                self.change(&json!({ "cmd": "gm", "do": act }));
            }
            Wish::TakeBack { back, by } => {
                let orders = self.session.battle().map_or(0, |battle| battle.orders().len());
                let mut order = json!({ "to": orders.saturating_sub(back) });
                if by < 3 {
                    order["by"] = json!(["red", "blue", "nobody"][by]);
                }
                self.change(&json!({ "cmd": "order", "order": { "take_back": order } }));
            }
            Wish::Undo => {
                let last = self.before.pop();
                let reply = send(&mut self.session, &json!({ "cmd": "undo" }));
                assert_eq!(reply["ok"] == true, last.is_some(), "{reply}");
                self.now = last.unwrap_or_else(|| self.now.take());
                assert_eq!(hash(&mut self.session), self.now);
            }
            Wish::Save => {
                let reply = self.look(&json!({ "cmd": "save" }));
                if reply["ok"] == true {
                    self.saves.push((reply["save"].clone(), self.now.clone()));
                }
            }
            Wish::Restore { which } => self.restore(which),
            Wish::RestoreDamaged { which, place, value } => {
                let Some((mut save, _)) = self.pick_save(which) else {
                    return;
                };
                if damage(&mut save, place, value) {
                    let reply = self.look(&json!({ "cmd": "restore", "save": save }));
                    assert_eq!(reply["ok"], false, "a save that was changed is refused");
                }
            }
            // It takes as long as all the orders together.
            Wish::Replay if self.closely(8) => {
                let reply = self.look(&json!({ "cmd": "save" }));
                if reply["ok"] == true {
                    let save = Save::from_value(reply["save"].clone()).expect("a save that reads");
                    replay::check(&save).expect("a battle that comes out the same");
                }
            }
            Wish::Replay => {}
            Wish::Look { kind, who, number, at } => {
                let who = self.someone(who);
                let side = ["red", "blue", "x"][at.0.rem_euclid(3) as usize];
                let rule = ["SOL-COVER-5", "ESS-ATK-9", "?"][at.0.rem_euclid(3) as usize];
                let request = match kind % 13 {
                    0 => json!({ "cmd": "legal", "creature": who }),
                    1 => json!({ "cmd": "reach", "creature": who }),
                    2 => json!({ "cmd": "explain", "event": number % 400 }),
                    3 => json!({ "cmd": "explain", "event": number }),
                    4 => {
                        json!({ "cmd": "log", "from": number % 400, "traces": number % 2 == 0, "side": side })
                    }
                    5 => json!({ "cmd": "state", "side": side }),
                    6 => {
                        json!({ "cmd": "square", "at": [at.0, at.1], "side": side })
                    }
                    7 => json!({ "cmd": "square", "at": [at.0, at.1] }),
                    8 => json!({ "cmd": "rule", "rule": rule }),
                    9 => json!({ "cmd": "help" }),
                    10 => json!({ "cmd": "log", "from": number }),
                    11 => json!({ "cmd": "board", "side": side }),
                    _ => json!({ "cmd": "reach" }),
                };
                self.look(&request);
                self.look_as(SideId(u8::from(number % 2 == 0)), &request);
            }
            Wish::Dice { faces, strict, clear } => {
                send(&mut self.session, &json!({ "cmd": "dice", "faces": faces, "strict": strict, "clear": clear }));
                self.now = hash(&mut self.session);
            }
            Wish::Text(text) => {
                if serde_json::from_str::<Value>(&text).is_ok_and(|value| value.is_object()) {
                    return;
                }
                let reply = self.session.reply(&text);
                assert_eq!(reply["ok"], false, "{text:?}");
                self.look_after(&json!(text), &reply);
            }
        }
    }

    fn load(&mut self, level: usize, ruleset: usize, seed: u64, dice: &[String], strict: bool) {
        let known = played();
        let ruleset = known.get(ruleset).copied().unwrap_or("nothing");
        let mut request = json!({ "cmd": "load", "ruleset": ruleset, "seed": seed, "dice": dice, "strict": strict });
        match level {
            0 => request["text"] = json!(YARD),
            1..4 => request["level"] = json!(LEVELS[level - 1]),
            4 => request["text"] = json!(YARD.replace("red", "blue")),
            5 => request["text"] = json!(YARD.replace("[[creature]]", "[[creature")),
            6 => request["text"] = json!(YARD.replace("creature = \"soldier\"", "creature = \"nobody\"")),
            7 => request["level"] = json!("levels"),
            8 => request["level"] = json!(""),
            _ => request["text"] = json!(YARD),
        }
        let reply = send(&mut self.session, &request);
        if reply["ok"] == true {
            self.before.clear();
            self.now = reply["state"]["hash"].clone();
        }
        self.look_after(&request, &reply);
    }

    fn pick_save(&self, which: usize) -> Option<(Value, Value)> {
        (!self.saves.is_empty()).then(|| self.saves[which % self.saves.len()].clone())
    }

    fn restore(&mut self, which: usize) {
        let Some((save, saved)) = self.pick_save(which) else {
            return;
        };
        let reply = send(&mut self.session, &json!({ "cmd": "restore", "save": save }));
        assert_eq!((&reply["ok"], &reply["state"]["hash"]), (&json!(true), &saved), "{reply}");
        self.now = saved;
        self.look_after(&json!("restore"), &reply);
        self.before.clear();
    }

    /// An order whose parts need not fit each other.
    fn order(&mut self, kind: &str, who: usize, whom: usize, what: usize, at: (i32, i32)) -> Value {
        let (creature, target) = (self.someone(who), self.someone(whom));
        match kind {
            "move" => json!({ "move": { "creature": creature, "to": [at.0, at.1] } }),
            "path" => json!({ "move": { "creature": creature, "path": [[at.0, at.1], [at.1, at.0]] } }),
            "end_turn" => json!({ "end_turn": creature }),
            "answer" => {
                let choice = ["none", "dodge", ""][what % 3];
                json!({ "answer": choice })
            }
            _ => {
                let legal = self.legal(what).map(|mut order| order["act"].take());
                let mut act =
                    legal.filter(Value::is_object).unwrap_or_else(|| json!({ "action": "attack", "with": "unarmed" }));
                act["creature"] = creature;
                if !what.is_multiple_of(3) {
                    act["target"] = target;
                }
                if what.is_multiple_of(5) {
                    act["at"] = json!([at.0, at.1]);
                }
                if what.is_multiple_of(7) {
                    act["options"] = options(what, at.0);
                }
                json!({ "act": act })
            }
        }
    }

    fn gm(&mut self, kind: usize, who: usize, word: usize, value: i64, at: (i32, i32)) -> Value {
        let creature = self.someone(who);
        let of = |words: &[&str]| words[word % words.len()].to_string();
        let (stats, conditions, damages) = words();
        let any = |words: &[String]| words[word % words.len()].clone();
        let (stat, condition, damage) = (any(stats), any(conditions), any(damages));
        let terrain = of(&["floor", "wall", "rubble", "pit", "water", "gap", "cheese"]);
        match kind % 15 {
            0 | 1 => json!({ "set": { "creature": creature, "stat": stat, "value": value } }),
            2 => json!({ "damage": { "creature": creature, "amount": value, "kind": damage } }),
            3 => json!({ "heal": { "creature": creature, "amount": value } }),
            4 => json!({ "add_condition": { "creature": creature, "condition": condition } }),
            5 => json!({ "remove_condition": { "creature": creature, "condition": condition } }),
            6 => json!({ "place": { "creature": creature, "at": [at.0, at.1] } }),
            7 => {
                json!({ "spawn": { "kind": of(&["soldier", "ogre", "hound", "swarm", "titan", "moth"]), "name": format!("New {word}"), "side": of(&["red", "blue", "green"]), "at": [at.0, at.1] } })
            }
            8 if word.is_multiple_of(4) => json!({ "remove": { "creature": creature } }),
            8 | 9 => json!({ "terrain": { "squares": [[at.0, at.1], [at.0 + 1, at.1]], "becomes": terrain } }),
            10 => json!({ "light": { "squares": [[at.0, at.1]], "becomes": of(&["bright", "dim", "dark", "green"]) } }),
            11 => json!({ "initiative": { "creature": creature, "score": value } }),
            12 => {
                json!({ "rule": { "key": of(&["cover", "ready", "luck"]), "creature": creature, "value": of(&["half", "full", "Ada", ""]) } })
            }
            13 => {
                json!({ "weather": { "becomes": { "visibility": of(&["clear", "low", "zero"]), "gravity": value, "vacuum": word.is_multiple_of(2), "wind": null } } })
            }
            _ => json!({ "fire": { "event": of(&["leak", "dusk", "gate", "none"]) } }),
        }
    }
}

/// Stats, conditions and kinds of damage.
type Words = (Vec<String>, Vec<String>, Vec<String>);

fn all_rulesets() -> impl Iterator<Item = &'static dyn Ruleset> {
    played().into_iter().filter_map(rules::by_key)
}

/// What overrides name, of every ruleset, and one of each that there is not.
fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(all_words)
}

fn all_words() -> Words {
    let (mut stats, mut conditions, mut damages) = (vec!["luck".into()], vec!["merry".into()], vec!["nothing".into()]);
    for ruleset in all_rulesets() {
        let lexicon = ruleset.lexicon();
        stats.extend(lexicon.stats.iter().map(|stat| stat.key.to_owned()));
        conditions.extend(lexicon.conditions.into_iter().map(|condition| condition.key));
        damages.extend(lexicon.damage.into_iter().map(|(_, words)| words[0].to_owned()));
    }
    (stats, conditions, damages)
}

/// Some options of some actions, with values that may fit.
fn options(what: usize, number: i32) -> Value {
    static KEYS: OnceLock<Vec<&str>> = OnceLock::new();
    let keys = KEYS.get_or_init(|| {
        let acts = all_rulesets().flat_map(|ruleset| ruleset.lexicon().acts);
        acts.flat_map(|act| act.options.iter().map(|option| option.key)).collect()
    });
    let values = [
        json!(number),
        json!(true),
        json!("enters_reach"),
        json!("enemy_in_sight"),
        json!("Ada"),
        json!("3,3"),
        json!("pistol-0"),
        json!("str"),
        json!(i64::from(i32::MIN)),
    ];
    let pick = |times: usize| (keys[(what / times) % keys.len()], values[(what / times / 3) % values.len()].clone());
    json!({ (pick(7).0): pick(7).1, (pick(11).0): pick(11).1 })
}

/// Plays so many sequences of so many wishes, and more until so many requests were made. `PROPTEST_RNG_SEED` says with which seed.
fn attack(cases: u32, length: usize, requests: usize) {
    let config =
        ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 4_000, ..ProptestConfig::default() };
    let mut seeds = TestRunner::new(config.clone());
    let mut sessions = 0;
    loop {
        let mut runner = TestRunner::new_with_rng(config.clone(), seeds.new_rng());
        let run = runner.run(&Model::sequential_strategy(1..length), |(start, wishes, seen)| {
            Table::test_sequential(config.clone(), start, wishes, seen);
            Ok(())
        });
        if let Err(why) = run {
            panic!("{why}");
        }
        sessions += cases;
        let (sent, hashes) = super::sent();
        #[expect(clippy::print_stdout, reason = "the figures of a long attack are to be read")]
        {
            println!("{sessions} sessions, {sent} requests and {hashes} for the hash");
        }
        if sent >= requests {
            return;
        }
    }
}

#[test]
fn whatever_is_asked_the_referee_stands() {
    match long() {
        None => attack(12, 40, 0),
        Some(requests) => attack(20, 300, requests),
    }
}
