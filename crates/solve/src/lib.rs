//! What we found: search engines, and one folder per domain.
//!
//! Nothing here is trusted. A solver is a function from rules and limits to a claim with its
//! evidence; it may be fast, parallel and clever, because what it hands over is checked by
//! `certificate`. It prints nothing, and giving up is a value.

pub mod bricks;
pub mod checkpoint;
pub mod engine;
pub mod hex;
pub mod impartial;
pub mod infinite_four;
pub mod limits;
pub mod line_games;
pub mod parallel;
pub mod progress;
pub mod random;
pub mod records;
pub mod words;
