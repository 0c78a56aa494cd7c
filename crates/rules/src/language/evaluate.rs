//! The value of a term and the truth of a formula at given numbers: the meaning of the language, by definition.
//!
//! Arithmetic is exact in 64 bits and stops with [`Stuck::Overflow`] rather than wrap. A quantifier runs over the
//! natural numbers up to a bound that its own body implies (see [`Evaluator::bound_of`]); a body that implies none
//! is [`Stuck::Unbounded`]. Cost: a quantifier multiplies the work by its bound; `limit` stops it.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use super::quadratic::Quadratic;
use super::syntax::{Comparison, Formula, Term, Variable};

/// Why a term or formula could not be evaluated. None of these says anything about its truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// A number passed 64 bits.
    Overflow,
    /// Nothing in the body bounds this quantified variable.
    Unbounded(Variable),
    /// More steps than allowed.
    TooLong,
    /// A move leads to a position whose measure is not smaller.
    NotFalling {
        /// Index of the move.
        index: usize,
        /// The position after it.
        to: Vec<u64>,
    },
    /// A function from outside has no value here.
    Outside(String, Vec<u64>),
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stuck::Overflow => write!(f, "a number passes 64 bits"),
            Stuck::Unbounded(_) => {
                write!(f, "a quantified variable has no bound; write `exists i <= … .` or `forall i <= … .`")
            }
            Stuck::TooLong => write!(f, "the evaluation takes too many steps"),
            Stuck::NotFalling { index, to } => {
                write!(f, "move {} to {to:?} does not lower the measure", index + 1)
            }
            Stuck::Outside(name, at) => write!(f, "{name} is not known at {at:?}"),
        }
    }
}

impl std::error::Error for Stuck {}

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
    /// Steps left: one per term, comparison or candidate looked at.
    pub limit: u64,
    functions: &'f dyn Functions,
    /// Bounds found, by quantified variable.
    bounds: BTreeMap<Variable, Option<Rc<[Term]>>>,
}

impl<'f> Evaluator<'f> {
    /// An evaluator for `variables` variables, all 0.
    pub fn new(variables: usize, functions: &'f dyn Functions) -> Self {
        Evaluator { values: vec![0; variables], limit: u64::MAX, functions, bounds: BTreeMap::new() }
    }

    /// Uses up one step.
    pub fn step(&mut self) -> Result<(), Stuck> {
        self.limit = self.limit.checked_sub(1).ok_or(Stuck::TooLong)?;
        Ok(())
    }

