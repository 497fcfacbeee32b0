//! Whole fights by random play: they end, nothing panics, and what is always true stays true.

use battlemat::ai::Random;
use battlemat::battle::{
    Act, Battle, ById, Event, MoveOrder, Names, Order, Position, Recorded, Ruleset, Save, TakeBack, What, in_force,
    standing,
};
use battlemat::grid::Square;
use battlemat::referee::replay;
use battlemat::referee::sim::{self, Plan, Player, Setup};
use battlemat::rules;
use proptest::prelude::*;

use crate::invariants;

const LEVELS: [&str; 8] = [
    "levels/first-fight.toml",
    "levels/pump-room.toml",
    "levels/river-farm.toml",
    "levels/dry-dock.toml",
    "levels/last-lantern.toml",
    "levels/overseer.toml",
    "levels/the-long-ice.toml",
    "levels/low-wall.toml",
];

/// Every shipped level, also those that are not played at length here.
pub(crate) fn shipped() -> Vec<std::path::PathBuf> {
    let folder = std::fs::read_dir("levels").expect("the levels should be readable");
    let files = folder.map(|entry| entry.expect("an entry should be readable").path());
    let mut levels: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    levels.sort();
    levels
}

fn plan(seed: u64) -> Plan {
    Plan { games: 1, seed, rounds: 400, player: Player::Random }
}

fn each_level(run: impl Fn(&Setup)) {
    for ruleset in rules::all() {
        each_level_of(*ruleset, &run);
    }
}

fn each_level_of(ruleset: &dyn Ruleset, run: &impl Fn(&Setup)) {
    for path in LEVELS {
        run(&Setup::read(path.as_ref(), Some(ruleset.key())).expect("a shipped level should be sound"));
    }
}

/// Those of which a part is written, too.
fn all_rulesets() -> impl Iterator<Item = &'static dyn Ruleset> {
    rules::all().iter().chain(rules::begun()).copied()
}

/// What always holds does now; and now and then what comes next is taken back first, and leaves no trace.
fn look(battle: &mut Battle, next: &Order) {
    invariants::check(battle);
    if battle.orders().len().is_multiple_of(5) {
        let before = battle.hash();
        battle.order(next).expect("a legal order should be accepted");
        assert!(battle.undo());
        assert_eq!(battle.hash(), before, "after taking {next:?} back");
    }
}

/// Plays on for so many orders or to the end.
fn play_on(battle: &mut Battle, player: &mut Random, orders: usize, mut each: impl FnMut(&mut Battle, &Order)) {
    for _ in 0..orders {
        let Some(order) = player.choose(battle) else { return };
        each(battle, &order);
        if let Err(refusal) = battle.order(&order) {
            panic!("the legal order {order:?} was refused: {refusal}");
        }
    }
}

#[test]
fn random_fights_end() {
    each_level(|setup| {
        let tally = sim::run(setup, &Plan { games: 5, ..plan(1) }).expect("a shipped level should start");
        let stuck: Vec<String> = tally.stuck.iter().map(ToString::to_string).collect();
        assert_eq!((tally.games, stuck), (5, Vec::new()));
    });
}

#[test]
fn every_shipped_level_plays_under_every_ruleset() {
    for ruleset in all_rulesets() {
        for path in shipped() {
            let setup = Setup::read(&path, Some(ruleset.key())).expect("a shipped level should be sound");
            let mut battle = setup.start(9).expect("a shipped level should start");
            // Drawn for one of them, it has room for the bodies of each.
            play_on(&mut battle, &mut Random::new(9), 120, |battle, _| {
                invariants::check(battle);
            });
        }
    }
}

#[test]
fn computers_that_play_to_win_come_to_an_end() {
    let setup = Setup::read(LEVELS[0].as_ref(), None).expect("a shipped level should be sound");
    let battle = sim::demo(&setup, 2).expect("the demo should end");
    assert!(battle.outcome().is_some());
}

