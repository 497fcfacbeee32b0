//! A hash that is the same on every run, thread count and build.

use std::hash::{Hash, Hasher};

/// Mixes whole words; every integer is widened, so that the size of `usize` does not matter.
#[derive(Clone, Debug)]
pub struct StableHasher(u64);

impl Default for StableHasher {
    fn default() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }
}

impl StableHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29);
    }
}

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        let mut word = self.0;
        word ^= word >> 32;
        word = word.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        word ^ (word >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        self.mix(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }

    fn write_u16(&mut self, value: u16) {
        self.mix(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }

    fn write_i8(&mut self, value: i8) {
        self.write_i64(i64::from(value));
    }

    fn write_i16(&mut self, value: i16) {
        self.write_i64(i64::from(value));
    }

    fn write_i32(&mut self, value: i32) {
        self.write_i64(i64::from(value));
    }

    fn write_i64(&mut self, value: i64) {
        self.mix(u64::from_le_bytes(value.to_le_bytes()));
    }

    fn write_isize(&mut self, value: isize) {
        self.write_i64(value as i64);
    }
}

/// The stable hash of a value.
pub fn hash_of<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = StableHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
