//! Templates: lemmas about one edge, wherever they fit the board.
//!
//! A lemma drawn on one board is laid at the first edge of the board in hand, then shifted,
//! reflected and turned, each time by a `Move` step of the certificate. Lemmas that one of these
//! motions takes into each other count as one.
//!
//! Cost: a few dozen places for each lemma.

use std::collections::BTreeSet;

use hissho_certificate::hex::{Formula, Geometry, Motion, Promise, Statement, Step};
use hissho_rules::hex::{Cell, CellSet, Player, Size};

/// A lemma as stated: Black's stones and empty cells on a board, and what Black keeps.
#[derive(Clone, Debug)]
pub struct Template {
    /// The board it is drawn on.
    pub size: Size,
    /// Black's stones, edges included.
    pub stones: CellSet,
    /// The empty cells.
    pub carrier: CellSet,
    /// What is kept.
    pub formula: Formula,
}

/// The lemma at the first edge of the board in hand, as near to the corner as it fits; `None` if it
/// does not fit.
fn base(template: &Template, geometry: &Geometry) -> Option<Statement> {
    let drawn = Geometry::new(template.size, Player::Black);
    let [first, second] = drawn.edges();
    let turn = template.formula.points().contains(second);
    if turn && template.formula.points().contains(first) {
        return None;
    }
    let sides = geometry.size.columns().max(geometry.size.rows()) as i32;
    (-sides..=sides).find_map(|shift| {
        let image = |point: Cell| {
            if point == first || point == second {
                return Some(geometry.edges()[0]);
            }
            let (along, depth) = template.size.place(if turn { template.size.turned(point) } else { point });
            match geometry.owner {
                Player::Black => geometry.size.at(along + shift, depth),
                Player::White => geometry.size.at(depth, along + shift),
            }
        };
        let all = |points: CellSet| points.cells().map(image).collect::<Option<CellSet>>();
        let used = template.stones.minus(drawn.edges().into_iter().collect());
        Some(Statement {
            stones: all(used)?.with(geometry.edges()[0]),
            carrier: all(template.carrier)?,
            promise: Promise::Formula(template.formula.moved(&image)?),
        })
    })
}

/// Everywhere a lemma stands on the board when it is shifted, reflected and turned.
pub fn placed(template: &Template, geometry: &Geometry) -> Vec<Statement> {
    let base = base(template, geometry);
    base.map_or(vec![], |base| motions(&base, geometry).into_iter().map(|(_, statement)| statement).collect())
}

/// How many of these statements are different when those that a shift, reflection or turn takes
/// into each other are one.
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
