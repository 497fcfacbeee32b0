//! What hands do at one go: aim for a while, walk, act, end the turn, leave, begin another battle.

use battlemat::battle::Offer;

use super::super::picture::Picture;
use super::*;

impl Hands {
    /// Ends the turn: with one press, or with two where one was meant.
    pub(in super::super) fn end_turn(&self) {
        let twice = self.habit(&[None, Some(150), Some(250)]);
        match (self.with, twice) {
            (With::Keys, None) => self.key("e"),
            (With::Keys, Some(delay)) => self.key_twice("e", delay),
            (With::Mouse, None) => self.button("end of turn"),
            (With::Mouse, Some(delay)) => {
                self.over("end of turn");
                self.press_twice(delay);
            }
        }
    }

    /// Stays with what is aimed for so many seconds: nothing moves meanwhile, however many frames are drawn.
    #[track_caller]
    pub(in super::super) fn aim_for(&self, seconds: u64) {
        self.give_odds_time();
        let settled = self.wait("the window", |_| true);
        let drawn = settled["frame"].as_u64().unwrap_or(0);
        let (x, y) = self.at.get();
        // It draws while something is done.
        let stir = |step: u64| match self.with {
            With::Mouse => self.mouse(x + (step % 2) as f64, y),
            With::Keys => drop(self.xdotool(&["key", "Shift_L"])),
        };
        let mut frames = 0;
        for step in 0..20 {
            stir(step);
            std::thread::sleep(Duration::from_millis(50));
            frames = self.probe().and_then(|now| now["frame"].as_u64()).unwrap_or(0);
            if frames >= drawn + 4 {
                break;
            }
        }
        let before = self.wait("the window", |_| true);
        let start = Instant::now();
        let mut step = 0;
        let drawn_since = |frames: u64| frames.saturating_sub(before["frame"].as_u64().unwrap_or(0));
        // On a busy machine a frame takes a second.
        while start.elapsed() < Duration::from_secs(seconds)
            || (drawn_since(frames) <= seconds && start.elapsed() < PATIENCE)
        {
            step += 1;
            stir(step);
            std::thread::sleep(Duration::from_millis(70));
            if let Some(now) = self.probe().filter(|now| now["aim"] == before["aim"]) {
                assert_eq!(rests(&now), rests(&before), "aiming {} for {:?}", now["aim"], start.elapsed());
                frames = now["frame"].as_u64().unwrap_or(0);
            }
        }
        let more = drawn_since(frames);
        assert!(more > seconds, "only {more} frames were drawn");
        stir(0);
    }

    /// Makes the window so wide and so high while it rests and touches nothing else: board and panels find their places in it by
    /// themselves, the same as after whatever is done next.
    #[track_caller]
    pub(in super::super) fn resize(&self, width: u32, height: u32) {
        let laid = |probe: &Value| ["room", "clear", "spots", "coins"].map(|key| probe[key].clone());
        let before = self.at_rest()["frame"].clone();
        let size = [width.to_string(), height.to_string()];
        self.xdotool(&["windowsize", "--sync", &self.window, &size[0], &size[1]]);
        self.wait("another size", |probe| probe["frame"] != before);
        let rested = self.at_rest();
        let spots = rested["spots"].as_object().expect("there are buttons");
        for (name, spot) in spots {
            let at = [0, 1].map(|axis| spot[axis].as_f64().unwrap_or(-1.0));
            let within = (0.0..=f64::from(width)).contains(&at[0]) && (0.0..=f64::from(height)).contains(&at[1]);
            assert!(within, "{name} is at {at:?} in a window of {size:?}");
        }
        for _ in 0..4 {
            self.xdotool(&["key", "Shift_L"]);
            std::thread::sleep(Duration::from_millis(300));
        }
        let drawn = |probe: &Value| probe["frame"].as_u64() >= rested["frame"].as_u64().map(|frame| frame + 2);
        let woken = self.wait("more frames", drawn);
        assert_eq!(laid(&woken), laid(&rested), "at rest and after it");
    }

    /// What is on the screen now, once nothing is worked out any more.
    pub(in super::super) fn picture(&self) -> Picture {
        let frame = |probe: &Value| probe["frame"].as_u64().unwrap_or(0);
        let now = frame(&self.wait("the odds", |probe| probe["working"] != true));
        let (x, y) = self.at.get();
        let start = Instant::now();
        for step in 0_u32.. {
            self.mouse(x + f64::from(step % 2), y);
            std::thread::sleep(Duration::from_millis(100));
            let later = frame(&self.wait("the window", |_| true));
            if (later >= now + 12 && step % 2 == 0) || start.elapsed() > PATIENCE {
                break;
            }
        }
        self.mouse(x, y);
        std::thread::sleep(Duration::from_millis(500));
        Picture::read(&self.folder)
    }

    /// Types into a field, in place of what is there.
    pub(in super::super) fn fill(&self, field: &str, words: &str) {
        self.click_at_rest(field);
        self.xdotool(&["key", "ctrl+a"]);
        std::thread::sleep(Duration::from_millis(200));
        self.xdotool(&["type", "--delay", "60", words]);
    }

