//! From the rules language to relations among numbers: what the checker takes a text to mean.
//!
//! A [`Formula`] has only basic relations, earlier definitions, negation, and "some values of these variables satisfy all of these".
//! The translation follows the language's own reading: negations are brought down to the comparisons, and every comparison,
//! negated or not, says "both sides have values, and …". A term becomes a linear form; what is not linear gets
//! a new variable and the conditions that determine it: `a div k` is the `q` with `k q ≤ a < k q + k`, `min(a, b)` the `m` with
//! `m ≤ a`, `m ≤ b`, and `m = a` or `m = b`. Every condition determines its variable, so "some value" and "every value" agree.
//!
//! `floor(i q)` for `q = (α + β η) / γ` is the floor of `(α i + floor(β i η)) / γ`, where `1/η` is the continued fraction of the numeration
//! system and `floor(j η)` the relation whose defining properties are checked in [`super::obligations`].

use std::collections::BTreeMap;

use rules::language::{self, Comparison, Quadratic, Term, Variable};

use super::AutomaticError as Error;
use super::automaton::Automaton;
use super::numeration::{Atom, Numeration};

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
    /// What it is called in messages.
    pub name: String,
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
    /// What an automaton accepts that the certificate brings along; only obligations say anything about it.
    Given(Automaton),
}

/// A condition that nothing may satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// What it says.
    pub name: String,
    /// The variables a reader knows, with their names; the others are auxiliary.
    pub named: Vec<(String, u32)>,
    /// The outermost variables: those of a counterexample.
    pub bound: Vec<u32>,
    /// The condition: all of these hold.
    pub parts: Vec<Formula>,
}

impl Obligation {
    /// Nothing may satisfy `condition`.
    pub fn new(name: impl Into<String>, named: Vec<(String, u32)>, condition: Formula) -> Obligation {
        let (bound, parts) = match condition {
            Formula::Exists(bound, parts) => (bound, parts),
            other => (Vec::new(), vec![other]),
        };
        Obligation { name: name.into(), named, bound, parts }
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

    /// Some values of `bound` satisfy all `parts`. Variables are never bound twice, so the parts' own blocks can be opened.
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

    /// `form = 0`, or `form ≥ 0`.
    pub fn linear(form: &Linear, exactly: bool) -> Formula {
        let variables: Vec<u32> = form.coefficients.keys().copied().collect();
        let coefficients = form.coefficients.values().copied().collect();
        if variables.is_empty() {
            let holds = if exactly { form.constant == 0 } else { form.constant >= 0 };
            return if holds { Formula::truth() } else { Formula::truth().negated() };
        }
        Formula::Atom(Atom::Linear { coefficients, constant: form.constant, exactly }, variables)
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
}

/// `Σ coefficient · variable + constant`. Invariant: no coefficient is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    coefficients: BTreeMap<u32, i64>,
    constant: i64,
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
    fn as_variable(&self) -> Option<u32> {
        let (&variable, &coefficient) = self.coefficients.first_key_value()?;
        (self.coefficients.len() == 1 && coefficient == 1 && self.constant == 0).then_some(variable)
    }
}

/// New variables with the conditions that determine them.
#[derive(Default)]
struct Block {
    bound: Vec<u32>,
    parts: Vec<Formula>,
}

impl Block {
    fn require(&mut self, form: &Linear, exactly: bool) {
        let part = Formula::linear(form, exactly);
        if part != Formula::truth() {
            self.parts.push(part);
        }
    }

    fn close(self) -> Formula {
        Formula::some(self.bound, self.parts)
    }
}

/// Which numbered variable stands for a variable of the text.
pub type Environment = BTreeMap<Variable, u32>;

/// Translates formulas, and collects the definitions they need.
pub struct Translation {
    /// The numeration system in use.
    pub system: Numeration,
    /// The definitions, each using only those before it.
    pub definitions: Vec<Definition>,
    /// The definition of `floor(i η)`, if the certificate brings one.
    pub floor: Option<usize>,
    variables: u32,
}

impl Translation {
    /// Nothing translated yet.
    pub fn new(system: Numeration) -> Translation {
        Translation { system, definitions: Vec::new(), floor: None, variables: 0 }
    }

    /// A variable not used before.
    pub fn fresh(&mut self) -> u32 {
        self.variables += 1;
        self.variables - 1
    }

    /// Adds a definition and returns its number.
    pub fn define(&mut self, name: impl Into<String>, parameters: Vec<u32>, body: Body) -> usize {
        self.definitions.push(Definition { name: name.into(), parameters, body });
        self.definitions.len() - 1
    }

