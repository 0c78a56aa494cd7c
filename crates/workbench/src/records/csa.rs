//! CSA, versions 1 to 2.2: `+7776FU`, dropped pieces from square 00, positions as rows or lists of
//! pieces.
//!
//! A statement is a line or, on one line, separated by commas. Games are separated by a line `/`.
//! Comments (`'`), names (`N`), information (`$`) and times (`T`) are passed over; the sign before
//! a move must be the side to move.

use std::collections::BTreeMap;
use std::io::BufRead;

use haitaka::{Color, Move, Piece};

use super::game::{Board, Game};
use super::lines::Lines;
use super::{RecordError, shogi};

const CODES: [(Piece, &str); 14] = [
    (Piece::Pawn, "FU"),
    (Piece::Lance, "KY"),
    (Piece::Knight, "KE"),
    (Piece::Silver, "GI"),
    (Piece::Gold, "KI"),
    (Piece::Bishop, "KA"),
    (Piece::Rook, "HI"),
    (Piece::King, "OU"),
    (Piece::Tokin, "TO"),
    (Piece::PLance, "NY"),
    (Piece::PKnight, "NK"),
    (Piece::PSilver, "NG"),
    (Piece::PBishop, "UM"),
    (Piece::PRook, "RY"),
];

/// How many of each piece a set has.
const SET: [(Piece, u32); 7] = [
    (Piece::Pawn, 18),
    (Piece::Lance, 4),
    (Piece::Knight, 4),
    (Piece::Silver, 4),
    (Piece::Gold, 4),
    (Piece::Bishop, 2),
    (Piece::Rook, 2),
];

fn piece_of(code: &str) -> Option<Piece> {
    CODES.iter().find(|(_, other)| *other == code).map(|(piece, _)| *piece)
}

/// The position being set up: pieces by (rank, file), hands by (is White's, piece).
#[derive(Default)]
struct Setup {
    squares: BTreeMap<(u32, u32), (Piece, Color)>,
    hands: BTreeMap<(bool, Piece), u32>,
    is_given: bool,
}

pub(super) fn read_game<R: BufRead>(lines: &mut Lines<R>) -> Result<Option<Game>, RecordError> {
    let mut setup = Setup::default();
    let mut headers: Vec<(String, String)> = Vec::new();
    let mut game: Option<Game> = None;
    let mut is_over = false;
    'lines: while let Some(line) = lines.next()? {
        let number = lines.number();
        if line.starts_with('\'') {
            continue;
        }
        if line.trim() == "/" {
            if game.is_some() {
                break;
            }
            continue;
        }
        // Names and information may hold commas; other lines are statements separated by them.
        let whole = line.starts_with(['N', '$', 'V']);
        let statements = if whole { vec![line.as_str()] } else { line.split(',').collect() };
        for statement in statements.into_iter().map(str::trim).filter(|statement| !statement.is_empty()) {
            let ply = game.as_ref().map(|game| game.first_number + game.moves.len() as u64);
            let trouble = |number_of_move, problem: String| RecordError {
                line: number,
                number: number_of_move,
                found: statement.to_owned(),
                problem,
            };
            let is_move = statement.len() > 1 && statement.starts_with(['+', '-']);
            match statement.as_bytes()[0] {
                b'\'' => continue 'lines,
                b'N' | b'$' => {
                    let (key, value) =
                        statement.split_once(':').unwrap_or((&statement[..1], &statement[1..]));
                    headers.push((key.trim_start_matches('$').to_owned(), value.to_owned()));
                }
                b'V' | b'T' => {}
                _ if is_over => {}
                b'P' if game.is_none() => {
                    read_position(statement, &mut setup).map_err(|problem| trouble(None, problem))?
                }
                b'+' | b'-' if !is_move && game.is_none() => {
                    game = Some(begin(&setup, statement == "-").map_err(|problem| trouble(None, problem))?);
                }
                b'+' | b'-' if is_move => {
                    let Some(game) = &mut game else {
                        return Err(trouble(
                            Some(1),
                            "a move before the side to move is said by a line + or -".to_owned(),
                        ));
                    };
                    play(statement, game, number).map_err(|problem| trouble(ply, problem))?;
                }
                b'%' if game.is_some() => {
                    game.as_mut().expect("just tested").ending = Some(statement[1..].to_owned());
                    is_over = true;
                }
                _ => {
                    return Err(trouble(
                        ply,
                        "expected a move as +7776FU, %TORYO, T12 or a comment with '".to_owned(),
                    ));
                }
            }
        }
    }
    if let Some(game) = &mut game {
        game.headers = headers;
    } else if setup.is_given {
        let problem = "the file ends before the side to move is said by a line + or -".to_owned();
        return Err(RecordError { line: lines.number(), number: None, found: String::new(), problem });
    }
    Ok(game)
}

