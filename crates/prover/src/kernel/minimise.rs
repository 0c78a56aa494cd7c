//! Exact minimisation of partial automata.
//!
//! States from which nothing can be accepted are set aside first; they are one dead state. The rest
//! is split by comparing where each state leads, round by round (Moore 1956): almost always a few
//! rounds are enough, and each is one pass over the table. Where they are not, a partition of the
//! states and one of the transitions refine each other instead: Valmari, "Fast brief practical DFA
//! minimization", Information Processing Letters 112 (2012). Cost: `m` per round for `m`
//! transitions between live states, at most `m log n` after [`MOST_ROUNDS`] rounds.

use rustc_hash::FxHashMap;

/// In a table: nothing is accepted any more. In [`Minimal::block_of`]: the state is dead.
pub const DEAD: u32 = u32::MAX;

/// Rounds of comparing all states before the other method is used.
const MOST_ROUNDS: usize = 40;

/// A partition of the states into classes of equivalent ones.
pub struct Minimal {
    /// The block of each state, or [`DEAD`].
    pub block_of: Vec<u32>,
    /// Number of blocks of live states.
    pub blocks: usize,
}

/// The coarsest partition of the states of a table with the given number of classes (columns).
pub fn minimise(classes: usize, table: &[u32], accepting: &[bool]) -> Minimal {
    let states = accepting.len();
    if states == 0 {
        return Minimal { block_of: Vec::new(), blocks: 0 };
    }
    if !accepting.contains(&true) {
        return Minimal { block_of: vec![DEAD; states], blocks: 0 };
    }
    let groups = equal_columns(classes, table);
    let mut columns = Vec::new();
    for (class, &group) in groups.iter().enumerate() {
        if group as usize == columns.len() {
            columns.push(class);
        }
    }
    let live = live_states(classes, &columns, table, accepting);
    if let Some(minimal) = by_rounds(classes, &columns, table, accepting, &live) {
        return minimal;
    }
    by_transitions(classes, &columns, table, accepting, &live)
}

/// Splits by where states lead until nothing changes; `None` when that takes too many rounds.
fn by_rounds(
    classes: usize,
    columns: &[usize],
    table: &[u32],
    accepting: &[bool],
    live: &[bool],
) -> Option<Minimal> {
    let states: Vec<u32> = (0..accepting.len() as u32).filter(|&state| live[state as usize]).collect();
    // Where live states lead, numbered anew; what leads to nothing leads to `count`, whose class is
    // DEAD.
    let count = states.len();
    let mut number = vec![count as u32; accepting.len()];
    for (at, &state) in states.iter().enumerate() {
        number[state as usize] = at as u32;
    }
    let width = columns.len();
    let mut rows: Vec<u32> = Vec::with_capacity(count * width);
    for &state in &states {
        let row = &table[state as usize * classes..(state as usize + 1) * classes];
        let leads =
            |&column: &usize| if row[column] == DEAD { count as u32 } else { number[row[column] as usize] };
        rows.extend(columns.iter().map(leads));
    }
    let mut class: Vec<u32> = states.iter().map(|&state| u32::from(accepting[state as usize])).collect();
    class.push(DEAD);
    let mut blocks = [0, 1].iter().filter(|&a| class[..count].contains(a)).count();
    let mut finer = class.clone();
    let slots = (2 * count).next_power_of_two().max(16);
    let mut slot: Vec<u32> = Vec::new();
    // What the first state of each new class looks like: its old class, then those it leads to.
    let mut looks: Vec<u32> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        // An open hash table of the classes found; equality is always tested on the looks
        // themselves.
        slot.clear();
        slot.resize(slots, DEAD);
        looks.clear();
        let mut found = 0;
        for (at, row) in rows.chunks_exact(width).enumerate() {
            let look = looks.len();
            looks.push(class[at]);
            looks.extend(row.iter().map(|&next| class[next as usize]));
            let hash = looks[look..].iter().fold(0u64, |hash, &class| {
                (hash.rotate_left(5) ^ u64::from(class)).wrapping_mul(0x517c_c1b7_2722_0a95)
            });
            let mut place = (hash >> 20) as usize & (slots - 1);
            loop {
                let other = slot[place];
                if other == DEAD {
                    slot[place] = found;
                    finer[at] = found;
                    found += 1;
                    break;
                }
                let start = other as usize * (width + 1);
                if looks[start..start + width + 1] == looks[look..] {
                    finer[at] = other;
                    looks.truncate(look);
                    break;
                }
                place = (place + 1) & (slots - 1);
            }
        }
        std::mem::swap(&mut class, &mut finer);
        if found as usize == blocks {
            let block_of = number.iter().map(|&at| class[at as usize]).collect();
            return Some(Minimal { block_of, blocks });
        }
        blocks = found as usize;
    }
    None
}

