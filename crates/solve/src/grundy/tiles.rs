//! Tables of ray games, tile by tile.
//!
//! Each row, column and diagonal has the set of values met on it so far, as bits; a cell takes the first bit free in
//! all of its lines. A ray adds to a line, at each cell, the value of the cell where the ray begins, so that a line's
//! set is always the ray's values. Of a set only the words after its full prefix are looked at (the full prefix of
//! the union is at least the longest of the three), so few words are touched per cell.
//!
//! The board is cut into square tiles. A tile needs the tiles above, to the left and above-left; tiles on one
//! anti-diagonal share no line and run in parallel. Tiles are done in strips of a few bands of rows, so that a table
//! larger than memory can be handed over strip by strip. A symmetric game is computed on and above the main diagonal:
//! in a tile on the diagonal, row `x` begins with the set of column `x`.
//!
//! Cost: per cell one insertion per ray and about one or two words looked at. Memory: one set per column and diagonal, of
//! `rows + columns` bits each, and the tiles (of half the board if symmetric, otherwise of one strip).
//!
//! Source: the first-free pointers are folklore of Wythoff tables (Dress, Flammenkamp, Pink, Additive periodicity of
//! the Sprague-Grundy function of certain Nim games, 1999, describe the structure); the tiling is ours.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::shape::{Direction, Shapes};
use super::table::Cell;
use crate::limits::{Meter, Stop};
use crate::progress::Progress;

/// Side of a tile, unless the moves reach farther.
const SIDE: usize = 128;
/// Bands of tiles in a strip.
const BANDS: usize = 16;

/// The sets of values on a block of lines.
#[derive(Default)]
struct Lines {
    /// `stride` words per line; empty until first used.
    words: Vec<u64>,
    /// For each line a word before which all words are full.
    full: Vec<u32>,
}

impl Lines {
    fn prepare(&mut self, lines: usize, stride: usize) {
        if self.words.is_empty() {
            self.words = vec![0; lines * stride];
            self.full = vec![0; lines];
        }
    }
}

/// Takes whole rows: the number of the first, and the values.
pub(super) type HandOver<'s, V> = dyn FnMut(usize, Vec<V>) -> Result<(), Stop> + 's;

