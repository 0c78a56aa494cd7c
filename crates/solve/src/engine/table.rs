//! Tables with exact keys: one word per answer where the key is short, whole keys in shards where it is not.
//!
//! [`WordTable`] keeps a yes-or-no answer in 64 bits. A key of up to 62 + n bits is cut in a low part of 62 bits,
//! which is stored, and a high part, which is folded into the bucket's number one-to-one: from a bucket and a stored
//! low part the high part can be recovered, so two keys never share an entry and nothing is left to the luck of a
//! hash (the "quotient" of Cleary, Compact hash tables using bidirectional linear probing, 1984). Entries are atomic
//! words: threads share the table without locks. A table begins small, so that a short search pays neither for fresh
//! pages nor for far ones, and moves into one eight times as large when its buckets overflow.
//!
//! [`ShardTable`] keeps any small value under any key; a lock per shard. Both have a fixed size and forget old
//! entries when a bucket is full: that costs time, never correctness.

use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use rustc_hash::FxBuildHasher;

/// A table of answers that threads can share.
pub trait Answers<K>: Sync {
    /// The answer stored for `key`.
    fn get(&self, key: K) -> Option<bool>;
    /// Stores an answer.
    fn put(&self, key: K, yes: bool);
}

/// A key that [`WordTable`] can hold.
pub trait WordKey: Copy {
    /// The low 62 bits, and the rest, below `2^18`.
    fn parts(self) -> (u64, u64);
}

const LOW: u64 = (1 << 62) - 1;

impl WordKey for u64 {
    fn parts(self) -> (u64, u64) {
        (self & LOW, self >> 62)
    }
}

impl WordKey for u128 {
    fn parts(self) -> (u64, u64) {
        debug_assert!(self >> 80 == 0, "a word table holds keys of 80 bits");
        ((self as u64) & LOW, (self >> 62) as u64)
    }
}

/// Entries in one bucket: a cache line.
const WAYS: usize = 8;
const OCCUPIED: u64 = 1 << 62;
const YES: u64 = 1 << 63;

/// The bits of a key's high part, at most.
const HIGH: u64 = (1 << 18) - 1;
/// An odd factor, which permutes the numbers below any power of two, and the one that undoes it.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
const UNSPREAD: u64 = inverse(SPREAD);

/// One answer per 64-bit word; see the head of the file.
#[derive(Debug)]
pub struct WordTable {
    /// From the smallest size to the largest, each made when the one before is crowded.
    sizes: Vec<(usize, OnceLock<Words>)>,
    /// The size in use; it has been made.
    current: AtomicUsize,
}

#[derive(Debug)]
struct Words {
    words: Box<[AtomicU64]>,
    /// Number of buckets - 1; the number is a power of two, at least `2^18`.
    mask: u64,
    /// Entries that were overwritten by others.
    lost: AtomicU64,
}

impl WordTable {
    /// A table that grows to the largest power of two of words within `bytes`, but at least to 16 megabytes. (The sizes
    /// that were outgrown are kept for threads that still read them: up to half as much again, mostly a seventh.)
    pub fn with_bytes(bytes: usize) -> WordTable {
        let least = HIGH as usize + 1;
        let most = 1_usize << (bytes / (8 * WAYS)).max(least).ilog2();
        let larger = |buckets: &usize| (*buckets < most).then(|| (buckets * 8).min(most));
        let sizes = std::iter::successors(Some(least), larger).map(|buckets| (buckets, OnceLock::new()));
        let table = WordTable { sizes: sizes.collect(), current: AtomicUsize::new(0) };
        table.words(0);
        table
    }

    /// The words of one size.
    fn words(&self, size: usize) -> &Words {
        let (buckets, words) = &self.sizes[size];
        words.get_or_init(|| Words::new(*buckets))
    }

    #[cold]
    fn grow(&self, size: usize) {
        let Some((buckets, next)) = self.sizes.get(size + 1) else { return };
        // Other threads go on with the small table meanwhile; what they add to it is forgotten.
        next.get_or_init(|| {
            let larger = Words::new(*buckets);
            self.words(size).move_into(&larger);
            larger
        });
        self.current.fetch_max(size + 1, Ordering::Release);
    }
}

impl Words {
    fn new(buckets: usize) -> Words {
        Words { words: zeroed(buckets * WAYS), mask: buckets as u64 - 1, lost: AtomicU64::new(0) }
    }

