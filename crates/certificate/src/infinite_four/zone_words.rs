//! Certificate: which endless words of zone heights a static strategy can have.
//!
//! The class: static strategies of [`crate::infinite_four::response`] on the empty infinite board
//! with zone heights 0, 1 and 2. A word of zone heights, endless in both directions, is *safe* if
//! disjoint pairs of its zone cells can be chosen so that each line of four holds a cell certain to
//! be the responder's or a whole pair.
//!
//! Claim: the safe words are exactly the endless sequences of the two blocks 02112 and 0212. A word
//! of period p has such pairs of period p exactly when the number of blocks 0212 in a period is
//! even. All these words are strategies: their pairs join cells of one row.
//!
//! Evidence: the pairs of each block in each of two modes: 02112 keeps the mode, 0212 changes it. A
//! column is written as its zone height and, after a colon, the distance to the partner of each of
//! its zone cells (0: none).
//!
//! Why the check is enough. A pair helps only if a line contains both cells, so it lies in one row
//! at most 3 columns apart or on a diagonal in neighbouring columns (in one column no pair is
//! needed: zone cells 1 and 2 are followed by the opponent's 3 and the responder's 4). A column
//! with its zone height and its partners has 91 shapes. Windows of three columns are the states of
//! a finite graph, windows of four its steps, if they are consistent and all lines in them are safe
//! (lines that start above row 4 repeat those two rows lower). An endless word is safe exactly if
//! it is read along an endless path. The checker makes the graph, removes states without a step in
//! or out until none is left, and verifies on what remains that after each 0 comes 2112 or 212 and
//! then 0, that a 0 always comes, and that the mode - whether a pair reaches over the 0 in row 1 -
//! is kept by 02112 and changed by 0212. Conversely, all sequences of three blocks of the evidence
//! contain every window that sequences of blocks have.
//!
//! Cost: some hundred thousand windows.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::OnceLock;

use hissho_rules::Exhausted;

use crate::text::{Line, Reader, Writer};
use crate::{CheckError, Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "zone-words";

/// The letters of the longest block.
const LONGEST: usize = 5;

/// Steps that the check takes, whatever the certificate says: about a tenth of a second.
const STEPS: u64 = 15_000_000;

/// The safe words are the sequences of these two blocks; the second changes the mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneWords {
    /// The blocks, each beginning with its only 0.
    pub blocks: [Vec<u8>; 2],
}

impl fmt::Display for ZoneWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [keep, change] = self.blocks.each_ref().map(|block| word_of(block));
        write!(
            f,
            "infinite Connect-Four: a word of zone heights 0, 1, 2, endless both ways, has safe pairs exactly when it is \
             a sequence of blocks {keep} and {change}; if it repeats after p columns, it has safe pairs that repeat after \
             p columns exactly when p columns hold an even number of blocks {change}"
        )
    }
}

fn word_of(block: &[u8]) -> String {
    block.iter().map(ToString::to_string).collect()
}

/// A column: its zone height, and for the rows 1 and 2 where the partner is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Column {
    /// 0, 1 or 2.
    pub height: u8,
    /// Columns to the right and rows up to the partner; `(0, 0)` for none.
    pub partners: [(i8, i8); 2],
}

/// The pairs of each block: `shapes[block][mode]`.
pub type Shapes = [[Vec<Column>; 2]; 2];

/// Why the claim is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ZoneWordsError {
    /// A block of the claim is not of the form the check is made for.
    #[error("block {0}: a block begins with its only 0, has 4 or 5 letters, and the two are different")]
    Block(String),
    /// A safe word that is not a sequence of blocks.
    #[error("the safe word …{0}… is not a sequence of the blocks")]
    OtherWord(String),
    /// A block does not keep or change the mode as claimed.
    #[error("block {0} does not treat the mode as claimed")]
    Mode(String),
    /// The evidence for a block is not right.
    #[error("block {block} in mode {mode}: {problem}")]
    Shape {
        /// The block.
        block: String,
        /// Its mode at the start.
        mode: usize,
        /// What is wrong.
        problem: String,
    },
}

impl CheckError for ZoneWordsError {
    fn exhausted(&self) -> Option<Exhausted> {
        None
    }
}

