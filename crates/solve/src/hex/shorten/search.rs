//! The search for a short proof: few moves of the loser that need an answer, as a paper would print
//! them.
//!
//! A position with the loser to move is a *leaf* when the winner's edges are virtually connected
//! or, if that is looked for, when it decomposes ([`super::decompose`]). Dead and captured cells
//! are filled first. Otherwise a move of the loser is *excluded* when its answer connects at once,
//! which the winner could also have done by playing twice: such moves have no place in a printed
//! tree. What is left must be answered (`cover`); the number of (grouped move, answer) pairs is
//! made small, forced lines not counted ([`super::super::printed::size`]).
//!
//! Every position has a proof to be beaten, the shortest that the solver knows. Of the answers to a
//! move the first choice is the one with the shortest proof known or, where positions that
//! decompose are leaves, the one that leaves the loser the fewest moves; an answer for which the
//! solver finds no proof with a few nodes for each pair to be saved is passed over. The search is
//! then repeated with one, two, … deviations from the first choice along every line (limited
//! discrepancy search: Harvey and Ginsberg 1995). When a limit is reached, what was not looked into
//! stays as the solver proved it.
//!
//! Out: steps of [`hissho_certificate::hex`] in which every pair is an `or` part that is an `or`
//! again, every excluded move and every leaf a virtual connection, a position that decomposes, or a
//! proof of the solver. Cost: a connection build and a question to the solver per pair of move and
//! answer.

use std::rc::Rc;

use hissho_certificate::hex::{Formula, Geometry, Statement, Step, StepError};
use hissho_rules::hex::{Cell, CellSet, Player, Position, Size};
use rustc_hash::FxHashMap;

use super::super::board::{HexBoard, Stones};
use super::super::inferior_cells::{Filled, fill, release};
use super::super::ledger::{Entry, Ledger, thin_out, written_out};
use super::super::printed::size::{PRINTED, PrintedSize, Sigma};
use super::super::resistance;
use super::super::search::HexSearch;
use super::super::virtual_connections::{Found, Until, VirtualConnections};
use super::cover::FreeAnswers;
use super::decompose::{Decomposer, Decomposition};
use crate::limits::{Meter, Stop};

pub(super) const WINNER: usize = 0;
pub(super) const LOSER: usize = 1;

/// How many answers to a move are looked at.
const ANSWERS: usize = 16;

/// How many positions without a proof are looked into after a limit is reached; with more the
/// search is given up.
const GAPS: u32 = 256;

/// What the solver says of a position within its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Estimate {
    Won,
    Unknown,
    Lost,
}

/// A proof of one position, the loser to move.
#[derive(Debug)]
pub(super) struct ShortProof {
    pub(super) stones: Stones,
    /// The empty cells it needs.
    pub(super) carrier: CellSet,
    /// Pairs of grouped move and answer, everything written out but forced lines.
    pub(super) pairs: u32,
    pub(super) parts: Vec<ProofPart>,
}

impl ShortProof {
    /// The proof made of `parts`, those not needed left out.
    fn assemble(stones: Stones, mut parts: Vec<ProofPart>, pairs: u32) -> ShortProof {
        // Pairs are dear and stay; parts without any are left out where they are not needed.
        thin_out(&mut parts, ProofPart::area);
        let carrier = parts.iter().fold(CellSet::EMPTY, |all, part| all.or(part.area()));
        ShortProof { stones, carrier: carrier.minus(stones[WINNER]), pairs, parts }
    }

    /// What it adds where it follows an answer.
    pub(super) fn price(&self) -> u32 {
        if self.pairs == 0 { 1 } else { self.pairs.saturating_add(PRINTED) }
    }
}

#[derive(Clone, Debug)]
pub(super) enum ProofPart {
    /// A virtual connection: its carrier.
    Connected(CellSet),
    /// A threat of one: its carrier, the key included.
    Threat(CellSet),
    /// The position decomposes.
    Decomposed(Decomposition),
    /// The same position with dead and captured cells filled.
    Filled { filled: Box<Filled>, proof: Rc<ShortProof> },
    /// A move of the winner and what follows: a pair, unless a leaf follows.
    Answer { reply: Cell, proof: Rc<ShortProof> },
    /// A statement of the solver.
    Solved(Entry),
}