    /// The bucket that a low part has when the high part is 0.
    fn home(&self, low: u64) -> u64 {
        let mixed = (low ^ (low >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20 & self.mask
    }

    /// The first word of the bucket of a key. For a fixed `low` different `high` parts give different buckets.
    fn bucket(&self, low: u64, high: u64) -> usize {
        // The mask has at least the bits of the high part, so none of them is lost.
        let spread = high.wrapping_mul(SPREAD) & self.mask;
        (self.home(low) ^ spread) as usize * WAYS
    }

    /// The answer of a key.
    fn get(&self, low: u64, high: u64) -> Option<bool> {
        let at = self.bucket(low, high);
        for word in &self.words[at..at + WAYS] {
            let word = word.load(Ordering::Relaxed);
            if word & !YES == low | OCCUPIED {
                return Some(word & YES != 0);
            }
            if word == 0 {
                return None;
            }
        }
        None
    }

    /// Stores an answer; whether the table has become crowded.
    fn put(&self, low: u64, high: u64, yes: bool) -> bool {
        let at = self.bucket(low, high);
        let new = low | OCCUPIED | if yes { YES } else { 0 };
        for word in &self.words[at..at + WAYS] {
            let old = word.load(Ordering::Relaxed);
            if old == 0 || old & !YES == low | OCCUPIED {
                word.store(new, Ordering::Relaxed);
                return false;
            }
        }
        // Full: the key itself says which entry goes, so single-threaded runs repeat.
        let victim = (low.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 61) as usize;
        self.words[at + victim].store(new, Ordering::Relaxed);
        self.lost.fetch_add(1, Ordering::Relaxed) > self.mask / 8
    }

    /// Copies every entry: the bucket's number and the low part give the high part back.
    fn move_into(&self, larger: &Words) {
        for (at, word) in self.words.iter().enumerate() {
            let word = word.load(Ordering::Relaxed);
            if word != 0 {
                let low = word & LOW;
                let spread = (at / WAYS) as u64 ^ self.home(low);
                larger.put(low, spread.wrapping_mul(UNSPREAD) & HIGH, word & YES != 0);
            }
        }
    }
}

/// The inverse of an odd number, by Newton's method: each step doubles the right bits.
const fn inverse(odd: u64) -> u64 {
    let mut found = odd;
    let mut step = 0;
    while step < 5 {
        found = found.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(found)));
        step += 1;
    }
    found
}

/// Zeroed atomic words. Pages are only touched when used, so a large table costs nothing until it fills.
#[allow(unsafe_code)]
pub(crate) fn zeroed(count: usize) -> Box<[AtomicU64]> {
    // SAFETY: an AtomicU64 has the representation of a u64, for which all bits zero is a value.
    unsafe { Box::<[AtomicU64]>::new_zeroed_slice(count).assume_init() }
}

impl<K: WordKey> Answers<K> for WordTable {
    fn get(&self, key: K) -> Option<bool> {
        let (low, high) = key.parts();
        self.words(self.current.load(Ordering::Acquire)).get(low, high)
    }

    fn put(&self, key: K, yes: bool) {
        let (low, high) = key.parts();
        let size = self.current.load(Ordering::Acquire);
        if self.words(size).put(low, high, yes) {
            self.grow(size);
        }
    }
}

/// A value under a whole key, in shards with a lock each.
#[derive(Debug)]
pub struct ShardTable<K, V> {
    shards: Vec<Mutex<Shard<K, V>>>,
}

#[derive(Debug)]
struct Shard<K, V> {
    /// Buckets of [`SHARD_WAYS`] entries; grows by doubling up to `most` buckets.
    entries: Vec<Option<(K, V)>>,
    used: usize,
    most: usize,
}

const SHARDS: usize = 256;
const SHARD_WAYS: usize = 4;

/// A value that says how much work it stands for: the cheapest entry of a full bucket is forgotten first.
pub trait Weight: Copy {
    /// The work behind the entry.
    fn weight(&self) -> u32;
}

impl Weight for bool {
    fn weight(&self) -> u32 {
        1
    }
}

impl<K: Copy + Eq + Hash + Send, V: Weight + Send> ShardTable<K, V> {
    /// A table that grows up to `bytes`.
    pub fn with_bytes(bytes: usize) -> ShardTable<K, V> {
        let most = bytes / SHARDS / SHARD_WAYS / size_of::<Option<(K, V)>>();
        let most = 1_usize << most.max(1).ilog2();
        let first = most.min(16);
        let shard = || Mutex::new(Shard { entries: vec![None; first * SHARD_WAYS], used: 0, most });
        ShardTable { shards: (0..SHARDS).map(|_| shard()).collect() }
    }

    /// The value stored for `key`.
    pub fn get(&self, key: K) -> Option<V> {
        let (shard, hash) = self.shard(&key);
        shard.find(hash, &key).map(|at| shard.entries[at].expect("find gives a used entry").1)
    }

