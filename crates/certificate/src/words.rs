//! Certificate: a finite fact about an infinite word, or about a text.
//!
//! Claim: one of the facts of [`WordFact`], about a word of [`hissho_rules::words`] (its terms,
//! where no definition is named, are those of the first definition it has) or about a text written
//! out in the claim.
//!
//! Evidence: none. The checker writes the word out by the definitions and looks: agreement term by
//! term, powers at every place and period, the printed identities at every `n` in exact integers.
//!
//! Cost: O(n) for agreement, tables and identities; O(n²) for the absence of powers.

mod identity;

use std::collections::BTreeSet;
use std::fmt;

use hissho_rules::words::{Definition, LONGEST_PREFIX, Word};
use hissho_rules::{Account, Exhausted};

pub use identity::Identity;
use identity::{first_failure, identity_of, row_of};

use crate::text::{Reader, Writer, digest_of};
use crate::{CheckError, Claim, Context, Proved, Refusal};

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
        /// Two definitions or more, in the order of [`Word::definitions`].
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
    /// The first occurrences of the symbol are the terms with these numbers, in the sources'
    /// numbering.
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
        /// The last `n` looked at; 1 for [`Identity::Mean`], which does not speak of `n`.
        limit: u64,
    },
}

/// Why the claim was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WordClaimError {
    /// The check takes more than it was given.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The fact says nothing, or does not fit its subject or the limits.
    #[error("{0}")]
    Senseless(String),
    /// A substitution with a row too many, or with its rows in another order.
    #[error(
        "letter {letter}: its row is never used, or the rows after the first are not in the order of letters"
    )]
    Row {
        /// The letter.
        letter: char,
    },
    /// The word is otherwise.
    #[error("{0}")]
    False(String),
}

impl CheckError for WordClaimError {
    fn exhausted(&self) -> Option<Exhausted> {
        if let WordClaimError::Exhausted(exhausted) = self { Some(*exhausted) } else { None }
    }
}

fn senseless<T>(reason: impl fmt::Display) -> Result<T, WordClaimError> {
    Err(WordClaimError::Senseless(reason.to_string()))
}

fn untrue<T>(reason: impl fmt::Display) -> Result<T, WordClaimError> {
    Err(WordClaimError::False(reason.to_string()))
}

/// Checks `claim`, which needs no evidence.
pub fn check(claim: WordClaim, account: &Account) -> Result<Proved<WordClaim>, WordClaimError> {
    let subject = &claim.subject;
    check_subject(subject)?;
    match &claim.fact {
        WordFact::Agree { length, by } => check_agreement(subject, *length, by, account)?,
        WordFact::Begins { by, text } => {
            let word = word_of(subject)?;
            let found = prefix(word, *by, text.len(), account)?;
            if let Some(at) = (0..text.len()).find(|&at| found[at] != text.as_bytes()[at]) {
                return untrue(format_args!("{word} by {by} differs at symbol {at}, counted from 0"));
            }
        }
        WordFact::PowerFree { copies, length } => {
            if *copies < 2 || copies > length {
                return senseless("a power has at least 2 copies, and as many symbols must be there");
            }
            let text = symbols(subject, *length, account)?;
            refuse_stretch(&text, |period| copies.saturating_mul(period), account)?;
        }
        WordFact::OverlapFree { length } => {
            if *length < 3 {
                return senseless("an overlap has at least 3 symbols, and as many must be there");
            }
            refuse_stretch(&symbols(subject, *length, account)?, |period| 2 * period + 1, account)?;
        }
        WordFact::Repeats { start, period, copies } => {
            let end = copies.checked_mul(*period).and_then(|length| length.checked_add(*start));
            let (Some(end), 1.., 2..) = (end, *period, *copies) else {
                return senseless("a repetition has a period of at least 1 and at least 2 copies");
            };
            let text = symbols(subject, end, account)?;
            if let Some(at) = (*start..end - period).find(|&at| text[at] != text[at + period]) {
                return untrue(format_args!("symbols {at} and {} differ", at + period));
            }
        }
        WordFact::Places { symbol, at } => check_places(subject, *symbol, at, account)?,
        WordFact::Holds { identity, limit } => {
            if let Some(n) = first_failure(word_of(subject)?, *identity, *limit, account)? {
                return untrue(format_args!("the identity fails at n = {n}"));
            }
        }
    }
    Ok(Proved::by_check(claim))
}

