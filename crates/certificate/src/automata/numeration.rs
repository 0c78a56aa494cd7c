//! Ways to write numbers as words of digits, and the automata everything is built from, made here from their definitions.
//!
//! * Base `k`: weights `1, k, k², …`, digits `0…k-1`, every word allowed; read most or least significant digit first.
//! * Ostrowski, for a periodic continued fraction `c(0), c(1), …`: weights `U(0) = 1`, `U(1) = c(0) + 1`, `U(m+1) = c(m) U(m) + U(m-1)`; at place `m` the digits
//!   `0…c(m)`, and after the digit `c(m)` only `0` may follow: the greedy expansions, so that words of one length are in the order of their
//!   values and a word of length `m` is worth less than `U(m)` (Ostrowski 1922; Fraenkel, "The bracket function and complementary sets of
//!   integers", 1969). Read most significant digit first. A word is a whole number of periods long, so that a reader who counts letters knows the
//!   place he is at, up to periods. With the period `s` alone it is the system of the metallic mean `mu(s)`; with `1`, Zeckendorf's.
//!
//! All have weights with `U(m+1) = c(m) U(m) + t U(m-1)`. A prefix of a word, with `m` digits still to come, is worth `a U(m) + b U(m-1)`, and the next digit
//! `d` turns `(a, b)` into `(c(m-1) a + b + d, t a)`. For a linear form `d` is the form's value on the tuple of digits, and the
//! states are these pairs, with `m` up to periods; a pair from which the form must stay on one side of the bound, whatever follows, is
//! replaced by a state saying so ([`linear`]). Only finitely many pairs remain, because the second eigenvalue of the recurrence over a period is less
//! than 1 in absolute value.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::AutomaticError as Error;
use super::automaton::{Automaton, letters};

/// The most states a base automaton may have.
const MAX_STATES: usize = 1 << 20;

/// A way to write natural numbers as words of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numeration {
    /// Base `k`, most significant digit first: `msd_2`.
    MostFirst(u32),
    /// Base `k`, least significant digit first: `lsd_2`.
    LeastFirst(u32),
    /// The greedy system of a periodic continued fraction, most significant digit first: `ost_1_2`. A period of one term is that of a metallic
    /// mean, `mu_2`; `mu_1` is Zeckendorf's system.
    Ostrowski(Period),
}

