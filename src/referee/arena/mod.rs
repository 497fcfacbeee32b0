//! Players against each other: on each board (a level under a ruleset) each pair of them plays every seed twice, with seats swapped.
//!
//! | file | what is in it |
//! |---|---|
//! | `conduct` | how a player behaves |
//! | `bout` | one battle of two players |
//! | `kept` | results in a file, so that an arena that was broken off goes on |
//! | `ladder` | how strong players are by whom they beat |
//! | `report` | what all bouts came to, as text and as JSON |

mod bout;
mod conduct;
mod kept;
mod ladder;
mod report;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

pub use self::bout::{Bout, Pairing};
pub use self::conduct::{Conduct, Share};
pub use self::kept::Kept;
pub use self::report::{report, to_json};
use super::plan::Setup;
use super::scenario::files_of;
use crate::ai::Player;

/// The level files among these: files themselves, and all of folders.
///
/// # Errors
/// The first that cannot be read, or the first folder without one.
pub fn levels(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    files_of("level", paths)
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The level files.
    pub levels: Vec<PathBuf>,
    /// The keys of the rulesets.
    pub rulesets: Vec<String>,
    /// Players, each once; each pair of them meets, and one alone meets itself.
    pub players: Vec<Player>,
    /// Seeds on each board.
    pub games: u64,
    /// The first seed; each further one is the next.
    pub seed: u64,
    /// Rounds after which a battle goes no further.
    pub rounds: u32,
    /// Battles at a time; as many as there are cores where nothing is said.
    pub hands: Option<NonZero<usize>>,
}

impl Plan {
    /// Who sits where, in each battle of one board and seed.
    fn seats(&self) -> Vec<[Player; 2]> {
        if let [alone] = self.players[..] {
            return vec![[alone; 2]];
        }
        let mut out = Vec::new();
        for (at, &one) in self.players.iter().enumerate() {
            for &other in &self.players[at + 1..] {
                out.extend([[one, other], [other, one]]);
            }
        }
        out
    }

    /// Every battle that is to be played: seed by seed, so that an arena that is broken off has seen every board.
    fn pairings(&self) -> Vec<Pairing> {
        let (all, mut out) = (self.seats(), Vec::new());
        for number in 0..self.games {
            for level in &self.levels {
                for ruleset in &self.rulesets {
                    out.extend(all.iter().map(|seats| Pairing {
                        level: level.display().to_string(),
                        ruleset: ruleset.clone(),
                        seed: self.seed.wrapping_add(number),
                        seats: seats.map(|player| player.word().to_owned()),
                        rounds: self.rounds,
                    }));
                }
            }
        }
        out
    }
}

/// Plays all battles that were not kept already, several at a time. `hear` is told how many of how many have been played after each;
/// what came of it is in the order of the plan.
///
/// # Errors
/// When a level cannot be read or started; when results cannot be written.
pub fn run(plan: &Plan, kept: &mut Kept, mut hear: impl FnMut(usize, usize)) -> Result<Vec<Bout>, String> {
    let pairings = plan.pairings();
    let left: Vec<&Pairing> = pairings.iter().filter(|pairing| kept.get(pairing).is_none()).collect();
    for pairing in &left {
        // A level that cannot be played is said before hours are spent on the others.
        if pairing.seed == plan.seed {
            setup(pairing)?.start(pairing.seed).map_err(|why| format!("{}: {why}", pairing.level))?;
        }
    }
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(None::<String>);
    let (send, receive) = mpsc::channel::<Bout>();
    let most = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let hands = plan.hands.unwrap_or(most).get().min(left.len().max(1));
    let told: Result<(), String> = std::thread::scope(|scope| {
        for _ in 0..hands {
            let (send, next, wrong, left) = (send.clone(), &next, &wrong, &left);
            scope.spawn(move || {
                while let Some(&pairing) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match setup(pairing).and_then(|setup| bout::fight(&setup, pairing.clone())) {
                        Ok(bout) => {
                            if send.send(bout).is_err() {
                                return;
                            }
                        }
                        Err(why) => {
                            *wrong.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
                            return;
                        }
                    }
                }
            });
        }
        drop(send);
        for (number, bout) in receive.into_iter().enumerate() {
            kept.keep(bout)?;
            hear(number + 1, left.len());
        }
        Ok(())
    });
    told?;
    if let Some(why) = wrong.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(why);
    }
    Ok(pairings.iter().filter_map(|pairing| kept.get(pairing).cloned()).collect())
}

fn setup(pairing: &Pairing) -> Result<Setup, String> {
    Setup::read(Path::new(&pairing.level), Some(&pairing.ruleset))
}
