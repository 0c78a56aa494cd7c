//! Which numeration system a claim needs: base 2, or the one whose continued fraction belongs to
//! its irrational multiples.
//!
//! A multiple `q = (a + b√d)/c` can be rounded in every Ostrowski system of a number with the same
//! root, as `(α + β η)/γ` with `1/η` the periodic continued fraction. Those of `q`, `√d` and `(1 +
//! √d)/2` are looked at, in all their turns; the smallest `γ`, then the smallest `|β|`, then the
//! shortest period is taken. (Periods exist for all quadratic irrationals: Lagrange 1770.)

use hissho_certificate::laws::numeration::{Numeration, Period};
use hissho_certificate::laws::parse_statement;
use hissho_rules::language::quadratic::gcd;
use hissho_rules::language::{ClaimBody, Formula, Quadratic, Term};

use crate::Fault;

/// The system for a claim of a game.
pub(crate) fn of_claim(body: &ClaimBody) -> Result<Numeration, Fault> {
    let mut slopes = Vec::new();
    match body {
        ClaimBody::Grundy(term) => slopes_of_term(term, &mut slopes),
        ClaimBody::Losing(formula) | ClaimBody::Formula(formula) => slopes_of_formula(formula, &mut slopes),
    }
    choose(&slopes)
}

/// The system that the words and the irrational multiples of a formula need.
pub(crate) fn of_formula(text: &str) -> Result<Numeration, Fault> {
    let mut slopes = Vec::new();
    if let Ok(statement) = parse_statement(text) {
        slopes_of_formula(&statement.formula, &mut slopes);
    }
    let says = |word: &str| text.contains(word);
    let metallic =
        (1..=64).find(|s| says(&format!("metallic_word({s},")) || says(&format!("is_metallic({s},")));
    let fibonacci = (says("fibonacci_word(") || says("is_fibonacci(")).then_some(1);
    let power = (2..=64).find(|k| says(&format!("is_power({k},"))).map(Numeration::MostFirst);
    match metallic.or(fibonacci).and_then(Numeration::metallic).or(power) {
        Some(system) => Ok(system),
        None => choose(&slopes),
    }
}

/// The system in which the first irrational multiple is simplest.
fn choose(slopes: &[Quadratic]) -> Result<Numeration, Fault> {
    let Some(slope) = slopes.iter().find(|slope| slope.parts().1 != 0) else {
        return Ok(Numeration::MostFirst(2));
    };
    let (a, b, c, d) = slope.parts();
    let sources = [(a, b, c), (0, 1, 1), (1, 1, 2)];
    let candidates = sources.iter().flat_map(|&(a, b, c)| turns(&period(a, b, c, d))).filter_map(|terms| {
        let period = Period::new(&terms)?;
        let (x, y, z, w) = period.matrix();
        let f = (((x - w) * (x - w) + 4 * y * z) / d).isqrt();
        let (alpha, beta, gamma) = (a * f + b * (x - w), 2 * b * y, c * f);
        let divisor = gcd(gcd(alpha.abs(), beta.abs()), gamma.abs()).max(1);
        Some(((gamma / divisor, (beta / divisor).abs(), terms), period))
    });
    candidates.min_by(|a, b| a.0.cmp(&b.0)).map(|(_, period)| Numeration::Ostrowski(period)).ok_or_else(|| {
        Fault::too_large(format_args!(
            "the continued fraction of {slope} has a period of {} terms up to {}; at most {} terms up to 64 are handled",
            period(a, b, c, d).len(),
            period(a, b, c, d).iter().max().map_or(0, |&most| most),
            Period::LONGEST
        ))
    })
}

