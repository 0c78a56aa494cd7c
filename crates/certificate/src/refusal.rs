//! Why a certificate was not accepted.

use std::fmt;

use hissho_rules::Exhausted;

/// Why a certificate was not accepted: the place, what was found, what would have been right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The file does not begin like a certificate.
    #[error("not a certificate: line 1 is {found}, `hissho-certificate 1` is needed")]
    NotACertificate {
        /// The beginning of the first line.
        found: String,
    },
    /// The file was written by a later version of the program.
    #[error(
        "format version {found} is newer than version {}, the last this checker knows",
        crate::kinds::NEWEST
    )]
    NewerVersion {
        /// The version found.
        found: u64,
    },
    /// The file has a version of the format that this checker does not know for this kind.
    #[error("format version {found}; for this kind the checker knows version {known}")]
    UnknownVersion {
        /// The version found.
        found: u64,
        /// The version known.
        known: u64,
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
    /// A line is understood, but a certificate has one spelling, and this is another.
    #[error("line {line}: found {found}, the one spelling is {expected}")]
    Spelling {
        /// The number of the line, from 1.
        line: usize,
        /// What stands there.
        found: String,
        /// The one spelling of it.
        expected: String,
    },
    /// The text is well formed, but the evidence does not establish the claim.
    #[error("{kind}: {reason}")]
    Evidence {
        /// The kind of certificate.
        kind: &'static str,
        /// The name of the checker's own error.
        error: String,
        /// The checker's own message.
        reason: String,
    },
    /// The check needs more steps or memory than it was given: nothing is decided.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// An error of the checker of one kind.
pub trait CheckError: std::error::Error {
    /// The limit that was reached, if that is all it says.
    fn exhausted(&self) -> Option<Exhausted>;

    /// The name of the error: that of its variant, or of the error it passes on.
    fn name(&self) -> String {
        name_of(self)
    }
}

impl Refusal {
    /// A line that does not have the right form.
    pub fn malformed(line: usize, found: impl fmt::Display, expected: impl fmt::Display) -> Refusal {
        Refusal::Malformed { line, found: found.to_string(), expected: expected.to_string() }
    }

    /// What the checker of `kind` says against the evidence.
    pub fn of(kind: &'static str, error: &impl CheckError) -> Refusal {
        if let Some(exhausted) = error.exhausted() {
            return Refusal::Exhausted(exhausted);
        }
        Refusal::Evidence { kind, error: error.name(), reason: printable(&error.to_string()) }
    }

    /// The name of the error: the checker's own where the evidence is at fault, otherwise that of
    /// the refusal.
    pub fn name(&self) -> String {
        match self {
            Refusal::Evidence { error, .. } => error.clone(),
            other => name_of(other),
        }
    }
}

/// The name of an error's variant.
pub(crate) fn name_of(error: &(impl fmt::Debug + ?Sized)) -> String {
    format!("{error:?}").chars().take_while(char::is_ascii_alphanumeric).collect()
}

/// The beginning of `text` in quotes, in printable ASCII, never longer than a line.
pub(crate) fn shorten(text: &str) -> String {
    let mut start: String = text.chars().take(60).flat_map(escape).collect();
    if text.chars().nth(60).is_some() {
        start.push_str("...");
    }
    format!("`{start}`")
}

/// `character` itself if it is printable ASCII, otherwise its number.
fn escape(character: char) -> impl Iterator<Item = char> {
    let plain = matches!(character, ' '..='~');
    let escaped = (!plain).then(|| character.escape_unicode());
    plain.then_some(character).into_iter().chain(escaped.into_iter().flatten())
}

/// `text` without anything that moves the cursor, hides or turns round what a reader sees: such
/// characters are shown by their numbers. Letters of all languages stay.
pub fn printable(text: &str) -> String {
    let hides = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{a0}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}')
            || matches!(c, '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}')
            || matches!(c, '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fe00}'..='\u{fe0f}')
            || matches!(c, '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
    };
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if hides(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}
