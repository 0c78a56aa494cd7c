//! Positions and moves of shogi and chess records, as far as repetition needs them.
//!
//! A position is the board, the hands, the side to move and, in chess, the castling rights; positions are the same when
//! all of these are. A move is written in coordinates (`8g7h`, `8g7h+`, `S*6g`; `b1c3`) and moves are the same when
//! written the same. This is *not* the full law of the games: a move must start from a piece of the side to move, must
//! not land on a piece of that side or on a king, a dropped piece must be in hand and its square empty, and a promoted
//! piece must be one that promotes. How pieces move, check and mate are not looked at. In chess, castling, promotion
//! and a double step that puts a pawn beside a hostile pawn are refused rather than modelled.
//!
//! Notation: SFEN and USI for shogi, FEN and long coordinates for chess.

use std::collections::BTreeMap;
use std::fmt;

/// Which game a record is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordGame {
    /// Shogi: nine by nine, captured pieces go to hand.
    Shogi,
    /// Chess: eight by eight.
    Chess,
}

/// A piece: its letter, upper case for the side that began the game, and whether it is promoted.
type Piece = (char, bool);

/// A position. Two are equal when board, hands, side to move and castling rights are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecordPosition {
    game: RecordGame,
    /// Row by row from the top, each from the left as the board is printed.
    squares: Vec<Option<Piece>>,
    /// How many of each letter are in hand, upper case for the side that began; no zeros.
    hands: BTreeMap<char, u32>,
    /// Whether the side of the upper-case pieces is to move.
    upper_to_move: bool,
    castling: String,
}

/// Why a position or a move was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError(String);

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RecordError {}

fn refuse<T>(reason: impl fmt::Display) -> Result<T, RecordError> {
    Err(RecordError(reason.to_string()))
}

impl RecordGame {
    /// The number of files and of ranks.
    fn width(self) -> usize {
        match self {
            RecordGame::Shogi => 9,
            RecordGame::Chess => 8,
        }
    }

    fn letters(self) -> &'static str {
        match self {
            RecordGame::Shogi => "PLNSGBRK",
            RecordGame::Chess => "PNBRQK",
        }
    }

    /// The place of a square in the list, from its name: `7h` in shogi, `c3` in chess.
    fn square(self, name: &str) -> Option<usize> {
        let (&[first, second], width) = (name.as_bytes(), self.width()) else {
            return None;
        };
        let (column, row) = match self {
            RecordGame::Shogi => {
                (usize::from(b'9'.checked_sub(first)?), usize::from(second.checked_sub(b'a')?))
            }
            RecordGame::Chess => {
                (usize::from(first.checked_sub(b'a')?), usize::from(b'8'.checked_sub(second)?))
            }
        };
        (column < width && row < width).then_some(row * width + column)
    }
}

impl fmt::Display for RecordGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RecordGame::Shogi => "shogi",
            RecordGame::Chess => "chess",
        })
    }
}

