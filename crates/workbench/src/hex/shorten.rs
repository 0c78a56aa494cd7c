//! A kept proof of a win made short: the tree a paper would print.
//!
//! First the answers of the given proof are chosen anew ([`hissho_solve::hex::regroup`]), then the search of
//! [`hissho_solve::hex::concise`] is asked again and again for fewer pairs; every proof is checked before it counts.

use hissho_certificate::hex::{self, Connection, Formula, Geometry, Motion, Step};
use hissho_certificate::{Claim, Context};
use hissho_rules::hex::{Player, Position, Size};
use hissho_solve::hex::apart::Apart;
use hissho_solve::hex::concise::Concise;
use hissho_solve::hex::derivation::Ledger;
use hissho_solve::hex::length::Sigma;
use hissho_solve::hex::ready::Shape;
use hissho_solve::hex::regroup::regroup;
use hissho_solve::hex::tree::Leaves;
use hissho_solve::limits::{Limits, Meter, Stop};

use super::lemma;
use super::proof::Win;

/// The lemmas that a leaf may name; bridges are always among them.
const LEMMAS: [&str; 6] = ["T", "SC1", "SC2", "SE1", "SE2", "fig3"];

/// How often the answers of a given proof are chosen anew.
const REGROUPINGS: usize = 4;

/// How a short proof is looked for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Positions that fall apart into a promise about each edge are leaves too: nodes the solver may spend on one.
    pub sigma: Option<u64>,
    /// The most cells that such a promise may need; two thirds of the board's unless given.
    pub largest: Option<usize>,
    /// Deviations from the first choice along a line, at most.
    pub deviations: usize,
    /// Nodes the solver may spend on one question.
    pub effort: u64,
    /// Proofs of other positions on the same board, whose statements may be used.
    pub known: Vec<Win>,
    /// Lines of moves, each ending with an answer to be tried first.
    pub hints: Vec<String>,
}

impl Options {
    fn largest(&self, size: Size) -> Sigma {
        Sigma::up_to(self.largest, size)
    }
}

/// A short proof, accepted by the checker.
#[derive(Clone, Debug)]
pub struct Short {
    /// The proof.
    pub win: Win,
    /// Its certificate.
    pub certificate: String,
}

/// The lemmas as shapes.
pub(super) fn shapes() -> impl Iterator<Item = (&'static str, Shape)> {
    LEMMAS.into_iter().filter_map(|name| {
        let lemma = lemma::parse(lemma::built_in(name)?).ok()?;
        let one = lemma.statements.into_iter().next()?;
        let (stones, carrier, formula) = (one.stones, one.carrier, one.formula);
        Some((name, Shape { size: lemma.size, stones, carrier, formula }))
    })
}

/// Looks for shorter and shorter proofs of the same win and hands each to `found`; ends when a limit is reached, the
/// deviations are used up or the work is stopped, which the answer tells.
pub fn shorten(
    win: &Win,
    options: &Options,
    limits: &Limits,
    mut found: impl FnMut(&Short),
) -> Result<(Short, Option<Stop>), String> {
    let Win { position, winner, .. } = *win;
    if position.to_move == winner {
        return Err(format!("{winner} is to move; the proof must start with a move of the loser"));
    }
    let mut stopped = None;
    // What is known of other positions, and of their half turns, stands before the proof.
    let mut all = Ledger::default();
    let geometry = Geometry::new(position.size, winner);
    let stones = geometry.edges().into_iter().collect();
    for proof in &options.known {
        if let Some(&part) = all.add_all(&proof.evidence.steps).last() {
            let part = all.add(Step::Move { part, motion: Motion::Turn });
            all.add(Step::And { parts: vec![part], stones, formula: Formula::win(&geometry) });
        }
    }
    let last = all.add_all(&win.evidence.steps).last().copied();
    let mut steps = all.steps().to_vec();
    // If a known proof has the conclusion too, it is stated once more: all that is known stands before it.
    steps.extend(last.filter(|&last| last + 1 < steps.len()).map(|last| steps[last].clone()));
    let (board, sigma) = ((position.size, winner), options.largest(position.size));
    for _ in 0..REGROUPINGS {
        let fewer = regroup(board, &steps, position.empty(), sigma).map_err(|error| error.to_string())?;
        if fewer == steps {
            break;
        }
        steps = fewer;
    }
    let mut best = checked(Win::new(&position, winner, steps))?;
    found(&best);
    let meters = Meters::new(limits);
    let mut concise = concise_search(position.size, winner, options, &meters)?;
    concise.learn(&best.win.evidence.steps).map_err(|error| error.to_string())?;
    let leaves = match options.sigma {
        Some(_) => Leaves::Sigma(options.largest(position.size)),
        None => Leaves::Connections,
    };
    let nodes = |short: &Short| {
        short.win.tree(leaves).map(|tree| tree.count()).map(|count| (count.deep_nodes, count.nodes))
    };
    let mut most = concise.weight(&position).map_or(u32::MAX, |known| known.saturating_sub(1));
    for deviations in 0..=options.deviations {
        let proof = match concise.prove(&position, deviations, most) {
            Ok(proof) => proof,
            Err(stop) => {
                stopped = Some(stop);
                break;
            }
        };
        stopped = concise.stopped;
        let Some(proof) = proof else {
            if stopped.is_some() {
                break;
            }
            continue;
        };
        let mut ledger = Ledger::default();
        let entry = concise.derive(&proof, &mut ledger);
        let steps = ledger.extract(entry.step);
        let short = checked(Win::new(&position, winner, steps))?;
        found(&short);
        if nodes(&short)? < nodes(&best)? {
            best = short;
        }
        match proof.pairs.checked_sub(1).filter(|_| stopped.is_none()) {
            Some(fewer) => most = fewer,
            None => break,
        }
    }
    Ok((best, stopped))
}

