//! Connect-Four on a board without sides ("hako-zumi"), and on boards that end.
//!
//! Columns are all the integers, rows are 1, 2, 3, … upwards. A stone is dropped into a column and
//! rests on the ground or on a stone. Four or more stones of one side in a line - across, up, or
//! on a diagonal - win at once; a game without end is a draw (Yamaguchi, Yamaguchi, Tanaka,
//! Kaneko, Infinite Connect-Four Is Solved: Draw, 2011). The board may be narrowed to the columns
//! 1 to w, closed to a cylinder, or cut at a height. On a cylinder a line runs round: it is read
//! on the endless strip that unrolls it.
//!
//! Stones are written as in the sources, side and column: `X0O1X1O-1X-1O2`.
//!
//! ```
//! use hissho_rules::infinite_four::{Board, Position, Side, parse_record};
//!
//! let mut position = Position::new(Board::INFINITE);
//! for stone in parse_record("X0O1X1O-1X-1O2")? {
//!     position.drop_stone(stone)?;
//! }
//! assert_eq!(position.height(1), 2);
//! assert_eq!(position.winning_columns(Side::X), []);
//! # Ok::<_, hissho_rules::infinite_four::BoardError>(())
//! ```

use std::collections::BTreeMap;
use std::fmt;

/// Stones are written in the columns from `-LARGEST_COLUMN` to `LARGEST_COLUMN`: no sum of columns
/// leaves 64 bits. The board goes on beyond, and a four may be threatened there.
pub const LARGEST_COLUMN: i64 = 1_000_000_000_000;

/// One of the two players: X moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The first player.
    X,
    /// The second player.
    O,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::X => Side::O,
            Side::O => Side::X,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::X => "X",
            Side::O => "O",
        })
    }
}

/// A stone dropped by `side` into `column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stone {
    /// Whose stone it is.
    pub side: Side,
    /// Where it is dropped.
    pub column: i64,
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.side, self.column)
    }
}

/// A place for one stone: column, then row from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Any integer.
    pub column: i64,
    /// From 1 upwards.
    pub row: u32,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.column, self.row)
    }
}

/// The cells of a four, named by its leftmost column, its lowest row and its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Along a row.
    Across,
    /// Along a column.
    Up,
    /// A diagonal that rises to the right.
    Rising,
    /// A diagonal that falls to the right.
    Falling,
}

impl Direction {
    /// The four directions.
    pub const ALL: [Direction; 4] = [Direction::Across, Direction::Up, Direction::Rising, Direction::Falling];

    /// The four cells in this direction whose leftmost column and lowest row are those of `corner`.
    pub fn line(self, corner: Cell) -> [Cell; 4] {
        let Cell { column, row } = corner;
        [0u32, 1, 2, 3].map(|step| match self {
            Direction::Across => Cell { column: column + i64::from(step), row },
            Direction::Up => Cell { column, row: row + step },
            Direction::Rising => Cell { column: column + i64::from(step), row: row + step },
            Direction::Falling => Cell { column: column + i64::from(step), row: row + 3 - step },
        })
    }
}

/// Which columns there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// All the integers.
    Infinite,
    /// The columns 1 to this one.
    Columns(i64),
    /// The columns modulo this number.
    Cylinder(i64),
}

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Which columns there are.
    pub width: Width,
    /// The highest row, if there is one.
    pub height: Option<u32>,
}

impl Board {
    /// No sides and no top.
    pub const INFINITE: Board = Board { width: Width::Infinite, height: None };

    /// The column under its first name: itself, or its remainder on a cylinder.
    pub fn column(&self, column: i64) -> i64 {
        match self.width {
            Width::Cylinder(width) => column.rem_euclid(width),
            Width::Infinite | Width::Columns(_) => column,
        }
    }

    /// Whether the board has this column.
    pub fn has_column(&self, column: i64) -> bool {
        match self.width {
            Width::Columns(width) => (1..=width).contains(&column),
            Width::Infinite | Width::Cylinder(_) => true,
        }
    }
}

/// Stones on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    /// The stones of each column from the ground up; no empty columns. Keys by [`Board::column`].
    columns: BTreeMap<i64, Vec<Side>>,
}

