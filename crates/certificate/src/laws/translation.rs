//! From the rules language to relations among numbers: what the checker takes a text to mean.
//!
//! A [`Formula`] has only basic relations, earlier definitions, negation, and "some values of these
//! variables satisfy all of these". The translation follows the language's own reading: negations
//! are brought down to the comparisons, and every comparison, negated or not, says "both sides have
//! values, and …". A term becomes a linear form; what is not linear gets a new variable and the
//! conditions that determine it: `a div k` is the `q` with `k q ≤ a < k q + k`, `min(a, b)` the `m`
//! with `m ≤ a`, `m ≤ b`, and `m = a` or `m = b`. Every condition determines its variable, so "some
//! value" and "every value" agree.
//!
//! What is needed more than once is a definition: `if … then … else …` needs its condition true and
//! false, `iff` both sides true and false. So every `if` and every side of an `iff` is translated
//! once for each, and the result is linear in the text. A constant beyond [`LARGEST_CONSTANT`] is a
//! definition too, by way of its half: an automaton for `x = n` then has as many states as `n` has
//! digits.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use hissho_rules::Account;
use hissho_rules::language::{self, Comparison, FormulaPart, Term, Variable};

use super::AutomaticError as Error;
use super::formula::{Body, Definition, Formula, Linear};
use super::numeration::{Atom, Numeration};

/// The largest constant of a basic relation; larger ones are defined by their halves.
const LARGEST_CONSTANT: u64 = 64;
/// The largest coefficient of a basic relation.
const LARGEST_COEFFICIENT: u64 = 1 << 32;
/// Steps for translating one part of a text, which is looked at again for each part it stands in.
const PART: u64 = 256;

/// New variables with the conditions that determine them.
#[derive(Default)]
pub(super) struct Block {
    pub(super) bound: Vec<u32>,
    pub(super) parts: Vec<Formula>,
}

/// Which numbered variable stands for a variable of the text.
pub(super) type Environment = BTreeMap<Variable, u32>;

/// A part of a text that has a definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Shared<'a> {
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
    pub(super) fn charge(&self, size: usize) -> Result<(), Error> {
        self.account.hold::<u64>(16 * (size + 1))?;
        Ok(self.account.charge(PART.saturating_mul(size as u64 + 1))?)
    }

    /// "`formula` is true", or with `sign` false "`formula` is false", which is more than "not
    /// true" where terms have no value.
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

    /// A part of the text by its definition, which is made when the part is first met. Its
    /// parameters are the variables in it, in their order, and a value if there is one.
    pub(super) fn share(
        &mut self,
        part: Shared<'a>,
        value: Option<u32>,
        names: &Environment,
        body: impl FnOnce(&mut Self, &Environment, u32) -> Result<Formula, Error>,
    ) -> Result<Formula, Error> {
        let mut used = BTreeSet::new();
        // Variables quantified inside have no name here.
        let mut visit = |node: FormulaPart<'a>| {
            if let FormulaPart::Term(Term::Variable(v)) = node {
                used.extend(names.contains_key(v).then_some(*v));
            }
        };
        match part {
            Shared::Value(term) => term.walk(&mut visit),
            Shared::Truth(formula, _) => formula.walk(&mut visit),
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
    pub(super) fn require(&mut self, form: &Linear, exactly: bool, block: &mut Block) -> Result<(), Error> {
        let part = self.linear(form, exactly)?;
        if part != Formula::truth() {
            block.parts.push(part);
        }
        Ok(())
    }
}

/// Whether every term of the formula has a value everywhere.
fn is_total(formula: &language::Formula) -> bool {
    let mut total = true;
    formula.walk(&mut |node| match node {
        FormulaPart::Term(Term::Subtract(..)) => total = false,
        FormulaPart::Term(Term::Call(name, _)) => total &= !name.ends_with("_word"),
        _ => {}
    });
    total
}
