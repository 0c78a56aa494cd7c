//! Guessing the automaton of a law from a table, by comparing residuals.
//!
//! A prefix of a tuple of words selects a block of the table: the positions whose expansions begin
//! so. Prefixes whose blocks look alike, `depth` digits deep, are taken for one state (Myhill and
//! Nerode; Angluin, "Learning regular sets from queries and counterexamples", 1987, with a table in
//! place of the teacher). Nothing here is believed: a guess that fits the whole table may be false,
//! and the prover has the last word. When it refutes a guess, a greater depth is tried, and when a
//! block lies beyond the table, a larger table.
//!
//! Cost: states × letters × (weights of `depth` digits)^dimension table look-ups.

use hissho_certificate::laws::automaton::{Automaton, letters};
use hissho_certificate::laws::numeration::Numeration;
use rustc_hash::FxHashMap;

use crate::kernel::solutions::weights;

/// One place of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The table does not reach so far.
    Beyond,
    /// Not a position.
    Outside,
    /// The value there.
    Value(u64),
}

/// What is learnt about the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Tuples of the coordinates and the value.
    Values,
    /// Tuples of coordinates where the value is 0.
    Zeros,
}

/// Why nothing was learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotLearnt {
    /// A block is needed that the table does not hold.
    NeedsTable,
    /// More states than allowed: the law may not be automatic in this numeration system.
    TooManyStates,
}

/// The most significant digits of one number.
#[derive(Clone)]
struct Prefix {
    digits: Vec<u8>,
}

/// The automaton that the table suggests, looking `depth` digits ahead.
pub fn learn(
    table: &dyn Fn(&[u64]) -> Place,
    dimension: usize,
    target: Target,
    system: Numeration,
    depth: usize,
    most_states: usize,
) -> Result<Automaton, NotLearnt> {
    let digits = system.digits();
    let tracks = dimension + usize::from(target == Target::Values);
    let count = letters(digits, tracks).map_err(|_| NotLearnt::TooManyStates)?;
    let learner = Learner { table, dimension, target, system, depth, weights: weights(system) };
    let start: Vec<Prefix> = vec![Prefix { digits: Vec::new() }; tracks];
    // States are told apart by what they see and, up to periods, by how far they are.
    let mut number: FxHashMap<(usize, Vec<u16>), u32> = FxHashMap::default();
    let mut states: Vec<Option<Vec<Prefix>>> = Vec::new();
    let mut accepting = Vec::new();
    let mut table = Vec::new();
    let mut find = |states: &mut Vec<Option<Vec<Prefix>>>, accepting: &mut Vec<bool>, prefix: Vec<Prefix>| {
        let mut signature = learner.signature(&prefix)?;
        let dead = signature.iter().all(|&cell| cell == 0);
        let accepts = signature.first().is_some_and(|&cell| cell != 0);
        let fresh = states.len() as u32;
        let far = if dead { 0 } else { prefix[0].digits.len() % system.period() };
        if dead {
            signature.clear();
        }
        let number = *number.entry((far, signature)).or_insert(fresh);
        if number == fresh {
            states.push((!dead).then_some(prefix));
            accepting.push(accepts);
        }
        Ok(number)
    };
    find(&mut states, &mut accepting, start)?;
    let mut done = 0;
    while done < states.len() {
        if states.len() > most_states {
            return Err(NotLearnt::TooManyStates);
        }
        for letter in 0..count {
            let next = match &states[done] {
                None => done as u32,
                Some(prefix) => {
                    let longer = prefix
                        .iter()
                        .enumerate()
                        .map(|(track, prefix)| {
                            let digit = letter / digits.pow(track as u32) % digits;
                            // Leading zeros are not kept.
                            let mut digits = prefix.digits.clone();
                            digits.push(digit as u8);
                            Prefix { digits }
                        })
                        .collect();
                    find(&mut states, &mut accepting, longer)?
                }
            };
            table.push(next);
        }
        done += 1;
    }
    Ok(Automaton { tracks, class_of: (0..count as u32).collect(), classes: count, table, accepting })
}

struct Learner<'a> {
    table: &'a dyn Fn(&[u64]) -> Place,
    dimension: usize,
    target: Target,
    system: Numeration,
    depth: usize,
    weights: Vec<u128>,
}

