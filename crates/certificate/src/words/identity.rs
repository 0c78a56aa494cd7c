//! The printed identities about Fibonacci words, and whether they hold for every n up to a limit.
//!
//! Both sides are written out in exact integers: floors of quadratic numbers by an integer square
//! root, terms by the cutting line.
//!
//! Cost: O(n) terms and two or three square roots for each n.

use hissho_rules::Account;
use hissho_rules::words::{Word, floor_of_quadratic};

use super::{Subject, WordClaimError, senseless, symbols};
use crate::Refusal;
use crate::text::Line;

/// The printed identities of the lecture notes, for the `s`-th Fibonacci word `f` with `μ = (s +
/// √(s² + 4))/2`, `k` and `l` the numbers of the terms 0 and 1. Those of proposition 40 and lemma
/// 39 are about `s = 1`, where `μ = φ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// Lemma 39, for every `s`: `μ² = sμ + 1` and `1/μ = μ - s`.
    Mean,
    /// Proposition 40 (1): among `f(1) … f(n)` there are `⌊(n+1)φ⁻²⌋` ones.
    Ones,
    /// Proposition 40 (2): among `f(1) … f(n)` there are `⌊(n+1)φ⁻¹⌋` zeros.
    Zeros,
    /// Proposition 40 (3): `f(n) = ⌊(n+1)φ⁻²⌋ - ⌊nφ⁻²⌋`.
    Term3,
    /// Proposition 40 (4): `f(n) = 1 - ⌊(n+1)φ⁻¹⌋ + ⌊nφ⁻¹⌋`.
    Term4,
    /// Proposition 40 (5): `f(n) = 2 - ⌊(n+1)φ⌋ + ⌊nφ⌋`.
    Term5,
    /// Propositions 42 and 48 (1): `k(n) = ⌊n(1/μ + 1)⌋`.
    PlacesOfZeros,
    /// Propositions 42 and 48 (2): `l(n) = ⌊n(μ + 1)⌋`.
    PlacesOfOnes,
    /// Propositions 42 and 48 (3): `l(n) - k(n) = sn`.
    Difference,
    /// After definition 41, for `s = 1`: of the numbers `⌊iφ⌋` and `⌊iφ²⌋`, `i ≥ 1`, exactly `n`
    /// are at most `n`. At every `n` it says that each positive integer is one of them, once.
    Split,
}

/// Each identity with its name and the words for it.
const IDENTITIES: [(Identity, &str, &str); 10] = [
    (Identity::Mean, "mean", "mu^2 = s*mu + 1 and mu*(mu - s) = 1"),
    (Identity::Ones, "ones", "among f(1) to f(n) there are floor((n+1)/phi^2) ones"),
    (Identity::Zeros, "zeros", "among f(1) to f(n) there are floor((n+1)/phi) zeros"),
    (Identity::Term3, "term-3", "f(n) = floor((n+1)/phi^2) - floor(n/phi^2)"),
    (Identity::Term4, "term-4", "f(n) = 1 - floor((n+1)/phi) + floor(n/phi)"),
    (Identity::Term5, "term-5", "f(n) = 2 - floor((n+1)*phi) + floor(n*phi)"),
    (Identity::PlacesOfZeros, "places-of-zeros", "the n-th 0 is term floor(n*(1/mu + 1))"),
    (Identity::PlacesOfOnes, "places-of-ones", "the n-th 1 is term floor(n*(mu + 1))"),
    (Identity::Difference, "difference", "the n-th 1 is s*n terms after the n-th 0"),
    (
        Identity::Split,
        "split",
        "of the numbers floor(i*phi) and floor(i*phi^2), i >= 1, exactly n are at most n",
    ),
];

