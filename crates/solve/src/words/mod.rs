//! Infinite words at speed: streams, single symbols far out, every repetition in a text, words that avoid powers.
//!
//! What a word *is* stands in [`hissho_rules::words`], plainly; here the same words are produced in blocks, looked into at
//! position 10^18, and searched for repetitions. The tests hold each function against the plain definitions.

pub mod access;
pub mod avoid;
pub mod runs;
pub mod stream;
