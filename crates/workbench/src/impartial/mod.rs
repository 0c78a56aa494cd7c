//! Questions about impartial games: a sum of named games, its values, its winning moves.

mod far;
mod far_move;
mod position_value;
mod reply;
pub mod tables;
mod tabulate;
mod value;
mod whole_table;

use std::sync::Arc;

use hissho_rules::language::{Game, LanguageError, tuple};
use hissho_rules::name::{Component, NameError};
use hissho_solve::impartial::{self, GeneralError, TableError};
pub use hissho_solve::impartial::{Table, Values};
use hissho_solve::limits::{Limits, Stop};
use hissho_solve::progress::Progress;

use crate::games::GameText;
use crate::{Desk, Fault, FaultKind};

pub use position_value::{Numbers, Value, Valued};
pub(crate) use reply::reply;
pub use tabulate::{box_claim, certify_box, certify_period, table, table_of_sum};
pub use value::{Explained, Found, Group, Law, Outcome, WinningMove, explain, value};
pub use whole_table::{TableQuestion, Tabulated};

/// A direct sum of impartial games.
#[derive(Clone, Debug, PartialEq)]
pub struct Sum {
    /// The name as the user wrote it, in one spelling.
    pub name: String,
    /// The games.
    pub components: Vec<Component>,
}

/// Why a question about an impartial game has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImpartialError {
    /// The game string names no game.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The rules text is not a game.
    #[error(transparent)]
    Language(#[from] LanguageError),
    /// Not a position of the game.
    #[error("{0}")]
    Position(String),
    /// The table cannot be made.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A limit was reached.
    #[error("{0}")]
    Stop(Stop),
    /// Beyond any table, and no law is proved.
    #[error("{position} is beyond any table, and {game} has no law that could be proved")]
    NoLaw {
        /// The game.
        game: String,
        /// The position.
        position: String,
    },
    /// The rules give no value.
    #[error(transparent)]
    General(#[from] GeneralError),
}

impl ImpartialError {
    /// Whether the work was given up rather than the question wrong.
    pub fn is_giving_up(&self) -> bool {
        matches!(
            self,
            ImpartialError::Stop(_)
                | ImpartialError::NoLaw { .. }
                | ImpartialError::Table(TableError::Stop(_))
                | ImpartialError::General(GeneralError::Stop(_))
        )
    }
}

impl From<ImpartialError> for Fault {
    fn from(error: ImpartialError) -> Fault {
        let kind = match &error {
            ImpartialError::Stop(stop)
            | ImpartialError::Table(TableError::Stop(stop))
            | ImpartialError::General(GeneralError::Stop(stop)) => return Fault::from(*stop),
            ImpartialError::NoLaw { .. } => FaultKind::GaveUp,
            ImpartialError::Table(TableError::TooLarge { .. }) => FaultKind::TooLarge,
            _ => FaultKind::BadInput,
        };
        Fault { kind, ..Fault::bad_input(error) }
    }
}

impl Sum {
    /// The sum that a question is about.
    pub fn of(game: &GameText) -> Result<Sum, Fault> {
        let (name, components) = game.impartial()?;
        Ok(Sum { name, components })
    }

    /// Names of the coordinates; those of several games carry the game's number.
    pub fn axes(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (index, component) in self.components.iter().enumerate() {
            let names = match component {
                Component::Numbers(game) => game.names[..game.dimension].to_vec(),
                Component::Octal(_) => vec!["n".to_owned()],
            };
            let number = if self.components.len() > 1 { (index + 1).to_string() } else { String::new() };
            all.extend(names.into_iter().map(|name| format!("{name}{number}")));
        }
        all
    }

    /// How many numbers make a position.
    pub fn dimension(&self) -> usize {
        self.components.iter().map(Component::dimension).sum()
    }

    /// The position of each game of the sum.
    pub fn split<'p>(&self, position: &'p [u64]) -> Result<Vec<&'p [u64]>, ImpartialError> {
        if position.len() != self.dimension() {
            let message = format!(
                "position {}: {} numbers given, {} has {}",
                tuple(position),
                position.len(),
                self.name,
                self.dimension()
            );
            return Err(ImpartialError::Position(message));
        }
        let mut rest = position;
        Ok(self
            .components
            .iter()
            .map(|component| {
                let (own, others) = rest.split_at(component.dimension());
                rest = others;
                own
            })
            .collect())
    }

    /// Reads a position: numbers with commas, such as `6,10`.
    pub fn parse_position(&self, text: &str) -> Result<Vec<u64>, ImpartialError> {
        let Some(numbers) = numbers(text) else {
            let message =
                format!("position `{text}`: expected {} numbers with commas, such as 6,10", self.dimension());
            return Err(ImpartialError::Position(message));
        };
        self.split(&numbers)?;
        Ok(numbers)
    }
}

/// Numbers with commas, perhaps in brackets.
fn numbers(text: &str) -> Option<Vec<u64>> {
    let plain = text.trim().trim_start_matches(['(', '[']).trim_end_matches([')', ']']);
    plain.split(',').map(|n| n.trim().parse().ok()).collect()
}

/// Most cells of a table that is made larger than asked for, so that the next question finds it.
const ROUNDED_UP: usize = 1 << 20;

impl Desk {
    /// The games that a question is about; read once.
    pub(crate) fn sum(&self, game: &GameText) -> Result<Arc<Sum>, Fault> {
        let key = format!("sum {game:?}");
        self.keep(&key, || Sum::of(game), |_| 4096)
    }

    /// A table of the game that has this box in it.
    pub(crate) fn table(
        &self,
        game: &Game,
        shape: &[usize],
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Arc<Table>, TableError> {
        let rounded: Vec<usize> = shape.iter().map(|&side| side.next_power_of_two()).collect();
        let cells = rounded.iter().try_fold(1usize, |all, &side| all.checked_mul(side));
        let shape = if cells.is_some_and(|cells| cells <= ROUNDED_UP) { &rounded } else { shape };
        let (rules, parameters) = hissho_certificate::rules_text::of(game);
        let key = format!("table {shape:?} {parameters:?} {rules}");
        self.keep(&key, || impartial::table(game, shape, limits, progress), |table| table.values.len() * 4)
    }
}
