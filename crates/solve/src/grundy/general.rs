//! Grundy values straight from the definition, for games of any shape.
//!
//! Positions are valued on demand, options first, with a list of positions under way instead of recursion; every value is kept.
//! Moves may leave the box asked for. Cost: all moves of every position met, listed by [`rules::language::Moves`].

use rustc_hash::FxHashMap;

use rules::language::{Game, LanguageError, Moves, Stuck};
use rules::mex;

use crate::limits::{Meter, Stop};

/// Values of one game, computed as asked for.
pub struct General<'g> {
    moves: Moves<'g>,
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
        GeneralError::Stuck(stuck)
    }
}

impl<'g> General<'g> {
    /// An empty store of values of `game`.
    pub fn new(game: &'g Game) -> Result<Self, LanguageError> {
        Ok(General { moves: Moves::new(game)?, known: FxHashMap::default() })
    }

    /// The moves.
    pub fn moves(&mut self) -> &mut Moves<'g> {
        &mut self.moves
    }

    /// The value of `position`, or `None` if it is no position of the game.
    pub fn value(&mut self, position: &[u64], meter: &Meter) -> Result<Option<u32>, GeneralError> {
        if !self.moves.is_position(position)? {
            return Ok(None);
        }
        if let Some(&value) = self.known.get(position) {
            return Ok(Some(value));
        }
        let mut under_way = vec![(position.to_vec(), None::<Vec<Vec<u64>>>)];
        while let Some((position, options)) = under_way.pop() {
            if self.known.contains_key(&position) {
                continue;
            }
            let options = match options {
                Some(options) => options,
                None => {
                    meter.spend(1)?;
                    self.moves.options(&position)?
                }
            };
            let missing: Vec<_> = options.iter().filter(|o| !self.known.contains_key(*o)).cloned().collect();
            if missing.is_empty() {
                let value = mex(options.iter().map(|o| self.known[o]));
                self.known.insert(position, value);
            } else {
                under_way.push((position, Some(options)));
                under_way.extend(missing.into_iter().map(|o| (o, None)));
            }
        }
        Ok(self.known.get(position).copied())
    }
}
