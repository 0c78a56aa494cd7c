//! Certificate: a law holds at every position, or a formula about numbers is true.
//!
//! Claim: a claim of a rules text, the statement that a given automaton computes the Grundy values of a rules text, or a closed formula
//! (or its negation); or that one of these is false, because a named condition fails at a named place. The certificate holds the text; what has to be shown is derived from it in [`obligations`], and what the text
//! means in [`formula`].
//!
//! Evidence: for each "some values satisfy all of these", in the order in which they occur, how the parts are put together: a list of joins of two
//! relations and of variables forgotten, each with the resulting automaton and the list that shows it right (see [`automaton`]). The automata of
//! basic relations are not in the certificate: they are made in [`numeration`]. A variable may be forgotten only when no other part left
//! uses it. An obligation is met when the last automaton has no state in which the condition holds.
//!
//! Cost: for each step, listed pairs or sets × classes of letters.

use std::fmt;

use rules::language::{Function, Game, LanguageError, Statement};

use crate::text::{Line, Reader, Writer};
use crate::{Claim, Context, Proved, Refusal};

pub mod automaton;
mod file;
pub mod formula;
pub mod numeration;
pub mod obligations;

pub(crate) use file::check_text;
pub use file::write;

use automaton::{Automaton, Relation, Step, check_join, check_project};
use formula::{Body, Formula, Obligation};
use numeration::{Atom, Numeration};
use obligations::{Problem, Subject, derive};

/// The name of this kind in a certificate.
pub const KIND: &str = "automatic";

/// A statement about every position of a game, or about every number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Automatic {
    /// A claim of a rules text holds at every position.
    Claim {
        /// The rules text.
        rules: String,
        /// Parameters set to something else than the text says.
        parameters: Vec<(String, u64)>,
        /// Which of its claims, from 0.
        claim: usize,
    },
    /// An automaton computes the Grundy value at every position: it accepts the coordinates and the value, and nothing else
    /// over positions. With no track for the value, it accepts the positions where the player to move loses.
    Automaton {
        /// The rules text.
        rules: String,
        /// Parameters set to something else than the text says.
        parameters: Vec<(String, u64)>,
        /// How the automaton reads numbers.
        system: Numeration,
        /// The automaton, over the coordinates in order and the value.
        automaton: Automaton,
    },
    /// A claim is false.
    Fails {
        /// The claim.
        of: Box<Automatic>,
        /// Which of its obligations is not met, from 0.
        obligation: usize,
        /// Where: the values of the variables a reader knows.
        values: Vec<u128>,
    },
    /// A closed formula is true, or with `holds` false, is false.
    Formula {
        /// The formula.
        text: String,
        /// Whether it is true.
        holds: bool,
    },
}

/// The evidence: how every part of the obligations is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// How numbers are written.
    pub system: Numeration,
    /// Automata for the multiples of the system's slopes rounded down, where the claim needs them (see [`obligations`]).
    pub floors: Vec<Automaton>,
    /// The steps, in the order in which the checker meets the formulas.
    pub steps: Vec<Operation>,
    /// For a claim that is false: the letters, in the order of reading, of what satisfies the obligation.
    pub witness: Vec<usize>,
}

/// One step. Parts are numbered in order: those of the formula, then the words allowed for each variable, then results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Two parts become their conjunction.
    Join(usize, usize, Step<(u32, u32)>),
    /// "Some value of this variable", in this part.
    Forget(u32, usize, Step<Vec<u32>>),
    /// The formula is done.
    End,
}

