//! A screen that nobody sees, and processes that end with their test.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Ends a process when the test ends, however it ends.
pub(super) struct Ended(pub(super) Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A screen that nobody sees.
pub(in super::super) struct Screen {
    server: Child,
    /// Its name, such as `:0`.
    pub(super) display: String,
}

impl Screen {
    /// Starts a screen under the first number that is free, and waits until it takes windows.
    pub(super) fn open(folder: &Path) -> Self {
        let mut server = Command::new("Xvfb")
            // `-r`: keys do not repeat, since a press may last long on a busy machine.
            .args(["-displayfd", "1", "-r", "-screen", "0", "1280x720x24", "-fbdir"])
            // When the test fails, the screen is left there (`xwd` format).
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a program that is there should start");
        let said = server.stdout.take().expect("the screen's output should be ours to read");
        let mut number = String::new();
        BufReader::new(said).read_line(&mut number).expect("the screen should say its number");
        let display = format!(":{}", number.trim());
        Self { server, display }
    }
}

impl Drop for Screen {
    /// Asks it to go, so that it takes its lock and its socket along.
    fn drop(&mut self) {
        let asked = Command::new("sh").args(["-c", &format!("kill {}", self.server.id())]).status();
        if !asked.is_ok_and(|status| status.success()) {
            let _ = self.server.kill();
        }
        let _ = self.server.wait();
    }
}
