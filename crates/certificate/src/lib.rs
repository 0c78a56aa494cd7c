//! What is true, once checked: claims about games, the evidence for them, and the checkers.
//!
//! No answer of Hissho is believed because a solver gave it; it is believed because a checker of
//! this crate accepted its certificate. A checker reads the rules from the certificate, derives
//! what has to hold, and goes through the evidence in one pass: no search, no threads, no
//! cleverness, no `unsafe`. [`Proved`] can be made only here.
//!
//! ```
//! use hissho_certificate::{Context, check};
//! use hissho_certificate::impartial::grundy_period::{self, GrundyPeriod};
//! use hissho_rules::Subtraction;
//!
//! let game = Subtraction::new([1, 2])?;
//! let claim = GrundyPeriod { game, preperiod: 0, period: 3, values: vec![0, 1, 2] };
//! let text = grundy_period::write(&claim);
//! let proved = check(&text, &Context::default())?;
//! assert_eq!(
//!     proved.claim().to_string(),
//!     "subtraction(1,2): the Grundy value of heap n + 3 is that of heap n, for every n >= 0"
//! );
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod bricks;
mod claim;
mod context;
#[cfg(feature = "file")]
pub mod file;
pub mod hex;
pub mod impartial;
pub mod infinite_four;
mod kinds;
pub mod laws;
pub mod line_games;
mod proved;
pub mod records;
mod refusal;
pub mod rules_text;
pub mod text;
mod verdict;
pub mod words;

pub use claim::{Claim, Strength};
pub use context::{Allowance, Context, NoSideFiles, SideFiles};
pub use kinds::{check, kinds};
pub use proved::Proved;
pub use refusal::{CheckError, Refusal, printable};
pub use verdict::Verdict;
