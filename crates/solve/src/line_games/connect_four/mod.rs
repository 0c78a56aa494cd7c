//! Connect-Four on any board of up to 63 bits, k in a row: who wins, and how soon.
//!
//! A [search](search) with windows of one point decides first who wins, then, by bisection, how
//! soon. It works on [bits](grid), knows what [following up](follow_up) gives, and keeps bounds in
//! a [table](table) with exact keys.
//!
//! The score counts from the end, as Pons has it: with `n` cells, winning with one's last stone is
//! 1, one stone earlier 2, …; negative for the loser, 0 for a draw.
//!
//! Out: scores and nodes, replies for [`hissho_certificate::line_games`]. Cost: `cargo xtask bench
//! connect_four`.

mod follow_up;
mod grid;
mod search;
mod table;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hissho_certificate::line_games::{Goal, Strategy};
use hissho_rules::line_games::{Board, LineGame};

use crate::limits::{Limits, Meter, Stop};
use crate::line_games::{CertifyError, replies};
use crate::parallel;
use grid::{Grid, Position};
use search::{Halt, Search, Shared};
use table::ScoreTable;

/// Scores positions of one board, and remembers what it found.
#[derive(Debug)]
pub struct Solver {
    grid: Grid,
    /// Replaced by a larger one as the work grows.
    table: Mutex<Arc<ScoreTable>>,
    /// Nodes of all searches so far.
    spent: AtomicU64,
}

/// A score and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// For the player to move; see the head of the file.
    pub score: i32,
    /// Positions visited.
    pub nodes: u64,
}

impl Solver {
    /// A solver for a game of Connect-Four with a table of at most `bytes`; `None` for other games,
    /// and for larger boards.
    pub fn new(game: &LineGame, bytes: usize) -> Option<Solver> {
        let grid = Grid::of(game)?;
        let table = ScoreTable::with_bytes(bytes, grid.bits(), grid.cells() as u32);
        Some(Solver { grid, table: Mutex::new(Arc::new(table)), spent: AtomicU64::new(0) })
    }