/// A fixed point has one spelling: every row is used, and those after the first are in order.
fn check_subject(subject: &Subject) -> Result<(), WordClaimError> {
    let Subject::Word(Word::FixedPoint(substitution)) = subject else { return Ok(()) };
    let rows = substitution.rows();
    let mut used = BTreeSet::from([rows[0].0]);
    let mut before = 0;
    while before < used.len() {
        before = used.len();
        for (letter, image) in rows {
            if used.contains(letter) {
                used.extend(image);
            }
        }
    }
    let unused = rows.iter().find(|(letter, _)| !used.contains(letter));
    let unordered = rows[1..].windows(2).find(|pair| pair[0].0 > pair[1].0).map(|pair| &pair[1]);
    match unused.or(unordered) {
        Some((letter, _)) => Err(WordClaimError::Row { letter: char::from(*letter) }),
        None => Ok(()),
    }
}

fn word_of(subject: &Subject) -> Result<&Word, WordClaimError> {
    match subject {
        Subject::Word(word) => Ok(word),
        Subject::Text(_) => senseless("only a word has definitions and identities"),
    }
}

/// The first symbols by a definition, which may write several times as many on the way.
fn prefix(word: &Word, by: Definition, length: usize, account: &Account) -> Result<Vec<u8>, WordClaimError> {
    if length == 0 || length > LONGEST_PREFIX {
        return senseless(format_args!("{length} symbols, from 1 to {LONGEST_PREFIX} can be looked at"));
    }
    account.charge_product(length, 20)?;
    account.hold::<[u8; 8]>(length)?;
    let symbols = word.prefix(by, length).or_else(senseless)?;
    account.release::<[u8; 7]>(length);
    Ok(symbols)
}

/// The first `length` symbols of the subject, a word's by its first definition.
fn symbols(subject: &Subject, length: usize, account: &Account) -> Result<Vec<u8>, WordClaimError> {
    match subject {
        Subject::Word(word) => prefix(word, word.definitions()[0], length, account),
        Subject::Text(text) if text.len() >= length => {
            account.hold::<u8>(length)?;
            Ok(text.as_bytes()[..length].to_vec())
        }
        Subject::Text(text) => senseless(format_args!("the text has {} symbols, not {length}", text.len())),
    }
}

fn check_agreement(
    subject: &Subject,
    length: usize,
    by: &[Definition],
    account: &Account,
) -> Result<(), WordClaimError> {
    let word = word_of(subject)?;
    let in_order = word.definitions().iter().filter(|definition| by.contains(definition));
    let (Some(&first), 2.., true) = (by.first(), by.len(), in_order.eq(by)) else {
        return senseless("an agreement is between two definitions of the word or more, in their order");
    };
    let expected = prefix(word, first, length, account)?;
    for &other in &by[1..] {
        let found = prefix(word, other, length, account)?;
        if let Some(at) = (0..length).find(|&at| found[at] != expected[at]) {
            return untrue(format_args!("{first} and {other} differ at symbol {at}, counted from 0"));
        }
    }
    Ok(())
}

/// Refuses a text that has, for some period, a stretch with that period of at least
/// `forbidden(period)` symbols.
fn refuse_stretch(
    text: &[u8],
    forbidden: impl Fn(usize) -> usize,
    account: &Account,
) -> Result<(), WordClaimError> {
    for period in (1..).take_while(|&period| forbidden(period) <= text.len()) {
        account.charge(text.len() as u64)?;
        let mut length = period;
        for at in period..text.len() {
            length = if text[at] == text[at - period] { length + 1 } else { period };
            if length == forbidden(period) {
                let start = at + 1 - length;
                return untrue(format_args!("period {period} from symbol {start}, counted from 0"));
            }
        }
    }
    Ok(())
}