impl ProofPart {
    pub(super) fn area(&self) -> CellSet {
        match self {
            ProofPart::Connected(area) | ProofPart::Threat(area) => *area,
            ProofPart::Decomposed(parts) => parts.carrier(),
            ProofPart::Filled { filled, proof } => proof.carrier.or(filled.captured(WINNER)),
            ProofPart::Answer { reply, proof } => proof.carrier.with(*reply),
            ProofPart::Solved(entry) => entry.carrier,
        }
    }
}

/// What one build says about a position.
#[derive(Clone, Debug)]
pub(super) struct BuildResult {
    full: Option<CellSet>,
    /// Carriers of threats that together leave `must_play`.
    pub(super) threats: Vec<CellSet>,
    pub(super) must_play: CellSet,
}

/// What became of a question.
pub(super) enum Attempt {
    Proof(Rc<ShortProof>),
    /// Every proof found has more pairs.
    TooLong,
    /// No proof was found at all.
    Open,
}

/// The answers worth trying, with how many moves each leaves to the loser.
type RankedAnswers = Rc<Vec<(usize, Cell)>>;

/// What is known about a position.
#[derive(Default)]
struct Notes {
    best: Option<Rc<ShortProof>>,
    /// It was looked into with so many deviations for proofs of at most so many pairs.
    asked: Option<(usize, u32)>,
    /// What the solver said, and how many nodes it was allowed.
    estimate: Option<(Estimate, u64)>,
    answers: Option<RankedAnswers>,
    /// It is neither connected nor found to decompose with so many positions a question.
    no_leaf: Option<u64>,
}

/// The search for short proofs of one player's wins.
pub(super) struct ShortProofSearch<'a> {
    /// The board as the winner and as the loser have it, and its cells.
    boards: [HexBoard; 2],
    cells: CellSet,
    links: [VirtualConnections; 2],
    pub(super) meter: &'a Meter,
    solver: HexSearch<'a>,
    solver_meter: &'a Meter,
    /// Nodes the solver may spend on one question at least.
    pub(super) effort: u64,
    /// What the solver's steps say, and how long they are.
    statements: Vec<Statement>,
    sizes: PrintedSize,
    builds: FxHashMap<Stones, Rc<BuildResult>>,
    notes: FxHashMap<Stones, Notes>,
    proofs: Vec<Rc<ShortProof>>,
    /// Where positions that decompose are leaves.
    pub(super) decomposer: Option<Decomposer<'a>>,
    pub(super) free_answers: FxHashMap<Stones, Rc<FreeAnswers>>,
    /// Answers to be tried first, by the stones before them.
    pub(super) hints: FxHashMap<Stones, Cell>,
    /// Which limit was reached: what was not looked into by then is proved as the solver proves it.
    pub(super) stopped: Option<Stop>,
    /// Positions looked into since then.
    gaps: u32,
}

impl<'a> ShortProofSearch<'a> {
    /// A search for wins of `owner`. The second meter is the solver's, with the nodes that one
    /// question may take at least. With a decomposer positions that decompose are leaves too.
    pub(super) fn new(
        (size, owner): (Size, Player),
        meter: &'a Meter,
        (solver_meter, effort): (&'a Meter, u64),
        decomposer: Option<Decomposer<'a>>,
    ) -> ShortProofSearch<'a> {
        let boards = HexBoard::of_both(size, owner);
        let sigma = decomposer.as_ref().map_or(Sigma::up_to(None, size), |decomposer| decomposer.sigma);
        ShortProofSearch {
            cells: size.all(),
            links: Default::default(),
            meter,
            solver: HexSearch::new(size, solver_meter),
            solver_meter,
            effort,
            statements: Vec::new(),
            sizes: PrintedSize::new(&boards[WINNER].geometry, sigma),
            boards,
            builds: FxHashMap::default(),
            notes: FxHashMap::default(),
            proofs: Vec::new(),
            decomposer,
            free_answers: FxHashMap::default(),
            hints: FxHashMap::default(),
            stopped: None,
            gaps: 0,
        }
    }

