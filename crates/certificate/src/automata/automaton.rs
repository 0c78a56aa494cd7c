//! Automata over tuples of digits, and the one check that everything rests on.
//!
//! An [`Automaton`] reads one digit of each of its tracks at a time. Letters (tuples of digits) that every state treats alike
//! form a *class*, and the table has one column per class: with nine digits and five tracks there are 59 049 letters but
//! only some dozens of classes. State 0 is the start.
//!
//! Every automaton is made by [`explore`]: whatever the start leads to is numbered in the order in which it is found, letters counted up. For a
//! basic relation these are the states. For a conjunction or a projection they are pairs or sets of states, and the certificate says
//! which state of the result each of them becomes; that is right when things that become one state accept alike and lead, with
//! every letter, to things that become one state. By induction over the word, the result then accepts exactly what the pairs or sets accept. Nothing
//! is minimised here, and nothing that cannot be reached can be mentioned. Cost: things found × classes.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use rules::Account;

use super::AutomaticError as Error;

/// The largest number of letters an automaton may have.
const MOST_LETTERS: usize = 1 << 24;
/// Steps for one look into a table of things found.
const LOOK: usize = 16;
/// Bytes of one thing found, besides those it says itself.
const ROOM: usize = 64;

/// A complete deterministic automaton over tuples of digits. State 0 is the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// Number of tracks.
    pub tracks: usize,
    /// The class of each letter. A letter is the number whose digit `i`, in the base of the number of digits, belongs to
    /// track `i`.
    pub class_of: Vec<u32>,
    /// Number of classes: every entry of `class_of` is below it.
    pub classes: usize,
    /// The next state, at `state * classes + class`.
    pub table: Vec<u32>,
    /// Whether each state accepts.
    pub accepting: Vec<bool>,
}

impl Automaton {
    /// The next state.
    #[inline]
    pub fn next(&self, state: u32, class: u32) -> u32 {
        self.table[state as usize * self.classes + class as usize]
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Whether the table, the classes and the letters fit together.
    pub fn is_consistent(&self, digits: usize) -> bool {
        let (states, classes) = (self.states(), self.classes);
        letters(digits, self.tracks).is_ok_and(|count| count == self.class_of.len())
            && states > 0
            && self.class_of.iter().all(|&class| (class as usize) < classes)
            && states.checked_mul(classes) == Some(self.table.len())
            && self.table.iter().all(|&state| (state as usize) < states)
    }

    /// Whether states and classes are numbered as they are first met, and no two classes are alike: an automaton has one such
    /// form, and all of its states can be reached.
    pub fn is_canonical(&self, account: &Account) -> Result<bool, Error> {
        // The number after the last that is new, if the new numbers in the list are `next`, `next + 1`, … in this order.
        let met = |next: u32, list: &[u32]| {
            list.iter().try_fold(next, |next, &number| match number {
                new if new == next => Some(next + 1),
                old => (old < next).then_some(next),
            })
        };
        let states = self.table.chunks(self.classes).enumerate().try_fold(1, |next, (state, row)| {
            // A state is met before its own row.
            if (state as u32) < next { met(next, row) } else { None }
        });
        let classes = met(0, &self.class_of);
        let columns = equal_columns(self.classes, &self.table, account)?;
        let differ = columns.iter().enumerate().all(|(class, &group)| class == group as usize);
        let all = (Some(self.states() as u32), Some(self.classes as u32));
        Ok(differ && (states, classes) == all)
    }

    /// For each state, whether nothing is accepted from it because every letter leads back to it and it does not accept
    /// (`accepts` false) or everything is (`accepts` true).
    pub fn sinks(&self, accepts: bool) -> Vec<bool> {
        (0..self.states())
            .map(|state| {
                let row = &self.table[state * self.classes..(state + 1) * self.classes];
                self.accepting[state] == accepts && row.iter().all(|&next| next as usize == state)
            })
            .collect()
    }

    /// Whether `period` zeros in front (or, with `most_first` false, a zero at the end) make no difference, so that the automaton speaks
    /// about numbers and not about ways to write them.
    pub fn ignores_zeros(&self, most_first: bool, period: usize) -> bool {
        let zero = self.class_of[0];
        let keeps =
            |state: usize| self.accepting[self.next(state as u32, zero) as usize] == self.accepting[state];
        if most_first { self.run(vec![0; period]) == 0 } else { (0..self.states()).all(keeps) }
    }

    /// The state after reading `word`, a list of letters.
    pub fn run(&self, word: impl IntoIterator<Item = usize>) -> u32 {
        word.into_iter().fold(0, |state, letter| self.next(state, self.class_of[letter]))
    }

    /// Numbers that it takes to keep it.
    pub(super) fn room(&self) -> usize {
        self.class_of.len() + self.table.len() + self.accepting.len()
    }
}

/// Number of letters of `tracks` tracks.
pub fn letters(digits: usize, tracks: usize) -> Result<usize, Error> {
    let count = u32::try_from(tracks).ok().and_then(|tracks| digits.checked_pow(tracks));
    count.filter(|&count| count <= MOST_LETTERS).ok_or(Error::TooManyTracks { tracks })
}

/// An automaton whose tracks carry variables, read as it is or negated.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The automaton; invariant: one track per variable.
    pub automaton: Automaton,
    /// The variable of each track, strictly increasing.
    pub variables: Vec<u32>,
    /// Whether the relation holds where the automaton does *not* accept.
    pub negated: bool,
}

