//! Questions about impartial games: a sum of named games, its values, its winning moves.

mod far;
mod play;
pub mod tables;
mod tabulate;
mod value;

use std::path::Path;

use hissho_rules::language::{LanguageError, tuple};
use hissho_rules::name::{Component, GameName, NameError};
use hissho_solve::impartial::{GeneralError, TableError};
use hissho_solve::limits::Stop;

pub use play::{Match, Reply};
pub use tabulate::{Certified, CertifyError, box_claim, certify_box, certify_period, table, table_of_sum};
pub use value::{Explained, Group, Law, Outcome, Valued, WinningMove, explain, value};

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

impl Sum {
    /// The sum that `text` names; a name that ends in `.game` is a file.
    pub fn named(text: &str) -> Result<Sum, ImpartialError> {
        let name = GameName::parse(text)?;
        let load = |path: &str| read_rules(Path::new(path));
        let components = name.resolve(&load)?;
        Ok(Sum { name: name.to_string(), components })
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

/// The bytes of a rules file, never more than a little above what the language takes.
fn read_rules(path: &Path) -> Result<Vec<u8>, String> {
    use std::io::Read;
    let file = std::fs::File::open(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        _ => error.to_string(),
    })?;
    let mut bytes = Vec::new();
    // A text beyond the limit is refused by its length; there is no need to read all of it.
    let most = hissho_rules::language::LARGEST_TEXT as u64;
    let length = file.metadata().map_or(0, |m| m.len());
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > most {
        return Err(format!("the file has {} bytes; a rules text has at most {most}", length.max(most + 1)));
    }
    Ok(bytes)
}
