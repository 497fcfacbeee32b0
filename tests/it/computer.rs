//! What the computer does of its own accord: out of turn, beside an edge, over a gap, for its fallen, with what a level prepares. Each is
//! shown under a ruleset that has it.

use std::sync::Arc;

use battlemat::ai::{Greedy, Mind, Player, suggest};
use battlemat::battle::{Battle, ById, GmAct, MoveOrder, Names, Order, Position, Setting};
use battlemat::grid::Square;
use battlemat::rules;

/// A battle on a level that is written out, under the ruleset that it names.
fn started(text: &str, seed: u64) -> Battle {
    let (level, _) = rules::read_level_played(text, "test").unwrap_or_else(|found| panic!("{}", found[0].message));
    let ruleset = rules::by_key(&level.ruleset).expect("a ruleset");
    Battle::new(Arc::new(level), ruleset, seed).expect("the level should start")
}

/// A battle under Momentum: `a` and `m` are blue's, `R` and `S` red's, and what stands behind a letter is its own.
fn battle(map: &str, own: [&str; 4], rest: &str, seed: u64) -> Battle {
    let [ada, mag, rook, sly] = own;
    let text = format!(
        r#"name = "Test"
ruleset = "momentum"
map = '''
{map}
'''

[legend]
a = {{ creature = "soldier", side = "blue", name = "Ada", terrain = "floor", momentum = {{ {ada} }} }}
m = {{ creature = "mystic", side = "blue", name = "Mag", terrain = "floor", momentum = {{ {mag} }} }}
R = {{ creature = "scout", side = "red", name = "Rook", terrain = "floor", momentum = {{ {rook} }} }}
S = {{ creature = "scout", side = "red", name = "Sly", terrain = "floor", momentum = {{ {sly} }} }}

[[side]]
id = "blue"

[[side]]
id = "red"
{rest}
"#
    );
    started(&text, seed)
}

/// What an order says, for a test: who, what, with what, to whom.
fn told(battle: &Battle, order: &Order) -> String {
    match order {
        Order::Act(act) => {
            let target = act.target.map(|id| battle.name(id).to_owned());
            let words = [Some(act.action.clone()), act.with.clone(), target];
            let words: Vec<String> = words.into_iter().flatten().collect();
            format!("{}: {}", battle.name(act.creature), words.join(" "))
        }
        Order::Move(order) => format!("{}: walks", battle.name(order.creature)),
        Order::EndTurn { creature } => format!("{}: ends", battle.name(*creature)),
        Order::Answer { choice } => format!("answers {choice}"),
        other => format!("{other:?}"),
    }
}

/// The next orders of the computer on all sides, but for what it wishes to be asked.
fn orders(battle: &mut Battle, count: usize) -> Vec<String> {
    let mut greedy = Greedy::new(1);
    let mut all = Vec::new();
    while all.len() < count
        && let Some(order) = greedy.choose(battle)
    {
        if !matches!(order, Order::Wish(_)) {
            all.push(told(battle, &order));
        }
        battle.order(&order).expect("what the computer orders should be legal");
    }
    all
}

const ALONE: &str = "[rules.momentum]\nunions = false\n";

