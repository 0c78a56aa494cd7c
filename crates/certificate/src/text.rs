//! The text of a certificate: lines, a head, a closing digest.
//!
//! ```text
//! hissho-certificate 1
//! kind KIND
//! …the kind's own lines…
//! sha256 HEX
//! ```
//!
//! Every line ends with one line feed; the letters are printable ASCII. The digest is over all
//! bytes before the last line; it guards against accidents and is not a reason to believe anything.
//! See docs/formats/README.md.

use std::fmt;
use std::fmt::Write as _;
use std::str::{FromStr, SplitAsciiWhitespace};

use hissho_rules::Account;
use sha2::{Digest, Sha256};

use crate::Refusal;
use crate::kinds::{NEWEST, version_of};
use crate::refusal::shorten;

pub(crate) const HEAD: &str = "hissho-certificate";
const DIGEST: &str = "sha256";

/// Writes a certificate line by line, or compares it line by line with a text that was read.
///
/// What a kind writes for a claim and its evidence is the one spelling of them
/// ([`Reader::must_be`]).
#[derive(Debug)]
pub struct Writer<'a> {
    form: Form<'a>,
}

#[derive(Debug)]
enum Form<'a> {
    Building(String),
    Comparing(Comparison<'a>),
}

/// A text read, compared with the lines that should stand there.
#[derive(Debug)]
struct Comparison<'a> {
    rest: Lines<'a>,
    /// The number of the line compared last.
    number: usize,
    /// The line that should stand there.
    line: String,
    /// The first difference.
    wrong: Option<Refusal>,
}

impl Comparison<'_> {
    /// Compares the next line with [`Comparison::line`], or with the end.
    fn compare(&mut self, is_end: bool) {
        self.number += 1;
        let found = self.rest.next();
        if self.wrong.is_none() && found != (!is_end).then_some(self.line.as_str()) {
            let end = || "the end of the certificate".to_owned();
            self.wrong = Some(Refusal::Spelling {
                line: self.number,
                found: found.map_or_else(end, shorten),
                expected: if is_end { end() } else { shorten(&self.line) },
            });
        }
    }
}

impl Writer<'_> {
    /// A certificate of this kind, its head written.
    pub fn new(kind: &str) -> Writer<'static> {
        Writer { form: Form::Building(format!("{HEAD} {}\nkind {kind}\n", version_of(kind))) }
    }

    /// Adds one line. It must not contain a line feed.
    pub fn line(&mut self, line: impl fmt::Display) {
        match &mut self.form {
            Form::Building(text) => {
                let start = text.len();
                write!(text, "{line}").expect("writing to a string does not fail");
                debug_assert!(!text[start..].contains('\n'), "one line at a time");
                text.push('\n');
            }
            Form::Comparing(comparison) => {
                comparison.line.clear();
                write!(comparison.line, "{line}").expect("writing to a string does not fail");
                comparison.compare(false);
            }
        }
    }

    /// Adds the lines of `block` (a rules text, say) after a line that says how many there are.
    pub fn block(&mut self, keyword: &str, block: &str) {
        self.line(format_args!("{keyword} {}", block.lines().count()));
        for line in block.lines() {
            self.line(line);
        }
    }

    /// The whole text, digest line included; empty for a comparison.
    pub fn finish(mut self) -> String {
        let Form::Building(text) = &self.form else { return String::new() };
        let digest = digest_of(text.as_bytes());
        self.line(format_args!("{DIGEST} {digest}"));
        let Form::Building(text) = self.form else { return String::new() };
        text
    }
}

