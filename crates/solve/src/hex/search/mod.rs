//! The winner of a Hex position, with a derivation: df-pn over proof sets.
//!
//! At each position inferior cells are filled, both players' connections are built, and the player
//! to move must disturb every winning threat of the opponent (*must-play*). A settled position
//! leaves behind what its winner needed - own stones and empty cells - as a statement in the
//! winner's ledger. The sets of refuted moves shrink the must-play of the parent, and every later
//! position that contains a set is settled, or narrowed, by it. When the must-play is empty, the
//! sets have no common cell, which is exactly the `or` rule of the certificate: the search *is* the
//! construction of the proof.
//!
//! The order of work is depth-first proof-number search with a 1 + ε threshold (Nagai 2002;
//! Pawlewicz and Lew 2006), looking at the best part of the moves first (Henderson, Arneson and
//! Hayward, focused df-pn, 2010). The engine is not the one of [`crate::engine`]: here the list of
//! moves of a position shrinks while its moves are being settled.
//!
//! Several threads share one tree under a lock, which is open while a thread builds connections:
//! nearly all the time. A move on which a thread works looks worse to the others (compare Pawlewicz
//! and Hayward, Scalable parallel DFPN search, 2013). Who wins does not depend on the threads; with
//! one thread neither does the proof.
//!
//! Ends because each move fills a cell. Out: steps for [`hissho_certificate::hex`].

use std::sync::{Condvar, Mutex};

use hissho_certificate::hex::{Connection, Derivation};
use hissho_rules::hex::{Cell, CellSet, Player, Position, Size};
use rustc_hash::FxHashMap;

use super::board::{HexBoard, Stones};
use super::inferior_cells::Filled;
use super::ledger::{Entry, Ledger};
use super::statement_index::StatementIndex;
use crate::checkpoint::Checkpoint;
use crate::limits::{Meter, Stop};
use crate::parallel;
use crate::progress::{Progress, Silent};

mod learn;
mod resume;
mod worker;

pub use resume::CheckpointError;
use resume::Keeper;
use worker::Worker;

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
///
/// ```
/// use hissho_certificate::{Context, check, hex::write};
/// use hissho_rules::hex::{Player, Position, Size};
/// use hissho_solve::{hex::search::solve, limits::Limits};
///
/// let start = Position::start(Size::new(3, 3)?);
/// let found = solve(&start, &Limits::default().start())?;
/// assert_eq!(found.winner, Player::Black);
/// assert!(check(&write(&found.claim, &found.evidence), &Context::default()).is_ok());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn solve(position: &Position, meter: &Meter) -> Result<Solution, Stop> {
    HexSearch::new(position.size, meter).solve(position)
}

#[derive(Clone, Copy, Debug)]
struct SettledNode {
    winner: usize,
    /// The winner's move, if the winner was to move and needs one.
    reply: Option<Cell>,
    /// Stones and carrier before the reply (the reply is in the carrier); the step after it.
    entry: Entry,
}

/// One reason why the player to move loses unless the area is disturbed.
#[derive(Clone, Copy, Debug)]
struct Threat {
    area: CellSet,
    /// `None`: a threat of the connections built here, to be written down if needed.
    proof: Option<(Option<Cell>, Entry)>,
}

#[derive(Debug)]
struct SearchNode {
    stones: Stones,
    /// Cells found dead above; nobody's proof uses them.
    dead: CellSet,
    mover: usize,
    phi: u32,
    delta: u32,
    settled: Option<SettledNode>,
    open: Option<Box<OpenNode>>,
    /// Threads at work on it or below it.
    workers: u32,
    /// A thread builds its connections just now; the others wait.
    building: bool,
}

#[derive(Debug)]
struct OpenNode {
    filled: Filled,
    must_play: CellSet,
    threats: Vec<Threat>,
    /// Moves in order of promise, with their nodes once visited.
    children: Vec<(Cell, u32)>,
    /// How much was compared of what each player wins with the opponent to move, and with the move.
    seen: [[usize; 2]; 2],
}

const STANDING: usize = 0;
const WITH_MOVE: usize = 1;

/// What one player has proved.
#[derive(Debug, Default)]
struct SideStatements {
    /// The steps.
    ledger: Ledger,
    /// Won with the opponent to move, and won with the move.
    known: [StatementIndex; 2],
}

#[derive(Debug, Default)]
struct SearchTree {
    sides: [SideStatements; 2],
    nodes: Vec<SearchNode>,
    index: FxHashMap<(Stones, CellSet, usize), u32>,
    builds: u64,
    visits: u64,
    /// Nodes that are expanded and not settled.
    open: u64,
}

/// What an entry of the index, an open node with its moves and parts, and a step with its place in
/// the ledger take, in bytes; measured on 8×8.
const SIZES: [u64; 3] = [64, 1_000, 300];

/// A search over one board; what is proved in one position is used in the next.
pub struct HexSearch<'a> {
    /// The board as Black and as White have it, and its cells.
    boards: [HexBoard; 2],
    cells: CellSet,
    meter: &'a Meter,
    threads: usize,
    tree: Mutex<SearchTree>,
    /// Told whenever a thread has finished building.
    built: Condvar,
    keeper: Option<Mutex<Keeper<'a>>>,
    progress: &'a dyn Progress,
    /// Bytes the tree and the statements may take.
    memory: Option<u64>,
}

