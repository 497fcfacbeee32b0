//! Texts that are read only as far as they can be meant: a file without an end is no level, and nobody waits for a pipe into which nobody
//! writes.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// A level is a drawing and some tables: what is larger is none.
pub const LARGEST_LEVEL: u64 = 16 << 20;

/// Reads a text of at most so many bytes.
///
/// # Errors
/// A sentence with the path: what the file system says, that it is no file, that it is too large, that it is not text.
pub fn read_text(path: &Path, most: u64) -> Result<String, String> {
    let wrong = |why: String| format!("{}: {why}", path.display());
    if path.as_os_str().is_empty() {
        return Err("The name of the file is empty.".into());
    }
    let there = fs::metadata(path).map_err(|error| wrong(format!("{error}.")))?;
    if !there.is_file() {
        let what = if there.is_dir() { "a folder" } else { "a pipe or a device" };
        return Err(wrong(format!("this is {what} and no file.")));
    }
    let too_large = || wrong(format!("this is larger than {} megabytes.", most >> 20));
    if there.len() > most {
        return Err(too_large());
    }
    // It may grow while it is read.
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
        .map_err(|error| wrong(format!("{error}.")))?;
    if bytes.len() as u64 > most {
        return Err(too_large());
    }
    String::from_utf8(bytes).map_err(|_| wrong("this is not UTF-8 text.".into()))
}
