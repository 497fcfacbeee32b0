//! Nobody is told of a creature that hides from every one of its side: not in the log, not by what it may order or foresees.

use battlemat::ai::Random;
use battlemat::battle::{
    Act, Battle, ById, Creature, Die, Foresight, GmAct, Id, MoveOrder, Names, OnMap, Order, Ruleset, Setting, SideId,
    Trace, What, creatures, on_map,
};
use battlemat::dice::Forced;
use battlemat::grid::Square;
use battlemat::referee::log;
use battlemat::referee::sim::Setup;
use battlemat::rules;

const LEVELS: [&str; 3] = ["levels/first-fight.toml", "levels/last-lantern.toml", "levels/pump-room.toml"];

/// Whether a line names somebody: the name, and no longer one that starts like it.
fn names(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let rest = &line.as_bytes()[at + name.len()..];
        !matches!(rest, [b' ', b'0'..=b'9', ..]) && !rest.first().is_some_and(u8::is_ascii_alphanumeric)
    })
}

/// What a side could read out of its list of orders, and out of what some of them are foretold to do.
fn told_by_orders(battle: &mut Battle) -> Vec<String> {
    let legal = battle.legal();
    let mut told: Vec<String> = legal.iter().map(|legal| format!("{legal:?}")).collect();
    let attacks = legal.iter().filter(|legal| matches!(&legal.order, Order::Act(act) if act.target.is_some()));
    for legal in attacks.step_by(3).take(6) {
        let forecast = Foresight::glance(legal.order.clone(), 8).go_through(battle);
        told.push(format!("{:?} {forecast:?}", legal.order));
    }
    told
}

/// Hides somebody of another side than the one to move, now and then.
fn hide_somebody(battle: &mut Battle, player: &mut Random) {
    let Some(side) = battle.side_to_move() else { return };
    let world = battle.world();
    let others: Vec<Id> = on_map(world).filter(|&id| world.the::<Creature>(id).side != side).collect();
    if others.is_empty() {
        return;
    }
    let creature = others[player.below(others.len())];
    let condition = "hidden".to_owned();
    // Where there is nobody to hide from it is refused, which is as well.
    let _ = battle.order(&Order::Gm(GmAct::AddCondition { creature, condition }));
}

/// Every ruleset, finished or begun.
fn played() -> impl Iterator<Item = &'static dyn Ruleset> {
    rules::all().iter().chain(rules::begun()).copied()
}

fn each_battle(mut run: impl FnMut(Battle, Random)) {
    for ruleset in played() {
        for (seed, path) in LEVELS.iter().enumerate() {
            let setup = Setup::read(path.as_ref(), Some(ruleset.key())).expect("a shipped level should be sound");
            let seed = u64::try_from(seed).expect("a small number");
            let battle = setup.start(seed).expect("a shipped level should start");
            run(battle, Random::new(seed));
        }
    }
}

#[test]
fn the_log_of_a_side_names_nobody_it_knows_nothing_of() {
    let mut hidden = 0;
    each_battle(|mut battle, mut player| {
        let sides: Vec<SideId> =
            (0..battle.level().sides.len()).filter_map(|side| u8::try_from(side).ok().map(SideId)).collect();
        for count in 0..120 {
            if count % 10 == 0 && battle.decision().is_none() {
                hide_somebody(&mut battle, &mut player);
            }
            let before: Vec<Vec<Id>> = sides.iter().map(|&side| battle.unknown_to(side)).collect();
            let from = battle.events().len();
            let Some(order) = player.choose(&battle) else { return };
            battle.order(&order).expect("a legal order should be accepted");
            for (&side, before) in sides.iter().zip(&before) {
                let lines = log::lines_told_to(&battle, side, from, true);
                let still = battle.unknown_to(side);
                for &id in before.iter().filter(|id| still.contains(id)) {
                    hidden += 1;
                    let name = battle.name(id);
                    // What a player called by its own order is no news to it.
                    let line = lines.iter().find(|line| names(line, name));
                    assert_eq!(line, None, "{name} after {order:?} under {}", battle.ruleset().key());
                }
            }
        }
    });
    assert!(hidden > 100, "somebody should have hidden now and then: {hidden}");
}

