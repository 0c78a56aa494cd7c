//! Tables of ray games, tile by tile.
//!
//! Each row, column and diagonal has the set of values met on it so far; a cell takes the first value missing from all sets
//! of its lines ([`super::lines`]). A ray that begins with the next cell of its line adds a value when it is found; any
//! other ray adds to a line, at each cell, the value of the cell where the ray begins.
//!
//! The board is cut into square tiles, so that the sets in use stay in cache. A tile needs the tiles above, to the left and
//! above-left. A thread takes a band of tiles and does it from left to right, one tile behind the thread of the band
//! above; a finished band is handed over, so that a table larger than memory can be written as it is made. A symmetric game
//! is computed on and above the main diagonal: in a tile on the diagonal, row `x` begins with the set of column `x`.
//!
//! Cost: per cell one insertion per ray and about two words looked at. Memory: one set per column and diagonal, of
//! `rows + columns` bits each, and the tiles (of a quarter of the board if symmetric, otherwise of a few bands).
//!
//! Source: bit sets with a first-free pointer are folklore of Wythoff tables (Dress, Flammenkamp, Pink, Additive periodicity
//! of the Sprague-Grundy function of certain Nim games, 1999, describe the structure); tiles and heads are ours.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::lines::{Layout, Lines};
use super::shape::{Direction, Shapes};
use super::table::Cell;
use crate::limits::{Meter, Stop};
use crate::parallel;
use crate::progress::Progress;

/// Side of a tile, unless the moves reach farther.
const SIDE: usize = 128;
/// Up to this many single steps are compared one by one.
const FEW: usize = 6;

/// Takes whole rows: the number of the first, and the values.
pub(super) type HandOver<'s, V> = dyn FnMut(usize, Vec<V>) -> Result<(), Stop> + Send + 's;

/// What one computation shares among its tiles.
pub(super) struct Board<'a, V: Cell> {
    shapes: &'a Shapes,
    rows: usize,
    columns: usize,
    side: usize,
    layout: Layout,
    is_symmetric: bool,
    column_lines: Vec<Mutex<Lines>>,
    /// Blocks of `side` diagonals, by tile column - tile row + bands.
    diagonal_lines: Vec<Mutex<Lines>>,
    row_lines: Vec<Mutex<Lines>>,
    /// The values on the edge of the stairs so far.
    stairs: Mutex<Vec<u64>>,
    /// Tiles by band and tile column; those no longer needed, and those without a position, are empty.
    tiles: Vec<Mutex<Option<Arc<[V]>>>>,
    /// For each band the number of its tiles that are done, from the left (those below the diagonal count).
    done: Vec<AtomicUsize>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets all other threads go when one of them panics.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Release);
        }
    }
}

/// Waits until `is_ready`; false if the work is to stop.
fn wait(is_stopped: &AtomicBool, is_ready: impl Fn() -> bool) -> bool {
    let mut turns = 0;
    while !is_ready() {
        if is_stopped.load(Ordering::Acquire) {
            return false;
        }
        turns = i32::saturating_add(turns, 1);
        match turns {
            0..200 => std::hint::spin_loop(),
            200..2_000 => std::thread::yield_now(),
            // Far behind, on a busy machine perhaps: leave the processor to those who work.
            _ => std::thread::sleep(Duration::from_micros(50)),
        }
    }
    !is_stopped.load(Ordering::Acquire)
}

impl<'a, V: Cell> Board<'a, V> {
    /// A board of `rows` by `columns`. With `keep_half` a symmetric game is computed on half the board.
    pub(super) fn new(shapes: &'a Shapes, rows: usize, columns: usize, keep_half: bool) -> Self {
        let side = SIDE.max(shapes.halo().next_multiple_of(64));
        let (bands, across) = (rows.div_ceil(side), columns.div_ceil(side));
        let layout = Layout::for_values(rows + columns);
        let blocks = |n: usize| (0..n).map(|_| Mutex::new(Lines::default())).collect();
        Board {
            shapes,
            rows,
            columns,
            side,
            layout,
            is_symmetric: keep_half && shapes.is_symmetric() && rows == columns,
            column_lines: blocks(across),
            diagonal_lines: blocks(bands + across + 1),
            row_lines: blocks(bands),
            stairs: Mutex::new(layout.empty()),
            tiles: (0..bands * across).map(|_| Mutex::new(None)).collect(),
            done: (0..bands).map(|_| AtomicUsize::new(0)).collect(),
        }
    }