/// The SHA-256 digest of `bytes` in lower-case hexadecimal.
pub fn digest_of(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// The digest in the last line of a text whose digest is in order.
pub fn digest_line(text: &str) -> &str {
    text.trim_end().rsplit(' ').next().unwrap_or("")
}

/// `bytes` in lower-case hexadecimal.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Adds a space and the number, much quicker than by `write!`: tables have millions of them.
pub(crate) fn push_number(line: &mut String, number: u32) {
    let mut letters = [b' '; 11];
    let (mut rest, mut at) = (number, letters.len() - 1);
    while rest > 9 {
        letters[at] = b'0' + (rest % 10) as u8;
        (rest, at) = (rest / 10, at - 1);
    }
    letters[at] = b'0' + rest as u8;
    line.push_str(std::str::from_utf8(&letters[at - 1..]).expect("digits are ASCII"));
}

/// The lines of a text in which every line ends with a line feed.
#[derive(Clone, Debug)]
struct Lines<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (line, rest) = self.rest.split_once('\n')?;
        self.rest = rest;
        Some(line)
    }
}

/// Reads the lines of a certificate whose head and digest are in order.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    version: u64,
    kind: &'a str,
    /// The lines between the kind and the digest.
    body: Lines<'a>,
    /// Those of them not yet read.
    rest: Lines<'a>,
    /// The number of the line read last, counted from 1.
    number: usize,
    /// Whether the text was compared with its one spelling.
    is_spelled: bool,
}

/// One line of a certificate, with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Counted from 1.
    pub number: usize,
    /// The text, without the line feed; what follows the keyword when read by [`Reader::field`].
    pub text: &'a str,
}

impl<'a> Reader<'a> {
    /// Checks the head, the letters and the digest of `text`.
    pub fn new(text: &'a str) -> Result<Reader<'a>, Refusal> {
        let first = text.split('\n').next().unwrap_or("");
        let version = first.strip_prefix(HEAD).and_then(|rest| rest.strip_prefix(' '));
        let version = version.and_then(|v| v.parse::<u64>().ok().filter(|n| n.to_string() == v));
        let Some(version) = version.filter(|&version| version > 0) else {
            return Err(Refusal::NotACertificate { found: shorten(first) });
        };
        if version > NEWEST {
            return Err(Refusal::NewerVersion { found: version });
        }
        if let Some(at) = text.bytes().position(|byte| !matches!(byte, b' '..=b'~' | b'\n')) {
            let line = text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
            let found = text.get(at..).and_then(|rest| rest.chars().next()).unwrap_or('?');
            return Err(Refusal::malformed(line, shorten(&found.to_string()), "printable ASCII letters"));
        }
        let count = text.lines().count();
        let Some(body) = text.strip_suffix('\n') else {
            return Err(Refusal::malformed(count, "no line feed at the end", "a complete last line"));
        };
        let start_of_last = body.rfind('\n').map_or(0, |at| at + 1);
        let (signed, last) = body.split_at(start_of_last);
        let Some(found) = last.strip_prefix(DIGEST).and_then(|rest| rest.strip_prefix(' ')) else {
            return Err(Refusal::malformed(count, shorten(last), "the closing line `sha256 HEX`"));
        };
        let expected = digest_of(signed.as_bytes());
        if found != expected {
            return Err(Refusal::WrongDigest { line: count, found: shorten(found), expected });
        }
        let mut rest = Lines { rest: signed };
        rest.next();
        let mut reader = Reader { version, kind: "", body: rest.clone(), rest, number: 1, is_spelled: false };
        reader.kind = reader.field("kind")?.text;
        reader.body = reader.rest.clone();
        Ok(reader)
    }

    /// Refuses the certificate unless its lines, after the head, are exactly those that `lines`
    /// writes: what was read has one spelling. Every kind calls this with what it read before it
    /// checks it.
    pub fn must_be(&mut self, lines: impl FnOnce(&mut Writer<'a>)) -> Result<(), Refusal> {
        let comparison = Comparison { rest: self.body.clone(), number: 2, line: String::new(), wrong: None };
        let mut writer = Writer { form: Form::Comparing(comparison) };
        lines(&mut writer);
        self.is_spelled = true;
        match writer.form {
            Form::Comparing(mut comparison) => {
                comparison.compare(true);
                comparison.wrong.map_or(Ok(()), Err)
            }
            Form::Building(_) => Ok(()),
        }
    }

    /// The version of the format named in the head.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The kind named in the head.
    pub fn kind(&self) -> &'a str {
        self.kind
    }

    /// Whether the text was compared with its one spelling.
    pub(crate) fn is_spelled(&self) -> bool {
        self.is_spelled
    }

    /// The next line; refused at the end.
    pub fn next_line(&mut self) -> Result<Line<'a>, Refusal> {
        self.number += 1;
        match self.rest.next() {
            Some(text) => Ok(Line { number: self.number, text }),
            None => Err(Refusal::malformed(self.number, "the end of the certificate", "one more line")),
        }
    }