/// The names in a text that stand for nobody among some; a longer name is not a shorter one that it begins with.
fn unaccounted(battle: &Battle, text: &str, accounted: &[Id]) -> Vec<String> {
    let world = battle.world();
    let all: Vec<(Id, &str)> = creatures(world).into_iter().map(|id| (id, battle.name(id))).collect();
    let mut rest = text.to_owned();
    let mut longest = all;
    longest.sort_by_key(|(_, name)| std::cmp::Reverse(name.len()));
    let mut out = Vec::new();
    for (id, name) in longest {
        if names(&rest, name) && !accounted.contains(&id) {
            out.push(name.to_owned());
        }
        rest = rest.replace(name, "?");
    }
    out
}

fn unaccounted_terms(battle: &Battle, trace: &Trace, accounted: &mut Vec<Id>) -> Vec<String> {
    let before = accounted.len();
    accounted.extend(trace.source);
    let mut out = unaccounted(battle, &trace.label, accounted);
    if let Some(why) = &trace.refused {
        out.extend(unaccounted(battle, why, accounted));
    }
    for term in &trace.terms {
        out.extend(unaccounted_terms(battle, term, accounted));
    }
    accounted.truncate(before);
    out
}

#[test]
fn whoever_is_named_in_an_event_stands_in_it() {
    // What is told goes by whom an event says it is about: a name in its words alone would get past that.
    let mut looked = 0;
    each_battle(|mut battle, mut player| {
        for count in 0..150 {
            if count % 10 == 0 && battle.decision().is_none() {
                hide_somebody(&mut battle, &mut player);
            }
            let from = battle.events().len();
            let Some(order) = player.choose(&battle) else { return };
            battle.order(&order).expect("a legal order should be accepted");
            let cast = battle.world().resource::<Names>();
            for event in &battle.events()[from..] {
                if matches!(event.what, What::Says { .. } | What::Ends { .. }) {
                    continue;
                }
                looked += 1;
                let mut about: Vec<Id> = event.actor.iter().chain(&event.target).chain(&event.about).copied().collect();
                if let What::Order { creatures } = &event.what {
                    about.extend(creatures);
                }
                let line = event.describe(cast);
                assert_eq!(unaccounted(&battle, &line, &about), Vec::<String>::new(), "{line}");
                if let Some(trace) = &event.trace {
                    let missing = unaccounted_terms(&battle, trace, &mut about);
                    assert_eq!(missing, Vec::<String>::new(), "{line}: {:#?}", trace.lines());
                }
            }
        }
    });
    assert!(looked > 1000, "{looked}");
}

#[test]
fn orders_and_forecasts_know_nobody_who_hides() {
    let mut looked = 0;
    each_battle(|mut battle, mut player| {
        for count in 0..60 {
            if count % 6 == 0 && battle.decision().is_none() {
                hide_somebody(&mut battle, &mut player);
            }
            let side = battle.side_to_move().filter(|_| battle.decision().is_none());
            for id in side.map(|side| battle.unknown_to(side)).unwrap_or_default() {
                looked += 1;
                let name = battle.name(id).to_owned();
                for legal in battle.legal() {
                    let Order::Act(act) = &legal.order else { continue };
                    assert_ne!(act.target, Some(id), "{name}: {}", legal.label);
                    assert!(!names(&legal.label, &name), "{}", legal.label);
                    if act.at.is_some() && looked % 7 == 0 {
                        let forecast = Foresight::glance(legal.order.clone(), 8).go_through(&mut battle);
                        let forecast = forecast.expect("what is legal can be foreseen");
                        let known = forecast.branches.iter().all(|branch| !branch.targets.contains_key(&id));
                        assert!(known, "{name} in the forecast of {}", legal.label);
                    }
                }
            }
            let Some(order) = player.choose(&battle) else { return };
            battle.order(&order).expect("a legal order should be accepted");
        }
    });
    assert!(looked > 30, "somebody should have hidden now and then: {looked}");
}

#[test]
fn where_somebody_hides_makes_no_difference_to_what_others_may_do() {
    for ruleset in played() {
        let moved: usize = LEVELS.iter().map(|path| hide_here_and_there(path, ruleset)).sum();
        assert!(moved > 10, "somebody should have hidden under {}: {moved}", ruleset.key());
    }
}