#[test]
fn who_is_mended_as_fast_as_they_are_hurt_does_not_fight_for_ever() {
    // A side of medics undoes for long what the other does.
    let text = std::fs::read_to_string("levels/first-fight.toml").expect("the level should be readable");
    let text = ["soldier", "guard", "scout"]
        .iter()
        .fold(text, |text, kind| text.replace(&format!("creature = \"{kind}\""), "creature = \"medic\""));
    let (level, _) = rules::read_level_played(&text, "medics").unwrap_or_else(|found| panic!("{}", found[0].message));
    let setup = Setup { level: level.into(), ruleset: rules::by_key("sol").expect("sol") };
    let battle = sim::demo(&setup, 5).expect("the fight should end");
    assert!(battle.flow().round > 24, "else it shows nothing: {}", battle.flow().round);
}

#[test]
fn undo_restores_the_exact_state() {
    each_level(|setup| {
        let mut battle = setup.start(3).expect("a shipped level should start");
        play_on(&mut battle, &mut Random::new(3), 150, |battle, order| {
            let before = (battle.hash(), battle.events().len());
            battle.order(order).expect("a legal order should be accepted");
            assert!(battle.undo());
            assert_eq!((battle.hash(), battle.events().len()), before, "after taking {order:?} back");
        });
    });
}

#[test]
fn what_is_taken_back_stays_in_the_record_and_the_same_orders_roll_the_same_dice() {
    each_level(|setup| {
        let mut battle = setup.start(8).expect("a shipped level should start");
        let start = battle.hash();
        let mut player = Random::new(8);
        for many in [1, 3, 7] {
            play_on(&mut battle, &mut player, 12, |_, _| {});
            let line = in_force(battle.orders());
            let to = line[line.len() - many];
            let told = battle.events().len();
            let (again, before): (Vec<Recorded>, u64) = {
                let of = |&place: &usize| battle.orders()[place].clone();
                let before = line.len().checked_sub(many + 1).map_or(start, |place| of(&line[place]).hash);
                (line[line.len() - many..].iter().map(of).collect(), before)
            };
            let back = TakeBack { to, by: None, agreed: Vec::new() };
            battle.order(&Order::TakeBack(back.clone())).expect("it is remembered");
            assert_eq!(battle.hash(), before);
            assert_eq!(battle.events().len(), told + 1, "the log only grows");
            let why = battle.order(&Order::TakeBack(back)).expect_err("it is taken back already");
            assert_eq!(why.code, "nothing_to_take_back");
            for one in again {
                battle.order(&one.order).expect("what was legal is legal again");
                assert_eq!(battle.hash(), one.hash, "after {:?} again", one.order);
            }
        }
        let replayed = replay::check(&battle.save()).expect("a replay should come out the same");
        assert_eq!(replayed.events(), battle.events());
        let stands = standing(battle.events());
        assert!(stands.contains(&false) && stands.last() == Some(&true));
        while battle.undo() {}
        assert_eq!(battle.hash(), start, "taking back can be undone, too");
    });
}

#[test]
fn a_battle_from_a_save_does_not_remember_what_lies_before_it() {
    let setup = Setup::read(LEVELS[0].as_ref(), None).expect("a shipped level should be sound");
    let mut battle = setup.start(8).expect("a shipped level should start");
    play_on(&mut battle, &mut Random::new(8), 5, |_, _| {});
    let mut battle = replay::resume(&battle.save()).expect("a sound save");
    let back = |to| Order::TakeBack(TakeBack { to, by: None, agreed: Vec::new() });
    assert_eq!(battle.check(&back(2)).expect_err("not remembered").code, "not_remembered");
    play_on(&mut battle, &mut Random::new(8), 1, |_, _| {});
    assert_eq!(battle.check(&back(5)), Ok(()));
    assert!(battle.order(&back(6)).is_err() && battle.order(&back(5)).is_ok());
}

