//! A bridge kept beside the rest: what is proved after its completion holds while it is open.
//!
//! When the loser intrudes into a bridge between two groups the winner takes its other cell, and nothing has changed but
//! that the groups are joined. If the proof of the position that follows uses the new stone for nothing else, it needs no
//! stone: the rest of the board promises what, *with the two groups joined*, is a win, the bridge promises that they
//! are, and the and-rule puts both together. The papers draw their trees so; answers inside a bridge are no nodes.
//!
//! With x and y the ends of the bridge, a promise `a-b` that needs them joined becomes `a-b`, or `a-x and y-b`, or
//! `a-y and x-b`. Whether the changed steps still follow is left to [`certificate::connection`]: where the stone was needed
//! for something else they do not.
//!
//! Cost: one look at each step, three times the disjuncts in those that need the bridge.

use certificate::connection::{Formula, Geometry, Promise, Statement, Step};
use rules::hex::{Cell, CellSet};

use super::derivation::{Ledger, renumbered, statements_of, written_out};
use super::links::Lattice;

/// An open bridge between two groups, or a group and an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bridge {
    /// A stone of each group, or the edge.
    pub ends: [Cell; 2],
    /// The two cells.
    pub cells: [Cell; 2],
}

/// The open bridges between different groups of `own`, and between them and the edges.
pub fn bridges(lattice: &Lattice, own: u128, empty: u128) -> Vec<Bridge> {
    let edges = lattice.geometry.edges();
    let mut found: Vec<Bridge> = Vec::new();
    for one in CellSet(own).cells() {
        let group = group_of(lattice, own, one);
        let stones = lattice.bridges[usize::from(one.0)].iter().copied();
        let stones = stones.filter(|&(other, _)| other > one.0 && own >> other & 1 == 1);
        let to_edges = edges.into_iter().zip(lattice.edge_bridges[usize::from(one.0)]);
        let to_edges = to_edges.map(|(edge, between)| (edge.0, between));
        for (other, between) in stones.chain(to_edges).filter(|bridge| group >> bridge.0 & 1 == 0) {
            let mut cells = CellSet(between).cells();
            if between & !empty == 0
                && let (Some(first), Some(second)) = (cells.next(), cells.next())
            {
                found.push(Bridge { ends: [one, Cell(other)], cells: [first, second] });
            }
        }
    }
    found
}

fn group_of(lattice: &Lattice, own: u128, stone: Cell) -> u128 {
    let edges = lattice.geometry.edges();
    let own = edges.into_iter().fold(own, |all, edge| all | 1 << edge.0);
    let (mut group, mut more) = (0u128, 1u128 << stone.0);
    while more != 0 {
        group |= more;
        let around = CellSet(more).cells().fold(0, |all, cell| all | lattice.near[usize::from(cell.0)]);
        more = around & own & !group;
    }
    group
}

/// Given the steps of a win that may need a stone on the second cell of the bridge and do without the first: the steps of
/// the win in which the bridge is open, and what they establish; `None` if the stone is needed for more than the bridge.
pub fn kept_beside(geometry: &Geometry, steps: &[Step], bridge: Bridge) -> Option<(Vec<Step>, Statement)> {
    let [_, stone] = bridge.cells;
    let ends: CellSet = bridge.ends.into_iter().collect();
    let steps = written_out(geometry, steps).ok()?;
    let statements = statements_of(geometry, &steps).ok()?;
    let uses = |number: usize| statements[number].stones.contains(stone);
    let swapped =
        |stones: CellSet| if stones.contains(stone) { stones.without(stone).or(ends) } else { stones };
    let weaker = |formula: &Formula| weakened(formula, bridge.ends, stone);
    let mut ledger = Ledger::default();
    let mut places: Vec<usize> = Vec::with_capacity(steps.len());
    for (number, step) in steps.iter().enumerate() {
        let mut step = renumbered(step, |part| places[part]);
        if uses(number) {
            match &mut step {
                Step::Link { stones, formula } | Step::And { stones, formula, .. } => {
                    (*stones, *formula) = (swapped(*stones).or(ends), weaker(formula));
                }
                Step::Or { stones, formula: Some(formula), .. } => {
                    (*stones, *formula) = (swapped(*stones).or(ends), weaker(formula));
                }
                Step::Or { parts, stones, formula: None } => {
                    *stones = swapped(*stones).or(ends);
                    let Step::Or { parts: before, .. } = &steps[number] else { return None };
                    // All parts of it promise the same.
                    for (part, &(_, old)) in parts.iter_mut().zip(before) {
                        let Promise::Formula(formula) = &statements[old].promise else { return None };
                        if !uses(old) {
                            let (parts, formula) = (vec![part.1], weaker(formula));
                            part.1 = ledger.add(Step::And { parts, stones: ends, formula });
                        }
                    }
                }
                _ => {}
            }
        }
        places.push(ledger.add(step));
    }
    let rest = *places.last()?;
    if uses(steps.len() - 1) {
        let joined = Formula::Joined(bridge.ends[0], bridge.ends[1]);
        let parts = bridge.cells.map(|cell| {
            let step = Step::Link { stones: ends.with(cell), formula: joined.clone() };
            (Some(cell), ledger.add(step))
        });
        let bridge = Step::Or { parts: parts.to_vec(), stones: CellSet::EMPTY, formula: Some(joined) };
        let parts = vec![ledger.add(bridge), rest];
        let formula = Formula::win(geometry);
        ledger.add(Step::And { parts, stones: CellSet::EMPTY, formula });
    }
    let steps = ledger.extract(ledger.len() - 1);
    let statement = statements_of(geometry, &steps).ok()?.pop()?;
    (statement.promise == Promise::Formula(Formula::win(geometry))).then_some((steps, statement))
}