impl RecordPosition {
    /// Reads the first fields of an SFEN (board, side, hands) or of a FEN (board, side, castling, en passant, which
    /// must be `-`); move counters after them are ignored.
    pub fn parse(game: RecordGame, text: &str) -> Result<Self, RecordError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, side, third, ..] = fields[..] else {
            return refuse(format_args!("position {text:?} has too few fields"));
        };
        let (upper, lower) = match game {
            RecordGame::Shogi => ("b", "w"),
            RecordGame::Chess => ("w", "b"),
        };
        if side != upper && side != lower {
            return refuse(format_args!("side to move {side:?}, {upper} or {lower} is needed"));
        }
        let mut position = RecordPosition {
            game,
            squares: read_board(game, board)?,
            hands: BTreeMap::new(),
            upper_to_move: side == upper,
            castling: String::new(),
        };
        match game {
            RecordGame::Shogi => position.hands = read_hands(third)?,
            RecordGame::Chess if third.chars().all(|right| "KQkq-".contains(right)) => {
                position.castling = third.replace('-', "");
                if fields.get(3).is_some_and(|&passing| passing != "-") {
                    return refuse("positions with an en-passant square are not modelled");
                }
            }
            RecordGame::Chess => {
                return refuse(format_args!("castling rights {third:?}, letters of KQkq are needed"));
            }
        }
        Ok(position)
    }

    /// The position after the move.
    pub fn play(&self, text: &str) -> Result<RecordPosition, RecordError> {
        let bad = || RecordError(format!("{text:?} is not a {} move in coordinates", self.game));
        if !text.is_ascii() {
            return Err(bad());
        }
        let mut next = self.clone();
        next.upper_to_move = !self.upper_to_move;
        if let Some((letter, to)) = text.split_once('*') {
            let to = self.game.square(to).ok_or_else(bad)?;
            let owned = match *letter.as_bytes() {
                [letter] if self.upper_to_move => char::from(letter),
                [letter] => char::from(letter).to_ascii_lowercase(),
                _ => return Err(bad()),
            };
            let Some(count) = next.hands.get_mut(&owned) else {
                return refuse(format_args!("{text}: the piece is not in hand"));
            };
            *count -= 1;
            next.hands.retain(|_, count| *count > 0);
            if self.squares[to].is_some() {
                return refuse(format_args!("{text}: the square is taken"));
            }
            next.squares[to] = Some((owned, false));
            return Ok(next);
        }
        if text.len() < 4 || text.len() > 5 {
            return Err(bad());
        }
        let from = self.game.square(&text[..2]).ok_or_else(bad)?;
        let to = self.game.square(&text[2..4]).ok_or_else(bad)?;
        let Some((letter, promoted)) = self.squares[from].filter(|piece| self.owns(*piece)) else {
            return refuse(format_args!("{text}: the side to move has no piece on {}", &text[..2]));
        };
        if let Some(taken) = self.squares[to] {
            if self.owns(taken) || taken.0.eq_ignore_ascii_case(&'k') {
                return refuse(format_args!("{text}: {} holds a piece that cannot be taken", &text[2..4]));
            }
            if self.game == RecordGame::Shogi {
                let flipped = if self.upper_to_move {
                    taken.0.to_ascii_uppercase()
                } else {
                    taken.0.to_ascii_lowercase()
                };
                *next.hands.entry(flipped).or_insert(0) += 1;
            }
        }
        let promotes = match &text[4..] {
            "" => false,
            "+" if self.game == RecordGame::Shogi
                && !promoted
                && !"GK".contains(letter.to_ascii_uppercase()) =>
            {
                true
            }
            _ => return Err(bad()),
        };
        if self.game == RecordGame::Chess {
            self.refuse_special(text, letter, from, to)?;
            let lost = |right: char| {
                let squares = if right.is_uppercase() { ["e1", "h1", "a1"] } else { ["e8", "h8", "a8"] };
                let rook = squares[if right.eq_ignore_ascii_case(&'k') { 1 } else { 2 }];
                [squares[0], rook]
                    .iter()
                    .any(|name| self.game.square(name).is_some_and(|at| at == from || at == to))
            };
            next.castling.retain(|right| !lost(right));
        }
        next.squares[from] = None;
        next.squares[to] = Some((letter, promoted || promotes));
        Ok(next)
    }

    /// The position before the first move and after each move.
    pub fn replay<S: AsRef<str>>(&self, moves: &[S]) -> Result<Vec<RecordPosition>, RecordError> {
        let mut positions = vec![self.clone()];
        for (ply, text) in moves.iter().enumerate() {
            let last = positions.last().expect("there is a first one");
            let next = last
                .play(text.as_ref())
                .map_err(|error| RecordError(format!("move {}: {error}", ply + 1)))?;
            positions.push(next);
        }
        Ok(positions)
    }

    fn owns(&self, (letter, _): Piece) -> bool {
        letter.is_uppercase() == self.upper_to_move
    }

    /// Refuses the chess moves whose effect is more than moving one piece.
    fn refuse_special(&self, text: &str, letter: char, from: usize, to: usize) -> Result<(), RecordError> {
        let (from_row, from_column, to_row, to_column) = (from / 8, from % 8, to / 8, to % 8);
        match letter.to_ascii_uppercase() {
            'K' if from_column.abs_diff(to_column) > 1 => {
                refuse(format_args!("{text}: castling is not modelled"))
            }
            'P' if to_row == 0 || to_row == 7 => refuse(format_args!("{text}: promotion is not modelled")),
            'P' if from_column != to_column && self.squares[to].is_none() => {
                refuse(format_args!("{text}: capture en passant is not modelled"))
            }
            'P' if from_row.abs_diff(to_row) == 2 => {
                let row = &self.squares[to_row * 8..to_row * 8 + 8];
                let beside = [to_column.checked_sub(1), Some(to_column + 1)].into_iter().flatten();
                let hostile = |column| {
                    let piece: Option<&Option<Piece>> = row.get::<usize>(column);
                    piece.is_some_and(|piece| {
                        piece.is_some_and(|p| p.0.eq_ignore_ascii_case(&'p') && !self.owns(p))
                    })
                };
                if beside.into_iter().any(hostile) {
                    return refuse(format_args!("{text}: en passant is not modelled"));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

fn read_board(game: RecordGame, text: &str) -> Result<Vec<Option<Piece>>, RecordError> {
    let width = game.width();
    let mut squares = Vec::new();
    let rows: Vec<&str> = text.split('/').collect();
    for row in &rows {
        let before = squares.len();
        let mut promoted = false;
        for symbol in row.chars() {
            match symbol {
                '+' if game == RecordGame::Shogi && !promoted => promoted = true,
                '1'..='9' if !promoted => squares.extend(vec![None; symbol as usize - '0' as usize]),
                _ if game.letters().contains(symbol.to_ascii_uppercase()) => {
                    squares.push(Some((symbol, promoted)));
                    promoted = false;
                }
                _ => {
                    return refuse(format_args!("board row {row:?}: {symbol:?} is not a piece of {game}"));
                }
            }
        }
        if squares.len() - before != width || promoted {
            return refuse(format_args!("board row {row:?} does not have {width} squares"));
        }
    }
    if rows.len() != width {
        return refuse(format_args!("{} board rows, {game} has {width}", rows.len()));
    }
    Ok(squares)
}

fn read_hands(text: &str) -> Result<BTreeMap<char, u32>, RecordError> {
    let mut hands = BTreeMap::new();
    let mut count = 0;
    for symbol in text.chars().filter(|_| text != "-") {
        if let Some(digit) = symbol.to_digit(10) {
            count = count * 10 + digit;
        } else if "PLNSGBR".contains(symbol.to_ascii_uppercase()) && count < 19 {
            *hands.entry(symbol).or_insert(0) += count.max(1);
            count = 0;
        } else {
            return refuse(format_args!("hands {text:?}: {symbol:?} is not a piece that can be in hand"));
        }
        if count > 18 {
            return refuse(format_args!("hands {text:?}: more pieces than there are"));
        }
    }
    if count > 0 { refuse(format_args!("hands {text:?} end with a number")) } else { Ok(hands) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIGURE_12: &str = "8k/6Gpl/8p/9/9/9/9/9/4K4 w Gg 1";
    const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn shogi(text: &str) -> RecordPosition {
        RecordPosition::parse(RecordGame::Shogi, text).unwrap()
    }

    #[test]
    fn the_two_orders_of_figure_12_return_to_their_start() {
        let start = shogi(FIGURE_12);
        for block in ["G*2a G*3c 2a3b 3c3b", "G*2a G*4c 2a3b 4c3b"] {
            let moves: Vec<&str> = block.split(' ').collect();
            let positions = start.replay(&moves).unwrap();
            assert_eq!(positions[4], start);
            assert!(positions[1..4].iter().all(|position| *position != start));
        }
    }

    #[test]
    fn a_captured_promoted_piece_comes_to_hand_unpromoted() {
        let after = shogi("4k4/9/9/4+r4/4G4/9/9/9/4K4 b - 1").play("5e5d").unwrap();
        assert_eq!(after, shogi("4k4/9/9/4G4/9/9/9/9/4K4 w R 2"));
    }

    #[test]
    fn promotion_is_part_of_the_position() {
        let start = shogi("4k4/9/4S4/9/9/9/9/9/4K4 b - 1");
        assert_ne!(start.play("5c5b").unwrap(), start.play("5c5b+").unwrap());
    }

    #[test]
    fn knights_out_and_home_return_to_the_start_and_a_rook_does_not() {
        let start = RecordPosition::parse(RecordGame::Chess, CHESS).unwrap();
        let home = start.replay(&["b1c3", "b8c6", "c3b1", "c6b8"]).unwrap();
        assert_eq!(home[4], start);
        let open = RecordPosition::parse(RecordGame::Chess, "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").unwrap();
        let moved = open.replay(&["h1h2", "e8e7", "h2h1", "e7e8"]).unwrap();
        assert_ne!(moved[4], open); // the same board, but the right to castle is gone
    }

    #[test]
    fn what_is_not_a_position_or_a_move_is_refused() {
        for (game, text) in [
            (RecordGame::Shogi, ""),
            (RecordGame::Shogi, "9/9/9 b - 1"),
            (RecordGame::Shogi, "9/9/9/9/9/9/9/9/8 b - 1"),
            (RecordGame::Shogi, "9/9/9/9/9/9/9/9/8+ b - 1"),
            (RecordGame::Shogi, "9/9/9/9/9/9/9/9/8Q b - 1"),
            (RecordGame::Shogi, "9/9/9/9/9/9/9/9/9 x - 1"),
            (RecordGame::Shogi, "9/9/9/9/9/9/9/9/9 b K 1"),
            (RecordGame::Shogi, "9/9/9/9/9/9/9/9/9 b 3 1"),
            (RecordGame::Shogi, "9/9/9/9/9/9/9/9/9 b 19P 1"),
            (RecordGame::Chess, "8/8/8/8/8/8/8/8 w X - 0 1"),
            (RecordGame::Chess, "8/8/8/8/8/8/8/8 w - e3 0 1"),
        ] {
            assert!(RecordPosition::parse(game, text).is_err(), "{text}");
        }
        let start = shogi(FIGURE_12);
        for wrong in
            ["", "G*2", "G*0a", "R*2a", "G*3b", "3b4b", "2a2b", "1a1b", "G*２ａ", "2b2c=", "GG*2a", "1a1b+"]
        {
            assert!(start.play(wrong).is_err(), "{wrong}");
        }
        assert!(start.play("1a2a").is_ok());
        let castled = RecordPosition::parse(RecordGame::Chess, "4k3/P7/8/8/1p6/8/P7/4K2R w K - 0 1").unwrap();
        for special in ["e1g1", "a7a8", "a2a4", "a2b3"] {
            assert!(castled.play(special).unwrap_err().to_string().contains("not modelled"), "{special}");
        }
        assert!(castled.play("a2a3").is_ok());
    }
}
