//! A file as lines of text, whatever its encoding: UTF-8 with or without a mark, Shift-JIS, EUC-JP,
//! UTF-16 with a mark.
//!
//! A line that is not UTF-8 makes the whole rest Shift-JIS or EUC-JP, unless a mark promised UTF-8:
//! EUC-JP read as Shift-JIS is full of half-width letters, which records do not use. None of these
//! encodings uses the line feed inside a character, so the bytes can be cut into lines first. A
//! line has at most 16 MB.

use std::collections::VecDeque;
use std::io::BufRead;

use encoding_rs::{EUC_JP, Encoding, SHIFT_JIS, UTF_16BE, UTF_16LE};

use super::RecordError;

const LONGEST: usize = 16 << 20;

pub(super) struct Lines<R> {
    input: R,
    /// Lines read ahead, without their ends.
    ahead: VecDeque<String>,
    /// The number of the line given out last.
    number: usize,
    /// The number of the line read last.
    read: usize,
    encoding: Guess,
}

#[derive(Clone, Copy, PartialEq)]
enum Guess {
    Unknown,
    Utf8,
    Wide(&'static Encoding),
    /// Shift-JIS or EUC-JP.
    Japanese(&'static Encoding),
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Lines { input, ahead: VecDeque::new(), number: 0, read: 0, encoding: Guess::Unknown }
    }

    /// The number of the line given out last.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<String>, RecordError> {
        let line = match self.ahead.pop_front() {
            Some(line) => Some(line),
            None => self.read_line()?,
        };
        self.number += usize::from(line.is_some());
        Ok(line)
    }

    /// The line `skip` after the next, without moving on.
    pub(super) fn peek(&mut self, skip: usize) -> Result<Option<&str>, RecordError> {
        while self.ahead.len() <= skip {
            match self.read_line()? {
                Some(line) => self.ahead.push_back(line),
                None => return Ok(None),
            }
        }
        Ok(Some(&self.ahead[skip]))
    }

    /// Puts a line back, to be read again.
    pub(super) fn put_back(&mut self, line: String) {
        self.number -= 1;
        self.ahead.push_front(line);
    }

    fn trouble(&self, problem: String) -> RecordError {
        RecordError { line: self.read + 1, number: None, found: String::new(), problem }
    }

    fn read_line(&mut self) -> Result<Option<String>, RecordError> {
        let mut bytes = Vec::new();
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(self.trouble(format!("cannot be read: {error}"))),
            };
            if available.is_empty() {
                break;
            }
            let end = available.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(available.len(), |end| end + 1);
            bytes.extend_from_slice(&available[..used]);
            self.input.consume(used);
            if bytes.len() > LONGEST {
                return Err(
                    self.trouble(format!("the line is longer than {LONGEST} bytes, this is not a record"))
                );
            }
            if self.read == 0 && end.is_some() {
                self.read_mark(&mut bytes);
            }
            if end.is_some() && !matches!(self.encoding, Guess::Wide(wide) if !ends_wide_line(&bytes, wide)) {
                // In UTF-16LE the zero after the line feed belongs to this line.
                if self.encoding == Guess::Wide(UTF_16LE)
                    && self.input.fill_buf().is_ok_and(|next| next.first() == Some(&0))
                {
                    self.input.consume(1);
                    bytes.push(0);
                }
                break;
            }
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        if self.read == 0 {
            self.read_mark(&mut bytes);
        }
        let mut text = self.decode(bytes)?;
        self.read += 1;
        if text.ends_with('\n') {
            text.pop();
        }
        while text.ends_with('\r') {
            text.pop();
        }
        Ok(Some(text))
    }

    /// Takes a byte order mark off the first line.
    fn read_mark(&mut self, bytes: &mut Vec<u8>) {
        if self.encoding == Guess::Unknown
            && let Some((encoding, length)) = Encoding::for_bom(bytes)
        {
            self.encoding = if encoding == encoding_rs::UTF_8 { Guess::Utf8 } else { Guess::Wide(encoding) };
            bytes.drain(..length);
        }
    }

    fn decode(&mut self, bytes: Vec<u8>) -> Result<String, RecordError> {
        if let Guess::Wide(encoding) = self.encoding {
            return Ok(encoding.decode_without_bom_handling(&bytes).0.into_owned());
        }
        if let Guess::Japanese(encoding) = self.encoding {
            return self.decode_japanese(&bytes, &[encoding]);
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(text),
            Err(error) if self.encoding == Guess::Utf8 => {
                let at = error.utf8_error().valid_up_to() + 1;
                Err(self.trouble(format!("byte {at} of the line is not UTF-8, as the file's mark promises")))
            }
            Err(error) => self.decode_japanese(error.as_bytes(), &[SHIFT_JIS, EUC_JP]),
        }
    }

    /// Decodes by the encoding that fits and gives the fewest half-width letters, which is kept for
    /// the rest.
    fn decode_japanese(
        &mut self,
        bytes: &[u8],
        encodings: &[&'static Encoding],
    ) -> Result<String, RecordError> {
        let narrow = |text: &str| text.chars().filter(|c| ('\u{ff61}'..='\u{ff9f}').contains(c)).count();
        let texts = encodings.iter().filter_map(|encoding| {
            let (text, _, had_errors) = encoding.decode(bytes);
            (!had_errors).then_some((*encoding, text))
        });
        let Some((encoding, text)) = texts.min_by_key(|(_, text)| narrow(text)) else {
            return Err(self.trouble("the bytes are neither UTF-8 nor Shift-JIS nor EUC-JP".to_owned()));
        };
        self.encoding = Guess::Japanese(encoding);
        Ok(text.into_owned())
    }
}