#[test]
fn dice_forced_before_an_order_that_is_undone_are_recorded_with_the_next() {
    let setup = Setup::read(LEVELS[0].as_ref(), None).expect("a shipped level should be sound");
    let mut battle = setup.start(8).expect("a shipped level should start");
    let order = battle.legal().pop().expect("the end of the turn").order;
    let faces = ["d6:1".parse().expect("a die")];
    battle.force_dice(&faces, false);
    battle.order(&order).expect("a legal order");
    assert!(battle.undo());
    battle.order(&order).expect("a legal order");
    assert_eq!(battle.orders()[0].dice, faces);
    replay::check(&battle.save()).expect("a replay should come out the same");
}

#[test]
fn a_replay_comes_out_the_same() {
    each_level(|setup| {
        let mut battle = setup.start(4).expect("a shipped level should start");
        play_on(&mut battle, &mut Random::new(4), 250, |_, _| {});
        let again = replay::check(&battle.save()).expect("a replay should come out the same");
        assert_eq!(again.hash(), battle.hash());
        assert_eq!(again.events(), battle.events());
    });
}

#[test]
fn what_is_listed_as_legal_is_accepted() {
    each_level(|setup| {
        let mut battle = setup.start(5).expect("a shipped level should start");
        play_on(&mut battle, &mut Random::new(5), 50, |battle, _| {
            for legal in battle.legal() {
                assert_eq!(battle.check(&legal.order), Ok(()), "{:?}", legal.order);
            }
        });
    });
}

#[test]
fn a_battle_goes_on_from_a_save_as_it_would_have() {
    let questions = std::cell::Cell::new(0);
    each_level(|setup| {
        let mut battle = setup.start(6).expect("a shipped level should start");
        let mut player = Random::new(6);
        for count in 0..200 {
            if battle.decision().is_some() || count % 40 == 0 {
                questions.set(questions.get() + u32::from(battle.decision().is_some()));
                let save = Save::from_json(&battle.save().to_json()).expect("a save should be readable");
                let mut restored = replay::resume(&save).expect("a save should restore");
                assert_eq!(restored.hash(), battle.hash());
                assert_eq!(restored.legal(), battle.legal());
                let Some(order) = player.choose(&battle) else { break };
                restored.order(&order).expect("what is legal should be so after restoring");
                battle.order(&order).expect("a legal order should be accepted");
                assert_eq!(restored.hash(), battle.hash(), "after {order:?}");
            } else {
                play_on(&mut battle, &mut player, 1, |_, _| {});
            }
        }
    });
    // Some rulesets ask at every attack, others seldom.
    assert!(questions.get() > 12, "some saves should have been made in the middle of a question");
}

/// Orders that are mostly nonsense.
fn odd_orders(battle: &Battle, player: &mut Random) -> Vec<Order> {
    let mut out = Vec::new();
    let ids: Vec<_> = battle.world().resource::<Names>().iter().map(|(id, _)| id).collect();
    let id = ids[player.below(ids.len())];
    let other = ids[player.below(ids.len())];
    let at = |player: &mut Random| {
        let number = |player: &mut Random| i16::try_from(player.below(40)).expect("a small number") - 5;
        Square::new(number(player), number(player))
    };
    out.push(Order::EndTurn { creature: id });
    out.push(Order::Answer { choice: "dodge".into() });
    out.push(Order::Move(MoveOrder { creature: id, to: Some(at(player)), path: None }));
    out.push(Order::Move(MoveOrder { creature: id, to: None, path: Some(vec![at(player), at(player)]) }));
    out.push(Order::Move(MoveOrder { creature: id, to: None, path: Some(Vec::new()) }));
    for legal in battle.legal() {
        if let Order::Act(act) = legal.order {
            out.push(Order::Act(Act { target: Some(other), ..act.clone() }));
            out.push(Order::Act(Act { at: Some(at(player)), ..act.clone() }));
            out.push(Order::Act(Act { with: None, ..act.clone() }));
            out.push(Order::Act(Act { creature: id, ..act }));
            if out.len() > 40 {
                break;
            }
        }
    }
    out
}

