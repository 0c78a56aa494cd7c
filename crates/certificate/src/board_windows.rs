//! Certificate: a finite rectangle shows every 4×4 square of an infinite board.
//!
//! Claim: every square of four columns and four rows on the board of one static strategy occurs - as it is or
//! reflected, and with colours exchanged if that is said - in a rectangle, from the ground up, of the board of
//! another (or the same) one. Fours lie in such squares, so what holds for the rectangle holds for the board.
//!
//! A square records for each cell who is certain of it or, for a zone cell, where in the square its partner is.
//! Beyond what is written down the columns repeat, and two rows above every zone the rows do: the squares to look
//! at are finite in number. Evidence: none is needed beyond the two strategies.

use std::collections::BTreeSet;
use std::fmt;

use rules::infinite_four::{Board, Cell, Position, Side};

use crate::response::{self, Layout, Node, Owner, Response, Strategy};
use crate::text::{Reader, Writer};
use crate::{Claim, Context, Proved, Refusal};

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
        let colours = if self.exchanged { ", colours exchanged," } else { "" };
        write!(
            f,
            "every 4x4 square of the board ({}){colours} occurs up to reflection in columns {first} to {last}, rows 1 to {} \
             of the board ({})",
            self.board.0, self.rows, self.model.0
        )
    }
}

/// A cell of a square: who is certain of it, and where its partner is if that lies in the square.
type Content = (Option<Side>, Option<(i64, i64)>);

/// Columns from left to right, each from the lowest row up.
type Square = [[Content; 4]; 4];

/// Checks the claim by listing the squares of both sides.
pub fn check(claim: BoardWindows) -> Result<Proved<BoardWindows>, String> {
    let squares = |(of, strategy): &(Response, Strategy), rectangle: Option<((i64, i64), u32)>| {
        let Node::Static(core) = &strategy.root else {
            return Err("only a static strategy has a board".to_owned());
        };
        if of.arena != response::Arena::Infinite || strategy.opening.is_some() {
            return Err("the board must be infinite, the opponent to move".to_owned());
        }
        response::check(of.clone(), strategy).map_err(|error| error.to_string())?;
        let position = Position::of(Board::INFINITE, &of.stones).map_err(|error| error.to_string())?;
        let layout =
            Layout::new(&position, of.responder, strategy, Some(core)).map_err(|error| error.to_string())?;
        let (columns, rows) = match rectangle {
            None => (layout.range.clone(), layout.top + 5),
            Some(((first, last), rows))
                if layout.range.contains(&first)
                    && layout.range.contains(&last)
                    && (4..=1_000).contains(&rows) =>
            {
                (first..=last - 3, rows)
            }
            Some(_) => {
                return Err(format!(
                    "the rectangle must lie in columns {:?} and have at least 4 rows",
                    layout.range
                ));
            }
        };
        let corners = columns.flat_map(|column| (1..=rows - 3).map(move |row| Cell { column, row }));
        Ok(corners.map(|corner| (corner, square(&layout, corner))).collect::<Vec<_>>())
    };
    let shown: BTreeSet<Square> = squares(&claim.model, Some((claim.columns, claim.rows)))?
        .into_iter()
        .flat_map(|(_, square)| [square, reflected(&square)])
        .collect();
    for (corner, mut square) in squares(&claim.board, None)? {
        if claim.exchanged {
            square = square.map(|column| column.map(|(side, partner)| (side.map(Side::other), partner)));
        }
        if !shown.contains(&square) {
            return Err(format!(
                "the square with its lower left cell {corner} does not occur in the rectangle"
            ));
        }
    }
    Ok(Proved::by_check(claim))
}

fn square(layout: &Layout<'_>, corner: Cell) -> Square {
    [0, 1, 2, 3].map(|right| {
        [0, 1, 2, 3].map(|up| {
            let cell = Cell { column: corner.column + right, row: corner.row + up };
            match layout.owner(cell) {
                Owner::Side(side) => (Some(side), None),
                Owner::Zone | Owner::Empty => {
                    let partner = layout.cells.get(&cell).copied().flatten().map(|(partner, _)| partner);
                    let inside = |partner: &Cell| {
                        (0..4).contains(&(partner.column - corner.column))
                            && (corner.row..corner.row + 4).contains(&partner.row)
                    };
                    let way = |partner: Cell| {
                        (partner.column - cell.column, i64::from(partner.row) - i64::from(cell.row))
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
    writer.line(format_args!("columns {} {}", claim.columns.0, claim.columns.1));
    writer.line(format_args!("rows {}", claim.rows));
    writer.line(format_args!("exchanged {}", if claim.exchanged { "yes" } else { "no" }));
    for side in [&claim.model, &claim.board] {
        let (of, strategy) = side.as_ref();
        response::write_body(of, strategy).lines().for_each(|line| writer.line(line));
    }
    writer.finish()
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, _: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let line = reader.field("columns")?;
    let &[first, last] = line.parse_all::<i64>()?.as_slice() else {
        return Err(line.refuse("the first and the last column"));
    };
    let rows = reader.field("rows")?.parse()?;
    let line = reader.field("exchanged")?;
    let exchanged = match line.text {
        "yes" => true,
        "no" => false,
        _ => return Err(line.refuse("`yes` or `no`")),
    };
    let model = Box::new(response::read(reader)?);
    let board = Box::new(response::read(reader)?);
    let claim = BoardWindows { board, model, columns: (first, last), rows, exchanged };
    Ok(check(claim).map_err(|error| Refusal::evidence(KIND, error))?.into_claim())
}
