//! Ways to write numbers as words of digits, and the automata everything is built from, made here from their definitions.
//!
//! * Base `k`: weights `1, k, k², …`, digits `0…k-1`, every word allowed; read most or least significant digit first.
//! * Metallic `s`: weights `U(0) = 1`, `U(1) = s + 1`, `U(m+1) = s U(m) + U(m-1)`, digits `0…s`, and after the digit `s` only `0`
//!   may follow: the greedy expansions, so that words of one length are in the order of their values and a word of length
//!   `m` is worth less than `U(m)` (Ostrowski 1922; Fraenkel, "The bracket function and complementary sets of integers", 1969). `s = 1` is
//!   Zeckendorf's system. Read most significant digit first.
//!
//! Both have weights with `U(m+1) = s U(m) + t U(m-1)`. A prefix of a word, with `m` digits still to come, is worth `a U(m) + b U(m-1)`, and the next digit
//! `d` turns `(a, b)` into `(s a + b + d, t a)`. For a linear form `d` is the form's value on the tuple of digits, and the
//! states are these pairs; a pair from which the form must stay on one side of the bound, whatever follows, is
//! replaced by a state saying so ([`linear`]). Only finitely many pairs remain, because the second root of the recurrence is less than 1 in
//! absolute value.

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
    /// The greedy system of the metallic mean `mu(s)`, most significant digit first: `mu_2`; `mu_1` is Zeckendorf's system.
    Metallic(u32),
}

impl Numeration {
    /// Number of different digits.
    pub fn digits(self) -> usize {
        match self {
            Numeration::MostFirst(base) | Numeration::LeastFirst(base) => base as usize,
            Numeration::Metallic(s) => s as usize + 1,
        }
    }

    /// Whether words may be lengthened by zeros in front (otherwise at the end).
    pub fn most_first(self) -> bool {
        !matches!(self, Numeration::LeastFirst(_))
    }

    /// Whether every word of digits is allowed.
    pub fn allows_all(self) -> bool {
        !matches!(self, Numeration::Metallic(_))
    }

    /// The number that a word stands for, given in the order of reading; `None` if it is too large.
    pub fn value(self, word: impl DoubleEndedIterator<Item = usize>) -> Option<u128> {
        let (s, t) = self.recurrence();
        let step = |(a, b): (i128, i128), digit: usize| {
            let next = s.checked_mul(a)?.checked_add(b)?.checked_add(digit as i128)?;
            Some((next, t * a))
        };
        let (a, b) = if self.most_first() {
            word.into_iter().try_fold((0, 0), step)?
        } else {
            word.rev().try_fold((0, 0), step)?
        };
        u128::try_from(a.checked_add(b)?).ok()
    }

    /// `(s, t)` of the recurrence `U(m+1) = s U(m) + t U(m-1)` of the weights.
    fn recurrence(self) -> (i128, i128) {
        match self {
            Numeration::MostFirst(base) | Numeration::LeastFirst(base) => (i128::from(base), 0),
            Numeration::Metallic(s) => (i128::from(s), 1),
        }
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Numeration::MostFirst(base) => write!(f, "msd_{base}"),
            Numeration::LeastFirst(base) => write!(f, "lsd_{base}"),
            Numeration::Metallic(s) => write!(f, "mu_{s}"),
        }
    }
}

impl FromStr for Numeration {
    type Err = Error;

    fn from_str(text: &str) -> Result<Numeration, Error> {
        let unknown = || Error::UnknownNumeration { found: text.chars().take(30).collect() };
        let text = if text == "fib" { "mu_1" } else { text };
        let (kind, number) = text.split_once('_').ok_or_else(unknown)?;
        let number: u32 = number.parse().map_err(|_| unknown())?;
        match (kind, number) {
            ("msd", 2..=64) => Ok(Numeration::MostFirst(number)),
            ("lsd", 2..=64) => Ok(Numeration::LeastFirst(number)),
            ("mu", 1..=64) => Ok(Numeration::Metallic(number)),
            _ => Err(unknown()),
        }
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
    /// The digits are allowed by the numeration system.
    Valid,
    /// The first word comes before the second in dictionary order, both written with equally many digits.
    Before,
    /// The sum of the binary digits is odd: the Thue-Morse word has 1 here. In base 2.
    ThueMorse,
    /// The last digit is `s` in the metallic system: the fixed point of `0 → 0…01` (`s` zeros), `1 → 0`, counted from 0, has 1
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
            Atom::Valid if system.allows_all() => explore(digits, 1, (), |(), _| Some(()), |()| true),
            Atom::Valid => {
                let allowed = |&full: &bool, d: &[usize]| (!full || d[0] == 0).then_some(d[0] + 1 == digits);
                explore(digits, 1, false, allowed, |_| true)
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
            Atom::MetallicWord if !system.allows_all() => {
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

/// A state of a linear form: the pair `(a, b)`, or the side of the bound on which the form must end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Open(i128, i128),
    Above,
    Below,
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
    if !system.most_first() {
        // What the digits read so far leave over, in units of the next digit; a remainder rules out equality.
        let base = digits as i128;
        let step = |&over: &i128, class: usize| {
            let sum = over + values[class];
            (!exactly || sum.rem_euclid(base) == 0).then(|| sum.div_euclid(base))
        };
        let accepts = |&over: &i128| if exactly { over == 0 } else { over >= 0 };
        return tabulate(tracks, class_of, classes, constant, step, accepts);
    }
    let (s, t) = system.recurrence();
    let positive: i128 = coefficients.iter().map(|&c| i128::from(c.max(0))).sum();
    let negative: i128 = coefficients.iter().map(|&c| i128::from(-c.min(0))).sum();
    // What is still to come, `m` digits of each number, changes the form by at least `-negative (U(m) - 1)` and at most `positive (U(m) - 1)`. So the
    // form will be at least `f(m) + negative`, with `f(m) = (a - negative) U(m) + b U(m-1)`. Where `f(0)` and `f(1)` are not
    // negative, `f(m)` does not fall after `m = 1` by its recurrence, and `f(0)`, `f(1)` decide. In base k take U(-1) = 0: b is 0.
    let ends = |a: i128, b: i128| (a + b, a * (s + t) + b);
    let classify = |a: i128, b: i128| {
        let (f0, f1) = ends(a - negative, b);
        let least = f0.min(f1) + negative + constant;
        if f0 >= 0 && f1 >= 0 && (least > 0 || (!exactly && least == 0)) {
            return Form::Above;
        }
        let (g0, g1) = ends(a + positive, b);
        if g0 <= 0 && g1 <= 0 && g0.max(g1) - positive + constant < 0 {
            return Form::Below;
        }
        Form::Open(a, b)
    };
    let step = |form: &Form, class: usize| match *form {
        Form::Open(a, b) => match classify(s * a + b + values[class], t * a) {
            Form::Below => None,
            Form::Above if exactly => None,
            next => Some(next),
        },
        side => Some(side),
    };
    let accepts = |form: &Form| match *form {
        Form::Open(a, b) => {
            if exactly {
                a + b + constant == 0
            } else {
                a + b + constant >= 0
            }
        }
        Form::Above => true,
        Form::Below => false,
    };
    tabulate(tracks, class_of, classes, Form::Open(0, 0), step, accepts)
}