/// Whether lists leave out orders of a kind that are legal: there are too many, or most of them are of no use.
fn is_unlisted(ruleset: &str, act: &Act) -> bool {
    match (ruleset, act.action.as_str()) {
        // Spells, composed of parts.
        ("essence", _) => true,
        // Against whom what is readied could be meant.
        (_, "ready" | "hold_action") => true,
        // Far squares in which an enemy could be suspected.
        ("momentum", "attack_square") => true,
        // Far things that could be shot at; a direction by a far square in it; jumps over nothing, or hardly to be made.
        ("edge", "smash" | "spray" | "jump") => true,
        _ => false,
    }
}

#[test]
fn what_is_refused_changes_nothing() {
    each_level(|setup| {
        let mut battle = setup.start(7).expect("a shipped level should start");
        let mut odd = Random::new(70);
        let mut refused = 0;
        play_on(&mut battle, &mut Random::new(7), 80, |battle, _| {
            let before = battle.hash();
            let listed: Vec<Order> = battle.legal().into_iter().map(|legal| legal.order).collect();
            for order in odd_orders(battle, &mut odd) {
                // A way given square by square is not listed, nor every way to compose a spell.
                let composed = matches!(&order, Order::Act(act) if is_unlisted(battle.ruleset().key(), act));
                if !composed && !matches!(&order, Order::Move(MoveOrder { path: Some(_), .. })) {
                    assert_eq!(listed.contains(&order), battle.check(&order).is_ok(), "{order:?}");
                }
                assert!(!listed.contains(&order) || battle.check(&order).is_ok(), "{order:?} is listed and refused");
                if battle.check(&order).is_ok() {
                    battle.order(&order).expect("an order that passes the check should be accepted");
                    assert!(battle.undo());
                } else {
                    assert!(battle.order(&order).is_err(), "{order:?}");
                    refused += 1;
                }
                assert_eq!(battle.hash(), before, "{order:?}");
            }
        });
        assert!(refused > 100);
    });
}

/// How many battles a test that takes any number plays on each level: `BATTLEMAT_FIGHTS` for a long run.
fn fights() -> u64 {
    let asked = std::env::var("BATTLEMAT_FIGHTS").ok();
    asked.map_or(3, |text| text.parse().expect("BATTLEMAT_FIGHTS should be a number"))
}

/// Whether nobody has attacked for fifty rounds: where wounds have left nobody a hand to fight with, a battle without a clock goes on for
/// ever, and rightly so.
fn nobody_fights(battle: &Battle) -> bool {
    let attack = |event: &&Event| matches!(event.what, What::Attack { .. });
    let last = battle.events().iter().rev().find(attack).map_or(0, |event| event.round);
    battle.flow().round > last + 50
}

#[test]
fn what_is_always_true_stays_true_and_the_dead_do_nothing() {
    let play = |setup: &Setup| {
        for seed in 100..100 + fights() {
            let mut battle = setup.start(seed).expect("a shipped level should start");
            play_on(&mut battle, &mut Random::new(seed), 4000, look);
            assert!(
                battle.outcome().is_some() || nobody_fights(&battle),
                "{} should end (seed {seed})",
                setup.level.name
            );
            let mut dead = Vec::new();
            for event in battle.events() {
                match event.what {
                    What::Dies => dead.extend(event.target.or(event.actor)),
                    What::Attack { .. } | What::Action { .. } | What::TurnBegins => {
                        let actor = event.actor.expect("somebody should do it");
                        assert!(!dead.contains(&actor), "{} is dead: {event:?}", battle.name(actor));
                    }
                    _ => {}
                }
            }
        }
    };
    all_rulesets().for_each(|ruleset| each_level_of(ruleset, &play));
}

