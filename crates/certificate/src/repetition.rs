//! Certificate: what repeats in a record of shogi or chess moves.
//!
//! Claim: one of the facts of [`RepetitionFact`] about the moves played from a position, in the plain model of
//! [`rules::record`]: positions are equal when board, hands, side to move and castling rights are; moves are equal when
//! written the same. That each move is lawful beyond that model, and who gives check, is *not* part of any claim here.
//!
//! Evidence: the record. The checker replays it and counts. One fact is about infinitely many games
//! ([`RepetitionFact::Coding`]): two blocks of moves of equal length that each return to the start, where the moves that
//! can stand at one place of a block never stand at another place. If the blocks are played in the order of a word
//! without cubes, the moves contain no cube: equal moves stand at equal places of their blocks, so the period of a cube
//! of moves is a whole number of blocks, and reading the moves at a place where the blocks differ gives a cube in
//! the word.
//!
//! Cost: O(n²) move comparisons for `n` moves; `2^n` replays for [`RepetitionFact::Orders`].

use std::collections::HashMap;
use std::fmt;

use rules::record::{RecordError, RecordGame, RecordPosition};

use crate::text::{Reader, Writer};
use crate::{Claim, Context, Proved, Refusal, Strength};

/// The name of this kind in a certificate.
pub const KIND: &str = "repetition";

/// A fact about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepetitionClaim {
    /// The game.
    pub game: RecordGame,
    /// The position before the first move, as SFEN or FEN.
    pub start: String,
    /// The moves in coordinates.
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
    /// There are so many moves, and they pass through so many different positions, the first included.
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
        /// After how many moves each begins and how many moves a block has; by block length, then by place.
        at: Vec<(usize, usize)>,
    },
    /// The old rule: the first time that a block of moves that returns to the position before it has been played three
    /// times in a row is after `ply`; never, if `None`.
    OldRule {
        /// When.
        ply: Option<usize>,
    },
    /// The moves and the moves `other` are two blocks that return to the start; played in the order of any word over two
    /// letters without cubes, finite or infinite, they contain no block of moves three times in a row.
    Coding {
        /// The second block.
        other: Vec<String>,
    },
    /// In each of the `2^length` orders of `length` blocks, each the moves or the moves `other`: when the old rule has
    /// applied, some position has occurred four times by then.
    Orders {
        /// The second block.
        other: Vec<String>,
        /// How many blocks are played.
        length: u32,
    },
}

/// Why the claim was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RepetitionError {
    /// The record cannot be replayed.
    #[error("{0}")]
    Record(RecordError),
    /// Looking would take more steps than the checker may spend.
    #[error("the check takes {needed} steps, at most {allowed} are allowed")]
    TooLong {
        /// Steps needed.
        needed: u128,
        /// Steps allowed.
        allowed: u64,
    },
    /// The fact's own numbers make no sense.
    #[error("{0}")]
    Senseless(&'static str),
    /// The record says otherwise.
    #[error("{0}")]
    False(String),
}

impl From<RecordError> for RepetitionError {
    fn from(error: RecordError) -> Self {
        RepetitionError::Record(error)
    }
}

fn untrue<T>(reason: impl fmt::Display) -> Result<T, RepetitionError> {
    Err(RepetitionError::False(reason.to_string()))
}

