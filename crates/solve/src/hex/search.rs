//! The winner of a Hex position, with a derivation: df-pn over proof sets.
//!
//! At each position inferior cells are filled, both players' connections are built, and the player to move must
//! disturb every winning threat of the opponent (*must-play*). A settled position leaves behind what its winner
//! needed - own stones and empty cells - as a statement in the winner's ledger. The sets of refuted moves shrink
//! the must-play of the parent, and every later position that contains a set is settled, or narrowed, by it. When
//! the must-play is empty, the sets have no common cell, which is exactly the `or` rule of the certificate: the
//! search *is* the construction of the proof.
//!
//! The order of work is depth-first proof-number search with a 1 + ε threshold (Nagai 2002; Pawlewicz and Lew 2006),
//! looking at the best part of the moves first (Henderson, Arneson and Hayward, focused df-pn, 2010). The engine is
//! not the one of [`crate::engine`]: here the list of moves of a position shrinks while its moves are being settled.
//!
//! Several threads share one tree under a lock, which is open while a thread builds connections: nearly all the time.
//! A move on which a thread works looks worse to the others (compare Pawlewicz and Hayward, Scalable parallel DFPN
//! search, 2013). Who wins does not depend on the threads; with one thread neither does the proof.
//!
//! Ends because each move fills a cell. Out: steps for [`hissho_certificate::hex`].

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard};

use hissho_certificate::hex::{Connection, Derivation, Geometry, Step};
use hissho_rules::hex::{Cell, CellSet, Player, Position, Size};
use rustc_hash::FxHashMap;

use super::derivation::{Entry, Ledger, thin_out};
use super::fill::{self, Filled};
use super::known::{Excerpt, Fact, Known};
use super::links::{Found, Lattice, Links, Until};
use super::order;
use super::release::release;
use super::resume::{Keeper, Side};
use crate::checkpoint::Checkpoint;
use crate::limits::{Meter, Stop};
use crate::progress::{Progress, Silent};

mod learn;

const INFINITE: u32 = u32::MAX / 4;

/// What a search found and what it cost.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Who wins.
    pub winner: Player,
    /// The winning move, when the winner is to move and needs one.
    pub winning_move: Option<Cell>,
    /// The claim.
    pub claim: Connection,
    /// The evidence.
    pub evidence: Derivation,
    /// Positions looked into.
    pub nodes: u64,
    /// Connections of one player built.
    pub builds: u64,
}

/// Who wins `position`.
pub fn solve(position: &Position, meter: &Meter) -> Result<Solution, Stop> {
    Search::new(position.size, meter).solve(position)
}

#[derive(Clone, Copy, Debug)]
struct Settled {
    winner: usize,
    /// The winner's move, if the winner was to move and needs one.
    reply: Option<Cell>,
    /// Stones and carrier before the reply (the reply is in the carrier); the step after it.
    entry: Entry,
}

/// One reason why the player to move loses unless the area is disturbed.
#[derive(Clone, Copy, Debug)]
struct Part {
    area: CellSet,
    /// `None`: a threat of the connections built here, to be written down if needed.
    proof: Option<(Option<Cell>, Entry)>,
}

#[derive(Debug)]
struct Node {
    stones: [u128; 2],
    /// Cells found dead above; nobody's proof uses them.
    dead: u128,
    mover: usize,
    phi: u32,
    delta: u32,
    settled: Option<Settled>,
    open: Option<Box<Open>>,
    /// Threads at work on it or below it.
    workers: u32,
    /// A thread builds its connections just now; the others wait.
    building: bool,
}

#[derive(Debug)]
struct Open {
    filled: Filled,
    must_play: u128,
    parts: Vec<Part>,
    /// Moves in order of promise, with their nodes once visited.
    children: Vec<(u8, u32)>,
    /// How much was compared of what each player wins with the opponent to move, and with the move.
    seen: [[usize; 2]; 2],
}

const STANDING: usize = 0;
const WITH_MOVE: usize = 1;