impl Position {
    /// The empty board.
    pub fn new(board: Board) -> Position {
        Position { board, columns: BTreeMap::new() }
    }

    /// The board with these stones dropped in turn; refused when one cannot be dropped, or when
    /// one before the last makes a four.
    pub fn of(board: Board, stones: &[Stone]) -> Result<Position, BoardError> {
        let mut position = Position::new(board);
        for (index, &stone) in stones.iter().enumerate() {
            if index > 0 && position.four_at_top(stones[index - 1].column).is_some() {
                return Err(BoardError::AfterTheEnd { stone });
            }
            position.drop_stone(stone)?;
        }
        Ok(position)
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The number of stones in `column`.
    pub fn height(&self, column: i64) -> u32 {
        let stones = self.columns.get(&self.board.column(column));
        stones.map_or(0, |stones| stones.len() as u32)
    }

    /// Whose stone lies in `cell`.
    pub fn at(&self, cell: Cell) -> Option<Side> {
        let stones = self.columns.get(&self.board.column(cell.column))?;
        stones.get((cell.row as usize).checked_sub(1)?).copied()
    }

    /// The columns that hold stones, from left to right.
    pub fn occupied(&self) -> impl DoubleEndedIterator<Item = i64> + '_ {
        self.columns.keys().copied()
    }

    /// Drops a stone and says where it came to rest. Its column must be one that can be written.
    pub fn drop_stone(&mut self, stone: Stone) -> Result<Cell, BoardError> {
        let too_far = stone.column.unsigned_abs() > LARGEST_COLUMN.unsigned_abs();
        if too_far || !self.board.has_column(stone.column) {
            return Err(BoardError::NoSuchColumn { stone, width: self.board.width });
        }
        let row = self.height(stone.column) + 1;
        if self.board.height.is_some_and(|height| row > height) {
            return Err(BoardError::ColumnIsFull { stone });
        }
        self.columns.entry(self.board.column(stone.column)).or_default().push(stone.side);
        Ok(Cell { column: stone.column, row })
    }

    /// Takes the highest stone of `column` away again.
    pub fn lift_stone(&mut self, column: i64) -> Option<Side> {
        let column = self.board.column(column);
        let stones = self.columns.get_mut(&column)?;
        let side = stones.pop();
        if stones.is_empty() {
            self.columns.remove(&column);
        }
        side
    }

    /// A four that contains the highest stone of `column`.
    pub fn four_at_top(&self, column: i64) -> Option<[Cell; 4]> {
        let top = Cell { column, row: self.height(column) };
        self.four_with(top, self.at(top)?)
    }

    /// A four that contains `cell`, if a stone of `side` lies there.
    fn four_with(&self, cell: Cell, side: Side) -> Option<[Cell; 4]> {
        let Cell { column, row } = cell;
        let is_here =
            |other: Cell| other.row == row && self.board.column(other.column) == self.board.column(column);
        for direction in Direction::ALL {
            for step in 0..4u32 {
                let (left, below) = match direction {
                    Direction::Across => (step, 0),
                    Direction::Up => (0, step),
                    Direction::Rising => (step, step),
                    Direction::Falling => (step, 3 - step),
                };
                if below >= row {
                    continue;
                }
                let corner = Cell { column: column - i64::from(left), row: row - below };
                let line = direction.line(corner);
                if line.iter().all(|&other| is_here(other) || self.at(other) == Some(side)) {
                    return Some(line);
                }
            }
        }
        None
    }

    /// The columns of the board in which one more stone of `side` makes a four, from left to right.
    pub fn winning_columns(&self, side: Side) -> Vec<i64> {
        let mut near: Vec<i64> = self.occupied().flat_map(|column| column - 3..=column + 3).collect();
        near.iter_mut().for_each(|column| *column = self.board.column(*column));
        near.sort_unstable();
        near.dedup();
        near.retain(|&column| {
            let cell = Cell { column, row: self.height(column) + 1 };
            self.board.has_column(column)
                && self.board.height.is_none_or(|height| cell.row <= height)
                && self.four_with(cell, side).is_some()
        });
        near
    }
}