/// Why a text has no meaning here, or evidence does not establish a claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // The messages say what each is.
pub enum AutomaticError {
    #[error("the rules: {0}")]
    Rules(LanguageError),
    #[error(
        "`{found}` is not a numeration system; known are msd_K and lsd_K for K from 2 to 64, fib, mu_S for S from 1 to 64, and ost_A_B… with up to 12 such terms"
    )]
    UnknownNumeration { found: String },
    #[error("{what} cannot be expressed in the numeration system {system}")]
    Unavailable { what: &'static str, system: Numeration },
    #[error("the square root of {root} does not belong to the numeration system {system}")]
    WrongRoot { root: i128, system: Numeration },
    #[error(
        "there is no word `{name}`; known are thue_morse(n), fibonacci_word(n), metallic_word(s, n), is_weight(n)"
    )]
    UnknownWord { name: String },
    #[error("the formula has a free variable; bind it with `forall` or `exists`")]
    FreeVariable,
    #[error("the rules text has no such claim")]
    UnknownClaim,
    #[error("a number in the formula is too large")]
    TooLarge,
    #[error("{tracks} variables at once are too many")]
    TooManyTracks { tracks: usize },
    #[error("a basic relation needs more than {limit} states")]
    TooManyStates { limit: usize },
    #[error("{found} variables for an automaton with {needed} tracks")]
    WrongTracks { found: usize, needed: usize },
    #[error("variable {variable} does not occur in the part it is to be forgotten in")]
    NotThere { variable: u32 },
    #[error("variable {variable} cannot be forgotten: it is not bound here, or another part still uses it")]
    StillUsed { variable: u32 },
    #[error("part {part} does not exist or was used up")]
    UsedUp { part: usize },
    #[error("{left} parts are left, or a bound variable is; one relation without them is needed")]
    Unfinished { left: usize },
    #[error("{found} classes merged, there are {needed}")]
    WrongMerge { found: usize, needed: usize },
    #[error("the table, the classes and the states do not fit together")]
    BadTable,
    #[error("state {state} is said to be dead and is not")]
    NotDead { state: u32 },
    #[error("state {state} does not exist")]
    UnknownState { state: u32 },
    #[error("the entries are not in increasing order")]
    NotSorted,
    #[error("the start does not stand for the start")]
    WrongStart,
    #[error("the pair {first}, {second} is reached and not listed")]
    MissingPair { first: u32, second: u32 },
    #[error("a set of {size} states is reached and not listed")]
    MissingSet { size: usize },
    #[error("state {state} accepts where it should not, or does not where it should")]
    WrongAcceptance { state: u32 },
    #[error("state {state}: class {class} leads to a state that does not stand for what is reached")]
    WrongTransition { state: u32, class: usize },
    #[error("the word given does not satisfy the condition at the place named")]
    NoWitness,
    #[error("not met: {name}")]
    NotMet { name: String },
    #[error("the given automaton treats a number differently when zeros are put before it")]
    CountsZeros,
    #[error("{0} steps more than the formulas need")]
    LeftOver(usize),
    #[error("the steps end too early")]
    TooFew,
}

impl Automatic {
    /// What has to be shown, with the given numeration system and automata for floors.
    pub fn problem(&self, system: Numeration, floors: &[Automaton]) -> Result<Problem, AutomaticError> {
        match self {
            Automatic::Claim { rules, parameters, claim } => {
                let game = parse_game(rules, parameters)?;
                let claim = game.claims.get(*claim).ok_or(AutomaticError::UnknownClaim)?;
                derive(&Subject::Claim(&game, &claim.body), system, floors)
            }
            Automatic::Automaton { rules, parameters, automaton, system: of_claim } => {
                if *of_claim != system {
                    return Err(AutomaticError::Unavailable { what: "the claim's automaton", system });
                }
                if !automaton.is_consistent(system.digits()) {
                    return Err(AutomaticError::BadTable);
                }
                derive(&Subject::Automaton(&parse_game(rules, parameters)?, automaton), system, floors)
            }
            Automatic::Fails { of, .. } => of.problem(system, floors),
            Automatic::Formula { text, holds } => {
                derive(&Subject::Statement(&parse_statement(text)?, *holds), system, floors)
            }
        }
    }
}

/// Reads a rules text.
pub fn parse_game(rules: &str, parameters: &[(String, u64)]) -> Result<Game, AutomaticError> {
    let parameters: Vec<(&str, u64)> =
        parameters.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    Game::parse(rules, &parameters).map_err(AutomaticError::Rules)
}

/// Reads a formula that stands alone.
pub fn parse_statement(text: &str) -> Result<Statement, AutomaticError> {
    let known = [("thue_morse", 1), ("fibonacci_word", 1), ("metallic_word", 2), ("is_weight", 1)];
    let functions = known.map(|(name, arity)| Function { name: name.into(), arity });
    Statement::parse(text, &[], &functions).map_err(AutomaticError::Rules)
}