#[test]
fn it_unites_two_where_both_come_before_an_enemy_then_and_not_where_they_do_already() {
    let asked = "[rules.momentum]\nasks_unions = \"every\"\n";
    let mag = |more: &str| format!(r#"attacks = ["staff"], {more}"#);
    let fast = "attacks = [\"axe\"], init_mod = 40";
    let mut late = battle("a..m......R", [fast, &mag("init_mod = -10"), "", ""], asked, 1);
    let all = orders(&mut late, 2);
    assert!(all[0].contains("unite") || all[0] == "answers together", "{all:?}");
    assert_eq!(late.actors().len(), 2, "both have their turn: {all:?}");
    let mut early = battle("a..m......R", [fast, &mag("init_mod = 30"), "", ""], asked, 1);
    assert_eq!(orders(&mut early, 1), ["answers go_on"]);
}

#[test]
fn it_holds_its_turn_until_an_enemy_has_come_near_and_takes_it_before_the_next() {
    let dagger = r#"attacks = ["dagger"]"#;
    let first = "attacks = [\"axe\"], init_mod = 40";
    let mut battle = battle("a.........R........S", [first, "", dagger, dagger], ALONE, 1);
    assert_eq!(orders(&mut battle, 1), ["Ada: hold_turn"]);
    let rook = battle.active().expect("a turn");
    assert_eq!(battle.name(rook), "Rook");
    let near = MoveOrder { creature: rook, to: Some(Square::new(7, 0)), path: None };
    battle.order(&Order::Move(near)).expect("three metres");
    battle.order(&Order::EndTurn { creature: rook }).expect("a turn can be ended");
    let all = orders(&mut battle, 5);
    assert_eq!(all[0], "answers take_turn");
    assert!(all.contains(&"Ada: attack axe Rook".to_owned()), "{all:?}");
    // One that stays where it is brings nothing: there it goes on waiting.
    let mut idle = self::battle("a.........R........S", [first, "", dagger, dagger], ALONE, 1);
    assert_eq!(orders(&mut idle, 1), ["Ada: hold_turn"]);
    let rook = idle.active().expect("a turn");
    idle.order(&Order::EndTurn { creature: rook }).expect("a turn can be ended");
    assert_eq!(orders(&mut idle, 1), ["answers go_on"]);
}

#[test]
fn it_waits_with_an_action_where_points_would_be_lost() {
    let still = r#"attacks = ["bow"], basic_movement = 0, init_mod = 40"#;
    let mut battle = battle("a.#..\n..#.R\n.....", [still, "", r#"attacks = ["dagger"]"#, ""], ALONE, 1);
    let all = orders(&mut battle, 6);
    assert_eq!(all[0], "Ada: hold_action bow");
    let done = battle
        .events()
        .iter()
        .any(|event| event.describe(battle.world().resource::<Names>()).contains("does what it held"));
    assert!(done, "{all:?}");
}

#[test]
fn it_shoves_an_enemy_over_an_edge_and_says_which_way() {
    let strong = r#"attacks = ["unarmed"], skills = { raw_force = 9 }, init_mod = 40"#;
    let mut shoved = 0;
    for seed in 1..9 {
        let mut battle = battle("aR^^", [strong, "", "", ""], ALONE, seed);
        let all = orders(&mut battle, 2);
        assert_eq!(all[0], "Ada: shove Rook", "{all:?}");
        if all[1].starts_with("answers") {
            assert_eq!(all[1], "answers 2,0");
            shoved += 1;
        }
        let mut level = self::battle("aR..", [strong, "", "", ""], ALONE, seed);
        assert_eq!(orders(&mut level, 1), ["Ada: attack unarmed Rook"]);
    }
    assert!(shoved > 2, "{shoved}");
}

#[test]
fn it_jumps_where_no_other_way_leads_on() {
    let first = "attacks = [\"axe\"], init_mod = 40";
    let mut battle = battle("a.^..R", [first, "", "", ""], ALONE, 1);
    let all = orders(&mut battle, 2);
    assert!(all.contains(&"Ada: jump".to_owned()), "{all:?}");
    let mut plain = self::battle("a....R", [first, "", "", ""], ALONE, 1);
    assert_eq!(orders(&mut plain, 1), ["Ada: walks"]);
}

#[test]
fn it_runs_up_to_an_enemy_and_strikes() {
    let first = "attacks = [\"axe\"], init_mod = 40";
    let mut battle = battle("a......R", [first, "", "", ""], ALONE, 1);
    let all = orders(&mut battle, 4);
    assert_eq!(all, ["Ada: walks", "Ada: move", "Ada: walks", "Ada: attack axe Rook"]);
}

#[test]
fn it_takes_in_hand_what_shoots_where_what_it_holds_does_not_reach() {
    let mut battle = battle("a.........R", ["init_mod = 40", "", "", ""], ALONE, 1);
    let all = orders(&mut battle, 2);
    assert_eq!(all, ["Ada: switch crossbow", "Ada: attack crossbow Rook"]);
}

#[test]
fn it_goes_to_its_fallen_and_stabilises_them() {
    let first = r#"attacks = ["staff"], skills = { first_aid = 5 }, init_mod = 40"#;
    let mut battle = battle("a..m###..R\n....###...", ["", first, "", ""], ALONE, 1);
    let ada = battle.world().resource::<Names>().find("Ada").expect("a creature");
    let blow = GmAct::Damage { creature: ada, amount: 36, kind: "physical".into() };
    battle.order(&Order::Gm(blow)).expect("a game master may");
    assert_eq!(orders(&mut battle, 2), ["Mag: walks", "Mag: stabilize Ada"]);
}

#[test]
fn it_does_what_a_level_prepares_where_that_does_more_than_a_blow() {
    let prepared = |squares: &str| {
        format!(
            "{ALONE}[[rules.momentum.cinematic]]\nname = \"Gantry\"\nskill = \"raw_force\"\nagainst = 6\n\
             do = {{ harm = {{ squares = {squares}, damage = \"6d6 kinetic\" }} }}\n"
        )
    };
    let first = r#"attacks = ["unarmed"], init_mod = 40"#;
    let mut over_rook = battle("aR....", [first, "", "", ""], &prepared("[1, 0]"), 1);
    assert_eq!(orders(&mut over_rook, 1), ["Ada: cinematic_action gantry"]);
    let mut over_itself = battle("aR....", [first, "", "", ""], &prepared("[0, 0]"), 1);
    assert_eq!(orders(&mut over_itself, 1), ["Ada: attack unarmed Rook"]);
}

/// A battle under Edge between Fenn, beside a charge whose disarming sets an effect off, and Rook, whom the map draws as `R`.
fn beside_a_charge(map: &str, rook: &str, effect: &str) -> Battle {
    let text = format!(
        r#"name = "Test"
ruleset = "edge"
map = '''
{map}
'''

[legend]
a = {{ creature = "engineer", side = "blue", name = "Fenn", terrain = "floor", edge = {{ skills = {{ explosives = 4 }} }} }}
R = {{ {rook}, side = "red", name = "Rook", terrain = "floor" }}
Z = {{ object = "charge", name = "Charge", terrain = "floor" }}

[object.charge]
like = "crate"
edge = {{ check = "explosives", dc = "moderate", on_success = "out" }}

[[side]]
id = "blue"

[[side]]
id = "red"

[[event]]
id = "out"
when = "manual"
do = {{ {effect} }}
"#
    );
    started(&text, 1)
}

#[test]
fn it_does_with_its_hands_what_may_win_the_fight_at_once() {
    let rook = r#"creature = "soldier", edge = { initiative = -20 }"#;
    let mut wins = beside_a_charge("aZ....R", rook, "win = \"blue\"");
    assert_eq!(orders(&mut wins, 1), ["Fenn: task Charge"]);
    for other in ["win = \"red\"", "message = \"It is out.\""] {
        let mut idle = beside_a_charge("aZ....R", rook, other);
        assert_ne!(orders(&mut idle, 1), ["Fenn: task Charge"], "{other}");
    }
}

#[test]
fn a_swarm_without_reach_goes_into_its_victims_space() {
    let rook = r#"creature = "swarm", edge = { initiative = 20 }"#;
    let mut battle = beside_a_charge("aZ..R\n.....", rook, "message = \"It is out.\"");
    assert_eq!(orders(&mut battle, 2), ["Rook: walks", "Rook: attack bite Fenn"]);
}

/// A battle under Edge in which Rook holds a card and is nearly down, and Fenn attacks with this.
fn against_a_card(card: &str, attack: &str) -> Battle {
    let text = format!(
        r#"name = "Test"
ruleset = "edge"
map = '''
a.....R
.......
'''

[legend]
a = {{ creature = "soldier", side = "blue", name = "Fenn", edge = {{ combativity = 15, initiative = 20, attacks = ["{attack}"] }} }}
R = {{ creature = "soldier", side = "red", name = "Rook", edge = {{ vp = 1, armour = [], hand = ["{card}"] }} }}

[[side]]
id = "blue"

[[side]]
id = "red"
"#
    );
    started(&text, 1)
}

/// EDG-CARD-6, EDG-CARD-7.
#[test]
fn it_plays_a_card_where_one_of_its_own_would_fall_and_burns_one_for_its_last_save() {
    let shot = orders(&mut against_a_card("E02", "rifle"), 3);
    assert!(shot.contains(&"answers E02-B".to_owned()), "{shot:?}");
    let thrown = orders(&mut against_a_card("E05", "frag_grenade"), 3);
    assert!(thrown.contains(&"answers E05".to_owned()), "{thrown:?}");
}

/// The column in which Ada, who shoots, ends her first turn under Edge. Her hall has no air, or glows, west of its twelfth column; her enemy
/// stands in the west.
fn ends_her_turn_in(own: &str, rest: &str) -> i16 {
    let text = format!(
        r#"name = "Test"
ruleset = "edge"
map = '''
................
b.......A.......
................
'''
{rest}

[legend]
A = {{ creature = "guard", side = "red", name = "Ada", edge = {{ {own} }} }}
b = {{ creature = "guard", side = "blue", name = "Bo", edge = {{ sealed = true, radiation_resistance = 5 }} }}

[[side]]
id = "red"

[[side]]
id = "blue"
"#
    );
    let mut battle = started(&text, 1);
    let mut greedy = Greedy::new(1);
    let ada = battle.world().resource::<Names>().find("Ada").expect("she is there");
    while let Some(order) = greedy.choose(&mut battle) {
        battle.order(&order).expect("what the computer orders should be legal");
        if matches!(order, Order::EndTurn { creature } if creature == ada) {
            break;
        }
    }
    battle.world().part::<Position>(ada).expect("she should stand somewhere").at.x
}

#[test]
fn it_ends_its_turn_where_there_is_air_and_no_radiation() {
    let airless = "area = [{ squares = { from = [0, 0], to = [11, 2] }, vacuum = true }]";
    let glowing = "zone = { core = { from = [0, 0], to = [11, 2] } }\nrules = { edge = { radiation = [{ zone = \"core\", level = 5 }] } }";
    for (name, rest, safe) in [("air", airless, "sealed = true"), ("radiation", glowing, "radiation_resistance = 5")] {
        assert!(ends_her_turn_in("vp = 14", rest) > 11, "{name}");
        assert!(ends_her_turn_in(safe, rest) < 12, "who needs not mind stays: {name}");
    }
}

/// Two against two under Edge with blades alone, on a deck without weight, a crate between them.
const WEIGHTLESS: &str = r#"name = "Test"
ruleset = "edge"
map = '''
a........R
....o.....
m........S
'''

[legend]
a = { creature = "soldier", side = "blue", name = "Ada", edge = { attacks = ["knife"], strength = 3 } }
m = { creature = "soldier", side = "blue", name = "Mag", edge = { attacks = ["knife"], strength = 3 } }
R = { creature = "soldier", side = "red", name = "Rook", edge = { attacks = ["knife"], strength = 3 } }
S = { creature = "soldier", side = "red", name = "Sly", edge = { attacks = ["knife"], strength = 3 } }
o = { object = "crate" }

[[side]]
id = "blue"

[[side]]
id = "red"

[weather]
gravity = 0
"#;

#[test]
fn it_pushes_itself_off_to_its_enemies_where_nothing_has_weight_and_ends_the_fight() {
    for seed in 1..=3 {
        let mut battle = started(WEIGHTLESS, seed);
        let all = orders(&mut battle, 2_000);
        assert!(all.iter().any(|order| order.ends_with(": push_off")), "{all:?}");
        assert!(battle.outcome().is_some(), "seed {seed}: {} orders, round {}", all.len(), battle.flow().round);
    }
}

/// Two under Edge with blades alone, in a shaft without weight; Rook hangs at this height above the floor that Ada stands on.
fn in_a_shaft(elevation: &str) -> Battle {
    let text = format!(
        r#"name = "Test"
ruleset = "edge"
map = '''
a..
..c
'''

[legend]
a = {{ creature = "soldier", side = "blue", name = "Ada", edge = {{ attacks = ["knife"], strength = 3, initiative = 20 }} }}
c = {{ object = "crate" }}

[[creature]]
kind = "soldier"
side = "red"
name = "Rook"
at = [1, 0]
elevation = "{elevation}"
edge = {{ attacks = ["knife"], strength = 3 }}

[[side]]
id = "blue"

[[side]]
id = "red"

[weather]
gravity = 0
"#
    );
    started(&text, 1)
}

#[test]
fn it_pushes_itself_off_upwards_to_an_enemy_who_hangs_above() {
    let mut above = in_a_shaft("6 m");
    assert_eq!(orders(&mut above, 2), ["Ada: push_off", "Ada: attack knife Rook"]);
    let ada = above.world().resource::<Names>().find("Ada").expect("a creature");
    assert!(above.world().part::<Position>(ada).expect("she should stand somewhere").height.0 > 0);
    let mut beside = in_a_shaft("0 m");
    assert_eq!(orders(&mut beside, 1), ["Ada: attack knife Rook"]);
}

/// What Ada, with so many points, pays more for in her first attack under Edge. Rook beside her has so many; `more` may say who else is
/// there.
fn effort_against(rook: i32, ada: i32, more: &str) -> Option<Setting> {
    let text = format!(
        r#"name = "Test"
ruleset = "edge"
map = '''
aR..............
'''

[legend]
a = {{ creature = "soldier", side = "blue", name = "Ada", edge = {{ attacks = ["knife"], vp = {ada}, initiative = 20 }} }}
R = {{ creature = "soldier", side = "red", name = "Rook", edge = {{ vp = {rook}, armour = [], defense = 18 }} }}

[[side]]
id = "blue"

[[side]]
id = "red"
{more}
"#
    );
    let mut battle = started(&text, 1);
    let mut greedy = Greedy::new(1);
    while let Some(order) = greedy.choose(&mut battle) {
        if let Order::Act(act) = &order {
            assert_eq!(act.action, "attack", "{act:?}");
            return act.options.get("tenacity").cloned();
        }
        battle.order(&order).expect("what the computer orders should be legal");
    }
    None
}

/// EDG-EFF-4.
#[test]
fn it_pays_for_better_odds_where_they_are_worth_it() {
    let other = "[[creature]]\nkind = \"guard\"\nside = \"red\"\nname = \"Sly\"\nat = [15, 0]";
    assert!(effort_against(2, 22, "").is_some(), "a blow that may end the fight is worth three points of twenty-two");
    assert_eq!(effort_against(22, 22, ""), None, "a scratch is not");
    assert_eq!(effort_against(2, 5, other), None, "nor is one of two enemies worth three points of five");
}

#[test]
fn it_helps_an_ally_whose_work_may_win_where_its_own_hands_would_seldom_do() {
    let text = |helpable: bool| {
        format!(
            r#"name = "Test"
ruleset = "edge"
map = '''
a.......
Zm.....R
........
'''

[legend]
a = {{ creature = "engineer", side = "blue", name = "Fenn", edge = {{ skills = {{ explosives = 3 }} }} }}
m = {{ creature = "brute", side = "blue", name = "Mag", edge = {{ initiative = 20 }} }}
R = {{ creature = "soldier", side = "red", name = "Rook", edge = {{ initiative = -20 }} }}
Z = {{ object = "charge", name = "Charge" }}

[object.charge]
like = "crate"
edge = {{ check = "explosives", dc = "hard", on_success = "out", helpable = {helpable} }}

[[side]]
id = "blue"

[[side]]
id = "red"

[[event]]
id = "out"
when = "manual"
do = {{ win = "blue" }}
"#
        )
    };
    let mut helped = started(&text(true), 1);
    let all = orders(&mut helped, 5);
    assert_eq!(all[0], "Mag: assist Fenn");
    assert!(all.contains(&"Fenn: task Charge".to_owned()), "{all:?}");
    let mut alone = started(&text(false), 1);
    assert_ne!(orders(&mut alone, 1), ["Mag: assist Fenn"]);
}

/// What Ada first attacks with under Sol, who has a grenade that wears Strength down and a gun that wears Dexterity down. Rook is without
/// hit points, and this ability is used up.
fn first_attack_at_one_without(ability: &str) -> String {
    let text = format!(
        r#"name = "Test"
ruleset = "sol"
map = '''
a....R
'''

[legend]
a = {{ creature = "soldier", side = "blue", name = "Ada", sol = {{ attacks = ["grenade", "scatter_gun"] }} }}
R = {{ creature = "soldier", side = "red", name = "Rook", sol = {{ hp = 0, {ability} = 0, attacks = ["knife"] }} }}

[[side]]
id = "blue"

[[side]]
id = "red"
"#
    );
    let all = orders(&mut started(&text, 1), 40);
    all.into_iter().find(|order| order.starts_with("Ada: attack")).expect("an attack")
}

/// SOL-TYPE-2, SOL-TYPE-9: what wears down what is used up does no more harm.
#[test]
fn it_attacks_with_what_still_takes_something_from_its_target() {
    assert_eq!(first_attack_at_one_without("str"), "Ada: attack scatter_gun Rook");
    assert_eq!(first_attack_at_one_without("dex"), "Ada: attack grenade");
}

#[test]
fn every_level_of_play_gives_legal_orders_and_the_same_for_the_same_seed() {
    let text = include_str!("../arena/mystics.toml");
    for player in [Player::Easy, Player::Normal, Player::Hard] {
        let play = || {
            let mut battle = started(text, 3);
            let mut mind = Mind::new(player, 3);
            for _ in 0..40 {
                let before = battle.hash();
                let Some(order) = mind.choose(&mut battle) else { break };
                assert_eq!(before, battle.hash(), "choosing should change nothing");
                battle.order(&order).expect("what the computer orders should be legal");
            }
            battle.hash()
        };
        assert_eq!(play(), play(), "{}", player.word());
    }
}

#[test]
fn what_is_suggested_is_legal_has_reasons_and_begins_with_what_the_computer_would_do() {
    let first = "attacks = [\"axe\", \"dagger\"], init_mod = 40";
    let mut battle = battle("a.R.......S", [first, "", "", ""], ALONE, 1);
    let before = battle.hash();
    let plans = suggest(&mut battle);
    assert_eq!(before, battle.hash(), "suggesting should change nothing");
    assert!((2..=3).contains(&plans.len()), "{plans:?}");
    for plan in &plans {
        assert!(battle.check(&plan.order).is_ok() && !plan.label.is_empty() && !plan.why.is_empty(), "{plan:?}");
    }
    let attack = plans.iter().find(|plan| plan.label.ends_with(": Rook"));
    let told = attack.is_none_or(|plan| plan.why.iter().any(|why| why.starts_with("Rook: hurt ")));
    assert!(told, "{plans:?}");
}

/// Two battles that differ only in whether a scout of whom blue does not know stands there: what is suggested to blue is the same.
#[test]
fn what_is_suggested_rests_on_what_the_side_knows() {
    let text = |more: &str| {
        format!(
            "name = \"Test\"\nruleset = \"sol\"\nmap = \"\"\"\na.....b....................\n...####....................\n...........................\n\"\"\"\n[legend]\n\
             a = {{ creature = \"soldier\", side = \"blue\", name = \"Ada\" }}\n\
             b = {{ creature = \"soldier\", side = \"red\", name = \"Bo\" }}\n{more}"
        )
    };
    let hidden = "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = [5, 2]\nname = \"Cy\"\nhidden = true\n";
    // Nothing but the scout may set the two apart: Ada is the first in both.
    let begun = |more: &str, seed: u64| {
        let battle = started(&text(more), seed);
        battle.active().is_some_and(|id| battle.name(id) == "Ada").then_some(battle)
    };
    let plans = |mut battle: Battle| {
        let plans = suggest(&mut battle).into_iter();
        plans.map(|plan| (plan.label, plan.why)).collect::<Vec<_>>()
    };
    let pairs = (1..=40).filter_map(|seed| begun("", seed).zip(begun(hidden, seed)));
    let mut compared = 0;
    for (alone, watched) in pairs.take(3) {
        let side = watched.side_to_move().expect("a side should be to move");
        assert_eq!(watched.unknown_to(side).len(), 1, "blue should not know of the scout");
        assert_eq!(plans(alone), plans(watched));
        compared += 1;
    }
    assert!(compared > 0, "Ada should be the first somewhere");
}
