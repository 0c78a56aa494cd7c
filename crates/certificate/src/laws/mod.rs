//! Certificate: a law holds at every position, or a formula about numbers is true.
//!
//! Claim: a law about a game, the statement that a given automaton computes the Grundy values of a
//! game, or a closed formula (or its negation); or that one of these is false, because a named
//! condition fails at a named place. The certificate holds the text; what has to be shown is
//! derived from it in [`obligations`], and what the text means in [`translation`].
//!
//! Evidence: for each "some values satisfy all of these", in the order in which they occur, how the
//! parts are put together: which two relations are joined, which variable is forgotten, and each
//! time which state of the result everything found becomes (see [`automaton`]). The automata of
//! basic relations are not in the certificate: they are made in [`numeration`]. A variable may be
//! forgotten only when no other part left uses it. An obligation is met when the last automaton has
//! no state in which the condition holds.
//!
//! Cost: for each step, pairs or sets found × classes of letters.

use std::fmt;

use hissho_rules::language::{Function, Game, LanguageError, Statement};
use hissho_rules::{Account, Exhausted};

use crate::{CheckError, rules_text};

pub mod automaton;
mod check;
pub mod evaluation;
mod file;
pub mod formula;
pub mod numeration;
pub mod obligations;
pub mod operations;
mod terms;
mod translation;

pub use check::{allowed_words, check, instance};
pub(crate) use file::check_text;
pub use file::{one_line, write};

use automaton::Automaton;
use check::check_given;
use numeration::Numeration;
use obligations::{Condition, Law, LawSubject, Problem, derive, outermost};

/// The name of this kind in a certificate.
pub const KIND: &str = "automatic";

/// A statement about every position of a game, or about every number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Automatic {
    /// A claim about a game holds at every position.
    Claim {
        /// The rules text.
        rules: String,
        /// Its parameters.
        parameters: rules_text::Parameters,
        /// The claim, as after the word `claim`.
        claim: String,
    },
    /// An automaton computes the Grundy value at every position: it accepts the coordinates and the
    /// value, and nothing else over positions. With no track for the value, it accepts the
    /// positions where the player to move loses.
    Automaton {
        /// The rules text.
        rules: String,
        /// Its parameters.
        parameters: rules_text::Parameters,
        /// How the automaton reads numbers.
        system: Numeration,
        /// The automaton, over the coordinates in order and the value.
        automaton: Automaton,
    },
    /// A closed formula is true, or with `holds` false, is false.
    Formula {
        /// The formula.
        text: String,
        /// Whether it is true.
        holds: bool,
    },
    /// One of the conditions for another claim does not hold.
    Fails {
        /// The claim.
        of: Box<Automatic>,
        /// Which of its conditions, from 0.
        condition: usize,
        /// Where: the values of the variables of the condition.
        values: Vec<u128>,
    },
}

/// The evidence: how every part of the obligations is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// How numbers are written.
    pub system: Numeration,
    /// Automata for the multiples of the system's slopes rounded down, where the claim needs them
    /// (see [`obligations`]).
    pub floors: Vec<Automaton>,
    /// The steps, in the order in which the checker meets the formulas.
    pub steps: Vec<Operation>,
}

/// One step, with the state that each pair or set found becomes. Parts are numbered in order: those
/// of the formula, then the words allowed for each variable, then results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Two parts become their conjunction.
    Join(usize, usize, Vec<u32>),
    /// "Some value of this variable", in the part that uses it.
    Forget(u32, Vec<u32>),
}

/// Why a text has no meaning here, or evidence does not establish a claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // The messages say what each is.
pub enum AutomaticError {
    #[error("the text: {0}")]
    Rules(LanguageError),
    #[error("{what} cannot be expressed in the numeration system {system}")]
    Unavailable { what: &'static str, system: Numeration },
    #[error("the square root of {root} does not belong to the numeration system {system}")]
    WrongRoot { root: i128, system: Numeration },
    #[error("a number in the formula is too large")]
    TooLarge,
    #[error("{tracks} variables at once are too many")]
    TooManyTracks { tracks: usize },
    #[error("a basic relation needs more than {limit} states")]
    TooManyStates { limit: usize },
    #[error("an automaton with {found} tracks, {needed} are needed")]
    WrongTracks { found: usize, needed: usize },
    #[error("{found} automata for floors, the numeration system needs {needed}")]
    WrongFloors { found: usize, needed: usize },
    #[error("{found} automata for floors that nothing uses")]
    UnusedAutomata { found: usize },
    #[error("the table, the classes and the states of a given automaton do not fit together")]
    BadTable,
    #[error(
        "states and classes of a given automaton must be numbered as they are met, and no two classes be alike"
    )]
    NotCanonical,
    #[error("the given automaton treats a number differently when zeros are put before it")]
    CountsZeros,
    #[error("there is no condition {condition}, the claim has {count}, numbered from 0")]
    NoSuchCondition { condition: usize, count: usize },
    #[error("part {part} does not exist, was used up, or is not after the other")]
    UsedUp { part: usize },
    #[error("variable {variable} cannot be forgotten: it is not bound here, or not in exactly one part")]
    CannotForget { variable: u32 },
    #[error("{found} numbers given, more things are found than that")]
    TooFewNumbers { found: usize },
    #[error("{found} numbers given, {needed} things are found")]
    TooManyNumbers { found: usize, needed: usize },
    #[error("thing {thing}: states are numbered as they first occur, the next new one is {expected}")]
    WrongNumber { thing: usize, expected: usize },
    #[error("thing {thing} is said to be state {state}, one of the two accepts")]
    WrongAcceptance { thing: usize, state: usize },
    #[error("thing {thing} is said to be state {state} and leads elsewhere")]
    WrongTransition { thing: usize, state: usize },
    #[error("the place named does not violate the condition")]
    NoWitness,
    #[error("not met: {condition}")]
    NotMet { condition: String },
    #[error("{0} steps more than the formulas need")]
    LeftOver(usize),
    #[error("the steps end too early")]
    TooFew,
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl CheckError for AutomaticError {
    fn exhausted(&self) -> Option<Exhausted> {
        if let AutomaticError::Exhausted(exhausted) = self { Some(*exhausted) } else { None }
    }
}

