//! A quicker pass over a table of a game made of rays and single steps; part of the check of
//! [`crate::impartial::grundy_box`].
//!
//! A move counts here if the amounts `(a, b)` it takes from two coordinates are exactly: `(0, t)`,
//! `(t, 0)` or `(t, t)` for all `t >= 1` (a ray), or one fixed pair (a step). Then the options of a
//! cell are the cells before it in its row, column and diagonal, and a few single cells. Going
//! through the table, each line has the set of values met on it so far; a value is right if it is
//! in none of its cell's sets and every smaller number is in one of them.
//!
//! A set knows which of its words are full, and only words that are full in none of the sets are
//! looked at. If the moves are the same with the coordinates exchanged, the table must be too, and
//! then the cells below the main diagonal are only compared: the row to the left of cell `(x, x)`
//! holds the values of the column above it.
//!
//! Tested against the plain pass, which is the definition. Cost: a few words per cell.

use hissho_rules::language::linear::inequalities;
use hissho_rules::language::moves::alternatives;
use hissho_rules::language::{Formula, Game};
use hissho_rules::{Account, Exhausted};

/// Side of the squares in which the table is looked at, so that the sets in use stay near.
const TILE: usize = 128;

/// The moves of a game made of rays and steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rays {
    row: bool,
    column: bool,
    diagonal: bool,
    steps: Vec<(usize, usize)>,
}

impl Rays {
    /// The moves of `game` if all of them are rays and steps on two coordinates without a `where`.
    pub(crate) fn of(game: &Game) -> Option<Rays> {
        if game.dimension != 2 || game.domain != Formula::True || game.order_is_given {
            return None;
        }
        let mut rays = Rays::default();
        for line in &game.moves {
            for parts in alternatives(&line.condition)? {
                rays.add(&parts)?;
            }
        }
        Some(rays)
    }

    /// Adds the alternative in which all of `parts` hold; `None` if it is no ray and no step.
    fn add(&mut self, parts: &[&Formula]) -> Option<()> {
        const OPEN: i128 = 1 << 60;
        // Least and greatest a, b and a - b.
        let mut bounds = [(-OPEN, OPEN); 3];
        let mut at_least = [0, 0];
        for part in parts {
            for linear in inequalities(part, 4)? {
                let (c, k) = (&linear.coefficients, linear.constant);
                // x - x' = a and y - y' = b.
                match (c[0], c[1], c[2], c[3]) {
                    (1, 0, -1, 0) => bounds[0].0 = bounds[0].0.max(-k),
                    (-1, 0, 1, 0) => bounds[0].1 = bounds[0].1.min(k),
                    (0, 1, 0, -1) => bounds[1].0 = bounds[1].0.max(-k),
                    (0, -1, 0, 1) => bounds[1].1 = bounds[1].1.min(k),
                    (1, -1, -1, 1) => bounds[2].0 = bounds[2].0.max(-k),
                    (-1, 1, 1, -1) => bounds[2].1 = bounds[2].1.min(k),
                    (1, 0, 0, 0) => at_least[0] = at_least[0].max(-k),
                    (0, 1, 0, 0) => at_least[1] = at_least[1].max(-k),
                    _ => return None,
                }
            }
        }
        let [a, b, difference] = bounds;
        // x >= n says nothing new when n is taken from x anyway.
        if at_least[0] > a.0.max(0) || at_least[1] > b.0.max(0) {
            return None;
        }
        let open = (-OPEN, OPEN);
        let is_fixed = |(low, high): (i128, i128)| low == high && (0..1 << 20).contains(&low);
        let from_one = (1, OPEN);
        if difference == open && is_fixed(a) && is_fixed(b) && a.0 + b.0 > 0 {
            self.steps.push((usize::try_from(a.0).ok()?, usize::try_from(b.0).ok()?));
        } else if difference == open && a == (0, 0) && b == from_one {
            self.row = true;
        } else if difference == open && b == (0, 0) && a == from_one {
            self.column = true;
        } else if difference == (0, 0)
            && [(1, OPEN), open, (0, OPEN)].contains(&a)
            && [(1, OPEN), open, (0, OPEN)].contains(&b)
            && a.0.max(b.0) == 1
        {
            self.diagonal = true;
        } else {
            return None;
        }
        Some(())
    }

    fn is_symmetric(&self) -> bool {
        self.row == self.column && self.steps.iter().all(|&(a, b)| self.steps.contains(&(b, a)))
    }

