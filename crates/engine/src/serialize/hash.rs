//! A 64-bit hash of bytes: not cryptographic, the same on every machine.

use super::fields::model_fields;
use crate::model::Model;

/// Multiply-and-fold over eight bytes at a time.
pub(super) struct Hash(u64);

impl Hash {
    pub(super) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        let (words, tail) = bytes.as_chunks::<8>();
        for &word in words {
            self.mix(u64::from_le_bytes(word));
        }
        let mut last = [0; 8];
        last[..tail.len()].copy_from_slice(tail);
        self.mix(u64::from_le_bytes(last));
        self.mix(bytes.len() as u64);
    }

    pub(super) fn finish(self) -> u64 {
        self.0
    }

    fn mix(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }
}

pub(super) fn of_bytes(bytes: &[u8]) -> u64 {
    let mut h = Hash::new();
    h.add(bytes);
    h.finish()
}

pub(super) fn of_model(m: &Model) -> u64 {
    let mut h = Hash::new();
    for (name, value) in m.sizes.iter() {
        h.add(name.as_bytes());
        h.add(&value.to_le_bytes());
    }
    for f in model_fields(m) {
        h.add(f.name.as_bytes());
        h.add(f.bytes);
    }
    h.finish()
}
