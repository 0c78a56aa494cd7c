//! The least solution of a relation: the counterexample shown to the reader.
//!
//! Least in the sum of some of the variables, then in dictionary order of all of them, in the order
//! asked for. Sum and values are sums over the digits, and dictionary order respects addition, so
//! the best way to finish a word with `m` more digits is found from the best ways with `m - 1`. A
//! better solution than one of sum `S` has no number above `S`, so the search ends at the length of
//! `S`.

use hissho_certificate::laws::automaton::Relation;
use hissho_certificate::laws::numeration::Numeration;

/// Longest words looked at.
const LONGEST: usize = 96;

/// Cost of a solution: the sum of the summed variables, then every variable in order.
type Cost = Vec<u128>;

/// The values, in the order of `order`, of the solution that is least in the sum of the first
/// `summed` of them and then in dictionary order. Variables of the relation that are not in `order`
/// may be anything. `None` if there is no solution of reasonable length.
pub fn least(relation: &Relation, order: &[u32], summed: usize, system: Numeration) -> Option<Vec<u128>> {
    let digits = system.digits();
    let automaton = &relation.automaton;
    let places: Vec<Option<usize>> =
        order.iter().map(|v| relation.variables.iter().position(|other| other == v)).collect();
    // What a letter adds, in units of the weight of its place: one vector for each letter; the best
    // letter for each class.
    let vectors: Vec<Cost> = (0..automaton.class_of.len())
        .map(|letter| {
            let digit = |place: usize| (letter / digits.pow(place as u32) % digits) as u128;
            let values: Vec<u128> = places.iter().map(|place| place.map_or(0, digit)).collect();
            let sum = values[..summed].iter().sum();
            [vec![sum], values].concat()
        })
        .collect();
    let mut best_letter: Vec<Option<usize>> = vec![None; automaton.classes];
    for (letter, &class) in automaton.class_of.iter().enumerate() {
        let slot = &mut best_letter[class as usize];
        if slot.is_none_or(|best| vectors[letter] < vectors[best]) {
            *slot = Some(letter);
        }
    }
    let weights = weights(system);
    // Costs of the best completions: for most-first words by number of digits left; for least-first
    // words of `length` digits in all.
    let states = automaton.states();
    let ends: Vec<Option<Cost>> =
        (0..states as u32).map(|state| relation.holds_at(state).then(|| vec![0; order.len() + 1])).collect();
    let extend = |after: &[Option<Cost>], weight: u128| -> Vec<Option<Cost>> {
        (0..states)
            .map(|state| {
                let options = best_letter.iter().enumerate().filter_map(|(class, letter)| {
                    let rest = after[automaton.next(state as u32, class as u32) as usize].as_ref()?;
                    let letter = &vectors[(*letter)?];
                    let total: Option<Cost> = rest
                        .iter()
                        .zip(letter)
                        .map(|(r, l)| l.checked_mul(weight).and_then(|l| r.checked_add(l)))
                        .collect();
                    total
                });
                options.min()
            })
            .collect()
    };
    let mut best: Option<Cost> = None;
    let mut completions = ends.clone();
    for length in 0..weights.len().min(LONGEST) {
        let found = if system.most_first() {
            if length > 0 {
                completions = extend(&completions, weights[length - 1]);
            }
            completions[0].clone()
        } else {
            (0..length).rev().fold(ends.clone(), |after, place| extend(&after, weights[place]))[0].clone()
        };
        if found.is_some() && (best.is_none() || found < best) {
            best = found;
        }
        // Every value is at most the sum, unless it is not summed; then a longer word cannot be
        // better either.
        if best.as_ref().is_some_and(|best| best[0] < weights[length]) {
            break;
        }
    }
    best.map(|cost| cost[1..].to_vec())
}

/// The weights of the places, least first, as far as they fit.
pub fn weights(system: Numeration) -> Vec<u128> {
    let (mut before, mut now) = (1u128, 1u128);
    let mut weights = Vec::new();
    while now < 1 << 100 {
        let (c, t) = system.recurrence(weights.len());
        weights.push(now);
        (before, now) = (now, c as u128 * now + t as u128 * before);
    }
    weights
}

/// Whether the relation holds for the given values, one for each of its variables in order.
pub fn holds(relation: &Relation, values: &[u128], system: Numeration) -> bool {
    system.word(values).is_some_and(|word| relation.holds_at(relation.automaton.run(word)))
}
