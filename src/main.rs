//! `battlemat`: the command line. Each command is carried out in its own room; see `battlemat --help`.

use std::process::ExitCode;

mod cli;

/// Events and their traces are many small pieces; this makes and frees them faster than the system's allocator, but gives less back. Beside
/// a window memory counts for more.
#[cfg(not(feature = "gui"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Has the system's allocator give large blocks back as soon as they are free. By itself it keeps blocks up to the size of the largest that
/// was ever given back: after the start, when the drawings are put into place, some 30 MiB for good. Blocks that a renderer takes for every
/// frame are smaller than what counts as large here, and all that it frees after one is less than what is kept: to fetch it from the system
/// each time would cost a tenth of a frame. Threads share two heaps, so that what one has given back is of use to others.
#[cfg(all(feature = "gui", target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "settings of the C library; they have no safe names")]
fn keep_little() {
    const LARGE: libc::c_int = 384 * 1024;
    const KEPT: libc::c_int = 7 * 1024 * 1024;
    // SAFETY: sets numbers of the allocator, before there is a second thread. A refusal changes nothing.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
        libc::mallopt(libc::M_ARENA_MAX, 2);
    }
}

/// Has a file that may not grow any further be an error, of which can be told, and not the end of the program.
#[cfg(unix)]
#[expect(unsafe_code, reason = "a setting of the C library; it has no safe name")]
fn bear_limits() {
    // SAFETY: to ignore a signal runs no code of ours.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

fn main() -> ExitCode {
    #[cfg(unix)]
    bear_limits();
    #[cfg(all(feature = "gui", target_os = "linux", target_env = "gnu"))]
    keep_little();
    cli::run()
}
