//! A static strategy laid out on finitely many columns that show everything it does.
//!
//! Beyond the columns that are written down, `low` to `high`, heights and pairs repeat with the
//! tails: lines whose leftmost column is at most one period (and on the left three columns) beyond
//! stand for all lines. Two rows above all zones and stones the rows repeat as well. On boards that
//! end every line is looked at.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use hissho_rules::Account;
use hissho_rules::infinite_four::{Cell, Direction, Position, Side, Width};

use super::{Excludes, MOST_COLUMNS, Node, Pair, Response, ResponseError, Strategy, Tail};

/// A static strategy laid out on finitely many columns that show everything it does.
pub(crate) struct Layout<'a> {
    position: &'a Position,
    claim: &'a Response,
    strategy: &'a Strategy,
    core: Option<&'a Tail>,
    /// Every zone cell of these columns and its partner, with the weakness of the pair.
    pub(crate) cells: BTreeMap<Cell, Option<(Cell, bool)>>,
    /// The leftmost columns of the lines to look at.
    pub(crate) range: RangeInclusive<i64>,
    /// No zone and no stone is higher.
    pub(crate) top: u32,
    /// The cells that room is held for.
    room: usize,
}

/// An entry of [`Layout::cells`], with what the map needs beside it.
type Entry = [u64; 10];

/// What is known of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// A stone, or a cell above the zone, of this side.
    Side(Side),
    /// A zone cell: either side may get it.
    Zone,
    /// In the core of an inner node: empty for now.
    Empty,
}

