//! Games named in one string: `wythoff(s=2)`, `corner(dragon-king)`, `heap + heap(max=3)`, `0.77`,
//! `my.game(k=3)`.
//!
//! [`GameName`] is the syntax, shared by every subject. [`Component::resolve`] finds the impartial
//! games: those of the `games` folder, built into the program; files of the user; and the families
//! `nim(n)`, `subtraction(a, b, …)` and octal codes.

use std::fmt;

use crate::impartial::octal::Octal;
use crate::language::error::nearest;
use crate::language::{Game, LARGEST_NUMBER, LanguageError};

/// The rule files built into the program, by name.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("heap", include_str!("../games/heap.game")),
    ("rook", include_str!("../games/rook.game")),
    ("queen", include_str!("../games/queen.game")),
    ("wythoff", include_str!("../games/wythoff.game")),
    ("dragon-horse", include_str!("../games/dragon-horse.game")),
    ("dragon-king", include_str!("../games/dragon-king.game")),
    ("ryuo", include_str!("../games/ryuo.game")),
    ("king", include_str!("../games/king.game")),
    ("knight", include_str!("../games/knight.game")),
    ("chocolate", include_str!("../games/chocolate.game")),
    ("chocolate-rectangle", include_str!("../games/chocolate-rectangle.game")),
];

/// Octal games that have a name of their own.
const OCTAL_NAMES: &[(&str, &str)] =
    &[("kayles", "0.77"), ("dawson", "0.07"), ("dawson-kayles", "0.137"), ("grundy", "4!.0")];
/// Names that stand for a family of games.
const FAMILIES: &[&str] = &["nim", "corner", "subtraction", "all-but"];
/// Most games in a sum.
const MOST_PARTS: usize = 64;

/// A game string: the parts of a direct sum, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameName {
    /// Invariant: not empty.
    pub parts: Vec<Part>,
}

/// One game of a sum with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name, or the path of a `.game` file.
    pub name: String,
    /// What stands in the brackets.
    pub arguments: Vec<Argument>,
}

/// `value` or `key=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The name before `=`.
    pub key: Option<String>,
    /// The value.
    pub value: String,
}

/// One impartial game of a sum.
#[derive(Clone, Debug, PartialEq)]
pub enum Component {
    /// A game on a few numbers.
    Numbers(Box<Game>),
    /// A take-and-break game on heaps.
    Octal(Octal),
}

/// A game string that names no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// The string itself is malformed.
    Syntax {
        /// The string.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// No game has this name.
    Unknown {
        /// The name.
        name: String,
        /// A name near it.
        suggestion: Option<String>,
    },
    /// The arguments do not fit the game.
    Argument {
        /// The game.
        game: String,
        /// What is wrong.
        reason: String,
    },
    /// The file cannot be read.
    File {
        /// Its path.
        path: String,
        /// Why not.
        reason: String,
    },
    /// The file, or the built-in text with these parameters, is not a game.
    Text {
        /// The file or game.
        name: String,
        /// The mistake.
        error: Box<LanguageError>,
    },
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::Syntax { found, expected } => write!(f, "game `{found}`: expected {expected}"),
            NameError::Unknown { name, suggestion } => {
                write!(f, "unknown game `{name}`")?;
                match suggestion {
                    Some(meant) => write!(f, "; did you mean `{meant}`?"),
                    None => write!(f, "; `hissho games` lists them, and a file's name ends in .game"),
                }
            }
            NameError::Argument { game, reason } => write!(f, "game `{game}`: {reason}"),
            NameError::File { path, reason } => write!(f, "{path}: {reason}"),
            NameError::Text { name, error } => f.write_str(&error.render(name)),
        }
    }
}

impl std::error::Error for NameError {}

impl GameName {
    /// Reads a game string.
    pub fn parse(text: &str) -> Result<GameName, NameError> {
        let wrong =
            |expected: &str| NameError::Syntax { found: shorten(text), expected: expected.to_owned() };
        let pieces = split_outside_brackets(text, '+').ok_or_else(|| wrong("every `(` to have its `)`"))?;
        if pieces.len() > MOST_PARTS {
            return Err(wrong(&format!("at most {MOST_PARTS} games in a sum")));
        }
        let parts = pieces.into_iter().map(|piece| {
            let piece = piece.trim();
            let (name, inside) = match piece.split_once('(') {
                None => (piece, None),
                Some((name, rest)) => {
                    let inside =
                        rest.strip_suffix(')').ok_or_else(|| wrong("nothing after the closing `)`"))?;
                    (name.trim_end(), Some(inside))
                }
            };
            if name.is_empty() {
                return Err(wrong("the name of a game on each side of `+`"));
            }
            let mut arguments = Vec::new();
            if let Some(inside) = inside.filter(|s| !s.trim().is_empty()) {
                for argument in
                    split_outside_brackets(inside, ',').ok_or_else(|| wrong("balanced brackets"))?
                {
                    let (key, value) = match argument.split_once('=') {
                        Some((key, value)) => (Some(key.trim().to_owned()), value.trim()),
                        None => (None, argument.trim()),
                    };
                    if value.is_empty() || key.as_deref() == Some("") {
                        return Err(wrong("a value, or name=value, between the commas"));
                    }
                    arguments.push(Argument { key, value: value.to_owned() });
                }
            }
            Ok(Part { name: name.to_owned(), arguments })
        });
        Ok(GameName { parts: parts.collect::<Result<_, _>>()? })
    }

