//! Battles by lot, of which only hashes are written down: levels with any ground, anything that stands about or between squares, any light,
//! and creatures of any kind, some of them changed, some of them held, hurt or hidden. What is hashed is what a chronicle would say of them
//! ([`crate::chronicles`]), forecasts left out; so whatever is reckoned, told or offered otherwise shows, though not where.
//!
//! To see where: `BATTLEMAT_BRAWLS=FOLDER` writes them out in full. Do that before and after a change, and compare the folders. Then
//! `UPDATE_BRAWLS=1` writes `tests/brawls/*.txt` anew.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use battlemat::battle::{About, Battle, Ruleset, hash_of};
use battlemat::referee::names;
use battlemat::rules;
use serde_json::json;

use crate::attack::extremes::overrides;
use crate::attack::files::Rng;
use crate::chronicles::Chronicle;
use crate::written::is_current;

/// Battles of each half of a ruleset's.
const BRAWLS: usize = 20;
/// Orders of each.
const ORDERS: usize = 60;
/// A hash each so many orders.
const EACH: usize = 15;

const KINDS: [&str; 16] = [
    "soldier", "scout", "brute", "sniper", "medic", "mystic", "hound", "ogre", "drone", "titan", "swarm", "civilian",
    "engineer", "guard", "stalker", "crawler",
];
const GROUND: &[char] = &[
    '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', ',', 'm', '-', '~', '^', ';', 'i', '=', '"', 'c', 'b',
    'B', 'T', 'o', '&', 'f', 't', 'h', '*', '#', '|',
];
const BETWEEN: [&str; 7] = ["low_wall", "wall", "window", "door", "fence", "bars", "curtain"];
const WIDE: usize = 11;
const HIGH: usize = 8;

/// A drawing of the map's size, mostly of one character.
fn drawing(lot: &mut Rng, plain: char, others: &[char], one_in: usize) -> String {
    let mut out = String::new();
    for _ in 0..HIGH {
        for _ in 0..WIDE {
            out.push(if lot.below(one_in) == 0 { *lot.one_of(others) } else { plain });
        }
        out.push('\n');
    }
    out
}

/// A level by lot.
fn level(lot: &mut Rng, ruleset: &dyn Ruleset) -> String {
    let mut map: Vec<Vec<char>> = vec![vec!['#'; WIDE]; HIGH];
    for row in &mut map[1..HIGH - 1] {
        for square in &mut row[1..WIDE - 1] {
            *square = *lot.one_of(GROUND);
        }
    }
    let mut legend = String::new();
    for (number, letter) in "UVWXYZ".chars().enumerate() {
        let (x, y) = (1 + lot.below(WIDE - 3), 1 + lot.below(HIGH - 3));
        // Room for those who are large; what does not fit all the same is no level, and another is drawn.
        for (x, y) in [(x + 1, y), (x, y + 1), (x + 1, y + 1)] {
            if !map[y][x].is_ascii_uppercase() {
                map[y][x] = '.';
            }
        }
        map[y][x] = letter;
        let kind = *lot.one_of(&KINDS);
        let side = if number % 2 == 0 { "red" } else { "blue" };
        let changed = overrides(lot, ruleset.keys(About::Creature), 24);
        let key = ruleset.key();
        writeln!(
            legend,
            "\"{letter}\" = {{ creature = \"{kind}\", side = \"{side}\", name = \"{letter}\", {key} = {{ {changed} }} }}"
        )
        .expect("text");
    }
    let map: String = map.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect();
    let mut runs = String::new();
    for _ in 0..lot.below(4) {
        let (kind, side) = (lot.one_of(&BETWEEN), lot.one_of(&["north", "east", "south", "west"]));
        let (x, y) = (1 + lot.below(WIDE - 4), 1 + lot.below(HIGH - 4));
        let (right, down) = if ["north", "south"].contains(side) { (x + 2, y) } else { (x, y + 2) };
        writeln!(
            runs,
            "[[run]]\nedge = \"{kind}\"\nof = {{ from = [{x}, {y}], to = [{right}, {down}] }}\nside = \"{side}\""
        )
        .expect("text");
    }
    let elevation = drawing(lot, '.', &['1', '1', '2'], 9);
    let light = drawing(lot, '.', &['d', 'x'], 8);
    let fog = drawing(lot, '.', &['f'], 16);
    let visibility = lot.one_of(&["clear", "clear", "clear", "reduced", "low"]);
    format!(
        "name = \"Brawl\"\nruleset = \"{}\"\nground = \"floor\"\nmap = '''\n{map}'''\nelevation = '''\n{elevation}'''\n\
         light = '''\n{light}'''\nfog = '''\n{fog}'''\n[legend]\n{legend}{runs}[weather]\nvisibility = \"{visibility}\"\n\
         [[side]]\nid = \"red\"\n[[side]]\nid = \"blue\"\n[[goal]]\nwin = \"last_side_standing\"\n",
        ruleset.key()
    )
}

