//! Positions and moves of shogi and chess records, as far as repetition needs them.
//!
//! A position is the board, the hands, the side to move and, in chess, the castling rights;
//! positions are the same when all of these are. A move is written in coordinates (`8g7h`, `8g7h+`,
//! `S*6g`; `b1c3`), in one way: what a side can do has one text, and different texts do different
//! things. This is *not* the full law of the games: a move must start from a piece of the side to
//! move, must not land on a piece of that side or on a king, a dropped piece must be in the hand of
//! the side to move and its square empty, and a promoted piece must be one that promotes. How
//! pieces move, check and mate are not looked at. In chess, castling, promotion and a double step
//! that puts a pawn beside a hostile pawn are refused rather than modelled.
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

/// The order of pieces in hand: those of the side that began, then the others.
const HAND: &str = "RBGSNLPrbgsnlp";

/// The shogi pieces that promote.
const PROMOTING: &str = "PLNSBR";

/// Each right to castle with the homes of the king and the rook that it is about.
const RIGHTS: [(char, [(char, &str); 2]); 4] = [
    ('K', [('K', "e1"), ('R', "h1")]),
    ('Q', [('K', "e1"), ('R', "a1")]),
    ('k', [('k', "e8"), ('r', "h8")]),
    ('q', [('k', "e8"), ('r', "a8")]),
];

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
    /// Letters of `KQkq` in this order; only rights whose king and rook stand at home.
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

impl RecordError {
    /// A message of at most a few lines, however long the text it quotes.
    fn new(reason: impl fmt::Display) -> RecordError {
        RecordError(reason.to_string().chars().take(300).collect())
    }
}

