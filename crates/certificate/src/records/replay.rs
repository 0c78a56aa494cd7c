//! Replaying a record: which positions it passes through, and which blocks of moves stand in a row.
//!
//! Cost: a copy of the position per move; O(n²) comparisons of numbered moves.

use std::collections::HashMap;

use hissho_rules::records::RecordPosition;
use hissho_rules::{Account, Exhausted};

use super::RepetitionError;

/// Steps for a move: a position is copied, changed and looked up.
const MOVE_STEPS: u64 = 1_000;

/// Room for a position.
type Room = [u64; 160];

/// The positions before the first move and after each, numbered by their first occurrence from 0.
pub(super) fn replay<S: AsRef<str>>(
    start: &RecordPosition,
    moves: &[S],
    account: &Account,
) -> Result<Vec<usize>, RepetitionError> {
    if moves.is_empty() {
        return Err(RepetitionError::NoMoves);
    }
    account.hold::<usize>(2 * moves.len())?;
    let mut known = HashMap::from([(start.clone(), 0)]);
    let mut position = start.clone();
    let mut numbers = vec![0];
    for (at, text) in moves.iter().enumerate() {
        account.charge(MOVE_STEPS)?;
        let wrong = |error| RepetitionError::Record { number: at + 1, error };
        position = position.play(text.as_ref()).map_err(wrong)?;
        let next = known.len();
        let number = known.get(&position).copied().unwrap_or(next);
        if number == next {
            account.hold::<Room>(1)?;
            known.insert(position.clone(), next);
        }
        numbers.push(number);
    }
    account.release::<Room>(known.len() - 1);
    account.release::<usize>(2 * moves.len());
    Ok(numbers)
}

/// The ply at which a position occurs for the `count`-th time first.
pub(super) fn first_occurrence(positions: &[usize], count: usize) -> Option<usize> {
    let mut seen = vec![0; positions.len()];
    positions.iter().position(|&position| {
        seen[position] += 1;
        seen[position] == count
    })
}

/// Visits the place and length of every block that stands `copies` times in a row, by length, then
/// by place. Moves of one side are an even number of moves apart.
pub(super) fn for_each_power<S: AsRef<str>>(
    moves: &[S],
    copies: usize,
    account: &Account,
    mut visit: impl FnMut(usize, usize),
) -> Result<(), Exhausted> {
    account.charge_product(moves.len(), 50)?;
    account.hold::<[usize; 8]>(moves.len())?;
    let mut known = HashMap::new();
    let mut numbers = Vec::with_capacity(moves.len());
    for text in moves {
        let next = known.len();
        numbers.push(*known.entry(text.as_ref()).or_insert(next));
    }
    for period in (2..).step_by(2).take_while(|&period| copies.saturating_mul(period) <= moves.len()) {
        account.charge_product(moves.len(), 2)?;
        let needed = (copies - 1) * period;
        let mut equal = 0; // moves at this distance that agree, in a row up to here
        for at in period..moves.len() {
            equal = if numbers[at] == numbers[at - period] { equal + 1 } else { 0 };
            if equal >= needed {
                visit(at + 1 - copies * period, period);
            }
        }
    }
    account.release::<[usize; 8]>(moves.len());
    Ok(())
}

/// The ply at which a returning block has been played three times in a row first.
pub(super) fn old_rule<S: AsRef<str>>(
    positions: &[usize],
    moves: &[S],
    account: &Account,
) -> Result<Option<usize>, Exhausted> {
    let mut first: Option<usize> = None;
    for_each_power(moves, 3, account, |at, period| {
        if positions[at] == positions[at + period] {
            let end = at + 3 * period;
            first = Some(first.map_or(end, |first| first.min(end)));
        }
    })?;
    Ok(first)
}
