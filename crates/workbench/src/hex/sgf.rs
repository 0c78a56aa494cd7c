//! Hex records in SGF (game 11): the main line in, and out.
//!
//! Read are `GM`, `SZ` (`8` or `8:6`, columns and rows), `AB`, `AW`, `PL`, `B`, `W` with cells as
//! letters and number and `swap-pieces`; other properties are passed over, and so are variations
//! after the first. The reader is our own, sixty lines, because only the main line and eight
//! properties are wanted.

use hissho_rules::hex::{CellSet, Notation, Player, Position, Size};

use crate::Fault;

/// The position at the end of the main line.
pub fn read(text: &str) -> Result<Position, Fault> {
    main_line(text).map_err(Fault::bad_input)
}

fn main_line(text: &str) -> Result<Position, String> {
    let mut size = None;
    let mut position: Option<Position> = None;
    for (name, values) in properties(text)? {
        match name.as_str() {
            "GM" if values != ["11"] => {
                return Err(format!(
                    "GM[{}]: this is not a record of Hex, which is GM[11]",
                    values.join("][")
                ));
            }
            "SZ" => {
                let value = values.first().map_or("", String::as_str);
                let (columns, rows) = value.split_once(':').unwrap_or((value, value));
                let side = |word: &str| {
                    word.parse::<usize>()
                        .map_err(|_| format!("SZ[{value}]: a size such as 8 or 8:6 is needed"))
                };
                let found = Size::new(side(columns)?, side(rows)?)
                    .map_err(|error| format!("SZ[{value}]: {error}"))?;
                size = Some(found);
                position = Some(Position::start(found));
            }
            "B" | "W" | "AB" | "AW" | "PL" => {
                let (Some(size), Some(now)) = (size, position) else {
                    return Err(format!("{name} before SZ: the size of the board is not known yet"));
                };
                let player = if name.ends_with('B') { Player::Black } else { Player::White };
                let mut next = now;
                for value in &values {
                    let at = |error: hissho_rules::hex::HexError| format!("{name}[{value}]: {error}");
                    next = match name.as_str() {
                        "PL" => {
                            next.to_move =
                                if value.starts_with(['B', 'b']) { Player::Black } else { Player::White };
                            next
                        }
                        "AB" | "AW" => {
                            let cell = CellSet::of(size.cell(value).map_err(at)?);
                            let (mut black, mut white) =
                                (next.stones(Player::Black), next.stones(Player::White));
                            let own = if player == Player::Black { &mut black } else { &mut white };
                            *own = own.or(cell);
                            Position::set_up(size, black, white, next.to_move).map_err(at)?
                        }
                        _ if value.starts_with("swap") => next.swapped().map_err(at)?,
                        _ => {
                            next.to_move = player;
                            next.after(size.cell(value).map_err(at)?).map_err(at)?
                        }
                    };
                }
                position = Some(next);
            }
            _ => {}
        }
    }
    position.ok_or_else(|| "there is no SZ: the record does not say the size of the board".into())
}

/// A record of the position as a set-up, with the player to move.
pub fn write(position: &Position) -> String {
    let size = position.size;
    let sides = if size.columns() == size.rows() {
        size.columns().to_string()
    } else {
        format!("{}:{}", size.columns(), size.rows())
    };
    let list = |name: &str, player| {
        let cells: String = position
            .stones(player)
            .cells()
            .map(|cell| format!("[{}]", size.name(cell, Notation::Letters)))
            .collect();
        if cells.is_empty() { cells } else { format!("{name}{cells}") }
    };
    let to_move = if position.to_move == Player::Black { "B" } else { "W" };
    let (black, white) = (list("AB", Player::Black), list("AW", Player::White));
    format!("(;FF[4]GM[11]SZ[{sides}]{black}{white}PL[{to_move}])\n")
}

/// The properties of the main line, in order: everything up to the first closing bracket of a
/// variation.
fn properties(text: &str) -> Result<Vec<(String, Vec<String>)>, String> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut name = String::new();
    let mut characters = text.chars();
    if !text.trim_start().starts_with('(') {
        return Err("an SGF record begins with `(;`".into());
    }
    while let Some(character) = characters.next() {
        match character {
            ')' => return Ok(found),
            '[' => {
                let mut value = String::new();
                loop {
                    match characters.next() {
                        Some(']') => break,
                        Some('\\') => value.extend(characters.next()),
                        Some(other) => value.push(other),
                        None => return Err("the record ends inside a property".into()),
                    }
                }
                if !name.is_empty() {
                    found.push((std::mem::take(&mut name), vec![]));
                }
                match found.last_mut() {
                    Some((_, values)) => values.push(value),
                    None => return Err(format!("`[{value}]` without the name of a property")),
                }
            }
            _ if character.is_ascii_uppercase() => name.push(character),
            _ => {}
        }
    }
    Err("the record ends without `)`".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_is_read_and_written() {
        let text = "(;FF[4]GM[11]SZ[8]C[a \\] remark];B[f3];W[f2](;B[e5])(;B[a1]))";
        let position = read(text).unwrap();
        assert_eq!(position, Position::from_moves(position.size, "63 62 55").unwrap());
        assert_eq!(read(&write(&position)).unwrap(), position);
        let swapped = read("(;GM[11]SZ[5];B[b1];W[swap-pieces])").unwrap();
        assert_eq!(swapped, Position::from_moves(swapped.size, "21 swap").unwrap());
    }

    #[test]
    fn wrong_records_are_refused_with_the_property() {
        for (text, word) in [
            ("hello", "begins"),
            ("(;GM[1]SZ[8])", "GM[1]"),
            ("(;GM[11]SZ[40])", "SZ[40]"),
            ("(;GM[11]SZ[x])", "SZ[x]"),
            ("(;GM[11];B[a1])", "before SZ"),
            ("(;GM[11]SZ[3];B[d4])", "B[d4]"),
            ("(;GM[11]SZ[3];B[a1];W[a1])", "W[a1]"),
            ("(;GM[11]SZ[3]AB[a1]AW[a1])", "AW[a1]"),
            ("(;GM[11]SZ[3", "ends"),
            ("(;GM[11])", "no SZ"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.message.contains(word), "{text}: {error}");
        }
    }
}
