//! Certificate: the Grundy values of all positions in a box.
//!
//! Claim: in the game of the given rules text, the position `(c1, …, cd)` with `0 <= ci < shape[i]`
//! has the value the table gives it; where the table has none, the numbers are no position.
//!
//! Evidence: none beyond the table. It is right if each value is the mex of the values the table
//! gives to the options: the measure falls along every move, which is looked at, so the defining
//! equation has one solution. An option outside the box has no value there, and the claim is
//! refused.
//!
//! Source: Sprague (1935), Grundy (1939). Cost: one pass over the positions; each lists its moves
//! from the rules text, or, when all moves are rays and steps, is looked up in the sets of its
//! lines ([`crate::impartial::grundy_rays`]).
//!
//! The values may stand in a side file: two or four bytes each, little-endian, the greatest number
//! where there is no position. The certificate names its SHA-256 digest.

use std::fmt;
use std::io::Read;

use hissho_rules::language::{Game, LanguageError, Moves, Stuck, tuple};
use hissho_rules::{Account, Exhausted, mex};
use sha2::{Digest, Sha256};

use crate::impartial::grundy_rays::Rays;
use crate::rules_text::{self, Parameters};
use crate::text::{Line, Reader, Writer, hexadecimal, push_number};
use crate::{CheckError, Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "grundy-box";
/// Stands in a table where the numbers are no position.
pub const NO_POSITION: u32 = u32::MAX;
/// Most bytes of a side file.
const LARGEST_SIDE_FILE: u64 = 1 << 32;

/// The Grundy values of all positions in a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrundyBox {
    /// The rules text.
    pub rules: String,
    /// Values of the game's parameters, in the order of the text.
    pub parameters: Parameters,
    /// The number of values of each coordinate.
    pub shape: Vec<usize>,
    /// The values, the last coordinate moving fastest; [`NO_POSITION`] where the numbers are no
    /// position.
    pub values: Vec<u32>,
}

impl fmt::Display for GrundyBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = rules_text::title(&self.rules, &self.parameters);
        let shape: Vec<String> = self.shape.iter().map(ToString::to_string).collect();
        let shape = shape.join("×");
        write!(f, "{title}: the Grundy values on the box {shape}, coordinates from 0, are those of the table")
    }
}

/// Why the table is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrundyBoxError {
    /// The rules text is not accepted, or its moves cannot be listed.
    #[error("the rules text: {0}")]
    Rules(Box<LanguageError>),
    /// The box has another number of sides than the position has coordinates.
    #[error("the box has {found} sides, a position has {needed} coordinates")]
    WrongDimension {
        /// The sides given.
        found: usize,
        /// The coordinates of a position.
        needed: usize,
    },
    /// A side of the box has no values.
    #[error("side {number} of the box is 0, it is at least 1")]
    EmptySide {
        /// Which side, from 1.
        number: usize,
    },
    /// Too few or too many values.
    #[error("{found} values given, the box has {needed} places")]
    WrongLength {
        /// The values given.
        found: usize,
        /// The places of the box.
        needed: usize,
    },
    /// A value where there is no position, or none where there is one.
    #[error("{place}: {}", if *.is_position { "a position without a value" } else { "a value, but it is no position" })]
    WrongDomain {
        /// The place.
        place: String,
        /// What the rules say of it.
        is_position: bool,
    },
    /// A move leads out of the box.
    #[error("{place}: a move leads to {option}, which is outside the box")]
    LeavesTheBox {
        /// The place.
        place: String,
        /// The option.
        option: String,
    },
    /// A value that is not the mex of its options.
    #[error("{place}: value {found} given, the rules give {expected}")]
    WrongValue {
        /// The place.
        place: String,
        /// The value given.
        found: u32,
        /// The mex of its options.
        expected: u32,
    },
    /// A move that does not lower the measure, or has none before or after it.
    #[error("{place}: the move to {option} does not lower the measure")]
    NotFalling {
        /// The place.
        place: String,
        /// The option.
        option: String,
    },
    /// Nothing bounds a quantifier of the rules.
    #[error("the rules cannot be evaluated: {0}")]
    Unbounded(Stuck),
    /// The check takes more than it was given.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl CheckError for GrundyBoxError {
    fn exhausted(&self) -> Option<Exhausted> {
        if let GrundyBoxError::Exhausted(exhausted) = self { Some(*exhausted) } else { None }
    }
}

