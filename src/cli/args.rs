//! What may be written on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Tactical grid fights under the combat rules of tabletop games, with every number explained.
#[derive(Parser)]
#[command(name = "battlemat", version)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Play in a window (the default).
    Play(Play),
    /// Check level and campaign files.
    Lint {
        /// Level or campaign files, or folders of them.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// One JSON object for each finding.
        #[arg(long)]
        json: bool,
    },
    /// Print the JSON schema of level files, for completion in editors.
    Schema {
        /// That of campaign files instead.
        #[arg(long)]
        campaign: bool,
    },
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
    /// Let players fight each other on many boards, seats swapped: who wins how surely, and how they behave.
    Arena(Arena),
    /// Read requests as JSON lines from standard input, reply on standard output.
    Referee {
        /// Print the JSON schema of requests and replies instead.
        #[arg(long)]
        schema: bool,
    },
    /// Rulesets, their rules, and which of them were seen to take effect.
    Rules(Rules),
    /// Play a save, of a battle or a campaign, or a report of a mistake again from its first order, and show the log.
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
pub(super) struct Play {
    /// The level; without one, the menu opens.
    pub(super) level: Option<PathBuf>,
    /// The ruleset instead of the level's own.
    #[arg(long)]
    pub(super) ruleset: Option<String>,
    /// The seed of the dice.
    #[arg(long)]
    pub(super) seed: Option<u64>,
    /// A save to go on with.
    #[arg(long)]
    pub(super) resume: Option<PathBuf>,
    /// Who sits at the sides, in the level's order, `human` or `ai`, such as human,ai; else the level says.
    #[arg(long, value_delimiter = ',')]
    pub(super) seats: Vec<String>,
}

#[derive(Args)]
pub(super) struct Sim {
    /// The level, or a campaign.
    pub(super) level: PathBuf,
    /// How many battles, or how often the campaign.
    #[arg(long, default_value_t = 100)]
    pub(super) games: u64,
    /// The seed of the first; each further one has the next.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// The ruleset instead of the level's own.
    #[arg(long)]
    pub(super) ruleset: Option<String>,
    /// Who plays every side: `easy`, `normal` and `hard`, which think of a turn first, `greedy`, which looks one order ahead, or `random`.
    #[arg(long, default_value = "greedy")]
    pub(super) player: String,
    /// A battle without an end after so many rounds is stuck, or at a standstill when nobody has been harmed for long.
    #[arg(long, default_value_t = 200)]
    pub(super) rounds: u32,
    /// Where to save the first stuck battle, to look into it.
    #[arg(long, value_name = "FILE")]
    pub(super) stuck: Option<PathBuf>,
    /// Print the figures as JSON.
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args)]
pub(super) struct Arena {
    /// Level files, or folders of them.
    #[arg(default_value = "levels")]
    pub(super) levels: Vec<PathBuf>,
    /// Rulesets, such as sol,vigor; without it all that are finished.
    #[arg(long, value_delimiter = ',')]
    pub(super) ruleset: Vec<String>,
    /// Players, such as greedy,random; each pair meets, and one alone meets itself.
    #[arg(long, value_delimiter = ',', default_value = "greedy,random")]
    pub(super) players: Vec<String>,
    /// Seeds on each board; each is played twice, with seats swapped.
    #[arg(long, default_value_t = 4)]
    pub(super) games: u64,
    /// The first seed; each further one is the next.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// A battle without an end after so many rounds goes no further.
    #[arg(long, default_value_t = 200)]
    pub(super) rounds: u32,
    /// Battles at a time; without it as many as there are cores.
    #[arg(long)]
    pub(super) hands: Option<std::num::NonZero<usize>>,
    /// A file to which each result is written at once; what stands there already is not played again. One build's results only.
    #[arg(long, value_name = "FILE")]
    pub(super) results: Option<PathBuf>,
    /// Print the figures as JSON.
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args)]
pub(super) struct Rules {
    /// A ruleset; without one, all are listed.
    pub(super) ruleset: Option<String>,
    /// A rule of it, such as `SOL-COVER-5`.
    pub(super) rule: Option<String>,
    /// Print everything that can be written of it: actions, questions, keys, names. Without a ruleset, what all share.
    #[arg(long, conflicts_with_all = ["coverage", "rule"])]
    pub(super) reference: bool,
    /// Print the systems that advance a battle under it: stage by stage, in the order in which they run, and what each waits for.
    #[arg(long, requires = "ruleset", conflicts_with_all = ["coverage", "rule", "reference"])]
    pub(super) stages: bool,
    /// Show which rules took effect in scenarios and simulated battles.
    #[arg(long)]
    pub(super) coverage: bool,
    /// Scenario files for it.
    #[arg(long, default_value = "tests/scenarios")]
    pub(super) scenarios: PathBuf,
    /// Simulated battles for it, spread over the levels.
    #[arg(long, default_value_t = 50)]
    pub(super) games: u64,
    /// Levels for it.
    #[arg(long, default_value = "levels")]
    pub(super) levels: PathBuf,
    /// Fail when a rule is neither checked by a scenario nor waived.
    #[arg(long)]
    pub(super) strict: bool,
}

#[derive(Args)]
pub(super) struct Shot {
    /// The level; without one, the start screen.
    pub(super) level: Option<PathBuf>,
    /// Orders to give first: a JSON list.
    #[arg(long)]
    pub(super) orders: Option<PathBuf>,
    /// The ruleset instead of the level's own.
    #[arg(long)]
    pub(super) ruleset: Option<String>,
    /// The seed of the dice.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// The picture's size in pixels.
    #[arg(long, default_value = "1280x720")]
    pub(super) size: String,
    /// Pixels a point, as on a fine screen: 0.5 to 4.
    #[arg(long, default_value_t = 1.0)]
    pub(super) scale: f32,
    /// Size of the text in hundredths, 100 to 200, as in the settings.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(100..=200))]
    pub(super) text: u32,
    /// The square under the cursor, such as 4,7.
    #[arg(long)]
    pub(super) hover: Option<String>,
    /// The name of an action to aim at what is under the cursor.
    #[arg(long)]
    pub(super) aim: Option<String>,
    /// Hundredths of a second into the showing of the last order.
    #[arg(long)]
    pub(super) moment: Option<u32>,
    /// With what could be attacked from the square under the cursor.
    #[arg(long)]
    pub(super) from_here: bool,
    /// With hints, as for whoever plays for the first time.
    #[arg(long)]
    pub(super) hints: bool,
    /// A question that is answered without asking, and its answer, by their keys: `dodge=none`.
    #[arg(long)]
    pub(super) always: Vec<String>,
    /// With high contrast, as in the settings.
    #[arg(long)]
    pub(super) contrast: bool,
    /// With colours for the colour-blind, as in the settings: `red-green` or `blue-yellow`.
    #[arg(long)]
    pub(super) palette: Option<String>,
    /// What stands over the table: `settings`, `game-master`, `warning`, `stakes`, `save-as`, `report`, `take-back`, `reckonings`,
    /// `rule`, `hand-over`, `hand`, or `replay`.
    #[arg(long)]
    pub(super) panel: Option<String>,
    /// One panel alone, without the board: `ribbon`, `sheet`, `log`, `bar` and so on; a wrong name says which there are.
    #[arg(long)]
    pub(super) only: Option<String>,
    /// Take no picture, but draw so many frames of it and say what that costs: milliseconds until the first and for each, memory held.
    #[arg(long)]
    pub(super) frames: Option<u32>,
    /// Where it goes.
    #[arg(long, default_value = "shot.png")]
    pub(super) out: PathBuf,
}
