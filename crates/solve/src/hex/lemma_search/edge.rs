//! Promises about one edge and one or two stones, decided as the winner of a changed board.
//!
//! Three kinds: a stone is joined to the edge (`t-x`), two stones both are (`t-x and t-y`: the
//! sigma-extensions of Mishima, Noshita and others, 2006), or one of the two is (`x-b or y-b`,
//! their figure 3). Only cells no farther from the edge than the farther stone are used; all others
//! are the opponent's. What the opponent wants is then to join, around the stones, what these
//! divide: a *leg* leads from each stone to the other edge, and the opponent's edge on the left,
//! the cells between the legs and the edge on the right are three places. Keeping the edge from
//! both stones is joining left and right; keeping it from either is joining any two of the three.
//! The legs are the opponent's cells and belong to the place between them (with one stone, to the
//! right); what touches a leg from outside touches the edge on that side instead. When the board is
//! full exactly one player has what he wants, so [`super::super::search`] decides it with all its
//! means, and its steps are about the real board: for the owner nothing is changed but the goal.
//!
//! Cost: two lattices for each promise asked about, and what the search needs.

use hissho_certificate::hex::{Formula, Geometry};
use hissho_rules::hex::{Cell, CellSet, Player};

use super::super::board::{Goal, HexBoard};
use super::super::search::HexSearch;
use crate::limits::Meter;

/// How many of the stones are to be joined to the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    /// One of them, which may be the opponent's choice.
    Any,
    /// Each of them.
    All,
}

/// A promise about an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EdgePromise {
    /// The owner's first or second edge.
    pub edge: usize,
    /// The stones in the order of the opponent's edges; twice the same if there is only one.
    pub stones: [Cell; 2],
    /// Which of them.
    pub which: Which,
}

/// Where a promise is decided.
pub struct EdgeSearch<'a> {
    /// The cells it may use.
    pub reach: CellSet,
    /// The search for it.
    pub search: HexSearch<'a>,
}

impl EdgePromise {
    /// One stone is joined to the edge.
    pub fn one(edge: usize, stone: Cell) -> EdgePromise {
        EdgePromise { edge, stones: [stone; 2], which: Which::Any }
    }

    /// It in the language of the certificate.
    pub fn formula(&self, geometry: &Geometry) -> Formula {
        let edge = geometry.edges()[self.edge];
        let [first, second] = self.stones;
        // As the papers write it: the upper stone first, and what is above first.
        let [a, b] = [first.min(second), first.max(second)].map(|stone| match self.edge {
            0 => Formula::Joined(edge, stone),
            _ => Formula::Joined(stone, edge),
        });
        match self.which {
            _ if a == b => a,
            Which::Any => Formula::Or(vec![a, b]),
            Which::All => Formula::And(vec![a, b]),
        }
    }

    fn goal(&self, geometry: &Geometry) -> Goal {
        let edge = geometry.edges()[self.edge];
        let [a, b] = self.stones;
        let formula = self.formula(geometry);
        match self.which {
            _ if a == b => Goal { terminals: vec![edge, a], pairs: vec![[0, 1]], needed: 1, formula },
            Which::Any => {
                Goal { terminals: vec![edge, a, b], pairs: vec![[0, 1], [0, 2]], needed: 1, formula }
            }
            Which::All => {
                Goal { terminals: vec![edge, a, b], pairs: vec![[0, 1], [0, 2], [1, 2]], needed: 2, formula }
            }
        }
    }