impl GrundyBoxError {
    /// What stopped the evaluation of the rules at `position`.
    fn of(stuck: Stuck, position: &[u64]) -> GrundyBoxError {
        match stuck {
            Stuck::Exhausted(exhausted) => GrundyBoxError::Exhausted(exhausted),
            Stuck::Unlisted(error) => GrundyBoxError::Rules(error),
            Stuck::NotFalling { to, .. } => {
                GrundyBoxError::NotFalling { place: tuple(position), option: tuple(&to) }
            }
            stuck => GrundyBoxError::Unbounded(stuck),
        }
    }
}

impl GrundyBox {
    /// The game with its parameters put in.
    pub fn game(&self) -> Result<Game, LanguageError> {
        rules_text::game(&self.rules, &self.parameters)
    }

    /// The value the table gives to `position`, if it has one.
    pub fn value(&self, position: &[u64]) -> Option<u32> {
        let mut index = 0usize;
        for (&coordinate, &side) in position.iter().zip(&self.shape) {
            let coordinate = usize::try_from(coordinate).ok().filter(|&coordinate| coordinate < side)?;
            index = index * side + coordinate;
        }
        self.values.get(index).copied().filter(|&value| value != NO_POSITION)
    }
}

/// Checks the table, which is its own evidence.
pub fn check(claim: GrundyBox, account: &Account) -> Result<Proved<GrundyBox>, GrundyBoxError> {
    let game = claim.game().map_err(|error| GrundyBoxError::Rules(Box::new(error)))?;
    if claim.shape.len() != game.dimension {
        return Err(GrundyBoxError::WrongDimension { found: claim.shape.len(), needed: game.dimension });
    }
    if let Some(side) = claim.shape.iter().position(|&side| side == 0) {
        return Err(GrundyBoxError::EmptySide { number: side + 1 });
    }
    let needed = claim.shape.iter().fold(1usize, |places, &side| places.saturating_mul(side));
    if claim.values.len() != needed {
        return Err(GrundyBoxError::WrongLength { found: claim.values.len(), needed });
    }
    let stuck = |stuck| GrundyBoxError::of(stuck, &[]);
    let mut moves = Moves::new(&game, account).map_err(stuck)?;
    moves.must_have_bounds().map_err(stuck)?;
    if let (Some(rays), &[rows, columns]) = (Rays::of(&game), &claim.shape[..])
        && rays.are_right((rows, columns), &claim.values, account)?
    {
        return Ok(Proved::by_check(claim));
    }
    // Moves of other shapes; and a table that is not right, to say where.
    let mut position = vec![0u64; game.dimension];
    for &found in &claim.values {
        check_place(&claim, &mut moves, &position, found, account)?;
        // The next place, the last coordinate moving fastest.
        for (coordinate, &side) in position.iter_mut().zip(&claim.shape).rev() {
            *coordinate += 1;
            if *coordinate < side as u64 {
                break;
            }
            *coordinate = 0;
        }
    }
    Ok(Proved::by_check(claim))
}

fn check_place(
    claim: &GrundyBox,
    moves: &mut Moves<'_>,
    position: &[u64],
    found: u32,
    account: &Account,
) -> Result<(), GrundyBoxError> {
    let stuck = |stuck| GrundyBoxError::of(stuck, position);
    let is_position = moves.is_position(position).map_err(stuck)?;
    if is_position != (found != NO_POSITION) {
        return Err(GrundyBoxError::WrongDomain { place: tuple(position), is_position });
    }
    if !is_position {
        return Ok(());
    }
    let mut options = Vec::new();
    let mut outside = None;
    let mut visit = |_, option: &[u64]| match claim.value(option) {
        Some(value) => {
            account.hold::<[u32; 2]>(1)?;
            options.push(value);
            Ok(())
        }
        None => {
            outside = Some(tuple(option));
            Ok(())
        }
    };
    moves.for_each_option(position, &mut visit).map_err(stuck)?;
    if let Some(option) = outside {
        return Err(GrundyBoxError::LeavesTheBox { place: tuple(position), option });
    }
    account.release::<[u32; 2]>(options.len());
    let expected = mex(options);
    if found != expected {
        return Err(GrundyBoxError::WrongValue { place: tuple(position), found, expected });
    }
    Ok(())
}

/// The certificate as text, with the values in it.
pub fn write(claim: &GrundyBox) -> String {
    let mut writer = Writer::new(KIND);
    lines(claim, None, &mut writer);
    writer.finish()
}

/// The certificate as text, and its side file with the values; the file's name is `DIGEST.values`.
pub fn write_with_side_file(claim: &GrundyBox) -> (String, String, Vec<u8>) {
    let bytes: Vec<u8> = if width_of(&claim.values) == 2 {
        // The low half of NO_POSITION is the greatest number of two bytes.
        claim.values.iter().flat_map(|&value| (value as u16).to_le_bytes()).collect()
    } else {
        claim.values.iter().flat_map(|value| value.to_le_bytes()).collect()
    };
    let digest = crate::text::digest_of(&bytes);
    let mut writer = Writer::new(KIND);
    lines(claim, Some(&digest), &mut writer);
    (writer.finish(), digest, bytes)
}

