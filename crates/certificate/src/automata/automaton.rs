//! Automata over tuples of digits, and the three local checks that everything rests on.
//!
//! An [`Automaton`] reads one digit of each of its tracks at a time. Letters (tuples of digits) that every state treats alike
//! form a *class*, and the table has one column per class: with nine digits and five tracks there are 59 049 letters but
//! only some dozens of classes. State 0 is the start.
//!
//! A new automaton is never computed here, only recognised. [`check_join`] and [`check_project`] are given the result and a list
//! that says which state of the result stands for each reachable pair of states, or for each reachable set of states. The list
//! is right when the start stands in it, every letter leads from a listed entry to a listed entry in step
//! with the result, and acceptance agrees. By induction over the word, the result then accepts exactly what the pair or set
//! accepts; nothing has to be determinised, minimised or hashed. Cost: listed entries × classes.

use std::collections::BTreeMap;

use super::AutomaticError as Error;

/// The largest number of letters an automaton may have.
const MAX_LETTERS: usize = 1 << 24;

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
}

/// Number of letters of `tracks` tracks.
pub fn letters(digits: usize, tracks: usize) -> Result<usize, Error> {
    let count = u32::try_from(tracks).ok().and_then(|tracks| digits.checked_pow(tracks));
    count.filter(|&count| count <= MAX_LETTERS).ok_or(Error::TooManyTracks { tracks })
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
    pub fn new(automaton: &Automaton, arguments: &[u32], digits: usize) -> Result<Relation, Error> {
        if arguments.len() != automaton.tracks {
            return Err(Error::WrongTracks { found: arguments.len(), needed: automaton.tracks });
        }
        let mut variables = arguments.to_vec();
        variables.sort_unstable();
        variables.dedup();
        let places = places(arguments, &variables);
        let count = letters(digits, variables.len())?;
        let mut automaton = automaton.clone();
        automaton.tracks = variables.len();
        let class_of = (0..count).map(|letter| automaton.class_of[select(letter, &places, digits)]);
        automaton.class_of = class_of.collect();
        Ok(Relation { automaton, variables, negated: false })
    }

    /// Whether the relation holds for what leads to `state`.
    pub fn holds_at(&self, state: u32) -> bool {
        self.automaton.accepting[state as usize] != self.negated
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

/// The letters of a join or projection before equal columns are merged: the *raw* classes, numbered in the order in which they
/// first occur, and what each of them means for the source.
#[derive(Clone, Debug)]
pub struct RawClasses<M> {
    /// The variables of the result.
    pub variables: Vec<u32>,
    /// The raw class of each letter of the result.
    pub class_of: Vec<u32>,
    /// The source's classes for each raw class.
    pub meaning: Vec<M>,
}

/// The raw classes of the conjunction of `a` and `b`: pairs of a class of `a` and a class of `b`.
pub fn join_classes(a: &Relation, b: &Relation, digits: usize) -> Result<RawClasses<(u32, u32)>, Error> {
    let mut variables = [a.variables.as_slice(), &b.variables].concat();
    variables.sort_unstable();
    variables.dedup();
    let (in_a, in_b) = (places(&a.variables, &variables), places(&b.variables, &variables));
    let mut number = vec![u32::MAX; a.automaton.classes * b.automaton.classes];
    let (mut class_of, mut meaning) = (Vec::new(), Vec::new());
    for letter in 0..letters(digits, variables.len())? {
        let of_a = a.automaton.class_of[select(letter, &in_a, digits)];
        let of_b = b.automaton.class_of[select(letter, &in_b, digits)];
        let raw = &mut number[of_a as usize * b.automaton.classes + of_b as usize];
        if *raw == u32::MAX {
            *raw = meaning.len() as u32;
            meaning.push((of_a, of_b));
        }
        class_of.push(*raw);
    }
    Ok(RawClasses { variables, class_of, meaning })
}

/// The raw classes of `a` with `variable` forgotten: sets of classes of `a`. The first is that of the letter of zeros.
pub fn project_classes(a: &Relation, variable: u32, digits: usize) -> Result<RawClasses<Vec<u32>>, Error> {
    let Ok(place) = a.variables.binary_search(&variable) else {
        return Err(Error::NotThere { variable });
    };
    let mut variables = a.variables.clone();
    variables.remove(place);
    let weight = digits.pow(place as u32);
    let mut number: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
    let (mut class_of, mut meaning) = (Vec::new(), Vec::new());
    for letter in 0..letters(digits, variables.len())? {
        let base = letter % weight + letter / weight * weight * digits;
        let mut classes: Vec<u32> =
            (0..digits).map(|digit| a.automaton.class_of[base + digit * weight]).collect();
        classes.sort_unstable();
        classes.dedup();
        let raw = *number.entry(classes).or_insert_with_key(|classes| {
            meaning.push(classes.clone());
            meaning.len() as u32 - 1
        });
        class_of.push(raw);
    }
    Ok(RawClasses { variables, class_of, meaning })
}

/// What a certificate says about one step: the result, and which of its states stands for which pair or set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<E> {
    /// The class of the result for each raw class.
    pub merge: Vec<u32>,
    /// Whether each state of the result accepts.
    pub accepting: Vec<bool>,
    /// The table of the result.
    pub table: Vec<u32>,
    /// The state of the result, if any, from which nothing is accepted; it stands for every pair with a part from
    /// which nothing can be accepted, and for the empty set. These are not listed.
    pub dead: Option<u32>,
    /// The pairs or sets, strictly increasing, each with its state of the result.
    pub entries: Vec<(E, u32)>,
}

impl<E> Step<E> {
    /// The result, once its parts are seen to fit together.
    pub fn result<M>(&self, raw: &RawClasses<M>, digits: usize) -> Result<Relation, Error> {
        let classes = self.merge.iter().max().map_or(0, |&last| last as usize + 1);
        if self.merge.len() != raw.meaning.len() {
            return Err(Error::WrongMerge { found: self.merge.len(), needed: raw.meaning.len() });
        }
        let automaton = Automaton {
            tracks: raw.variables.len(),
            class_of: raw.class_of.iter().map(|&class| self.merge[class as usize]).collect(),
            classes,
            table: self.table.clone(),
            accepting: self.accepting.clone(),
        };
        if !automaton.is_consistent(digits) {
            return Err(Error::BadTable);
        }
        match self.dead {
            Some(dead) if automaton.sinks(false).get(dead as usize) != Some(&true) => {
                return Err(Error::NotDead { state: dead });
            }
            _ => {}
        }
        Ok(Relation { automaton, variables: raw.variables.clone(), negated: false })
    }
}

/// Checks that `step` describes the conjunction of `a` and `b`, and returns it.
pub fn check_join(
    a: &Relation,
    b: &Relation,
    step: &Step<(u32, u32)>,
    digits: usize,
) -> Result<Relation, Error> {
    let raw = join_classes(a, b, digits)?;
    let result = step.result(&raw, digits)?;
    // Entries of one first state stand together: `row[p]..row[p + 1]`.
    let mut row = vec![0usize; a.automaton.states() + 1];
    for &((p, q), _) in &step.entries {
        if p as usize >= a.automaton.states() || q as usize >= b.automaton.states() {
            return Err(Error::UnknownState { state: p.max(q) });
        }
        row[p as usize + 1] += 1;
    }
    for p in 0..a.automaton.states() {
        row[p + 1] += row[p];
    }
    if !step.entries.windows(2).all(|w| w[0].0 < w[1].0) {
        return Err(Error::NotSorted);
    }
    let (dead_a, dead_b) = (a.automaton.sinks(a.negated), b.automaton.sinks(b.negated));
    let state_of = |p: u32, q: u32| {
        if dead_a[p as usize] || dead_b[q as usize] {
            return step.dead;
        }
        let of_p = &step.entries[row[p as usize]..row[p as usize + 1]];
        of_p.binary_search_by_key(&q, |&((_, q), _)| q).ok().map(|at| of_p[at].1)
    };
    let missing = |p, q| Error::MissingPair { first: p, second: q };
    if state_of(0, 0).ok_or(missing(0, 0))? != 0 {
        return Err(Error::WrongStart);
    }
    for &((p, q), state) in &step.entries {
        let accepts = step.accepting.get(state as usize).ok_or(Error::UnknownState { state })?;
        if *accepts != (a.holds_at(p) && b.holds_at(q)) {
            return Err(Error::WrongAcceptance { state });
        }
        for (class, &(of_a, of_b)) in raw.meaning.iter().enumerate() {
            let (p, q) = (a.automaton.next(p, of_a), b.automaton.next(q, of_b));
            let found = state_of(p, q).ok_or(missing(p, q))?;
            if found != result.automaton.next(state, step.merge[class]) {
                return Err(Error::WrongTransition { state, class });
            }
        }
    }
    Ok(result)
}

/// Checks that `step` describes "some value of `variable` satisfies `a`", and returns it. The certificate's words are read most significant digit first when
/// `leading_zeros`, so that the forgotten number may begin before the others; otherwise least significant first, and it may end after them.
pub fn check_project(
    a: &Relation,
    variable: u32,
    step: &Step<Vec<u32>>,
    digits: usize,
    leading_zeros: bool,
) -> Result<Relation, Error> {
    let raw = project_classes(a, variable, digits)?;
    let result = step.result(&raw, digits)?;
    if !step.entries.windows(2).all(|w| w[0].0 < w[1].0) {
        return Err(Error::NotSorted);
    }
    let dead = a.automaton.sinks(a.negated);
    let zeros = &raw.meaning[raw.class_of[0] as usize];
    let accepts: Vec<bool> = if leading_zeros {
        (0..a.automaton.states()).map(|state| a.holds_at(state as u32)).collect()
    } else {
        accepting_after(a, zeros)
    };
    let state_of = |set: &[u32]| match set {
        [] => step.dead,
        _ => step
            .entries
            .binary_search_by(|(listed, _)| listed.as_slice().cmp(set))
            .ok()
            .map(|at| step.entries[at].1),
    };
    let mut mark = vec![u32::MAX; a.automaton.states()];
    let mut image = Vec::new();
    // The set of states at the start.
    image.extend((!dead[0]).then_some(0));
    mark[0] = 0;
    let mut done = 0;
    while leading_zeros && done < image.len() {
        for &class in zeros {
            let next = a.automaton.next(image[done], class);
            if mark[next as usize] != 0 && !dead[next as usize] {
                mark[next as usize] = 0;
                image.push(next);
            }
        }
        done += 1;
    }
    image.sort_unstable();
    if state_of(&image).ok_or(Error::MissingSet { size: image.len() })? != 0 {
        return Err(Error::WrongStart);
    }
    let mut stamp = 0;
    for (set, state) in &step.entries {
        let state = *state;
        if !set.windows(2).all(|w| w[0] < w[1]) || set.last().is_none_or(|&last| last as usize >= mark.len())
        {
            return Err(Error::NotSorted);
        }
        let found = step.accepting.get(state as usize).ok_or(Error::UnknownState { state })?;
        if *found != set.iter().any(|&s| accepts[s as usize]) {
            return Err(Error::WrongAcceptance { state });
        }
        for (class, source) in raw.meaning.iter().enumerate() {
            stamp += 1;
            image.clear();
            for &s in set {
                for &class in source {
                    let next = a.automaton.next(s, class);
                    if mark[next as usize] != stamp && !dead[next as usize] {
                        mark[next as usize] = stamp;
                        image.push(next);
                    }
                }
            }
            image.sort_unstable();
            let found = state_of(&image).ok_or(Error::MissingSet { size: image.len() })?;
            if found != result.automaton.next(state, step.merge[class]) {
                return Err(Error::WrongTransition { state, class });
            }
        }
    }
    Ok(result)
}

/// The states from which some word over `zeros` leads to where `a` holds.
pub fn accepting_after(a: &Relation, zeros: &[u32]) -> Vec<bool> {
    let states = a.automaton.states() as u32;
    let mut accepts: Vec<bool> = (0..states).map(|state| a.holds_at(state)).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for state in 0..states {
            if !accepts[state as usize] && zeros.iter().any(|&z| accepts[a.automaton.next(state, z) as usize])
            {
                accepts[state as usize] = true;
                changed = true;
            }
        }
    }
    accepts
}