    /// "`formula` is true", or with `sign` false "`formula` is false", which is more than "not true" where terms have no value.
    pub fn formula(
        &mut self,
        formula: &language::Formula,
        sign: bool,
        names: &Environment,
    ) -> Result<Formula, Error> {
        use language::Formula as F;
        if !sign && is_total(formula) {
            return Ok(self.formula(formula, true, names)?.negated());
        }
        let both = |this: &mut Self, a: &F, sign_a, b: &F, sign_b| {
            Ok([this.formula(a, sign_a, names)?, this.formula(b, sign_b, names)?])
        };
        match formula {
            F::True | F::False => {
                let holds = matches!(formula, F::True) == sign;
                Ok(if holds { Formula::truth() } else { Formula::truth().negated() })
            }
            F::Compare(comparison, a, b) => self.compare(*comparison, a, b, sign, names),
            F::Not(inner) => self.formula(inner, !sign, names),
            F::And(parts) | F::Or(parts) => {
                let parts: Result<Vec<_>, Error> =
                    parts.iter().map(|part| self.formula(part, sign, names)).collect();
                let conjunction = matches!(formula, F::And(_)) == sign;
                Ok(if conjunction { Formula::all(parts?) } else { Formula::any(parts?) })
            }
            F::Implies(a, b) if sign => Ok(Formula::any(both(self, a, false, b, true)?.into())),
            F::Implies(a, b) => Ok(Formula::all(both(self, a, true, b, false)?.into())),
            F::Iff(a, b) if is_total(a) && is_total(b) => {
                let [a, b] = both(self, a, true, b, true)?.map(|side| self.named_side(side));
                let same = Formula::all(vec![a.clone(), b.clone()]);
                Ok(Formula::any(vec![same, Formula::all(vec![a.negated(), b.negated()])]))
            }
            F::Iff(a, b) => {
                let same = Formula::all(both(self, a, true, b, sign)?.into());
                let other = Formula::all(both(self, a, false, b, !sign)?.into());
                Ok(Formula::any(vec![same, other]))
            }
            F::Exists(variable, inner) | F::Forall(variable, inner) => {
                let mut names = names.clone();
                let fresh = self.fresh();
                names.insert(*variable, fresh);
                let inner = self.formula(inner, sign, &names)?;
                if matches!(formula, F::Exists(..)) == sign {
                    Ok(Formula::some(vec![fresh], vec![inner]))
                } else {
                    Ok(Formula::some(vec![fresh], vec![inner.negated()]).negated())
                }
            }
        }
    }

    /// A definition in place of a formula that will be used twice.
    fn named_side(&mut self, side: Formula) -> Formula {
        if matches!(side, Formula::Atom(..) | Formula::Call(..)) {
            return side;
        }
        let parameters = side.free();
        let number = self.define("side of iff", parameters.clone(), Body::Formula(side));
        Formula::Call(number, parameters)
    }

    fn compare(
        &mut self,
        comparison: Comparison,
        a: &Term,
        b: &Term,
        sign: bool,
        names: &Environment,
    ) -> Result<Formula, Error> {
        let mut block = Block::default();
        let a = self.term(a, names, &mut block)?;
        let b = self.term(b, names, &mut block)?;
        let (up, down) = (b.plus(-1, &a)?, a.plus(-1, &b)?);
        let one = Linear::number(1);
        match (comparison, sign) {
            (Comparison::Equal, true) => block.require(&up, true),
            (Comparison::Equal, false) => block.parts.push(Formula::linear(&up, true).negated()),
            (Comparison::AtMost, true) => block.require(&up, false),
            (Comparison::Less, true) => block.require(&up.plus(-1, &one)?, false),
            (Comparison::Less, false) => block.require(&down, false),
            (Comparison::AtMost, false) => block.require(&down.plus(-1, &one)?, false),
        }
        Ok(block.close())
    }

    /// "`term` has the value of `variable`".
    pub fn equals(&mut self, term: &Term, variable: u32, names: &Environment) -> Result<Formula, Error> {
        let mut block = Block::default();
        let value = self.term(term, names, &mut block)?;
        block.require(&value.plus(-1, &Linear::variable(variable))?, true);
        Ok(block.close())
    }

