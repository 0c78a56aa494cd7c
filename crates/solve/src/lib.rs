//! What we found: search engines, and one folder per domain.
//!
//! Nothing here is trusted. A solver is a function from rules and limits to a claim with its
//! evidence; it may be fast, parallel and clever, because what it hands over is checked by
//! `certificate`. It prints nothing, and giving up is a value.

pub mod brick;
pub mod checkpoint;
pub mod connect_four;
pub mod drop_four;
pub mod engine;
pub mod grundy;
pub mod hex;
pub mod limits;
pub mod otrio;
pub mod period;
pub mod progress;
pub mod repetition;
pub mod words;
