//! The question `repetitions`: every repetition of a word or a text.

use hissho_rules::words::Word;
use hissho_solve::limits::Limits;
use hissho_solve::words::runs::{Holds, InOrder, Repetition, Run, Summary, summarise};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::named_word;
use super::symbols::prefix;
use crate::answer::{Findings, Told};
use crate::check::NamedFile;
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// All repetitions of a word, a file or a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repetitions {
    /// `thue-morse`, `fibonacci`, `fibonacci(2)`, `fixed-point(0->01,1->10)`.
    #[serde(default)]
    pub word: Option<String>,
    /// In place of a name: the fixed point of this substitution, beginning with its first letter.
    #[serde(default)]
    pub morphism: Option<String>,
    /// In place of a word: a text. Line ends are not symbols.
    #[serde(default)]
    pub file: Option<NamedFile>,
    /// How many symbols of the word, or at most of the file; 1024 when not given for a word.
    #[serde(default)]
    pub length: Option<u64>,
    /// List runs in the order in which their first square, overlap or cube ends.
    #[serde(default)]
    pub list: Option<ListedRuns>,
    /// How many to list.
    #[serde(default = "twenty")]
    pub limit: u64,
}

fn twenty() -> u64 {
    20
}

/// Which runs are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ListedRuns {
    /// All.
    Runs,
    /// Those with an overlap.
    Overlaps,
    /// Those with a cube.
    Cubes,
}

/// Longer texts would not fit the tables.
pub const LONGEST_TEXT: u64 = 1 << 31;

/// What repeats in a word.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RepetitionsFound {
    /// How many symbols were looked at.
    pub length: u64,
    /// The first cube to end.
    pub cube: Option<RepeatedBlock>,
    /// The greatest ratio of a factor's length to its period; none if it is below 2 and the word is
    /// long.
    pub exponent: Option<f64>,
    /// How many runs there are.
    pub runs: u64,
    /// The exponent as a fraction: length and period.
    pub exponent_exact: Option<String>,
    /// The greatest whole number of times that a block follows itself.
    pub power: u64,
    /// How many squares there are.
    pub squares: String,
    /// How many cubes.
    pub cubes: String,
    /// The first square to end.
    pub square: Option<RepeatedBlock>,
    /// The first overlap to end.
    pub overlap: Option<RepeatedBlock>,
    /// Of the Fibonacci word: whether the exponent is below 2 + phi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below_2_plus_phi: Option<bool>,
    /// The runs that were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<Vec<ListedRun>>,
    /// How many such runs there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed_of: Option<u64>,
    /// The name of the word or the file.
    pub of: String,
}

/// A block that follows itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RepeatedBlock {
    /// Where it begins, from 0.
    pub start: u64,
    /// How many symbols the block has.
    pub period: u64,
}

impl From<Repetition> for RepeatedBlock {
    fn from(Repetition { start, period }: Repetition) -> RepeatedBlock {
        RepeatedBlock { start: start as u64, period: period as u64 }
    }
}

/// A stretch with a period that fits at least twice and that cannot be made longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListedRun {
    /// Where it begins, from 0.
    pub start: u64,
    /// Its period.
    pub period: u64,
    /// How many symbols it has.
    pub length: u64,
}

impl From<Run> for ListedRun {
    fn from(run: Run) -> ListedRun {
        ListedRun { start: run.start as u64, period: run.period as u64, length: run.length() as u64 }
    }
}

impl Ask for Repetitions {
    type Facts = RepetitionsFound;

    fn answer(&self, _: &Desk, limits: &Limits, _: &dyn Watch) -> Result<Told<RepetitionsFound>, Fault> {
        let word = named_word(self.word.as_deref(), self.morphism.as_deref())?;
        if let Some(length) = self.length.filter(|length| *length > LONGEST_TEXT) {
            let most = format!("--length {length}: at most {LONGEST_TEXT} symbols are looked at");
            return Err(Fault::bad_input(most).in_field("length"));
        }
        limits.start().look()?;
        let found = match (&word, &self.file) {
            (Some(_), Some(_)) => {
                return Err(Fault::bad_input("a word or a file, not both").in_field("file"));
            }
            (Some(word), None) => {
                self.look(&word.to_string(), Some(word), &prefix(word, self.length.unwrap_or(1024)))
            }
            (None, Some(file)) => match self.symbols_of(file)? {
                Symbols::Bytes(symbols) => self.look(&file.name, None, &symbols),
                Symbols::Characters(symbols) => self.look(&file.name, None, &symbols),
            },
            (None, None) => {
                let wanted = "of what? Give --word NAME, a file, or - for standard input";
                return Err(Fault::bad_input(wanted).in_field("word"));
            }
        };
        Ok(found.into())
    }
}

enum Symbols {
    Bytes(Vec<u8>),
    Characters(Vec<char>),
}