const UNVISITED: u32 = u32::MAX;

impl<'a> HexSearch<'a> {
    /// A search on a board of this size, on one thread.
    pub fn new(size: Size, meter: &'a Meter) -> HexSearch<'a> {
        HexSearch::for_goals(HexBoard::of_both(size, Player::Black), meter)
    }

    /// A search for who reaches his goal, Black or White: exactly one of them does when the board
    /// is full.
    pub fn for_goals(boards: [HexBoard; 2], meter: &'a Meter) -> HexSearch<'a> {
        HexSearch {
            cells: boards[0].cells(),
            boards,
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
    pub fn with_threads(self, threads: usize) -> HexSearch<'a> {
        HexSearch { threads: threads.max(1), ..self }
    }

    /// The same, giving up when the tree and the statements take more than so many bytes.
    pub fn within(self, memory: Option<u64>) -> HexSearch<'a> {
        HexSearch { memory, ..self }
    }

    /// The same, telling how many positions it has looked into.
    pub fn told_to(self, progress: &'a dyn Progress) -> HexSearch<'a> {
        HexSearch { progress, ..self }
    }

    /// The same with everything that `checkpoint` has, and what is proved from now on kept there.
    pub fn kept_in(mut self, checkpoint: &'a dyn Checkpoint) -> Result<HexSearch<'a>, CheckpointError> {
        let geometries = self.boards.each_ref().map(|board| &board.geometry);
        let sides = &mut self.tree.get_mut().expect(NO_PANIC).sides;
        self.keeper = Some(Mutex::new(Keeper::load(checkpoint, geometries, sides)?));
        Ok(self)
    }

    /// Statements known, to begin with or by now.
    pub fn known(&mut self) -> usize {
        let sides = &self.tree.get_mut().expect(NO_PANIC).sides;
        sides.iter().flat_map(|side| &side.known).map(StatementIndex::len).sum()
    }

    /// Saves what is new; why something could not be kept so far, if that happened.
    pub fn keep(&mut self) -> Result<(), CheckpointError> {
        let Some(keeper) = &mut self.keeper else { return Ok(()) };
        let keeper = keeper.get_mut().expect(NO_PANIC);
        let geometries = self.boards.each_ref().map(|board| &board.geometry);
        keeper.save(geometries, &self.tree.get_mut().expect(NO_PANIC).sides, true);
        keeper.failure().cloned().map_or(Ok(()), Err)
    }

    /// What `owner` has proved: all steps, and the statements that win with the opponent to move.
    pub fn proved(&mut self, owner: Player) -> (&Ledger, &StatementIndex) {
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

    fn settle(&mut self, position: &Position) -> Result<SettledNode, Stop> {
        let stones = Stones::of(position, Player::Black);
        let mover = usize::from(position.to_move == Player::White);
        let root = self.tree.get_mut().expect(NO_PANIC).node(stones, CellSet::EMPTY, mover);
        self.progress.begin("positions looked into", 0);
        let this = &*self;
        let ends = parallel::on_each(this.threads, |_| Worker::new(this).solve(root));
        ends.into_iter().collect::<Result<(), Stop>>()?;
        let tree = self.tree.get_mut().expect(NO_PANIC);
        Ok(tree.nodes[root as usize].settled.expect("every worker goes on until it is settled"))
    }
}

const NO_PANIC: &str = "no thread of the search panics";

impl SearchTree {
    /// What it takes, roughly.
    fn bytes(&self) -> u64 {
        let [entry, open, step] = SIZES;
        let steps: usize = self.sides.iter().map(|side| side.ledger.len()).sum();
        self.nodes.len() as u64 * (size_of::<SearchNode>() as u64 + entry)
            + self.open * open
            + steps as u64 * step
    }

    fn node(&mut self, stones: Stones, dead: CellSet, mover: usize) -> u32 {
        let nodes = &mut self.nodes;
        *self.index.entry((stones, dead, mover)).or_insert_with(|| {
            let (settled, open) = (None, None);
            nodes.push(SearchNode {
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
        let stones = open.filled.stones.with(mover, cell);
        let child = self.node(stones, open.filled.dead, 1 - mover);
        self.nodes[id as usize].open.as_mut().expect("an expanded node").children[place].1 = child;
        child
    }

    fn must_play(&self, id: u32) -> CellSet {
        self.nodes[id as usize].open.as_ref().map_or(CellSet::EMPTY, |open| open.must_play)
    }

    fn add_threat(&mut self, id: u32, reply: Option<Cell>, entry: Entry) {
        let node = &mut self.nodes[id as usize];
        let loser = 1 - node.mover;
        if let Some(open) = node.open.as_mut() {
            let area = entry.carrier.minus(open.filled.stones[loser]);
            open.must_play = open.must_play.and(area);
            open.threats.push(Threat { area, proof: Some((reply, entry)) });
        }
    }
}
