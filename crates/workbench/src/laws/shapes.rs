//! Closed forms that a table may have: written as claims, tried against the table, and left to the
//! prover.
//!
//! * exclusive or of the coordinates;
//! * `(x + y) mod p + p * ((x div p) xor (y div p))`;
//! * the smaller coordinate plus a correction that depends on residues of the smaller and the
//!   larger;
//! * `z + (y + 1) div 2` where `y + z` is even, and otherwise `z - (y + 1) div 2` less a quotient
//!   that counts how far `y` is past a line: the staircase bars with an odd number of columns per
//!   step.

use hissho_solve::impartial::Table;

/// Closed forms that agree with the whole table, simplest first, each written as after the word
/// `claim`.
pub(super) fn fitting(names: &[String], table: &Table) -> Vec<String> {
    let mut found = Vec::new();
    let xor = names.join(" xor ");
    if agrees(table, |position| Some(position.iter().fold(0, |a, b| a ^ b))) {
        found.push(format!("grundy = {xor}"));
    }
    let total = names.join(" + ");
    for p in 2..=16u64 {
        let value = |position: &[u64]| {
            let quotients = position.iter().fold(0, |all, c| all ^ (c / p));
            Some(position.iter().sum::<u64>() % p + p * quotients)
        };
        if agrees(table, value) {
            let quotients: Vec<String> = names.iter().map(|name| format!("({name} div {p})")).collect();
            found.push(format!("grundy = ({total}) mod {p} + {p} * ({})", quotients.join(" xor ")));
        }
    }
    if let [name] = names {
        for p in 1..=64u64 {
            if agrees(table, |position| Some(position[0] % p)) {
                found.push(format!("grundy = {name} mod {p}"));
            }
        }
    }
    if let [x, y] = names {
        for p in [1, 2, 4, 8, 3, 6] {
            found.extend(from_smaller(x, y, p, table));
        }
        found.extend(staircase(x, y, table));
    }
    found
}

fn agrees(table: &Table, law: impl Fn(&[u64]) -> Option<u64>) -> bool {
    table.cells().all(|(position, value)| {
        let position: Vec<u64> = position.into_iter().map(|c| c as u64).collect();
        value.is_none_or(|value| law(&position) == Some(u64::from(value)))
    })
}

/// `z ± (y + 1) div 2` by the parity of `y + z`, less `max(0, a y + c - z) div b` where it is odd;
/// `c` depends on the parity of `y`.
fn staircase(y: &str, z: &str, table: &Table) -> Option<String> {
    // What is taken off at each place with y + z odd.
    let mut off: Vec<(i64, i64, i64)> = Vec::new();
    for (position, value) in table.cells() {
        let Some(value) = value else { continue };
        let (y, z, value) = (position[0] as i64, position[1] as i64, i64::from(value));
        match (y + z) % 2 {
            0 if value != z + (y + 1) / 2 => return None,
            0 => {}
            _ if z - (y + 1) / 2 < value => return None,
            _ => off.push((y, z, z - (y + 1) / 2 - value)),
        }
    }
    // Too few steps seen fit too many lines.
    if [0, 1].iter().any(|parity| !off.iter().any(|&(y, _, off)| y % 2 == *parity && off >= 3)) {
        return None;
    }
    for a in 1..=40i64 {
        for b in 1..=80i64 {
            let shift = |parity: i64| {
                let (mut least, mut most) = (0, i64::MAX);
                for &(y, z, off) in off.iter().filter(|&&(y, _, _)| y % 2 == parity) {
                    if off > 0 {
                        least = least.max(b * off - a * y + z);
                    }
                    most = most.min(b * off + b - 1 - a * y + z);
                    if least > most {
                        return None;
                    }
                }
                Some(least)
            };
            if let (Some(even), Some(odd)) = (shift(0), shift(1)) {
                return Some(format!(
                    "grundy = if ({y} + {z}) mod 2 = 0 then {z} + ({y} + 1) div 2 else {z} - ({y} + 1) div 2 - \
                     (max({a}*{y} + (if {y} mod 2 = 0 then {even} else {odd}), {z}) - {z}) div {b}"
                ));
            }
        }
    }
    None
}

/// `min(x, y)` plus a number for each pair of residues of the smaller and the larger.
fn from_smaller(x: &str, y: &str, p: u64, table: &Table) -> Option<String> {
    let size = p as usize;
    let mut correction: Vec<Option<i64>> = vec![None; size * size];
    for (position, value) in table.cells() {
        let Some(value) = value else { continue };
        let (low, high) = (position[0].min(position[1]), position[0].max(position[1]));
        let difference = i64::from(value) - low as i64;
        let entry = &mut correction[low % size * size + high % size];
        if entry.is_some_and(|known| known != difference) || difference.abs() > 64 {
            return None;
        }
        *entry = Some(difference);
    }
    let correction: Vec<i64> = correction.into_iter().map(|c| c.unwrap_or(0)).collect();
    let term = |c: i64| match c {
        0 => format!("min({x}, {y})"),
        c if c > 0 => format!("min({x}, {y}) + {c}"),
        c => format!("min({x}, {y}) - {}", -c),
    };
    let row = |low: usize| {
        let row = &correction[low * size..(low + 1) * size];
        choose(&format!("max({x}, {y}) mod {p}"), row, &term)
    };
    let rows: Vec<String> = (0..size).map(row).collect();
    Some(format!("grundy = {}", choose(&format!("min({x}, {y}) mod {p}"), &rows, &|row: String| row)))
}

/// A choice among `cases` by the value of `selector`, equal cases taken together.
fn choose<T: Clone + PartialEq>(selector: &str, cases: &[T], show: &dyn Fn(T) -> String) -> String {
    let Some(last) = cases.last() else {
        return String::new();
    };
    let mut text = String::new();
    let mut done = vec![false; cases.len()];
    for at in 0..cases.len() {
        if done[at] || cases[at] == *last {
            continue;
        }
        let same: Vec<usize> = (at..cases.len()).filter(|&other| cases[other] == cases[at]).collect();
        let tests: Vec<String> = same.iter().map(|other| format!("{selector} = {other}")).collect();
        same.iter().for_each(|&other| done[other] = true);
        text.push_str(&format!("if {} then {} else ", tests.join(" or "), show(cases[at].clone())));
    }
    text.push_str(&show(last.clone()));
    // Nested choices stand in brackets.
    if text.starts_with("if ") { format!("({text})") } else { text }
}
