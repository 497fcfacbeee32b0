//! Something befalls creatures of which a side knows some: what it is told of these is told in the same order, as deeply nested and with the
//! same rules, whether it also befalls one of which the side does not know, or not.

use battlemat::ai::Random;
use battlemat::battle::*;
use battlemat::referee::protocol::Session;
use serde_json::{Value, json};

use super::{battle, long, played, send};

/// What befalls the squares of the zone.
const DEEDS: [(&str, &str); 9] = [
    ("harm", "{ harm = { squares = \"zone\", damage = \"3 fire\" } }"),
    ("burst", "{ burst = { at = [6, 3], radius = 2, damage = \"2d6 fire\" } }"),
    ("gas", "{ burst = { at = [6, 3], radius = 2, damage = \"4 toxic\", gas = true } }"),
    ("crush", "{ terrain = { squares = \"zone\", becomes = \"rubble\", crush = \"5 kinetic\" } }"),
    ("pit", "{ terrain = { squares = \"zone\", becomes = \"pit\" } }"),
    ("wall", "{ terrain = { squares = \"zone\", becomes = \"wall\" } }"),
    ("prone", "{ condition = { squares = \"zone\", condition = \"prone\" } }"),
    ("burning", "{ condition = { squares = \"zone\", condition = \"burning\" } }"),
    ("push", "{ push = { squares = \"zone\", direction = \"east\", count = 2 } }"),
];

/// A field with a zone in its middle, and somebody in it or far from it.
fn field(deed: &str, seen: &[[i16; 2]], secret: [i16; 2]) -> String {
    let mut text = String::from(
        "name = \"Field\"\nruleset = \"sol\"\nmap = '''\n............\n............\n............\n............\n............\n............\n............\n'''\n\
         [zone]\nzone = { from = [5, 2], to = [7, 4] }\n[[side]]\nid = \"red\"\n[[side]]\nid = \"blue\"\n",
    );
    text += &format!("[[event]]\nid = \"deed\"\nwhen = \"manual\"\ntext = \"Now.\"\ndo = {deed}\n");
    let mut put = |name: &str, kind: &str, side: &str, at: [i16; 2]| {
        text += &format!("[[creature]]\nname = \"{name}\"\nkind = \"{kind}\"\nside = \"{side}\"\nat = {at:?}\n");
    };
    put("Al", "soldier", "blue", [1, 1]);
    for (place, &at) in seen.iter().enumerate() {
        put(&format!("Vi {place}"), ["soldier", "scout"][place % 2], "red", at);
    }
    put("Hid", "scout", "red", secret);
    text
}

/// The field with the one hidden, before anything befalls anybody; none where the side cannot be kept from knowing of it.
fn begin(text: &str, ruleset: &str, seed: u64) -> Option<Session> {
    let mut session = Session::default();
    let load = json!({ "cmd": "load", "text": text, "ruleset": ruleset, "seed": seed });
    let reply = send(&mut session, &load);
    assert_eq!(reply["ok"], true, "{ruleset}: {reply}\n{text}");
    // Before the first turn some rulesets ask.
    settle(&mut session);
    for gm in [
        json!({ "light": { "becomes": "dark" } }),
        json!({ "add_condition": { "creature": "Hid", "condition": "hidden" } }),
    ] {
        send(&mut session, &json!({ "cmd": "gm", "do": gm }));
    }
    is_secret(&session).then_some(session)
}

const BLUE: SideId = SideId(1);

fn is_secret(session: &Session) -> bool {
    let battle = battle(session);
    battle.unknown_to(BLUE).iter().any(|&id| battle.name(id) == "Hid")
}

/// Gives the last answer to every question.
fn settle(session: &mut Session) {
    for _ in 0..40 {
        let Some(open) = battle(session).decision() else { return };
        let choice = open.choices.last().expect("a choice").key.to_string();
        send(session, &json!({ "cmd": "answer", "choice": choice }));
    }
}

/// What the side is told of from an event on.
fn told(session: &Session, from: usize) -> Vec<&Event> {
    battle(session).events()[from..].iter().filter_map(|event| event.told_to(BLUE)).collect()
}

/// What tells one line from another, whatever the dice: what it is, about whom, and the how-manieth of these.
fn lines<'e>(told: &[&'e Event]) -> Vec<(String, &'e Event)> {
    let mut seen: Vec<String> = Vec::new();
    let line = |event: &&'e Event| {
        let words = match &event.what {
            What::Note { text } => text.to_string(),
            What::Gains { condition, .. } | What::Loses { condition, .. } => condition.to_string(),
            _ => String::new(),
        };
        let kind = format!("{} {words} {:?} {:?}", event.what.kind(), event.actor, event.target);
        let again = seen.iter().filter(|known| **known == kind).count();
        seen.push(kind.clone());
        (format!("{kind} {again}"), *event)
    };
    told.iter().map(line).collect()
}