    /// Where it is decided, given the board as its owner and as the opponent have it; `None` if the
    /// stones stand in the other order or reach to the other edge.
    pub fn edge_search<'a>(
        &self,
        [owners, opponents]: &[HexBoard; 2],
        meter: &'a Meter,
    ) -> Option<EdgeSearch<'a>> {
        let geometry = &owners.geometry;
        let layers = layers(geometry, self.edge);
        let depths = self.stones.map(|stone| layers.iter().position(|layer| layer.contains(&stone)));
        let far = depths[0]?.max(depths[1]?);
        if far + 1 == layers.len() {
            return None;
        }
        let legs = self.legs(geometry, &layers)?;
        let opponent = opponents.geometry.clone();
        let mut near = opponents.near.clone();
        for (side, leg) in &legs {
            let edge = opponent.edges()[*side];
            for &(cell, outside) in leg {
                cut(&mut near, cell, edge);
                for other in outside.cells() {
                    cut(&mut near, cell, other);
                    for (one, two) in [(other, edge), (edge, other)] {
                        near[usize::from(one.0)] = near[usize::from(one.0)].with(two);
                    }
                }
            }
        }
        let mut against = Goal::win(&opponent);
        if self.which == Which::All && legs.len() == 2 {
            // The legs are joined to each other beyond the stones.
            against.terminals.push(legs[0].1.first()?.0);
            against.pairs.extend([[0, 2], [1, 2]]);
        }
        let mut boards = [
            HexBoard { goal: self.goal(geometry), ..owners.clone() },
            HexBoard::altered(opponent, against, near),
        ];
        if geometry.owner == Player::White {
            boards.reverse();
        }
        let leg_cells: CellSet = legs.iter().flat_map(|(_, leg)| leg).map(|&(cell, _)| cell).collect();
        let reach: CellSet = layers[..=far].iter().flatten().copied().collect();
        Some(EdgeSearch { reach: reach.minus(leg_cells), search: HexSearch::for_goals(boards, meter) })
    }

    /// The legs, one for each side of the stones: the side, and their cells, each with what touches
    /// it from outside.
    fn legs(&self, geometry: &Geometry, layers: &[Vec<Cell>]) -> Option<Vec<(usize, Leg)>> {
        let mut legs: Vec<(usize, Leg)> =
            (0..2).map(|side| (side, leg(geometry, layers, self.stones[side], side))).collect();
        if self.stones[0] == self.stones[1] {
            legs.truncate(1);
            return Some(legs);
        }
        // Where both are, the first stone or its leg is before the second.
        for layer in layers {
            let place = |side: usize| {
                let in_leg = |cell: &Cell| legs[side].1.iter().any(|(leg, _)| leg == cell);
                layer.iter().position(|cell| *cell == self.stones[side] || in_leg(cell))
            };
            if let (Some(first), Some(second)) = (place(0), place(1))
                && first >= second
            {
                return None;
            }
        }
        Some(legs)
    }
}

/// Cells in a row, each with what touches it from outside.
type Leg = Vec<(Cell, CellSet)>;

/// The way from a stone to the other edge that keeps to the side.
fn leg(geometry: &Geometry, layers: &[Vec<Cell>], stone: Cell, side: usize) -> Leg {
    let mut leg = Vec::new();
    let mut last = stone;
    let before = |layer: &[Cell], cell: Cell| -> CellSet {
        let place = layer.iter().position(|other| *other == cell).unwrap_or_default();
        let outside = if side == 0 { &layer[..place] } else { &layer[place + 1..] };
        outside.iter().copied().collect()
    };
    for pair in layers.windows(2) {
        let [here, next] = pair else { continue };
        if !here.contains(&last) {
            continue;
        }
        let mut touching = next.iter().copied().filter(|cell| geometry.near(last).contains(*cell));
        let Some(cell) = (if side == 0 { touching.next() } else { touching.next_back() }) else { break };
        let outside = before(here, last).or(before(next, cell)).and(geometry.near(cell));
        leg.push((cell, outside));
        last = cell;
    }
    leg
}

/// Parts two points.
fn cut(near: &mut [CellSet], one: Cell, other: Cell) {
    for (one, two) in [(one, other), (other, one)] {
        near[usize::from(one.0)] = near[usize::from(one.0)].without(two);
    }
}

/// The cells by their distance from the edge.
pub fn layers(geometry: &Geometry, edge: usize) -> Vec<Vec<Cell>> {
    let mut layers = Vec::new();
    let mut seen = CellSet::EMPTY;
    let mut layer = geometry.near(geometry.edges()[edge]).and(geometry.size.all());
    while !layer.is_empty() {
        layers.push(layer.cells().collect());
        seen = seen.or(layer);
        layer = around(geometry, layer).minus(seen);
    }
    layers
}

/// The cells around these.
fn around(geometry: &Geometry, cells: CellSet) -> CellSet {
    cells.cells().fold(CellSet::EMPTY, |all, cell| all.or(geometry.near(cell))).and(geometry.size.all())
}
