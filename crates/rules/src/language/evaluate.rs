//! The value of a term and the truth of a formula at given numbers: the meaning of the language, by
//! definition.
//!
//! Arithmetic is exact in 64 bits and gives up rather than wrap. A quantifier runs over the natural
//! numbers up to a bound that its own body implies (see [`beyond`]); a body that implies none is
//! [`Stuck::Unbounded`].
//!
//! Cost: one step of the account for every node looked at; a quantifier multiplies the work by its
//! bound.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use super::DEEPEST_NESTING;
use super::error::LanguageError;
use super::quadratic::Quadratic;
use super::syntax::{Comparison, Formula, FormulaPart, Term, Variable};
use crate::account::{Account, Exhausted};

/// Why a term or formula could not be evaluated. None of these says anything about its truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// Nothing in the body bounds this quantified variable.
    Unbounded(Variable),
    /// More steps, memory or digits than there are.
    Exhausted(Exhausted),
    /// A move leads to a position whose measure is not smaller, or there is no measure before or
    /// after it.
    NotFalling {
        /// Index of the move.
        index: usize,
        /// The position after it.
        to: Vec<u64>,
    },
    /// A function from outside has no value here.
    Outside(String, Vec<u64>),
    /// The moves cannot be listed: nothing bounds a coordinate, or there are too many alternatives.
    Unlisted(Box<LanguageError>),
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stuck::Unbounded(_) => {
                write!(f, "a quantified variable has no bound; write `exists i <= … .` or `forall i <= … .`")
            }
            Stuck::Exhausted(exhausted) => exhausted.fmt(f),
            Stuck::NotFalling { index, to } => {
                write!(f, "move {} to {to:?} does not lower the measure", index + 1)
            }
            Stuck::Outside(name, at) => write!(f, "{name} is not known at {at:?}"),
            Stuck::Unlisted(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Stuck {}

impl From<Exhausted> for Stuck {
    fn from(exhausted: Exhausted) -> Self {
        Stuck::Exhausted(exhausted)
    }
}

/// A number passed 64 bits.
const OVERFLOW: Stuck = Stuck::Exhausted(Exhausted::Numbers);

/// Functions supplied from outside the formula.
pub trait Functions {
    /// The value of `name` at `arguments`; `None` where it has none, as a subtraction below zero.
    fn call(&self, name: &str, arguments: &[u64]) -> Result<Option<u64>, Stuck>;
}

/// No functions.
pub struct NoFunctions;

impl Functions for NoFunctions {
    fn call(&self, name: &str, arguments: &[u64]) -> Result<Option<u64>, Stuck> {
        Err(Stuck::Outside(name.to_owned(), arguments.to_vec()))
    }
}

/// Evaluates terms and formulas at the numbers in `values`.
pub struct Evaluator<'f> {
    /// The value of each variable, by index. Quantified variables are set on the way.
    pub values: Vec<u64>,
    functions: &'f dyn Functions,
    account: &'f Account,
    /// Bounds found, by quantified variable.
    bounds: BTreeMap<Variable, Rc<[Term]>>,
}

impl<'f> Evaluator<'f> {
    /// An evaluator for `variables` variables, all 0; one step of `account` for every node looked
    /// at.
    pub fn new(variables: usize, functions: &'f dyn Functions, account: &'f Account) -> Self {
        Evaluator { values: vec![0; variables], functions, account, bounds: BTreeMap::new() }
    }

