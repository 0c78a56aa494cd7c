//! Why a question has no answer: one type for every subject, for people and for programs.

use std::fmt;

use hissho_certificate::Refusal;
use hissho_rules::language::LanguageError;
use hissho_rules::name::NameError;
use hissho_solve::limits::Stop;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What sort of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The question is not understood, or there is no such thing.
    BadInput,
    /// The question is understood, but larger than what can be answered.
    TooLarge,
    /// A limit was reached before anything was found.
    GaveUp,
    /// Someone wanted the work to stop.
    Cancelled,
    /// The checker did not accept what was to be shown.
    Refused,
}

/// Where in the question the fault is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// The field or the file.
    pub of: String,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column in characters, from 1.
    pub column: Option<u64>,
    /// How many bytes from the beginning.
    pub start: Option<u64>,
    /// One past the last byte.
    pub end: Option<u64>,
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// What sort of thing went wrong.
    pub kind: FaultKind,
    /// The whole message: what was found, and what would be right.
    pub message: String,
    /// Where, if it is one place.
    pub place: Option<Box<Place>>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Fault {
    /// A question that is not understood.
    pub fn bad_input(message: impl fmt::Display) -> Fault {
        Fault::new(FaultKind::BadInput, message)
    }

    /// A question that is too large.
    pub fn too_large(message: impl fmt::Display) -> Fault {
        Fault::new(FaultKind::TooLarge, message)
    }

    /// A limit that was reached before anything was found.
    pub fn gave_up(message: impl fmt::Display) -> Fault {
        Fault::new(FaultKind::GaveUp, message)
    }

    /// Something that the checker did not accept.
    pub fn refused(message: impl fmt::Display) -> Fault {
        Fault::new(FaultKind::Refused, message)
    }

    fn new(kind: FaultKind, message: impl fmt::Display) -> Fault {
        Fault { kind, message: message.to_string(), place: None, help: None }
    }

    /// The same fault in this field or file.
    #[must_use]
    pub fn in_field(mut self, name: &str) -> Fault {
        self.place =
            Some(Box::new(Place { of: name.to_owned(), line: None, column: None, start: None, end: None }));
        self
    }

    /// The same fault with advice.
    #[must_use]
    pub fn with_help(mut self, advice: impl fmt::Display) -> Fault {
        self.help = Some(advice.to_string());
        self
    }

    /// A mistake in the rules text `file`.
    pub fn language(file: &str, error: &LanguageError) -> Fault {
        let place = Place {
            of: file.to_owned(),
            line: Some(error.line as u64),
            column: Some(error.column as u64),
            start: Some(error.span.start as u64),
            end: Some(error.span.end as u64),
        };
        let kind = FaultKind::BadInput;
        Fault { kind, message: error.render(file), place: Some(Box::new(place)), help: error.help.clone() }
    }

    /// Whether a limit or a wish to stop ended the work: more time or memory may answer.
    pub fn is_giving_up(&self) -> bool {
        matches!(self.kind, FaultKind::GaveUp | FaultKind::Cancelled)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl From<Stop> for Fault {
    fn from(stop: Stop) -> Fault {
        let kind = if stop == Stop::Cancelled { FaultKind::Cancelled } else { FaultKind::GaveUp };
        Fault::new(kind, format_args!("gave up: {stop}"))
    }
}

impl From<NameError> for Fault {
    fn from(error: NameError) -> Fault {
        Fault::bad_input(&error).in_field("game")
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        match refusal {
            Refusal::Exhausted(limit) => {
                Fault::new(FaultKind::GaveUp, format_args!("the certificate is not decided: it {limit}"))
            }
            refusal => Fault::refused(refusal),
        }
    }
}