/// What a search may spend.
pub(super) struct Meters {
    /// The user's limits.
    all: Meter,
    /// Without an end: when the time is over the solver is needed once more to fill the gaps.
    solver: Meter,
    /// Its nodes are counted for each question.
    promises: Meter,
}

impl Meters {
    pub(super) fn new(limits: &Limits) -> Meters {
        Meters { all: limits.start(), solver: Limits::default().start(), promises: limits.start() }
    }
}

/// A search for short proofs that knows what the options say is known.
pub(super) fn concise_search<'a>(
    size: Size,
    winner: Player,
    options: &Options,
    meters: &'a Meters,
) -> Result<Concise<'a>, String> {
    for other in &options.known {
        if (other.position.size, other.winner) != (size, winner) {
            let (size, winner) = (other.position.size, other.winner);
            return Err(format!("a known proof is about {winner} on a board of {size}, not about this win"));
        }
    }
    let solver = (&meters.solver, options.effort);
    let mut concise = Concise::new(size, winner, &meters.all, solver);
    if let Some(effort) = options.sigma {
        let (geometry, sigma) = (Geometry::new(size, winner), options.largest(size));
        concise = concise.with_apart(Apart::new(geometry, (&meters.promises, effort), sigma));
    }
    for other in &options.known {
        concise.learn(&other.evidence.steps).map_err(|error| error.to_string())?;
    }
    for line in &options.hints {
        let (before, answer) = line.trim().rsplit_once(' ').ok_or_else(|| {
            format!("`{line}`: a hint is a line of moves, the last of which is to be tried first")
        })?;
        let fail = |error: hissho_rules::hex::HexError| format!("`{line}`: {error}");
        let before = Position::from_moves(size, before).map_err(fail)?;
        concise.hint(&before, size.cell(answer).map_err(fail)?);
    }
    Ok(concise)
}