/// Reads stones in any order of sides: `X0 X3 O1` or `X0X3O1`. A minus sign may be `−`.
pub fn parse_stones(text: &str) -> Result<Vec<Stone>, BoardError> {
    let mut stones = Vec::new();
    let mut rest = text.trim_start();
    while let Some(letter) = rest.chars().next() {
        let at = || text.len() - rest.len() + 1;
        let side = match letter {
            'X' | 'x' => Side::X,
            'O' | 'o' => Side::O,
            _ => {
                return Err(BoardError::NotAStone { at: at(), found: letter.to_string() });
            }
        };
        let after = rest[letter.len_utf8()..].trim_start();
        let (negative, digits) = match after.strip_prefix(['-', '−']) {
            Some(digits) => (true, digits.trim_start()),
            None => (false, after),
        };
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (number, next) = digits.split_at(end);
        if number.is_empty() {
            let found = after.chars().next().map_or_else(|| "the end".to_owned(), |c| c.to_string());
            return Err(BoardError::NoColumn { at: at(), side, found });
        }
        let value = number.parse::<i64>().ok().filter(|&value| value <= LARGEST_COLUMN);
        let Some(value) = value else {
            let sign = if negative { "-" } else { "" };
            return Err(BoardError::ColumnTooFar { column: format!("{sign}{number}") });
        };
        stones.push(Stone { side, column: if negative { -value } else { value } });
        rest = next.trim_start();
    }
    Ok(stones)
}

/// Reads the record of a game: stones that alternate, X first.
pub fn parse_record(text: &str) -> Result<Vec<Stone>, BoardError> {
    let stones = parse_stones(text)?;
    for (index, &stone) in stones.iter().enumerate() {
        let expected = if index % 2 == 0 { Side::X } else { Side::O };
        if stone.side != expected {
            return Err(BoardError::OutOfTurn { ply: index + 1, stone, expected });
        }
    }
    Ok(stones)
}

/// The stones as they are written in a record, spaces between.
pub fn write_stones(stones: &[Stone]) -> String {
    stones.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Why stones cannot be read or dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// A character that does not start a stone.
    NotAStone {
        /// The place in the text, from 1.
        at: usize,
        /// The character.
        found: String,
    },
    /// A side without a column.
    NoColumn {
        /// The place in the text, from 1.
        at: usize,
        /// The side named.
        side: Side,
        /// What follows it.
        found: String,
    },
    /// A column beyond [`LARGEST_COLUMN`].
    ColumnTooFar {
        /// The number as written.
        column: String,
    },
    /// A stone of the wrong side in a record.
    OutOfTurn {
        /// The number of the move, from 1.
        ply: usize,
        /// The stone.
        stone: Stone,
        /// Whose turn it is.
        expected: Side,
    },
    /// The board does not have that column.
    NoSuchColumn {
        /// The stone.
        stone: Stone,
        /// The columns there are.
        width: Width,
    },
    /// The column is full.
    ColumnIsFull {
        /// The stone.
        stone: Stone,
    },
    /// A four was made before this stone.
    AfterTheEnd {
        /// The stone.
        stone: Stone,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::NotAStone { at, found } => {
                write!(f, "character {at}: found `{found}`, a stone is X or O and its column, as in X0")
            }
            BoardError::NoColumn { at, side, found } => {
                write!(
                    f,
                    "character {at}: `{side}` is followed by {found}, a column number is needed, as in {side}0"
                )
            }
            BoardError::ColumnTooFar { column } => {
                write!(
                    f,
                    "column {column} is too far out, columns run from -{LARGEST_COLUMN} to {LARGEST_COLUMN}"
                )
            }
            BoardError::OutOfTurn { ply, stone, expected } => {
                write!(
                    f,
                    "move {ply} is {stone}, but it is {expected}'s turn (X begins, the sides alternate)"
                )
            }
            BoardError::NoSuchColumn { stone, width: Width::Columns(width) } => {
                write!(f, "{stone}: the board has the columns 1 to {width}")
            }
            BoardError::NoSuchColumn { stone, .. } => {
                write!(f, "{stone}: stones are written in columns -{LARGEST_COLUMN} to {LARGEST_COLUMN}")
            }
            BoardError::ColumnIsFull { stone } => write!(f, "{stone}: the column is full"),
            BoardError::AfterTheEnd { stone } => {
                write!(f, "{stone} comes after a four: the game was over")
            }
        }
    }
}

