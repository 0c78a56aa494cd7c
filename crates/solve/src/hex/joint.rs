//! Promises about one edge and one or two stones, decided as the winner of a changed board.
//!
//! Three kinds: a stone is joined to the edge (`t-x`), two stones both are (`t-x and t-y`: the sigma-extensions of Mishima,
//! Noshita and others, 2006), or one of the two is (`x-b or y-b`, their figure 3). Only cells no farther from the edge than the
//! farther stone are used; all others are the opponent's. What the opponent wants is then to join, around
//! the stones, what these divide: a *leg* leads from each stone to the other edge, and the opponent's edge on the left,
//! the cells between the legs and the edge on the right are three places. Keeping the edge from both stones is
//! joining left and right; keeping it from either is joining any two of the three. The legs are the opponent's cells and
//! belong to the place between them (with one stone, to the right); what touches a leg from outside touches the edge on
//! that side instead. When the board is full exactly one player has what he wants, so [`super::search`] decides
//! it with all its means, and its steps are about the real board: for the owner nothing is changed but the goal.
//!
//! Cost: two lattices for each promise asked about, and what the search needs.

use hissho_certificate::hex::{Formula, Geometry};
use hissho_rules::hex::{Cell, CellSet, Player};

use super::links::{Goal, Lattice};
use super::search::Search;
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
pub struct Joint {
    /// The owner's first or second edge.
    pub edge: usize,
    /// The stones in the order of the opponent's edges; twice the same if there is only one.
    pub stones: [Cell; 2],
    /// Which of them.
    pub which: Which,
}

/// Where a promise is decided.
pub struct Setting<'a> {
    /// The cells it may use.
    pub reach: CellSet,
    /// The search for it.
    pub search: Search<'a>,
}

impl Joint {
    /// One stone is joined to the edge.
    pub fn one(edge: usize, stone: Cell) -> Joint {
        Joint { edge, stones: [stone; 2], which: Which::Any }
    }

