//! A game against the perfect opponent, with hints and undo. Nothing here prints.

use rules::name::Component;
use solve::grundy::General;
use solve::limits::Limits;
use solve::progress::Silent;

use super::{ImpartialError, Sum, Valued, value};

/// A game under way.
pub struct Match {
    sum: Sum,
    limits: Limits,
    /// Positions so far, the present one last. Invariant: not empty.
    history: Vec<Vec<u64>>,
}

/// What became of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The move was made.
    Made,
    /// There is no such move.
    NoSuchMove,
}

impl Match {
    /// A match from `position`.
    pub fn new(sum: Sum, position: &[u64], limits: &Limits) -> Result<Match, ImpartialError> {
        value(&sum, position, false, limits, &Silent)?;
        Ok(Match { sum, limits: limits.clone(), history: vec![position.to_vec()] })
    }

    /// The present position.
    pub fn position(&self) -> &[u64] {
        self.history.last().map_or(&[], Vec::as_slice)
    }

    /// All positions the player to move can go to.
    pub fn options(&self) -> Result<Vec<Vec<u64>>, ImpartialError> {
        let position = self.position();
        let mut all = Vec::new();
        let mut from = 0;
        for (component, own) in self.sum.components.iter().zip(self.sum.split(position)?) {
            if let Component::Numbers(game) = component {
                let mut general = General::new(game)?;
                for option in general.moves().options(own).map_err(solve::grundy::GeneralError::from)? {
                    let mut to = position.to_vec();
                    to[from..from + own.len()].copy_from_slice(&option);
                    all.push(to);
                }
            }
            from += own.len();
        }
        all.sort_unstable();
        Ok(all)
    }

    /// Whether the player to move has lost.
    pub fn is_over(&self) -> Result<bool, ImpartialError> {
        Ok(self.options()?.is_empty())
    }

    /// Value and winning moves of the present position.
    pub fn hint(&self) -> Result<Valued, ImpartialError> {
        value(&self.sum, self.position(), false, &self.limits, &Silent)
    }

    /// Makes the move to `to`.
    pub fn go(&mut self, to: &[u64]) -> Result<Reply, ImpartialError> {
        if !self.options()?.iter().any(|option| option == to) {
            return Ok(Reply::NoSuchMove);
        }
        self.history.push(to.to_vec());
        Ok(Reply::Made)
    }

    /// The best reply: a winning move, or the move that keeps the game longest in hand (it takes least).
    pub fn best(&self) -> Result<Option<Vec<u64>>, ImpartialError> {
        if let Some(winning) = self.hint()?.moves.first() {
            return Ok(Some(winning.to.clone()));
        }
        Ok(self.options()?.into_iter().max_by_key(|option| option.iter().sum::<u64>()))
    }

    /// Takes back the last move; false at the start.
    pub fn undo(&mut self) -> bool {
        let can = self.history.len() > 1;
        if can {
            self.history.pop();
        }
        can
    }

    /// The sum being played.
    pub fn sum(&self) -> &Sum {
        &self.sum
    }
}
