//! The board as a player has it: what touches what, what is to be joined, stones and their groups.
//!
//! Beside the cells a board has two more points, the player's edges. Searches ask about the real
//! board and about *altered* ones, on which some points touch that do not, or the other way round,
//! or other points than the edges are to be joined: that is how a promise about one edge is decided
//! by the search that finds winners ([`super::lemma_search::edge`]).
//!
//! Cost: a board is made once; a group takes one look at each of its stones.

use std::ops::{Index, IndexMut};

use hissho_certificate::hex::{Formula, Geometry};
use hissho_rules::hex::{Cell, CellSet, Player, Position, Size};

/// The set of all points; what nothing was taken from yet.
pub const EVERYTHING: CellSet = CellSet(u128::MAX);

/// The stones of two sides: Black and White, or the winner and the loser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stones(pub [CellSet; 2]);

impl Stones {
    /// The stones of a position as this player and the other have them.
    pub fn of(position: &Position, first: Player) -> Stones {
        Stones([position.stones(first), position.stones(first.other())])
    }

    /// The same with a stone more.
    #[must_use]
    pub fn with(mut self, side: usize, cell: Cell) -> Stones {
        self[side] = self[side].with(cell);
        self
    }

    /// The cells with a stone.
    pub fn occupied(self) -> CellSet {
        self.0[0].or(self.0[1])
    }

    /// The position with these stones, the first being those of `first`.
    pub fn position(self, size: Size, first: Player, to_move: Player) -> Position {
        let [black, white] = if first == Player::Black { self.0 } else { [self.0[1], self.0[0]] };
        Position::set_up(size, black, white, to_move).expect("stones on different cells of the board")
    }
}

impl Index<usize> for Stones {
    type Output = CellSet;
    fn index(&self, side: usize) -> &CellSet {
        &self.0[side]
    }
}

impl IndexMut<usize> for Stones {
    fn index_mut(&mut self, side: usize) -> &mut CellSet {
        &mut self.0[side]
    }
}

/// What is to be joined: the edges, or other points.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The points in question, stones or edges.
    pub terminals: Vec<Cell>,
    /// Pairs of them, by number.
    pub pairs: Vec<[usize; 2]>,
    /// How many of the pairs have to be joined, side by side: one or two.
    pub needed: usize,
    /// What is promised then.
    pub formula: Formula,
}

impl Goal {
    /// The owner's edges are joined.
    pub fn win(geometry: &Geometry) -> Goal {
        let formula = Formula::win(geometry);
        Goal { terminals: geometry.edges().to_vec(), pairs: vec![[0, 1]], needed: 1, formula }
    }
}

/// The board of one player with its bridges, and the player's goal.
#[derive(Clone, Debug)]
pub struct HexBoard {
    /// Board and owner.
    pub geometry: Geometry,
    /// What is to be joined.
    pub goal: Goal,
    /// The points that touch each point, edges too.
    pub near: Vec<CellSet>,
    /// For each cell, the cells two steps away that share two neighbours with it, and those two.
    pub(super) bridges: Vec<Vec<(Cell, CellSet)>>,
    /// For each cell the two cells through which it reaches each own edge, unless it touches it.
    pub(super) edge_bridges: Vec<[CellSet; 2]>,
}

impl HexBoard {
    /// The board of an owner who wants to win.
    pub fn new(geometry: Geometry) -> HexBoard {
        let goal = Goal::win(&geometry);
        let near = geometry.all().cells().map(|point| geometry.near(point)).collect();
        HexBoard::altered(geometry, goal, near)
    }

    /// The boards of a player and of his opponent.
    pub fn of_both(size: Size, first: Player) -> [HexBoard; 2] {
        [first, first.other()].map(|player| HexBoard::new(Geometry::new(size, player)))
    }

    /// A board on which these points touch, with another goal.
    pub fn altered(geometry: Geometry, goal: Goal, near: Vec<CellSet>) -> HexBoard {
        let all = geometry.size.all();
        let edges = geometry.edges();
        let touching = |point: Cell| near[usize::from(point.0)];
        let bridges = all.cells().map(|a| {
            let others = all.cells().filter(|&b| b != a && !touching(a).contains(b));
            let shared = others.map(|b| (b, touching(a).and(touching(b)).and(all)));
            shared.filter(|(_, shared)| shared.len() == 2).collect()
        });
        let bridges = bridges.collect();
        let edge_bridges = all.cells().map(|a| {
            edges.map(|edge| {
                let shared = touching(a).and(touching(edge));
                let is_bridge = !touching(edge).contains(a) && shared.len() == 2;
                if is_bridge { shared } else { CellSet::EMPTY }
            })
        });
        let edge_bridges = edge_bridges.collect();
        HexBoard { geometry, goal, near, bridges, edge_bridges }
    }

    /// All cells.
    pub fn cells(&self) -> CellSet {
        self.geometry.size.all()
    }

    /// The owner's edges.
    pub fn edges(&self) -> CellSet {
        self.geometry.edges().into_iter().collect()
    }

    /// The points that touch this one.
    pub fn around(&self, point: Cell) -> CellSet {
        self.near[usize::from(point.0)]
    }
}

/// Stones that are joined to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// The stones.
    pub stones: CellSet,
    /// Everything that touches one of them.
    pub near: CellSet,
}

impl Group {
    /// The seed with all stones that are joined to it where these points touch.
    pub fn around(near: &[CellSet], seed: CellSet, stones: CellSet) -> Group {
        let (mut group, mut frontier, mut touched) = (seed.0, seed.0, 0u128);
        while frontier != 0 {
            let at = frontier.trailing_zeros() as usize;
            frontier &= frontier - 1;
            touched |= near[at].0;
            let more = near[at].0 & stones.0 & !group;
            group |= more;
            frontier |= more;
        }
        Group { stones: CellSet(group), near: CellSet(touched) }
    }

    /// All groups of these stones, that of the first stone first.
    pub fn all(near: &[CellSet], stones: CellSet) -> impl Iterator<Item = Group> {
        let mut rest = stones;
        std::iter::from_fn(move || {
            let seed = CellSet(rest.0 & rest.0.wrapping_neg());
            let group = (!seed.is_empty()).then(|| Group::around(near, seed, rest))?;
            rest = rest.minus(group.stones);
            Some(group)
        })
    }
}

/// Leaves out what is not needed, the last first: the areas of the rest still have no common cell
/// in `within`. So many stay in any case.
pub fn leave_out<T>(parts: &mut Vec<T>, least: usize, within: CellSet, area: impl Fn(&T) -> CellSet) {
    let mut at = parts.len();
    while at > 0 && parts.len() > least {
        at -= 1;
        let others = parts.iter().enumerate().filter(|&(other, _)| other != at);
        if others.fold(within, |common, (_, part)| common.and(area(part))).is_empty() {
            parts.remove(at);
        }
    }
}