/// Plays a level; whoever hides is put elsewhere now and then, and the side to move must be told the same. How often that was.
fn hide_here_and_there(path: &str, ruleset: &'static dyn Ruleset) -> usize {
    let mut moved = 0;
    let setup = Setup::read(path.as_ref(), Some(ruleset.key())).expect("a shipped level should be sound");
    let mut battle = setup.start(3).expect("a shipped level should start");
    let mut player = Random::new(3);
    for count in 0..160 {
        if count % 4 == 0 && battle.decision().is_none() {
            hide_somebody(&mut battle, &mut player);
        }
        let side = battle.side_to_move().filter(|_| battle.decision().is_none());
        let unknown = side.map(|side| battle.unknown_to(side)).unwrap_or_default();
        if let (Some(&id), Some(active)) = (unknown.first(), battle.active()) {
            let before = told_by_orders(&mut battle);
            let (width, height) = battle.world().resource::<battlemat::battle::Map>().size();
            let place = |player: &mut Random| {
                let number = |most: u16, player: &mut Random| {
                    i16::try_from(player.below(usize::from(most))).expect("a map is small")
                };
                Square::new(number(width, player), number(height, player))
            };
            let at = place(&mut player);
            let taken = battlemat::battle::creature_at(battle.world(), at).is_some();
            let from = battle.events().len();
            let placed = !taken && battle.order(&Order::Gm(GmAct::Place { creature: id, at })).is_ok();
            if placed {
                // Where putting it there brings about something else, the side is told that, and rightly so. Example: the game master hid
                // another creature in plain view, which is found with the next step.
                let brought = &battle.events()[from..];
                let same = brought.iter().all(|event| matches!(event.what, What::Override { .. }))
                    && battle.active() == Some(active)
                    && battle.decision().is_none()
                    && battle.world().part::<OnMap>(id).is_some()
                    && battle.unknown_to(side.expect("somebody should be to move")).contains(&id);
                if same {
                    moved += 1;
                    let after = told_by_orders(&mut battle);
                    let missing: Vec<_> = before.iter().filter(|line| !after.contains(line)).collect();
                    let added: Vec<_> = after.iter().filter(|line| !before.contains(line)).collect();
                    assert!(
                        missing.is_empty() && added.is_empty(),
                        "{} at {at:?} shows: {missing:?} {added:?}",
                        battle.name(id)
                    );
                }
                assert!(battle.undo());
            }
        }
        let Some(order) = player.choose(&battle) else { break };
        battle.order(&order).expect("a legal order should be accepted");
    }
    moved
}

/// A hall in which Dim hides at a place, Prone and dodging, from Ana and her like, who hide from him as well.
fn hall(place: Square) -> (Battle, Id) {
    let text = "name = \"Hall\"\nruleset = \"essence\"\nmap = '''\n##########\n#........#\n#A.......#\n#......D.#\n#B.......#\n##########\n'''\n\
        [legend]\n\"A\" = { creature = \"soldier\", side = \"blue\", name = \"Ana\", essence = { dex = 10, level = 3, ess = 3, volley = true, weapons = [\"knife\", \"bow\"], held = [\"knife\"], spells = [\"fire_burst\"] } }\n\
        \"B\" = { creature = \"soldier\", side = \"blue\", name = \"Bea\", essence = { dex = 10, level = 3, volley = true, weapons = [\"bow\"] } }\n\
        \"D\" = { creature = \"soldier\", side = \"red\", name = \"Dim\", essence = { hp_max = 90, pd = 40, md = 40 } }\n\
        [[side]]\nid = \"blue\"\nseat = \"human\"\n[[side]]\nid = \"red\"\nseat = \"human\"\n";
    let (level, _) = rules::read_level(text, "hall").expect("a sound level");
    let ruleset = rules::by_key("essence").expect("essence");
    let level = std::sync::Arc::new(level);
    let first = |seed| {
        let battle = Battle::new(level.clone(), ruleset, seed).expect("a playable level");
        (battle.active().map(|id| battle.name(id)) == Some("Ana")).then_some(battle)
    };
    let mut battle = (1..).find_map(first).expect("Ana is quick");
    let named = |battle: &Battle, name: &str| {
        let all = on_map(battle.world()).find(|&id| battle.name(id) == name);
        all.expect("everybody is on the map")
    };
    let (ana, dim) = (named(&battle, "Ana"), named(&battle, "Dim"));
    let mut overrides = vec![GmAct::Place { creature: dim, at: place }];
    for (creature, condition) in [(dim, "prone"), (dim, "hidden"), (ana, "hidden")] {
        let condition = condition.to_owned();
        overrides.push(GmAct::AddCondition { creature, condition });
    }
    for act in overrides {
        battle.order(&Order::Gm(act)).expect("an override should be accepted");
    }
    (battle, ana)
}

