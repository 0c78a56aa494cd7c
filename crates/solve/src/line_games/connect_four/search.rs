//! The search kernel: negamax with a window of one point.
//!
//! The engines of [`crate::engine`] answer yes-or-no questions through a list of moves per
//! position; a node here costs as much as their bookkeeping, so this game has a kernel of its own.
//! A node looks at all its children before it searches any: a child that is lost at once, or
//! bounded by [following up](super::follow_up), or known to the table ends the node (the enhanced
//! transposition cut-off of Schaeffer and Plaat, 1996). Moves that lose at once are left out; the
//! rest is ordered by how many winning cells they make, then from the centre outwards (Pons,
//! Solving Connect 4, 2015, parts 9 and 10).
//!
//! Threads run the same search on one table. A thread leaves a move for later while another
//! searches it (Kerrigan's simplification of ABDADA, Weill 1996). Stored bounds are facts of the
//! game and not of the path, so the answer does not depend on who was first.
//!
//! Nodes are counted as Pons counts them, a position for each call of a plain alpha-beta search: a
//! position whose moves are searched, and one that a look or the table settles. Children that were
//! looked at but not needed, because another one ended the node, are not counted.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::grid::{Grid, Position};
use super::table::{Bound, ScoreTable};
use crate::limits::{Meter, Stop};

/// Positions of up to this many stones share an entry with their mirror image.
const FOLDED_STONES: i32 = 14;
/// Moves are left to other threads only where at least this many cells are free.
const SHARED_FREE: i32 = 14;
const BUSY_BITS: u32 = 14;
/// The meter is paid when this many nodes have come together.
const PAYMENT: u64 = 512;
/// Boards are at most this wide.
const WIDEST: usize = 9;

/// What all threads of one search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) grid: &'a Grid,
    pub(super) table: &'a ScoreTable,
    pub(super) meter: &'a Meter,
    done: AtomicBool,
    /// After so many nodes a larger table is wanted.
    room: u64,
    /// Keys of positions that some thread is searching; empty for a single thread.
    busy: Vec<AtomicU64>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        grid: &'a Grid,
        table: &'a ScoreTable,
        meter: &'a Meter,
        threads: usize,
        room: u64,
    ) -> Shared<'a> {
        let busy = if threads > 1 { 1 << BUSY_BITS } else { 0 };
        let busy = (0..busy).map(|_| AtomicU64::new(0)).collect();
        Shared { grid, table, meter, done: AtomicBool::new(false), room, busy }
    }

    /// Where it is noted that `key` is being searched.
    fn busy(&self, key: u64) -> &AtomicU64 {
        &self.busy[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - BUSY_BITS)) as usize]
    }
}

/// Why a search ended without a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// Another thread has the answer.
    Done,
    /// The table should grow.
    Full,
    Limit(Stop),
}

/// What a position shows without search, for a mover who cannot win at once.
#[derive(Clone, Copy, Debug)]
enum Sight {
    /// The score.
    Known(i32),
    /// These moves are worth a try: they do not lose at once.
    Tries(u64),
}

/// One thread's part of a search.
#[derive(Debug)]
pub(super) struct Search<'a> {
    shared: &'a Shared<'a>,
    nodes: u64,
    /// Nodes the meter has not been told of.
    unpaid: u64,
}

/// A move that is worth a search.
#[derive(Clone, Copy, Debug, Default)]
struct Child {
    order: i32,
    cell: u64,
    /// The mover's winning cells after the move.
    threats: u64,
    tries: u64,
    key: u64,
}

impl Grid {
    /// Looks at a position with `free` free cells in which the mover cannot win at once; `threats`
    /// are the other's winning cells.
    #[inline(always)]
    fn sight(&self, all: u64, free: i32, threats: u64) -> Sight {
        let playable = self.playable(all);
        let forced = playable & threats;
        let tries = match forced {
            0 => playable,
            _ if forced & (forced - 1) != 0 => return Sight::Known(-free / 2),
            _ => forced,
        };
        // Never below a winning cell of the other.
        match tries & !(threats >> 1) {
            _ if free == 0 => Sight::Known(0),
            0 => Sight::Known(-free / 2),
            _ if free <= 2 => Sight::Known(0),
            tries => Sight::Tries(tries),
        }
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Search<'a> {
        Search { shared, nodes: 1, unpaid: 1 }
    }

