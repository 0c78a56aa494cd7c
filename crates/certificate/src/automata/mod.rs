//! Certificate: a law holds at every position, or a formula about numbers is true.
//!
//! Claim: a law about a game, the statement that a given automaton computes the Grundy values of a game, or a closed formula
//! (or its negation); or that one of these is false, because a named condition fails at a named place. The certificate holds the text; what has to be shown is derived from it in
//! [`obligations`], and what the text means in [`translation`].
//!
//! Evidence: for each "some values satisfy all of these", in the order in which they occur, how the parts are put together: which two relations are
//! joined, which variable is forgotten, and each time which state of the result everything found becomes (see [`automaton`]). The automata of
//! basic relations are not in the certificate: they are made in [`numeration`]. A variable may be forgotten only when no other part left
//! uses it. An obligation is met when the last automaton has no state in which the condition holds.
//!
//! Cost: for each step, pairs or sets found × classes of letters.

use std::fmt;

use rules::language::{Function, Game, LanguageError, Statement};
use rules::{Account, Exhausted};

use crate::{CheckError, Proved, rules_text};

pub mod automaton;
mod file;
pub mod formula;
pub mod numeration;
pub mod obligations;
mod translation;

pub(crate) use file::check_text;
pub use file::{one_line, write};

use automaton::{Automaton, Relation, join, project};
use formula::{Body, Formula, Obligation};
use numeration::{Atom, Numeration};
use obligations::{Condition, Law, Problem, Subject, derive, outermost};

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
    /// An automaton computes the Grundy value at every position: it accepts the coordinates and the value, and nothing else
    /// over positions. With no track for the value, it accepts the positions where the player to move loses.
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
    /// Automata for the multiples of the system's slopes rounded down, where the claim needs them (see [`obligations`]).
    pub floors: Vec<Automaton>,
    /// The steps, in the order in which the checker meets the formulas.
    pub steps: Vec<Operation>,
}

/// One step, with the state that each pair or set found becomes. Parts are numbered in order: those of the formula, then the words
/// allowed for each variable, then results.
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
                derive(&Subject::Claim(&game, last_claim(&game)), system, floors, account)
            }
            Automatic::Automaton { rules, parameters, automaton, system: of_claim } => {
                if *of_claim != system {
                    return Err(AutomaticError::Unavailable { what: "the claim's automaton", system });
                }
                let game = rules_text::game(rules, parameters).map_err(AutomaticError::Rules)?;
                check_given(automaton, system, account)?;
                derive(&Subject::Automaton(&game, automaton), system, floors, account)
            }
            Automatic::Fails { of, .. } => of.problem(system, floors, account),
            Automatic::Formula { text, holds } => {
                derive(&Subject::Statement(&parse_statement(text)?, *holds), system, floors, account)
            }
        }
    }

    /// The conditions that together say the claim, in words, each with the names of the variables of a counterexample.
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

fn last_claim(game: &Game) -> &rules::language::ClaimBody {
    &game.claims.last().expect("a claim was added").body
}

