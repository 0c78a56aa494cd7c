//! The line games by name: `otrio(…)`, `qubic(3, …)`, `connect4(width,height,…)`.
//!
//! * `otrio`: 3×3 cells with a slot for each of the sizes L, M, S; a line is a cell, a row, column
//!   or diagonal in one size, or one with the sizes in order: exactly the 49 lines of a 3×3×3 cube.
//!   Parameters: `players=2|3|4` (two players own colours 1, 3 and 2, 4), `teams=12v34` (seats in
//!   turn order; replaces the owners), `stock=3` pieces of each size and colour or `none`,
//!   `forbidden=b2M`, several joined by `+`.
//! * `qubic(3)`: the cube with two colours and no stock; `forbidden=centre`. Cells are column, row,
//!   level: `b22`.
//! * `connect4(7,6)`: columns are written `1`…; `k=4` is the length of a line.

use std::fmt;

use super::{LineGame, Slots, slots_of};

/// Why a string does not name a line game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameNameError {
    /// The part that is not understood.
    pub found: String,
    /// What would be right.
    pub expected: String,
}

impl fmt::Display for GameNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not understood, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for GameNameError {}

fn wrong<T>(found: &str, expected: &str) -> Result<T, GameNameError> {
    Err(GameNameError { found: found.into(), expected: expected.into() })
}

impl LineGame {
    /// Whether `name` begins like a line game, so that [`LineGame::named`] is the one to read it.
    pub fn is_name(name: &str) -> bool {
        matches!(name.split('(').next().map(str::trim), Some("otrio" | "qubic" | "connect4"))
    }

    /// The game with this name and these parameters.
    pub fn named(name: &str) -> Result<LineGame, GameNameError> {
        let (head, inside) = match name.trim().split_once('(') {
            None => (name.trim(), ""),
            Some((head, rest)) => match rest.strip_suffix(')') {
                Some(inside) => (head.trim(), inside),
                None => return wrong(name, "a closing bracket at the end"),
            },
        };
        let parameters: Vec<&str> =
            inside.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        match head {
            "otrio" => otrio(&parameters),
            "qubic" => qubic(&parameters),
            "connect4" => connect_four(&parameters),
            _ => wrong(head, "otrio, qubic or connect4"),
        }
    }

    /// Fills in what follows from the rest.
    fn complete(mut self) -> LineGame {
        self.line_sets =
            self.lines.iter().map(|line| line.iter().fold(0, |set, slot| set | 1 << slot)).collect();
        let through = |slot: usize| self.line_sets.iter().copied().filter(move |line| line >> slot & 1 == 1);
        self.lines_through = (0..self.slots.len()).map(|slot| through(slot).collect()).collect();
        let candidates = std::mem::take(&mut self.symmetries);
        self.symmetries = candidates.into_iter().filter(|image| self.is_symmetry(image)).collect();
        self
    }
}

/// All slots of the cube.
const ALL_27: Slots = (1 << 27) - 1;

/// Slot of column `x`, row `y`, size or level `z` in the cube, each 0 to 2.
fn cube_slot(x: usize, y: usize, z: usize) -> usize {
    (y * 3 + x) * 3 + z
}

/// The 49 lines of the cube: three slots in arithmetic progression, in each direction but its
/// opposite.
fn cube_lines() -> Vec<Vec<usize>> {
    let mut lines = Vec::new();
    let step = |at: usize, by: i32, count: usize| {
        usize::try_from(at as i32 + by * count as i32).ok().filter(|&c| c < 3)
    };
    for start in 0..27 {
        let (x, y, z) = (start / 3 % 3, start / 9, start % 3);
        for direction in 0..27 {
            let (dx, dy, dz) = (direction / 9 - 1, direction / 3 % 3 - 1, direction % 3 - 1);
            let cell = |count| Some(cube_slot(step(x, dx, count)?, step(y, dy, count)?, step(z, dz, count)?));
            if let (Some(a), Some(b), Some(c)) = (cell(0), cell(1), cell(2))
                && a < c
            {
                let mut line = vec![a, b, c];
                line.sort_unstable();
                lines.push(line);
            }
        }
    }
    lines
}

