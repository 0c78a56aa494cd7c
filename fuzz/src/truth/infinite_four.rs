//! Connect-Four without edges: wins and gadgets by trying every reply.

use std::collections::HashMap;

use hissho_certificate::infinite_four::forced_win::ForcedWin;
use hissho_certificate::infinite_four::zone_game::{Groups, ZoneGame};
use hissho_rules::infinite_four::{self, Cell, Direction, Side, Stone};

pub(super) fn forced_win(claim: &ForcedWin) -> Option<bool> {
    if claim.plies > 4 || claim.stones.len() > 12 {
        return None;
    }
    let position = infinite_four::Position::of(infinite_four::Board::INFINITE, &claim.stones).ok()?;
    Some(makes_four(position, claim.to_move, claim.winner, claim.plies))
}

/// Whether `winner` makes a four within so many stones, whatever the other does; a column far away stands for all
/// those that touch nothing.
fn makes_four(position: infinite_four::Position, side: Side, winner: Side, plies: usize) -> bool {
    if plies == 0 {
        return false;
    }
    let mut columns: Vec<i64> = position.occupied().flat_map(|column| column - 3..=column + 3).collect();
    columns.push(columns.iter().max().copied().unwrap_or(0) + 20);
    columns.sort_unstable();
    columns.dedup();
    let mut after = |column: i64| {
        let mut next = position.clone();
        next.drop_stone(Stone { side, column }).ok()?;
        let four = next.four_at_top(column).is_some();
        Some(if four { side == winner } else { makes_four(next, side.other(), winner, plies - 1) })
    };
    let mut outcomes = columns.into_iter().filter_map(&mut after);
    if side == winner { outcomes.any(|wins| wins) } else { outcomes.all(|wins| wins) }
}

pub(super) fn zone_game(claim: &ZoneGame) -> Option<bool> {
    let cells: Vec<Cell> = (claim.first..)
        .zip(&claim.word)
        .flat_map(|(column, &height)| (1..=height).map(move |row| Cell { column, row }))
        .take(10)
        .collect();
    if cells.len() > 8 || claim.unique.is_some() {
        return None;
    }
    let number = |of: Cell| cells.iter().position(|&cell| cell == of);
    // Each group, and whether the second must not have all of it either.
    let mut groups: Vec<(Vec<usize>, bool)> = Vec::new();
    match &claim.groups {
        Groups::Pairs(pairs) => {
            for pair in pairs {
                let two = pair.cells.iter().map(|&cell| number(cell)).collect::<Option<Vec<_>>>()?;
                groups.push((two, !pair.weak));
            }
        }
        Groups::Lines => {
            let heights: HashMap<i64, u32> = (claim.first..).zip(claim.word.iter().copied()).collect();
            for &column in heights.keys() {
                for (row, direction) in (1..=12).flat_map(|row| Direction::ALL.map(|d| (row, d))) {
                    let line = direction.line(Cell { column, row });
                    let Some(tops) =
                        line.iter().map(|cell| heights.get(&cell.column)).collect::<Option<Vec<_>>>()
                    else {
                        continue;
                    };
                    let mut parts = line.iter().zip(tops);
                    let seconds = |(cell, &top): (&Cell, &u32)| cell.row > top && (cell.row - top) % 2 == 0;
                    if !parts.any(seconds) {
                        groups.push((line.iter().filter_map(|&cell| number(cell)).collect(), false));
                    }
                }
            }
        }
    }
    let mut zone = Zone { word: &claim.word, passes: claim.passes, groups, known: HashMap::new() };
    Some(zone.holds(&vec![b'.'; cells.len()]) == claim.kept)
}

/// A zone game; a position is one letter for each cell: `f` for the first, `s` for the second.
struct Zone<'a> {
    word: &'a [u32],
    passes: bool,
    groups: Vec<(Vec<usize>, bool)>,
    known: HashMap<Vec<u8>, bool>,
}

impl Zone<'_> {
    fn bad(&self, board: &[u8]) -> bool {
        self.groups.iter().any(|(group, both)| {
            let has_all = |letter: u8| group.iter().all(|&at| board[at] == letter);
            has_all(b'f') || (*both && has_all(b's'))
        })
    }

    fn free(&self, board: &[u8]) -> Vec<usize> {
        let mut start = 0;
        let columns = self.word.iter().filter_map(|&height| {
            let column = start..start + height as usize;
            start = column.end;
            column.into_iter().find(|&at| board[at] == b'.')
        });
        columns.collect()
    }

    /// Whether the second keeps the groups, the first to move.
    fn holds(&mut self, board: &[u8]) -> bool {
        if let Some(&known) = self.known.get(board) {
            return known;
        }
        let with = |board: &[u8], at: usize, letter: u8| {
            let mut after = board.to_vec();
            after[at] = letter;
            after
        };
        let mut holds = !self.bad(board);
        for at in self.free(board) {
            let after = with(board, at, b'f');
            let answers = self.free(&after);
            let may_pass = self.passes || answers.is_empty();
            let good = !self.bad(&after)
                && (may_pass && self.holds(&after)
                    || answers.iter().any(|&answer| self.holds(&with(&after, answer, b's'))));
            holds = holds && good;
        }
        self.known.insert(board.to_vec(), holds);
        holds
    }
}