    /// The account that pays.
    pub fn account(&self) -> &'f Account {
        self.account
    }

    /// Refuses `part` if nothing bounds one of its quantifiers, whether or not it would be looked
    /// at.
    pub fn must_have_bounds(&mut self, part: FormulaPart<'_>) -> Result<(), Stuck> {
        let mut outcome = Ok(());
        let mut visit = |part: FormulaPart<'_>| {
            if let (Ok(()), FormulaPart::Formula(formula)) = (&outcome, part) {
                outcome = match formula {
                    Formula::Exists(v, body) => self.bounds_of(*v, body, true).map(|_| ()),
                    Formula::Forall(v, body) => self.bounds_of(*v, body, false).map(|_| ()),
                    _ => Ok(()),
                };
            }
        };
        match part {
            FormulaPart::Term(term) => term.walk(&mut visit),
            FormulaPart::Formula(formula) => formula.walk(&mut visit),
        }
        outcome
    }

    /// The value of `term`; `None` where a subtraction goes below zero.
    pub fn term(&mut self, term: &Term) -> Result<Option<u64>, Stuck> {
        self.account.charge(1)?;
        Ok(match term {
            Term::Number(n) => Some(*n),
            Term::Variable(v) => Some(self.values[v.0]),
            Term::Add(a, b) => match self.both(a, b)? {
                Some((a, b)) => Some(a.checked_add(b).ok_or(OVERFLOW)?),
                None => None,
            },
            Term::Subtract(a, b) => self.both(a, b)?.and_then(|(a, b)| a.checked_sub(b)),
            Term::Scale(k, a) => match self.term(a)? {
                Some(a) => Some(a.checked_mul(*k).ok_or(OVERFLOW)?),
                None => None,
            },
            Term::Divide(a, k) => self.term(a)?.map(|a| a / k),
            Term::Remainder(a, k) => self.term(a)?.map(|a| a % k),
            Term::Xor(a, b) => self.both(a, b)?.map(|(a, b)| a ^ b),
            Term::Min(a, b) => self.both(a, b)?.map(|(a, b)| a.min(b)),
            Term::Max(a, b) => self.both(a, b)?.map(|(a, b)| a.max(b)),
            Term::If(condition, yes, no) => match self.formula(condition)? {
                Some(true) => self.term(yes)?,
                Some(false) => self.term(no)?,
                None => None,
            },
            Term::Floor(a, slope) => match self.term(a)? {
                Some(a) => Some(slope.floor_times(a).ok_or(OVERFLOW)?),
                None => None,
            },
            Term::Call(name, arguments) => {
                let mut given = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    match self.term(argument)? {
                        Some(value) => given.push(value),
                        None => return Ok(None),
                    }
                }
                self.functions.call(name, &given)?
            }
        })
    }

    fn both(&mut self, a: &Term, b: &Term) -> Result<Option<(u64, u64)>, Stuck> {
        let a = self.term(a)?;
        let b = self.term(b)?;
        Ok(a.zip(b))
    }

    /// The truth of `formula`; `None` where it is neither true nor false.
    pub fn formula(&mut self, formula: &Formula) -> Result<Option<bool>, Stuck> {
        self.account.charge(1)?;
        match formula {
            Formula::True => Ok(Some(true)),
            Formula::False => Ok(Some(false)),
            Formula::Compare(comparison, a, b) => Ok(self.both(a, b)?.map(|(a, b)| match comparison {
                Comparison::Equal => a == b,
                Comparison::Less => a < b,
                Comparison::AtMost => a <= b,
            })),
            Formula::Not(a) => Ok(self.formula(a)?.map(|truth| !truth)),
            Formula::And(parts) => self.unless_some(false, parts),
            Formula::Or(parts) => self.unless_some(true, parts),
            Formula::Implies(a, b) => match self.formula(a)? {
                Some(false) => Ok(Some(true)),
                Some(true) => self.formula(b),
                None => Ok(self.formula(b)?.filter(|&truth| truth)),
            },
            Formula::Iff(a, b) => Ok(self.formula(a)?.zip(self.formula(b)?).map(|(a, b)| a == b)),
            Formula::Exists(v, body) => self.over_all(*v, body, true),
            Formula::Forall(v, body) => self.over_all(*v, body, false),
        }
    }

    /// Whether `formula` is true: what a move or a claim asks.
    pub fn holds(&mut self, formula: &Formula) -> Result<bool, Stuck> {
        Ok(self.formula(formula)? == Some(true))
    }

    /// Whether all of `parts` are true.
    pub(super) fn all_hold(&mut self, parts: &[&Formula]) -> Result<bool, Stuck> {
        Ok(self.unless_some(false, parts.iter().copied())? == Some(true))
    }

    /// `decisive` if some part is; otherwise the opposite, or nothing if some part is neither.
    fn unless_some<'t>(
        &mut self,
        decisive: bool,
        parts: impl IntoIterator<Item = &'t Formula>,
    ) -> Result<Option<bool>, Stuck> {
        let mut result = Some(!decisive);
        for part in parts {
            match self.formula(part)? {
                Some(truth) if truth == decisive => return Ok(Some(decisive)),
                Some(_) => {}
                None => result = None,
            }
        }
        Ok(result)
    }

    /// Tries every value of `v` up to its bound; beyond it the body is never `decisive`, always its
    /// opposite.
    fn over_all(&mut self, v: Variable, body: &Formula, decisive: bool) -> Result<Option<bool>, Stuck> {
        let mut last = 0;
        for bound in self.bounds_of(v, body, decisive)?.iter() {
            // A bound is built from terms that always have a value.
            last = last.max(self.term(bound)?.ok_or(Stuck::Unbounded(v))?);
        }
        let mut result = Some(!decisive);
        for value in 0..=last {
            self.values[v.0] = value;
            match self.formula(body)? {
                Some(truth) if truth == decisive => return Ok(Some(decisive)),
                Some(_) => {}
                None => result = None,
            }
        }
        Ok(result)
    }

    /// Terms such that the body has the truth value `!decisive` for every `v` greater than all of
    /// them.
    fn bounds_of(&mut self, v: Variable, body: &Formula, decisive: bool) -> Result<Rc<[Term]>, Stuck> {
        if let Some(known) = self.bounds.get(&v) {
            return Ok(known.clone());
        }
        // Each level of a comparison's left side may look at all of it again.
        let size = body.size();
        self.account.charge_product(size, DEEPEST_NESTING)?;
        self.account.hold::<[Term; 2]>(size)?;
        let [is_false, is_true] = beyond(v, body);
        let found: Rc<[Term]> = if decisive { is_false } else { is_true }.ok_or(Stuck::Unbounded(v))?.into();
        self.bounds.insert(v, found.clone());
        Ok(found)
    }
}