/// What her side reads when Ana strikes at a square with dice that miss.
fn told_of_a_miss(act: &Act, place: Square) -> Vec<String> {
    let (mut battle, ana) = hall(place);
    let die = |face| Forced(Die::new(20, face));
    // Of a burst only the first die is said: how many follow depends on who is there.
    let faces = [die(1), die(2), die(19), die(19)];
    let said = if act.action == "cast" { 1 } else { faces.len() };
    battle.force_dice(&faces[..said], false);
    let from = battle.events().len();
    let act = Act { creature: ana, ..act.clone() };
    battle.order(&Order::Act(act)).expect("a square can be named");
    battle.unforce_dice();
    assert_eq!(battle.decision(), None);
    let lines = log::lines_told_to(&battle, SideId(0), from, true);
    assert!(!lines.is_empty());
    lines
}

#[test]
fn a_miss_tells_nobody_whether_it_was_the_right_square() {
    let (near, far) = (Square::new(2, 2), Square::new(8, 1));
    for (action, with) in [
        ("attack", "unarmed"),
        ("attack", "knife"),
        ("throw", "knife"),
        ("feint", "knife"),
        ("trip", "knife"),
        ("grapple", "knife"),
        ("disarm", "knife"),
        ("cast", "fire_burst"),
    ] {
        for at in [near, far].into_iter().filter(|&at| at == near || matches!(action, "throw" | "cast")) {
            let mut act = Act::new(Id(0), action);
            act.with = Some(with.into());
            act.at = Some(at);
            let elsewhere = Square::new(5, 4);
            let (right, wrong) = (told_of_a_miss(&act, at), told_of_a_miss(&act, elsewhere));
            assert_eq!(right, wrong, "{action} with {with} at {at:?}");
        }
    }
}

/// A yard in which Cid and Ben are of one side and Ada, behind a wall, is of the other, with a crate beside Ben; it is somebody's turn,
/// and Ada's side knows nothing of Ben.
fn yard(ruleset: &'static dyn Ruleset, whose: &str) -> (Battle, [Id; 3]) {
    let text = format!(
        "name = \"Yard\"\nruleset = \"{}\"\nmap = '''\n....#...c...\nA...#..CB...\n....#.......\n'''\n[legend]\n\
        \"A\" = {{ creature = \"soldier\", side = \"red\", name = \"Ada\" }}\n\
        \"B\" = {{ creature = \"soldier\", side = \"blue\", name = \"Ben\" }}\n\
        \"C\" = {{ creature = \"soldier\", side = \"blue\", name = \"Cid\" }}\n\
        [[side]]\nid = \"red\"\nseat = \"human\"\n[[side]]\nid = \"blue\"\nseat = \"human\"\n",
        ruleset.key()
    );
    let (level, _) = rules::read_level(&text, "yard").expect("a sound level");
    let mut battle = Battle::new(std::sync::Arc::new(level), ruleset, 1).expect("a playable level");
    let ids = ["Ada", "Ben", "Cid"].map(|name| {
        let found = on_map(battle.world()).find(|&id| battle.name(id) == name);
        found.expect("everybody is on the map")
    });
    turn_of(&mut battle, whose);
    let condition = "hidden".to_owned();
    let creature = ids[1];
    let hide = GmAct::AddCondition { creature, condition };
    battle.order(&Order::Gm(hide)).expect("an override should be accepted");
    assert!(battle.unknown_to(SideId(0)).contains(&creature));
    (battle, ids)
}

/// Goes on to somebody's turn.
fn turn_of(battle: &mut Battle, whose: &str) {
    while let Some(creature) = battle.active().filter(|&id| battle.name(id) != whose) {
        battle.order(&Order::EndTurn { creature }).expect("a turn should end");
    }
}

fn take_out(battle: &mut Battle, creature: Id) {
    let remove = Order::Gm(GmAct::Remove { creature });
    battle.order(&remove).expect("an override should be accepted");
}

/// What an order tells both sides, reckonings and all.
fn told_of(battle: &mut Battle, order: &Order) -> [Vec<String>; 2] {
    let from = battle.events().len();
    battle.order(order).expect("a legal order should be accepted");
    [SideId(0), SideId(1)].map(|side| log::lines_told_to(battle, side, from, true))
}

#[test]
fn whom_somebody_walks_past_is_told_to_those_who_know_of_that_one() {
    for key in ["sol", "essence", "vigor", "momentum"] {
        let ruleset = rules::by_key(key).expect("a ruleset");
        let [there, gone] = [false, true].map(|gone| {
            let (mut battle, [_, ben, cid]) = yard(ruleset, "Cid");
            if gone {
                take_out(&mut battle, ben);
            }
            let past = Order::Move(MoveOrder {
                creature: cid,
                to: None,
                path: Some(vec![Square::new(8, 1), Square::new(9, 1)]),
            });
            told_of(&mut battle, &past)
        });
        assert_eq!(there[0], gone[0], "{key}");
        assert_ne!(there[1], gone[1], "his own side is told of him under {key}");
    }
}

