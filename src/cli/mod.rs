//! The command line: which room carries out what is written there.
//!
//! Results go to standard output, complaints to standard error. Exit codes: 0 all is well, 1 something checked is not, 2 it
//! could not be done at all.

mod arena;
mod args;
#[cfg(feature = "gui")]
mod fault;
mod play;
mod text;
mod trouble;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command, Play};
use trouble::Trouble;

/// Reads the command line and carries it out.
pub(crate) fn run() -> ExitCode {
    let command = Cli::parse().command.unwrap_or(Command::Play(Play::default()));
    let done = match command {
        Command::Play(play) => play::play(play),
        Command::Shot(shot) => play::shot(shot),
        Command::Lint { files, json } => text::lint(&files, json),
        Command::Schema { campaign } => text::schema(campaign),
        Command::Test { paths, suggest } => text::test(&paths, suggest),
        Command::Sim(sim) => text::sim(&sim),
        Command::Arena(arena) => arena::arena(&arena),
        Command::Referee { schema } => text::referee(schema),
        Command::Rules(rules) => text::rules(&rules),
        Command::Replay { save, check, traces, to_scenario } => {
            text::replay(&save, check, traces, to_scenario.as_deref())
        }
        Command::Demo { level, ruleset, seed, traces, save } => {
            text::demo(&level, ruleset.as_deref(), seed, traces, save.as_deref())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Trouble::Failed(why)) => complain(&why, 1),
        Err(Trouble::Impossible(why)) => complain(&why, 2),
    }
}

fn complain(why: &str, code: u8) -> ExitCode {
    if !why.is_empty() {
        eprintln!("{}", battlemat::level::plain_lines(why.trim_end()));
    }
    ExitCode::from(code)
}