/// The bytes of a value in a side file: 2 if that is enough for all, otherwise 4.
fn width_of(values: &[u32]) -> usize {
    let is_narrow = values.iter().all(|&value| value == NO_POSITION || value < u32::from(u16::MAX));
    if is_narrow { 2 } else { 4 }
}

/// The lines after the head; the values stand in the side file with this digest, or in lines of the
/// last coordinate.
fn lines(claim: &GrundyBox, digest: Option<&str>, writer: &mut Writer<'_>) {
    rules_text::write(writer, &claim.rules, &claim.parameters);
    let shape: String = claim.shape.iter().map(|side| format!(" {side}")).collect();
    writer.line(format_args!("shape{shape}"));
    if let Some(digest) = digest {
        return writer.line(format_args!("side-file {digest} {}", width_of(&claim.values)));
    }
    let width = claim.shape.last().copied().unwrap_or(1).max(1);
    let mut line = String::new();
    for row in claim.values.chunks(width) {
        line.clear();
        line.push_str("values");
        for &value in row {
            match value {
                NO_POSITION => line.push_str(" ."),
                value => push_number(&mut line, value),
            }
        }
        writer.line(&line);
    }
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let (rules, parameters, _) = rules_text::read(reader)?;
    let shape: Vec<usize> = reader.field("shape")?.parse_all(&context.account)?;
    let (mut values, mut digest) = (Vec::new(), None);
    if reader.peek().is_some_and(|line| line.text.starts_with("side-file ")) {
        let line = reader.field("side-file")?;
        let words = line.few(2);
        let [name, width @ ("2" | "4")] = words[..] else {
            return Err(line.refuse("a line `side-file DIGEST 2` or `side-file DIGEST 4`"));
        };
        values = read_side_file(&line, name, line.value(width)?, &shape, context)?;
        digest = Some(name);
    }
    while reader.peek().is_some() {
        let line = reader.field("values")?;
        // A value takes two letters at least, and the list at most twice its length.
        context.account.hold::<u32>(line.text.len())?;
        for word in line.words() {
            values.push(if word == "." { NO_POSITION } else { line.value(word)? });
        }
    }
    let claim = GrundyBox { rules, parameters, shape, values };
    reader.must_be(|writer| lines(&claim, digest, writer))?;
    let proved = check(claim, &context.account).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}

/// The values in the side file named `digest` on `line`, `width` bytes each.
fn read_side_file(
    line: &Line<'_>,
    digest: &str,
    width: usize,
    shape: &[usize],
    context: &Context<'_>,
) -> Result<Vec<u32>, Refusal> {
    if digest.len() != 64 || !digest.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
        return Err(line.refuse("a digest of 64 lower-case hexadecimal digits"));
    }
    let places = shape.iter().try_fold(1usize, |all, &side| all.checked_mul(side));
    let Some(length) = places.and_then(|n| n.checked_mul(width)).filter(|&n| n as u64 <= LARGEST_SIDE_FILE)
    else {
        return Err(line.refuse(format_args!("a table of at most {LARGEST_SIDE_FILE} bytes")));
    };
    let unreadable =
        |error: std::io::Error| line.refuse(format_args!("a side file that can be read: {error}"));
    let wrong = || line.refuse(format_args!("a side file of {length} bytes with this digest"));
    context.account.hold::<u32>(length / width)?;
    context.account.charge(length as u64)?;
    let file = context.side_files.open(digest).map_err(unreadable)?;
    let mut file = std::io::BufReader::with_capacity(1 << 16, file.take(length as u64 + 1));
    let (mut values, mut hash) = (Vec::with_capacity(length / width), Sha256::new());
    loop {
        // Whole values: a buffer is filled as far as it goes.
        let mut bytes = Vec::with_capacity(1 << 16);
        file.by_ref().take(1 << 16).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.is_empty() {
            break;
        }
        if values.len() + bytes.len() / width > length / width || bytes.len() % width != 0 {
            return Err(wrong());
        }
        hash.update(&bytes);
        values.extend(bytes.chunks_exact(width).map(|b| match *b {
            [0xff, 0xff] => NO_POSITION,
            [a, b] => u32::from(u16::from_le_bytes([a, b])),
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
            _ => NO_POSITION,
        }));
    }
    if values.len() != length / width || hexadecimal(&hash.finalize()) != digest {
        return Err(wrong());
    }
    Ok(values)
}