fn refuse<T>(reason: impl fmt::Display) -> Result<T, RecordError> {
    Err(RecordError::new(reason))
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
    /// Reads the first fields of an SFEN (board, side, hands) or of a FEN (board, side, castling,
    /// en passant, which must be `-`); move counters after them are ignored.
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
            RecordGame::Chess => position.castling = position.read_castling(third)?,
        }
        if game == RecordGame::Chess && fields.get(3).is_some_and(|&passing| passing != "-") {
            return refuse("positions with an en-passant square are not modelled");
        }
        Ok(position)
    }

    /// Which game it is of.
    pub fn game(&self) -> RecordGame {
        self.game
    }

    fn read_castling(&self, text: &str) -> Result<String, RecordError> {
        let rights: String = RIGHTS.iter().map(|(right, _)| *right).filter(|&r| text.contains(r)).collect();
        if text != rights && (text, rights.as_str()) != ("-", "") {
            return refuse(format_args!("castling rights {text:?}: letters of KQkq in this order, or -"));
        }
        let is_home = |&(piece, name): &(char, &str)| {
            let square = self.game.square(name);
            square.is_some_and(|at| self.squares[at] == Some((piece, false)))
        };
        for (right, homes) in RIGHTS {
            if rights.contains(right) && !homes.iter().all(is_home) {
                return refuse(format_args!("castling right {right}: its king or rook is not at home"));
            }
        }
        Ok(rights)
    }

    /// The position after the move.
    pub fn play(&self, text: &str) -> Result<RecordPosition, RecordError> {
        let bad = || RecordError::new(format_args!("{text:?} is not a {} move in coordinates", self.game));
        if !text.is_ascii() {
            return Err(bad());
        }
        let mut next = self.clone();
        next.upper_to_move = !self.upper_to_move;
        if let Some((letter, to)) = text.split_once('*') {
            let to = self.game.square(to).ok_or_else(bad)?;
            // Both sides write the piece in upper case: one drop has one text.
            let owned = match *letter.as_bytes() {
                [letter @ b'A'..=b'Z'] if self.upper_to_move => char::from(letter),
                [letter @ b'A'..=b'Z'] => char::from(letter.to_ascii_lowercase()),
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
            "+" if self.game == RecordGame::Shogi => {
                if promoted || !PROMOTING.contains(letter.to_ascii_uppercase()) {
                    return refuse(format_args!("{text}: the piece on {} does not promote", &text[..2]));
                }
                true
            }
            _ => return Err(bad()),
        };
        if self.game == RecordGame::Chess {
            self.refuse_special(text, letter, from, to)?;
            for (right, homes) in RIGHTS {
                let touched = homes.iter().filter_map(|(_, name)| self.game.square(name));
                if touched.into_iter().any(|at| at == from || at == to) {
                    next.castling.retain(|kept| kept != right);
                }
            }
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
                .map_err(|error| RecordError::new(format_args!("move {}: {error}", ply + 1)))?;
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

impl fmt::Display for RecordPosition {
    /// The one text of the position: board, side and hands, or board, side, castling rights and
    /// `-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in self.squares.chunks(self.game.width()).enumerate() {
            f.write_str(if number == 0 { "" } else { "/" })?;
            for run in row.chunk_by(|a, b| a.is_none() && b.is_none()) {
                match run[0] {
                    None => write!(f, "{}", run.len())?,
                    Some((letter, promoted)) => write!(f, "{}{letter}", if promoted { "+" } else { "" })?,
                }
            }
        }
        let is_first = self.upper_to_move == (self.game == RecordGame::Shogi);
        f.write_str(if is_first { " b " } else { " w " })?;
        let none = |is_empty: bool| if is_empty { "-" } else { "" };
        if self.game == RecordGame::Chess {
            return write!(f, "{}{} -", self.castling, none(self.castling.is_empty()));
        }
        for letter in HAND.chars() {
            match self.hands.get(&letter) {
                Some(1) => write!(f, "{letter}")?,
                Some(count) => write!(f, "{count}{letter}")?,
                None => {}
            }
        }
        f.write_str(none(self.hands.is_empty()))
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
                _ if game.letters().contains(symbol.to_ascii_uppercase())
                    && (!promoted || PROMOTING.contains(symbol.to_ascii_uppercase())) =>
                {
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
        } else if HAND.contains(symbol) && hands.insert(symbol, count.max(1)).is_none() {
            count = 0;
        } else {
            return refuse(format_args!("hands {text:?}: {symbol:?} cannot be in hand, or is there twice"));
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
            (RecordGame::Shogi, "9/9/9/9/9/9/9/9/9 b 9P9P 1"),
            (RecordGame::Shogi, "9/9/9/9/9/9/9/9/8+G b - 1"),
            (RecordGame::Chess, "r3k2r/8/8/8/8/8/8/R3K2R w QK - 0 1"),
            (RecordGame::Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1"),
            (RecordGame::Chess, "r3k2r/8/8/8/8/8/8/R3K3 w K - 0 1"),
            (RecordGame::Chess, "8/8/8/8/8/8/8/8 w X - 0 1"),
            (RecordGame::Chess, "8/8/8/8/8/8/8/8 w - e3 0 1"),
        ] {
            assert!(RecordPosition::parse(game, text).is_err(), "{text}");
        }
        let start = shogi(FIGURE_12);
        for wrong in [
            "", "G*2", "G*0a", "R*2a", "G*3b", "3b4b", "2a2b", "1a1b", "G*２ａ", "2b2c=", "GG*2a", "1a1b+",
            "g*2a",
        ] {
            assert!(start.play(wrong).is_err(), "{wrong}");
        }
        assert!(start.play("1a2a").is_ok());
        let castled = RecordPosition::parse(RecordGame::Chess, "4k3/P7/8/8/1p6/8/P7/4K2R w K - 0 1").unwrap();
        for special in ["e1g1", "a7a8", "a2a4", "a2b3"] {
            assert!(castled.play(special).unwrap_err().to_string().contains("not modelled"), "{special}");
        }
        assert!(castled.play("a2a3").is_ok());
    }

    #[test]
    fn audit_h5_a_piece_is_dropped_from_its_owners_hand_only() {
        let start = shogi("4k4/9/9/9/9/9/9/9/4K4 b r 1");
        assert!(start.play("r*5e").is_err() && start.play("R*5e").is_err());
        let mine = shogi("4k4/9/9/9/9/9/9/9/4K4 b R 1");
        assert_eq!(mine.play("R*5e").unwrap(), shogi("4k4/9/9/9/4R4/9/9/9/4K4 w - 2"));
        assert!(mine.play("r*5e").is_err());
        let theirs = shogi("4k4/9/9/9/9/9/9/9/4K4 w Rb 1");
        assert!(theirs.play("R*5e").is_err() && theirs.play("b*5e").is_err());
        assert!(theirs.play("B*5e").is_ok());
    }

    /// Every text of four or five plain letters: no two of them lead from one position to the same
    /// one.
    #[test]
    fn audit_h4_one_move_has_one_spelling() {
        let texts: Vec<(RecordGame, &str)> = vec![
            (RecordGame::Shogi, "4k4/2+p6/9/4p4/4G4/2S6/9/9/4K4 w 2GgPp 1"),
            (RecordGame::Shogi, "4k4/2+p6/2S6/4p4/4G4/9/9/9/4K4 b 2GgPp 1"),
            (RecordGame::Chess, "r3k2r/p7/8/8/8/4n3/P7/R3K2R w KQkq - 0 1"),
        ];
        let squares: Vec<String> = ('1'..='9')
            .flat_map(|digit| {
                ('a'..='i').flat_map(move |letter| [format!("{digit}{letter}"), format!("{letter}{digit}")])
            })
            .collect();
        for (game, text) in texts {
            let start = RecordPosition::parse(game, text).unwrap();
            let mut reached = std::collections::HashMap::new();
            let mut try_it = |text: String| {
                if let Ok(next) = start.play(&text) {
                    assert_eq!(reached.insert(next, text.clone()), None, "{text}");
                }
            };
            for to in &squares {
                for letter in "RBGSNLPKQrbgsnlpkq+ ".chars() {
                    try_it(format!("{letter}*{to}"));
                    try_it(format!("{letter}*{to}+"));
                }
                for from in &squares {
                    for mark in ["", "+", "=", " ", "q", "-"] {
                        try_it(format!("{from}{to}{mark}"));
                    }
                }
            }
            assert!(reached.len() > 100, "{}", reached.len());
        }
    }

    #[test]
    fn a_position_is_written_in_one_way() {
        for (game, text, plain) in [
            (RecordGame::Shogi, FIGURE_12, "8k/6Gpl/8p/9/9/9/9/9/4K4 w Gg"),
            (RecordGame::Shogi, "9/9/9/9/1+p25/9/9/9/333 b p2PR 7", "9/9/9/9/1+p7/9/9/9/9 b R2Pp"),
            (RecordGame::Shogi, "9/9/9/9/9/9/9/9/9 w -", "9/9/9/9/9/9/9/9/9 w -"),
            (RecordGame::Chess, CHESS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"),
            (RecordGame::Chess, "8/8/8/8/8/8/8/8 b -", "8/8/8/8/8/8/8/8 b - -"),
        ] {
            let position = RecordPosition::parse(game, text).unwrap();
            assert_eq!(position.to_string(), plain);
            assert_eq!(RecordPosition::parse(game, plain).unwrap(), position);
        }
    }
}
