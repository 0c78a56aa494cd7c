//! Templates: lemmas about one edge, wherever they fit the board.
//!
//! A lemma drawn on one board is laid at the first edge of the board in hand, then shifted, reflected and turned, each time
//! by a `Move` step of the certificate. Lemmas that one of these motions takes into each other count as one.
//!
//! Cost: a few dozen places for each lemma.

use std::collections::BTreeSet;

use hissho_certificate::hex::{Formula, Geometry, Motion, Promise, Statement, Step};
use hissho_rules::hex::{Cell, CellSet, Player, Size};

/// A lemma as stated: Black's stones and empty cells on a board, and what Black keeps.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The board it is drawn on.
    pub size: Size,
    /// Black's stones, edges included.
    pub stones: CellSet,
    /// The empty cells.
    pub carrier: CellSet,
    /// What is kept.
    pub formula: Formula,
}

/// The lemma at the first edge of the board in hand, as near to the corner as it fits; `None` if it does not fit.
fn base(shape: &Shape, geometry: &Geometry) -> Option<Statement> {
    let drawn = Geometry::new(shape.size, Player::Black);
    let [first, second] = drawn.edges();
    let turn = shape.formula.points().contains(second);
    if turn && shape.formula.points().contains(first) {
        return None;
    }
    let sides = geometry.size.columns().max(geometry.size.rows()) as i32;
    (-sides..=sides).find_map(|shift| {
        let image = |point: Cell| {
            if point == first || point == second {
                return Some(geometry.edges()[0]);
            }
            let (along, depth) = shape.size.place(if turn { shape.size.turned(point) } else { point });
            match geometry.owner {
                Player::Black => geometry.size.at(along + shift, depth),
                Player::White => geometry.size.at(depth, along + shift),
            }
        };
        let all = |points: CellSet| points.cells().map(image).collect::<Option<CellSet>>();
        let used = shape.stones.minus(drawn.edges().into_iter().collect());
        Some(Statement {
            stones: all(used)?.with(geometry.edges()[0]),
            carrier: all(shape.carrier)?,
            promise: Promise::Formula(shape.formula.moved(&image)?),
        })
    })
}

/// Everywhere a lemma stands on the board when it is shifted, reflected and turned.
pub fn placed(shape: &Shape, geometry: &Geometry) -> Vec<Statement> {
    let base = base(shape, geometry);
    base.map_or(vec![], |base| motions(&base, geometry).into_iter().map(|(_, statement)| statement).collect())
}

/// How many of these statements are different when those that a shift, reflection or turn takes into each other are one.
pub fn different<'a>(statements: impl Iterator<Item = &'a Statement>, geometry: &Geometry) -> usize {
    let first_place = |statement: &'a Statement| {
        let key = |statement: &Statement| {
            let Promise::Formula(formula) = &statement.promise else { return None };
            let is_choice = matches!(formula, Formula::Or(_));
            Some((statement.carrier, statement.stones, formula.points(), is_choice))
        };
        let moved = motions(statement, geometry).into_iter().filter_map(|(_, moved)| key(&moved));
        moved.chain(key(statement)).min()
    };
    statements.map(first_place).collect::<BTreeSet<_>>().len()
}

/// The motions that keep a statement on the board, and where each puts it.
fn motions(base: &Statement, geometry: &Geometry) -> Vec<(Vec<Motion>, Statement)> {
    let sides = (geometry.size.columns() + geometry.size.rows()) as i32;
    let shift = |by: i32| match geometry.owner {
        Player::Black => Motion::Shift(by, 0),
        Player::White => Motion::Shift(0, by),
    };
    let apply = |motion, statement: &Statement| {
        Step::Move { part: 0, motion }.apply(geometry, None, std::slice::from_ref(statement)).ok()
    };
    let mut all = Vec::new();
    for motion in (-sides..=sides).map(shift).chain((2..=2 * sides).map(Motion::Mirror)) {
        let Some(statement) = apply(motion, base) else { continue };
        let turned = apply(Motion::Turn, &statement);
        all.push((vec![motion], statement));
        all.extend(turned.map(|statement| (vec![motion, Motion::Turn], statement)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(stones: &str, carrier: &str, formula: &str) -> Shape {
        let geometry = Geometry::new(Size::new(8, 8).unwrap(), Player::Black);
        let cells = |text: &str| text.split(' ').map(|name| geometry.point(name).unwrap()).collect();
        let formula = Formula::parse(formula, &|name| geometry.point(name)).unwrap();
        Shape { size: geometry.size, stones: cells(stones), carrier: cells(carrier), formula }
    }

    fn lemmas() -> [Shape; 3] {
        let below = "73 64 74 65 75 36 46 56 66 76 27 37 47 57 67 77 18 28 38 48 58 68 78";
        let above = "11 21 31 41 51 61 71 81 12 22 32 42 52 62 72 13 23 33 43 53 24 34 44 54 35";
        [
            shape("66 b", "76 57 67 77 48 58 68 78", "66-b"),
            shape("63 45 b", below, "63-b or 45-b"),
            shape("63 45 t", above, "t-63 and t-45"),
        ]
    }

    #[test]
    fn a_lemma_is_the_same_wherever_it_stands() {
        for owner in [Player::Black, Player::White] {
            let geometry = Geometry::new(Size::new(8, 8).unwrap(), owner);
            let [template, choice, both] = lemmas().map(|shape| placed(&shape, &geometry));
            assert!(template.len() > 1 && choice.len() > 1);
            assert_eq!(different(template.iter(), &geometry), 1);
            assert_eq!(different(template.iter().chain(&choice).chain(&both), &geometry), 3);
            assert_eq!(different([].iter(), &geometry), 0);
        }
    }
}
