//! Bounds on scores under exact keys, one word each.
//!
//! A word holds the low 48 bits of the key, seven bits of score with a bit for which bound it is, and six for the
//! number of stones; the upper bits of the key are folded one-to-one into the bucket's number as in
//! [`crate::engine::table`]. A full bucket forgets the entry with the most stones: it is the cheapest to find again.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::engine::table::zeroed;

const WAYS: usize = 4;
const LOW_BITS: u32 = 48;
const LOW: u64 = (1 << LOW_BITS) - 1;

#[derive(Debug)]
pub(super) struct ScoreTable {
    words: Box<[AtomicU64]>,
    mask: u64,
}

impl ScoreTable {
    /// The largest table of a power of two of words within `bytes`, but at least four megabytes.
    pub(super) fn with_bytes(bytes: usize) -> ScoreTable {
        let buckets = (bytes / (8 * WAYS)).max(1 << 17);
        let buckets = 1_usize << buckets.ilog2();
        ScoreTable { words: zeroed(buckets * WAYS), mask: buckets as u64 - 1 }
    }

    /// Keys are below 2^63: the part above [`LOW_BITS`] is below 2^15, fewer than there are buckets.
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let mixed = (key & LOW).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let home = (mixed ^ (mixed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 24;
        let spread = (key >> LOW_BITS).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let at = ((home ^ spread) & self.mask) as usize * WAYS;
        &self.words[at..at + WAYS]
    }

    /// A score, and whether it is a lower bound.
    pub(super) fn get(&self, key: u64) -> Option<(i32, bool)> {
        let words = self.bucket(key).iter().map(|word| word.load(Ordering::Relaxed));
        let word = words.into_iter().find(|&word| word != 0 && word & LOW == key & LOW)?;
        Some(((word >> 49 & 127) as i32 - 64, word >> 48 & 1 == 1))
    }

    pub(super) fn put(&self, key: u64, stones: i32, score: i32, is_lower: bool) {
        let stones = (stones as u64 + 1).min(255);
        let new = key & LOW | u64::from(is_lower) << 48 | ((score + 64) as u64) << 49 | stones << 56;
        let words = self.bucket(key);
        let mut victim = 0;
        let mut most = 0;
        for (at, word) in words.iter().enumerate() {
            let old = word.load(Ordering::Relaxed);
            if old == 0 || old & LOW == key & LOW {
                victim = at;
                break;
            }
            if old >> 56 > most {
                (victim, most) = (at, old >> 56);
            }
        }
        words[victim].store(new, Ordering::Relaxed);
    }
}
