//! What one player has proved so far, found by containment.
//!
//! A statement holds in every position where its stones are there and no cell of its carrier is
//! lost. To find the statements that hold in a position without looking at all of them they stand
//! in a tree: each branching asks about one cell, whether a statement needs a stone there, needs
//! the cell empty, or neither (a set-trie; Savnik, SetTrie data structure for fast subset and
//! superset queries, 2013). Each branch knows what all its statements need, and its newest
//! statement, so that a position compared before is compared with the new ones only.
//!
//! Cost: a query looks at a few percent of the statements. With a million of them what counts is
//! memory traffic: a leaf has the sets of its statements in one row, and a search that stays below
//! one position for a while asks an [`Excerpt`], which leaves out the statements that cannot hold
//! there any more.

use hissho_rules::hex::{Cell, CellSet};

use super::board::EVERYTHING;
use super::ledger::Entry;

/// A leaf with more statements than this branches.
const FULL_LEAF: usize = 48;

/// What to ask about is chosen by so many statements of a leaf, at most twice as many.
const SAMPLE: usize = 128;

/// A statement in a position: won as it stands, or by a move of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The owner's move, in the carrier; `None`: the opponent may move.
    pub key: Option<Cell>,
    /// Stones and carrier before the move, and the step after it.
    pub entry: Entry,
}

/// The statements of one player and one kind.
#[derive(Debug, Default)]
pub struct StatementIndex {
    facts: Vec<Fact>,
    index: SetTrie,
}

impl StatementIndex {
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
        self.index.add(self.facts.len(), Needs::of(&fact.entry));
        self.facts.push(fact);
    }

    /// Calls `each` with the facts from number `from` on that hold where the owner has `own` and
    /// the cells of `lost` are not to be had, until it answers `true`.
    pub fn find(&self, own: CellSet, lost: CellSet, from: usize, mut each: impl FnMut(&Fact) -> bool) {
        self.index.find(own, lost, from, |number| each(&self.facts[number as usize]));
    }
}

/// The facts that can still hold when some cells are lost.
#[derive(Debug)]
pub struct Excerpt {
    lost: CellSet,
    /// How many of the facts it has looked at.
    seen: usize,
    /// The numbers of those it has, in order.
    numbers: Vec<u32>,
    index: SetTrie,
}

impl Excerpt {
    /// Without the facts that need a cell of `lost`; `wider` is an excerpt in which less is lost.
    pub fn new(known: &StatementIndex, lost: CellSet, wider: Option<&mut Excerpt>) -> Excerpt {
        let needs = |number: u32| Needs::of(&known.facts[number as usize].entry);
        let can_hold = |&number: &u32| needs(number).is_disjoint(lost);
        let numbers: Vec<u32> = match wider {
            Some(wider) => {
                wider.catch_up(known);
                wider.numbers.iter().copied().filter(can_hold).collect()
            }
            None => (0..known.len() as u32).filter(can_hold).collect(),
        };
        let row = numbers.iter().map(|&number| needs(number)).collect();
        Excerpt { lost, seen: known.len(), index: SetTrie::new(numbers.clone(), row), numbers }
    }

    /// How many facts it has.
    pub fn count(&self) -> usize {
        self.numbers.len()
    }

    fn catch_up(&mut self, known: &StatementIndex) {
        for (number, fact) in known.facts.iter().enumerate().skip(self.seen) {
            let needs = Needs::of(&fact.entry);
            if needs.is_disjoint(self.lost) {
                self.numbers.push(number as u32);
                self.index.add(number, needs);
            }
        }
        self.seen = known.len();
    }

    /// The same as [`StatementIndex::find`], where all that this excerpt is without is lost.
    pub fn find(
        &mut self,
        known: &StatementIndex,
        own: CellSet,
        lost: CellSet,
        from: usize,
        mut each: impl FnMut(&Fact) -> bool,
    ) {
        self.catch_up(known);
        self.index.find(own, lost, from, |number| each(&known.facts[number as usize]));
    }
}

/// The stones and the empty cells without which a statement does not hold.
#[derive(Clone, Copy, Debug)]
struct Needs {
    stones: CellSet,
    carrier: CellSet,
}

impl Needs {
    fn of(entry: &Entry) -> Needs {
        Needs { stones: entry.stones, carrier: entry.carrier }
    }

    fn are_met(&self, own: CellSet, lost: CellSet) -> bool {
        self.stones.minus(own).or(self.carrier.and(lost)).is_empty()
    }

    fn is_disjoint(&self, lost: CellSet) -> bool {
        self.stones.or(self.carrier).is_disjoint(lost)
    }

    fn in_common(&self, other: Needs) -> Needs {
        Needs { stones: self.stones.and(other.stones), carrier: self.carrier.and(other.carrier) }
    }

    /// Which branch a statement belongs to when asked about a cell.
    fn place(&self, cell: Cell) -> usize {
        if self.stones.contains(cell) {
            0
        } else if self.carrier.contains(cell) {
            1
        } else {
            2
        }
    }
}

