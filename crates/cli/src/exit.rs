//! Exit codes, the same for every command.

use std::process::ExitCode;

use hissho_workbench::Ending;

/// How a command ended. The numbers are part of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The question is answered, or the certificate accepted.
    Answered = 0,
    /// The claim is refuted, or the certificate refused.
    Refuted = 1,
    /// The input was not understood.
    BadInput = 2,
    /// A limit was reached; what was found so far has been said.
    GaveUp = 3,
    /// A count was added up, but not proved.
    Counted = 4,
}

impl From<Ending> for Exit {
    fn from(ending: Ending) -> Exit {
        match ending {
            Ending::Answered => Exit::Answered,
            Ending::Refuted => Exit::Refuted,
            Ending::GaveUp => Exit::GaveUp,
            Ending::Counted => Exit::Counted,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
