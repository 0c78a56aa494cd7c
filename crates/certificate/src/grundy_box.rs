//! Certificate: the Grundy values of all positions in a box.
//!
//! Claim: in the game of the given rules text, the position `(c1, …, cd)` with `0 <= ci < shape[i]`
//! has the value the table gives it; where the table has none, the numbers are no position.
//!
//! Evidence: none beyond the table. It is right if each value is the mex of the values the table
//! gives to the options: the measure falls along every move, so the defining equation has one
//! solution. An option outside the box has no value there, and the claim is refused.
//!
//! Source: Sprague (1935), Grundy (1939).
//! Cost: one pass over the positions; each lists its moves from the rules text, or, when all moves are rays and steps, is
//! looked up in the sets of its lines ([`crate::grundy_rays`]).
//!
//! The values may stand in a side file: two or four bytes each, little-endian, the greatest number where there is no
//! position. The certificate names its SHA-256 digest.

use std::fmt;
use std::io::Read;

use rules::language::{Game, LanguageError, Moves, Stuck, tuple};
use rules::mex;
use sha2::{Digest, Sha256};

use crate::grundy_rays::Rays;
use crate::text::{Reader, Writer, hexadecimal};
use crate::{Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "grundy-box";
/// Stands in a table where the numbers are no position.
pub const NO_POSITION: u32 = u32::MAX;
/// Most bytes of a side file.
const LARGEST_SIDE_FILE: usize = 1 << 32;

/// The Grundy values of all positions in a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrundyBox {
    /// The rules text.
    pub rules: String,
    /// Values of the game's parameters, in the order of the text.
    pub parameters: Vec<(String, u64)>,
    /// The number of values of each coordinate.
    pub shape: Vec<usize>,
    /// The values, the last coordinate moving fastest; [`NO_POSITION`] where the numbers are no position.
    pub values: Vec<u32>,
}

impl fmt::Display for GrundyBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.game().map_or_else(|_| "?".to_owned(), |game| game.title());
        let shape: Vec<String> = self.shape.iter().map(ToString::to_string).collect();
        write!(f, "{title}: the Grundy values on the box {}", shape.join("×"))
    }
}

/// Why the table is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrundyBoxError {
    /// The rules text is not accepted.
    #[error("the rules text: {0}")]
    Rules(LanguageError),
    /// The box has another number of sides than the position has coordinates.
    #[error("the box has {found} sides, a position has {needed} coordinates")]
    WrongDimension {
        /// The sides given.
        found: usize,
        /// The coordinates of a position.
        needed: usize,
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
    /// The rules could not be evaluated.
    #[error("{place}: {stuck}")]
    Stuck {
        /// The place.
        place: String,
        /// Why.
        stuck: Stuck,
    },
}