/// What one computation shares among its tiles.
pub(super) struct Board<'a, V: Cell> {
    shapes: &'a Shapes,
    rows: usize,
    columns: usize,
    side: usize,
    /// Words per set.
    stride: usize,
    is_symmetric: bool,
    column_lines: Vec<Mutex<Lines>>,
    /// Blocks of `side` diagonals, by tile column - tile row + `bands`.
    diagonal_lines: Vec<Mutex<Lines>>,
    row_lines: Vec<Mutex<Lines>>,
    /// The values on the edge of the stairs so far.
    stairs: Mutex<Vec<u64>>,
    /// Tiles by band and tile column; those handed over and no longer needed are dropped.
    tiles: Vec<Mutex<Option<Arc<[V]>>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, V: Cell> Board<'a, V> {
    /// A board of `rows` by `columns`. With `keep_half` a symmetric game is computed on half the board.
    pub(super) fn new(shapes: &'a Shapes, rows: usize, columns: usize, keep_half: bool) -> Self {
        let side = SIDE.max(shapes.reach().next_multiple_of(64));
        let is_symmetric = keep_half && shapes.is_symmetric() && rows == columns;
        let (bands, across) = (rows.div_ceil(side), columns.div_ceil(side));
        let stride = (rows + columns) / 64 + 2;
        let blocks = |n: usize| (0..n).map(|_| Mutex::new(Lines::default())).collect();
        Board {
            shapes,
            rows,
            columns,
            side,
            stride,
            is_symmetric,
            column_lines: blocks(across),
            diagonal_lines: blocks(bands + across + 1),
            row_lines: blocks(bands),
            stairs: Mutex::new(vec![0; stride]),
            tiles: (0..bands * across).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Bytes that a computation of this size needs, its output aside.
    pub(super) fn bytes(shapes: &Shapes, rows: usize, columns: usize, keep_half: bool) -> u64 {
        let set = (rows + columns) as u64 / 8 + 24;
        let has = |direction| shapes.rays.iter().any(|ray| ray.direction == direction);
        let mut sets = (BANDS * SIDE).min(rows) as u64;
        if has(Direction::Column) {
            sets += columns as u64;
        }
        let half = keep_half && shapes.is_symmetric() && rows == columns;
        if has(Direction::Diagonal) {
            sets += if half { columns } else { rows + columns } as u64;
        }
        let cells = if half {
            rows as u64 * rows as u64 / 2
        } else {
            (BANDS * SIDE).min(rows) as u64 * columns as u64
        };
        sets * set + cells * size_of::<V>() as u64
    }

    /// Computes all tiles and hands over the rows, in order, each call with the first row and some whole rows.
    pub(super) fn run(
        &self,
        meter: &Meter,
        progress: &dyn Progress,
        hand_over: &mut HandOver<'_, V>,
    ) -> Result<(), Stop> {
        let (bands, across) = (self.rows.div_ceil(self.side), self.columns.div_ceil(self.side));
        for strip in (0..bands).step_by(BANDS) {
            let end = (strip + BANDS).min(bands);
            for wave in 0..(end - strip) + across {
                let tiles: Vec<(usize, usize)> = (strip..end)
                    .filter_map(|band| Some((band, wave.checked_sub(band - strip)?)))
                    .filter(|&(band, j)| j < across && (!self.is_symmetric || j >= band))
                    .collect();
                let work = |&(band, j): &(usize, usize)| {
                    meter.spend((self.side * self.side) as u64)?;
                    self.tile(band, j);
                    Ok(())
                };
                if tiles.len() == 1 {
                    work(&tiles[0])?;
                } else {
                    tiles.par_iter().try_for_each(work)?;
                }
            }
            for band in strip..end {
                let first = band * self.side;
                let rows = self.assemble(band);
                progress.advance((rows.len() / self.columns.max(1)) as u64);
                hand_over(first, rows)?;
                *lock(&self.row_lines[band]) = Lines::default();
                if !self.is_symmetric && band > 0 {
                    // The band above this one is no longer needed: a move reaches one band up at most.
                    self.tiles[(band - 1) * across..band * across].iter().for_each(|tile| *lock(tile) = None);
                }
            }
        }
        Ok(())
    }

    /// The whole rows of a band; the left part of a symmetric board from its upper part.
    fn assemble(&self, band: usize) -> Vec<V> {
        let (side, columns) = (self.side, self.columns);
        let height = side.min(self.rows - band * side);
        let across = columns.div_ceil(side);
        let mut rows = vec![V::ABSENT; height * columns];
        for j in 0..across {
            let (i, k) = if self.is_symmetric && j < band { (j, band) } else { (band, j) };
            let Some(tile) = lock(&self.tiles[i * across + k]).clone() else {
                continue;
            };
            let width = side.min(columns - j * side);
            for r in 0..height {
                let row = &mut rows[r * columns + j * side..][..width];
                if (i, k) == (band, j) {
                    row.copy_from_slice(&tile[r * side..][..width]);
                } else {
                    row.iter_mut().enumerate().for_each(|(c, cell)| *cell = tile[c * side + r]);
                }
            }
        }
        rows
    }

    /// Computes one tile.
    fn tile(&self, band: usize, j: usize) {
        let has = |direction| self.shapes.rays.iter().any(|ray| ray.direction == direction);
        let is_plain =
            self.shapes.steps.is_empty() && self.shapes.domain.is_empty() && self.shapes.stairs.is_none();
        let all = (has(Direction::Row), has(Direction::Column), has(Direction::Diagonal), !is_plain);
        match all {
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

    /// Computes one tile; the flags say which lines there are, and whether there is anything besides rays.
    fn fill<const ROW: bool, const COLUMN: bool, const DIAGONAL: bool, const MORE: bool>(
        &self,
        band: usize,
        j: usize,
    ) {
        let (side, stride) = (self.side, self.stride);
        let halo = self.shapes.reach();
        let width = side + halo;
        let mut local = self.surroundings(band, j, halo, width);
        let offset = |(a, b): (usize, usize)| a * width + b;
        let along = |direction| -> Vec<usize> {
            self.shapes.rays.iter().filter(|r| r.direction == direction).map(|r| offset(r.start)).collect()
        };
        let (along_row, along_column, along_diagonal) =
            (along(Direction::Row), along(Direction::Column), along(Direction::Diagonal));
        let split = |all: &'_ [usize]| (all.first().copied().unwrap_or(0), all.len().min(1));
        let (first_of_row, skip) = split(&along_row);
        let rest_of_row = &along_row[skip..];
        let (first_of_column, skip) = split(&along_column);
        let rest_of_column = &along_column[skip..];
        let (first_of_diagonal, skip) = split(&along_diagonal);
        let rest_of_diagonal = &along_diagonal[skip..];
        let steps: Vec<usize> = self.shapes.steps.iter().map(|&s| offset(s)).collect();
        let mut step_set = vec![0u64; if steps.len() > FEW { stride } else { 0 }];

        let (height, breadth) = (side.min(self.rows - band * side), side.min(self.columns - j * side));
        let mut row_guard = lock(&self.row_lines[band]);
        let row_block = &mut *row_guard;
        let mut column_guard = lock(&self.column_lines[j]);
        let column_block = &mut *column_guard;
        let middle = j + self.rows.div_ceil(side) - band;
        let mut lower_guard = lock(&self.diagonal_lines[middle - 1]);
        let lower_block = &mut *lower_guard;
        let mut upper_guard = lock(&self.diagonal_lines[middle]);
        let upper_block = &mut *upper_guard;
        if ROW {
            row_block.prepare(height, stride);
        }
        if COLUMN {
            column_block.prepare(side, stride);
        }
        let on_diagonal = self.is_symmetric && band == j;
        if DIAGONAL {
            upper_block.prepare(side, stride);
            if !on_diagonal {
                lower_block.prepare(side, stride);
            }
        }
        let mut stairs = self.shapes.stairs.map(|k| (k as usize, lock(&self.stairs)));

        for r in 0..height {
            let x = band * side + r;
            let mut from = if on_diagonal { r } else { 0 };
            if ROW && on_diagonal && COLUMN {
                let lines = r * stride..(r + 1) * stride;
                row_block.words[lines.clone()].copy_from_slice(&column_block.words[lines]);
                row_block.full[r] = column_block.full[r];
            }
            if let Some((k, edge)) = &mut stairs {
                let start = x.saturating_mul(*k);
                if start >= j * side + breadth {
                    continue; // this row begins farther right
                }
                if start >= j * side {
                    from = start - j * side;
                    row_block.words[r * stride..(r + 1) * stride].copy_from_slice(edge);
                    row_block.full[r] = 0;
                }
            }
            let row_words: &mut [u64] =
                if ROW { &mut row_block.words[r * stride..(r + 1) * stride] } else { &mut [] };
            let mut row_full = if ROW { row_block.full[r] as usize } else { 0 };
            let base = (r + halo) * width + halo;
            for c in from..breadth {
                let at = base + c;
                let mut word = 0;
                if ROW {
                    insert(row_words, local[at - first_of_row]);
                    for &o in rest_of_row {
                        insert(row_words, local[at - o]);
                    }
                    while row_words[row_full] == u64::MAX {
                        row_full += 1;
                    }
                    word = row_full;
                }
                let column_words: &mut [u64] = if COLUMN {
                    let words = &mut column_block.words[c * stride..(c + 1) * stride];
                    insert(words, local[at - first_of_column]);
                    for &o in rest_of_column {
                        insert(words, local[at - o]);
                    }
                    let full = &mut column_block.full[c];
                    while words[*full as usize] == u64::MAX {
                        *full += 1;
                    }
                    word = word.max(*full as usize);
                    words
                } else {
                    &mut []
                };
                let diagonal_words: &mut [u64] = if DIAGONAL {
                    let (block, d) =
                        if c >= r { (&mut *upper_block, c - r) } else { (&mut *lower_block, side + c - r) };
                    let words = &mut block.words[d * stride..(d + 1) * stride];
                    insert(words, local[at - first_of_diagonal]);
                    for &o in rest_of_diagonal {
                        insert(words, local[at - o]);
                    }
                    let full = &mut block.full[d];
                    while words[*full as usize] == u64::MAX {
                        *full += 1;
                    }
                    word = word.max(*full as usize);
                    words
                } else {
                    &mut []
                };
                // A cell that is no position takes part in its lines all the same: a ray may cross it.
                if MORE && !self.shapes.domain.is_empty() && !self.contains(x, j * side + c) {
                    continue;
                }
                let mut few = [u32::MAX; FEW];
                if MORE && steps.len() <= FEW {
                    for (slot, &o) in few.iter_mut().zip(&steps) {
                        let value = local[at - o];
                        if value != V::ABSENT {
                            *slot = value.widen();
                        }
                    }
                } else if MORE {
                    steps.iter().for_each(|&o| insert(&mut step_set, local[at - o]));
                }
                let value = loop {
                    let mut used = 0;
                    if ROW {
                        used |= row_words[word];
                    }
                    if COLUMN {
                        used |= column_words[word];
                    }
                    if DIAGONAL {
                        used |= diagonal_words[word];
                    }
                    if MORE && steps.len() <= FEW {
                        for &value in &few[..steps.len()] {
                            if (value >> 6) as usize == word {
                                used |= 1 << (value & 63);
                            }
                        }
                    } else if MORE {
                        used |= step_set[word];
                    }
                    if used != u64::MAX {
                        break (word as u32) << 6 | used.trailing_ones();
                    }
                    word += 1;
                };
                if MORE && steps.len() > FEW {
                    for &o in &steps {
                        let value = local[at - o];
                        if value != V::ABSENT {
                            step_set[(value.widen() >> 6) as usize] = 0;
                        }
                    }
                }
                local[at] = V::narrow(value);
                if on_diagonal {
                    local[(c + halo) * width + halo + r] = V::narrow(value);
                }
                if MORE
                    && let Some((k, edge)) = &mut stairs
                    && j * side + c < (x + 1) * *k
                {
                    insert(edge, V::narrow(value));
                }
            }
            if ROW {
                row_block.full[r] = row_full as u32;
            }
        }
        let mut tile = Vec::with_capacity(side * side);
        for r in 0..side {
            tile.extend_from_slice(&local[(r + halo) * width + halo..][..side]);
        }
        *lock(&self.tiles[band * self.columns.div_ceil(side) + j]) = Some(tile.into());
    }

    fn contains(&self, x: usize, y: usize) -> bool {
        self.shapes.domain.iter().all(|&(p, q, c)| p * x as i64 + q * y as i64 + c >= 0)
    }

    /// An empty tile with the cells above and to the left of it, as far as the moves reach.
    fn surroundings(&self, band: usize, j: usize, halo: usize, width: usize) -> Vec<V> {
        let (side, across) = (self.side, self.columns.div_ceil(self.side));
        let mut local = vec![V::ABSENT; width * width];
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

/// Up to this many single steps are compared one by one.
const FEW: usize = 6;

#[inline(always)]
fn insert<V: Cell>(words: &mut [u64], value: V) {
    if value != V::ABSENT {
        let value = value.widen();
        words[(value >> 6) as usize] |= 1 << (value & 63);
    }
}
