//! Infinite words and their repetitions: symbols, pictures, runs, words without cubes.
//!
//! ```
//! use hissho_solve::limits::Limits;
//! use hissho_workbench::{Alone, Desk, Question};
//!
//! let question = r#"{"repetitions":{"word":"fibonacci","length":1000}}"#;
//! let question: Question = serde_json::from_str(question)?;
//! let answer = Desk::default().ask(&question, &Limits::default(), &Alone)?;
//! assert_eq!(answer.document()["cube"]["start"], 5);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod continuation;
mod counting;
mod repetitions;
mod symbols;
mod term_number;
mod typing;

pub use continuation::{BuildWord, BuiltWord, ContinuedWord};
pub use counting::{Avoided, CountWords, CountedWords};
pub use repetitions::{LONGEST_TEXT, ListedRun, ListedRuns, RepeatedBlock, Repetitions, RepetitionsFound};
pub use symbols::{WordFormat, WordPicture, WordQuestion, Written, WrittenSymbol};
pub use term_number::TermNumber;
pub use typing::{TypeWord, TypedWord};

use hissho_rules::words::Word;

use crate::Fault;

/// The word that is meant by its name or by its substitution, if any is.
fn named_word(name: Option<&str>, morphism: Option<&str>) -> Result<Option<Word>, Fault> {
    match (name, morphism) {
        (Some(_), Some(_)) => {
            Err(Fault::bad_input("a word has a name or a substitution, not both").in_field("morphism"))
        }
        (Some(name), None) => {
            let word = name.parse().map_err(|error| Fault::bad_input(error).in_field("word"))?;
            Ok(Some(word))
        }
        (None, Some(rules)) => {
            let wrong = |error| Fault::bad_input(format_args!("--morphism {rules:?}: {error}"));
            let substitution = rules.parse().map_err(|error| wrong(error).in_field("morphism"))?;
            Ok(Some(Word::FixedPoint(substitution)))
        }
        (None, None) => Ok(None),
    }
}
