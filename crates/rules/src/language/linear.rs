//! Comparisons of linear terms as inequalities with integer coefficients.

use super::syntax::{Comparison, Formula, Term, Variable};

/// Products with 40-bit numbers and with 64-bit values stay far below 128 bits.
const LARGEST_COEFFICIENT: i128 = 1 << 50;

/// `sum of coefficient * variable + constant >= 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// By variable.
    pub coefficients: Vec<i128>,
    /// The constant.
    pub constant: i128,
}

impl Linear {
    /// This inequality as a bound on `v`: other unknowns are at least 0, so those with a negative
    /// coefficient only tighten it and may be left out; one with a positive coefficient makes it
    /// useless.
    pub(super) fn usable_for(&self, v: Variable, unknown: &[Variable]) -> Option<Linear> {
        let mut bound = self.clone();
        for &other in unknown {
            if other == v {
                continue;
            }
            if bound.coefficients[other.0] > 0 {
                return None;
            }
            bound.coefficients[other.0] = 0;
        }
        (bound.coefficients[v.0] != 0).then_some(bound)
    }

    fn minus(mut self, other: &Linear) -> Linear {
        for (a, b) in self.coefficients.iter_mut().zip(&other.coefficients) {
            *a -= b;
        }
        self.constant -= other.constant;
        self
    }
}

/// What a comparison of linear terms says, as inequalities that hold exactly where it is true: the
/// comparison itself, and that no subtraction in it goes below zero. `None` for anything that is
/// not a comparison of linear terms in the first `variables` variables.
pub fn inequalities(part: &Formula, variables: usize) -> Option<Vec<Linear>> {
    let Formula::Compare(comparison, a, b) = part else {
        return None;
    };
    let mut all = Vec::new();
    let (a, b) = (linear(a, variables, &mut all)?, linear(b, variables, &mut all)?);
    let mut upper = b.clone().minus(&a);
    match comparison {
        Comparison::Equal => all.extend([upper, a.minus(&b)]),
        Comparison::AtMost => all.push(upper),
        Comparison::Less => {
            upper.constant -= 1;
            all.push(upper);
        }
    }
    Some(all)
}

/// `term` as a linear form, with what must be at least 0 for its subtractions in `conditions`;
/// `None` when it is not one, or its numbers are so large that sums might pass 128 bits.
fn linear(term: &Term, variables: usize, conditions: &mut Vec<Linear>) -> Option<Linear> {
    let zero = Linear { coefficients: vec![0; variables], constant: 0 };
    Some(match term {
        Term::Number(n) => Linear { constant: i128::from(*n), ..zero },
        Term::Variable(v) => {
            let mut one = zero;
            *one.coefficients.get_mut(v.0)? = 1;
            one
        }
        Term::Add(a, b) => {
            let minus_b = zero.minus(&linear(b, variables, conditions)?);
            linear(a, variables, conditions)?.minus(&minus_b)
        }
        Term::Subtract(a, b) => {
            let b = linear(b, variables, conditions)?;
            let difference = linear(a, variables, conditions)?.minus(&b);
            conditions.push(difference.clone());
            difference
        }
        Term::Scale(k, a) => {
            let mut scaled = linear(a, variables, conditions)?;
            let k = i128::from(*k);
            scaled.coefficients.iter_mut().for_each(|c| *c *= k);
            scaled.constant *= k;
            scaled
        }
        _ => return None,
    })
    .filter(|l| l.coefficients.iter().chain([&l.constant]).all(|c| c.abs() <= LARGEST_COEFFICIENT))
}
