//! Short proofs of a win: few moves of the loser that need an answer, as a paper would print them.
//!
//! A position with the loser to move is a *leaf* when the winner's edges are virtually connected or, if that is looked for,
//! when it falls apart ([`super::apart`]). Dead and captured cells are filled first ([`super::fill`]). Otherwise a move of
//! the loser is *excluded* when its answer connects at once, which the winner could also have done by playing twice:
//! such moves have no place in a printed tree. What is left must be answered; the number of (grouped move, answer)
//! pairs is made small, forced lines not counted ([`super::length`]).
//!
//! Every position has a proof to be beaten, the shortest that the solver knows. Of the answers to a move the first choice
//! is the one with the shortest proof known or, where positions that fall apart are leaves, the one that leaves the loser
//! the fewest moves; an answer for which the solver finds no proof with a few nodes for each pair to be saved is passed
//! over. The search is then repeated with one, two, … deviations from the first choice along every line (limited
//! discrepancy search: Harvey and Ginsberg 1995). Of answers with equally many pairs the one wins whose
//! proof serves most of the other moves, and a move not served is first offered to the answers already chosen. When a
//! limit is reached, what was not looked into stays as the solver proved it.
//!
//! Out: steps of [`hissho_certificate::hex`] in which every pair is an `or` part that is an `or` again, every excluded
//! move and every leaf a virtual connection of [`super::links`], a position that falls apart, or a proof of the solver.
//! Cost: a connection build and a question to the solver per pair of move and answer.

use std::rc::Rc;

use hissho_certificate::hex::{Formula, Geometry, Statement, Step, StepError};
use hissho_rules::hex::{Cell, CellSet, Player, Position, Size};
use rustc_hash::FxHashMap;

use super::apart::{Apart, Parts};
use super::derivation::{Entry, Ledger, thin_out, written_out};
use super::fill::{Filled, fill};
use super::length::{Length, PRINTED, Sigma};
use super::links::{Found, Lattice, Links, Until};
use super::order;
use super::release::release;
use super::search::Search;
use crate::limits::{Meter, Stop};

mod cover;

use cover::Easy;

/// How many answers to a move are looked at.
const ANSWERS: usize = 16;

/// How many positions without a proof are looked into after a limit is reached; with more the search is given up.
const GAPS: u32 = 256;

/// What the solver says of a position within its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Estimate {
    Won,
    Unknown,
    Lost,
}

/// A proof of one position, the loser to move.
#[derive(Debug)]
pub struct Proof {
    own: u128,
    other: u128,
    /// The empty cells it needs.
    pub carrier: CellSet,
    /// Pairs of grouped move and answer, everything written out but forced lines.
    pub pairs: u32,
    parts: Vec<Part>,
}

impl Proof {
    /// What it adds where it follows an answer.
    fn price(&self) -> u32 {
        if self.pairs == 0 { 1 } else { self.pairs.saturating_add(PRINTED) }
    }
}

#[derive(Clone, Debug)]
enum Part {
    /// A virtual connection: its carrier.
    Connected(u128),
    /// A threat of one: its carrier, the key included.
    Threat(u128),
    /// The position falls apart.
    Apart(Parts),
    /// The same position with dead and captured cells filled.
    Filled { filled: Box<Filled>, proof: Rc<Proof> },
    /// A move of the winner and what follows: a pair, unless a leaf follows.
    Answer { reply: Cell, proof: Rc<Proof> },
    /// A statement of the solver.
    Solved(Entry),
}

impl Part {
    fn area(&self) -> u128 {
        match self {
            Part::Connected(area) | Part::Threat(area) => *area,
            Part::Apart(parts) => parts.carrier().0,
            Part::Filled { filled, proof } => proof.carrier.0 | filled.captured(0),
            Part::Answer { reply, proof } => proof.carrier.0 | 1 << reply.0,
            Part::Solved(entry) => entry.carrier.0,
        }
    }
}

/// What one build says about a position.
#[derive(Clone, Debug)]
struct Look {
    full: Option<u128>,
    /// Carriers of threats that together leave `must_play`.
    threats: Vec<u128>,
    must_play: u128,
}

/// What became of a question.
enum Outcome {
    Proof(Rc<Proof>),
    /// Every proof found has more pairs.
    TooLong,
    /// No proof was found at all.
    Open,
}

