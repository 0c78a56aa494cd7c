//! Playing by a derivation: a reply to every move of the opponent.
//!
//! The proof of a statement is also a strategy. What is left to keep is a list of obligations with disjoint carriers:
//! steps, and captured pairs. An `and` is kept by keeping its parts; when the opponent enters an `or`, a part that
//! does not need the cell is chosen and its reply played; a captured pair is answered by its other cell. Moves
//! outside all carriers need no answer.
//!
//! Cost: one pass over the steps to learn their carriers, then the depth of the derivation per move.

use std::borrow::Cow;
use std::sync::Arc;

use hissho_certificate::hex::{Geometry, Statement, Step, StepError};
use hissho_rules::hex::{Cell, CellSet, Player, Size};

use super::derivation::{statements_of, written_out};

/// A player who follows a derivation whose last step is the statement to keep.
#[derive(Clone, Debug)]
pub struct Strategy<'a> {
    steps: Cow<'a, [Step]>,
    statements: Arc<[Statement]>,
    obligations: Vec<Obligation>,
    /// Captured pairs in play: to the steps below the capture both cells are stones, whoever comes to have one of them.
    captured: CellSet,
}

#[derive(Clone, Copy, Debug)]
enum Obligation {
    Step(usize),
    Pair([Cell; 2]),
}

impl<'a> Strategy<'a> {
    /// Learns the derivation; refused if a step does not follow.
    pub fn new(size: Size, owner: Player, steps: &'a [Step]) -> Result<Strategy<'a>, StepError> {
        let geometry = Geometry::new(size, owner);
        let steps: Cow<'a, [Step]> = if steps.iter().any(|step| matches!(step, Step::Move { .. })) {
            written_out(&geometry, steps)?.into()
        } else {
            steps.into()
        };
        let statements = statements_of(&geometry, &steps)?.into();
        let last = steps.len().checked_sub(1).ok_or(StepError::Misplaced { what: "no step" })?;
        let obligations = vec![Obligation::Step(last)];
        Ok(Strategy { steps, statements, obligations, captured: CellSet::EMPTY })
    }

    /// Forgets all moves: the whole statement is to be kept again.
    pub fn restart(&mut self) {
        self.obligations = vec![Obligation::Step(self.steps.len() - 1)];
        self.captured = CellSet::EMPTY;
    }

    /// The stones the statement needs, edges included.
    pub fn stones(&self) -> CellSet {
        self.statements.last().map_or(CellSet::EMPTY, |statement| statement.stones)
    }

    /// Every empty cell that is still needed, given the owner's stones.
    pub fn carrier(&self, own: CellSet) -> CellSet {
        self.obligations.iter().fold(CellSet::EMPTY, |all, one| all.or(self.needed(*one, own)))
    }

    fn needed(&self, obligation: Obligation, own: CellSet) -> CellSet {
        match obligation {
            Obligation::Step(number) => self.statements[number].carrier.minus(own).minus(self.captured),
            Obligation::Pair(pair) if pair.iter().any(|&cell| own.contains(cell)) => CellSet::EMPTY,
            Obligation::Pair(pair) => pair.into_iter().collect(),
        }
    }

    /// The answer to the opponent's stone on `taken`, `own` being the owner's stones; `None`: any move will do.
    pub fn answer(&mut self, taken: Cell, own: CellSet) -> Option<Cell> {
        let at = self.obligations.iter().position(|&one| self.needed(one, own).contains(taken))?;
        match self.obligations.swap_remove(at) {
            Obligation::Pair([a, b]) => Some(if a == taken { b } else { a }),
            Obligation::Step(number) => match &self.steps[number] {
                Step::And { parts, .. } => {
                    self.obligations.extend(parts.iter().map(|&part| Obligation::Step(part)));
                    self.answer(taken, own)
                }
                Step::Capture { part, pair } => {
                    self.obligations.push(Obligation::Step(*part));
                    let both: CellSet = pair.iter().copied().collect();
                    // A pair one cell of which is a stone already, or captured with another, needs no answer.
                    if both.is_disjoint(own.or(self.captured)) {
                        self.obligations.push(Obligation::Pair(*pair));
                    }
                    self.captured = self.captured.or(both);
                    self.answer(taken, own)
                }
                Step::Or { parts, .. } => {
                    let needs = |&(reply, part): &(Option<Cell>, usize)| {
                        let area =
                            reply.iter().fold(self.statements[part].carrier, |area, &cell| area.with(cell));
                        area.minus(own).minus(self.captured).contains(taken)
                    };
                    let &(reply, part) = parts.iter().find(|part| !needs(part))?;
                    self.obligations.push(Obligation::Step(part));
                    reply.filter(|&cell| !own.or(self.captured).contains(cell))
                }
                // Moved statements were written out; stones that touch need no answer.
                Step::Link { .. } | Step::Move { .. } | Step::Bar { .. } => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hissho_certificate::hex::{Formula, Motion};

    #[test]
    fn a_moved_statement_is_answered_where_it_is() {
        let size = Size::new(5, 5).unwrap();
        let geometry = Geometry::new(size, Player::Black);
        let cell = |name: &str| size.cell(name).unwrap();
        let [top, bottom] = geometry.edges();
        // 22 and the top by 21, 31; then shifted and turned: 42 and the top, 24 and the bottom.
        let formula = Formula::Joined(top, cell("22"));
        let stones: CellSet = [top, cell("22")].into_iter().collect();
        let link = |name: &str| Step::Link { stones: stones.with(cell(name)), formula: formula.clone() };
        let parts = vec![(Some(cell("21")), 0), (Some(cell("31")), 1)];
        let steps = [
            link("21"),
            link("31"),
            Step::Or { parts, stones: CellSet::EMPTY, formula: None },
            Step::Move { part: 2, motion: Motion::Shift(2, 0) },
            Step::Move { part: 3, motion: Motion::Turn },
        ];
        let mut strategy = Strategy::new(size, Player::Black, &steps).unwrap();
        assert!(strategy.stones().contains(bottom) && strategy.stones().contains(cell("24")));
        let own = CellSet::of(cell("24"));
        assert_eq!(strategy.carrier(own), [cell("15"), cell("25")].into_iter().collect());
        assert_eq!(strategy.answer(cell("25"), own), Some(cell("15")));
        strategy.restart();
        assert_eq!(strategy.answer(cell("33"), own), None);
        assert_eq!(strategy.answer(cell("15"), own), Some(cell("25")));
    }
}
