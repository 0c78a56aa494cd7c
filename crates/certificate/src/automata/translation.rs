//! From the rules language to relations among numbers: what the checker takes a text to mean.
//!
//! A [`Formula`] has only basic relations, earlier definitions, negation, and "some values of these variables satisfy all of these".
//! The translation follows the language's own reading: negations are brought down to the comparisons, and every comparison,
//! negated or not, says "both sides have values, and …". A term becomes a linear form; what is not linear gets
//! a new variable and the conditions that determine it: `a div k` is the `q` with `k q ≤ a < k q + k`, `min(a, b)` the `m` with
//! `m ≤ a`, `m ≤ b`, and `m = a` or `m = b`. Every condition determines its variable, so "some value" and "every value" agree.
//!
//! What is needed more than once is a definition: `if … then … else …` needs its condition true and false, `iff` both sides true and
//! false. So every `if` and every side of an `iff` is translated once for each, and the result is linear in the text. A constant beyond
//! [`LARGEST_CONSTANT`] is a definition too, by way of its half: an automaton for `x = n` then has as many states as `n` has digits.
//!
//! `floor(i q)` for `q = (α + β η) / γ` is the floor of `(α i + floor(β i η)) / γ`, where `1/η` is the continued fraction of the numeration
//! system and `floor(j η)` the relation whose defining properties are checked in [`super::obligations`].

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rules::Account;
use rules::language::{self, Comparison, Part, Quadratic, Term, Variable};

use super::AutomaticError as Error;
use super::formula::{Body, Definition, Formula, Linear};
use super::numeration::{Atom, Numeration};

/// The functions that a formula may call, with the number of their arguments.
pub(super) const WORDS: [(&str, usize); 6] = [
    ("thue_morse", 1),
    ("fibonacci_word", 1),
    ("metallic_word", 2),
    ("is_power", 2),
    ("is_fibonacci", 1),
    ("is_metallic", 2),
];
/// The largest constant of a basic relation; larger ones are defined by their halves.
const LARGEST_CONSTANT: u64 = 64;
/// The largest coefficient of a basic relation.
const LARGEST_COEFFICIENT: u64 = 1 << 32;
/// Steps for translating one part of a text, which is looked at again for each part it stands in.
const PART: u64 = 256;

/// New variables with the conditions that determine them.
#[derive(Default)]
struct Block {
    bound: Vec<u32>,
    parts: Vec<Formula>,
}

/// Which numbered variable stands for a variable of the text.
pub(super) type Environment = BTreeMap<Variable, u32>;

/// A part of a text that has a definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Shared<'a> {
    /// "The term has this value": its parameters are the variables in it and the value.
    Value(&'a Term),
    /// The formula is true, or with `false`, is false.
    Truth(&'a language::Formula, bool),
}

/// Translates formulas, and collects the definitions they need.
pub(super) struct Translation<'a> {
    /// The numeration system in use.
    pub(super) system: Numeration,
    /// The definitions, each using only those before it.
    pub(super) definitions: Vec<Definition>,
    /// The definition of `floor(i η)`, if the certificate brings one.
    pub(super) floor: Option<usize>,
    /// Whether something uses it.
    pub(super) floor_is_used: bool,
    account: &'a Account,
    shared: HashMap<Shared<'a>, usize>,
    constants: BTreeMap<u64, usize>,
    variables: u32,
}

