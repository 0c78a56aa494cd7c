//! Exact numbers `(a + b√d) / c`: the slopes in `floor(i * q)`, built from `phi`, `mu(s)` and
//! `sqrt(n)`.
//!
//! `mu(s) = (s + √(s² + 4)) / 2` is the s-th metallic mean, `phi = mu(1)`. All arithmetic is exact
//! in integers; whatever would leave the range is refused, never rounded.

/// Largest absolute value of a numerator or denominator.
const LIMIT: i128 = 1 << 40;

/// The number `(a + b√d) / c`. Invariants: `c > 0`; `gcd(a, b, c) = 1`; `d` is squarefree and at
/// least 2, or `b = 0` and `d = 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quadratic {
    a: i128,
    b: i128,
    c: i128,
    d: i128,
}

/// Why a number could not be formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuadraticError {
    /// Two different square roots would occur.
    MixedRoots,
    /// Division by zero.
    DivisionByZero,
    /// A numerator or denominator passes the limit.
    TooLarge,
}

impl Quadratic {
    /// A natural number.
    pub fn natural(n: u64) -> Result<Self, QuadraticError> {
        Self::reduced(i128::from(n), 0, 1, 1)
    }

    /// The metallic mean `mu(s)`; `phi` is `mu(1)`.
    pub fn metallic_mean(s: u64) -> Result<Self, QuadraticError> {
        if s > 100_000 {
            return Err(QuadraticError::TooLarge);
        }
        let s = i128::from(s);
        let (root, d) = square_free(s * s + 4);
        Self::reduced(s, root, 2, d)
    }

    /// The square root of a natural number.
    pub fn root(n: u64) -> Result<Self, QuadraticError> {
        if i128::from(n) > LIMIT {
            return Err(QuadraticError::TooLarge);
        }
        let (root, d) = square_free(i128::from(n));
        Self::reduced(0, root, 1, d)
    }

    /// The parts `(a, b, c, d)` of `(a + b√d) / c`.
    pub fn parts(&self) -> (i128, i128, i128, i128) {
        (self.a, self.b, self.c, self.d)
    }

    /// Whether it is a whole number, and which.
    pub fn as_integer(&self) -> Option<i128> {
        (self.b == 0 && self.c == 1).then_some(self.a)
    }

    /// Whether it is greater than zero.
    pub fn is_positive(&self) -> bool {
        // a + b√d > 0, by signs and squares; the limit keeps the squares below 2^127.
        let (a2, b2d) = (self.a * self.a, self.b * self.b * self.d);
        match (self.a >= 0, self.b >= 0) {
            (true, true) => self.a > 0 || self.b > 0,
            (true, false) => a2 > b2d,
            (false, true) => b2d > a2,
            (false, false) => false,
        }
    }

    /// `self + other`.
    pub fn plus(self, other: Self) -> Result<Self, QuadraticError> {
        let d = self.common_root(other)?;
        Self::reduced(
            self.a * other.c + other.a * self.c,
            self.b * other.c + other.b * self.c,
            self.c * other.c,
            d,
        )
    }

    /// `-self`.
    pub fn negate(self) -> Self {
        Quadratic { a: -self.a, b: -self.b, ..self }
    }

    /// `self * other`.
    pub fn times(self, other: Self) -> Result<Self, QuadraticError> {
        let d = self.common_root(other)?;
        let bbd = (self.b * other.b).checked_mul(d).ok_or(QuadraticError::TooLarge)?;
        let a = (self.a * other.a).checked_add(bbd).ok_or(QuadraticError::TooLarge)?;
        Self::reduced(a, self.a * other.b + self.b * other.a, self.c * other.c, d)
    }

    /// `self / other`.
    pub fn over(self, other: Self) -> Result<Self, QuadraticError> {
        // c / (a + b√d) = c (a - b√d) / (a² - d b²); the norm is not 0 unless a = b = 0.
        let norm = other.a * other.a - other.b * other.b * other.d;
        if norm == 0 {
            return Err(QuadraticError::DivisionByZero);
        }
        let inverse = Self::reduced(other.a * other.c, -other.b * other.c, norm, other.d)?;
        self.times(inverse)
    }

    /// `floor(i * self)`; `None` when the arithmetic would pass 128 bits or the result is not a
    /// `u64`.
    pub fn floor_times(&self, i: u64) -> Option<u64> {
        let i = i128::from(i);
        let a = self.a.checked_mul(i)?;
        let b = self.b.checked_mul(i)?;
        let square = b.unsigned_abs().checked_mul(b.unsigned_abs())?.checked_mul(self.d.unsigned_abs())?;
        let root = square.isqrt();
        // floor((a + √B)/c) = floor(floor(a + √B)/c), and √B is no integer unless B = 0 or d = 1.
        let whole = if b >= 0 {
            a.checked_add(i128::try_from(root).ok()?)?
        } else {
            let up = root + u128::from(root * root < square);
            a.checked_sub(i128::try_from(up).ok()?)?
        };
        u64::try_from(whole.div_euclid(self.c)).ok()
    }

