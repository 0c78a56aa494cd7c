//! Connect-Four on any board of up to 63 bits, k in a row: who wins, and how soon.
//!
//! Negamax with a window of one point, bisected to the score. A column takes one bit more than its height, so that
//! lines are found by shifts and never run over an edge; the stones of the mover plus all stones plus one bottom bit per
//! column are an exact key. Moves that lose at once are left out, forced ones are the only ones tried, the rest is
//! ordered by how many winning cells they make, then from the centre outwards (Tromp, John's Connect Four
//! playground; Pons, Solving Connect 4, 2015).
//!
//! The score counts from the end: with `n` cells, winning with one's last stone is 1, one stone earlier 2, …;
//! negative for the loser, 0 for a draw.
//!
//! Out: scores and nodes, replies for [`certificate::strategy`]. Cost: 5×5 some milliseconds, 6×5 about a second, 7×6
//! some hundred million nodes for the value of the empty board.

mod table;

use std::sync::atomic::{AtomicBool, Ordering};

use certificate::strategy::{self, Strategy, StrategyError};
use rules::filling::{Board, FillingGame};

use crate::engine::Purse;
use crate::limits::{Limits, Meter, Stop};
use table::ScoreTable;

/// Scores positions of one board, and remembers what it found.
#[derive(Debug)]
pub struct Solver {
    grid: Grid,
    table: ScoreTable,
}

/// A score and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// For the player to move; see the head of the file.
    pub score: i32,
    /// Positions visited.
    pub nodes: u64,
}

#[derive(Clone, Copy, Debug)]
struct Grid {
    width: usize,
    height: usize,
    k: usize,
    bottom: u64,
    board: u64,
}

/// The stones of the player to move, and all stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    mine: u64,
    all: u64,
}

impl Solver {
    /// A solver for a game of Connect-Four with a table of `bytes`; `None` for other games, and for larger boards.
    pub fn new(game: &FillingGame, bytes: usize) -> Option<Solver> {
        let slots = game.slot_count();
        let width = (0..slots).filter(|&slot| game.rests_on(slot).is_none()).count();
        let stacked = (0..slots).all(|slot| game.rests_on(slot) == slot.checked_sub(width));
        let k = game.lines().first().map_or(slots + 1, Vec::len);
        if !stacked
            || game.sides() != [0, 1]
            || game.stock().is_some()
            || width == 0
            || width == slots && slots > 9
        {
            return None;
        }
        let height = slots / width;
        if width * (height + 1) > 63 {
            return None;
        }
        let bottom = (0..width).fold(0, |bits, x| bits | 1 << (x * (height + 1)));
        let grid = Grid { width, height, k, bottom, board: bottom * ((1 << height) - 1) };
        Some(Solver { grid, table: ScoreTable::with_bytes(bytes) })
    }

    /// The score of a position for the player to move; the game must not be over.
    pub fn score(&self, board: &Board<'_>, limits: &Limits, meter: &Meter) -> Result<Scored, Stop> {
        let position = self.grid.position(board);
        let cells = self.grid.cells();
        let moves = position.moves();
        let mut nodes = 0;
        if self.grid.wins_now(position) {
            return Ok(Scored { score: (cells + 1 - moves) / 2, nodes: 1 });
        }
        let (mut low, mut high) = (-(cells - moves) / 2, (cells + 1 - moves) / 2);
        while low < high {
            let middle = low + (high - low) / 2;
            // First whether it is won, drawn or lost, then how soon.
            let middle = if middle <= 0 && low / 2 < middle {
                low / 2
            } else if middle >= 0 && high / 2 > middle {
                high / 2
            } else {
                middle
            };
            let found = self.window(position, middle, limits, meter)?;
            nodes += found.nodes;
            if found.score <= middle {
                high = found.score;
            } else {
                low = found.score;
            }
        }
        Ok(Scored { score: low, nodes })
    }

