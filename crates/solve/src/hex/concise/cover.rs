//! Which answers serve all moves of the loser: those that need no pair, then as few pairs as can be.
//!
//! What the winner threatens by playing twice serves every move outside its cells: first virtual connections and
//! positions that fall apart ([`Easy`]). What is left then is asked of the first choices, with longer proofs.
//!
//! Cost: a question for each pair of answer and move left.

use std::rc::Rc;

use hissho_rules::hex::{Cell, CellSet};

use super::super::apart::Apart;
use super::super::derivation::Entry;
use super::super::length::PRINTED;
use super::{Concise, Estimate, Outcome, Part, Proof};
use crate::limits::Stop;

/// How many nodes the solver may look into for a pair that might be saved.
const NODES_PER_PAIR: u64 = 8;

/// In what share of the effort positions are looked at first, many of them, before a few get all of it.
const QUICKER: u64 = 10;

/// How many nodes the solver may look into to see that an answer wins which might make a leaf.
const GLANCE: u64 = 64;

/// How many moves may be left when no more than the answers to each of them are looked at.
const FEW: u32 = 6;

/// How many answers are looked at that may leave the loser's moves forced.
const FORCING: usize = 4;

/// How many answers without a proof are looked into for one move.
const FAILURES: usize = 4;

/// What needs no pair in a position.
#[derive(Clone, Debug)]
pub(super) struct Easy {
    /// Virtual connections and positions that fall apart, after a move of the winner.
    parts: Vec<Part>,
    /// The loser's moves that none of them serves.
    pub(super) must_play: u128,
}

impl Easy {
    fn serve(&mut self, part: Part) {
        if self.must_play & !part.area() != 0 {
            self.must_play &= part.area();
            self.parts.push(part);
        }
    }
}

/// The groups of moves with one answer each that were chosen for a position.
struct Groups {
    own: u128,
    other: u128,
    /// The moves that none of them serves.
    must_play: u128,
    /// What all of them may weigh.
    most: u32,
    spent: u32,
    /// The moves served, the answer, its proof.
    chosen: Vec<(u128, Cell, Rc<Proof>)>,
}

impl Groups {
    /// What the proof of one more answer may weigh; `None` if no answer is to be had.
    fn can_be(&self) -> Option<u32> {
        self.most.checked_sub(self.spent + 1).map(|left| left.saturating_sub(PRINTED - 1))
    }

    /// The moves still to be served that an answer serves.
    fn serves(&self, (reply, proof): &(Cell, Rc<Proof>)) -> u128 {
        self.must_play & !(proof.carrier.0 | 1 << reply.0)
    }

    fn choose(&mut self, (reply, proof): (Cell, Rc<Proof>)) {
        let served = self.serves(&(reply, proof.clone()));
        self.must_play &= !served;
        self.spent += proof.price();
        self.chosen.push((served, reply, proof));
    }

    /// The one with fewer pairs, or that serves more.
    fn better(
        &self,
        best: Option<(Cell, Rc<Proof>)>,
        answer: (Cell, Rc<Proof>),
    ) -> Option<(Cell, Rc<Proof>)> {
        let value =
            |answer: &(Cell, Rc<Proof>)| (answer.1.pairs, u32::MAX - self.serves(answer).count_ones());
        Some(match best {
            Some(best) if value(&best) <= value(&answer) => best,
            _ => answer,
        })
    }

    /// Leaves out what the others and the parts that need no pair serve as well, the longest first.
    fn prune(&mut self, parts: &[Part]) {
        let area = |(_, reply, proof): &(u128, Cell, Rc<Proof>)| proof.carrier.0 | 1 << reply.0;
        let easy = parts.iter().fold(u128::MAX, |all, part| all & part.area());
        self.chosen.sort_by_key(|group| std::cmp::Reverse(group.2.pairs));
        let mut at = 0;
        while at < self.chosen.len() {
            let others = self.chosen.iter().enumerate().filter(|&(place, _)| place != at);
            if others.fold(easy, |all, (_, group)| all & area(group)) == 0 {
                self.spent -= self.chosen.remove(at).2.price();
            } else {
                at += 1;
            }
        }
    }
}

