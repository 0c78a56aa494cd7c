//! USI: `position startpos moves 7g7f …` or `position sfen … moves …`, one game a line; `#` begins
//! a comment line.

use std::io::BufRead;

use haitaka::Move;

use super::game::{Board, Game};
use super::lines::Lines;
use super::{RecordError, shogi};

/// No record begins later: the numbers of all its moves have room.
const LARGEST_NUMBER: u64 = 1_000_000_000;

pub(super) fn read_game<R: BufRead>(lines: &mut Lines<R>) -> Result<Option<Game>, RecordError> {
    while let Some(line) = lines.next()? {
        let text = line.trim();
        if !text.is_empty() && !text.starts_with('#') {
            return read_line(text, lines.number()).map(Some);
        }
    }
    Ok(None)
}

/// Reads one game, as it would stand on line `line`.
pub(super) fn read_line(text: &str, line: usize) -> Result<Game, RecordError> {
    let trouble =
        |number, found: &str, problem: String| RecordError { line, number, found: found.to_owned(), problem };
    let mut words = text.split_whitespace().peekable();
    words.next_if_eq(&"position");
    let start = match words.next() {
        Some("startpos") => shogi::START.to_owned(),
        Some("sfen") => {
            let mut fields = Vec::new();
            while let Some(field) = words.next_if(|word| *word != "moves") {
                fields.push(field);
            }
            if fields.len() == 3 {
                fields.push("1");
            }
            fields.join(" ")
        }
        _ => {
            return Err(trouble(
                None,
                text,
                "expected `position startpos …` or `position sfen …`".to_owned(),
            ));
        }
    };
    let board = shogi::board_of(&start).map_err(|problem| trouble(None, &start, problem))?;
    let first_number = match start.split(' ').nth(3).map(str::parse) {
        Some(Ok(number @ 1..=LARGEST_NUMBER)) => number,
        _ => {
            return Err(trouble(
                None,
                &start,
                format!("the fourth field of an SFEN is the number of the next move, 1 to {LARGEST_NUMBER}"),
            ));
        }
    };
    let start = shogi::completed(start, &board);
    let mut game = Game::new(Board::Shogi(board), start, first_number);
    match words.next() {
        None | Some("moves") => {}
        Some(other) => return Err(trouble(None, other, "expected `moves`".to_owned())),
    }
    for word in words {
        let number = Some(game.first_number + game.moves.len() as u64);
        if word == "resign" || word == "win" {
            game.ending = Some(word.to_owned());
            break;
        }
        push(&mut game, word, line).map_err(|problem| trouble(number, word, problem))?;
    }
    Ok(game)
}

/// Plays one more move.
pub(super) fn push(game: &mut Game, word: &str, line: usize) -> Result<(), String> {
    let Board::Shogi(board) = game.last() else { unreachable!("a USI game is shogi") };
    let board = board.clone();
    let mv: Move = word.parse().map_err(|_| "not a move; 7g7f, 7g7f+ or P*5e are meant".to_owned())?;
    let next = shogi::play(&board, mv)?;
    let previous = game.moves.last().map(|played| played.text.parse::<Move>().expect("it was played").to());
    let shown = shogi::show(&board, mv, previous);
    game.push(Board::Shogi(next), mv.to_string(), shown, line);
    Ok(())
}