    /// The impartial games of the sum; `load` reads the text of a `.game` file.
    pub fn resolve(
        &self,
        load: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Vec<Component>, NameError> {
        let mut all = Vec::new();
        for part in &self.parts {
            all.extend(Component::resolve(part, load)?);
            if all.len() > MOST_PARTS {
                let reason = format!("more than {MOST_PARTS} games in the sum");
                return Err(NameError::Argument { game: self.to_string(), reason });
            }
        }
        Ok(all)
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.parts.iter().map(Part::to_string).collect();
        f.write_str(&parts.join(" + "))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.arguments.is_empty() {
            return Ok(());
        }
        let arguments: Vec<String> = self
            .arguments
            .iter()
            .map(|a| match &a.key {
                Some(key) => format!("{key}={}", a.value),
                None => a.value.clone(),
            })
            .collect();
        write!(f, "({})", arguments.join(", "))
    }
}

impl Component {
    /// The games that `part` stands for: one, or the heaps of `nim(n)`.
    pub fn resolve(
        part: &Part,
        load: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Vec<Component>, NameError> {
        let wrong = |reason: String| NameError::Argument { game: part.to_string(), reason };
        if part.name.ends_with(".game") {
            let bytes =
                load(&part.name).map_err(|reason| NameError::File { path: part.name.clone(), reason })?;
            let unreadable = |error| NameError::Text { name: part.name.clone(), error: Box::new(error) };
            let text = crate::language::decode(&bytes).map_err(unreadable)?;
            return Ok(vec![numbers(part, text)?]);
        }
        let octal = OCTAL_NAMES
            .iter()
            .find(|(name, _)| *name == part.name)
            .map_or(part.name.as_str(), |(_, code)| code);
        if octal.contains('.') && octal.bytes().all(|b| b.is_ascii_hexdigit() || b"!.".contains(&b)) {
            if !part.arguments.is_empty() {
                return Err(wrong("an octal game takes no arguments".to_owned()));
            }
            return Ok(vec![Component::Octal(
                Octal::parse_relative(octal).map_err(|error| wrong(error.to_string()))?,
            )]);
        }
        if let Some((_, text)) = BUILT_IN.iter().find(|(name, _)| *name == part.name) {
            return Ok(vec![numbers(part, text)?]);
        }
        match part.name.as_str() {
            "nim" => {
                let heaps = match &part.arguments[..] {
                    [] => 2,
                    [one] => number(one).map_err(wrong)?,
                    _ => return Err(wrong("expected one number, the number of heaps".to_owned())),
                };
                let count = usize::try_from(heaps).ok().filter(|n| (1..=MOST_PARTS).contains(n));
                let count = count.ok_or_else(|| wrong(format!("expected 1 to {MOST_PARTS} heaps")))?;
                let heap = Part { name: "heap".to_owned(), arguments: Vec::new() };
                Ok(vec![Component::resolve(&heap, load)?.remove(0); count])
            }
            "corner" => {
                let Some((piece, rest)) = part.arguments.split_first().filter(|(p, _)| p.key.is_none())
                else {
                    return Err(wrong("expected a piece: corner(queen), corner(dragon-king)".to_owned()));
                };
                if piece.value.contains(['(', ')']) || FAMILIES.contains(&piece.value.as_str()) {
                    return Err(wrong(format!("`{}` is not a piece", piece.value)));
                }
                Component::resolve(&Part { name: piece.value.clone(), arguments: rest.to_vec() }, load)
            }
            "subtraction" | "all-but" => subtraction(part),
            _ => {
                let known = BUILT_IN.iter().map(|(name, _)| *name);
                let known =
                    known.chain(OCTAL_NAMES.iter().map(|(name, _)| *name)).chain(FAMILIES.iter().copied());
                let suggestion = nearest(&part.name, known).map(str::to_owned);
                Err(NameError::Unknown { name: shorten(&part.name), suggestion })
            }
        }
    }

    /// The name with its parameters.
    pub fn title(&self) -> String {
        match self {
            Component::Numbers(game) => game.title(),
            Component::Octal(octal) => octal.to_string(),
        }
    }

    /// How many numbers make a position.
    pub fn dimension(&self) -> usize {
        match self {
            Component::Numbers(game) => game.dimension,
            Component::Octal(_) => 1,
        }
    }
}

/// The game of `text` with the part's arguments as parameters, by name or in the order of the
/// `param` lines.
fn numbers(part: &Part, text: &str) -> Result<Component, NameError> {
    let wrong = |reason: String| NameError::Argument { game: part.to_string(), reason };
    let misread = |error| NameError::Text { name: part.name.clone(), error: Box::new(error) };
    let plain = Game::parse(text, &[]).map_err(misread);
    let mut given: Vec<(String, u64)> = Vec::new();
    for (at, argument) in part.arguments.iter().enumerate() {
        let name = match &argument.key {
            Some(key) => key.clone(),
            None => match plain.clone()?.parameters.get(at) {
                Some(parameter) => parameter.name.clone(),
                None => {
                    return Err(wrong(format!("unexpected `{}`: it has {at} parameters", argument.value)));
                }
            },
        };
        if given.iter().any(|(n, _)| *n == name) {
            return Err(wrong(format!("parameter `{name}` is given twice")));
        }
        given.push((name, number(argument).map_err(wrong)?));
    }
    if given.is_empty() {
        return Ok(Component::Numbers(Box::new(plain?)));
    }
    if let Ok(game) = &plain {
        let known: Vec<&str> = game.parameters.iter().map(|p| p.name.as_str()).collect();
        if let Some((name, _)) = given.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            let list = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(wrong(format!("no parameter `{name}`; it has {list}")));
        }
    }
    let given: Vec<(&str, u64)> = given.iter().map(|(n, v)| (n.as_str(), *v)).collect();
    Ok(Component::Numbers(Box::new(Game::parse(text, &given).map_err(misread)?)))
}

/// `subtraction(1, 3, 4)`: one heap, take 1, 3 or 4.
fn subtraction(part: &Part) -> Result<Vec<Component>, NameError> {
    let wrong = |reason: String| NameError::Argument { game: part.to_string(), reason };
    if part.arguments.iter().any(|a| a.key.is_some()) {
        return Err(wrong(format!("expected plain numbers: {}(1, 3, 4)", part.name)));
    }
    let takes: Result<Vec<u64>, String> = part.arguments.iter().map(number).collect();
    let mut takes = takes.map_err(wrong)?;
    takes.sort_unstable();
    takes.dedup();
    if takes.is_empty() || takes[0] == 0 || takes.len() > 1000 {
        return Err(wrong(
            "expected 1 to 1000 numbers greater than 0, the amounts that may be taken, or not".to_owned(),
        ));
    }
    let mut text;
    if part.name == "all-but" {
        text = "# One heap; take any amount but the given ones.\ngame all-but\nposition n\n\n".to_owned();
        // Between two amounts that may not be taken there is a move line of its own.
        let mut before = 0;
        for take in takes {
            if take > before + 1 {
                text += &format!("move n' < n - {before}, n < n' + {take}\n");
            }
            before = take;
        }
        text += &format!("move n' < n - {before}\n");
    } else {
        text = "# One heap; take one of the given amounts.\ngame subtraction\nposition n\n\n".to_owned();
        for take in takes {
            text += &format!("move n' = n - {take}    # take {take}\n");
        }
    }
    let game = Game::parse(&text, &[])
        .map_err(|error| NameError::Text { name: part.to_string(), error: Box::new(error) })?;
    Ok(vec![Component::Numbers(Box::new(game))])
}

fn number(argument: &Argument) -> Result<u64, String> {
    let value = argument.value.parse::<u64>().ok().filter(|&n| n <= LARGEST_NUMBER);
    value.ok_or_else(|| {
        format!("found `{}`, expected a number from 0 to {LARGEST_NUMBER}", shorten(&argument.value))
    })
}

/// The pieces between separators that stand in no bracket; `None` when brackets do not match.
fn split_outside_brackets(text: &str, separator: char) -> Option<Vec<&str>> {
    let (mut depth, mut from, mut pieces) = (0usize, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            _ if c == separator && depth == 0 => {
                pieces.push(&text[from..at]);
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    pieces.push(&text[from..]);
    (depth == 0).then_some(pieces)
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= 60 {
        text.to_owned()
    } else {
        text.chars().take(57).chain("…".chars()).collect()
    }
}