/// All maps of the cube onto itself: permutations of the axes, each axis turned round or not.
fn cube_symmetries() -> Vec<Vec<usize>> {
    let mut symmetries = Vec::new();
    for axes in [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
        for turned in 0..8 {
            let image = |slot: usize| {
                let from = [slot / 3 % 3, slot / 9, slot % 3];
                let to = |axis: usize| {
                    if turned >> axis & 1 == 1 { 2 - from[axes[axis]] } else { from[axes[axis]] }
                };
                cube_slot(to(0), to(1), to(2))
            };
            symmetries.push((0..27).map(image).collect());
        }
    }
    symmetries
}

fn otrio(parameters: &[&str]) -> Result<LineGame, GameNameError> {
    let slots = (0..27).map(|slot| {
        let letter = |from: &str, at: usize| from.chars().nth(at).unwrap_or('?');
        format!("{}{}{}", letter("abc", slot / 3 % 3), slot / 9 + 1, letter("LMS", slot % 3))
    });
    let slots: Vec<String> = slots.collect();
    let (mut players, mut stock, mut forbidden, mut teams) = (2, Some(3), 0, None);
    for parameter in parameters {
        match parameter.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
            Some(("players", value)) => match value.parse() {
                Ok(count @ 2..=4) => players = count,
                _ => return wrong(parameter, "players=2, players=3 or players=4"),
            },
            Some(("stock", "none")) => stock = None,
            Some(("stock", value)) => match value.parse() {
                Ok(count @ 1..=9) => stock = Some(count),
                _ => return wrong(parameter, "stock=1 to stock=9, or stock=none"),
            },
            Some(("forbidden", value)) => {
                for name in value.split('+').map(str::trim) {
                    match slots.iter().position(|slot| slot == name) {
                        Some(slot) => forbidden |= 1 << slot,
                        None => return wrong(name, "a slot such as b2M"),
                    }
                }
            }
            Some(("teams", value)) => teams = Some(value),
            _ => return wrong(parameter, "players=, stock=, forbidden= or teams="),
        }
    }
    let usual = match players {
        2 => vec![0, 1, 0, 1],
        _ => (0..players).collect(),
    };
    let sides = match teams {
        None => usual.clone(),
        Some(text) => match sides_of_teams(text, usual.len()) {
            Some(sides) => sides,
            None => return wrong(text, "every seat in one of two teams, such as teams=13v24"),
        },
    };
    let mut given = Vec::new();
    if sides != usual {
        let seats = |side: usize| -> String {
            let of_side = (0..sides.len()).filter(|&seat| sides[seat] == side);
            of_side.map(|seat| (seat + 1).to_string()).collect()
        };
        if sides.len() == 3 {
            given.push("players=3".to_owned());
        }
        if sides != [0, 1, 0, 1] {
            given.push(format!("teams={}v{}", seats(0), seats(1)));
        }
    } else if players != 2 {
        given.push(format!("players={players}"));
    }
    match stock {
        Some(3) => {}
        Some(count) => given.push(format!("stock={count}")),
        None => given.push("stock=none".to_owned()),
    }
    let named: Vec<&str> = slots_of(forbidden).map(|slot| slots[slot].as_str()).collect();
    if !named.is_empty() {
        given.push(format!("forbidden={}", named.join("+")));
    }
    Ok(LineGame {
        name: with_parameters("otrio", &given),
        slots,
        lines: cube_lines(),
        line_sets: vec![],
        lines_through: vec![],
        sides,
        // Without a stock the sizes do not differ, and the cube has more symmetries.
        sizes: match stock {
            Some(_) => [0, 1, 2].map(|size| (0..9).fold(0, |set, cell| set | 1 << (3 * cell + size))),
            None => [ALL_27, 0, 0],
        },
        stock,
        forbidden,
        gravity: None,
        symmetries: cube_symmetries(),
    }
    .complete())
}