/// Ledges, a pit, water, crates that break, traps, ground that gives way and comes back: where much can go wrong between two orders.
fn rough_ground(ruleset: &str) -> String {
    format!(
        "name = \"Rough Ground\"\nruleset = \"{ruleset}\"\nmap = '''\n\
         ##############\n\
         #.b..2233....#\n\
         #....2233.c..#\n\
         #.B.c22......#\n\
         #....~~~~.P..#\n\
         #..c.~~~~.c..#\n\
         #....22...R..#\n\
         #.o..2233..r.#\n\
         #....2233....#\n\
         ##############\n'''\n\
         [legend]\n2 = {{ terrain = \"floor\", elevation = \"7 ft\" }}\n3 = {{ terrain = \"floor\", elevation = \"15 ft\" }}\n\
         P = {{ terrain = \"pit\" }}\n\
         B = {{ creature = \"soldier\", side = \"blue\" }}\nb = {{ creature = \"brute\", side = \"blue\" }}\n\
         R = {{ creature = \"stalker\", side = \"red\" }}\nr = {{ creature = \"sniper\", side = \"red\" }}\n\
         [object.crate]\nlike = \"crate\"\nheight = \"6 ft\"\nhp = 3\n\
         [zone]\ntrap = [[4, 4], [9, 3]]\nbridge = {{ from = [5, 3], to = [6, 3] }}\n\
         [[creature]]\nkind = \"ogre\"\nside = \"red\"\nname = \"Ox\"\nat = [11, 1]\narrives = 3\n\
         [[event]]\nid = \"trap\"\nwhen = {{ enters = {{ zone = \"trap\", once = false }} }}\n\
         do = [{{ harm = {{ squares = \"trap\", damage = \"2d6 fire\" }} }}, {{ push = {{ squares = \"trap\", direction = \"east\", count = 3 }} }}]\n\
         [[event]]\nid = \"falls\"\nwhen = {{ round_end = {{ from = 2, every = 4 }} }}\n\
         do = {{ terrain = {{ squares = [\"bridge\", {{ from = [1, 1], to = [3, 3] }}], becomes = \"pit\", crush = \"1d6 kinetic\" }} }}\n\
         [[event]]\nid = \"rises\"\nwhen = {{ round_end = {{ from = 4, every = 4 }} }}\n\
         do = [{{ terrain = {{ squares = [\"bridge\", {{ from = [1, 1], to = [3, 3] }}], becomes = \"floor\" }} }}, {{ terrain = {{ squares = [[8, 6]], becomes = \"wall\" }} }}]\n\
         [[event]]\nid = \"sleep\"\nwhen = {{ round_end = {{ from = 9, every = 9 }} }}\ndo = {{ condition = {{ squares = {{ from = [4, 1], to = [9, 8] }}, condition = \"prone\" }} }}\n"
    )
}

#[test]
fn what_is_always_true_stays_true_on_rough_ground() {
    for ruleset in all_rulesets() {
        let text = rough_ground(ruleset.key());
        let (level, _) = rules::read_level_played(&text, "rough.toml").expect("the level should be sound");
        let level = std::sync::Arc::new(level);
        for seed in 0..4 * fights() {
            let mut battle = Battle::new(level.clone(), ruleset, seed).expect("the level should start");
            invariants::check(&battle);
            play_on(&mut battle, &mut Random::new(seed), 600, look);
        }
    }
}

/// Rooms joined by passages one, two and three squares wide, and somebody in the middle of it.
fn narrow_places(size: &str, ruleset: &str) -> String {
    format!(
        "name = \"Narrows\"\nruleset = \"{ruleset}\"\nmap = '''\n\
         ###################\n\
         #.....###.........#\n\
         #................##\n\
         #.....###.........#\n\
         #.....###.........#\n\
         #.....###....###..#\n\
         ##.#######..####..#\n\
         ##.##.........##..#\n\
         #......##......B..#\n\
         ###################\n'''\n\
         [legend]\nB = {{ creature = \"soldier\", side = \"blue\", name = \"Bo\" }}\n\
         [[creature]]\nkind = \"brute\"\nside = \"red\"\nname = \"Ox\"\nsize = \"{size}\"\nat = [1, 1]\n\
         sol = {{ speed_ft = 60 }}\nessence = {{ speed_ft = 60, initiative = 40 }}\n"
    )
}

