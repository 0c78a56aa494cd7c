//! Search engines for yes-or-no questions about two-player games.
//!
//! A question is asked on behalf of the *prover* ("does Black connect?", "does the first player win?"); the *refuter* is
//! the other side, and everything that is not a success of the prover - a draw too - is one of the refuter. Two such
//! questions, one for each side, decide a game with three values; one three-valued search is far slower.
//!
//! A game says what it is through [`Game`]; two engines answer:
//!
//! * [`depth_first`]: and/or search with a table of answers. Best where the move order is good, and for questions
//!   whose answer is "no" everywhere;
//! * [`proof_number`]: df-pn with a 1 + ε threshold. Best where a narrow forced line decides.
//!
//! Tables compare whole keys: no answer rests on two hashes being different. On one thread the same question visits
//! the same nodes in every run; on several threads the *answer* is the same in every run, because every stored
//! answer is one of the game and not of the path.

pub mod depth_first;
pub mod proof_number;
pub mod table;

use std::hash::Hash;

use crate::limits::Stop;

/// Whose move it is, seen from the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// The side the question is asked for: one good move is enough.
    Prover,
    /// The other side: every move has to be answered.
    Refuter,
}

/// What a position shows without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The prover has reached the goal, or will whatever the refuter does.
    Yes,
    /// The prover will not reach the goal.
    No,
    /// The moves handed over decide: the answer is "yes" exactly when the prover has one that leads to "yes", or
    /// the refuter has none that leads to "no".
    Open,
}

/// A game together with a yes-or-no question about it.
///
/// The graph of positions must have no cycle.
pub trait Game: Sync {
    /// A working position, as fast to play on as the game can make it.
    type Position: Clone + Send + Sync;
    /// A move.
    type Move: Copy + Send + Sync;
    /// What the tables remember. Positions with equal keys must have equal answers and the same side to move.
    type Key: Copy + Eq + Hash + Send + Sync;

    /// The exact key of a position.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// Whose move it is.
    fn mover(&self, position: &Self::Position) -> Mover;

    /// Decides the position if that is cheap; otherwise appends the moves to try, the most promising first or in
    /// whatever order [`Game::order`] mends.
    ///
    /// Moves may be left out when the answer provably does not depend on them. With [`Look::Open`] at least one
    /// move must be appended; with the others, `moves` must be left as it was.
    fn look(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Look;

    /// Puts the moves of [`Game::look`] in order, the most promising first. Asked only when a table does not know the
    /// position: for games in which that takes longer than finding the moves.
    fn order(&self, _position: &Self::Position, _moves: &mut [Self::Move]) {}

    /// As [`Game::look`], but only the number of moves: for games that can count them faster than order them.
    fn glance(&self, position: &Self::Position) -> Result<usize, Look> {
        let mut moves = Vec::new();
        match self.look(position, &mut moves) {
            Look::Open => Ok(moves.len()),
            decided => Err(decided),
        }
    }

    /// The position after a move that [`Game::look`] gave.
    fn play(&self, position: &Self::Position, chosen: Self::Move) -> Self::Position;

    /// First guess of the proof and disproof numbers of an undecided position with this many moves to try.
    fn effort(&self, position: &Self::Position, moves: usize) -> (u32, u32) {
        let moves = u32::try_from(moves).unwrap_or(u32::MAX);
        match self.mover(position) {
            Mover::Prover => (1, moves),
            Mover::Refuter => (moves, 1),
        }
    }
}

/// The answer to a question, and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the prover succeeds.
    pub yes: bool,
    /// Positions looked at.
    pub nodes: u64,
}

/// The outcome of a search under limits.
pub type Outcome = Result<Answer, Stop>;

/// Spends nodes in lots, so that the shared meter is touched rarely.
#[derive(Debug, Default)]
pub(crate) struct Purse {
    pub(crate) nodes: u64,
    unpaid: u64,
}

impl Purse {
    const LOT: u64 = 256;

    /// Counts one node; every [`Self::LOT`] nodes pays the meter.
    pub(crate) fn count(&mut self, meter: &crate::limits::Meter) -> Result<(), Stop> {
        self.nodes += 1;
        self.unpaid += 1;
        if self.unpaid == Self::LOT {
            self.unpaid = 0;
            meter.spend(Self::LOT)?;
        }
        Ok(())
    }
}
