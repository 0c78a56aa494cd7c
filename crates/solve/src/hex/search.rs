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
//! Ends because each move fills a cell. Out: steps for [`certificate::connection`].

use certificate::connection::{Connection, Derivation, Formula, Geometry, Promise, Statement, Step};
use rules::hex::{Cell, CellSet, Player, Position};
use rustc_hash::FxHashMap;

use super::derivation::{Entry, Ledger, thin_out};
use super::fill::{self, Filled};
use super::links::{Found, Lattice, Links, Until};
use super::order;
use crate::limits::{Meter, Stop};

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
    let mut search = Search::new(position.size, meter);
    search.solve(position)
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
}

#[derive(Debug)]
struct Open {
    filled: Filled,
    must_play: u128,
    parts: Vec<Part>,
    /// Moves in order of promise, with their nodes once visited.
    children: Vec<(u8, u32)>,
    /// How much of each list of known statements was compared: replies of both, attacks of both.
    seen: [usize; 4],
}

#[derive(Default)]
struct Side {
    ledger: Ledger,
    replies: Vec<Entry>,
    attacks: Vec<(Cell, Entry)>,
}

/// A search over one board; what is proved in one position is used in the next.
pub struct Search<'a> {
    lattices: [Lattice; 2],
    links: [Links; 2],
    meter: &'a Meter,
    sides: [Side; 2],
    nodes: Vec<Node>,
    index: FxHashMap<([u128; 2], u128, usize), u32>,
    board: u128,
    builds: u64,
    visits: u64,
}

const UNVISITED: u32 = u32::MAX;