impl Concise<'_> {
    /// Serves the moves that need no pair.
    pub(super) fn easy(&mut self, own: u128, other: u128) -> Result<Rc<Easy>, Stop> {
        if let Some(easy) = self.easy.get(&(own, other)) {
            return Ok(easy.clone());
        }
        let look = self.look(own, other);
        let threat = |&area: &u128| Part::Threat(area);
        let mut easy = Easy { parts: look.threats.iter().map(threat).collect(), must_play: look.must_play };
        let effort = self.apart.as_ref().map_or(0, Apart::effort);
        let quick = effort / QUICKER;
        if self.apart.is_some() {
            self.recall_leaves(own, other, &mut easy);
        }
        // Only a move that threatens it without an answer can do so after one.
        let mut keys: Vec<Cell> = Vec::new();
        let empty = if easy.must_play.count_ones() > FEW { self.board & !own & !other } else { 0 };
        for key in self.by_current(own, other, empty) {
            if let Some(proof) = self.leaf_within(own | 1 << key.0, other, quick)? {
                keys.push(key);
                easy.serve(Part::Answer { reply: key, proof });
            }
        }
        for cell in self.by_current(own, other, easy.must_play) {
            let bit = 1u128 << cell.0;
            if easy.must_play & bit == 0 {
                continue;
            }
            for &key in keys.iter().filter(|&&key| key != cell) {
                if let Some(proof) = self.leaf_within(own | 1 << key.0, other | bit, quick)? {
                    easy.serve(Part::Answer { reply: key, proof });
                    break;
                }
            }
        }
        // Few answers to what is left win at all: these are worth more.
        for cell in self.by_current(own, other, if self.apart.is_some() { easy.must_play } else { 0 }) {
            let after = other | 1 << cell.0;
            if easy.must_play >> cell.0 & 1 == 0 || self.stopped.is_some() {
                continue;
            }
            let replies = self.replies(own, after);
            for key in self.by_current(own, after, replies) {
                self.stopped = self.stopped.or(self.meter.look().err());
                if self.stopped.is_none()
                    && self.estimate(own | 1 << key.0, after, self.effort.min(GLANCE))? == Estimate::Won
                    && let Some(proof) = self.leaf_within(own | 1 << key.0, after, effort)?
                {
                    easy.serve(Part::Answer { reply: key, proof });
                    break;
                }
            }
        }
        let easy = Rc::new(easy);
        self.easy.insert((own, other), easy.clone());
        Ok(easy)
    }

    /// Serves the moves that a leaf known to the solver serves after a move of the winner.
    fn recall_leaves(&mut self, own: u128, other: u128, easy: &mut Easy) {
        let owner = self.lattices[0].geometry.owner;
        for reply in CellSet(self.board & !own & !other).cells() {
            let after = own | 1 << reply.0;
            let mut known: Vec<Entry> = Vec::new();
            let (_, facts) = self.solver.proved(owner);
            facts.find(after, other, 0, |fact| {
                let area = fact.entry.carrier.0 | 1 << reply.0;
                if easy.must_play & !area != 0 && self.pairs.price(fact.entry.step) == 0 {
                    known.push(fact.entry);
                }
                false
            });
            for entry in known {
                let parts = vec![Part::Solved(entry)];
                let proof = Proof { own: after, other, carrier: entry.carrier, pairs: 0, parts };
                easy.serve(Part::Answer { reply, proof: Rc::new(proof) });
            }
        }
    }

    /// One answer to all of these moves after which everything stays forced.
    fn forced(
        &mut self,
        own: u128,
        other: u128,
        deviations: usize,
        moves: u128,
    ) -> Result<Option<(Cell, Rc<Proof>)>, Stop> {
        let other = other | moves;
        let mut answers = self.answers(own, other).to_vec();
        if self.apart.is_some() {
            let all = std::mem::take(&mut answers);
            for (left, reply) in all {
                if self.estimate(own | 1 << reply.0, other, self.effort.min(GLANCE))? == Estimate::Won {
                    answers.push((left, reply));
                }
            }
        }
        for &(_, reply) in answers.iter() {
            if let Some(proof) = self.leaf(own | 1 << reply.0, other)? {
                return Ok(Some((reply, proof)));
            }
        }
        for &(_, reply) in answers.iter().take(FORCING) {
            if let Outcome::Proof(proof) = self.find(own | 1 << reply.0, other, deviations, 0)? {
                return Ok(Some((reply, proof)));
            }
        }
        Ok(None)
    }

    /// Answers to all moves that need one, at most `most` pairs in all.
    pub(super) fn cover(
        &mut self,
        own: u128,
        other: u128,
        deviations: usize,
        most: u32,
    ) -> Result<Option<(Vec<Part>, u32)>, Stop> {
        let Easy { mut parts, must_play } = self.easy(own, other)?.as_ref().clone();
        if must_play == 0 {
            return Ok(Some((parts, 0)));
        }
        if self.stopped.is_none()
            && let Some((reply, proof)) = self.forced(own, other, deviations, must_play)?
        {
            parts.push(Part::Answer { reply, proof });
            return Ok(Some((parts, 0)));
        }
        if most < 2 {
            return Ok(None);
        }
        let mut groups = Groups { own, other, must_play, most, spent: 0, chosen: vec![] };
        for cell in self.by_current(own, other, groups.must_play) {
            if groups.must_play >> cell.0 & 1 == 0 || self.widened(&mut groups, cell)? {
                continue;
            }
            let Some(left) = groups.can_be() else { return Ok(None) };
            let answers = self.answers(own, other | 1 << cell.0);
            if answers.is_empty() {
                return Ok(None);
            }
            // What is known is to be beaten.
            let mut best = self.shortest_answer(&groups, cell, deviations)?;
            let mut bound = best.as_ref().map_or(left, |best| left.min(best.1.pairs));
            let (mut tried, mut failures) = (0, 0);
            for reply in self.ranked(own, other | 1 << cell.0, &answers)? {
                match self.find(own | 1 << reply.0, other | 1 << cell.0, deviations - tried, bound)? {
                    Outcome::Proof(proof) => {
                        bound = bound.min(proof.pairs);
                        best = groups.better(best, (reply, proof));
                        tried += 1;
                    }
                    Outcome::TooLong => tried += 1,
                    Outcome::Open => failures += 1,
                }
                if tried > deviations || failures > FAILURES {
                    break;
                }
            }
            let Some(best) = best else { return Ok(None) };
            groups.choose(best);
        }
        groups.prune(&parts);
        let spent = groups.spent;
        parts.extend(groups.chosen.into_iter().map(|(_, reply, proof)| Part::Answer { reply, proof }));
        let pairs = if spent == 1 { 0 } else { spent };
        Ok((pairs <= most).then_some((parts, pairs)))
    }

    /// The answer to a move with the shortest proof known, if that is short enough.
    fn shortest_answer(
        &mut self,
        groups: &Groups,
        cell: Cell,
        deviations: usize,
    ) -> Result<Option<(Cell, Rc<Proof>)>, Stop> {
        let (own, other) = (groups.own, groups.other | 1 << cell.0);
        let empty = CellSet(self.board & !own & !other);
        let known = |reply: Cell| Some((self.shortest(own | 1 << reply.0, other)?, reply));
        let Some((pairs, reply)) = empty.cells().filter_map(known).min_by_key(|known| known.0) else {
            return Ok(None);
        };
        if groups.can_be().is_none_or(|left| left < pairs) {
            return Ok(None);
        }
        Ok(match self.find(own | 1 << reply.0, other, deviations, pairs)? {
            Outcome::Proof(proof) => Some((reply, proof)),
            _ => None,
        })
    }

    /// Can an answer already chosen serve one more move with a proof no longer than its own?
    fn widened(&mut self, groups: &mut Groups, cell: Cell) -> Result<bool, Stop> {
        for place in 0..groups.chosen.len() {
            let (moves, reply, proof) = groups.chosen[place].clone();
            if reply == cell || self.stopped.is_some() {
                continue;
            }
            let after = (groups.own | 1 << reply.0, groups.other | moves | 1 << cell.0);
            let nodes = NODES_PER_PAIR * (1 + u64::from(proof.pairs));
            if self.estimate(after.0, after.1, nodes.min(self.effort))? != Estimate::Won {
                continue;
            }
            if let Outcome::Proof(wider) = self.find(after.0, after.1, 0, proof.pairs)? {
                groups.spent = groups.spent + wider.price() - proof.price();
                let served = groups.serves(&(reply, wider.clone()));
                groups.must_play &= !served;
                groups.chosen[place] = (moves | served, reply, wider);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The answers in the order in which they are looked into: the hint, those with the shortest proofs, those that
    /// leave the loser the fewest moves.
    fn ranked(&mut self, own: u128, other: u128, answers: &[(u32, Cell)]) -> Result<Vec<Cell>, Stop> {
        let hint = self.hints.get(&(own, other)).copied();
        let mut cells: Vec<(u32, Cell)> = answers.to_vec();
        let mut shortest: Option<u32> = None;
        for cell in CellSet(self.board & !own & !other).cells() {
            if let Some(pairs) = self.shortest(own | 1 << cell.0, other) {
                shortest = Some(shortest.map_or(pairs, |known| known.min(pairs)));
                if answers.iter().all(|answer| answer.1 != cell) {
                    cells.push((u32::MAX, cell));
                }
            }
        }
        // As long as there is no proof the questions become longer. A proof shorter than the shortest ought to be
        // found with few nodes; what is not is not looked into.
        let mut nodes = NODES_PER_PAIR;
        while shortest.is_none() && nodes < self.effort {
            nodes = self.effort.min(nodes * NODES_PER_PAIR);
            for &(_, cell) in &cells {
                let after = own | 1 << cell.0;
                if self.estimate(after, other, nodes)? == Estimate::Won {
                    shortest = self.shortest(after, other);
                    break;
                }
            }
        }
        let mut ranked = Vec::new();
        for (left, cell) in cells {
            let after = own | 1 << cell.0;
            if self.stopped.is_some() && shortest.is_some() && self.shortest(after, other) != shortest {
                continue;
            }
            let enough = |pairs: u32| self.effort.min(NODES_PER_PAIR * (1 + u64::from(pairs)));
            let estimate = self.estimate(after, other, shortest.map_or(nodes, enough))?;
            let pairs = self.shortest(after, other);
            shortest = shortest.into_iter().chain(pairs).min();
            let pairs = pairs.unwrap_or(u32::MAX);
            // Of what the solver does not see to be won only a hint is looked into if a proof is known.
            let hinted = Some(cell) == hint;
            if estimate == Estimate::Lost || estimate == Estimate::Unknown && shortest.is_some() && !hinted {
                continue;
            }
            if self.apart.is_some() && self.stopped.is_none() {
                ranked.push((!hinted, self.moves_left(after, other)?, pairs, cell));
            } else {
                ranked.push((!hinted, pairs, left, cell));
            }
        }
        ranked.sort_unstable_by_key(|&(rank, pairs, left, cell)| (rank, pairs, left, cell.0));
        Ok(ranked.into_iter().map(|ranked| ranked.3).collect())
    }

    /// How many moves of the loser have no answer that connects, or makes the position fall apart, at once.
    fn moves_left(&mut self, own: u128, other: u128) -> Result<u32, Stop> {
        if self.leaf(own, other)?.is_some() {
            return Ok(0);
        }
        let filled = self.filled(own, other);
        Ok(self.easy(filled.stones[0], filled.lost(0))?.must_play.count_ones())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(reply: u8, carrier: u128, pairs: u32) -> (Cell, Rc<Proof>) {
        let proof = Proof { own: 0, other: 0, carrier: CellSet(carrier), pairs, parts: vec![] };
        (Cell(reply), Rc::new(proof))
    }

    #[test]
    fn answers_serve_what_they_do_without_and_are_left_out_where_others_do() {
        let mut groups =
            Groups { own: 0, other: 0, must_play: 0b1111, most: 3 * PRINTED, spent: 0, chosen: vec![] };
        assert_eq!(groups.can_be(), Some(2 * PRINTED));
        groups.choose(answer(4, 0b1100, PRINTED));
        assert_eq!((groups.must_play, groups.spent), (0b1100, 2 * PRINTED));
        let few = answer(5, 0b1011, 0);
        let more = answer(6, 0b0011, 0);
        let best = groups.better(Some(few), more.clone());
        assert_eq!(best.as_ref().map(|best| best.0), Some(more.0), "it serves both");
        groups.choose(more);
        assert_eq!((groups.must_play, groups.spent), (0, 2 * PRINTED + 1));
        groups.choose(answer(7, 0, 0));
        // The last answer does for all moves but the one on its own cell.
        groups.prune(&[]);
        assert_eq!(groups.chosen.iter().map(|group| group.1.0).collect::<Vec<_>>(), [6, 7]);
        assert_eq!(groups.spent, 2);
        assert_eq!(groups.can_be(), Some(2 * PRINTED - 2));
        let spent = Groups { most: 1, ..groups };
        assert_eq!(spent.can_be(), None);
    }
}