/// Reads a formula that stands alone.
pub fn parse_statement(text: &str) -> Result<Statement, AutomaticError> {
    let functions = translation::WORDS.map(|(name, arity)| Function { name: name.into(), arity });
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

/// Checks `evidence` for `claim`.
pub fn check(
    claim: Automatic,
    evidence: &Evidence,
    account: &Account,
) -> Result<Proved<Automatic>, AutomaticError> {
    let Evidence { system, floors, steps } = evidence;
    for automaton in floors {
        check_given(automaton, *system, account)?;
    }
    let problem = claim.problem(*system, floors, account)?;
    let (obligations, values) = match &claim {
        Automatic::Fails { of, condition, values } => {
            let conditions = of.conditions()?;
            let Some((_, _, names)) = conditions.get(*condition) else {
                let (condition, count) = (*condition, conditions.len());
                return Err(AutomaticError::NoSuchCondition { condition, count });
            };
            if names.len() != values.len() {
                return Err(AutomaticError::NoWitness);
            }
            (&problem.obligations[*condition..=*condition], Some(values))
        }
        _ => (problem.obligations.as_slice(), None),
    };
    let uses = problem.uses(obligations);
    let mut checker =
        Checker { system: *system, account, uses, definitions: Vec::new(), steps: steps.iter() };
    for (number, definition) in problem.definitions.iter().enumerate() {
        let relation = match &definition.body {
            _ if checker.uses[number] == 0 => None,
            Body::Formula(formula) => Some(checker.relation(formula)?),
            Body::Given(automaton) => {
                Some(Relation::new(automaton, &definition.parameters, system.digits(), account)?)
            }
        };
        checker.definitions.push((definition.parameters.clone(), relation));
    }
    for (number, obligation) in problem.lemmas.iter().chain(obligations).enumerate() {
        let last = checker.block(&obligation.bound, &obligation.named, &obligation.parts)?;
        match values {
            Some(values) if number == problem.lemmas.len() => {
                check_witness(&last, obligation, values, *system)?;
            }
            _ if last.is_satisfiable() => {
                let names = claim.conditions()?.into_iter();
                let words = names.filter(|(one, ..)| *one == obligation.condition).map(|(_, words, _)| words);
                let condition = words.last().unwrap_or_else(|| Condition::Floor.words(None));
                return Err(AutomaticError::NotMet { condition });
            }
            _ => {}
        }
        checker.discard(&last);
    }
    match checker.steps.len() {
        0 => Ok(Proved::by_check(claim)),
        left => Err(AutomaticError::LeftOver(left)),
    }
}

/// An automaton that the certificate brings along: its parts fit together, it has one spelling, and it speaks about numbers.
fn check_given(automaton: &Automaton, system: Numeration, account: &Account) -> Result<(), AutomaticError> {
    account.charge_product(automaton.room(), 8)?;
    if !automaton.is_consistent(system.digits()) {
        return Err(AutomaticError::BadTable);
    }
    if !automaton.is_canonical(account)? {
        return Err(AutomaticError::NotCanonical);
    }
    if !automaton.ignores_zeros(system.most_first(), system.period()) {
        return Err(AutomaticError::CountsZeros);
    }
    Ok(())
}

/// Checks that `values` of the named variables satisfy the condition; nothing depends on those that are not in `last`.
fn check_witness(
    last: &Relation,
    obligation: &Obligation,
    values: &[u128],
    system: Numeration,
) -> Result<(), AutomaticError> {
    let value = |variable| {
        let at = obligation.named.iter().position(|named| named == variable);
        at.map_or(0, |at| values[at])
    };
    let values: Vec<u128> = last.variables.iter().map(value).collect();
    let word = system.word(&values).ok_or(AutomaticError::TooLarge)?;
    if last.holds_at(last.automaton.run(word)) { Ok(()) } else { Err(AutomaticError::NoWitness) }
}

/// The relation of a definition with other variables.
pub fn instance(
    (parameters, relation): (&[u32], &Relation),
    arguments: &[u32],
    digits: usize,
    account: &Account,
) -> Result<Relation, AutomaticError> {
    let place = |v: &u32| parameters.iter().position(|p| p == v).expect("a definition uses its parameters");
    let arguments: Vec<u32> = relation.variables.iter().map(|v| arguments[place(v)]).collect();
    let mut instance = Relation::new(&relation.automaton, &arguments, digits, account)?;
    instance.negated = relation.negated;
    Ok(instance)
}

/// What a block starts from besides its parts: the words allowed for each of its variables.
pub fn allowed_words(
    bound: &[u32],
    parts: &[Formula],
    system: Numeration,
    account: &Account,
) -> Result<Vec<Relation>, AutomaticError> {
    if system.allows_all() {
        return Ok(Vec::new());
    }
    let mut variables: Vec<u32> = parts.iter().flat_map(Formula::free).chain(bound.iter().copied()).collect();
    account.charge_product(variables.len(), 64)?;
    variables.sort_unstable();
    variables.dedup();
    let valid = Atom::Valid.automaton(system, account)?;
    account.release::<u32>(valid.room());
    variables.iter().map(|&v| Relation::new(&valid, &[v], system.digits(), account)).collect()
}

struct Checker<'a> {
    system: Numeration,
    account: &'a Account,
    /// How often each definition is still to be used.
    uses: Vec<usize>,
    /// Parameters and relation of each definition so far, as long as it is to be used.
    definitions: Vec<(Vec<u32>, Option<Relation>)>,
    steps: std::slice::Iter<'a, Operation>,
}

