//! Rules of the games, and nothing else: what a position is and where it can go.
//!
//! Solvers and checkers read the same rule, written once. There is no search here, no input or
//! output, and no third-party crate: this crate is one of the two that must be trusted, so a
//! reader must be able to read all of it.
//!
//! ```
//! use hissho_rules::{Heap, ImpartialGame, Subtraction};
//!
//! let game = Subtraction::new([1, 3, 4])?;
//! let after_one_move: Vec<Heap> = game.options(Heap(5)).collect();
//! assert_eq!(after_one_move, [Heap(4), Heap(2), Heap(1)]);
//! # Ok::<_, hissho_rules::RuleError>(())
//! ```
#![forbid(unsafe_code)]

mod account;
pub mod bricks;
pub mod hex;
pub mod impartial;
pub mod infinite_four;
pub mod language;
pub mod line_games;
pub mod name;
pub mod records;
pub mod words;

pub use account::{Account, Exhausted};
pub use impartial::{Heap, ImpartialGame, RuleError, Subtraction, mex};
