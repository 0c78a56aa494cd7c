//! Proof or refutation of a statement about connections: any formula, any carrier.
//!
//! And/or search inside the carrier with proof sets on both sides. A settled position leaves behind what its winner
//! needed: own stones and empty cells. The opponent's next try must disturb every set found so far (*must-play*), and
//! a position that contains an earlier set is settled by it (*subsumption*). Both work for either side, which is
//! what makes the search small: the 19 cells of the fourth-row template take about a thousand positions instead of
//! twelve million (compare Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck, Solving 7×7 Hex: virtual
//! connections and game-state reduction, 2003, for the one-sided form).
//!
//! Out: the derivation of [`certificate::connection`], or the opponent's refutation in the same language.
//! Ends because each move fills a cell. Cost: one look into the stored sets ([`super::known`]) and two banded linear
//! systems per position.

use certificate::connection::{Derivation, Formula, Geometry, Relation, Step};
use rules::hex::{Cell, CellSet};

use super::derivation::{Entry, Ledger, thin_out};
use super::known::{Fact, Known};
use super::links::Lattice;
use super::order;
use crate::limits::{Meter, Stop};

/// The question: can the owner make `formula` true, the opponent moving first in `carrier`?
#[derive(Clone, Debug)]
pub struct Question<'a> {
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
pub enum Verdict {
    /// It can; the carrier that was needed, and the steps.
    Holds(CellSet, Vec<Step>),
    /// It cannot; the opponent's first move if one is needed, and the steps of the refutation.
    Fails(Option<Cell>, Vec<Step>),
}

/// Answers the question.
pub fn decide(question: &Question<'_>, meter: &Meter) -> Result<Verdict, Stop> {
    let mut search = Search::new(question, meter);
    let Settled { winner, reply, entry } = search.visit(question.stones, CellSet::EMPTY, DEFENDER)?;
    let steps = search.sides[winner].ledger.extract(entry.step);
    Ok(match winner {
        OWNER => Verdict::Holds(entry.carrier, steps),
        _ => Verdict::Fails(reply, steps),
    })
}

/// Proves the statement and, for each cell of its carrier, refutes it without the cell. What was proved on the way
/// stays valid when the opponent gets a cell, so all these searches share it.
pub fn decide_minimal(question: &Question<'_>, meter: &Meter) -> Result<Minimality, Stop> {
    let mut search = Search::new(question, meter);
    let Settled { winner, reply, entry } = search.visit(question.stones, CellSet::EMPTY, DEFENDER)?;
    let steps = search.sides[winner].ledger.extract(entry.step);
    if winner != OWNER {
        return Ok(Minimality::Fails(reply, steps));
    }
    let (mut cells, mut conclusions) = (Vec::new(), Vec::new());
    let mut superfluous = CellSet::EMPTY;
    for cell in question.carrier.cells() {
        let settled = search.visit(question.stones, CellSet::of(cell), DEFENDER)?;
        if settled.winner == OWNER {
            superfluous = superfluous.with(cell);
        } else {
            cells.push(cell);
            conclusions.push(settled.entry.step);
        }
    }
    let mut derivation = Derivation { steps, ..Derivation::default() };
    if !superfluous.is_empty() {
        return Ok(Minimality::Superfluous(superfluous, derivation));
    }
    let (barring, numbers) = search.sides[DEFENDER].ledger.extract_all(&conclusions);
    derivation.barring = barring;
    derivation.refutations = cells.into_iter().zip(numbers).collect();
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
struct Side {
    ledger: Ledger,
    /// Won with the other side to move.
    replies: Known,
    /// Won with this side to move.
    attacks: Known,
}

#[derive(Clone, Copy)]
struct Settled {
    winner: usize,
    /// The winner's move, if the winner was to move and needs one.
    reply: Option<Cell>,
    /// Statement after the reply.
    entry: Entry,
}

struct Search<'a> {
    question: &'a Question<'a>,
    meter: &'a Meter,
    sides: [Side; 2],
    history: [[u32; 128]; 2],
    lattice: Lattice,
    /// The pairs of stones the formula speaks of.
    pairs: Vec<(Cell, Cell)>,
}