    /// Leaves the battle for the start screen.
    pub(in super::super) fn leave(&self) {
        self.button("window Leave");
        self.wait("the start screen", |probe| probe["screen"] == "Start");
    }

    /// Starts a level from the start screen.
    pub(in super::super) fn begin(&self, level: &str, seed: u64) {
        self.click_at_rest(&format!("level {level}"));
        if self.wait("the setup", |probe| !probe["spots"]["more setup"].is_null())["spots"]["seed"].is_null() {
            self.click_at_rest("more setup");
        }
        self.fill("seed", &seed.to_string());
        self.over("play");
        // On a second click of the start screen nothing happens in the battle.
        self.press_twice(150);
        self.wait("the battle", |probe| {
            probe["screen"] == "Battle" && probe["level"] == level && probe["idle"] == true
        });
    }

    /// The saves that the game has written, by name.
    pub(in super::super) fn saves(&self) -> Vec<String> {
        let folder = self.folder.join("data/battlemat/saves");
        let names = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = names
            .map(|file| file.file_name().to_string_lossy().into_owned())
            .filter_map(|name| name.strip_suffix(".json").map(str::to_owned))
            .collect();
        names.sort();
        names
    }

    /// Puts away hints, which may lie over the board. Whoever plays by keys alone reaches every square under them.
    pub(in super::super) fn read_hints(&self) {
        let spot = |probe: &Value| Some((probe["spots"]["got it"][0].as_f64()?, probe["spots"]["got it"][1].as_f64()?));
        for _ in 0..6 {
            let Some((x, y)) = self.probe().as_ref().and_then(spot).filter(|_| self.with == With::Mouse) else {
                return;
            };
            self.mouse(x, y);
            self.look((x, y));
            // It goes by itself when its moment is over.
            if self.probe().as_ref().and_then(spot) == Some((x, y)) {
                self.press();
                std::thread::sleep(APART);
            }
        }
    }

    /// Gives the next orders to somebody.
    pub(in super::super) fn turn_to(&self, name: &str, actors: usize) {
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

    pub(in super::super) fn walk(&self, to: Square) {
        if self.with == With::Keys {
            self.steer(to);
            self.key("Return");
        } else {
            self.click(to);
        }
    }

    /// Where an action stands: the button of the bar and, where that fans out, the member.
    fn place(&self, offer: &Offer) -> Vec<usize> {
        let wanted = serde_json::json!([offer.action, offer.with, offer.aim]);
        let known = |list: &Value| -> Option<Vec<usize>> {
            let mut buttons = list.as_array()?.iter().enumerate();
            let within = |button: &Value| button.as_array()?.iter().position(|member| *member == wanted);
            let (number, member, many) =
                buttons.find_map(|(number, button)| Some((number, within(button)?, button.as_array()?.len() > 1)))?;
            Some(if many { vec![number, member] } else { vec![number] })
        };
        let probe = self.wait(&offer.label, |probe| known(&probe["list"]).is_some());
        known(&probe["list"]).expect("it is on the list")
    }

    /// Chooses an action; then at whom it is aimed.
    pub(in super::super) fn act(&self, offer: &Offer, at: Option<&str>) {
        let name = &*offer.label;
        for (place, number) in self.place(offer).iter().enumerate() {
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
                (With::Keys, 0) => self.press_key_of(*number),
                (With::Keys, _) => self.slot(*number),
            }
        }
        let Some(at) = at else { return };
        self.wait(&format!("{name} to be aimed"), |probe| probe["aim"] == name);
        let long = self.habit(&[0, 0, 0, 2, 0]);
        let twice = self.habit(&[None, None, Some(200)]);
        match self.with {
            With::Keys => self.choose(at),
            With::Mouse => self.point_at(at),
        }
        if long > 0 {
            self.aim_for(long);
            // The bar may have grown under it.
            if self.with == With::Mouse {
                self.point_at(at);
            }
        }
        match (self.with, twice) {
            (With::Keys, None) => self.key("Return"),
            (With::Keys, Some(delay)) => self.key_twice("Return", delay),
            (With::Mouse, None) => self.press(),
            (With::Mouse, Some(delay)) => self.press_twice(delay),
        }
    }

    /// Answers a question: the key of the choice.
    pub(in super::super) fn answer(&self, key: &str) {
        if self.with == With::Mouse {
            return self.button(&format!("answer {key}"));
        }
        let place = |probe: &Value| probe["answers"].as_array()?.iter().position(|known| known == key);
        let probe = self.wait("the question", |probe| place(probe).is_some());
        let number = place(&probe).expect("it can be answered so") + 1;
        self.key(&number.to_string());
    }

    /// Presses the key of a button of the bar: the letter of a common act, else its number.
    fn press_key_of(&self, button: usize) {
        let probe = self.wait("the keys of the bar", |probe| !probe["keys"][button].is_null());
        match probe["keys"][button].as_str() {
            Some(letter) => self.key(letter),
            None => {
                let number = probe["keys"][button].as_u64().expect("a key is a letter or a number");
                self.slot(usize::try_from(number).expect("so many buttons there are not"));
            }
        }
    }

    /// Presses the key of a choice, counted from 0: 1 to 9, 0, Shift+1 to Shift+8.
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