/// The battle of a number, with what the game master does first; nothing where what was drawn is no level.
fn begun(number: usize, ruleset: &'static dyn Ruleset) -> Option<Battle> {
    let mut lot = Rng(0xb4a1 + number as u64);
    let text = level(&mut lot, ruleset);
    let (level, _) = rules::read_level_played(&text, "brawl.toml").ok()?;
    if let Some(folder) = std::env::var_os("BATTLEMAT_BRAWLS") {
        let file = PathBuf::from(folder).join(format!("{}-{number}.toml", ruleset.key()));
        std::fs::write(file, &text).expect("it can be written");
    }
    let mut battle = Battle::new(Arc::new(level), ruleset, number as u64).ok()?;
    let lexicon = ruleset.lexicon();
    let given: Vec<&str> = lexicon.conditions.iter().filter(|known| known.given).map(|known| &*known.key).collect();
    for letter in ["U", "V", "W", "X"] {
        let stat = lot.one_of(lexicon.stats);
        let value = *lot.one_of(&[0, 1, 2, 5]);
        let acts = [
            json!({ "gm": { "add_condition": { "creature": letter, "condition": lot.one_of(&given) } } }),
            json!({ "gm": { "set": { "creature": letter, "stat": stat.key, "value": value } } }),
        ];
        if lot.below(2) == 0
            && let Ok(order) = names::order(&battle, acts[lot.below(2)].clone())
        {
            // What cannot be is refused.
            let _ = battle.order(&order);
        }
    }
    Some(battle)
}

/// Half of the battles of a ruleset, a line each: those of even numbers, or of odd ones.
#[track_caller]
fn check(key: &str, odd: usize) {
    let ruleset = rules::by_key(key).expect("it is finished");
    let path = format!("tests/brawls/{key}-{}.txt", ["even", "odd"][odd]);
    let mut found = String::new();
    let sound = (odd..).step_by(2).filter_map(|number| Some((number, begun(number, ruleset)?)));
    for (number, battle) in sound.take(BRAWLS) {
        let mut chronicle = Chronicle::new(battle);
        write!(found, "{number}:").expect("text");
        for order in 1..=ORDERS {
            let goes_on = chronicle.go_on(false);
            if !goes_on || order % EACH == 0 {
                write!(found, " {:016x}", hash_of(&chronicle.text)).expect("text");
            }
            if !goes_on {
                break;
            }
        }
        found.push('\n');
        if let Some(folder) = std::env::var_os("BATTLEMAT_BRAWLS") {
            let file = PathBuf::from(folder).join(format!("{key}-{number}.txt"));
            std::fs::write(file, &chronicle.text).expect("it can be written");
        }
    }
    is_current(&path, &found, "UPDATE_BRAWLS");
}

/// The tests of a ruleset, so that one can be asked for alone: `brawls::vigor`.
macro_rules! brawls_of {
    ($($ruleset:ident),*) => {
        $(mod $ruleset {
            #[test]
            fn even() {
                super::check(stringify!($ruleset), 0);
            }

            #[test]
            fn odd() {
                super::check(stringify!($ruleset), 1);
            }
        })*
    };
}

brawls_of!(sol, essence, vigor, edge, momentum);
