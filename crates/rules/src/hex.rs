//! Hex: the board, its cells and edges, both notations, moves, the swap rule, and who has won.
//!
//! The board is a rhombus of `columns` × `rows` hexagons. Cell `cr` is in column `c` and row `r`,
//! both from 1, counted from the top left corner; its neighbours are (c±1, r), (c, r±1), (c+1, r-1)
//! and (c-1, r+1). Black moves first and joins the top edge to the bottom edge, White the left edge
//! to the right edge. The same cell is `63` in the papers and `f3` to everyone else; boards wider
//! than nine columns have letters only.
//!
//! ```
//! use hissho_rules::hex::{Player, Position, Size};
//!
//! let size = Size::new(3, 3)?;
//! let position = Position::from_moves(size, "22 11 b1 a2 23")?;
//! assert_eq!(position.winner(), Some(Player::Black));
//! # Ok::<_, hissho_rules::hex::HexError>(())
//! ```

use std::fmt;

/// The longest side a board may have: 11, the size of tournaments. Cells and edges then fit one
/// [`CellSet`].
pub const LONGEST_SIDE: usize = 11;

/// A cell, counted row by row from the top left corner. Past the last cell a number may stand for
/// an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

/// The two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Moves first; joins top and bottom.
    Black,
    /// Joins left and right.
    White,
}

impl Player {
    /// The opponent.
    pub fn other(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Player::Black { "black" } else { "white" })
    }
}

/// A set of cells (and edges).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet(pub u128);

impl CellSet {
    /// No cell at all.
    pub const EMPTY: CellSet = CellSet(0);

    /// The set of one cell.
    pub fn of(cell: Cell) -> CellSet {
        CellSet(1 << cell.0)
    }
    /// Is `cell` in the set?
    pub fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }
    /// The set with `cell`.
    #[must_use]
    pub fn with(self, cell: Cell) -> CellSet {
        CellSet(self.0 | 1 << cell.0)
    }
    /// The set without `cell`.
    #[must_use]
    pub fn without(self, cell: Cell) -> CellSet {
        CellSet(self.0 & !(1 << cell.0))
    }
    /// Cells in either set.
    #[must_use]
    pub fn or(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }
    /// Cells in both sets.
    #[must_use]
    pub fn and(self, other: CellSet) -> CellSet {
        CellSet(self.0 & other.0)
    }
    /// Cells of this set that are not in `other`.
    #[must_use]
    pub fn minus(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }
    /// Is there no cell in the set?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Is every cell also in `other`?
    pub fn is_subset(self, other: CellSet) -> bool {
        self.minus(other).is_empty()
    }
    /// Have the two sets no cell in common?
    pub fn is_disjoint(self, other: CellSet) -> bool {
        self.and(other).is_empty()
    }
    /// The number of cells.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// The cells, in order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let least = (rest != 0).then(|| Cell(rest.trailing_zeros() as u8))?;
            rest &= rest - 1;
            Some(least)
        })
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        cells.into_iter().fold(CellSet::EMPTY, CellSet::with)
    }
}

/// How cells are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// `63`: column and row, as in the papers. Boards wider or higher than nine fall back on
    /// letters.
    #[default]
    Digits,
    /// `f3`: column letter and row.
    Letters,
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    /// Invariant: both between 1 and [`LONGEST_SIDE`].
    columns: u8,
    rows: u8,
}

