//! A derivation as the proof tree of a paper: the loser's moves, grouped by the one answer that serves them.
//!
//! A node is an `or` step about the whole board, as the searches write it; what is below a part of it without being
//! such a step is a virtual connection. A move whose answer gives a virtual connection at once is *excluded*, as in the
//! papers: there the winner would be connected by playing twice, so the move is no threat. The other moves, grouped by
//! the answer that serves them, are the branches. Equal sub-trees are one node (the shared boxes of the papers). Which
//! answer serves which move is chosen so that branches are few: excluded moves first, then the answer that serves most.
//!
//! Counted as in the papers: the root, and for each branch the grouped move and its answer, two nodes. A leaf is a
//! position from which on the loser's moves are *forced*: at most one group needs a deeper look, in the position that
//! follows again, and so on until a virtual connection is there. The leaf carries this line of forced moves (Mishima,
//! Noshita and others 2006 write it F), which is not counted.
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
    /// The step that establishes it.
    pub step: usize,
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
    /// Positions from which on everything is forced, likewise.
    pub leaves: u64,
    /// The nodes when every shared sub-tree is written out.
    pub written_out: u64,
    /// The nodes when the forced lines at the leaves are counted too, each sub-tree once.
    pub with_forced: u64,
    /// The nodes when also the excluded groups are counted as branches.
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

    /// Which nodes are leaves: from there on the loser's moves are forced.
    pub fn forced(&self) -> Vec<bool> {
        let mut forced: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let goes_on = |branch: &Branch| branch.node.is_none_or(|next| forced[next]);
            forced.push(node.branches.len() < 2 && node.branches.iter().all(goes_on));
        }
        forced
    }

    /// How large it is.
    pub fn count(&self) -> Count {
        let forced = self.forced();
        let mut leaves = vec![false; self.nodes.len()];
        let (mut nodes, mut with_forced, mut excluded) = (1, 1, 0);
        let mut below: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for (node, &is_leaf) in self.nodes.iter().zip(&forced) {
            let mut sum = 0u64;
            if !is_leaf {
                nodes += 2 * node.branches.len() as u64;
                for next in node.branches.iter().map(|branch| branch.node) {
                    sum = sum.saturating_add(next.map_or(0, |next| below[next])).saturating_add(2);
                    next.filter(|&next| forced[next]).into_iter().for_each(|next| leaves[next] = true);
                }
            }
            below.push(sum);
            with_forced += 2 * node.branches.len() as u64;
            excluded += 2 * node.excluded.len() as u64;
        }
        let leaves = leaves.iter().filter(|&&is_leaf| is_leaf).count().max(1) as u64;
        let written_out = 1 + below.last().copied().unwrap_or(0);
        Count { nodes, leaves, written_out, with_forced, with_excluded: with_forced + excluded }
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
                self.tree.nodes.push(Node { step: number, carrier, branches, excluded });
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
