//! A short proof along a strategy written as patterns.
//!
//! A strategy that people found ([`super::super::patterns`]; Yang, Liao and Pawlak, On a decomposition method for finding
//! winning strategies in Hex, 2001) says which answers are worth looking at, and into which
//! regions a position falls after them. Only that is taken from it: the moves it groups, the answer, the cells that are
//! left. A position that is a leaf needs no more of it; what stands beside the rest (a bridge, a promise about an edge)
//! is kept beside it ([`super::super::beside`]); a move without an answer gets one that makes a leaf at once, or the
//! solver's. Where the position is its own half turn, half of the answers will do.
//!
//! Cost: a leaf to be looked for per position of the strategy, some hundreds in those known.

use std::rc::Rc;

use hissho_certificate::hex::{Formula, Motion, Step};
use hissho_rules::hex::{Cell, CellSet, Position};

use super::super::beside::bridges;
use super::super::derivation::{Entry, Ledger, statements_of, thin_out};
use super::super::length::Length;
use super::super::patterns::{Patterns, Reader, parts_of};
use super::super::search::Search;
use super::{Concise, Estimate, Outcome, Part, Proof, assemble, shorter};
use crate::limits::{Limits, Stop};
use crate::progress::{Progress, Silent};

/// Positions with several regions and at most so many empty cells are looked into without the strategy.
const SMALL: u32 = 45;

/// A pattern and the cells it lies on.
type Region = super::super::patterns::Part;

/// A position: the regions that are left of the board, with the stones.
struct Place {
    regions: Vec<Region>,
    own: u128,
    other: u128,
}

/// What is proved about a position, if anything is.
type Found = Result<Option<Rc<Proof>>, Stop>;

/// An answer and the proof of what follows.
type Answer = (Cell, Rc<Proof>);

fn cells_of(regions: &[Region]) -> u128 {
    regions.iter().flat_map(|(_, cells)| cells).fold(0, |all, cell| all | 1 << cell.0)
}

fn area((reply, proof): &Answer) -> u128 {
    proof.carrier.0 | 1 << reply.0
}

fn is_long(best: &Option<Rc<Proof>>) -> bool {
    best.as_ref().is_none_or(|best| best.pairs > 0)
}

