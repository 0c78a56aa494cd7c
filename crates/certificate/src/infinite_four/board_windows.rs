//! Certificate: a finite rectangle shows every 4×4 square of an infinite board.
//!
//! Claim: every square of four columns and four rows on the board of one static strategy occurs -
//! as it is or reflected, and with colours exchanged if that is said - in a rectangle, from the
//! ground up, of the board of another (or the same) one. Fours lie in such squares, so what holds
//! for the rectangle holds for the board.
//!
//! A square records for each cell who is certain of it or, for a zone cell, where in the square its
//! partner is. Beyond what is written down the columns repeat, and two rows above every zone the
//! rows do: the squares to look at are finite in number. Evidence: none is needed beyond the two
//! strategies, which the sentence names by the digests of their texts. Cost: 16 cells for each of
//! these squares.

use std::collections::BTreeSet;
use std::fmt;

use hissho_rules::infinite_four::{Board, Cell, Position, Side};
use hissho_rules::{Account, Exhausted};

use crate::infinite_four::response::{
    self, Arena, Layout, Node, Owner, Response, ResponseError, Strategy, choice,
};
use crate::text::{Reader, Writer, digest_of};
use crate::{CheckError, Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "board-windows";

/// Every square of `board` occurs in a rectangle of `model`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardWindows {
    /// The board whose squares are looked at.
    pub board: Box<(Response, Strategy)>,
    /// The board with the rectangle.
    pub model: Box<(Response, Strategy)>,
    /// The columns of the rectangle.
    pub columns: (i64, i64),
    /// Its rows, from 1 to this one.
    pub rows: u32,
    /// Whether the squares are compared with colours exchanged.
    pub exchanged: bool,
}

impl fmt::Display for BoardWindows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = self.columns;
        let colours = if self.exchanged { " with X and O exchanged" } else { "" };
        let named = |(of, strategy): &(Response, Strategy)| {
            let digest = digest_of(response::write_body(of, strategy).as_bytes());
            format!("the board of the strategy sha256:{digest} ({of})")
        };
        write!(
            f,
            "every 4x4 square of certain sides and pairs on {}{colours} occurs, as it is or mirrored left to right, \
             in the columns {first} to {last} and the rows 1 to {} of {}",
            named(&self.board),
            self.rows,
            named(&self.model)
        )
    }
}

/// Why the claim is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardWindowsError {
    /// The check takes more than it was given.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// A strategy that has no single board of the right form.
    #[error("only a static strategy for infinite Connect-Four without an opening has a board of this kind")]
    NoBoard,
    /// A strategy that does not hold.
    #[error("{0}")]
    Strategy(ResponseError),
    /// The rectangle is too small or too far out.
    #[error(
        "the rectangle must lie in the columns {first} to {last} and have at least 4 columns and 4 to 1000 rows"
    )]
    Rectangle {
        /// The first column it may have.
        first: i64,
        /// The last column it may have.
        last: i64,
    },
    /// A square that the rectangle does not show.
    #[error("the square with its lower left cell {0} does not occur in the rectangle")]
    Square(Cell),
}

impl CheckError for BoardWindowsError {
    fn exhausted(&self) -> Option<Exhausted> {
        match self {
            BoardWindowsError::Exhausted(exhausted) => Some(*exhausted),
            BoardWindowsError::Strategy(error) => error.exhausted(),
            _ => None,
        }
    }
}

/// A cell of a square: who is certain of it, and where its partner is if that lies in the square.
type Content = (Option<Side>, Option<(i8, i8)>);

/// Columns from left to right, each from the lowest row up.
type Square = [[Content; 4]; 4];

/// Checks the claim by listing the squares of both sides.
pub fn check(claim: BoardWindows, account: &Account) -> Result<Proved<BoardWindows>, BoardWindowsError> {
    let mut shown: BTreeSet<Square> = BTreeSet::new();
    each_square(&claim.model, Some((claim.columns, claim.rows)), account, |_, square| {
        for square in [square, reflected(&square)] {
            if shown.insert(square) {
                account.hold::<Square>(2)?;
            }
        }
        Ok(())
    })?;
    each_square(&claim.board, None, account, |corner, square| {
        let exchange = |(side, partner): Content| match claim.exchanged {
            true => (side.map(Side::other), partner),
            false => (side, partner),
        };
        match shown.contains(&square.map(|column| column.map(exchange))) {
            true => Ok(()),
            false => Err(BoardWindowsError::Square(corner)),
        }
    })?;
    Ok(Proved::by_check(claim))
}

