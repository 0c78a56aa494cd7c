//! What the checker says of a certificate, in one word, and what a program's exit code says of
//! several.

use crate::{Claim, Proved, Refusal, Strength};

/// What the checker says of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim is established.
    Accepted,
    /// The claim is a count of which a part was taken from the counting program: the sum is right,
    /// that is all.
    Counted,
    /// The evidence does not establish the claim, or the text is no certificate.
    Refused,
    /// The check needs more steps or memory than it was given: nothing is decided.
    GaveUp,
    /// The file cannot be read.
    Unreadable,
}

impl Verdict {
    /// The verdict on the outcome of a check.
    pub fn of(outcome: &Result<Proved<Claim>, Refusal>) -> Verdict {
        match outcome {
            Ok(proved) if proved.claim().strength() == Strength::Count => Verdict::Counted,
            Ok(_) => Verdict::Accepted,
            Err(Refusal::Exhausted(_)) => Verdict::GaveUp,
            Err(_) => Verdict::Refused,
        }
    }

    /// The word for it in text and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::Counted => "counted",
            Verdict::Refused | Verdict::Unreadable => "refused",
            Verdict::GaveUp => "gave-up",
        }
    }

    /// The exit code of a program that checked one file.
    pub fn exit_code(self) -> u8 {
        match self {
            Verdict::Accepted => 0,
            Verdict::Refused => 1,
            Verdict::Unreadable => 2,
            Verdict::GaveUp => 3,
            Verdict::Counted => 4,
        }
    }

    /// The exit code of a program that checked several files: the first that occurs of 2, 1, 3,
    /// 4, 0.
    pub fn exit_code_of_all(verdicts: impl IntoIterator<Item = Verdict>) -> u8 {
        let codes: Vec<u8> = verdicts.into_iter().map(Verdict::exit_code).collect();
        [2, 1, 3, 4].into_iter().find(|code| codes.contains(code)).unwrap_or(0)
    }
}