impl Checker<'_> {
    /// The room of a relation that was used up is free again.
    fn discard(&self, relation: &Relation) {
        self.account.release::<u32>(relation.automaton.room());
    }

    fn relation(&mut self, formula: &Formula) -> Result<Relation, AutomaticError> {
        let digits = self.system.digits();
        match formula {
            Formula::Atom(atom, variables) => {
                let automaton = atom.automaton(self.system, self.account)?;
                let relation = Relation::new(&automaton, variables, digits, self.account)?;
                self.account.release::<u32>(automaton.room());
                Ok(relation)
            }
            Formula::Call(number, arguments) => {
                let (parameters, relation) = &self.definitions[*number];
                let relation = relation.as_ref().expect("it was made, because it is used");
                let instance = instance((parameters, relation), arguments, digits, self.account)?;
                self.uses[*number] -= 1;
                if self.uses[*number] == 0 {
                    self.discard(relation);
                    self.definitions[*number].1 = None;
                }
                Ok(instance)
            }
            Formula::Not(inner) => {
                let mut relation = self.relation(inner)?;
                relation.negated = !relation.negated;
                Ok(relation)
            }
            Formula::Exists(bound, parts) => self.block(bound, &[], parts),
        }
    }

    /// "Some values of `bound` satisfy all `parts`", where the variables `kept` remain.
    fn block(&mut self, bound: &[u32], kept: &[u32], parts: &[Formula]) -> Result<Relation, AutomaticError> {
        let (digits, account) = (self.system.digits(), self.account);
        let mut pool = Vec::new();
        for part in parts {
            pool.push(Some(self.relation(part)?));
        }
        pool.extend(allowed_words(bound, parts, self.system, account)?.into_iter().map(Some));
        let mut left = pool.len();
        let to_forget: Vec<u32> = bound.iter().copied().filter(|v| !kept.contains(v)).collect();
        loop {
            account.charge_product(pool.len() + to_forget.len(), 64)?;
            let last = if left == 1 { pool.iter().position(Option::is_some) } else { None };
            if let Some(last) =
                last.and_then(|at| pool[at].take_if(|r| !r.variables.iter().any(|v| to_forget.contains(v))))
            {
                return Ok(last);
            }
            if left == 0 {
                return Ok(Relation::truth());
            }
            let relation = match self.steps.next().ok_or(AutomaticError::TooFew)? {
                Operation::Join(a, b, numbers) => {
                    let mut take = |part: usize| {
                        let found = pool.get_mut(part).and_then(Option::take);
                        found.filter(|_| a < b).ok_or(AutomaticError::UsedUp { part })
                    };
                    let (a, b) = (take(*a)?, take(*b)?);
                    left -= 1;
                    let relation = join(&a, &b, numbers, digits, account)?;
                    self.discard(&a);
                    self.discard(&b);
                    relation
                }
                Operation::Forget(variable, numbers) => {
                    let mut uses = pool
                        .iter_mut()
                        .filter(|part| part.as_ref().is_some_and(|part| part.variables.contains(variable)));
                    let (Some(part), None, true) = (uses.next(), uses.next(), to_forget.contains(variable))
                    else {
                        return Err(AutomaticError::CannotForget { variable: *variable });
                    };
                    let part = part.take().expect("it uses the variable");
                    let place = part.variables.binary_search(variable).expect("it uses the variable");
                    let most_first = self.system.most_first();
                    let relation = project(&part, place, numbers, digits, most_first, account)?;
                    self.discard(&part);
                    relation
                }
            };
            pool.push(Some(relation));
        }
    }
}
