//! Searching a static strategy for given stones: zone heights and pairs of a core between CUP tails.
//!
//! Columns are filled from left to right. When a column is added, every line that ends in it must hold a
//! cell certain to be the responder's or a whole pair; if it does not, two free zone cells of the line are
//! joined, in every possible way in turn. What the columns further right can see of the ones so far is
//! the last three columns with their free and joined cells: states that failed are remembered, so each is
//! entered once. The tails are CUPs for ever (period 5), the ends of the core are free.
//!
//! Out: the core of a strategy of [`certificate::response`], which the checker must still accept.
//! Cost: states per column; some tens of microseconds to some milliseconds per search.

use certificate::response::{Arena, Excludes, Node, Pair, Response, Strategy, Tail};
use rules::infinite_four::{Cell, Position, Side, Stone};
use rustc_hash::FxHashSet;

use crate::limits::{Meter, Stop};

/// Zone heights of a CUP and the follow-up column after it.
const CUP: [u32; 5] = [2, 1, 1, 2, 0];
/// Its pairs, columns counted from 1.
const CUP_PAIRS: [[(i64, u32); 2]; 3] = [[(1, 1), (2, 1)], [(1, 2), (4, 2)], [(3, 1), (4, 1)]];

/// CUPs for ever to the left of column `first`.
pub fn left_cups(first: i64) -> Tail {
    let mut pairs: Vec<Pair> = CUP_PAIRS
        .iter()
        .map(|cells| {
            let mut cells = cells.map(|(column, row)| Cell { column: first - column, row });
            cells.sort();
            Pair { cells, weak: false }
        })
        .collect();
    pairs.sort();
    Tail { word: CUP.iter().rev().copied().collect(), pairs }
}

/// CUPs for ever to the right of column `last`.
pub fn right_cups(last: i64) -> Tail {
    let pairs = CUP_PAIRS.map(|cells| Pair {
        cells: cells.map(|(column, row)| Cell { column: last + column, row }),
        weak: false,
    });
    Tail { word: CUP.to_vec(), pairs: pairs.to_vec() }
}

/// The core of a static strategy for `responder` with CUPs outside `first` to `last`, if one is found.
/// The position must have its stones in the core, the opponent to move.
pub fn find_core(
    position: &Position,
    responder: Side,
    first: i64,
    last: i64,
    meter: &Meter,
) -> Result<Option<Tail>, Stop> {
    let mut search = Search {
        position,
        responder,
        first,
        columns: Vec::new(),
        pairs: Vec::new(),
        failed: FxHashSet::default(),
        last,
        meter,
    };
    // The three columns of the left tail that lines from the core can reach.
    for (zone, partner) in [(1, [OUTSIDE, FREE]), (1, [1, FREE]), (2, [-1, OUTSIDE])] {
        search.columns.push(Column { stones: 0, zone, partner });
    }
    if !search.column(0)? {
        return Ok(None);
    }
    let word = search.columns[3..][..(last - first + 1) as usize]
        .iter()
        .map(|column| column.stones + u32::from(column.zone));
    let mut pairs = search.pairs.clone();
    pairs.sort();
    Ok(Some(Tail { word: word.collect(), pairs }))
}

/// A static strategy for these stones, the opponent to move or - with `opening` - after that reply, with
/// CUP tails outside the core; with the claim it is for.
pub fn static_strategy(
    stones: &[Stone],
    responder: Side,
    opening: Option<i64>,
    first: i64,
    last: i64,
    core: Tail,
) -> (Response, Strategy) {
    let to_move = if opening.is_some() { responder } else { responder.other() };
    let claim = Response {
        arena: Arena::Infinite,
        stones: stones.to_vec(),
        to_move,
        responder,
        excludes: Excludes::Opponent,
    };
    let mut strategy = Strategy {
        passes: false,
        core: (first, last),
        left: left_cups(first),
        right: right_cups(last),
        end: Tail::default(),
        opening,
        root: Node::Static(core),
    };
    // The checker wants to know whether passes are needed; it is the judge of that as well.
    if certificate::response::check(claim.clone(), &strategy).is_err() {
        strategy.passes = true;
    }
    (claim, strategy)
}

