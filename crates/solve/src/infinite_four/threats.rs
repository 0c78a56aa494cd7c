//! Forced wins by threats: every move of the winner threatens a four until one cannot be stopped.
//!
//! Depth first with growing depth. Columns more than three away from all stones make no threat, so the
//! moves are finite in number; each is answered by the one reply that stops the four. A move that
//! lets the other side make a four is no use. Out: claim and line of [`hissho_certificate::infinite_four::forced_win`].
//! Cost: the winning columns of both sides for each position looked at.

use hissho_certificate::infinite_four::forced_win::ForcedWin;
use hissho_rules::infinite_four::{Board, BoardError, LARGEST_COLUMN, Position, Side, Stone};

use crate::limits::{Meter, Stop};

/// The shortest win by threats for `winner` with at most `depth` moves of his own, if there is one.
pub fn find_win(
    stones: &[Stone],
    to_move: Side,
    winner: Side,
    depth: usize,
    meter: &Meter,
) -> Result<Option<(ForcedWin, Vec<Stone>)>, FindWinError> {
    let mut position = Position::of(Board::INFINITE, stones)?;
    for limit in 1..=depth {
        let mut line = Vec::new();
        let found = if to_move == winner {
            attack(&mut position, winner, limit, &mut line, meter)?
        } else {
            defend(&mut position, winner, limit, &mut line, meter)?
        };
        if found {
            let claim = ForcedWin { stones: stones.to_vec(), to_move, winner, plies: line.len() };
            debug_assert!(
                hissho_certificate::infinite_four::forced_win::check(
                    claim.clone(),
                    &line,
                    &hissho_rules::Account::unlimited()
                )
                .is_ok()
            );
            return Ok(Some((claim, line)));
        }
    }
    Ok(None)
}

/// Why no answer was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindWinError {
    /// The stones cannot be dropped.
    #[error("{0}")]
    Board(#[from] BoardError),
    /// A limit was reached.
    #[error("{0}")]
    Stop(#[from] Stop),
}

/// The winner to move: looks for a move that wins, and leaves the play in `line`.
fn attack(
    position: &mut Position,
    winner: Side,
    depth: usize,
    line: &mut Vec<Stone>,
    meter: &Meter,
) -> Result<bool, FindWinError> {
    meter.spend(1)?;
    let can_be_written = |column: &&i64| column.unsigned_abs() <= LARGEST_COLUMN.unsigned_abs();
    if let Some(&column) = position.winning_columns(winner).iter().find(can_be_written) {
        line.push(Stone { side: winner, column });
        return Ok(true);
    }
    if depth <= 1 {
        return Ok(false);
    }
    let mut columns: Vec<i64> = position.occupied().flat_map(|column| column - 3..=column + 3).collect();
    columns.sort_unstable();
    columns.dedup();
    for column in columns {
        let stone = Stone { side: winner, column };
        position.drop_stone(stone)?;
        line.push(stone);
        let won = defend(position, winner, depth - 1, line, meter)?;
        position.lift_stone(column);
        if won {
            return Ok(true);
        }
        line.pop();
    }
    Ok(false)
}

/// The other side to move: lost if the winner threatens and goes on winning.
fn defend(
    position: &mut Position,
    winner: Side,
    depth: usize,
    line: &mut Vec<Stone>,
    meter: &Meter,
) -> Result<bool, FindWinError> {
    let threats = position.winning_columns(winner);
    let Some(&column) = threats.last() else {
        return Ok(false);
    };
    if !position.winning_columns(winner.other()).is_empty() {
        return Ok(false);
    }
    let stone = Stone { side: winner.other(), column };
    position.drop_stone(stone)?;
    line.push(stone);
    let won = attack(position, winner, depth, line, meter)?;
    position.lift_stone(column);
    if !won {
        line.pop();
    }
    Ok(won)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use hissho_rules::infinite_four::parse_stones;

    #[test]
    fn the_first_figure_is_a_win_in_eleven_plies() {
        let stones = parse_stones("X0O1X1O-1X-1O2").unwrap();
        let meter = Limits::default().start();
        let (claim, line) = find_win(&stones, Side::X, Side::X, 8, &meter).unwrap().unwrap();
        assert_eq!(line.len(), 11);
        hissho_certificate::infinite_four::forced_win::check(
            claim,
            &line,
            &hissho_rules::Account::unlimited(),
        )
        .unwrap();
    }

    #[test]
    fn three_in_a_row_cannot_be_stopped() {
        let stones = parse_stones("X0X1X2").unwrap();
        let meter = Limits::default().start();
        assert!(find_win(&stones, Side::O, Side::X, 1, &meter).unwrap().is_some());
        let two = parse_stones("X0X1").unwrap();
        assert!(find_win(&two, Side::O, Side::X, 6, &meter).unwrap().is_none());
    }
}
