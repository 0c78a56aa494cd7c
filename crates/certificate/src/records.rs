//! Certificate: what repeats in a record of shogi or chess moves.
//!
//! Claim: one of the facts of [`RepetitionFact`] about the moves played from a position, in the
//! plain model of [`hissho_rules::records`]: positions are equal when board, hands, side to move
//! and castling rights are; moves are equal when the same side makes them and they are written the
//! same, so an even number of moves apart. That each move is lawful beyond that model, and who
//! gives check, is *not* part of any claim here.
//!
//! Evidence: the record. The checker replays it and counts. One fact is about infinitely many games
//! ([`RepetitionFact::Coding`]): two blocks of moves of equal length that each return to the start,
//! where the moves that can stand at one place of a block never stand at another place. If the
//! blocks are played in the order of a word without cubes, the moves contain no cube: equal moves
//! stand at equal places of their blocks, so the period of a cube of moves is a whole number of
//! blocks, and reading the moves at a place where the blocks differ gives a cube in the word.
//!
//! Cost: O(n²) move comparisons for `n` moves; `2^n` replays for [`RepetitionFact::Orders`].

mod replay;

use std::collections::HashMap;
use std::fmt;

use hissho_rules::records::{RecordError, RecordGame, RecordPosition};
use hissho_rules::{Account, Exhausted};

use replay::{first_occurrence, for_each_power, old_rule, replay};

use crate::text::{Reader, Writer, digest_of};
use crate::{CheckError, Claim, Context, Proved, Refusal, Strength};

/// The name of this kind in a certificate.
pub const KIND: &str = "repetition";

/// The most blocks that are played in every order.
const MOST_BLOCKS: u32 = 32;

/// A fact about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepetitionClaim {
    /// The position before the first move.
    pub start: RecordPosition,
    /// The moves in coordinates, at least one.
    pub moves: Vec<String>,
    /// What is said of them.
    pub fact: RepetitionFact,
}

impl RepetitionClaim {
    /// One fact is about infinitely many games, the others about one record.
    pub(crate) fn strength(&self) -> Strength {
        match self.fact {
            RepetitionFact::Coding { .. } => Strength::Universal,
            _ => Strength::Finite,
        }
    }
}

/// What can be said of a record. A ply is a number of moves played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepetitionFact {
    /// There are so many moves, and they pass through so many different positions, the first
    /// included.
    Positions {
        /// The number of moves.
        plies: usize,
        /// The number of different positions.
        distinct: usize,
    },
    /// The first position stands on the board after exactly these plies.
    Returns {
        /// Plies, 0 first.
        at: Vec<usize>,
    },
    /// The first time any position occurs for the `count`-th time is after `ply`; never, if `None`.
    Occurs {
        /// At least 2; 4 for the rule of 1983.
        count: usize,
        /// When.
        ply: Option<usize>,
    },
    /// The blocks of moves played `copies` times in a row are exactly these.
    Powers {
        /// At least 2.
        copies: usize,
        /// After how many moves each begins and how many moves a block has; by block length, then
        /// by place.
        at: Vec<(usize, usize)>,
    },
    /// The old rule: the first time that a block of moves that returns to the position before it
    /// has been played three times in a row is after `ply`; never, if `None`.
    OldRule {
        /// When.
        ply: Option<usize>,
    },
    /// The moves and the moves `other` are two blocks that return to the start; played in the order
    /// of any word over two letters without cubes, finite or infinite, they contain no block of
    /// moves three times in a row.
    Coding {
        /// The second block.
        other: Vec<String>,
    },
    /// In each of the `2^length` orders of `length` blocks, each the moves or the moves `other`:
    /// when the old rule has applied, some position has occurred four times by then.
    Orders {
        /// The second block.
        other: Vec<String>,
        /// How many blocks are played, 1 to 32.
        length: u32,
    },
}

