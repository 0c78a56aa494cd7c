//! Automata over tuples of digits, and relations: automata whose tracks carry variables.
//!
//! An [`Automaton`] reads one digit of each of its tracks at a time. Letters (tuples of digits)
//! that every state treats alike form a *class*, and the table has one column per class: with nine
//! digits and five tracks there are 59 049 letters but only some dozens of classes. State 0 is the
//! start. Nothing in a certificate depends on classes made here: they are numbered as they first
//! occur when letters are counted up, so that counting up classes finds the same states in the same
//! order.

use std::collections::HashMap;
use std::hash::Hash;

use hissho_rules::Account;

use super::AutomaticError as Error;
use super::operations::{LOOK, ROOM, equal_columns};

/// The largest number of letters an automaton may have.
const MOST_LETTERS: usize = 1 << 24;

/// A complete deterministic automaton over tuples of digits. State 0 is the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// Number of tracks.
    pub tracks: usize,
    /// The class of each letter. A letter is the number whose digit `i`, in the base of the number
    /// of digits, belongs to track `i`.
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

    /// Whether states and classes are numbered as they are first met, and no two classes are alike:
    /// an automaton has one such form, and all of its states can be reached.
    pub fn is_canonical(&self, account: &Account) -> Result<bool, Error> {
        // The number after the last that is new, if the new numbers in the list are `next`, `next +
        // 1`, … in this order.
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

    /// For each state, whether nothing is accepted from it because every letter leads back to it
    /// and it does not accept (`accepts` false) or everything is (`accepts` true).
    pub fn sinks(&self, accepts: bool) -> Vec<bool> {
        (0..self.states())
            .map(|state| {
                let row = &self.table[state * self.classes..(state + 1) * self.classes];
                self.accepting[state] == accepts && row.iter().all(|&next| next as usize == state)
            })
            .collect()
    }

    /// Whether `period` zeros in front (or, with `most_first` false, a zero at the end) make no
    /// difference, so that the automaton speaks about numbers and not about ways to write them.
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
    /// The relation of `automaton` on the given variables, one for each track, in any order,
    /// possibly repeated.
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

/// The letters of a conjunction or projection before equal columns are merged: the *raw* classes,
/// numbered in the order in which they first occur, and what each of them means for the source.
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

/// The classes of the letters over `variables`, numbered as they first occur, given what each
/// letter means: the steps that takes, and the bytes of a meaning besides its own.
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

/// The raw classes of `a` with its variable at `place` forgotten: sets of classes of `a`. The first
/// is that of the letter of zeros.
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
