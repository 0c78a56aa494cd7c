//! What is wrong with a rules text, and where: one mistake, one place, one piece of advice.

use std::fmt;

/// A stretch of the rules text, in bytes from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The stretch from the beginning of `self` to the end of `other`.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end.max(self.start) }
    }
}

/// A rules text that cannot be used. [`fmt::Display`] shows the line with a caret under the
/// mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageError {
    /// Where the mistake is.
    pub span: Span,
    /// Line of its first byte, from 1.
    pub line: usize,
    /// Column of its first byte, in characters, from 1.
    pub column: usize,
    /// What is wrong: what was found and what would have been right.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The line the mistake is on, and carets under the mistake.
    excerpt: String,
}

impl LanguageError {
    /// A mistake at `span` of `text`.
    pub fn new(text: &str, span: Span, message: impl Into<String>) -> Self {
        let start = text.floor_char_boundary(span.start.min(text.len()));
        let end = text.floor_char_boundary(span.end.clamp(start, text.len()));
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let column = text[line_start..start].chars().count() + 1;
        // A line of a hostile text may be megabytes long: show the part around the mistake.
        let shown_from = text.floor_char_boundary(start.saturating_sub(100).max(line_start));
        let shown_to = text.floor_char_boundary((start + 100).min(line_end));
        let before = text[shown_from..start].chars().count();
        let width = text[start..end.min(shown_to).max(start)].chars().count().max(1);
        let excerpt = format!(
            "{}\n{}{}",
            text[shown_from..shown_to].replace('\t', " "),
            " ".repeat(before),
            "^".repeat(width)
        );
        LanguageError {
            span,
            line: text[..start].matches('\n').count() + 1,
            column,
            message: message.into(),
            help: None,
            excerpt,
        }
    }

    /// The same mistake with advice.
    pub fn help(mut self, advice: impl Into<String>) -> Self {
        self.help = Some(advice.into());
        self
    }

    /// The whole message, headed by the name of the file it is about.
    pub fn render(&self, file: &str) -> String {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let mut lines = self.excerpt.split('\n');
        let (source, caret) = (lines.next().unwrap_or(""), lines.next().unwrap_or("^"));
        let mut out = format!(
            "{file}:{}:{}: {}\n{margin} |\n{number} | {source}\n{margin} | {caret}",
            self.line, self.column, self.message
        );
        if let Some(help) = &self.help {
            out += &format!("\n{margin} = help: {help}");
        }
        out
    }
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render("rules"))
    }
}

impl std::error::Error for LanguageError {}

/// The candidate that `wrong` was probably meant to be, if one is near enough.
pub fn nearest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = if wrong.chars().count() <= 3 { 1 } else { 2 };
    candidates
        .into_iter()
        .map(|c| (edit_distance(wrong, c), c))
        .filter(|&(distance, c)| distance <= limit && distance < c.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, c)| c)
}

/// Least number of insertions, deletions and replacements that turn `a` into `b`, case ignored.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let next = (diagonal + usize::from(ca != cb)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = row[j + 1];
            row[j + 1] = next;
        }
    }
    row[b.len()]
}
