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
    String::from_utf8(bytes).map_err(|error| wrong(Encoding::of(error.as_bytes()).to_string()))
}

/// What is known of a text that is not UTF-8.
pub(super) enum Encoding {
    /// Two bytes each character.
    Utf16(String),
    /// One byte each character: the text read so, and the first byte that is not UTF-8 with its place in that text.
    Bytes { text: String, at: usize, byte: u8 },
}

impl Encoding {
    /// Finds out.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let pairs = |read: fn([u8; 2]) -> u16| {
            let units = bytes.chunks_exact(2).skip(1).map(|pair| read([pair[0], pair[1]]));
            char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
        };
        match bytes {
            [0xff, 0xfe, ..] => return Self::Utf16(pairs(u16::from_le_bytes)),
            [0xfe, 0xff, ..] => return Self::Utf16(pairs(u16::from_be_bytes)),
            _ => {}
        }
        let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
        let (start, rest) = bytes.split_at(valid);
        let text = String::from_utf8_lossy(start).chars().chain(rest.iter().map(|&byte| char::from(byte))).collect();
        Self::Bytes { text, at: valid, byte: rest.first().copied().unwrap_or_default() }
    }
}

impl std::fmt::Display for Encoding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Utf16(_) => f.write_str("this is UTF-16, not UTF-8 text."),
            Self::Bytes { text, at, byte } => {
                let before = text.get(..*at).unwrap_or_default();
                let line = before.matches('\n').count() + 1;
                let column = before.rsplit('\n').next().map_or(0, |row| row.chars().count()) + 1;
                write!(f, "this is not UTF-8 text: line {line}, column {column} is the byte {byte:#04x}")?;
                if *byte >= 0xa0 {
                    write!(f, ", `{}` in Latin-1", char::from(*byte))?;
                }
                f.write_str(".")
            }
        }
    }
}
