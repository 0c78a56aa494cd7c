//! The question and the answer: the registry of claims and games, foreign file formats, pictures.
//!
//! Everything a user can ask goes through here, whichever way it is asked: the command line, the
//! page and Python show what this crate answers. Nothing here prints, and no verdict is made
//! here: verdicts come from `certificate`.

mod answer;
pub mod bricks;
mod certified;
pub mod check;
pub mod claims;
mod desk;
mod fault;
pub mod games;
pub mod hex;
pub mod impartial;
pub mod infinite_four;
pub mod laws;
pub mod line_games;
mod outlet;
pub mod picture;
mod question;
pub mod records;
pub mod reply;
pub mod solve;
mod theorem;
mod verdict;
mod watch;
pub mod words;

pub use answer::{Answer, Attachment, Contents, Ending, Findings, Told};
pub use certified::{Accepted, Beside, Certified};
pub use desk::Desk;
pub use fault::{Fault, FaultKind, Place};
pub use question::{Ask, Facts, Question};
pub use theorem::{FormalBuild, Named, Theorem, named_theorems};
pub use verdict::Verdict;
pub use watch::{Alone, Watch};
