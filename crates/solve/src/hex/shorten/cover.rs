//! Which answers serve all moves of the loser: those that need no pair, then as few pairs as can
//! be.
//!
//! What the winner threatens by playing twice serves every move outside its cells: virtual
//! connections, and positions that decompose ([`FreeAnswers`]). What is left then is asked of the
//! first choices, with longer proofs. Of answers with equally many pairs the one wins whose proof
//! serves most of the other moves, and a move not served is first offered to the answers already
//! chosen.
//!
//! Cost: a question for each pair of answer and move left.

use std::rc::Rc;

use hissho_rules::hex::{Cell, CellSet};

use super::super::board::{EVERYTHING, Stones, leave_out};
use super::super::printed::size::PRINTED;
use super::decompose::Decomposer;
use super::search::{
    Attempt, Estimate, LOSER, ProofPart, ShortProof, ShortProofSearch, WINNER, filled_stones,
};
use crate::limits::Stop;

/// How many nodes the solver may look into for a pair that might be saved.
const NODES_PER_PAIR: u64 = 8;

/// In what share of the effort positions are looked at first, many of them, before a few get all of
/// it.
const QUICKER: u64 = 10;

/// How many nodes the solver may look into to see that an answer wins which might make a leaf.
const GLANCE: u64 = 64;

/// How many moves may be left when no more than the answers to each of them are looked at.
const FEW: usize = 6;

/// How many answers are looked at that may leave the loser's moves forced.
const FORCING: usize = 4;

/// How many answers without a proof are looked into for one move.
const FAILURES: usize = 4;

/// What needs no pair in a position.
#[derive(Clone, Debug)]
pub(super) struct FreeAnswers {
    /// Virtual connections and positions that decompose, after a move of the winner.
    parts: Vec<ProofPart>,
    /// The loser's moves that none of them serves.
    must_play: CellSet,
}

impl FreeAnswers {
    fn serve(&mut self, part: ProofPart) {
        if !self.must_play.is_subset(part.area()) {
            self.must_play = self.must_play.and(part.area());
            self.parts.push(part);
        }
    }
}

/// An answer and the proof of what follows.
type ShortAnswer = (Cell, Rc<ShortProof>);

/// The groups of moves with one answer each that were chosen for a position.
struct AnswerGroups {
    stones: Stones,
    /// The moves that none of them serves.
    must_play: CellSet,
    /// What all of them may weigh.
    most: u32,
    spent: u32,
    /// The moves served, with the answer.
    chosen: Vec<(CellSet, ShortAnswer)>,
}

impl AnswerGroups {
    /// What the proof of one more answer may weigh; `None` if no answer is to be had.
    fn can_be(&self) -> Option<u32> {
        self.most.checked_sub(self.spent + 1).map(|left| left.saturating_sub(PRINTED - 1))
    }

    /// The moves still to be served that an answer serves.
    fn serves(&self, (reply, proof): &ShortAnswer) -> CellSet {
        self.must_play.minus(proof.carrier.with(*reply))
    }

    fn choose(&mut self, answer: ShortAnswer) {
        let served = self.serves(&answer);
        self.must_play = self.must_play.minus(served);
        self.spent += answer.1.price();
        self.chosen.push((served, answer));
    }

    /// The one with fewer pairs, or that serves more.
    fn better(&self, best: Option<ShortAnswer>, answer: ShortAnswer) -> Option<ShortAnswer> {
        let value = |answer: &ShortAnswer| (answer.1.pairs, usize::MAX - self.serves(answer).len());
        Some(match best {
            Some(best) if value(&best) <= value(&answer) => best,
            _ => answer,
        })
    }

    /// Leaves out what the others and the parts that need no pair serve as well, the longest first.
    fn prune(&mut self, parts: &[ProofPart]) {
        let free = parts.iter().fold(EVERYTHING, |all, part| all.and(part.area()));
        self.chosen.sort_by_key(|(_, answer)| answer.1.pairs);
        leave_out(&mut self.chosen, 0, free, |(_, (reply, proof))| proof.carrier.with(*reply));
        self.spent = self.chosen.iter().map(|(_, answer)| answer.1.price()).sum();
    }
}

