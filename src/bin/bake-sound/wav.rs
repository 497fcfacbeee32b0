//! Plain WAV: 16 bits, one channel.

use std::io::Write;
use std::path::Path;

/// Writes samples from -1 to 1. Returns the length of the file in bytes.
pub(crate) fn write(path: &Path, rate: u32, samples: &[f32]) -> std::io::Result<usize> {
    let data = samples.len() * 2;
    let small = |length: usize| u32::try_from(length).expect("a sound should be shorter than a day");
    let mut bytes = Vec::with_capacity(44 + data);
    bytes.extend(b"RIFF");
    bytes.extend(small(36 + data).to_le_bytes());
    bytes.extend(b"WAVEfmt ");
    bytes.extend(16_u32.to_le_bytes());
    bytes.extend(1_u16.to_le_bytes()); // PCM
    bytes.extend(1_u16.to_le_bytes()); // one channel
    bytes.extend(rate.to_le_bytes());
    bytes.extend((rate * 2).to_le_bytes());
    bytes.extend(2_u16.to_le_bytes());
    bytes.extend(16_u16.to_le_bytes());
    bytes.extend(b"data");
    bytes.extend(small(data).to_le_bytes());
    for sample in samples {
        let value = (sample.clamp(-1.0, 1.0) * f32::from(i16::MAX)).round() as i16;
        bytes.extend(value.to_le_bytes());
    }
    std::fs::File::create(path)?.write_all(&bytes)?;
    Ok(bytes.len())
}
