//! What is said of a statement, in one word.
//!
//! The words "proved", "checked" and "refuted" are reached with an [`Accepted`] claim in hand,
//! which only the checker makes, or with a [`Theorem`] that was built in this run. "computed",
//! "open", "missing" and "gave-up" promise nothing and need nothing.

use std::fmt;

use hissho_certificate::hex::Connection;
use hissho_certificate::{Claim, Strength};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Accepted, Theorem};

/// What became of a statement. Ordered by how much it settles: the weakest part counts for the
/// whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Verdict(Word);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Word {
    Missing,
    GaveUp,
    Open,
    Refuted,
    Computed,
    Checked,
    Proved,
}

const WORDS: [(Word, &str); 7] = [
    (Word::Missing, "missing"),
    (Word::GaveUp, "gave-up"),
    (Word::Open, "open"),
    (Word::Refuted, "refuted"),
    (Word::Computed, "computed"),
    (Word::Checked, "checked"),
    (Word::Proved, "proved"),
];

impl Verdict {
    /// Nothing here settles it.
    pub const MISSING: Verdict = Verdict(Word::Missing);
    /// A limit was reached first.
    pub const GAVE_UP: Verdict = Verdict(Word::GaveUp);
    /// Not settled, with a bound how far it was brought.
    pub const OPEN: Verdict = Verdict(Word::Open);
    /// A program's answer, without a certificate that a checker could accept as a proof.
    pub const COMPUTED: Verdict = Verdict(Word::Computed);

    /// Established: "proved" if it speaks of infinitely many positions, "checked" if it is finite,
    /// "computed" if it is a count.
    pub fn established(by: &Accepted) -> Verdict {
        Verdict(match by.claim().strength() {
            Strength::Universal => Word::Proved,
            Strength::Finite => Word::Checked,
            Strength::Count => Word::Computed,
        })
    }

    /// Proved for every parameter by a theorem that was built in this run.
    pub fn by_theorem(_: &Theorem) -> Verdict {
        Verdict(Word::Proved)
    }

    /// Established: a statement about a connection in Hex is "proved", since it holds wherever the
    /// stones and cells stand so.
    pub fn lemma(by: &Accepted) -> Verdict {
        match by.claim() {
            Claim::Connection(Connection::Holds { .. }) => Verdict(Word::Proved),
            _ => Verdict::established(by),
        }
    }

    /// The contrary is established.
    pub fn refuted(by: &Accepted) -> Verdict {
        Verdict(match by.claim().strength() {
            Strength::Universal | Strength::Finite => Word::Refuted,
            Strength::Count => Word::Computed,
        })
    }

    /// The same, "checked" at most: a universal statement that was verified on a range.
    #[must_use]
    pub fn on_range(self) -> Verdict {
        self.min(Verdict(Word::Checked))
    }

    /// The word users read.
    pub fn word(self) -> &'static str {
        WORDS.iter().find(|(word, _)| *word == self.0).map_or("", |(_, text)| text)
    }

    /// Whether this answers the question.
    pub fn is_settled(self) -> bool {
        self > Verdict::GAVE_UP
    }

    /// Whether the word may be said only with a certificate in hand.
    fn is_a_promise(self) -> bool {
        matches!(self.0, Word::Refuted | Word::Checked | Word::Proved)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// What is read promises nothing: "proved", "checked" and "refuted" are read as "computed" until an
/// accepted claim says them again.
impl<'de> Deserialize<'de> for Verdict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Verdict, D::Error> {
        let text = String::deserialize(deserializer)?;
        let found = WORDS.iter().find(|(_, word)| *word == text);
        let verdict = found.map(|&(word, _)| Verdict(word));
        let verdict = verdict.ok_or_else(|| de::Error::custom("not a verdict"))?;
        Ok(if verdict.is_a_promise() { Verdict::COMPUTED } else { verdict })
    }
}

impl JsonSchema for Verdict {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Verdict".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": WORDS.map(|(_, word)| word) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_makes_a_promise() {
        for word in ["proved", "checked", "refuted"] {
            let read: Verdict = serde_json::from_str(&format!("\"{word}\"")).unwrap();
            assert_eq!(read, Verdict::COMPUTED, "{word}");
        }
        assert_eq!(serde_json::from_str::<Verdict>("\"open\"").unwrap(), Verdict::OPEN);
    }
}
