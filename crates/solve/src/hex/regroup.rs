//! A derivation of a win made shorter without a search: at every node the answers are chosen anew.
//!
//! A search writes down the first answer it can prove. By the end many more statements are known, and some of them
//! serve a node better: any earlier statement that needs no other stones than the node's and one more, the answer, and
//! no other empty cells than the node's, may be a part of the node's `or`. Virtual connections cost nothing, a part
//! that is a node again costs one pair of grouped move and answer and the pairs below it. The parts are chosen by
//! weighted greedy set cover: each must serve some moves (do without their cells), all moves must be served; or one by one
//! the given parts are exchanged for cheaper ones, if that makes less in all. A node of a
//! promise that is kept beside a bridge has only its own parts to choose from. A node
//! that contains an earlier statement is replaced by it. The last node may use all cells that are empty in its position,
//! and statements of other derivations may stand before it. References go back only, so nothing can become circular.
//!
//! Cost: nodes × statements set comparisons.

use hissho_certificate::hex::{Formula, Geometry, Promise, Statement, Step, StepError};
use hissho_rules::hex::{Cell, CellSet, Player, Size};

use super::derivation::{Ledger, statements_of};
use super::length::{Length, Sigma};

/// The steps of a derivation whose last step is a win of `owner` where these cells are empty, with cheaper parts where
/// there are any; sigma-connections cost nothing.
pub fn regroup(
    (size, owner): (Size, Player),
    steps: &[Step],
    empty: CellSet,
    sigma: Sigma,
) -> Result<Vec<Step>, StepError> {
    let geometry = Geometry::new(size, owner);
    let statements = statements_of(&geometry, steps)?;
    let win = Promise::Formula(Formula::win(&geometry));
    let pairs = Length::new(&geometry, sigma);
    let mut pool = Pool { statements: &statements, win, wins: Vec::new(), pairs };
    let mut chosen: Vec<Step> = Vec::with_capacity(steps.len());
    for (number, step) in steps.iter().enumerate() {
        let mut step = step.clone();
        let is_last = number + 1 == steps.len();
        let carrier = statements[number].carrier;
        let carrier = if is_last { carrier.or(empty) } else { carrier };
        if let Step::Or { parts, formula: None, .. } = &step {
            step = pool.cheapest(number, parts, carrier);
        }
        pool.pairs.push(&step, &statements[number]);
        if pool.pairs.is_win(number) {
            pool.wins.push(number);
        }
        chosen.push(step);
    }
    let mut ledger = Ledger::default();
    let places = ledger.add_all(&chosen);
    Ok(places.last().map_or_else(Vec::new, |&last| ledger.extract(last)))
}

struct Pool<'a> {
    statements: &'a [Statement],
    win: Promise,
    /// Steps that win.
    wins: Vec<usize>,
    pairs: Length,
}

impl Pool<'_> {
    /// The wins with these stones and at most one more, the answer, in these cells.
    fn fitting(&self, stones: CellSet, carrier: CellSet) -> impl Iterator<Item = (Option<Cell>, usize)> {
        self.wins.iter().filter_map(move |&step| {
            let known = &self.statements[step];
            let missing = known.stones.minus(stones);
            let fits = missing.len() < 2
                && known.carrier.is_subset(stones.or(carrier))
                && missing.is_subset(carrier);
            fits.then(|| (missing.cells().next(), step))
        })
    }

    /// The `or` step `number` with the cheapest parts found within `carrier`, or a weakening of an earlier statement.
    fn cheapest(&self, number: usize, parts: &[(Option<Cell>, usize)], carrier: CellSet) -> Step {
        let Statement { stones, promise, .. } = &self.statements[number];
        let area = |reply: Option<Cell>, step: usize| {
            let used = self.statements[step].carrier;
            reply.iter().fold(used, |area, &cell| area.with(cell)).minus(*stones)
        };
        let mut candidates: Vec<Candidate> =
            parts.iter().map(|&(reply, step)| (self.pairs.price(step), reply, step)).collect();
        let given = self.pairs.sum(candidates.iter().map(|part| part.0));
        let mut best: Option<(u64, usize)> = None;
        // For what is promised beside a bridge there are the parts given, the first of which says what it is.
        let is_win = *promise == self.win;
        if !is_win && parts.iter().any(|part| self.statements[part.1].promise != *promise) {
            return Step::Or { parts: parts.to_vec(), stones: *stones, formula: None };
        }
        for (reply, step) in self.fitting(*stones, carrier).filter(|_| is_win) {
            match reply {
                Some(_) => candidates.push((self.pairs.price(step), reply, step)),
                None if best.is_none_or(|(cost, _)| self.pairs.below(step) < cost) => {
                    best = Some((self.pairs.below(step), step))
                }
                None => {}
            }
        }
        let chosen = Choice { candidates: &candidates, carrier, area: &area };
        let cost_of = |taken: &Vec<Candidate>| self.pairs.sum(taken.iter().map(|part| part.0));
        let given_parts = candidates[..parts.len()].to_vec();
        let ways = [chosen.anew(), Some(chosen.exchanged(given_parts))];
        let cheaper = ways.into_iter().flatten().min_by_key(cost_of);
        let cheaper = cheaper.map(|taken| (cost_of(&taken), taken)).filter(|way| way.0 < given);
        if let Some((known, step)) = best
            && known <= cheaper.as_ref().map_or(given, |way| way.0)
            && let Promise::Formula(formula) = promise
        {
            return Step::And { parts: vec![step], stones: *stones, formula: formula.clone() };
        }
        let parts = match cheaper {
            Some((_, taken)) => taken.iter().map(|&(_, reply, step)| (reply, step)).collect(),
            None => parts.to_vec(),
        };
        Step::Or { parts, stones: *stones, formula: None }
    }
}

