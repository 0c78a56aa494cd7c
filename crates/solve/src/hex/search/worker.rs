//! One thread of a search: which node to look into, what its connections say, what was settled.
//!
//! A thread goes down from the root to a node that is not expanded, keeping to its thresholds
//! (df-pn). There inferior cells are filled and both players' connections built while the others
//! may use the tree. On the way up it takes in what was settled below: a won move settles its node,
//! a lost one narrows the must-play.
//!
//! Cost: nearly all of it in [`super::super::virtual_connections`]; of the rest most in comparing a
//! position with what is known ([`super::super::statement_index`]).

use std::ops::{Deref, DerefMut};
use std::sync::MutexGuard;

use hissho_certificate::hex::Step;
use hissho_rules::hex::{Cell, CellSet, Player};

use super::super::board::EVERYTHING;
use super::super::inferior_cells::{dominated, fill, release};
use super::super::ledger::{Entry, thin_out};
use super::super::resistance;
use super::super::statement_index::{Excerpt, Fact, StatementIndex};
use super::super::virtual_connections::{Found, Until, VirtualConnections};
use super::{
    HexSearch, INFINITE, NO_PANIC, OpenNode, STANDING, SearchTree, SettledNode, Threat, UNVISITED, WITH_MOVE,
};
use crate::limits::Stop;

/// The tree while a thread holds its lock.
struct HeldTree<'s, 'a> {
    search: &'s HexSearch<'a>,
    guard: Option<MutexGuard<'s, SearchTree>>,
}

impl Deref for HeldTree<'_, '_> {
    type Target = SearchTree;
    fn deref(&self) -> &SearchTree {
        self.guard.as_ref().expect("held except inside `released`")
    }
}

impl DerefMut for HeldTree<'_, '_> {
    fn deref_mut(&mut self) -> &mut SearchTree {
        self.guard.as_mut().expect("held except inside `released`")
    }
}

impl HeldTree<'_, '_> {
    /// Does something while other threads may use the tree, but not this node.
    fn released<R>(&mut self, id: u32, work: impl FnOnce() -> R) -> R {
        self.nodes[id as usize].building = true;
        self.guard = None;
        let result = work();
        self.guard = Some(self.search.tree.lock().expect(NO_PANIC));
        self.nodes[id as usize].building = false;
        self.search.built.notify_all();
        result
    }

    /// Waits until some thread has finished building.
    fn wait(&mut self) {
        if let Some(guard) = self.guard.take() {
            self.guard = Some(self.search.built.wait(guard).expect(NO_PANIC));
        }
    }
}

/// One thread of a search.
pub(super) struct Worker<'s, 'a> {
    search: &'s HexSearch<'a>,
    links: [VirtualConnections; 2],
    /// The nodes it is at work on, from the root down.
    path: Vec<PathNode>,
    /// Positions compared so far.
    compared: usize,
}

/// The work below one node, from when the thread came there until it leaves.
struct PathNode {
    node: u32,
    /// Positions compared before.
    since: usize,
    /// Of each player and kind, what is known without what is lost here; made when it pays.
    excerpts: Option<[[Excerpt; 2]; 2]>,
}

/// An excerpt is made of no fewer statements than this: a few are searched quickly as they are;
const EXCERPT_LEAST: usize = 1 << 16;
/// no nearer to the last one, or to the root, than so many moves;
const EXCERPT_DISTANCE: usize = 2;
/// and not before so many statements stand against each position compared below: then it costs
/// about what the comparing has cost.
const EXCERPT_PRICE: usize = 2048;

impl<'s, 'a> Worker<'s, 'a> {
    pub(super) fn new(search: &'s HexSearch<'a>) -> Worker<'s, 'a> {
        Worker { search, links: Default::default(), path: vec![], compared: 0 }
    }