/// The first `n` from the identity's first up to `limit` at which it is false.
pub(super) fn first_failure(
    word: &Word,
    identity: Identity,
    limit: u64,
    account: &Account,
) -> Result<Option<u64>, WordClaimError> {
    use Identity::*;
    let s = match (word, identity) {
        (Word::Fibonacci(s), Mean) if limit == 1 => i128::from(*s),
        (Word::Fibonacci(1), Ones | Zeros | Term3 | Term4 | Term5 | Split) => 1,
        (Word::Fibonacci(s), PlacesOfZeros | PlacesOfOnes | Difference) => i128::from(*s),
        _ => return senseless(format_args!("the identity is not about {word}, or not for so many n")),
    };
    // Enough terms to meet n zeros and n ones: l(n) < n·(s + 3).
    let terms = match identity {
        PlacesOfZeros | PlacesOfOnes | Difference => s as u64 + 3,
        _ => 1,
    };
    let length = usize::try_from(limit.saturating_mul(terms)).unwrap_or(usize::MAX);
    let text = symbols(&Subject::Word(word.clone()), length, account)?;
    account.hold::<u64>(length.saturating_mul(2))?;
    let places = |symbol: u8| -> Vec<u64> {
        (1..).zip(&text).filter(|&(_, found)| *found == symbol).map(|(n, _)| n).collect()
    };
    let (k, l) = (places(b'0'), places(b'1'));
    let root = (s * s + 4) as u64;
    // ⌊n·(a + b√(s² + 4))/2⌋; with n, a, b below 2^30 nothing overflows
    let floor = |n: i128, a: i128, b: i128| {
        floor_of_quadratic(n * a, n * b, root, 2).expect("n is at most LONGEST_PREFIX + 1")
    };
    account.charge((length as u64).saturating_mul(4).saturating_add(limit.saturating_mul(200)))?;
    let mut ones = 0;
    for n in 1..=i128::from(limit) {
        let term = i128::from(text[n as usize - 1] == b'1');
        ones += term;
        // φ = (1 + √5)/2, φ⁻¹ = (-1 + √5)/2, φ⁻² = (3 - √5)/2
        let holds = match identity {
            Mean => mean_is_right(s),
            Ones => ones == floor(n + 1, 3, -1),
            Zeros => n - ones == floor(n + 1, -1, 1),
            Term3 => term == floor(n + 1, 3, -1) - floor(n, 3, -1),
            Term4 => term == 1 - floor(n + 1, -1, 1) + floor(n, -1, 1),
            Term5 => term == 2 - floor(n + 1, 1, 1) + floor(n, 1, 1),
            PlacesOfZeros => i128::from(k[n as usize - 1]) == floor(n, 2 - s, 1),
            PlacesOfOnes => i128::from(l[n as usize - 1]) == floor(n, 2 + s, 1),
            Difference => i128::from(l[n as usize - 1]) - i128::from(k[n as usize - 1]) == s * n,
            // ⌊iα⌋ ≤ n iff i < (n+1)/α, for irrational α
            Split => floor(n + 1, -1, 1) + floor(n + 1, 3, -1) == n,
        };
        if !holds {
            return Ok(Some(n as u64));
        }
    }
    Ok(None)
}

/// `μ² = sμ + 1` and `μ·(μ - s) = 1` in numbers `(a + b√(s² + 4))/2`, written as pairs `(a, b)`.
fn mean_is_right(s: i128) -> bool {
    let times =
        |(a, b): (i128, i128), (c, d): (i128, i128)| ((a * c + (s * s + 4) * b * d) / 2, (a * d + b * c) / 2);
    let (mean, one) = ((s, 1), (2, 0));
    times(mean, mean) == (s * mean.0 + one.0, s * mean.1) && times(mean, (mean.0 - 2 * s, mean.1)) == one
}

/// The name of an identity, and the words for it.
pub(super) fn row_of(identity: Identity) -> (&'static str, &'static str) {
    let row = IDENTITIES.iter().find(|(other, ..)| *other == identity);
    row.map(|&(_, name, words)| (name, words)).expect("every identity has a row")
}

pub(super) fn identity_of(line: &Line<'_>, name: &str) -> Result<Identity, Refusal> {
    let row = IDENTITIES.iter().find(|(_, other, _)| *other == name);
    row.map(|(identity, ..)| *identity).ok_or_else(|| line.refuse("the name of an identity"))
}
