//! The window under Xvfb and the hands on it: what they can do with keyboard and mouse. They are hands of people: they rest before they
//! click, press briefly or long, press twice where once was meant, aim for a while, and make the window larger and smaller.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use battlemat::grid::Square;
use serde_json::Value;

use super::SEED;

mod deeds;
mod screen;

use self::screen::Ended;
pub(super) use self::screen::Screen;

/// The longest wait for the window to do something, on however busy a machine.
pub(super) const PATIENCE: Duration = Duration::from_mins(2);

/// How long one waits for odds before one acts without them.
const ODDS: Duration = Duration::from_secs(10);
/// Quick presses of the same are closer together than this; whoever means two of them leaves more time between.
const APART: Duration = Duration::from_millis(900);

/// What the game writes to its error output.
const WRITTEN: &str = "game.log";

/// What the hands use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum With {
    Keys,
    Mouse,
}

/// The window and the hands on it.
pub(super) struct Hands {
    with: With,
    display: String,
    folder: PathBuf,
    window: String,
    /// How often something was done: by it the hands vary what they do.
    habits: Cell<usize>,
    /// What was pressed last, and when.
    last: RefCell<(String, Instant)>,
    /// Where the mouse is.
    at: Cell<(f64, f64)>,
    _game: Ended,
}

/// What must not move while one aims: the height of the bar, the part of the window that is the board's, how large a square is.
fn rests(probe: &Value) -> [Value; 4] {
    ["bar", "room", "origin", "square"].map(|key| probe[key].clone())
}

impl Hands {
    /// One of several ways of doing something, each in its turn.
    fn habit<T: Copy>(&self, ways: &[T]) -> T {
        let number = self.habits.get();
        self.habits.set(number + 1);
        ways[number % ways.len()]
    }

    /// Leaves time between two presses of the same that are meant as two.
    fn apart(&self, what: &str) {
        let (last, then) = self.last.borrow().clone();
        if last == what {
            std::thread::sleep(APART.saturating_sub(then.elapsed()));
        }
        *self.last.borrow_mut() = (what.to_owned(), Instant::now());
    }

    fn apart_here(&self) {
        let (x, y) = self.at.get();
        self.apart(&format!("{:.0},{:.0}", x / 40.0, y / 40.0));
    }

    fn xdotool(&self, args: &[&str]) -> String {
        let out =
            Command::new("xdotool").args(args).env("DISPLAY", &self.display).output().expect("xdotool should run");
        String::from_utf8_lossy(&out.stdout).trim().to_string()
    }

    pub(super) fn probe(&self) -> Option<Value> {
        serde_json::from_str(&std::fs::read_to_string(self.folder.join("probe.json")).ok()?).ok()
    }