impl<'a> Layout<'a> {
    /// Lays out a strategy whose tails have words, or none on a board that ends.
    pub(crate) fn new(
        position: &'a Position,
        claim: &'a Response,
        strategy: &'a Strategy,
        core: Option<&'a Tail>,
        account: &Account,
    ) -> Result<Layout<'a>, ResponseError> {
        let (first, last) = strategy.core;
        let (left, right) = (strategy.left.word.len() as i64, strategy.right.word.len() as i64);
        let no_pairs = Vec::new();
        let core_pairs = core.map_or(&no_pairs, |core| &core.pairs);
        let needed = (last - first + 1) as usize;
        if let Some(core) = core.filter(|core| core.word.len() != needed) {
            return Err(ResponseError::Letters { found: core.word.len(), first, last });
        }
        let written = || strategy.left.pairs.iter().chain(&strategy.right.pairs).chain(core_pairs);
        account.charge_product(8, written().count())?;
        let columns = written().flat_map(|pair| pair.cells.map(|cell| cell.column));
        let (low, high) =
            columns.fold((first, last), |(low, high), column| (low.min(column), high.max(column)));
        if high.abs_diff(low) > MOST_COLUMNS as u64 && (low, high) != (first, last) {
            return Err(ResponseError::TooWide);
        }
        let infinite = position.board().width == Width::Infinite;
        let range = if infinite { low - left - 3..=high + right } else { first..=last };
        let whole = *range.start()..=*range.end() + if infinite { 3 } else { 0 };
        let width = (whole.end() - whole.start() + 1) as usize;
        let room = 2 * width;
        account.hold::<Entry>(room)?;
        account.charge_product(32, width)?;
        let mut layout =
            Layout { position, claim, strategy, core, cells: BTreeMap::new(), range, top: 0, room };
        for column in whole.clone() {
            let stones = position.height(column);
            let Some(height) = layout.zone_height(column) else {
                layout.top = layout.top.max(stones);
                continue;
            };
            if height < stones || height - stones > 2 {
                return Err(ResponseError::ZoneHeight { column, found: height, stones });
            }
            layout.top = layout.top.max(height);
            layout.cells.extend((stones + 1..=height).map(|row| (Cell { column, row }, None)));
        }
        for pair in core_pairs {
            // Only a tree must keep out of its tails: they belong to all its leaves.
            if !infinite || matches!(strategy.root, Node::Branches(_)) {
                within(pair, first, last, "core")?;
            }
            layout.add(pair, &whole, account)?;
        }
        for pair in &strategy.left.pairs {
            within(pair, i64::MIN, first - 1, "left tail")?;
            within(&Pair { cells: [pair.cells[1]; 2], ..*pair }, first - left, first - 1, "left tail")?;
            for times in 0..=(first - whole.start()) / left {
                layout.add(&shifted(pair, -times * left), &whole, account)?;
            }
        }
        for pair in &strategy.right.pairs {
            within(pair, last + 1, i64::MAX, "right tail")?;
            within(&Pair { cells: [pair.cells[0]; 2], ..*pair }, last + 1, last + right, "right tail")?;
            for times in 0..=(whole.end() - last) / right {
                layout.add(&shifted(pair, times * right), &whole, account)?;
            }
        }
        Ok(layout)
    }

    /// Gives the room back that was held.
    pub(super) fn release(self, account: &Account) {
        account.release::<Entry>(self.room);
    }

    /// If the paired zone cell `cell` lies on a zone cell with a partner, that partner must be
    /// playable whenever it is empty.
    pub(super) fn supported(&self, cell: Cell) -> Result<(), ResponseError> {
        let below = Cell { row: cell.row - 1, ..cell };
        if let Some(Some((partner, _))) = self.cells.get(&below)
            && partner.row != self.position.height(partner.column) + 1
        {
            return Err(ResponseError::Unsupported { cell, below, partner: *partner });
        }
        Ok(())
    }

    /// The zone height of a column; `None` for an unsettled column in the core of an inner node.
    fn zone_height(&self, column: i64) -> Option<u32> {
        let (first, last) = self.strategy.core;
        let (left, right) = (&self.strategy.left.word, &self.strategy.right.word);
        if column < first && !left.is_empty() {
            let from_the_end = (first - 1 - column).rem_euclid(left.len() as i64) as usize;
            Some(left[left.len() - 1 - from_the_end])
        } else if column > last && !right.is_empty() {
            Some(right[(column - last - 1).rem_euclid(right.len() as i64) as usize])
        } else {
            let index = (column - first).rem_euclid(last - first + 1) as usize;
            let stones = self.position.height(column);
            let settled = (stones >= self.strategy.settled).then_some(stones);
            self.core.map_or(settled, |core| Some(core.word[index]))
        }
    }

    /// Joins the two cells of a pair, as far as they lie in the columns laid out.
    fn add(
        &mut self,
        pair: &Pair,
        whole: &RangeInclusive<i64>,
        account: &Account,
    ) -> Result<(), ResponseError> {
        account.charge(32)?;
        if pair.weak && self.claim.excludes == Excludes::Opponent {
            return Err(ResponseError::Unused(
                "a weak pair where only the opponent's fours are excluded: say `pair`",
            ));
        }
        let [one, two] = pair.cells;
        for (cell, partner) in [(one, two), (two, one)] {
            if !whole.contains(&cell.column) {
                continue;
            }
            let (stones, height) =
                (self.position.height(cell.column), self.zone_height(cell.column).unwrap_or(0));
            match self.cells.get_mut(&cell) {
                None => {
                    return Err(ResponseError::NotInZone { pair: pair.cells, cell, stones, height });
                }
                Some(Some(_)) => return Err(ResponseError::Overlap { cell }),
                Some(free) => *free = Some((partner, pair.weak)),
            }
        }
        Ok(())
    }

    /// Who gets `cell`, as far as it is certain.
    pub(crate) fn owner(&self, cell: Cell) -> Owner {
        if let Some(side) = self.position.at(cell) {
            return Owner::Side(side);
        }
        match self.zone_height(cell.column) {
            None => Owner::Empty,
            Some(height) if cell.row <= height => Owner::Zone,
            Some(height) if (cell.row - height) % 2 == 1 => Owner::Side(self.claim.responder.other()),
            Some(_) => Owner::Side(self.claim.responder),
        }
    }

    /// The first name of a cell on a cylinder.
    fn canonical(&self, cell: Cell) -> Cell {
        let (first, last) = self.strategy.core;
        match self.position.board().width {
            Width::Cylinder(_) => {
                Cell { column: first + (cell.column - first).rem_euclid(last - first + 1), ..cell }
            }
            Width::Infinite | Width::Columns(_) => cell,
        }
    }

    /// Refuses if `side` may get a four.
    pub(super) fn no_open_line(&self, side: Side, account: &Account) -> Result<(), ResponseError> {
        let columns = (self.range.end() - self.range.start() + 1) as usize;
        account.charge_product(128 * columns, self.top as usize + 2)?;
        for column in self.range.clone() {
            for row in 1..=self.top + 2 {
                for direction in Direction::ALL {
                    let line = direction.line(Cell { column, row });
                    if !line.iter().all(|cell| self.position.board().has_column(cell.column)) {
                        continue;
                    }
                    let cells = line.map(|cell| self.canonical(cell));
                    let possible = |&cell: &Cell| {
                        matches!(self.owner(cell), Owner::Zone | Owner::Side(_))
                            && self.owner(cell) != Owner::Side(side.other())
                    };
                    if cells.iter().all(possible) && !self.has_pair(&cells, side) {
                        return Err(ResponseError::OpenLine { side, other: side.other(), line });
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a pair of which `side` does not get both cells lies among `cells`.
    fn has_pair(&self, cells: &[Cell; 4], side: Side) -> bool {
        cells.iter().any(|cell| match self.cells.get(cell) {
            Some(Some((partner, weak))) => {
                cells.contains(partner) && !(*weak && side == self.claim.responder)
            }
            _ => false,
        })
    }
}

/// The pair so many columns further to the right.
pub(super) fn shifted(pair: &Pair, by: i64) -> Pair {
    Pair { cells: pair.cells.map(|cell| Cell { column: cell.column + by, ..cell }), ..*pair }
}

/// Refuses a pair with a cell outside the columns `first` to `last`.
pub(super) fn within(pair: &Pair, first: i64, last: i64, place: &'static str) -> Result<(), ResponseError> {
    if pair.cells.iter().all(|cell| (first..=last).contains(&cell.column)) {
        Ok(())
    } else {
        Err(ResponseError::PairOutside { pair: pair.cells, place })
    }
}
