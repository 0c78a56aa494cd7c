//! The sets of states that a projection reaches, and where they lead.
//!
//! Over few states a set is a row of bits: where it leads is the union of the rows of its elements,
//! one machine word for 64 states. Over many states sets are small in comparison, and lists are
//! shorter than rows. Both give the same sets in the same order.
//!
//! Cost: sets × raw classes × (elements × words, or elements × digits).

use hissho_certificate::laws::automaton::Relation;
use rustc_hash::FxHashMap;

use super::Budget;
use super::minimise::DEAD;
use crate::GaveUp;

/// Most words of memory for the rows of all states and raw classes.
const MOST_WORDS: usize = 1 << 20;

/// The sets, each in increasing order, numbered as they were found; and for each set and raw class
/// the set reached, [`DEAD`] for the empty one.
pub(super) type Subsets = (Vec<Vec<u32>>, Vec<u32>);

/// All sets reached from the set `start` of states of `a`; a raw class is a set of classes of `a`.
/// States of `dead` are left out.
pub(super) fn explore(
    a: &Relation,
    raw: &[Vec<u32>],
    dead: &[bool],
    start: &[u32],
    budget: Budget<'_>,
) -> Result<Subsets, GaveUp> {
    let states = dead.len();
    let words = states.div_ceil(64).next_power_of_two();
    if states * raw.len() * words > MOST_WORDS {
        return by_lists(a, raw, dead, start, budget);
    }
    match words {
        1 => by_bits::<1>(a, raw, dead, start, budget),
        2 => by_bits::<2>(a, raw, dead, start, budget),
        4 => by_bits::<4>(a, raw, dead, start, budget),
        8 => by_bits::<8>(a, raw, dead, start, budget),
        16 => by_bits::<16>(a, raw, dead, start, budget),
        _ => by_lists(a, raw, dead, start, budget),
    }
}

/// Counts the elements looked at, which is what takes the memory.
fn allow(elements: &mut usize, more: usize, budget: &Budget<'_>) -> Result<(), GaveUp> {
    *elements += more;
    if *elements > budget.entries { Err(GaveUp::Entries { limit: budget.entries }) } else { Ok(()) }
}

fn by_bits<const W: usize>(
    a: &Relation,
    raw: &[Vec<u32>],
    dead: &[bool],
    start: &[u32],
    budget: Budget<'_>,
) -> Result<Subsets, GaveUp> {
    let mut rows = vec![[0u64; W]; dead.len() * raw.len()];
    for state in 0..dead.len() {
        for (number, source) in raw.iter().enumerate() {
            let row = &mut rows[state * raw.len() + number];
            for &class in source {
                let next = a.automaton.next(state as u32, class) as usize;
                if !dead[next] {
                    row[next / 64] |= 1 << (next % 64);
                }
            }
        }
    }
    let mut first = [0u64; W];
    for &state in start {
        first[state as usize / 64] |= 1 << (state % 64);
    }
    let mut number: FxHashMap<[u64; W], u32> = FxHashMap::default();
    let (mut sets, mut table) = (Vec::new(), Vec::new());
    if !start.is_empty() {
        number.insert(first, 0);
        sets.push(first);
    }
    let mut labels: Vec<Vec<u32>> = Vec::new();
    let mut elements = 0;
    while labels.len() < sets.len() {
        budget.allow(labels.len(), sets.len(), raw.len())?;
        let set: Vec<u32> = elements_of(&sets[labels.len()]);
        allow(&mut elements, set.len(), &budget)?;
        for class in 0..raw.len() {
            let mut image = [0u64; W];
            for &state in &set {
                let row = &rows[state as usize * raw.len() + class];
                image.iter_mut().zip(row).for_each(|(word, more)| *word |= more);
            }
            let next = match image.iter().all(|&word| word == 0) {
                true => DEAD,
                false => *number.entry(image).or_insert_with(|| {
                    sets.push(image);
                    sets.len() as u32 - 1
                }),
            };
            table.push(next);
        }
        labels.push(set);
    }
    Ok((labels, table))
}

