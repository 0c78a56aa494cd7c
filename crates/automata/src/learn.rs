//! Guessing the automaton of a law from a table, by comparing residuals.
//!
//! A prefix of a tuple of words selects a block of the table: the positions whose expansions begin so. Prefixes whose blocks look alike, `depth` digits deep, are
//! taken for one state (Myhill and Nerode; Angluin, "Learning regular sets from queries and counterexamples", 1987, with a table in place of the
//! teacher). Nothing here is believed: a guess that fits the whole table may be false, and the prover has the last word. When it
//! refutes a guess, a greater depth is tried, and when a block lies beyond the table, a larger table.
//!
//! Cost: states × letters × (weights of `depth` digits)^dimension table look-ups.

use certificate::automata::automaton::{Automaton, letters};
use certificate::automata::numeration::Numeration;
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
    let mut number: FxHashMap<Vec<u16>, u32> = FxHashMap::default();
    let mut states: Vec<Option<Vec<Prefix>>> = Vec::new();
    let mut accepting = Vec::new();
    let mut table = Vec::new();
    let mut find = |states: &mut Vec<Option<Vec<Prefix>>>, accepting: &mut Vec<bool>, prefix: Vec<Prefix>| {
        let signature = learner.signature(&prefix)?;
        let dead = signature.iter().all(|&cell| cell == 0);
        let accepts = signature[0] != 0;
        let fresh = states.len() as u32;
        let number = *number.entry(signature).or_insert(fresh);
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
    /// What the prefix sees: first whether it is in the relation itself, then each place of its block: 0 where there is nothing, otherwise
    /// one more than the value's own last digits.
    fn signature(&self, prefix: &[Prefix]) -> Result<Vec<u16>, NotLearnt> {
        let size = self.weights[self.depth] as u64;
        if prefix.iter().any(|p| !self.is_allowed(p)) {
            return Ok(vec![0; 1 + (size as usize).pow(self.dimension as u32)]);
        }
        let mut position: Vec<u64> = prefix[..self.dimension].iter().map(|p| self.value(p, 0)).collect();
        let own = prefix.get(self.dimension).map_or((0, 1), |p| (self.value(p, 0), 1));
        let mut signature = vec![self.cell(&position, own)?];
        // For each track: where its block begins and how many places follow.
        let blocks: Vec<(u64, u64)> = prefix
            .iter()
            .map(|p| {
                let full = !self.system.allows_all()
                    && p.digits.last().is_some_and(|&d| d as usize + 1 == self.system.digits());
                let length = match (full, self.depth) {
                    (false, _) => size,
                    (true, 0) => 1,
                    (true, depth) => self.weights[depth - 1] as u64,
                };
                (self.value(p, self.depth), length)
            })
            .collect();
        let own = blocks.get(self.dimension).copied().unwrap_or((0, 1));
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
                    return Ok(signature);
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

    /// The place at the given coordinates; the value, if learnt, must lie in its own block, which begins at `start`.
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
        let full = self.system.digits() as u8 - 1;
        self.system.allows_all() || prefix.digits.windows(2).all(|pair| pair[0] != full || pair[1] == 0)
    }
}