    /// Bytes that a computation of this size needs, its output aside.
    pub(super) fn bytes(
        shapes: &Shapes,
        rows: usize,
        columns: usize,
        keep_half: bool,
        threads: usize,
    ) -> u64 {
        let has = |direction| shapes.rays.iter().any(|ray| ray.direction == direction);
        let some_bands = (SIDE.max(shapes.halo().next_multiple_of(64)) * (threads + 2)).min(rows) as u64;
        let half = keep_half && shapes.is_symmetric() && rows == columns;
        let mut sets = some_bands;
        if has(Direction::Column) {
            sets += columns as u64;
        }
        if has(Direction::Diagonal) {
            sets += if half { columns } else { rows + columns } as u64;
        }
        let quarter = if half { rows as u64 * rows as u64 / 4 } else { 0 };
        let cells = quarter + some_bands * columns as u64;
        sets * Layout::for_values(rows + columns).bytes() + cells * size_of::<V>() as u64
    }

    /// Computes all tiles and hands over the rows, in order, each call with the first row and some whole rows.
    pub(super) fn run(
        &self,
        threads: usize,
        meter: &Meter,
        progress: &dyn Progress,
        hand_over: &mut HandOver<'_, V>,
    ) -> Result<(), Stop> {
        let next = AtomicUsize::new(0);
        let turn = AtomicUsize::new(0);
        let is_stopped = AtomicBool::new(false);
        let hand_over = Mutex::new(hand_over);
        let take_bands = || -> Result<(), Stop> {
            let _guard = StopOnPanic(&is_stopped);
            loop {
                let band = next.fetch_add(1, Ordering::Relaxed);
                if band >= self.done.len() || !self.band(band, meter, &is_stopped)? {
                    return Ok(());
                }
                let rows = self.assemble(band);
                if !wait(&is_stopped, || turn.load(Ordering::Acquire) == band) {
                    return Ok(());
                }
                let height = (rows.len() / self.columns.max(1)) as u64;
                lock(&hand_over)(band * self.side, rows)?;
                turn.store(band + 1, Ordering::Release);
                self.forget(band);
                progress.advance(height);
            }
        };
        let work = || {
            let result = take_bands();
            if result.is_err() {
                is_stopped.store(true, Ordering::Release);
            }
            result
        };
        let threads = threads.clamp(1, self.done.len().max(1));
        parallel::on_each(threads, |_| work()).into_iter().collect()
    }

    /// Computes the tiles of a band from left to right; false if the work is to stop.
    fn band(&self, band: usize, meter: &Meter, is_stopped: &AtomicBool) -> Result<bool, Stop> {
        let first = if self.is_symmetric { band } else { 0 };
        for j in first..self.columns.div_ceil(self.side) {
            let above = band.checked_sub(1).map(|above| &self.done[above]);
            if !wait(is_stopped, || above.is_none_or(|done| done.load(Ordering::Acquire) > j)) {
                return Ok(false);
            }
            if self.has_positions(band, j) {
                meter.spend((self.side * self.side) as u64)?;
                self.tile(band, j);
            }
            self.done[band].store(j + 1, Ordering::Release);
        }
        Ok(true)
    }

    /// Drops what no later band needs: a move reaches one band up at most.
    fn forget(&self, band: usize) {
        let across = self.columns.div_ceil(self.side);
        *lock(&self.row_lines[band]) = Lines::default();
        if self.is_symmetric {
            *lock(&self.column_lines[band]) = Lines::default();
            (0..band).for_each(|above| *lock(&self.tiles[above * across + band]) = None);
        } else if band > 0 {
            self.tiles[(band - 1) * across..band * across].iter().for_each(|tile| *lock(tile) = None);
        }
    }