    pub(super) fn solve(&mut self, root: u32) -> Result<(), Stop> {
        let guard = Some(self.search.tree.lock().expect(NO_PANIC));
        let mut tree = HeldTree { search: self.search, guard };
        while tree.nodes[root as usize].settled.is_none() {
            self.visit(&mut tree, root, INFINITE, INFINITE)?;
        }
        Ok(())
    }

    /// Works on a node until it is settled or one of its numbers reaches its threshold.
    fn visit(
        &mut self,
        tree: &mut HeldTree<'_, '_>,
        id: u32,
        most_phi: u32,
        most_delta: u32,
    ) -> Result<(), Stop> {
        if tree.nodes[id as usize].building {
            tree.wait();
            return Ok(());
        }
        tree.visits += 1;
        self.search.meter.spend(1)?;
        if tree.visits.is_multiple_of(64) {
            self.search.meter.look()?;
            self.search.progress.advance(64);
            self.tell(tree);
            if self.search.memory.is_some_and(|most| tree.bytes() > most) {
                return Err(Stop::Memory);
            }
            if let Some(keeper) = &self.search.keeper {
                let mut keeper = keeper.lock().expect(NO_PANIC);
                let geometries = self.search.boards.each_ref().map(|board| &board.geometry);
                keeper.save(geometries, &tree.sides, false);
            }
        }
        if tree.nodes[id as usize].settled.is_some() {
            return Ok(());
        }
        tree.nodes[id as usize].workers += 1;
        self.path.push(PathNode { node: id, since: self.compared, excerpts: None });
        if tree.nodes[id as usize].open.is_none() {
            self.expand(tree, id);
        } else {
            self.compare(tree, id);
        }
        let result = self.work(tree, id, most_phi, most_delta);
        self.path.pop();
        tree.nodes[id as usize].workers -= 1;
        result
    }

    /// Says how much of the first position is left.
    fn tell(&self, tree: &SearchTree) {
        let Some(root) = self.path.first().map(|stay| &tree.nodes[stay.node as usize]) else { return };
        if let Some(open) = &root.open {
            let left = open.children.iter().filter(|&&(cell, _)| open.must_play.contains(cell)).count();
            let mover = [Player::Black, Player::White][root.mover];
            self.search.progress.note(&format!("{left} moves of {mover} may still win"));
        }
    }

    fn work(
        &mut self,
        tree: &mut HeldTree<'_, '_>,
        id: u32,
        most_phi: u32,
        most_delta: u32,
    ) -> Result<(), Stop> {
        loop {
            while tree.nodes[id as usize].building {
                tree.wait();
            }
            if tree.nodes[id as usize].settled.is_some() {
                return Ok(());
            }
            let Some(choice) = self.review(tree, id) else {
                return Ok(());
            };
            let node = &tree.nodes[id as usize];
            if node.phi >= most_phi || node.delta >= most_delta {
                return Ok(());
            }
            let child_phi = most_delta.saturating_sub(node.delta - choice.phi);
            let child_delta = most_phi.min(choice.second + choice.second / 2 + 1);
            let child = tree.child(id, choice.place);
            self.visit(tree, child, child_phi.max(choice.phi + 1), child_delta.max(choice.delta + 1))?;
        }
    }

