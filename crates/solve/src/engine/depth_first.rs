//! Depth-first and/or search with a table of answers.
//!
//! At the prover's positions the first move that leads to "yes" settles it, at the refuter's the first that leads to
//! "no"; positions settled before come from the table.
//!
//! The search ends because the game has no cycles. On several threads all search the same root over one table; the
//! helpers take the moves after the first in the other order, so that the work is shared where all moves must be
//! searched. The first to finish ends the search.
//!
//! Cost: the nodes visited; one table entry per node with a choice.

use std::sync::atomic::{AtomicBool, Ordering};

use super::table::Answers;
use super::{Answer, Game, Look, Mover, Outcome, Purse};
use crate::limits::{Limits, Meter, Stop};
use crate::parallel;

/// Answers the question for `position`, on one thread.
pub fn search<G: Game>(
    game: &G,
    position: &G::Position,
    table: &impl Answers<G::Key>,
    meter: &Meter,
) -> Outcome {
    let never = AtomicBool::new(false);
    let mut search =
        Search { game, table, meter, done: &never, backwards: false, moves: vec![], purse: Purse::default() };
    match search.visit(position) {
        Ok(yes) => Ok(Answer { yes, nodes: search.purse.nodes }),
        Err(Halt::Limit(stop)) => Err(stop),
        Err(Halt::Done) => unreachable!("nobody else sets the flag"),
    }
}

/// Answers the question for `position` on as many threads as `limits` allow.
pub fn search_shared<G: Game>(
    game: &G,
    position: &G::Position,
    table: &impl Answers<G::Key>,
    meter: &Meter,
    limits: &Limits,
) -> Outcome {
    let done = AtomicBool::new(false);
    let results = parallel::on_each(limits.threads, |helper| {
        let backwards = helper % 2 == 1;
        let mut search =
            Search { game, table, meter, done: &done, backwards, moves: vec![], purse: Purse::default() };
        let result = search.visit(position);
        done.store(true, Ordering::Relaxed);
        (result, search.purse.nodes)
    });
    let nodes = results.iter().map(|(_, nodes)| nodes).sum();
    let mut stop = None;
    for (result, _) in results {
        match result {
            Ok(yes) => return Ok(Answer { yes, nodes }),
            Err(Halt::Limit(limit)) => stop = Some(limit),
            Err(Halt::Done) => {}
        }
    }
    Err(stop.unwrap_or(Stop::Cancelled))
}

enum Halt {
    Limit(Stop),
    /// Another thread has the answer.
    Done,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Limit(stop)
    }
}

struct Search<'a, G: Game, T> {
    game: &'a G,
    table: &'a T,
    meter: &'a Meter,
    done: &'a AtomicBool,
    backwards: bool,
    /// The move lists of the positions on the path, one after the other.
    moves: Vec<G::Move>,
    purse: Purse,
}

impl<G: Game, T: Answers<G::Key>> Search<'_, G, T> {
    fn visit(&mut self, position: &G::Position) -> Result<bool, Halt> {
        self.purse.count(self.meter)?;
        let start = self.moves.len();
        match self.game.look(position, &mut self.moves) {
            Look::Yes => return Ok(true),
            Look::No => return Ok(false),
            Look::Open => {}
        }
        let end = self.moves.len();
        debug_assert!(start < end, "an open position has a move");
        if end - start == 1 {
            let next = self.game.play(position, self.moves[start]);
            self.moves.truncate(start);
            return self.visit(&next);
        }
        let key = self.game.key(position);
        let answer = match self.table.get(key) {
            Some(yes) => Ok(yes),
            None => self.visit_moves(position, start, end).inspect(|&yes| self.table.put(key, yes)),
        };
        self.moves.truncate(start);
        answer
    }

    fn visit_moves(&mut self, position: &G::Position, start: usize, end: usize) -> Result<bool, Halt> {
        // The answer that one move is enough for.
        let wanted = self.game.mover(position) == Mover::Prover;
        self.game.order(position, &mut self.moves[start..end]);
        if self.done.load(Ordering::Relaxed) {
            return Err(Halt::Done);
        }
        if self.backwards {
            self.moves[start + 1..end].reverse();
        }
        for at in start..end {
            let next = self.game.play(position, self.moves[at]);
            if self.visit(&next)? == wanted {
                return Ok(wanted);
            }
        }
        Ok(!wanted)
    }
}
