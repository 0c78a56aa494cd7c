//! A derivation as the proof tree of a paper: the loser's moves, grouped by the one answer that
//! serves them.
//!
//! A node is an `or` step about the whole board, as the searches write it; what is below a part of
//! it without being such a step is a virtual connection. Where a position falls apart into regions
//! that are kept side by side, an `or` step about one region is a node too (the boxes of the
//! papers, entered and left by stones at their border), unless it is a bridge or follows from a
//! named lemma; the node of the position has the branches of its regions. A move whose answer gives
//! a virtual connection at once is *excluded*, as in the papers: there the winner would be
//! connected by playing twice, so the move is no threat. The other moves, grouped by the answer
//! that serves them, are the branches. Equal sub-trees are one node (the shared boxes of the
//! papers). Which answer serves which move is chosen so that branches are few: excluded moves
//! first, then the answer that serves most.
//!
//! Counted as in the papers: the root, and for each branch the grouped move and its answer, two
//! nodes. A leaf is a position from which on the loser's moves are *forced*: at most one group
//! needs a deeper look, in the position that follows again, and so on until a virtual connection is
//! there. The leaf carries this line of forced moves (Mishima, Noshita and others 2006 write it F),
//! which is not counted. A move whose answer makes a leaf at once needs no deep look: the same
//! paper takes it from the candidates (`@` in its figures 24 and 27; its examples are the moves
//! before propositions 5 and 6) and prints the other moves alone. Both are counted, with and
//! without such moves.
//!
//! Cost: one pass over the steps; at each node parts × cells.

use hissho_certificate::hex::{Formula, Geometry, Motion, Promise, Statement, Step, StepError, entails};
use hissho_rules::hex::{Cell, CellSet, Player, Size};
use rustc_hash::FxHashMap;

use super::super::ledger::{parts_of, statements_of};
use super::size::Sigma;

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

/// Where a tree may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// In every virtual connection.
    Connections,
    /// In these, and in promises about one edge or none: the sigma-connections and sigma-extensions
    /// of the papers, named or not, up to a size.
    Sigma(Sigma),
    /// In bridges and named lemmas alone: the replies inside any other connection are nodes.
    Named,
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
    /// The half turns of these groups have the half turns of these answers; they are not listed.
    pub turned_too: bool,
}

/// The tree; each sub-tree once, a node after all below it, the root last. Empty when the whole is
/// one connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProofTree {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The steps of the promises about one edge or none in which it ends and which are more than
    /// virtual connections.
    pub promises: Vec<usize>,
}

/// The size of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Root, grouped moves and answers, each sub-tree counted once.
    pub nodes: u64,
    /// Positions from which on everything is forced, likewise.
    pub leaves: u64,
    /// The nodes without the moves whose answer makes a leaf at once.
    pub deep_nodes: u64,
    /// The positions in which no move is left then.
    pub deep_leaves: u64,
    /// The nodes when every shared sub-tree is written out.
    pub written_out: u64,
    /// The nodes when the forced lines at the leaves are counted too, each sub-tree once.
    pub with_forced: u64,
    /// The nodes when also the excluded groups are counted as branches.
    pub with_excluded: u64,
}

impl ProofTree {
    /// The tree of a derivation whose last step is a win of `owner`; refused if a step does not
    /// follow. What follows from one of the `named` lemmas is a virtual connection.
    pub fn new(
        size: Size,
        owner: Player,
        steps: &[Step],
        named: &[Statement],
        leaves: Leaves,
    ) -> Result<ProofTree, StepError> {
        let geometry = Geometry::new(size, owner);
        let win = Formula::win(&geometry);
        let statements = statements_of(&geometry, steps)?;
        let mut builder = TreeBuilder {
            geometry: &geometry,
            named,
            leaves,
            steps,
            statements: &statements,
            win: Promise::Formula(win),
            searched: Vec::with_capacity(steps.len()),
            known: FxHashMap::default(),
            tree: ProofTree::default(),
        };
        for step in steps {
            // The or-rule for connections states its formula.
            let own = matches!(step, Step::Or { formula: None, .. });
            builder.searched.push(own || parts_of(step).any(|part| builder.searched[part]));
        }
        if let Some(last) = steps.len().checked_sub(1) {
            builder.node(last);
        }
        Ok(builder.tree.pruned())
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

    /// The same without the nodes that the root does not lead to: a region that is kept beside
    /// others has its branches in their common node.
    fn pruned(mut self) -> ProofTree {
        self.promises.sort_unstable();
        self.promises.dedup();
        let mut reached = vec![false; self.nodes.len()];
        self.root().into_iter().for_each(|root| reached[root] = true);
        for (at, node) in self.nodes.iter().enumerate().rev() {
            if reached[at] {
                node.branches.iter().filter_map(|branch| branch.node).for_each(|next| reached[next] = true);
            }
        }
        let mut places = vec![usize::MAX; reached.len()];
        let mut nodes: Vec<Node> = Vec::new();
        for (at, mut node) in self.nodes.into_iter().enumerate().filter(|&(at, _)| reached[at]) {
            places[at] = nodes.len();
            node.branches
                .iter_mut()
                .filter_map(|branch| branch.node.as_mut())
                .for_each(|next| *next = places[*next]);
            nodes.push(node);
        }
        ProofTree { nodes, promises: self.promises }
    }

    /// How large it is.
    pub fn count(&self) -> Count {
        let forced = self.forced();
        let mut leaves = vec![false; self.nodes.len()];
        let (mut nodes, mut deep_nodes, mut deep_leaves) = (1, 1, 0);
        let (mut with_forced, mut excluded) = (1, 0);
        let mut below: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for (node, &is_leaf) in self.nodes.iter().zip(&forced) {
            let follow = node.branches.iter().map(|branch| branch.node).filter(|_| !is_leaf);
            let pairs = |next: Option<usize>| next.map_or(0, |next| below[next]).saturating_add(2);
            below.push(follow.clone().map(pairs).fold(0, u64::saturating_add));
            nodes += 2 * follow.clone().count() as u64;
            let deep = follow.clone().flatten().filter(|&next| !forced[next]).count() as u64;
            deep_nodes += 2 * deep;
            deep_leaves += u64::from(!is_leaf && deep == 0);
            follow.flatten().filter(|&next| forced[next]).for_each(|next| leaves[next] = true);
            with_forced += 2 * node.branches.len() as u64;
            excluded += 2 * node.excluded.len() as u64;
        }
        let leaves = leaves.iter().filter(|&&is_leaf| is_leaf).count().max(1) as u64;
        let written_out = 1 + below.last().copied().unwrap_or(0);
        let (deep_leaves, with_excluded) = (deep_leaves.max(1), with_forced + excluded);
        Count { nodes, leaves, deep_nodes, deep_leaves, written_out, with_forced, with_excluded }
    }
}

struct TreeBuilder<'a> {
    geometry: &'a Geometry,
    named: &'a [Statement],
    leaves: Leaves,
    steps: &'a [Step],
    statements: &'a [Statement],
    win: Promise,
    /// Is there more to a step than virtual connections?
    searched: Vec<bool>,
    known: FxHashMap<usize, Option<usize>>,
    tree: ProofTree,
}