impl GrundyBox {
    /// The game with its parameters put in.
    pub fn game(&self) -> Result<Game, LanguageError> {
        let parameters: Vec<(&str, u64)> =
            self.parameters.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        Game::parse(&self.rules, &parameters)
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

/// Checks the table, which is its own evidence; `steps` bounds the evaluation of the rules.
pub fn check(claim: GrundyBox, steps: u64) -> Result<Proved<GrundyBox>, GrundyBoxError> {
    let game = claim.game().map_err(GrundyBoxError::Rules)?;
    if claim.shape.len() != game.dimension {
        return Err(GrundyBoxError::WrongDimension { found: claim.shape.len(), needed: game.dimension });
    }
    let needed = claim.shape.iter().fold(1usize, |places, &side| places.saturating_mul(side));
    if claim.values.len() != needed {
        return Err(GrundyBoxError::WrongLength { found: claim.values.len(), needed });
    }
    if let (Some(rays), &[rows, columns]) = (Rays::of(&game), &claim.shape[..])
        && rays.are_right(rows, columns, &claim.values)
    {
        return Ok(Proved::by_check(claim));
    }
    // Moves of other shapes; and a table that is not right, to say where.
    let mut moves = Moves::new(&game).map_err(GrundyBoxError::Rules)?;
    moves.limit(steps);
    let mut position = vec![0u64; game.dimension];
    for &found in &claim.values {
        check_place(&claim, &mut moves, &position, found)?;
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
) -> Result<(), GrundyBoxError> {
    let stuck = |stuck| GrundyBoxError::Stuck { place: tuple(position), stuck };
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
        Some(value) => options.push(value),
        None => outside = Some(tuple(option)),
    };
    moves.for_each_option(position, &mut visit).map_err(stuck)?;
    if let Some(option) = outside {
        return Err(GrundyBoxError::LeavesTheBox { place: tuple(position), option });
    }
    let expected = mex(options);
    if found != expected {
        return Err(GrundyBoxError::WrongValue { place: tuple(position), found, expected });
    }
    Ok(())
}

/// The certificate as text, with the values in it.
pub fn write(claim: &GrundyBox) -> String {
    let mut writer = head(claim);
    let width = claim.shape.last().copied().unwrap_or(1).max(1);
    for row in claim.values.chunks(width) {
        let word = |&value: &u32| if value == NO_POSITION { " .".to_owned() } else { format!(" {value}") };
        let row: String = row.iter().map(word).collect();
        writer.line(format_args!("values{row}"));
    }
    writer.finish()
}

/// The certificate as text, and its side file with the values; the file's name is `DIGEST.values`.
pub fn write_with_side_file(claim: &GrundyBox) -> (String, String, Vec<u8>) {
    let is_narrow = claim.values.iter().all(|&value| value == NO_POSITION || value < u32::from(u16::MAX));
    let bytes: Vec<u8> = if is_narrow {
        // The low half of NO_POSITION is the greatest number of two bytes.
        claim.values.iter().flat_map(|&value| (value as u16).to_le_bytes()).collect()
    } else {
        claim.values.iter().flat_map(|value| value.to_le_bytes()).collect()
    };
    let digest = crate::text::digest_of(&bytes);
    let mut writer = head(claim);
    writer.line(format_args!("side-file {digest} {}", if is_narrow { 2 } else { 4 }));
    (writer.finish(), digest, bytes)
}

/// The lines before the values.
fn head(claim: &GrundyBox) -> Writer<'static> {
    let mut writer = Writer::new(KIND);
    writer.block("rules", &claim.rules);
    let parameters: String =
        claim.parameters.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    writer.line(format_args!("parameters{parameters}"));
    let shape: String = claim.shape.iter().map(|side| format!(" {side}")).collect();
    writer.line(format_args!("shape{shape}"));
    writer
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let rules = reader.block("rules")?;
    let line = reader.field("parameters")?;
    let mut parameters = Vec::new();
    for word in line.words() {
        let (name, value) = word.split_once('=').ok_or_else(|| line.refuse("parameters as NAME=NUMBER"))?;
        parameters.push((name.to_owned(), line.value(value)?));
    }
    let shape: Vec<usize> = reader.field("shape")?.parse_all()?;
    let mut values = Vec::new();
    if reader.peek().is_some_and(|line| line.text.starts_with("side-file ")) {
        values = read_side_file(reader, &shape, context)?;
    }
    while reader.peek().is_some() {
        let line = reader.field("values")?;
        for word in line.words() {
            values.push(if word == "." { NO_POSITION } else { line.value(word)? });
        }
    }
    let claim = GrundyBox { rules, parameters, shape, values };
    let proved = check(claim, context.account.left()).map_err(|error| Refusal::evidence(KIND, error))?;
    Ok(proved.into_claim())
}

/// The values in the side file that the next line names.
fn read_side_file(
    reader: &mut Reader<'_>,
    shape: &[usize],
    context: &Context<'_>,
) -> Result<Vec<u32>, Refusal> {
    let line = reader.field("side-file")?;
    let words: Vec<&str> = line.words().collect();
    let [digest, width @ ("2" | "4")] = words[..] else {
        return Err(line.refuse("a line `side-file DIGEST 2` or `side-file DIGEST 4`"));
    };
    let width: usize = line.value(width)?;
    let cells = shape.iter().try_fold(1usize, |all, &side| all.checked_mul(side));
    let Some(length) = cells.and_then(|cells| cells.checked_mul(width)).filter(|&n| n <= LARGEST_SIDE_FILE)
    else {
        return Err(line.refuse(format_args!("a table of at most {LARGEST_SIDE_FILE} bytes")));
    };
    let unreadable =
        |error: std::io::Error| line.refuse(format_args!("a side file that can be read: {error}"));
    let file = context.side_files.open(digest).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(length as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() != length || hexadecimal(&Sha256::digest(&bytes)) != digest {
        return Err(line.refuse(format_args!("a side file of {length} bytes with this digest")));
    }
    Ok(if width == 2 {
        let value = |b: &[u8; 2]| match u16::from_le_bytes(*b) {
            u16::MAX => NO_POSITION,
            value => u32::from(value),
        };
        bytes.as_chunks().0.iter().map(value).collect()
    } else {
        bytes.as_chunks().0.iter().map(|b| u32::from_le_bytes(*b)).collect()
    })
}