    /// The next line without moving on, or `None` at the end.
    pub fn peek(&self) -> Option<Line<'a>> {
        let text = self.rest.clone().next()?;
        Some(Line { number: self.number + 1, text })
    }

    /// The next line, which must be `keyword` alone or `keyword` and a space; its text is what
    /// follows.
    pub fn field(&mut self, keyword: &str) -> Result<Line<'a>, Refusal> {
        let line = self.next_line()?;
        let rest = line.text.strip_prefix(keyword);
        match rest.and_then(|rest| if rest.is_empty() { Some("") } else { rest.strip_prefix(' ') }) {
            Some(text) => Ok(Line { text, ..line }),
            None => {
                Err(Refusal::malformed(line.number, shorten(line.text), format_args!("a line `{keyword} …`")))
            }
        }
    }

    /// The lines written by [`Writer::block`], each with its line feed.
    pub fn block(&mut self, keyword: &str) -> Result<String, Refusal> {
        let count: usize = self.field(keyword)?.parse()?;
        let mut block = String::new();
        for _ in 0..count {
            block.push_str(self.next_line()?.text);
            block.push('\n');
        }
        Ok(block)
    }

    /// Refuses anything that is left over.
    pub fn end(&mut self) -> Result<(), Refusal> {
        match self.peek() {
            None => Ok(()),
            Some(line) => {
                Err(Refusal::malformed(line.number, shorten(line.text), "the end of the certificate"))
            }
        }
    }
}

impl<'a> Line<'a> {
    /// The words of the line.
    pub fn words(&self) -> SplitAsciiWhitespace<'a> {
        self.text.split_ascii_whitespace()
    }

    /// The whole line as one value.
    pub fn parse<T: FromStr>(&self) -> Result<T, Refusal> {
        self.value(self.text)
    }

    /// The words of a line that should have at most so many; one more if it has more.
    pub fn few(&self, most: usize) -> Vec<&'a str> {
        self.words().take(most + 1).collect()
    }

    /// All the words of the line as values, with room for them.
    pub fn parse_all<T: FromStr>(&self, account: &Account) -> Result<Vec<T>, Refusal> {
        let count = self.words().count();
        account.hold::<T>(count)?;
        let mut values = Vec::with_capacity(count);
        for word in self.words() {
            values.push(self.value(word)?);
        }
        Ok(values)
    }

    /// One word of the line as a value. Numbers are written without a plus sign.
    pub fn value<T: FromStr>(&self, word: &str) -> Result<T, Refusal> {
        let value = if word.starts_with('+') { None } else { word.parse().ok() };
        value.ok_or_else(|| {
            let expected = std::any::type_name::<T>();
            let expected = expected.rsplit("::").next().unwrap_or(expected);
            Refusal::malformed(self.number, shorten(word), format_args!("a value of type {expected}"))
        })
    }

    /// A refusal that names this line.
    pub fn refuse(&self, expected: impl fmt::Display) -> Refusal {
        Refusal::malformed(self.number, shorten(self.text), expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_pushed_as_they_are_displayed() {
        for number in [0, 1, 9, 10, 11, 99, 100, 65_535, 999_999_999, 1_000_000_000, u32::MAX] {
            let mut line = "values".to_owned();
            push_number(&mut line, number);
            assert_eq!(line, format!("values {number}"));
        }
    }
}