/// The period `c(0), …` of a continued fraction. Invariants: one to [`Period::LONGEST`] terms, each from 1 to 64; the others are 0.
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

    /// `(x, y, z, w)` with `beta = (x beta + y) / (z beta + w)` for the value `beta` of the continued fraction.
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

    /// The number that a word stands for, given in the order of reading; `None` if it is too large.
    pub fn value(self, word: &[usize]) -> Option<u128> {
        let (mut a, mut b) = (0i128, 0i128);
        for left in (0..word.len()).rev() {
            let digit = if self.most_first() { word[word.len() - 1 - left] } else { word[left] };
            let (c, t) = self.recurrence(left);
            (a, b) = (c.checked_mul(a)?.checked_add(b)?.checked_add(digit as i128)?, t * a);
        }
        u128::try_from(a.checked_add(b)?).ok()
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

impl FromStr for Numeration {
    type Err = Error;

    fn from_str(text: &str) -> Result<Numeration, Error> {
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
        system.ok_or_else(|| Error::UnknownNumeration { found: text.chars().take(30).collect() })
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
    /// The digits are allowed by the numeration system, and the word is a whole number of periods long.
    Valid,
    /// On no variable: the words are a whole number of periods long.
    Whole,
    /// The first word comes before the second in dictionary order, both written with equally many digits.
    Before,
    /// The sum of the binary digits is odd: the Thue-Morse word has 1 here. In base 2.
    ThueMorse,
    /// The last digit is `s` in the system of `mu(s)`: the fixed point of `0 → 0…01` (`s` zeros), `1 → 0`, counted from 0, has 1
    /// here. (A letter's image under the substitution is read off the automaton of the system: digit `d` of a number
    /// chooses the `d`-th letter of the image of the letter before; Dumont and Thomas 1989.)
    MetallicWord,
    /// A weight of the numeration system: the digits are a 1 and zeros.
    Weight,
}

impl Atom {
    /// The automaton of this relation.
    pub fn automaton(&self, system: Numeration) -> Result<Automaton, Error> {
        let digits = system.digits();
        let unavailable = |what| Err(Error::Unavailable { what, system });
        match self {
            Atom::Linear { coefficients, constant, exactly } => {
                linear(coefficients, *constant, *exactly, system)
            }
            Atom::Xor if digits.is_power_of_two() && system.allows_all() => {
                explore(digits, 3, (), |(), d| (d[0] ^ d[1] == d[2]).then_some(()), |()| true)
            }
            Atom::Xor => unavailable("xor"),
            Atom::Valid | Atom::Whole => {
                // Digits to come, up to periods, and whether the last digit was the largest there.
                let period = system.period();
                let step = |&(left, full): &(usize, bool), d: &[usize]| {
                    let place = (left + period - 1) % period;
                    let (digit, most) = (d.first().map_or(0, |&d| d as i128), system.recurrence(place).0);
                    let allowed = digit <= if full { 0 } else { most };
                    allowed.then_some((place, digit == most))
                };
                let tracks = usize::from(*self == Atom::Valid);
                explore(digits, tracks, (0, false), step, |&(left, _)| left == 0)
            }
            Atom::Before if system.most_first() => {
                let step = |&less: &bool, d: &[usize]| (less || d[0] <= d[1]).then(|| less || d[0] < d[1]);
                explore(digits, 2, false, step, |&less| less)
            }
            Atom::Before => unavailable("dictionary order"),
            Atom::ThueMorse if digits == 2 && system.allows_all() => {
                explore(2, 1, 0, |&sum, d| Some((sum + d[0]) % 2), |&sum| sum == 1)
            }
            Atom::ThueMorse => unavailable("the Thue-Morse word"),
            Atom::MetallicWord if !system.allows_all() && system.period() == 1 => {
                explore(digits, 1, false, |_, d| Some(d[0] + 1 == digits), |&one| one)
            }
            Atom::MetallicWord => unavailable("a Fibonacci word"),
            // Seen: nothing but zeros, the one, and (least first) zeros after it; the same automaton both ways.
            Atom::Weight => {
                let step = |&seen: &bool, d: &[usize]| match d[0] {
                    0 => Some(seen),
                    1 if !seen => Some(true),
                    _ => None,
                };
                explore(digits, 1, false, step, |&seen| seen)
            }
        }
    }
}

/// The automaton of the states that `step` reaches from `start`; where it returns `None` nothing is accepted any more.
fn explore<S: Clone + Ord>(
    digits: usize,
    tracks: usize,
    start: S,
    step: impl Fn(&S, &[usize]) -> Option<S>,
    accepts: impl Fn(&S) -> bool,
) -> Result<Automaton, Error> {
    let count = letters(digits, tracks)?;
    let tuples: Vec<Vec<usize>> = (0..count)
        .map(|letter| (0..tracks).map(|track| letter / digits.pow(track as u32) % digits).collect())
        .collect();
    let step = |state: &S, class: usize| step(state, &tuples[class]);
    tabulate(tracks, (0..count as u32).collect(), count, start, step, accepts)
}

/// As [`explore`], over given classes of letters.
fn tabulate<S: Clone + Ord>(
    tracks: usize,
    class_of: Vec<u32>,
    classes: usize,
    start: S,
    step: impl Fn(&S, usize) -> Option<S>,
    accepts: impl Fn(&S) -> bool,
) -> Result<Automaton, Error> {
    let mut number: BTreeMap<Option<S>, u32> = BTreeMap::from([(Some(start.clone()), 0)]);
    let mut states = vec![Some(start)];
    let mut table = Vec::new();
    let mut done = 0;
    while done < states.len() {
        for class in 0..classes {
            let next = states[done].as_ref().and_then(|state| step(state, class));
            let fresh = states.len() as u32;
            let number = *number.entry(next.clone()).or_insert(fresh);
            if number == fresh {
                states.push(next);
            }
            table.push(number);
        }
        done += 1;
        if states.len() > MAX_STATES {
            return Err(Error::TooManyStates { limit: MAX_STATES });
        }
    }
    let accepting = states.iter().map(|state| state.as_ref().is_some_and(&accepts)).collect();
    Ok(Automaton { tracks, class_of, classes, table, accepting })
}

/// A state of a linear form: the pair `(a, b)` with the number of digits to come, up to periods; or that the form must end above the bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
) -> Result<Automaton, Error> {
    const LIMIT: u64 = 1 << 32;
    if coefficients.iter().chain([&constant]).any(|c| c.unsigned_abs() > LIMIT) {
        return Err(Error::TooLarge);
    }
    let digits = system.digits();
    let tracks = coefficients.len();
    // Letters on which the form has the same value are one class.
    let mut values: Vec<i128> = Vec::new();
    let mut number = BTreeMap::new();
    let mut class_of = Vec::new();
    for letter in 0..letters(digits, tracks)? {
        let digit = |track: usize| (letter / digits.pow(track as u32) % digits) as i128;
        let value = coefficients.iter().enumerate().map(|(track, &c)| i128::from(c) * digit(track)).sum();
        class_of.push(*number.entry(value).or_insert_with(|| {
            values.push(value);
            values.len() as u32 - 1
        }));
    }
    let classes = values.len();
    let constant = i128::from(constant);
    let satisfied = |sum: i128| if exactly { sum == 0 } else { sum >= 0 };
    if !system.most_first() {
        // What the digits read so far leave over, in units of the next digit; a remainder rules out equality.
        let base = digits as i128;
        let step = |&over: &i128, class: usize| {
            let sum = over + values[class];
            (!exactly || sum.rem_euclid(base) == 0).then(|| sum.div_euclid(base))
        };
        return tabulate(tracks, class_of, classes, constant, step, |&over| satisfied(over));
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
    // What is still to come, `m` digits of each number, changes the form by at least `-negative (U(m) - 1)` and at most `positive (U(m) - 1)`. So the
    // form will be at least `f(m) + negative`, with `f(m) = (a - negative) U(m) + b U(m-1)`. Of `m` only the remainder `left` by the period is
    // known. With `f(m) = a' U(m-1) + b' U(m-2)`, where neither of a', b' is negative, f does not fall from m = 1 on: the first possible `m` decide.
    let first = |left: usize, a: i128, b: i128| {
        [left, if left == 0 { period } else { left }].map(|m| a * weights[m + 1] + b * weights[m])
    };
    let step = |form: &Form, class: usize| {
        let Form::Open(left, a, b) = *form else { return Some(Form::Above) };
        let left = (left + period - 1) % period;
        let (c, t) = system.recurrence(left);
        let (a, b) = (c * a + b + values[class], t * a);
        let (c, _) = system.recurrence(left + period - 1);
        let (low, high) = (a - negative, a + positive);
        let [f0, f1] = first(left, low, b);
        let least = f0.min(f1) + negative + constant;
        if low >= 0 && c * low + b >= 0 && (least > 0 || (!exactly && least == 0)) {
            return (!exactly).then_some(Form::Above);
        }
        let [g0, g1] = first(left, high, b);
        let below = high <= 0 && c * high + b <= 0 && g0.max(g1) - positive + constant < 0;
        (!below).then_some(Form::Open(left, a, b))
    };
    let accepts = |form: &Form| match *form {
        Form::Open(_, a, b) => satisfied(a + b + constant),
        Form::Above => true,
    };
    tabulate(tracks, class_of, classes, Form::Open(0, 0, 0), step, accepts)
}