impl TreeBuilder<'_> {
    /// Is the step a bridge, or does it follow from a named lemma?
    fn is_named(&self, number: usize) -> bool {
        let statement = &self.statements[number];
        let Promise::Formula(wanted) = &statement.promise else { return false };
        let touch = |&(_, part): &(Option<Cell>, usize)| matches!(self.steps[part], Step::Link { .. });
        if matches!(&self.steps[number], Step::Or { parts, .. } if parts.iter().all(touch)) {
            return true;
        }
        let (stones, area) = (statement.stones, statement.stones.or(statement.carrier));
        self.named.iter().any(|lemma| {
            let Promise::Formula(given) = &lemma.promise else { return false };
            lemma.stones.is_subset(stones)
                && lemma.carrier.is_subset(area)
                && entails(self.geometry, stones, &[given], wanted)
        })
    }

    /// Does the tree end in this promise, because it is not about both edges?
    fn is_sigma(&self, number: usize) -> bool {
        matches!(self.leaves, Leaves::Sigma(sigma) if sigma.is_one(self.geometry, &self.statements[number]))
    }

    /// The node a step stands for: captured pairs and weakening above it add nothing to the tree.
    fn node(&mut self, number: usize) -> Option<usize> {
        if let Some(&known) = self.known.get(&number) {
            return known;
        }
        if self.searched[number] && self.is_sigma(number) {
            self.tree.promises.push(number);
            self.known.insert(number, None);
            return None;
        }
        let node = match &self.steps[number] {
            Step::Capture { part, .. } => self.node(*part),
            Step::Move { part, .. } if !self.is_named(number) => self.node(*part),
            Step::And { parts, .. } => {
                let nodes: Vec<usize> = parts.iter().filter_map(|&part| self.node(part)).collect();
                match nodes[..] {
                    [] => None,
                    [node] => Some(node),
                    _ => Some(self.and_node(number, &nodes)),
                }
            }
            Step::Or { parts, formula, .. }
                if self.statements[number].promise == self.win
                    || !self.is_named(number) && !self.is_sigma(number) =>
            {
                let turned = |&&(_, part): &&(Option<Cell>, usize)| match self.steps[part] {
                    Step::Move { part: other, motion: Motion::Turn } => {
                        parts.iter().any(|part| part.1 == other)
                    }
                    _ => false,
                };
                let turned_too = parts.iter().any(|part| turned(&part));
                let parts: Vec<(Option<Cell>, usize)> =
                    parts.iter().filter(|part| !turned(part)).copied().collect();
                let nodes: Vec<Option<usize>> = parts.iter().map(|&(_, part)| self.node(part)).collect();
                let is_connection = formula.is_some() && nodes.iter().all(Option::is_none);
                if is_connection && self.leaves != Leaves::Named {
                    self.known.insert(number, None);
                    return None;
                }
                let (branches, excluded) = self.branches(number, &parts, &nodes);
                let carrier = self.statements[number].carrier;
                self.tree.nodes.push(Node { step: number, carrier, branches, excluded, turned_too });
                Some(self.tree.nodes.len() - 1)
            }
            _ => None,
        };
        self.known.insert(number, node);
        node
    }

    /// The node of an AND-rule: regions with disjoint carriers.
    fn and_node(&mut self, number: usize, nodes: &[usize]) -> usize {
        let of = |groups: fn(&Node) -> &Vec<Branch>| {
            nodes.iter().flat_map(|&node| groups(&self.tree.nodes[node])).cloned().collect::<Vec<_>>()
        };
        let (branches, excluded) = (of(|node| &node.branches), of(|node| &node.excluded));
        let carrier = self.statements[number].carrier;
        self.tree.nodes.push(Node { step: number, carrier, branches, excluded, turned_too: false });
        self.tree.nodes.len() - 1
    }

    /// The moves in the carrier shared out among the parts that do without them: branches and
    /// excluded groups.
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
