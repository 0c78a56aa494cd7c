//! All words of zone heights of a given period that carry safe pairs of that period.
//!
//! The graph of [`hissho_certificate::infinite_four::zone_words`] has windows of three columns with their pairs as states, so a
//! periodic word is a closed path. Every such path passes a 0; between two of them it reads a *block*.
//! The blocks and, for each, which states at a 0 it leads from and to, are read off the graph - nothing
//! is assumed about them. A sequence of blocks closes if the product of these relations has a fixed
//! state. Sequences are listed once up to rotation and reflection, least word first.
//!
//! Cost: the graph once (some milliseconds); then one sequence of blocks after the other, each with
//! products of small bit matrices.

use std::collections::BTreeMap;

use hissho_certificate::infinite_four::zone_words::{Window, endless_windows};
use hissho_rules::infinite_four::Cell;

use crate::limits::{Meter, Stop};
use hissho_certificate::infinite_four::response::Pair;

/// The blocks between two zeros and how they lead from state to state.
pub struct Words {
    /// Windows that end with a 0.
    states: Vec<Window>,
    /// Each block (beginning with its 0) with the states it leads to from each state.
    blocks: Vec<(Vec<u8>, Relation)>,
    graph: &'static BTreeMap<Window, Vec<Window>>,
}

/// For each state, the set of states reached, as bits.
type Relation = Vec<u128>;

impl Words {
    /// Reads the blocks off the graph of safe windows.
    pub fn new() -> Words {
        let graph = endless_windows();
        let states: Vec<Window> = graph.keys().filter(|window| window[2].height == 0).copied().collect();
        assert!(states.len() <= 128, "the states at a zero fit into a machine word");
        let mut blocks: BTreeMap<Vec<u8>, Relation> = BTreeMap::new();
        for (index, &state) in states.iter().enumerate() {
            let mut paths = vec![(state, vec![0u8])];
            while let Some((window, read)) = paths.pop() {
                for next in &graph[&window] {
                    match next[2].height {
                        0 => {
                            let to = states.binary_search(next).expect("a window that ends with a 0");
                            let relation =
                                blocks.entry(read.clone()).or_insert_with(|| vec![0; states.len()]);
                            relation[index] |= 1 << to;
                        }
                        height => paths.push((*next, [read.as_slice(), &[height]].concat())),
                    }
                }
            }
        }
        Words { states, blocks: blocks.into_iter().collect(), graph }
    }

    /// Every word of this period, as digits, once up to rotation and reflection, in order.
    pub fn of_period(&self, period: usize, meter: &Meter) -> Result<Vec<String>, Stop> {
        let mut words = Vec::new();
        let identity: Relation = (0..self.states.len()).map(|index| 1 << index).collect();
        self.extend(period, &mut Vec::new(), &identity, &mut words, meter)?;
        let mut words: Vec<String> = words
            .into_iter()
            .map(|sequence: Vec<usize>| {
                let letters = sequence.iter().flat_map(|&block| &self.blocks[block].0);
                letters.map(ToString::to_string).collect()
            })
            .collect();
        words.sort();
        Ok(words)
    }

    /// Extends a sequence of blocks by all that still fit.
    fn extend(
        &self,
        left: usize,
        sequence: &mut Vec<usize>,
        relation: &Relation,
        words: &mut Vec<Vec<usize>>,
        meter: &Meter,
    ) -> Result<(), Stop> {
        meter.spend(1)?;
        if left == 0 {
            let closes = relation.iter().enumerate().any(|(index, to)| to >> index & 1 == 1);
            if closes && !sequence.is_empty() && self.is_least(sequence) {
                words.push(sequence.clone());
            }
            return Ok(());
        }
        for (block, (word, step)) in self.blocks.iter().enumerate() {
            // The least rotation begins with its least block.
            if word.len() > left || sequence.first().is_some_and(|&first| block < first) {
                continue;
            }
            let product: Relation = relation
                .iter()
                .map(|&to| {
                    (0..step.len()).filter(|&mid| to >> mid & 1 == 1).fold(0, |all, mid| all | step[mid])
                })
                .collect();
            if product.iter().all(|&to| to == 0) {
                continue;
            }
            sequence.push(block);
            self.extend(left - word.len(), sequence, &product, words, meter)?;
            sequence.pop();
        }
        Ok(())
    }

    /// Whether no rotation of the sequence, read forwards or backwards, gives a smaller one. The blocks are in
    /// order, none is a prefix of another, and each read backwards from zero to zero is itself.
    fn is_least(&self, sequence: &[usize]) -> bool {
        let backwards: Vec<usize> = sequence.iter().rev().copied().collect();
        let rotations = |of: &[usize]| {
            (0..of.len()).all(|shift| {
                let rotated = of[shift..].iter().chain(&of[..shift]);
                rotated.cmp(sequence.iter()) != std::cmp::Ordering::Less
            })
        };
        rotations(sequence) && rotations(&backwards)
    }