    /// The value of `term`, given that the conditions it puts into `block` hold; where it has no value they do not.
    fn term(&mut self, term: &Term, names: &Environment, block: &mut Block) -> Result<Linear, Error> {
        let constant = |n: u64| i64::try_from(n).map_err(|_| Error::TooLarge);
        match term {
            Term::Number(n) => Ok(Linear::number(constant(*n)?)),
            Term::Variable(v) => Ok(Linear::variable(*names.get(v).ok_or(Error::FreeVariable)?)),
            Term::Add(a, b) => {
                let a = self.term(a, names, block)?;
                a.plus(1, &self.term(b, names, block)?)
            }
            Term::Subtract(a, b) => {
                let a = self.term(a, names, block)?;
                let difference = a.plus(-1, &self.term(b, names, block)?)?;
                block.require(&difference, false);
                Ok(difference)
            }
            Term::Scale(k, a) => Linear::default().plus(constant(*k)?, &self.term(a, names, block)?),
            Term::Divide(a, k) => {
                let a = self.term(a, names, block)?;
                Ok(Linear::variable(self.quotient(&a, constant(*k)?, block)?))
            }
            Term::Remainder(a, k) => {
                let (a, k) = (self.term(a, names, block)?, constant(*k)?);
                let quotient = Linear::variable(self.quotient(&a, k, block)?);
                a.plus(-k, &quotient)
            }
            Term::Xor(a, b) => {
                let (a, b) = (self.term(a, names, block)?, self.term(b, names, block)?);
                let tracks = vec![self.held(a, block)?, self.held(b, block)?, self.new_in(block)];
                let value = tracks[2];
                block.parts.push(Formula::Atom(Atom::Xor, tracks));
                Ok(Linear::variable(value))
            }
            Term::Min(a, b) | Term::Max(a, b) => {
                let sides = [self.term(a, names, block)?, self.term(b, names, block)?];
                let value = Linear::variable(self.new_in(block));
                let sign = if matches!(term, Term::Min(..)) { 1 } else { -1 };
                let mut equal = Vec::new();
                for side in &sides {
                    let above = side.plus(-1, &value)?;
                    block.require(&Linear::default().plus(sign, &above)?, false);
                    equal.push(Formula::linear(&above, true));
                }
                block.parts.push(Formula::any(equal));
                Ok(value)
            }
            Term::If(condition, yes, no) => {
                let value = self.new_in(block);
                let mut branches = Vec::new();
                for (sign, branch) in [(true, yes), (false, no)] {
                    let condition = self.formula(condition, sign, names)?;
                    branches.push(Formula::all(vec![condition, self.equals(branch, value, names)?]));
                }
                block.parts.push(Formula::any(branches));
                Ok(Linear::variable(value))
            }
            Term::Floor(a, slope) => {
                let a = self.term(a, names, block)?;
                self.floor(&a, slope, block)
            }
            Term::Call(name, arguments) => self.word(name, arguments, names, block),
        }
    }

    /// A new variable of `block`.
    fn new_in(&mut self, block: &mut Block) -> u32 {
        let fresh = self.fresh();
        block.bound.push(fresh);
        fresh
    }

    /// A variable with the value of `form`.
    fn held(&mut self, form: Linear, block: &mut Block) -> Result<u32, Error> {
        if let Some(variable) = form.as_variable() {
            return Ok(variable);
        }
        let fresh = self.new_in(block);
        block.require(&form.plus(-1, &Linear::variable(fresh))?, true);
        Ok(fresh)
    }

    /// The variable `q` with `k q ≤ form < k q + k`.
    fn quotient(&mut self, form: &Linear, k: i64, block: &mut Block) -> Result<u32, Error> {
        let quotient = self.new_in(block);
        let rest = form.plus(-k, &Linear::variable(quotient))?;
        block.require(&rest, false);
        block.require(&Linear::number(k - 1).plus(-1, &rest)?, false);
        Ok(quotient)
    }

    /// `floor(form * slope)`.
    fn floor(&mut self, form: &Linear, slope: &Quadratic, block: &mut Block) -> Result<Linear, Error> {
        let (a, b, c, d) = slope.parts();
        let narrow = |n: i128| i64::try_from(n).ok().filter(|n| n.abs() < 1 << 32).ok_or(Error::TooLarge);
        let (alpha, beta, gamma) = if b == 0 {
            (a, 0, c)
        } else {
            let Numeration::Ostrowski(period) = self.system else {
                return Err(Error::Unavailable {
                    what: "floor of an irrational multiple",
                    system: self.system,
                });
            };
            // z + (w - x) η - y η² = 0, so 2 y η = w - x + √D, with √D = f√d for a whole f if d belongs to the system.
            let (x, y, z, w) = period.matrix();
            let root = narrow(x - w).and(narrow(y)).and(narrow(z)).map(|_| (x - w) * (x - w) + 4 * y * z)?;
            let f = (root / d).isqrt();
            if f * f * d != root {
                return Err(Error::WrongRoot { root: d, system: self.system });
            }
            reduce(a * f + b * (x - w), 2 * b * y, c * f)
        };
        let (alpha, beta, gamma) = (narrow(alpha)?, narrow(beta)?, narrow(gamma)?);
        let mut sum = Linear::default().plus(alpha, form)?;
        if beta != 0 {
            let floor = self.floor.ok_or(Error::Unavailable { what: "floor", system: self.system })?;
            let j = self.held(Linear::default().plus(beta.abs(), form)?, block)?;
            let n = self.new_in(block);
            block.parts.push(Formula::Call(floor, vec![j, n]));
            let multiple = Linear::variable(n);
            if beta > 0 {
                sum = sum.plus(1, &multiple)?;
            } else {
                // floor(-η j) = -floor(η j) - 1, except for j = 0: `extra` is 1 where j > 0.
                let extra = Linear::variable(self.new_in(block));
                let one = Linear::number(1);
                let none = [Linear::variable(j), extra.clone()].map(|v| Formula::linear(&v, true));
                let positive = Formula::linear(&Linear::variable(j).plus(-1, &one)?, false);
                let some = [positive, Formula::linear(&extra.plus(-1, &one)?, true)];
                block.parts.push(Formula::any(vec![Formula::all(none.into()), Formula::all(some.into())]));
                sum = sum.plus(-1, &multiple)?.plus(-1, &extra)?;
            }
        }
        if gamma == 1 { Ok(sum) } else { Ok(Linear::variable(self.quotient(&sum, gamma, block)?)) }
    }