    fn geometry(&self) -> &Geometry {
        &self.boards[WINNER].geometry
    }

    fn stones(&self, position: &Position) -> Stones {
        Stones::of(position, self.geometry().owner)
    }

    pub(super) fn empty(&self, stones: Stones) -> CellSet {
        self.cells.minus(stones.occupied())
    }

    /// Tries `answer` first in the position before it, the owner to move.
    pub(super) fn hint(&mut self, position: &Position, answer: Cell) {
        self.hints.insert(self.stones(position), answer);
    }

    /// A proof with at most `most` pairs, if this search finds one with so many deviations from the
    /// first choice: its pairs, and its steps.
    pub(super) fn prove(
        &mut self,
        position: &Position,
        deviations: usize,
        most: u32,
    ) -> Result<Option<(u32, Vec<Step>)>, Stop> {
        let Attempt::Proof(proof) = self.find(self.stones(position), deviations, most)? else {
            return Ok(None);
        };
        let mut ledger = Ledger::default();
        let entry = self.derive(&proof, &mut ledger);
        Ok(Some((proof.pairs, ledger.extract(entry.step))))
    }

    /// The moves of the owner, who is to move, that the solver sees to win, those that most depends
    /// on first.
    pub(super) fn answers_that_win(&mut self, position: &Position) -> Result<Vec<Cell>, Stop> {
        let stones = self.stones(position);
        let mut answers = Vec::new();
        let cells = self.replies(stones);
        for cell in self.by_current(stones, cells) {
            self.meter.look()?;
            if self.estimate(stones.with(WINNER, cell), self.effort)? == Estimate::Won {
                answers.push(cell);
            }
        }
        Ok(answers)
    }

    pub(super) fn build(&mut self, stones: Stones) -> Rc<BuildResult> {
        if let Some(result) = self.builds.get(&stones) {
            return result.clone();
        }
        let empty = self.empty(stones);
        let links = &mut self.links[WINNER];
        let found = links.build(&self.boards[WINNER], stones[WINNER], empty, Until::Full);
        let mut result = BuildResult { full: None, threats: vec![], must_play: empty };
        if let Found::Full(id) = found {
            result.full = Some(links.carrier(id));
            result.must_play = CellSet::EMPTY;
        } else {
            let mut carriers: Vec<CellSet> = links.threats().map(|(carrier, _)| carrier).collect();
            carriers.sort_by_key(|carrier| carrier.len());
            for carrier in carriers {
                if !result.must_play.is_subset(carrier) {
                    result.must_play = result.must_play.and(carrier);
                    result.threats.push(carrier);
                }
            }
            // A full board leaves no moves either.
            if result.must_play.is_empty() && !result.threats.is_empty() {
                result.full = Some(result.threats.iter().fold(CellSet::EMPTY, |all, &one| all.or(one)));
            }
        }
        let result = Rc::new(result);
        self.builds.insert(stones, result.clone());
        result
    }

    /// The cells in order: those that most depends on, for both players together, first.
    pub(super) fn by_current(&self, stones: Stones, cells: CellSet) -> Vec<Cell> {
        let empty = self.empty(stones);
        let mut sum = vec![0.0; self.cells.len()];
        for (board, own) in self.boards.iter().zip(stones.0) {
            let flow = resistance::currents_between(board, own, empty, board.geometry.edges()).0;
            sum.iter_mut().zip(flow).for_each(|(sum, flow)| *sum += flow);
        }
        let mut cells: Vec<Cell> = cells.cells().collect();
        cells.sort_by(|a, b| sum[usize::from(b.0)].total_cmp(&sum[usize::from(a.0)]));
        cells
    }

    /// The answers that leave no threat of the loser.
    pub(super) fn replies(&mut self, stones: Stones) -> CellSet {
        let empty = self.empty(stones);
        let links = &mut self.links[LOSER];
        match links.build(&self.boards[LOSER], stones[LOSER], empty, Until::Full) {
            Found::Full(_) => CellSet::EMPTY,
            _ => links.threats().fold(empty, |all, (carrier, _)| all.and(carrier)),
        }
    }