impl fmt::Display for Automatic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Automatic::Formula { text, holds: true } => write!(f, "{} is true", text.trim()),
            Automatic::Formula { text, holds: false } => write!(f, "{} is false", text.trim()),
            Automatic::Claim { rules, parameters, claim } => match parse_game(rules, parameters) {
                Ok(game) if game.claims.len() > *claim => {
                    write!(f, "{}, at every position: {}", game.title(), game.claims[*claim].text.trim())
                }
                _ => write!(f, "claim {claim} of an unreadable rules text"),
            },
            Automatic::Automaton { rules, parameters, system, automaton } => {
                let states = automaton.states();
                let (title, what) = match parse_game(rules, parameters) {
                    Ok(game) if game.dimension == automaton.tracks => {
                        (game.title(), "the losing positions are those accepted")
                    }
                    Ok(game) => (game.title(), "the Grundy value is computed"),
                    Err(_) => ("an unreadable rules text".into(), "something is computed"),
                };
                write!(
                    f,
                    "{title}, at every position: {what} by an automaton with {states} states reading {system}"
                )
            }
            Automatic::Fails { of, obligation, values } => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(f, "false: {of} (condition {obligation} fails at {})", values.join(", "))
            }
        }
    }
}

/// Checks `evidence` for `claim`.
pub fn check(claim: Automatic, evidence: &Evidence) -> Result<Proved<Automatic>, AutomaticError> {
    let system = evidence.system;
    if matches!(&claim, Automatic::Fails { of, .. } if matches!(**of, Automatic::Fails { .. })) {
        return Err(AutomaticError::UnknownClaim);
    }
    if evidence.floors.iter().any(|automaton| !automaton.is_consistent(system.digits())) {
        return Err(AutomaticError::BadTable);
    }
    let problem = claim.problem(system, &evidence.floors)?;
    let mut checker =
        Checker { system, definitions: Vec::new(), steps: evidence.steps.iter(), forgotten: Vec::new() };
    for definition in &problem.definitions {
        let relation = match &definition.body {
            Body::Formula(formula) => checker.relation(formula)?,
            Body::Given(automaton) if !automaton.ignores_zeros(system.most_first(), system.period()) => {
                return Err(AutomaticError::CountsZeros);
            }
            Body::Given(automaton) => Relation::new(automaton, &definition.parameters, system.digits())?,
        };
        checker.definitions.push((definition.parameters.clone(), relation));
    }
    let met = match &claim {
        Automatic::Fails { .. } => &[],
        _ => problem.obligations.as_slice(),
    };
    for obligation in problem.lemmas.iter().chain(met) {
        let last = checker.obligation(obligation)?;
        if (0..last.automaton.states()).any(|state| last.holds_at(state as u32)) {
            return Err(AutomaticError::NotMet { name: obligation.name.clone() });
        }
    }
    if let Automatic::Fails { obligation, values, .. } = &claim {
        let obligation = problem.obligations.get(*obligation).ok_or(AutomaticError::UnknownClaim)?;
        checker.forgotten.clear();
        let last = checker.obligation(obligation)?;
        if obligation.named.iter().any(|(_, variable)| checker.forgotten.contains(variable)) {
            return Err(AutomaticError::NoWitness);
        }
        check_witness(&last, obligation, &evidence.witness, values, system)?;
    }
    match checker.steps.len() {
        0 => Ok(Proved::by_check(claim)),
        left => Err(AutomaticError::LeftOver(left)),
    }
}

/// Checks that the word `witness` satisfies the condition and stands for `values`; a variable on which nothing depends is 0.
fn check_witness(
    last: &Relation,
    obligation: &Obligation,
    witness: &[usize],
    values: &[u128],
    system: Numeration,
) -> Result<(), AutomaticError> {
    if witness.iter().any(|&letter| letter >= last.automaton.class_of.len())
        || !last.holds_at(last.automaton.run(witness.iter().copied()))
    {
        return Err(AutomaticError::NoWitness);
    }
    let value = |variable: &u32| match last.variables.binary_search(variable) {
        Ok(track) => {
            let weight = system.digits().pow(track as u32);
            let digits: Vec<usize> = witness.iter().map(|letter| letter / weight % system.digits()).collect();
            system.value(&digits)
        }
        Err(_) => Some(0),
    };
    let found: Option<Vec<u128>> = obligation.named.iter().map(|(_, variable)| value(variable)).collect();
    if found.as_deref() == Some(values) { Ok(()) } else { Err(AutomaticError::NoWitness) }
}