    /// The nodes of this thread.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts nodes, and now and then pays the meter.
    #[inline(always)]
    fn count(&mut self, nodes: u64) -> Result<(), Halt> {
        self.nodes += nodes;
        self.unpaid += nodes;
        if self.unpaid < PAYMENT {
            return Ok(());
        }
        let paid = self.shared.meter.spend(std::mem::take(&mut self.unpaid)).map_err(Halt::Limit);
        if self.shared.done.load(Ordering::Relaxed) {
            return Err(Halt::Done);
        }
        if self.nodes > self.shared.room { Err(Halt::Full) } else { paid }
    }

    /// A bound on the score of a position in which the mover cannot win at once: at most `alpha` if
    /// the score is, above `alpha` if it is.
    pub(super) fn run(&mut self, position: Position, alpha: i32) -> Result<i32, Halt> {
        let result = match (self.shared.grid.k, self.shared.grid.height + 1) {
            (4, 5) => self.start::<4, 5>(position, alpha),
            (4, 6) => self.start::<4, 6>(position, alpha),
            (4, 7) => self.start::<4, 7>(position, alpha),
            (4, 8) => self.start::<4, 8>(position, alpha),
            (4, _) => self.start::<4, 0>(position, alpha),
            _ => self.start::<0, 0>(position, alpha),
        };
        self.shared.done.store(true, Ordering::Relaxed);
        result
    }

    fn start<const K: usize, const STEP: usize>(
        &mut self,
        position: Position,
        alpha: i32,
    ) -> Result<i32, Halt> {
        let grid = self.shared.grid;
        let free = grid.cells() - position.all.count_ones() as i32;
        let threats = grid.spots::<K, STEP>(position.theirs()) & !position.all;
        match grid.sight(position.all, free, threats) {
            Sight::Known(score) => Ok(score),
            Sight::Tries(tries) => {
                let key = self.key::<STEP>(position, free);
                self.negamax::<K, STEP>(position, free, tries, key, alpha)
            }
        }
    }

    #[inline(always)]
    fn key<const STEP: usize>(&self, position: Position, free: i32) -> u64 {
        let grid = self.shared.grid;
        grid.key::<STEP>(position, grid.cells() - free <= FOLDED_STONES)
    }

