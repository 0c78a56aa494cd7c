//! Why a certificate was not accepted.

use std::fmt;

/// Why a certificate was not accepted: the place, what was found, what would have been right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The file does not begin like a certificate.
    #[error("not a certificate: line 1 is {found}, `hissho-certificate {}` is needed", crate::text::VERSION)]
    NotACertificate {
        /// The beginning of the first line.
        found: String,
    },
    /// The file was written by a later version of the program.
    #[error(
        "format version {found} is newer than version {}, the last this checker knows",
        crate::text::VERSION
    )]
    NewerVersion {
        /// The version found.
        found: u64,
    },
    /// The closing digest does not fit the text.
    #[error("line {line}: digest {found}, the text above it gives {expected}: the file was altered or cut")]
    WrongDigest {
        /// The number of the last line.
        line: usize,
        /// The digest written there.
        found: String,
        /// The digest of the text.
        expected: String,
    },
    /// The kind of certificate is not one this checker knows.
    #[error("line 2: kind {found} is not known; the kinds are: {known}")]
    UnknownKind {
        /// The kind named.
        found: String,
        /// Every kind there is.
        known: String,
    },
    /// A line does not have the form the format asks for.
    #[error("line {line}: found {found}, expected {expected}")]
    Malformed {
        /// The number of the line, from 1.
        line: usize,
        /// What stands there.
        found: String,
        /// What should stand there.
        expected: String,
    },
    /// The text is well formed, but the evidence does not establish the claim.
    #[error("{kind}: {reason}")]
    Evidence {
        /// The kind of certificate.
        kind: &'static str,
        /// The checker's own message.
        reason: String,
    },
}

impl Refusal {
    /// A line that does not have the right form.
    pub fn malformed(line: usize, found: impl fmt::Display, expected: impl fmt::Display) -> Refusal {
        Refusal::Malformed { line, found: found.to_string(), expected: expected.to_string() }
    }

    /// Evidence that does not establish the claim.
    pub fn evidence(kind: &'static str, reason: impl fmt::Display) -> Refusal {
        Refusal::Evidence { kind, reason: reason.to_string() }
    }
}

/// The beginning of `text` in quotes, control characters escaped, never longer than a line.
pub(crate) fn shorten(text: &str) -> String {
    let mut start: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    if text.chars().nth(60).is_some() {
        start.push('…');
    }
    format!("`{start}`")
}
