//! Impartial games: both players have the same moves, and a player who cannot move loses.
//!
//! Source: Sprague, Über mathematische Kampfspiele (1935); Grundy, Mathematics and games (1939).

pub mod octal;
mod subtraction;

use std::fmt;
use std::hash::Hash;

pub use subtraction::{Heap, RuleError, Subtraction};

/// A game in which both players have the same moves and a player who cannot move loses.
pub trait ImpartialGame {
    /// A position. Two positions are equal exactly when they have the same future.
    type Position: Copy + Eq + Hash + fmt::Debug;

    /// Every position the player to move can reach in one move; empty when the game is over.
    fn options(&self, from: Self::Position) -> impl Iterator<Item = Self::Position>;
}

/// The minimal excludant: the least natural number that is not among `values`.
///
/// ```
/// assert_eq!(hissho_rules::mex([0, 1, 3, 1]), 2);
/// assert_eq!(hissho_rules::mex([]), 0);
/// ```
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let mut seen: Vec<u32> = values.into_iter().collect();
    seen.sort_unstable();
    seen.dedup();
    // After sorting and removing repeats, the first index that differs from its value is missing.
    let gap = seen.iter().enumerate().find(|&(index, &value)| index as u32 != value);
    gap.map_or(seen.len() as u32, |(index, _)| index as u32)
}
