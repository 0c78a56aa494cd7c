//! A statement about a connection, refuted by a win of White.
//!
//! Stones of Black are put outside the carrier until one end of the promised connection is joined
//! to the top and the other to the bottom; all other cells are White's. If the statement held,
//! Black would win this position. So a certificate that White wins it refutes the statement,
//! wherever the stones were put. They are put where they touch no cell of the carrier that the end
//! does not touch already: there they help Black with nothing else. Conjunctions and disjunctions
//! have two ends only in luck, and are left alone. Cost: a search for two paths, and the solution
//! of the position.

use std::collections::VecDeque;

use hissho_certificate::Claim;
use hissho_certificate::hex::{Connection, Formula, Geometry, JoinedPoints, write};
use hissho_rules::hex::{Cell, CellSet, Player, Position, Size};
use hissho_solve::hex::search::HexSearch;
use hissho_solve::limits::{Limits, Meter, Stop};

use super::lemma::Statement;
use crate::Certified;

/// The accepted win of White that refutes the statement, if there is one of this form.
pub(super) fn refute(size: Size, one: &Statement, meter: &Meter) -> Result<Option<Certified>, Stop> {
    for position in positions(size, one) {
        let solution = HexSearch::new(size, meter).solve(&position)?;
        if solution.winner == Player::White {
            let claim = Connection::Wins { position, winner: Player::White };
            let accepted = Certified::check(write(&claim, &solution.evidence), &Limits::default());
            return Ok(accepted.ok().filter(|accepted| *accepted.claim() == Claim::Connection(claim)));
        }
    }
    Ok(None)
}

/// Positions that Black wins if the statement holds.
fn positions(size: Size, one: &Statement) -> impl Iterator<Item = Position> {
    let ends = match one.formula {
        Formula::Joined(a, b) => vec![[a, b], [b, a]],
        Formula::And(_) | Formula::Or(_) => Vec::new(),
    };
    let to_move = if one.black_first { Player::Black } else { Player::White };
    ends.into_iter().filter_map(move |ends| {
        let geometry = Geometry::new(size, Player::Black);
        let edges = geometry.edges();
        let mut black = one.stones.and(size.all());
        for (end, edge) in ends.into_iter().zip(edges) {
            black = black.or(path(&geometry, size, black, one.carrier, end, edge)?);
        }
        let joined = JoinedPoints::of_stones(&geometry, edges.into_iter().fold(black, CellSet::with));
        let is_joined = ends.into_iter().zip(edges).all(|(end, edge)| joined.joins(end, edge));
        let white = size.all().minus(black).minus(one.carrier);
        let position = Position::set_up(size, black, white, to_move).ok();
        position.filter(|_| is_joined)
    })
}

/// Cells outside the carrier that join `end` to `edge`, as few as there can be.
fn path(
    geometry: &Geometry,
    size: Size,
    black: CellSet,
    carrier: CellSet,
    end: Cell,
    edge: Cell,
) -> Option<CellSet> {
    let of_end = JoinedPoints::of_stones(geometry, black.with(end));
    let group: CellSet = black.with(end).cells().filter(|&stone| of_end.joins(stone, end)).collect();
    if group.contains(edge) || group.cells().any(|stone| geometry.near(stone).contains(edge)) {
        return Some(CellSet::EMPTY);
    }
    let touched =
        |stones: CellSet| stones.cells().fold(CellSet::EMPTY, |all, stone| all.or(geometry.near(stone)));
    let reached = touched(group);
    let others = touched(black.minus(group));
    let is_free = |cell: Cell| {
        size.all().minus(black).minus(carrier).contains(cell)
            && !others.contains(cell)
            && geometry.near(cell).and(carrier).minus(reached).is_empty()
    };
    let mut from: Vec<Option<Cell>> = vec![None; size.cells()];
    let mut queue: VecDeque<Cell> = VecDeque::new();
    let mut seen = group;
    for cell in reached.minus(group).cells().filter(|&cell| is_free(cell)) {
        seen = seen.with(cell);
        queue.push_back(cell);
    }
    while let Some(cell) = queue.pop_front() {
        if geometry.near(cell).contains(edge) {
            let steps = std::iter::successors(Some(cell), |cell| from[usize::from(cell.0)]);
            return Some(steps.collect());
        }
        for next in geometry.near(cell).minus(seen).cells().filter(|&next| is_free(next)) {
            seen = seen.with(next);
            from[usize::from(next.0)] = Some(cell);
            queue.push_back(next);
        }
    }
    None
}
