//! The automata engine: conjunction and projection, each followed at once by exact minimisation, each with its evidence.
//!
//! Both explore what is reachable from the start over *raw* classes of letters (see [`certificate::automata::automaton`]), minimise,
//! merge equal columns, and hand over the result together with the list that lets the checker recognise it: which
//! state of the minimal automaton each reachable pair, or set, of states became.
//!
//! What can no longer accept is not explored: a pair with a part that has lost, and the empty set, are one dead state.

pub mod minimise;
pub mod solutions;
mod subsets;

use certificate::automata::automaton::{
    Automaton, RawClasses, Relation, Step, accepting_after, join_classes, project_classes,
};
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

/// What was explored: states numbered in order of discovery, [`DEAD`] where nothing is accepted any more.
struct Explored {
    table: Vec<u32>,
    accepting: Vec<bool>,
    start_is_dead: bool,
}

/// A relation, its evidence, and how many states were explored.
pub type Made<E> = (Relation, Step<E>, usize);

/// The conjunction of `a` and `b`, minimal, with its evidence.
pub fn join(a: &Relation, b: &Relation, digits: usize, budget: Budget) -> Result<Made<(u32, u32)>, GaveUp> {
    let raw = join_classes(a, b, digits)?;
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
    let start_is_dead = number_of(&mut pairs, 0, 0) == DEAD;
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
    let explored = Explored { table, accepting, start_is_dead };
    let (relation, step) = finish(&raw, &explored, pairs);
    Ok((relation, step, done))
}

/// "Some value of `variable` satisfies `a`", minimal, with its evidence.
pub fn project(
    a: &Relation,
    variable: u32,
    digits: usize,
    leading_zeros: bool,
    budget: Budget<'_>,
) -> Result<Made<Vec<u32>>, GaveUp> {
    let raw = project_classes(a, variable, digits)?;
    let dead = a.automaton.sinks(a.negated);
    let states = a.automaton.states();
    let zeros = &raw.meaning[raw.class_of[0] as usize];
    let accepts: Vec<bool> = if leading_zeros {
        (0..states as u32).map(|state| a.holds_at(state)).collect()
    } else {
        accepting_after(a, zeros)
    };
    let mut seen = vec![false; states];
    let mut start: Vec<u32> = Vec::new();
    if !dead[0] {
        start.push(0);
        seen[0] = true;
    }
    let mut done = 0;
    while leading_zeros && done < start.len() {
        for &class in zeros {
            let next = a.automaton.next(start[done], class);
            if !seen[next as usize] && !dead[next as usize] {
                seen[next as usize] = true;
                start.push(next);
            }
        }
        done += 1;
    }
    start.sort_unstable();
    let (labels, table) = subsets::explore(a, &raw.meaning, &dead, &start, budget)?;
    let accepting = labels.iter().map(|set| set.iter().any(|&s| accepts[s as usize])).collect();
    let explored = Explored { table, accepting, start_is_dead: start.is_empty() };
    let done = labels.len();
    let (relation, step) = finish(&raw, &explored, labels);
    Ok((relation, step, done))
}

/// The minimal automaton with the same language.
pub fn reduce(automaton: &Automaton, digits: usize) -> Automaton {
    debug_assert!(automaton.is_consistent(digits));
    let raw = RawClasses {
        variables: (0..automaton.tracks as u32).collect(),
        class_of: automaton.class_of.clone(),
        meaning: vec![(); automaton.classes],
    };
    let explored = Explored {
        table: automaton.table.clone(),
        accepting: automaton.accepting.clone(),
        start_is_dead: false,
    };
    finish(&raw, &explored, (0..automaton.states()).collect()).0.automaton
}

/// What a state stands for, with a number that respects its order and decides most comparisons.
trait Label: Ord {
    fn key(&self) -> u64;
}

impl Label for (u32, u32) {
    fn key(&self) -> u64 {
        u64::from(self.0) << 32 | u64::from(self.1)
    }
}

impl Label for Vec<u32> {
    fn key(&self) -> u64 {
        let at = |place: usize| self.get(place).map_or(0, |&element| u64::from(element) + 1);
        at(0) << 32 | at(1)
    }
}

impl Label for usize {
    fn key(&self) -> u64 {
        *self as u64
    }
}

/// Minimises, merges columns, and puts the evidence in order.
fn finish<M, E: Label>(raw: &RawClasses<M>, explored: &Explored, entries: Vec<E>) -> (Relation, Step<E>) {
    let classes = raw.meaning.len();
    let minimal = minimise(classes, &explored.table, &explored.accepting);
    // Blocks in the order of their first state, so that the start is 0; the dead block, if reached, last.
    let mut order = vec![DEAD; minimal.blocks];
    let mut first_of_block: Vec<usize> = Vec::new();
    for (state, &block) in minimal.block_of.iter().enumerate() {
        if block != DEAD && order[block as usize] == DEAD {
            order[block as usize] = first_of_block.len() as u32;
            first_of_block.push(state);
        }
    }
    let live = first_of_block.len() as u32;
    let start_is_dead = explored.start_is_dead || minimal.block_of[0] == DEAD;
    let number = |state: u32| match state {
        DEAD => live,
        state => match minimal.block_of[state as usize] {
            DEAD => live,
            block => order[block as usize],
        },
    };
    let mut table = Vec::with_capacity((live as usize + 1) * classes);
    let mut accepting = Vec::with_capacity(live as usize + 1);
    if !start_is_dead {
        for &state in &first_of_block {
            table.extend(
                explored.table[state * classes..(state + 1) * classes].iter().map(|&next| number(next)),
            );
            accepting.push(explored.accepting[state]);
        }
    }
    // A start that cannot accept leaves the dead state alone.
    let live = if start_is_dead { 0 } else { live };
    let number = |state: u32| if start_is_dead { 0 } else { number(state) };
    let dead_is_reached = start_is_dead || table.contains(&live);
    if dead_is_reached {
        table.extend(std::iter::repeat_n(live, classes));
        accepting.push(false);
    }
    let dead = dead_is_reached.then_some(live);
    let (merge, merged) = merge_columns(classes, &table);
    let entries: Vec<(E, u32)> =
        entries.into_iter().enumerate().map(|(at, e)| (e, number(at as u32))).collect();
    let mut entries = entries;
    entries.sort_unstable_by(|x, y| x.0.key().cmp(&y.0.key()).then_with(|| x.0.cmp(&y.0)));
    let count = merge.iter().max().map_or(0, |&last| last as usize + 1);
    let automaton = Automaton {
        tracks: raw.variables.len(),
        class_of: raw.class_of.iter().map(|&class| merge[class as usize]).collect(),
        classes: count,
        table: merged.clone(),
        accepting: accepting.clone(),
    };
    let step = Step { merge, accepting, table: merged, dead, entries };
    (Relation { automaton, variables: raw.variables.clone(), negated: false }, step)
}

/// Equal columns become one: the new class of each column, in order of first occurrence, and the new table.
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
