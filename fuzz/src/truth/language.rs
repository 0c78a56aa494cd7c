//! The rules language by its definition: every formula by trying every number.

use hissho_rules::language::syntax::{Comparison, Formula, Term};

/// True, false or neither; `Err` where brute force does not reach.
pub(super) type Truth = Result<Option<bool>, Far>;

/// Beyond brute force.
pub(super) struct Far;

/// Quantifiers run up to here.
pub(super) const RANGE: u64 = 24;

/// Games with functions of their own.
pub(super) type Called<'a> = dyn FnMut(&str, &[u64]) -> Option<Option<u64>> + 'a;

/// Evaluates terms and formulas.
pub(super) struct Meaning<'a> {
    pub(super) values: Vec<u64>,
    pub(super) called: &'a mut Called<'a>,
    pub(super) left: u64,
}

impl Meaning<'_> {
    pub(super) fn term(&mut self, term: &Term) -> Result<Option<u64>, Far> {
        self.left = self.left.checked_sub(1).ok_or(Far)?;
        let mut two = |a: &Term, b: &Term| Ok(self.term(a)?.zip(self.term(b)?));
        Ok(match term {
            Term::Number(n) => Some(*n),
            Term::Variable(v) => Some(self.values[v.0]),
            Term::Add(a, b) => match two(a, b)? {
                Some((a, b)) => Some(a.checked_add(b).ok_or(Far)?),
                None => None,
            },
            Term::Subtract(a, b) => two(a, b)?.and_then(|(a, b)| a.checked_sub(b)),
            Term::Scale(k, a) => match self.term(a)? {
                Some(a) => Some(a.checked_mul(*k).ok_or(Far)?),
                None => None,
            },
            Term::Divide(a, k) => self.term(a)?.map(|a| a / k),
            Term::Remainder(a, k) => self.term(a)?.map(|a| a % k),
            Term::Xor(a, b) => two(a, b)?.map(|(a, b)| a ^ b),
            Term::Min(a, b) => two(a, b)?.map(|(a, b)| a.min(b)),
            Term::Max(a, b) => two(a, b)?.map(|(a, b)| a.max(b)),
            Term::If(condition, a, b) => match self.formula(condition)? {
                Some(true) => self.term(a)?,
                Some(false) => self.term(b)?,
                None => None,
            },
            Term::Floor(a, factor) => {
                let (p, q, r, d) = factor.parts();
                let Some(a) = self.term(a)? else { return Ok(None) };
                let a = i128::from(u32::try_from(a).map_err(|_| Far)?);
                if [p, q, r, d].iter().any(|part| part.abs() > 1 << 20) {
                    return Err(Far);
                }
                // The largest n with n r <= a p + a q sqrt(d), by squares.
                let fits = |n: i128| {
                    let (left, right) = (n * r - a * p, a * q);
                    let squares = left * left <= right * right * d;
                    match (left >= 0, right >= 0) {
                        (true, true) => squares,
                        (true, false) => left == 0 && right == 0,
                        (false, true) => true,
                        (false, false) => left * left >= right * right * d,
                    }
                };
                let (mut low, mut high) = (0, 1 << 40);
                while low < high {
                    let middle = (low + high + 1) / 2;
                    if fits(middle) { low = middle } else { high = middle - 1 }
                }
                Some(low as u64)
            }
            Term::Call(name, arguments) => {
                let mut numbers = Vec::new();
                for argument in arguments {
                    let Some(number) = self.term(argument)? else { return Ok(None) };
                    numbers.push(number);
                }
                (self.called)(name, &numbers).ok_or(Far)?
            }
        })
    }

    pub(super) fn formula(&mut self, formula: &Formula) -> Truth {
        self.left = self.left.checked_sub(1).ok_or(Far)?;
        Ok(match formula {
            Formula::True => Some(true),
            Formula::False => Some(false),
            Formula::Compare(how, a, b) => {
                let (Some(a), Some(b)) = (self.term(a)?, self.term(b)?) else { return Ok(None) };
                Some(match how {
                    Comparison::Equal => a == b,
                    Comparison::Less => a < b,
                    Comparison::AtMost => a <= b,
                })
            }
            Formula::Not(a) => self.formula(a)?.map(|a| !a),
            Formula::And(parts) => {
                let mut so_far = Some(true);
                for part in parts {
                    so_far = and(so_far, self.formula(part)?);
                }
                so_far
            }
            Formula::Or(parts) => {
                let mut none = Some(true);
                for part in parts {
                    none = and(none, self.formula(part)?.map(|a| !a));
                }
                none.map(|none| !none)
            }
            Formula::Implies(a, b) => {
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                and(a, b.map(|b| !b)).map(|both| !both)
            }
            Formula::Iff(a, b) => self.formula(a)?.zip(self.formula(b)?).map(|(a, b)| a == b),
            Formula::Exists(v, body) => self.some(v.0, body, true)?,
            Formula::Forall(v, body) => self.some(v.0, body, false)?.map(|some| !some),
        })
    }

    /// Whether the body has this truth for some number. A number beyond the range is thought of only where the body
    /// says itself that it makes no difference.
    fn some(&mut self, v: usize, body: &Formula, truth: bool) -> Truth {
        let mut none = Some(true);
        for value in 0..=RANGE {
            self.values[v] = value;
            let found = self.formula(body)?;
            if found == Some(truth) {
                return Ok(Some(true));
            }
            none = and(none, found.map(|found| found != truth));
        }
        // exists v . v < t and …, forall v . v < t implies …
        let limits: &[Formula] = match body {
            Formula::And(parts) if truth => parts,
            Formula::Implies(limit, _) if !truth => match &**limit {
                Formula::And(parts) => parts,
                one => std::slice::from_ref(one),
            },
            one if truth => std::slice::from_ref(one),
            _ => &[],
        };
        for limit in limits {
            if let Formula::Compare(Comparison::Less | Comparison::AtMost, Term::Variable(w), bound) = limit
                && w.0 == v
                && bound.only_uses(|used| used.0 != v)
                && self.term(bound)?.is_some_and(|bound| bound <= RANGE)
            {
                return Ok(none.map(|none| !none));
            }
        }
        Err(Far)
    }
}

fn and(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Steps for one formula.
pub(super) const STEPS: u64 = 2_000_000;

/// The truth of a formula at these numbers, without functions.
pub(super) fn truth_at(formula: &Formula, names: usize, values: &[u64]) -> Truth {
    let mut values = values.to_vec();
    values.resize(names.max(values.len()), 0);
    Meaning { values, called: &mut |_, _| None, left: STEPS }.formula(formula)
}

/// The value of a term at these numbers, without functions.
pub(super) fn value_at(term: &Term, names: usize, values: &[u64]) -> Result<Option<u64>, Far> {
    let mut values = values.to_vec();
    values.resize(names.max(values.len()), 0);
    Meaning { values, called: &mut |_, _| None, left: STEPS }.term(term)
}

/// Every place with these largest coordinates, in the order of the dictionary.
pub(super) fn places_up_to(last: &[u64]) -> Option<Vec<Vec<u64>>> {
    let count = last.iter().try_fold(1u64, |all, &n| all.checked_mul(n.checked_add(1)?))?;
    let mut places = vec![Vec::new()];
    for &n in last.iter().filter(|_| count <= 2_000) {
        let longer =
            |place: &Vec<u64>| (0..=n).map(|x| [place.as_slice(), &[x]].concat()).collect::<Vec<_>>();
        places = places.iter().flat_map(longer).collect();
    }
    Some(places).filter(|_| count <= 2_000)
}