/// Checks the claim: one direction by the graph of windows, the other by `shapes`.
pub fn check(claim: ZoneWords, shapes: &Shapes) -> Result<Proved<ZoneWords>, ZoneWordsError> {
    let [keep, change] = &claim.blocks;
    for block in &claim.blocks {
        let zeros = block.iter().filter(|&&height| height == 0).count();
        if block.first() != Some(&0) || zeros != 1 || !(4..=LONGEST).contains(&block.len()) || keep == change
        {
            return Err(ZoneWordsError::Block(word_of(block)));
        }
    }
    only_blocks(&claim)?;
    all_blocks(&claim, shapes)?;
    Ok(Proved::by_check(claim))
}

/// Three neighbouring columns.
pub type Window = [Column; 3];

/// The graph whose endless paths are the safe words with their pairs. It is always the same and
/// made once.
pub fn endless_windows() -> &'static BTreeMap<Window, Vec<Window>> {
    static GRAPH: OnceLock<BTreeMap<Window, Vec<Window>>> = OnceLock::new();
    GRAPH.get_or_init(|| endless_part(steps()))
}

/// Every endless path of the graph of windows reads a sequence of blocks.
fn only_blocks(claim: &ZoneWords) -> Result<(), ZoneWordsError> {
    let graph = endless_windows();
    for &start in graph.keys() {
        // Walk on until the next 0, and from a 0 until the one after it.
        let at_zero = start[2].height == 0;
        let mut paths = vec![(start, vec![0u8; usize::from(at_zero)])];
        while let Some((window, read)) = paths.pop() {
            for &next in &graph[&window] {
                let height = next[2].height;
                if height != 0 && read.len() == LONGEST {
                    return Err(ZoneWordsError::OtherWord(word_of(&read)));
                }
                if height != 0 {
                    paths.push((next, [read.as_slice(), &[height]].concat()));
                    continue;
                }
                if !at_zero {
                    continue;
                }
                let Some(block) = claim.blocks.iter().position(|block| *block == read) else {
                    return Err(ZoneWordsError::OtherWord(word_of(&read)));
                };
                if (mode(&start) == mode(&next)) != (block == 0) {
                    return Err(ZoneWordsError::Mode(word_of(&read)));
                }
            }
        }
    }
    Ok(())
}

/// Of a window that ends with a 0: whether a pair in row 1 reaches over that column.
fn mode(window: &Window) -> bool {
    window[1].partners[0] == (2, 0)
}

/// All steps between consistent windows of three columns whose lines are safe.
fn steps() -> BTreeMap<Window, Vec<Window>> {
    let hopeful = hopeful_words();
    let heights = |columns: &[Column]| columns.iter().map(|column| column.height).collect::<Vec<u8>>();
    let begins = |columns: &[Column]| hopeful.keys().any(|word| word.starts_with(&heights(columns)));
    let columns = columns();
    let mut graph: BTreeMap<Window, Vec<Window>> = BTreeMap::new();
    for &one in columns.iter().filter(|&&one| begins(&[one])) {
        for &two in columns.iter().filter(|&&two| consistent(&[one, two]) && begins(&[one, two])) {
            for &three in columns.iter().filter(|&&three| consistent(&[one, two, three])) {
                let Some(next) = hopeful.get(&heights(&[one, two, three])[..]) else {
                    continue;
                };
                let next = columns.iter().filter(|four| {
                    let window = [one, two, three, **four];
                    next.iter().any(|word| word[2] == four.height) && consistent(&window) && safe(&window)
                });
                let next: Vec<Window> = next.map(|&four| [two, three, four]).collect();
                graph.insert([one, two, three], next);
            }
        }
    }
    graph
}

/// The graph of heights alone: steps between words of three in which every line holds a cell of the
/// responder or two zone cells, as far as they lie on endless paths. Only these can be made safe.
fn hopeful_words() -> BTreeMap<Vec<u8>, Vec<Vec<u8>>> {
    let mut graph: BTreeMap<Vec<u8>, Vec<Vec<u8>>> = BTreeMap::new();
    for number in 0..81u8 {
        let heights = [number / 27, number / 9 % 3, number / 3 % 3, number % 3];
        let hopeful = |line: &[(usize, u8); 4]| {
            let kinds = line.map(|(column, row)| cell_kind(heights[column], row));
            let zone_cells = kinds.iter().filter(|&&kind| kind == Kind::Zone).count();
            kinds.contains(&Kind::Responder) || zone_cells >= 2
        };
        if lines().iter().all(hopeful) {
            graph.entry(heights[..3].to_vec()).or_default().push(heights[1..].to_vec());
        }
    }
    endless_part(graph)
}