fn read_position(statement: &str, setup: &mut Setup) -> Result<(), String> {
    setup.is_given = true;
    if !statement.is_ascii() {
        return Err("a position is written in ASCII".to_owned());
    }
    if let Some(removed) = statement.strip_prefix("PI") {
        for (rank, row) in [
            (1, "lnsgkgsnl"),
            (2, "-r-----b-"),
            (3, "ppppppppp"),
            (7, "PPPPPPPPP"),
            (8, "-B-----R-"),
            (9, "LNSGKGSNL"),
        ] {
            for (file, letter) in (1..=9).rev().zip(row.chars()) {
                if let Some(piece) = Piece::try_from_char(letter) {
                    setup.squares.insert((rank, file), piece);
                }
            }
        }
        for one in chunks(removed, 4)? {
            let (file, rank) = place(&one[..2])?;
            setup.squares.remove(&(rank, file)).ok_or(format!("{one} is not there to be removed"))?;
        }
        return Ok(());
    }
    let second = statement[1..].chars().next().ok_or("P alone; P1 to P9, PI, P+ or P- are meant")?;
    match second {
        '1'..='9' => {
            let rank = second as u32 - '0' as u32;
            let row = format!("{:27}", &statement[2..]);
            if row.len() != 27 {
                return Err("a row has 9 cells of 3 characters".to_owned());
            }
            for (file, cell) in (1..=9).rev().zip(chunks(&row, 3)?) {
                let color = match &cell[..1] {
                    "+" => Color::Black,
                    "-" => Color::White,
                    _ if cell.trim().is_empty() || cell.trim() == "*" => continue,
                    _ => return Err(format!("cell {cell:?}; + or - and a piece are needed, or *")),
                };
                let piece = piece_of(&cell[1..]).ok_or(format!("{cell:?} is not a piece"))?;
                setup.squares.insert((rank, file), (piece, color));
            }
        }
        '+' | '-' => {
            let is_white = second == '-';
            for one in chunks(&statement[2..], 4)? {
                if one == "00AL" {
                    give_the_rest(setup, is_white);
                    continue;
                }
                let piece = piece_of(&one[2..]).ok_or(format!("{one:?} is not a place and a piece"))?;
                if one.starts_with("00") {
                    if piece.is_promoted() || piece == Piece::King {
                        return Err(format!("{one:?} cannot be in hand"));
                    }
                    *setup.hands.entry((is_white, piece)).or_insert(0) += 1;
                } else {
                    let (file, rank) = place(&one[..2])?;
                    let color = if is_white { Color::White } else { Color::Black };
                    setup.squares.insert((rank, file), (piece, color));
                }
            }
        }
        _ => return Err("P1 to P9, PI, P+ or P- are meant".to_owned()),
    }
    Ok(())
}

