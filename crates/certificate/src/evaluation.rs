//! Certificate: a closed formula about the values of named games is true, or false with a smallest counterexample.
//!
//! Claim: the formula, with its functions read as the certificate says, is true; or it is of the form
//! `forall x <= 20, y <= 30 . …` and fails first at the given numbers, in the order of their sum and then of the dictionary.
//!
//! Evidence: none. The checker evaluates the formula as docs/rules-language.md defines it; functions are worked out from the
//! rules text by their definition:
//! `grundy` the mex of the options; `options` the number of positions one move leads to; `move` 1 if there is a move from
//! the first half of its arguments to the second, otherwise 0; `bit(n, i)`, always there, the i-th binary digit of `n`.
//!
//! Cost: the size of the quantifiers' ranges, at most `Context::steps` steps.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

use rules::language::{
    Comparison, Evaluator, Formula, Function, Functions, Game, LanguageError, Moves, Statement, Stuck, Term,
    Variable, tuple,
};
use rules::mex;

use crate::text::{Reader, Writer};
use crate::{Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "evaluation";

/// A formula and what it evaluates to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// What the functions in the formula stand for.
    pub functions: Vec<Definition>,
    /// The formula, in the rules language.
    pub formula: String,
    /// Where it fails first; `None` when it is true.
    pub counterexample: Option<Vec<u64>>,
}

/// A function of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name in the formula.
    pub name: String,
    /// What it is.
    pub what: What,
    /// The rules text.
    pub rules: String,
    /// Values of the game's parameters.
    pub parameters: Vec<(String, u64)>,
}

/// What a function gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The Grundy value of a position.
    Grundy,
    /// The number of positions one move leads to.
    Options,
    /// 1 if one move leads from the first position to the second, otherwise 0.
    Move,
}

impl What {
    fn name(self) -> &'static str {
        match self {
            What::Grundy => "grundy",
            What::Options => "options",
            What::Move => "move",
        }
    }
}

impl Definition {
    fn game(&self) -> Result<Game, LanguageError> {
        let parameters: Vec<(&str, u64)> = self.parameters.iter().map(|(n, v)| (n.as_str(), *v)).collect();
        Game::parse(&self.rules, &parameters)
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.counterexample {
            None => write!(f, "true: {}", self.formula)?,
            Some(at) => write!(f, "false, first at {}: {}", tuple(at), self.formula)?,
        }
        for function in &self.functions {
            let title = function.game().map_or_else(|_| "?".to_owned(), |game| game.title());
            write!(f, "; {} is {} of {title}", function.name, function.what.name())?;
        }
        Ok(())
    }
}

/// Why the claim is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// A rules text or the formula cannot be read.
    #[error("{0}")]
    Language(Box<LanguageError>),
    /// The evaluation stops.
    #[error("{0}")]
    Stuck(Stuck),
    /// The formula is not true somewhere.
    #[error("claimed to hold, but it fails at {found}")]
    Fails {
        /// Where.
        found: String,
    },
    /// The formula holds where it is said to fail.
    #[error("claimed to fail first at {claimed}, but it holds there or is not asked there")]
    Holds {
        /// Where.
        claimed: String,
    },
}

impl From<LanguageError> for EvaluationError {
    fn from(error: LanguageError) -> Self {
        EvaluationError::Language(Box::new(error))
    }
}

impl From<Stuck> for EvaluationError {
    fn from(stuck: Stuck) -> Self {
        EvaluationError::Stuck(stuck)
    }
}

/// Evaluates the formula and compares with the claim.
pub fn check(claim: Evaluation, steps: u64) -> Result<Proved<Evaluation>, EvaluationError> {
    let found = evaluate(&claim.functions, &claim.formula, steps)?;
    match (&claim.counterexample, found) {
        (None, Some(at)) => Err(EvaluationError::Fails { found: tuple(&at) }),
        (claimed, found) if *claimed == found => Ok(Proved::by_check(claim)),
        (Some(claimed), Some(found)) if order(&found) < order(claimed) => {
            Err(EvaluationError::Fails { found: tuple(&found) })
        }
        (Some(claimed), _) => Err(EvaluationError::Holds { claimed: tuple(claimed) }),
        (None, None) => Ok(Proved::by_check(claim)),
    }
}

