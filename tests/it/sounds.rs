//! Every sound the game names has its files, and they are fit to be played: plain PCM, not clipped, no offset, silent at the end.
//!
//! The table is the game's own file, read here once more so that the check needs neither window nor sound card.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[path = "../../src/gui/sound/table.rs"]
#[allow(dead_code, reason = "groups and gains matter to the game")]
mod table;

use table::Sound;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sounds")
}

/// Every file with the sound it belongs to.
fn files() -> Vec<(Sound, String)> {
    Sound::ALL
        .iter()
        .flat_map(|&sound| (1..=sound.variants()).map(move |variant| (sound, sound.file(variant))))
        .collect()
}

fn number(bytes: &[u8], at: usize, length: usize) -> u32 {
    bytes[at..at + length].iter().rev().fold(0, |number, byte| (number << 8) | u32::from(*byte))
}

/// The samples of a WAV file with one channel of 16 bits, and how many there are to a second.
fn read(name: &str) -> (u32, Vec<i16>) {
    let bytes = std::fs::read(folder().join(name)).unwrap_or_else(|e| panic!("{name}: {e} (run bake-sound)"));
    assert!(bytes.len() > 44, "{name} is cut short");
    assert_eq!(
        (&bytes[..4], &bytes[8..16], &bytes[36..40]),
        (&b"RIFF"[..], &b"WAVEfmt "[..], &b"data"[..]),
        "{name} is no plain WAV"
    );
    assert_eq!(number(&bytes, 4, 4) as usize, bytes.len() - 8, "{name}: length of the file");
    assert_eq!(number(&bytes, 40, 4) as usize, bytes.len() - 44, "{name}: length of the data");
    let (format, channels, bits) = (number(&bytes, 20, 2), number(&bytes, 22, 2), number(&bytes, 34, 2));
    assert_eq!((format, channels, bits), (1, 1, 16), "{name}: PCM, channels, bits");
    let samples = bytes[44..].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
    (number(&bytes, 24, 4), samples)
}

#[test]
fn every_sound_has_its_files_and_every_file_its_sound() {
    let named: BTreeSet<String> = files().into_iter().map(|(_, file)| file).collect();
    let there: BTreeSet<String> = std::fs::read_dir(folder())
        .expect("the sounds should be there")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| Path::new(name).extension().is_some_and(|kind| kind == "wav"))
        .collect();
    let missing: Vec<&String> = named.difference(&there).collect();
    let unknown: Vec<&String> = there.difference(&named).collect();
    assert!(missing.is_empty(), "named but not baked (run bake-sound): {missing:?}");
    assert!(unknown.is_empty(), "no sound is called so: {unknown:?}");
}

#[test]
fn sounds_neither_clip_nor_click() {
    for (sound, name) in files() {
        let (rate, samples) = read(&name);
        assert_eq!(rate, sound.rate(), "{name}: samples a second");
        let peak = samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap_or(0);
        assert!((1000..29_500).contains(&peak), "{name}: its peak is {peak} of 32768");
        let sum: i64 = samples.iter().map(|&sample| i64::from(sample)).sum();
        let offset = sum / i64::try_from(samples.len()).expect("a length");
        assert!(offset.abs() < 100, "{name} lies {offset} off the middle");
        if sound.loops() {
            let step = (i32::from(samples[0]) - i32::from(samples[samples.len() - 1])).abs();
            assert!(step < 700, "{name} clicks where it begins again: a step of {step}");
        } else {
            let (start, end) = (&samples[..4], &samples[samples.len() - 16..]);
            assert!(start.iter().all(|sample| sample.abs() < 700), "{name} starts with a click");
            assert!(end.iter().all(|sample| sample.abs() < 20), "{name} ends before it is silent");
        }
    }
}

#[test]
fn sounds_are_small() {
    let size = |name: &str| std::fs::metadata(folder().join(name)).map_or(0, |file| file.len());
    let whole: u64 = files().iter().map(|(_, name)| size(name)).sum();
    assert!(whole < 4_000_000, "all sounds together are {whole} bytes");
    let loops: Vec<u64> = files().iter().filter(|(sound, _)| sound.loops()).map(|(_, name)| size(name)).collect();
    assert!(loops.iter().all(|&length| length < 1_300_000), "{loops:?}");
}
