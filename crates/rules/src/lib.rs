//! Rules of the games, and nothing else: what a position is and where it can go.
//!
//! Solvers and checkers read the same rule, written once. There is no search here, no input or
//! output, and no third-party crate: this crate is one of the two that must be trusted, so a
//! reader must be able to read all of it.
//!
//! ```
//! use rules::{Heap, ImpartialGame, Subtraction};
//!
//! let game = Subtraction::new([1, 3, 4])?;
//! let after_one_move: Vec<Heap> = game.options(Heap(5)).collect();
//! assert_eq!(after_one_move, [Heap(4), Heap(2), Heap(1)]);
//! # Ok::<_, rules::RuleError>(())
//! ```
#![forbid(unsafe_code)]

mod account;
pub mod brick;
pub mod filling;
pub mod hex;
mod impartial;
pub mod infinite_four;
pub mod language;
pub mod name;
pub mod octal;
pub mod record;
mod subtraction;
pub mod word;

pub use account::{Account, Exhausted};
pub use impartial::{ImpartialGame, mex};
pub use subtraction::{Heap, RuleError, Subtraction};
