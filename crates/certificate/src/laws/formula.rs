//! Conditions on numbered variables: what a text is translated into, and what the checker works
//! through.
//!
//! There are only basic relations, earlier definitions, negation, and blocks "some values of these
//! variables satisfy all of these". A block inside a block that is not negated is opened: variables
//! are never bound twice.

use std::collections::BTreeMap;

use super::AutomaticError as Error;
use super::automaton::Automaton;
use super::numeration::Atom;
use super::obligations::Condition;

/// A condition on numbered variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A basic relation, with the variable of each track.
    Atom(Atom, Vec<u32>),
    /// An earlier definition, with the variable for each of its parameters.
    Call(usize, Vec<u32>),
    /// It does not hold.
    Not(Box<Formula>),
    /// Some values of these variables satisfy all of these.
    Exists(Vec<u32>, Vec<Formula>),
}

/// A relation with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its variables.
    pub parameters: Vec<u32>,
    /// What it means.
    pub body: Body,
}

/// What a definition means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Where the formula holds.
    Formula(Formula),
    /// What an automaton accepts that the certificate brings along; only obligations say anything
    /// about it.
    Given(Automaton),
}

/// A condition that nothing may satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// What it says.
    pub condition: Condition,
    /// The variables a reader knows, coordinates first; they are not forgotten.
    pub named: Vec<u32>,
    /// The outermost variables: those of a counterexample.
    pub bound: Vec<u32>,
    /// All of these hold.
    pub parts: Vec<Formula>,
}

impl Obligation {
    /// No values of `bound` may satisfy all `parts`.
    pub fn new(condition: Condition, named: Vec<u32>, bound: Vec<u32>, parts: Vec<Formula>) -> Obligation {
        let (bound, parts) = match Formula::some(bound, parts) {
            Formula::Exists(bound, parts) => (bound, parts),
            other => (Vec::new(), vec![other]),
        };
        Obligation { condition, named, bound, parts }
    }
}

impl Formula {
    /// What always holds.
    pub fn truth() -> Formula {
        Formula::Exists(Vec::new(), Vec::new())
    }

    /// It does not hold.
    pub fn negated(self) -> Formula {
        match self {
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// All hold.
    pub fn all(parts: Vec<Formula>) -> Formula {
        Formula::some(Vec::new(), parts)
    }

    /// At least one holds.
    pub fn any(parts: Vec<Formula>) -> Formula {
        Formula::all(parts.into_iter().map(Formula::negated).collect()).negated()
    }

    /// Some values of `bound` satisfy all `parts`. Variables are never bound twice, so the parts'
    /// own blocks can be opened.
    pub fn some(mut bound: Vec<u32>, parts: Vec<Formula>) -> Formula {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Formula::Exists(more, inner) => {
                    bound.extend(more);
                    all.extend(inner);
                }
                other => all.push(other),
            }
        }
        if bound.is_empty() && all.len() == 1 {
            return all.remove(0);
        }
        Formula::Exists(bound, all)
    }

    /// The variables that occur free, in increasing order.
    pub fn free(&self) -> Vec<u32> {
        let mut free = match self {
            Formula::Atom(_, variables) | Formula::Call(_, variables) => variables.clone(),
            Formula::Not(inner) => inner.free(),
            Formula::Exists(bound, parts) => {
                parts.iter().flat_map(Formula::free).filter(|v| !bound.contains(v)).collect()
            }
        };
        free.sort_unstable();
        free.dedup();
        free
    }

    /// Calls `visit` with every definition used.
    pub fn for_each_call(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Formula::Atom(..) => {}
            Formula::Call(number, _) => visit(*number),
            Formula::Not(inner) => inner.for_each_call(visit),
            Formula::Exists(_, parts) => parts.iter().for_each(|part| part.for_each_call(visit)),
        }
    }
}

/// `Σ coefficient · variable + constant`. Invariant: no coefficient is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    pub(super) coefficients: BTreeMap<u32, i64>,
    pub(super) constant: i64,
}

impl Linear {
    /// A constant.
    pub fn number(constant: i64) -> Linear {
        Linear { coefficients: BTreeMap::new(), constant }
    }

    /// The value of a variable.
    pub fn variable(variable: u32) -> Linear {
        Linear { coefficients: BTreeMap::from([(variable, 1)]), constant: 0 }
    }

    /// `self + factor * other`.
    pub fn plus(&self, factor: i64, other: &Linear) -> Result<Linear, Error> {
        let add =
            |a: i64, b: i64| b.checked_mul(factor).and_then(|b| a.checked_add(b)).ok_or(Error::TooLarge);
        let mut sum = self.clone();
        sum.constant = add(sum.constant, other.constant)?;
        for (&variable, &coefficient) in &other.coefficients {
            let entry = sum.coefficients.entry(variable).or_insert(0);
            *entry = add(*entry, coefficient)?;
        }
        sum.coefficients.retain(|_, coefficient| *coefficient != 0);
        Ok(sum)
    }

    /// The variable, if the form is nothing else.
    pub(super) fn as_variable(&self) -> Option<u32> {
        let (&variable, &coefficient) = self.coefficients.first_key_value()?;
        (self.coefficients.len() == 1 && coefficient == 1 && self.constant == 0).then_some(variable)
    }
}