impl<'a> Translation<'a> {
    /// Nothing translated yet.
    pub(super) fn new(system: Numeration, account: &'a Account) -> Translation<'a> {
        Translation {
            system,
            account,
            definitions: Vec::new(),
            floor: None,
            floor_is_used: false,
            shared: HashMap::new(),
            constants: BTreeMap::new(),
            variables: 0,
        }
    }

    /// A variable not used before.
    pub(super) fn fresh(&mut self) -> u32 {
        self.variables += 1;
        self.variables - 1
    }

    /// So many of them.
    pub(super) fn fresh_list(&mut self, count: usize) -> Vec<u32> {
        (0..count).map(|_| self.fresh()).collect()
    }

    /// Adds a definition and returns its number.
    pub(super) fn define(&mut self, parameters: Vec<u32>, body: Body) -> usize {
        self.definitions.push(Definition { parameters, body });
        self.definitions.len() - 1
    }

    /// Steps for one part of a text, and for what was put together there.
    fn charge(&self, size: usize) -> Result<(), Error> {
        self.account.hold::<u64>(16 * (size + 1))?;
        Ok(self.account.charge(PART.saturating_mul(size as u64 + 1))?)
    }

    /// "`formula` is true", or with `sign` false "`formula` is false", which is more than "not true" where terms have no value.
    pub(super) fn formula(
        &mut self,
        formula: &'a language::Formula,
        sign: bool,
        names: &Environment,
    ) -> Result<Formula, Error> {
        use language::Formula as F;
        self.charge(names.len())?;
        if !sign && is_total(formula) {
            return Ok(self.formula(formula, true, names)?.negated());
        }
        match formula {
            F::True => Ok(Formula::truth()),
            F::False => Ok(Formula::truth().negated()),
            F::Compare(comparison, a, b) => self.compare(*comparison, a, b, sign, names),
            F::Not(inner) => self.formula(inner, !sign, names),
            F::And(parts) | F::Or(parts) => {
                let parts: Result<Vec<_>, Error> =
                    parts.iter().map(|part| self.formula(part, sign, names)).collect();
                let conjunction = matches!(formula, F::And(_)) == sign;
                Ok(if conjunction { Formula::all(parts?) } else { Formula::any(parts?) })
            }
            F::Implies(a, b) => {
                let parts = vec![self.formula(a, !sign, names)?, self.formula(b, sign, names)?];
                Ok(if sign { Formula::any(parts) } else { Formula::all(parts) })
            }
            F::Iff(a, b) => {
                let same = vec![self.side(a, true, names)?, self.side(b, sign, names)?];
                let other = vec![self.side(a, false, names)?, self.side(b, !sign, names)?];
                Ok(Formula::any(vec![Formula::all(same), Formula::all(other)]))
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

    /// A side of an `iff`: its definition.
    fn side(
        &mut self,
        side: &'a language::Formula,
        sign: bool,
        names: &Environment,
    ) -> Result<Formula, Error> {
        if !sign && is_total(side) {
            return Ok(self.side(side, true, names)?.negated());
        }
        let body = |this: &mut Self, inside: &Environment, _| this.formula(side, sign, inside);
        self.share(Shared::Truth(side, sign), None, names, body)
    }

    /// A part of the text by its definition, which is made when the part is first met. Its parameters are the variables in it,
    /// in their order, and a value if there is one.
    fn share(
        &mut self,
        part: Shared<'a>,
        value: Option<u32>,
        names: &Environment,
        body: impl FnOnce(&mut Self, &Environment, u32) -> Result<Formula, Error>,
    ) -> Result<Formula, Error> {
        let mut used = BTreeSet::new();
        // Variables quantified inside have no name here.
        let mut visit = |node: Part<'a>| {
            if let Part::Term(Term::Variable(v)) = node {
                used.extend(names.contains_key(v).then_some(*v));
            }
        };
        match part {
            Shared::Truth(formula, _) => formula.walk(&mut visit),
            Shared::Value(term) => term.walk(&mut visit),
        }
        self.charge(used.len())?;
        let number = match self.shared.get(&part) {
            Some(&number) => number,
            None => {
                let inside: Environment = used.iter().map(|&v| (v, self.fresh())).collect();
                let of_value = if value.is_some() { self.fresh() } else { 0 };
                let body = body(self, &inside, of_value)?;
                let parameters = inside.into_values().chain(value.map(|_| of_value)).collect();
                let number = self.define(parameters, Body::Formula(body));
                self.shared.insert(part, number);
                number
            }
        };
        Ok(Formula::Call(number, used.iter().map(|v| names[v]).chain(value).collect()))
    }

    fn compare(
        &mut self,
        comparison: Comparison,
        a: &'a Term,
        b: &'a Term,
        sign: bool,
        names: &Environment,
    ) -> Result<Formula, Error> {
        let mut block = Block::default();
        let a = self.term(a, names, &mut block)?;
        let b = self.term(b, names, &mut block)?;
        let (up, down) = (b.plus(-1, &a)?, a.plus(-1, &b)?);
        let one = Linear::number(1);
        match (comparison, sign) {
            (Comparison::Equal, true) => self.require(&up, true, &mut block)?,
            (Comparison::Equal, false) => {
                let part = self.linear(&up, true)?.negated();
                block.parts.push(part);
            }
            (Comparison::AtMost, true) => self.require(&up, false, &mut block)?,
            (Comparison::Less, true) => self.require(&up.plus(-1, &one)?, false, &mut block)?,
            (Comparison::Less, false) => self.require(&down, false, &mut block)?,
            (Comparison::AtMost, false) => self.require(&down.plus(-1, &one)?, false, &mut block)?,
        }
        Ok(Formula::some(block.bound, block.parts))
    }

    /// "`term` has the value of `variable`".
    pub(super) fn equals(
        &mut self,
        term: &'a Term,
        variable: u32,
        names: &Environment,
    ) -> Result<Formula, Error> {
        let mut block = Block::default();
        let value = self.term(term, names, &mut block)?;
        self.require(&value.plus(-1, &Linear::variable(variable))?, true, &mut block)?;
        Ok(Formula::some(block.bound, block.parts))
    }

    /// `form = 0`, or `form ≥ 0`.
    pub(super) fn linear(&mut self, form: &Linear, exactly: bool) -> Result<Formula, Error> {
        if form.coefficients.is_empty() {
            let holds = if exactly { form.constant == 0 } else { form.constant >= 0 };
            return Ok(if holds { Formula::truth() } else { Formula::truth().negated() });
        }
        if form.coefficients.values().any(|c| c.unsigned_abs() > LARGEST_COEFFICIENT) {
            return Err(Error::TooLarge);
        }
        if form.constant.unsigned_abs() > LARGEST_CONSTANT {
            let is_constant = self.constant(form.constant.unsigned_abs());
            let (held, sign) = (self.fresh(), form.constant.signum());
            let mut rest = form.clone();
            rest.constant = 0;
            rest.coefficients.insert(held, sign);
            let parts = vec![Formula::Call(is_constant, vec![held]), self.linear(&rest, exactly)?];
            return Ok(Formula::some(vec![held], parts));
        }
        let coefficients = form.coefficients.values().copied().collect();
        let variables = form.coefficients.keys().copied().collect();
        Ok(Formula::Atom(Atom::Linear { coefficients, constant: form.constant, exactly }, variables))
    }

    /// The definition of "is n": of `v = n`, or of `v = 2 u + r` for the half `u` of `n`.
    fn constant(&mut self, n: u64) -> usize {
        if let Some(&number) = self.constants.get(&n) {
            return number;
        }
        let atom = |coefficients: &[i64], constant: i64, variables: &[u32]| {
            let atom = Atom::Linear { coefficients: coefficients.to_vec(), constant, exactly: true };
            Formula::Atom(atom, variables.to_vec())
        };
        let (value, body);
        if n <= LARGEST_CONSTANT {
            value = self.fresh();
            body = atom(&[1], -(n as i64), &[value]);
        } else {
            let of_half = self.constant(n / 2);
            value = self.fresh();
            let half = self.fresh();
            let parts =
                vec![Formula::Call(of_half, vec![half]), atom(&[1, -2], -((n % 2) as i64), &[value, half])];
            body = Formula::some(vec![half], parts);
        }
        let number = self.define(vec![value], Body::Formula(body));
        self.constants.insert(n, number);
        number
    }

    /// Puts `form = 0`, or `form ≥ 0`, into the block, unless it always holds.
    fn require(&mut self, form: &Linear, exactly: bool, block: &mut Block) -> Result<(), Error> {
        let part = self.linear(form, exactly)?;
        if part != Formula::truth() {
            block.parts.push(part);
        }
        Ok(())
    }

    /// The value of `term`, given that the conditions it puts into `block` hold; where it has no value they do not.
    fn term(&mut self, term: &'a Term, names: &Environment, block: &mut Block) -> Result<Linear, Error> {
        let value = self.form(term, names, block)?;
        self.charge(value.coefficients.len())?;
        Ok(value)
    }

    fn form(&mut self, term: &'a Term, names: &Environment, block: &mut Block) -> Result<Linear, Error> {
        let constant = |n: u64| i64::try_from(n).map_err(|_| Error::TooLarge);
        match term {
            Term::Number(n) => Ok(Linear::number(constant(*n)?)),
            // A text names only variables that it binds.
            Term::Variable(v) => Ok(Linear::variable(names[v])),
            Term::Add(a, b) => {
                let a = self.term(a, names, block)?;
                a.plus(1, &self.term(b, names, block)?)
            }
            Term::Subtract(a, b) => {
                let a = self.term(a, names, block)?;
                let difference = a.plus(-1, &self.term(b, names, block)?)?;
                self.require(&difference, false, block)?;
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
                    self.require(&Linear::default().plus(sign, &above)?, false, block)?;
                    equal.push(self.linear(&above, true)?);
                }
                block.parts.push(Formula::any(equal));
                Ok(value)
            }
            Term::If(condition, yes, no) => {
                let branches = |this: &mut Self, names: &Environment, value: u32| {
                    let mut branches = Vec::new();
                    for (sign, branch) in [(true, yes), (false, no)] {
                        let condition = this.formula(condition, sign, names)?;
                        branches.push(Formula::all(vec![condition, this.equals(branch, value, names)?]));
                    }
                    Ok(Formula::any(branches))
                };
                let value = self.new_in(block);
                let part = self.share(Shared::Value(term), Some(value), names, branches)?;
                block.parts.push(part);
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
        self.require(&form.plus(-1, &Linear::variable(fresh))?, true, block)?;
        Ok(fresh)
    }

    /// The variable `q` with `k q ≤ form < k q + k`.
    fn quotient(&mut self, form: &Linear, k: i64, block: &mut Block) -> Result<u32, Error> {
        let quotient = self.new_in(block);
        let rest = form.plus(-k, &Linear::variable(quotient))?;
        self.require(&rest, false, block)?;
        self.require(&Linear::number(k - 1).plus(-1, &rest)?, false, block)?;
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
            self.floor_is_used = true;
            let j = self.held(Linear::default().plus(beta.abs(), form)?, block)?;
            let n = self.new_in(block);
            block.parts.push(Formula::Call(floor, vec![j, n]));
            let multiple = Linear::variable(n);
            if beta > 0 {
                sum = sum.plus(1, &multiple)?;
            } else {
                // floor(-η j) = -floor(η j) - 1, except for j = 0: `extra` is 1 where j > 0.
                let extra = Linear::variable(self.new_in(block));
                let (j, one) = (Linear::variable(j), Linear::number(1));
                let none = vec![self.linear(&j, true)?, self.linear(&extra, true)?];
                let some =
                    vec![self.linear(&j.plus(-1, &one)?, false)?, self.linear(&extra.plus(-1, &one)?, true)?];
                block.parts.push(Formula::any(vec![Formula::all(none), Formula::all(some)]));
                sum = sum.plus(-1, &multiple)?.plus(-1, &extra)?;
            }
        }
        if gamma == 1 { Ok(sum) } else { Ok(Linear::variable(self.quotient(&sum, gamma, block)?)) }
    }

    /// The symbol, 0 or 1, of a word that an automaton computes.
    fn word(
        &mut self,
        name: &str,
        arguments: &'a [Term],
        names: &Environment,
        block: &mut Block,
    ) -> Result<Linear, Error> {
        // Thue-Morse is numbered from 0, Fibonacci words from 1.
        let base = |k: u64| self.system.allows_all() && self.system.digits() as u64 == k;
        let metallic = |s: u64| Some(self.system) == Numeration::metallic(s);
        let (atom, index, first) = match (name, arguments) {
            ("thue_morse", [index]) => (Atom::ThueMorse, index, 0),
            ("is_power", [Term::Number(k), index]) if base(*k) => (Atom::Weight, index, 0),
            ("is_fibonacci", [index]) if metallic(1) => (Atom::Weight, index, 0),
            ("is_metallic", [Term::Number(s), index]) if metallic(*s) => (Atom::Weight, index, 0),
            ("fibonacci_word", [index]) if metallic(1) => (Atom::MetallicWord, index, 1),
            ("metallic_word", [Term::Number(s), index]) if metallic(*s) => (Atom::MetallicWord, index, 1),
            _ => return Err(Error::Unavailable { what: "this word", system: self.system }),
        };
        let index = self.term(index, names, block)?.plus(-1, &Linear::number(first))?;
        self.require(&index, false, block)?;
        let index = self.held(index, block)?;
        let value = Linear::variable(self.new_in(block));
        let holds = Formula::Atom(atom, vec![index]);
        let one = self.linear(&value.plus(-1, &Linear::number(1))?, true)?;
        let zero = self.linear(&value, true)?;
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
        Term::Call(name, arguments) => !name.ends_with("_word") && arguments.iter().all(term_is_total),
        Term::Add(a, b) | Term::Xor(a, b) | Term::Min(a, b) | Term::Max(a, b) => {
            term_is_total(a) && term_is_total(b)
        }
        Term::Scale(_, a) | Term::Divide(a, _) | Term::Remainder(a, _) | Term::Floor(a, _) => {
            term_is_total(a)
        }
        Term::If(c, a, b) => is_total(c) && term_is_total(a) && term_is_total(b),
    }
}
