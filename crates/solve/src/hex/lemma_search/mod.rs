//! Proof or refutation of a statement about connections: any formula, any carrier.
//!
//! And/or search inside the carrier with proof sets on both sides. A settled position leaves behind
//! what its winner needed: own stones and empty cells. The opponent's next try must disturb every
//! set found so far (*must-play*), and a position that contains an earlier set is settled by it
//! (*subsumption*). Both work for either side, which is what makes the search small (compare
//! Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck, Solving 7×7 Hex: virtual connections
//! and game-state reduction, 2003, for the one-sided form). Positions that pairs of cells decide,
//! and the threats to decide one in that way, are seen at once (`miai`): the 19 cells of the
//! fourth-row template take 59 positions instead of twelve million.
//!
//! Out: the derivation of [`hissho_certificate::hex`], or the opponent's refutation in the same
//! language. Ends because each move fills a cell. Cost: a look into the stored sets
//! ([`super::statement_index`]), a look for pairs after each move, and a banded linear system for
//! each pair of stones in the formula, per position.

use hissho_certificate::hex::{Derivation, Formula, Geometry, Step};
use hissho_rules::hex::{Cell, CellSet};

use super::board::{EVERYTHING, HexBoard};
use super::ledger::{Entry, Ledger, thin_out};
use super::resistance;
use super::statement_index::{Fact, StatementIndex};
use crate::limits::{Meter, Stop};

pub mod edge;
pub mod miai;
pub mod templates;

use miai::{DecidedByMiai, Miai};

/// The question: can the owner make `formula` true, the opponent moving first in `carrier`?
#[derive(Clone, Debug)]
pub struct LemmaQuestion<'a> {
    /// Board and owner.
    pub geometry: &'a Geometry,
    /// The owner's stones, edges included.
    pub stones: CellSet,
    /// The empty cells.
    pub carrier: CellSet,
    /// What is to become true.
    pub formula: &'a Formula,
}

/// The answer, with its steps.
#[derive(Clone, Debug)]
pub enum LemmaVerdict {
    /// It can; the carrier that was needed, and the steps.
    Holds(CellSet, Vec<Step>),
    /// It cannot; the opponent's first move if one is needed, and the steps of the refutation.
    Fails(Option<Cell>, Vec<Step>),
}

/// Answers the question.
pub fn decide(question: &LemmaQuestion<'_>, meter: &Meter) -> Result<LemmaVerdict, Stop> {
    let mut search = LemmaSearch::new(question, meter);
    let SettledLemma { winner, proof } = search.visit(question.stones, CellSet::EMPTY, DEFENDER)?;
    let step = search.step(&proof, winner);
    let steps = search.sides[winner].ledger.extract(step);
    Ok(match winner {
        OWNER => LemmaVerdict::Holds(proof.entry.carrier, steps),
        _ => LemmaVerdict::Fails(proof.reply, steps),
    })
}

/// The owner's answer once the opponent has `taken` cells of the carrier: the reply if one is
/// needed, the empty cells needed after it, and the steps; `None` if there is no answer.
pub fn answer(
    question: &LemmaQuestion<'_>,
    taken: CellSet,
    meter: &Meter,
) -> Result<Option<LemmaAnswer>, Stop> {
    let mut search = LemmaSearch::new(question, meter);
    let SettledLemma { winner, proof } = search.visit(question.stones, taken, OWNER)?;
    if winner != OWNER {
        return Ok(None);
    }
    let step = search.step(&proof, OWNER);
    let carrier = proof.reply.map_or(proof.entry.carrier, |reply| proof.entry.carrier.without(reply));
    Ok(Some((proof.reply, carrier, search.sides[OWNER].ledger.extract(step))))
}

/// A reply if one is needed, the empty cells needed after it, and the steps.
pub type LemmaAnswer = (Option<Cell>, CellSet, Vec<Step>);

