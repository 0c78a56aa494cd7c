//! The question `count-words`: how many words avoid a repetition.

use hissho_solve::limits::Limits;
use hissho_solve::words::avoid::{Avoid, count};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Ending, Findings, Told};
use crate::question::Ask;
use crate::{Desk, Fault, Verdict, Watch};

/// How many words there are without cubes, overlaps or squares, for each length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountWords {
    /// What is avoided.
    #[serde(default)]
    pub avoid: Avoided,
    /// The size of the alphabet, 1 to 26.
    #[serde(default = "two")]
    pub letters: u8,
    /// The longest words counted, at most 60.
    #[serde(default = "twenty")]
    pub length: u64,
}

fn two() -> u8 {
    2
}

fn twenty() -> u64 {
    20
}

/// A repetition to be avoided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Avoided {
    /// `uu`.
    Squares,
    /// `uua`, where `a` is the first symbol of `u`.
    Overlaps,
    /// `uuu`.
    #[default]
    Cubes,
}

/// How many words of each length.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CountedWords {
    /// `squares`, `overlaps` or `cubes`.
    pub avoid: String,
    /// The size of the alphabet.
    pub letters: u8,
    /// The number of words of length 0, 1, …; empty if it was given up.
    pub counts: Vec<String>,
    /// `gave-up`, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Ask for CountWords {
    type Facts = CountedWords;

    fn answer(&self, _: &Desk, limits: &Limits, _: &dyn Watch) -> Result<Told<CountedWords>, Fault> {
        if !(1..=26).contains(&self.letters) {
            return Err(Fault::bad_input("an alphabet has 1 to 26 letters").in_field("letters"));
        }
        if self.length > 60 {
            return Err(Fault::bad_input("words of at most 60 symbols are counted").in_field("length"));
        }
        let (avoid, name) = match self.avoid {
            Avoided::Squares => (Avoid::Power(2), "squares"),
            Avoided::Overlaps => (Avoid::Overlap, "overlaps"),
            Avoided::Cubes => (Avoid::Power(3), "cubes"),
        };
        let meter = limits.start();
        let counted = count(avoid, self.letters, self.length as usize, |n| meter.spend(n));
        let reason = counted.as_ref().err().map(ToString::to_string);
        let facts = CountedWords {
            avoid: name.to_owned(),
            letters: self.letters,
            counts: counted.unwrap_or_default().iter().map(u64::to_string).collect(),
            verdict: reason.as_ref().map(|_| Verdict::GAVE_UP),
            reason,
        };
        Ok(facts.into())
    }
}

impl Findings for CountedWords {
    fn text(&self) -> String {
        if let Some(reason) = &self.reason {
            return format!("gave up: {reason}");
        }
        let rows = self.counts.iter().enumerate().map(|(length, number)| format!("{length:>4} {number}\n"));
        format!("length, words over {} letters without {}\n", self.letters, self.avoid)
            + &rows.collect::<String>()
    }

    fn ending(&self) -> Ending {
        if self.reason.is_some() { Ending::GaveUp } else { Ending::Answered }
    }
}