    /// The value of `term`; `None` where a subtraction goes below zero.
    pub fn term(&mut self, term: &Term) -> Result<Option<u64>, Stuck> {
        self.step()?;
        Ok(match term {
            Term::Number(n) => Some(*n),
            Term::Variable(v) => Some(self.values[v.0]),
            Term::Add(a, b) => match self.both(a, b)? {
                Some((a, b)) => Some(a.checked_add(b).ok_or(Stuck::Overflow)?),
                None => None,
            },
            Term::Subtract(a, b) => self.both(a, b)?.and_then(|(a, b)| a.checked_sub(b)),
            Term::Scale(k, a) => match self.term(a)? {
                Some(a) => Some(a.checked_mul(*k).ok_or(Stuck::Overflow)?),
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
                Some(a) => Some(slope.floor_times(a).ok_or(Stuck::Overflow)?),
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
        self.step()?;
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

    /// `decisive` if some part is; otherwise the opposite, or nothing if some part is neither.
    fn unless_some(&mut self, decisive: bool, parts: &[Formula]) -> Result<Option<bool>, Stuck> {
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

    /// Tries every value of `v` up to its bound; beyond it the body is never `decisive`, always its opposite.
    fn over_all(&mut self, v: Variable, body: &Formula, decisive: bool) -> Result<Option<bool>, Stuck> {
        let bounds = match self.bounds.get(&v) {
            Some(known) => known.clone(),
            None => {
                let found = bound_of(v, body, decisive).map(Rc::from);
                self.bounds.insert(v, found.clone());
                found
            }
        };
        let Some(bounds) = bounds else {
            return Err(Stuck::Unbounded(v));
        };
        let mut last = 0;
        for bound in bounds.iter() {
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
}

/// Terms such that the body has the truth value `!decisive` for every `v` greater than all of them.
///
/// A comparison `t <= u` in which `t` grows with `v` (`v`, `v + a`, `k*v`, `floor(v*q)`, …) and `u` does not mention
/// `v` bounds it; one bounded part of a conjunction is enough, all parts of a disjunction are needed.
fn bound_of(v: Variable, body: &Formula, decisive: bool) -> Option<Vec<Term>> {
    let any = |parts: &[(&Formula, bool)]| parts.iter().find_map(|(part, way)| bound_of(v, part, *way));
    let all = |parts: &[(&Formula, bool)]| {
        let bounds: Option<Vec<_>> = parts.iter().map(|(part, way)| bound_of(v, part, *way)).collect();
        bounds.map(|b| b.concat())
    };
    match body {
        Formula::True => (!decisive).then(Vec::new),
        Formula::False => decisive.then(Vec::new),
        Formula::Compare(comparison, a, b) => {
            let found = match (comparison, decisive) {
                (Comparison::Equal, true) => solve(a, v, b).or_else(|| solve(b, v, a)),
                (Comparison::Equal, false) => None,
                (_, true) => solve(a, v, b),
                (_, false) => solve(b, v, a),
            };
            found.map(|bound| vec![bound])
        }
        Formula::Not(a) => bound_of(v, a, !decisive),
        Formula::And(parts) | Formula::Or(parts) => {
            let parts: Vec<_> = parts.iter().map(|p| (p, decisive)).collect();
            if matches!(body, Formula::And(_)) == decisive { any(&parts) } else { all(&parts) }
        }
        Formula::Implies(a, b) => {
            let parts = [(&**a, !decisive), (&**b, decisive)];
            if decisive { all(&parts) } else { any(&parts) }
        }
        Formula::Iff(a, b) => {
            // Either both or neither (for the negation: exactly one).
            let mut bounds = any(&[(a, true), (b, decisive)])?;
            bounds.extend(any(&[(a, false), (b, !decisive)])?);
            Some(bounds)
        }
        Formula::Exists(w, a) | Formula::Forall(w, a) => {
            let bounds = bound_of(v, a, decisive)?;
            bounds.iter().all(|bound| bound.only_uses(|used| used != *w)).then_some(bounds)
        }
    }
}

/// A term `B` without `v` such that `t <= u` implies `v <= B`.
fn solve(t: &Term, v: Variable, u: &Term) -> Option<Term> {
    if !u.only_uses(|used| used != v) || !always_has_a_value(u) {
        return None;
    }
    let plus = |a: &Term, b: Term| Term::Add(Box::new(a.clone()), Box::new(b));
    match t {
        Term::Variable(w) => (*w == v).then(|| u.clone()),
        Term::Add(a, b) | Term::Max(a, b) => solve(a, v, u).or_else(|| solve(b, v, u)),
        Term::Subtract(a, b) => solve(a, v, &plus(u, (**b).clone())),
        // a <= (a xor b) + b
        Term::Xor(a, b) => {
            solve(a, v, &plus(u, (**b).clone())).or_else(|| solve(b, v, &plus(u, (**a).clone())))
        }
        Term::Scale(k, a) if *k > 0 => solve(a, v, &Term::Divide(Box::new(u.clone()), *k)),
        Term::Divide(a, k) => solve(a, v, &plus(&Term::Scale(*k, Box::new(u.clone())), Term::Number(k - 1))),
        Term::Floor(a, q) => {
            // a*q < u + 1, so a <= (u + 1)/q
            let inverse = Quadratic::natural(1).ok()?.over(*q).ok()?;
            solve(a, v, &Term::Floor(Box::new(plus(u, Term::Number(1))), inverse))
        }
        _ => None,
    }
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