/// What an answer costs, the answer, the step after it.
type Candidate = (u64, Option<Cell>, usize);

/// Which candidates serve all moves in the carrier.
struct Choice<'a> {
    candidates: &'a [Candidate],
    carrier: CellSet,
    /// The cells that an answer needs.
    area: &'a dyn Fn(Option<Cell>, usize) -> CellSet,
}

impl Choice<'_> {
    /// The moves that none of these serves.
    fn unserved<'p>(&self, parts: impl Iterator<Item = &'p Candidate>) -> CellSet {
        parts.fold(self.carrier, |common, part| common.and((self.area)(part.1, part.2)))
    }

    /// Candidates that serve these moves, one after another those that cost least for each move.
    fn cover(&self, mut left: CellSet) -> Option<Vec<Candidate>> {
        let mut taken: Vec<Candidate> = Vec::new();
        while !left.is_empty() {
            let served = |part: &Candidate| left.minus((self.area)(part.1, part.2)).len() as u64;
            let useful = self.candidates.iter().filter(|part| served(part) > 0);
            // Compared without fractions.
            let next = useful.min_by(|a, b| {
                let (one, two) = (a.0 * served(b), b.0 * served(a));
                one.cmp(&two).then(served(b).cmp(&served(a)))
            });
            taken.push(*next?);
            left = self.unserved(taken.iter()).and(left);
        }
        Some(taken)
    }

    /// All chosen anew.
    fn anew(&self) -> Option<Vec<Candidate>> {
        self.cover(self.carrier).map(|taken| self.thinned(taken))
    }

    /// The parts, the dearest first, each exchanged for what serves its moves at less cost, if anything does.
    fn exchanged(&self, mut parts: Vec<Candidate>) -> Vec<Candidate> {
        parts.sort_by_key(|part| std::cmp::Reverse(part.0));
        let mut at = 0;
        while let Some(&part) = parts.get(at) {
            let others = parts.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, other)| other);
            let instead = self.cover(self.unserved(others));
            match instead.filter(|instead| instead.iter().map(|one| one.0).sum::<u64>() < part.0) {
                Some(instead) => {
                    parts.remove(at);
                    parts.extend(instead);
                }
                None => at += 1,
            }
        }
        self.thinned(parts)
    }

    /// Leaves out what the others serve too, the dearest first.
    fn thinned(&self, mut taken: Vec<Candidate>) -> Vec<Candidate> {
        taken.sort_by_key(|part| part.0);
        let mut at = taken.len();
        while at > 0 && taken.len() > 1 {
            at -= 1;
            let others = taken.iter().enumerate().filter(|&(other, _)| other != at);
            if self.unserved(others.map(|(_, part)| part)).is_empty() {
                taken.remove(at);
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::search::solve;
    use crate::hex::tree::{Leaves, Tree};
    use crate::limits::Limits;
    use hissho_certificate::hex::{Derivation, check};
    use hissho_rules::hex::Position;

    #[test]
    fn answers_chosen_anew_prove_the_same_win_in_no_more_pairs() {
        for (side, opening) in [(4, "11"), (5, "12"), (5, "33"), (6, "11")] {
            let size = Size::new(side, side).unwrap();
            let position = Position::from_moves(size, opening).unwrap();
            let solution = solve(&position, &Limits::default().start()).unwrap();
            let pairs = |steps: &[Step]| {
                Tree::new(size, solution.winner, steps, &[], Leaves::Connections).unwrap().count().written_out
            };
            let steps = regroup(
                (size, solution.winner),
                &solution.evidence.steps,
                position.empty(),
                Sigma::up_to(None, size),
            )
            .unwrap();
            let (before, after) = (pairs(&solution.evidence.steps), pairs(&steps));
            assert!(after <= before, "{side} {opening}: {after} after {before}");
            check(
                solution.claim,
                &Derivation { steps, ..Derivation::default() },
                &hissho_rules::Account::unlimited(),
            )
            .unwrap();
        }
    }
}