/// The tree, with numbers for the facts.
#[derive(Debug)]
struct SetTrie {
    branches: Vec<TrieBranch>,
}

#[derive(Debug)]
struct TrieBranch {
    /// One more than the number of the newest fact below.
    end: usize,
    /// What all facts below need.
    common: Needs,
    kind: TrieKind,
}

#[derive(Debug)]
enum TrieKind {
    /// The facts by number, and what each needs.
    Leaf(Vec<u32>, Vec<Needs>),
    /// The cell, and the branches of the facts that need a stone, need it empty, do not need it.
    Ask(Cell, [u32; 3]),
}

impl TrieBranch {
    /// A leaf with these facts.
    fn leaf(numbers: Vec<u32>, needs: Vec<Needs>) -> TrieBranch {
        let all = Needs { stones: EVERYTHING, carrier: EVERYTHING };
        TrieBranch {
            end: numbers.last().map_or(0, |&last| last as usize + 1),
            common: needs.iter().fold(all, |common, &one| common.in_common(one)),
            kind: TrieKind::Leaf(numbers, needs),
        }
    }
}

impl Default for SetTrie {
    fn default() -> SetTrie {
        SetTrie::new(vec![], vec![])
    }
}

impl SetTrie {
    /// With these facts, in order.
    fn new(numbers: Vec<u32>, row: Vec<Needs>) -> SetTrie {
        let mut index = SetTrie { branches: vec![TrieBranch::leaf(numbers, row)] };
        let mut at = 0;
        // The branches made by a split come last, and their turn comes too.
        while at < index.branches.len() {
            index.split(at);
            at += 1;
        }
        index
    }

    /// Adds a fact; its number is larger than all so far.
    fn add(&mut self, number: usize, needs: Needs) {
        let mut at = 0usize;
        loop {
            let branch = &mut self.branches[at];
            branch.end = number + 1;
            branch.common = branch.common.in_common(needs);
            match &mut branch.kind {
                TrieKind::Ask(cell, below) => at = below[needs.place(*cell)] as usize,
                TrieKind::Leaf(numbers, row) => {
                    numbers.push(number as u32);
                    row.push(needs);
                    if row.len().is_power_of_two() {
                        self.split(at);
                    }
                    return;
                }
            }
        }
    }

    /// Makes a full leaf ask about a cell.
    fn split(&mut self, at: usize) {
        let TrieKind::Leaf(numbers, row) = &self.branches[at].kind else { return };
        if row.len() <= FULL_LEAF {
            return;
        }
        let Some(cell) = question(row) else { return };
        let mut below: [(Vec<u32>, Vec<Needs>); 3] = Default::default();
        for (&number, needs) in numbers.iter().zip(row) {
            let (numbers, row) = &mut below[needs.place(cell)];
            numbers.push(number);
            row.push(*needs);
        }
        let first = self.branches.len() as u32;
        self.branches.extend(below.map(|(numbers, row)| TrieBranch::leaf(numbers, row)));
        self.branches[at].kind = TrieKind::Ask(cell, [first, first + 1, first + 2]);
    }

    fn find(&self, own: CellSet, lost: CellSet, from: usize, mut each: impl FnMut(u32) -> bool) {
        let mut open = vec![0u32];
        while let Some(at) = open.pop() {
            let branch = &self.branches[at as usize];
            if branch.end <= from || !branch.common.are_met(own, lost) {
                continue;
            }
            match &branch.kind {
                TrieKind::Ask(cell, [stone, empty, neither]) => {
                    open.push(*neither);
                    if !lost.contains(*cell) {
                        open.push(*empty);
                    }
                    if own.contains(*cell) {
                        open.push(*stone);
                    }
                }
                TrieKind::Leaf(numbers, row) => {
                    let fresh = numbers.partition_point(|&number| (number as usize) < from);
                    for (needs, &number) in row[fresh..].iter().zip(&numbers[fresh..]) {
                        if needs.are_met(own, lost) && each(number) {
                            return;
                        }
                    }
                }
            }
        }
    }
}

/// The cell to ask about: one that excludes many statements from most positions, not all in the
/// same way. Most positions have no stone of the owner on a given cell, and the cell is not lost.
fn question(row: &[Needs]) -> Option<Cell> {
    let (mut stones, mut carriers, mut all) = ([0usize; 128], [0usize; 128], 0);
    for needs in row.iter().step_by((row.len() / SAMPLE).max(1)) {
        all += 1;
        needs.stones.cells().for_each(|cell| stones[usize::from(cell.0)] += 1);
        needs.carrier.cells().for_each(|cell| carriers[usize::from(cell.0)] += 1);
    }
    let gain = |&cell: &usize| 2 * stones[cell] + carriers[cell];
    let divides = |&cell: &usize| gain(&cell) > 0 && stones[cell] < all && carriers[cell] < all;
    (0..128).filter(divides).max_by_key(gain).map(|cell| Cell(cell as u8))
}