/// Whether the bytes end with a line feed of the wide encoding, and not inside a character that
/// holds the byte.
fn ends_wide_line(bytes: &[u8], encoding: &'static Encoding) -> bool {
    if encoding == UTF_16BE {
        bytes.len().is_multiple_of(2) && bytes.ends_with(&[0, b'\n'])
    } else {
        bytes.len() % 2 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(bytes);
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    #[test]
    fn every_encoding_gives_the_same_lines() {
        let text = "手合割：平手\r\n   1 ７六歩(77)\r\n\r\nend";
        let expected = ["手合割：平手", "   1 ７六歩(77)", "", "end"];
        assert_eq!(lines(text.as_bytes()), expected);
        assert_eq!(lines(&[b"\xef\xbb\xbf", text.as_bytes()].concat()), expected);
        assert_eq!(lines(&SHIFT_JIS.encode(text).0), expected);
        assert_eq!(lines(&EUC_JP.encode(text).0), expected);
        let wide: Vec<u8> =
            "\u{feff}".chars().chain(text.chars()).flat_map(|c| (c as u16).to_le_bytes()).collect();
        assert_eq!(lines(&wide), expected);
        let wide: Vec<u8> =
            "\u{feff}".chars().chain(text.chars()).flat_map(|c| (c as u16).to_be_bytes()).collect();
        assert_eq!(lines(&wide), expected);
    }

    #[test]
    fn bytes_of_no_encoding_are_refused_with_their_line() {
        let mut lines = Lines::new(&b"ok\n\xff\xff\xff\n"[..]);
        assert_eq!(lines.next().unwrap().unwrap(), "ok");
        assert_eq!(lines.next().unwrap_err().line, 2);
        let mut lines = Lines::new(&b"\xef\xbb\xbfok\n\x8e\xe8\n"[..]);
        lines.next().unwrap();
        assert!(lines.next().unwrap_err().to_string().contains("not UTF-8"));
    }

    #[test]
    fn lines_can_be_looked_at_and_put_back() {
        let mut lines = Lines::new(&b"one\ntwo\n"[..]);
        assert_eq!(lines.peek(1).unwrap(), Some("two"));
        assert_eq!(lines.peek(2).unwrap(), None);
        let one = lines.next().unwrap().unwrap();
        assert_eq!((one.as_str(), lines.number()), ("one", 1));
        lines.put_back(one);
        assert_eq!(lines.number(), 0);
        assert_eq!(lines.next().unwrap().unwrap(), "one");
    }
}
