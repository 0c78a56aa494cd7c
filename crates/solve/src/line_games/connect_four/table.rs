//! Bounds on scores under exact keys, one word each.
//!
//! A key of `b` bits is mixed by steps that can be undone (products with odd numbers modulo `2^b`,
//! an exclusive or with its own upper half), so mixed keys are as different as keys. The upper bits
//! of the mixed key choose the bucket and the rest is stored whole: two positions never share an
//! entry. A word holds that rest (at most 46 bits), seven bits of score with a bit for which bound
//! it is, and the size of the search behind it; a full bucket forgets the smallest. Words are
//! atomic: threads share the table without locks.
//!
//! A table begins small and grows with the work, since clearing memory costs more than most
//! questions: bucket and rest give the mixed key back, so that a larger table takes over every
//! entry.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::engine::table::zeroed;

const WAYS: usize = 4;
/// Buckets of the smallest table are numbered with this many bits; a key of 63 bits needs 17, so
/// that its rest fits in 46.
const FEWEST_BITS: u32 = 12;
const REST_BITS: u32 = 46;
/// By how many bits a table grows.
const GROWTH: u32 = 3;
const REST: u64 = (1 << 46) - 1;
const BOUND_AT: u32 = 48;
const WORK_AT: u32 = 56;

/// What is known about a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    AtLeast(i32),
    AtMost(i32),
}

#[derive(Debug)]
pub(super) struct ScoreTable {
    words: Box<[AtomicU64]>,
    key_bits: u32,
    bucket_bits: u32,
    /// What it may grow to.
    most_bits: u32,
}

impl ScoreTable {
    /// A small table for keys of `key_bits` bits that may grow to `bytes`, but to at least four
    /// megabytes, and not much beyond what a board of that many cells is known to need.
    pub(super) fn with_bytes(bytes: usize, key_bits: u32, cells: u32) -> ScoreTable {
        let affordable = (bytes / (8 * WAYS)).max(1).ilog2();
        let most_bits = affordable.min(cells.saturating_sub(12)).max(17);
        let key_bits = key_bits.max(most_bits + 1);
        ScoreTable::of_size(key_bits.saturating_sub(REST_BITS).max(FEWEST_BITS), key_bits, most_bits)
    }

    fn of_size(bucket_bits: u32, key_bits: u32, most_bits: u32) -> ScoreTable {
        ScoreTable { words: zeroed(WAYS << bucket_bits), key_bits, bucket_bits, most_bits }
    }

    /// How many entries it holds, if it may still grow.
    pub(super) fn growing_from(&self) -> Option<u64> {
        (self.bucket_bits < self.most_bits).then_some(self.words.len() as u64)
    }

    /// A larger table with the same entries.
    pub(super) fn grown(&self) -> ScoreTable {
        let larger = ScoreTable::of_size(
            (self.bucket_bits + GROWTH).min(self.most_bits),
            self.key_bits,
            self.most_bits,
        );
        let rest_bits = self.key_bits - self.bucket_bits;
        for (at, word) in self.words.iter().enumerate() {
            let word = word.load(Ordering::Relaxed);
            if word != 0 {
                let mixed = ((at / WAYS) as u64) << rest_bits | word & REST;
                let (bucket, rest) = larger.bucket(mixed);
                // Entries of one bucket part into several: there is room for each.
                let free = bucket.iter().find(|other| other.load(Ordering::Relaxed) == 0);
                if let Some(free) = free {
                    free.store(word & !REST | rest, Ordering::Relaxed);
                }
            }
        }
        larger
    }

    /// The bucket of a key, and what is stored of it.
    #[inline(always)]
    fn place(&self, key: u64) -> (&[AtomicU64], u64) {
        let mask = (1 << self.key_bits) - 1;
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
        let mixed = mixed ^ mixed >> (self.key_bits / 2);
        let mixed = mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93) & mask;
        self.bucket(mixed)
    }

    #[inline(always)]
    fn bucket(&self, mixed: u64) -> (&[AtomicU64], u64) {
        let rest_bits = self.key_bits - self.bucket_bits;
        let at = (mixed >> rest_bits) as usize * WAYS;
        (&self.words[at..at + WAYS], mixed & ((1 << rest_bits) - 1))
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Bound> {
        let (words, rest) = self.place(key);
        let words = words.iter().map(|word| word.load(Ordering::Relaxed));
        // A used word is not 0: the work behind it is at least 1.
        let word = words.into_iter().find(|&word| word & REST == rest && word != 0)?;
        let score = (word >> (BOUND_AT + 1) & 127) as i32 - 64;
        Some(if word >> BOUND_AT & 1 == 1 { Bound::AtLeast(score) } else { Bound::AtMost(score) })
    }

    /// Stores a bound that `nodes` nodes established.
    #[inline(always)]
    pub(super) fn put(&self, key: u64, bound: Bound, nodes: u64) {
        let (words, rest) = self.place(key);
        let (score, is_lower) = match bound {
            Bound::AtLeast(score) => (score, 1),
            Bound::AtMost(score) => (score, 0),
        };
        let work = u64::from(nodes.max(1).ilog2()) + 1;
        let new = rest | is_lower << BOUND_AT | ((score + 64) as u64) << (BOUND_AT + 1) | work << WORK_AT;
        let mut victim = 0;
        let mut least = u64::MAX;
        for (at, word) in words.iter().enumerate() {
            let old = word.load(Ordering::Relaxed);
            if old == 0 || old & REST == rest {
                victim = at;
                break;
            }
            if old >> WORK_AT < least {
                (victim, least) = (at, old >> WORK_AT);
            }
        }
        words[victim].store(new, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_forgets_but_never_lies() {
        for key_bits in [18, 35, 49, 63] {
            let mut table = ScoreTable::with_bytes(0, key_bits, 42);
            let keys = |seed: u64| seed.wrapping_mul(0x2545_F491_4F6C_DD1D) >> (64 - key_bits);
            let bound = |key: u64| match key % 83 {
                score @ 0..40 => Bound::AtLeast(score as i32 - 20),
                score => Bound::AtMost(score as i32 - 60),
            };
            for (number, key) in (1..2_000_000).map(keys).enumerate() {
                table.put(key, bound(key), key % 1000);
                if table.growing_from() == Some(number as u64) {
                    let known: Vec<u64> =
                        (1..number as u64).map(keys).filter(|&key| table.get(key).is_some()).collect();
                    table = table.grown();
                    assert!(known.iter().all(|&key| table.get(key) == Some(bound(key))));
                }
            }
            assert_eq!(table.growing_from(), None);
            let found = (1..2_000_000).map(keys).filter(|&key| {
                table.get(key).is_some_and(|found| {
                    assert_eq!(found, bound(key));
                    true
                })
            });
            assert!(found.count() > 200_000);
        }
    }
}
