//! Take-away on one heap: a move removes `t` counters, for some `t` in a fixed finite set.
//!
//! Source: Berlekamp, Conway, Guy, Winning Ways (1982), chapter 4.

use std::fmt;

use crate::ImpartialGame;

/// A heap of counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heap(pub usize);

/// Take-away: a move removes `t` counters from the heap, for some `t` in `takes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtraction {
    /// Invariant: not empty, strictly increasing, no zero, none above [`Subtraction::LARGEST`].
    takes: Vec<usize>,
}

/// Why a rule was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleError {
    /// No number may be taken.
    NoTakes,
    /// Taking nothing would let the game go on for ever.
    TakesNothing,
    /// The number is larger than any heap this program looks at.
    TakesTooMuch {
        /// The number given.
        take: usize,
    },
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleError::NoTakes => write!(f, "no number to take is given, at least one is needed"),
            RuleError::TakesNothing => write!(f, "0 may be taken, a move must take at least 1"),
            RuleError::TakesTooMuch { take } => {
                write!(f, "{take} may be taken, at most {} is supported", Subtraction::LARGEST)
            }
        }
    }
}

impl std::error::Error for RuleError {}

impl Subtraction {
    /// The largest take that is accepted.
    pub const LARGEST: usize = 1_000_000;

    /// The game in which exactly the numbers `takes` may be taken, in any order, repeats ignored.
    pub fn new(takes: impl IntoIterator<Item = usize>) -> Result<Subtraction, RuleError> {
        let mut takes: Vec<usize> = takes.into_iter().collect();
        takes.sort_unstable();
        takes.dedup();
        match (takes.first(), takes.last()) {
            (None, _) | (_, None) => Err(RuleError::NoTakes),
            (Some(0), _) => Err(RuleError::TakesNothing),
            (_, Some(&take)) if take > Self::LARGEST => Err(RuleError::TakesTooMuch { take }),
            _ => Ok(Subtraction { takes }),
        }
    }

    /// The numbers that may be taken, increasing.
    pub fn takes(&self) -> &[usize] {
        &self.takes
    }

    /// The largest number that may be taken; the value of a heap depends on this many before it.
    pub fn largest_take(&self) -> usize {
        self.takes.last().copied().unwrap_or(0)
    }
}

impl ImpartialGame for Subtraction {
    type Position = Heap;

    fn options(&self, Heap(counters): Heap) -> impl Iterator<Item = Heap> {
        self.takes.iter().filter_map(move |&take| counters.checked_sub(take).map(Heap))
    }
}
