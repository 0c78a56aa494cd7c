//! Automata for `floor(i / beta_r)`, where `beta_r` are the turns of the periodic continued
//! fraction of an Ostrowski system.
//!
//! They are guessed, like a law, from the numbers themselves: the least depth of comparison is
//! taken at which the automaton fits the first numbers. Nothing here is trusted: the checker
//! verifies the defining properties.
//!
//! Cost: states × letters × (weight of the depth) numbers.

use hissho_certificate::laws::automaton::{Automaton, Relation};
use hissho_certificate::laws::numeration::{Numeration, Period};

use crate::GaveUp;
use crate::kernel::{account, reduce, solutions};
use crate::learn::{Place, Target, learn};

/// Most states of a guess.
const MOST_STATES: usize = 4000;

/// How many numbers a guess must fit.
const FITS: u64 = 3000;

/// One automaton over `i` and `floor(i / beta_r)` for each term of the period.
pub fn automata(period: Period) -> Result<Vec<Automaton>, GaveUp> {
    (0..period.terms().len()).map(|turn| automaton(period, turn)).collect()
}

fn automaton(period: Period, turn: usize) -> Result<Automaton, GaveUp> {
    let system = Numeration::Ostrowski(period);
    let (p, q) = convergent(period, turn);
    let floor = |i: u64| (u128::from(i) * p / q) as u64;
    let table = |position: &[u64]| Place::Value(floor(position[0]));
    for depth in 1..=8 {
        let Ok(guess) = learn(&table, 1, Target::Values, system, depth, MOST_STATES) else { break };
        let guess = reduce(&guess, system.digits());
        let relation = Relation::new(&guess, &[0, 1], system.digits(), &account())?;
        let fits = |i: u64| {
            let n = floor(i);
            let holds = |n: u64| solutions::holds(&relation, &[i.into(), n.into()], system);
            holds(n) && !holds(n + 1) && (n == 0 || !holds(n - 1))
        };
        if (0..FITS).all(fits) {
            return Ok(guess);
        }
    }
    Err(GaveUp::States { limit: MOST_STATES })
}

/// A convergent of `1 / beta_turn` from below, close enough to round all multiples below 2^30
/// alike.
fn convergent(period: Period, turn: usize) -> (u128, u128) {
    let terms = period.terms();
    // p/q = [0; c, …]: the convergents of even order lie below.
    let (mut before, mut now) = ((1u128, 0u128), (0u128, 1u128));
    let mut order = 0;
    while order % 2 == 1 || now.1 < 1 << 70 {
        let term = u128::from(terms[(turn + order) % terms.len()]);
        (before, now) = (now, (term * now.0 + before.0, term * now.1 + before.1));
        order += 1;
    }
    now
}
