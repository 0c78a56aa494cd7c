//! Terms as linear forms, with the new variables and the conditions that determine them.
//!
//! `floor(i q)` for `q = (α + β η) / γ` is the floor of `(α i + floor(β i η)) / γ`, where `1/η` is
//! the continued fraction of the numeration system and `floor(j η)` the relation whose defining
//! properties are checked in [`super::obligations`].

use hissho_rules::language::quadratic::gcd;
use hissho_rules::language::{Quadratic, Term};

use super::AutomaticError as Error;
use super::formula::{Formula, Linear};
use super::numeration::{Atom, Numeration};
use super::translation::{Block, Environment, Shared, Translation};

/// The functions that a formula may call, with the number of their arguments.
pub(super) const WORDS: [(&str, usize); 6] = [
    ("thue_morse", 1),
    ("fibonacci_word", 1),
    ("metallic_word", 2),
    ("is_power", 2),
    ("is_fibonacci", 1),
    ("is_metallic", 2),
];

impl<'a> Translation<'a> {
    /// The value of `term`, given that the conditions it puts into `block` hold; where it has no
    /// value they do not.
    pub(super) fn term(
        &mut self,
        term: &'a Term,
        names: &Environment,
        block: &mut Block,
    ) -> Result<Linear, Error> {
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
            // z + (w - x) η - y η² = 0, so 2 y η = w - x + √D, with √D = f√d for a whole f if d
            // belongs to the system.
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
    let g = gcd(gcd(a, b), c);
    (a / g, b / g, c / g)
}
