//! Line games: colours in a fixed turn order fill slots, and a colour that fills a line wins for
//! its side.
//!
//! Otrio, Qubic and Connect-Four are the same game on different data: slots, lines, who owns which
//! colour, how many pieces of each size a colour has, which slot rests on which. [`LineGame`] is
//! that data, [`Board`] the plain play on it, with a set of slots for each colour, one bit each. A
//! colour that can place nothing is passed; the slots it lacks pieces for never become fewer pieces
//! short, so a colour that is passed once is passed for ever. When no colour can place, the game is
//! drawn.
//!
//! Sources: Otrio as in Teramura and Matsuzaki, On first-player-win boards of two-player Otrio
//! (2019), section 2.

mod named;

pub use named::GameNameError;

use std::fmt;

/// A set of slots: bit `n` is slot `n`. The largest game has 81.
pub type Slots = u128;

/// The slots of a set, increasing.
pub fn slots_of(set: Slots) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let least = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(least)
    })
}

/// The rules of one line game. Slots, colours and sides are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineGame {
    /// The name with all parameters that differ from the usual, as [`LineGame::named`] reads it.
    name: String,
    /// How a move into the slot is written; in a game with gravity all slots of a column share one
    /// name.
    slots: Vec<String>,
    /// Sets of slots; invariant: not empty, increasing, all below `slots.len()`.
    lines: Vec<Vec<usize>>,
    /// The lines again, as sets, in the same order, and those through each slot.
    line_sets: Vec<Slots>,
    lines_through: Vec<Vec<Slots>>,
    /// The side of each colour, colours in turn order; invariant: side 0 owns colour 0.
    sides: Vec<usize>,
    /// The slots that the pieces of each size fit; invariant: every slot is in one of them.
    sizes: [Slots; 3],
    /// The pieces of each size that a colour has; `None` is without end.
    stock: Option<usize>,
    /// Slots nobody may fill.
    forbidden: Slots,
    /// With gravity a slot rests on the one with this number less, which must be filled before.
    gravity: Option<usize>,
    /// Permutations of the slots that leave all of the above as it is; the first is the identity.
    symmetries: Vec<Vec<usize>>,
}

impl LineGame {
    /// How a move into `slot` is written.
    pub fn slot_name(&self, slot: usize) -> &str {
        &self.slots[slot]
    }

    /// The number of slots, forbidden ones included.
    pub fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// The lines, as sets of slots.
    pub fn lines(&self) -> &[Vec<usize>] {
        &self.lines
    }

    /// The lines as sets, in the same order.
    pub fn line_sets(&self) -> &[Slots] {
        &self.line_sets
    }

    /// The side of each colour, colours in turn order.
    pub fn sides(&self) -> &[usize] {
        &self.sides
    }

    /// The number of sides.
    pub fn side_count(&self) -> usize {
        self.sides.iter().max().map_or(0, |most| most + 1)
    }

    /// The size of the piece that fits a slot.
    pub fn size(&self, slot: usize) -> usize {
        (0..3).find(|&size| self.sizes[size] >> slot & 1 == 1).unwrap_or(0)
    }

    /// The slots that the pieces of each size fit.
    pub fn sizes(&self) -> &[Slots; 3] {
        &self.sizes
    }

    /// The pieces of each size that a colour has, unless that is without end.
    pub fn stock(&self) -> Option<usize> {
        self.stock
    }

    /// Whether nobody may fill the slot.
    pub fn is_forbidden(&self, slot: usize) -> bool {
        self.forbidden >> slot & 1 == 1
    }

    /// The slot that must be filled first.
    pub fn rests_on(&self, slot: usize) -> Option<usize> {
        slot.checked_sub(self.gravity?)
    }

    /// The symmetries: `symmetry[slot]` is where the content of `slot` goes. The first is the
    /// identity.
    pub fn symmetries(&self) -> &[Vec<usize>] {
        &self.symmetries
    }

    /// Whether moving every content from `slot` to `image[slot]` leaves the rules as they are.
    pub fn is_symmetry(&self, image: &[usize]) -> bool {
        let count = self.slots.len();
        if image.len() != count {
            return false;
        }
        let mut inverse = vec![count; count];
        for (slot, &to) in image.iter().enumerate() {
            if to >= count || inverse[to] != count {
                return false;
            }
            inverse[to] = slot;
        }
        let image_of_line = |line: &Vec<usize>| {
            let mut moved: Vec<usize> = line.iter().map(|&slot| image[slot]).collect();
            moved.sort_unstable();
            moved
        };
        let mut moved: Vec<Vec<usize>> = self.lines.iter().map(image_of_line).collect();
        let mut lines = self.lines.clone();
        moved.sort();
        lines.sort();
        let same_size = |a: usize, b: usize| self.size(a) == self.size(b);
        moved == lines
            && (0..count).all(|slot| self.is_forbidden(slot) == self.is_forbidden(image[slot]))
            && (0..count)
                .all(|slot| self.rests_on(slot).map(|below| image[below]) == self.rests_on(image[slot]))
            && (0..count).all(|a| (0..count).all(|b| same_size(a, b) == same_size(image[a], image[b])))
    }
}