pub(super) fn checked(win: Win) -> Result<Short, String> {
    let claim = Connection::Wins { position: win.position, winner: win.winner };
    let certificate = hex::write(&claim, &win.evidence);
    match hissho_certificate::check(&certificate, &Context::default()) {
        Ok(proved) if *proved.claim() == Claim::Connection(claim) => Ok(Short { win, certificate }),
        Ok(proved) => Err(format!("the short proof proves {}", proved.claim())),
        Err(refusal) => Err(format!("the short proof was refused: {refusal}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain() -> Options {
        Options { effort: 200, ..Options::default() }
    }

    fn short(side: usize, opening: &str) -> (u64, u64) {
        let size = Size::new(side, side).unwrap();
        let position = Position::from_moves(size, opening).unwrap();
        let solved = crate::hex::solve(&position, &Limits::default()).unwrap();
        let win = Win { position, winner: solved.solution.winner, evidence: solved.solution.evidence };
        let options = Options { deviations: 1, ..plain() };
        let (best, stopped) = shorten(&win, &options, &Limits::default(), |_| {}).unwrap();
        assert_eq!(stopped, None);
        let count = |win: &Win| win.tree(Leaves::Connections).unwrap().count().nodes;
        (count(&win), count(&best.win))
    }

    #[test]
    fn a_short_proof_is_accepted_and_no_longer_than_the_solvers() {
        for (side, opening) in [(4, "32"), (5, "33"), (6, "33"), (6, "13")] {
            let (before, after) = short(side, opening);
            assert!(after <= before, "{side} {opening}: {after} after {before}");
        }
    }

    #[test]
    fn positions_that_fall_apart_make_a_proof_shorter() {
        let position = Position::from_moves(Size::new(7, 7).unwrap(), "53").unwrap();
        let solved = crate::hex::solve(&position, &Limits::default()).unwrap();
        let win = Win { position, winner: solved.solution.winner, evidence: solved.solution.evidence };
        let nodes = |sigma: Option<u64>| {
            let options = Options { sigma, ..plain() };
            let (best, _) = shorten(&win, &options, &Limits::default(), |_| {}).unwrap();
            best.win.tree(Leaves::Sigma(Sigma::up_to(None, position.size))).unwrap().count().nodes
        };
        let (without, with) = (nodes(None), nodes(Some(100)));
        assert!(with < without, "{with} with them, {without} without");
    }

    #[test]
    fn a_search_without_time_hands_over_the_given_proof() {
        let position = Position::from_moves(Size::new(6, 6).unwrap(), "22").unwrap();
        let solved = crate::hex::solve(&position, &Limits::default()).unwrap();
        let win = Win { position, winner: solved.solution.winner, evidence: solved.solution.evidence };
        let (best, stopped) =
            shorten(&win, &plain(), &Limits { nodes: Some(1), ..Limits::default() }, |_| {}).unwrap();
        assert!(stopped.is_some());
        let count = |win: &Win| win.tree(Leaves::Connections).unwrap().count().written_out;
        assert!(count(&best.win) <= count(&win));
    }

    #[test]
    fn what_is_known_of_the_position_is_taken_over_without_a_search() {
        let position = Position::from_moves(Size::new(6, 6).unwrap(), "22").unwrap();
        let solved = crate::hex::solve(&position, &Limits::default()).unwrap();
        let win = Win { position, winner: solved.solution.winner, evidence: solved.solution.evidence };
        let with = |known: Vec<Win>, limits: Limits| {
            let options = Options { known, ..plain() };
            shorten(&win, &options, &limits, |_| {}).map(|(best, _)| best.win)
        };
        let none = Limits { nodes: Some(1), ..Limits::default() };
        let count = |win: &Win| win.tree(Leaves::Connections).unwrap().count().deep_nodes;
        let searched = with(vec![], Limits::default()).unwrap();
        let alone = with(vec![], none.clone()).unwrap();
        assert!(count(&searched) < count(&alone), "{} of {}", count(&searched), count(&alone));
        // The given proof may be among the known ones.
        for known in [vec![searched.clone()], vec![searched.clone(), win.clone()]] {
            let given = with(known, none.clone()).unwrap();
            assert!(count(&given) <= count(&searched), "{} of {}", count(&given), count(&searched));
        }
        let other = Win { winner: searched.winner.other(), ..searched };
        assert!(with(vec![other], none).unwrap_err().contains("not about this win"));
    }

    #[test]
    fn a_proof_that_starts_with_the_winner_is_refused() {
        let size = Size::new(3, 3).unwrap();
        let position = Position::start(size);
        let solved = crate::hex::solve(&position, &Limits::default()).unwrap();
        let win = Win { position, winner: Player::Black, evidence: solved.solution.evidence };
        let options = Options { effort: 10, ..plain() };
        assert!(shorten(&win, &options, &Limits::default(), |_| {}).unwrap_err().contains("to move"));
    }

    #[test]
    fn hints_are_lines_of_moves_on_the_board() {
        let size = Size::new(4, 4).unwrap();
        let position = Position::from_moves(size, "32").unwrap();
        let solved = crate::hex::solve(&position, &Limits::default()).unwrap();
        let win = Win { position, winner: solved.solution.winner, evidence: solved.solution.evidence };
        let with = |hint: &str| {
            let options = Options { deviations: 1, hints: vec![hint.to_owned()], ..plain() };
            shorten(&win, &options, &Limits::default(), |_| {}).map(|_| true)
        };
        assert_eq!(with("32 11 23"), Ok(true));
        for (hint, reason) in
            [("32", "a line of moves"), ("32 99", "`99` is not"), ("32 32 33", "has a stone")]
        {
            let error = with(hint).unwrap_err();
            assert!(error.starts_with(&format!("`{hint}`")) && error.contains(reason), "{error}");
        }
    }
}