/// The lines with how deep they are nested and their rules, to find out why they differ.
fn order_told(lines: &[(String, &Event)]) -> Vec<String> {
    lines.iter().map(|(key, event)| format!("{} {key} {:?}", event.depth, event.rules)).collect()
}

/// Compares what the side was told in both; how many lines both have.
#[track_caller]
fn compare(what: &str, a: &[&Event], b: &[&Event]) -> usize {
    let (a, b) = (lines(a), lines(b));
    let common = |lines: &[(String, &Event)], others: &[(String, &Event)]| -> Vec<String> {
        let keys = lines.iter().map(|(key, _)| key);
        keys.filter(|key| others.iter().any(|(other, _)| other == *key)).cloned().collect()
    };
    let order = common(&a, &b);
    assert_eq!(order, common(&b, &a), "{what}: in another order");
    for key in &order {
        let of = |lines: &[(String, &'_ Event)]| {
            let (_, event) = lines.iter().find(|(known, _)| known == key).expect("it is in both");
            let same_words = serde_json::to_value(&event.what).expect("JSON");
            (event.depth, event.rules.clone(), same_words, event.trace.is_some())
        };
        let (one, other) = (of(&a), of(&b));
        assert_eq!(one.0, other.0, "{what}: {key} is nested otherwise: {:#?}", [order_told(&a), order_told(&b)]);
        if one.2 == other.2 && !one.3 {
            assert_eq!(one.1, other.1, "{what}: {key} has other rules");
        }
    }
    order.len()
}

#[test]
fn what_befalls_an_unknown_creature_too_is_told_no_otherwise() {
    let mut compared = std::collections::BTreeMap::new();
    for seed in 1..=long().map_or(6, |many| (many / 100) as u64) {
        let mut lot = Random::new(seed);
        for ruleset in played() {
            for (name, deed) in DEEDS {
                let inside = [[5, 2], [6, 2], [7, 2], [5, 3], [7, 3], [5, 4], [6, 4], [7, 4]];
                let mut free: Vec<[i16; 2]> = inside.to_vec();
                let mut draw = || free.swap_remove(lot.below(free.len()));
                let (one, two, secret) = (draw(), draw(), draw());
                let seen = if seed % 2 == 0 { vec![one] } else { vec![one, two] };
                let pair = [secret, [11, 6]].map(|at| begin(&field(deed, &seen, at), ruleset, seed));
                let [Some(mut a), Some(mut b)] = pair else { continue };
                let from = [&a, &b].map(|one| battle(one).events().len());
                for session in [&mut a, &mut b] {
                    send(session, &json!({ "cmd": "gm", "do": { "fire": { "event": "deed" } } }));
                    settle(session);
                }
                if is_secret(&a) && is_secret(&b) {
                    let what = format!("{name} under {ruleset}, seed {seed}");
                    *compared.entry((ruleset, name)).or_insert(0) +=
                        compare(&what, &told(&a, from[0]), &told(&b, from[1]));
                }
            }
        }
    }
    // Where it stays unknown whatever befalls it, enough was compared under each ruleset.
    for ruleset in played() {
        let of = compared.iter().filter(|((key, _), _)| *key == ruleset);
        let (deeds, lines) = of.fold((0, 0), |(deeds, lines), (_, count)| (deeds + 1, lines + count));
        assert!(deeds >= 3 && lines >= 30, "{ruleset}: {deeds} deeds, {lines} lines");
    }
}

#[test]
fn what_an_order_does_to_an_unknown_creature_too_is_told_no_otherwise() {
    for kind in ["event-sol", "grenade"] {
        let last = ["a", "b"].map(|one| {
            let path = format!("tests/attacks/nesting-tells-{kind}-{one}.jsonl");
            let text = std::fs::read_to_string(&path).expect("the session should be there");
            let mut session = Session::default();
            let replies = text.lines().map(|line| send(&mut session, &serde_json::from_str(line).expect("JSON")));
            let replies: Vec<Value> = replies.collect();
            replies.last().expect("a reply").clone()
        });
        assert_eq!(last[0], last[1], "{kind}");
        assert!(last[0]["lines"].as_array().is_some_and(|lines| lines.len() > 5), "{}", last[0]);
    }
}
