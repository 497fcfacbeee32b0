//! A whole hot-seat battle played in a real window under Xvfb by mouse and keyboard, beside the same battle without one.
//!
//! A battle of its own (the mirror) says what to do next; hands do it in the window; in the end the window's save must hold the
//! same orders and the same state as the mirror. Needs `Xvfb` and `xdotool`; without them it says so and checks nothing.
//!
//! `BATTLEMAT_HANDS=levels/pump-room.toml cargo test --test it hands` plays another level, to its end.

#![expect(
    clippy::disallowed_methods,
    reason = "hands wait for a window; no rule reads the clock"
)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use battlemat::ai::Random;
use battlemat::battle::{Aim, Battle, Id, Offer, Order, Save};
use battlemat::grid::Square;
use battlemat::{referee, rules};
use serde_json::Value;

const SEED: u64 = 7;
/// Orders after which the hands stop in the yard, if nobody has won by then.
const MOST_ORDERS: usize = 60;

/// Two who fight in a small yard; short, so that it ends.
const YARD: &str = r#"
name = "The Yard"
ruleset = "sol"
map = '''
#########
#.......#
#.r.c...#
#...c.b.#
#.......#
#########
'''
[legend]
"r" = { creature = "brute", side = "red", name = "Rook" }
"b" = { creature = "scout", side = "blue", name = "Sable" }
[[side]]
id = "red"
seat = "human"
[[side]]
id = "blue"
seat = "human"
"#;

/// A rider with a beast that acts at her word, in a small yard with somebody to bite.
const KENNEL: &str = r#"
name = "The Kennel"
ruleset = "essence"
map = '''
##########
#........#
#.a..r...#
#..bb....#
#..bb....#
##########
'''
[legend]
"a" = { creature = "soldier", side = "blue", name = "Ada" }
"b" = { creature = "hound", side = "blue", name = "Bruin", size = "large", essence = { level = 4, str = 5, commanded_by = "Ada" } }
"r" = { creature = "ogre", side = "red", name = "Rook", size = "medium" }
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;

/// The level that is played, and after how many orders the hands stop.
fn level() -> (String, usize) {
    match std::env::var_os("BATTLEMAT_HANDS") {
        Some(path) => (
            std::fs::read_to_string(&path).expect("the level asked for should be readable"),
            5000,
        ),
        None => (YARD.to_owned(), MOST_ORDERS),
    }
}

/// Ends a process when the test ends, however it ends.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The window and the hands on it.
struct Hands {
    display: String,
    folder: PathBuf,
    window: String,
    game: Ended,
}

impl Hands {
    fn xdotool(&self, args: &[&str]) -> String {
        let out = Command::new("xdotool")
            .args(args)
            .env("DISPLAY", &self.display)
            .output()
            .expect("xdotool should run");
        String::from_utf8_lossy(&out.stdout).trim().to_string()
    }

    fn probe(&self) -> Option<Value> {
        serde_json::from_str(&std::fs::read_to_string(self.folder.join("probe.json")).ok()?).ok()
    }

