//! What holds for every n: numeration systems, automata over tuples of digits, and a prover whose every step leaves evidence.
//!
//! ```
//! use hissho_prover::{Budget, Verdict, prove};
//! use hissho_certificate::laws::{Automatic, check};
//! use hissho_rules::Account;
//!
//! let text = "forall x, y . x xor y = y xor x".to_owned();
//! let claim = Automatic::Formula { text, holds: true };
//! let report = prove(&claim, "msd_2".parse()?, Budget::default())?;
//! let Verdict::Proved(evidence) = report.verdict else { panic!("it is true") };
//! assert!(check(claim, &evidence, &Account::unlimited()).is_ok());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

pub mod floors;
pub mod kernel;
pub mod learn;
mod prove;

pub use kernel::Budget;
pub use prove::{Failure, Report, Verdict, prove};

use hissho_certificate::CheckError;
use hissho_certificate::laws::AutomaticError;

/// Why there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GaveUp {
    /// Too many states.
    #[error("gave up: an automaton needs more than {limit} states")]
    States {
        /// The most allowed.
        limit: usize,
    },
    /// Too large a table.
    #[error("gave up: an automaton needs a table of more than {limit} entries")]
    Entries {
        /// The most allowed.
        limit: usize,
    },
    /// Time is over, or the user asked to stop.
    #[error("gave up: stopped before the end")]
    Stopped,
    /// The claim cannot be read or expressed.
    #[error(transparent)]
    Cannot(AutomaticError),
}

impl From<AutomaticError> for GaveUp {
    fn from(error: AutomaticError) -> GaveUp {
        match error.exhausted() {
            Some(_) => GaveUp::Entries { limit: 1 << 24 },
            None => GaveUp::Cannot(error),
        }
    }
}
