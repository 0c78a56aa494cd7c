//! What one player has proved so far, found by containment.
//!
//! A statement holds in every position where its stones are there and no cell of its carrier is lost. To find the
//! statements that hold in a position without looking at all of them they stand in a tree: each branching asks about
//! one cell, whether a statement needs a stone there, needs the cell empty, or neither (a set-trie; Savnik, Index data
//! structure for fast subset and superset queries, 2013). Each branch knows its newest statement, so that a
//! position compared before is compared with the new ones only.
//!
//! Cost: a query looks at a few percent of the statements.

use super::derivation::Entry;
use rules::hex::Cell;

/// A leaf with more statements than this branches.
const FULL_LEAF: usize = 48;

/// A statement in a position: won as it stands, or by a move of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The owner's move, in the carrier; `None`: the opponent may move.
    pub key: Option<Cell>,
    /// Stones and carrier before the move, and the step after it.
    pub entry: Entry,
}

/// The statements of one player and one kind.
#[derive(Debug)]
pub struct Known {
    facts: Vec<Fact>,
    branches: Vec<Branch>,
}

#[derive(Debug)]
struct Branch {
    /// One more than the number of the newest fact below.
    end: usize,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Leaf(Vec<u32>),
    /// The cell, and the branches of the facts that need a stone, need it empty, do not need it.
    Ask(u8, [u32; 3]),
}

impl Default for Known {
    fn default() -> Known {
        Known { facts: vec![], branches: vec![Branch { end: 0, kind: Kind::Leaf(vec![]) }] }
    }
}

impl Known {
    /// How many there are; facts are numbered in the order in which they came.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Is nothing known?
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// All facts in order.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Adds a fact.
    pub fn add(&mut self, fact: Fact) {
        let number = self.facts.len() as u32;
        self.facts.push(fact);
        let mut at = 0usize;
        loop {
            let branch = &mut self.branches[at];
            branch.end = self.facts.len();
            match &mut branch.kind {
                Kind::Ask(cell, below) => at = below[place(&fact.entry, *cell)] as usize,
                Kind::Leaf(numbers) => {
                    numbers.push(number);
                    if numbers.len() > FULL_LEAF && numbers.len().is_power_of_two() {
                        self.split(at);
                    }
                    return;
                }
            }
        }
    }

    /// Makes a leaf ask about the cell that excludes most: most positions have no stone of the owner on a given cell.
    fn split(&mut self, at: usize) {
        let Kind::Leaf(numbers) = &self.branches[at].kind else { return };
        let mut gain = [0usize; 128];
        for &number in numbers {
            let entry = &self.facts[number as usize].entry;
            entry.stones.cells().for_each(|cell| gain[usize::from(cell.0)] += 5);
            entry.carrier.cells().for_each(|cell| gain[usize::from(cell.0)] += 1);
        }
        let most = 5 * numbers.len();
        let best = (0..128).filter(|&cell| gain[cell] < most).max_by_key(|&cell| gain[cell]);
        let Some(cell) = best.filter(|&cell| gain[cell] > 0).map(|cell| cell as u8) else { return };
        let mut below: [Vec<u32>; 3] = Default::default();
        for &number in numbers {
            below[place(&self.facts[number as usize].entry, cell)].push(number);
        }
        if below.iter().filter(|numbers| !numbers.is_empty()).count() < 2 {
            return;
        }
        let first = self.branches.len() as u32;
        for numbers in below {
            let end = numbers.last().map_or(0, |&last| last as usize + 1);
            self.branches.push(Branch { end, kind: Kind::Leaf(numbers) });
        }
        self.branches[at].kind = Kind::Ask(cell, [first, first + 1, first + 2]);
    }

    /// Calls `each` with the facts from number `from` on that hold where the owner has `own` and the cells of `lost`
    /// are not to be had, until it answers `true`.
    pub fn find(&self, own: u128, lost: u128, from: usize, mut each: impl FnMut(&Fact) -> bool) {
        let mut open = vec![0u32];
        while let Some(at) = open.pop() {
            let branch = &self.branches[at as usize];
            if branch.end <= from {
                continue;
            }
            match &branch.kind {
                Kind::Ask(cell, [stone, empty, neither]) => {
                    open.push(*neither);
                    if lost >> cell & 1 == 0 {
                        open.push(*empty);
                    }
                    if own >> cell & 1 == 1 {
                        open.push(*stone);
                    }
                }
                Kind::Leaf(numbers) => {
                    let fresh = numbers.partition_point(|&number| (number as usize) < from);
                    for &number in &numbers[fresh..] {
                        let fact = &self.facts[number as usize];
                        let holds = fact.entry.stones.0 & !own == 0 && fact.entry.carrier.0 & lost == 0;
                        if holds && each(fact) {
                            return;
                        }
                    }
                }
            }
        }
    }
}

/// Which branch a statement belongs to when asked about a cell.
fn place(entry: &Entry, cell: u8) -> usize {
    if entry.stones.contains(Cell(cell)) {
        0
    } else if entry.carrier.contains(Cell(cell)) {
        1
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rules::hex::CellSet;

    proptest! {
        #[test]
        fn the_tree_finds_what_a_look_at_every_fact_finds(
            sets in prop::collection::vec((any::<u32>(), any::<u32>(), any::<u32>()), 0..400),
            own: u32, lost: u32, from in 0usize..400,
        ) {
            let mut known = Known::default();
            for (number, (stones, carrier, thin)) in sets.iter().enumerate() {
                let stones = CellSet(u128::from(stones & thin & 0x11_1111));
                let carrier = CellSet(u128::from(carrier & !thin & 0x24_8421)).minus(stones);
                known.add(Fact { key: None, entry: Entry { stones, carrier, step: number } });
            }
            let (own, lost) = (u128::from(own), u128::from(lost & !own));
            let mut found = vec![];
            known.find(own, lost, from, |fact| { found.push(fact.entry.step); false });
            found.sort_unstable();
            let holds = |fact: &&Fact| {
                fact.entry.stones.0 & !own == 0 && fact.entry.carrier.0 & lost == 0 && fact.entry.step >= from
            };
            let expected: Vec<usize> = known.facts().iter().filter(holds).map(|fact| fact.entry.step).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
