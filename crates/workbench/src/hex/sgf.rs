//! Hex records in SGF (game 11): the main line in, and out.
//!
//! Read are `GM`, `SZ` (`8` or `8:6`, columns and rows), `AB`, `AW`, `PL`, `B`, `W` with cells as
//! letter and number, and in place of a cell `swap`, `resign`, `pass` and their relatives; other
//! properties are passed over, and so are variations after the first. The reader is our own,
//! because only the main line and few properties are wanted.
//!
//! Programs do not agree on the swap. Where the *other* colour moves next the opening stone has
//! changed its owner and is reflected; where the *same* colour moves next the players have
//! exchanged sides and the stone stays, whatever word the record has. Little Golem writes no `GM`,
//! cells as two letters, and W for the player who begins: that player is Black here, who joins top
//! and bottom.

use hissho_rules::hex::{Notation, Player, Position};

use super::wide_board::WideBoard;
use crate::Fault;

/// The board at the end of the main line.
pub fn read(text: &str) -> Result<WideBoard, Fault> {
    main_line(text).map_err(Fault::bad_input)
}

fn main_line(text: &str) -> Result<WideBoard, String> {
    let properties = properties(text)?;
    let says_hex = properties.iter().any(|(name, _)| name == "GM");
    let is_move = |(name, _): &&(String, Vec<String>)| name == "B" || name == "W";
    let first = properties.iter().find(is_move);
    // Little Golem's dialect.
    let pairs_of_letters =
        !says_hex && first.is_some_and(|(_, cells)| cells.iter().all(|cell| is_pair(cell)));
    let exchanged = pairs_of_letters && first.is_some_and(|(name, _)| name == "W");
    let owner = |name: &str| {
        let is_black = name.to_ascii_uppercase().ends_with('B') != exchanged;
        if is_black { Player::Black } else { Player::White }
    };
    let mut board: Option<WideBoard> = None;
    // Whether the record itself has said who moves next.
    let mut told = false;
    for (index, (name, values)) in properties.iter().enumerate() {
        let name = name.as_str();
        match name {
            "GM" if *values != ["11"] => {
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
                let found = WideBoard::new(side(columns)?, side(rows)?);
                board = Some(found.map_err(|error| format!("SZ[{value}]: {error}"))?);
            }
            "B" | "W" | "AB" | "AW" | "PL" => {
                let Some(board) = &mut board else {
                    return Err(format!("{name} before SZ: the size of the board is not known yet"));
                };
                told |= !name.starts_with('A');
                for value in values {
                    let at = |error: String| format!("{name}[{value}]: {error}");
                    match (name, value.trim().to_ascii_lowercase().as_str()) {
                        ("PL", "b" | "black" | "1") => board.to_move = owner("B"),
                        ("PL", "w" | "white" | "2") => board.to_move = owner("W"),
                        ("PL", _) => return Err(at("the player to move is B or W".to_owned())),
                        ("AB" | "AW", _) => {
                            let cell = cell(board, value, pairs_of_letters).map_err(at)?;
                            board.put(cell, owner(name)).map_err(at)?;
                        }
                        (_, "resign" | "forfeit" | "timeout" | "resigned") => return Ok(board.clone()),
                        (_, "" | "pass") => board.to_move = owner(name).other(),
                        (_, word) if word.starts_with("swap") => {
                            let next = properties[index + 1..].iter().find(is_move);
                            let same_colour = next.map(|(next, _)| next == name);
                            if same_colour.unwrap_or(word == "swap-sides") {
                                board.to_move = owner(name);
                            } else {
                                board.swap_pieces().map_err(at)?;
                            }
                        }
                        _ => {
                            board.to_move = owner(name);
                            let cell = cell(board, value, pairs_of_letters).map_err(at)?;
                            board.play(cell).map_err(at)?;
                        }
                    }
                }
            }
            _ => {}
        }
    }
    let mut board = board.ok_or("there is no SZ: the record does not say the size of the board")?;
    if !told {
        board.to_move = board.side_by_count();
    }
    Ok(board)
}

/// A word that can be a cell of Little Golem's, or no cell at all.
fn is_pair(word: &str) -> bool {
    word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_lowercase())
}