/// Checks `claim` in at most `steps` elementary steps.
pub fn check(claim: RepetitionClaim, steps: u64) -> Result<Proved<RepetitionClaim>, RepetitionError> {
    let RepetitionClaim { game, start, moves, fact } = &claim;
    let plies = moves.len() as u128;
    let needed = match fact {
        RepetitionFact::Orders { length, .. } if *length < 40 => ((plies + 1).pow(2) * 100_000) << length,
        RepetitionFact::Orders { .. } => u128::MAX,
        _ => plies * plies + 1_000 * plies,
    };
    if needed > u128::from(steps) {
        return Err(RepetitionError::TooLong { needed, allowed: steps });
    }
    let start = RecordPosition::parse(*game, start)?;
    let positions = start.replay(moves)?;
    match fact {
        RepetitionFact::Positions { plies, distinct } => {
            let found = (moves.len(), positions.iter().collect::<std::collections::HashSet<_>>().len());
            if found != (*plies, *distinct) {
                return untrue(format_args!(
                    "there are {} moves and {} different positions",
                    found.0, found.1
                ));
            }
        }
        RepetitionFact::Returns { at } => {
            let found: Vec<usize> = (0..=moves.len()).filter(|&ply| positions[ply] == start).collect();
            if found != *at {
                return untrue(format_args!("the first position stands after plies {found:?}"));
            }
        }
        RepetitionFact::Occurs { count, .. } if *count < 2 => {
            return Err(RepetitionError::Senseless("a position occurs again from its 2nd occurrence on"));
        }
        RepetitionFact::Occurs { count, ply } => {
            let found = first_occurrence(&positions, *count);
            if found != *ply {
                return untrue(format_args!(
                    "the first occurrence number {count} is after ply {}",
                    never(found)
                ));
            }
        }
        RepetitionFact::Powers { copies, .. } if *copies < 2 => {
            return Err(RepetitionError::Senseless("a power has at least 2 copies"));
        }
        RepetitionFact::Powers { copies, at } => {
            let found = powers(moves, *copies);
            if found != *at {
                return untrue(format_args!(
                    "the blocks played {copies} times in a row are (place, length) {found:?}"
                ));
            }
        }
        RepetitionFact::OldRule { ply } => {
            let found = old_rule(&positions, moves);
            if found != *ply {
                return untrue(format_args!("the old rule applies after ply {}", never(found)));
            }
        }
        RepetitionFact::Coding { other } => check_coding(&start, moves, other)?,
        RepetitionFact::Orders { other, length } => {
            for order in 0..1u64 << length {
                let blocks = (0..*length).flat_map(|n| if order >> n & 1 == 0 { moves } else { other });
                let moves: Vec<String> = blocks.cloned().collect();
                let positions = start.replay(&moves)?;
                let (old, new) = (old_rule(&positions, &moves), first_occurrence(&positions, 4));
                if old.is_some_and(|old| new.is_none_or(|new| new > old)) {
                    return untrue(format_args!("in order {order} the old rule applies first"));
                }
            }
        }
    }
    Ok(Proved::by_check(claim))
}

fn never(ply: Option<usize>) -> String {
    ply.map_or("none".to_owned(), |ply| ply.to_string())
}

fn first_occurrence(positions: &[RecordPosition], count: usize) -> Option<usize> {
    let mut seen: HashMap<&RecordPosition, usize> = HashMap::new();
    positions.iter().position(|position| {
        let times = seen.entry(position).or_insert(0);
        *times += 1;
        *times == count
    })
}

/// The place and length of every block that stands `copies` times in a row, by length, then by place.
fn powers(moves: &[String], copies: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for period in (1..).take_while(|period| copies.saturating_mul(*period) <= moves.len()) {
        let needed = (copies - 1) * period;
        let mut equal = 0; // moves at this distance that agree, in a row up to here
        for at in period..moves.len() {
            equal = if moves[at] == moves[at - period] { equal + 1 } else { 0 };
            if equal >= needed {
                found.push((at + 1 - copies * period, period));
            }
        }
    }
    found
}

fn old_rule(positions: &[RecordPosition], moves: &[String]) -> Option<usize> {
    let cubes = powers(moves, 3).into_iter();
    let returning = cubes.filter(|&(at, period)| positions[at] == positions[at + period]);
    returning.map(|(at, period)| at + 3 * period).min()
}

fn check_coding(start: &RecordPosition, one: &[String], other: &[String]) -> Result<(), RepetitionError> {
    for block in [one, other] {
        if start.replay(block)?.last() != Some(start) {
            return untrue("a block does not return to the first position");
        }
    }
    if one.len() != other.len() || one == other || one.is_empty() {
        return untrue("the blocks must be different and equally long");
    }
    for (place, (first, second)) in one.iter().zip(other).enumerate() {
        let later = one[place + 1..].iter().chain(&other[place + 1..]);
        if let Some(again) = later.into_iter().find(|again| *again == first || *again == second) {
            return untrue(format_args!("{again} stands at two different places of the blocks"));
        }
    }
    Ok(())
}

