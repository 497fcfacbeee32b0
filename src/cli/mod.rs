//! The command line: what may be written, and which room carries it out.
//!
//! Results go to standard output, complaints to standard error. Exit codes: 0 all is well, 1 something checked is not, 2 it
//! could not be done at all.

#[cfg(feature = "gui")]
mod fault;
mod play;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

/// Tactical grid fights under the combat rules of tabletop games, with every number explained.
#[derive(Parser)]
#[command(name = "battlemat", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play in a window (the default).
    Play(Play),
    /// Check level files.
    Lint {
        /// Level files, or folders of them.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// One JSON object for each finding.
        #[arg(long)]
        json: bool,
    },
    /// Print the JSON schema of level files, for completion in editors.
    Schema,
    /// Play scenario files and say which came out as they should.
    Test {
        /// Scenario files, or folders of them.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// For rules that a scenario names without stating what they bring about: what it could state, and where.
        #[arg(long)]
        suggest: bool,
    },
    /// Let the computer play whole battles, and count.
    Sim(Sim),
    /// Read requests as JSON lines from standard input, reply on standard output.
    Referee,
    /// Rulesets, their rules, and which of them were seen to take effect.
    Rules(Rules),
    /// Play a save or a report of a mistake again from its first order, and show the log.
    Replay {
        /// The save or report.
        save: PathBuf,
        /// Only say whether it comes out the same.
        #[arg(long)]
        check: bool,
        /// Show the numbers behind each line.
        #[arg(long)]
        traces: bool,
        /// Write it as a scenario file that `battlemat test` plays.
        #[arg(long, value_name = "OUT", conflicts_with = "check")]
        to_scenario: Option<PathBuf>,
    },
    /// Write a picture of a battle without opening a window.
    Shot(Shot),
    /// Let the computer play one battle and print its log.
    Demo {
        /// The level.
        #[arg(default_value = "levels/first-fight.toml")]
        level: PathBuf,
        /// The ruleset instead of the level's own.
        #[arg(long)]
        ruleset: Option<String>,
        /// The seed of dice and players.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Show the numbers behind each line.
        #[arg(long)]
        traces: bool,
        /// Where to save the battle, to be looked at again.
        #[arg(long)]
        save: Option<PathBuf>,
    },
}

#[derive(Args, Default)]
struct Play {
    /// The level; without one, the menu opens.
    level: Option<PathBuf>,
    /// The ruleset instead of the level's own.
    #[arg(long)]
    ruleset: Option<String>,
    /// The seed of the dice.
    #[arg(long)]
    seed: Option<u64>,
    /// A save to go on with.
    #[arg(long)]
    resume: Option<PathBuf>,
    /// Who sits at the sides, in the level's order, `human` or `ai`, such as human,ai; else the level says.
    #[arg(long, value_delimiter = ',')]
    seats: Vec<String>,
}

#[derive(Args)]
struct Sim {
    /// The level.
    level: PathBuf,
    /// How many battles.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The seed of the first; each further one has the next.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The ruleset instead of the level's own.
    #[arg(long)]
    ruleset: Option<String>,
    /// Who plays: `random` or `greedy`.
    #[arg(long, default_value = "random")]
    player: String,
    /// A battle without an end after so many rounds is stuck, or at a standstill when nobody has been harmed for long.
    #[arg(long, default_value_t = 200)]
    rounds: u32,
    /// Where to save the first stuck battle, to look into it.
    #[arg(long, value_name = "FILE")]
    stuck: Option<PathBuf>,
}

#[derive(Args)]
struct Rules {
    /// A ruleset; without one, all are listed.
    ruleset: Option<String>,
    /// A rule of it, such as `SOL-COVER-5`.
    rule: Option<String>,
    /// Print everything that can be written of it: actions, questions, keys, names. Without a ruleset, what all share.
    #[arg(long, conflicts_with_all = ["coverage", "rule"])]
    reference: bool,
    /// Show which rules took effect in scenarios and simulated battles.
    #[arg(long)]
    coverage: bool,
    /// Scenario files for it.
    #[arg(long, default_value = "tests/scenarios")]
    scenarios: PathBuf,
    /// Simulated battles for it, spread over the levels.
    #[arg(long, default_value_t = 50)]
    games: u64,
    /// Levels for it.
    #[arg(long, default_value = "levels")]
    levels: PathBuf,
    /// Fail when a rule is neither checked by a scenario nor waived.
    #[arg(long)]
    strict: bool,
}

