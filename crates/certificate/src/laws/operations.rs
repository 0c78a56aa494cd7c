//! How automata are made, and the one check that everything rests on.
//!
//! Every automaton is made by [`explore`]: whatever the start leads to is numbered in the order in
//! which it is found, letters counted up. For a basic relation these are the states. For a
//! conjunction or a projection they are pairs or sets of states, and the certificate says which
//! state of the result each of them becomes; that is right when things that become one state accept
//! alike and lead, with every letter, to things that become one state. By induction over the word,
//! the result then accepts exactly what the pairs or sets accept. Nothing is minimised here, and
//! nothing that cannot be reached can be mentioned. Cost: things found × classes.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use hissho_rules::Account;

use super::AutomaticError as Error;
use super::automaton::{Automaton, RawClasses, Relation, join_classes, project_classes};

/// Steps for one look into a table of things found.
pub(super) const LOOK: usize = 16;
/// Bytes of one thing found, besides those it says itself.
pub(super) const ROOM: usize = 64;

/// What becomes of the things that an exploration finds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Becomes<'a> {
    /// Each a state, at most so many.
    States(usize),
    /// For each the number of its state, states numbered as they first occur.
    Numbered(&'a [u32]),
}

impl Becomes<'_> {
    fn state(&self, thing: usize) -> Result<u32, Error> {
        match self {
            Becomes::States(limit) if thing >= *limit => Err(Error::TooManyStates { limit: *limit }),
            Becomes::States(_) => Ok(thing as u32),
            Becomes::Numbered(numbers) => {
                numbers.get(thing).copied().ok_or(Error::TooFewNumbers { found: numbers.len() })
            }
        }
    }
}

/// Everything that `step` reaches from `start` over so many classes, as the table and the accepting
/// states of an automaton. `None` is what has lost: it does not hold and leads only to itself.
/// `size` is the number of bytes of a thing besides its own.
pub(super) fn explore<S: Clone + Eq + Hash>(
    classes: usize,
    start: Option<S>,
    step: impl Fn(&S, usize) -> Result<Option<S>, Error>,
    holds: impl Fn(&S) -> bool,
    size: impl Fn(&S) -> usize,
    becomes: Becomes<'_>,
    account: &Account,
) -> Result<(Vec<u32>, Vec<bool>), Error> {
    let mut number: HashMap<Option<S>, usize> = HashMap::from([(start.clone(), 0)]);
    let mut waiting = VecDeque::from([start]);
    let (mut table, mut accepting, mut row) = (Vec::new(), Vec::new(), Vec::new());
    let (mut done, mut held) = (0, 0);
    while let Some(thing) = waiting.pop_front() {
        account.charge_product(classes, LOOK)?;
        row.clear();
        for class in 0..classes {
            let next = thing.as_ref().map_or(Ok(None), |thing| step(thing, class))?;
            let fresh = number.len();
            let found = number.get(&next).copied().unwrap_or(fresh);
            row.push(becomes.state(found)?);
            if found == fresh {
                let bytes = ROOM + 2 * (size_of::<S>() + next.as_ref().map_or(0, &size));
                account.hold::<u8>(bytes)?;
                held += bytes;
                waiting.push_back(next.clone());
                number.insert(next, fresh);
            }
        }
        let holds = thing.as_ref().is_some_and(&holds);
        let state = becomes.state(done)? as usize;
        if state == accepting.len() {
            account.hold::<u32>(classes + 1)?;
            table.extend_from_slice(&row);
            accepting.push(holds);
        } else if state > accepting.len() {
            return Err(Error::WrongNumber { thing: done, expected: accepting.len() });
        } else if accepting[state] != holds {
            return Err(Error::WrongAcceptance { thing: done, state });
        } else if table[state * classes..(state + 1) * classes] != row {
            return Err(Error::WrongTransition { thing: done, state });
        }
        done += 1;
    }
    account.release::<u8>(held);
    match becomes {
        Becomes::Numbered(numbers) if numbers.len() > done => {
            Err(Error::TooManyNumbers { found: numbers.len(), needed: done })
        }
        _ => Ok((table, accepting)),
    }
}

/// For each column of a table the number of its group of equal columns, groups in order of first
/// occurrence.
pub(super) fn equal_columns(classes: usize, table: &[u32], account: &Account) -> Result<Vec<u32>, Error> {
    let states = table.len() / classes.max(1);
    account.charge_product(table.len() + classes, LOOK)?;
    account.hold::<u32>(table.len())?;
    let mut groups: HashMap<Vec<u32>, u32> = HashMap::new();
    let mut group_of = Vec::with_capacity(classes);
    for class in 0..classes {
        let column = (0..states).map(|state| table[state * classes + class]).collect();
        let fresh = groups.len() as u32;
        group_of.push(*groups.entry(column).or_insert(fresh));
    }
    account.release::<u32>(table.len());
    Ok(group_of)
}

/// The relation with this table over the given classes; those with equal columns become one.
pub(super) fn assemble<M>(
    raw: RawClasses<M>,
    (table, accepting): (Vec<u32>, Vec<bool>),
    account: &Account,
) -> Result<Relation, Error> {
    let classes = raw.meaning.len();
    let group_of = equal_columns(classes, &table, account)?;
    let mut first = Vec::new();
    for (class, &group) in group_of.iter().enumerate() {
        if group as usize == first.len() {
            first.push(class);
        }
    }
    account.charge((raw.class_of.len() + table.len()) as u64)?;
    account.hold::<u32>(raw.class_of.len() + accepting.len() * (first.len() + 1))?;
    let merged = table.chunks(classes).flat_map(|row| first.iter().map(|&class| row[class])).collect();
    let automaton = Automaton {
        tracks: raw.variables.len(),
        class_of: raw.class_of.iter().map(|&class| group_of[class as usize]).collect(),
        classes: first.len(),
        table: merged,
        accepting,
    };
    account.release::<u32>(table.len() + automaton.states());
    account.release::<u8>(raw.held);
    Ok(Relation { automaton, variables: raw.variables, negated: false })
}

