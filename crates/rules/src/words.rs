//! Infinite words, each by every definition it has: Thue–Morse, the Fibonacci words, fixed points
//! of substitutions.
//!
//! A symbol is an ASCII letter; the named words are written with `0` and `1`. The Thue–Morse word
//! has four definitions (binary digits, a recurrence for the terms, a recurrence for strings, a
//! substitution), the `s`-th Fibonacci word three (the line `y = x/μ` cutting the unit grid, a
//! recurrence for strings, a substitution), where `μ = (s + √(s² + 4))/2` is the `s`-th metallic
//! mean. They are written out separately and plainly, so that "the definitions agree" is a
//! statement about these few lines. All arithmetic is on integers.
//!
//! Sources: A. Thue, *Über unendliche Zeichenreihen*, 1906; the lecture notes *Games and
//! sequences*, definitions 30 to 34, 37, 38 and 46. Cost: every definition gives the first `n`
//! symbols in O(n) steps (digits: O(n log n)).

use std::fmt;
use std::str::FromStr;

/// The longest prefix the plain definitions write out.
pub const LONGEST_PREFIX: usize = 1 << 28;

/// The longest image a substitution is given.
pub const LONGEST_IMAGE: usize = 100;

/// An infinite word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    /// `0110 1001 1001 0110 …`, terms numbered from 0.
    ThueMorse,
    /// The `s`-th Fibonacci word, terms numbered from 1. Invariant: `1 ≤ s ≤ 1000`.
    Fibonacci(u32),
    /// The fixed point of a substitution that begins with the substitution's first letter, numbered
    /// from 0.
    FixedPoint(Substitution),
}

/// One of the ways in which a word is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// Term `i` is the parity of the ones in the binary digits of `i`.
    Digits,
    /// `x(2j) = x(j)` and `x(2j + 1) = 1 - x(j)`.
    Recurrence,
    /// Each string is put together from those before it.
    Concatenation,
    /// Every letter is replaced by its image, again and again.
    Substitution,
    /// A line from the origin crosses the unit grid: 0 for a vertical grid line, 1 for a horizontal
    /// one.
    CuttingLine,
}

/// A map from letters to non-empty strings of letters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Substitution {
    /// Invariant: every letter of every image has exactly one row; the first row's image starts
    /// with its letter and is longer than one letter.
    rows: Vec<(u8, Vec<u8>)>,
}

/// Why a word cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordError(String);

impl fmt::Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WordError {}

impl WordError {
    /// A message of at most a few lines, however long the text it quotes.
    fn new(reason: impl fmt::Display) -> WordError {
        WordError(reason.to_string().chars().take(300).collect())
    }
}

impl Word {
    /// The definitions this word has, the sources' first one first.
    pub fn definitions(&self) -> &'static [Definition] {
        use Definition::*;
        match self {
            Word::ThueMorse => &[Digits, Recurrence, Concatenation, Substitution],
            Word::Fibonacci(_) => &[CuttingLine, Concatenation, Substitution],
            Word::FixedPoint(_) => &[Substitution],
        }
    }

    /// The number the sources give to the first term: 0, or 1 for the Fibonacci words.
    pub fn first_index(&self) -> u64 {
        u64::from(matches!(self, Word::Fibonacci(_)))
    }

    /// The substitution whose fixed point the word is.
    pub fn substitution(&self) -> Substitution {
        let rows = match self {
            Word::ThueMorse => vec![(b'0', b"01".to_vec()), (b'1', b"10".to_vec())],
            Word::Fibonacci(s) => {
                let mut image = vec![b'0'; *s as usize];
                image.push(b'1');
                vec![(b'0', image), (b'1', b"0".to_vec())]
            }
            Word::FixedPoint(substitution) => return substitution.clone(),
        };
        Substitution { rows }
    }

    /// The first `length` symbols, by the definition `by`.
    pub fn prefix(&self, by: Definition, length: usize) -> Result<Vec<u8>, WordError> {
        if length > LONGEST_PREFIX {
            return Err(WordError::new(format_args!(
                "{length} symbols asked, a definition writes out at most {LONGEST_PREFIX}"
            )));
        }
        match (self, by) {
            (_, Definition::Substitution) => Ok(self.substitution().fixed_point(length)),
            (Word::ThueMorse, Definition::Digits) => Ok((0..length).map(parity_of_ones).collect()),
            (Word::ThueMorse, Definition::Recurrence) => Ok(by_recurrence(length)),
            (Word::ThueMorse, Definition::Concatenation) => Ok(by_doubling(length)),
            (Word::Fibonacci(s), Definition::Concatenation) => Ok(by_joining(*s, length)),
            (Word::Fibonacci(s), Definition::CuttingLine) => Ok(by_cutting(*s, length)),
            _ => Err(WordError::new(format_args!(
                "{self} has no definition by {by}; it has {}",
                list(self.definitions())
            ))),
        }
    }
}