/// Terms such that `body` is *false* for every `v` greater than all of them, and terms such that it
/// is *true*; neither true nor false is not enough. Both at once: otherwise nested `iff` would
/// double the work at each level.
///
/// A comparison `t <= u` in which `t` grows with `v` (`v`, `v + a`, `k*v`, `floor(v*q)`, …) and `u`
/// does not mention `v` bounds it; one bounded part of a conjunction is enough, all parts of a
/// disjunction are needed.
fn beyond(v: Variable, body: &Formula) -> [Option<Vec<Term>>; 2] {
    let both = |a: Option<Vec<Term>>, b: Option<Vec<Term>>| match (a, b) {
        (Some(a), Some(b)) => Some([a, b].concat()),
        _ => None,
    };
    match body {
        Formula::True => [None, Some(Vec::new())],
        Formula::False => [Some(Vec::new()), None],
        Formula::Compare(comparison, a, b) => {
            let small = solve(a, v, b).map(|bound| vec![bound]);
            let large = solve(b, v, a).map(|bound| vec![bound]);
            if *comparison == Comparison::Equal { [small.or(large), None] } else { [small, large] }
        }
        Formula::Not(a) => {
            let [is_false, is_true] = beyond(v, a);
            [is_true, is_false]
        }
        Formula::And(parts) | Formula::Or(parts) => {
            // Of a conjunction: one part is false, or all are true. Of a disjunction: the other way
            // round.
            let one = usize::from(matches!(body, Formula::Or(_)));
            let mut result = [const { None::<Vec<Term>> }; 2];
            result[1 - one] = Some(Vec::new());
            for part in parts {
                let mut found = beyond(v, part);
                result[one] = result[one].take().or(found[one].take());
                result[1 - one] = both(result[1 - one].take(), found[1 - one].take());
            }
            result
        }
        Formula::Implies(a, b) => {
            let ([a_false, a_true], [b_false, b_true]) = (beyond(v, a), beyond(v, b));
            [both(a_true, b_false), a_false.or(b_true)]
        }
        Formula::Iff(a, b) => {
            let ([a_false, a_true], [b_false, b_true]) = (beyond(v, a), beyond(v, b));
            match (a_false, a_true, b_false, b_true) {
                (Some(a), _, Some(b), _) | (_, Some(a), _, Some(b)) => [None, both(Some(a), Some(b))],
                (Some(a), _, _, Some(b)) | (_, Some(a), Some(b), _) => [both(Some(a), Some(b)), None],
                _ => [None, None],
            }
        }
        // False (or true) for every value of the inner variable, on which the bounds do not depend:
        // so for some and all.
        Formula::Exists(_, a) | Formula::Forall(_, a) => beyond(v, a),
    }
}

