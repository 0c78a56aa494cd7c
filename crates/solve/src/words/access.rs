//! One symbol far out: the letter at place `n` of a substitution's fixed point without writing the word.
//!
//! The fixed point begins with `σ^k(first letter)` for every `k`. Take the smallest `k` for which that is longer than
//! `n` and go down: the image `σ(a)` says which `σ^(k-1)(b)` holds place `n`. One row of lengths per level is all that
//! is kept. Cost: O(k) additions for `k` levels, that is O(log n) for words that grow geometrically.

use hissho_rules::words::{Substitution, Word};

/// The lengths of `σ^k(letter)`, ready for any number of questions about one word.
pub struct Access {
    substitution: Substitution,
    first_index: u128,
    /// `lengths[k][row]` is the length of `σ^k` of the letter of that row, capped at `u128::MAX`.
    lengths: Vec<Vec<u128>>,
}

/// Beyond this many levels a word is said to grow too slowly.
const MOST_LEVELS: usize = 1 << 16;

impl Access {
    /// Prepares for questions about `word`.
    pub fn new(word: &Word) -> Self {
        let substitution = word.substitution();
        let lengths = vec![vec![1; substitution.rows().len()]];
        Access { substitution, first_index: word.first_index().into(), lengths }
    }

    /// The term numbered `n`, as the sources number the terms; `None` before the first term, or when the word grows
    /// so slowly that it takes more than 2^16 substitutions to reach `n`.
    pub fn symbol(&mut self, n: u128) -> Option<u8> {
        let mut place = n.checked_sub(self.first_index)?;
        while self.lengths.last().expect("there is a level 0")[0] <= place {
            if self.lengths.len() > MOST_LEVELS {
                return None;
            }
            self.lengths.push(self.next_level());
        }
        let mut row = 0;
        for level in (1..self.lengths.len()).rev() {
            let below = &self.lengths[level - 1];
            let (_, image) = &self.substitution.rows()[row];
            for &letter in image {
                row = self.row_of(letter);
                if place < below[row] {
                    break;
                }
                place -= below[row];
            }
        }
        Some(self.substitution.rows()[row].0)
    }

    fn next_level(&self) -> Vec<u128> {
        let below = self.lengths.last().expect("there is a level 0");
        let length = |image: &[u8]| {
            image.iter().fold(0u128, |sum, &letter| sum.saturating_add(below[self.row_of(letter)]))
        };
        self.substitution.rows().iter().map(|(_, image)| length(image)).collect()
    }

    fn row_of(&self, letter: u8) -> usize {
        self.substitution.rows().iter().position(|(from, _)| *from == letter).expect("every letter has a row")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hissho_rules::words::{Definition, floor_of_quadratic};

    #[test]
    fn single_symbols_are_those_of_the_written_word() {
        for name in
            ["thue-morse", "fibonacci", "fibonacci(2)", "fibonacci(9)", "fixed-point(a->abc,b->ac,c->b)"]
        {
            let word: Word = name.parse().unwrap();
            let text = word.prefix(Definition::Substitution, 3_000).unwrap();
            let mut access = Access::new(&word);
            for (at, &symbol) in text.iter().enumerate().rev() {
                assert_eq!(
                    access.symbol(at as u128 + u128::from(word.first_index())),
                    Some(symbol),
                    "{name} {at}"
                );
            }
        }
    }

    #[test]
    fn symbols_far_out_follow_the_closed_forms() {
        let mut thue_morse = Access::new(&Word::ThueMorse);
        let mut fibonacci = Access::new(&Word::Fibonacci(1));
        for step in 0..200u128 {
            let n = 10u128.pow(18) + step * 7_919;
            let parity = b'0' + (n.count_ones() % 2) as u8;
            assert_eq!(thue_morse.symbol(n), Some(parity));
            // Proposition 40 (5): f(n) = 2 - ⌊(n+1)φ⌋ + ⌊nφ⌋
            let floor = |n: u128| floor_of_quadratic(n as i128, n as i128, 5, 2).unwrap();
            assert_eq!(
                fibonacci.symbol(n).map(|symbol| i128::from(symbol - b'0')),
                Some(2 - floor(n + 1) + floor(n))
            );
        }
    }

    #[test]
    fn there_is_no_term_before_the_first_and_none_beyond_slow_growth() {
        assert_eq!(Access::new(&Word::Fibonacci(1)).symbol(0), None);
        let slow: Word = "fixed-point(0->01,1->1)".parse().unwrap();
        assert_eq!(Access::new(&slow).symbol(1_000), Some(b'1'));
        assert_eq!(Access::new(&slow).symbol(10u128.pow(18)), None);
    }
}
