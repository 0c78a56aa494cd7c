//! The question and the answer: the registry of claims and games, foreign file formats, pictures.
//!
//! Everything a user can ask goes through here, whichever way it is asked: the command line, the
//! page and Python show what this crate answers. Nothing here prints, and no verdict is made
//! here: verdicts come from `certificate`.
//!
//! What to call first: [`Question::read`] or a variant of [`Question`], then [`Desk::ask`]; the
//! [`Answer`] has the facts as [`Answer::document`] and [`Answer::text`], and what was accepted as
//! [`Certified`].
//! Three whole programs are in `examples/`: make_a_table, prove_a_law, solve_hex.
//!
//! ```
//! use hissho_workbench::{Alone, Desk, Limits, Question};
//!
//! let question = Question::read(r#"{"prove":{"game":"rook","claim":"grundy = x xor y"}}"#)?;
//! let answer = Desk::default().ask(&question, &Limits::default(), &Alone)?;
//! assert_eq!(answer.document()["claims"][0]["verdict"], "proved");
//! assert!(answer.certified[0].claim().to_string().contains("rook"));
//! # Ok::<_, hissho_workbench::Fault>(())
//! ```

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
// What whoever asks needs to set limits, to watch and to stop; skins know no solver.
pub use hissho_solve::checkpoint::{Checkpoint, NotKept};
pub use hissho_solve::limits::{Cancel, Limits, Outside, Pulse, Stop};
pub use hissho_solve::progress::Progress;
pub use question::{Ask, Facts, Question, schema};
pub use theorem::{FormalBuild, Named, Theorem, named_theorems};
pub use verdict::Verdict;
pub use watch::{Alone, Watch};

/// What is said of a format that this build cannot write, and the feature that has it.
#[cfg(not(all(feature = "png", feature = "parquet")))]
fn left_out(format: &str, feature: &str) -> String {
    format!(
        "{format} is left out of this program; it can be built with it: \
         cargo install --path crates/cli --features {feature}"
    )
}