    /// Who wins, without how soon: 1 for the player to move, -1 for the other, 0 for nobody.
    pub fn outcome(&self, board: &Board<'_>, limits: &Limits, meter: &Meter) -> Result<Scored, Stop> {
        let position = self.grid.position(board);
        if self.grid.wins_now(position) {
            return Ok(Scored { score: 1, nodes: 1 });
        }
        let won = self.window(position, 0, limits, meter)?;
        if won.score > 0 {
            return Ok(Scored { score: 1, nodes: won.nodes });
        }
        let lost = self.window(position, -1, limits, meter)?;
        Ok(Scored { score: if lost.score < 0 { -1 } else { 0 }, nodes: won.nodes + lost.nodes })
    }

    /// A bound on the score: at most `alpha` if the true score is, above `alpha` if it is.
    fn window(&self, position: Position, alpha: i32, limits: &Limits, meter: &Meter) -> Result<Scored, Stop> {
        let done = AtomicBool::new(false);
        let run = |helper: usize| {
            let mut search = Search { solver: self, meter, done: &done, helper, purse: Purse::default() };
            let result = match self.grid.k {
                4 => search.negamax::<4>(position, alpha, alpha + 1),
                3 => search.negamax::<3>(position, alpha, alpha + 1),
                5 => search.negamax::<5>(position, alpha, alpha + 1),
                _ => search.negamax::<0>(position, alpha, alpha + 1),
            };
            done.store(true, Ordering::Relaxed);
            (result, search.purse.nodes)
        };
        let results: Vec<_> = match limits.thread_count() {
            1 => vec![run(0)],
            threads => std::thread::scope(|scope| {
                let run = &run;
                let handles: Vec<_> = (0..threads).map(|helper| scope.spawn(move || run(helper))).collect();
                handles.into_iter().map(|handle| handle.join().expect("a search does not panic")).collect()
            }),
        };
        let nodes = results.iter().map(|(_, nodes)| nodes).sum();
        let mut stop = Stop::Cancelled;
        for (result, _) in results {
            match result {
                Ok(Some(score)) => return Ok(Scored { score, nodes }),
                Ok(None) => {}
                Err(limit) => stop = limit,
            }
        }
        Err(stop)
    }

    /// The replies that prove `claim`, which must be true.
    pub fn certify(
        &self,
        claim: &Strategy,
        limits: &Limits,
        meter: &Meter,
    ) -> Result<Vec<usize>, StrategyError> {
        strategy::walk(claim, u64::MAX, |board| {
            let score = |slot: usize| {
                let next = board.play(slot)?;
                match next.end() {
                    Some(_) => Some(i32::MIN + 1),
                    None => self.score(&next, limits, meter).ok().map(|scored| scored.score),
                }
            };
            board
                .moves()
                .into_iter()
                .filter_map(|slot| Some((score(slot)?, slot)))
                .min()
                .map(|(_, slot)| slot)
        })
    }
}

impl Position {
    fn moves(self) -> i32 {
        self.all.count_ones() as i32
    }
}

impl Grid {
    fn cells(&self) -> i32 {
        (self.width * self.height) as i32
    }

    fn position(&self, board: &Board<'_>) -> Position {
        let bit = |slot: usize| 1_u64 << (slot % self.width * (self.height + 1) + slot / self.width);
        let of = |colour: usize| {
            let slots = board.content().iter().enumerate().filter(|&(_, &content)| content == Some(colour));
            slots.fold(0, |bits, (slot, _)| bits | bit(slot))
        };
        let mine = of(board.turn().unwrap_or(0));
        Position { mine, all: of(0) | of(1) }
    }

    fn playable(&self, position: Position) -> u64 {
        (position.all + self.bottom) & self.board
    }

    fn wins_now(&self, position: Position) -> bool {
        self.spots::<0>(position.mine, position.all) & self.playable(position) != 0
    }

    /// The free cells that complete a line of `stones`. `K` is the length, 0 when only known at run time.
    #[inline(always)]
    fn spots<const K: usize>(&self, stones: u64, all: u64) -> u64 {
        let k = if K == 0 { self.k } else { K };
        let step = self.height + 1;
        let shift = |by: isize| {
            if by >= 0 { stones >> by as u32 } else { stones << (-by) as u32 }
        };
        let mut spots = 0;
        // Upwards only the cell on top can be missing.
        let mut run = !0;
        for below in 1..k {
            run &= shift(-(below as isize));
        }
        spots |= run;
        for direction in [step, step - 1, step + 1] {
            for missing in 0..k {
                let mut run = !0;
                for at in 0..k {
                    if at != missing {
                        let by = (at as isize - missing as isize) * direction as isize;
                        run &= if by.unsigned_abs() < 64 { shift(by) } else { 0 };
                    }
                }
                spots |= run;
            }
        }
        spots & self.board & !all
    }