impl<'a> Search<'a> {
    fn new(question: &'a Question<'a>, meter: &'a Meter) -> Search<'a> {
        let mut pairs = Vec::new();
        collect_pairs(question.formula, &mut pairs);
        Search {
            question,
            meter,
            sides: Default::default(),
            history: [[0; 128]; 2],
            lattice: Lattice::new(question.geometry.clone()),
            pairs,
        }
    }

    /// Who wins with `mover` to move. `own` are the owner's stones, `other` the opponent's in the carrier.
    fn visit(&mut self, own: CellSet, other: CellSet, mover: usize) -> Result<Settled, Stop> {
        self.meter.spend(1)?;
        let free = self.question.carrier.minus(own).minus(other);
        let stones = [own, other];
        let loser = 1 - mover;
        for side in [loser, mover] {
            let mut found = None;
            self.sides[side].replies.find(stones[side].0, stones[1 - side].0, 0, |fact| {
                found = Some(fact.entry);
                true
            });
            if let Some(entry) = found {
                return Ok(Settled { winner: side, reply: None, entry });
            }
        }
        if let Some(entry) = self.leaf(own, other, free) {
            let winner = if entry.1 { OWNER } else { DEFENDER };
            self.sides[winner].replies.add(Fact { key: None, entry: entry.0 });
            return Ok(Settled { winner, reply: None, entry: entry.0 });
        }
        let attacks_of = |side: usize, each: &mut dyn FnMut(Cell, Entry) -> bool| {
            self.sides[side].attacks.find(stones[side].0, stones[1 - side].0, 0, |fact| {
                fact.key.is_some_and(|cell| free.contains(cell) && each(cell, fact.entry))
            });
        };
        let mut attack = None;
        attacks_of(mover, &mut |cell, entry| {
            attack = Some((cell, entry));
            true
        });
        if let Some((cell, entry)) = attack {
            // The stored sets are those before the move; the step's own stones include the cell.
            return Ok(Settled { winner: mover, reply: Some(cell), entry });
        }
        let mut parts: Vec<(Option<Cell>, Entry)> = Vec::new();
        attacks_of(loser, &mut |cell, entry| {
            parts.push((Some(cell), entry));
            false
        });
        let area = |part: &(Option<Cell>, Entry)| part.1.carrier.minus(stones[loser]);
        let mut must_play = parts.iter().fold(free, |must_play, part| must_play.and(area(part)));
        let scores = if must_play.len() > 1 { self.scores(own, free) } else { vec![] };
        while !must_play.is_empty() {
            let cell = self.choose(must_play, mover, &scores);
            let mut next = stones;
            next[mover] = next[mover].with(cell);
            let settled = self.visit(next[OWNER], next[DEFENDER], loser)?;
            if settled.winner == mover {
                self.history[mover][usize::from(cell.0)] += 1;
                let entry = settled.entry;
                let attack = Entry {
                    stones: entry.stones.without(cell),
                    carrier: entry.carrier.with(cell),
                    step: entry.step,
                };
                if entry.stones.contains(cell) {
                    self.sides[mover].attacks.add(Fact { key: Some(cell), entry: attack });
                }
                let reply = entry.stones.contains(cell).then_some(cell);
                return Ok(Settled { winner: mover, reply, entry: attack_or(entry, attack, reply) });
            }
            if let Some(reply) = settled.reply {
                self.history[loser][usize::from(reply.0)] += 1;
            }
            let part = (settled.reply, settled.entry);
            must_play = must_play.and(area(&part));
            parts.push(part);
        }
        thin_out(&mut parts, |part| area(part).and(free));
        let entry = self.combine(&parts, loser);
        Ok(Settled { winner: loser, reply: None, entry })
    }

    /// One statement out of parts whose areas have no common cell.
    fn combine(&mut self, parts: &[(Option<Cell>, Entry)], side: usize) -> Entry {
        if let [(None, entry)] = parts {
            return *entry;
        }
        let stones = parts.iter().fold(CellSet::EMPTY, |all, part| all.or(part.1.stones));
        // What all parts need and the opponent cannot take is a stone of this side already.
        let common = parts.iter().fold(CellSet(u128::MAX), |all, part| all.and(part.1.carrier)).minus(stones);
        let stones = stones.or(common);
        let carrier = parts.iter().fold(CellSet::EMPTY, |all, part| all.or(part.1.carrier)).minus(stones);
        let steps = parts.iter().map(|(reply, entry)| (*reply, entry.step)).collect();
        let step = Step::Or { parts: steps, stones: common, formula: None };
        let entry = Entry { stones, carrier, step: self.sides[side].ledger.add(step) };
        self.sides[side].replies.add(Fact { key: None, entry });
        entry
    }

    /// A position decided on the spot, with as few stones as keep it decided; `true` when the owner has won.
    fn leaf(&mut self, own: CellSet, other: CellSet, free: CellSet) -> Option<(Entry, bool)> {
        let Question { geometry, formula, .. } = *self.question;
        let holds = |stones: CellSet| formula.holds(&Relation::of_stones(geometry, stones));
        if holds(own) {
            let points = formula.points();
            let needed = own.minus(points).cells().fold(own, |needed, cell| {
                if holds(needed.without(cell)) { needed.without(cell) } else { needed }
            });
            let step = Step::Link { stones: needed, formula: formula.clone() };
            let step = self.sides[OWNER].ledger.add(step);
            return Some((Entry { stones: needed, carrier: CellSet::EMPTY, step }, true));
        }
        if holds(own.or(free)) {
            return None;
        }
        let region = self.question.stones.or(self.question.carrier);
        let needed = other.cells().fold(other, |needed, cell| {
            if holds(region.minus(needed.without(cell))) { needed } else { needed.without(cell) }
        });
        let step = self.sides[DEFENDER].ledger.add(Step::Bar { stones: needed });
        Some((Entry { stones: needed, carrier: CellSet::EMPTY, step }, false))
    }

    /// How much of the owner's current between the stones in question passes through each cell.
    fn scores(&self, own: CellSet, free: CellSet) -> Vec<f32> {
        let mut scores = vec![0.0; self.question.geometry.size.cells()];
        let stones = own.and(self.question.geometry.size.all()).0;
        for &(from, to) in &self.pairs {
            let flow = order::currents_between(&self.lattice, stones, free.0, [from, to]).0;
            scores.iter_mut().zip(flow).for_each(|(score, flow)| *score += flow);
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

fn collect_pairs(formula: &Formula, pairs: &mut Vec<(Cell, Cell)>) {
    match formula {
        Formula::Joined(a, b) => pairs.push((*a, *b)),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| collect_pairs(part, pairs)),
    }
}

/// The statement as seen before the winner's move, when the move is needed.
fn attack_or(entry: Entry, attack: Entry, reply: Option<Cell>) -> Entry {
    if reply.is_some() { attack } else { entry }
}