#[derive(Debug, Default)]
struct Tree {
    sides: [Side; 2],
    nodes: Vec<Node>,
    index: FxHashMap<([u128; 2], u128, usize), u32>,
    builds: u64,
    visits: u64,
    /// Nodes that are expanded and not settled.
    open: u64,
}

/// What an entry of the index, an open node with its moves and parts, and a step with its place in the ledger take,
/// in bytes; measured on 8×8.
const SIZES: [u64; 3] = [64, 1_000, 300];

#[derive(Debug)]
struct Board {
    lattices: [Lattice; 2],
    all: u128,
}

impl Board {
    fn geometries(&self) -> [&Geometry; 2] {
        self.lattices.each_ref().map(|lattice| &lattice.geometry)
    }
}

/// A search over one board; what is proved in one position is used in the next.
pub struct Search<'a> {
    board: Board,
    meter: &'a Meter,
    threads: usize,
    tree: Mutex<Tree>,
    /// Told whenever a thread has finished building.
    built: Condvar,
    keeper: Option<Mutex<Keeper<'a>>>,
    progress: &'a dyn Progress,
    /// Bytes the tree and the statements may take.
    memory: Option<u64>,
}

const UNVISITED: u32 = u32::MAX;

impl<'a> Search<'a> {
    /// A search on a board of this size, on one thread.
    pub fn new(size: Size, meter: &'a Meter) -> Search<'a> {
        let players = [Player::Black, Player::White];
        Search::for_goals(players.map(|player| Lattice::new(Geometry::new(size, player))), meter)
    }

    /// A search for who reaches his goal, Black or White: exactly one of them does when the board is full.
    pub fn for_goals(lattices: [Lattice; 2], meter: &'a Meter) -> Search<'a> {
        let all = lattices[0].geometry.size.all().0;
        Search {
            board: Board { lattices, all },
            meter,
            threads: 1,
            tree: Mutex::default(),
            built: Condvar::new(),
            keeper: None,
            progress: &Silent,
            memory: None,
        }
    }

    /// The same on several threads.
    pub fn with_threads(self, threads: usize) -> Search<'a> {
        Search { threads: threads.max(1), ..self }
    }

    /// The same, giving up when the tree and the statements take more than so many bytes.
    pub fn within(self, memory: Option<u64>) -> Search<'a> {
        Search { memory, ..self }
    }

