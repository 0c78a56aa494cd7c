//! Certificate: a finite fact about an infinite word, or about a text.
//!
//! Claim: one of the facts of [`WordFact`], about a word of [`rules::word`] (its terms, where no definition is named,
//! are those of the first definition it has) or about a text written out in the claim.
//!
//! Evidence: none. The checker writes the word out by the definitions and looks: agreement term by term, powers at
//! every place and period, the printed identities at every `n` in exact integers.
//!
//! Cost: O(n) for agreement, tables and identities; O(n²) for the absence of powers.

use std::fmt;

use rules::word::{Definition, Word, floor_of_quadratic};

use crate::text::{Reader, Writer};
use crate::{Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "word";

/// A finite fact about a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordClaim {
    /// What it is about.
    pub subject: Subject,
    /// What is said of it.
    pub fact: WordFact,
}

/// An infinite word, or a text of letters and digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// An infinite word.
    Word(Word),
    /// A text.
    Text(String),
}

/// What can be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordFact {
    /// The definitions give the same first `length` symbols.
    Agree {
        /// How many symbols.
        length: usize,
        /// Two definitions or more.
        by: Vec<Definition>,
    },
    /// By this definition the word begins so.
    Begins {
        /// The definition.
        by: Definition,
        /// The beginning.
        text: String,
    },
    /// Nowhere in the first `length` symbols does a block occur `copies` times in a row.
    PowerFree {
        /// At least 2; 3 for cubes.
        copies: usize,
        /// How many symbols are looked at.
        length: usize,
    },
    /// Nowhere in the first `length` symbols is a square followed by its own first symbol.
    OverlapFree {
        /// How many symbols are looked at.
        length: usize,
    },
    /// At `start`, counted from 0, a block of `period` symbols occurs `copies` times in a row.
    Repeats {
        /// Where.
        start: usize,
        /// The length of the block.
        period: usize,
        /// At least 2.
        copies: usize,
    },
    /// The first occurrences of the symbol are the terms with these numbers, in the sources' numbering.
    Places {
        /// The symbol.
        symbol: char,
        /// The numbers of the terms.
        at: Vec<u64>,
    },
    /// The identity holds for every `n` from its first to `limit`.
    Holds {
        /// The identity.
        identity: Identity,
        /// The last `n` looked at.
        limit: u64,
    },
}

/// The printed identities of the lecture notes, for the `s`-th Fibonacci word `f` with `μ = (s + √(s² + 4))/2`, `k` and
/// `l` the numbers of the terms 0 and 1. Those of proposition 40 and lemma 39 are about `s = 1`, where `μ = φ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// Lemma 39, for every `s`: `μ² = sμ + 1` and `1/μ = μ - s`; the same at every `n`.
    Mean,
    /// Proposition 40 (1): among `f(1) … f(n)` there are `⌊(n+1)φ⁻²⌋` ones.
    Ones,
    /// Proposition 40 (2): among `f(1) … f(n)` there are `⌊(n+1)φ⁻¹⌋` zeros.
    Zeros,
    /// Proposition 40 (3): `f(n) = ⌊(n+1)φ⁻²⌋ - ⌊nφ⁻²⌋`.
    Term3,
    /// Proposition 40 (4): `f(n) = 1 - ⌊(n+1)φ⁻¹⌋ + ⌊nφ⁻¹⌋`.
    Term4,
    /// Proposition 40 (5): `f(n) = 2 - ⌊(n+1)φ⌋ + ⌊nφ⌋`.
    Term5,
    /// Propositions 42 and 48 (1): `k(n) = ⌊n(1/μ + 1)⌋`.
    PlacesOfZeros,
    /// Propositions 42 and 48 (2): `l(n) = ⌊n(μ + 1)⌋`.
    PlacesOfOnes,
    /// Propositions 42 and 48 (3): `l(n) - k(n) = sn`.
    Difference,
    /// After definition 41, for `s = 1`: of the numbers `⌊iφ⌋` and `⌊iφ²⌋`, `i ≥ 1`, exactly `n` are at most `n`. At every `n` it
    /// says that each positive integer is one of them, once.
    Split,
}

const IDENTITY_NAMES: [(Identity, &str); 10] = [
    (Identity::Mean, "mean"),
    (Identity::Ones, "ones"),
    (Identity::Zeros, "zeros"),
    (Identity::Term3, "term-3"),
    (Identity::Term4, "term-4"),
    (Identity::Term5, "term-5"),
    (Identity::PlacesOfZeros, "places-of-zeros"),
    (Identity::PlacesOfOnes, "places-of-ones"),
    (Identity::Difference, "difference"),
    (Identity::Split, "split"),
];

