//! From text to tokens. Comments run from `#` to the end of the line and are kept aside: the one
//! above `game` describes the game, the one beside a move names it.

use super::error::{LanguageError, Span};

/// Largest number that may be written.
pub const LARGEST_NUMBER: u64 = 1_000_000_000_000;

/// A word, number or sign of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
    /// Whether nothing stands before it on its line.
    pub(super) starts_line: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word, keyword or not, with whether a prime follows.
    Word(String, bool),
    Number(u64),
    Sign(&'static str),
    End,
}

/// A comment without its `#`.
pub(super) struct Comment {
    pub(super) span: Span,
    pub(super) text: String,
}

/// Signs, longer ones first; the second of a pair is the sign's plain spelling.
const SIGNS: &[(&str, &str)] = &[
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("<>", "!="),
    ("==", "="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("<", "<"),
    (">", ">"),
    ("=", "="),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    (",", ","),
    (".", "."),
    (":", ":"),
];

/// Splits `text`; the last token is [`Kind::End`].
pub(super) fn tokens(text: &str) -> Result<(Vec<Token>, Vec<Comment>), LanguageError> {
    let bytes = text.as_bytes();
    let (mut tokens, mut comments) = (Vec::new(), Vec::new());
    let mut at = 0;
    let mut starts_line = true;
    while at < bytes.len() {
        let start = at;
        let kind = match bytes[at] {
            b'\n' => {
                starts_line = true;
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' => {
                at += 1;
                continue;
            }
            b'#' => {
                at = text[at..].find('\n').map_or(text.len(), |n| at + n);
                let body = text[start + 1..at].trim();
                comments.push(Comment { span: Span { start, end: at }, text: body.to_owned() });
                continue;
            }
            b'0'..=b'9' => {
                while at < bytes.len() && bytes[at].is_ascii_digit() {
                    at += 1;
                }
                match text[start..at].parse::<u64>() {
                    Ok(n) if n <= LARGEST_NUMBER => Kind::Number(n),
                    _ => {
                        let message = format!("this number is too large; the largest is {LARGEST_NUMBER}");
                        return Err(LanguageError::new(text, Span { start, end: at }, message));
                    }
                }
            }
            b if b.is_ascii_alphabetic() || b == b'_' => {
                while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_') {
                    at += 1;
                }
                let word = text[start..at].to_owned();
                let is_primed = bytes.get(at) == Some(&b'\'');
                at += usize::from(is_primed);
                Kind::Word(word, is_primed)
            }
            _ => match SIGNS.iter().find(|(sign, _)| text[at..].starts_with(sign)) {
                Some(&(sign, plain)) => {
                    at += sign.len();
                    Kind::Sign(plain)
                }
                None => return Err(strange_character(text, at)),
            },
        };
        tokens.push(Token { kind, span: Span { start, end: at }, starts_line });
        starts_line = false;
    }
    let end = Span { start: text.trim_end().len(), end: text.trim_end().len() };
    tokens.push(Token { kind: Kind::End, span: end, starts_line: true });
    Ok((tokens, comments))
}

fn strange_character(text: &str, at: usize) -> LanguageError {
    let found = text[at..].chars().next().unwrap_or(' ');
    let shown = if found.is_control() { String::new() } else { format!(" `{found}`") };
    let error = LanguageError::new(
        text,
        Span { start: at, end: at + found.len_utf8() },
        format!("unexpected character{shown} (U+{:04X})", u32::from(found)),
    );
    match found {
        '\u{2032}' | '\u{2019}' => error.help("a primed variable is written with the plain mark: x'"),
        '&' | '∧' => error.help("write `and`"),
        '|' | '∨' => error.help("write `or`"),
        '!' | '¬' => error.help("write `not`"),
        '^' | '⊕' => error.help("write `xor` for addition without carry"),
        '%' => error.help("write `mod` for the remainder"),
        c if !c.is_ascii() => {
            error.help("names, numbers and signs are plain ASCII; other characters only in comments")
        }
        _ => error,
    }
}