    /// The pairs of one period of a word with a fixed state: the essentially different choices, each pair with
    /// columns counted from the first letter, which is a 0; at most `most`. Pairs no line needs are left out.
    pub fn pairings(&self, word: &str, most: usize) -> Vec<Vec<Pair>> {
        let heights: Vec<u8> = word.bytes().map(|letter| letter - b'0').collect();
        let mut found: Vec<Vec<Pair>> = Vec::new();
        for state in &self.states {
            let mut paths = vec![vec![*state]];
            while let Some(path) = paths.pop() {
                let last = path[path.len() - 1];
                if path.len() == heights.len() + 1 {
                    if last == *state {
                        let pairs = least_pairs(&path[1..], &heights);
                        if !found.contains(&pairs) {
                            found.push(pairs);
                        }
                    }
                    continue;
                }
                let want = heights[path.len() % heights.len()];
                for next in self.graph[&last].iter().filter(|next| next[2].height == want) {
                    paths.push([path.as_slice(), &[*next]].concat());
                }
            }
        }
        // Keep those of which no other is a part, then one of each class under rotation and reflection.
        let all = found.clone();
        found.retain(|pairs| {
            !all.iter()
                .any(|fewer| fewer.len() < pairs.len() && fewer.iter().all(|pair| pairs.contains(pair)))
        });
        let mut classes: Vec<Vec<Pair>> = Vec::new();
        for pairs in found {
            let class = symmetries(&pairs, &heights);
            if !classes.iter().any(|known| class.contains(known)) {
                classes.push(pairs);
            }
            if classes.len() == most {
                break;
            }
        }
        classes
    }
}

impl Default for Words {
    fn default() -> Words {
        Words::new()
    }
}

/// The pairs along one period, each named by its left cell with a column from 0 to the period less 1.
fn least_pairs(path: &[Window], heights: &[u8]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (index, window) in path.iter().enumerate() {
        let column = (index + 1) % heights.len();
        for (row, &(right, up)) in window[2].partners.iter().enumerate() {
            let row = row as u32 + 1;
            if (right, up) > (0, 0) && right > 0 {
                let one = Cell { column: column as i64, row };
                let two = Cell {
                    column: column as i64 + i64::from(right),
                    row: row.wrapping_add_signed(i32::from(up)),
                };
                pairs.push(Pair { cells: [one, two], weak: false });
            }
        }
    }
    pairs.sort();
    pairs
}

/// The images of periodic pairs under the rotations and reflections that keep the word.
fn symmetries(pairs: &[Pair], heights: &[u8]) -> Vec<Vec<Pair>> {
    let period = heights.len() as i64;
    let letter = |column: i64| heights[column.rem_euclid(period) as usize];
    let mut images = Vec::new();
    for shift in 0..period {
        for turned in [false, true] {
            let image = |column: i64| if turned { shift - column } else { column + shift };
            if !(0..period).all(|column| letter(image(column)) == letter(column)) {
                continue;
            }
            let mut moved: Vec<Pair> = pairs
                .iter()
                .map(|pair| {
                    let mut cells = pair.cells.map(|cell| Cell { column: image(cell.column), ..cell });
                    cells.sort();
                    let base = cells[0].column.rem_euclid(period) - cells[0].column;
                    Pair { cells: cells.map(|cell| Cell { column: cell.column + base, ..cell }), ..*pair }
                })
                .collect();
            moved.sort();
            images.push(moved);
        }
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    /// Period and number of words, found by an independent SAT search over all words of zone heights.
    const KNOWN: &[(usize, usize)] = &[
        (1, 0),
        (4, 0),
        (5, 1),
        (6, 0),
        (8, 1),
        (9, 0),
        (10, 1),
        (13, 1),
        (15, 1),
        (16, 1),
        (17, 0),
        (18, 2),
        (20, 1),
        (21, 1),
        (22, 0),
        (23, 2),
        (24, 1),
        (25, 1),
        (26, 3),
        (27, 0),
        (28, 3),
        (29, 1),
        (30, 1),
        (31, 4),
        (32, 1),
        (33, 3),
        (34, 4),
        (35, 1),
        (36, 8),
        (37, 1),
        (38, 4),
        (39, 7),
        (40, 2),
    ];

    #[test]
    fn the_words_of_each_period_are_as_many_as_an_independent_search_found() {
        let words = Words::new();
        let meter = Limits::default().start();
        for &(period, count) in KNOWN {
            assert_eq!(words.of_period(period, &meter).unwrap().len(), count, "period {period}");
        }
        assert_eq!(words.of_period(18, &meter).unwrap(), ["021120211202120212", "021120212021120212"]);
    }

    #[test]
    fn the_gadgets_of_the_paper_are_the_only_ones_of_short_period() {
        let words = Words::new();
        assert_eq!(words.pairings("02112", 10).len(), 2);
        assert_eq!(words.pairings("02120212", 10).len(), 1);
        assert_eq!(words.pairings("0211202112", 10).len(), 2);
        assert_eq!(words.pairings("0211202120212", 10).len(), 2);
    }
}