impl Automatic {
    /// What has to be shown, with the given numeration system and automata for floors.
    pub fn problem(
        &self,
        system: Numeration,
        floors: &[Automaton],
        account: &Account,
    ) -> Result<Problem, AutomaticError> {
        match self {
            Automatic::Claim { rules, parameters, claim } => {
                let game = with_claim(rules, parameters, claim)?;
                derive(&LawSubject::Claim(&game, last_claim(&game)), system, floors, account)
            }
            Automatic::Automaton { rules, parameters, automaton, system: of_claim } => {
                if *of_claim != system {
                    return Err(AutomaticError::Unavailable { what: "the claim's automaton", system });
                }
                let game = rules_text::game(rules, parameters).map_err(AutomaticError::Rules)?;
                check_given(automaton, system, account)?;
                derive(&LawSubject::Automaton(&game, automaton), system, floors, account)
            }
            Automatic::Fails { of, .. } => of.problem(system, floors, account),
            Automatic::Formula { text, holds } => {
                derive(&LawSubject::Statement(&parse_statement(text)?, *holds), system, floors, account)
            }
        }
    }

    /// The conditions that together say the claim, in words, each with the names of the variables
    /// of a counterexample.
    pub fn conditions(&self) -> Result<Vec<(Condition, String, Vec<String>)>, AutomaticError> {
        let (game, law) = match self {
            Automatic::Fails { .. } => return Ok(Vec::new()), // a denial of a denial is not offered
            Automatic::Formula { text, holds } => {
                let statement = parse_statement(text)?;
                let variables = if *holds { outermost(&statement).0 } else { Vec::new() };
                let names = variables.iter().map(|v| statement.names[v.0].clone()).collect();
                return Ok(vec![(Condition::Holds, Condition::Holds.words(None), names)]);
            }
            Automatic::Claim { rules, parameters, claim } => {
                let game = with_claim(rules, parameters, claim)?;
                let law = Law::of(last_claim(&game));
                (game, law)
            }
            Automatic::Automaton { rules, parameters, automaton, .. } => {
                let game = rules_text::game(rules, parameters).map_err(AutomaticError::Rules)?;
                let law = if automaton.tracks == game.dimension { Law::Losing } else { Law::Grundy };
                (game, law)
            }
        };
        let conditions = law.conditions(game.moves.len()).into_iter();
        Ok(conditions.map(|one| (one, one.words(Some(&game)), one.names(&game))).collect())
    }
}

/// The game of a rules text, with a claim about it as its last.
fn with_claim(rules: &str, parameters: &[(String, u64)], claim: &str) -> Result<Game, AutomaticError> {
    let mut game = rules_text::game(rules, parameters).map_err(AutomaticError::Rules)?;
    game.add_claim(claim).map_err(AutomaticError::Rules)?;
    Ok(game)
}

fn last_claim(game: &Game) -> &hissho_rules::language::ClaimBody {
    &game.claims.last().expect("a claim was added").body
}

/// Reads a formula that stands alone.
pub fn parse_statement(text: &str) -> Result<Statement, AutomaticError> {
    let functions = terms::WORDS.map(|(name, arity)| Function { name: name.into(), arity });
    Statement::parse(text, &[], &functions).map_err(AutomaticError::Rules)
}

impl fmt::Display for Automatic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Automatic::Formula { text, holds } => write!(f, "{} is {holds}", one_line(text)),
            Automatic::Claim { rules, parameters, claim } => {
                write!(f, "{}, at every position: {}", rules_text::title(rules, parameters), one_line(claim))
            }
            Automatic::Automaton { rules, parameters, system, automaton } => {
                let title = rules_text::title(rules, parameters);
                let dimension = rules_text::game(rules, parameters).map_or(0, |game| game.dimension);
                let what = if dimension == automaton.tracks {
                    "the player to move loses exactly where acceptance is given"
                } else {
                    "the Grundy value is the one accepted"
                };
                let (states, digest) = (automaton.states(), file::digest(automaton));
                write!(
                    f,
                    "{title}, at every position: {what} by the automaton sha256:{digest} with {states} states reading {system}"
                )
            }
            Automatic::Fails { of, condition, values } => {
                let conditions = of.conditions().unwrap_or_default();
                let Some((condition, words, names)) = conditions.get(*condition) else {
                    return write!(f, "condition {condition} of: {of}");
                };
                let place: Vec<String> =
                    names.iter().zip(values).map(|(n, v)| format!("{n} = {v}")).collect();
                let place =
                    if place.is_empty() { String::new() } else { format!(" at {}", place.join(", ")) };
                match (condition, &**of) {
                    (
                        Condition::Falls(_),
                        Automatic::Claim { rules, parameters, .. }
                        | Automatic::Automaton { rules, parameters, .. },
                    ) => {
                        let title = rules_text::title(rules, parameters);
                        let move_text = words.trim_start_matches("the measure falls with ");
                        write!(f, "{title}: the measure does not fall with {move_text}{place}")
                    }
                    _ => write!(f, "false: {of} (\"{words}\" fails{place})"),
                }
            }
        }
    }
}
