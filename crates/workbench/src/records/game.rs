//! One game, played move by move on a real board.

use hissho_rules::records::RecordGame;
use hissho_solve::records::Trace;
use rustc_hash::FxHashMap;

/// A board of either game.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // all boards of a game are of one variant
pub enum Board {
    /// Shogi.
    Shogi(haitaka::Board),
    /// Chess.
    Chess(cozy_chess::Board),
}

impl Board {
    /// SFEN or FEN. Move counters are not meaningful.
    pub fn text(&self) -> String {
        match self {
            Board::Shogi(board) => board.to_string(),
            Board::Chess(board) => board.to_string(),
        }
    }

    fn hash(&self) -> u64 {
        match self {
            Board::Shogi(board) => board.hash(),
            Board::Chess(board) => board.hash_without_ep(),
        }
    }

    /// Whether the positions are the same in the sense of the rules: board, hands, side to move; in
    /// chess castling rights and the possibility of taking en passant.
    fn is_same(&self, other: &Board) -> bool {
        match (self, other) {
            (Board::Shogi(board), Board::Shogi(other)) => board.same_position(other),
            (Board::Chess(board), Board::Chess(other)) => super::chess::is_same_position(board, other),
            _ => false,
        }
    }

    fn is_in_check(&self) -> bool {
        match self {
            Board::Shogi(board) => !board.checkers().is_empty(),
            Board::Chess(board) => !board.checkers().is_empty(),
        }
    }
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// In coordinates: USI, or UCI in chess.
    pub text: String,
    /// As people write it: `△７八銀不成`, `Nf3`.
    pub shown: String,
    /// The line it was read from; 0 when it was not read.
    pub line: usize,
    /// Whether it gives check.
    pub check: bool,
}

/// A game, played through.
#[derive(Clone, Debug)]
pub struct Game {
    /// Which game it is.
    pub game: RecordGame,
    /// Headers in the record's own words.
    pub headers: Vec<(String, String)>,
    /// The position before the first move, as SFEN or FEN with its move number.
    pub start: String,
    /// The record's number of the first move: plies in shogi; in chess half-moves, 2n - 1 for
    /// White's n-th move.
    pub first_number: u64,
    /// The moves.
    pub moves: Vec<Played>,
    /// How the record says the game ended.
    pub ending: Option<String>,
    /// For each ply, the position's place in `boards`.
    positions: Vec<u32>,
    /// The different positions, in order of appearance.
    boards: Vec<Board>,
    /// By hash, the last of `boards` that has it.
    by_hash: FxHashMap<u64, u32>,
    /// For each of `boards`, the one before with the same hash.
    same_hash: Vec<Option<u32>>,
}

impl Game {
    /// A game without moves.
    pub(super) fn new(board: Board, start: String, first_number: u64) -> Game {
        let game = match board {
            Board::Shogi(_) => RecordGame::Shogi,
            Board::Chess(_) => RecordGame::Chess,
        };
        let mut new = Game {
            game,
            headers: Vec::new(),
            start,
            first_number,
            moves: Vec::new(),
            ending: None,
            positions: Vec::new(),
            boards: Vec::new(),
            by_hash: FxHashMap::default(),
            same_hash: Vec::new(),
        };
        new.meet(board);
        new
    }

    /// Adds a move that led to `board`.
    pub(super) fn push(&mut self, board: Board, text: String, shown: String, line: usize) {
        let check = board.is_in_check();
        self.moves.push(Played { text, shown, line, check });
        self.meet(board);
    }

    fn meet(&mut self, board: Board) {
        let hash = board.hash();
        let last = self.by_hash.get(&hash).copied();
        let mut alike = std::iter::successors(last, |&at| self.same_hash[at as usize]);
        let place = alike.find(|&at| self.boards[at as usize].is_same(&board)).unwrap_or_else(|| {
            let place = self.boards.len() as u32;
            self.by_hash.insert(hash, place);
            self.same_hash.push(last);
            self.boards.push(board);
            place
        });
        self.positions.push(place);
    }

    /// The board after `ply` moves.
    pub fn board(&self, ply: usize) -> Option<&Board> {
        self.positions.get(ply).map(|&place| &self.boards[place as usize])
    }

    /// The board now.
    pub(super) fn last(&self) -> &Board {
        self.board(self.moves.len()).expect("there is a position before the first move")
    }

    /// The record's number of the move that led to `ply`; one less than the first for the start.
    pub fn number(&self, ply: usize) -> u64 {
        self.first_number + ply as u64 - 1
    }

    /// The ply that the record's move number leads to.
    pub fn ply(&self, number: u64) -> Option<usize> {
        let ply = number.checked_add(1)?.checked_sub(self.first_number)?;
        usize::try_from(ply).ok().filter(|ply| *ply <= self.moves.len())
    }

    /// How many different positions there are.
    pub fn distinct_positions(&self) -> usize {
        self.boards.len()
    }

    /// The game as numbers, for the repetition rules.
    pub fn trace(&self) -> Trace {
        // Moves are the same when the same side makes them and they are written the same.
        let mut numbers: FxHashMap<(&str, usize), u32> = FxHashMap::default();
        let mut moves = Vec::with_capacity(self.moves.len());
        for (ply, played) in self.moves.iter().enumerate() {
            let next = numbers.len() as u32;
            moves.push(*numbers.entry((played.text.as_str(), ply % 2)).or_insert(next));
        }
        let checks = self.moves.iter().map(|played| played.check).collect();
        Trace { positions: self.positions.clone(), moves, checks }
    }
}