impl Relation {
    /// The relation of `automaton` on the given variables, one for each track, in any order, possibly repeated.
    pub fn new(
        automaton: &Automaton,
        arguments: &[u32],
        digits: usize,
        account: &Account,
    ) -> Result<Relation, Error> {
        debug_assert_eq!(arguments.len(), automaton.tracks, "one argument for each track");
        let mut variables = arguments.to_vec();
        variables.sort_unstable();
        variables.dedup();
        let places = places(arguments, &variables);
        let count = letters(digits, variables.len())?;
        account.charge_product(count, LOOK * (places.len() + 1))?;
        account.charge(automaton.table.len() as u64)?;
        account.hold::<u32>(count + automaton.table.len() + automaton.states())?;
        let class_of = (0..count).map(|letter| automaton.class_of[select(letter, &places, digits)]);
        let automaton = Automaton {
            tracks: variables.len(),
            class_of: class_of.collect(),
            classes: automaton.classes,
            table: automaton.table.clone(),
            accepting: automaton.accepting.clone(),
        };
        Ok(Relation { automaton, variables, negated: false })
    }

    /// What holds always.
    pub fn truth() -> Relation {
        let automaton =
            Automaton { tracks: 0, class_of: vec![0], classes: 1, table: vec![0], accepting: vec![true] };
        Relation { automaton, variables: Vec::new(), negated: false }
    }

    /// Whether the relation holds for what leads to `state`.
    pub fn holds_at(&self, state: u32) -> bool {
        self.automaton.accepting[state as usize] != self.negated
    }

    /// Whether something satisfies it; every state can be reached.
    pub fn is_satisfiable(&self) -> bool {
        (0..self.automaton.states() as u32).any(|state| self.holds_at(state))
    }
}

/// Where each of `some` stands in `all`.
fn places(some: &[u32], all: &[u32]) -> Vec<usize> {
    some.iter().map(|v| all.binary_search(v).expect("the second list contains the first")).collect()
}

/// The letter whose digit `i` is the digit of `letter` at `places[i]`.
fn select(letter: usize, places: &[usize], digits: usize) -> usize {
    let digit = |place: usize| letter / digits.pow(place as u32) % digits;
    places.iter().rev().fold(0, |chosen, &place| chosen * digits + digit(place))
}

/// The letters of a conjunction or projection before equal columns are merged: the *raw* classes, numbered in the order in which they
/// first occur, and what each of them means for the source.
#[derive(Clone, Debug)]
pub struct RawClasses<M> {
    /// The variables of the result.
    pub variables: Vec<u32>,
    /// The raw class of each letter of the result.
    pub class_of: Vec<u32>,
    /// The source's classes for each raw class.
    pub meaning: Vec<M>,
    /// Bytes held for all this.
    pub(super) held: usize,
}

