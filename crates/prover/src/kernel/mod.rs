//! The automata engine: conjunction and projection, each followed at once by exact minimisation,
//! each with its evidence.
//!
//! Both explore what is reachable from the start over *raw* classes of letters (see
//! [`hissho_certificate::laws::automaton`]), minimise, merge equal columns, and hand over the result
//! together with the list that lets the checker recognise it: which state of the minimal automaton
//! each pair, or set, of states became, in the order in which they are found.
//!
//! What can no longer accept is not explored: a pair with a part that has lost, and the empty set,
//! are one dead state.

pub mod minimise;
pub mod solutions;
mod subsets;

use hissho_certificate::laws::automaton::{Automaton, RawClasses, Relation, join_classes, project_classes};
use hissho_certificate::laws::operations::Sets;
use hissho_rules::Account;
use rustc_hash::FxHashMap;

use crate::GaveUp;
use minimise::{DEAD, minimise};

/// How large an automaton may get before the prover gives up, and when to stop.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Most states explored in one step.
    pub states: usize,
    /// Most entries of a table explored in one step.
    pub entries: usize,
    /// Asked now and then: whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget { states: 4_000_000, entries: 120_000_000, stop: &|| false }
    }
}

impl Budget<'_> {
    fn allow(&self, done: usize, states: usize, classes: usize) -> Result<(), GaveUp> {
        if states > self.states {
            return Err(GaveUp::States { limit: self.states });
        }
        if states.saturating_mul(classes) > self.entries {
            return Err(GaveUp::Entries { limit: self.entries });
        }
        if done.is_multiple_of(4096) && (self.stop)() {
            return Err(GaveUp::Stopped);
        }
        Ok(())
    }
}

/// What was explored: states numbered in order of discovery, [`DEAD`] where nothing is accepted any
/// more.
struct Explored {
    table: Vec<u32>,
    accepting: Vec<bool>,
}

/// A relation, the state that each thing found becomes, and how many states were explored.
pub type Made = (Relation, Vec<u32>, usize);

/// What one use of the checker's own functions may take; it is far beyond what a useful relation
/// needs.
pub(crate) fn account() -> Account {
    Account::new(10_000_000_000, 2_000_000_000)
}

/// The conjunction of `a` and `b`, minimal, with its evidence.
pub fn join(a: &Relation, b: &Relation, digits: usize, budget: Budget) -> Result<Made, GaveUp> {
    let raw = join_classes(a, b, digits, &account())?;
    let (dead_a, dead_b) = (a.automaton.sinks(a.negated), b.automaton.sinks(b.negated));
    let (rows, columns) = (a.automaton.states(), b.automaton.states());
    let mut number = PairNumbers::new(rows, columns);
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    let mut table = Vec::new();
    let mut number_of = |pairs: &mut Vec<(u32, u32)>, p: u32, q: u32| {
        if dead_a[p as usize] || dead_b[q as usize] {
            return DEAD;
        }
        let fresh = pairs.len() as u32;
        let number = number.get_or_insert(p, q, fresh);
        if number == fresh {
            pairs.push((p, q));
        }
        number
    };
    number_of(&mut pairs, 0, 0);
    let mut done = 0;
    while done < pairs.len() {
        budget.allow(done, pairs.len(), raw.meaning.len())?;
        let (p, q) = pairs[done];
        for &(of_a, of_b) in &raw.meaning {
            let next = number_of(&mut pairs, a.automaton.next(p, of_a), b.automaton.next(q, of_b));
            table.push(next);
        }
        done += 1;
    }
    let accepting = pairs.iter().map(|&(p, q)| a.holds_at(p) && b.holds_at(q)).collect();
    let (relation, numbers) = finish(&raw, &Explored { table, accepting });
    Ok((relation, numbers, done))
}

/// "Some value of the variable at `place` satisfies `a`", minimal, with its evidence.
pub fn project(
    a: &Relation,
    place: usize,
    digits: usize,
    leading_zeros: bool,
    budget: Budget<'_>,
) -> Result<Made, GaveUp> {
    let raw = project_classes(a, place, digits, &account())?;
    let sets = Sets::new(a, &raw.meaning[raw.class_of[0] as usize], leading_zeros, &account())?;
    let start = sets.start.as_deref().unwrap_or_default();
    let (labels, table) = subsets::explore(a, &raw.meaning, &sets.lost, start, budget)?;
    let accepting = labels.iter().map(|set| set.iter().any(|&s| sets.accepts[s as usize])).collect();
    let (relation, numbers) = finish(&raw, &Explored { table, accepting });
    Ok((relation, numbers, labels.len()))
}