/// Refines states by transitions and transitions by states, smaller parts first.
fn by_transitions(
    classes: usize,
    columns: &[usize],
    table: &[u32],
    accepting: &[bool],
    live: &[bool],
) -> Minimal {
    let states = accepting.len();
    // Live states by number.
    let mut number = vec![DEAD; states];
    let mut count = 0;
    for state in 0..states {
        if live[state] {
            number[state] = count;
            count += 1;
        }
    }
    let count = count as usize;
    if count == 0 {
        return Minimal { block_of: vec![DEAD; states], blocks: 0 };
    }
    // Transitions between live states, those of one class together.
    let (mut tail, mut head, mut label_starts) = (Vec::new(), Vec::new(), vec![0usize]);
    for &class in columns {
        for state in 0..states {
            let next = table[state * classes + class];
            if next != DEAD && live[state] && live[next as usize] {
                tail.push(number[state]);
                head.push(number[next as usize]);
            }
        }
        label_starts.push(tail.len());
    }
    let transitions = tail.len();
    // Incoming transitions of each state.
    let mut starts = vec![0u32; count + 1];
    for &h in &head {
        starts[h as usize + 1] += 1;
    }
    for at in 0..count {
        starts[at + 1] += starts[at];
    }
    let mut incoming = vec![0u32; transitions];
    let mut fill = starts.clone();
    for (transition, &h) in head.iter().enumerate() {
        incoming[fill[h as usize] as usize] = transition as u32;
        fill[h as usize] += 1;
    }
    drop(head);
    let mut blocks = Partition::whole(count);
    for state in 0..states {
        if live[state] && accepting[state] {
            blocks.mark(number[state]);
        }
    }
    blocks.split();
    let mut cords = Partition::grouped(transitions, &label_starts);
    // The first block need not be used as a splitter.
    let mut block = 1;
    let mut cord = 0;
    while cord < cords.len() {
        for at in cords.first[cord]..cords.past[cord] {
            blocks.mark(tail[cords.elements[at as usize] as usize]);
        }
        blocks.split();
        cord += 1;
        while block < blocks.len() {
            for at in blocks.first[block]..blocks.past[block] {
                let state = blocks.elements[at as usize] as usize;
                for &transition in &incoming[starts[state] as usize..starts[state + 1] as usize] {
                    cords.mark(transition);
                }
            }
            cords.split();
            block += 1;
        }
    }
    let block_of = number.iter().map(|&n| if n == DEAD { DEAD } else { blocks.set_of[n as usize] }).collect();
    Minimal { block_of, blocks: blocks.len() }
}

/// The states from which something can be accepted.
fn live_states(classes: usize, columns: &[usize], table: &[u32], accepting: &[bool]) -> Vec<bool> {
    let states = accepting.len();
    let mut live = accepting.to_vec();
    if live.iter().all(|&l| l) {
        return live;
    }
    let mut starts = vec![0u32; states + 1];
    for row in table.chunks(classes) {
        for &class in columns {
            if row[class] != DEAD {
                starts[row[class] as usize + 1] += 1;
            }
        }
    }
    for at in 0..states {
        starts[at + 1] += starts[at];
    }
    let mut from = vec![0u32; starts[states] as usize];
    let mut fill = starts.clone();
    for (state, row) in table.chunks(classes).enumerate() {
        for &class in columns {
            if row[class] != DEAD {
                from[fill[row[class] as usize] as usize] = state as u32;
                fill[row[class] as usize] += 1;
            }
        }
    }
    let mut todo: Vec<u32> = (0..states as u32).filter(|&s| live[s as usize]).collect();
    while let Some(state) = todo.pop() {
        for &before in &from[starts[state as usize] as usize..starts[state as usize + 1] as usize] {
            if !live[before as usize] {
                live[before as usize] = true;
                todo.push(before);
            }
        }
    }
    live
}