impl fmt::Display for LineGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// This side has a line.
    Win(usize),
    /// Nobody can place a piece any more.
    Draw,
}

/// A position: what is in each slot, and which colour is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board<'g> {
    game: &'g LineGame,
    /// The colour in each slot.
    content: Vec<Option<usize>>,
    /// The same as sets: the slots of each colour, and all that are filled.
    of_colour: [Slots; 4],
    filled: Slots,
    /// The colour to move; meaningless when the game has ended.
    turn: usize,
    end: Option<End>,
    /// How many colours were passed after the last move.
    passed: usize,
}

/// A move that was made, and what it changed besides the slot.
#[derive(Clone, Copy, Debug)]
pub struct Filled {
    slot: usize,
    turn: usize,
    passed: usize,
}

impl<'g> Board<'g> {
    /// The empty board.
    pub fn new(game: &'g LineGame) -> Board<'g> {
        let mut board = Board {
            game,
            content: vec![None; game.slots.len()],
            of_colour: [0; 4],
            filled: 0,
            turn: 0,
            end: None,
            passed: 0,
        };
        board.pass();
        board
    }

    /// The position after the moves of a record: words such as `b2M` separated by spaces or commas,
    /// or, where moves are written with one character, without anything between. `pass` may be
    /// written where a colour is passed.
    pub fn after(game: &'g LineGame, record: &str) -> Result<Board<'g>, MoveError> {
        Board::with_moves(game, record).map(|(board, _)| board)
    }

    /// The same, and the record in its plain spelling: the moves with one space between them,
    /// passes left out.
    pub fn with_moves(game: &'g LineGame, record: &str) -> Result<(Board<'g>, String), MoveError> {
        let (mut board, mut plain) = (Board::new(game), String::new());
        for (at, word) in words(game, record).enumerate() {
            let number = at + 1;
            if word == "pass" {
                board.passed = board.passed.checked_sub(1).ok_or(MoveError::NeedlessPass { number })?;
                continue;
            }
            let slot = board.slot_named(word, number)?;
            board = board.play(slot).ok_or_else(|| board.why_not(slot, word, number))?;
            plain = if plain.is_empty() { word.to_owned() } else { plain + " " + word };
        }
        Ok((board, plain))
    }

    /// The rules this board is played by.
    pub fn game(&self) -> &'g LineGame {
        self.game
    }

    /// The colour in each slot.
    pub fn content(&self) -> &[Option<usize>] {
        &self.content
    }

    /// The colour to move, unless the game has ended.
    pub fn turn(&self) -> Option<usize> {
        if self.end.is_none() { Some(self.turn) } else { None }
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The slots that `colour` could fill if it were its turn.
    pub fn placeable(&self, colour: usize) -> Slots {
        let game = self.game;
        let mut slots = (game.sizes[0] | game.sizes[1] | game.sizes[2]) & !game.forbidden & !self.filled;
        if let Some(width) = game.gravity {
            slots &= self.filled << width | ((1 << width) - 1);
        }
        if let Some(stock) = game.stock {
            for size in (0..3).filter(|&size| self.used(colour, size) >= stock) {
                slots &= !game.sizes[size];
            }
        }
        slots
    }

    /// Whether `colour` could put a piece into `slot` if it were its turn.
    pub fn can_place(&self, colour: usize, slot: usize) -> bool {
        self.placeable(colour) >> slot & 1 == 1
    }

    /// Whether `colour` would have a line with one more piece, in `slot`.
    pub fn completes_line(&self, colour: usize, slot: usize) -> bool {
        let own = self.of_colour[colour] | 1 << slot;
        self.game.lines_through[slot].iter().any(|line| line & !own == 0)
    }

    /// The slots that `colour` fills.
    pub fn of_colour(&self, colour: usize) -> Slots {
        self.of_colour[colour]
    }

    /// The slots that are filled.
    pub fn filled(&self) -> Slots {
        self.filled
    }

    /// The slots the colour to move can fill, increasing; none when the game has ended.
    pub fn moves(&self) -> Vec<usize> {
        self.turn().map_or(vec![], |turn| slots_of(self.placeable(turn)).collect())
    }

    /// The position after the colour to move has filled `slot`; `None` if it may not.
    pub fn play(&self, slot: usize) -> Option<Board<'g>> {
        let mut next = self.clone();
        next.fill(slot)?;
        Some(next)
    }

    /// Lets the colour to move fill `slot`; `None`, and nothing changes, if it may not. What comes
    /// back undoes it.
    pub fn fill(&mut self, slot: usize) -> Option<Filled> {
        if self.end.is_some() || slot >= self.content.len() || !self.can_place(self.turn, slot) {
            return None;
        }
        let filled = Filled { slot, turn: self.turn, passed: self.passed };
        if self.completes_line(self.turn, slot) {
            self.end = Some(End::Win(self.game.sides[self.turn]));
        }
        self.content[slot] = Some(self.turn);
        self.filled |= 1 << slot;
        self.of_colour[self.turn] |= 1 << slot;
        if self.end.is_none() {
            self.turn = (self.turn + 1) % self.game.sides.len();
            self.pass();
        }
        Some(filled)
    }

    /// Undoes the last [`Board::fill`].
    pub fn take_back(&mut self, filled: Filled) {
        let Filled { slot, turn, passed } = filled;
        self.content[slot] = None;
        self.filled &= !(1 << slot);
        self.of_colour[turn] &= !(1 << slot);
        (self.turn, self.passed, self.end) = (turn, passed, None);
    }

    /// Gives the turn to the first colour that can place a piece, or ends the game.
    fn pass(&mut self) {
        let colours = self.game.sides.len();
        let able = |passed: &usize| self.placeable((self.turn + passed) % colours) != 0;
        match (0..colours).find(able) {
            Some(passed) => {
                self.turn = (self.turn + passed) % colours;
                self.passed = passed;
            }
            None => self.end = Some(End::Draw),
        }
    }

    /// The pieces of one size that a colour has on the board.
    pub fn used(&self, colour: usize, size: usize) -> usize {
        (self.of_colour[colour] & self.game.sizes[size]).count_ones() as usize
    }

    /// The slot that `word` names: with gravity, the lowest free slot of the column.
    fn slot_named(&self, word: &str, number: usize) -> Result<usize, MoveError> {
        let game = self.game;
        let mut named = (0..game.slots.len()).filter(|&slot| game.slots[slot] == word).peekable();
        if named.peek().is_none() {
            let word = word.chars().take(20).collect();
            return Err(MoveError::Unknown { number, word, like: game.slots[0].clone() });
        }
        match named.clone().find(|&slot| self.content[slot].is_none()) {
            Some(slot) => Ok(slot),
            None => Err(self.why_not(named.next().unwrap_or(0), word, number)),
        }
    }

    /// Why the colour to move may not fill `slot`.
    fn why_not(&self, slot: usize, word: &str, number: usize) -> MoveError {
        let word = word.to_owned();
        let game = self.game;
        if self.end.is_some() {
            MoveError::GameOver { number, word }
        } else if game.is_forbidden(slot) {
            MoveError::Forbidden { number, word }
        } else if self.content[slot].is_some() {
            MoveError::Full { number, word }
        } else {
            MoveError::NoPiece { number, word, colour: self.turn + 1, stock: game.stock.unwrap_or(0) }
        }
    }
}

/// The moves of a record, each as it is written.
fn words<'r>(game: &LineGame, record: &'r str) -> impl Iterator<Item = &'r str> {
    let is_short = game.slots.iter().all(|name| name.len() == 1);
    let separated = record.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty());
    separated.flat_map(move |word| word.split_inclusive(move |_: char| is_short && word != "pass"))
}

/// Why a record is not that of a legal game. Moves are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum MoveError {
    Unknown { number: usize, word: String, like: String },
    Full { number: usize, word: String },
    Forbidden { number: usize, word: String },
    NoPiece { number: usize, word: String, colour: usize, stock: usize },
    GameOver { number: usize, word: String },
    NeedlessPass { number: usize },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Unknown { number, word, like } => {
                write!(f, "move {number}: `{word}` is not a move of this game, `{like}` would be one")
            }
            MoveError::Full { number, word } => {
                write!(f, "move {number}: {word} is full, a free place is needed")
            }
            MoveError::Forbidden { number, word } => {
                write!(f, "move {number}: {word} is forbidden by the rules")
            }
            MoveError::NoPiece { number, word, colour, stock } => write!(
                f,
                "move {number}: colour {colour} has no piece left for {word}, it had {stock} of each size"
            ),
            MoveError::GameOver { number, word } => {
                write!(f, "move {number}: {word} is played after the end of the game")
            }
            MoveError::NeedlessPass { number } => {
                write!(f, "move {number}: nobody is passed here, the colour to move can place a piece")
            }
        }
    }
}

impl std::error::Error for MoveError {}