/// Why the claim was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WordClaimError {
    /// The fact does not fit its subject or its own bounds.
    #[error("{0}")]
    Senseless(String),
    /// Looking would take more steps than the checker may spend.
    #[error("the check takes {needed} steps, at most {allowed} are allowed")]
    TooLong {
        /// Steps needed.
        needed: u128,
        /// Steps allowed.
        allowed: u64,
    },
    /// The word is otherwise.
    #[error("{0}")]
    False(String),
}

fn senseless<T>(reason: impl fmt::Display) -> Result<T, WordClaimError> {
    Err(WordClaimError::Senseless(reason.to_string()))
}

fn untrue<T>(reason: impl fmt::Display) -> Result<T, WordClaimError> {
    Err(WordClaimError::False(reason.to_string()))
}

/// Checks `claim` in at most `steps` elementary steps.
pub fn check(claim: WordClaim, steps: u64) -> Result<Proved<WordClaim>, WordClaimError> {
    let needed = cost(&claim);
    if needed > u128::from(steps) {
        return Err(WordClaimError::TooLong { needed, allowed: steps });
    }
    match &claim.fact {
        WordFact::Agree { length, by } => check_agreement(&claim.subject, *length, by)?,
        WordFact::Begins { by, text } => {
            let word = word_of(&claim.subject)?;
            let found = prefix(word, *by, text.len())?;
            if found != text.as_bytes() {
                return untrue(format_args!("{word} by {by} begins {}", String::from_utf8_lossy(&found)));
            }
        }
        WordFact::PowerFree { copies, length } => {
            if *copies < 2 {
                return senseless("a power has at least 2 copies");
            }
            refuse_stretch(&symbols(&claim.subject, *length)?, |period| copies * period)?;
        }
        WordFact::OverlapFree { length } => {
            refuse_stretch(&symbols(&claim.subject, *length)?, |period| 2 * period + 1)?;
        }
        WordFact::Repeats { start, period, copies } => {
            let end = copies.checked_mul(*period).and_then(|length| length.checked_add(*start));
            let (Some(end), 1.., 2..) = (end, *period, *copies) else {
                return senseless("a repetition has a period of at least 1 and at least 2 copies");
            };
            let text = symbols(&claim.subject, end)?;
            if let Some(at) = (*start..end - period).find(|&at| text[at] != text[at + period]) {
                return untrue(format_args!("symbols {at} and {} differ", at + period));
            }
        }
        WordFact::Places { symbol, at } => check_places(&claim.subject, *symbol, at)?,
        WordFact::Holds { identity, limit } => {
            if let Some(n) = first_failure(word_of(&claim.subject)?, *identity, *limit)? {
                return untrue(format_args!("the identity fails at n = {n}"));
            }
        }
    }
    Ok(Proved::by_check(claim))
}

/// An upper bound for the symbols looked at.
fn cost(claim: &WordClaim) -> u128 {
    let s = if let Subject::Word(Word::Fibonacci(s)) = claim.subject { s } else { 1 };
    match claim.fact {
        WordFact::Agree { length, ref by } => 64 * length as u128 * by.len() as u128,
        WordFact::Begins { ref text, .. } => 64 * text.len() as u128,
        WordFact::PowerFree { length, .. } | WordFact::OverlapFree { length } => (length as u128).pow(2) / 2,
        WordFact::Repeats { start, period, copies } => {
            start as u128 + (period as u128).saturating_mul(copies as u128)
        }
        WordFact::Places { ref at, .. } => u128::from(at.last().copied().unwrap_or(0)),
        WordFact::Holds { limit, .. } => 250 * u128::from(s + 3) * u128::from(limit),
    }
}

fn word_of(subject: &Subject) -> Result<&Word, WordClaimError> {
    match subject {
        Subject::Word(word) => Ok(word),
        Subject::Text(_) => senseless("only a word has definitions and identities"),
    }
}

fn prefix(word: &Word, by: Definition, length: usize) -> Result<Vec<u8>, WordClaimError> {
    word.prefix(by, length).or_else(senseless)
}

/// The first `length` symbols of the subject, a word's by its first definition.
fn symbols(subject: &Subject, length: usize) -> Result<Vec<u8>, WordClaimError> {
    match subject {
        Subject::Word(word) => prefix(word, word.definitions()[0], length),
        Subject::Text(text) if text.len() >= length => Ok(text.as_bytes()[..length].to_vec()),
        Subject::Text(text) => senseless(format_args!("the text has {} symbols, not {length}", text.len())),
    }
}

fn check_agreement(subject: &Subject, length: usize, by: &[Definition]) -> Result<(), WordClaimError> {
    let word = word_of(subject)?;
    let (Some(&first), 2..) = (by.first(), by.len()) else {
        return senseless("an agreement is between two definitions or more");
    };
    let expected = prefix(word, first, length)?;
    for &other in &by[1..] {
        let found = prefix(word, other, length)?;
        if let Some(at) = (0..length).find(|&at| found[at] != expected[at]) {
            return untrue(format_args!("{first} and {other} differ at symbol {at}, counted from 0"));
        }
    }
    Ok(())
}