impl Concise<'_> {
    /// The steps of a proof that goes by the strategy, whose first pattern is meant for this position.
    pub fn along(
        &mut self,
        patterns: &Patterns,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Option<Vec<Step>>, Stop> {
        // With no nodes to spend, what is known is just put together.
        self.stopped = self.meter.spend(1).and_then(|()| self.meter.look()).err();
        let geometry = self.lattices[0].geometry.clone();
        let own = position.stones(geometry.owner);
        let cells: Vec<Cell> = position.empty().cells().collect();
        let first = patterns.keys().next().copied().unwrap_or(0);
        let turned =
            |cells: CellSet| -> CellSet { cells.cells().map(|cell| geometry.size.turned(cell)).collect() };
        let meter = Limits::default().start();
        let mut search = Search::new(geometry.size, &meter);
        let reader = &mut Reader::new(&geometry, patterns, &mut search, &meter);
        let symmetric = turned(own) == own && turned(position.empty()) == position.empty();
        let besides = |area: u128| if symmetric { turned(CellSet(area)).0 } else { area };
        let answers = self.answered(reader, &self.place(vec![(first, cells)], own.0), &besides, progress)?;
        let Some(answers) = answers else { return Ok(None) };
        let mut ledger = Ledger::default();
        let mut parts: Vec<(Option<Cell>, Entry)> = Vec::new();
        for (reply, proof) in answers {
            let entry = self.derive(&proof, &mut ledger);
            parts.push((Some(reply), entry));
            if symmetric {
                let step = ledger.add(Step::Move { part: entry.step, motion: Motion::Turn });
                let turned = Entry { stones: turned(entry.stones), carrier: turned(entry.carrier), step };
                parts.push((Some(geometry.size.turned(reply)), turned));
            }
        }
        thin_out(&mut parts, |(reply, entry)| reply.iter().fold(entry.carrier, |all, &cell| all.with(cell)));
        let parts = parts.into_iter().map(|(reply, entry)| (reply, entry.step)).collect();
        // A win that was turned joins the second edge to the first: the step has to say that it is the same.
        let formula = symmetric.then(|| Formula::win(&geometry));
        let step = ledger.add(Step::Or { parts, stones: own, formula });
        Ok(Some(ledger.extract(step)))
    }

    fn place(&self, regions: Vec<Region>, own: u128) -> Place {
        let other = self.board & !own & !cells_of(&regions);
        Place { regions, own, other }
    }

    /// A proof of the position: one that ends at once if there is any, by what is proved about the regions, by what the solver knows, or because the position falls apart.
    fn whole(&mut self, reader: &mut Reader<'_, '_>, place: &Place) -> Found {
        let Place { regions, own, other } = place;
        let (own, other) = (*own, *other);
        if let Some(known) = self.followed.get(&(own, other)) {
            return Ok(known.clone());
        }
        // A position that leads to itself is not proved by that.
        self.followed.insert((own, other), None);
        let mut best = None;
        if regions.len() > 1
            && let Some(steps) = reader.wins(regions, CellSet(own))?
        {
            best = Some(self.given(own, other, steps));
        }
        best = shorter(best, self.known_to_the_solver(own, other));
        if is_long(&best) {
            best = shorter(best, self.leaf(own, other)?);
        }
        if is_long(&best) && self.stopped.is_none() {
            best = shorter(best, self.by_regions(reader, place)?);
        }
        if best.is_none() {
            self.estimate(own, other, self.effort)?;
            best = self.known_to_the_solver(own, other);
        }
        self.followed.insert((own, other), best.clone());
        Ok(best)
    }

    /// A proof by what the strategy says about the regions.
    fn by_regions(&mut self, reader: &mut Reader<'_, '_>, place: &Place) -> Found {
        let Place { regions, own, other } = place;
        let (own, other) = (*own, *other);
        if self.estimate(own, other, self.effort)? == Estimate::Lost {
            return Ok(None);
        }
        if let Some(proof) = self.region_beside(reader, place)? {
            return Ok(Some(proof));
        }
        if regions.len() > 1
            && cells_of(regions).count_ones() <= SMALL
            && let Outcome::Proof(proof) = self.find(own, other, 0, u32::MAX)?
        {
            return Ok(Some(proof));
        }
        let Some(answers) = self.answered(reader, place, &|area| area, &Silent)? else {
            return Ok(None);
        };
        let pairs = self.all_together(&answers);
        let answer = |(reply, proof)| Part::Answer { reply, proof };
        Ok(Some(self.keep(assemble(own, other, answers.into_iter().map(answer).collect(), pairs))))
    }

    /// The proof of a position that consists of these steps.
    fn given(&mut self, own: u128, other: u128, steps: Vec<Step>) -> Rc<Proof> {
        let geometry = &self.lattices[0].geometry;
        let statements = statements_of(geometry, &steps).expect("steps of a reader follow");
        let mut length = Length::new(geometry, self.sigma);
        steps.iter().zip(&statements).for_each(|(step, statement)| length.push(step, statement));
        let last = statements.last().expect("a win has a step").clone();
        let pairs = u32::try_from(length.below(steps.len() - 1)).unwrap_or(u32::MAX);
        let carrier = last.carrier;
        let parts = vec![Part::Given(Rc::new((steps, last)))];
        self.keep(Proof { own, other, carrier, pairs, parts })
    }

    /// A proof in which one of the regions, the largest not, is a link that is kept beside the others.
    fn region_beside(&mut self, reader: &mut Reader<'_, '_>, place: &Place) -> Found {
        let Place { regions, own, other } = place;
        let (own, other) = (*own, *other);
        let largest = regions.iter().map(|region| region.1.len()).max().unwrap_or(0);
        for (place, region) in regions.iter().enumerate().filter(|region| region.1.1.len() < largest) {
            let empty = cells_of(std::slice::from_ref(region)) & !own;
            let mut links = bridges(&self.lattices[0], own, empty);
            if let Some(apart) = &mut self.apart {
                let lost = CellSet(self.board & !own & !empty);
                links.extend(apart.links(CellSet(own), lost, CellSet(empty))?);
            }
            let rest: Vec<Region> = [&regions[..place], &regions[place + 1..]].concat();
            for link in links {
                let Some(proof) = self.whole(reader, &self.place(rest.clone(), own | link.stones.0))? else {
                    continue;
                };
                let steps = self.steps_of(&proof);
                if let Some(whole) = self.with_link(own, other, &link, (&steps, proof.pairs)) {
                    return Ok(Some(whole));
                }
            }
        }
        Ok(None)
    }

    /// Answers to all moves in the regions; `besides` says what else the area of an answer stands for.
    fn answered(
        &mut self,
        reader: &mut Reader<'_, '_>,
        place: &Place,
        besides: &dyn Fn(u128) -> u128,
        progress: &dyn Progress,
    ) -> Result<Option<Vec<Answer>>, Stop> {
        let Place { regions, own, other } = place;
        let (own, other, empty) = (*own, *other, self.board & !own & !other);
        let mut answers: Vec<Answer> = Vec::new();
        let branches = regions.iter().filter_map(|region| reader.patterns.get(&region.0));
        progress.begin("answers of the strategy", branches.map(|branches| branches.len() as u64).sum());
        for (place, (number, cells)) in regions.iter().enumerate() {
            for branch in reader.patterns.get(number).into_iter().flatten() {
                progress.advance(1);
                let Some(&reply) = cells.get(branch.reply).filter(|reply| empty >> reply.0 & 1 == 1) else {
                    continue;
                };
                let others = regions.iter().enumerate().filter(|&(other, _)| other != place);
                let mut left: Vec<Region> = others.map(|(_, region)| region.clone()).collect();
                left.extend(parts_of(branch, cells).into_iter().flatten());
                if let Some(proof) = self.whole(reader, &self.place(left, own | 1 << reply.0))? {
                    answers.push((reply, proof));
                }
            }
        }
        let common = |answers: &[Answer]| {
            answers.iter().fold(empty, |all, answer| all & area(answer) & besides(area(answer)))
        };
        while let Some(cell) = CellSet(common(&answers)).cells().next() {
            let Some(answer) = self.answer_to(own, other, cell)? else { return Ok(None) };
            answers.push(answer);
        }
        answers.sort_by_key(|answer| answer.1.pairs);
        let mut at = answers.len();
        while at > 0 && answers.len() > 1 {
            at -= 1;
            let answer = answers.remove(at);
            if common(&answers) != 0 {
                answers.insert(at, answer);
            }
        }
        Ok(Some(answers))
    }

    /// An answer to a move that the strategy has none for.
    fn answer_to(&mut self, own: u128, other: u128, cell: Cell) -> Result<Option<Answer>, Stop> {
        let other = other | 1 << cell.0;
        let answers = self.answers(own, other);
        for &(_, reply) in answers.iter() {
            if let Some(proof) = self.leaf(own | 1 << reply.0, other)? {
                return Ok(Some((reply, proof)));
            }
        }
        let mut best: Option<Answer> = None;
        for reply in CellSet(self.board & !own & !other).cells() {
            let after = own | 1 << reply.0;
            if best.is_none() && answers.iter().any(|answer| answer.1 == reply) {
                self.estimate(after, other, self.effort)?;
            }
            if let Some(proof) = self.known_to_the_solver(after, other)
                && best.as_ref().is_none_or(|best| proof.pairs < best.1.pairs)
            {
                best = Some((reply, proof));
            }
        }
        Ok(best)
    }

    /// What answers to all moves of a position weigh: those that make a leaf at once nothing.
    fn all_together(&self, answers: &[Answer]) -> u32 {
        let dear = answers.iter().filter(|answer| !self.is_leaf(&answer.1));
        match dear.fold(0, |all: u32, answer| all.saturating_add(answer.1.price())) {
            1 => 0,
            sum => sum,
        }
    }

    fn is_leaf(&self, proof: &Proof) -> bool {
        proof.parts.iter().all(|part| match part {
            Part::Connected(_) | Part::Apart(_) => true,
            Part::Filled { proof, .. } => self.is_leaf(proof),
            Part::Solved(entry) => self.pairs.price(entry.step) == 0,
            Part::Given(_) => proof.pairs == 0,
            Part::Threat(_) | Part::Answer { .. } => false,
        })
    }
}