    /// A bound on the score of a position with these moves to try. Long because it is one
    /// recursion: the look into the table, the order of moves, the search and what is kept share
    /// its window.
    fn negamax<const K: usize, const STEP: usize>(
        &mut self,
        position: Position,
        free: i32,
        tries: u64,
        key: u64,
        alpha: i32,
    ) -> Result<i32, Halt> {
        self.count(1)?;
        let before = self.nodes;
        let Shared { grid, table, .. } = *self.shared;
        // The best bound so far from above on what the moves looked at are worth.
        let mut best = i32::MIN;
        // Children that needed no search.
        let mut settled = 0;
        let mut children = [Child::default(); WIDEST];
        let mut count = 0;
        // No child can win or lose at once: that leaves us these bounds.
        let (least, most) = (-(free - 2) / 2, (free - 3) / 2);
        for x in 0..grid.width {
            let cell = tries & grid.column::<STEP>(x);
            if cell == 0 {
                continue;
            }
            let threats = grid.spots::<K, STEP>(position.mine | cell) & !(position.all | cell);
            match grid.sight(position.all | cell, free - 1, threats) {
                Sight::Known(score) if -score > alpha => return self.settled(settled, -score),
                Sight::Known(score) => {
                    best = best.max(-score);
                    settled += 1;
                }
                Sight::Tries(_) if most <= alpha => {
                    best = best.max(most);
                    settled += 1;
                }
                Sight::Tries(_) if least > alpha => return self.settled(settled, least),
                Sight::Tries(tries) => {
                    let off_centre = (2 * x as i32 + 1 - grid.width as i32).abs();
                    let order = threats.count_ones() as i32 * 64 - off_centre;
                    children[count] = Child { order, cell, threats, tries, key: 0 };
                    count += 1;
                }
            }
        }
        if alpha < 1 {
            for child in &children[..count] {
                let next = position.after(child.cell);
                if let Some(score) = grid.follow_up::<K, STEP>(next, free - 1, child.threats)
                    && -score > alpha
                {
                    return self.settled(settled, -score);
                }
            }
        }
        for child in &mut children[..count] {
            child.key = self.key::<STEP>(position.after(child.cell), free - 1);
        }
        let mut open = 0;
        for at in 0..count {
            match table.get(children[at].key) {
                Some(Bound::AtMost(score)) if -score > alpha => return self.settled(settled, -score),
                Some(Bound::AtLeast(score)) if -score <= alpha => {
                    best = best.max(-score);
                    settled += 1;
                }
                _ => {
                    children[open] = children[at];
                    open += 1;
                }
            }
        }
        self.nodes += settled;
        self.unpaid += settled;
        let children = &mut children[..open];
        // Insertion keeps the order of equals, unlike the quicker sorts, and there are few.
        for at in 1..open {
            let mut to = at;
            while to > 0 && children[to - 1].order < children[to].order {
                children.swap(to - 1, to);
                to -= 1;
            }
        }
        let is_shared = open > 1 && free >= SHARED_FREE && !self.shared.busy.is_empty();
        // With other threads about: first those nobody is at, then the rest, which may be known by
        // then.
        let mut left = 0;
        for at in 0..open {
            let child = children[at];
            if is_shared {
                let busy = self.shared.busy(child.key);
                if at > 0 && busy.load(Ordering::Relaxed) == child.key {
                    children[left] = child;
                    left += 1;
                    continue;
                }
                busy.store(child.key, Ordering::Relaxed);
            }
            let score = self.child::<K, STEP>(position, free, child, alpha, is_shared)?;
            if score > alpha {
                table.put(key, Bound::AtLeast(score), self.nodes - before + 1);
                return Ok(score);
            }
            best = best.max(score);
        }
        for &child in &children[..left] {
            let score = match table.get(child.key) {
                Some(Bound::AtMost(score)) if -score > alpha => -score,
                Some(Bound::AtLeast(score)) if -score <= alpha => -score,
                _ => self.child::<K, STEP>(position, free, child, alpha, false)?,
            };
            if score > alpha {
                table.put(key, Bound::AtLeast(score), self.nodes - before + 1);
                return Ok(score);
            }
            best = best.max(score);
        }
        table.put(key, Bound::AtMost(best), self.nodes - before + 1);
        Ok(best)
    }

    /// The bound of a node that a child ends without search, after `others` that did not.
    #[inline(always)]
    fn settled(&mut self, others: u64, bound: i32) -> Result<i32, Halt> {
        self.nodes += others + 1;
        self.unpaid += others + 1;
        Ok(bound)
    }

    /// The bound on the score that a move gives.
    #[inline(always)]
    fn child<const K: usize, const STEP: usize>(
        &mut self,
        position: Position,
        free: i32,
        child: Child,
        alpha: i32,
        is_shared: bool,
    ) -> Result<i32, Halt> {
        let next = position.after(child.cell);
        let score = self.negamax::<K, STEP>(next, free - 1, child.tries, child.key, -alpha - 1)?;
        if is_shared {
            let busy = self.shared.busy(child.key);
            if busy.load(Ordering::Relaxed) == child.key {
                busy.store(0, Ordering::Relaxed);
            }
        }
        Ok(-score)
    }
}