impl std::error::Error for BoardError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_continuation_of_the_first_figure_ends_in_a_four() {
        let text = "X0O1X1O-1X-1O2 X0O2X0O0X−2O−2X1O1X−1O2X−2";
        let position = Position::of(Board::INFINITE, &parse_record(text).unwrap()).unwrap();
        let four = position.four_at_top(-2).unwrap();
        assert_eq!(four.map(|cell| (cell.column, cell.row)), [(-2, 3), (-1, 3), (0, 3), (1, 3)]);
    }

    #[test]
    fn a_cylinder_joins_its_ends() {
        let board = Board { width: Width::Cylinder(6), height: None };
        let stones = parse_stones("X5 X0 X1 X4").unwrap();
        let position = Position::of(board, &stones).unwrap();
        assert!(position.four_at_top(4).is_some());
        assert!(position.four_at_top(10).is_some());
    }

    #[test]
    fn faults_in_a_record_are_named() {
        for (text, message) in [
            ("X0X1", "move 2 is X1, but it is O's turn (X begins, the sides alternate)"),
            ("X0Q1", "character 3: found `Q`, a stone is X or O and its column, as in X0"),
            ("X", "character 1: `X` is followed by the end, a column number is needed, as in X0"),
            (
                "X9223372036854775808",
                "column 9223372036854775808 is too far out, columns run from -1000000000000 to 1000000000000",
            ),
            (
                "X-9223372036854775808",
                "column -9223372036854775808 is too far out, columns run from -1000000000000 to 1000000000000",
            ),
        ] {
            assert_eq!(parse_record(text).unwrap_err().to_string(), message, "{text}");
        }
        let over = parse_stones("X0X0X0X0O1").unwrap();
        assert!(matches!(Position::of(Board::INFINITE, &over), Err(BoardError::AfterTheEnd { .. })));
        for column in [i64::MAX, i64::MIN, LARGEST_COLUMN + 1, -LARGEST_COLUMN - 1] {
            let far = Stone { side: Side::X, column };
            assert!(Position::new(Board::INFINITE).drop_stone(far).is_err());
        }
    }

    #[test]
    fn a_four_is_threatened_beyond_the_last_column_that_can_be_written() {
        let far = LARGEST_COLUMN;
        for sign in [1, -1] {
            let stones = [0, 1, 2].map(|step| Stone { side: Side::O, column: sign * (far - step) });
            let position = Position::of(Board::INFINITE, &stones).unwrap();
            let mut threats = [sign * (far - 3), sign * (far + 1)];
            threats.sort_unstable();
            assert_eq!(position.winning_columns(Side::O), threats);
        }
    }

    #[test]
    fn the_threats_are_the_columns_where_a_stone_dropped_makes_a_four() {
        let boards = [
            Board::INFINITE,
            Board { width: Width::Columns(5), height: Some(4) },
            Board { width: Width::Cylinder(3), height: None },
            Board { width: Width::Cylinder(6), height: Some(3) },
        ];
        let mut state = 1u64;
        for round in 0..400 {
            let board = boards[round % boards.len()];
            let mut position = Position::new(board);
            for _ in 0..12 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let side = if state >> 60 & 1 == 0 { Side::X } else { Side::O };
                let _ = position.drop_stone(Stone { side, column: (state >> 33) as i64 % 6 });
                for side in [Side::X, Side::O] {
                    let wins = |&column: &i64| {
                        let mut after = position.clone();
                        after.drop_stone(Stone { side, column }).is_ok()
                            && after.four_at_top(column).is_some()
                    };
                    let range = match board.width {
                        Width::Cylinder(width) => 0..width,
                        Width::Infinite | Width::Columns(_) => -4..10,
                    };
                    let expected: Vec<i64> = range.filter(wins).collect();
                    assert_eq!(position.winning_columns(side), expected, "{position:?}");
                }
            }
        }
    }
}
