//! Captured pairs given back: a statement proved with a pair filled in becomes one in which both cells are empty.
//!
//! Where the opponent takes one cell of a captured pair its owner takes the other (the `capture` rule of
//! [`hissho_certificate::hex`]), so the pair costs two cells of the carrier. The pairs are given back in the reverse of the
//! order in which [`super::fill`] found them, because a pair may be captured by stones of an earlier one.
//!
//! Cost: one look at each pair.

use hissho_certificate::hex::{Promise, Statement, Step};
use hissho_rules::hex::{Cell, CellSet};

use super::derivation::{Entry, Ledger};
use super::fill::Filled;
use super::links::Lattice;

/// Turns captured pairs that a statement uses as stones back into empty cells.
pub(super) fn release(
    lattice: &Lattice,
    ledger: &mut Ledger,
    winner: usize,
    filled: &Filled,
    reply: Option<Cell>,
    entry: Entry,
) -> Entry {
    let Lattice { geometry, goal, .. } = lattice;
    let edges: CellSet = geometry.edges().into_iter().collect();
    let win = &goal.formula;
    let with_reply = |set: CellSet| reply.map_or(set, |cell| set.with(cell));
    let mut stones = with_reply(entry.stones);
    let mut carrier = reply.map_or(entry.carrier, |cell| entry.carrier.without(cell));
    let mut step = entry.step;
    let mut own = CellSet(filled.stones[winner]);
    for &(_, pair) in filled.pairs.iter().rev().filter(|&&(owner, _)| owner == winner) {
        let pair = pair.map(Cell);
        let both: CellSet = pair.into_iter().collect();
        own = own.minus(both);
        if stones.is_disjoint(both) {
            continue;
        }
        let mut extra = carrier.and(both);
        let statement = |extra: CellSet| Statement {
            stones: stones.or(extra).or(edges),
            carrier: carrier.minus(extra),
            promise: Promise::Formula(win.clone()),
        };
        let capture = Step::Capture { part: 0, pair };
        if capture.apply(geometry, None, &[statement(extra)]).is_err() {
            // The pair is captured with all the stones around it and around its neighbours. Stones on both sides of an
            // own edge are joined by it.
            let near = pair.iter().fold(both, |near, cell| near.or(geometry.near(*cell)));
            let groups = groups_around(lattice, own.or(edges), near.and(geometry.size.all()));
            extra = extra.or(groups).minus(stones).minus(edges);
        }
        if !extra.is_empty() {
            step = ledger.add(Step::And { parts: vec![step], stones: extra, formula: win.clone() });
            stones = stones.or(extra);
            carrier = carrier.minus(extra);
        }
        step = ledger.add(Step::Capture { part: step, pair });
        stones = stones.minus(both);
        carrier = carrier.or(both);
    }
    match reply {
        Some(cell) => Entry { stones: stones.without(cell), carrier: carrier.with(cell), step },
        None => Entry { stones, carrier, step },
    }
}

/// The stones of all groups that touch one of the cells.
fn groups_around(lattice: &Lattice, stones: CellSet, cells: CellSet) -> CellSet {
    let mut group = CellSet::EMPTY;
    let mut frontier: Vec<Cell> = cells.cells().collect();
    while let Some(cell) = frontier.pop() {
        for next in CellSet(lattice.near[usize::from(cell.0)]).and(stones).minus(group).cells() {
            group = group.with(next);
            frontier.push(next);
        }
    }
    group.or(cells.and(stones))
}