/// `00AL`: everything that is nowhere yet.
fn give_the_rest(setup: &mut Setup, is_white: bool) {
    for (piece, total) in SET {
        let on_board = setup.squares.values().filter(|(other, _)| other.unpromote() == piece).count() as u32;
        let in_hand: u32 = [true, false].iter().filter_map(|side| setup.hands.get(&(*side, piece))).sum();
        *setup.hands.entry((is_white, piece)).or_insert(0) += total.saturating_sub(on_board + in_hand);
    }
}

fn chunks(text: &str, size: usize) -> Result<Vec<&str>, String> {
    if !text.len().is_multiple_of(size) || !text.is_ascii() {
        return Err(format!("{text:?} does not divide into parts of {size} characters"));
    }
    Ok((0..text.len() / size).map(|at| &text[at * size..(at + 1) * size]).collect())
}

fn place(text: &str) -> Result<(u32, u32), String> {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
    match digits[..] {
        [file @ 1..=9, rank @ 1..=9] => Ok((file, rank)),
        _ => Err(format!("{text:?} is not a square, 11 to 99")),
    }
}

fn begin(setup: &Setup, is_white: bool) -> Result<Game, String> {
    let side = if is_white { "w" } else { "b" };
    let start = if setup.is_given {
        let rows: Vec<String> = (1..=9).map(|rank| row_text(setup, rank)).collect();
        let hands: String = setup
            .hands
            .iter()
            .filter(|(_, count)| **count > 0)
            .map(|((white, piece), count)| {
                let letter = piece.to_str(if *white { Color::White } else { Color::Black });
                if *count > 1 { format!("{count}{letter}") } else { letter }
            })
            .collect();
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!("{} {side} {hands} 1", rows.join("/"))
    } else {
        shogi::START.replace(" b ", &format!(" {side} "))
    };
    let board = shogi::board_of(&start)?;
    let start = shogi::completed(start, &board);
    Ok(Game::new(Board::Shogi(board), start, 1))
}

fn row_text(setup: &Setup, rank: u32) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for file in (1..=9).rev() {
        match setup.squares.get(&(rank, file)) {
            None => empty += 1,
            Some((piece, color)) => {
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text += &piece.to_str(*color);
            }
        }
    }
    if empty > 0 { text + &empty.to_string() } else { text }
}

fn play(statement: &str, game: &mut Game, line: usize) -> Result<(), String> {
    let Board::Shogi(board) = game.last() else { unreachable!("a CSA game is shogi") };
    let board = board.clone();
    if statement.len() != 7 || !statement.is_ascii() {
        return Err("a move has a sign, two squares and a piece, as +7776FU".to_owned());
    }
    let sign = if board.side_to_move() == Color::Black { "+" } else { "-" };
    if &statement[..1] != sign {
        return Err(format!("{} is to move, the sign should be {sign}", shogi::side(board.side_to_move())));
    }
    let piece = piece_of(&statement[5..]).ok_or(format!("{} is not a piece", &statement[5..]))?;
    let (file, rank) = place(&statement[3..5])?;
    let to = shogi::square(file, rank).expect("place gives 1 to 9");
    let mv = if &statement[1..3] == "00" {
        Move::Drop { piece, to }
    } else {
        let (file, rank) = place(&statement[1..3])?;
        let from = shogi::square(file, rank).expect("place gives 1 to 9");
        let found = board.piece_on(from);
        let promotion = found.is_some_and(|found| found != piece && found.promote() == piece);
        if let Some(found) = found.filter(|found| *found != piece && !promotion) {
            return Err(format!(
                "on {} stands a {}, not a {}",
                shogi::show_square(from),
                shogi::name_of(found),
                shogi::name_of(piece)
            ));
        }
        Move::BoardMove { from, to, promotion }
    };
    let next = shogi::play(&board, mv)?;
    let previous = game.moves.last().map(|played| played.text.parse::<Move>().expect("it was played").to());
    let shown = shogi::show(&board, mv, previous);
    game.push(Board::Shogi(next), mv.to_string(), shown, line);
    Ok(())
}
