//! What an order lets one choose stands on the list of legal orders, and what it then brings about in its forecast.

use std::collections::BTreeSet;
use std::sync::Arc;

use battlemat::battle::{Act, Battle, Names, Order, Setting};
use battlemat::grid::Square;
use battlemat::rules;

/// The turn of Ana, who stands beside Bor with his knife and his bow, in a walled yard.
const YARD: &str = r#"
name = "Yard"
ruleset = "essence"
map = '''
############
#AB.......+.
############
'''
[legend]
"A" = { creature = "soldier", side = "blue", name = "Ana", essence = { initiative = 50, weapons = ["sword"] } }
"B" = { creature = "soldier", side = "red", name = "Bor", essence = { weapons = ["knife", "bow"] } }
"#;

fn yard() -> Battle {
    let (level, _) = rules::read_level(YARD, "yard").expect("a sound level");
    let ruleset = rules::by_key("essence").expect("a ruleset");
    Battle::new(Arc::new(level), ruleset, 1).expect("a playable level")
}

/// Every legal way of doing something.
fn ways(battle: &Battle, action: &str) -> Vec<Act> {
    let orders = battle.legal().into_iter().map(|legal| legal.order);
    let acts = orders.filter_map(|order| match order {
        Order::Act(act) if *act.action == *action => Some(act),
        _ => None,
    });
    acts.collect()
}

#[track_caller]
fn check_each_thing(action: &str, brings: &[&str]) {
    let mut battle = yard();
    let acts = ways(&battle, action);
    let named = |act: &Act| act.options.get("item").cloned();
    let things: Vec<Option<Setting>> = acts.iter().map(named).collect();
    let word = |key: &str| Some(Setting::Word(key.into()));
    assert_eq!(things, [word("knife"), word("bow")], "{action}");

    let order = Order::Act(acts.into_iter().next_back().expect("that of the bow"));
    let forecast = battle.forecast(&order).expect("a legal order");
    assert!(!forecast.comes_to_nothing(), "{action}: {forecast:?}");
    let foreseen: BTreeSet<&str> =
        forecast.branches.iter().flat_map(|branch| branch.brings.keys().map(String::as_str)).collect();
    for line in brings {
        assert!(foreseen.contains(line), "{action}: {foreseen:?}");
    }
}

#[test]
fn whoever_breaks_or_disarms_chooses_the_thing_and_foresees_what_becomes_of_it() {
    check_each_thing("break", &["Bor: Bow is damaged", "Bor: Bow is Destroyed"]);
    check_each_thing("disarm", &["Bor: Bow falls to the ground", "Ana: takes Bow"]);
}

#[test]
fn jumps_go_as_far_as_speed_and_into_no_wall() {
    let mut battle = yard();
    let ana = battle.active().expect("Ana begins");
    let jump = |x, y| Act { at: Some(Square::new(x, y)), ..Act::new(ana, "jump") };
    assert!(ways(&battle, "jump").iter().all(|act| act.at.is_some_and(|at| at.y == 1)));
    assert!(ways(&battle, "jump").contains(&jump(7, 1)));
    for (x, y, rule) in [(8, 1, "ESS-SKILL-4"), (1, 0, "ESS-ACT-3"), (0, 1, "ESS-ACT-3")] {
        let refusal = battle.order(&Order::Act(jump(x, y))).expect_err("it is impossible");
        assert_eq!(refusal.rule.map(|rule| rule.to_string()).as_deref(), Some(rule));
    }
}

/// The turn of Ana, who can draw her bow with care over two actions, of which she has one left.
const RANGE: &str = r#"
name = "Range"
ruleset = "vigor"
map = '''
############
#A........B#
############
'''
[legend]
"A" = { creature = "soldier", side = "blue", name = "Ana", vigor = { attacks = ["bow"], techniques = ["aimed_shot"], actions = 1 } }
"B" = { creature = "soldier", side = "red", name = "Bor", vigor = { attacks = ["sword"] } }
"#;

#[test]
fn a_row_says_beforehand_what_it_would_throw_away_of_an_act_under_way() {
    let (level, _) = rules::read_level(RANGE, "range").expect("a sound level");
    let ruleset = rules::by_key("vigor").expect("a ruleset");
    let mut battle = Battle::new(Arc::new(level), ruleset, 1).expect("a playable level");
    let ana = battle.world().resource::<Names>().find("Ana").expect("Ana is there");
    let end = |battle: &mut Battle| {
        let creature = battle.active().expect("it is a turn");
        battle.order(&Order::EndTurn { creature }).expect("a turn can end");
    };
    let come_to_ana = |battle: &mut Battle| {
        while battle.active() != Some(ana) {
            end(battle);
        }
    };
    come_to_ana(&mut battle);
    let aims = Act { with: Some("aimed_shot/bow".into()), ..Act::new(ana, "technique") };
    battle.order(&Order::Act(aims)).expect("it can be begun");
    come_to_ana(&mut battle);
    let offers = battle.ruleset().offers(battle.world(), ana);
    let warns = |action: &str, with: Option<&str>| {
        let row = offers.iter().find(|row| row.action == action && row.with.as_deref() == with);
        row.expect("a row of the list").help.contains("Aimed shot is lost, 1 of 2 actions done")
    };
    assert!(warns("defend", None) && warns("attack", Some("bow")), "another action loses it");
    assert!(!warns("technique", Some("aimed_shot/bow")), "what goes on with it does not");
    assert!(!warns("drop_prone", None), "neither does what is free");
}