fn check_places(
    subject: &Subject,
    symbol: char,
    at: &[u64],
    account: &Account,
) -> Result<(), WordClaimError> {
    let first = first_number(subject);
    let length = at.last().and_then(|last| usize::try_from(last.checked_sub(first)?.checked_add(1)?).ok());
    let Some(length) = length else {
        return senseless("a list of places has an entry, and none before the first term");
    };
    let text = symbols(subject, length, account)?;
    let found = (first..).zip(text).filter(|&(_, found)| char::from(found) == symbol).map(|(n, _)| n);
    let mut listed = at.iter();
    for n in found {
        if listed.next() != Some(&n) {
            return untrue(format_args!("term {n} is {symbol}, but not listed here"));
        }
    }
    match listed.next() {
        Some(n) => untrue(format_args!("term {n} is listed, but not here or not {symbol}")),
        None => Ok(()),
    }
}

/// The number of the first term.
fn first_number(subject: &Subject) -> u64 {
    if let Subject::Word(word) = subject { word.first_index() } else { 0 }
}

/// The certificate as text.
pub fn write(claim: &WordClaim) -> String {
    let mut writer = Writer::new(KIND);
    lines(claim, &mut writer);
    writer.finish()
}

/// The lines after the head.
fn lines(claim: &WordClaim, writer: &mut Writer<'_>) {
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
            writer.line(format_args!("holds {} {limit}", row_of(*identity).0))
        }
    }
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let line = reader.next_line()?;
    let subject = match line.text.split_once(' ') {
        Some(("word", word)) => Subject::Word(word.parse().map_err(|error| line.refuse(error))?),
        Some(("text", text)) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            Subject::Text(text.to_owned())
        }
        _ => return Err(line.refuse("`word NAME` or `text LETTERS`")),
    };
    let line = reader.next_line()?;
    context.account.hold::<[usize; 4]>(line.text.len() / 2 + 1)?;
    let words: Vec<&str> = line.words().collect();
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
    let claim = WordClaim { subject, fact };
    reader.must_be(|writer| lines(&claim, writer))?;
    let proved = check(claim, &context.account).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}

fn spaced<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(|item| format!(" {item}")).collect()
}

/// The text, or its beginning and its digest.
fn shown(text: &str) -> String {
    match text.get(..40) {
        Some(start) if text.len() > 100 => {
            format!("{start}... ({} symbols, sha256:{})", text.len(), digest_of(text.as_bytes()))
        }
        _ => text.to_owned(),
    }
}

impl fmt::Display for WordClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut s = 0;
        match &self.subject {
            Subject::Word(word) => {
                write!(f, "{word}: ")?;
                s = if let Word::Fibonacci(s) = word { *s } else { 0 };
            }
            Subject::Text(text) => write!(f, "the text {}: ", shown(text))?,
        }
        match &self.fact {
            WordFact::Agree { length, by } => {
                write!(f, "the definitions by{} agree on the first {length} symbols", spaced(by))
            }
            WordFact::Begins { by, text } => write!(f, "by {by} it begins {}", shown(text)),
            WordFact::PowerFree { copies, length } => {
                write!(f, "no block occurs {copies} times in a row in the first {length} symbols")
            }
            WordFact::OverlapFree { length } => write!(
                f,
                "in the first {length} symbols no block occurs twice in a row followed by its own first symbol"
            ),
            WordFact::Repeats { start, period, copies } => {
                write!(
                    f,
                    "a block of {period} symbols occurs {copies} times in a row from symbol {start}, counted from 0"
                )
            }
            WordFact::Places { symbol, at } => write!(
                f,
                "the first {} terms that are {symbol}, the terms counted from {}, are those numbered{}",
                at.len(),
                first_number(&self.subject),
                spaced(at)
            ),
            WordFact::Holds { identity: Identity::Mean, .. } => {
                write!(f, "{}, where s = {s} and mu = (s + sqrt(s^2 + 4))/2", row_of(Identity::Mean).1)
            }
            WordFact::Holds { identity, limit } => write!(
                f,
                "{}, for n = 1 to {limit}, where f(1) is the first term, s = {s}, mu = (s + sqrt(s^2 + 4))/2 and \
                 phi = (1 + sqrt(5))/2",
                row_of(*identity).1
            ),
        }
    }
}
