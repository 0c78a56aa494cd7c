//! Certificate: a closed formula about the values of named games is true, or is not, with the first
//! place where it is not.
//!
//! Claim: the formula, with its functions read as the certificate says, is true; or it is not true.
//! If it begins with `forall x <= 20, y <= 30 . …`, the first numbers at which the rest is not true
//! are part of the claim, in the order of their sum and then of the dictionary. What has no value
//! is not true.
//!
//! Evidence: none. The checker evaluates the formula as docs/rules-language.md defines it;
//! functions are worked out from the rules text by their definition: `grundy` the mex of the
//! options; `options` the number of positions one move leads to; `move` 1 if there is a move from
//! the first half of its arguments to the second, otherwise 0; `bit(n, i)`, always there, the i-th
//! binary digit of `n`.
//!
//! Cost: the size of the quantifiers' ranges, and all moves of every position met.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

use hissho_rules::language::moves::OneOption;
use hissho_rules::language::{
    Comparison, Evaluator, Formula, FormulaPart, Function, Functions, LanguageError, Moves, Statement, Stuck,
    Term, Variable, is_function_name, plain, tuple,
};
use hissho_rules::{Account, Exhausted, mex};

use crate::rules_text::{self, Parameters};
use crate::text::{Line, Reader, Writer};
use crate::{CheckError, Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "evaluation";
/// Most that the tree of a rules text takes, for each of its letters.
type TreeOfALetter = [u64; 16];

/// A formula and what it evaluates to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// What the functions in the formula stand for.
    pub functions: Vec<FunctionDefinition>,
    /// The formula, in the rules language.
    pub formula: String,
    /// Where it is not true first; `None` when it is true.
    pub counterexample: Option<Vec<u64>>,
}

/// A function of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionDefinition {
    /// Its name in the formula.
    pub name: String,
    /// What it is.
    pub what: What,
    /// The rules text.
    pub rules: String,
    /// Values of the game's parameters.
    pub parameters: Parameters,
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

    fn sentence(self) -> &'static str {
        match self {
            What::Grundy => "the Grundy value of a position",
            What::Options => "the number of positions that one move leads to",
            What::Move => "1 if one move leads from the first position to the second, otherwise 0,",
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.counterexample.as_deref() {
            None => write!(f, "true: ")?,
            Some([]) => write!(f, "not true: ")?,
            Some(at) => write!(f, "not true, first at {}: ", tuple(at))?,
        }
        write!(f, "{}", one_line(&self.formula))?;
        for function in &self.functions {
            let title = rules_text::title(&function.rules, &function.parameters);
            write!(f, "; {} is {} in {title}", function.name, function.what.sentence())?;
        }
        Ok(())
    }
}

/// The plain spelling of a formula, on one line.
fn one_line(formula: &str) -> String {
    plain(formula).lines().collect::<Vec<_>>().join(" ")
}

/// Why the claim is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// The formula, or a rules text, cannot be read, or the moves of a game cannot be listed.
    #[error("{0}")]
    Language(Box<LanguageError>),
    /// The name of a function means something else.
    #[error("function `{name}`: a name is a plain word that has no other meaning and is given once")]
    FunctionName {
        /// The name.
        name: String,
    },
    /// A function that the formula does not mention.
    #[error("function `{name}` does not occur in the formula")]
    UnusedFunction {
        /// The name.
        name: String,
    },
    /// Nothing bounds a quantifier, or a move does not lower the measure of its game.
    #[error("{0}")]
    Stuck(Stuck),
    /// The formula is not true somewhere.
    #[error("it is not true at {found}, and the claim says that it is")]
    NotTrue {
        /// Where.
        found: String,
    },
    /// The formula is true where it is said not to be.
    #[error("claimed not to be true, first at {claimed}, but it is true there or does not speak of it")]
    True {
        /// Where.
        claimed: String,
    },
    /// The check takes more than it was given.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl CheckError for EvaluationError {
    fn exhausted(&self) -> Option<Exhausted> {
        if let EvaluationError::Exhausted(exhausted) = self { Some(*exhausted) } else { None }
    }
}

