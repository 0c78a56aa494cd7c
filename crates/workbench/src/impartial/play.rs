//! A game against the perfect opponent, with hints and undo. Nothing here prints.

use std::sync::Arc;

use hissho_rules::name::Component;
use hissho_solve::impartial::General;
use hissho_solve::limits::{Limits, Stop};
use hissho_solve::progress::Silent;

use super::value::heaps_after;
use super::{Found, ImpartialError, Sum, value};
use crate::Desk;

/// A position with its sum: a heap of an octal game that is split becomes two games.
type Place = (Arc<Sum>, Vec<u64>);

/// A game under way.
pub struct Match {
    desk: Desk,
    limits: Limits,
    /// Positions so far, the present one last. Invariant: not empty.
    history: Vec<Place>,
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
        let desk = Desk::default();
        value(&desk, &sum, position, false, limits, &Silent)?;
        Ok(Match { desk, limits: limits.clone(), history: vec![(Arc::new(sum), position.to_vec())] })
    }

    /// The present position.
    pub fn position(&self) -> &[u64] {
        self.history.last().map_or(&[], |(_, position)| position)
    }

    /// The sum being played, as it is now.
    pub fn sum(&self) -> &Sum {
        &self.history[self.history.len() - 1].0
    }

    /// All positions the player to move can go to.
    pub fn options(&self) -> Result<Vec<Vec<u64>>, ImpartialError> {
        Ok(self.all_options()?.into_iter().map(|(_, to)| to).collect())
    }

    fn all_options(&self) -> Result<Vec<Place>, ImpartialError> {
        let (sum, position) = &self.history[self.history.len() - 1];
        let mut all = Vec::new();
        let mut from = 0;
        for (index, (component, own)) in sum.components.iter().zip(sum.split(position)?).enumerate() {
            let mut add = |sum: &Arc<Sum>, numbers: &[u64]| {
                let mut to = position.clone();
                to.splice(from..from + own.len(), numbers.iter().copied());
                all.push((Arc::clone(sum), to));
            };
            match component {
                Component::Numbers(game) => {
                    let account = Limits::default().account();
                    let mut general = General::new(game, &account)?;
                    let options =
                        general.moves().options(own).map_err(hissho_solve::impartial::GeneralError::from)?;
                    options.iter().for_each(|option| add(sum, option));
                }
                Component::Octal(octal) => {
                    let split_in = |heaps: usize| {
                        let mut split = Sum::clone(sum);
                        (1..heaps).for_each(|_| split.components.insert(index, component.clone()));
                        Arc::new(split)
                    };
                    let split = [1, 2, 3].map(split_in);
                    let heap = usize::try_from(own[0]).map_err(|_| ImpartialError::Stop(Stop::Memory))?;
                    octal.for_each_option(heap, &mut |parts| {
                        let (heaps, _) = heaps_after(heap, parts);
                        add(&split[heaps.len() - 1], &heaps);
                    });
                }
            }
            from += own.len();
        }
        all.sort_by(|a, b| a.1.cmp(&b.1));
        all.dedup_by(|a, b| a.1 == b.1);
        Ok(all)
    }

    /// Whether the player to move has lost.
    pub fn is_over(&self) -> Result<bool, ImpartialError> {
        Ok(self.all_options()?.is_empty())
    }

    /// Value and winning moves of the present position.
    pub fn hint(&self) -> Result<Found, ImpartialError> {
        value(&self.desk, self.sum(), self.position(), false, &self.limits, &Silent)
    }

    /// Makes the move to the position that `text` names.
    pub fn go_to(&mut self, text: &str) -> Result<Reply, ImpartialError> {
        match super::numbers(text) {
            Some(to) => self.go(&to),
            None => self.sum().parse_position(text).map(|_| Reply::NoSuchMove),
        }
    }

    /// Makes the move to `to`.
    pub fn go(&mut self, to: &[u64]) -> Result<Reply, ImpartialError> {
        let Some(option) = self.all_options()?.into_iter().find(|(_, option)| option == to) else {
            return Ok(Reply::NoSuchMove);
        };
        self.history.push(option);
        Ok(Reply::Made)
    }

    /// The best reply: a winning move, or the move that keeps the game longest in hand (it takes
    /// least).
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
}