/// Why the claim was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RepetitionError {
    /// The check takes more than it was given.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// A record without moves says nothing.
    #[error("no moves, a record or a block has at least one")]
    NoMoves,
    /// The record cannot be replayed.
    #[error("move {number}: {error}")]
    Record {
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        error: RecordError,
    },
    /// Something happens again from its second time on.
    #[error("{found} times in a row or in all, at least 2 are needed")]
    Times {
        /// The number given.
        found: usize,
    },
    /// The number of blocks is 0 or too large.
    #[error("orders of {found} blocks, from 1 to {MOST_BLOCKS} are played")]
    Blocks {
        /// The number given.
        found: u32,
    },
    /// The two blocks are the same.
    #[error("the two blocks are the same moves")]
    SameBlocks,
    /// The two blocks of a coding are not equally long.
    #[error("blocks of {one} and {other} moves, they must be equally long")]
    Lengths {
        /// Moves of the first.
        one: usize,
        /// Moves of the second.
        other: usize,
    },
    /// A block of a coding does not lead back.
    #[error("after {text} the position is not the first one: the block does not return")]
    NoReturn {
        /// The last move of the block.
        text: String,
    },
    /// A move of a coding does not tell its place.
    #[error("{text} stands at places {first} and {second} of the blocks, counted from 0")]
    TwoPlaces {
        /// The move.
        text: String,
        /// Where it stands.
        first: usize,
        /// Where else.
        second: usize,
    },
    /// The record says otherwise.
    #[error("{0}")]
    False(String),
}

impl CheckError for RepetitionError {
    fn exhausted(&self) -> Option<Exhausted> {
        if let RepetitionError::Exhausted(exhausted) = self { Some(*exhausted) } else { None }
    }
}

fn untrue<T>(reason: impl fmt::Display) -> Result<T, RepetitionError> {
    Err(RepetitionError::False(reason.to_string()))
}

/// Checks `claim`, which carries its own evidence.
pub fn check(claim: RepetitionClaim, account: &Account) -> Result<Proved<RepetitionClaim>, RepetitionError> {
    let RepetitionClaim { start, moves, fact } = &claim;
    let positions = replay(start, moves, account)?;
    match fact {
        RepetitionFact::Positions { plies, distinct } => {
            let found = (moves.len(), positions.iter().max().map_or(0, |last| last + 1));
            if found != (*plies, *distinct) {
                let (plies, distinct) = found;
                return untrue(format_args!("there are {plies} moves and {distinct} different positions"));
            }
        }
        RepetitionFact::Returns { at } => {
            let found = (0..=moves.len()).filter(|&ply| positions[ply] == 0);
            if !found.clone().eq(at.iter().copied()) {
                return untrue(format_args!(
                    "the first position stands {} times, or at other plies",
                    found.count()
                ));
            }
        }
        RepetitionFact::Occurs { count: found @ ..2, .. }
        | RepetitionFact::Powers { copies: found @ ..2, .. } => {
            return Err(RepetitionError::Times { found: *found });
        }
        RepetitionFact::Occurs { count, ply } => {
            let found = first_occurrence(&positions, *count);
            if found != *ply {
                return untrue(format_args!(
                    "a position occurs {count} times first after ply {}",
                    never(found)
                ));
            }
        }
        RepetitionFact::Powers { copies, at } => check_powers(moves, *copies, at, account)?,
        RepetitionFact::OldRule { ply } => {
            let found = old_rule(&positions, moves, account)?;
            if found != *ply {
                return untrue(format_args!("the old rule applies after ply {}", never(found)));
            }
        }
        RepetitionFact::Coding { other } => {
            let others = replay(start, other, account)?;
            check_coding((moves, &positions), (other, &others), account)?;
        }
        RepetitionFact::Orders { other, length } => check_orders(start, [moves, other], *length, account)?,
    }
    Ok(Proved::by_check(claim))
}

fn never(ply: Option<usize>) -> String {
    ply.map_or("none".to_owned(), |ply| ply.to_string())
}

fn check_powers(
    moves: &[String],
    copies: usize,
    at: &[(usize, usize)],
    account: &Account,
) -> Result<(), RepetitionError> {
    let mut listed = at.iter();
    let mut wrong = None;
    for_each_power(moves, copies, account, |place, period| {
        if listed.next() != Some(&(place, period)) && wrong.is_none() {
            wrong = Some(("is played but not listed, or not listed here", place, period));
        }
    })?;
    let surplus = listed.next().map(|&(place, period)| ("is listed but not played", place, period));
    match wrong.or(surplus) {
        None => Ok(()),
        Some((how, place, period)) => {
            untrue(format_args!("power {place} {period}: {copies} times in a row it {how}"))
        }
    }
}

/// The moves of a block and the positions they pass through.
type Block<'a> = (&'a [String], &'a [usize]);

