//! Infinite Connect-Four: strategies that only answer, their words, forced wins.
//!
//! What is found here is handed over as claim and evidence of [`hissho_certificate::infinite_four::response`],
//! [`hissho_certificate::infinite_four::forced_win`], [`hissho_certificate::infinite_four::zone_game`], [`hissho_certificate::infinite_four::zone_words`] and [`hissho_certificate::infinite_four::board_windows`]; nothing is believed
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
