//! Hex by trying every move; the tests of the checker's rules look here too.

use std::collections::HashMap;

use hissho_certificate::hex::{Connection, Formula, Geometry};
use hissho_rules::hex::{CellSet, Player, Position};

pub fn connection(claim: &Connection) -> Option<bool> {
    match claim {
        Connection::Wins { position, winner } => {
            let is_small = position.empty().len() <= 9;
            is_small.then(|| hex_winner(position, &mut HashMap::new()) == *winner)
        }
        Connection::Holds { size, owner, stones, carrier, formula, minimal } => {
            if carrier.len() > 8 {
                return None;
            }
            let geometry = Geometry::new(*size, *owner);
            let keeps = |carrier: CellSet| keeps(carrier, *stones, &mut |own| holds(&geometry, own, formula));
            let is_disjoint = stones.is_disjoint(*carrier);
            let none_spare = !*minimal || carrier.cells().all(|cell| !keeps(carrier.without(cell)));
            Some(is_disjoint && keeps(*carrier) && none_spare)
        }
    }
}

fn hex_winner(position: &Position, known: &mut HashMap<Position, Player>) -> Player {
    if let Some(winner) = position.winner() {
        return winner;
    }
    if let Some(&winner) = known.get(position) {
        return winner;
    }
    let mover = position.to_move;
    let wins = position
        .empty()
        .cells()
        .any(|cell| position.after(cell).is_ok_and(|after| hex_winner(&after, known) == mover));
    let winner = if wins { mover } else { mover.other() };
    known.insert(*position, winner);
    winner
}

/// Is the formula true when the owner has exactly `own`? By walking from stone to stone.
pub fn holds(geometry: &Geometry, own: CellSet, formula: &Formula) -> bool {
    match formula {
        Formula::Joined(a, b) => {
            let (mut reached, mut before) = (CellSet::of(*a), CellSet::EMPTY);
            while reached != before {
                before = reached;
                for stone in before.cells() {
                    reached = reached.or(geometry.near(stone).and(own));
                }
            }
            a == b || own.contains(*a) && reached.contains(*b)
        }
        Formula::And(parts) => parts.iter().all(|part| holds(geometry, own, part)),
        Formula::Or(parts) => parts.iter().any(|part| holds(geometry, own, part)),
    }
}

/// Does the owner of `own` reach what is good when the opponent moves first in `empty`, and may pass?
pub fn keeps(empty: CellSet, own: CellSet, is_good: &mut impl FnMut(CellSet) -> bool) -> bool {
    // More stones never hurt: what all of them do not reach, none do; what is there already stays.
    if !is_good(own.or(empty)) || is_good(own) {
        return is_good(own);
    }
    let mut answers = |left: CellSet| {
        left.is_empty() && is_good(own)
            || left.cells().any(|reply| keeps(left.without(reply), own.with(reply), is_good))
    };
    answers(empty) && empty.cells().all(|taken| answers(empty.without(taken)))
}