    /// The answers worth trying with how many moves each leaves to the loser, the fewest first;
    /// none if the loser is connected.
    pub(super) fn answers(&mut self, stones: Stones) -> RankedAnswers {
        if let Some(Notes { answers: Some(answers), .. }) = self.notes.get(&stones) {
            return answers.clone();
        }
        let cells = self.replies(stones);
        let mut answers: Vec<(usize, Cell)> = Vec::new();
        for reply in self.by_current(stones, cells).into_iter().take(ANSWERS) {
            let after = self.build(stones.with(WINNER, reply));
            answers.push((after.must_play.len(), reply));
        }
        answers.sort_by_key(|answer| answer.0);
        let answers = Rc::new(answers);
        self.notes.entry(stones).or_default().answers = Some(answers.clone());
        answers
    }

    /// What the solver says of the position with the loser to move, allowed so many nodes.
    pub(super) fn estimate(&mut self, stones: Stones, nodes: u64) -> Result<Estimate, Stop> {
        match self.notes.entry(stones).or_default().estimate {
            Some((Estimate::Unknown, allowed)) if allowed < nodes => {}
            Some((estimate, _)) => return Ok(estimate),
            None => {}
        }
        let Geometry { size, owner, .. } = *self.geometry();
        self.solver_meter.refill(nodes);
        let estimate = match self.solver.winner(&stones.position(size, owner, owner.other())) {
            Ok(winner) if winner == owner => Estimate::Won,
            Ok(_) => Estimate::Lost,
            Err(Stop::Nodes) => Estimate::Unknown,
            Err(stop) => return Err(stop),
        };
        self.count_pairs();
        self.notes.entry(stones).or_default().estimate = Some((estimate, nodes));
        Ok(estimate)
    }

    /// Takes over a derivation of wins: the lengths of its proofs are to be beaten.
    pub(super) fn learn(&mut self, steps: &[Step]) -> Result<(), StepError> {
        let geometry = &self.boards[WINNER].geometry;
        self.solver.learn(geometry.owner, &written_out(geometry, steps)?)?;
        self.count_pairs();
        Ok(())
    }

    /// Counts the pairs of the solver's new steps.
    fn count_pairs(&mut self) {
        let geometry = &self.boards[WINNER].geometry;
        let (ledger, _) = self.solver.proved(geometry.owner);
        for step in &ledger.steps()[self.statements.len()..] {
            let statement = step.apply(geometry, None, &self.statements).expect("the solver's steps follow");
            self.sizes.push(step, &statement);
            self.statements.push(statement);
        }
    }

    /// The statement with the fewest pairs that the solver has for a position.
    fn solved(&mut self, stones: Stones) -> Option<(u32, Entry)> {
        let (_, known) = self.solver.proved(self.boards[WINNER].geometry.owner);
        let mut best: Option<(u64, usize, Entry)> = None;
        known.find(stones[WINNER], stones[LOSER], 0, |fact| {
            let length = (self.sizes.below(fact.entry.step), fact.entry.carrier.len());
            if best.is_none_or(|best| length < (best.0, best.1)) {
                best = Some((length.0, length.1, fact.entry));
            }
            false
        });
        best.map(|(pairs, _, entry)| (u32::try_from(pairs).unwrap_or(u32::MAX), entry))
    }

    /// The shortest proof that the solver has for a position.
    fn known_to_the_solver(&mut self, stones: Stones) -> Option<Rc<ShortProof>> {
        let (pairs, entry) = self.solved(stones)?;
        let parts = vec![ProofPart::Solved(entry)];
        Some(self.keep(ShortProof { stones, carrier: entry.carrier, pairs, parts }))
    }

    /// The fewest pairs known for a position by now.
    pub(super) fn shortest(&mut self, stones: Stones) -> Option<u32> {
        let found = self.notes.get(&stones).and_then(|notes| notes.best.as_ref()).map(|best| best.pairs);
        found.into_iter().chain(self.solved(stones).map(|solved| solved.0)).min()
    }