    fn common_root(self, other: Self) -> Result<i128, QuadraticError> {
        match (self.b, other.b) {
            (0, 0) => Ok(1),
            (_, 0) => Ok(self.d),
            (0, _) => Ok(other.d),
            _ if self.d == other.d => Ok(self.d),
            _ => Err(QuadraticError::MixedRoots),
        }
    }

    /// `(a + b√d) / c` in lowest terms, for a squarefree `d`.
    fn reduced(mut a: i128, mut b: i128, mut c: i128, mut d: i128) -> Result<Self, QuadraticError> {
        if b == 0 {
            d = 1;
        }
        if d == 1 {
            (a, b) = (a + b, 0);
        }
        let sign = if c < 0 { -1 } else { 1 };
        let divisor = sign * gcd(gcd(a, b).max(1), c).max(1);
        (a, b, c) = (a / divisor, b / divisor, c / divisor);
        if a.abs() > LIMIT || b.abs() > LIMIT || c > LIMIT {
            return Err(QuadraticError::TooLarge);
        }
        Ok(Quadratic { a, b, c, d })
    }
}

impl std::fmt::Display for Quadratic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({} + {}*sqrt({}))/{}", self.a, self.b, self.d, self.c)
    }
}

/// `(r, d)` with `n = r² d` and a squarefree `d`, for `n` up to 2^41; 0 is `0² · 1`.
///
/// Divides out every factor up to the cube root; what is left is 1, a prime, a product of two
/// primes, or a square.
fn square_free(n: i128) -> (i128, i128) {
    let (mut rest, mut root, mut free, mut f) = (n, 1, 1, 2);
    while f * f * f <= rest {
        if rest % f == 0 {
            rest /= f;
            if rest % f == 0 {
                rest /= f;
                root *= f;
            } else {
                free *= f;
            }
        } else {
            f += 1;
        }
    }
    let r = rest.isqrt();
    match (n, r * r == rest) {
        (0, _) => (0, 1),
        (_, true) => (root * r, free),
        _ => (root, free * rest),
    }
}

/// The greatest common divisor; 0 of zeros.
pub fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_of_multiples_of_the_golden_mean_are_the_lower_wythoff_sequence() {
        let phi = Quadratic::metallic_mean(1).unwrap();
        let lower: Vec<u64> = (0..8).map(|i| phi.floor_times(i).unwrap()).collect();
        assert_eq!(lower, [0, 1, 3, 4, 6, 8, 9, 11]);
        let square = phi.times(phi).unwrap();
        assert_eq!(square.floor_times(1_000_000_000), Some(2_618_033_988));
    }

    #[test]
    fn the_two_slopes_of_s_wythoff_differ_by_s() {
        for s in 1..50 {
            let mu = Quadratic::metallic_mean(s).unwrap();
            let one = Quadratic::natural(1).unwrap();
            let lower = one.plus(one.over(mu).unwrap()).unwrap();
            let upper = one.plus(mu).unwrap();
            assert_eq!(upper.plus(lower.negate()).unwrap(), Quadratic::natural(s).unwrap());
            assert!(lower.is_positive() && !lower.negate().is_positive());
        }
    }

    #[test]
    fn every_number_is_a_square_times_a_squarefree_number() {
        let is_square_free = |d: i128| (2..=d).take_while(|f| f * f <= d).all(|f| d % (f * f) != 0);
        let large = [
            1 << 40,
            1_000_003 * 1_000_003,
            999_983 * 999_983 - 1,
            1_048_573 * 1_048_571,
            10_007 * 10_007 * 10_007,
        ];
        for n in (1..3000).chain(large) {
            let (r, d) = square_free(n);
            assert!(r * r * d == n && is_square_free(d), "{n} = {r}² {d}");
        }
        assert_eq!(Quadratic::root(1_000_003 * 1_000_003).unwrap().as_integer(), Some(1_000_003));
    }

    #[test]
    fn different_roots_do_not_mix() {
        let (phi, silver) = (Quadratic::metallic_mean(1).unwrap(), Quadratic::metallic_mean(2).unwrap());
        assert_eq!(phi.plus(silver), Err(QuadraticError::MixedRoots));
        assert_eq!(Quadratic::metallic_mean(4).unwrap().parts(), (2, 1, 1, 5));
    }
}