impl Size {
    /// A board of so many columns and rows.
    pub fn new(columns: usize, rows: usize) -> Result<Size, HexError> {
        if (1..=LONGEST_SIDE).contains(&columns) && (1..=LONGEST_SIDE).contains(&rows) {
            Ok(Size { columns: columns as u8, rows: rows as u8 })
        } else {
            Err(HexError::Size { columns, rows })
        }
    }
    /// The number of columns.
    pub fn columns(self) -> usize {
        self.columns.into()
    }
    /// The number of rows.
    pub fn rows(self) -> usize {
        self.rows.into()
    }
    /// The number of cells.
    pub fn cells(self) -> usize {
        self.columns() * self.rows()
    }
    /// Every cell of the board.
    pub fn all(self) -> CellSet {
        (0..self.cells() as u8).map(Cell).collect()
    }
    /// The cell in column `column` and row `row` (from 1), if it is on the board.
    pub fn at(self, column: i32, row: i32) -> Option<Cell> {
        let on_board =
            (1..=i32::from(self.columns)).contains(&column) && (1..=i32::from(self.rows)).contains(&row);
        on_board.then(|| Cell(((row - 1) * i32::from(self.columns) + column - 1) as u8))
    }
    /// Column and row of a cell, from 1.
    pub fn place(self, cell: Cell) -> (i32, i32) {
        (i32::from(cell.0 % self.columns) + 1, i32::from(cell.0 / self.columns) + 1)
    }
    /// The cells that touch `cell`.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let (column, row) = self.place(cell);
        [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
            .into_iter()
            .filter_map(move |(dc, dr)| self.at(column + dc, row + dr))
    }
    /// The cells along the first (top, left) and the second (bottom, right) edge of `player`.
    pub fn edge_cells(self, player: Player) -> [CellSet; 2] {
        let last = match player {
            Player::Black => self.rows(),
            Player::White => self.columns(),
        } as i32;
        let line = |n: i32| {
            let on_line = |cell: &Cell| match (player, self.place(*cell)) {
                (Player::Black, (_, row)) => row == n,
                (Player::White, (column, _)) => column == n,
            };
            self.all().cells().filter(on_line).collect()
        };
        [line(1), line(last)]
    }
    /// The cell's name in `notation`.
    pub fn name(self, cell: Cell, notation: Notation) -> String {
        let mut name = String::new();
        self.write_name(cell, notation, &mut name).expect("writing to a string does not fail");
        name
    }
    /// Writes the cell's name in `notation`.
    pub fn write_name(self, cell: Cell, notation: Notation, to: &mut impl fmt::Write) -> fmt::Result {
        let (column, row) = self.place(cell);
        match notation {
            Notation::Digits if self.columns <= 9 && self.rows <= 9 => write!(to, "{column}{row}"),
            _ => write!(to, "{}{row}", char::from(b'a' + column as u8 - 1)),
        }
    }
    /// The cell called `text`, in either notation.
    pub fn cell(self, text: &str) -> Result<Cell, HexError> {
        let refusal = || HexError::Cell { text: text.to_owned(), size: self };
        let first = text.chars().next().ok_or_else(refusal)?;
        let rest = &text[first.len_utf8()..];
        if rest.is_empty() || !rest.bytes().all(|b| b.is_ascii_digit()) {
            return Err(refusal());
        }
        let column = match first {
            '1'..='9' if rest.len() == 1 && self.columns <= 9 && self.rows <= 9 => first as i32 - '0' as i32,
            'a'..='z' => first as i32 - 'a' as i32 + 1,
            'A'..='Z' => first as i32 - 'A' as i32 + 1,
            _ => return Err(refusal()),
        };
        self.at(column, rest.parse().map_err(|_| refusal())?).ok_or_else(refusal)
    }
    /// Turned by half a turn: what was top left is bottom right. Exchanges the edges of each
    /// player.
    pub fn turned(self, cell: Cell) -> Cell {
        Cell(self.columns * self.rows - 1 - cell.0)
    }
    /// Reflected in the long diagonal of a square board, which exchanges the colours' edges.
    pub fn exchanged(self, cell: Cell) -> Option<Cell> {
        let (column, row) = self.place(cell);
        if self.columns == self.rows { self.at(row, column) } else { None }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// Stones on a board and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board.
    pub size: Size,
    /// Invariant: `black` and `white` are disjoint and on the board.
    black: CellSet,
    white: CellSet,
    /// Who moves next.
    pub to_move: Player,
}

impl Position {
    /// The empty board, Black to move.
    pub fn start(size: Size) -> Position {
        Position { size, black: CellSet::EMPTY, white: CellSet::EMPTY, to_move: Player::Black }
    }
    /// A board set up freely.
    pub fn set_up(size: Size, black: CellSet, white: CellSet, to_move: Player) -> Result<Position, HexError> {
        if let Some(cell) = black.and(white).cells().next() {
            return Err(HexError::Occupied { cell: size.name(cell, Notation::Digits) });
        }
        if let Some(cell) = black.or(white).minus(size.all()).cells().next() {
            return Err(HexError::Cell { text: format!("number {}", cell.0), size });
        }
        Ok(Position { size, black, white, to_move })
    }
    /// The position after the moves in `text`, separated by blanks or commas; `swap` may stand
    /// second.
    pub fn from_moves(size: Size, text: &str) -> Result<Position, HexError> {
        let words = text.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty());
        words.enumerate().try_fold(Position::start(size), |position, (index, word)| match word {
            "swap" | "swap-pieces" if index == 1 => position.swapped(),
            "swap" | "swap-pieces" => Err(HexError::LateSwap),
            _ => position.after(size.cell(word)?),
        })
    }
    /// The stones of `player`.
    pub fn stones(&self, player: Player) -> CellSet {
        match player {
            Player::Black => self.black,
            Player::White => self.white,
        }
    }
    /// The cells without a stone.
    pub fn empty(&self) -> CellSet {
        self.size.all().minus(self.black).minus(self.white)
    }
    /// The position after the player to move takes `cell`.
    pub fn after(mut self, cell: Cell) -> Result<Position, HexError> {
        if !self.empty().contains(cell) {
            return Err(HexError::Occupied { cell: self.size.name(cell, Notation::Digits) });
        }
        match self.to_move {
            Player::Black => self.black = self.black.with(cell),
            Player::White => self.white = self.white.with(cell),
        }
        self.to_move = self.to_move.other();
        Ok(self)
    }
    /// White takes over Black's opening stone: it becomes White's, reflected in the long diagonal.
    pub fn swapped(self) -> Result<Position, HexError> {
        let opening = self.black.cells().next().filter(|_| self.black.len() == 1 && self.white.is_empty());
        let taken = opening.and_then(|cell| self.size.exchanged(cell)).ok_or(HexError::LateSwap)?;
        Ok(Position { black: CellSet::EMPTY, white: CellSet::of(taken), to_move: Player::Black, ..self })
    }
    /// The player whose stones join both own edges, if any. A full board has exactly one.
    pub fn winner(&self) -> Option<Player> {
        [Player::Black, Player::White].into_iter().find(|&player| {
            let [first, second] = self.size.edge_cells(player);
            let stones = self.stones(player);
            let mut reached = first.and(stones);
            let mut frontier: Vec<Cell> = reached.cells().collect();
            while let Some(cell) = frontier.pop() {
                for next in self.size.neighbours(cell) {
                    if stones.contains(next) && !reached.contains(next) {
                        reached = reached.with(next);
                        frontier.push(next);
                    }
                }
            }
            !reached.is_disjoint(second)
        })
    }
}