#[derive(Default)]
struct Known {
    best: Option<Rc<Proof>>,
    /// It was looked into with so many deviations for proofs of at most so many pairs.
    asked: Option<(usize, u32)>,
    /// What the solver said, and how many nodes it was allowed.
    estimate: Option<(Estimate, u64)>,
    answers: Option<Rc<Vec<(u32, Cell)>>>,
    /// It is neither connected nor found to fall apart with so many positions a question.
    no_leaf: Option<u64>,
}

/// The search for short proofs of one player's wins.
pub struct Concise<'a> {
    lattices: [Lattice; 2],
    links: [Links; 2],
    meter: &'a Meter,
    solver: Search<'a>,
    solver_meter: &'a Meter,
    /// Nodes the solver may spend on one question at least.
    effort: u64,
    /// What the solver's steps say, and how long they are.
    statements: Vec<Statement>,
    pairs: Length,
    board: u128,
    looks: FxHashMap<(u128, u128), Rc<Look>>,
    known: FxHashMap<(u128, u128), Known>,
    proofs: Vec<Rc<Proof>>,
    /// Where positions that fall apart are leaves.
    apart: Option<Apart<'a>>,
    easy: FxHashMap<(u128, u128), Rc<Easy>>,
    /// Answers to be tried first, by the stones before them.
    hints: FxHashMap<(u128, u128), Cell>,
    /// Which limit was reached: what was not looked into by then is proved as the solver proves it.
    pub stopped: Option<Stop>,
    /// Positions looked into since then.
    gaps: u32,
    /// Connections built.
    pub builds: u64,
}

impl<'a> Concise<'a> {
    /// A search for wins of `owner`. The second meter is the solver's, with the nodes that one question may take at
    /// least.
    pub fn new(
        size: Size,
        owner: Player,
        meter: &'a Meter,
        (solver_meter, effort): (&'a Meter, u64),
    ) -> Concise<'a> {
        let lattice = |player| Lattice::new(Geometry::new(size, player));
        let lattices = [lattice(owner), lattice(owner.other())];
        let geometry = lattices[0].geometry.clone();
        let mut players = lattices.clone();
        if geometry.owner == Player::White {
            players.reverse();
        }
        let sigma = Sigma::up_to(None, geometry.size);
        Concise {
            lattices,
            links: Default::default(),
            meter,
            solver: Search::for_goals(players, solver_meter),
            solver_meter,
            effort,
            statements: Vec::new(),
            pairs: Length::new(&geometry, sigma),
            board: geometry.size.all().0,
            looks: FxHashMap::default(),
            known: FxHashMap::default(),
            proofs: Vec::new(),
            apart: None,
            easy: FxHashMap::default(),
            hints: FxHashMap::default(),
            stopped: None,
            gaps: 0,
            builds: 0,
        }
    }