/// Squeezing or not: whoever is told to go to a square that it can reach comes to stand there, and may stay there.
#[test]
fn a_move_ends_where_it_was_to_go() {
    for ruleset in rules::all() {
        for size in ["medium", "large", "huge", "colossal"] {
            let text = narrow_places(size, ruleset.key());
            let (level, _) = rules::read_level_played(&text, "narrows.toml").expect("the level should be sound");
            let mut battle = Battle::new(std::sync::Arc::new(level), *ruleset, 1).expect("the level should start");
            let ox = battle.world().resource::<Names>().find("Ox").expect("Ox should be there");
            while battle.active() != Some(ox) {
                let creature = battle.active().expect("somebody should act");
                battle.order(&Order::EndTurn { creature }).expect("a turn may always end");
            }
            for _ in 0..4 {
                let mut last = None;
                let reach = battle.reach(ox);
                for there in reach.squares.iter().filter(|there| there.stop) {
                    let order = Order::Move(MoveOrder { creature: ox, to: Some(there.at), path: None });
                    battle.order(&order).expect("a square that can be reached should be a legal goal");
                    let stands = battle.world().the::<Position>(ox).at;
                    assert_eq!(stands, there.at, "{size} under {}", ruleset.key());
                    assert!(battle.undo());
                    last = Some(order);
                }
                // From the farthest corner of these, all over again.
                let Some(order) = last else { break };
                battle.order(&order).expect("what was legal should be so again");
                if battle.decision().is_some() {
                    let first = battle.legal().remove(0).order;
                    battle.order(&first).expect("a choice should be accepted");
                }
            }
        }
    }
}

/// A save in the middle of a fight.
fn some_save() -> String {
    let setup = Setup::read(LEVELS[0].as_ref(), None).expect("a shipped level should be sound");
    let mut battle = setup.start(8).expect("a shipped level should start");
    play_on(&mut battle, &mut Random::new(8), 60, |_, _| {});
    battle.save().to_json()
}

/// The same as JSON.
fn some_save_value() -> serde_json::Value {
    serde_json::from_str(&some_save()).expect("a save should be JSON")
}

/// Every place in a JSON value, as a pointer.
fn pointers(value: &serde_json::Value, at: &str, out: &mut Vec<String>) {
    out.push(at.to_string());
    match value {
        serde_json::Value::Object(table) => {
            for (key, value) in table {
                pointers(value, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), out);
            }
        }
        serde_json::Value::Array(list) => {
            for (place, value) in list.iter().enumerate() {
                pointers(value, &format!("{at}/{place}"), out);
            }
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_save_that_was_cut_is_an_error(cut in 0.0f64..1.0) {
        let text = some_save();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a place in a text")]
        let mut at = (text.len() as f64 * cut) as usize;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        prop_assert!(Save::from_json(&text[..at]).is_err());
    }

    #[test]
    fn a_save_that_was_tampered_with_never_panics(places in prop::collection::vec((any::<prop::sample::Index>(), 0usize..6), 1..4)) {
        let mut value = some_save_value();
        let honest = value["hash"].clone();
        let mut all = Vec::new();
        // What was told and ordered is long and says little; the state is what a damaged file breaks.
        for part in ["/snapshot", "/seed", "/ruleset", "/hash", "/content"] {
            pointers(value.pointer(part).expect("a save should have its parts"), part, &mut all);
        }
        for (place, change) in places {
            let Some(there) = value.pointer_mut(place.get(&all).as_str()) else { continue };
            *there = match change {
                0 => serde_json::Value::Null,
                1 => serde_json::json!(0),
                2 => serde_json::json!(4_000_000_000_u64),
                3 => serde_json::json!(-1),
                4 => serde_json::json!([]),
                _ => serde_json::json!("x"),
            };
        }
        let untouched = value == some_save_value();
        prop_assert_eq!(Save::from_value(value.clone()).is_ok(), untouched, "the checksum finds it");
        // Somebody who makes the checksum fit again finds no way to a panic either.
        battlemat::battle::seal(&mut value);
        if let Ok(battle) = Save::from_value(value).and_then(|save| replay::resume(&save)) {
            prop_assert_eq!(serde_json::json!(battle.hash()), honest);
        }
    }
}