/// Where `formula` fails first, or `None` if it is true. Without a bounded `forall` in front the place is empty.
pub fn evaluate(
    functions: &[Definition],
    formula: &str,
    steps: u64,
) -> Result<Option<Vec<u64>>, EvaluationError> {
    let games = functions.iter().map(Definition::game).collect::<Result<Vec<_>, _>>()?;
    let mut known = vec![Function { name: "bit".to_owned(), arity: 2 }];
    for (function, game) in functions.iter().zip(&games) {
        let arity = if function.what == What::Move { 2 * game.dimension } else { game.dimension };
        known.push(Function { name: function.name.clone(), arity });
    }
    let statement = Statement::parse(formula, &[], &known)?;
    let mut tables = Vec::new();
    for (function, game) in functions.iter().zip(&games) {
        let mut moves = Moves::new(game)?;
        moves.limit(steps);
        tables.push((function, RefCell::new((moves, HashMap::new()))));
    }
    let values = GameFunctions { tables };
    let mut evaluator = Evaluator::new(statement.names.len(), &values);
    evaluator.limit = steps;
    let (front, body) = split_front(&statement.formula);
    let most: u64 = front.iter().map(|(_, last)| *last).fold(0, u64::saturating_add);
    for sum in 0..=most {
        let mut place = vec![0; front.len()];
        if let Some(at) = first_failure(&front, body, &mut evaluator, &mut place, 0, sum)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// The first place with this sum of the coordinates from `at` on, in the order of the dictionary, where `body` is not true.
fn first_failure(
    front: &[(Variable, u64)],
    body: &Formula,
    evaluator: &mut Evaluator<'_>,
    place: &mut Vec<u64>,
    at: usize,
    sum: u64,
) -> Result<Option<Vec<u64>>, EvaluationError> {
    let Some(&(variable, last)) = front.get(at) else {
        if sum > 0 || evaluator.holds(body)? {
            return Ok(None);
        }
        return Ok(Some(place.clone()));
    };
    let room: u64 = front[at + 1..].iter().map(|(_, last)| *last).fold(0, u64::saturating_add);
    for value in sum.saturating_sub(room)..=sum.min(last) {
        evaluator.values[variable.0] = value;
        place[at] = value;
        if let Some(found) = first_failure(front, body, evaluator, place, at + 1, sum - value)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The `forall x <= N` in front with a number for their bound, each with its greatest value, and what follows them.
fn split_front(formula: &Formula) -> (Vec<(Variable, u64)>, &Formula) {
    let mut front = Vec::new();
    let mut rest = formula;
    while let Formula::Forall(v, body) = rest
        && let Formula::Implies(limit, inner) = &**body
        && let Formula::Compare(comparison, Term::Variable(w), Term::Number(n)) = &**limit
        && v == w
    {
        let last = match comparison {
            Comparison::AtMost => Some(*n),
            Comparison::Less => n.checked_sub(1),
            Comparison::Equal => None,
        };
        let Some(last) = last else { break };
        front.push((*v, last));
        rest = inner;
    }
    (front, rest)
}

fn order(at: &[u64]) -> (u64, &[u64]) {
    (at.iter().fold(0, |a, &b| a.saturating_add(b)), at)
}

type Known<'g> = RefCell<(Moves<'g>, HashMap<Vec<u64>, u32>)>;

struct GameFunctions<'g> {
    tables: Vec<(&'g Definition, Known<'g>)>,
}

impl Functions for GameFunctions<'_> {
    fn call(&self, name: &str, arguments: &[u64]) -> Result<Option<u64>, Stuck> {
        if name == "bit" {
            let place = u32::try_from(arguments[1]).unwrap_or(u32::MAX);
            return Ok(Some(arguments[0].checked_shr(place).unwrap_or(0) & 1));
        }
        let unknown = || Stuck::Outside(name.to_owned(), arguments.to_vec());
        let (definition, table) = self.tables.iter().find(|(d, _)| d.name == name).ok_or_else(unknown)?;
        let (moves, known) = &mut *table.borrow_mut();
        match definition.what {
            What::Grundy => Ok(grundy(moves, known, arguments)?.map(u64::from)),
            What::Options => {
                if !moves.is_position(arguments)? {
                    return Ok(None);
                }
                Ok(Some(moves.options(arguments)?.len() as u64))
            }
            What::Move => {
                let (from, to) = arguments.split_at(arguments.len() / 2);
                if !moves.is_position(from)? || !moves.is_position(to)? {
                    return Ok(None);
                }
                Ok(Some(u64::from(moves.options(from)?.iter().any(|option| option == to))))
            }
        }
    }
}

/// The Grundy value by definition, options first; `None` where the numbers are no position.
fn grundy(
    moves: &mut Moves<'_>,
    known: &mut HashMap<Vec<u64>, u32>,
    position: &[u64],
) -> Result<Option<u32>, Stuck> {
    if !moves.is_position(position)? {
        return Ok(None);
    }
    let mut under_way = vec![position.to_vec()];
    while let Some(at) = under_way.last().cloned() {
        if known.contains_key(&at) {
            under_way.pop();
            continue;
        }
        let options = moves.options(&at)?;
        let before = under_way.len();
        under_way.extend(options.iter().filter(|option| !known.contains_key(*option)).cloned());
        if under_way.len() == before {
            known.insert(at, mex(options.iter().map(|option| known[option])));
            under_way.pop();
        }
    }
    Ok(known.get(position).copied())
}

/// The certificate as text.
pub fn write(claim: &Evaluation) -> String {
    let mut writer = Writer::new(KIND);
    for function in &claim.functions {
        writer.line(format_args!("function {} {}", function.name, function.what.name()));
        writer.block("rules", &function.rules);
        let parameters: String = function.parameters.iter().map(|(n, v)| format!(" {n}={v}")).collect();
        writer.line(format_args!("parameters{parameters}"));
    }
    let formula: Vec<&str> = claim.formula.split_whitespace().collect();
    writer.line(format_args!("formula {}", formula.join(" ")));
    match &claim.counterexample {
        None => writer.line("true"),
        Some(at) => {
            let at: String = at.iter().map(|n| format!(" {n}")).collect();
            writer.line(format_args!("false{at}"));
        }
    }
    writer.finish()
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let mut functions = Vec::new();
    while reader.peek().is_some_and(|line| line.text.starts_with("function ")) {
        let line = reader.field("function")?;
        let words: Vec<&str> = line.words().collect();
        let [name, what] = words[..] else {
            return Err(line.refuse("a line `function NAME grundy|options|move`"));
        };
        let what = [What::Grundy, What::Options, What::Move].into_iter().find(|w| w.name() == what);
        let what = what.ok_or_else(|| line.refuse("one of grundy, options, move"))?;
        let rules = reader.block("rules")?;
        let line = reader.field("parameters")?;
        let mut parameters = Vec::new();
        for word in line.words() {
            let (name, value) =
                word.split_once('=').ok_or_else(|| line.refuse("parameters as NAME=NUMBER"))?;
            parameters.push((name.to_owned(), line.value(value)?));
        }
        functions.push(Definition { name: name.to_owned(), what, rules, parameters });
    }
    let formula = reader.field("formula")?.text.to_owned();
    let line = reader.next_line()?;
    let counterexample = match line.text.strip_prefix("false") {
        Some(rest) => {
            let numbers: Result<Vec<u64>, Refusal> =
                rest.split_whitespace().map(|word| line.value(word)).collect();
            Some(numbers?)
        }
        None if line.text == "true" => None,
        None => return Err(line.refuse("`true`, or `false` and the first numbers where it fails")),
    };
    let claim = Evaluation { functions, formula, counterexample };
    let proved = check(claim, context.account.left()).map_err(|error| Refusal::evidence(KIND, error))?;
    Ok(proved.into_claim())
}
