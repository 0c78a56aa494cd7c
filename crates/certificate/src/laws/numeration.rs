//! Ways to write numbers as words of digits, and the automata everything is built from, made here
//! from their definitions.
//!
//! * Base `k`: weights `1, k, k², …`, digits `0…k-1`, every word allowed; read most or least
//!   significant digit first.
//! * Ostrowski, for a periodic continued fraction `c(0), c(1), …`: weights `U(0) = 1`, `U(1) =
//!   c(0) + 1`, `U(m+1) = c(m) U(m) + U(m-1)`; at place `m` the digits `0…c(m)`, and after the
//!   digit `c(m)` only `0` may follow: the greedy expansions, so that words of one length are in
//!   the order of their values and a word of length `m` is worth less than `U(m)` (Ostrowski 1922;
//!   Fraenkel, "The bracket function and complementary sets of integers", 1969). Read most
//!   significant digit first. A word is a whole number of periods long, so that a reader who counts
//!   letters knows the place he is at, up to periods. With the period `s` alone it is the system of
//!   the metallic mean `mu(s)`; with `1`, Zeckendorf's.
//!
//! All have weights with `U(m+1) = c(m) U(m) + t U(m-1)`. A prefix of a word, with `m` digits still
//! to come, is worth `a U(m) + b U(m-1)`, and the next digit `d` turns `(a, b)` into `(c(m-1) a +
//! b + d, t a)`. For a linear form `d` is the form's value on the tuple of digits, and the states
//! are these pairs, with `m` up to periods; a pair from which the form must stay on one side of the
//! bound, whatever follows, is replaced by a state saying so ([`linear`]). Only finitely many pairs
//! remain, because the second eigenvalue of the recurrence over a period is less than 1 in absolute
//! value.

use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use hissho_rules::Account;

use super::AutomaticError as Error;
use super::automaton::{Automaton, classify};
use super::operations::{Becomes, assemble, explore};

/// The most states a basic relation may have.
const MOST_STATES: usize = 1 << 18;

/// A way to write natural numbers as words of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numeration {
    /// Base `k`, most significant digit first: `msd_2`.
    MostFirst(u32),
    /// Base `k`, least significant digit first: `lsd_2`.
    LeastFirst(u32),
    /// The greedy system of a periodic continued fraction, most significant digit first: `ost_1_2`.
    /// A period of one term is that of a metallic mean, `mu_2`; `mu_1` is Zeckendorf's system.
    Ostrowski(Period),
}

/// The period `c(0), …` of a continued fraction. Invariants: one to [`Period::LONGEST`] terms, each
/// from 1 to 64; the others are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    terms: [u8; Period::LONGEST],
    length: u8,
}

impl Period {
    /// The most terms.
    pub const LONGEST: usize = 12;

    /// The period with these terms, if there are neither too many nor too large ones.
    pub fn new(of: &[u64]) -> Option<Period> {
        let mut terms = [0; Period::LONGEST];
        for (at, &term) in of.iter().enumerate() {
            *terms.get_mut(at)? = u8::try_from(term).ok().filter(|term| (1..=64).contains(term))?;
        }
        (!of.is_empty()).then_some(Period { terms, length: of.len() as u8 })
    }

    /// The terms.
    pub fn terms(&self) -> &[u8] {
        &self.terms[..self.length.into()]
    }

    /// `(x, y, z, w)` with `beta = (x beta + y) / (z beta + w)` for the value `beta` of the
    /// continued fraction.
    pub fn matrix(&self) -> (i128, i128, i128, i128) {
        let multiply = |(x, y, z, w), &term: &u8| (x * i128::from(term) + y, x, z * i128::from(term) + w, z);
        self.terms().iter().fold((1, 0, 0, 1), multiply)
    }
}

impl Numeration {
    /// The system of the metallic mean `mu(s)`, for `s` from 1 to 64.
    pub fn metallic(s: u64) -> Option<Numeration> {
        Period::new(&[s]).map(Numeration::Ostrowski)
    }

