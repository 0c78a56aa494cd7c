//! What is true, once checked: claims about games, the evidence for them, and the checkers.
//!
//! No answer of Hissho is believed because a solver gave it; it is believed because a checker of
//! this crate accepted its certificate. A checker reads the rules from the certificate, derives
//! what has to hold, and goes through the evidence in one pass: no search, no threads, no
//! cleverness, no `unsafe`. [`Proved`] can be made only here.
//!
//! ```
//! use certificate::{Context, check};
//! use certificate::grundy_period::{self, GrundyPeriod};
//! use rules::Subtraction;
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

pub mod automata;
pub mod board_windows;
pub mod brick_recount;
pub mod bricks;
mod claim;
pub mod connection;
mod context;
pub mod evaluation;
#[cfg(feature = "file")]
pub mod file;
pub mod forced_win;
pub mod grundy_box;
pub mod grundy_period;
mod grundy_rays;
mod kinds;
pub mod octal_period;
mod proved;
mod refusal;
pub mod repetition;
pub mod response;
pub mod rules_text;
pub mod strategy;
pub mod text;
pub mod towers;
mod verdict;
pub mod word;
pub mod zone_game;
pub mod zone_words;

pub use claim::{Claim, Strength};
pub use context::{Allowance, Context, NoSideFiles, SideFiles};
pub use kinds::{check, kinds};
pub use proved::Proved;
pub use refusal::{CheckError, Refusal, printable};
pub use verdict::Verdict;