impl Learner<'_> {
    /// What the prefix sees: each place of its block is 0 where there is nothing, otherwise one
    /// more than the value's own last digits.
    fn signature(&self, prefix: &[Prefix]) -> Result<Vec<u16>, NotLearnt> {
        if prefix.iter().any(|p| !self.is_allowed(p)) {
            return Ok(Vec::new());
        }
        let left = self.to_come(prefix[0].digits.len());
        let mut signature = Vec::new();
        // Whether the prefix is a word of the relation itself, then what follows it.
        if left == 0 {
            self.look(prefix, 0, &mut signature)?;
        } else {
            signature.push(0);
        }
        // Where the second eigenvalue is negative, words of even and of odd length tell different
        // prefixes apart.
        let shallow = if self.system.allows_all() { self.depth } else { self.depth - 1 };
        for depth in shallow..=self.depth {
            self.look(prefix, left + depth * self.system.period(), &mut signature)?;
        }
        Ok(signature)
    }

    /// The block of what the prefix becomes with `depth` more digits.
    fn look(&self, prefix: &[Prefix], depth: usize, signature: &mut Vec<u16>) -> Result<(), NotLearnt> {
        let size = self.weights[depth] as u64;
        // For each track: where its block begins and how many places follow.
        let blocks: Vec<(u64, u64)> = prefix
            .iter()
            .map(|p| {
                let full = !self.system.allows_all()
                    && p.digits.last().is_some_and(|&d| i128::from(d) == self.system.recurrence(depth).0);
                let length = match (full, depth) {
                    (false, _) => size,
                    (true, 0) => 1,
                    (true, depth) => self.weights[depth - 1] as u64,
                };
                (self.value(p, depth), length)
            })
            .collect();
        let own = blocks.get(self.dimension).copied().unwrap_or((0, 1));
        let mut position = vec![0u64; self.dimension];
        let mut offset = vec![0u64; self.dimension];
        loop {
            let mut inside = true;
            for (track, place) in position.iter_mut().enumerate() {
                *place = blocks[track].0 + offset[track];
                inside &= offset[track] < blocks[track].1;
            }
            signature.push(if inside { self.cell(&position, own)? } else { 0 });
            let mut track = self.dimension;
            loop {
                if track == 0 {
                    return Ok(());
                }
                track -= 1;
                offset[track] += 1;
                if offset[track] < size {
                    break;
                }
                offset[track] = 0;
            }
        }
    }

    /// The place at the given coordinates; the value, if learnt, must lie in its own block, which
    /// begins at `start`.
    fn cell(&self, position: &[u64], (start, length): (u64, u64)) -> Result<u16, NotLearnt> {
        match ((self.table)(position), self.target) {
            (Place::Beyond, _) => Err(NotLearnt::NeedsTable),
            (Place::Outside, _) => Ok(0),
            (Place::Value(value), Target::Zeros) => Ok(u16::from(value == 0)),
            (Place::Value(value), Target::Values) => {
                let rest = value.checked_sub(start).filter(|&rest| rest < length);
                Ok(rest.map_or(0, |rest| rest as u16 + 1))
            }
        }
    }

    /// The number that the prefix followed by `more` zeros stands for.
    fn value(&self, prefix: &Prefix, more: usize) -> u64 {
        let places = prefix.digits.iter().rev().zip(&self.weights[more..]);
        places.map(|(&digit, &weight)| u64::from(digit) * weight as u64).sum()
    }

    fn is_allowed(&self, prefix: &Prefix) -> bool {
        let length = prefix.digits.len();
        let left = self.to_come(length);
        let most = |at: usize| self.system.recurrence(left + length - 1 - at).0;
        let allowed = |(at, &digit): (usize, &u8)| {
            let is_full = at > 0 && i128::from(prefix.digits[at - 1]) == most(at - 1);
            i128::from(digit) <= if is_full { 0 } else { most(at) }
        };
        self.system.allows_all() || prefix.digits.iter().enumerate().all(allowed)
    }

    /// Digits that a prefix of this length must still get to be whole.
    fn to_come(&self, length: usize) -> usize {
        length.next_multiple_of(self.system.period()) - length
    }
}