    /// Takes in what happened to the children; the best of them, or `None` if the node got settled.
    fn review(&mut self, tree: &mut HeldTree<'_, '_>, id: u32) -> Option<BestChild> {
        let mover = tree.nodes[id as usize].mover;
        loop {
            let open = tree.nodes[id as usize].open.as_ref()?;
            let news = open.children.iter().enumerate().find_map(|(place, &(cell, child))| {
                let settled = (child != UNVISITED).then(|| tree.nodes[child as usize].settled)??;
                Some((place, cell, settled))
            });
            let Some((place, cell, settled)) = news else { break };
            if settled.winner == mover {
                let entry = settled.entry;
                let needed = entry.stones.contains(cell);
                let before = if needed {
                    Entry {
                        stones: entry.stones.without(cell),
                        carrier: entry.carrier.with(cell),
                        step: entry.step,
                    }
                } else {
                    entry
                };
                self.settle(tree, id, mover, needed.then_some(cell), before);
                return None;
            }
            let open = tree.nodes[id as usize].open.as_mut()?;
            open.children.remove(place);
            tree.add_threat(id, settled.reply, settled.entry);
        }
        let open = tree.nodes[id as usize].open.as_mut()?;
        let must_play = open.must_play;
        open.children.retain(|&(cell, _)| must_play.contains(cell));
        if open.children.is_empty() {
            self.settle_lost(tree, id);
            return None;
        }
        let children = std::mem::take(&mut open.children);
        let count = 1 + children.len() / 4;
        let mut choice = BestChild { place: 0, phi: 1, delta: INFINITE, second: INFINITE };
        let (mut sum, mut least, mut most_promising) = (0u32, INFINITE, INFINITE);
        for (place, &(_, child)) in children.iter().enumerate().take(count) {
            let (phi, delta, workers) = match child {
                UNVISITED => (1, 1, 0),
                _ => {
                    let node = &tree.nodes[child as usize];
                    (node.phi, node.delta, node.workers)
                }
            };
            sum = (sum + phi).min(INFINITE - 1);
            least = least.min(delta);
            // Other threads are at work there.
            let seen = delta.saturating_mul(1 + workers).min(INFINITE - 1);
            if seen < most_promising {
                choice = BestChild { place, phi, delta, second: most_promising };
                most_promising = seen;
            } else if seen < choice.second {
                choice.second = seen;
            }
        }
        let node = &mut tree.nodes[id as usize];
        node.open.as_mut()?.children = children;
        node.phi = least;
        node.delta = sum;
        Some(choice)
    }

    /// What is known, as seen from the node on the path that leaves out most.
    fn excerpts(&mut self, tree: &SearchTree) -> Option<&mut [[Excerpt; 2]; 2]> {
        self.compared += 1;
        let last = self.path.iter().rposition(|stay| stay.excerpts.is_some());
        let next = last.unwrap_or(0) + EXCERPT_DISTANCE;
        let here = self.path.len();
        let (above, below) = self.path.split_at_mut(next.min(here));
        let mut wider = last.and_then(|last| above[last].excerpts.as_mut());
        let facts: usize = match &wider {
            Some(excerpts) => excerpts.iter().flatten().map(Excerpt::count).sum(),
            None => tree.sides.iter().flat_map(|side| &side.known).map(StatementIndex::len).sum(),
        };
        if facts >= EXCERPT_LEAST
            && let Some(stay) = below.first_mut()
            && (self.compared - stay.since) * EXCERPT_PRICE > facts
            && let Some(open) = &tree.nodes[stay.node as usize].open
        {
            stay.excerpts = Some([0, 1].map(|side| {
                [STANDING, WITH_MOVE].map(|kind| {
                    let wider = wider.as_mut().map(|wider| &mut wider[side][kind]);
                    Excerpt::new(&tree.sides[side].known[kind], open.filled.lost(side), wider)
                })
            }));
            return stay.excerpts.as_mut();
        }
        wider
    }