/// What is left when states without a step in or out are removed again and again.
fn endless_part<W: Ord + Clone>(mut graph: BTreeMap<W, Vec<W>>) -> BTreeMap<W, Vec<W>> {
    loop {
        let entered: BTreeSet<W> = graph.values().flatten().cloned().collect();
        let before = graph.len();
        graph.retain(|window, next| entered.contains(window) && !next.is_empty());
        let left: BTreeSet<W> = graph.keys().cloned().collect();
        let mut removed = graph.len() < before;
        for next in graph.values_mut() {
            let count = next.len();
            next.retain(|window| left.contains(window));
            removed |= next.len() < count;
        }
        if !removed {
            return graph;
        }
    }
}

/// The 91 shapes of a column.
fn columns() -> Vec<Column> {
    let places = |up: i8| {
        let row = [-3, -2, -1, 1, 2, 3].map(|distance| (distance, 0));
        [row.as_slice(), &[(0, 0), (-1, up), (1, up)]].concat()
    };
    let mut columns = vec![Column { height: 0, partners: [(0, 0); 2] }];
    for low in places(1) {
        columns.push(Column { height: 1, partners: [low, (0, 0)] });
        columns.extend(places(-1).into_iter().map(|high| Column { height: 2, partners: [low, high] }));
    }
    columns
}

