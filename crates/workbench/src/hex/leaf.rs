//! Is a position a leaf of a paper's tree, and which answers to a move make one?
//!
//! A leaf is a position whose winner is seen at once: the edges are virtually connected, or
//! promises about each edge by itself, in different cells, make the win
//! ([`hissho_solve::hex::shorten`]), perhaps after a line of forced moves (Mishima, Noshita and
//! others, 2006: proposition 6 without such a line, proposition 5 with one). Every leaf found has a
//! certificate that the checker has accepted.
//!
//! Cost: for each answer one question to the solver and one to the search for promises; answers
//! that the solver does not see to win are passed over.

use hissho_certificate::hex::{Geometry, Promise, Step};
use hissho_rules::hex::{Cell, CellSet, Notation, Position};
use hissho_solve::hex::ledger::statements_of;
use hissho_solve::hex::printed::size::Sigma;
use hissho_solve::hex::printed::tree::Leaves;
use hissho_solve::hex::shorten;
use hissho_solve::limits::{Limits, Stop};
use hissho_solve::progress::Progress;

use super::draw;
use super::proof::Win;
use super::shorten::{Options, Short, checked};
use crate::Fault;

/// A leaf.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The answer that makes it, where answers were asked for.
    pub answer: Option<Cell>,
    /// Its proof.
    pub short: Short,
}

/// Looks whether the position is a leaf for the player who is not to move; at most one is returned.
pub fn leaf(
    position: &Position,
    options: &Options,
    limits: &Limits,
) -> Result<(Vec<Leaf>, Option<Stop>), Fault> {
    let options = options.for_search(position.size, position.to_move.other())?;
    let (steps, stopped) = shorten::leaf(position, &options, limits).map_err(Fault::bad_input)?;
    let leaf = steps.map(|steps| Leaf::new(position, None, steps)).transpose()?;
    Ok((leaf.into_iter().collect(), stopped))
}

/// Looks which moves of the player to move make a leaf, and hands each to `found`. Which limit was
/// reached is told.
pub fn answers(
    position: &Position,
    options: &Options,
    limits: &Limits,
    progress: &dyn Progress,
    mut found: impl FnMut(&Leaf),
) -> Result<(Vec<Leaf>, Option<Stop>), Fault> {
    let options = options.for_search(position.size, position.to_move)?;
    let mut leaves = Vec::new();
    let stopped = shorten::answers(position, &options, limits, progress, |cell, steps| {
        let after = position.after(cell).map_err(Fault::bad_input);
        let leaf = after.and_then(|after| Leaf::new(&after, Some(cell), steps));
        leaf.iter().for_each(&mut found);
        leaves.push(leaf);
    });
    let leaves = leaves.into_iter().collect::<Result<_, Fault>>()?;
    Ok((leaves, stopped.map_err(Fault::bad_input)?))
}

impl Leaf {
    fn new(position: &Position, answer: Option<Cell>, steps: Vec<Step>) -> Result<Leaf, Fault> {
        let short = checked(Win::new(position, position.to_move.other(), steps))?;
        Ok(Leaf { answer, short })
    }

    /// What is promised and in which cells, as the certificate states it, if captured pairs and
    /// promises about one edge or none, side by side, make the win; nothing otherwise.
    pub fn promises(&self) -> Vec<(String, CellSet)> {
        let Win { position, winner, evidence } = &self.short.win;
        let geometry = Geometry::new(position.size, *winner);
        let sigma = Sigma::up_to(None, position.size);
        let Ok(statements) = statements_of(&geometry, &evidence.steps) else { return vec![] };
        let mut open: Vec<usize> = evidence.steps.len().checked_sub(1).into_iter().collect();
        let mut promises = Vec::new();
        while let Some(step) = open.pop() {
            let statement = &statements[step];
            match (&evidence.steps[step], &statement.promise) {
                (Step::Link { .. }, _) => {}
                (Step::Capture { part, pair }, _) => {
                    open.push(*part);
                    promises.push(("captured".to_owned(), pair.iter().copied().collect()));
                }
                (_, Promise::Formula(formula)) if sigma.is_one(&geometry, statement) => {
                    promises.push((formula.text(&geometry), statement.carrier));
                }
                (Step::And { parts, .. }, _) => open.extend(parts.iter().rev()),
                _ => return vec![],
            }
        }
        promises
    }