    /// The score of a position for the player to move; the game must not be over.
    pub fn score(&self, board: &Board<'_>, limits: &Limits, meter: &Meter) -> Result<Scored, Stop> {
        let sign = self.outcome(board, limits, meter)?;
        let position = self.grid.position(board);
        let free = self.grid.cells() - position.all.count_ones() as i32;
        let mut nodes = sign.nodes;
        let (mut low, mut high) = match sign.score {
            0 => (0, 0),
            1 if self.wins_now(position) => ((free + 1) / 2, (free + 1) / 2),
            1 => (1, (free - 1) / 2),
            _ => (-free / 2, -1),
        };
        while low < high {
            // Short wins are cheaper to look for than long ones.
            let middle = if low >= 0 { low + (high - low) / 2 } else { low + (high - low - 1) / 2 };
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
        let won = self.above(position, 0, limits, meter)?;
        if won.score > 0 {
            return Ok(Scored { score: 1, nodes: won.nodes });
        }
        let held = self.above(position, -1, limits, meter)?;
        Ok(Scored { score: held.score.clamp(-1, 0), nodes: won.nodes + held.nodes })
    }

    /// Whether the score for the player to move is at least `least`; the game must not be over.
    pub fn reaches(
        &self,
        board: &Board<'_>,
        least: i32,
        limits: &Limits,
        meter: &Meter,
    ) -> Result<(bool, u64), Stop> {
        let bound = self.above(self.grid.position(board), least - 1, limits, meter)?;
        Ok((bound.score >= least, bound.nodes))
    }

    /// A bound on the score: at most `alpha` if the score is, above `alpha` if it is. The game must
    /// not be over.
    fn above(&self, position: Position, alpha: i32, limits: &Limits, meter: &Meter) -> Result<Scored, Stop> {
        if self.wins_now(position) {
            let free = self.grid.cells() - position.all.count_ones() as i32;
            return Ok(Scored { score: (free + 1) / 2, nodes: 1 });
        }
        self.window(position, alpha, limits, meter)
    }

    /// The table, and how many nodes a search may have before it grows.
    fn table(&self) -> (Arc<ScoreTable>, u64) {
        let table = self.table.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let room = table.growing_from().map_or(u64::MAX, |entries| {
            entries.saturating_sub(self.spent.load(Ordering::Relaxed)).max(entries / 8)
        });
        (table, room)
    }

    /// Puts a larger table in the place of `full`, unless another thread has done so.
    fn grow(&self, full: &Arc<ScoreTable>) {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(&table, full) {
            *table = Arc::new(full.grown());
        }
    }

    /// As [`Solver::above`], for a mover who cannot win at once.
    fn window(&self, position: Position, alpha: i32, limits: &Limits, meter: &Meter) -> Result<Scored, Stop> {
        let mut nodes = 0;
        loop {
            let (table, room) = self.table();
            let (halted, visited) = self.search(position, alpha, &table, room, limits, meter);
            nodes += visited;
            self.spent.fetch_add(visited, Ordering::Relaxed);
            match halted {
                Ok(score) => return Ok(Scored { score, nodes }),
                Err(Halt::Full) => self.grow(&table),
                Err(Halt::Limit(stop)) => return Err(stop),
                Err(Halt::Done) => return Err(Stop::Cancelled),
            }
        }
    }

    /// A search on all threads, with its nodes.
    fn search(
        &self,
        position: Position,
        alpha: i32,
        table: &ScoreTable,
        room: u64,
        limits: &Limits,
        meter: &Meter,
    ) -> (Result<i32, Halt>, u64) {
        let threads = parallel::threads(limits.threads);
        let shared = Shared::new(&self.grid, table, meter, threads, room);
        let results = parallel::on_each(threads, |_| {
            let mut search = Search::new(&shared);
            (search.run(position, alpha), search.nodes())
        });
        let nodes = results.iter().map(|(_, nodes)| nodes).sum();
        let best = results.into_iter().map(|(result, _)| result).min_by_key(|result| match result {
            Ok(_) => 0,
            Err(Halt::Limit(_)) => 1,
            Err(Halt::Full) => 2,
            Err(Halt::Done) => 3,
        });
        (best.unwrap_or(Err(Halt::Done)), nodes)
    }

    fn wins_now(&self, position: Position) -> bool {
        self.grid.spots::<0, 0>(position.mine) & self.grid.playable(position.all) != 0
    }

    /// The replies that prove `claim`, which must be true.
    pub fn certify(&self, claim: &Strategy, limits: &Limits, meter: &Meter) -> Result<Vec<u8>, CertifyError> {
        let needed = match claim.goal {
            Goal::Win => 1,
            Goal::NotLose => 0,
        };
        // Many small questions: to start threads for each would take longer than the answers.
        let limits = &Limits { threads: 1, ..limits.clone() };
        replies(claim, |board| {
            // Answers on top of a stone lead to few different positions: columns then only differ
            // in height.
            let position = self.grid.position(board);
            let is_follow_up = |slot: usize| self.grid.upper & self.grid.bit(slot) != 0;
            let mut moves = self.centre_first(board);
            moves.sort_by_key(|&slot| !is_follow_up(slot));
            self.first_keeping(position, moves, needed, limits, meter)
        })
    }

    /// A move after which the score for the player to move is still at least `needed`: the first
    /// from the centre outwards.
    pub fn keeping_move(
        &self,
        board: &Board<'_>,
        needed: i32,
        limits: &Limits,
        meter: &Meter,
    ) -> Result<Option<usize>, Stop> {
        let position = self.grid.position(board);
        self.first_keeping(position, self.centre_first(board), needed, limits, meter)
    }

    /// The legal moves from the centre outwards.
    fn centre_first(&self, board: &Board<'_>) -> Vec<usize> {
        let width = self.grid.width as i32;
        let mut moves = board.moves();
        moves.sort_by_key(|&slot| ((slot as i32 % width) * 2 + 1 - width).abs());
        moves
    }

    /// The first of `moves` that keeps a score of at least `needed`; one that wins at once goes
    /// before all.
    fn first_keeping(
        &self,
        position: Position,
        moves: Vec<usize>,
        needed: i32,
        limits: &Limits,
        meter: &Meter,
    ) -> Result<Option<usize>, Stop> {
        let free = self.grid.cells() - position.all.count_ones() as i32;
        let winning = self.grid.spots::<0, 0>(position.mine);
        if let Some(&slot) = moves.iter().find(|&&slot| winning & self.grid.bit(slot) != 0) {
            return Ok(Some(slot).filter(|_| needed <= (free + 1) / 2));
        }
        for slot in moves {
            let next = position.after(self.grid.bit(slot));
            let is_kept = match next.all == self.grid.board {
                true => needed <= 0,
                false => self.above(next, -needed, limits, meter)?.score <= -needed,
            };
            if is_kept {
                return Ok(Some(slot));
            }
        }
        Ok(None)
    }
}
