//! Two battles that differ only in which cards a side holds: the other side is answered the same to the byte.

use battlemat::ai::Random;
use battlemat::battle::*;
use battlemat::referee::protocol::Session;
use serde_json::{Value, json};

use super::{battle, long, send};

/// The two; `own` holds the cards, `other` asks.
struct Hands {
    pair: [Session; 2],
    own: SideId,
    other: SideId,
    same: usize,
}

impl Hands {
    fn begin(level: &str, seed: u64, cards: [&str; 2]) -> Self {
        let mut pair = [Session::default(), Session::default()];
        for (session, card) in pair.iter_mut().zip(cards) {
            let load = json!({ "cmd": "load", "level": level, "ruleset": "edge", "seed": seed });
            assert_eq!(send(session, &load)["ok"], true, "{level}");
            let first = on_map(battle(session).world()).next().expect("a creature should be there");
            let deal =
                json!({ "cmd": "gm", "do": { "rule": { "creature": first, "key": "edge_card", "value": card } } });
            assert_eq!(send(session, &deal)["ok"], true, "{card}");
        }
        let world = battle(&pair[0]).world();
        let own = on_map(world).next().map(|id| side_of(world, id)).expect("a creature should be there");
        let other = sides(world).find(|&side| side != own).expect("there should be another side");
        Self { pair, own, other, same: 0 }
    }

    fn replies(&mut self, side: Option<SideId>, request: &Value) -> [Value; 2] {
        self.pair.each_mut().map(|session| {
            session.speak_as(side);
            send(session, request)
        })
    }

    #[track_caller]
    fn ask(&mut self, request: &Value) -> Value {
        let other = self.other;
        let [a, b] = self.replies(Some(other), request);
        assert_eq!(a, b, "{request} tells of the hand");
        self.same += 1;
        a
    }

    /// Everything that the other side could ask.
    fn look(&mut self, player: &mut Random) {
        let state = self.ask(&json!({ "cmd": "state" }))["state"].clone();
        assert!(state["hands"].is_null() || state["hands"].as_object().is_some_and(|all| all.len() == 1));
        self.ask(&json!({ "cmd": "hash" }));
        self.ask(&json!({ "cmd": "board" }));
        self.ask(&json!({ "cmd": "log", "traces": true }));
        let events = state["events"].as_u64().and_then(|count| usize::try_from(count).ok()).expect("a number");
        self.ask(&json!({ "cmd": "explain", "event": player.below(events + 2) }));
        for creature in 1..6 {
            self.ask(&json!({ "cmd": "legal", "creature": creature }));
            for with in ["E01-B", "E03-A", "E03-burn", "E07-burn"] {
                let order =
                    json!({ "act": { "creature": creature, "action": "card", "with": with, "target": creature } });
                self.ask(&json!({ "cmd": "check", "order": order }));
            }
        }
        let legal = self.ask(&json!({ "cmd": "legal" }))["legal"].clone();
        let legal = legal.as_array().cloned().unwrap_or_default();
        if let Some(row) = legal.get(player.below(legal.len().max(1))) {
            self.ask(&json!({ "cmd": "forecast", "order": row["order"] }));
        }
    }

    /// The same order in both, if both take it; whether they still differ in the hand alone.
    fn speaks(&mut self, player: &mut Random) -> bool {
        let Some(order) = player.choose(battle(&self.pair[0])) else { return false };
        let of_cards = json!(order)["act"]["action"] == "card";
        let request = json!({ "cmd": "order", "order": order });
        let own = of_cards || battle(&self.pair[0]).outcome().is_some();
        if own {
            return false;
        }
        let [a, b] = self.replies(None, &request).map(|reply| reply["ok"] == true);
        a && b && self.are_alike()
    }

    /// Whether only the hand of the one side differs, and both wait for the same.
    fn are_alike(&self) -> bool {
        let asked = |session: &Session| battle(session).decision().map(|open| (open.creature, open.kind.clone()));
        let others = |session: &Session| battle(session).ruleset().hand(battle(session).world(), self.other);
        let held = |session: &Session| battle(session).ruleset().hand(battle(session).world(), self.own).len();
        let [a, b] = &self.pair;
        asked(a) == asked(b) && others(a) == others(b) && held(a) == held(b)
    }
}

#[test]
fn a_hand_that_differs_is_not_betrayed() {
    let mut same = 0;
    for seed in 0..long().map_or(4, |_| 40) {
        let mut player = Random::new(seed);
        let level = ["levels/first-fight.toml", "levels/pump-room.toml"][player.below(2)];
        let cards = [["E03", "E07"], ["E01", "E12"], ["E04", "E11"]][player.below(3)];
        let mut hands = Hands::begin(level, seed, cards);
        assert_ne!(battle(&hands.pair[0]).hash(), battle(&hands.pair[1]).hash(), "the referee sees the hand");
        for _ in 0..25 {
            hands.look(&mut player);
            if !hands.speaks(&mut player) {
                break;
            }
        }
        same += hands.same;
    }
    assert!(same > 200, "{same}");
}