fn check_coding(one: Block<'_>, other: Block<'_>, account: &Account) -> Result<(), RepetitionError> {
    for (moves, positions) in [one, other] {
        if let (Some(1..), Some(text)) = (positions.last(), moves.last()) {
            return Err(RepetitionError::NoReturn { text: text.clone() });
        }
    }
    let (one, other) = (one.0, other.0);
    if one.len() != other.len() {
        return Err(RepetitionError::Lengths { one: one.len(), other: other.len() });
    }
    if one == other {
        return Err(RepetitionError::SameBlocks);
    }
    account.charge_product(one.len(), 100)?;
    account.hold::<[usize; 12]>(one.len())?;
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (second, pair) in one.iter().zip(other).enumerate() {
        for text in [pair.0, pair.1] {
            let first = *places.entry(text).or_insert(second);
            if first != second {
                return Err(RepetitionError::TwoPlaces { text: text.clone(), first, second });
            }
        }
    }
    account.release::<[usize; 12]>(one.len());
    Ok(())
}

fn check_orders(
    start: &RecordPosition,
    blocks: [&Vec<String>; 2],
    length: u32,
    account: &Account,
) -> Result<(), RepetitionError> {
    if length == 0 || length > MOST_BLOCKS {
        return Err(RepetitionError::Blocks { found: length });
    }
    if blocks[0] == blocks[1] {
        return Err(RepetitionError::SameBlocks);
    }
    if blocks[1].is_empty() {
        return Err(RepetitionError::NoMoves);
    }
    let most = blocks[0].len().max(blocks[1].len()).saturating_mul(length as usize);
    account.hold::<&str>(2 * most)?;
    for order in 0..1u64 << length {
        account.charge(most as u64)?;
        let moves: Vec<&str> =
            (0..length).flat_map(|n| blocks[(order >> n & 1) as usize]).map(String::as_str).collect();
        let positions = replay(start, &moves, account)?;
        let (old, new) = (old_rule(&positions, &moves, account)?, first_occurrence(&positions, 4));
        if old.is_some_and(|old| new.is_none_or(|new| new > old)) {
            return untrue(format_args!("in order {order} the old rule applies first"));
        }
    }
    account.release::<&str>(2 * most);
    Ok(())
}

/// The certificate as text.
pub fn write(claim: &RepetitionClaim) -> String {
    let mut writer = Writer::new(KIND);
    lines(claim, &mut writer);
    writer.finish()
}

/// The lines after the head.
fn lines(claim: &RepetitionClaim, writer: &mut Writer<'_>) {
    writer.line(format_args!("game {}", claim.start.game()));
    writer.line(format_args!("start {}", claim.start));
    write_moves(writer, &claim.moves);
    match &claim.fact {
        RepetitionFact::Positions { plies, distinct } => {
            writer.line(format_args!("positions {plies} {distinct}"))
        }
        RepetitionFact::Returns { at } => writer.line(format_args!("returns{}", spaced(at))),
        RepetitionFact::Occurs { count, ply } => writer.line(format_args!("occurs {count} {}", never(*ply))),
        RepetitionFact::Powers { copies, at } => {
            writer.line(format_args!("powers {copies}"));
            for (place, period) in at {
                writer.line(format_args!("power {place} {period}"));
            }
        }
        RepetitionFact::OldRule { ply } => writer.line(format_args!("old-rule {}", never(*ply))),
        RepetitionFact::Coding { other } => {
            writer.line("coding");
            write_moves(writer, other);
        }
        RepetitionFact::Orders { other, length } => {
            writer.line(format_args!("orders {length}"));
            write_moves(writer, other);
        }
    }
}

fn write_moves(writer: &mut Writer<'_>, moves: &[String]) {
    writer.line(format_args!("moves {}", moves.len()));
    for row in moves.chunks(16) {
        writer.line(row.join(" "));
    }
}