    /// The symbol, 0 or 1, of a word that an automaton computes.
    fn word(
        &mut self,
        name: &str,
        arguments: &[Term],
        names: &Environment,
        block: &mut Block,
    ) -> Result<Linear, Error> {
        let wrong = || Error::UnknownWord { name: name.chars().take(40).collect() };
        // Thue-Morse is numbered from 0, Fibonacci words from 1.
        let (atom, index, first) = match (name, arguments) {
            ("thue_morse", [index]) => (Atom::ThueMorse, index, 0),
            ("is_weight", [index]) => (Atom::Weight, index, 0),
            ("fibonacci_word", [index]) if Some(self.system) == Numeration::metallic(1) => {
                (Atom::MetallicWord, index, 1)
            }
            ("metallic_word", [Term::Number(s), index]) if Some(self.system) == Numeration::metallic(*s) => {
                (Atom::MetallicWord, index, 1)
            }
            ("fibonacci_word", [_]) | ("metallic_word", [Term::Number(_), _]) => {
                return Err(Error::Unavailable { what: "this Fibonacci word", system: self.system });
            }
            _ => return Err(wrong()),
        };
        let index = self.term(index, names, block)?.plus(-1, &Linear::number(first))?;
        block.require(&index, false);
        let index = self.held(index, block)?;
        let value = Linear::variable(self.new_in(block));
        let holds = Formula::Atom(atom, vec![index]);
        let one = Formula::linear(&value.plus(-1, &Linear::number(1))?, true);
        let zero = Formula::linear(&value, true);
        let branches = [Formula::all(vec![holds.clone(), one]), Formula::all(vec![holds.negated(), zero])];
        block.parts.push(Formula::any(branches.into()));
        Ok(value)
    }
}

/// The three numbers divided by their greatest common divisor; the last is not 0.
fn reduce(a: i128, b: i128, c: i128) -> (i128, i128, i128) {
    fn gcd(a: i128, b: i128) -> i128 {
        if b == 0 { a.abs() } else { gcd(b, a % b) }
    }
    let g = gcd(gcd(a, b), c);
    (a / g, b / g, c / g)
}

/// Whether every term of the formula has a value everywhere.
fn is_total(formula: &language::Formula) -> bool {
    use language::Formula as F;
    match formula {
        F::True | F::False => true,
        F::Compare(_, a, b) => term_is_total(a) && term_is_total(b),
        F::Not(a) | F::Exists(_, a) | F::Forall(_, a) => is_total(a),
        F::And(parts) | F::Or(parts) => parts.iter().all(is_total),
        F::Implies(a, b) | F::Iff(a, b) => is_total(a) && is_total(b),
    }
}

fn term_is_total(term: &Term) -> bool {
    match term {
        Term::Number(_) | Term::Variable(_) => true,
        Term::Subtract(..) => false,
        Term::Call(name, arguments) => {
            matches!(name.as_str(), "thue_morse" | "is_weight") && arguments.iter().all(term_is_total)
        }
        Term::Add(a, b) | Term::Xor(a, b) | Term::Min(a, b) | Term::Max(a, b) => {
            term_is_total(a) && term_is_total(b)
        }
        Term::Scale(_, a) | Term::Divide(a, _) | Term::Remainder(a, _) | Term::Floor(a, _) => {
            term_is_total(a)
        }
        Term::If(c, a, b) => is_total(c) && term_is_total(a) && term_is_total(b),
    }
}