    /// Number of different digits.
    pub fn digits(self) -> usize {
        match self {
            Numeration::MostFirst(base) | Numeration::LeastFirst(base) => base as usize,
            Numeration::Ostrowski(period) => period.terms().iter().max().map_or(0, |&c| c as usize + 1),
        }
    }

    /// Every word has a length that is a multiple of this.
    pub fn period(self) -> usize {
        if let Numeration::Ostrowski(period) = self { period.length.into() } else { 1 }
    }

    /// Whether words may be lengthened by zeros in front (otherwise at the end).
    pub fn most_first(self) -> bool {
        !matches!(self, Numeration::LeastFirst(_))
    }

    /// Whether every word of digits is allowed.
    pub fn allows_all(self) -> bool {
        !matches!(self, Numeration::Ostrowski(_))
    }

    /// The letters, in the order of reading, of a tuple of numbers: as few as the largest of them
    /// needs, a whole number of periods. `None` if it is too large.
    pub fn word(self, values: &[u128]) -> Option<Vec<usize>> {
        let most = values.iter().copied().max().unwrap_or(0);
        // U(-1), U(0), … up to the first that is more than every number, and on to a whole period.
        let mut weights = vec![1u128, 1];
        while weights[weights.len() - 1] <= most || (weights.len() - 2) % self.period() != 0 {
            let (place, (c, t)) = (weights.len() - 2, self.recurrence(weights.len() - 2));
            let next = (c as u128).checked_mul(weights[place + 1])?;
            weights.push(next.checked_add(t as u128 * weights[place])?);
        }
        let mut rest = values.to_vec();
        let mut letters = Vec::new();
        for &weight in weights[1..weights.len() - 1].iter().rev() {
            let mut letter = 0;
            for value in rest.iter_mut().rev() {
                letter = letter * self.digits() + usize::try_from(*value / weight).ok()?;
                *value %= weight;
            }
            letters.push(letter);
        }
        if !self.most_first() {
            letters.reverse();
        }
        Some(letters)
    }

    /// `(c(m), t)` of the recurrence `U(m+1) = c(m) U(m) + t U(m-1)` of the weights.
    pub fn recurrence(self, place: usize) -> (i128, i128) {
        match self {
            Numeration::MostFirst(base) | Numeration::LeastFirst(base) => (i128::from(base), 0),
            Numeration::Ostrowski(period) => (period.terms[place % usize::from(period.length)].into(), 1),
        }
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Numeration::MostFirst(base) => write!(f, "msd_{base}"),
            Numeration::LeastFirst(base) => write!(f, "lsd_{base}"),
            Numeration::Ostrowski(period) => {
                f.write_str(if period.length == 1 { "mu" } else { "ost" })?;
                period.terms().iter().try_for_each(|c| write!(f, "_{c}"))
            }
        }
    }
}

/// The name of no numeration system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a numeration system; known are msd_K and lsd_K for K from 2 to 64, fib, mu_S for S from 1 to 64, and ost_A_B… with up to 12 such terms"
)]
pub struct UnknownNumeration(String);

impl FromStr for Numeration {
    type Err = UnknownNumeration;

    fn from_str(text: &str) -> Result<Numeration, UnknownNumeration> {
        let text = if text == "fib" { "mu_1" } else { text };
        let mut words = text.split('_');
        let kind = words.next();
        let numbers: Result<Vec<u64>, _> = words.map(str::parse).collect();
        let system = match (kind, numbers.as_deref()) {
            (Some("msd"), Ok(&[base @ 2..=64])) => Some(Numeration::MostFirst(base as u32)),
            (Some("lsd"), Ok(&[base @ 2..=64])) => Some(Numeration::LeastFirst(base as u32)),
            (Some("mu"), Ok(&[s])) => Numeration::metallic(s),
            (Some("ost"), Ok(terms)) => Period::new(terms).map(Numeration::Ostrowski),
            _ => None,
        };
        system.ok_or_else(|| UnknownNumeration(text.chars().take(30).collect()))
    }
}

