//! The text of a certificate: lines, a head, a closing digest.
//!
//! ```text
//! hissho-certificate 1
//! kind KIND
//! …the kind's own lines…
//! sha256 HEX
//! ```
//!
//! Every line ends with one line feed. The digest is over all bytes before the last line; it
//! guards against accidents and is not a reason to believe anything. See docs/formats/README.md.

use std::fmt;
use std::str::{FromStr, SplitWhitespace};

use sha2::{Digest, Sha256};

use crate::Refusal;
use crate::refusal::shorten;

/// The version of the format written and read here.
pub const VERSION: u64 = 1;

pub(crate) const HEAD: &str = "hissho-certificate";
const DIGEST: &str = "sha256";

/// Writes a certificate line by line and closes it with its digest.
#[derive(Debug)]
pub struct Writer {
    text: String,
}

impl Writer {
    /// A certificate of this kind, its head written.
    pub fn new(kind: &str) -> Writer {
        Writer { text: format!("{HEAD} {VERSION}\nkind {kind}\n") }
    }

    /// Adds one line. It must not contain a line feed.
    pub fn line(&mut self, line: impl fmt::Display) {
        use fmt::Write;
        let start = self.text.len();
        write!(self.text, "{line}").expect("writing to a string does not fail");
        debug_assert!(!self.text[start..].contains('\n'), "one line at a time");
        self.text.push('\n');
    }

    /// Adds the lines of `block` (a rules text, say) after a line that says how many there are.
    pub fn block(&mut self, keyword: &str, block: &str) {
        self.line(format_args!("{keyword} {}", block.lines().count()));
        for line in block.lines() {
            self.line(line);
        }
    }

    /// The whole text, digest line included.
    pub fn finish(mut self) -> String {
        let digest = digest_of(self.text.as_bytes());
        self.line(format_args!("{DIGEST} {digest}"));
        self.text
    }
}

/// The SHA-256 digest of `bytes` in lower-case hexadecimal.
pub fn digest_of(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// `bytes` in lower-case hexadecimal.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads the lines of a certificate whose head and digest are in order.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    kind: &'a str,
    /// The lines between the kind and the digest, not yet read.
    rest: std::str::Lines<'a>,
    /// The number of the line read last, counted from 1.
    number: usize,
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
    /// Checks the head and the digest of `text`.
    pub fn new(text: &'a str) -> Result<Reader<'a>, Refusal> {
        let first = text.lines().next().unwrap_or("");
        let version = first.strip_prefix(HEAD).map(str::trim).and_then(|v| v.parse::<u64>().ok());
        match version {
            None | Some(0) => {
                return Err(Refusal::NotACertificate { found: shorten(first) });
            }
            Some(found) if found > VERSION => return Err(Refusal::NewerVersion { found }),
            Some(_) => {}
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
        let mut rest = signed.lines();
        rest.next();
        let mut reader = Reader { kind: "", rest, number: 1 };
        reader.kind = reader.field("kind")?.text;
        Ok(reader)
    }

    /// The kind named in the head.
    pub fn kind(&self) -> &'a str {
        self.kind
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
    pub fn words(&self) -> SplitWhitespace<'a> {
        self.text.split_whitespace()
    }

    /// The whole line as one value.
    pub fn parse<T: FromStr>(&self) -> Result<T, Refusal> {
        self.value(self.text)
    }

    /// All the words of the line as values.
    pub fn parse_all<T: FromStr>(&self) -> Result<Vec<T>, Refusal> {
        self.words().map(|word| self.value(word)).collect()
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