/// The minimal automaton with the same language, its states and classes numbered as they are met.
pub fn reduce(automaton: &Automaton, digits: usize) -> Automaton {
    debug_assert!(automaton.is_consistent(digits));
    let mut class_of = vec![DEAD; automaton.classes];
    let mut meaning = Vec::new();
    for &class in &automaton.class_of {
        if class_of[class as usize] == DEAD {
            class_of[class as usize] = meaning.len() as u32;
            meaning.push(class);
        }
    }
    let mut number = vec![DEAD; automaton.states()];
    number[0] = 0;
    let mut states = vec![0u32];
    let (mut table, mut accepting) = (Vec::new(), Vec::new());
    while accepting.len() < states.len() {
        let state = states[accepting.len()];
        for &class in &meaning {
            let next = automaton.next(state, class);
            if number[next as usize] == DEAD {
                number[next as usize] = states.len() as u32;
                states.push(next);
            }
            table.push(number[next as usize]);
        }
        accepting.push(automaton.accepting[state as usize]);
    }
    let class_of = automaton.class_of.iter().map(|&class| class_of[class as usize]).collect();
    let variables = (0..automaton.tracks as u32).collect();
    finish(&RawClasses::new(variables, class_of, meaning), &Explored { table, accepting }).0.automaton
}

/// Minimises, merges columns, and says which state each thing found becomes. Nothing explored means
/// that the start is dead.
fn finish<M>(raw: &RawClasses<M>, explored: &Explored) -> (Relation, Vec<u32>) {
    let classes = raw.meaning.len();
    let minimal = minimise(classes, &explored.table, &explored.accepting);
    let states = explored.accepting.len();
    // What is dead is found like everything else, when something first leads there.
    let mut known = 1;
    let dead_at = if states == 0 { Some(0) } else { None };
    let dead_at = dead_at.or_else(|| {
        explored.table.iter().find_map(|&next| match next {
            DEAD => Some(known),
            next => {
                known = known.max(next as usize + 1);
                None
            }
        })
    });
    let mut things: Vec<u32> = (0..states as u32).collect();
    if let Some(at) = dead_at {
        things.insert(at, DEAD);
    }
    let block_of = |thing: u32| if thing == DEAD { DEAD } else { minimal.block_of[thing as usize] };
    // Blocks as they first occur; the last is that of what is dead.
    let mut number = vec![DEAD; minimal.blocks + 1];
    let place = |block: u32| (block as usize).min(minimal.blocks);
    let mut first: Vec<u32> = Vec::new();
    let numbers: Vec<u32> = things
        .iter()
        .map(|&thing| {
            let number = &mut number[place(block_of(thing))];
            if *number == DEAD {
                *number = first.len() as u32;
                first.push(thing);
            }
            *number
        })
        .collect();
    let mut table = Vec::with_capacity(first.len() * classes);
    for &thing in &first {
        match thing {
            DEAD => table.extend(std::iter::repeat_n(number[minimal.blocks], classes)),
            state => {
                let row = &explored.table[state as usize * classes..(state as usize + 1) * classes];
                table.extend(row.iter().map(|&next| number[place(block_of(next))]));
            }
        }
    }
    let accepting = first.iter().map(|&thing| thing != DEAD && explored.accepting[thing as usize]).collect();
    let (merge, merged) = merge_columns(classes, &table);
    let automaton = Automaton {
        tracks: raw.variables.len(),
        class_of: raw.class_of.iter().map(|&class| merge[class as usize]).collect(),
        classes: merge.iter().max().map_or(0, |&last| last as usize + 1),
        table: merged,
        accepting,
    };
    (Relation { automaton, variables: raw.variables.clone(), negated: false }, numbers)
}

/// Equal columns become one: the new class of each column, in order of first occurrence, and the
/// new table.
fn merge_columns(classes: usize, table: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let groups = minimise::equal_columns(classes, table);
    let mut first = Vec::new();
    for (class, &group) in groups.iter().enumerate() {
        if group as usize == first.len() {
            first.push(class);
        }
    }
    let mut merged = Vec::with_capacity(table.len() / classes.max(1) * first.len());
    for row in table.chunks(classes.max(1)) {
        merged.extend(first.iter().map(|&class| row[class]));
    }
    (groups, merged)
}

/// Numbers of pairs: a plain table while it stays near the processor, a hash table beyond.
enum PairNumbers {
    Dense(Vec<u32>, usize),
    Sparse(FxHashMap<u64, u32>),
}

impl PairNumbers {
    fn new(rows: usize, columns: usize) -> PairNumbers {
        match rows.checked_mul(columns) {
            Some(count) if count <= 1 << 19 => PairNumbers::Dense(vec![u32::MAX; count], columns),
            _ => PairNumbers::Sparse(FxHashMap::default()),
        }
    }

    fn get_or_insert(&mut self, p: u32, q: u32, fresh: u32) -> u32 {
        match self {
            PairNumbers::Dense(table, columns) => {
                let entry = &mut table[p as usize * *columns + q as usize];
                if *entry == u32::MAX {
                    *entry = fresh;
                }
                *entry
            }
            PairNumbers::Sparse(map) => *map.entry(u64::from(p) << 32 | u64::from(q)).or_insert(fresh),
        }
    }
}