impl<M> RawClasses<M> {
    /// Classes made elsewhere.
    pub fn new(variables: Vec<u32>, class_of: Vec<u32>, meaning: Vec<M>) -> RawClasses<M> {
        RawClasses { variables, class_of, meaning, held: 0 }
    }
}

/// The classes of the letters over `variables`, numbered as they first occur, given what each letter means: the steps that takes,
/// and the bytes of a meaning besides its own.
pub(super) fn classify<M: Clone + Eq + Hash>(
    (variables, digits): (Vec<u32>, usize),
    (cost, size): (usize, usize),
    meaning_of: impl Fn(usize) -> M,
    account: &Account,
) -> Result<RawClasses<M>, Error> {
    let count = letters(digits, variables.len())?;
    let bytes = ROOM + 2 * (size_of::<M>() + size);
    account.charge_product(count, LOOK + cost)?;
    account.hold::<u32>(count)?;
    let mut number: HashMap<M, u32> = HashMap::new();
    let (mut class_of, mut meaning) = (Vec::with_capacity(count), Vec::new());
    for letter in 0..count {
        let of_letter = meaning_of(letter);
        if let Some(&class) = number.get(&of_letter) {
            class_of.push(class);
            continue;
        }
        account.hold::<u8>(bytes)?;
        class_of.push(meaning.len() as u32);
        number.insert(of_letter.clone(), meaning.len() as u32);
        meaning.push(of_letter);
    }
    let held = 4 * count + bytes * meaning.len();
    Ok(RawClasses { variables, class_of, meaning, held })
}

/// The raw classes of the conjunction of `a` and `b`: pairs of a class of `a` and a class of `b`.
pub fn join_classes(
    a: &Relation,
    b: &Relation,
    digits: usize,
    account: &Account,
) -> Result<RawClasses<(u32, u32)>, Error> {
    let mut variables = [a.variables.as_slice(), &b.variables].concat();
    variables.sort_unstable();
    variables.dedup();
    let (in_a, in_b) = (places(&a.variables, &variables), places(&b.variables, &variables));
    let pair = |letter| {
        let of_a = a.automaton.class_of[select(letter, &in_a, digits)];
        (of_a, b.automaton.class_of[select(letter, &in_b, digits)])
    };
    let cost = LOOK * (in_a.len() + in_b.len());
    classify((variables, digits), (cost, 0), pair, account)
}

/// The raw classes of `a` with its variable at `place` forgotten: sets of classes of `a`. The first is that of the letter of zeros.
pub fn project_classes(
    a: &Relation,
    place: usize,
    digits: usize,
    account: &Account,
) -> Result<RawClasses<Vec<u32>>, Error> {
    let mut variables = a.variables.clone();
    variables.remove(place);
    let weight = digits.pow(place as u32);
    let set = |letter: usize| {
        let base = letter % weight + letter / weight * weight * digits;
        let mut classes: Vec<u32> =
            (0..digits).map(|digit| a.automaton.class_of[base + digit * weight]).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    };
    classify((variables, digits), (LOOK * digits, 4 * digits), set, account)
}

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

/// Everything that `step` reaches from `start` over so many classes, as the table and the accepting states of an automaton. `None` is what has
/// lost: it does not hold and leads only to itself. `size` is the number of bytes of a thing besides its own.
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

/// For each column of a table the number of its group of equal columns, groups in order of first occurrence.
fn equal_columns(classes: usize, table: &[u32], account: &Account) -> Result<Vec<u32>, Error> {
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

/// "Some value of the variable at `place` satisfies `a`"; `numbers` say which state each set of states becomes. Words are read most significant digit first when
/// `leading_zeros`, so that the forgotten number may begin before the others; otherwise least significant first, and it may end after them.
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

/// What a projection starts from: sets of states, in increasing order, none of them lost; `None` is the empty one.
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
    /// The sets of states of `a`, when the classes `zeros` are those of letters that are zero but for the forgotten variable.
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