    /// The same where positions that fall apart are leaves too; nothing must be learned yet.
    pub fn with_apart(self, apart: Apart<'a>) -> Concise<'a> {
        let (geometry, sigma) = (&self.lattices[0].geometry, apart.sigma);
        Concise { pairs: Length::new(geometry, sigma), apart: Some(apart), ..self }
    }

    /// Tries `answer` first in the position before it, the owner to move.
    pub fn hint(&mut self, position: &Position, answer: Cell) {
        let owner = self.lattices[0].geometry.owner;
        self.hints.insert((position.stones(owner).0, position.stones(owner.other()).0), answer);
    }

    /// What the shortest proof known weighs.
    pub fn weight(&mut self, position: &Position) -> Option<u32> {
        let owner = self.lattices[0].geometry.owner;
        self.shortest(position.stones(owner).0, position.stones(owner.other()).0)
    }

    /// A proof with at most `most` pairs, if this search finds one with so many deviations from the first choice.
    pub fn prove(
        &mut self,
        position: &Position,
        deviations: usize,
        most: u32,
    ) -> Result<Option<Rc<Proof>>, Stop> {
        let owner = self.lattices[0].geometry.owner;
        let (own, other) = (position.stones(owner).0, position.stones(owner.other()).0);
        Ok(match self.find(own, other, deviations, most)? {
            Outcome::Proof(proof) => Some(proof),
            _ => None,
        })
    }

    /// The moves of the owner, who is to move, that the solver sees to win, those that most depends on first.
    pub fn answers_that_win(&mut self, position: &Position) -> Result<Vec<Cell>, Stop> {
        let owner = self.lattices[0].geometry.owner;
        let (own, other) = (position.stones(owner).0, position.stones(owner.other()).0);
        let mut answers = Vec::new();
        let cells = self.replies(own, other);
        for cell in self.by_current(own, other, cells) {
            self.meter.look()?;
            if self.estimate(own | 1 << cell.0, other, self.effort)? == Estimate::Won {
                answers.push(cell);
            }
        }
        Ok(answers)
    }

    fn look(&mut self, own: u128, other: u128) -> Rc<Look> {
        if let Some(look) = self.looks.get(&(own, other)) {
            return look.clone();
        }
        self.builds += 1;
        let empty = self.board & !own & !other;
        let links = &mut self.links[0];
        let found = links.build(&self.lattices[0], own, empty, Until::Full);
        let mut look = Look { full: None, threats: vec![], must_play: empty };
        if let Found::Full(id) = found {
            look.full = Some(links.carrier(id).0);
            look.must_play = 0;
        } else {
            let mut carriers: Vec<u128> = links.threats().map(|(carrier, _)| carrier).collect();
            carriers.sort_by_key(|carrier| carrier.count_ones());
            for carrier in carriers {
                if look.must_play & !carrier != 0 {
                    look.must_play &= carrier;
                    look.threats.push(carrier);
                }
            }
            // A full board leaves no moves either.
            if look.must_play == 0 && !look.threats.is_empty() {
                look.full = Some(look.threats.iter().fold(0, |all, carrier| all | carrier));
            }
        }
        let look = Rc::new(look);
        self.looks.insert((own, other), look.clone());
        look
    }

    /// How much depends on each cell, for both players together.
    fn currents(&self, own: u128, other: u128) -> Vec<f32> {
        let empty = self.board & !own & !other;
        let mut sum = vec![0.0; self.board.count_ones() as usize];
        for (lattice, stones) in self.lattices.iter().zip([own, other]) {
            let flow = order::currents_between(lattice, stones, empty, lattice.geometry.edges()).0;
            sum.iter_mut().zip(flow).for_each(|(sum, flow)| *sum += flow);
        }
        sum
    }

    /// The answers that leave no threat of the loser.
    fn replies(&mut self, own: u128, other: u128) -> u128 {
        self.builds += 1;
        let empty = self.board & !own & !other;
        let links = &mut self.links[1];
        match links.build(&self.lattices[1], other, empty, Until::Full) {
            Found::Full(_) => 0,
            _ => links.threats().fold(empty, |all, (carrier, _)| all & carrier),
        }
    }

    /// The answers worth trying with how many moves each leaves to the loser, the fewest first; none if the loser is
    /// connected.
    fn answers(&mut self, own: u128, other: u128) -> Rc<Vec<(u32, Cell)>> {
        if let Some(Known { answers: Some(answers), .. }) = self.known.get(&(own, other)) {
            return answers.clone();
        }
        let cells = self.replies(own, other);
        let mut answers: Vec<(u32, Cell)> = Vec::new();
        for reply in self.by_current(own, other, cells).into_iter().take(ANSWERS) {
            let after = self.look(own | 1 << reply.0, other);
            answers.push((after.must_play.count_ones(), reply));
        }
        answers.sort_by_key(|answer| answer.0);
        let answers = Rc::new(answers);
        self.known.entry((own, other)).or_default().answers = Some(answers.clone());
        answers
    }

    /// What the solver says of the position with the loser to move, allowed so many nodes.
    fn estimate(&mut self, own: u128, other: u128, nodes: u64) -> Result<Estimate, Stop> {
        let known = self.known.entry((own, other)).or_default().estimate;
        match known {
            Some((Estimate::Unknown, allowed)) if allowed < nodes => {}
            Some((estimate, _)) => return Ok(estimate),
            None => {}
        }
        let geometry = &self.lattices[0].geometry;
        let (black, white) = match geometry.owner {
            Player::Black => (own, other),
            Player::White => (other, own),
        };
        let position =
            Position::set_up(geometry.size, CellSet(black), CellSet(white), geometry.owner.other())
                .expect("stones on different cells");
        self.solver_meter.refill(nodes);
        let estimate = match self.solver.winner(&position) {
            Ok(winner) if winner == geometry.owner => Estimate::Won,
            Ok(_) => Estimate::Lost,
            Err(Stop::Nodes) => Estimate::Unknown,
            Err(stop) => return Err(stop),
        };
        self.count_pairs();
        self.known.entry((own, other)).or_default().estimate = Some((estimate, nodes));
        Ok(estimate)
    }

    /// Takes over a derivation of wins: the lengths of its proofs are to be beaten.
    pub fn learn(&mut self, steps: &[Step]) -> Result<(), StepError> {
        let geometry = &self.lattices[0].geometry;
        self.solver.learn(geometry.owner, &written_out(geometry, steps)?)?;
        self.count_pairs();
        Ok(())
    }

    /// Counts the pairs of the solver's new steps.
    fn count_pairs(&mut self) {
        let geometry = &self.lattices[0].geometry;
        let (ledger, _) = self.solver.proved(geometry.owner);
        for step in &ledger.steps()[self.statements.len()..] {
            let statement = step.apply(geometry, None, &self.statements).expect("the solver's steps follow");
            self.pairs.push(step, &statement);
            self.statements.push(statement);
        }
    }

    /// The statement with the fewest pairs that the solver has for a position.
    fn solved(&mut self, own: u128, other: u128) -> Option<(u32, Entry)> {
        let (_, known) = self.solver.proved(self.lattices[0].geometry.owner);
        let mut best: Option<(u64, usize, Entry)> = None;
        known.find(own, other, 0, |fact| {
            let length = (self.pairs.below(fact.entry.step), fact.entry.carrier.len());
            if best.is_none_or(|best| length < (best.0, best.1)) {
                best = Some((length.0, length.1, fact.entry));
            }
            false
        });
        best.map(|(pairs, _, entry)| (u32::try_from(pairs).unwrap_or(u32::MAX), entry))
    }

    /// The shortest proof that the solver has for a position.
    fn known_to_the_solver(&mut self, own: u128, other: u128) -> Option<Rc<Proof>> {
        let (pairs, entry) = self.solved(own, other)?;
        let parts = vec![Part::Solved(entry)];
        Some(self.keep(Proof { own, other, carrier: entry.carrier, pairs, parts }))
    }

    /// The fewest pairs known for a position by now.
    fn shortest(&mut self, own: u128, other: u128) -> Option<u32> {
        let found =
            self.known.get(&(own, other)).and_then(|known| known.best.as_ref()).map(|best| best.pairs);
        let solved = self.solved(own, other).map(|solved| solved.0);
        found.into_iter().chain(solved).min()
    }

    fn find(&mut self, own: u128, other: u128, deviations: usize, most: u32) -> Result<Outcome, Stop> {
        let within = |best: Option<Rc<Proof>>| match best {
            Some(best) if best.pairs <= most => Outcome::Proof(best),
            Some(_) => Outcome::TooLong,
            None => Outcome::Open,
        };
        let was_asked = |known: &Known| {
            let fewer = known.best.as_ref().map_or(u32::MAX, |best| best.pairs.saturating_sub(1));
            known.asked.is_some_and(|asked| asked.0 >= deviations && asked.1 >= most.min(fewer))
        };
        if let Some(known) = self.known.get(&(own, other))
            && (was_asked(known)
                || matches!(known.estimate, Some((Estimate::Lost, _)))
                || known.best.as_ref().is_some_and(|best| best.pairs == 0))
        {
            return Ok(within(known.best.clone()));
        }
        if let Some(proof) = self.leaf(own, other)? {
            return Ok(Outcome::Proof(proof));
        }
        let filled = self.filled(own, other);
        if filled.stones[0] != own || filled.lost(0) != other {
            let found = self.find(filled.stones[0], filled.lost(0), deviations, most)?;
            let Outcome::Proof(proof) = found else { return Ok(found) };
            return Ok(Outcome::Proof(self.unfilled(own, other, filled, proof)));
        }
        let fits = |proof: &&Rc<Proof>| proof.own & !own == 0 && proof.carrier.0 & other == 0;
        let mut best = self.proofs.iter().filter(fits).min_by_key(|proof| proof.pairs).cloned();
        best = shorter(best, self.known_to_the_solver(own, other));
        if let Some(best) = best.as_ref().filter(|best| best.pairs == 0) {
            return Ok(Outcome::Proof(best.clone()));
        }
        if let Err(stop) = self.meter.spend(1).and_then(|()| self.meter.look()) {
            self.stopped = Some(stop);
            match best {
                // The rest of the proof is as the solver found it.
                Some(_) => return Ok(within(best)),
                None if self.gaps == GAPS => return Err(stop),
                None => self.gaps += 1,
            }
        }
        let bound = most.min(best.as_ref().map_or(u32::MAX, |best| best.pairs - 1));
        if let Some((parts, pairs)) = self.cover(own, other, deviations, bound)? {
            best = Some(self.keep(assemble(own, other, parts, pairs)));
        }
        let known = self.known.entry((own, other)).or_default();
        known.asked = Some((deviations, bound));
        known.best.clone_from(&best);
        Ok(within(best))
    }

    fn filled(&self, own: u128, other: u128) -> Filled {
        fill(&self.lattices, [own, other], 0)
    }

    /// The proof of a position by one in which dead and captured cells are filled.
    fn unfilled(&mut self, own: u128, other: u128, filled: Filled, proof: Rc<Proof>) -> Rc<Proof> {
        let pairs = proof.pairs;
        self.keep(assemble(own, other, vec![Part::Filled { filled: filled.into(), proof }], pairs))
    }

    /// The proof of a leaf: a virtual connection, or a position that falls apart if these are looked for.
    fn leaf(&mut self, own: u128, other: u128) -> Result<Option<Rc<Proof>>, Stop> {
        let effort = self.apart.as_ref().map_or(0, Apart::effort);
        self.leaf_within(own, other, effort)
    }

    /// The same with so many positions for each question whether it falls apart.
    fn leaf_within(&mut self, own: u128, other: u128, effort: u64) -> Result<Option<Rc<Proof>>, Stop> {
        if let Some(known) = self.known.get(&(own, other)) {
            match &known.best {
                Some(best) if best.pairs == 0 => return Ok(Some(best.clone())),
                _ if known.no_leaf.is_some_and(|asked| effort <= asked) => return Ok(None),
                _ => {}
            }
        }
        let filled = self.filled(own, other);
        let found = if filled.stones[0] != own || filled.lost(0) != other {
            let found = self.leaf_within(filled.stones[0], filled.lost(0), effort)?;
            found.map(|proof| self.unfilled(own, other, filled, proof))
        } else {
            let part = match (self.look(own, other).full, &mut self.apart) {
                (Some(area), _) => Some(Part::Connected(area)),
                (None, Some(apart)) if self.stopped.is_none() => {
                    let parts =
                        self.meter.look().and_then(|()| apart.parts(CellSet(own), CellSet(other), effort));
                    self.stopped = parts.as_ref().err().copied();
                    parts.ok().flatten().map(Part::Apart)
                }
                _ => None,
            };
            part.map(|part| self.keep(assemble(own, other, vec![part], 0)))
        };
        if found.is_none() && self.stopped.is_none() {
            self.known.entry((own, other)).or_default().no_leaf = Some(effort);
        }
        Ok(found)
    }

    /// The cells in order: those that most depends on first.
    fn by_current(&self, own: u128, other: u128, cells: u128) -> Vec<Cell> {
        let flow = self.currents(own, other);
        let mut cells: Vec<Cell> = CellSet(cells).cells().collect();
        cells.sort_by(|a, b| flow[usize::from(b.0)].total_cmp(&flow[usize::from(a.0)]));
        cells
    }

    fn keep(&mut self, proof: Proof) -> Rc<Proof> {
        let proof = Rc::new(proof);
        let known = self.known.entry((proof.own, proof.other)).or_default();
        if known.best.as_ref().is_none_or(|best| best.pairs > proof.pairs) {
            known.best = Some(proof.clone());
            let is_leaf =
                |part: &Part| matches!(part, Part::Connected(_) | Part::Apart(_) | Part::Filled { .. });
            if proof.pairs > 0 || !proof.parts.iter().all(is_leaf) {
                self.proofs.push(proof.clone());
            }
        }
        proof
    }

    /// Writes a proof into the ledger.
    pub fn derive(&mut self, proof: &Proof, ledger: &mut Ledger) -> Entry {
        let parts: Vec<(Option<Cell>, Entry)> = proof
            .parts
            .iter()
            .map(|part| match part {
                Part::Answer { reply, proof } => (Some(*reply), self.derive(proof, ledger)),
                Part::Connected(area) => (None, self.derive_connection(proof, *area, ledger)),
                Part::Threat(area) => self.derive_threat(proof, *area, ledger),
                Part::Apart(parts) => {
                    let apart = self.apart.as_mut().expect("it found these parts");
                    (None, apart.derive(parts, ledger))
                }
                Part::Filled { filled, proof } => {
                    let entry = self.derive(proof, ledger);
                    (None, release(&self.lattices[0], ledger, 0, filled, None, entry))
                }
                Part::Solved(entry) => (None, self.derive_solved(*entry, ledger)),
            })
            .collect();
        if let [(None, entry)] = parts[..] {
            return entry;
        }
        let stones = |&(reply, entry): &(Option<Cell>, Entry)| {
            reply.map_or(entry.stones, |cell| entry.stones.without(cell))
        };
        let stones = parts.iter().fold(CellSet::EMPTY, |all, part| all.or(stones(part)));
        let carriers =
            parts.iter().map(|(reply, entry)| reply.map_or(entry.carrier, |cell| entry.carrier.with(cell)));
        let carrier = carriers.fold(CellSet::EMPTY, CellSet::or).minus(stones);
        let parts = parts.iter().map(|&(reply, entry)| (reply, entry.step)).collect();
        // What all parts need is a stone of the winner.
        let common = CellSet(proof.own);
        let step = ledger.add(Step::Or { parts, stones: common, formula: None });
        Entry { stones: stones.or(common), carrier: carrier.minus(common), step }
    }

    fn derive_solved(&mut self, entry: Entry, ledger: &mut Ledger) -> Entry {
        let (solved, _) = self.solver.proved(self.lattices[0].geometry.owner);
        Entry { step: solved.copy(entry.step, ledger, |step| step), ..entry }
    }

    fn derive_threat(&mut self, proof: &Proof, area: u128, ledger: &mut Ledger) -> (Option<Cell>, Entry) {
        let empty = self.board & !proof.own & !proof.other;
        let links = &mut self.links[0];
        links.build(&self.lattices[0], proof.own, empty, Until::Full);
        let (_, id) = links.threats().find(|threat| threat.0 == area).expect("it was there before");
        (Some(links.key(id)), links.derive(&self.lattices[0], id, ledger))
    }

    fn derive_connection(&mut self, proof: &Proof, area: u128, ledger: &mut Ledger) -> Entry {
        let empty = self.board & !proof.own & !proof.other;
        let links = &mut self.links[0];
        let found = links.build(&self.lattices[0], proof.own, empty, Until::Full);
        if let Found::Full(id) = found {
            return links.derive(&self.lattices[0], id, ledger);
        }
        // The or-rule once more: threats without a common cell.
        let mut threats: Vec<(u128, u32)> = links.threats().filter(|threat| threat.0 & !area == 0).collect();
        thin_out(&mut threats, |threat| CellSet(threat.0));
        let derived: Vec<(Cell, Entry)> = threats
            .iter()
            .map(|&(_, id)| (links.key(id), links.derive(&self.lattices[0], id, ledger)))
            .collect();
        let stones = derived.iter().fold(CellSet::EMPTY, |all, part| all.or(part.1.stones));
        let parts = derived.iter().map(|&(key, entry)| (Some(key), entry.step)).collect();
        let formula = Some(Formula::win(&self.lattices[0].geometry));
        let step = ledger.add(Step::Or { parts, stones: CellSet::EMPTY, formula });
        Entry { stones, carrier: CellSet(area).minus(stones), step }
    }
}

/// The one with fewer pairs, the first of two equals.
fn shorter(one: Option<Rc<Proof>>, two: Option<Rc<Proof>>) -> Option<Rc<Proof>> {
    one.into_iter().chain(two).min_by_key(|proof| proof.pairs)
}

/// The proof made of `parts`, those not needed left out.
fn assemble(own: u128, other: u128, mut parts: Vec<Part>, pairs: u32) -> Proof {
    // Pairs are dear and stay; ready parts are left out where they are not needed.
    thin_out(&mut parts, |part| CellSet(part.area()));
    let carrier = parts.iter().fold(0, |all, part| all | part.area()) & !own;
    Proof { own, other, carrier: CellSet(carrier), pairs, parts }
}
