//! The windows view: which 4×4 squares occur on the board of a static strategy.
//!
//! The sources prove their theorems by listing them: beyond the core the columns repeat, above row 4 the
//! rows do, so finitely many squares occur, and a rectangle that contains each of them (up to reflection,
//! or with colours exchanged) shows everything. A square records who is certain of a cell, and for a zone
//! cell where in the square its partner is.

use std::collections::BTreeSet;

use hissho_certificate::infinite_four::response::{Response, Strategy};
use hissho_rules::infinite_four::{Cell, Side};

use super::responder::{ColumnStones, Responder};

/// A cell of a square: certain of one side, or a zone cell with the way to its partner inside the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Content {
    /// A stone, or a cell above the zone.
    Certain(Side),
    /// A zone cell; columns right and rows up to the partner, if it is in the square.
    Zone(Option<(i8, i8)>),
}

/// Columns from left to right, each from the ground up.
pub type Square = [[Content; 4]; 4];

/// The square with its lower left corner in `corner`.
pub fn square(responder: &Responder<'_>, corner: Cell) -> Square {
    let pattern = responder.pattern();
    let content = |right: i64, up: u32| {
        let cell = Cell { column: corner.column + right, row: corner.row + up };
        if let Some(side) = ColumnStones::at(&responder.position, cell) {
            return Content::Certain(side);
        }
        let height = pattern.zone_height(cell.column);
        if cell.row > height {
            let own = (cell.row - height).is_multiple_of(2);
            return Content::Certain(if own { pattern.responder() } else { pattern.responder().other() });
        }
        let inside = |partner: &Cell| {
            (corner.column..corner.column + 4).contains(&partner.column)
                && (corner.row..corner.row + 4).contains(&partner.row)
        };
        let partner = pattern.partner(cell).map(|(partner, _)| partner).filter(inside);
        Content::Zone(partner.map(|partner| {
            ((partner.column - cell.column) as i8, (i64::from(partner.row) - i64::from(cell.row)) as i8)
        }))
    };
    [0, 1, 2, 3].map(|right| [0, 1, 2, 3].map(|up| content(right, up)))
}

/// The square or its reflection, whichever is smaller.
pub fn up_to_reflection(square: &Square) -> Square {
    let mut turned = *square;
    turned.reverse();
    for column in &mut turned {
        for content in column {
            if let Content::Zone(Some((right, _))) = content {
                *right = -*right;
            }
        }
    }
    turned.min(*square)
}

/// The square with colours exchanged.
pub fn exchanged(square: &Square) -> Square {
    square.map(|column| {
        column.map(|content| match content {
            Content::Certain(side) => Content::Certain(side.other()),
            zone => zone,
        })
    })
}

/// The squares in a rectangle of the board, up to reflection.
pub fn of_rectangle(
    claim: &Response,
    strategy: &Strategy,
    columns: (i64, i64),
    rows: u32,
) -> BTreeSet<Square> {
    let responder = Responder::new(claim, strategy, 0, None);
    let mut squares = BTreeSet::new();
    for column in columns.0..=columns.1 - 3 {
        for row in 1..=rows - 3 {
            squares.insert(up_to_reflection(&square(&responder, Cell { column, row })));
        }
    }
    squares
}

/// All squares of an infinite board, up to reflection: those of the core, one period of each tail and what
/// pairs reach, in the rows up to two above the highest zone.
pub fn of_board(claim: &Response, strategy: &Strategy) -> BTreeSet<Square> {
    let (first, last) = strategy.core;
    let (left, right) = (strategy.left.word.len() as i64, strategy.right.word.len() as i64);
    let tallest = strategy.left.word.iter().chain(&strategy.right.word).max().copied().unwrap_or(0);
    let tallest = tallest.max(2 + claim.stones.len() as u32);
    of_rectangle(claim, strategy, (first - 3 * left - 6, last + 3 * right + 6), tallest + 2 + 3)
}

#[cfg(test)]
mod tests {
    use super::super::library::named;
    use super::*;

    /// The named rectangles: board, columns, and the boards (with colours exchanged) whose squares they contain.
    #[test]
    fn every_square_of_the_boards_occurs_in_the_named_rectangles() {
        for (name, columns, other) in
            [("slided-cup-x", (-1, 10), "slided-cup-o"), ("glass-x", (-1, 12), "glass-o")]
        {
            let (claim, strategy) = named(name).unwrap();
            let rectangle = of_rectangle(&claim, &strategy, columns, 7);
            let board = of_board(&claim, &strategy);
            let missing: Vec<_> = board.difference(&rectangle).collect();
            assert!(missing.is_empty(), "{name}: {} missing, {:?}", missing.len(), missing.first());
            let (claim, strategy) = named(other).unwrap();
            for square in of_board(&claim, &strategy) {
                assert!(rectangle.contains(&up_to_reflection(&exchanged(&square))), "{other}");
            }
        }
    }
}