/// The certificate as text.
pub fn write(claim: &RepetitionClaim) -> String {
    let mut writer = Writer::new(KIND);
    writer.line(format_args!("game {}", claim.game));
    writer.line(format_args!("start {}", claim.start));
    write_moves(&mut writer, &claim.moves);
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
            write_moves(&mut writer, other);
        }
        RepetitionFact::Orders { other, length } => {
            writer.line(format_args!("orders {length}"));
            write_moves(&mut writer, other);
        }
    }
    writer.finish()
}

fn write_moves(writer: &mut Writer, moves: &[String]) {
    writer.line(format_args!("moves {}", moves.len()));
    for row in moves.chunks(16) {
        writer.line(row.join(" "));
    }
}

fn read_moves(reader: &mut Reader<'_>) -> Result<Vec<String>, Refusal> {
    let head = reader.field("moves")?;
    let count: usize = head.parse()?;
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < count {
        moves.extend(reader.next_line()?.text.split(' ').map(str::to_owned));
    }
    if moves.len() > count {
        Err(head.refuse(format_args!("the number of moves, {}", moves.len())))
    } else {
        Ok(moves)
    }
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let line = reader.field("game")?;
    let game = match line.text {
        "shogi" => RecordGame::Shogi,
        "chess" => RecordGame::Chess,
        _ => return Err(line.refuse("shogi or chess")),
    };
    let start = reader.field("start")?.text.to_owned();
    let moves = read_moves(reader)?;
    let line = reader.next_line()?;
    let words: Vec<&str> = line.text.split(' ').collect();
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
                let line = reader.field("power")?;
                let Some((place, period)) = line.text.split_once(' ') else {
                    return Err(line.refuse("`power PLACE LENGTH`"));
                };
                at.push((line.value(place)?, line.value(period)?));
            }
            RepetitionFact::Powers { copies: line.value(copies)?, at }
        }
        ["old-rule", word] => RepetitionFact::OldRule { ply: ply(word)? },
        ["coding"] => RepetitionFact::Coding { other: read_moves(reader)? },
        ["orders", length] => {
            RepetitionFact::Orders { length: line.value(length)?, other: read_moves(reader)? }
        }
        _ => return Err(line.refuse("a fact, as `occurs 4 24`")),
    };
    let claim = RepetitionClaim { game, start, moves, fact };
    let proved = check(claim, context.account.left()).map_err(|error| Refusal::evidence(KIND, error))?;
    Ok(proved.into_claim())
}

fn spaced<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(|item| format!(" {item}")).collect()
}

impl fmt::Display for RepetitionClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.moves.iter().take(8).map(String::as_str).collect::<Vec<_>>().join(" ");
        let dots = if self.moves.len() > 8 { " …" } else { "" };
        write!(f, "{} from {}, moves {shown}{dots} ({}): ", self.game, self.start, self.moves.len())?;
        match &self.fact {
            RepetitionFact::Positions { plies, distinct } => {
                write!(f, "{plies} moves pass through {distinct} different positions")
            }
            RepetitionFact::Returns { at } => {
                write!(f, "the first position occurs {} times, after plies{}", at.len(), spaced(at))
            }
            RepetitionFact::Occurs { count, ply: Some(ply) } => {
                write!(f, "a position occurs for the {count}th time first after ply {ply}")
            }
            RepetitionFact::Occurs { count, ply: None } => write!(f, "no position occurs {count} times"),
            RepetitionFact::Powers { copies, at } if at.is_empty() => {
                write!(f, "no block of moves is played {copies} times in a row")
            }
            RepetitionFact::Powers { copies, at } => {
                write!(f, "blocks of moves played {copies} times in a row: {}, the first ", at.len())?;
                write!(f, "from ply {} with {} moves", at[0].0, at[0].1)
            }
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
                "these and {} return to the start, and played in the order of any cube-free word they never contain \
                 a block of moves three times in a row",
                other.join(" ")
            ),
            RepetitionFact::Orders { other, length } => write!(
                f,
                "in every order of {length} blocks, these or {}, the old rule applies only when some position has \
                 occurred four times",
                other.join(" ")
            ),
        }
    }
}
