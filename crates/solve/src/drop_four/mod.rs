//! Infinite Connect-Four: strategies that only answer, their words, forced wins.
//!
//! What is found here is handed over as claim and evidence of [`certificate::response`],
//! [`certificate::forced_win`], [`certificate::zone_game`], [`certificate::zone_words`] and [`certificate::board_windows`]; nothing is believed
//! before the checker has accepted it.

pub mod handicap;
pub mod library;
pub mod opponents;
pub mod responder;
pub mod search;
pub mod threats;
pub mod tree;
pub mod windows;
pub mod words;