    /// Waits until the window says something about itself.
    #[track_caller]
    pub(super) fn wait(&self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            if let Some(probe) = self.probe().filter(&holds) {
                return probe;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "waited for {what}; the window says {:?} and wrote {:?}",
                self.probe(),
                std::fs::read_to_string(self.folder.join(WRITTEN)).unwrap_or_default()
            );
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    /// Gives the window the keyboard. No window manager does, and a screen refuses it to a window that is not shown yet.
    fn take_keyboard(&self) {
        let began = Instant::now();
        while self.xdotool(&["getwindowfocus", "-f"]) != self.window {
            assert!(began.elapsed() < PATIENCE, "the window should get the keyboard");
            self.xdotool(&["windowfocus", &self.window]);
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    /// Moves the mouse to a place of the window.
    pub(super) fn mouse(&self, x: f64, y: f64) {
        self.at.set((x, y));
        let (x, y) = (format!("{x:.0}"), format!("{y:.0}"));
        self.xdotool(&["mousemove", "--window", &self.window, &x, &y]);
    }

    /// Moves the cursor onto a square by the arrow keys.
    fn steer(&self, square: Square) {
        let place = |probe: &Value| Some((probe["hover"][0].as_i64()?, probe["hover"][1].as_i64()?));
        let wanted = (i64::from(square.x), i64::from(square.y));
        loop {
            let now = self.probe().and_then(|probe| place(&probe));
            let key = match now {
                Some(now) if now == wanted => return,
                Some((x, _)) if x < wanted.0 => "Right",
                Some((x, _)) if x > wanted.0 => "Left",
                Some((_, y)) if y > wanted.1 => "Up",
                Some(_) => "Down",
                // The first step is from whoever acts, whichever way there is room.
                None => ["Right", "Left"][usize::from(wanted.0 < 2)],
            };
            self.key(key);
            self.wait("the cursor", |probe| place(probe) != now);
        }
    }

    /// Moves the mouse until the window says that it rests where it should be: the board may move under it.
    pub(super) fn follow(
        &self,
        what: &str,
        place: impl Fn(&Value) -> Option<(f64, f64)>,
        there: impl Fn(&Value) -> bool,
    ) {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            self.read_hints();
            let probe = self.wait(what, |probe| place(probe).is_some());
            let aimed = place(&probe).expect("it was there");
            // An aim's bar may stand higher than what the board keeps clear of.
            let corner = |at: usize| probe["clear"][at].as_f64().unwrap_or_default();
            let seen = (corner(0)..corner(2)).contains(&aimed.0) && (corner(1)..corner(3)).contains(&aimed.1);
            if !seen {
                // The board is larger than the window: from farther away more of it is seen.
                let middle = (f64::midpoint(corner(0), corner(2)), f64::midpoint(corner(1), corner(3)));
                self.mouse(middle.0, middle.1);
                self.xdotool(&["click", "5"]);
                self.look(middle);
                self.wait(what, |now| now["square"] != probe["square"] || now["origin"] != probe["origin"]);
                continue;
            }
            self.mouse(aimed.0, aimed.1);
            let moved = Instant::now();
            let mut since = None;
            while moved.elapsed() < Duration::from_secs(1) {
                let on = |probe: &Value| there(probe) && place(probe) == Some(aimed);
                match (self.probe().as_ref().is_some_and(on), since) {
                    (false, _) => since = None,
                    (true, None) => since = Some(Instant::now()),
                    (true, Some(then)) if then.elapsed() > Duration::from_millis(150) => return,
                    (true, Some(_)) => {}
                }
                std::thread::sleep(Duration::from_millis(25));
            }
        }
        panic!("the mouse never was on {what}; the window says {:?}", self.probe());
    }

    /// Moves the mouse onto a square.
    pub(super) fn point(&self, square: Square) {
        let wanted = serde_json::json!([square.x, square.y]);
        self.follow(
            &format!("{square:?}"),
            |probe| {
                let edge = probe["square"].as_f64()?;
                let x = probe["origin"][0].as_f64()? + (f64::from(square.x) + 0.5) * edge;
                let y = probe["origin"][1].as_f64()? + (f64::from(square.y) + 0.5) * edge;
                Some((x, y))
            },
            |probe| probe["hover"] == wanted,
        );
    }

    /// Chooses a target by the key that goes from one to the next.
    fn choose(&self, name: &str) {
        let aimed = self.wait("an aim", |probe| probe["targets"].is_array());
        let offered = aimed["targets"].as_array().is_some_and(|names| names.iter().any(|one| one == name));
        if !offered {
            // Keys go to one's own side only once it is pointed at.
            let place = |of: &Value, at: usize| of[at].as_f64().unwrap_or_default();
            let edge = aimed["square"].as_f64().unwrap_or(1.0);
            let along = |at: usize| (place(&aimed["coins"][name], at) - place(&aimed["origin"], at)) / edge;
            return self.steer(Square::new(along(0).floor() as i16, along(1).floor() as i16));
        }
        for _ in 0..40 {
            let probe = self.wait("a target", |probe| !probe["aim"].is_null());
            if probe["under"] == name {
                return;
            }
            self.key("Tab");
            self.wait("the next target", |now| now["hover"] != probe["hover"] || now["under"] != probe["under"]);
        }
        panic!("no key leads to {name}; the window says {:?}", self.probe());
    }

    /// Clicks a button of a panel until something comes of it: on a busy machine it may move away just before the click. It is clicked
    /// again only when the window has seen the click and drawn on without anything having come of it.
    pub(super) fn button(&self, name: &str) {
        let state = |probe: &Value| {
            ["screen", "orders", "actor", "aim", "asked", "fan", "covered", "settings", "panels", "notice", "campaign"]
                .map(|key| probe[key].clone())
        };
        let before = state(&self.wait("the window", |_| true));
        for _ in 0..20 {
            self.give_odds_time();
            self.bring_up(name);
            let clicks = self.wait("the window", |_| true)["clicks"].clone();
            let (x, y) = self.click_at_rest(name);
            let seen = self.wait("the click", |probe| probe["clicks"] != clicks);
            let frame = seen["frame"].as_u64().unwrap_or(0);
            let start = Instant::now();
            loop {
                let now = self.wait("the window", |_| true);
                if state(&now) != before {
                    return;
                }
                let drawn = now["frame"].as_u64().unwrap_or(0);
                if drawn >= frame + 6 && start.elapsed() > Duration::from_secs(2) {
                    break;
                }
                // It draws while the mouse moves.
                std::thread::sleep(Duration::from_millis(100));
                self.mouse(x + (drawn % 2) as f64, y);
            }
        }
        panic!("nothing comes of {name}; the window says {:?}", self.probe());
    }

    /// Opens what stands for the rest of a list that is too long for its row, where a button is behind it.
    fn bring_up(&self, name: &str) {
        let there = |probe: &Value, spot: &str| !probe["spots"][spot].is_null();
        let probe = self.wait("the window", |_| true);
        if name.starts_with("action ") && !there(&probe, name) && there(&probe, "more actions") {
            self.click_at_rest("more actions");
            self.wait(&format!("{name} in the rest of the list"), |probe| there(probe, name));
        }
    }

    /// Waits for odds, though no longer than a patient person would: a slow machine takes minutes over all that may come of an answer.
    fn give_odds_time(&self) {
        let start = Instant::now();
        while start.elapsed() < ODDS && self.probe().is_some_and(|probe| probe["working"] == true) {
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    /// Clicks a button once it stands still; where it was.
    pub(super) fn click_at_rest(&self, name: &str) -> (f64, f64) {
        let at = self.over(name);
        std::thread::sleep(Duration::from_millis(self.habit(&[60, 60, 400, 60, 60, 1900, 60, 60, 60])));
        self.press();
        at
    }

    /// Puts the mouse on a button once it stands still; where it is.
    pub(super) fn over(&self, name: &str) -> (f64, f64) {
        let spot = |probe: &Value| Some((probe["spots"][name][0].as_f64()?, probe["spots"][name][1].as_f64()?));
        let begun = Instant::now();
        loop {
            let (mut last, mut since) = (None, Instant::now());
            let (x, y) = loop {
                let now = self.probe().and_then(|probe| spot(&probe));
                match now {
                    Some(place) if now == last && since.elapsed() > Duration::from_millis(200) => break place,
                    _ if now == last => {}
                    _ => (last, since) = (now, Instant::now()),
                }
                assert!(
                    now.is_some() || since.elapsed() < PATIENCE,
                    "no button {name}; the window says {:?}",
                    self.probe()
                );
                std::thread::sleep(Duration::from_millis(25));
            };
            self.mouse(x, y);
            // What has only just come up finds its place in the next frame, and frames may be slow.
            self.look((x, y));
            if self.probe().and_then(|probe| spot(&probe)) == Some((x, y)) || begun.elapsed() > PATIENCE {
                return (x, y);
            }
        }
    }

    /// Moves the mouse onto somebody, who may share a square with others.
    pub(super) fn point_at(&self, name: &str) {
        let coin = |probe: &Value| Some((probe["coins"][name][0].as_f64()?, probe["coins"][name][1].as_f64()?));
        self.follow(name, coin, |probe| probe["under"] == name);
    }

    pub(super) fn click(&self, square: Square) {
        self.point(square);
        self.press();
    }

    fn press(&self) {
        self.hold(self.habit(&[60, 12, 150, 60, 300]));
    }

    /// Presses the button of the mouse for so many milliseconds.
    pub(super) fn hold(&self, milliseconds: u64) {
        self.apart_here();
        self.xdotool(&["mousedown", "1"]);
        std::thread::sleep(Duration::from_millis(milliseconds));
        self.xdotool(&["mouseup", "1"]);
    }

    /// Clicks twice where the mouse is, so many milliseconds apart: once was meant.
    pub(super) fn press_twice(&self, milliseconds: u32) {
        self.apart_here();
        let delay = milliseconds.to_string();
        self.xdotool(&["click", "--repeat", "2", "--delay", &delay, "1"]);
        *self.last.borrow_mut() = (String::new(), Instant::now());
        // Whoever does that waits for what comes of it before the next click.
        std::thread::sleep(APART);
    }

    /// Presses a key twice, so many milliseconds apart: once was meant.
    pub(super) fn key_twice(&self, key: &str, milliseconds: u32) {
        self.apart(key);
        let delay = milliseconds.to_string();
        self.xdotool(&["key", "--repeat", "2", "--repeat-delay", &delay, key]);
        std::thread::sleep(APART);
    }

    /// Waits until the window has been drawn anew with the mouse there: whoever presses does so only once the frame can be seen that the window
    /// tells of, and it tells of it before.
    fn look(&self, (x, y): (f64, f64)) {
        let frame = |probe: &Value| probe["frame"].as_u64().unwrap_or(0);
        let told = frame(&self.wait("the window", |_| true));
        let start = Instant::now();
        for step in 1_u32.. {
            self.mouse(x + f64::from(step % 2), y);
            std::thread::sleep(Duration::from_millis(50));
            let drawn = self.probe().as_ref().map_or(0, frame);
            if drawn >= told + 2 || start.elapsed() > PATIENCE {
                break;
            }
        }
        self.mouse(x, y);
    }

    /// What there is once nothing is drawn any more.
    fn at_rest(&self) -> Value {
        let mut frame = None;
        loop {
            // On a busy machine a frame takes a second.
            std::thread::sleep(Duration::from_millis(1500));
            let now = self.wait("the window", |_| true);
            if frame.replace(now["frame"].clone()) == Some(now["frame"].clone()) {
                return now;
            }
        }
    }

    pub(super) fn key(&self, key: &str) {
        // Cursor keys may be pressed as quickly as one likes.
        if key.len() == 1 || key == "Return" {
            self.apart(key);
        } else {
            *self.last.borrow_mut() = (key.to_owned(), Instant::now());
        }
        self.xdotool(&["keydown", key]);
        std::thread::sleep(Duration::from_millis(60));
        self.xdotool(&["keyup", key]);
    }

    /// Presses a key, or with the mouse alone a button.
    pub(super) fn key_or_button(&self, key: &str, button: &str) {
        if self.with == With::Mouse {
            self.button(button);
        } else {
            self.key(key);
        }
    }
}

/// Opens the window on a screen of its own with a battle between people; nothing where there is no such screen.
pub(super) fn start(folder: &Path, level: &str, sides: usize, with: With) -> Option<(Screen, Hands)> {
    let levels = folder.join("levels");
    std::fs::create_dir_all(&levels).expect("a folder should be made");
    std::fs::write(levels.join("yard.toml"), level).expect("the level should be written");
    let seats = vec!["human"; sides].join(",");
    open(folder, &["levels/yard.toml", "--seats", &seats], with)
}

/// Opens the window on a screen of its own; nothing where there is no such screen. Its levels are those of the folder.
pub(super) fn open(folder: &Path, asked: &[&str], with: With) -> Option<(Screen, Hands)> {
    let there = |program: &str| {
        Command::new("sh").args(["-c", &format!("command -v {program}")]).output().is_ok_and(|out| out.status.success())
    };
    if !there("Xvfb") || !there("xdotool") {
        eprintln!("Xvfb or xdotool is missing here: no window was played in.");
        return None;
    }
    let server = Screen::open(folder);
    let game = Command::new(env!("CARGO_BIN_EXE_battlemat"))
        .args(["play", "--seed", &SEED.to_string()])
        .args(asked)
        .current_dir(folder)
        .env("DISPLAY", &server.display)
        .env_remove("WAYLAND_DISPLAY")
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("XDG_DATA_HOME", folder.join("data"))
        .env("XDG_RUNTIME_DIR", folder)
        .env("BATTLEMAT_PROBE", folder.join("probe.json"))
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(folder.join(WRITTEN)).expect("a file for what the game writes should be made"))
        .spawn()
        .expect("the game should start");
    let mut hands = Hands {
        with,
        display: server.display.clone(),
        folder: folder.to_path_buf(),
        window: String::new(),
        habits: Cell::default(),
        last: RefCell::new((String::new(), Instant::now())),
        at: Cell::default(),
        _game: Ended(game),
    };
    let opened = hands.wait("the window", |probe| match probe["screen"].as_str() {
        Some("Battle") => probe["idle"] == true,
        screen => screen.is_some(),
    });
    // The window says what it shows before the screen knows its name.
    let began = Instant::now();
    while hands.window.is_empty() && began.elapsed() < PATIENCE {
        let found = hands.xdotool(&["search", "--name", "Battlemat"]);
        hands.window = found.lines().last().unwrap_or_default().to_string();
        std::thread::sleep(Duration::from_millis(25));
    }
    assert!(!hands.window.is_empty(), "the window should have a name");
    hands.take_keyboard();
    if with == With::Mouse || opened["screen"] != "Battle" {
        return Some((server, hands));
    }
    // It hears keys once the cursor follows one.
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
