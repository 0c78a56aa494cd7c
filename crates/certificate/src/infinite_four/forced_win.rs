//! Certificate: one side of infinite Connect-Four wins by threats alone.
//!
//! Claim: from the given stones, `winner` makes a four within `plies` moves, whatever the other
//! does.
//!
//! Evidence: one line of play. At each move of the other side the winner must threaten a four and
//! the other side must not; then only the threatened column delays the four, and if two columns
//! are threatened nothing does. So the single line stands for every defence: a stone anywhere else
//! does not change the threatened column, and the winner drops into it.
//!
//! Cost: for each move, the lines through each column near a stone. All of it is charged.

use std::fmt;

use hissho_rules::infinite_four::{Board, BoardError, Position, Side, Stone, write_stones};
use hissho_rules::{Account, Exhausted};

use crate::infinite_four::response::{read_side, read_stones, stones_text};
use crate::text::{Reader, Writer};
use crate::{CheckError, Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "forced-win";

/// From these stones, `winner` makes a four within `plies` moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// The stones already dropped, in order.
    pub stones: Vec<Stone>,
    /// Who moves next.
    pub to_move: Side,
    /// Who wins.
    pub winner: Side,
    /// In at most so many moves of both sides.
    pub plies: usize,
}

impl fmt::Display for ForcedWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stones.as_slice() {
            [] => write!(f, "infinite Connect-Four, empty board")?,
            stones => write!(f, "infinite Connect-Four, after {}", write_stones(stones))?,
        }
        let (side, winner, plies) = (self.to_move, self.winner, self.plies);
        write!(
            f,
            ", {side} to move: whatever {} does, {winner} can make a four within the next {plies} stones of both sides",
            winner.other()
        )
    }
}

/// Why the line of play does not establish the claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ForcedWinError {
    /// The check takes more than it was given.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The stones cannot be dropped.
    #[error("{0}")]
    Board(BoardError),
    /// The line has another length than claimed.
    #[error("the line has {found} moves, the claim says {plies}")]
    Length {
        /// Moves in the line.
        found: usize,
        /// Moves claimed.
        plies: usize,
    },
    /// A stone of the wrong side.
    #[error("move {ply} is {stone}, but it is the other side's turn")]
    OutOfTurn {
        /// The number of the move, from 1.
        ply: usize,
        /// The stone.
        stone: Stone,
    },
    /// The defender is free to do something else.
    #[error("before move {ply} ({stone}): {problem}")]
    NotForced {
        /// The number of the move, from 1.
        ply: usize,
        /// The stone.
        stone: Stone,
        /// What the defender could do.
        problem: String,
    },
    /// The line does not end with a four, or goes on after one.
    #[error("the line must end with its first four, made by {winner}")]
    NoFour {
        /// Who should win.
        winner: Side,
    },
}

impl CheckError for ForcedWinError {
    fn exhausted(&self) -> Option<Exhausted> {
        if let ForcedWinError::Exhausted(exhausted) = self { Some(*exhausted) } else { None }
    }
}

/// Checks that the line of play `line` establishes `claim`.
pub fn check(
    claim: ForcedWin,
    line: &[Stone],
    account: &Account,
) -> Result<Proved<ForcedWin>, ForcedWinError> {
    let winner = claim.winner;
    if line.len() != claim.plies {
        return Err(ForcedWinError::Length { found: line.len(), plies: claim.plies });
    }
    account.charge_product(256, claim.stones.len() + line.len())?;
    let mut position = Position::of(Board::INFINITE, &claim.stones).map_err(ForcedWinError::Board)?;
    if claim.stones.last().is_some_and(|stone| position.four_at_top(stone.column).is_some()) {
        return Err(ForcedWinError::NoFour { winner });
    }
    let mut side = claim.to_move;
    for (index, &stone) in line.iter().enumerate() {
        let ply = index + 1;
        if stone.side != side {
            return Err(ForcedWinError::OutOfTurn { ply, stone });
        }
        if side != winner {
            let not_forced = |problem| Err(ForcedWinError::NotForced { ply, stone, problem });
            // Twice seven columns near each that holds stones, sixteen lines through each.
            account.charge_product(2 * 7 * 256, position.occupied().count())?;
            if let Some(column) = position.winning_columns(side).first() {
                return not_forced(format!("{side} makes a four in column {column}"));
            }
            match position.winning_columns(winner).as_slice() {
                [] => return not_forced(format!("{winner} threatens nothing, {side} may play anywhere")),
                &[column] if column != stone.column => {
                    return not_forced(format!("{side} must stop the four in column {column}"));
                }
                _ => {}
            }
        }
        position.drop_stone(stone).map_err(ForcedWinError::Board)?;
        let four = position.four_at_top(stone.column).is_some();
        if four != (ply == line.len()) || (four && side != winner) {
            return Err(ForcedWinError::NoFour { winner });
        }
        side = side.other();
    }
    if line.is_empty() {
        return Err(ForcedWinError::NoFour { winner });
    }
    Ok(Proved::by_check(claim))
}

/// The certificate as text.
pub fn write(claim: &ForcedWin, line: &[Stone]) -> String {
    let mut writer = Writer::new(KIND);
    lines(claim, line, &mut writer);
    writer.finish()
}

/// The lines after the head.
fn lines(claim: &ForcedWin, line: &[Stone], writer: &mut Writer<'_>) {
    writer.line(format_args!("stones {}", stones_text(&claim.stones)));
    writer.line(format_args!("to-move {}", claim.to_move));
    writer.line(format_args!("winner {}", claim.winner));
    writer.line(format_args!("plies {}", claim.plies));
    writer.line(format_args!("line {}", stones_text(line)));
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let stones = read_stones(&reader.field("stones")?)?;
    let to_move = read_side(&reader.field("to-move")?)?;
    let winner = read_side(&reader.field("winner")?)?;
    let plies = reader.field("plies")?.parse()?;
    let line = read_stones(&reader.field("line")?)?;
    let claim = ForcedWin { stones, to_move, winner, plies };
    reader.must_be(|writer| lines(&claim, &line, writer))?;
    let proved = check(claim, &line, &context.account).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}