    /// Waits until the window says something about itself.
    #[track_caller]
    fn wait(&self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            if let Some(probe) = self.probe().filter(&holds) {
                return probe;
            }
            assert!(
                start.elapsed() < Duration::from_mins(1),
                "waited for {what}; the window says {:?}",
                self.probe()
            );
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    /// Moves the mouse onto a square and waits until the window has noticed.
    fn point(&self, square: Square) {
        let probe = self.wait("the board", |_| true);
        let number = |value: &Value| value.as_f64().expect("the probe should give numbers");
        let edge = number(&probe["square"]);
        let x = number(&probe["origin"][0]) + (f64::from(square.x) + 0.5) * edge;
        let y = number(&probe["origin"][1]) + (f64::from(square.y) + 0.5) * edge;
        self.xdotool(&[
            "mousemove",
            "--window",
            &self.window,
            &format!("{x:.0}"),
            &format!("{y:.0}"),
        ]);
        let wanted = serde_json::json!([square.x, square.y]);
        self.wait("the mouse", |probe| probe["hover"] == wanted);
    }

    /// Moves the mouse onto somebody, who may share a square with others.
    fn point_at(&self, name: &str) {
        let probe = self.wait("somebody to point at", |probe| probe["coins"][name].is_array());
        let number = |value: &Value| value.as_f64().expect("the probe should give numbers");
        let (x, y) = (&probe["coins"][name][0], &probe["coins"][name][1]);
        let (x, y) = (format!("{:.0}", number(x)), format!("{:.0}", number(y)));
        self.xdotool(&["mousemove", "--window", &self.window, &x, &y]);
        self.wait("the mouse", |probe| probe["under"] == name);
    }

    fn click(&self, square: Square) {
        self.point(square);
        self.press();
    }

    fn press(&self) {
        self.xdotool(&["mousedown", "1"]);
        std::thread::sleep(Duration::from_millis(60));
        self.xdotool(&["mouseup", "1"]);
    }

    /// Gives the next orders to somebody, by the key that goes from one to the next.
    fn turn_to(&self, name: &str, actors: usize) {
        for _ in 0..actors {
            let probe = self.wait("somebody to command", |probe| !probe["actor"].is_null());
            if probe["actor"] == name {
                return;
            }
            self.key("n");
            self.wait("the next to act", |now| now["actor"] != probe["actor"]);
        }
    }

    fn key(&self, key: &str) {
        self.xdotool(&["keydown", key]);
        std::thread::sleep(Duration::from_millis(60));
        self.xdotool(&["keyup", key]);
    }

    /// Presses the key of a button of the bar, counted from 0: 1 to 9, 0, Shift+1 to Shift+8.
    fn slot(&self, number: usize) {
        if number < 10 {
            return self.key(&((number + 1) % 10).to_string());
        }
        // As fast as fingers are: the game must see them in this order however slow its frames are.
        self.xdotool(&["keydown", "Shift_L"]);
        self.key(&(number - 9).to_string());
        self.xdotool(&["keyup", "Shift_L"]);
    }
}

/// Who an order is for, of those who may act.
fn orders_for(order: &Order) -> Option<Id> {
    match order {
        Order::Move(walk) => Some(walk.creature),
        Order::Act(act) => Some(act.creature),
        _ => None,
    }
}

/// A word to a beast, or what a beast is told, where there is such an order.
fn for_beasts(battle: &Battle, player: &mut Random) -> Option<Order> {
    let others = |order: &Order| orders_for(order).is_some_and(|id| Some(id) != battle.active());
    let word = |order: &Order| matches!(order, Order::Act(act) if act.action == "command");
    let legal: Vec<Order> = battle.legal().into_iter().map(|legal| legal.order).collect();
    if let Some(word) = legal.iter().find(|order| word(order)) {
        return Some(word.clone());
    }
    let any = (0..20)
        .filter_map(|_| player.choose(battle))
        .find(|order| others(order));
    any.or_else(|| legal.into_iter().find(|order| others(order)))
}

/// What the hands do for an order; `None` when they cannot do it.
#[derive(Debug)]
enum Deed {
    Walk(Square),
    /// The keys of the button and, where it fans out, of the member; then at whom it is aimed.
    Act {
        keys: Vec<usize>,
        at: Option<String>,
    },
    End,
    Answer(usize),
}

/// `seen` is the battle as the side to move knows it: its buttons and its targets are the window's.
fn deed(battle: &Battle, seen: &Battle, order: &Order) -> Option<Deed> {
    let world = seen.world();
    match order {
        Order::EndTurn { .. } => Some(Deed::End),
        Order::Answer { choice } => {
            let place = battle
                .decision()?
                .choices
                .iter()
                .position(|known| known.key == *choice)?;
            (place < 9).then_some(Deed::Answer(place + 1))
        }
        Order::Move(walk) => {
            let to = walk.to?;
            let own = battlemat::battle::space(world, walk.creature).contains(to);
            let free = battlemat::battle::creature_at(world, to).is_none();
            (free && !own).then_some(Deed::Walk(to))
        }
        Order::Act(act) => {
            let mut offers: Vec<Offer> = seen.ruleset().offers(world, act.creature);
            offers.sort_by_key(|offer| offer.group);
            let place = offers
                .iter()
                .position(|offer| offer.action == act.action && offer.with == act.with && offer.refusal.is_none())?;
            let offer = &offers[place];
            let ways = seen.ruleset().acts(world, act.creature, offer);
            let at = match (offer.aim, act.target, act.at) {
                (Aim::Nothing, ..) if ways.len() == 1 => None,
                (Aim::Thing, Some(target), None) if act.options.is_empty() => {
                    battlemat::battle::on_map(world).find(|&id| id == target)?;
                    Some(battle.name(target).to_string())
                }
                _ => return None,
            };
            let buttons = battlemat::gui::fan::buttons(&offers);
            let number = buttons.iter().position(|button| button.members.contains(&place))?;
            let button = &buttons[number];
            let member = button.members.iter().position(|&member| member == place)?;
            let keys = if button.fans() {
                vec![number, member]
            } else {
                vec![number]
            };
            keys.iter().all(|&key| key < 18).then_some(Deed::Act { keys, at })
        }
        Order::Gm(_) | Order::TakeBack(_) => None,
    }
}

fn start(folder: &Path, level: &str, sides: usize) -> Option<(Ended, Hands)> {
    let there = |program: &str| {
        Command::new("sh")
            .args(["-c", &format!("command -v {program}")])
            .output()
            .is_ok_and(|out| out.status.success())
    };
    if !there("Xvfb") || !there("xdotool") {
        eprintln!("Xvfb or xdotool is missing here: no window was played in.");
        return None;
    }
    let number = 100 + std::process::id() % 400;
    let display = format!(":{number}");
    let quiet = |command: &mut Command| {
        Ended(
            command
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("a program that is there should start"),
        )
    };
    let server = quiet(
        Command::new("Xvfb")
            // `-r`: keys do not repeat, since a press may last long on a busy machine.
            .args([display.as_str(), "-r", "-screen", "0", "1280x720x24", "-fbdir"])
            // When the test fails, the screen is left there (`xwd` format).
            .arg(folder),
    );
    std::thread::sleep(Duration::from_secs(1));
    std::fs::write(folder.join("yard.toml"), level).expect("the level should be written");
    let game = quiet(
        Command::new(env!("CARGO_BIN_EXE_battlemat"))
            .args(["play", "yard.toml", "--seed", &SEED.to_string(), "--seats"])
            .arg(vec!["human"; sides].join(","))
            .current_dir(folder)
            .env("DISPLAY", &display)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_CONFIG_HOME", folder.join("config"))
            .env("XDG_DATA_HOME", folder.join("data"))
            .env("XDG_RUNTIME_DIR", folder)
            .env("BATTLEMAT_PROBE", folder.join("probe.json")),
    );
    let mut hands = Hands {
        display,
        folder: folder.to_path_buf(),
        window: String::new(),
        game,
    };
    hands.wait("the window", |probe| {
        probe["screen"] == "Battle" && probe["idle"] == true
    });
    hands.window = hands
        .xdotool(&["search", "--name", "Battlemat"])
        .lines()
        .last()
        .unwrap_or_default()
        .to_string();
    assert!(!hands.window.is_empty(), "the window should have a name");
    hands.xdotool(&["windowfocus", &hands.window]);
    // No window manager says when it has the keyboard: it has once the cursor follows a key.
    let hover = |hands: &Hands| hands.probe().map(|probe| probe["hover"].clone());
    for _ in 0..20 {
        let before = hover(&hands);
        hands.key("Right");
        std::thread::sleep(Duration::from_millis(500));
        if hover(&hands) != before {
            break;
        }
    }
    Some((server, hands))
}

#[test]
fn a_battle_played_by_hand_comes_out_as_without_a_window() {
    let (text, most_orders) = level();
    play(&text, most_orders, "yard");
}

#[test]
fn a_beast_is_ordered_by_hand_on_its_riders_turn() {
    let beasts = play(KENNEL, 24, "kennel");
    assert!(
        beasts.is_none_or(|orders| orders > 0),
        "a beast should have been ordered"
    );
}

/// Plays a level in the window and without one; how many orders were for others than the one whose turn it was, if there is a display.
fn play(text: &str, most_orders: usize, name: &str) -> Option<usize> {
    // Two windows at once would be slow.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = std::env::temp_dir().join(format!("battlemat-hands-{name}-{}", std::process::id()));
    // No showing of events: the hands need not wait for it.
    std::fs::create_dir_all(folder.join("config/battlemat")).expect("a folder should be made");
    std::fs::write(folder.join("config/battlemat/settings.toml"), "speed = 0\n").expect("settings should be written");
    let (level, _) = rules::read_level(text, "yard.toml").expect("the yard should be a level");
    let (_server, mut hands) = start(&folder, text, level.sides.len())?;
    let ruleset = rules::by_key(&level.ruleset).expect("the ruleset of the level should be there");
    let mut mirror = Battle::new(Arc::new(level), ruleset, SEED).expect("the yard should be playable");
    let mut player = Random::new(3);
    let (mut walks, mut acts, mut answers, mut handed, mut beasts) = (0, 0, 0, 0, 0);
    while mirror.outcome().is_none() && mirror.orders().len() < most_orders {
        let seen = mirror.without(&mirror.unknown_to_mover());
        let chosen = (0..40).find_map(|_| {
            let order = for_beasts(&mirror, &mut player).or_else(|| player.choose(&mirror))?;
            deed(&mirror, &seen, &order).map(|deed| (order, deed))
        });
        let (order, deed) = chosen.unwrap_or_else(|| {
            let creature = mirror.active().expect("somebody should have the turn");
            (Order::EndTurn { creature }, Deed::End)
        });
        // Between two people of whom one knows more, the table is covered until the other says that he sits there.
        let covered = |probe: &Value| probe["covered"] == true;
        if hands.probe().as_ref().is_some_and(covered) {
            handed += 1;
            hands.key("Return");
            // What happened meanwhile is shown first, and a key would only cut it short.
            hands.wait("the table", |probe| !covered(probe) && probe["idle"] == true);
        }
        if let Some(id) = orders_for(&order) {
            beasts += usize::from(Some(id) != mirror.active());
            hands.turn_to(mirror.name(id), mirror.actors().len());
        }
        match &deed {
            Deed::Walk(to) => {
                walks += 1;
                hands.click(*to);
            }
            Deed::Act { keys, at } => {
                acts += 1;
                for (place, key) in keys.iter().enumerate() {
                    hands.slot(*key);
                    if place + 1 < keys.len() {
                        hands.wait("the fan", |probe| !probe["fan"].is_null());
                    }
                }
                if let Some(at) = at {
                    hands.wait(&format!("the aim of {order:?}, {deed:?}"), |probe| {
                        !probe["aim"].is_null()
                    });
                    hands.point_at(at);
                    hands.press();
                }
            }
            Deed::End => hands.key("e"),
            Deed::Answer(key) => {
                answers += 1;
                hands.key(&key.to_string());
            }
        }
        mirror.order(&order).expect("a legal order should be taken");
        let count = mirror.orders().len();
        hands.wait(&format!("order {count}, {order:?}, done by {deed:?}"), |probe| {
            probe["orders"] == count && probe["idle"] == true
        });
    }
    assert!(
        walks > 0 && acts > 0,
        "the hands walked {walks} times, acted {acts} times, answered {answers} times and were handed the table {handed} times"
    );

    let saves = folder.join("data/battlemat/saves");
    let file = if mirror.outcome().is_some() {
        hands.wait("the result", |probe| probe["screen"] == "Result");
        saves.join("last.json")
    } else {
        hands.key("F5");
        saves.join("quick.json")
    };
    let start = Instant::now();
    while !file.exists() && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_millis(300));
    let save = Save::read(&file).expect("the window should have saved the battle");
    let played = referee::replay::check(&save).expect("the save should replay");
    let given = |battle: &Battle| battle.orders().iter().map(|one| one.order.clone()).collect::<Vec<_>>();
    assert_eq!(given(&played), given(&mirror));
    assert_eq!(played.hash(), mirror.hash());
    let _ = hands.game.0.kill();
    let _ = std::fs::remove_dir_all(folder);
    Some(beasts)
}