    /// It in the language of the certificate.
    pub fn formula(&self, geometry: &Geometry) -> Formula {
        let edge = geometry.edges()[self.edge];
        let [a, b] = self.stones.map(|stone| Formula::Joined(edge, stone));
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

    /// Where it is decided, given the board as its owner and as the opponent have it; `None` if the stones stand in the
    /// other order or reach to the other edge.
    pub fn setting<'a>(&self, [owners, opponents]: &[Lattice; 2], meter: &'a Meter) -> Option<Setting<'a>> {
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
                    near[usize::from(other.0)] |= 1 << edge.0;
                    near[usize::from(edge.0)] |= 1 << other.0;
                }
            }
        }
        let mut against = Goal::win(&opponent);
        if self.which == Which::All && legs.len() == 2 {
            // The legs are joined to each other beyond the stones.
            against.terminals.push(legs[0].1.first()?.0);
            against.pairs.extend([[0, 2], [1, 2]]);
        }
        let mut lattices = [
            Lattice { goal: self.goal(geometry), ..owners.clone() },
            Lattice::with_goal(opponent, against, near),
        ];
        if geometry.owner == Player::White {
            lattices.reverse();
        }
        let leg_cells: CellSet = legs.iter().flat_map(|(_, leg)| leg).map(|&(cell, _)| cell).collect();
        let reach: CellSet = layers[..=far].iter().flatten().copied().collect();
        Some(Setting { reach: reach.minus(leg_cells), search: Search::for_goals(lattices, meter) })
    }

    /// The legs, one for each side of the stones: the side, and their cells, each with what touches it from outside.
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
fn cut(near: &mut [u128], one: Cell, other: Cell) {
    near[usize::from(one.0)] &= !(1 << other.0);
    near[usize::from(other.0)] &= !(1 << one.0);
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
pub fn around(geometry: &Geometry, cells: CellSet) -> CellSet {
    cells.cells().fold(CellSet::EMPTY, |all, cell| all.or(geometry.near(cell))).and(geometry.size.all())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::promise::{Question, Verdict, decide};
    use crate::limits::Limits;
    use hissho_rules::hex::{Position, Size};
    use proptest::prelude::*;

    /// Who has his way with these stones: by the setting, and by the search for promises.
    fn both_ways(geometry: &Geometry, joint: Joint, own: CellSet, lost: CellSet) -> Option<[bool; 2]> {
        let meter = Limits::default().start();
        let opponent = Geometry::new(geometry.size, geometry.owner.other());
        let lattices = [geometry.clone(), opponent].map(Lattice::new);
        let Setting { reach, mut search } = joint.setting(&lattices, &meter)?;
        let own = joint.stones.into_iter().fold(own, CellSet::with).and(reach);
        let free = reach.minus(own).minus(lost);
        if joint.stones.iter().any(|stone| !own.contains(*stone)) {
            return None;
        }
        let other = geometry.size.all().minus(own).minus(free);
        let (black, white) = if geometry.owner == Player::Black { (own, other) } else { (other, own) };
        let position = Position::set_up(geometry.size, black, white, geometry.owner.other()).unwrap();
        let by_setting = search.winner(&position).unwrap() == geometry.owner;
        let stones = geometry.edges().into_iter().fold(own, CellSet::with);
        let formula = joint.formula(geometry);
        let question = Question { geometry, stones, carrier: free, formula: &formula };
        let by_promise = matches!(decide(&question, &meter).unwrap(), Verdict::Holds(..));
        Some([by_setting, by_promise])
    }

    #[test]
    fn the_sigma_extension_of_figure_16_and_the_choice_of_figure_3_hold() {
        let geometry = Geometry::new(Size::new(8, 8).unwrap(), Player::Black);
        let set =
            |names: &str| -> CellSet { names.split(' ').map(|name| geometry.point(name).unwrap()).collect() };
        for (which, stones, cells) in [
            (Which::All, ["35", "55"], "45 65 26 36 46 56 66 76 27 37 47 57 67 77 18 28 38 48 58 68 78"),
            (
                Which::Any,
                ["45", "63"],
                "73 64 74 65 75 36 46 56 66 76 27 37 47 57 67 77 18 28 38 48 58 68 78",
            ),
        ] {
            let stones = stones.map(|name| geometry.point(name).unwrap());
            let joint = Joint { edge: 1, stones, which };
            let own: CellSet = stones.into_iter().collect();
            let lost = geometry.size.all().minus(own).minus(set(cells));
            assert_eq!(both_ways(&geometry, joint, own, lost), Some([true, true]), "{which:?}");
            for cell in set(cells).cells() {
                let without = both_ways(&geometry, joint, own, lost.with(cell));
                assert_eq!(without, Some([false, false]), "{which:?} {}", geometry.name(cell));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn a_setting_decides_what_the_search_for_promises_decides(
            signs in prop::collection::vec(0u8..6, 30),
            stones in prop::array::uniform2(0u8..30),
            kind in 0usize..2,
            black in any::<bool>(),
            edge in 0usize..2,
        ) {
            let (size, owner) =
                if black { (Size::new(5, 6), Player::Black) } else { (Size::new(6, 5), Player::White) };
            let geometry = Geometry::new(size.unwrap(), owner);
            let of = |wanted: u8| -> CellSet {
                let cells = signs.iter().enumerate().filter(|(_, sign)| **sign == wanted);
                cells.map(|(cell, _)| Cell(cell as u8)).collect()
            };
            let which = [Which::All, Which::Any][kind];
            let joint = Joint { edge, stones: stones.map(Cell), which };
            let (own, lost) = (of(0), joint.stones.into_iter().fold(of(1), CellSet::without));
            if let Some([by_setting, by_promise]) = both_ways(&geometry, joint, own, lost) {
                prop_assert_eq!(by_setting, by_promise);
            }
        }
    }
}