impl From<LanguageError> for EvaluationError {
    fn from(error: LanguageError) -> Self {
        EvaluationError::Language(Box::new(error))
    }
}

impl From<Stuck> for EvaluationError {
    fn from(stuck: Stuck) -> Self {
        match stuck {
            Stuck::Exhausted(exhausted) => EvaluationError::Exhausted(exhausted),
            Stuck::Unlisted(error) => EvaluationError::Language(error),
            stuck => EvaluationError::Stuck(stuck),
        }
    }
}

/// Evaluates the formula and compares with the claim.
pub fn check(claim: Evaluation, account: &Account) -> Result<Proved<Evaluation>, EvaluationError> {
    let found = evaluate(&claim.functions, &claim.formula, account)?;
    match (&claim.counterexample, found) {
        (claimed, found) if *claimed == found => Ok(Proved::by_check(claim)),
        (Some(claimed), Some(found)) if order(&found) > order(claimed) => {
            Err(EvaluationError::True { claimed: tuple(claimed) })
        }
        (_, Some(found)) => Err(EvaluationError::NotTrue { found: tuple(&found) }),
        (claimed, None) => Err(EvaluationError::True { claimed: tuple(claimed.as_deref().unwrap_or(&[])) }),
    }
}

/// Where `formula` is not true first, or `None` if it is true. Without a bounded `forall` in front
/// the place is empty.
pub fn evaluate(
    functions: &[FunctionDefinition],
    formula: &str,
    account: &Account,
) -> Result<Option<Vec<u64>>, EvaluationError> {
    let mut known = vec![Function { name: "bit".to_owned(), arity: 2 }];
    let mut games = Vec::new();
    for function in functions {
        account.charge((function.rules.len() + known.len()) as u64)?;
        account.hold::<TreeOfALetter>(function.rules.len())?;
        let game = rules_text::game(&function.rules, &function.parameters)?;
        if !is_function_name(&function.name) || known.iter().any(|f| f.name == function.name) {
            return Err(EvaluationError::FunctionName { name: function.name.clone() });
        }
        let arity = if function.what == What::Move { 2 * game.dimension } else { game.dimension };
        known.push(Function { name: function.name.clone(), arity });
        games.push(game);
    }
    account.charge_product(formula.len(), known.len())?;
    let statement = Statement::parse(formula, &[], &known)?;
    let mut used = std::collections::BTreeSet::new();
    statement.formula.walk(&mut |part| {
        if let FormulaPart::Term(Term::Call(name, _)) = part {
            used.insert(name.as_str());
        }
    });
    if let Some(unused) = functions.iter().find(|function| !used.contains(function.name.as_str())) {
        return Err(EvaluationError::UnusedFunction { name: unused.name.clone() });
    }
    let mut tables = HashMap::new();
    for (function, game) in functions.iter().zip(&games) {
        let mut moves = Moves::new(game, account)?;
        moves.must_have_bounds()?;
        tables.insert(function.name.as_str(), (function.what, RefCell::new((moves, HashMap::new()))));
    }
    let values = GameFunctions { tables, account };
    let mut evaluator = Evaluator::new(statement.names.len(), &values, account);
    evaluator.must_have_bounds(FormulaPart::Formula(&statement.formula))?;
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

/// The first place with this sum of the coordinates from `at` on, in the order of the dictionary,
/// where `body` is not true.
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
        evaluator.account().charge(front.len() as u64)?;
        evaluator.values[variable.0] = value;
        place[at] = value;
        if let Some(found) = first_failure(front, body, evaluator, place, at + 1, sum - value)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The `forall x <= N` in front with a number for their bound, each with its greatest value, and
/// what follows them.
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

/// The moves of a game, and the Grundy values found so far.
type Known<'g> = RefCell<(Moves<'g>, HashMap<Vec<u64>, u32>)>;

struct GameFunctions<'g> {
    tables: HashMap<&'g str, (What, Known<'g>)>,
    account: &'g Account,
}

