//! The question `type-word`: a word of 0 and 1 without cubes as it is typed, a line at a time.

use hissho_solve::limits::Limits;
use hissho_solve::words::avoid::{Continuation, continue_word, forbidden_suffix};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::RepeatedBlock;
use super::continuation::CUBES;
use crate::answer::{Findings, Told};
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// What becomes of the word when this is typed?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TypeWord {
    /// The word before, without a cube.
    #[serde(default)]
    pub word: String,
    /// What is typed: 0 and 1; `u` takes one back, `?` asks how it goes on, `q` ends.
    pub typed: String,
}

/// The word after it was typed at.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TypedWord {
    /// The word, without a cube.
    pub word: String,
    /// How many symbols it has.
    pub length: u64,
    /// The first cube that was typed; its last symbol was taken back.
    pub cube: Option<RepeatedBlock>,
    /// Each cube, and what was asked for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
    /// Whether `q` was typed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ended: bool,
}

impl Ask for TypeWord {
    type Facts = TypedWord;

    fn answer(&self, _: &Desk, limits: &Limits, _: &dyn Watch) -> Result<Told<TypedWord>, Fault> {
        if let Some(other) = self.word.chars().find(|symbol| !matches!(symbol, '0' | '1')) {
            return Err(Fault::bad_input(format_args!("{other:?} is not 0 or 1")).in_field("word"));
        }
        let mut word = self.word.clone().into_bytes();
        let mut facts = TypedWord::default();
        for symbol in self.typed.chars().filter(|symbol| !symbol.is_whitespace()) {
            match symbol {
                'q' => {
                    facts.ended = true;
                    break;
                }
                'u' => _ = word.pop(),
                '?' => facts.said += &advice(&word, limits),
                '0' | '1' => {
                    word.push(symbol as u8);
                    if let Some(period) = forbidden_suffix(&word, CUBES) {
                        let start = word.len() - 3 * period;
                        let block = RepeatedBlock { start: start as u64, period: period as u64 };
                        facts.cube.get_or_insert(block);
                        facts.said += &shown(&word, start, period);
                        word.pop();
                    }
                }
                other => {
                    let wanted = format!("{other:?} is not 0, 1, u, ? or q");
                    return Err(Fault::bad_input(wanted).in_field("typed"));
                }
            }
        }
        facts.word = String::from_utf8_lossy(&word).into_owned();
        facts.length = word.len() as u64;
        Ok(facts.into())
    }
}

/// The cube at the end of `word`, underlined.
fn shown(word: &[u8], start: usize, period: usize) -> String {
    let text = String::from_utf8_lossy(word);
    let (block, last) = (&text[start..start + period], &text[text.len() - 1..]);
    let under = " ".repeat(start) + &format!("^{}", "-".repeat(period - 1)).repeat(3);
    format!("{text}\n{under}\ncube: {block} three times from place {start}; {last} is taken back\n")
}

fn advice(word: &[u8], limits: &Limits) -> String {
    let meter = limits.start();
    match continue_word(word, b"01", CUBES, word.len() + 30, |n| meter.spend(n)) {
        Ok(Continuation::Found(longer)) => {
            format!("it goes on, for example with {}\n", String::from_utf8_lossy(&longer[word.len()..]))
        }
        Ok(_) => "a dead end: take some back with u\n".to_owned(),
        Err(stop) => format!("gave up: {stop}\n"),
    }
}

impl Findings for TypedWord {
    fn text(&self) -> String {
        format!("{}{}\n{} symbols without a cube", self.said, self.word, self.length)
    }
}
