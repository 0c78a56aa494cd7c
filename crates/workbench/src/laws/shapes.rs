//! Closed forms that a table may have: written as claims, tried against the table, and left to the prover.
//!
//! * exclusive or of the coordinates;
//! * `(x + y) mod p + p * ((x div p) xor (y div p))`;
//! * the smaller coordinate plus a correction that depends on residues of the smaller and the larger;
//! * for each residue class, a short sum of quotients and an exclusive or.

use solve::grundy::Table;

/// Closed forms that agree with the whole table, simplest first, each written as after the word `claim`.
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
            found.push(format!(
                "grundy = ({total}) mod {p} + {p} * ({})",
                quotients.join(" xor ")
            ));
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
    }
    found
}

fn agrees(table: &Table, law: impl Fn(&[u64]) -> Option<u64>) -> bool {
    table.cells().all(|(position, value)| {
        let position: Vec<u64> = position.into_iter().map(|c| c as u64).collect();
        value.is_none_or(|value| law(&position) == Some(u64::from(value)))
    })
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
    Some(format!(
        "grundy = {}",
        choose(&format!("min({x}, {y}) mod {p}"), &rows, &|row: String| row)
    ))
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
        let same: Vec<usize> = (at..cases.len())
            .filter(|&other| cases[other] == cases[at])
            .collect();
        let tests: Vec<String> = same.iter().map(|other| format!("{selector} = {other}")).collect();
        same.iter().for_each(|&other| done[other] = true);
        text.push_str(&format!(
            "if {} then {} else ",
            tests.join(" or "),
            show(cases[at].clone())
        ));
    }
    text.push_str(&show(last.clone()));
    // Nested choices stand in brackets.
    if text.starts_with("if ") {
        format!("({text})")
    } else {
        text
    }
}