/// Refuses a text that has, for some period, a stretch with that period of at least `forbidden(period)` symbols.
fn refuse_stretch(text: &[u8], forbidden: impl Fn(usize) -> usize) -> Result<(), WordClaimError> {
    for period in (1..).take_while(|&period| forbidden(period) <= text.len()) {
        let mut length = period;
        for at in period..text.len() {
            length = if text[at] == text[at - period] { length + 1 } else { period };
            if length == forbidden(period) {
                return untrue(format_args!(
                    "period {period} from symbol {}, counted from 0",
                    at + 1 - length
                ));
            }
        }
    }
    Ok(())
}

fn check_places(subject: &Subject, symbol: char, at: &[u64]) -> Result<(), WordClaimError> {
    let first = if let Subject::Word(word) = subject { word.first_index() } else { 0 };
    let Some(length) = at.last().and_then(|last| usize::try_from(last.checked_sub(first)? + 1).ok()) else {
        return senseless("a list of places has an entry, and none before the first term");
    };
    let text = symbols(subject, length)?;
    let found: Vec<u64> =
        (first..).zip(text).filter(|&(_, found)| char::from(found) == symbol).map(|(n, _)| n).collect();
    if found != at {
        return untrue(format_args!("the places of {symbol} are {found:?}"));
    }
    Ok(())
}

/// The first `n` from the identity's first up to `limit` at which it is false.
fn first_failure(word: &Word, identity: Identity, limit: u64) -> Result<Option<u64>, WordClaimError> {
    use Identity::*;
    let s = match (word, identity) {
        (Word::Fibonacci(1), _) => 1,
        (Word::Fibonacci(s), Mean | PlacesOfZeros | PlacesOfOnes | Difference) => i128::from(*s),
        _ => return senseless(format_args!("the identity is not about {word}")),
    };
    // Enough terms to meet n zeros and n ones: l(n) < n·(s + 3).
    let length = match identity {
        PlacesOfZeros | PlacesOfOnes | Difference => limit.saturating_mul(s as u64 + 3),
        _ => limit,
    };
    let Ok(length) = usize::try_from(length) else {
        return senseless("the limit is too large");
    };
    let text = symbols(&Subject::Word(word.clone()), length)?;
    let places = |symbol: u8| -> Vec<u64> {
        (1..).zip(&text).filter(|&(_, found)| *found == symbol).map(|(n, _)| n).collect()
    };
    let (k, l) = (places(b'0'), places(b'1'));
    let root = (s * s + 4) as u64;
    // ⌊n·(a + b√(s² + 4))/2⌋
    let floor = |n: i128, a: i128, b: i128| {
        floor_of_quadratic(n * a, n * b, root, 2)
            .ok_or(WordClaimError::Senseless("the limit is too large".into()))
    };
    let mut ones = 0;
    for n in 1..=i128::from(limit) {
        let term = i128::from(text[n as usize - 1] == b'1');
        ones += term;
        // φ = (1 + √5)/2, φ⁻¹ = (-1 + √5)/2, φ⁻² = (3 - √5)/2
        let holds = match identity {
            Mean => mean_is_right(s),
            Ones => ones == floor(n + 1, 3, -1)?,
            Zeros => n - ones == floor(n + 1, -1, 1)?,
            Term3 => term == floor(n + 1, 3, -1)? - floor(n, 3, -1)?,
            Term4 => term == 1 - floor(n + 1, -1, 1)? + floor(n, -1, 1)?,
            Term5 => term == 2 - floor(n + 1, 1, 1)? + floor(n, 1, 1)?,
            PlacesOfZeros => i128::from(k[n as usize - 1]) == floor(n, 2 - s, 1)?,
            PlacesOfOnes => i128::from(l[n as usize - 1]) == floor(n, 2 + s, 1)?,
            Difference => i128::from(l[n as usize - 1] - k[n as usize - 1]) == s * n,
            // ⌊iα⌋ ≤ n iff i < (n+1)/α, for irrational α
            Split => floor(n + 1, -1, 1)? + floor(n + 1, 3, -1)? == n,
        };
        if !holds {
            return Ok(Some(n as u64));
        }
    }
    Ok(None)
}

/// `μ² = sμ + 1` and `μ·(μ - s) = 1` in numbers `(a + b√(s² + 4))/2`, written as pairs `(a, b)`.
fn mean_is_right(s: i128) -> bool {
    let times =
        |(a, b): (i128, i128), (c, d): (i128, i128)| ((a * c + (s * s + 4) * b * d) / 2, (a * d + b * c) / 2);
    let (mean, one) = ((s, 1), (2, 0));
    times(mean, mean) == (s * mean.0 + one.0, s * mean.1) && times(mean, (mean.0 - 2 * s, mean.1)) == one
}