/// Why a board, a cell or a move was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HexError {
    /// No such board.
    Size {
        /// Columns asked for.
        columns: usize,
        /// Rows asked for.
        rows: usize,
    },
    /// No such cell.
    Cell {
        /// What was written.
        text: String,
        /// The board it was to be on.
        size: Size,
    },
    /// The cell has a stone.
    Occupied {
        /// Its name.
        cell: String,
    },
    /// A swap that is not White's answer to the opening, or not on a square board.
    LateSwap,
}

impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HexError::Size { columns, rows } => write!(
                f,
                "a board of {columns} columns and {rows} rows, each side must be from 1 to {LONGEST_SIDE}"
            ),
            HexError::Cell { text, size } => {
                let last = Cell(size.cells() as u8 - 1);
                write!(
                    f,
                    "`{text}` is not a cell of the {size} board, whose last cell is {} or {}",
                    size.name(last, Notation::Digits),
                    size.name(last, Notation::Letters)
                )
            }
            HexError::Occupied { cell } => write!(f, "cell {cell} already has a stone"),
            HexError::LateSwap => f.write_str(
                "`swap` is possible only as the second move, on a board with as many columns as rows",
            ),
        }
    }
}

impl std::error::Error for HexError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations_name_the_same_cell() {
        let size = Size::new(8, 8).unwrap();
        let cell = size.cell("63").unwrap();
        assert_eq!(size.cell("f3"), Ok(cell));
        assert_eq!(size.name(cell, Notation::Digits), "63");
        assert_eq!(size.name(cell, Notation::Letters), "f3");
        assert_eq!(size.name(size.turned(cell), Notation::Digits), "36");
        let wide = Size::new(11, 11).unwrap();
        assert_eq!(wide.name(wide.cell("k11").unwrap(), Notation::Digits), "k11");
    }

    #[test]
    fn impossible_boards_cells_and_moves_are_refused() {
        assert!(Size::new(0, 3).is_err());
        assert!(Size::new(40, 40).is_err());
        let size = Size::new(3, 3).unwrap();
        for text in ["44", "d1", "a0", "", "1", "é1", "a9999999999", "swap 11", "11 12 swap", "11 11"] {
            assert!(Position::from_moves(size, text).is_err() || text.is_empty(), "{text}");
        }
        assert!(Size::new(3, 4).unwrap().exchanged(Cell(0)).is_none());
    }

    #[test]
    fn a_swap_gives_white_the_reflected_opening() {
        let size = Size::new(5, 5).unwrap();
        let position = Position::from_moves(size, "21 swap").unwrap();
        assert_eq!(position.stones(Player::White), CellSet::of(size.cell("12").unwrap()));
        assert_eq!(position.to_move, Player::Black);
    }

    #[test]
    fn every_full_board_up_to_3x4_has_exactly_one_winner() {
        for (columns, rows) in [(1, 1), (2, 2), (3, 3), (3, 4), (4, 3)] {
            let size = Size::new(columns, rows).unwrap();
            for black in (0..1u128 << size.cells()).map(CellSet) {
                let white = size.all().minus(black);
                let owner = |b, w| Position::set_up(size, b, w, Player::Black).unwrap().winner();
                let (one, two) = (owner(black, CellSet::EMPTY), owner(CellSet::EMPTY, white));
                assert_ne!(one.is_some(), two.is_some());
            }
        }
    }
}
