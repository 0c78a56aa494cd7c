//! A kept proof of a win made short: the tree a paper would print.
//!
//! The work is that of [`hissho_solve::hex::shorten`]; every proof is checked before it counts.

use hissho_certificate::Claim;
use hissho_certificate::hex::{self, Connection, Step};
use hissho_rules::hex::{Player, Position, Size};
use hissho_solve::hex::lemma_search::templates::Template;
use hissho_solve::hex::shorten::ShortenOptions;
use hissho_solve::limits::{Limits, Stop};

use super::lemma;
use super::proof::Win;
use crate::{Certified, Fault};

/// The lemmas that a leaf may name; bridges are always among them.
const LEMMAS: [&str; 6] = ["T", "SC1", "SC2", "SE1", "SE2", "fig3"];

/// How a short proof is looked for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Positions that fall apart into a promise about each edge are leaves too: nodes the solver
    /// may spend on one.
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
    /// The same as the search takes it, for wins of this player on this board.
    pub(super) fn for_search(&self, size: Size, winner: Player) -> Result<ShortenOptions<'_>, Fault> {
        for other in &self.known {
            if (other.position.size, other.winner) != (size, winner) {
                let (size, winner) = (other.position.size, other.winner);
                let message =
                    format!("a known proof is about {winner} on a board of {size}, not about this win");
                return Err(Fault::bad_input(message));
            }
        }
        let hint = |line: &String| {
            let wanted = "a hint is a line of moves, the last of which is to be tried first";
            let wrong = |error: &dyn std::fmt::Display| {
                Fault::bad_input(format_args!("`{line}`: {error}")).in_field("hints")
            };
            let (before, answer) = line.trim().rsplit_once(' ').ok_or_else(|| wrong(&wanted))?;
            let fail = |error: hissho_rules::hex::HexError| wrong(&error);
            let before = Position::from_moves(size, before).map_err(fail)?;
            Ok((before, size.cell(answer).map_err(fail)?))
        };
        Ok(ShortenOptions {
            sigma: self.sigma,
            largest: self.largest,
            deviations: self.deviations,
            effort: self.effort,
            known: self.known.iter().map(|win| &win.evidence.steps[..]).collect(),
            hints: self.hints.iter().map(hint).collect::<Result<_, Fault>>()?,
        })
    }
}

/// A short proof, accepted by the checker.
#[derive(Clone, Debug)]
pub struct Short {
    /// The proof.
    pub win: Win,
    /// Its certificate.
    pub certificate: Certified,
}

/// The lemmas as templates.
pub(super) fn shapes() -> impl Iterator<Item = (&'static str, Template)> {
    LEMMAS.into_iter().filter_map(|name| {
        let lemma = lemma::parse(lemma::built_in(name)?).ok()?;
        let one = lemma.statements.into_iter().next()?;
        let (stones, carrier, formula) = (one.stones, one.carrier, one.formula);
        Some((name, Template { size: lemma.size, stones, carrier, formula }))
    })
}

/// Looks for shorter and shorter proofs of the same win and hands each to `found`; ends when a
/// limit is reached, the deviations are used up or the work is stopped, which the answer tells.
pub fn shorten(
    win: &Win,
    options: &Options,
    limits: &Limits,
    mut found: impl FnMut(&Short),
) -> Result<(Short, Option<Stop>), Fault> {
    let Win { position, winner, .. } = *win;
    if position.to_move == winner {
        let message = format!("{winner} is to move; the proof must start with a move of the loser");
        return Err(Fault::bad_input(message));
    }
    let mut refused = None;
    let tell = |steps: &[Step]| match checked(Win::new(&position, winner, steps.to_vec())) {
        Ok(short) => found(&short),
        Err(error) => refused = Some(error),
    };
    let given = (&position, winner, &win.evidence.steps[..]);
    let options = options.for_search(position.size, winner)?;
    let (best, stopped) =
        hissho_solve::hex::shorten::shorten(given, &options, limits, tell).map_err(Fault::bad_input)?;
    match refused {
        Some(error) => Err(error),
        None => Ok((checked(Win::new(&position, winner, best))?, stopped)),
    }
}

pub(super) fn checked(win: Win) -> Result<Short, Fault> {
    let claim = Connection::Wins { position: win.position, winner: win.winner };
    let certificate = hex::write(&claim, &win.evidence);
    match Certified::check(certificate, &Limits::default()) {
        Ok(certificate) if *certificate.claim() == Claim::Connection(claim) => Ok(Short { win, certificate }),
        Ok(certificate) => {
            Err(Fault::refused(format_args!("the short proof proves {}", certificate.claim())))
        }
        Err(refusal) => Err(Fault::refused(format_args!("the short proof was refused: {refusal}"))),
    }
}

#[cfg(test)]
mod tests {
    use hissho_solve::hex::printed::size::Sigma;
    use hissho_solve::hex::printed::tree::Leaves;

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
        assert!(with(vec![other], none).unwrap_err().message.contains("not about this win"));
    }

    #[test]
    fn a_proof_that_starts_with_the_winner_is_refused() {
        let size = Size::new(3, 3).unwrap();
        let position = Position::start(size);
        let solved = crate::hex::solve(&position, &Limits::default()).unwrap();
        let win = Win { position, winner: Player::Black, evidence: solved.solution.evidence };
        let options = Options { effort: 10, ..plain() };
        assert!(shorten(&win, &options, &Limits::default(), |_| {}).unwrap_err().message.contains("to move"));
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
            assert!(
                error.message.starts_with(&format!("`{hint}`")) && error.message.contains(reason),
                "{error}"
            );
        }
    }
}
