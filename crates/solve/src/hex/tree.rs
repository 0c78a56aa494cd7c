//! A derivation as the proof tree of a paper: the loser's moves, grouped by the one answer that serves them.
//!
//! A node is an `or` step about the whole board, as the searches write it; what is below a part of it without being
//! such a step is a virtual connection. A move whose answer gives a virtual connection at once is *excluded*, as in the
//! papers: there the winner would be connected by playing twice, so the move is no threat. The other moves, grouped by
//! the answer that serves them, are the branches. Equal sub-trees are one node (the shared boxes of the papers). Which
//! answer serves which move is chosen so that branches are few: excluded moves first, then the answer that serves most.
//!
//! Counted as in the papers: the root, and for each branch the grouped move and its answer, two nodes. A leaf is a node
//! without branches: whatever the loser does there, the next answer connects.
//!
//! Cost: one pass over the steps; at each node parts × cells.

use certificate::connection::{Formula, Geometry, Promise, Statement, Step, StepError};
use rules::hex::{Cell, CellSet, Player, Size};
use rustc_hash::FxHashMap;

use super::derivation::statements_of;

/// A group of the loser's moves with one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The moves.
    pub moves: CellSet,
    /// The answer, `None` when none is needed.
    pub answer: Option<Cell>,
    /// What is left to keep: the empty cells needed after the answer.
    pub carrier: CellSet,
    /// The node that follows, or a virtual connection.
    pub node: Option<usize>,
}

/// A position with the loser to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The empty cells the proof needs.
    pub carrier: CellSet,
    /// The groups that need a deeper look, the largest first.
    pub branches: Vec<Branch>,
    /// The groups whose answer connects at once.
    pub excluded: Vec<Branch>,
}

/// The tree; each sub-tree once, a node after all below it, the root last. Empty when the whole is one connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
}

/// The size of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Root, grouped moves and answers, each sub-tree counted once.
    pub nodes: u64,
    /// Nodes without branches, likewise.
    pub leaves: u64,
    /// The nodes when every shared sub-tree is written out.
    pub written_out: u64,
    /// The nodes of the tree when excluded groups are counted as branches too.
    pub with_excluded: u64,
}

impl Tree {
    /// The tree of a derivation whose last step is a win of `owner`; refused if a step does not follow.
    pub fn new(size: Size, owner: Player, steps: &[Step]) -> Result<Tree, StepError> {
        let geometry = Geometry::new(size, owner);
        let win = Formula::win(&geometry);
        let statements = statements_of(&geometry, steps)?;
        let mut builder = Builder {
            steps,
            statements: &statements,
            win,
            known: FxHashMap::default(),
            tree: Tree::default(),
        };
        if let Some(last) = steps.len().checked_sub(1) {
            builder.node(last);
        }
        Ok(builder.tree)
    }

    /// The root, unless the whole is one virtual connection.
    pub fn root(&self) -> Option<usize> {
        self.nodes.len().checked_sub(1)
    }

    /// How large it is.
    pub fn count(&self) -> Count {
        let branches: u64 = self.nodes.iter().map(|node| node.branches.len() as u64).sum();
        let excluded: u64 = self.nodes.iter().map(|node| node.excluded.len() as u64).sum();
        let leaves = self.nodes.iter().filter(|node| node.branches.is_empty()).count() as u64;
        let mut below: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let one = |branch: &Branch| branch.node.map_or(0, |next| below[next]).saturating_add(2);
            let sum = node.branches.iter().map(one).fold(0, u64::saturating_add);
            below.push(sum);
        }
        let written_out = 1 + below.last().copied().unwrap_or(0);
        let nodes = 1 + 2 * branches;
        Count { nodes, leaves: leaves.max(1), written_out, with_excluded: nodes + 2 * excluded }
    }
}

struct Builder<'a> {
    steps: &'a [Step],
    statements: &'a [Statement],
    win: Formula,
    known: FxHashMap<usize, Option<usize>>,
    tree: Tree,
}

impl Builder<'_> {
    fn is_win(&self, number: usize) -> bool {
        self.statements[number].promise == Promise::Formula(self.win.clone())
    }

    /// The node a step stands for: captured pairs and weakening above it add nothing to the tree.
    fn node(&mut self, number: usize) -> Option<usize> {
        if let Some(&known) = self.known.get(&number) {
            return known;
        }
        let node = match &self.steps[number] {
            Step::Capture { part, .. } if self.is_win(*part) => self.node(*part),
            Step::And { parts, .. } => match parts[..] {
                [part] if self.is_win(part) => self.node(part),
                _ => None,
            },
            Step::Or { parts, formula: None, .. } if self.is_win(number) => {
                let nodes: Vec<Option<usize>> = parts.iter().map(|&(_, part)| self.node(part)).collect();
                let (branches, excluded) = self.branches(number, parts, &nodes);
                let carrier = self.statements[number].carrier;
                self.tree.nodes.push(Node { carrier, branches, excluded });
                Some(self.tree.nodes.len() - 1)
            }
            _ => None,
        };
        self.known.insert(number, node);
        node
    }

    /// The moves in the carrier shared out among the parts that do without them: branches and excluded groups.
    fn branches(
        &self,
        number: usize,
        parts: &[(Option<Cell>, usize)],
        nodes: &[Option<usize>],
    ) -> (Vec<Branch>, Vec<Branch>) {
        let whole = &self.statements[number];
        let mut left = whole.carrier;
        let mut share_out = |deep: bool| {
            let mut groups = Vec::new();
            loop {
                let candidates = parts.iter().zip(nodes).filter(|(_, node)| node.is_some() == deep);
                let groups_left = candidates.map(|(&(answer, step), &node)| {
                    let carrier = self.statements[step].carrier;
                    let area = answer.iter().fold(carrier, |area, &cell| area.with(cell));
                    Branch { moves: left.minus(area), answer, carrier, node }
                });
                let best = groups_left.max_by_key(|branch| branch.moves.len());
                let Some(best) = best.filter(|branch| !branch.moves.is_empty()) else { return groups };
                left = left.minus(best.moves);
                groups.push(best);
            }
        };
        let excluded = share_out(false);
        (share_out(true), excluded)
    }
}
