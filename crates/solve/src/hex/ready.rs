//! Ready-made connections: lemmas proved once and used wherever they fit the board.
//!
//! A lemma about one edge is proved at one place of the board in hand, then shifted, reflected and turned by `Move`
//! steps of the certificate. Each conjunct `edge-x` becomes a connection that [`super::links`] takes as given when the
//! other stones of the lemma are on the board. Two lemmas about the same stones and opposite edges whose formulas
//! together join the edges become one connection of the edges (`(t-x and t-y)` and `(x-b or y-b)`). Bridges, which
//! the or-rule finds by itself, are listed too for those who do without that rule.
//!
//! Cost: one proof per lemma, a few dozen places each.

use std::collections::BTreeSet;
use std::sync::Arc;

use hissho_certificate::hex::{Formula, Geometry, Motion, Promise, Statement, Step, entails};
use hissho_rules::hex::{Cell, CellSet, Player, Size};

use super::derivation::renumbered;
use super::links::Lattice;
use super::promise::{Question, Verdict, decide};
use crate::limits::{Meter, Stop};

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

/// A connection that holds where its stones are on the board and its carrier is not the opponent's.
#[derive(Clone, Debug)]
pub struct Ready {
    /// The points joined, edges first.
    pub ends: [Cell; 2],
    /// Stones it needs besides its ends.
    pub stones: CellSet,
    /// Empty cells it needs, unless they are the owner's.
    pub carrier: CellSet,
    /// Its proof; the last step promises the connection, perhaps among others.
    pub steps: Arc<[Step]>,
}

/// Every place of every lemma on a board, and every bridge.
pub fn ready_made(shapes: &[Shape], lattice: &Lattice, meter: &Meter) -> Result<Vec<Ready>, Stop> {
    let geometry = &lattice.geometry;
    let mut all = bridges(lattice);
    let mut placed: Vec<(usize, Statement, Arc<[Step]>)> = Vec::new();
    for (index, shape) in shapes.iter().enumerate() {
        if let Some(base) = base(shape, geometry) {
            places(index, &base, geometry, &mut placed, meter)?;
        }
    }
    let edges: CellSet = geometry.edges().into_iter().collect();
    for (_, statement, steps) in &placed {
        let Promise::Formula(formula) = &statement.promise else { continue };
        let conjuncts = match formula {
            Formula::And(parts) => &parts[..],
            one => std::slice::from_ref(one),
        };
        for conjunct in conjuncts {
            let &Formula::Joined(a, b) = conjunct else { continue };
            let ends = if edges.contains(b) { [b, a] } else { [a, b] };
            let stones = statement.stones.minus(ends.into_iter().collect());
            let carrier = statement.carrier;
            all.push(Ready { ends, stones, carrier, steps: steps.clone() });
        }
    }
    compose(geometry, &placed, &mut all);
    let mut kept: Vec<Ready> = Vec::new();
    for one in all {
        let same = |other: &Ready| {
            other.ends == one.ends
                && other.stones.is_subset(one.stones)
                && other.carrier.is_subset(one.carrier)
        };
        if !kept.iter().any(same) {
            kept.push(one);
        }
    }
    Ok(kept)
}

