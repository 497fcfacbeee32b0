//! Work that no frame waits for, on a thread of its own.

use std::thread::{Builder, JoinHandle};

/// The stack of the thread, in bytes: as large as that of the program's first.
const STACK: usize = 8 << 20;

/// Begins some work on a thread of its own.
///
/// # Errors
/// The system gives no thread.
pub(super) fn beside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> std::io::Result<JoinHandle<T>> {
    Builder::new().stack_size(STACK).spawn(work)
}