fn cell(board: &WideBoard, text: &str, pairs_of_letters: bool) -> Result<usize, String> {
    match *text.as_bytes() {
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] if pairs_of_letters => board
            .at(i32::from(column - b'a'), i32::from(row - b'a'))
            .ok_or_else(|| format!("`{text}` is not a cell of the board")),
        _ => board.cell(text.trim()),
    }
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

    fn position(text: &str) -> Position {
        read(text).unwrap().position().unwrap()
    }

    #[test]
    fn the_main_line_is_read_and_written() {
        let text = "(;FF[4]GM[11]SZ[8]C[a \\] remark];B[f3];W[f2](;B[e5])(;B[a1]))";
        let position = position(text);
        assert_eq!(position, Position::from_moves(position.size, "63 62 55").unwrap());
        assert_eq!(read(&write(&position)).unwrap().position().unwrap(), position);
    }

    #[test]
    fn the_colour_that_moves_next_says_what_a_swap_means() {
        let swapped = position("(;GM[11]SZ[5];B[b1];W[swap-pieces])");
        assert_eq!(swapped, Position::from_moves(swapped.size, "21 swap").unwrap());
        for word in ["swap-pieces", "swap-sides", "SWAP", "swap"] {
            let pieces = position(&format!("(;GM[11]SZ[5];B[b1];W[{word}];B[c3];W[d4])"));
            assert_eq!(pieces, Position::from_moves(pieces.size, "21 swap 33 44").unwrap(), "{word}");
            let sides = position(&format!("(;GM[11]SZ[5];B[b1];W[{word}];W[c3];B[d4])"));
            assert_eq!(sides, Position::from_moves(sides.size, "21 33 44").unwrap(), "{word}");
        }
        let sides = position("(;GM[11]SZ[5];B[b1];W[swap-sides])");
        assert_eq!(sides, Position::from_moves(sides.size, "21").unwrap());
    }

    #[test]
    fn resigning_and_passing_put_no_stone() {
        for word in ["resign", "RESIGN", "forfeit"] {
            let ended = position(&format!("(;GM[11]SZ[5];B[b1];W[c3];B[{word}])"));
            assert_eq!(ended, Position::from_moves(ended.size, "21 33").unwrap());
        }
        assert_eq!(position("(;GM[11]SZ[5];B[b1];W[pass])").to_move, Player::Black);
    }

    #[test]
    fn little_golems_dialect_is_read() {
        let text =
            "(;FF[4]EV[hex.mine.1]PB[Ami]PW[Beni]SZ[13]RE[W]SO[x];W[mf];B[swap];W[kj];B[ie];W[resign])";
        let board = read(text).unwrap();
        assert_eq!(board.sides(), (13, 13));
        assert_eq!(board.stones(Player::White), ["i5", "f13"]);
        assert_eq!(board.stones(Player::Black), ["k10"]);
        let plain = read("(;SZ[13];W[am];B[bb];W[swap])").unwrap_err();
        assert!(plain.message.contains("W[swap]"), "{plain}");
    }

    #[test]
    fn boards_to_nineteen_are_read_but_not_solved() {
        let board = read("(;GM[11]SZ[19];B[s19];W[j10])").unwrap();
        assert_eq!(board.stones(Player::Black), ["s19"]);
        assert!(board.text().lines().count() == 20);
        assert!(board.position().unwrap_err().contains("19x19"));
    }

    #[test]
    fn a_set_up_without_pl_takes_the_side_that_the_stones_imply() {
        for (text, player) in [
            ("(;GM[11]SZ[5]AB[a1][b2]AW[c3])", Player::White),
            ("(;GM[11]SZ[5]AB[a1]AW[c3])", Player::Black),
            ("(;GM[11]SZ[5]AB[a1][b2]AW[c3]PL[B])", Player::Black),
            ("(;GM[11]SZ[5]PL[white]AB[a1]AW[c3])", Player::White),
            ("(;GM[11]SZ[5]AB[a1][b2]AW[c3];W[d4])", Player::Black),
        ] {
            assert_eq!(read(text).unwrap().to_move, player, "{text}");
        }
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
            ("(;GM[11]SZ[3]PL[x])", "PL[x]"),
            ("(;GM[11]SZ[3", "ends"),
            ("(;GM[11])", "no SZ"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.message.contains(word), "{text}: {error}");
        }
    }
}