impl Repetitions {
    fn symbols_of(&self, file: &NamedFile) -> Result<Symbols, Fault> {
        let bytes = file.contents.as_bytes();
        if bytes.len() as u64 > LONGEST_TEXT {
            let most = format!("{}: at most {LONGEST_TEXT} symbols are looked at; shorten it", file.name);
            return Err(Fault::bad_input(most).in_field("file"));
        }
        let length = self.length.map_or(usize::MAX, |length| length as usize);
        let is_symbol = |byte: &u8| !matches!(byte, b'\n' | b'\r');
        if !bytes.is_ascii()
            && let Ok(text) = std::str::from_utf8(bytes)
        {
            let symbols = text.chars().filter(|symbol| !matches!(symbol, '\n' | '\r'));
            return Ok(Symbols::Characters(symbols.take(length).collect()));
        }
        Ok(Symbols::Bytes(bytes.iter().copied().filter(is_symbol).take(length).collect()))
    }

    fn look<T: Copy + Ord>(&self, of: &str, word: Option<&Word>, symbols: &[T]) -> RepetitionsFound {
        let summary = summarise(symbols);
        let listed = self.list.map(|which| {
            let (holds, total) = match which {
                ListedRuns::Runs => (Holds::Square, summary.runs),
                ListedRuns::Overlaps => (Holds::Overlap, summary.overlap_runs),
                ListedRuns::Cubes => (Holds::Cube, summary.cube_runs),
            };
            let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
            let runs = InOrder::new(symbols, holds).take(limit).map(ListedRun::from);
            (runs.collect::<Vec<_>>(), total as u64)
        });
        let exponent = exponent(&summary, symbols);
        let is_fibonacci = word == Some(&Word::Fibonacci(1));
        let (listed, listed_of) = listed.unzip();
        RepetitionsFound {
            length: summary.length as u64,
            cube: summary.first_cube.map(RepeatedBlock::from),
            exponent: exponent.map(|(length, period)| length as f64 / period as f64),
            runs: summary.runs as u64,
            exponent_exact: exponent.map(|(length, period)| format!("{length}/{period}")),
            power: summary.power as u64,
            squares: summary.squares.to_string(),
            cubes: summary.cubes.to_string(),
            square: summary.first_square.map(RepeatedBlock::from),
            overlap: summary.first_overlap.map(RepeatedBlock::from),
            below_2_plus_phi: exponent.filter(|_| is_fibonacci).map(is_below_two_plus_phi),
            listed,
            listed_of,
            of: of.to_owned(),
        }
    }
}

/// Length and period of the factor of the greatest exponent. Without squares all factors are tried,
/// if they are few.
fn exponent<T: Copy + Ord>(summary: &Summary, symbols: &[T]) -> Option<(usize, usize)> {
    if let Some(run) = summary.densest {
        return Some((run.length(), run.period));
    }
    const FEW: usize = 4_000;
    let n = symbols.len();
    if n == 0 || n > FEW {
        return None;
    }
    let mut best = (1, 1);
    for period in 1..n {
        let mut length = period;
        for at in period..n {
            length = if symbols[at] == symbols[at - period] { length + 1 } else { period };
            if length * best.1 > best.0 * period {
                best = (length, period);
            }
        }
    }
    Some(best)
}

/// Whether `length / period < 2 + φ = (5 + √5)/2`, in integers.
fn is_below_two_plus_phi((length, period): (usize, usize)) -> bool {
    let (length, period) = (length as i128, period as i128);
    let over = 2 * length - 5 * period;
    over < 0 || over * over < 5 * period * period
}

impl Findings for RepetitionsFound {
    fn text(&self) -> String {
        let mut text = format!("{}, {} symbols: {} runs\n", self.of, self.length, self.runs);
        let first = |name: &str, found: Option<RepeatedBlock>, count: &str| match found {
            None => format!("{name:<9} none\n"),
            Some(RepeatedBlock { start, period }) => {
                format!("{name:<9} {count}the first to end from place {start}, period {period}\n")
            }
        };
        text += &first("squares", self.square, &format!("{}, ", self.squares));
        text += &first("overlaps", self.overlap, "");
        text += &first("cubes", self.cube, &format!("{}, ", self.cubes));
        match self.power {
            3 => text += "fourths   none\n",
            4.. => text += &format!("powers    up to {}\n", self.power),
            _ => {}
        }
        match (self.exponent, &self.exponent_exact) {
            (Some(exponent), Some(exact)) => {
                let side = match self.below_2_plus_phi {
                    Some(true) => ", below 2 + phi",
                    Some(false) => ", not below 2 + phi",
                    None => "",
                };
                text += &format!("exponent  {exact} = {exponent:.6}{side}\n");
            }
            _ => text += "exponent  below 2\n",
        }
        if let (Some(runs), Some(total)) = (&self.listed, self.listed_of) {
            text += &format!("listed    {} of {total}\n", runs.len());
            for ListedRun { start, period, length } in runs {
                text += &format!("  place {start:>9}  period {period:>8}  length {length:>9}\n");
            }
        }
        text
    }
}
