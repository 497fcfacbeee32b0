//! The command that lets players fight each other.

use std::time::Instant;

use battlemat::referee::arena;
use battlemat::{ai::Player, rules as rulesets};

use super::args::Arena;
use super::text::say;
use super::trouble::Trouble;

/// Seconds between two words about how far it has come.
const SECONDS: u64 = 5;

pub(super) fn arena(arena: &Arena) -> Result<(), Trouble> {
    let players = arena.players.iter().map(|word| Player::by_word(word)).collect::<Result<Vec<_>, _>>()?;
    if let Some(twice) = (1..players.len()).find(|&at| players[..at].contains(&players[at])) {
        return Err(Trouble::Impossible(format!("The player `{}` is named twice.", players[twice].word())));
    }
    for key in &arena.ruleset {
        rulesets::by_key(key).ok_or_else(|| rulesets::unknown(key))?;
    }
    let mut keys = arena.ruleset.clone();
    if keys.is_empty() {
        keys = rulesets::all().iter().map(|ruleset| ruleset.key().to_owned()).collect();
    }
    let plan = arena::Plan {
        levels: arena::levels(&arena.levels)?,
        rulesets: keys,
        players,
        games: arena.games,
        seed: arena.seed,
        rounds: arena.rounds,
        hands: arena.hands,
    };
    let mut kept = match &arena.results {
        Some(path) => arena::Kept::open(path)?,
        None => arena::Kept::default(),
    };
    #[expect(clippy::disallowed_methods, reason = "the time left is told to people; no rule reads it")]
    let start = Instant::now();
    let mut said = 0;
    let bouts = arena::run(&plan, &mut kept, |played, of| {
        let seconds = start.elapsed().as_secs();
        if seconds >= said + SECONDS || played == of {
            said = seconds;
            let left = seconds * (of - played) as u64 / played.max(1) as u64;
            eprintln!("{played} of {of} battles, {} left", duration(left));
        }
    })?;
    if arena.json {
        return say(&format!("{:#}\n", arena::to_json(&bouts)));
    }
    say(&arena::report(&bouts))
}

fn duration(seconds: u64) -> String {
    if seconds < 90 { format!("{seconds} s") } else { format!("{} min", seconds.div_ceil(60)) }
}
