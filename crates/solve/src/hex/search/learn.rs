//! What others proved, taken over by a search: it is known from then on.
//!
//! Cost: one look at each step.

use hissho_certificate::hex::{Geometry, Promise, Statement, Step, StepError};
use hissho_rules::hex::Player;

use super::super::board::HexBoard;
use super::super::ledger::{Entry, statements_of};
use super::super::statement_index::Fact;
use super::{HexSearch, NO_PANIC, STANDING, WITH_MOVE};

/// The statement of a step as the search keeps it: edges are not among the stones.
fn entry(geometry: &Geometry, statement: &Statement, step: usize) -> Entry {
    let stones = statement.stones.and(geometry.size.all());
    Entry { stones, carrier: statement.carrier, step }
}

impl HexSearch<'_> {
    /// Takes over a derivation of wins of `owner`: what its steps say is known from now on.
    pub fn learn(&mut self, owner: Player, steps: &[Step]) -> Result<(), StepError> {
        let which = usize::from(owner == Player::White);
        let HexBoard { geometry, goal, .. } = &self.boards[which];
        let side = &mut self.tree.get_mut().expect(NO_PANIC).sides[which];
        let win = Promise::Formula(goal.formula.clone());
        let statements = statements_of(geometry, steps)?;
        let before = side.ledger.len();
        let places = side.ledger.add_all(steps);
        for ((step, statement), &place) in steps.iter().zip(&statements).zip(&places) {
            // What was there before is known already.
            if statement.promise != win || place < before {
                continue;
            }
            side.known[STANDING].add(Fact { key: None, entry: entry(geometry, statement, place) });
            let Step::Or { parts, .. } = step else { continue };
            for &(reply, part) in parts {
                let part_entry = entry(geometry, &statements[part], places[part]);
                if let Some(cell) = reply.filter(|&cell| part_entry.stones.contains(cell))
                    && statements[part].promise == win
                {
                    let (stones, carrier) = (part_entry.stones.without(cell), part_entry.carrier.with(cell));
                    let entry = Entry { stones, carrier, step: part_entry.step };
                    side.known[WITH_MOVE].add(Fact { key: Some(cell), entry });
                }
            }
        }
        Ok(())
    }
}
