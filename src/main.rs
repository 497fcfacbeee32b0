//! `battlemat`: the command line. Each command is carried out in its own room; see `battlemat --help`.

use std::process::ExitCode;

mod cli;

fn main() -> ExitCode {
    cli::run()
}