/// The elements of a set of bits, in increasing order.
fn elements_of(bits: &[u64]) -> Vec<u32> {
    let mut elements = Vec::with_capacity(bits.iter().map(|word| word.count_ones() as usize).sum());
    for (at, &word) in bits.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            elements.push(at as u32 * 64 + word.trailing_zeros());
            word &= word - 1;
        }
    }
    elements
}

fn by_lists(
    a: &Relation,
    raw: &[Vec<u32>],
    dead: &[bool],
    start: &[u32],
    budget: Budget<'_>,
) -> Result<Subsets, GaveUp> {
    let mut sets = Sets::default();
    let mut seen = vec![false; dead.len()];
    let mut image: Vec<u32> = Vec::new();
    sets.number(start);
    let mut table = Vec::new();
    let mut done = 0;
    let mut elements = 0;
    let mut current: Vec<u32> = Vec::new();
    while done < sets.len() {
        budget.allow(done, sets.len(), raw.len())?;
        current.clear();
        current.extend_from_slice(sets.get(done));
        allow(&mut elements, current.len(), &budget)?;
        for source in raw {
            image.clear();
            for &s in &current {
                let row = &a.automaton.table[s as usize * a.automaton.classes..];
                for &class in source {
                    let next = row[class as usize];
                    if !seen[next as usize] && !dead[next as usize] {
                        seen[next as usize] = true;
                        image.push(next);
                    }
                }
            }
            // Nothing is remembered from one set to the next.
            image.iter().for_each(|&next| seen[next as usize] = false);
            image.sort_unstable();
            table.push(sets.number(&image));
        }
        done += 1;
    }
    Ok(((0..done).map(|set| sets.get(set).to_vec()).collect(), table))
}

/// Sets of states, each once, in one long list.
#[derive(Default)]
struct Sets {
    elements: Vec<u32>,
    ends: Vec<usize>,
    /// The last set with each hash, and for each set the one before it with the same hash.
    last: FxHashMap<u64, u32>,
    before: Vec<u32>,
}

impl Sets {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn get(&self, set: usize) -> &[u32] {
        let start = if set == 0 { 0 } else { self.ends[set - 1] };
        &self.elements[start..self.ends[set]]
    }

    fn number(&mut self, set: &[u32]) -> u32 {
        if set.is_empty() {
            return DEAD;
        }
        let hash = set.iter().fold(set.len() as u64, |h, &s| {
            (h.rotate_left(5) ^ u64::from(s)).wrapping_mul(0x517c_c1b7_2722_0a95)
        });
        let fresh = self.ends.len() as u32;
        let last = self.last.get(&hash).copied().unwrap_or(DEAD);
        let mut other = last;
        while other != DEAD {
            if self.get(other as usize) == set {
                return other;
            }
            other = self.before[other as usize];
        }
        self.last.insert(hash, fresh);
        self.before.push(last);
        self.elements.extend_from_slice(set);
        self.ends.push(self.elements.len());
        fresh
    }
}

#[cfg(test)]
mod tests {
    use hissho_certificate::laws::automaton::Automaton;

    use super::*;

    #[test]
    fn bits_and_lists_reach_the_same_sets() {
        let mut seed = 11u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        for round in 0..60 {
            let states = 3 + random(70) as usize;
            let table = (0..states * 4).map(|_| random(states as u64) as u32).collect();
            let accepting = vec![true; states];
            let automaton = Automaton { tracks: 2, class_of: vec![0, 1, 2, 3], classes: 4, table, accepting };
            let a = Relation { automaton, variables: vec![0, 1], negated: false };
            let raw = [vec![0, 1], vec![2, 3]];
            let dead: Vec<bool> = (0..states).map(|_| random(2) == 0).collect();
            let start: Vec<u32> = if dead[0] { vec![] } else { vec![0] };
            let budget = Budget { states: 2000, ..Budget::default() };
            let lists = by_lists(&a, &raw, &dead, &start, budget);
            assert_eq!(by_bits::<2>(&a, &raw, &dead, &start, budget), lists, "round {round}");
        }
    }
}