impl ShortProofSearch<'_> {
    /// Serves the moves that need no pair.
    fn free_answers(&mut self, stones: Stones) -> Result<Rc<FreeAnswers>, Stop> {
        if let Some(free) = self.free_answers.get(&stones) {
            return Ok(free.clone());
        }
        let build = self.build(stones);
        let parts = build.threats.iter().map(|&area| ProofPart::Threat(area)).collect();
        let mut free = FreeAnswers { parts, must_play: build.must_play };
        let effort = self.decomposer.as_ref().map_or(0, Decomposer::effort);
        self.serve_quickly(stones, effort / QUICKER, &mut free)?;
        // Few answers to what is left win at all: these are worth more.
        let left = if self.decomposer.is_some() { free.must_play } else { CellSet::EMPTY };
        for cell in self.by_current(stones, left) {
            if !free.must_play.contains(cell) || self.stopped.is_some() {
                continue;
            }
            let after = stones.with(LOSER, cell);
            let replies = self.replies(after);
            for reply in self.by_current(after, replies) {
                self.stopped = self.stopped.or(self.meter.look().err());
                let answered = after.with(WINNER, reply);
                if self.stopped.is_none()
                    && self.estimate(answered, self.effort.min(GLANCE))? == Estimate::Won
                    && let Some(proof) = self.leaf_within(answered, effort)?
                {
                    free.serve(ProofPart::Answer { reply, proof });
                    break;
                }
            }
        }
        let free = Rc::new(free);
        self.free_answers.insert(stones, free.clone());
        Ok(free)
    }

    /// Serves the moves that a leaf serves which is seen with little effort.
    fn serve_quickly(&mut self, stones: Stones, effort: u64, free: &mut FreeAnswers) -> Result<(), Stop> {
        // Only a move that threatens it without an answer can do so after one.
        let mut keys: Vec<Cell> = Vec::new();
        let empty = if free.must_play.len() > FEW { self.empty(stones) } else { CellSet::EMPTY };
        for reply in self.by_current(stones, empty) {
            if let Some(proof) = self.leaf_within(stones.with(WINNER, reply), effort)? {
                keys.push(reply);
                free.serve(ProofPart::Answer { reply, proof });
            }
        }
        for cell in self.by_current(stones, free.must_play) {
            if !free.must_play.contains(cell) {
                continue;
            }
            for &reply in keys.iter().filter(|&&key| key != cell) {
                let answered = stones.with(WINNER, reply).with(LOSER, cell);
                if let Some(proof) = self.leaf_within(answered, effort)? {
                    free.serve(ProofPart::Answer { reply, proof });
                    break;
                }
            }
        }
        Ok(())
    }

    /// One answer to all of these moves after which everything stays forced.
    fn forced(
        &mut self,
        stones: Stones,
        deviations: usize,
        moves: CellSet,
    ) -> Result<Option<ShortAnswer>, Stop> {
        let stones = Stones([stones[WINNER], stones[LOSER].or(moves)]);
        let mut answers = self.answers(stones).to_vec();
        if self.decomposer.is_some() {
            let all = std::mem::take(&mut answers);
            for (left, reply) in all {
                let nodes = self.effort.min(GLANCE);
                if self.estimate(stones.with(WINNER, reply), nodes)? == Estimate::Won {
                    answers.push((left, reply));
                }
            }
        }
        for &(_, reply) in answers.iter() {
            if let Some(proof) = self.leaf(stones.with(WINNER, reply))? {
                return Ok(Some((reply, proof)));
            }
        }
        for &(_, reply) in answers.iter().take(FORCING) {
            if let Attempt::Proof(proof) = self.find(stones.with(WINNER, reply), deviations, 0)? {
                return Ok(Some((reply, proof)));
            }
        }
        Ok(None)
    }

    /// Answers to all moves that need one, at most `most` pairs in all.
    pub(super) fn cover(
        &mut self,
        stones: Stones,
        deviations: usize,
        most: u32,
    ) -> Result<Option<(Vec<ProofPart>, u32)>, Stop> {
        let FreeAnswers { mut parts, must_play } = self.free_answers(stones)?.as_ref().clone();
        if must_play.is_empty() {
            // Where nothing is left to be played and nothing serves, the loser has won.
            return Ok((!parts.is_empty()).then_some((parts, 0)));
        }
        if self.stopped.is_none()
            && let Some((reply, proof)) = self.forced(stones, deviations, must_play)?
        {
            parts.push(ProofPart::Answer { reply, proof });
            return Ok(Some((parts, 0)));
        }
        if most < 2 {
            return Ok(None);
        }
        let mut groups = AnswerGroups { stones, must_play, most, spent: 0, chosen: vec![] };
        for cell in self.by_current(stones, must_play) {
            if !groups.must_play.contains(cell) || self.widened(&mut groups, cell)? {
                continue;
            }
            let Some(best) = self.best_answer(&groups, cell, deviations)? else { return Ok(None) };
            groups.choose(best);
        }
        groups.prune(&parts);
        let chosen = groups.chosen.into_iter().map(|(_, answer)| answer);
        parts.extend(chosen.map(|(reply, proof)| ProofPart::Answer { reply, proof }));
        let pairs = if groups.spent == 1 { 0 } else { groups.spent };
        Ok((pairs <= most).then_some((parts, pairs)))
    }

    /// The best answer to a move, if one is found that may still be chosen.
    fn best_answer(
        &mut self,
        groups: &AnswerGroups,
        cell: Cell,
        deviations: usize,
    ) -> Result<Option<ShortAnswer>, Stop> {
        let Some(left) = groups.can_be() else { return Ok(None) };
        let after = groups.stones.with(LOSER, cell);
        let answers = self.answers(after);
        if answers.is_empty() {
            return Ok(None);
        }
        // What is known is to be beaten.
        let mut best = self.shortest_answer(after, left, deviations)?;
        let mut bound = best.as_ref().map_or(left, |best| left.min(best.1.pairs));
        let (mut tried, mut failures) = (0, 0);
        for reply in self.ranked(after, &answers)? {
            match self.find(after.with(WINNER, reply), deviations - tried, bound)? {
                Attempt::Proof(proof) => {
                    bound = bound.min(proof.pairs);
                    best = groups.better(best, (reply, proof));
                    tried += 1;
                }
                Attempt::TooLong => tried += 1,
                Attempt::Open => failures += 1,
            }
            if tried > deviations || failures > FAILURES {
                break;
            }
        }
        Ok(best)
    }

    /// The answer with the shortest proof known, if that has at most so many pairs.
    fn shortest_answer(
        &mut self,
        stones: Stones,
        most: u32,
        deviations: usize,
    ) -> Result<Option<ShortAnswer>, Stop> {
        let empty = self.empty(stones);
        let known = |reply: Cell| Some((self.shortest(stones.with(WINNER, reply))?, reply));
        let shortest = empty.cells().filter_map(known).min_by_key(|known| known.0);
        let Some((pairs, reply)) = shortest.filter(|known| known.0 <= most) else { return Ok(None) };
        Ok(match self.find(stones.with(WINNER, reply), deviations, pairs)? {
            Attempt::Proof(proof) => Some((reply, proof)),
            _ => None,
        })
    }

    /// Can an answer already chosen serve one more move with a proof no longer than its own?
    fn widened(&mut self, groups: &mut AnswerGroups, cell: Cell) -> Result<bool, Stop> {
        for place in 0..groups.chosen.len() {
            let (moves, (reply, proof)) = groups.chosen[place].clone();
            if reply == cell || self.stopped.is_some() {
                continue;
            }
            let mut after = groups.stones.with(WINNER, reply).with(LOSER, cell);
            after[LOSER] = after[LOSER].or(moves);
            let nodes = NODES_PER_PAIR * (1 + u64::from(proof.pairs));
            if self.estimate(after, nodes.min(self.effort))? != Estimate::Won {
                continue;
            }
            if let Attempt::Proof(wider) = self.find(after, 0, proof.pairs)? {
                groups.spent = groups.spent + wider.price() - proof.price();
                let answer = (reply, wider);
                let served = groups.serves(&answer);
                groups.must_play = groups.must_play.minus(served);
                groups.chosen[place] = (moves.or(served), answer);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The answers in the order in which they are looked into: the hint, those with the shortest
    /// proofs, those that leave the loser the fewest moves.
    fn ranked(&mut self, stones: Stones, answers: &[(usize, Cell)]) -> Result<Vec<Cell>, Stop> {
        let hint = self.hints.get(&stones).copied();
        let mut cells = answers.to_vec();
        let mut shortest: Option<u32> = None;
        for cell in self.empty(stones).cells() {
            if let Some(pairs) = self.shortest(stones.with(WINNER, cell)) {
                shortest = shortest.into_iter().chain([pairs]).min();
                if answers.iter().all(|answer| answer.1 != cell) {
                    cells.push((usize::MAX, cell));
                }
            }
        }
        // As long as there is no proof the questions become longer. A proof shorter than the
        // shortest ought to be found with few nodes; what is not is not looked into.
        let mut nodes = NODES_PER_PAIR;
        while shortest.is_none() && nodes < self.effort {
            nodes = self.effort.min(nodes * NODES_PER_PAIR);
            for &(_, cell) in &cells {
                let after = stones.with(WINNER, cell);
                if self.estimate(after, nodes)? == Estimate::Won {
                    shortest = self.shortest(after);
                    break;
                }
            }
        }
        let mut ranked = Vec::new();
        for (left, cell) in cells {
            let after = stones.with(WINNER, cell);
            if self.stopped.is_some() && shortest.is_some() && self.shortest(after) != shortest {
                continue;
            }
            let enough = |pairs: u32| self.effort.min(NODES_PER_PAIR * (1 + u64::from(pairs)));
            let estimate = self.estimate(after, shortest.map_or(nodes, enough))?;
            let pairs = self.shortest(after);
            shortest = shortest.into_iter().chain(pairs).min();
            let pairs = pairs.unwrap_or(u32::MAX) as usize;
            // Of what the solver does not see to be won only a hint is looked into if a proof is
            // known.
            let hinted = Some(cell) == hint;
            if estimate == Estimate::Lost || estimate == Estimate::Unknown && shortest.is_some() && !hinted {
                continue;
            }
            if self.decomposer.is_some() && self.stopped.is_none() {
                ranked.push((!hinted, self.moves_left(after)?, pairs, cell));
            } else {
                ranked.push((!hinted, pairs, left, cell));
            }
        }
        ranked.sort_unstable();
        Ok(ranked.into_iter().map(|ranked| ranked.3).collect())
    }

    /// How many moves of the loser have no answer that connects, or makes the position decompose,
    /// at once.
    fn moves_left(&mut self, stones: Stones) -> Result<usize, Stop> {
        if self.leaf(stones)?.is_some() {
            return Ok(0);
        }
        let filled = filled_stones(&self.filled(stones));
        Ok(self.free_answers(filled)?.must_play.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(reply: u8, carrier: u128, pairs: u32) -> ShortAnswer {
        let stones = Stones::default();
        let proof = ShortProof { stones, carrier: CellSet(carrier), pairs, parts: vec![] };
        (Cell(reply), Rc::new(proof))
    }

    #[test]
    fn answers_serve_what_they_do_without_and_are_left_out_where_others_do() {
        let must_play = CellSet(0b1111);
        let mut groups = AnswerGroups {
            stones: Stones::default(),
            must_play,
            most: 3 * PRINTED,
            spent: 0,
            chosen: vec![],
        };
        assert_eq!(groups.can_be(), Some(2 * PRINTED));
        groups.choose(answer(4, 0b1100, PRINTED));
        assert_eq!((groups.must_play, groups.spent), (CellSet(0b1100), 2 * PRINTED));
        let few = answer(5, 0b1011, 0);
        let more = answer(6, 0b0011, 0);
        let best = groups.better(Some(few), more.clone());
        assert_eq!(best.as_ref().map(|best| best.0), Some(more.0), "it serves both");
        groups.choose(more);
        assert_eq!((groups.must_play, groups.spent), (CellSet::EMPTY, 2 * PRINTED + 1));
        groups.choose(answer(7, 0, 0));
        // The last answer does for all moves but the one on its own cell.
        groups.prune(&[]);
        assert_eq!(groups.chosen.iter().map(|(_, answer)| answer.0.0).collect::<Vec<_>>(), [6, 7]);
        assert_eq!(groups.spent, 2);
        assert_eq!(groups.can_be(), Some(2 * PRINTED - 2));
        let spent = AnswerGroups { most: 1, ..groups };
        assert_eq!(spent.can_be(), None);
    }
}
