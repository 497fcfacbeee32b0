//! `battlemat`: the command line. Each command is carried out in its own room; see `battlemat --help`.

use std::process::ExitCode;

mod cli;

/// Events and their traces are many small pieces; this makes and frees them faster than the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run()
}
