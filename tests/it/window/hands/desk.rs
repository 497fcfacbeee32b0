//! The window under Xvfb and the hands on it: what they can do with keyboard and mouse.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use battlemat::grid::Square;
use serde_json::Value;

use super::SEED;

/// The longest wait for the window to do something, on however busy a machine.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Ends a process when the test ends, however it ends.
pub struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A screen that nobody sees.
pub struct Screen {
    server: Child,
    /// Its name, such as `:0`.
    display: String,
}

impl Screen {
    /// Starts a screen under the first number that is free, and waits until it takes windows.
    fn open(folder: &Path) -> Self {
        let mut server = Command::new("Xvfb")
            // `-r`: keys do not repeat, since a press may last long on a busy machine.
            .args(["-displayfd", "1", "-r", "-screen", "0", "1280x720x24", "-fbdir"])
            // When the test fails, the screen is left there (`xwd` format).
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a program that is there should start");
        let said = server
            .stdout
            .take()
            .expect("the screen's output should be ours to read");
        let mut number = String::new();
        BufReader::new(said)
            .read_line(&mut number)
            .expect("the screen should say its number");
        let display = format!(":{}", number.trim());
        Self { server, display }
    }
}

impl Drop for Screen {
    /// Asks it to go, so that it takes its lock and its socket along.
    fn drop(&mut self) {
        let asked = Command::new("sh")
            .args(["-c", &format!("kill {}", self.server.id())])
            .status();
        if !asked.is_ok_and(|status| status.success()) {
            let _ = self.server.kill();
        }
        let _ = self.server.wait();
    }
}

/// What the game writes to its error output.
const WRITTEN: &str = "game.log";

/// What the hands use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum With {
    Keys,
    Mouse,
}

/// The window and the hands on it.
pub struct Hands {
    with: With,
    display: String,
    folder: PathBuf,
    window: String,
    _game: Ended,
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

    pub fn probe(&self) -> Option<Value> {
        serde_json::from_str(&std::fs::read_to_string(self.folder.join("probe.json")).ok()?).ok()
    }

    /// Waits until the window says something about itself.
    #[track_caller]
    pub fn wait(&self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
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

    /// Moves the mouse to a place of the window.
    fn mouse(&self, x: f64, y: f64) {
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
    fn follow(&self, what: &str, place: impl Fn(&Value) -> Option<(f64, f64)>, there: impl Fn(&Value) -> bool) {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let probe = self.wait(what, |probe| place(probe).is_some());
            let aimed = place(&probe).expect("it was there");
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
    fn point(&self, square: Square) {
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
        for _ in 0..40 {
            let probe = self.wait("a target", |probe| !probe["aim"].is_null());
            if probe["under"] == name {
                return;
            }
            self.key("Tab");
            self.wait("the next target", |now| {
                now["hover"] != probe["hover"] || now["under"] != probe["under"]
            });
        }
        panic!("no key leads to {name}; the window says {:?}", self.probe());
    }

    /// Clicks a button of a panel until something comes of it: on a busy machine it may move away just before the click. It is clicked
    /// again only when the window has seen the click and drawn on without anything having come of it.
    fn button(&self, name: &str) {
        let state = |probe: &Value| {
            ["screen", "orders", "actor", "aim", "asked", "fan", "covered"].map(|key| probe[key].clone())
        };
        let before = state(&self.wait("the window", |_| true));
        for _ in 0..20 {
            let clicks = self.wait("the odds", |probe| probe["working"] == false)["clicks"].clone();
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

    /// Clicks a button once it stands still; where it was.
    fn click_at_rest(&self, name: &str) -> (f64, f64) {
        let spot = |probe: &Value| Some((probe["spots"][name][0].as_f64()?, probe["spots"][name][1].as_f64()?));
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
        std::thread::sleep(Duration::from_millis(60));
        self.press();
        (x, y)
    }

    /// Moves the mouse onto somebody, who may share a square with others.
    fn point_at(&self, name: &str) {
        let coin = |probe: &Value| Some((probe["coins"][name][0].as_f64()?, probe["coins"][name][1].as_f64()?));
        self.follow(name, coin, |probe| probe["under"] == name);
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

    /// Gives the next orders to somebody.
    pub fn turn_to(&self, name: &str, actors: usize) {
        for _ in 0..actors {
            let probe = self.wait("somebody to command", |probe| !probe["actor"].is_null());
            if probe["actor"] == name {
                return;
            }
            if self.with == With::Mouse {
                self.button(&format!("orders for {name}"));
            } else {
                self.key("n");
            }
            self.wait("the next to act", |now| now["actor"] != probe["actor"]);
        }
    }

    pub fn key(&self, key: &str) {
        self.xdotool(&["keydown", key]);
        std::thread::sleep(Duration::from_millis(60));
        self.xdotool(&["keyup", key]);
    }

    pub fn walk(&self, to: Square) {
        if self.with == With::Keys {
            self.steer(to);
            self.key("Return");
        } else {
            self.click(to);
        }
    }

    /// Chooses an action of this name: the button of the bar and, where it fans out, the member; then at whom it is aimed.
    pub fn act(&self, buttons: &[usize], name: &str, at: Option<&str>) {
        for (place, number) in buttons.iter().enumerate() {
            if place > 0 {
                let fan = self.wait("the fan", |probe| !probe["fan"].is_null());
                // The first of a family is aimed with it.
                if fan["aim"] == name {
                    continue;
                }
            }
            match (self.with, place) {
                (With::Mouse, 0) => self.button(&format!("action {number}")),
                (With::Mouse, _) => self.button(&format!("member {number}")),
                _ => self.slot(*number),
            }
        }
        let Some(at) = at else { return };
        self.wait(&format!("{name} to be aimed"), |probe| probe["aim"] == name);
        if self.with == With::Keys {
            self.choose(at);
            self.key("Return");
        } else {
            self.point_at(at);
            self.press();
        }
    }

    /// Answers a question: the number of the choice, counted from 1, and its key.
    pub fn answer(&self, number: usize, key: &str) {
        if self.with == With::Mouse {
            self.button(&format!("answer {key}"));
        } else {
            self.key(&number.to_string());
        }
    }

    /// Presses a key, or with the mouse alone a button.
    pub fn key_or_button(&self, key: &str, button: &str) {
        if self.with == With::Mouse {
            self.button(button);
        } else {
            self.key(key);
        }
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

/// Opens the window on a screen of its own; nothing where there is no such screen.
pub fn start(folder: &Path, level: &str, sides: usize, with: With) -> Option<(Screen, Hands)> {
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
    let server = Screen::open(folder);
    std::fs::write(folder.join("yard.toml"), level).expect("the level should be written");
    let game = Command::new(env!("CARGO_BIN_EXE_battlemat"))
        .args(["play", "yard.toml", "--seed", &SEED.to_string(), "--seats"])
        .arg(vec!["human"; sides].join(","))
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
        _game: Ended(game),
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
    if with == With::Mouse {
        return Some((server, hands));
    }
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
