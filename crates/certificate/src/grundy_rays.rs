//! A quicker pass over a table of a game made of rays and single steps; part of the check of [`crate::grundy_box`].
//!
//! A move counts here if the amounts `(a, b)` it takes from two coordinates are exactly: `(0, t)`, `(t, 0)` or `(t, t)` for all `t >= 1`
//! (a ray), or one fixed pair (a step). Then the options of a cell are the cells before it in its row, column and diagonal,
//! and a few single cells. Going through the table row by row, each line has the set of values met on it so far; a value
//! is right if it is in none of its cell's sets and every smaller number is in one of them.
//!
//! Of a set only the words after its full beginning are looked at. If the moves are the same with the coordinates
//! exchanged, the table must be too, and then only the cells on and above the main diagonal are looked at: the row to the
//! left of cell `(x, x)` holds the values of the column above it.
//!
//! Tested against the plain pass, which is the definition. Cost: a few words per cell.

use rules::language::linear::inequalities;
use rules::language::moves::alternatives;
use rules::language::{Formula, Game};

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
                rays.add(game, &parts)?;
            }
        }
        Some(rays)
    }

    /// Adds the alternative in which all of `parts` hold; `None` if it is no ray and no step.
    fn add(&mut self, game: &Game, parts: &[Formula]) -> Option<()> {
        const OPEN: i128 = 1 << 60;
        // Least and greatest a, b and a - b.
        let mut bounds = [(-OPEN, OPEN); 3];
        let mut at_least = [0, 0];
        for part in parts {
            for linear in inequalities(part, game.names.len())? {
                let (c, k) = (&linear.coefficients, linear.constant);
                if c[4..].iter().any(|&c| c != 0) {
                    return None;
                }
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

    /// Whether every value of the table is the mex of its options; `values[x * columns + y]` is the value of `(x, y)`.
    pub(crate) fn are_right(&self, rows: usize, columns: usize, values: &[Option<u32>]) -> bool {
        let value = |x: usize, y: usize| values[x * columns + y];
        let is_half = rows == columns && self.is_symmetric();
        if is_half && (0..rows).any(|x| (0..x).any(|y| value(x, y) != value(y, x))) {
            return false;
        }
        // A value is at most the number of moves a play can have, so these sets have room, and one word more.
        let words = (rows + columns) / 64 + 2;
        let mut row = Set::new(words);
        let mut column = vec![Set::new(if self.column { words } else { 0 }); columns];
        let mut diagonal = vec![Set::new(if self.diagonal { words } else { 0 }); rows + columns];
        let none = Set::new(words);
        for x in 0..rows {
            let first = if is_half { x } else { 0 };
            if self.row {
                if is_half {
                    row.clone_from(&column[x]);
                } else {
                    row = Set::new(words);
                }
            }
            for y in first..columns {
                let Some(found) = value(x, y).filter(|&v| v as usize <= x + y) else {
                    return false;
                };
                let across = if self.row { &row } else { &none };
                let down = if self.column { &column[y] } else { &none };
                let slanted = if self.diagonal { &diagonal[y + rows - x] } else { &none };
                let lines = [across, down, slanted];
                if lines.iter().any(|line| line.contains(found)) {
                    return false;
                }
                let mut single = [u32::MAX; 16];
                let mut many = Vec::new();
                for (i, &(a, b)) in self.steps.iter().enumerate() {
                    let (Some(u), Some(v)) = (x.checked_sub(a), y.checked_sub(b)) else {
                        continue;
                    };
                    let Some(met) = value(u, v) else { return false };
                    match single.get_mut(i) {
                        Some(place) => *place = met,
                        None => many.push(met),
                    }
                }
                let steps = single[..self.steps.len().min(16)].iter().chain(&many);
                if steps.clone().any(|&met| met == found) {
                    return false;
                }
                let full = lines.iter().map(|line| line.full).max().unwrap_or(0);
                for word in full..=found as usize / 64 {
                    let mut met = lines.iter().fold(0, |all, line| all | line.words[word]);
                    for &step in steps.clone().filter(|&&step| step as usize / 64 == word) {
                        met |= 1 << (step % 64);
                    }
                    // All numbers of this word that are smaller than the value.
                    let smaller = if word < found as usize / 64 { u64::MAX } else { (1 << (found % 64)) - 1 };
                    if met & smaller != smaller {
                        return false;
                    }
                }
                if self.row {
                    row.insert(found);
                }
                if self.column {
                    column[y].insert(found);
                }
                if self.diagonal {
                    diagonal[y + rows - x].insert(found);
                }
            }
        }
        true
    }
}

/// A set of numbers as bits.
#[derive(Clone)]
struct Set {
    words: Vec<u64>,
    /// All words before this one are full.
    full: usize,
}

impl Set {
    fn new(words: usize) -> Set {
        Set { words: vec![0; words], full: 0 }
    }

    fn contains(&self, n: u32) -> bool {
        self.words[n as usize / 64] >> (n % 64) & 1 == 1
    }

    fn insert(&mut self, n: u32) {
        self.words[n as usize / 64] |= 1 << (n % 64);
        while self.words[self.full] == u64::MAX {
            self.full += 1;
        }
    }
}