/// The side of each seat from a text like `12v34`; the team of seat 1 is side 0.
fn sides_of_teams(text: &str, seats: usize) -> Option<Vec<usize>> {
    let (left, right) = text.split_once('v')?;
    if left.len() + right.len() != seats || left.is_empty() || right.is_empty() {
        return None;
    }
    let side = |seat: usize| {
        let digit = char::from_digit(seat as u32 + 1, 10)?;
        match (left.contains(digit), right.contains(digit)) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            _ => None,
        }
    };
    let sides: Vec<usize> = (0..seats).map(side).collect::<Option<_>>()?;
    Some(sides.iter().map(|&side| usize::from(side != sides[0])).collect())
}

fn qubic(parameters: &[&str]) -> Result<LineGame, GameNameError> {
    let mut forbidden = 0;
    let mut given = vec!["3".to_owned()];
    for (at, parameter) in parameters.iter().enumerate() {
        match (at, parameter.replace(' ', "").as_str()) {
            (0, "3") => {}
            (1, "forbidden=centre") => {
                forbidden = 1 << 13;
                given.push("forbidden=centre".to_owned());
            }
            _ => return wrong(parameter, "qubic(3) or qubic(3, forbidden=centre)"),
        }
    }
    if parameters.is_empty() {
        return wrong("qubic", "qubic(3) or qubic(3, forbidden=centre)");
    }
    let letter = |x: usize| ["a", "b", "c"][x];
    Ok(LineGame {
        name: with_parameters("qubic", &given),
        slots: (0..27)
            .map(|slot| format!("{}{}{}", letter(slot / 3 % 3), slot / 9 + 1, slot % 3 + 1))
            .collect(),
        lines: cube_lines(),
        line_sets: vec![],
        lines_through: vec![],
        sides: vec![0, 1],
        sizes: [ALL_27, 0, 0],
        stock: None,
        forbidden,
        gravity: None,
        symmetries: cube_symmetries(),
    }
    .complete())
}

fn connect_four(parameters: &[&str]) -> Result<LineGame, GameNameError> {
    let (mut numbers, mut length) = (Vec::new(), 4_usize);
    for parameter in parameters {
        match (parameter.parse::<usize>(), parameter.split_once('=')) {
            (Ok(number @ 1..=9), _) if numbers.len() < 2 => numbers.push(number),
            (_, Some((key, value)))
                if key.trim() == "k" && matches!(value.trim().parse(), Ok(2_usize..=9)) =>
            {
                length = value.trim().parse().unwrap_or(length);
            }
            _ => {
                return wrong(
                    parameter,
                    "a width and a height from 1 to 9, then k=2 to k=9, as in connect4(7,6)",
                );
            }
        }
    }
    let (width, height) = match numbers[..] {
        [] => (7, 6),
        [width, height] => (width, height),
        _ => return wrong(&parameters.join(","), "a width and a height, as in connect4(7,6)"),
    };
    let mut lines = Vec::new();
    for (x, y) in (0..width * height).map(|slot| (slot % width, slot / width)) {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1_isize, 1_isize)] {
            let cell = |count: usize| {
                let x = x.checked_add_signed(dx * count as isize).filter(|&x| x < width)?;
                let y = y.checked_add_signed(dy * count as isize).filter(|&y| y < height)?;
                Some(y * width + x)
            };
            if let Some(mut line) = (0..length).map(cell).collect::<Option<Vec<usize>>>() {
                line.sort_unstable();
                lines.push(line);
            }
        }
    }
    let mut given = vec![width.to_string(), height.to_string()];
    if length != 4 {
        given.push(format!("k={length}"));
    }
    let slots = width * height;
    Ok(LineGame {
        name: with_parameters("connect4", &given),
        slots: (0..slots).map(|slot| (slot % width + 1).to_string()).collect(),
        lines,
        line_sets: vec![],
        lines_through: vec![],
        sides: vec![0, 1],
        sizes: [(1 << slots) - 1, 0, 0],
        stock: None,
        forbidden: 0,
        gravity: Some(width),
        symmetries: vec![
            (0..slots).collect(),
            (0..slots).map(|slot| slot / width * width + width - 1 - slot % width).collect(),
        ],
    }
    .complete())
}

fn with_parameters(head: &str, given: &[String]) -> String {
    if given.is_empty() { head.to_owned() } else { format!("{head}({})", given.join(",")) }
}
