//! `battlemat`: the command line. Each command is carried out in its own room; see `battlemat --help`.

use std::process::ExitCode;

mod cli;

/// Events and their traces are many small pieces; this makes and frees them faster than the system's allocator, but gives less back. Beside
/// a window memory counts for more.
#[cfg(not(feature = "gui"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run()
}