/// The conjunction of `a` and `b`; `numbers` say which state each pair of states becomes.
pub fn join(
    a: &Relation,
    b: &Relation,
    numbers: &[u32],
    digits: usize,
    account: &Account,
) -> Result<Relation, Error> {
    let raw = join_classes(a, b, digits, account)?;
    account.charge((a.automaton.table.len() + b.automaton.table.len()) as u64)?;
    let (lost_a, lost_b) = (a.automaton.sinks(a.negated), b.automaton.sinks(b.negated));
    let live = |p: u32, q: u32| (!lost_a[p as usize] && !lost_b[q as usize]).then_some((p, q));
    let step = |&(p, q): &(u32, u32), class: usize| {
        let (of_a, of_b) = raw.meaning[class];
        Ok(live(a.automaton.next(p, of_a), b.automaton.next(q, of_b)))
    };
    let holds = |&(p, q): &(u32, u32)| a.holds_at(p) && b.holds_at(q);
    let becomes = Becomes::Numbered(numbers);
    let made = explore(raw.meaning.len(), live(0, 0), step, holds, |_| 0, becomes, account)?;
    assemble(raw, made, account)
}

/// "Some value of the variable at `place` satisfies `a`"; `numbers` say which state each set of
/// states becomes. Words are read most significant digit first when `leading_zeros`, so that the
/// forgotten number may begin before the others; otherwise least significant first, and it may end
/// after them.
pub fn project(
    a: &Relation,
    place: usize,
    numbers: &[u32],
    digits: usize,
    leading_zeros: bool,
    account: &Account,
) -> Result<Relation, Error> {
    let raw = project_classes(a, place, digits, account)?;
    let sets = Sets::new(a, &raw.meaning[raw.class_of[0] as usize], leading_zeros, account)?;
    let step = |set: &Vec<u32>, class: usize| {
        let source = &raw.meaning[class];
        account.charge_product(set.len(), LOOK * source.len())?;
        Ok(sets.image(set, source))
    };
    let holds = |set: &Vec<u32>| set.iter().any(|&state| sets.accepts[state as usize]);
    let (size, becomes) = (|set: &Vec<u32>| 4 * set.len(), Becomes::Numbered(numbers));
    let made = explore(raw.meaning.len(), sets.start.clone(), step, holds, size, becomes, account)?;
    assemble(raw, made, account)
}

/// What a projection starts from: sets of states, in increasing order, none of them lost; `None` is
/// the empty one.
pub struct Sets<'a> {
    source: &'a Relation,
    /// Whether each state of the source can only lose.
    pub lost: Vec<bool>,
    /// Whether a set with this state accepts.
    pub accepts: Vec<bool>,
    /// The set at the start.
    pub start: Option<Vec<u32>>,
}

impl<'a> Sets<'a> {
    /// The sets of states of `a`, when the classes `zeros` are those of letters that are zero but
    /// for the forgotten variable.
    pub fn new(
        a: &'a Relation,
        zeros: &[u32],
        leading_zeros: bool,
        account: &Account,
    ) -> Result<Sets<'a>, Error> {
        let states = a.automaton.states();
        account.charge_product(states, 2 * a.automaton.classes + LOOK * zeros.len())?;
        let lost = a.automaton.sinks(a.negated);
        let holds = |state: &u32| a.holds_at(*state);
        let reached = |state: u32| zeros.iter().map(move |&zero| a.automaton.next(state, zero));
        if leading_zeros {
            let start = closure(states, vec![0], reached);
            let start: Vec<u32> =
                (0..states as u32).filter(|&s| start[s as usize] && !lost[s as usize]).collect();
            let accepts = (0..states as u32).map(|state| holds(&state)).collect();
            return Ok(Sets { source: a, lost, accepts, start: Some(start).filter(|set| !set.is_empty()) });
        }
        // Backwards: from where `a` holds, against the letters of `zeros`.
        account.hold::<u32>(states * (zeros.len() + 8))?;
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); states];
        for state in 0..states as u32 {
            reached(state).for_each(|next| before[next as usize].push(state));
        }
        let end = (0..states as u32).filter(holds).collect();
        let accepts = closure(states, end, |state| before[state as usize].iter().copied());
        account.release::<u32>(states * (zeros.len() + 8));
        let start = (!lost[0]).then(|| vec![0]);
        Ok(Sets { source: a, lost, accepts, start })
    }

    /// Where the classes `source` lead from `set`.
    fn image(&self, set: &[u32], source: &[u32]) -> Option<Vec<u32>> {
        let next = |&state: &u32| source.iter().map(move |&class| self.source.automaton.next(state, class));
        let mut image: Vec<u32> = set.iter().flat_map(next).filter(|&s| !self.lost[s as usize]).collect();
        image.sort_unstable();
        image.dedup();
        Some(image).filter(|set| !set.is_empty())
    }
}

/// Which of the states `from` and all that `next` reaches from them.
fn closure<I: Iterator<Item = u32>>(states: usize, from: Vec<u32>, next: impl Fn(u32) -> I) -> Vec<bool> {
    let mut reached = vec![false; states];
    from.iter().for_each(|&state| reached[state as usize] = true);
    let mut waiting = from;
    while let Some(state) = waiting.pop() {
        for next in next(state) {
            if !reached[next as usize] {
                reached[next as usize] = true;
                waiting.push(next);
            }
        }
    }
    reached
}
