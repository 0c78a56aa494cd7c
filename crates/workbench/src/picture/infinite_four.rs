//! The board of a response strategy, as text and as SVG.
//!
//! Stones on the board are in brackets, certain ones are X and O, the two cells of a pair share a
//! letter, free zone cells are dots. Zone cells may be filled with one side, as in the figures that
//! show that no four arises whoever gets them.

use std::collections::BTreeMap;

use hissho_rules::infinite_four::{Cell, Side};
use hissho_solve::infinite_four::responder::{ColumnStones, Pattern};

use super::Svg;

/// What stands in a cell of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellSign {
    /// A stone on the board.
    Stone(Side),
    /// A cell that falls to this side.
    Certain(Side),
    /// A cell of a pair, with its letter.
    Pair(String),
    /// A zone cell without a partner.
    Free,
}

/// A rectangle of a board, ready to be drawn.
#[derive(Clone, Debug)]
pub struct Window {
    first: i64,
    rows: u32,
    /// Column by column, from the ground up.
    marks: Vec<Vec<CellSign>>,
}

impl Window {
    /// The columns `first` to `last` and the rows 1 to `rows` of a pattern with stones on it; with
    /// the zone cells filled by one side if `fill` says so.
    pub fn new(
        pattern: &Pattern,
        stones: &dyn ColumnStones,
        columns: (i64, i64),
        rows: u32,
        fill: Option<Side>,
    ) -> Window {
        let mut letters: BTreeMap<Cell, String> = BTreeMap::new();
        let mut count = 0;
        let (first, last) = columns;
        let mut marks = Vec::new();
        for column in first..=last {
            let height = pattern.zone_height(column);
            let cells = (1..=rows).map(|row| {
                let cell = Cell { column, row };
                if let Some(side) = stones.at(cell) {
                    return CellSign::Stone(side);
                }
                if row > height {
                    let opponents = (row - height) % 2 == 1;
                    let responder = pattern.responder();
                    return CellSign::Certain(if opponents { responder.other() } else { responder });
                }
                match (fill, pattern.partner(cell)) {
                    (Some(side), _) => CellSign::Certain(side),
                    (None, None) => CellSign::Free,
                    (None, Some((partner, _))) => {
                        let known = letters.get(&partner).cloned();
                        let letter = known.unwrap_or_else(|| {
                            count += 1;
                            letter_of(count - 1)
                        });
                        letters.insert(cell, letter.clone());
                        CellSign::Pair(letter)
                    }
                }
            });
            marks.push(cells.collect());
        }
        Window { first, rows, marks }
    }

    /// The view as lines of text, the highest row first, the column numbers below.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for row in (0..self.rows as usize).rev() {
            let cells = self.marks.iter().map(|column| match &column[row] {
                CellSign::Stone(side) => format!(" ({side})"),
                CellSign::Certain(side) => format!("  {side} "),
                CellSign::Pair(letter) => format!("{letter:>3} "),
                CellSign::Free => "  · ".to_owned(),
            });
            let line: String = cells.collect();
            text += &format!("{:>3} {}\n", row + 1, line.trim_end());
        }
        let numbers: String =
            (0..self.marks.len() as i64).map(|index| format!("{:>3} ", self.first + index)).collect();
        text + "    " + numbers.trim_end() + "\n"
    }

    /// The view as a picture.
    pub fn svg(&self, title: &str) -> String {
        const SIZE: f64 = 28.0;
        let (width, height) = (self.marks.len() as f64, f64::from(self.rows));
        let mut svg = Svg::new((width + 1.0) * SIZE, (height + 2.0) * SIZE);
        for (index, column) in self.marks.iter().enumerate() {
            let x = (index as f64 + 1.0) * SIZE;
            for (row, mark) in column.iter().enumerate() {
                let y = (height - row as f64) * SIZE;
                let (left, top) = (x - SIZE / 2.0, y - SIZE / 2.0);
                let tint = |letter: &str| {
                    let hue = letter.bytes().fold(0u32, |sum, byte| sum * 31 + u32::from(byte)) * 47 % 360;
                    format!("hsl({hue},70%,82%)")
                };
                match mark {
                    CellSign::Pair(letter) => svg.rectangle(left, top, SIZE, SIZE, &tint(letter)),
                    CellSign::Free => svg.rectangle(left, top, SIZE, SIZE, "#eeeeee"),
                    CellSign::Stone(_) | CellSign::Certain(_) => {}
                }
                svg.frame(left, top, SIZE, SIZE, "#cccccc");
                let colour = |side: &Side| if *side == Side::X { "#c0392b" } else { "#2c5aa0" };
                match mark {
                    CellSign::Stone(side) => {
                        svg.disc(x, y, SIZE * 0.42, colour(side), "#222222");
                        svg.text(x, y, SIZE * 0.5, "#ffffff", &side.to_string());
                    }
                    CellSign::Certain(side) => svg.text(x, y, SIZE * 0.55, colour(side), &side.to_string()),
                    CellSign::Pair(letter) => svg.text(x, y, SIZE * 0.55, "#222222", letter),
                    CellSign::Free => svg.text(x, y, SIZE * 0.55, "#888888", "·"),
                }
            }
            let number = (self.first + index as i64).to_string();
            svg.text(x, (height + 1.0) * SIZE, SIZE * 0.4, "#555555", &number);
        }
        let ground = (height + 0.5) * SIZE;
        svg.line((SIZE / 2.0, ground), ((width + 0.5) * SIZE, ground), "#222222", 2.0);
        svg.finish(title)
    }
}

/// a, b, …, z without o and x, then aa, ab, …
fn letter_of(number: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnpqrstuvwyz";
    let last = char::from(LETTERS[number % LETTERS.len()]);
    match number / LETTERS.len() {
        0 => last.to_string(),
        more => letter_of(more - 1) + &last.to_string(),
    }
}
