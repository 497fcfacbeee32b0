//! Files that strangers wrote are read on a thread of their own, one after another, so that no file keeps a window from being drawn. One that
//! cannot be read is one line of a list.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant, SystemTime};

/// A file: where it is, and when it was changed.
pub type Known = (PathBuf, Option<SystemTime>);

/// So long a frame waits for a file. Sound ones take a fraction of it.
const FRAME: Duration = Duration::from_millis(150);

/// Then no file is waited for any longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The stack of the thread: as large as that of the program's first.
const STACK: usize = 8 << 20;

/// The file that is being read, if any is.
pub struct Reading<T> {
    now: Option<(Known, Mutex<Receiver<T>>, Instant)>,
}

impl<T> Default for Reading<T> {
    fn default() -> Self {
        Self { now: None }
    }
}

impl<T: Send + 'static> Reading<T> {
    /// What came of reading a file; `None` while it is being read.
    #[expect(clippy::disallowed_methods, reason = "how long a file is waited for; no rule reads it")]
    pub fn read(&mut self, file: &Known, work: fn(&Known) -> T) -> Option<Result<T, String>> {
        if self.now.as_ref().is_none_or(|(known, ..)| known != file) {
            let (done, came) = channel();
            let of = file.clone();
            // If the work breaks down, its end of the channel is gone, and that is the answer.
            let thread = Builder::new().stack_size(STACK).spawn(move || drop(done.send(work(&of))));
            if let Err(why) = thread {
                return Some(Err(format!("It cannot be read: {why}.")));
            }
            self.now = Some((file.clone(), Mutex::new(came), Instant::now()));
        }
        let (_, came, began) = self.now.as_mut()?;
        let waited = began.elapsed();
        let came = came.get_mut().unwrap_or_else(PoisonError::into_inner);
        let result = match came.recv_timeout(FRAME.saturating_sub(waited)) {
            Ok(read) => Ok(read),
            Err(RecvTimeoutError::Timeout) if waited < PATIENCE => return None,
            Err(RecvTimeoutError::Timeout) => Err("It takes too long to be read.".into()),
            Err(RecvTimeoutError::Disconnected) => {
                Err("It cannot be read: the program broke one of its own rules over it; please report it.".into())
            }
        };
        self.now = None;
        Some(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(name: &str) -> Known {
        (name.into(), None)
    }

    #[test]
    fn what_takes_long_is_come_back_to() {
        let mut reading = Reading::default();
        let slow = |_: &Known| std::thread::sleep(FRAME * 3);
        assert_eq!(reading.read(&known("slow"), slow), None);
        let mut frames = 1;
        while reading.read(&known("slow"), slow).is_none() {
            std::thread::sleep(Duration::from_millis(5));
            frames += 1;
        }
        assert!(frames > 5, "later frames do not wait: {frames}");
        assert_eq!(reading.read(&known("quick"), |_| ()), Some(Ok(())));
    }

    #[test]
    fn what_breaks_the_reader_is_told() {
        let mut reading: Reading<()> = Reading::default();
        let breaks = |file: &Known| assert!(file.0.exists(), "a test: this is meant to break");
        // A panic that is written out with where it came from takes a while.
        let mut why = reading.read(&known("bad"), breaks);
        for _ in 0..2000 {
            if why.is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
            why = reading.read(&known("bad"), breaks);
        }
        assert!(why.is_some_and(|why| why.is_err_and(|why| why.contains("broke one of its own rules"))));
        assert_eq!(reading.read(&known("next"), |_| ()), Some(Ok(())));
    }
}
