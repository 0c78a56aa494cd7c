//! The automaton of `n = floor(i (1 + 1/mu))` in the metallic system.
//!
//! Fraenkel ("How to beat your Wythoff games' opponent on three fronts", American Mathematical Monthly 89, 1982): the numbers
//! `k(i)` are those whose expansion ends in an even number of zeros, and `k(i) + s i` is `k(i)` with a zero appended. So `k(i)` is the `n` with an even number of final zeros for which the expansion of
//! `n + s i` is that of `n` with a zero appended. Nothing here is trusted: the checker verifies the defining properties.

use certificate::automata::automaton::{Automaton, Relation};
use certificate::automata::numeration::{Atom, Numeration};

use crate::kernel::{self, Budget};

/// The automaton over `i` and `n`.
pub fn automaton(s: u32) -> Automaton {
    let system = Numeration::Metallic(s);
    let digits = system.digits();
    let budget = Budget::default();
    let atom = |atom: Atom, variables: &[u32]| {
        let automaton = atom.automaton(system).expect("small automata");
        Relation::new(&automaton, variables, digits).expect("few variables")
    };
    let join = |a: &Relation, b: &Relation| kernel::join(a, b, digits, budget).expect("small automata").0;
    let (i, n, m) = (0, 1, 2);
    let shift = append_zero(digits);
    let shift = Relation::new(&shift, &[n, m], digits).expect("few variables");
    let even = Relation::new(&even_zeros(digits), &[n], digits).expect("few variables");
    let sum = Atom::Linear { coefficients: vec![i64::from(s), 1, -1], constant: 0, exactly: true };
    let mut all = join(&atom(sum, &[i, n, m]), &join(&shift, &even));
    for variable in [i, n, m] {
        all = join(&all, &atom(Atom::Valid, &[variable]));
    }
    let (result, _, _) = kernel::project(&all, m, digits, true, budget).expect("small automata");
    result.automaton
}

/// Over `n` and `m`, most significant digit first: `m` is `n` with a zero appended, or both are zero.
fn append_zero(digits: usize) -> Automaton {
    // State d: n must have digit d now, because m had it one place higher; state `digits`: lost.
    let mut table = Vec::new();
    for due in 0..=digits {
        for letter in 0..digits * digits {
            let (of_n, of_m) = (letter % digits, letter / digits);
            table.push(if due == of_n && due < digits { of_m as u32 } else { digits as u32 });
        }
    }
    let accepting = (0..=digits).map(|due| due == 0).collect();
    let letters = digits * digits;
    Automaton { tracks: 2, class_of: (0..letters as u32).collect(), classes: letters, table, accepting }
}

/// The number ends in an even number of zeros; zero itself counts as such.
fn even_zeros(digits: usize) -> Automaton {
    // State 0: nothing but zeros so far; 1: even; 2: odd number of zeros since the last other digit.
    let mut table = Vec::new();
    for state in 0..3u32 {
        for digit in 0..digits {
            table.push(match (state, digit) {
                (0, 0) => 0,
                (1, 0) => 2,
                _ => 1,
            });
        }
    }
    Automaton {
        tracks: 1,
        class_of: (0..digits as u32).collect(),
        classes: digits,
        table,
        accepting: vec![true, true, false],
    }
}
