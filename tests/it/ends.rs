//! What a level wants of its sides: how it is told, and what the computer makes of it.

use std::sync::Arc;

use battlemat::ai::{Greedy, Random};
use battlemat::battle::{Battle, Group, Names, Order, is_bystander, outcome, prospects, stakes};
use battlemat::rules;

/// A battle under *Secrets of Sol*: `a` is red's, `b` blue's, `p` a bystander of red's, `x` an exit.
fn battle(map: &str, rest: &str, seed: u64) -> Battle {
    let text = format!(
        r#"name = "Test"
ruleset = "sol"
map = '''
{map}
'''

[object.idol]
like = "lamp"
name = "Idol"
portable = true

[legend]
a = {{ creature = "soldier", side = "red", name = "Ada" }}
b = {{ creature = "soldier", side = "blue", name = "Bo" }}
p = {{ creature = "civilian", side = "red", name = "Pia", bystander = true }}
i = {{ object = "idol", terrain = "floor" }}
x = {{ terrain = "floor", exit = true }}

[[side]]
id = "red"

[[side]]
id = "blue"
{rest}
"#
    );
    let (level, _) = rules::read_level(&text, "test").unwrap_or_else(|found| panic!("{}", found[0].message));
    let ruleset = rules::by_key("sol").expect("a ruleset");
    Battle::new(Arc::new(level), ruleset, seed).expect("the level should start")
}

fn played(mut battle: Battle, rounds: u32) -> Battle {
    let mut greedy = Greedy::new(1);
    while battle.flow().round <= rounds
        && let Some(order) = greedy.choose(&mut battle)
    {
        battle.order(&order).expect("what the computer orders should be legal");
    }
    battle
}

#[test]
fn joined_goals_are_told_as_one_sentence_with_how_much_of_them_is_done() {
    let goals = "[zone]\ngate = [3, 1]\n[[goal]]\nside = \"red\"\nwin = { all_of = [{ escape = [\"Pia\"] }, { any_of = [{ eliminate = \"Bo\" }, { hold = \"gate\", rounds = 2 }] }] }\n[[goal]]\nside = \"blue\"\nwin = { carry_out = \"Idol\" }\n";
    let battle = battle("x..a.b\n....ip", goals, 1);
    let told: Vec<_> = stakes(battle.world()).into_iter().map(|stake| (stake.text, stake.progress)).collect();
    assert_eq!(
        told[0],
        (
            "Get Pia out by an exit, and either take out Bo, or hold the gate alone 2 rounds running.".to_owned(),
            Some((0, 2))
        )
    );
    assert_eq!(told[1], ("Carry Idol out by an exit.".to_owned(), Some((0, 1))));
}

#[test]
fn what_waits_for_several_things_is_told_in_words_and_names_no_other_event() {
    let events = "[zone]\ngate = [3, 1]\n[[event]]\nid = \"ambush\"\nsecret = true\ntext = \"Ambush!\"\nwhen = { all_of = [{ down = \"Ada\" }, { enters = \"gate\" }] }\n[[event]]\nid = \"alarm\"\ntext = \"Alarm!\"\nwhen = { any_of = [{ down = \"Bo\" }, { enters = { zone = \"gate\", creature = \"Ada\" } }] }\n[[event]]\nid = \"bell\"\ntext = \"A bell.\"\nwhen = { after = { event = \"ambush\", rounds = 2 } }\n";
    let battle = battle("x..a.b\n......", events, 1);
    let told: Vec<String> =
        prospects(battle.world()).into_iter().map(|one| format!("{}: {}", one.when, one.text)).collect();
    assert_eq!(told, ["when Bo falls or when Ada enters the gate: Alarm!", "2 rounds after another event: A bell."]);
}

#[test]
fn the_computer_gets_those_out_who_must_get_out_and_leaves_bystanders_alone() {
    let goals = "[[goal]]\nside = \"red\"\nwin = { escape = [\"Pia\"] }\n";
    let over = played(battle("x...p....a...b\n..............", goals, 2), 12);
    let shots = over.events().iter().filter(|event| {
        let target = event.target.map(|id| over.name(id).to_owned());
        event.what.kind() == "attack" && target.as_deref() == Some("Pia")
    });
    assert_eq!(shots.count(), 0);
    let result = outcome(over.world()).or_else(|| over.outcome().cloned()).expect("she should get away");
    assert!(result.reason.contains("Pia got away"), "{}", result.reason);
}

#[test]
fn the_computer_fetches_what_is_to_be_carried_out() {
    let goals = "[[goal]]\nside = \"red\"\nwin = { carry_out = \"Idol\" }\n";
    let over = played(battle("x.a...i....#b\n...........##", goals, 3), 12);
    let result = over.outcome().expect("it should be over");
    assert!(result.reason.contains("Idol carried out"), "{}", result.reason);
}

#[test]
fn no_player_without_a_plan_attacks_a_bystander() {
    let mut battle = battle("..p..b\n..a...", "", 4);
    let mut random = Random::new(4);
    for _ in 0..60 {
        let Some(order) = random.choose(&battle) else { break };
        if let Order::Act(act) = &order {
            let offers = battle.ruleset().offers(battle.world(), act.creature);
            let attacks = offers.iter().any(|offer| offer.action == act.action && offer.group == Group::Attack);
            // Its own player may let a bystander attack, and then it is one no more.
            let bystander = act.target.is_some_and(|id| is_bystander(battle.world(), id));
            assert!(!attacks || !bystander);
        }
        battle.order(&order).expect("what it draws should be legal");
    }
}

#[test]
fn a_level_with_every_new_word_is_played_to_its_end_and_again_under_every_ruleset() {
    let text = std::fs::read_to_string("tests/levels/words.toml").expect("a level of the tests");
    let (level, found) = rules::read_level(&text, "words.toml").expect("it should be sound");
    assert!(found.is_empty(), "{}", found[0].message);
    let level = Arc::new(level);
    for &ruleset in rules::all() {
        let key = ruleset.key();
        let mut battle = Battle::new(level.clone(), ruleset, 5).expect("it should start");
        let mut random = Random::new(5);
        while let Some(drawn) = random.choose(&battle) {
            // For four rounds nobody does anything, so that all that the clock sets off comes.
            let idle = battle.decision().is_none() && battle.flow().round <= 4;
            let order = match battle.active() {
                Some(creature) if idle => Order::EndTurn { creature },
                _ => drawn,
            };
            battle.order(&order).expect("what it draws should be legal");
        }
        let told = |what: &str| {
            battle.events().iter().any(|event| event.describe(battle.world().resource::<Names>()).contains(what))
        };
        for what in ["Alarm!", "The guard comes running.", "Fire!", "Another hound."] {
            assert!(told(what), "{key}: {what}");
        }
        let again = Battle::replay(&battle.save(), level.clone(), ruleset).expect("it should play again");
        assert_eq!(again.hash(), battle.hash(), "{key}");
    }
}