    /// The board with the cells of the first promise as `1`, of the second as `2`, and what each of
    /// them says; or the line of forced moves.
    pub fn text(&self, notation: Notation) -> Result<String, Fault> {
        let win = &self.short.win;
        let promises = self.promises();
        let mark = |cell: Cell| {
            let of = promises.iter().position(|(_, carrier)| carrier.contains(cell));
            of.and_then(|of| char::from_digit(of as u32 + 1, 36)).unwrap_or('.')
        };
        let mut text = draw(&win.position, mark);
        for (number, (formula, carrier)) in promises.iter().enumerate() {
            text.push_str(&format!("{}: {formula} in {} cells\n", number + 1, carrier.len()));
        }
        if promises.is_empty() {
            let tree = win.tree(Leaves::Sigma(Sigma::up_to(None, win.position.size)))?;
            text.push_str(&win.text(&tree, (usize::MAX, true), notation));
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hissho_rules::hex::{Player, Size};
    use hissho_solve::progress::Silent;

    fn at(side: usize, moves: &str) -> Position {
        Position::from_moves(Size::new(side, side).unwrap(), moves).unwrap()
    }

    fn options() -> Options {
        Options { sigma: Some(1_000), effort: 1_000, ..Options::default() }
    }

    fn found(position: &Position, options: &Options) -> Option<Leaf> {
        let (mut leaves, stopped) = leaf(position, options, &Limits::default()).unwrap();
        assert_eq!(stopped, None);
        leaves.pop()
    }

    #[test]
    fn proposition_6_is_a_leaf_by_the_lemmas_the_paper_names() {
        let leaf = found(&at(8, "63 55 45"), &options()).unwrap();
        let promises = leaf.promises();
        let said: Vec<(&str, usize)> =
            promises.iter().map(|(formula, carrier)| (formula.as_str(), carrier.len())).collect();
        assert_eq!(said, [("t-63 and t-45", 25), ("63-b or 45-b", 23)]);
        assert!(promises[0].1.is_disjoint(promises[1].1));
        let text = leaf.text(Notation::Digits).unwrap();
        assert!(text.contains("   3  1  1  1  1  1  B  2  .\n"), "{text}");
    }

    #[test]
    fn answers_that_make_a_leaf_are_found_for_either_player() {
        for (moves, winner) in [("33 42", Player::Black), ("11", Player::White)] {
            let position = at(5, moves);
            let mut told = 0;
            let (leaves, stopped) =
                answers(&position, &options(), &Limits::default(), &Silent, |_| told += 1).unwrap();
            assert!(stopped.is_none() && told == leaves.len() && told > 0, "{moves}: {told}");
            for leaf in leaves {
                let win = &leaf.short.win;
                assert_eq!(
                    (win.winner, win.position),
                    (winner, position.after(leaf.answer.unwrap()).unwrap())
                );
            }
        }
    }

    #[test]
    fn a_lost_position_is_no_leaf_and_has_no_answers() {
        assert!(found(&at(5, "11"), &options()).is_none());
        let (leaves, _) = answers(&at(5, "33"), &options(), &Limits::default(), &Silent, |_| {}).unwrap();
        assert!(leaves.is_empty());
    }

    #[test]
    fn a_look_that_is_stopped_says_so() {
        let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        let (leaves, stopped) = leaf(&at(8, "54"), &options(), &limits).unwrap();
        assert!(leaves.is_empty() && stopped.is_some());
    }
}