fn read_moves(reader: &mut Reader<'_>, account: &Account) -> Result<Vec<String>, Refusal> {
    let count: usize = reader.field("moves")?.parse()?;
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < count {
        let line = reader.next_line()?;
        account.hold::<[usize; 8]>(line.text.len() / 2 + 1)?;
        moves.extend(line.words().map(str::to_owned));
    }
    Ok(moves)
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let account = &context.account;
    let line = reader.field("game")?;
    let game = match line.text {
        "shogi" => RecordGame::Shogi,
        "chess" => RecordGame::Chess,
        _ => return Err(line.refuse("shogi or chess")),
    };
    let line = reader.field("start")?;
    let start = RecordPosition::parse(game, line.text).map_err(|error| line.refuse(error))?;
    let moves = read_moves(reader, account)?;
    let line = reader.next_line()?;
    account.hold::<[usize; 4]>(line.text.len() / 2 + 1)?;
    let words: Vec<&str> = line.words().collect();
    let ply = |word: &str| {
        if word == "none" { Ok(None) } else { line.value(word).map(Some) }
    };
    let fact = match words[..] {
        ["positions", plies, distinct] => {
            RepetitionFact::Positions { plies: line.value(plies)?, distinct: line.value(distinct)? }
        }
        ["returns", ref at @ ..] => {
            let at: Result<_, Refusal> = at.iter().map(|ply| line.value(ply)).collect();
            RepetitionFact::Returns { at: at? }
        }
        ["occurs", count, word] => RepetitionFact::Occurs { count: line.value(count)?, ply: ply(word)? },
        ["powers", copies] => {
            let mut at = Vec::new();
            while reader.peek().is_some() {
                account.hold::<(usize, usize)>(2)?;
                let line = reader.field("power")?;
                let Some((place, period)) = line.text.split_once(' ') else {
                    return Err(line.refuse("`power PLACE LENGTH`"));
                };
                at.push((line.value(place)?, line.value(period)?));
            }
            RepetitionFact::Powers { copies: line.value(copies)?, at }
        }
        ["old-rule", word] => RepetitionFact::OldRule { ply: ply(word)? },
        ["coding"] => RepetitionFact::Coding { other: read_moves(reader, account)? },
        ["orders", length] => {
            RepetitionFact::Orders { length: line.value(length)?, other: read_moves(reader, account)? }
        }
        _ => return Err(line.refuse("a fact, as `occurs 4 24`")),
    };
    let claim = RepetitionClaim { start, moves, fact };
    reader.must_be(|writer| lines(&claim, writer))?;
    let proved = check(claim, account).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}

fn spaced<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(|item| format!(" {item}")).collect()
}

/// All the moves, or the first of them and the digest of all.
fn shown(moves: &[String]) -> String {
    if moves.len() <= 16 {
        return moves.join(" ");
    }
    let digest = digest_of(moves.join(" ").as_bytes());
    format!("{} ... ({} moves, sha256:{digest})", moves[..8].join(" "), moves.len())
}

impl fmt::Display for RepetitionClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RepetitionClaim { start, moves, fact } = self;
        write!(f, "{}, whether moves are lawful left aside, from {start}, ", start.game())?;
        write!(f, "moves {}: ", shown(moves))?;
        match fact {
            RepetitionFact::Positions { plies, distinct } => {
                write!(f, "{plies} moves pass through {distinct} different positions")
            }
            RepetitionFact::Returns { at } => {
                write!(f, "the first position occurs {} times, after plies{}", at.len(), spaced(at))
            }
            RepetitionFact::Occurs { count, ply: Some(ply) } => {
                write!(f, "after {ply} moves, and not before, some position has occurred {count} times")
            }
            RepetitionFact::Occurs { count, ply: None } => write!(f, "no position occurs {count} times"),
            RepetitionFact::Powers { copies, at } => match at.first() {
                None => write!(f, "no block of moves is played {copies} times in a row"),
                Some((place, period)) => write!(
                    f,
                    "blocks of moves played {copies} times in a row: {}, the first from ply {place} with {period} moves",
                    at.len()
                ),
            },
            RepetitionFact::OldRule { ply: Some(ply) } => {
                write!(
                    f,
                    "the same returning block has been played three times in a row first after ply {ply}"
                )
            }
            RepetitionFact::OldRule { ply: None } => {
                write!(f, "no returning block of moves is played three times in a row")
            }
            RepetitionFact::Coding { other } => write!(
                f,
                "these and {} return to the start, and played in the order of any cube-free word over two letters they \
                 never contain a block of moves three times in a row",
                shown(other)
            ),
            RepetitionFact::Orders { other, length } => write!(
                f,
                "in every order of {length} blocks, each these or {}: once a returning block has been played three \
                 times in a row, some position has occurred four times",
                shown(other)
            ),
        }
    }
}