impl<'a> Search<'a> {
    /// A search on a board of this size.
    pub fn new(size: rules::hex::Size, meter: &'a Meter) -> Search<'a> {
        let lattice = |player| Lattice::new(Geometry::new(size, player));
        Search {
            lattices: [lattice(Player::Black), lattice(Player::White)],
            links: Default::default(),
            meter,
            sides: Default::default(),
            nodes: vec![],
            index: FxHashMap::default(),
            board: size.all().0,
            builds: 0,
            visits: 0,
        }
    }

    /// Who wins `position`, and why.
    pub fn solve(&mut self, position: &Position) -> Result<Solution, Stop> {
        let stones = [position.stones(Player::Black).0, position.stones(Player::White).0];
        let mover = usize::from(position.to_move == Player::White);
        let (nodes, builds) = (self.visits, self.builds);
        let root = self.node(stones, 0, mover);
        while self.nodes[root as usize].settled.is_none() {
            self.visit(root, INFINITE, INFINITE)?;
        }
        let settled = self.nodes[root as usize].settled.expect("the loop ends when it is settled");
        let winner = [Player::Black, Player::White][settled.winner];
        let steps = self.sides[settled.winner].ledger.extract(settled.entry.step);
        Ok(Solution {
            winner,
            winning_move: settled.reply,
            claim: Connection::Wins { position: *position, winner },
            evidence: Derivation { steps, ..Derivation::default() },
            nodes: self.visits - nodes,
            builds: self.builds - builds,
        })
    }

    fn node(&mut self, stones: [u128; 2], dead: u128, mover: usize) -> u32 {
        let nodes = &mut self.nodes;
        *self.index.entry((stones, dead, mover)).or_insert_with(|| {
            nodes.push(Node { stones, dead, mover, phi: 1, delta: 1, settled: None, open: None });
            nodes.len() as u32 - 1
        })
    }

    /// Works on a node until it is settled or one of its numbers reaches its threshold.
    fn visit(&mut self, id: u32, most_phi: u32, most_delta: u32) -> Result<(), Stop> {
        self.visits += 1;
        self.meter.spend(1)?;
        if self.visits.is_multiple_of(64) {
            self.meter.look()?;
        }
        if self.nodes[id as usize].settled.is_some() {
            return Ok(());
        }
        if self.nodes[id as usize].open.is_none() {
            self.expand(id);
        } else {
            self.compare(id);
        }
        loop {
            if self.nodes[id as usize].settled.is_some() {
                return Ok(());
            }
            let Some(choice) = self.review(id) else {
                return Ok(());
            };
            let node = &self.nodes[id as usize];
            if node.phi >= most_phi || node.delta >= most_delta {
                return Ok(());
            }
            let child_phi = most_delta.saturating_sub(node.delta - choice.phi);
            let child_delta = most_phi.min(choice.second + choice.second / 2 + 1);
            let child = self.child(id, choice.place);
            self.visit(child, child_phi.max(choice.phi + 1), child_delta.max(choice.delta + 1))?;
        }
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

    /// Takes in what happened to the children; the best of them, or `None` if the node got settled.
    fn review(&mut self, id: u32) -> Option<Choice> {
        let mover = self.nodes[id as usize].mover;
        loop {
            let open = self.nodes[id as usize].open.as_ref()?;
            let news = open.children.iter().enumerate().find_map(|(place, &(cell, child))| {
                let settled = (child != UNVISITED).then(|| self.nodes[child as usize].settled)??;
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
                self.settle(id, mover, needed.then_some(cell), before);
                return None;
            }
            let open = self.nodes[id as usize].open.as_mut()?;
            open.children.remove(place);
            self.add_part(id, settled.reply, settled.entry);
        }
        let open = self.nodes[id as usize].open.as_mut()?;
        let must_play = open.must_play;
        open.children.retain(|&(cell, _)| must_play >> cell & 1 == 1);
        if open.children.is_empty() {
            self.settle_lost(id);
            return None;
        }
        let children = std::mem::take(&mut open.children);
        let count = 1 + children.len() / 4;
        let mut choice = Choice { place: 0, phi: 1, delta: INFINITE, second: INFINITE };
        let mut sum = 0u32;
        for (place, &(_, child)) in children.iter().enumerate().take(count) {
            let (phi, delta) = match child {
                UNVISITED => (1, 1),
                _ => (self.nodes[child as usize].phi, self.nodes[child as usize].delta),
            };
            sum = (sum + phi).min(INFINITE - 1);
            if delta < choice.delta {
                choice = Choice { place, phi, delta, second: choice.delta };
            } else if delta < choice.second {
                choice.second = delta;
            }
        }
        let node = &mut self.nodes[id as usize];
        node.open.as_mut()?.children = children;
        node.phi = choice.delta;
        node.delta = sum;
        Some(choice)
    }

    fn fits(entry: &Entry, side: usize, stones: &[u128; 2], dead: u128) -> bool {
        entry.stones.0 & !stones[side] == 0 && entry.carrier.0 & (stones[1 - side] | dead) == 0
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

    /// Compares the node with the statements proved since it was last compared.
    fn compare(&mut self, id: u32) {
        let node = &self.nodes[id as usize];
        let (mover, loser) = (node.mover, 1 - node.mover);
        let Some(open) = node.open.as_ref() else { return };
        let (stones, dead, seen) = (open.filled.stones, open.filled.dead, open.seen);
        let empty = self.board & !stones[0] & !stones[1];
        let now = [
            self.sides[0].replies.len(),
            self.sides[1].replies.len(),
            self.sides[0].attacks.len(),
            self.sides[1].attacks.len(),
        ];
        for side in [loser, mover] {
            let found = self.sides[side].replies[seen[side]..]
                .iter()
                .find(|entry| Self::fits(entry, side, &stones, dead));
            if let Some(&entry) = found {
                self.settle(id, side, None, entry);
                return;
            }
        }
        let usable = |&&(cell, ref entry): &&(Cell, Entry), side: usize| {
            Self::fits(entry, side, &stones, dead) && empty >> cell.0 & 1 == 1
        };
        let attack = self.sides[mover].attacks[seen[2 + mover]..].iter().find(|known| usable(known, mover));
        if let Some(&(cell, entry)) = attack {
            self.settle(id, mover, Some(cell), entry);
            return;
        }
        let threats: Vec<(Cell, Entry)> = self.sides[loser].attacks[seen[2 + loser]..]
            .iter()
            .filter(|known| usable(known, loser))
            .copied()
            .collect();
        for (cell, entry) in threats {
            let must_play = self.nodes[id as usize].open.as_ref().map_or(0, |open| open.must_play);
            if must_play & !entry.carrier.0 & !stones[loser] != 0 {
                self.add_part(id, Some(cell), entry);
            }
        }
        if let Some(open) = self.nodes[id as usize].open.as_mut() {
            open.seen = now;
            // A full board has no must-play and no parts either: the connections will tell.
            if open.must_play == 0 && !open.parts.is_empty() {
                self.settle_lost(id);
            }
        }
    }

    /// First look at a position: fill, known statements, connections, moves in order.
    fn expand(&mut self, id: u32) {
        let node = &self.nodes[id as usize];
        let (mover, loser) = (node.mover, 1 - node.mover);
        let filled = fill::fill(&self.lattices, node.stones, node.dead);
        let stones = filled.stones;
        let dead = filled.dead;
        let empty = self.board & !stones[0] & !stones[1];
        let live = empty & !dead;
        let open = Open { filled, must_play: live, parts: vec![], children: vec![], seen: [0; 4] };
        self.nodes[id as usize].open = Some(Box::new(open));
        self.compare(id);
        if self.nodes[id as usize].settled.is_some() {
            return;
        }
        self.builds += 2;
        let links = &mut self.links[mover];
        match links.build(&self.lattices[mover], stones[mover], live, Until::Semi) {
            Found::Full(link) => {
                let entry = links.derive(&self.lattices[mover], link, &mut self.sides[mover].ledger);
                return self.settle(id, mover, None, entry);
            }
            Found::Semi(link) => {
                let entry = links.derive(&self.lattices[mover], link, &mut self.sides[mover].ledger);
                let key = links.key(link);
                return self.settle(id, mover, Some(key), entry);
            }
            Found::Nothing => {}
        }
        let links = &mut self.links[loser];
        if let Found::Full(link) = links.build(&self.lattices[loser], stones[loser], live, Until::Full) {
            let entry = links.derive(&self.lattices[loser], link, &mut self.sides[loser].ledger);
            return self.settle(id, loser, None, entry);
        }
        let open = self.nodes[id as usize].open.as_mut().expect("made above");
        for (carrier, _) in self.links[loser].threats() {
            if open.must_play & !carrier != 0 {
                open.must_play &= carrier;
                open.parts.push(Part { area: CellSet(carrier), proof: None });
            }
        }
        if open.must_play == 0 {
            return self.settle_lost(id);
        }
        let must_play = open.must_play;
        let cells = self.board.count_ones() as usize;
        let own = order::currents_of(&self.links[mover], cells);
        let other = order::currents_of(&self.links[loser], cells);
        let inferior = fill::dominated(&self.lattices[mover], stones[mover], live, must_play);
        let score = |cell: &Cell| {
            let at = usize::from(cell.0);
            own[at] + other[at] - if inferior >> at & 1 == 1 { 10.0 } else { 0.0 }
        };
        let mut cells: Vec<Cell> = CellSet(must_play).cells().collect();
        cells.sort_by(|a, b| score(b).total_cmp(&score(a)));
        let open = self.nodes[id as usize].open.as_mut().expect("made above");
        open.children = cells.into_iter().map(|cell| (cell.0, UNVISITED)).collect();
    }

    /// The must-play is empty: the opponent of the mover wins by the parts.
    fn settle_lost(&mut self, id: u32) {
        let node = &mut self.nodes[id as usize];
        let loser = 1 - node.mover;
        let open = node.open.as_mut().expect("only an expanded node has parts");
        let mut parts = std::mem::take(&mut open.parts);
        let stones = open.filled.stones;
        let live = self.board & !stones[0] & !stones[1] & !open.filled.dead;
        thin_out(&mut parts, |part| part.area.and(CellSet(live)));
        let lattice = &self.lattices[loser];
        if parts.iter().any(|part| part.proof.is_none()) {
            self.builds += 1;
            self.links[loser].build(lattice, stones[loser], live, Until::Full);
        }
        let ledger = &mut self.sides[loser].ledger;
        let links = &self.links[loser];
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
            return self.settle(id, loser, None, entry);
        }
        let stones = proofs.iter().fold(CellSet::EMPTY, |all, part| all.or(part.1.stones));
        // What all parts need and the opponent cannot take is a stone of the winner, or dead.
        let common =
            proofs.iter().fold(CellSet(u128::MAX), |all, part| all.and(part.1.carrier)).minus(stones);
        let stones = stones.or(common);
        let carrier = proofs.iter().fold(CellSet::EMPTY, |all, part| all.or(part.1.carrier)).minus(stones);
        let parts = proofs.iter().map(|&(reply, entry)| (reply, entry.step)).collect();
        let step = ledger.add(Step::Or { parts, stones: common, formula: None });
        self.settle(id, loser, None, Entry { stones, carrier, step });
    }

    /// Records the winner of a node: captured pairs in use are written down, and the statement becomes known.
    fn settle(&mut self, id: u32, winner: usize, reply: Option<Cell>, entry: Entry) {
        let node = &mut self.nodes[id as usize];
        let open = node.open.take().expect("only an expanded node is settled");
        let filled = open.filled;
        let entry =
            release(&self.lattices[winner], &mut self.sides[winner].ledger, winner, &filled, reply, entry);
        let side = &mut self.sides[winner];
        match reply {
            Some(cell) => side.attacks.push((cell, entry)),
            None => side.replies.push(entry),
        }
        node.settled = Some(Settled { winner, reply, entry });
        (node.phi, node.delta) = if winner == node.mover { (0, INFINITE) } else { (INFINITE, 0) };
    }
}

struct Choice {
    place: usize,
    phi: u32,
    delta: u32,
    second: u32,
}

/// Turns captured pairs that a statement uses as stones back into empty cells.
fn release(
    lattice: &Lattice,
    ledger: &mut Ledger,
    winner: usize,
    filled: &Filled,
    reply: Option<Cell>,
    entry: Entry,
) -> Entry {
    let geometry = &lattice.geometry;
    let edges: CellSet = geometry.edges().into_iter().collect();
    let win = Formula::win(geometry);
    let with_reply = |set: CellSet| reply.map_or(set, |cell| set.with(cell));
    let mut stones = with_reply(entry.stones);
    let mut carrier = reply.map_or(entry.carrier, |cell| entry.carrier.without(cell));
    let mut step = entry.step;
    let mut own = CellSet(filled.stones[winner]);
    for &(_, pair) in filled.pairs.iter().rev().filter(|&&(owner, _)| owner == winner) {
        let pair = pair.map(Cell);
        let both: CellSet = pair.into_iter().collect();
        own = own.minus(both);
        if stones.is_disjoint(both) {
            continue;
        }
        let mut extra = carrier.and(both);
        let statement = |extra: CellSet| Statement {
            stones: stones.or(extra).or(edges),
            carrier: carrier.minus(extra),
            promise: Promise::Formula(win.clone()),
        };
        let capture = Step::Capture { part: 0, pair };
        if capture.apply(geometry, None, &[statement(extra)]).is_err() {
            // The pair is captured with all the stones around it and around its neighbours.
            let near = pair.iter().fold(both, |near, cell| near.or(geometry.near(*cell)));
            extra = extra.or(groups_around(lattice, own, near.and(geometry.size.all()))).minus(stones);
        }
        if !extra.is_empty() {
            step = ledger.add(Step::And { parts: vec![step], stones: extra, formula: win.clone() });
            stones = stones.or(extra);
            carrier = carrier.minus(extra);
        }
        step = ledger.add(Step::Capture { part: step, pair });
        stones = stones.minus(both);
        carrier = carrier.or(both);
    }
    match reply {
        Some(cell) => Entry { stones: stones.without(cell), carrier: carrier.with(cell), step },
        None => Entry { stones, carrier, step },
    }
}

/// The stones of all groups that touch one of the cells.
fn groups_around(lattice: &Lattice, stones: CellSet, cells: CellSet) -> CellSet {
    let mut group = CellSet::EMPTY;
    let mut frontier: Vec<Cell> = cells.cells().collect();
    while let Some(cell) = frontier.pop() {
        for next in CellSet(lattice.near[usize::from(cell.0)]).and(stones).minus(group).cells() {
            group = group.with(next);
            frontier.push(next);
        }
    }
    group.or(cells.and(stones))
}