/// What is left of a promise when the ends are joined only beside it; `stone` joined them before.
fn weakened(formula: &Formula, ends: [Cell; 2], stone: Cell) -> Formula {
    let all = |parts: &[Formula]| parts.iter().map(|part| weakened(part, ends, stone)).collect();
    match formula {
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
        Formula::Joined(a, b) => {
            let [x, y] = ends;
            let [a, b] = [*a, *b].map(|point| if point == stone { x } else { point });
            match (ends.contains(&a), ends.contains(&b)) {
                (true, true) => Formula::Joined(a, a),
                (true, false) => Formula::Or(vec![Formula::Joined(x, b), Formula::Joined(y, b)]),
                (false, true) => Formula::Or(vec![Formula::Joined(a, x), Formula::Joined(a, y)]),
                (false, false) => {
                    let by = |from: Cell, to: Cell| {
                        Formula::And(vec![Formula::Joined(a, from), Formula::Joined(to, b)])
                    };
                    Formula::Or(vec![Formula::Joined(a, b), by(x, y), by(y, x)])
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::links::{Found, Links, Until};
    use rules::hex::{Player, Size};

    fn geometry(columns: usize, rows: usize) -> Geometry {
        Geometry::new(Size::new(columns, rows).unwrap(), Player::Black)
    }

    fn set(geometry: &Geometry, names: &str) -> CellSet {
        names.split_whitespace().map(|name| geometry.point(name).unwrap()).collect()
    }

    #[test]
    fn a_bridge_stays_open_beside_the_rest() {
        let geometry = geometry(5, 5);
        let own = set(&geometry, "42 34");
        let empty = geometry.size.all().minus(own);
        let all = bridges(&Lattice::new(geometry.clone()), own.0, empty.0);
        assert_eq!(all.len(), 3, "one between the stones, one to each edge: {all:?}");
        for bridge in all {
            stays_open(&geometry, own, bridge);
        }
    }

    fn stays_open(geometry: &Geometry, own: CellSet, bridge: Bridge) {
        let lattice = Lattice::new(geometry.clone());
        for cells in [bridge.cells, [bridge.cells[1], bridge.cells[0]]] {
            let chain = set(geometry, "41 51 33 43 25 35");
            let empty = chain.without(cells[0]).without(cells[1]);
            let mut links = Links::default();
            let found = links.build(&lattice, own.with(cells[1]).0, empty.0, Until::Full);
            let Found::Full(id) = found else { panic!("a chain of bridges, not {found:?}") };
            let mut ledger = Ledger::default();
            let entry = links.derive(&lattice, id, &mut ledger);
            let bridge = Bridge { cells, ..bridge };
            let (steps, statement) = kept_beside(geometry, &ledger.extract(entry.step), bridge).unwrap();
            assert_eq!(statements_of(geometry, &steps).unwrap().last(), Some(&statement));
            assert_eq!((statement.stones.and(geometry.size.all()), statement.carrier), (own, chain));
        }
    }

    #[test]
    fn a_stone_that_is_needed_for_more_than_the_bridge_is_missed() {
        let geometry = geometry(3, 3);
        let [ends, cells] =
            [["12", "23"], ["13", "22"]].map(|pair| pair.map(|name| geometry.point(name).unwrap()));
        let win =
            |names: &str| Step::Link { stones: set(&geometry, names), formula: Formula::win(&geometry) };
        // To 31 only the stone between leads, to 11 the end does.
        assert!(kept_beside(&geometry, &[win("t 31 22 23 b")], Bridge { ends, cells }).is_none());
        assert!(kept_beside(&geometry, &[win("t 11 12 22 23 b")], Bridge { ends, cells }).is_some());
        // Without the stone nothing has to be kept.
        let (steps, _) = kept_beside(&geometry, &[win("t 31 32 33 b")], Bridge { ends, cells }).unwrap();
        assert_eq!(steps.len(), 1);
    }
}