    /// The same, telling how many positions it has looked into.
    pub fn told_to(self, progress: &'a dyn Progress) -> Search<'a> {
        Search { progress, ..self }
    }

    /// The same with everything that `checkpoint` has, and what is proved from now on kept there.
    pub fn kept_in(mut self, checkpoint: &'a dyn Checkpoint) -> Result<Search<'a>, String> {
        let geometries = self.board.geometries();
        let sides = &mut self.tree.get_mut().expect(NO_PANIC).sides;
        self.keeper = Some(Mutex::new(Keeper::load(checkpoint, geometries, sides)?));
        Ok(self)
    }

    /// Statements known, to begin with or by now.
    pub fn known(&mut self) -> usize {
        let sides = &self.tree.get_mut().expect(NO_PANIC).sides;
        sides.iter().flat_map(|side| &side.known).map(Known::len).sum()
    }

    /// Saves what is new; why something could not be kept so far, if that happened.
    pub fn keep(&mut self) -> Result<(), String> {
        let Some(keeper) = &mut self.keeper else { return Ok(()) };
        let keeper = keeper.get_mut().expect(NO_PANIC);
        keeper.save(self.board.geometries(), &self.tree.get_mut().expect(NO_PANIC).sides, true);
        keeper.failure().map_or(Ok(()), |reason| Err(reason.to_owned()))
    }

    /// What `owner` has proved: all steps, and the statements that win with the opponent to move.
    pub fn proved(&mut self, owner: Player) -> (&Ledger, &Known) {
        let side = &self.tree.get_mut().expect(NO_PANIC).sides[usize::from(owner == Player::White)];
        (&side.ledger, &side.known[STANDING])
    }

    /// Who wins `position`, and why.
    pub fn solve(&mut self, position: &Position) -> Result<Solution, Stop> {
        let tree = self.tree.get_mut().expect(NO_PANIC);
        let (nodes, builds) = (tree.visits, tree.builds);
        let settled = self.settle(position)?;
        let tree = self.tree.get_mut().expect(NO_PANIC);
        let winner = [Player::Black, Player::White][settled.winner];
        let steps = tree.sides[settled.winner].ledger.extract(settled.entry.step);
        Ok(Solution {
            winner,
            winning_move: settled.reply,
            claim: Connection::Wins { position: *position, winner },
            evidence: Derivation { steps, ..Derivation::default() },
            nodes: tree.visits - nodes,
            builds: tree.builds - builds,
        })
    }

    /// Who wins `position`; the reasons stay in the search.
    pub fn winner(&mut self, position: &Position) -> Result<Player, Stop> {
        Ok([Player::Black, Player::White][self.settle(position)?.winner])
    }

    fn settle(&mut self, position: &Position) -> Result<Settled, Stop> {
        let stones = [position.stones(Player::Black).0, position.stones(Player::White).0];
        let mover = usize::from(position.to_move == Player::White);
        let root = self.tree.get_mut().expect(NO_PANIC).node(stones, 0, mover);
        self.progress.begin("positions looked into", 0);
        let this = &*self;
        std::thread::scope(|scope| {
            let others: Vec<_> =
                (1..this.threads).map(|_| scope.spawn(|| Worker::new(this).solve(root))).collect();
            let own = Worker::new(this).solve(root);
            others.into_iter().fold(own, |result, other| result.and(other.join().expect(NO_PANIC)))
        })?;
        let tree = self.tree.get_mut().expect(NO_PANIC);
        Ok(tree.nodes[root as usize].settled.expect("every worker goes on until it is settled"))
    }
}

const NO_PANIC: &str = "no thread of the search panics";

/// The tree while a thread holds its lock.
struct Held<'s, 'a> {
    search: &'s Search<'a>,
    guard: Option<MutexGuard<'s, Tree>>,
}

impl Deref for Held<'_, '_> {
    type Target = Tree;
    fn deref(&self) -> &Tree {
        self.guard.as_ref().expect("held except inside `released`")
    }
}

impl DerefMut for Held<'_, '_> {
    fn deref_mut(&mut self) -> &mut Tree {
        self.guard.as_mut().expect("held except inside `released`")
    }
}

impl Held<'_, '_> {
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

impl Tree {
    /// What it takes, roughly.
    fn bytes(&self) -> u64 {
        let [entry, open, step] = SIZES;
        let steps: usize = self.sides.iter().map(|side| side.ledger.len()).sum();
        self.nodes.len() as u64 * (size_of::<Node>() as u64 + entry) + self.open * open + steps as u64 * step
    }

    fn node(&mut self, stones: [u128; 2], dead: u128, mover: usize) -> u32 {
        let nodes = &mut self.nodes;
        *self.index.entry((stones, dead, mover)).or_insert_with(|| {
            let (settled, open) = (None, None);
            nodes.push(Node {
                stones,
                dead,
                mover,
                phi: 1,
                delta: 1,
                settled,
                open,
                workers: 0,
                building: false,
            });
            nodes.len() as u32 - 1
        })
    }

    fn child(&mut self, id: u32, place: usize) -> u32 {
        let node = &self.nodes[id as usize];
        let open = node.open.as_ref().expect("an expanded node");
        let (cell, child) = open.children[place];
        if child != UNVISITED {
            return child;
        }
        let mover = node.mover;
        let mut stones = open.filled.stones;
        stones[mover] |= 1 << cell;
        let child = self.node(stones, open.filled.dead, 1 - mover);
        self.nodes[id as usize].open.as_mut().expect("an expanded node").children[place].1 = child;
        child
    }

    fn add_part(&mut self, id: u32, reply: Option<Cell>, entry: Entry) {
        let node = &mut self.nodes[id as usize];
        let loser = 1 - node.mover;
        if let Some(open) = node.open.as_mut() {
            let area = CellSet(entry.carrier.0 & !open.filled.stones[loser]);
            open.must_play &= area.0;
            open.parts.push(Part { area, proof: Some((reply, entry)) });
        }
    }
}

/// One thread of a search.
struct Worker<'s, 'a> {
    search: &'s Search<'a>,
    links: [Links; 2],
    /// The nodes it is at work on, from the root down.
    path: Vec<Stay>,
    /// Positions compared so far.
    compared: usize,
}

/// The work below one node, from when the thread came there until it leaves.
struct Stay {
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
/// and not before so many statements stand against each position compared below: then it costs about what the comparing
/// has cost.
const EXCERPT_PRICE: usize = 2048;

impl<'s, 'a> Worker<'s, 'a> {
    fn new(search: &'s Search<'a>) -> Worker<'s, 'a> {
        Worker { search, links: Default::default(), path: vec![], compared: 0 }
    }

    fn solve(&mut self, root: u32) -> Result<(), Stop> {
        let guard = Some(self.search.tree.lock().expect(NO_PANIC));
        let mut tree = Held { search: self.search, guard };
        while tree.nodes[root as usize].settled.is_none() {
            self.visit(&mut tree, root, INFINITE, INFINITE)?;
        }
        Ok(())
    }

    /// Works on a node until it is settled or one of its numbers reaches its threshold.
    fn visit(
        &mut self,
        tree: &mut Held<'_, '_>,
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
                keeper.save(self.search.board.geometries(), &tree.sides, false);
            }
        }
        if tree.nodes[id as usize].settled.is_some() {
            return Ok(());
        }
        tree.nodes[id as usize].workers += 1;
        self.path.push(Stay { node: id, since: self.compared, excerpts: None });
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
    fn tell(&self, tree: &Tree) {
        let Some(root) = self.path.first().map(|stay| &tree.nodes[stay.node as usize]) else { return };
        if let Some(open) = &root.open {
            let left = open.children.iter().filter(|&&(cell, _)| open.must_play >> cell & 1 == 1).count();
            let mover = [Player::Black, Player::White][root.mover];
            self.search.progress.note(&format!("{left} moves of {mover} may still win"));
        }
    }

    fn work(&mut self, tree: &mut Held<'_, '_>, id: u32, most_phi: u32, most_delta: u32) -> Result<(), Stop> {
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
    fn review(&mut self, tree: &mut Held<'_, '_>, id: u32) -> Option<Choice> {
        let mover = tree.nodes[id as usize].mover;
        loop {
            let open = tree.nodes[id as usize].open.as_ref()?;
            let news = open.children.iter().enumerate().find_map(|(place, &(cell, child))| {
                let settled = (child != UNVISITED).then(|| tree.nodes[child as usize].settled)??;
                Some((place, cell, settled))
            });
            let Some((place, cell, settled)) = news else { break };
            let cell = Cell(cell);
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
            tree.add_part(id, settled.reply, settled.entry);
        }
        let open = tree.nodes[id as usize].open.as_mut()?;
        let must_play = open.must_play;
        open.children.retain(|&(cell, _)| must_play >> cell & 1 == 1);
        if open.children.is_empty() {
            self.settle_lost(tree, id);
            return None;
        }
        let children = std::mem::take(&mut open.children);
        let count = 1 + children.len() / 4;
        let mut choice = Choice { place: 0, phi: 1, delta: INFINITE, second: INFINITE };
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
                choice = Choice { place, phi, delta, second: most_promising };
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
    fn excerpts(&mut self, tree: &Tree) -> Option<&mut [[Excerpt; 2]; 2]> {
        self.compared += 1;
        let last = self.path.iter().rposition(|stay| stay.excerpts.is_some());
        let next = last.unwrap_or(0) + EXCERPT_DISTANCE;
        let here = self.path.len();
        let (above, below) = self.path.split_at_mut(next.min(here));
        let mut wider = last.and_then(|last| above[last].excerpts.as_mut());
        let facts: usize = match &wider {
            Some(excerpts) => excerpts.iter().flatten().map(Excerpt::count).sum(),
            None => tree.sides.iter().flat_map(|side| &side.known).map(Known::len).sum(),
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
    fn compare(&mut self, tree: &mut Held<'_, '_>, id: u32) {
        let node = &tree.nodes[id as usize];
        let (mover, loser) = (node.mover, 1 - node.mover);
        let Some(open) = node.open.as_ref() else { return };
        let (stones, seen) = (open.filled.stones, open.seen);
        let lost = [0, 1].map(|side| open.filled.lost(side));
        let empty = self.search.board.all & !stones[0] & !stones[1];
        let now = tree.sides.each_ref().map(|side| side.known.each_ref().map(Known::len));
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
                let usable = fact.key.is_none_or(|cell| empty >> cell.0 & 1 == 1);
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
                && empty >> cell.0 & 1 == 1
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
            let must_play = tree.nodes[id as usize].open.as_ref().map_or(0, |open| open.must_play);
            if must_play & !entry.carrier.0 & !stones[loser] != 0 {
                tree.add_part(id, Some(cell), entry);
            }
        }
        if let Some(open) = tree.nodes[id as usize].open.as_mut() {
            open.seen = now;
            // A full board has no must-play and no parts either: the connections will tell.
            if open.must_play == 0 && !open.parts.is_empty() {
                self.settle_lost(tree, id);
            }
        }
    }

    /// First look at a position: fill, known statements, connections, moves in order.
    fn expand(&mut self, tree: &mut Held<'_, '_>, id: u32) {
        let node = &tree.nodes[id as usize];
        let (mover, loser) = (node.mover, 1 - node.mover);
        let board = &self.search.board;
        let filled = fill::fill(&board.lattices, node.stones, node.dead);
        let stones = filled.stones;
        let live = board.all & !stones[0] & !stones[1] & !filled.dead;
        let open = Open { filled, must_play: live, parts: vec![], children: vec![], seen: [[0; 2]; 2] };
        tree.nodes[id as usize].open = Some(Box::new(open));
        tree.open += 1;
        self.compare(tree, id);
        if tree.nodes[id as usize].settled.is_some() {
            return;
        }
        tree.builds += 2;
        let [of_mover, of_loser] = [mover, loser].map(|player| &board.lattices[player]);
        let links = &mut self.links;
        let mut must_play = tree.nodes[id as usize].open.as_ref().map_or(0, |open| open.must_play);
        let view = tree.released(id, || {
            match links[mover].build(of_mover, stones[mover], live, Until::Semi) {
                Found::Nothing => {}
                found => return View::Joined(mover, found),
            }
            let found = links[loser].build(of_loser, stones[loser], live, Until::Full);
            if let Found::Full(_) = found {
                return View::Joined(loser, found);
            }
            let mut parts = Vec::new();
            for (carrier, _) in links[loser].threats() {
                if must_play & !carrier != 0 {
                    must_play &= carrier;
                    parts.push(Part { area: CellSet(carrier), proof: None });
                }
            }
            let cells = board.all.count_ones() as usize;
            let own = order::currents_of(&links[mover], cells);
            let other = order::currents_of(&links[loser], cells);
            let inferior = fill::dominated(of_mover, stones[mover], live, must_play);
            let score = |cell: &Cell| {
                let at = usize::from(cell.0);
                own[at] + other[at] - if inferior >> at & 1 == 1 { 10.0 } else { 0.0 }
            };
            let mut moves: Vec<Cell> = CellSet(must_play).cells().collect();
            moves.sort_by(|a, b| score(b).total_cmp(&score(a)));
            View::Moves(must_play, parts, moves)
        });
        match view {
            View::Joined(winner, found) => {
                let ledger = &mut tree.sides[winner].ledger;
                let links = &self.links[winner];
                let (link, key) = match found {
                    Found::Semi(link) => (link, Some(links.key(link))),
                    Found::Full(link) => (link, None),
                    Found::Nothing => return,
                };
                let entry = links.derive(&board.lattices[winner], link, ledger);
                self.settle(tree, id, winner, key, entry);
            }
            View::Moves(must_play, parts, moves) => {
                let open = tree.nodes[id as usize].open.as_mut().expect("made above");
                open.must_play = must_play;
                open.parts.extend(parts);
                open.children = moves.into_iter().map(|cell| (cell.0, UNVISITED)).collect();
                if must_play == 0 {
                    self.settle_lost(tree, id);
                }
            }
        }
    }

    /// The must-play is empty: the opponent of the mover wins by the parts.
    fn settle_lost(&mut self, tree: &mut Held<'_, '_>, id: u32) {
        let node = &mut tree.nodes[id as usize];
        let loser = 1 - node.mover;
        let open = node.open.as_mut().expect("only an expanded node has parts");
        let mut parts = std::mem::take(&mut open.parts);
        let stones = open.filled.stones;
        let live = self.search.board.all & !stones[0] & !stones[1] & !open.filled.dead;
        thin_out(&mut parts, |part| part.area.and(CellSet(live)));
        let lattice = &self.search.board.lattices[loser];
        let links = &mut self.links[loser];
        if parts.iter().any(|part| part.proof.is_none()) {
            tree.builds += 1;
            tree.released(id, || links.build(lattice, stones[loser], live, Until::Full));
        }
        let ledger = &mut tree.sides[loser].ledger;
        let proofs: Vec<(Option<Cell>, Entry)> = parts
            .iter()
            .map(|part| {
                part.proof.unwrap_or_else(|| {
                    let same = links.threats().find(|&(carrier, _)| carrier == part.area.0);
                    let (_, link) = same.expect("the same build finds the same threats");
                    (Some(links.key(link)), links.derive(lattice, link, ledger))
                })
            })
            .collect();
        if let [(None, entry)] = proofs[..] {
            return self.settle(tree, id, loser, None, entry);
        }
        let stones = proofs.iter().fold(CellSet::EMPTY, |all, part| all.or(part.1.stones));
        // What all parts need and the opponent cannot take is a stone of the winner, or dead.
        let common =
            proofs.iter().fold(CellSet(u128::MAX), |all, part| all.and(part.1.carrier)).minus(stones);
        let stones = stones.or(common);
        let carrier = proofs.iter().fold(CellSet::EMPTY, |all, part| all.or(part.1.carrier)).minus(stones);
        let parts = proofs.iter().map(|&(reply, entry)| (reply, entry.step)).collect();
        let step = ledger.add(Step::Or { parts, stones: common, formula: None });
        self.settle(tree, id, loser, None, Entry { stones, carrier, step });
    }

    /// Records the winner of a node: captured pairs in use are written down, and the statement becomes known.
    fn settle(&self, tree: &mut Held<'_, '_>, id: u32, winner: usize, key: Option<Cell>, entry: Entry) {
        let open = tree.nodes[id as usize].open.take().expect("only an expanded node is settled");
        tree.open -= 1;
        let lattice = &self.search.board.lattices[winner];
        let side = &mut tree.sides[winner];
        let entry = release(lattice, &mut side.ledger, winner, &open.filled, key, entry);
        side.known[if key.is_some() { WITH_MOVE } else { STANDING }].add(Fact { key, entry });
        let node = &mut tree.nodes[id as usize];
        node.settled = Some(Settled { winner, reply: key, entry });
        (node.phi, node.delta) = if winner == node.mover { (0, INFINITE) } else { (INFINITE, 0) };
    }
}

/// What the connections of a position say.
enum View {
    /// The edges of this player are joined.
    Joined(usize, Found),
    /// The must-play, the threats it comes from, and the moves in order.
    Moves(u128, Vec<Part>, Vec<Cell>),
}

struct Choice {
    place: usize,
    phi: u32,
    delta: u32,
    second: u32,
}