/// The certificate as text.
pub fn write(claim: &WordClaim) -> String {
    let mut writer = Writer::new(KIND);
    match &claim.subject {
        Subject::Word(word) => writer.line(format_args!("word {word}")),
        Subject::Text(text) => writer.line(format_args!("text {text}")),
    }
    match &claim.fact {
        WordFact::Agree { length, by } => writer.line(format_args!("agree {length}{}", spaced(by))),
        WordFact::Begins { by, text } => writer.line(format_args!("begins {by} {text}")),
        WordFact::PowerFree { copies, length } => writer.line(format_args!("power-free {copies} {length}")),
        WordFact::OverlapFree { length } => writer.line(format_args!("overlap-free {length}")),
        WordFact::Repeats { start, period, copies } => {
            writer.line(format_args!("repeats {start} {period} {copies}"))
        }
        WordFact::Places { symbol, at } => writer.line(format_args!("places {symbol}{}", spaced(at))),
        WordFact::Holds { identity, limit } => {
            writer.line(format_args!("holds {} {limit}", name_of(*identity)))
        }
    }
    writer.finish()
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let line = reader.next_line()?;
    let subject = match line.text.split_once(' ') {
        Some(("word", word)) => Subject::Word(word.parse().map_err(|error| line.refuse(error))?),
        Some(("text", text)) if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            Subject::Text(text.to_owned())
        }
        _ => return Err(line.refuse("`word NAME` or `text LETTERS`")),
    };
    let line = reader.next_line()?;
    let words: Vec<&str> = line.text.split(' ').collect();
    let fact = match words[..] {
        ["agree", length, ref by @ ..] => {
            let by: Result<_, Refusal> = by.iter().map(|name| line.value(name)).collect();
            WordFact::Agree { length: line.value(length)?, by: by? }
        }
        ["begins", by, text] => WordFact::Begins { by: line.value(by)?, text: text.to_owned() },
        ["power-free", copies, length] => {
            WordFact::PowerFree { copies: line.value(copies)?, length: line.value(length)? }
        }
        ["overlap-free", length] => WordFact::OverlapFree { length: line.value(length)? },
        ["repeats", start, period, copies] => WordFact::Repeats {
            start: line.value(start)?,
            period: line.value(period)?,
            copies: line.value(copies)?,
        },
        ["places", symbol, ref at @ ..] => {
            let at: Result<_, Refusal> = at.iter().map(|n| line.value(n)).collect();
            WordFact::Places { symbol: line.value(symbol)?, at: at? }
        }
        ["holds", identity, limit] => {
            WordFact::Holds { identity: identity_of(&line, identity)?, limit: line.value(limit)? }
        }
        _ => return Err(line.refuse("a fact, as `power-free 3 1000`")),
    };
    let proved = check(WordClaim { subject, fact }, context.account.left())
        .map_err(|error| Refusal::evidence(KIND, error))?;
    Ok(proved.into_claim())
}

fn name_of(identity: Identity) -> &'static str {
    let row = IDENTITY_NAMES.iter().find(|(other, _)| *other == identity);
    row.expect("every identity has a name").1
}

fn identity_of(line: &crate::text::Line<'_>, name: &str) -> Result<Identity, Refusal> {
    let row = IDENTITY_NAMES.iter().find(|(_, other)| *other == name);
    row.map(|(identity, _)| *identity).ok_or_else(|| line.refuse("the name of an identity"))
}

fn spaced<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(|item| format!(" {item}")).collect()
}

impl fmt::Display for WordClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.subject {
            Subject::Word(word) => write!(f, "{word}: ")?,
            Subject::Text(text) if text.len() <= 40 => write!(f, "the text {text}: ")?,
            Subject::Text(text) => write!(f, "the text {}… of {} symbols: ", &text[..40], text.len())?,
        }
        match &self.fact {
            WordFact::Agree { length, by } => {
                write!(f, "the definitions by{} agree on the first {length} symbols", spaced(by))
            }
            WordFact::Begins { by, text } => write!(f, "by {by} it begins {text}"),
            WordFact::PowerFree { copies, length } => {
                write!(f, "no block occurs {copies} times in a row in the first {length} symbols")
            }
            WordFact::OverlapFree { length } => write!(f, "the first {length} symbols are free of overlaps"),
            WordFact::Repeats { start, period, copies } => {
                write!(
                    f,
                    "a block of {period} symbols occurs {copies} times in a row from symbol {start}, counted from 0"
                )
            }
            WordFact::Places { symbol, at } => write!(f, "the first places of {symbol} are{}", spaced(at)),
            WordFact::Holds { identity, limit } => {
                write!(f, "the identity {} holds for n = 1 to {limit}", name_of(*identity))
            }
        }
    }
}