    /// A proof of at most `most` pairs with so many deviations from the first choice.
    pub(super) fn find(&mut self, stones: Stones, deviations: usize, most: u32) -> Result<Attempt, Stop> {
        let within = |best: Option<Rc<ShortProof>>| match best {
            Some(best) if best.pairs <= most => Attempt::Proof(best),
            Some(_) => Attempt::TooLong,
            None => Attempt::Open,
        };
        let was_asked = |notes: &Notes| {
            let fewer = notes.best.as_ref().map_or(u32::MAX, |best| best.pairs.saturating_sub(1));
            notes.asked.is_some_and(|asked| asked.0 >= deviations && asked.1 >= most.min(fewer))
        };
        if let Some(notes) = self.notes.get(&stones)
            && (was_asked(notes)
                || matches!(notes.estimate, Some((Estimate::Lost, _)))
                || notes.best.as_ref().is_some_and(|best| best.pairs == 0))
        {
            return Ok(within(notes.best.clone()));
        }
        if let Some(proof) = self.leaf(stones)? {
            return Ok(Attempt::Proof(proof));
        }
        let filled = self.filled(stones);
        if filled_stones(&filled) != stones {
            let found = self.find(filled_stones(&filled), deviations, most)?;
            let Attempt::Proof(proof) = found else { return Ok(found) };
            return Ok(Attempt::Proof(self.unfilled(stones, filled, proof)));
        }
        let fits = |proof: &&Rc<ShortProof>| {
            proof.stones[WINNER].is_subset(stones[WINNER]) && proof.carrier.is_disjoint(stones[LOSER])
        };
        let best = self.proofs.iter().filter(fits).min_by_key(|proof| proof.pairs).cloned();
        let solved = self.known_to_the_solver(stones);
        let mut best = best.into_iter().chain(solved).min_by_key(|proof| proof.pairs);
        if let Some(best) = best.as_ref().filter(|best| best.pairs == 0) {
            return Ok(Attempt::Proof(best.clone()));
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
        if let Some((parts, pairs)) = self.cover(stones, deviations, bound)? {
            best = Some(self.keep(ShortProof::assemble(stones, parts, pairs)));
        }
        let notes = self.notes.entry(stones).or_default();
        notes.asked = Some((deviations, bound));
        notes.best.clone_from(&best);
        Ok(within(best))
    }

    pub(super) fn filled(&self, stones: Stones) -> Filled {
        fill(&self.boards, stones, CellSet::EMPTY)
    }

    /// The proof of a position by one in which dead and captured cells are filled.
    fn unfilled(&mut self, stones: Stones, filled: Filled, proof: Rc<ShortProof>) -> Rc<ShortProof> {
        let pairs = proof.pairs;
        let part = ProofPart::Filled { filled: filled.into(), proof };
        self.keep(ShortProof::assemble(stones, vec![part], pairs))
    }

    /// The proof of a leaf: a virtual connection, or a position that decomposes if these are looked
    /// for.
    pub(super) fn leaf(&mut self, stones: Stones) -> Result<Option<Rc<ShortProof>>, Stop> {
        let effort = self.decomposer.as_ref().map_or(0, Decomposer::effort);
        self.leaf_within(stones, effort)
    }

    /// The same with so many positions for each question whether it decomposes.
    pub(super) fn leaf_within(
        &mut self,
        stones: Stones,
        effort: u64,
    ) -> Result<Option<Rc<ShortProof>>, Stop> {
        if let Some(notes) = self.notes.get(&stones) {
            match &notes.best {
                Some(best) if best.pairs == 0 => return Ok(Some(best.clone())),
                _ if notes.no_leaf.is_some_and(|asked| effort <= asked) => return Ok(None),
                _ => {}
            }
        }
        let filled = self.filled(stones);
        let found = if filled_stones(&filled) != stones {
            let found = self.leaf_within(filled_stones(&filled), effort)?;
            found.map(|proof| self.unfilled(stones, filled, proof))
        } else {
            let part = match (self.build(stones).full, &mut self.decomposer) {
                (Some(area), _) => Some(ProofPart::Connected(area)),
                (None, Some(decomposer)) if self.stopped.is_none() => {
                    let parts = self.meter.look().and_then(|()| decomposer.parts(stones, effort));
                    self.stopped = parts.as_ref().err().copied();
                    parts.ok().flatten().map(ProofPart::Decomposed)
                }
                _ => None,
            };
            part.map(|part| self.keep(ShortProof::assemble(stones, vec![part], 0)))
        };
        if found.is_none() && self.stopped.is_none() {
            self.notes.entry(stones).or_default().no_leaf = Some(effort);
        }
        Ok(found)
    }

    fn keep(&mut self, proof: ShortProof) -> Rc<ShortProof> {
        let proof = Rc::new(proof);
        let notes = self.notes.entry(proof.stones).or_default();
        if notes.best.as_ref().is_none_or(|best| best.pairs > proof.pairs) {
            notes.best = Some(proof.clone());
            let is_leaf = |part: &ProofPart| {
                matches!(part, ProofPart::Connected(_) | ProofPart::Decomposed(_) | ProofPart::Filled { .. })
            };
            if proof.pairs > 0 || !proof.parts.iter().all(is_leaf) {
                self.proofs.push(proof.clone());
            }
        }
        proof
    }

    /// Writes a proof into the ledger.
    fn derive(&mut self, proof: &ShortProof, ledger: &mut Ledger) -> Entry {
        let parts: Vec<(Option<Cell>, Entry)> =
            proof.parts.iter().map(|part| self.derive_part(proof, part, ledger)).collect();
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
        let common = proof.stones[WINNER];
        let step = ledger.add(Step::Or { parts, stones: common, formula: None });
        Entry { stones: stones.or(common), carrier: carrier.minus(common), step }
    }

    fn derive_part(
        &mut self,
        of: &ShortProof,
        part: &ProofPart,
        ledger: &mut Ledger,
    ) -> (Option<Cell>, Entry) {
        match part {
            ProofPart::Answer { reply, proof } => (Some(*reply), self.derive(proof, ledger)),
            ProofPart::Connected(area) => (None, self.derive_connection(of, *area, ledger)),
            ProofPart::Threat(area) => {
                self.build_again(of);
                let links = &self.links[WINNER];
                let (_, id) = links.threats().find(|threat| threat.0 == *area).expect("it was there before");
                (Some(links.key(id)), links.derive(&self.boards[WINNER], id, ledger))
            }
            ProofPart::Decomposed(parts) => {
                let decomposer = self.decomposer.as_mut().expect("it found these parts");
                (None, decomposer.derive(parts, ledger))
            }
            ProofPart::Filled { filled, proof } => {
                let entry = self.derive(proof, ledger);
                (None, release(&self.boards[WINNER], ledger, WINNER, filled, None, entry))
            }
            ProofPart::Solved(entry) => {
                let (solved, _) = self.solver.proved(self.boards[WINNER].geometry.owner);
                (None, Entry { step: solved.copy(entry.step, ledger), ..*entry })
            }
        }
    }

    fn build_again(&mut self, of: &ShortProof) -> Found {
        let empty = self.empty(of.stones);
        self.links[WINNER].build(&self.boards[WINNER], of.stones[WINNER], empty, Until::Full)
    }

    fn derive_connection(&mut self, of: &ShortProof, area: CellSet, ledger: &mut Ledger) -> Entry {
        let found = self.build_again(of);
        let (links, board) = (&self.links[WINNER], &self.boards[WINNER]);
        if let Found::Full(id) = found {
            return links.derive(board, id, ledger);
        }
        // The or-rule once more: threats without a common cell.
        let mut threats: Vec<(CellSet, u32)> =
            links.threats().filter(|threat| threat.0.is_subset(area)).collect();
        thin_out(&mut threats, |threat| threat.0);
        let derived: Vec<(Cell, Entry)> =
            threats.iter().map(|&(_, id)| (links.key(id), links.derive(board, id, ledger))).collect();
        let stones = derived.iter().fold(CellSet::EMPTY, |all, part| all.or(part.1.stones));
        let parts = derived.iter().map(|&(key, entry)| (Some(key), entry.step)).collect();
        let formula = Some(Formula::win(&board.geometry));
        let step = ledger.add(Step::Or { parts, stones: CellSet::EMPTY, formula });
        Entry { stones, carrier: area.minus(stones), step }
    }
}

/// The stones after a fill; what the winner cannot use is the loser's.
pub(super) fn filled_stones(filled: &Filled) -> Stones {
    Stones([filled.stones[WINNER], filled.lost(WINNER)])
}