/// Definition 30: the parity of the number of ones among the binary digits of `i`.
fn parity_of_ones(i: usize) -> u8 {
    let (mut rest, mut ones) = (i, 0);
    while rest > 0 {
        ones += rest % 2;
        rest /= 2;
    }
    if ones % 2 == 0 { b'0' } else { b'1' }
}

fn complement(symbol: u8) -> u8 {
    if symbol == b'0' { b'1' } else { b'0' }
}

/// Definition 32: `x(0) = 0`, `x(2j) = x(j)` for `j ≥ 1`, `x(2j+1)` is the complement of `x(j)`.
fn by_recurrence(length: usize) -> Vec<u8> {
    let mut x: Vec<u8> = Vec::with_capacity(length);
    for i in 0..length {
        let symbol = match i {
            0 => b'0',
            _ if i % 2 == 0 => x[i / 2],
            _ => complement(x[i / 2]),
        };
        x.push(symbol);
    }
    x
}

/// Definition 33: `Y(0) = 0`, `Y(m+1)` is `Y(m)` followed by its complement.
fn by_doubling(length: usize) -> Vec<u8> {
    let mut y = vec![b'0'];
    while y.len() < length {
        let complemented: Vec<u8> = y.iter().map(|&symbol| complement(symbol)).collect();
        y.extend(complemented);
    }
    y.truncate(length);
    y
}

/// Definition 38, and its like for every `s`: `G(0) = 0`, `G(1) = 0…01` with `s` zeros, `G(m+2)` is
/// `s` copies of `G(m+1)` followed by `G(m)`.
fn by_joining(s: u32, length: usize) -> Vec<u8> {
    let mut older = vec![b'0'];
    let mut newer = vec![b'0'; s as usize];
    newer.push(b'1');
    while newer.len() < length {
        let mut next = newer.clone();
        for _ in 1..s {
            if next.len() >= length {
                break; // the rest would be cut off below
            }
            next.extend_from_slice(&newer);
        }
        next.extend_from_slice(&older);
        older = newer;
        newer = next;
    }
    newer.truncate(length);
    newer
}

/// Definitions 37 and 46: the crossings of `y = x/μ` with the grid, in order of `x > 0`.
fn by_cutting(s: u32, length: usize) -> Vec<u8> {
    let (mut column, mut row) = (1u32, 1u32); // the next vertical line x = column, the next horizontal line y = row
    let mut crossings = Vec::with_capacity(length);
    for _ in 0..length {
        if meets_vertical_first(s, column, row) {
            crossings.push(b'0');
            column += 1;
        } else {
            crossings.push(b'1');
            row += 1;
        }
    }
    crossings
}

/// Whether `column < μ·row`, that is `2·column - s·row < row·√(s² + 4)`; never equal, the root is
/// irrational.
fn meets_vertical_first(s: u32, column: u32, row: u32) -> bool {
    let (s, column, row) = (i128::from(s), i128::from(column), i128::from(row));
    let left = 2 * column - s * row;
    left < 0 || left * left < (s * s + 4) * row * row
}

/// `⌊(a + b·√d) / c⌋` for `b ≠ 0`, `c > 0` and `d` not a square, by an integer square root; `None`
/// on overflow.
///
/// `b·√d` lies strictly between two neighbouring integers, and so does the whole numerator;
/// dividing the lower one gives the floor because no multiple of `c` lies strictly between
/// neighbours.
pub fn floor_of_quadratic(a: i128, b: i128, d: u64, c: i128) -> Option<i128> {
    let square = b.checked_mul(b)?.checked_mul(i128::from(d))?;
    let root = square.isqrt();
    let below = if b > 0 { root } else { -root - 1 };
    Some(a.checked_add(below)?.div_euclid(c))
}

