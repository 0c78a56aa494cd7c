//! The question `build-word`: how a word of 0 and 1 without cubes can be continued.

use hissho_solve::limits::Limits;
use hissho_solve::words::avoid::{Avoid, Continuation, continue_word};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Ending, Findings, Told};
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

pub(super) const CUBES: Avoid = Avoid::Power(3);

/// The longest word that is built.
const LONGEST: u64 = 1_000_000;

/// Continue this word of 0 and 1 without making a cube, or say that it is a dead end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BuildWord {
    /// How the word begins; may be empty.
    pub prefix: String,
    /// How long it is to be, 1 to 1000000.
    #[serde(default = "hundred")]
    pub length: u64,
}

fn hundred() -> u64 {
    100
}

/// Whether a word could be continued: what the search found, and no promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ContinuedWord {
    /// Here is one that is long enough.
    Continued,
    /// No continuation is.
    DeadEnd,
    /// A limit was reached.
    GaveUp,
}

/// How far a word could be continued.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BuiltWord {
    /// How it begins.
    pub prefix: String,
    /// How it ended.
    pub verdict: ContinuedWord,
    /// The first word in dictionary order that is long enough; of a dead end, a longest one.
    pub word: String,
    /// How many symbols it has.
    pub length: u64,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Ask for BuildWord {
    type Facts = BuiltWord;

    fn answer(&self, _: &Desk, limits: &Limits, _: &dyn Watch) -> Result<Told<BuiltWord>, Fault> {
        let prefix = &self.prefix;
        let wrong = |reason: String| {
            Fault::bad_input(format_args!("--continue {prefix:?}: {reason}")).in_field("prefix")
        };
        if let Some((at, other)) = prefix.char_indices().find(|(_, symbol)| !matches!(symbol, '0' | '1')) {
            return Err(wrong(format!("{other:?} at place {at}, only 0 and 1 are symbols")));
        }
        if !(1..=LONGEST).contains(&self.length) {
            let wanted = format!("length {}: 1 to {LONGEST} symbols can be asked for", self.length);
            return Err(Fault::bad_input(wanted).in_field("length"));
        }
        let meter = limits.start();
        let continued =
            continue_word(prefix.as_bytes(), b"01", CUBES, self.length as usize, |n| meter.spend(n));
        let (verdict, word, reason) = match continued {
            Ok(Continuation::Found(word)) => (ContinuedWord::Continued, word, None),
            Ok(Continuation::DeadEnd(word)) => (ContinuedWord::DeadEnd, word, None),
            Ok(Continuation::Forbidden { end, period }) => {
                let (block, start) = (&prefix[end - period..end], end - 3 * period);
                return Err(wrong(format!("it has a cube already, {block} three times from place {start}")));
            }
            Err(stop) => (ContinuedWord::GaveUp, prefix.as_bytes().to_vec(), Some(stop.to_string())),
        };
        let prefix = prefix.clone();
        let word = String::from_utf8_lossy(&word).into_owned();
        Ok(BuiltWord { prefix, verdict, length: word.len() as u64, word, reason }.into())
    }
}

impl Findings for BuiltWord {
    fn text(&self) -> String {
        let word = &self.word;
        match self.verdict {
            ContinuedWord::Continued => word.clone(),
            ContinuedWord::DeadEnd => {
                format!("dead end: no continuation has more than {} symbols: {word}", self.length)
            }
            ContinuedWord::GaveUp => "gave up".to_owned(),
        }
    }

    fn ending(&self) -> Ending {
        if self.reason.is_some() { Ending::GaveUp } else { Ending::Answered }
    }
}