/// Checks a strategy and calls `visit` for each square of its board: those in the rectangle, or all
/// there are.
fn each_square(
    (of, strategy): &(Response, Strategy),
    rectangle: Option<((i64, i64), u32)>,
    account: &Account,
    mut visit: impl FnMut(Cell, Square) -> Result<(), BoardWindowsError>,
) -> Result<(), BoardWindowsError> {
    let Node::Static(core) = &strategy.root else { return Err(BoardWindowsError::NoBoard) };
    if of.arena != Arena::Infinite || strategy.opening.is_some() {
        return Err(BoardWindowsError::NoBoard);
    }
    response::check(of.clone(), strategy, account).map_err(BoardWindowsError::Strategy)?;
    let strategy_error = BoardWindowsError::Strategy;
    let position = Position::of(Board::INFINITE, &of.stones)
        .map_err(|error| strategy_error(ResponseError::Board(error)))?;
    let layout = Layout::new(&position, of, strategy, Some(core), account).map_err(strategy_error)?;
    let (first, last) = (*layout.range.start(), *layout.range.end());
    let (columns, rows) = match rectangle {
        None => (first..=last, layout.top + 5),
        Some(((left, right), rows)) => {
            let inside = first <= left && right <= last && right.saturating_sub(left) >= 3;
            if !inside || !(4..=1_000).contains(&rows) {
                return Err(BoardWindowsError::Rectangle { first, last });
            }
            (left..=right - 3, rows)
        }
    };
    for column in columns {
        account.charge_product(512, rows as usize)?;
        for row in 1..=rows - 3 {
            let corner = Cell { column, row };
            visit(corner, square(&layout, corner))?;
        }
    }
    Ok(())
}

fn square(layout: &Layout<'_>, corner: Cell) -> Square {
    [0, 1, 2, 3].map(|right| {
        [0, 1, 2, 3].map(|up| {
            let cell = Cell { column: corner.column + i64::from(right), row: corner.row + up };
            match layout.owner(cell) {
                Owner::Side(side) => (Some(side), None),
                Owner::Zone | Owner::Empty => {
                    let partner = layout.cells.get(&cell).copied().flatten().map(|(partner, _)| partner);
                    let inside = |partner: &Cell| {
                        (0..4).contains(&(partner.column - corner.column))
                            && (corner.row..corner.row + 4).contains(&partner.row)
                    };
                    // Inside the square no distance is more than 3.
                    let way = |partner: Cell| {
                        let up = i64::from(partner.row) - i64::from(cell.row);
                        ((partner.column - cell.column) as i8, up as i8)
                    };
                    (None, partner.filter(inside).map(way))
                }
            }
        })
    })
}

fn reflected(square: &Square) -> Square {
    let mut turned =
        square.map(|column| column.map(|(side, partner)| (side, partner.map(|(right, up)| (-right, up)))));
    turned.reverse();
    turned
}

/// The certificate as text.
pub fn write(claim: &BoardWindows) -> String {
    let mut writer = Writer::new(KIND);
    lines(claim, &mut writer);
    writer.finish()
}

/// The lines after the head.
fn lines(claim: &BoardWindows, writer: &mut Writer<'_>) {
    writer.line(format_args!("columns {} {}", claim.columns.0, claim.columns.1));
    writer.line(format_args!("rows {}", claim.rows));
    writer.line(format_args!("exchanged {}", if claim.exchanged { "yes" } else { "no" }));
    for side in [&claim.model, &claim.board] {
        response::lines(&side.0, &side.1, writer);
    }
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let line = reader.field("columns")?;
    let &[first, last] = line.parse_all::<i64>(&context.account)?.as_slice() else {
        return Err(line.refuse("the first and the last column"));
    };
    let rows = reader.field("rows")?.parse()?;
    let exchanged = choice(&reader.field("exchanged")?, [("yes", true), ("no", false)])?;
    let model = Box::new(response::read(reader, &context.account)?);
    let board = Box::new(response::read(reader, &context.account)?);
    let claim = BoardWindows { board, model, columns: (first, last), rows, exchanged };
    reader.must_be(|writer| lines(&claim, writer))?;
    let proved = check(claim, &context.account).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}