impl Substitution {
    /// The image of each letter, in the order given.
    pub fn rows(&self) -> &[(u8, Vec<u8>)] {
        &self.rows
    }

    /// The first `length` symbols of the fixed point that begins with the first letter.
    pub fn fixed_point(&self, length: usize) -> Vec<u8> {
        let (start, first_image) = &self.rows[0];
        debug_assert_eq!(first_image.first(), Some(start));
        let mut word = first_image.clone();
        let mut read = 1; // the images of the symbols before `read` are written
        while word.len() < length {
            let letter = word[read];
            let (_, image) = self
                .rows
                .iter()
                .find(|(from, _)| *from == letter)
                .expect("invariant: every letter has a row");
            word.extend_from_slice(image);
            read += 1;
        }
        word.truncate(length);
        word
    }
}

impl FromStr for Substitution {
    type Err = WordError;

    /// Reads `0->01,1->10`; the fixed point begins with the first letter given.
    fn from_str(text: &str) -> Result<Self, WordError> {
        let mut rows: Vec<(u8, Vec<u8>)> = Vec::new();
        for row in text.split(',').map(str::trim) {
            let wrong = || {
                WordError::new(format_args!(
                    "substitution row {row:?}: expected a letter, '->' and its image, as 0->01"
                ))
            };
            let (from, image) = row.split_once("->").ok_or_else(wrong)?;
            let (from, image) = (from.trim().as_bytes(), image.trim().as_bytes());
            let &[letter] = from else { return Err(wrong()) };
            if image.is_empty() || !image.iter().chain([&letter]).all(u8::is_ascii_alphanumeric) {
                return Err(wrong());
            }
            if image.len() > LONGEST_IMAGE {
                return Err(WordError::new(format_args!(
                    "an image of {} letters, at most {LONGEST_IMAGE}",
                    image.len()
                )));
            }
            if rows.iter().any(|(other, _)| *other == letter) {
                return Err(WordError::new(format_args!("letter {:?} has two images", char::from(letter))));
            }
            rows.push((letter, image.to_vec()));
        }
        for &letter in rows.iter().flat_map(|(_, image)| image) {
            if rows.iter().all(|(from, _)| *from != letter) {
                return Err(WordError::new(format_args!(
                    "letter {:?} is used but has no image",
                    char::from(letter)
                )));
            }
        }
        let (letter, image) = &rows[0];
        if image.len() < 2 || image[0] != *letter {
            return Err(WordError::new(format_args!(
                "the image of the first letter must begin with it and be longer, as {0}->{0}1; found {0}->{1}",
                char::from(*letter),
                String::from_utf8_lossy(image),
            )));
        }
        Ok(Substitution { rows })
    }
}

impl fmt::Display for Substitution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (letter, image)) in self.rows.iter().enumerate() {
            let comma = if n == 0 { "" } else { "," };
            write!(f, "{comma}{}->{}", char::from(*letter), String::from_utf8_lossy(image))?;
        }
        Ok(())
    }
}

impl FromStr for Word {
    type Err = WordError;

    /// Reads `thue-morse`, `fibonacci`, `fibonacci(3)` or `fixed-point(0->01,1->10)`.
    fn from_str(text: &str) -> Result<Self, WordError> {
        let inside = |name: &str| text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')');
        match text {
            "thue-morse" => return Ok(Word::ThueMorse),
            "fibonacci" => return Ok(Word::Fibonacci(1)),
            _ => {}
        }
        if let Some(rows) = inside("fixed-point") {
            return Ok(Word::FixedPoint(rows.parse()?));
        }
        let Some(s) = inside("fibonacci") else {
            return Err(WordError::new(format_args!(
                "unknown word {text:?}; there are thue-morse, fibonacci, fibonacci(s) and fixed-point(0->01,1->10)"
            )));
        };
        match s.trim().trim_start_matches("s=").parse() {
            Ok(s @ 1..=1000) => Ok(Word::Fibonacci(s)),
            _ => Err(WordError::new(format_args!("fibonacci({s}): s must be a whole number from 1 to 1000"))),
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word::ThueMorse => f.write_str("thue-morse"),
            Word::Fibonacci(1) => f.write_str("fibonacci"),
            Word::Fibonacci(s) => write!(f, "fibonacci({s})"),
            Word::FixedPoint(substitution) => write!(f, "fixed-point({substitution})"),
        }
    }
}