    /// Whether the stairs leave anything of a tile.
    fn has_positions(&self, band: usize, j: usize) -> bool {
        let last = ((j + 1) * self.side).min(self.columns) - 1;
        self.shapes.stairs.is_none_or(|k| (band * self.side).saturating_mul(k as usize) <= last)
    }

    /// The whole rows of a band; the left part of a symmetric board from its upper part.
    fn assemble(&self, band: usize) -> Vec<V> {
        let (side, columns) = (self.side, self.columns);
        let height = side.min(self.rows - band * side);
        let across = columns.div_ceil(side);
        let mut rows = vec![V::ABSENT; height * columns];
        for j in 0..across {
            let is_mirrored = self.is_symmetric && j < band;
            let index = if is_mirrored { j * across + band } else { band * across + j };
            let Some(tile) = lock(&self.tiles[index]).clone() else {
                continue;
            };
            let width = side.min(columns - j * side);
            // Sixteen rows at a time: a mirrored tile is read in short pieces.
            for first in (0..height).step_by(16) {
                let last = (first + 16).min(height);
                if is_mirrored {
                    for c in 0..width {
                        let piece = &tile[c * side + first..c * side + last];
                        for (r, &value) in piece.iter().enumerate() {
                            rows[(first + r) * columns + j * side + c] = value;
                        }
                    }
                } else {
                    for r in first..last {
                        rows[r * columns + j * side..][..width].copy_from_slice(&tile[r * side..][..width]);
                    }
                }
            }
        }
        rows
    }

    /// Computes one tile.
    fn tile(&self, band: usize, j: usize) {
        let shapes = self.shapes;
        let has = |direction| shapes.rays.iter().any(|ray| ray.direction == direction);
        let is_simple =
            shapes.steps.is_empty() && !self.has_domain() && shapes.rays.iter().all(|r| r.is_plain());
        let flags = (has(Direction::Row), has(Direction::Column), has(Direction::Diagonal), !is_simple);
        match flags {
            (true, true, true, false) => self.fill::<true, true, true, false>(band, j),
            (true, true, false, false) => self.fill::<true, true, false, false>(band, j),
            (true, true, true, true) => self.fill::<true, true, true, true>(band, j),
            (true, true, false, true) => self.fill::<true, true, false, true>(band, j),
            (false, false, true, _) => self.fill::<false, false, true, true>(band, j),
            (true, false, false, _) => self.fill::<true, false, false, true>(band, j),
            (true, false, true, _) => self.fill::<true, false, true, true>(band, j),
            (false, true, true, _) => self.fill::<false, true, true, true>(band, j),
            (false, true, false, _) => self.fill::<false, true, false, true>(band, j),
            (false, false, false, _) => self.fill::<false, false, false, true>(band, j),
        }
    }

    /// Whether there are cells that are no positions, other than those under the stairs.
    fn has_domain(&self) -> bool {
        self.shapes.stairs.is_none() && !self.shapes.domain.is_empty()
    }

