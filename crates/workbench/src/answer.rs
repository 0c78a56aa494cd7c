//! What comes back: facts, the certificates they rest on, and files such as pictures.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Certified;
use crate::question::Facts;

/// How a question ended. Programs see it as the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It is answered.
    Answered,
    /// It is answered in the negative: refuted, or refused.
    Refuted,
    /// A limit was reached; the answer says what was found so far.
    GaveUp,
    /// A count that was added up, but not proved.
    Counted,
}

/// The facts that answer one sort of question. Their JSON is part of the interface.
pub trait Findings: Serialize + DeserializeOwned + JsonSchema {
    /// The same facts as text for people.
    fn text(&self) -> String;

    /// How the question ended.
    fn ending(&self) -> Ending {
        Ending::Answered
    }
}

/// A file that belongs to an answer: a picture, a table, a text in a foreign notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Attachment {
    /// The format by its usual ending: `svg`, `png`, `csv`.
    pub format: String,
    /// The contents.
    #[serde(flatten)]
    pub contents: Contents,
}

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Contents {
    /// Text.
    Text(String),
    /// Bytes; in JSON as hexadecimal digits.
    #[serde(with = "hexadecimal")]
    #[schemars(with = "String")]
    Hex(Vec<u8>),
}

impl Attachment {
    /// A text file.
    pub fn text(format: &str, text: String) -> Attachment {
        Attachment { format: format.to_owned(), contents: Contents::Text(text) }
    }

    /// A file of bytes.
    pub fn bytes(format: &str, bytes: Vec<u8>) -> Attachment {
        Attachment { format: format.to_owned(), contents: Contents::Hex(bytes) }
    }

    /// What is to be written to a file.
    pub fn as_bytes(&self) -> &[u8] {
        self.contents.as_bytes()
    }
}

impl Contents {
    /// The bytes of it.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Contents::Text(text) => text.as_bytes(),
            Contents::Hex(bytes) => bytes,
        }
    }
}

/// What a subject has to say, before it is one of many answers.
#[derive(Clone, Debug)]
pub struct Told<F> {
    /// The facts.
    pub facts: F,
    /// The certificates they rest on.
    pub certified: Vec<Certified>,
    /// Pictures and other files that were asked for.
    pub files: Vec<Attachment>,
}

impl<F> From<F> for Told<F> {
    fn from(facts: F) -> Told<F> {
        Told { facts, certified: Vec::new(), files: Vec::new() }
    }
}

impl<F> Told<F> {
    /// The same facts with a certificate.
    #[must_use]
    pub fn with(mut self, certified: impl IntoIterator<Item = Certified>) -> Told<F> {
        self.certified.extend(certified);
        self
    }

    /// The same facts with a file.
    #[must_use]
    pub fn with_file(mut self, file: Attachment) -> Told<F> {
        self.files.push(file);
        self
    }
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The facts.
    pub facts: Facts,
    /// The certificates they rest on.
    pub certified: Vec<Certified>,
    /// Pictures and other files that were asked for.
    pub files: Vec<Attachment>,
}

impl Answer {
    /// The facts as the JSON document of the interface.
    pub fn document(&self) -> Value {
        self.facts.document()
    }

    /// The document with everything that belongs to it: certificates and files in full.
    pub fn whole(&self) -> Value {
        let mut document = self.document();
        let certificates = self.certified.iter().map(|one| {
            json!({
                "kind": one.kind(), "claim": one.claim().to_string(),
                "digest": one.digest(), "text": one.text(),
            })
        });
        if !self.certified.is_empty() {
            document["certificates"] = certificates.collect();
        }
        if !self.files.is_empty() {
            document["files"] = json!(self.files);
        }
        document
    }

    /// The facts as text for people.
    pub fn text(&self) -> String {
        self.facts.text()
    }

    /// How the question ended.
    pub fn ending(&self) -> Ending {
        self.facts.ending()
    }
}

/// Bytes as hexadecimal digits.
mod hexadecimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        serializer.serialize_str(&digits)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let pair = |at: usize| {
            let digits = text.get(at..at + 2)?;
            u8::from_str_radix(digits, 16).ok()
        };
        let bytes: Option<Vec<u8>> = (0..text.len()).step_by(2).map(pair).collect();
        bytes.ok_or_else(|| D::Error::custom("an even number of hexadecimal digits is needed"))
    }
}