/// A fixed term `B` such that for every `v > B` both `t` and `u` have values and `t > u`.
fn solve(t: &Term, v: Variable, u: &Term) -> Option<Term> {
    let mut path = Vec::new();
    if !is_fixed(u, v) || !grows(t, v, &mut path) {
        return None;
    }
    let plus = |a: Term, b: Term| Term::Add(Box::new(a), Box::new(b));
    let mut bound = u.clone();
    for (t, other) in path.into_iter().rev() {
        bound = match t {
            // a <= (a - b) + b and a <= (a xor b) + b
            Term::Subtract(..) | Term::Xor(..) => plus(bound, other.clone()),
            Term::Scale(k, _) => Term::Divide(Box::new(bound), *k),
            Term::Divide(_, k) => plus(Term::Scale(*k, Box::new(bound)), Term::Number(k - 1)),
            // a*q < u + 1, so a <= (u + 1)/q
            Term::Floor(_, q) => Term::Floor(Box::new(plus(bound, Term::Number(1))), inverse(q)?),
            _ => bound,
        };
    }
    Some(bound)
}

/// Whether `t` grows with `v`, and has a value once the part that grows is large enough: `v`
/// itself, or a term one part of which grows while the other always has a value (and, under `-` and
/// `xor`, is fixed). The terms on the way from `v` to `t`, each with its other part, are put into
/// `path`.
fn grows<'t>(t: &'t Term, v: Variable, path: &mut Vec<(&'t Term, &'t Term)>) -> bool {
    let (a, b) = match t {
        Term::Variable(w) => return *w == v,
        Term::Add(a, b) | Term::Max(a, b) | Term::Subtract(a, b) | Term::Xor(a, b) => (a, b),
        Term::Scale(1.., a) | Term::Divide(a, _) => (a, a),
        Term::Floor(a, q) if inverse(q).is_some() => (a, a),
        _ => return false,
    };
    let (first, second) = match t {
        Term::Add(..) | Term::Max(..) => (always_has_a_value(b), always_has_a_value(a)),
        Term::Subtract(..) => (is_fixed(b, v), false),
        Term::Xor(..) => (is_fixed(b, v), is_fixed(a, v)),
        _ => (true, false),
    };
    for (part, other, is_harmless) in [(a, b, first), (b, a, second)] {
        if is_harmless && grows(part, v, path) {
            path.push((t, other));
            return true;
        }
    }
    false
}

/// `1 / slope`, within the limits of slopes.
fn inverse(slope: &Quadratic) -> Option<Quadratic> {
    Quadratic::natural(1).ok()?.over(*slope).ok()
}

/// Whether `term` always has a value, and contains neither `v` nor a variable quantified inside:
/// those have larger indices.
fn is_fixed(term: &Term, v: Variable) -> bool {
    always_has_a_value(term) && term.only_uses(|used| used < v)
}

fn always_has_a_value(term: &Term) -> bool {
    match term {
        Term::Number(_) | Term::Variable(_) => true,
        Term::Add(a, b) | Term::Xor(a, b) | Term::Min(a, b) | Term::Max(a, b) => {
            always_has_a_value(a) && always_has_a_value(b)
        }
        Term::Scale(_, a) | Term::Divide(a, _) | Term::Remainder(a, _) | Term::Floor(a, _) => {
            always_has_a_value(a)
        }
        Term::Subtract(..) | Term::If(..) | Term::Call(..) => false,
    }
}