    /// Computes one tile; the flags say which lines there are, and whether there is anything besides plain rays.
    /// Long because it is one loop over the cells of the tile, with all that it carries along in local variables.
    fn fill<const ROW: bool, const COLUMN: bool, const DIAGONAL: bool, const MORE: bool>(
        &self,
        band: usize,
        j: usize,
    ) {
        let (side, layout, shapes) = (self.side, self.layout, self.shapes);
        let halo = shapes.halo();
        let width = side + halo;
        let mut local = self.surroundings(band, j, halo, width);
        let offset = |(a, b): (usize, usize)| a * width + b;
        // Where the rays begin that are not plain.
        let late = |direction| -> Vec<usize> {
            let rays = shapes.rays.iter().filter(|r| r.direction == direction && !r.is_plain());
            rays.map(|r| offset(r.start)).collect()
        };
        let is_plain = |direction| shapes.rays.iter().any(|r| r.direction == direction && r.is_plain());
        let late_row = late(Direction::Row);
        let late_column = late(Direction::Column);
        let late_diagonal = late(Direction::Diagonal);
        let now_row = ROW && (!MORE || is_plain(Direction::Row));
        let now_column = COLUMN && (!MORE || is_plain(Direction::Column));
        let now_diagonal = DIAGONAL && (!MORE || is_plain(Direction::Diagonal));
        let has_domain = MORE && self.has_domain();
        let steps: Vec<usize> = shapes.steps.iter().map(|&s| offset(s)).collect();
        let has_many_steps = steps.len() > FEW;
        // The words of the values at many steps.
        let mut step_words = vec![0u64; if has_many_steps { (self.rows + self.columns) / 64 + 2 } else { 0 }];

        let (height, breadth) = (side.min(self.rows - band * side), side.min(self.columns - j * side));
        let on_diagonal = self.is_symmetric && band == j;
        let middle = j + self.done.len() - band;
        // No other thread wants these: the tiles that share a line with this one are done or wait for it.
        let mut row_block = lock(&self.row_lines[band]);
        let mut column_block = lock(&self.column_lines[j]);
        let mut lower_block = lock(&self.diagonal_lines[middle - 1]);
        let mut upper_block = lock(&self.diagonal_lines[middle]);
        if ROW {
            row_block.prepare(height, layout);
        }
        if COLUMN {
            column_block.prepare(side, layout);
        }
        if DIAGONAL {
            upper_block.prepare(side, layout);
            if !on_diagonal {
                lower_block.prepare(side, layout);
            }
        }
        let (row_block, column_block) = (&mut *row_block, &mut *column_block);
        let (lower_block, upper_block) = (&mut *lower_block, &mut *upper_block);
        // The edge of the stairs, if it crosses this tile.
        let is_crossed = |k: &usize| j * side < (band * side + height).saturating_mul(*k);
        let mut stairs =
            shapes.stairs.map(|k| k as usize).filter(is_crossed).map(|k| (k, lock(&self.stairs)));

        for r in 0..height {
            let x = band * side + r;
            let mut from = if on_diagonal { r } else { 0 };
            if ROW && COLUMN && on_diagonal {
                row_block.set(r, layout).copy_from_slice(column_block.set(r, layout));
            }
            if let Some((k, edge)) = &mut stairs {
                let start = x.saturating_mul(*k);
                if start >= j * side + breadth {
                    continue; // this row begins farther right
                }
                if start >= j * side {
                    from = start - j * side;
                    row_block.set(r, layout).copy_from_slice(edge);
                }
            }
            let row: &mut [u64] = if ROW { row_block.set(r, layout) } else { &mut [] };
            let gap = if ROW { layout.first_gap(row) } else { 0 };
            let base = (r + halo) * width + halo;
            for c in from..breadth {
                let at = base + c;
                let column: &mut [u64] = if COLUMN { column_block.set(c, layout) } else { &mut [] };
                let diagonal: &mut [u64] = match DIAGONAL {
                    true if c >= r => upper_block.set(c - r, layout),
                    true => lower_block.set(side + c - r, layout),
                    false => &mut [],
                };
                if MORE {
                    for (set, starts) in [
                        (&mut *row, &late_row),
                        (&mut *column, &late_column),
                        (&mut *diagonal, &late_diagonal),
                    ] {
                        for &o in starts {
                            insert(layout, set, local[at - o]);
                        }
                    }
                    // A cell that is no position takes part in its lines all the same: a ray may cross it.
                    if has_domain && !self.contains(x, j * side + c) {
                        continue;
                    }
                }
                let mut few = [u32::MAX; FEW];
                if MORE && !has_many_steps {
                    for (slot, &o) in few.iter_mut().zip(&steps) {
                        *slot = local[at - o].widen();
                    }
                } else if MORE {
                    mark(&mut step_words, steps.iter().map(|&o| local[at - o]));
                }
                let extra = |word: usize| {
                    let mut bits = 0;
                    if MORE && has_many_steps {
                        bits = step_words[word];
                    } else if MORE {
                        // What is absent is in no word.
                        for &value in &few[..steps.len().min(FEW)] {
                            bits |= u64::from((value >> 6) as usize == word) << (value & 63);
                        }
                    }
                    bits
                };
                let value = match (ROW, COLUMN, DIAGONAL) {
                    (true, true, true) => layout.first_missing([row, column, diagonal], gap, extra),
                    (true, true, false) => layout.first_missing([row, column], gap, extra),
                    (true, false, true) => layout.first_missing([row, diagonal], gap, extra),
                    (false, true, true) => layout.first_missing([column, diagonal], gap, extra),
                    (true, false, false) => layout.first_missing([row], gap, extra),
                    (false, true, false) => layout.first_missing([column], gap, extra),
                    (false, false, true) => layout.first_missing([diagonal], gap, extra),
                    (false, false, false) => layout.first_missing([], gap, extra),
                };
                if MORE && has_many_steps {
                    for &o in &steps {
                        let value = local[at - o];
                        if value != V::ABSENT {
                            step_words[(value.widen() >> 6) as usize] = 0;
                        }
                    }
                }
                local[at] = V::narrow(value);
                if MORE && on_diagonal {
                    local[(c + halo) * width + halo + r] = V::narrow(value);
                }
                if now_row {
                    layout.insert(row, value);
                }
                if now_column {
                    layout.insert(column, value);
                }
                if now_diagonal {
                    layout.insert(diagonal, value);
                }
                if let Some((k, edge)) = &mut stairs
                    && j * side + c < (x + 1) * *k
                {
                    layout.insert(edge, value);
                }
            }
            if !MORE && on_diagonal {
                // The half below the diagonal, which no move of this game looks at before the tile is done.
                for c in from..breadth {
                    local[c * width + r] = local[base + c];
                }
            }
        }
        let tile: Arc<[V]> = match halo {
            0 => local.into(),
            _ => (0..side * side).map(|i| local[(i / side + halo) * width + halo + i % side]).collect(),
        };
        *lock(&self.tiles[band * self.columns.div_ceil(side) + j]) = Some(tile);
    }

