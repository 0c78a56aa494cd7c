//! Grundy values straight from the definition, for games of any shape.
//!
//! Positions are valued on demand, options first, with a list of positions under way instead of
//! recursion; every value is kept. Moves may leave the box asked for. Cost: all moves of every
//! position met, listed by [`hissho_rules::language::Moves`].

use rustc_hash::FxHashMap;

use hissho_rules::language::moves::OneOption;
use hissho_rules::language::{Game, Moves, Stuck};
use hissho_rules::{Account, Exhausted, mex};

use crate::limits::{Meter, Stop};

/// Values of one game, computed as asked for.
pub struct General<'g> {
    moves: Moves<'g>,
    account: &'g Account,
    known: FxHashMap<Vec<u64>, u32>,
}

/// Why a value was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeneralError {
    /// A limit was reached.
    #[error("{0}")]
    Stop(Stop),
    /// The rules do not give a value.
    #[error("{0}")]
    Stuck(Stuck),
    /// Not a position of the game.
    #[error("not a position of the game")]
    NotAPosition,
}

impl From<Stop> for GeneralError {
    fn from(stop: Stop) -> Self {
        GeneralError::Stop(stop)
    }
}

impl From<Stuck> for GeneralError {
    fn from(stuck: Stuck) -> Self {
        match stuck {
            Stuck::Exhausted(Exhausted::Memory { .. }) => GeneralError::Stop(Stop::Memory),
            Stuck::Exhausted(Exhausted::Steps { .. }) => GeneralError::Stop(Stop::Nodes),
            Stuck::Exhausted(Exhausted::Stopped) => GeneralError::Stop(Stop::Time),
            stuck => GeneralError::Stuck(stuck),
        }
    }
}

impl GeneralError {
    /// The same error; if the work was stopped, for the reason that the meter knows.
    pub fn seen_by(self, meter: &Meter) -> GeneralError {
        match (self, meter.look()) {
            (GeneralError::Stop(Stop::Time), Err(stop)) => GeneralError::Stop(stop),
            (error, _) => error,
        }
    }
}

impl<'g> General<'g> {
    /// An empty store of values of `game`, whose room `account` pays.
    pub fn new(game: &'g Game, account: &'g Account) -> Result<Self, GeneralError> {
        Ok(General { moves: Moves::new(game, account)?, account, known: FxHashMap::default() })
    }

    /// The moves.
    pub fn moves(&mut self) -> &mut Moves<'g> {
        &mut self.moves
    }

    /// The value of `position`, or `None` if it is no position of the game.
    pub fn value(&mut self, position: &[u64], meter: &Meter) -> Result<Option<u32>, GeneralError> {
        self.find(position, meter).map_err(|error| error.seen_by(meter))
    }

    fn find(&mut self, position: &[u64], meter: &Meter) -> Result<Option<u32>, GeneralError> {
        if !self.moves.is_position(position)? {
            return Ok(None);
        }
        if let Some(&value) = self.known.get(position) {
            return Ok(Some(value));
        }
        let hold = |count| self.account.hold::<OneOption>(count).map_err(Stuck::from);
        let mut under_way = vec![(position.to_vec(), None::<Vec<Vec<u64>>>)];
        while let Some((position, options)) = under_way.pop() {
            if self.known.contains_key(&position) {
                self.account.release::<OneOption>(1);
                continue;
            }
            let options = match options {
                Some(options) => options,
                None => {
                    meter.spend(1)?;
                    let options = self.moves.options(&position)?;
                    hold(options.len())?;
                    options
                }
            };
            self.account.charge(options.len() as u64).map_err(Stuck::from)?;
            // The least comes first: its options are fewest.
            let missing = options.iter().rev().filter(|o| !self.known.contains_key(*o));
            let missing: Vec<_> = missing.map(|o| (o.clone(), None)).collect();
            if missing.is_empty() {
                let value = mex(options.iter().map(|o| self.known[o]));
                self.account.release::<OneOption>(options.len());
                self.known.insert(position, value);
            } else {
                hold(missing.len())?;
                under_way.push((position, Some(options)));
                under_way.extend(missing);
            }
        }
        Ok(self.known.get(position).copied())
    }
}
