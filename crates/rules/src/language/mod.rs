//! The rules language: a game on a few natural numbers in about ten lines of text.
//!
//! ```
//! use hissho_rules::language::{Game, Moves};
//!
//! let text = "game two-step\nposition n\nmove n' = n - 1\nmove n' = n - 2\n";
//! let game = Game::parse(text, &[]).unwrap();
//! let account = hissho_rules::Account::unlimited();
//! let mut moves = Moves::new(&game, &account).unwrap();
//! assert_eq!(moves.options(&[5]).unwrap(), [[3], [4]]);
//! ```
//!
//! The same text is read by the table maker, the prover and the checker. [`syntax`] is the tree and
//! says what undefined terms mean; [`evaluate`] is the meaning at concrete numbers; [`moves`] lists
//! the moves of a position. Nothing in a text, however hostile, makes the reader panic, recurse
//! deeply or run long.

pub mod error;
pub mod evaluate;
mod expression;
mod lexer;
pub mod linear;
pub mod moves;
mod parser;
mod plain;
mod primary;
pub mod quadratic;
pub mod syntax;

use crate::account::Account;
pub use error::{LanguageError, Span};
pub use evaluate::{Evaluator, Functions, NoFunctions, Stuck};
pub use expression::is_function_name;
pub use lexer::LARGEST_NUMBER;
pub use moves::Moves;
pub use plain::plain;
pub use quadratic::Quadratic;
pub use syntax::{
    Claim, ClaimBody, Comparison, Formula, FormulaPart, Game, Move, Parameter, Statement, Term, Variable,
};

/// Most bytes a rules text may have.
pub const LARGEST_TEXT: usize = 64 * 1024;
/// Greatest depth of a syntax tree.
pub const DEEPEST_NESTING: usize = 150;
/// Steps and bytes spent on looking for a move that does not lower the measure.
const TRIAL: (u64, u64) = (100_000, 1 << 26);

/// A function that formulas may call, with the number of its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// How many arguments it takes.
    pub arity: usize,
}

impl Game {
    /// Reads a rules text as docs/rules-language.md says; `parameters` replaces the defaults of
    /// `param` lines.
    ///
    /// Nothing is evaluated. That the moves can be listed and lower the measure is looked at where
    /// a game is used: [`Moves`] looks at the measure of every option, and the prover proves that
    /// it falls.
    pub fn read(text: &str, parameters: &[(&str, u64)]) -> Result<Game, LanguageError> {
        parser::game(text, parameters)
    }

    /// Reads a rules text that someone is writing: besides [`Game::read`], this checks that every
    /// move bounds what it reaches, and tries the moves from small positions for one that does not
    /// lower the measure.
    pub fn parse(text: &str, parameters: &[(&str, u64)]) -> Result<Game, LanguageError> {
        let game = Game::read(text, parameters)?;
        try_measure(&game)?;
        Ok(game)
    }

    /// Adds a claim, written as after the word `claim`.
    pub fn add_claim(&mut self, text: &str) -> Result<(), LanguageError> {
        parser::claim(self, text)
    }

    /// The measure as text, for messages.
    pub fn order_text(&self) -> String {
        if self.order_is_given { "the measure".to_owned() } else { self.names[..self.dimension].join(" + ") }
    }
}

impl Statement {
    /// Reads a formula with the given free variables and functions.
    pub fn parse(text: &str, free: &[&str], functions: &[Function]) -> Result<Statement, LanguageError> {
        parser::statement(text, free, functions)
    }
}

/// The text in `bytes`, or where it stops being UTF-8.
pub fn decode(bytes: &[u8]) -> Result<&str, LanguageError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or("");
        let place = Span { start: good.len(), end: good.len() };
        LanguageError::new(good, place, "the text is not UTF-8 from here on")
    })
}

/// Tries the moves from small positions for one that does not lower the measure. Where that takes
/// too long, or numbers are too large, the use of the game will meet it again, with its own limits.
fn try_measure(game: &Game) -> Result<(), LanguageError> {
    let account = Account::new(TRIAL.0, TRIAL.1);
    let mut moves = match Moves::new(game, &account) {
        Ok(moves) => moves,
        Err(Stuck::Unlisted(error)) => return Err(*error),
        Err(_) => return Ok(()),
    };
    let side = [0, 40, 12, 6, 4, 3, 2, 2, 2][game.dimension.min(8)];
    let mut position = vec![0; game.dimension];
    loop {
        let outcome = match moves.is_position(&position) {
            Ok(true) => moves.for_each_option(&position, &mut |_, _| Ok(())),
            Ok(false) => Ok(()),
            Err(stuck) => Err(stuck),
        };
        match outcome {
            Ok(()) => {}
            Err(Stuck::NotFalling { index, to }) => {
                let message = format!(
                    "this move does not lower {}: from {} to {}",
                    game.order_text(),
                    tuple(&position),
                    tuple(&to)
                );
                let advice = "every move must lower the sum of the coordinates, or a measure that an `order` line names; otherwise the game need not end";
                return Err(LanguageError::new(&game.text, game.moves[index].span, message).help(advice));
            }
            Err(_) => return Ok(()),
        }
        let Some(at) = (0..game.dimension).rev().find(|&i| position[i] + 1 < side) else {
            return Ok(());
        };
        position[at] += 1;
        position[at + 1..].fill(0);
    }
}

/// A position as people write it: `(3, 5)`.
pub fn tuple(position: &[u64]) -> String {
    let numbers: Vec<String> = position.iter().map(u64::to_string).collect();
    format!("({})", numbers.join(", "))
}
