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
//! and statements of other derivations may stand before it; if its parts are answers and their half turns, so are the new
//! ones. References go back only, so nothing can become circular.
//!
//! Cost: nodes × statements set comparisons.

use hissho_certificate::hex::{Formula, Geometry, Motion, Promise, Statement, Step, StepError};
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
        match &step {
            Step::Or { parts, formula: None, .. } => step = pool.cheapest(number, parts, carrier),
            Step::Or { formula: Some(_), .. } if is_last => {
                if let Some(taken) = pool.cheapest_half(&geometry, steps, number, carrier) {
                    step = with_turns(&geometry, &taken, &mut chosen, statements[number].stones);
                    chosen.push(step);
                    break;
                }
            }
            _ => {}
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

/// The win by these answers and their half turns, the steps of which are added.
fn with_turns(geometry: &Geometry, taken: &[Candidate], chosen: &mut Vec<Step>, stones: CellSet) -> Step {
    let mut parts = Vec::new();
    for &(_, reply, part) in taken {
        chosen.push(Step::Move { part, motion: Motion::Turn });
        parts.extend([(reply, part), (reply.map(|cell| geometry.size.turned(cell)), chosen.len() - 1)]);
    }
    Step::Or { parts, stones, formula: Some(Formula::win(geometry)) }
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

    /// Cheaper answers for a step whose parts are some answers and the half turns of these, if there are any.
    fn cheapest_half(
        &self,
        geometry: &Geometry,
        steps: &[Step],
        number: usize,
        carrier: CellSet,
    ) -> Option<Vec<Candidate>> {
        let Step::Or { parts, .. } = &steps[number] else { return None };
        let turned_of = |part: usize| match steps[part] {
            Step::Move { part, motion: Motion::Turn } => Some(part),
            _ => None,
        };
        let half = parts.iter().filter(|part| turned_of(part.1).is_none());
        let given: Vec<Candidate> =
            half.map(|&(reply, step)| (self.pairs.price(step), reply, step)).collect();
        let is_turned = |one: &Candidate| parts.iter().any(|part| turned_of(part.1) == Some(one.2));
        if 2 * given.len() != parts.len() || !given.iter().all(is_turned) {
            return None;
        }
        let turned =
            |cells: CellSet| -> CellSet { cells.cells().map(|cell| geometry.size.turned(cell)).collect() };
        let area = |reply: Option<Cell>, step: usize| {
            let used = self.statements[step].carrier;
            let area = reply.iter().fold(used, |area, &cell| area.with(cell)).and(carrier);
            area.and(turned(area))
        };
        let mut candidates = given.clone();
        let stones = geometry.edges().into_iter().fold(self.statements[number].stones, CellSet::with);
        for (reply, step) in self.fitting(stones, carrier).filter(|fit| fit.0.is_some()) {
            candidates.push((self.pairs.price(step), reply, step));
        }
        let cost = |taken: &[Candidate]| self.pairs.sum(taken.iter().map(|part| part.0));
        let taken = Choice { candidates: &candidates, carrier, area: &area }.exchanged(given.clone());
        (cost(&taken) < cost(&given)).then_some(taken)
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

    #[test]
    fn answers_and_their_half_turns_are_exchanged_together() {
        let size = Size::new(7, 7).unwrap();
        let position = Position::from_moves(size, "44").unwrap();
        let geometry = Geometry::new(size, Player::Black);
        let win = Formula::win(&geometry);
        // One answer for each move on its own, as the solver finds them, and the half turns of all.
        let mut ledger = Ledger::default();
        let mut parts: Vec<(Option<Cell>, usize)> = Vec::new();
        for cell in position.empty().cells().take(24) {
            let after = position.after(cell).unwrap();
            let solution = solve(&after, &Limits::default().start()).unwrap();
            let step = *ledger.add_all(&solution.evidence.steps).last().unwrap();
            let turned = ledger.add(Step::Move { part: step, motion: Motion::Turn });
            let reply = solution.winning_move;
            parts.extend([(reply, step), (reply.map(|reply| size.turned(reply)), turned)]);
        }
        let stones = CellSet::of(geometry.point("44").unwrap());
        ledger.add(Step::Or { parts: parts.clone(), stones, formula: Some(win) });
        let steps = ledger.steps().to_vec();
        let sigma = Sigma::up_to(None, size);
        let fewer = regroup((size, Player::Black), &steps, position.empty(), sigma).unwrap();
        let Some(Step::Or { parts: after, .. }) = fewer.last() else { panic!("an or-step comes last") };
        assert!(after.len() < parts.len(), "{} parts of {}", after.len(), parts.len());
        for pair in after.chunks(2) {
            let turn = Step::Move { part: pair[0].1, motion: Motion::Turn };
            assert_eq!(fewer[pair[1].1], turn);
            assert_eq!(pair[1].0, pair[0].0.map(|reply| size.turned(reply)));
        }
        let claim = hissho_certificate::hex::Connection::Wins { position, winner: Player::Black };
        check(
            claim,
            &Derivation { steps: fewer, ..Derivation::default() },
            &hissho_rules::Account::unlimited(),
        )
        .unwrap();
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
