//! How long a derivation of wins is when a paper prints it: pairs of a grouped move and its answer,
//! weighed.
//!
//! An `or` step about the whole board is a node of the tree; a part of it that is such a node again
//! costs a pair and the pairs below it. A pair whose answer makes a leaf at once is left out in
//! print and weighs little, one that is printed weighs [`PRINTED`] times as much. A part that is a
//! virtual connection costs nothing, and neither do captured pairs, weakening or a forced line: a
//! single answer after another, no second group of moves, to a virtual connection. Where several
//! promises about both edges make a win by the and-rule, or one beside a bridge does, their pairs
//! add up. Shared sub-trees are counted wherever they are used. See [`super::tree`]. In a promise
//! bridges that are left to others count as they do in the paper (Mishima, Noshita and others,
//! 2006, section 3.1), which uses them "without mention".
//!
//! Cost: one look at each step.

use hissho_certificate::hex::{Formula, Geometry, Promise, Statement, Step, entails};
use hissho_rules::hex::{Cell, CellSet, Size};

/// What a pair weighs that a paper prints, in pairs that it leaves out because their answer makes a
/// leaf at once.
pub const PRINTED: u32 = 16;

/// Numbers are not told apart above this.
pub const MOST: u64 = 1 << 40;

/// Which promises are sigma-connections, in which a tree may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sigma {
    /// The most empty cells that one may need.
    pub largest: usize,
}

impl Sigma {
    /// Those in at most so many cells, two thirds of the board's unless given.
    pub fn up_to(largest: Option<usize>, size: Size) -> Sigma {
        Sigma { largest: largest.unwrap_or(2 * size.cells() / 3) }
    }
    /// Is it one?
    pub fn is_one(&self, geometry: &Geometry, statement: &Statement) -> bool {
        statement.carrier.len() <= self.largest && is_about_one_edge(geometry, statement)
    }
}

/// Is it a promise about one edge alone, or none? That the whole is won instead may be promised
/// too. Stones a bridge apart count as joined for that if the bridge is left to others, as the
/// paper uses bridges without mention.
fn is_about_one_edge(geometry: &Geometry, statement: &Statement) -> bool {
    let Promise::Formula(formula) = &statement.promise else { return false };
    let edges: CellSet = geometry.edges().into_iter().collect();
    let mut points = CellSet::EMPTY;
    let mut open = vec![formula];
    while let Some(formula) = open.pop() {
        match formula {
            Formula::Or(any) => open.extend(any),
            one if edges.is_subset(one.points()) && is_win(geometry, statement, one) => {}
            one => points = points.or(one.points()),
        }
    }
    !points.is_empty() && !edges.is_subset(points)
}

/// Is the whole won when this is kept, together with bridges between the stones that have no
/// cell of the carrier?
fn is_win(geometry: &Geometry, statement: &Statement, kept: &Formula) -> bool {
    let win = Formula::win(geometry);
    if *kept == win {
        return true;
    }
    let free = geometry.size.all().minus(statement.carrier).minus(statement.stones);
    let stones: Vec<Cell> = statement.stones.and(geometry.size.all()).cells().collect();
    let mut with_bridges = vec![kept.clone()];
    for (place, &one) in stones.iter().enumerate() {
        for &other in &stones[place + 1..] {
            let between = geometry.near(one).and(geometry.near(other)).and(free);
            if between.len() == 2 && !geometry.near(one).contains(other) {
                with_bridges.push(Formula::Joined(one, other));
            }
        }
    }
    entails(geometry, statement.stones, &[&Formula::And(with_bridges)], &win)
}

/// The pairs of every step of a derivation.
#[derive(Clone, Debug)]
pub struct PrintedSize {
    geometry: Geometry,
    sigma: Sigma,
    win: Promise,
    /// For the steps about both edges: the pairs below, and whether the step is a node.
    of: Vec<Option<(u64, bool)>>,
    wins: Vec<bool>,
}

impl PrintedSize {
    /// No steps yet; wins are those of the owner of the geometry, sigma-connections cost nothing.
    pub fn new(geometry: &Geometry, sigma: Sigma) -> PrintedSize {
        let win = Promise::Formula(Formula::win(geometry));
        PrintedSize { geometry: geometry.clone(), sigma, win, of: vec![], wins: vec![] }
    }
    /// Counts the next step, which establishes `statement`.
    pub fn push(&mut self, step: &Step, statement: &Statement) {
        let about_both = matches!(&statement.promise, Promise::Formula(_))
            && !self.sigma.is_one(&self.geometry, statement);
        let of = about_both.then(|| match step {
            // The or-rule for connections states its formula.
            Step::Or { parts, formula, .. }
                if formula.is_none() || parts.iter().any(|part| self.is_node(part.1)) =>
            {
                (self.sum(parts.iter().map(|part| self.price(part.1))), true)
            }
            Step::Capture { part, .. } | Step::Move { part, .. } => (self.below(*part), self.is_node(*part)),
            Step::And { parts, .. } => {
                let below = parts.iter().map(|part| self.below(*part)).sum::<u64>();
                (below.min(MOST), parts.iter().any(|part| self.is_node(*part)))
            }
            _ => (0, false),
        });
        self.of.push(of);
        self.wins.push(statement.promise == self.win);
    }
    /// Does the step win?
    pub fn is_win(&self, step: usize) -> bool {
        self.wins[step]
    }
    fn is_node(&self, step: usize) -> bool {
        self.of[step].is_some_and(|of| of.1)
    }
    /// The pairs below a step.
    pub fn below(&self, step: usize) -> u64 {
        self.of[step].map_or(0, |of| of.0)
    }
    /// The pairs that the use of a step as an answer adds.
    pub fn price(&self, step: usize) -> u64 {
        match self.below(step) {
            _ if !self.is_node(step) => 0,
            0 => 1,
            below => below + u64::from(PRINTED),
        }
    }
    /// The pairs of a node whose parts have these prices.
    pub fn sum(&self, prices: impl Iterator<Item = u64>) -> u64 {
        match prices.sum::<u64>() {
            1 => 0,
            sum => sum.min(MOST),
        }
    }
}
