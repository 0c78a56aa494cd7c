//! The board as bits: a column takes one bit more than its height, so that shifts find lines and never run over an edge.
//!
//! Bit `x * (height + 1) + y` is the cell of column `x` and row `y`, both from 0. The stones of the mover plus all stones
//! plus one bottom bit per column are a number that tells positions apart exactly (Tromp, John's Connect Four
//! playground). Functions that find lines are compiled once for each usual height, with `K` the length of a line
//! and `STEP` the bits of a column; 0 in both means: as the grid says at run time.

use hissho_rules::line_games::{Board, LineGame};

/// The shape of a board and the length of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) k: usize,
    /// The lowest cell of each column.
    pub(super) bottom: u64,
    /// All cells.
    pub(super) board: u64,
    /// The highest row and every second one below it: what the player gets who always answers on top of a stone.
    pub(super) upper: u64,
}

/// The stones of the player to move, and all stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) mine: u64,
    pub(super) all: u64,
}

impl Position {
    /// The stones of the player who is not to move.
    #[inline(always)]
    pub(super) fn theirs(self) -> u64 {
        self.mine ^ self.all
    }

    /// After a stone of the mover in `cell`.
    #[inline(always)]
    pub(super) fn after(self, cell: u64) -> Position {
        Position { mine: self.theirs(), all: self.all | cell }
    }
}

impl Grid {
    /// The grid of a game of Connect-Four; `None` for other games, and for boards of more than 63 bits.
    pub(super) fn of(game: &LineGame) -> Option<Grid> {
        let slots = game.slot_count();
        let width = (0..slots).filter(|&slot| game.rests_on(slot).is_none()).count();
        let is_stacked = (0..slots).all(|slot| game.rests_on(slot) == slot.checked_sub(width));
        let is_plain = game.sides() == [0, 1] && game.stock().is_none();
        // A flat board of more than nine slots is Otrio's or Qubic's, where nothing rests on anything.
        if !is_stacked || !is_plain || width == 0 || width == slots && slots > 9 {
            return None;
        }
        let (height, k) = (slots / width, game.lines().first().map_or(slots + 1, Vec::len));
        if width * (height + 1) > 63 {
            return None;
        }
        let bottom = (0..width).fold(0, |bits, x| bits | 1 << (x * (height + 1)));
        let every_second = (0..height).rev().step_by(2).fold(0, |bits, y| bits | 1 << y);
        let board = bottom * ((1 << height) - 1);
        Some(Grid { width, height, k, bottom, board, upper: bottom * every_second })
    }

    pub(super) fn cells(&self) -> i32 {
        (self.width * self.height) as i32
    }

    /// The bits of a key.
    pub(super) fn bits(&self) -> u32 {
        (self.width * (self.height + 1)) as u32
    }

    pub(super) fn bit(&self, slot: usize) -> u64 {
        1 << (slot % self.width * (self.height + 1) + slot / self.width)
    }

    pub(super) fn position(&self, board: &Board<'_>) -> Position {
        let of = |colour: usize| {
            let slots = board.content().iter().enumerate().filter(|&(_, &content)| content == Some(colour));
            slots.fold(0, |bits, (slot, _)| bits | self.bit(slot))
        };
        Position { mine: of(board.turn().unwrap_or(0)), all: of(0) | of(1) }
    }

    /// The cells of one column.
    #[inline(always)]
    pub(super) fn column<const STEP: usize>(&self, x: usize) -> u64 {
        let step = self.step::<STEP>();
        ((1 << (step - 1)) - 1) << (x * step)
    }

    #[inline(always)]
    pub(super) fn step<const STEP: usize>(&self) -> usize {
        if STEP == 0 { self.height + 1 } else { STEP }
    }

    /// The lowest free cell of each column.
    #[inline(always)]
    pub(super) fn playable(&self, all: u64) -> u64 {
        (all + self.bottom) & self.board
    }

    /// The cells, free or not, that complete a line of `stones` with `K - 1` others.
    #[inline(always)]
    pub(super) fn spots<const K: usize, const STEP: usize>(&self, stones: u64) -> u64 {
        let step = self.step::<STEP>();
        if K == 4 {
            // Upwards only the cell on top can be missing.
            let mut spots = stones << 1 & stones << 2 & stones << 3;
            for by in [step - 1, step, step + 1] {
                let before = stones << by & stones << (2 * by);
                let behind = stones >> by & stones >> (2 * by);
                spots |= before & (stones << (3 * by) | stones >> by);
                spots |= behind & (stones >> (3 * by) | stones << by);
            }
            return spots & self.board;
        }
        let shifted = |by: isize| match (by, by.unsigned_abs() as u32) {
            (0.., by) => stones.checked_shr(by).unwrap_or(0),
            (_, by) => stones.checked_shl(by).unwrap_or(0),
        };
        let mut spots = 0;
        for by in [1, step - 1, step, step + 1] {
            for missing in 0..self.k as isize {
                let others = (0..self.k as isize).filter(|&at| at != missing);
                spots |= others.fold(!0, |run, at| run & shifted((at - missing) * by as isize));
            }
        }
        spots & self.board
    }

    /// Whether `stones` hold a whole line.
    #[inline(always)]
    pub(super) fn has_line<const K: usize, const STEP: usize>(&self, stones: u64) -> bool {
        let step = self.step::<STEP>();
        let run = |by: usize| {
            if K == 4 {
                let two = stones & stones >> by;
                two & two >> (2 * by)
            } else {
                let shifted = |at: usize| stones.checked_shr((at * by) as u32).unwrap_or(0);
                (0..self.k).fold(!0, |run, at| run & shifted(at))
            }
        };
        run(1) | run(step - 1) | run(step) | run(step + 1) != 0
    }

    /// The number of a position, below `2^bits`; the same for its mirror image if `fold`.
    #[inline(always)]
    pub(super) fn key<const STEP: usize>(&self, position: Position, fold: bool) -> u64 {
        let key = position.mine + position.all + self.bottom;
        if !fold {
            return key;
        }
        let step = self.step::<STEP>();
        let column = (1 << step) - 1;
        let mirrored = (0..self.width).fold(0, |bits, x| bits << step | key >> (x * step) & column);
        key.min(mirrored)
    }
}