    fn contains(&self, x: usize, y: usize) -> bool {
        self.shapes.domain.iter().all(|&(p, q, c)| p * x as i64 + q * y as i64 + c >= 0)
    }

    /// An empty tile with the cells above and to the left of it, as far as the moves reach.
    fn surroundings(&self, band: usize, j: usize, halo: usize, width: usize) -> Vec<V> {
        let (side, across) = (self.side, self.columns.div_ceil(self.side));
        let mut local = vec![V::ABSENT; width * width];
        if halo == 0 {
            return local;
        }
        let mut copy = |i: usize, k: usize, rows: usize, columns: usize, to: (usize, usize)| {
            // The last `rows` rows and `columns` columns of tile (i, k); below the diagonal from its mirror image.
            let mirrored = self.is_symmetric && k < i;
            let (a, b) = if mirrored { (k, i) } else { (i, k) };
            let Some(tile) = lock(&self.tiles[a * across + b]).clone() else {
                return;
            };
            for r in 0..rows {
                for c in 0..columns {
                    let (tr, tc) = (side - rows + r, side - columns + c);
                    local[(to.0 + r) * width + to.1 + c] =
                        if mirrored { tile[tc * side + tr] } else { tile[tr * side + tc] };
                }
            }
        };
        if band > 0 {
            copy(band - 1, j, halo, side, (0, halo));
        }
        if j > 0 {
            copy(band, j - 1, side, halo, (halo, 0));
        }
        if band > 0 && j > 0 {
            copy(band - 1, j - 1, halo, halo, (0, 0));
        }
        local
    }
}

#[inline(always)]
fn insert<V: Cell>(layout: Layout, set: &mut [u64], value: V) {
    if value != V::ABSENT {
        layout.insert(set, value.widen());
    }
}

/// Sets the bits of these values.
fn mark<V: Cell>(words: &mut [u64], values: impl Iterator<Item = V>) {
    for value in values.filter(|&value| value != V::ABSENT) {
        let value = value.widen();
        words[(value >> 6) as usize] |= 1 << (value & 63);
    }
}