    /// Compares the node with the statements proved since it was last compared.
    fn compare(&mut self, tree: &mut HeldTree<'_, '_>, id: u32) {
        let node = &tree.nodes[id as usize];
        let (mover, loser) = (node.mover, 1 - node.mover);
        let Some(open) = node.open.as_ref() else { return };
        let (stones, seen) = (open.filled.stones, open.seen);
        let lost = [0, 1].map(|side| open.filled.lost(side));
        let empty = self.search.cells.minus(stones.occupied());
        let now = tree.sides.each_ref().map(|side| side.known.each_ref().map(StatementIndex::len));
        let mut excerpts = self.excerpts(tree);
        let mut find = |side: usize, kind: usize, each: &mut dyn FnMut(&Fact) -> bool| {
            let (known, from) = (&tree.sides[side].known[kind], seen[side][kind]);
            match &mut excerpts {
                Some(excerpts) => excerpts[side][kind].find(known, stones[side], lost[side], from, each),
                None => known.find(stones[side], lost[side], from, each),
            }
        };
        let mut holding = None;
        for (side, kind) in [(loser, STANDING), (mover, STANDING), (mover, WITH_MOVE)] {
            find(side, kind, &mut |fact| {
                let usable = fact.key.is_none_or(|cell| empty.contains(cell));
                holding = usable.then_some((side, *fact));
                usable
            });
            if holding.is_some() {
                break;
            }
        }
        let mut threats = Vec::new();
        let mut threat = |fact: &Fact| {
            if let Some(cell) = fact.key
                && empty.contains(cell)
            {
                threats.push((cell, fact.entry));
            }
            false
        };
        if holding.is_none() {
            find(loser, WITH_MOVE, &mut threat);
        }
        if let Some((side, Fact { key, entry })) = holding {
            return self.settle(tree, id, side, key, entry);
        }
        for (cell, entry) in threats {
            let must_play = tree.must_play(id);
            if !must_play.minus(entry.carrier).minus(stones[loser]).is_empty() {
                tree.add_threat(id, Some(cell), entry);
            }
        }
        if let Some(open) = tree.nodes[id as usize].open.as_mut() {
            open.seen = now;
            // A full board has no must-play and no parts either: the connections will tell.
            if open.must_play.is_empty() && !open.threats.is_empty() {
                self.settle_lost(tree, id);
            }
        }
    }

    /// First look at a position: fill, known statements, connections, moves in order.
    fn expand(&mut self, tree: &mut HeldTree<'_, '_>, id: u32) {
        let node = &tree.nodes[id as usize];
        let (mover, loser) = (node.mover, 1 - node.mover);
        let HexSearch { boards, cells, .. } = self.search;
        let filled = fill(boards, node.stones, node.dead);
        let stones = filled.stones;
        let live = cells.minus(stones.occupied()).minus(filled.dead);
        let open = OpenNode { filled, must_play: live, threats: vec![], children: vec![], seen: [[0; 2]; 2] };
        tree.nodes[id as usize].open = Some(Box::new(open));
        tree.open += 1;
        self.compare(tree, id);
        if tree.nodes[id as usize].settled.is_some() {
            return;
        }
        tree.builds += 2;
        let [of_mover, of_loser] = [mover, loser].map(|player| &boards[player]);
        let links = &mut self.links;
        let mut must_play = tree.must_play(id);
        let view = tree.released(id, || {
            match links[mover].build(of_mover, stones[mover], live, Until::Semi) {
                Found::Nothing => {}
                found => return Expansion::Joined(mover, found),
            }
            let found = links[loser].build(of_loser, stones[loser], live, Until::Full);
            if let Found::Full(_) = found {
                return Expansion::Joined(loser, found);
            }
            let mut threats = Vec::new();
            for (area, _) in links[loser].threats() {
                if !must_play.is_subset(area) {
                    must_play = must_play.and(area);
                    threats.push(Threat { area, proof: None });
                }
            }
            let own = resistance::currents_of(&links[mover], cells.len());
            let other = resistance::currents_of(&links[loser], cells.len());
            let inferior = dominated(of_mover, stones[mover], live, must_play);
            let score = |cell: &Cell| {
                let at = usize::from(cell.0);
                own[at] + other[at] - if inferior.contains(*cell) { 10.0 } else { 0.0 }
            };
            let mut moves: Vec<Cell> = must_play.cells().collect();
            moves.sort_by(|a, b| score(b).total_cmp(&score(a)));
            Expansion::Moves(must_play, threats, moves)
        });
        match view {
            Expansion::Joined(winner, found) => {
                let ledger = &mut tree.sides[winner].ledger;
                let links = &self.links[winner];
                let (link, key) = match found {
                    Found::Semi(link) => (link, Some(links.key(link))),
                    Found::Full(link) => (link, None),
                    Found::Nothing => return,
                };
                let entry = links.derive(&boards[winner], link, ledger);
                self.settle(tree, id, winner, key, entry);
            }
            Expansion::Moves(must_play, threats, moves) => {
                let open = tree.nodes[id as usize].open.as_mut().expect("made above");
                open.must_play = must_play;
                open.threats.extend(threats);
                open.children = moves.into_iter().map(|cell| (cell, UNVISITED)).collect();
                if must_play.is_empty() {
                    self.settle_lost(tree, id);
                }
            }
        }
    }