const DEFINITION_NAMES: [(Definition, &str); 5] = [
    (Definition::Digits, "digits"),
    (Definition::Recurrence, "recurrence"),
    (Definition::Concatenation, "concatenation"),
    (Definition::Substitution, "substitution"),
    (Definition::CuttingLine, "cutting-line"),
];

impl FromStr for Definition {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        let found = DEFINITION_NAMES.iter().find(|(_, name)| *name == text);
        found.map(|(definition, _)| *definition).ok_or_else(|| {
            let all: Vec<Definition> = DEFINITION_NAMES.iter().map(|(definition, _)| *definition).collect();
            WordError::new(format_args!("unknown definition {text:?}; there are {}", list(&all)))
        })
    }
}

impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, name) =
            DEFINITION_NAMES.iter().find(|(definition, _)| definition == self).expect("all are listed");
        f.write_str(name)
    }
}

fn list(definitions: &[Definition]) -> String {
    definitions.iter().map(Definition::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefix(word: &str, by: &str, length: usize) -> String {
        let word: Word = word.parse().unwrap();
        String::from_utf8(word.prefix(by.parse().unwrap(), length).unwrap()).unwrap()
    }

    /// Word, definition, its beginning as printed in the sources.
    const PRINTED: &[(&str, &str, &str)] = &[
        ("thue-morse", "digits", "01101001100101101001011001101001"),
        ("thue-morse", "recurrence", "01101001100101101001011001101001"),
        ("thue-morse", "concatenation", "01101001100101101001011001101001"),
        ("thue-morse", "substitution", "01101001100101101001011001101001"),
        ("fibonacci", "cutting-line", "010010100100101"),
        ("fibonacci", "concatenation", "010010100100101"),
        ("fibonacci", "substitution", "010010100100101"),
        ("fibonacci(2)", "cutting-line", "001001000100100"),
        ("fibonacci(2)", "concatenation", "001001000100100"),
        ("fibonacci(2)", "substitution", "001001000100100"),
        ("fixed-point(a->abc,b->ac,c->b)", "substitution", "abcacbabcbac"),
    ];

    #[test]
    fn each_definition_begins_as_printed() {
        for (word, by, printed) in PRINTED {
            assert_eq!(prefix(word, by, printed.len()), *printed, "{word} by {by}");
            assert_eq!(prefix(word, by, 0), "");
            assert_eq!(prefix(word, by, 1), printed[..1]);
        }
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ["thue-morse", "fibonacci", "fibonacci(7)", "fixed-point(0->01,1->10)"] {
            assert_eq!(name.parse::<Word>().unwrap().to_string(), name);
        }
        for wrong in ["", "fibonacci(0)", "fibonacci(1001)", "fibonacci(x)", "fibonacci(2", "thue"] {
            assert!(wrong.parse::<Word>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_substitution_without_a_fixed_point_is_refused() {
        for wrong in ["", "0->", "0->0", "0->10,1->0", "0->01", "0->01,0->10", "01->0", "0=01", "0->01,1->é"]
        {
            assert!(wrong.parse::<Substitution>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn floors_of_multiples_of_the_golden_ratio_are_exact() {
        let golden: Vec<i128> = (1..10).map(|i| floor_of_quadratic(i, i, 5, 2).unwrap()).collect();
        assert_eq!(golden, [1, 3, 4, 6, 8, 9, 11, 12, 14]);
        assert_eq!(floor_of_quadratic(3, -1, 5, 2), Some(0)); // φ⁻² = 0.38…
        assert_eq!(floor_of_quadratic(0, -1, 5, 2), Some(-2));
        // φ·F(89) is just above F(90), φ·F(90) just below F(91): exact where floating point is not
        let (f89, f90, f91) =
            (1_779_979_416_004_714_189, 2_880_067_194_370_816_120, 4_660_046_610_375_530_309);
        assert_eq!(floor_of_quadratic(f89, f89, 5, 2), Some(f90));
        assert_eq!(floor_of_quadratic(f90, f90, 5, 2), Some(f91 - 1));
        assert_eq!(floor_of_quadratic(0, i128::MAX, 5, 2), None);
    }
}
