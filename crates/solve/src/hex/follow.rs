//! A proof followed by one move and its answer: what a statement made of regions says after a move in one of them.
//!
//! A proof that falls apart into regions ([`super::patterns`]) has steps about each region and none about the whole board
//! after a move. That step is put together here: the region the move is in is answered as its own proof says, the
//! others stay as they are, and the same and-rule makes the whole of them.
//!
//! Cost: the regions on the way from the whole to the move.

use hissho_certificate::hex::{Statement, Step};
use hissho_rules::hex::Cell;

/// The answer to the loser's move on `taken` by the step `number`, and the number of the step that the whole is then;
/// the steps that have to be added for it are put into `new`, numbered after `steps`. `None` if no answer is needed or
/// the proof has none of this kind.
pub(super) fn follow(
    steps: &[Step],
    statements: &[Statement],
    number: usize,
    taken: Cell,
    new: &mut Vec<Step>,
) -> Option<(Cell, usize)> {
    let mut follow_one = |part: usize| follow(steps, statements, part, taken, new);
    let (answer, step) = match &steps[number] {
        Step::Or { parts, .. } => {
            let serves = |&&(answer, part): &&(Option<Cell>, usize)| {
                answer != Some(taken) && !statements[part].carrier.contains(taken)
            };
            let &(answer, part) = parts.iter().find(serves)?;
            return Some((answer?, part));
        }
        Step::And { parts, stones, formula } => {
            let place = parts.iter().position(|&part| statements[part].carrier.contains(taken))?;
            let (answer, part) = follow_one(parts[place])?;
            let mut parts = parts.clone();
            parts[place] = part;
            (answer, Step::And { parts, stones: *stones, formula: formula.clone() })
        }
        Step::Capture { part, pair } if !pair.contains(&taken) => {
            let (answer, part) = follow_one(*part)?;
            (answer, Step::Capture { part, pair: *pair })
        }
        _ => return None,
    };
    new.push(step);
    Some((answer, steps.len() + new.len() - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::derivation::{Ledger, statements_of};
    use crate::hex::promise::{Question, Verdict, decide};
    use crate::limits::Limits;
    use hissho_certificate::hex::{Formula, Geometry, Promise};
    use hissho_rules::hex::{CellSet, Player, Size};

    #[test]
    fn the_other_region_stays_as_it_is() {
        let size = Size::new(7, 5).unwrap();
        let geometry = Geometry::new(size, Player::Black);
        let cells =
            |names: &str| -> CellSet { names.split(' ').map(|name| geometry.point(name).unwrap()).collect() };
        let regions =
            [("43 b", "53 34 44 54 25 35 45 55", "43-b"), ("43 t", "33 32 42 52 31 41 51 61", "t-43")];
        let mut ledger = Ledger::default();
        let mut parts = Vec::new();
        for (stones, carrier, formula) in regions {
            let formula = Formula::parse(formula, &|name| geometry.point(name)).unwrap();
            let (stones, carrier) = (cells(stones), cells(carrier));
            let question = Question { geometry: &geometry, stones, carrier, formula: &formula };
            let Verdict::Holds(_, steps) = decide(&question, &Limits::default().start()).unwrap() else {
                panic!("the third-row template holds")
            };
            parts.extend(ledger.add_all(&steps).last().copied());
        }
        let whole = ledger.add(Step::And { parts, stones: CellSet::EMPTY, formula: Formula::win(&geometry) });
        let statements = statements_of(&geometry, ledger.steps()).unwrap();
        for (_, carrier, _) in regions {
            let others = cells("53 34 44 54 25 35 45 55 33 32 42 52 31 41 51 61").minus(cells(carrier));
            for taken in cells(carrier).cells() {
                let mut new = Vec::new();
                let (answer, step) = follow(ledger.steps(), &statements, whole, taken, &mut new).unwrap();
                let all: Vec<Step> = ledger.steps().iter().chain(&new).cloned().collect();
                let after = statements_of(&geometry, &all).unwrap().swap_remove(step);
                assert_eq!(after.promise, Promise::Formula(Formula::win(&geometry)));
                assert!(cells(carrier).contains(answer) && after.stones.contains(answer));
                assert!(!after.carrier.contains(taken) && others.is_subset(after.carrier));
            }
        }
        // Elsewhere no answer is needed.
        assert_eq!(follow(ledger.steps(), &statements, whole, size.cell("11").unwrap(), &mut vec![]), None);
    }
}