/// A basic relation among numbers; its automaton is computed from this alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Atom {
    /// `Σ coefficient · variable + constant` is zero (`exactly`), or is not negative.
    Linear {
        /// Coefficients, one per track; none is zero.
        coefficients: Vec<i64>,
        /// Added to the sum.
        constant: i64,
        /// Whether the sum must be zero.
        exactly: bool,
    },
    /// The third is the bitwise exclusive or of the first two; in bases that are powers of two.
    Xor,
    /// The digits are allowed by the numeration system, and the word is a whole number of periods
    /// long.
    Valid,
    /// The sum of the binary digits is odd: the Thue-Morse word has 1 here. In base 2.
    ThueMorse,
    /// The last digit is `s` in the system of `mu(s)`: the fixed point of `0 → 0…01` (`s` zeros),
    /// `1 → 0`, counted from 0, has 1 here. (A letter's image under the substitution is read off
    /// the automaton of the system: digit `d` of a number chooses the `d`-th letter of the image of
    /// the letter before; Dumont and Thomas 1989.)
    MetallicWord,
    /// A weight of the numeration system: the digits are a 1 and zeros.
    Weight,
}

impl Atom {
    /// The automaton of this relation.
    pub fn automaton(&self, system: Numeration, account: &Account) -> Result<Automaton, Error> {
        let digits = system.digits();
        let unavailable = |what| Err(Error::Unavailable { what, system });
        match self {
            Atom::Linear { coefficients, constant, exactly } => {
                linear(coefficients, *constant, *exactly, system, account)
            }
            Atom::Xor if digits.is_power_of_two() && system.allows_all() => {
                tabulate(3, system, (), |(), d| (d[0] ^ d[1] == d[2]).then_some(()), |()| true, account)
            }
            Atom::Xor => unavailable("xor"),
            Atom::Valid => {
                // Digits to come, up to periods, and whether the last digit was the largest there.
                let period = system.period();
                let step = |&(left, full): &(usize, bool), d: &[usize]| {
                    let place = (left + period - 1) % period;
                    let (digit, most) = (d[0] as i128, system.recurrence(place).0);
                    (digit <= if full { 0 } else { most }).then_some((place, digit == most))
                };
                tabulate(1, system, (0, false), step, |&(left, _)| left == 0, account)
            }
            Atom::ThueMorse if digits == 2 && system.allows_all() => {
                tabulate(1, system, 0, |&sum, d| Some((sum + d[0]) % 2), |&sum| sum == 1, account)
            }
            Atom::ThueMorse => unavailable("the Thue-Morse word"),
            Atom::MetallicWord if !system.allows_all() && system.period() == 1 => {
                tabulate(1, system, false, |_, d| Some(d[0] + 1 == digits), |&one| one, account)
            }
            Atom::MetallicWord => unavailable("a Fibonacci word"),
            // Seen: nothing but zeros, the one, and (least first) zeros after it; the same
            // automaton both ways.
            Atom::Weight => {
                let step = |&seen: &bool, d: &[usize]| match d[0] {
                    0 => Some(seen),
                    1 if !seen => Some(true),
                    _ => None,
                };
                tabulate(1, system, false, step, |&seen| seen, account)
            }
        }
    }
}

/// The automaton of the states that `step` reaches from `start`, digits being those of the tracks;
/// where it returns `None` nothing is accepted any more.
fn tabulate<S: Clone + Eq + Hash>(
    tracks: usize,
    system: Numeration,
    start: S,
    step: impl Fn(&S, &[usize]) -> Option<S>,
    accepts: impl Fn(&S) -> bool,
    account: &Account,
) -> Result<Automaton, Error> {
    let digits = system.digits();
    let tuple = |letter| -> Vec<usize> {
        (0..tracks).map(|track| letter / digits.pow(track as u32) % digits).collect()
    };
    let raw = classify(((0..tracks as u32).collect(), digits), (64, 8 * tracks), tuple, account)?;
    let step = |state: &S, class: usize| Ok(step(state, &raw.meaning[class]));
    let limit = Becomes::States(MOST_STATES);
    let made = explore(raw.meaning.len(), Some(start), step, accepts, |_| 0, limit, account)?;
    Ok(assemble(raw, made, account)?.automaton)
}