    /// Whether every value of the table is the mex of its options; `values[x * columns + y]` is the
    /// value of `(x, y)`.
    pub(crate) fn are_right(
        &self,
        (rows, columns): (usize, usize),
        values: &[u32],
        account: &Account,
    ) -> Result<bool, Exhausted> {
        let value = |x: usize, y: usize| values[x * columns + y];
        let is_half = rows == columns && self.is_symmetric();
        // A value is at most the number of moves a play can have, so these sets have room, and one
        // word more.
        let size = rows.saturating_add(columns);
        let lines = [(self.row, rows), (self.column, columns), (self.diagonal, size)];
        let lines = lines.map(|(is_used, lines)| if is_used { lines } else { 0 });
        let length = Sets::length(size);
        let words = lines.iter().fold(0usize, |all, &n| all.saturating_add(n.saturating_mul(length)));
        account.hold::<u64>(words)?;
        let [mut row, mut column, mut diagonal] = lines.map(|lines| Sets::new(lines, size));
        // What a cell costs at least: a word or two of each head, and the steps.
        let cost = 8 + self.steps.len() + length / 64;
        let mut steps = Vec::new();
        // Tile by tile: the tiles above and to the left of one come before it.
        let starts = |end: usize| (0..end).step_by(TILE);
        for (top, left) in starts(rows).flat_map(|top| starts(columns).map(move |left| (top, left))) {
            for x in top..rows.min(top + TILE) {
                account.charge_product(columns.min(left + TILE) - left, cost)?;
                for y in left..columns.min(left + TILE) {
                    let found = value(x, y);
                    if is_half && y < x {
                        if found != value(y, x) {
                            return Ok(false);
                        }
                        continue;
                    }
                    if is_half && y == x && self.row {
                        account.charge(length as u64)?;
                        row.copy(x, &column, x);
                    }
                    if found as usize > x + y {
                        return Ok(false);
                    }
                    steps.clear();
                    for &(a, b) in &self.steps {
                        if let (Some(u), Some(v)) = (x.checked_sub(a), y.checked_sub(b)) {
                            steps.push(value(u, v));
                        }
                    }
                    let slant = y + rows - x;
                    let lines = [row.set(x), column.set(y), diagonal.set(slant)];
                    if !is_mex(found, lines, row.head, &steps, account)? {
                        return Ok(false);
                    }
                    row.insert(x, found);
                    column.insert(y, found);
                    diagonal.insert(slant, found);
                }
            }
        }
        account.release::<u64>(words);
        Ok(true)
    }
}

/// Whether `found` is the least number in none of the sets and not among `steps`; `head` is the
/// length of a head.
fn is_mex(
    found: u32,
    sets: [&[u64]; 3],
    head: usize,
    steps: &[u32],
    account: &Account,
) -> Result<bool, Exhausted> {
    let together = |place: usize| sets.iter().fold(0, |all, set| all | set.get(place).copied().unwrap_or(0));
    let met = |word: usize| {
        let here = steps.iter().filter(|&&step| step as usize / 64 == word);
        here.fold(together(head + word), |all, step| all | 1 << (step % 64))
    };
    // In its own word all smaller numbers are met, and it is not.
    let (last, smaller) = (found as usize / 64, (1u64 << (found % 64)) - 1);
    if met(last) & (smaller << 1 | 1) != smaller {
        return Ok(false);
    }
    // A word before that is full in one set, or in all of them together.
    for group in 0..=last / 64 {
        let before = if group < last / 64 { u64::MAX } else { (1 << (last % 64)) - 1 };
        let mut open = !together(group) & before;
        if open != 0 {
            account.charge_product(open.count_ones() as usize, 1 + steps.len())?;
        }
        while open != 0 {
            if met(group * 64 + open.trailing_zeros() as usize) != u64::MAX {
                return Ok(false);
            }
            open &= open - 1;
        }
    }
    Ok(true)
}

/// Sets of numbers, one for each line of a kind (or none): words with a bit for each number, after
/// a head with a bit for each word that is full.
struct Sets {
    words: Vec<u64>,
    /// Words of a head.
    head: usize,
    /// Words of a set with its head; 0 if there are no sets.
    length: usize,
}

impl Sets {
    fn new(lines: usize, size: usize) -> Sets {
        let length = if lines == 0 { 0 } else { Sets::length(size) };
        Sets { words: vec![0; lines * length], head: Sets::head(size), length }
    }

    /// Words of the head of a set of numbers up to `size`.
    fn head(size: usize) -> usize {
        (size / 64 + 2).div_ceil(64)
    }

    /// Words of a set of numbers up to `size`, with its head.
    fn length(size: usize) -> usize {
        size / 64 + 2 + Sets::head(size)
    }

    fn set(&self, line: usize) -> &[u64] {
        &self.words[line * self.length..(line + 1) * self.length]
    }

    fn insert(&mut self, line: usize, n: u32) {
        if self.length > 0 {
            let set = &mut self.words[line * self.length..(line + 1) * self.length];
            let word = n as usize / 64;
            set[self.head + word] |= 1 << (n % 64);
            if set[self.head + word] == u64::MAX {
                set[word / 64] |= 1 << (word % 64);
            }
        }
    }

    fn copy(&mut self, line: usize, from: &Sets, other: usize) {
        self.words[line * self.length..(line + 1) * self.length].copy_from_slice(from.set(other));
    }
}