/// Ann and Ben of red lie hidden in the dark; Ann shoots, and Ben in the line of the shot is cover for whom she shoots at.
#[test]
fn who_was_cover_against_somebody_unknown_is_not_told() {
    let text = "name = \"Dark\"\nruleset = \"sol\"\nmap = '''\n############\n#A.B.....c.#\n############\n'''\n\
                light = '''\n............\nxxxxxx......\n............\n'''\n[legend]\n\
                A = { creature = \"soldier\", side = \"red\", name = \"Ann\", hidden = true }\n\
                B = { creature = \"soldier\", side = \"red\", name = \"Ben\", hidden = true }\n\
                c = { creature = \"soldier\", side = \"blue\", name = \"Cid\" }\n\
                [[side]]\nid = \"red\"\nseat = \"human\"\n[[side]]\nid = \"blue\"\nseat = \"human\"\n";
    let sol = rules::by_key("sol").expect("a ruleset");
    let mut covered = 0;
    for seed in 1..30 {
        let (level, _) = rules::read_level(text, "dark").expect("a sound level");
        let mut battle = Battle::new(std::sync::Arc::new(level), sol, seed).expect("a playable level");
        turn_of(&mut battle, "Ann");
        let named = |name| on_map(battle.world()).find(|&id| battle.name(id) == name).expect("everybody is there");
        let (ben, cid) = (named("Ben"), named("Cid"));
        let at_cid =
            |order: &Order| matches!(order, Order::Act(act) if act.action == "attack" && act.target == Some(cid));
        let Some(shot) = battle.legal().into_iter().map(|legal| legal.order).find(at_cid) else {
            continue;
        };
        let from = battle.events().len();
        battle.order(&shot).expect("a legal order should be accepted");
        while let Some(decision) = battle.decision() {
            let choice = decision.choices.last().expect("a choice").key.to_string();
            battle.order(&Order::Answer { choice }).expect("an answer");
        }
        if !battle.unknown_to(SideId(1)).contains(&ben) {
            continue;
        }
        for event in battle.events()[from..].iter().filter_map(|event| event.told_to(SideId(1))) {
            if let What::Outcome { by: Some(by), .. } = &event.what {
                assert_ne!(by.source, Some(ben), "seed {seed}: {event:?}");
                covered += u32::from(&*by.name == battlemat::battle::SOMETHING);
            }
        }
    }
    assert!(covered > 0, "some shot should have met with Ben's cover");
}

/// Ben stands in the way of the shot, and not enough of him to be cover.
#[test]
fn whom_a_shot_passes_is_told_to_those_who_know_of_that_one() {
    let sol = rules::by_key("sol").expect("a ruleset");
    let [there, gone] = [false, true].map(|gone| {
        let (mut battle, [_, ben, cid]) = yard(sol, "Cid");
        if gone {
            take_out(&mut battle, ben);
        }
        let at_the_crate = |order: &Order| {
            matches!(order, Order::Act(act) if act.creature == cid
                && act.action == "attack"
                && act.target.is_some_and(|target| battle.name(target) == "Crate"))
        };
        let shot = battle.legal().into_iter().map(|legal| legal.order).find(at_the_crate);
        told_of(&mut battle, &shot.expect("the crate can be shot at"))
    });
    assert_eq!(there[0], gone[0]);
    assert_ne!(there[1], gone[1], "his own side is told of him");
}

#[test]
fn that_somebody_unknown_waits_is_told_by_nothing() {
    let vigor = rules::by_key("vigor").expect("a ruleset");
    let [waits, idles] = [true, false].map(|waits| {
        let (mut battle, [_, ben, cid]) = yard(vigor, "Ben");
        if waits {
            let ready = Act {
                with: Some("sword".into()),
                options: [("trigger".to_owned(), Setting::Word("attacks".into()))].into(),
                ..Act::new(ben, "ready")
            };
            battle.order(&Order::Act(ready)).expect("a sword can be readied");
        }
        turn_of(&mut battle, "Cid");
        let flee = Act { at: Some(Square::new(9, 1)), ..Act::new(cid, "escape") };
        told_of(&mut battle, &Order::Act(flee))
    });
    assert!(!waits[0].is_empty());
    assert_eq!(waits, idles);
}