    /// The must-play is empty: the opponent of the mover wins by the threats.
    fn settle_lost(&mut self, tree: &mut HeldTree<'_, '_>, id: u32) {
        let node = &mut tree.nodes[id as usize];
        let loser = 1 - node.mover;
        let open = node.open.as_mut().expect("only an expanded node has threats");
        let mut threats = std::mem::take(&mut open.threats);
        let stones = open.filled.stones;
        let live = self.search.cells.minus(stones.occupied()).minus(open.filled.dead);
        thin_out(&mut threats, |threat| threat.area.and(live));
        let board = &self.search.boards[loser];
        let links = &mut self.links[loser];
        if threats.iter().any(|threat| threat.proof.is_none()) {
            tree.builds += 1;
            tree.released(id, || links.build(board, stones[loser], live, Until::Full));
        }
        let ledger = &mut tree.sides[loser].ledger;
        let proofs: Vec<(Option<Cell>, Entry)> = threats
            .iter()
            .map(|threat| {
                threat.proof.unwrap_or_else(|| {
                    let same = links.threats().find(|&(carrier, _)| carrier == threat.area);
                    let (_, link) = same.expect("the same build finds the same threats");
                    (Some(links.key(link)), links.derive(board, link, ledger))
                })
            })
            .collect();
        if let [(None, entry)] = proofs[..] {
            return self.settle(tree, id, loser, None, entry);
        }
        let stones = proofs.iter().fold(CellSet::EMPTY, |all, part| all.or(part.1.stones));
        // What all parts need and the opponent cannot take is a stone of the winner, or dead.
        let common = proofs.iter().fold(EVERYTHING, |all, part| all.and(part.1.carrier)).minus(stones);
        let stones = stones.or(common);
        let carrier = proofs.iter().fold(CellSet::EMPTY, |all, part| all.or(part.1.carrier)).minus(stones);
        let parts = proofs.iter().map(|&(reply, entry)| (reply, entry.step)).collect();
        let step = ledger.add(Step::Or { parts, stones: common, formula: None });
        self.settle(tree, id, loser, None, Entry { stones, carrier, step });
    }

    /// Records the winner of a node: captured pairs in use are written down, and the statement
    /// becomes known.
    fn settle(&self, tree: &mut HeldTree<'_, '_>, id: u32, winner: usize, key: Option<Cell>, entry: Entry) {
        let open = tree.nodes[id as usize].open.take().expect("only an expanded node is settled");
        tree.open -= 1;
        let board = &self.search.boards[winner];
        let side = &mut tree.sides[winner];
        let entry = release(board, &mut side.ledger, winner, &open.filled, key, entry);
        side.known[if key.is_some() { WITH_MOVE } else { STANDING }].add(Fact { key, entry });
        let node = &mut tree.nodes[id as usize];
        node.settled = Some(SettledNode { winner, reply: key, entry });
        (node.phi, node.delta) = if winner == node.mover { (0, INFINITE) } else { (INFINITE, 0) };
    }
}

/// What the connections of a position say.
enum Expansion {
    /// The edges of this player are joined.
    Joined(usize, Found),
    /// The must-play, the threats it comes from, and the moves in order.
    Moves(CellSet, Vec<Threat>, Vec<Cell>),
}

struct BestChild {
    place: usize,
    phi: u32,
    delta: u32,
    second: u32,
}