    /// The same number for a position and its mirror image.
    fn key(&self, position: Position) -> u64 {
        let key = position.mine + position.all + self.bottom;
        if position.moves() > 12 {
            return key;
        }
        let step = self.height + 1;
        let column = (1 << step) - 1;
        let mirrored = (0..self.width).fold(0, |bits, x| bits << step | key >> (x * step) & column);
        key.min(mirrored)
    }
}

struct Search<'a> {
    solver: &'a Solver,
    meter: &'a Meter,
    done: &'a AtomicBool,
    helper: usize,
    purse: Purse,
}

impl Search<'_> {
    /// A bound on the score of a position in which the mover cannot win at once; `None` when another thread is done.
    fn negamax<const K: usize>(
        &mut self,
        position: Position,
        alpha: i32,
        beta: i32,
    ) -> Result<Option<i32>, Stop> {
        self.purse.count(self.meter)?;
        let grid = &self.solver.grid;
        let (cells, moves) = (grid.cells(), position.moves());
        let playable = grid.playable(position);
        let threats = grid.spots::<K>(position.all ^ position.mine, position.all);
        let forced = playable & threats;
        let lost = -(cells - moves) / 2;
        let mut tries = match forced {
            0 => playable,
            _ if forced & (forced - 1) != 0 => return Ok(Some(lost)),
            _ => forced,
        };
        // Never below a winning cell of the other.
        tries &= !(threats >> 1);
        if playable == 0 {
            return Ok(Some(0));
        }
        if tries == 0 {
            return Ok(Some(lost));
        }
        if moves >= cells - 2 {
            return Ok(Some(0));
        }
        let (mut alpha, mut beta) = (alpha, beta);
        alpha = alpha.max(-(cells - 2 - moves) / 2);
        if alpha >= beta {
            return Ok(Some(alpha));
        }
        let key = grid.key(position);
        let best_possible = (cells - 1 - moves) / 2;
        match self.solver.table.get(key) {
            Some((score, true)) => {
                alpha = alpha.max(score);
                beta = beta.min(best_possible);
            }
            Some((score, false)) => beta = beta.min(score),
            None => beta = beta.min(best_possible),
        }
        if alpha >= beta {
            // The bound that closed the window.
            return Ok(Some(if alpha > beta { alpha } else { beta }));
        }
        if self.done.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let (ordered, count) = self.ordered::<K>(position, tries);
        for &(_, cell) in &ordered[..count] {
            let next = Position { mine: position.all ^ position.mine, all: position.all | cell };
            let Some(score) = self.negamax::<K>(next, -beta, -alpha)? else {
                return Ok(None);
            };
            let score = -score;
            if score >= beta {
                self.solver.table.put(key, moves, score, true);
                return Ok(Some(score));
            }
            alpha = alpha.max(score);
        }
        self.solver.table.put(key, moves, alpha, false);
        Ok(Some(alpha))
    }

    /// The tries, those that make most winning cells first, then from the centre outwards.
    fn ordered<const K: usize>(&self, position: Position, tries: u64) -> ([(i32, u64); 9], usize) {
        let grid = &self.solver.grid;
        let step = grid.height + 1;
        let mut ordered = [(0, 0); 9];
        let mut count = 0;
        for x in 0..grid.width {
            let cell = tries & ((1 << grid.height) - 1) << (x * step);
            if cell == 0 {
                continue;
            }
            let made = grid.spots::<K>(position.mine | cell, position.all | cell).count_ones() as i32;
            let off_centre = (2 * x as i32 + 1 - grid.width as i32).abs();
            // Helpers prefer the other side of the board among equals.
            let lean = i32::from((x * 2 < grid.width) == (self.helper % 2 == 1));
            ordered[count] = (-(made * 64 - off_centre * 2 - lean), cell);
            count += 1;
        }
        ordered[..count].sort_unstable();
        (ordered, count)
    }
}
