//! A derivation of a win made shorter without a search: at every node the answers are chosen anew.
//!
//! A search writes down the first answer it can prove. By the end many more statements are known, and some of them
//! serve a node better: any earlier statement that needs no other stones than the node's and one more, the answer, and
//! no other empty cells than the node's, may be a part of the node's `or`. Virtual connections cost nothing, a part
//! that is a node again costs one pair of grouped move and answer and the pairs below it. The parts are chosen by
//! weighted greedy set cover: each must serve some moves (do without their cells), all moves must be served. A node
//! that contains an earlier statement is replaced by it. The last node may use all cells that are empty in its position,
//! and statements of other derivations may stand before it. References go back only, so nothing can become circular.
//!
//! Cost: nodes × statements set comparisons.

use certificate::connection::{Formula, Geometry, Promise, Statement, Step, StepError};
use rules::hex::{Cell, CellSet, Player, Size};

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
    let mut pool = Pool { statements: &statements, wins: Vec::new(), pairs: Length::new(&geometry, sigma) };
    let mut chosen: Vec<Step> = Vec::with_capacity(steps.len());
    for (number, step) in steps.iter().enumerate() {
        let mut step = step.clone();
        if let Step::Or { parts, formula: None, .. } = &step
            && statements[number].promise == Promise::Formula(Formula::win(&geometry))
        {
            let carrier = statements[number].carrier;
            let carrier = if number + 1 == steps.len() { carrier.or(empty) } else { carrier };
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
    /// Steps that win.
    wins: Vec<usize>,
    pairs: Length,
}

impl Pool<'_> {
    /// The `or` step `number` with the cheapest parts found within `carrier`, or a weakening of an earlier statement.
    fn cheapest(&self, number: usize, parts: &[(Option<Cell>, usize)], carrier: CellSet) -> Step {
        let Statement { stones, promise, .. } = &self.statements[number];
        let area = |reply: Option<Cell>, step: usize| {
            let used = self.statements[step].carrier;
            reply.iter().fold(used, |area, &cell| area.with(cell)).minus(*stones)
        };
        let mut candidates: Vec<(u64, Option<Cell>, usize)> =
            parts.iter().map(|&(reply, step)| (self.pairs.price(step), reply, step)).collect();
        let given = self.pairs.sum(candidates.iter().map(|part| part.0));
        let mut best: Option<(u64, usize)> = None;
        for &step in &self.wins {
            let known = &self.statements[step];
            let missing = known.stones.minus(*stones);
            if missing.len() > 1
                || !known.carrier.is_subset(stones.or(carrier))
                || !missing.is_subset(carrier)
            {
                continue;
            }
            match missing.cells().next() {
                Some(reply) => candidates.push((self.pairs.price(step), Some(reply), step)),
                None if best.is_none_or(|(cost, _)| self.pairs.below(step) < cost) => {
                    best = Some((self.pairs.below(step), step))
                }
                None => {}
            }
        }
        let mut left = carrier;
        let mut taken: Vec<(u64, Option<Cell>, usize)> = Vec::new();
        while !left.is_empty() {
            let served = |part: &(u64, Option<Cell>, usize)| left.minus(area(part.1, part.2)).len() as u64;
            let useful = candidates.iter().filter(|part| served(part) > 0);
            // Cost per move served; compared without fractions.
            let next = useful.min_by(|a, b| {
                let (one, two) = (a.0 * served(b), b.0 * served(a));
                one.cmp(&two).then(served(b).cmp(&served(a)))
            });
            let Some(&next) = next else { break };
            left = left.and(area(next.1, next.2));
            taken.push(next);
        }
        // The dearest first: is a part superfluous now?
        taken.sort_by_key(|part| part.0);
        let mut at = taken.len();
        while at > 0 && taken.len() > 1 {
            at -= 1;
            let others = taken.iter().enumerate().filter(|&(other, _)| other != at);
            if others.fold(carrier, |common, (_, part)| common.and(area(part.1, part.2))).is_empty() {
                taken.remove(at);
            }
        }
        let cost = self.pairs.sum(taken.iter().map(|part| part.0));
        if let Some((known, step)) = best
            && known <= cost.min(given)
            && let Promise::Formula(formula) = promise
        {
            return Step::And { parts: vec![step], stones: *stones, formula: formula.clone() };
        }
        let parts = if left.is_empty() && cost < given {
            taken.iter().map(|&(_, reply, step)| (reply, step)).collect()
        } else {
            parts.to_vec()
        };
        Step::Or { parts, stones: *stones, formula: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::search::solve;
    use crate::hex::tree::{Leaves, Tree};
    use crate::limits::Limits;
    use certificate::connection::{Derivation, check};
    use rules::hex::Position;

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
            check(solution.claim, &Derivation { steps, ..Derivation::default() }).unwrap();
        }
    }

    #[test]
    fn a_step_that_does_not_follow_is_refused() {
        let size = Size::new(3, 3).unwrap();
        let step = Step::And { parts: vec![0], stones: Default::default(), formula: Formula::Or(vec![]) };
        assert_eq!(
            regroup((size, Player::Black), &[step], CellSet::EMPTY, Sigma::up_to(None, size)),
            Err(StepError::NotEarlier { found: 0 })
        );
    }
}
