//! Sets of values, one per line of the board, in two levels.
//!
//! A set is a row of words with a bit for each value, and in front of them its *head*: a bit for each word that is full. The first
//! value missing from three sets at once lies in a word that is full in none of them, and the heads show those
//! words 64 at a time. That matters: on the queen's table the union of three sets is full for thirteen words after the
//! longest full beginning of one of them, but of those words all but one are full in one of the three alone.

/// The sets of a block of lines, one after the other.
#[derive(Default)]
pub(super) struct Lines {
    /// Empty until first used.
    words: Vec<u64>,
}

/// How long sets are.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// Words of the head.
    head: usize,
    /// Words of a set with its head.
    length: usize,
}

impl Layout {
    /// Sets of the numbers below `values`, and some more.
    pub(super) fn for_values(values: usize) -> Layout {
        let words = values / 64 + 2;
        let head = words.div_ceil(64);
        Layout { head, length: head + words }
    }

    /// Bytes of one set.
    pub(super) fn bytes(self) -> u64 {
        self.length as u64 * 8
    }

    /// An empty set.
    pub(super) fn empty(self) -> Vec<u64> {
        vec![0; self.length]
    }

    #[inline(always)]
    pub(super) fn insert(self, set: &mut [u64], value: u32) {
        let word = (value >> 6) as usize;
        let place = &mut set[self.head + word];
        *place |= 1 << (value & 63);
        if *place == u64::MAX {
            set[word >> 6] |= 1 << (word & 63);
        }
    }

    /// The first word of the head with a word that is not full.
    #[inline(always)]
    pub(super) fn first_gap(self, set: &[u64]) -> usize {
        set[..self.head].iter().position(|&word| word != u64::MAX).unwrap_or(0)
    }

    /// The least number that is in none of the sets and not in `extra`, which gives the bits of a word; words of the
    /// heads before `from` are known to be full in one of the sets.
    #[inline(always)]
    pub(super) fn first_missing<const N: usize>(
        self,
        sets: [&[u64]; N],
        from: usize,
        extra: impl Fn(usize) -> u64,
    ) -> u32 {
        let together = |place: usize| {
            let mut all = 0;
            for set in sets {
                all |= set[place];
            }
            all
        };
        let mut at = from;
        let mut gaps = !together(at);
        loop {
            while gaps == 0 {
                at += 1;
                gaps = !together(at);
            }
            let word = at << 6 | gaps.trailing_zeros() as usize;
            let used = together(self.head + word) | extra(word);
            if used != u64::MAX {
                return (word as u32) << 6 | used.trailing_ones();
            }
            gaps &= gaps - 1;
        }
    }
}

impl Lines {
    /// Makes the sets of this many lines, empty, when they are first used.
    pub(super) fn prepare(&mut self, lines: usize, layout: Layout) {
        if self.words.is_empty() {
            self.words = vec![0; lines * layout.length];
        }
    }

    /// The set of one line.
    #[inline(always)]
    pub(super) fn set(&mut self, line: usize, layout: Layout) -> &mut [u64] {
        &mut self.words[line * layout.length..(line + 1) * layout.length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_missing_number_is_found_across_full_words_and_heads() {
        let layout = Layout::for_values(10_000);
        let (mut a, mut b) = (layout.empty(), layout.empty());
        for value in 0..9_000 {
            let is_in_both = value % 7 == 0;
            if value < 4_200 || is_in_both {
                layout.insert(&mut a, value);
            }
            if value >= 4_200 || is_in_both {
                layout.insert(&mut b, value);
            }
        }
        let none = |_: usize| 0;
        assert_eq!(layout.first_missing([&a], 0, none), 4_201 - 4_201 % 7 + 1);
        assert_eq!(layout.first_missing([&b], 0, none), 1);
        assert_eq!(layout.first_missing([&a, &b], layout.first_gap(&a), none), 9_000);
        let extra = |word: usize| if word == 9_000 >> 6 { 1 << (9_000 & 63) } else { 0 };
        assert_eq!(layout.first_missing([&a, &b], 0, extra), 9_001);
    }
}