/// The period of the continued fraction of `(a + b√d)/c`; the terms before it are dropped.
fn period(a: i128, b: i128, c: i128, d: i128) -> Vec<u64> {
    // (p + √root)/q with q a divisor of root - p².
    let (mut p, mut q, root) = (a * c.abs() * b.signum(), c * c.abs() * b.signum(), b * b * d * c * c);
    let floor = root.isqrt();
    let (mut seen, mut terms) = (Vec::new(), Vec::new());
    // Far longer than what can be used; a number of this size may have a period of millions.
    while seen.len() < 4096 {
        if let Some(start) = seen.iter().position(|&before| before == (p, q)) {
            return terms.split_off(start);
        }
        seen.push((p, q));
        // Rounded down, also where the divisor is negative.
        let term = if q < 0 { (-(p + floor + 1)).div_euclid(-q) } else { (p + floor).div_euclid(q) };
        terms.push(u64::try_from(term).unwrap_or(0));
        p = term * q - p;
        q = (root - p * p) / q;
    }
    terms
}

/// The same period begun at each of its terms; none where it is too long to be used.
fn turns(terms: &[u64]) -> Vec<Vec<u64>> {
    let count = if terms.len() <= Period::LONGEST { terms.len() } else { 0 };
    (0..count).map(|turn| [&terms[turn..], &terms[..turn]].concat()).collect()
}

fn slopes_of_formula(formula: &Formula, out: &mut Vec<Quadratic>) {
    match formula {
        Formula::True | Formula::False => {}
        Formula::Compare(_, a, b) => [a, b].into_iter().for_each(|t| slopes_of_term(t, out)),
        Formula::Not(a) | Formula::Exists(_, a) | Formula::Forall(_, a) => slopes_of_formula(a, out),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| slopes_of_formula(p, out)),
        Formula::Implies(a, b) | Formula::Iff(a, b) => {
            [a, b].into_iter().for_each(|f| slopes_of_formula(f, out))
        }
    }
}

fn slopes_of_term(term: &Term, out: &mut Vec<Quadratic>) {
    match term {
        Term::Number(_) | Term::Variable(_) => {}
        Term::Add(a, b) | Term::Subtract(a, b) | Term::Xor(a, b) | Term::Min(a, b) | Term::Max(a, b) => {
            [a, b].into_iter().for_each(|t| slopes_of_term(t, out));
        }
        Term::Scale(_, a) | Term::Divide(a, _) | Term::Remainder(a, _) => slopes_of_term(a, out),
        Term::If(c, a, b) => {
            slopes_of_formula(c, out);
            [a, b].into_iter().for_each(|t| slopes_of_term(t, out));
        }
        Term::Floor(a, slope) => {
            out.push(*slope);
            slopes_of_term(a, out);
        }
        Term::Call(_, arguments) => arguments.iter().for_each(|t| slopes_of_term(t, out)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_multiple_gets_the_system_in_which_it_is_simplest() {
        for (text, name) in [
            ("forall x . x < 3", "msd_2"),
            ("forall i . floor(i*phi) >= i", "mu_1"),
            ("forall i . floor(i*(1 + 1/mu(4))) >= i", "mu_4"),
            ("forall i . floor(i*sqrt(2)) >= i", "mu_2"),
            ("forall i . floor(i*sqrt(3)) >= i", "ost_1_2"),
            ("forall i . floor(i*sqrt(7)) >= i", "ost_1_1_1_4"),
            ("forall n . metallic_word(3, n + 1) <= 1", "mu_3"),
        ] {
            assert_eq!(of_formula(text).unwrap().to_string(), name, "{text}");
        }
        let long = of_formula("forall i . floor(i*sqrt(1000099)) >= i").unwrap_err();
        assert!(long.message.contains("at most 12 terms"), "{long}");
    }

    #[test]
    fn continued_fractions_are_expanded_exactly() {
        assert_eq!(period(0, 1, 1, 2), [2]);
        assert_eq!(period(0, 1, 1, 19), [2, 1, 3, 1, 2, 8]);
        assert_eq!(period(3, -1, 2, 5), [1]);
        assert_eq!(period(1, 1, 2, 13), [3]);
    }
}
