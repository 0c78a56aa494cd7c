//! Playing by a derivation: a reply to every move of the opponent.
//!
//! The proof of a statement is also a strategy. What is left to keep is a list of obligations with
//! disjoint carriers: steps, and captured pairs. An `and` is kept by keeping its parts; when the
//! opponent enters an `or`, a part that does not need the cell is chosen and its reply played; a
//! captured pair is answered by its other cell. Moves outside all carriers need no answer.
//!
//! Cost: one pass over the steps to learn their carriers, then the depth of the derivation per
//! move.

use std::sync::Arc;

use hissho_certificate::hex::{Geometry, Statement, Step, StepError};
use hissho_rules::hex::{Cell, CellSet, Player, Size};

use super::super::ledger::{statements_of, written_out};

/// A player who follows a derivation whose last step is the statement to keep. Clones share the
/// derivation.
#[derive(Clone, Debug)]
pub struct Strategy {
    steps: Arc<[Step]>,
    statements: Arc<[Statement]>,
    obligations: Vec<Obligation>,
    /// Captured pairs in play: to the steps below the capture both cells are stones, whoever comes
    /// to have one of them.
    captured: CellSet,
}

#[derive(Clone, Copy, Debug)]
enum Obligation {
    Step(usize),
    Pair([Cell; 2]),
}

impl Strategy {
    /// Learns the derivation; refused if a step does not follow.
    pub fn new(size: Size, owner: Player, steps: &[Step]) -> Result<Strategy, StepError> {
        let geometry = Geometry::new(size, owner);
        let steps: Arc<[Step]> = if steps.iter().any(|step| matches!(step, Step::Move { .. })) {
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

    /// The answer to the opponent's stone on `taken`, `own` being the owner's stones; `None`: any
    /// move will do.
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
                    // A pair one cell of which is a stone already, or captured with another, needs
                    // no answer.
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
