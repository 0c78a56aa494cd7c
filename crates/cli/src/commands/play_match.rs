//! A game between people or against the program, whatever the board: the moves so far, undo, whose turn it is.
//!
//! A game comes to the table through [`Table`]; [`super::play_lines`] plays it on lines of text and
//! [`super::play_screen`] on a screen.

use hissho_solve::limits::Limits;

/// What can be played.
pub(super) trait Table: Sync {
    /// A position, with whatever the opponent has to remember.
    type State: Clone + Send;

    /// The game in one line.
    fn title(&self) -> String;
    /// A move as it is typed, for help texts.
    fn example(&self) -> String;
    /// The position to begin with.
    fn start(&self) -> Self::State;
    /// Who is to move, or how it ended.
    fn turn(&self, state: &Self::State) -> Turn;
    /// The position after a move as people write it, or what is wrong with it.
    fn play(&self, state: &Self::State, word: &str) -> Result<Self::State, String>;
    /// The program's move.
    fn best(&self, state: &Self::State, limits: &Limits) -> Result<String, String>;
    /// What every move is worth.
    fn values(&self, state: &Self::State, limits: &Limits) -> Result<Vec<Valued>, String>;
    /// The board as lines of text.
    fn text(&self, state: &Self::State) -> String;
    /// The board as signs at their places.
    fn places(&self, state: &Self::State) -> Vec<Place>;
}

/// Who is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The number of the side, and what it is called.
    Of(usize, String),
    /// How it ended.
    Over(String),
}

/// A move and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Valued {
    pub(super) name: String,
    pub(super) value: String,
    /// For the player who makes it: 1 wins, 0 draws, -1 loses.
    pub(super) sign: i32,
}

/// A sign on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) x: u16,
    pub(super) y: u16,
    pub(super) sign: String,
    /// The colour of the piece, if it is one.
    pub(super) colour: Option<usize>,
    /// The move that choosing this place makes; `None` where the cursor does not stop.
    pub(super) chooses: Option<String>,
}

impl Place {
    /// A sign that is neither a piece nor a move.
    pub(super) fn label(x: u16, y: u16, sign: impl Into<String>) -> Place {
        Place { x, y, sign: sign.into(), colour: None, chooses: None }
    }
}

/// One game at a table.
pub(super) struct Match<'t, T: Table> {
    pub(super) table: &'t T,
    /// Every position so far; never empty.
    history: Vec<T::State>,
    moves: Vec<String>,
    /// The side the program plays; `None` for two people.
    programs_side: Option<usize>,
}

impl<'t, T: Table> Match<'t, T> {
    pub(super) fn new(table: &'t T, programs_side: Option<usize>) -> Match<'t, T> {
        Match { table, history: vec![table.start()], moves: vec![], programs_side }
    }

    pub(super) fn state(&self) -> &T::State {
        self.history.last().expect("the start is never taken back")
    }

    /// The moves since the start.
    pub(super) fn moves(&self) -> &[String] {
        &self.moves
    }

    pub(super) fn turn(&self) -> Turn {
        self.table.turn(self.state())
    }

    pub(super) fn is_programs_turn(&self) -> bool {
        matches!(self.turn(), Turn::Of(side, _) if Some(side) == self.programs_side)
    }

    pub(super) fn play(&mut self, word: &str) -> Result<(), String> {
        let next = self.table.play(self.state(), word)?;
        self.history.push(next);
        self.moves.push(word.to_owned());
        Ok(())
    }

    /// Takes back a move, and against the program all moves back to a person's own; whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let can_undo = self.history.len() > 1;
        while self.history.len() > 1 {
            self.history.pop();
            self.moves.pop();
            if !self.is_programs_turn() {
                break;
            }
        }
        can_undo
    }
}