/// No partner yet.
const FREE: i8 = 0;
/// A partner out of sight to the left, or in a tail.
const OUTSIDE: i8 = 9;

/// A column as later ones see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Column {
    stones: u32,
    zone: u8,
    /// For the lower and the upper zone cell: the distance to the partner, which is in the same row.
    partner: [i8; 2],
}

struct Search<'a> {
    position: &'a Position,
    responder: Side,
    first: i64,
    last: i64,
    /// From `first - 3` on.
    columns: Vec<Column>,
    pairs: Vec<Pair>,
    failed: FxHashSet<(usize, [Column; 3])>,
    meter: &'a Meter,
}

impl Search<'_> {
    /// Chooses the column `first + index` and everything to the right of it.
    fn column(&mut self, index: usize) -> Result<bool, Stop> {
        let column = self.first + index as i64;
        let beyond = column - self.last;
        if beyond > 3 {
            return Ok(true);
        }
        self.meter.spend(1)?;
        let count = self.columns.len();
        let mut seen = [self.columns[count - 3], self.columns[count - 2], self.columns[count - 1]];
        for (at, column) in seen.iter_mut().enumerate() {
            for partner in &mut column.partner {
                // Partners further left than the window look all the same.
                if *partner != OUTSIDE && at as i8 + *partner < 0 {
                    *partner = OUTSIDE;
                }
            }
        }
        if self.failed.contains(&(index, seen)) {
            return Ok(false);
        }
        let choices: &[Column] = match beyond {
            1 => &[Column { stones: 0, zone: 2, partner: [1, OUTSIDE] }],
            2 => &[Column { stones: 0, zone: 1, partner: [-1, FREE] }],
            3 => &[Column { stones: 0, zone: 1, partner: [OUTSIDE, FREE] }],
            _ => {
                let stones = self.position.height(column);
                &[0, 1, 2].map(|zone| Column { stones, zone, partner: [FREE; 2] })
            }
        };
        for &choice in choices {
            self.columns.push(choice);
            if self.vertical(column) {
                let lines = self.open_lines(column);
                if self.close(&lines, index)? {
                    return Ok(true);
                }
            }
            self.columns.pop();
        }
        self.failed.insert((index, seen));
        Ok(false)
    }

    fn shape(&self, column: i64) -> Column {
        self.columns[(column - self.first + 3) as usize]
    }

    /// Whether the cell may become the opponent's, and if so, whether it is a zone cell.
    fn possible(&self, cell: Cell) -> Option<bool> {
        let shape = self.shape(cell.column);
        if cell.row <= shape.stones {
            return (self.position.at(cell) != Some(self.responder)).then_some(false);
        }
        match cell.row - shape.stones {
            above if above <= u32::from(shape.zone) => Some(true),
            above => ((above - u32::from(shape.zone)) % 2 == 1).then_some(false),
        }
    }

    /// Whether no four can be made in the newest column alone.
    fn vertical(&self, column: i64) -> bool {
        let shape = self.shape(column);
        let top = shape.stones + u32::from(shape.zone) + 1;
        !(1..=top).any(|row| (row..row + 4).all(|row| self.possible(Cell { column, row }).is_some()))
    }

    /// The lines that end in the newest column and hold no cell of the responder.
    fn open_lines(&self, column: i64) -> Vec<[Cell; 4]> {
        let top = (column - 3..=column)
            .map(|column| self.shape(column))
            .map(|shape| shape.stones + u32::from(shape.zone))
            .max()
            .unwrap_or(0);
        let mut lines = Vec::new();
        let corner = column - 3;
        for row in 1..=top + 2 {
            for direction in [
                rules::infinite_four::Direction::Across,
                rules::infinite_four::Direction::Rising,
                rules::infinite_four::Direction::Falling,
            ] {
                let line = direction.line(Cell { column: corner, row });
                if line.iter().all(|&cell| self.possible(cell).is_some()) {
                    lines.push(line);
                }
            }
        }
        lines
    }

    fn partner(&self, cell: Cell) -> i8 {
        let shape = self.shape(cell.column);
        shape.partner[(cell.row - shape.stones - 1) as usize]
    }

    fn set_partner(&mut self, cell: Cell, distance: i8) {
        let shape = &mut self.columns[(cell.column - self.first + 3) as usize];
        let index = (cell.row - shape.stones - 1) as usize;
        shape.partner[index] = distance;
    }

    fn is_lowest(&self, cell: Cell) -> bool {
        cell.row == self.shape(cell.column).stones + 1
    }

    /// Makes the lines safe one after the other, then goes on with the next column.
    fn close(&mut self, lines: &[[Cell; 4]], index: usize) -> Result<bool, Stop> {
        let Some((line, rest)) = lines.split_first() else {
            return self.column(index + 1);
        };
        let zone: Vec<Cell> =
            line.iter().copied().filter(|&cell| self.possible(cell) == Some(true)).collect();
        let joined = |cell: &&Cell| {
            let distance = self.partner(**cell);
            let other = Cell { column: cell.column + i64::from(distance), ..**cell };
            distance != FREE && distance != OUTSIDE && zone.contains(&other)
        };
        if zone.iter().any(|cell| joined(&cell)) {
            return self.close(rest, index);
        }
        for (at, &one) in zone.iter().enumerate() {
            for &two in &zone[at + 1..] {
                let free = self.partner(one) == FREE && self.partner(two) == FREE;
                if one.row != two.row || !free || !self.may_join(one, two) {
                    continue;
                }
                let distance = (two.column - one.column) as i8;
                self.set_partner(one, distance);
                self.set_partner(two, -distance);
                self.pairs.push(Pair { cells: [one, two], weak: false });
                if self.close(rest, index)? {
                    return Ok(true);
                }
                self.pairs.pop();
                self.set_partner(one, FREE);
                self.set_partner(two, FREE);
            }
        }
        Ok(false)
    }

    /// Whether the reply stays in reach: under a paired cell lies no cell whose partner needs support.
    fn may_join(&self, one: Cell, two: Cell) -> bool {
        let fits = |cell: Cell, other: Cell| {
            if self.is_lowest(cell) {
                // A paired cell above it needs `other` to be playable whenever it is empty.
                let above_is_paired =
                    self.shape(cell.column).zone == 2 && self.shape(cell.column).partner[1] != FREE;
                !above_is_paired || self.is_lowest(other)
            } else {
                let below = Cell { row: cell.row - 1, ..cell };
                let distance = self.partner(below);
                let partner = Cell { column: below.column + i64::from(distance), ..below };
                distance == FREE || distance == OUTSIDE || self.is_lowest(partner)
            }
        };
        fits(one, two) && fits(two, one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use rules::infinite_four::{Board, parse_stones};

    fn found(stones: &str, opening: i64, reach: i64) -> bool {
        let stones = parse_stones(stones).unwrap();
        let mut position = Position::of(Board::INFINITE, &stones).unwrap();
        position.drop_stone(Stone { side: Side::O, column: opening }).unwrap();
        let meter = Limits::default().start();
        for first in -reach..=-1 {
            for last in 4..=4 + reach {
                if let Some(core) = find_core(&position, Side::O, first, last, &meter).unwrap() {
                    let (claim, strategy) =
                        static_strategy(&stones, Side::O, Some(opening), first, last, core);
                    certificate::response::check(claim, &strategy).unwrap_or_else(|error| panic!("{error}"));
                    return true;
                }
            }
        }
        false
    }

    #[test]
    fn one_handicap_stone_has_static_answers_at_distance_0_2_and_3() {
        assert!(found("X0 X0", 1, 8));
        assert!(found("X0 X2", 1, 8));
        assert!(found("X0 X3", 1, 8));
        assert!(!found("X0 X1", 2, 8));
    }
}