#[derive(Args)]
struct Shot {
    /// The level; without one, the start screen.
    level: Option<PathBuf>,
    /// Orders to give first: a JSON list.
    #[arg(long)]
    orders: Option<PathBuf>,
    /// The ruleset instead of the level's own.
    #[arg(long)]
    ruleset: Option<String>,
    /// The seed of the dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The picture's size in pixels.
    #[arg(long, default_value = "1280x720")]
    size: String,
    /// Pixels a point, as on a fine screen: 0.5 to 4.
    #[arg(long, default_value_t = 1.0)]
    scale: f32,
    /// Size of the text in hundredths, 100 to 200, as in the settings.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(100..=200))]
    text: u32,
    /// The square under the cursor, such as 4,7.
    #[arg(long)]
    hover: Option<String>,
    /// The name of an action to aim at what is under the cursor.
    #[arg(long)]
    aim: Option<String>,
    /// Hundredths of a second into the showing of the last order.
    #[arg(long)]
    moment: Option<u32>,
    /// With what could be attacked from the square under the cursor.
    #[arg(long)]
    from_here: bool,
    /// With hints, as for whoever plays for the first time.
    #[arg(long)]
    hints: bool,
    /// A question that is answered without asking, and its answer, by their keys: `dodge=none`.
    #[arg(long)]
    always: Vec<String>,
    /// With high contrast, as in the settings.
    #[arg(long)]
    contrast: bool,
    /// With colours for the colour-blind, as in the settings: `red-green` or `blue-yellow`.
    #[arg(long)]
    palette: Option<String>,
    /// What stands over the table: `settings`, `game-master`, `warning`, `stakes`, `save-as`, `report`, `take-back`, `reckonings`,
    /// `rule`, `hand-over`, or `replay`.
    #[arg(long)]
    panel: Option<String>,
    /// One panel alone, without the board: `ribbon`, `sheet`, `log`, `bar` and so on; a wrong name says which there are.
    #[arg(long)]
    only: Option<String>,
    /// Take no picture, but draw so many frames of it and say what that costs: milliseconds until the first and for each, memory held.
    #[arg(long)]
    frames: Option<u32>,
    /// Where it goes.
    #[arg(long, default_value = "shot.png")]
    out: PathBuf,
}

/// Why a command could not be carried out.
enum Trouble {
    /// What was checked is not as it should be.
    Failed(String),
    /// It could not be done at all.
    Impossible(String),
}

impl From<String> for Trouble {
    fn from(text: String) -> Self {
        Self::Impossible(text)
    }
}

/// Reads the command line and carries it out.
pub(crate) fn run() -> ExitCode {
    let command = Cli::parse().command.unwrap_or(Command::Play(Play::default()));
    let done = match command {
        Command::Play(play) => play::play(play),
        Command::Shot(shot) => play::shot(shot),
        Command::Lint { files, json } => text::lint(&files, json),
        Command::Schema => text::schema(),
        Command::Test { paths, suggest } => text::test(&paths, suggest),
        Command::Sim(sim) => text::sim(&sim),
        Command::Referee => text::referee(),
        Command::Rules(rules) => text::rules(&rules),
        Command::Replay {
            save,
            check,
            traces,
            to_scenario,
        } => text::replay(&save, check, traces, to_scenario.as_deref()),
        Command::Demo {
            level,
            ruleset,
            seed,
            traces,
            save,
        } => text::demo(&level, ruleset.as_deref(), seed, traces, save.as_deref()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Trouble::Failed(why)) => complain(&why, 1),
        Err(Trouble::Impossible(why)) => complain(&why, 2),
    }
}

fn complain(why: &str, code: u8) -> ExitCode {
    if !why.is_empty() {
        eprintln!("{}", why.trim_end());
    }
    ExitCode::from(code)
}