impl Functions for GameFunctions<'_> {
    fn call(&self, name: &str, arguments: &[u64]) -> Result<Option<u64>, Stuck> {
        if let ("bit", &[number, place]) = (name, arguments) {
            let place = u32::try_from(place).unwrap_or(u32::MAX);
            return Ok(Some(number.checked_shr(place).unwrap_or(0) & 1));
        }
        let unknown = || Stuck::Outside(name.to_owned(), arguments.to_vec());
        let (what, table) = self.tables.get(name).ok_or_else(unknown)?;
        let (moves, known) = &mut *table.borrow_mut();
        match what {
            What::Grundy => Ok(grundy(moves, known, arguments, self.account)?.map(u64::from)),
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
                let mut is_option = false;
                moves.for_each_option(from, &mut |_, option| {
                    is_option |= option == to;
                    Ok(())
                })?;
                Ok(Some(u64::from(is_option)))
            }
        }
    }
}

/// The Grundy value by definition, options first; `None` where the numbers are no position.
fn grundy(
    moves: &mut Moves<'_>,
    known: &mut HashMap<Vec<u64>, u32>,
    position: &[u64],
    account: &Account,
) -> Result<Option<u32>, Stuck> {
    if !moves.is_position(position)? {
        return Ok(None);
    }
    account.hold::<OneOption>(1)?;
    let mut under_way = vec![position.to_vec()];
    while let Some(at) = under_way.last() {
        if !known.contains_key(at) {
            let options = moves.options(at)?;
            account.charge_product(options.len(), 8)?;
            account.hold::<OneOption>(options.len() + 1)?;
            let before = under_way.len();
            // The least of them last, so that it comes first: its options are fewest.
            let missing = options.iter().rev().filter(|option| !known.contains_key(*option));
            let missing: Vec<_> = missing.cloned().collect();
            account.release::<OneOption>(options.len() - missing.len());
            under_way.extend(missing);
            if under_way.len() > before {
                // The position stays under way; what was held for its value is held again then.
                account.release::<OneOption>(1);
                continue;
            }
            let value = mex(options.iter().map(|option| known[option]));
            known.insert(under_way[before - 1].clone(), value);
        }
        account.release::<OneOption>(1);
        under_way.pop();
    }
    Ok(known.get(position).copied())
}

/// The certificate as text.
pub fn write(claim: &Evaluation) -> String {
    let mut writer = Writer::new(KIND);
    lines(claim, &mut writer);
    writer.finish()
}

/// The lines after the head.
fn lines(claim: &Evaluation, writer: &mut Writer<'_>) {
    for function in &claim.functions {
        writer.line(format_args!("function {} {}", function.name, function.what.name()));
        rules_text::write(writer, &function.rules, &function.parameters);
    }
    writer.line(format_args!("formula {}", one_line(&claim.formula)));
    match &claim.counterexample {
        None => writer.line("true"),
        Some(at) => {
            let at: String = at.iter().map(|n| format!(" {n}")).collect();
            writer.line(format_args!("not-true{at}"));
        }
    }
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let mut functions = Vec::new();
    while reader.peek().is_some_and(|line| line.text.starts_with("function ")) {
        let line = reader.field("function")?;
        let words = line.few(2);
        let [name, what] = words[..] else {
            return Err(line.refuse("a line `function NAME grundy|options|move`"));
        };
        let what = [What::Grundy, What::Options, What::Move].into_iter().find(|w| w.name() == what);
        let what = what.ok_or_else(|| line.refuse("one of grundy, options, move"))?;
        let (rules, parameters, _) = rules_text::read(reader)?;
        // A text may look up each of its words among all of its names.
        context.account.charge_product(rules.len(), 16 + rules.len() / 64)?;
        context.account.hold::<u64>(rules.len() + 32)?;
        functions.push(FunctionDefinition { name: name.to_owned(), what, rules, parameters });
    }
    let formula = reader.field("formula")?.text.to_owned();
    let line = reader.next_line()?;
    let counterexample = match line.text.strip_prefix("not-true") {
        Some(text) => Some(Line { text, ..line }.parse_all(&context.account)?),
        None if line.text == "true" => None,
        None => return Err(line.refuse("`true`, or `not-true` and the first numbers where it is not")),
    };
    let claim = Evaluation { functions, formula, counterexample };
    reader.must_be(|writer| lines(&claim, writer))?;
    let proved = check(claim, &context.account).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}