/// Proves the statement and, for each cell of its carrier, refutes it without the cell. What was
/// proved on the way stays valid when the opponent gets a cell, so all these searches share it.
pub fn decide_minimal(question: &LemmaQuestion<'_>, meter: &Meter) -> Result<Minimality, Stop> {
    let mut search = LemmaSearch::new(question, meter);
    let SettledLemma { winner, proof } = search.visit(question.stones, CellSet::EMPTY, DEFENDER)?;
    let step = search.step(&proof, winner);
    let steps = search.sides[winner].ledger.extract(step);
    if winner != OWNER {
        return Ok(Minimality::Fails(proof.reply, steps));
    }
    let (mut cells, mut conclusions) = (Vec::new(), Vec::new());
    let (mut superfluous, mut refuted) = (CellSet::EMPTY, CellSet::EMPTY);
    for cell in question.carrier.cells() {
        if refuted.contains(cell) {
            continue;
        }
        let SettledLemma { winner, proof } = search.visit(question.stones, CellSet::of(cell), DEFENDER)?;
        if winner == OWNER {
            superfluous = superfluous.with(cell);
            continue;
        }
        let step = search.step(&proof, DEFENDER);
        // The opponent has one cell and takes the other: the same stones whichever comes first.
        for cell in [Some(cell), proof.reply].into_iter().flatten().filter(|cell| !refuted.contains(*cell)) {
            cells.push(cell);
            conclusions.push(step);
        }
        refuted = refuted.with(cell).or(proof.reply.map_or(CellSet::EMPTY, CellSet::of));
    }
    let mut derivation = Derivation { steps, ..Derivation::default() };
    if !superfluous.is_empty() {
        return Ok(Minimality::Superfluous(superfluous, derivation));
    }
    let (barring, numbers) = search.sides[DEFENDER].ledger.extract_all(&conclusions);
    derivation.barring = barring;
    derivation.refutations = cells.into_iter().zip(numbers).collect();
    derivation.refutations.sort_unstable();
    Ok(Minimality::Minimal(derivation))
}

/// What [`decide_minimal`] finds.
#[derive(Clone, Debug)]
pub enum Minimality {
    /// It holds, and no cell can be left out.
    Minimal(Derivation),
    /// It holds, and would hold without any one of these cells.
    Superfluous(CellSet, Derivation),
    /// It does not hold.
    Fails(Option<Cell>, Vec<Step>),
}

/// What past successes of a cell count beside the current through it.
const HISTORY: f32 = 0.02;

const OWNER: usize = 0;
const DEFENDER: usize = 1;

/// What one side has proved so far.
#[derive(Default)]
struct LemmaSide {
    ledger: Ledger,
    /// Won with the other side to move.
    replies: StatementIndex,
    /// Won with this side to move.
    attacks: StatementIndex,
}

#[derive(Clone, Copy)]
struct SettledLemma {
    winner: usize,
    proof: Reason,
}

/// A reason why one side wins.
#[derive(Clone, Copy)]
struct Reason {
    /// The winner's move, if the winner was to move and needs one.
    reply: Option<Cell>,
    /// Stones and carrier before the reply, which is in the carrier; the step after it.
    entry: Entry,
    /// What the step is still to be made of.
    decided: Option<DecidedByMiai>,
}

impl Reason {
    fn known(reply: Option<Cell>, entry: Entry) -> Reason {
        Reason { reply, entry, decided: None }
    }
    fn decided(reply: Option<Cell>, decided: DecidedByMiai) -> Reason {
        let entry = decided.entry();
        let entry = reply.map_or(entry, |cell| before(entry, cell));
        Reason { reply, entry, decided: Some(decided) }
    }
}

/// The statement as seen before the winner's move.
fn before(entry: Entry, cell: Cell) -> Entry {
    Entry { stones: entry.stones.without(cell), carrier: entry.carrier.with(cell), step: entry.step }
}