/// A state of a linear form: the pair `(a, b)` with the number of digits to come, up to periods; or
/// that the form must end above the bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Form {
    Open(usize, i128, i128),
    Above,
}

/// The automaton of `Σ coefficients · digits + constant = 0` (or `≥ 0`).
fn linear(
    coefficients: &[i64],
    constant: i64,
    exactly: bool,
    system: Numeration,
    account: &Account,
) -> Result<Automaton, Error> {
    let digits = system.digits();
    let tracks = 0..coefficients.len() as u32;
    // Letters on which the form has the same value are one class.
    let value = |letter: usize| -> i128 {
        let digit = |track: u32| (letter / digits.pow(track) % digits) as i128;
        tracks.clone().zip(coefficients).map(|(track, &c)| i128::from(c) * digit(track)).sum()
    };
    let raw = classify((tracks.clone().collect(), digits), (32 * tracks.len(), 0), value, account)?;
    let constant = i128::from(constant);
    let satisfied = |sum: i128| if exactly { sum == 0 } else { sum >= 0 };
    let limit = Becomes::States(MOST_STATES);
    if !system.most_first() {
        // What the digits read so far leave over, in units of the next digit; a remainder rules out
        // equality.
        let base = digits as i128;
        let step = |&over: &i128, class: usize| {
            let sum = over + raw.meaning[class];
            Ok((!exactly || sum.rem_euclid(base) == 0).then(|| sum.div_euclid(base)))
        };
        let holds = |&over: &i128| satisfied(over);
        let made = explore(raw.meaning.len(), Some(constant), step, holds, |_| 0, limit, account)?;
        return Ok(assemble(raw, made, account)?.automaton);
    }
    let positive: i128 = coefficients.iter().map(|&c| i128::from(c.max(0))).sum();
    let negative: i128 = coefficients.iter().map(|&c| i128::from(-c.min(0))).sum();
    // U(-1), U(0), …, U(period). In base k U(-1) does not matter: b is 0.
    let period = system.period();
    let mut weights = vec![1, 1];
    for place in 0..period {
        let (c, t) = system.recurrence(place);
        weights.push(c * weights[place + 1] + t * weights[place]);
    }
    // What is still to come, `m` digits of each number, changes the form by at least `-negative
    // (U(m) - 1)` and at most `positive (U(m) - 1)`. So the form will be at least `f(m) +
    // negative`, with `f(m) = (a - negative) U(m) + b U(m-1)`. Of `m` only the remainder `left` by
    // the period is known. With `f(m) = a' U(m-1) + b' U(m-2)`, where neither of a', b' is
    // negative, f does not fall from m = 1 on: the first possible `m` decide.
    let first = |left: usize, a: i128, b: i128| {
        [left, if left == 0 { period } else { left }].map(|m| a * weights[m + 1] + b * weights[m])
    };
    let step = |form: &Form, class: usize| {
        let Form::Open(left, a, b) = *form else { return Ok(Some(Form::Above)) };
        let left = (left + period - 1) % period;
        let (c, t) = system.recurrence(left);
        let (a, b) = (c * a + b + raw.meaning[class], t * a);
        let (c, _) = system.recurrence(left + period - 1);
        let (low, high) = (a - negative, a + positive);
        let [f0, f1] = first(left, low, b);
        let least = f0.min(f1) + negative + constant;
        if low >= 0 && c * low + b >= 0 && (least > 0 || (!exactly && least == 0)) {
            return Ok((!exactly).then_some(Form::Above));
        }
        let [g0, g1] = first(left, high, b);
        let below = high <= 0 && c * high + b <= 0 && g0.max(g1) - positive + constant < 0;
        Ok((!below).then_some(Form::Open(left, a, b)))
    };
    let accepts = |form: &Form| match *form {
        Form::Open(_, a, b) => satisfied(a + b + constant),
        Form::Above => true,
    };
    let made = explore(raw.meaning.len(), Some(Form::Open(0, 0, 0)), step, accepts, |_| 0, limit, account)?;
    Ok(assemble(raw, made, account)?.automaton)
}