/// The two-cell connections between cells, and between a cell and an edge.
fn bridges(lattice: &Lattice) -> Vec<Ready> {
    let cells = lattice.geometry.size.cells();
    let mut all = Vec::new();
    let mut add = |ends: [Cell; 2], between: u128| {
        let formula = Formula::Joined(ends[0], ends[1]);
        let stones: CellSet = ends.into_iter().collect();
        let link = |cell: Cell| Step::Link { stones: stones.with(cell), formula: formula.clone() };
        let mut steps: Vec<Step> = CellSet(between).cells().map(link).collect();
        let parts = CellSet(between).cells().enumerate().map(|(part, cell)| (Some(cell), part)).collect();
        steps.push(Step::Or { parts, stones: CellSet::EMPTY, formula: None });
        all.push(Ready { ends, stones: CellSet::EMPTY, carrier: CellSet(between), steps: steps.into() });
    };
    for a in 0..cells {
        for &(b, between) in lattice.bridges[a].iter().filter(|&&(b, _)| usize::from(b) > a) {
            add([Cell(a as u8), Cell(b)], between);
        }
        for (edge, &between) in
            lattice.edge_bridges[a].iter().enumerate().filter(|(_, between)| **between != 0)
        {
            add([Cell((cells + edge) as u8), Cell(a as u8)], between);
        }
    }
    all
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

/// The lemma's proof at `base`, and every motion of it that stays on the board.
fn places(
    index: usize,
    base: &Statement,
    geometry: &Geometry,
    placed: &mut Vec<(usize, Statement, Arc<[Step]>)>,
    meter: &Meter,
) -> Result<(), Stop> {
    let Promise::Formula(formula) = &base.promise else { return Ok(()) };
    let question = Question { geometry, stones: base.stones, carrier: base.carrier, formula };
    let Verdict::Holds(_, mut steps) = decide(&question, meter)? else { return Ok(()) };
    // The conclusion may do with less than the lemma states; the motions below are of the lemma as stated.
    let formula = formula.clone();
    steps.push(Step::And { parts: vec![steps.len() - 1], stones: base.stones, formula });
    for (motions, statement) in motions(base, geometry) {
        let mut moved = steps.clone();
        for motion in motions {
            moved.push(Step::Move { part: moved.len() - 1, motion });
        }
        placed.push((index, statement, moved.into()));
    }
    Ok(())
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

/// Lemmas about the same stones and opposite edges that join the edges when both are kept.
fn compose(geometry: &Geometry, placed: &[(usize, Statement, Arc<[Step]>)], all: &mut Vec<Ready>) {
    let edges: CellSet = geometry.edges().into_iter().collect();
    let win = Formula::win(geometry);
    for (one, first, first_steps) in
        placed.iter().filter(|(_, one, _)| one.stones.contains(geometry.edges()[0]))
    {
        for (two, second, second_steps) in placed {
            let stones = first.stones.or(second.stones);
            let (Promise::Formula(a), Promise::Formula(b)) = (&first.promise, &second.promise) else {
                continue;
            };
            if first.stones.minus(edges) != second.stones.minus(edges)
                || !first.carrier.is_disjoint(second.carrier)
                || !entails(geometry, stones, &[a, b], &win)
                || one == two
            {
                continue;
            }
            let mut steps = first_steps.to_vec();
            let last = steps.len() - 1;
            steps.extend(second_steps.iter().map(|step| renumbered(step, |part| part + last + 1)));
            let parts = vec![last, steps.len() - 1];
            steps.push(Step::And { parts, stones: CellSet::EMPTY, formula: win.clone() });
            all.push(Ready {
                ends: geometry.edges(),
                stones: stones.minus(edges),
                carrier: first.carrier.or(second.carrier),
                steps: steps.into(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::derivation::statements_of;
    use crate::limits::Limits;

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

    fn made(columns: usize, rows: usize, owner: Player) -> (Geometry, Vec<Ready>) {
        let lattice = Lattice::new(Geometry::new(Size::new(columns, rows).unwrap(), owner));
        let all = ready_made(&lemmas(), &lattice, &Limits::default().start()).unwrap();
        (lattice.geometry, all)
    }

    #[test]
    fn every_ready_connection_follows_from_its_steps() {
        for (columns, rows, owner) in [(5, 5, Player::Black), (6, 4, Player::White), (8, 8, Player::White)] {
            let (geometry, all) = made(columns, rows, owner);
            assert!(!all.is_empty());
            for one in all {
                let last = statements_of(&geometry, &one.steps).unwrap().pop().unwrap();
                let ends: CellSet = one.ends.into_iter().collect();
                assert_eq!(last.stones.minus(ends), one.stones);
                assert!(last.carrier.is_subset(one.carrier), "{}", geometry.names(last.carrier));
                let Promise::Formula(formula) = &last.promise else { panic!("no formula") };
                let [a, b] = one.ends;
                assert!(entails(&geometry, last.stones, &[formula], &Formula::Joined(a, b)));
            }
        }
    }

    #[test]
    fn a_template_stands_at_both_edges_wherever_it_fits_and_reflected() {
        // Four cells wide at the edge, on a board of five columns: two places, two ways round, two edges.
        let (geometry, all) = made(5, 5, Player::Black);
        let edges: CellSet = geometry.edges().into_iter().collect();
        let templates = all.iter().filter(|one| edges.contains(one.ends[0]) && one.carrier.len() == 8);
        assert_eq!(templates.count(), 8);
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

    #[test]
    fn two_lemmas_about_the_same_stones_join_the_edges() {
        let (geometry, all) = made(8, 8, Player::Black);
        let stones: CellSet = ["63", "45"].into_iter().map(|name| geometry.point(name).unwrap()).collect();
        let joined = all.iter().find(|one| one.ends == geometry.edges() && one.stones == stones);
        assert_eq!(joined.map(|one| one.carrier.len()), Some(48));
    }
}