/// The relation of an atom, or of a definition with other variables.
pub fn instance(
    definition: &(Vec<u32>, Relation),
    arguments: &[u32],
    digits: usize,
) -> Result<Relation, AutomaticError> {
    let (parameters, relation) = definition;
    if parameters.len() != arguments.len() {
        return Err(AutomaticError::WrongTracks { found: arguments.len(), needed: parameters.len() });
    }
    let value = |v: &u32| parameters.iter().position(|p| p == v).map(|at| arguments[at]);
    let arguments: Option<Vec<u32>> = relation.variables.iter().map(value).collect();
    let mut instance =
        Relation::new(&relation.automaton, &arguments.ok_or(AutomaticError::FreeVariable)?, digits)?;
    instance.negated = relation.negated;
    Ok(instance)
}

/// What a block starts from besides its parts: the words allowed for each of its variables, or for none, words of whole periods.
pub fn allowed_words(
    bound: &[u32],
    parts: &[Formula],
    system: Numeration,
) -> Result<Vec<Relation>, AutomaticError> {
    if system.allows_all() {
        return Ok(Vec::new());
    }
    let mut variables: Vec<u32> = parts.iter().flat_map(Formula::free).chain(bound.iter().copied()).collect();
    variables.sort_unstable();
    variables.dedup();
    if variables.is_empty() {
        return Ok(vec![Relation::new(&Atom::Whole.automaton(system)?, &[], system.digits())?]);
    }
    let valid = Atom::Valid.automaton(system)?;
    variables.iter().map(|&v| Relation::new(&valid, &[v], system.digits())).collect()
}

struct Checker<'a> {
    system: Numeration,
    /// Parameters and relation of each definition so far.
    definitions: Vec<(Vec<u32>, Relation)>,
    steps: std::slice::Iter<'a, Operation>,
    /// Variables forgotten so far.
    forgotten: Vec<u32>,
}

impl Checker<'_> {
    fn relation(&mut self, formula: &Formula) -> Result<Relation, AutomaticError> {
        let digits = self.system.digits();
        match formula {
            Formula::Atom(atom, variables) => Relation::new(&atom.automaton(self.system)?, variables, digits),
            Formula::Call(number, arguments) => instance(&self.definitions[*number], arguments, digits),
            Formula::Not(inner) => {
                let mut relation = self.relation(inner)?;
                relation.negated = !relation.negated;
                Ok(relation)
            }
            Formula::Exists(bound, parts) => self.block(bound, parts, true),
        }
    }

    /// Everything is bound outermost: nothing needs to be forgotten to see whether something satisfies it.
    fn obligation(&mut self, obligation: &Obligation) -> Result<Relation, AutomaticError> {
        self.block(&obligation.bound, &obligation.parts, false)
    }

    /// "Some values of `bound` satisfy all `parts`"; with `forget` false, bound variables may remain.
    fn block(&mut self, bound: &[u32], parts: &[Formula], forget: bool) -> Result<Relation, AutomaticError> {
        let digits = self.system.digits();
        let mut pool = Vec::new();
        for part in parts {
            pool.push(Some(self.relation(part)?));
        }
        pool.extend(allowed_words(bound, parts, self.system)?.into_iter().map(Some));
        if pool.is_empty() {
            let yes =
                Automaton { tracks: 0, class_of: vec![0], classes: 1, table: vec![0], accepting: vec![true] };
            pool.push(Some(Relation { automaton: yes, variables: Vec::new(), negated: false }));
        }
        let take = |pool: &mut Vec<Option<Relation>>, part: usize| {
            pool.get_mut(part).and_then(Option::take).ok_or(AutomaticError::UsedUp { part })
        };
        loop {
            let relation = match self.steps.next().ok_or(AutomaticError::TooFew)? {
                Operation::Join(a, b, step) => {
                    let (a, b) = (take(&mut pool, *a)?, take(&mut pool, *b)?);
                    check_join(&a, &b, step, digits)?
                }
                Operation::Forget(variable, a, step) => {
                    let a = take(&mut pool, *a)?;
                    let others = pool.iter().flatten().any(|other| other.variables.contains(variable));
                    if others || !bound.contains(variable) {
                        return Err(AutomaticError::StillUsed { variable: *variable });
                    }
                    self.forgotten.push(*variable);
                    check_project(&a, *variable, step, digits, self.system.most_first())?
                }
                Operation::End => break,
            };
            pool.push(Some(relation));
        }
        let mut left: Vec<Relation> = pool.into_iter().flatten().collect();
        match (left.pop(), left.len()) {
            (Some(last), 0) if !forget || last.variables.iter().all(|v| !bound.contains(v)) => Ok(last),
            (_, others) => Err(AutomaticError::Unfinished { left: others + 1 }),
        }
    }
}