/// For each column the number of its group of equal columns, groups in order of first occurrence.
pub fn equal_columns(classes: usize, table: &[u32]) -> Vec<u32> {
    let mut hash = vec![0u64; classes];
    for row in table.chunks(classes.max(1)) {
        for (h, &next) in hash.iter_mut().zip(row) {
            *h = (h.rotate_left(5) ^ u64::from(next)).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }
    let equal = |a: usize, b: usize| table.chunks(classes).all(|row| row[a] == row[b]);
    let mut with_hash: FxHashMap<u64, Vec<(usize, u32)>> = FxHashMap::default();
    let mut groups = Vec::with_capacity(classes);
    let mut count = 0;
    for (class, &hash) in hash.iter().enumerate() {
        let same = with_hash.entry(hash).or_default();
        let group = match same.iter().find(|&&(first, _)| equal(first, class)) {
            Some(&(_, group)) => group,
            None => {
                same.push((class, count));
                count += 1;
                count - 1
            }
        };
        groups.push(group);
    }
    groups
}

/// A partition of `0..n` that is refined by marking elements and splitting every set into marked
/// and not.
struct Partition {
    /// The elements, set by set.
    elements: Vec<u32>,
    /// Where each element stands in `elements`.
    place: Vec<u32>,
    set_of: Vec<u32>,
    first: Vec<u32>,
    past: Vec<u32>,
    /// How many elements of each set are marked; they stand at its beginning.
    marked: Vec<u32>,
    touched: Vec<u32>,
}

impl Partition {
    fn whole(count: usize) -> Partition {
        Partition::grouped(count, &[0, count])
    }

    /// One set for each non-empty stretch between two of `starts`.
    fn grouped(count: usize, starts: &[usize]) -> Partition {
        let (mut first, mut past, mut set_of) = (Vec::new(), Vec::new(), vec![0; count]);
        for pair in starts.windows(2).filter(|pair| pair[0] < pair[1]) {
            set_of[pair[0]..pair[1]].fill(first.len() as u32);
            first.push(pair[0] as u32);
            past.push(pair[1] as u32);
        }
        Partition {
            elements: (0..count as u32).collect(),
            place: (0..count as u32).collect(),
            set_of,
            marked: vec![0; first.len()],
            first,
            past,
            touched: Vec::new(),
        }
    }

    fn len(&self) -> usize {
        self.first.len()
    }

    fn mark(&mut self, element: u32) {
        let set = self.set_of[element as usize] as usize;
        let at = self.place[element as usize];
        let to = self.first[set] + self.marked[set];
        if at < to {
            return;
        }
        let other = self.elements[to as usize];
        self.elements[at as usize] = other;
        self.place[other as usize] = at;
        self.elements[to as usize] = element;
        self.place[element as usize] = to;
        if self.marked[set] == 0 {
            self.touched.push(set as u32);
        }
        self.marked[set] += 1;
    }

    /// The smaller part of each split set becomes a new set.
    fn split(&mut self) {
        while let Some(set) = self.touched.pop() {
            let set = set as usize;
            let middle = self.first[set] + self.marked[set];
            if middle == self.past[set] {
                self.marked[set] = 0;
                continue;
            }
            let fresh = self.first.len() as u32;
            if self.marked[set] <= self.past[set] - middle {
                self.first.push(self.first[set]);
                self.past.push(middle);
                self.first[set] = middle;
            } else {
                self.first.push(middle);
                self.past.push(self.past[set]);
                self.past[set] = middle;
            }
            for at in self.first[fresh as usize]..self.past[fresh as usize] {
                self.set_of[self.elements[at as usize] as usize] = fresh;
            }
            self.marked[set] = 0;
            self.marked.push(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The partition found by comparing all pairs of states until nothing changes.
    fn slowly(classes: usize, table: &[u32], accepting: &[bool]) -> usize {
        let n = accepting.len();
        let mut class: Vec<usize> = accepting.iter().map(|&a| usize::from(a)).chain([0]).collect();
        loop {
            let signature = |s: usize| {
                let next = |c: usize| match (s < n).then(|| table[s * classes + c]) {
                    Some(next) if next != DEAD => class[next as usize],
                    _ => class[n],
                };
                (class[s], (0..classes).map(next).collect::<Vec<_>>())
            };
            let signatures: Vec<_> = (0..=n).map(signature).collect();
            let mut sorted = signatures.clone();
            sorted.sort();
            sorted.dedup();
            let finer: Vec<usize> = signatures.iter().map(|s| sorted.binary_search(s).unwrap()).collect();
            if sorted.len() == {
                let mut c = class.clone();
                c.sort_unstable();
                c.dedup();
                c.len()
            } {
                let mut live: Vec<usize> =
                    (0..n).filter(|&s| class[s] != class[n]).map(|s| class[s]).collect();
                live.sort_unstable();
                live.dedup();
                return live.len();
            }
            class = finer;
        }
    }

    #[test]
    fn random_automata_are_minimised_as_slowly_comparing_all_states_does() {
        let mut seed = 7u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        for _ in 0..300 {
            let (states, classes) = (1 + random(12) as usize, 1 + random(4) as usize);
            let table: Vec<u32> = (0..states * classes)
                .map(|_| if random(4) == 0 { DEAD } else { random(states as u64) as u32 })
                .collect();
            let accepting: Vec<bool> = (0..states).map(|_| random(3) == 0).collect();
            let expected = slowly(classes, &table, &accepting);
            assert_eq!(minimise(classes, &table, &accepting).blocks, expected);
            let columns: Vec<usize> = (0..classes).collect();
            let live = live_states(classes, &columns, &table, &accepting);
            assert_eq!(by_transitions(classes, &columns, &table, &accepting, &live).blocks, expected);
        }
    }
}
