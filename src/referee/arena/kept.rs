//! Results in a file, a line of JSON each, so that an arena that was broken off goes on where it was.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use super::bout::{Bout, Pairing};

/// Bouts that have been played, and the file in which they are kept, if there is one.
#[derive(Debug, Default)]
pub struct Kept {
    bouts: BTreeMap<Pairing, Bout>,
    file: Option<File>,
}

impl Kept {
    /// Opens a file of results, or begins one.
    ///
    /// # Errors
    /// When it cannot be read or written; a line that is no result, with its number.
    pub fn open(path: &Path) -> Result<Self, String> {
        let place = path.display();
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(format!("{place}: {error}.")),
        };
        let mut bouts = BTreeMap::new();
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        for (number, line) in whole.lines().enumerate() {
            let bout: Bout = serde_json::from_str(line).map_err(|error| {
                let line = number + 1;
                format!("{place}:{line}: it is no result of an arena ({error}); name another file, or delete the line.")
            })?;
            bouts.insert(bout.pairing.clone(), bout);
        }
        let wrong = |error: std::io::Error| format!("{place}: {error}.");
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(wrong)?;
        // A last line that was not written whole is played again.
        file.set_len(whole.len() as u64).map_err(wrong)?;
        Ok(Self { bouts, file: Some(file) })
    }

    /// What came of a battle, if it has been played.
    pub(super) fn get(&self, pairing: &Pairing) -> Option<&Bout> {
        self.bouts.get(pairing)
    }

    /// Keeps what came of one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn keep(&mut self, bout: Bout) -> Result<(), String> {
        if let Some(file) = &mut self.file {
            let line = serde_json::to_string(&bout).map_err(|error| error.to_string())?;
            writeln!(file, "{line}").map_err(|error| format!("The results cannot be written: {error}."))?;
        }
        self.bouts.insert(bout.pairing.clone(), bout);
        Ok(())
    }
}