struct LemmaSearch<'a> {
    question: &'a LemmaQuestion<'a>,
    meter: &'a Meter,
    sides: [LemmaSide; 2],
    history: [[u32; 128]; 2],
    board: HexBoard,
    miai: Miai<'a>,
    /// The stones the formula joins, and how their resistance counts: of several that are all to be
    /// joined the worst matters most, of several of which one is to be joined the best.
    joins: Vec<([Cell; 2], i32)>,
}

impl<'a> LemmaSearch<'a> {
    fn new(question: &'a LemmaQuestion<'a>, meter: &'a Meter) -> LemmaSearch<'a> {
        let mut joins = Vec::new();
        collect_joins(question.formula, 0, &mut joins);
        let LemmaQuestion { geometry, formula, stones, carrier } = *question;
        LemmaSearch {
            question,
            meter,
            sides: Default::default(),
            history: [[0; 128]; 2],
            board: HexBoard::new(geometry.clone()),
            miai: Miai::new(geometry, formula, stones, carrier),
            joins,
        }
    }

    /// Who wins with `mover` to move. `own` are the owner's stones, `other` the opponent's in the
    /// carrier.
    fn visit(&mut self, own: CellSet, other: CellSet, mover: usize) -> Result<SettledLemma, Stop> {
        self.meter.spend(1)?;
        let free = self.question.carrier.minus(own).minus(other);
        let stones = [own, other];
        let loser = 1 - mover;
        for side in [loser, mover] {
            let mut found = None;
            self.sides[side].replies.find(stones[side], stones[1 - side], 0, |fact| {
                found = Some(fact.entry);
                true
            });
            if let Some(entry) = found {
                return Ok(SettledLemma { winner: side, proof: Reason::known(None, entry) });
            }
        }
        let mut attack = None;
        self.attacks_of(mover, stones, |part| {
            attack = Some(part);
            true
        });
        if let Some(proof) = attack {
            return Ok(SettledLemma { winner: mover, proof });
        }
        let mut threats = [Vec::new(), Vec::new()];
        let decided = self.miai.of_owner(own, free, &mut threats[OWNER]).map(|decided| (OWNER, decided));
        let decided = decided.or_else(|| {
            let decided = self.miai.of_opponent(own, other, free, &mut threats[DEFENDER]);
            decided.map(|decided| (DEFENDER, decided))
        });
        if let Some((winner, decided)) = decided {
            return Ok(SettledLemma { winner, proof: Reason::decided(None, decided) });
        }
        let threat = threats[mover].iter().min_by_key(|(_, decided)| decided.entry().carrier.len());
        if let Some(&(cell, decided)) = threat {
            return Ok(SettledLemma { winner: mover, proof: Reason::decided(Some(cell), decided) });
        }
        let threats = threats[loser].iter();
        let mut parts: Vec<Reason> =
            threats.map(|&(cell, decided)| Reason::decided(Some(cell), decided)).collect();
        self.attacks_of(loser, stones, |part| {
            parts.push(part);
            false
        });
        let area = |part: &Reason| part.entry.carrier.minus(stones[loser]);
        let mut must_play = parts.iter().fold(free, |must_play, part| must_play.and(area(part)));
        let scores = if must_play.len() > 1 { self.scores(own, free) } else { vec![] };
        while !must_play.is_empty() {
            let cell = self.choose(must_play, mover, &scores);
            let mut next = stones;
            next[mover] = next[mover].with(cell);
            let SettledLemma { winner, proof } = self.visit(next[OWNER], next[DEFENDER], loser)?;
            if winner == mover {
                self.history[mover][usize::from(cell.0)] += 1;
                if !proof.entry.stones.contains(cell) {
                    return Ok(SettledLemma { winner, proof });
                }
                let proof = Reason { reply: Some(cell), entry: before(proof.entry, cell), ..proof };
                if proof.decided.is_none() {
                    self.sides[mover].attacks.add(Fact { key: Some(cell), entry: proof.entry });
                }
                return Ok(SettledLemma { winner, proof });
            }
            if let Some(reply) = proof.reply {
                self.history[loser][usize::from(reply.0)] += 1;
            }
            must_play = must_play.and(area(&proof));
            parts.push(proof);
        }
        thin_out(&mut parts, |part| area(part).and(free));
        let entry = self.combine(&parts, loser);
        Ok(SettledLemma { winner: loser, proof: Reason::known(None, entry) })
    }

    /// Calls `each` with what is known to be won by a move of `side`, until it answers `true`.
    fn attacks_of(&self, side: usize, stones: [CellSet; 2], mut each: impl FnMut(Reason) -> bool) {
        let [own, other] = stones;
        self.sides[side].attacks.find(stones[side], stones[1 - side], 0, |fact| {
            let cell = fact.key.filter(|cell| !own.or(other).contains(*cell));
            cell.is_some() && each(Reason::known(cell, fact.entry))
        });
    }

    /// One statement out of parts whose areas have no common cell.
    fn combine(&mut self, parts: &[Reason], side: usize) -> Entry {
        if let [part @ Reason { reply: None, .. }] = parts {
            return Entry { step: self.step(part, side), ..part.entry };
        }
        let stones = parts.iter().fold(CellSet::EMPTY, |all, part| all.or(part.entry.stones));
        // What all parts need and the opponent cannot take is a stone of this side already.
        let common = parts.iter().fold(EVERYTHING, |all, part| all.and(part.entry.carrier)).minus(stones);
        let stones = stones.or(common);
        let carrier = parts.iter().fold(CellSet::EMPTY, |all, part| all.or(part.entry.carrier)).minus(stones);
        let steps = parts.iter().map(|part| (part.reply, self.step(part, side))).collect();
        let step = Step::Or { parts: steps, stones: common, formula: None };
        let entry = Entry { stones, carrier, step: self.sides[side].ledger.add(step) };
        self.sides[side].replies.add(Fact { key: None, entry });
        entry
    }

    /// The step of a part, written down if it is not yet.
    fn step(&mut self, part: &Reason, side: usize) -> usize {
        let ledger = &mut self.sides[side].ledger;
        match part.decided {
            None => part.entry.step,
            Some(decided) if side == OWNER => self.miai.derive_owner(&decided, ledger),
            Some(decided) => self.miai.derive_opponent(&decided, ledger),
        }
    }

    /// How much of the owner's current between the stones in question passes through each cell.
    fn scores(&self, own: CellSet, free: CellSet) -> Vec<f32> {
        let mut scores = vec![0.0; self.question.geometry.size.cells()];
        let stones = own.and(self.question.geometry.size.all());
        for &(ends, power) in &self.joins {
            let (flow, resistance) = resistance::currents_between(&self.board, stones, free, ends);
            let weight = resistance.powi(power);
            scores.iter_mut().zip(flow).for_each(|(score, flow)| *score += weight * flow);
        }
        scores
    }

    fn choose(&self, among: CellSet, mover: usize, scores: &[f32]) -> Cell {
        let score = |cell: Cell| {
            let at = usize::from(cell.0);
            let history = self.history[mover][at] + self.history[1 - mover][at];
            scores.get(at).copied().unwrap_or(0.0) + HISTORY * (1.0 + history as f32).ln()
        };
        let best = among.cells().max_by(|&a, &b| score(a).total_cmp(&score(b)));
        best.expect("the caller has a cell to choose")
    }
}

fn collect_joins(formula: &Formula, power: i32, joins: &mut Vec<([Cell; 2], i32)>) {
    match formula {
        Formula::Joined(a, b) => joins.push(([*a, *b], power)),
        Formula::And(parts) => parts.iter().for_each(|part| collect_joins(part, 1, joins)),
        Formula::Or(parts) => parts.iter().for_each(|part| collect_joins(part, -1, joins)),
    }
}