    /// Changes the value of `key`, which starts as `fresh`, and gives the new value back.
    pub fn update(&self, key: K, fresh: V, change: impl FnOnce(&mut V)) -> V {
        let (mut shard, hash) = self.shard(&key);
        let at = match shard.find(hash, &key) {
            Some(at) => at,
            None => shard.make_room(hash, key, fresh),
        };
        let (_, value) = shard.entries[at].as_mut().expect("the entry was found or made");
        change(value);
        *value
    }

    fn shard(&self, key: &K) -> (std::sync::MutexGuard<'_, Shard<K, V>>, u64) {
        let hash = FxBuildHasher.hash_one(key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let shard = &self.shards[(hash >> 56) as usize % SHARDS];
        (shard.lock().expect("no thread panics while it holds a shard"), hash)
    }
}

impl<K: Copy + Eq + Hash, V: Weight> Shard<K, V> {
    fn bucket(&self, hash: u64) -> usize {
        let buckets = self.entries.len() / SHARD_WAYS;
        ((hash >> 20) as usize & (buckets - 1)) * SHARD_WAYS
    }

    fn find(&self, hash: u64, key: &K) -> Option<usize> {
        let at = self.bucket(hash);
        (at..at + SHARD_WAYS).find(|&at| self.entries[at].is_some_and(|(stored, _)| stored == *key))
    }

    /// A place for a new key: a free one, or a bigger shard, or the place of the cheapest entry.
    fn make_room(&mut self, hash: u64, key: K, value: V) -> usize {
        let buckets = self.entries.len() / SHARD_WAYS;
        if self.used * 2 > self.entries.len() && buckets * 2 <= self.most {
            let old = std::mem::replace(&mut self.entries, vec![None; buckets * 2 * SHARD_WAYS]);
            self.used = 0;
            for (key, value) in old.into_iter().flatten() {
                let hash = FxBuildHasher.hash_one(key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                self.place(hash, key, value);
            }
        }
        self.place(hash, key, value)
    }

    fn place(&mut self, hash: u64, key: K, value: V) -> usize {
        let at = self.bucket(hash);
        let places = at..at + SHARD_WAYS;
        let at = match places.clone().find(|&at| self.entries[at].is_none()) {
            Some(at) => {
                self.used += 1;
                at
            }
            None => places
                .min_by_key(|&at| self.entries[at].map_or(0, |(_, value)| value.weight()))
                .expect("a bucket has entries"),
        };
        self.entries[at] = Some((key, value));
        at
    }
}

impl<K: Copy + Eq + Hash + Send + Sync> Answers<K> for ShardTable<K, bool> {
    fn get(&self, key: K) -> Option<bool> {
        ShardTable::get(self, key)
    }

    fn put(&self, key: K, yes: bool) {
        self.update(key, yes, |value| *value = yes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_differ_only_in_the_high_part_have_their_own_entries() {
        let table = WordTable::with_bytes(0);
        for high in 0..(1_u128 << 18) {
            table.put(high << 62 | 5, high % 3 == 0);
        }
        for high in 0..(1_u128 << 18) {
            assert_eq!(table.get(high << 62 | 5), Some(high % 3 == 0));
        }
        assert_eq!(table.get(6_u128), None);
    }

    #[test]
    fn a_full_table_forgets_but_never_lies() {
        let table = WordTable::with_bytes(0);
        let answer = |key: u64| key.count_ones().is_multiple_of(2);
        for key in 0..4_000_000_u64 {
            table.put(key, answer(key));
        }
        let kept = (0..4_000_000_u64)
            .filter_map(|key| table.get(key).map(|yes| assert_eq!(yes, answer(key))))
            .count();
        assert!(kept > 1_500_000, "{kept} entries kept");
    }

    #[test]
    fn a_word_table_keeps_its_answers_when_it_grows() {
        let table = WordTable::with_bytes(1 << 27);
        let key = |number: u64| u128::from(number).pow(2) << 28 | u128::from(number);
        let count = 3_000_000_u64;
        (0..count).for_each(|number| table.put(key(number), number % 3 == 0));
        assert_eq!(table.current.load(Ordering::Relaxed), 1, "a table of 2^21 words is too small");
        let mut kept = 0;
        for number in 0..count {
            if let Some(yes) = table.get(key(number)) {
                assert_eq!(yes, number % 3 == 0, "{number}");
                kept += 1;
            }
        }
        assert!(kept > count - count / 50, "{kept} entries kept");
    }

    #[test]
    fn a_growing_shard_table_keeps_what_it_was_given() {
        let table = ShardTable::<u64, bool>::with_bytes(1 << 24);
        (0..50_000).for_each(|key| table.put(key, key % 5 == 0));
        let kept = (0..50_000).filter(|&key| Answers::get(&table, key) == Some(key % 5 == 0)).count();
        assert!(kept > 49_000, "{kept} entries kept");
    }
}