/// Whether the partners named inside the window name each other.
fn consistent(window: &[Column]) -> bool {
    (0..window.len()).all(|at| {
        (0..2usize).all(|row| {
            let (right, up) = window[at].partners[row];
            if (right, up) == (0, 0) {
                return true;
            }
            let (column, other) = (at as isize + isize::from(right), row as isize + isize::from(up));
            if row >= usize::from(window[at].height) || !(0..2).contains(&other) {
                return false;
            }
            match usize::try_from(column).ok().and_then(|column| window.get(column)) {
                None => true,
                Some(partner) => {
                    other < isize::from(partner.height) && partner.partners[other as usize] == (-right, -up)
                }
            }
        })
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Zone,
    Opponent,
    Responder,
}

/// What the cell in row `row` (from 1) of a column is.
fn cell_kind(height: u8, row: u8) -> Kind {
    match row.checked_sub(height) {
        None | Some(0) => Kind::Zone,
        Some(above) if above % 2 == 1 => Kind::Opponent,
        Some(_) => Kind::Responder,
    }
}

/// The lines across four columns that start in the rows 1 to 4, as columns and rows.
fn lines() -> Vec<[(usize, u8); 4]> {
    let mut lines = Vec::new();
    for row in 1..=4 {
        lines.push([0, 1, 2, 3].map(|step| (step, row)));
        lines.push([0, 1, 2, 3].map(|step| (step, row + step as u8)));
        lines.push([0, 1, 2, 3].map(|step| (step, row + 3 - step as u8)));
    }
    lines
}

/// Whether every line across the four columns holds a cell of the responder or a whole pair.
fn safe(window: &[Column; 4]) -> bool {
    lines().iter().all(|line| {
        let pair = |&(column, row): &(usize, u8)| {
            let shape = window[column];
            let (right, up) = shape.partners.get(usize::from(row) - 1).copied().unwrap_or((0, 0));
            let partner = (column as isize + isize::from(right), i16::from(row) + i16::from(up));
            row <= shape.height
                && (right, up) != (0, 0)
                && line.iter().any(|&(column, row)| (column as isize, i16::from(row)) == partner)
        };
        line.iter().any(|&(column, row)| cell_kind(window[column].height, row) == Kind::Responder)
            || line.iter().any(pair)
    })
}

/// The shapes make every sequence of blocks safe, with pairs within rows.
fn all_blocks(claim: &ZoneWords, shapes: &Shapes) -> Result<(), ZoneWordsError> {
    for (index, block) in claim.blocks.iter().enumerate() {
        for (start, shape) in shapes[index].iter().enumerate() {
            let wrong = |problem: &str| ZoneWordsError::Shape {
                block: word_of(block),
                mode: start,
                problem: problem.to_owned(),
            };
            if !shape.iter().map(|column| column.height).eq(block.iter().copied()) {
                return Err(wrong("the zone heights are not those of the block"));
            }
            if shape.iter().any(|column| column.partners.iter().any(|&(_, up)| up != 0)) {
                return Err(wrong("a pair is not within a row"));
            }
            // Any two blocks after it: every window of four columns of every sequence occurs like
            // this.
            let mode_after = |mode: usize, block: usize| mode ^ block;
            for second in 0..2 {
                for third in 0..2 {
                    let middle = mode_after(start, index);
                    let end = mode_after(middle, second);
                    let columns = [shape.as_slice(), &shapes[second][middle], &shapes[third][end]].concat();
                    let mut windows = columns.windows(4);
                    if !windows.all(|window| {
                        let window: &[Column; 4] = window.try_into().expect("windows of four");
                        consistent(window) && safe(window)
                    }) {
                        return Err(wrong(
                            "followed by two blocks, its pairs do not fit or leave a line open",
                        ));
                    }
                }
            }
        }
    }
    Ok(())
}

/// The certificate as text.
pub fn write(claim: &ZoneWords, shapes: &Shapes) -> String {
    let mut writer = Writer::new(KIND);
    lines_of(claim, shapes, &mut writer);
    writer.finish()
}

/// The lines after the head.
fn lines_of(claim: &ZoneWords, shapes: &Shapes, writer: &mut Writer<'_>) {
    for (block, modes) in claim.blocks.iter().zip(shapes) {
        writer.line(format_args!("block {}", word_of(block)));
        for shape in modes {
            let columns: String = shape.iter().map(|column| format!(" {}", column_text(column))).collect();
            writer.line(format_args!("shape{columns}"));
        }
    }
}

/// The zone height, and the distances to the partners if there are zone cells.
fn column_text(column: &Column) -> String {
    let [(low, _), (high, _)] = column.partners;
    match column.height {
        0 => "0".to_owned(),
        1 => format!("1:{low}"),
        height => format!("{height}:{low},{high}"),
    }
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let mut blocks = [Vec::new(), Vec::new()];
    let mut shapes: Shapes = Default::default();
    for (block, modes) in blocks.iter_mut().zip(&mut shapes) {
        let line = reader.field("block")?;
        let digits = line.text.chars().take(LONGEST + 1);
        let digits: Option<Vec<u8>> = digits.map(|letter| letter.to_digit(3).map(|d| d as u8)).collect();
        *block = digits.ok_or_else(|| line.refuse("a word of 0, 1 and 2"))?;
        for shape in modes {
            let line = reader.field("shape")?;
            let columns = line.words().take(LONGEST + 1);
            *shape = columns.map(|word| read_column(&line, word)).collect::<Result<_, _>>()?;
        }
    }
    let claim = ZoneWords { blocks };
    reader.must_be(|writer| lines_of(&claim, &shapes, writer))?;
    context.account.charge(STEPS)?;
    let proved = check(claim, &shapes).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}

fn read_column(line: &Line<'_>, word: &str) -> Result<Column, Refusal> {
    let (height, distances) = word.split_once(':').unwrap_or((word, ""));
    let height: u8 = line.value(height)?;
    let distances: Vec<i8> = match distances {
        "" => Vec::new(),
        some => some.split(',').map(|distance| line.value(distance)).collect::<Result<_, _>>()?,
    };
    let near = distances.iter().all(|distance| (-3..=3).contains(distance));
    if height > 2 || distances.len() != usize::from(height) || !near {
        return Err(line.refuse("columns as `0`, `1:D` or `2:D,D`, each D from -3 to 3"));
    }
    let mut column = Column { height, partners: [(0, 0); 2] };
    for (partner, distance) in column.partners.iter_mut().zip(distances) {
        *partner = (distance, 0);
    }
    Ok(column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_has_91_shapes_and_their_mirror_images_are_among_them() {
        let shapes: BTreeSet<Column> = columns().into_iter().collect();
        assert_eq!((shapes.len(), columns().len()), (91, 91));
        let mirrored =
            |column: &Column| Column { partners: column.partners.map(|(right, up)| (-right, up)), ..*column };
        assert!(shapes.iter().all(|column| shapes.contains(&mirrored(column))));
    }
}
