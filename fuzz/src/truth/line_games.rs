//! Fillings of a board by trying every move.

use std::collections::HashMap;

use hissho_certificate::line_games::{Goal, Strategy};
use hissho_rules::line_games::{Board, End};

use super::all;

pub(super) fn strategy(claim: &Strategy) -> Option<bool> {
    let positions = claim.record.split(" / ").map(|record| {
        let board = Board::after(&claim.game, record).ok()?;
        let mut left = 60_000;
        let winner = winner(&board, &mut HashMap::new(), &mut left)?;
        Some(winner == Some(claim.owner) || (winner.is_none() && claim.goal == Goal::NotLose))
    });
    all(positions)
}

/// What is in each slot, and the colour to move.
type Filling = (Vec<Option<usize>>, Option<usize>);

/// The side that wins, by plain recursion; inside, `None` for a draw.
fn winner(
    board: &Board<'_>,
    known: &mut HashMap<Filling, Option<usize>>,
    left: &mut u32,
) -> Option<Option<usize>> {
    match board.end() {
        Some(End::Win(side)) => return Some(Some(side)),
        Some(End::Draw) => return Some(None),
        None => {}
    }
    let key = (board.content().to_vec(), board.turn());
    if let Some(&value) = known.get(&key) {
        return Some(value);
    }
    *left = left.checked_sub(1)?;
    let mover = board.turn().map(|colour| board.game().sides()[colour]);
    let mut values = Vec::new();
    for slot in board.moves() {
        values.push(winner(&board.play(slot)?, known, left)?);
    }
    let value = [mover, None].into_iter().find(|value| values.contains(value)).unwrap_or(values[0]);
    known.insert(key, value);
    Some(value)
}
