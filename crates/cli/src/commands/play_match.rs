//! A game between people or against the program, whatever the game: the positions so far, undo,
//! whose turn it is.
//!
//! Rules, moves as they are typed and the opponent come from the question `reply`;
//! [`super::play_lines`] plays on lines of text and [`super::play_screen`] on a screen.

use hissho_workbench::check::NamedFile;
use hissho_workbench::games::GameText;
use hissho_workbench::reply::{Board, Level, Replied, Reply, Wanted};
use hissho_workbench::{Answer, Facts, Fault, Limits};

/// Who answers questions about the game.
pub(super) type Asked<'a> = &'a (dyn Fn(Reply, &Limits) -> Result<Answer, Fault> + Sync);

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

/// Who plays, and how well.
#[derive(Clone, Copy, Debug)]
pub(super) struct Players {
    /// Two people play.
    pub(super) two: bool,
    /// The program makes the first move.
    pub(super) second: bool,
    /// How well the program plays.
    pub(super) level: Level,
    /// The seed of its dice.
    pub(super) seed: u64,
}

/// One game.
pub(super) struct Match<'a> {
    pub(super) ask: Asked<'a>,
    game: GameText,
    /// The record that the game goes on from.
    record: Option<NamedFile>,
    players: Players,
    /// Every position so far; never empty.
    history: Vec<Replied>,
    /// The side the program plays; `None` for two people.
    programs_side: Option<usize>,
}

/// Asks, and takes the facts or the reason why there are none.
pub(super) fn answer(ask: Asked<'_>, question: Reply, limits: &Limits) -> Result<Replied, Fault> {
    match ask(question, limits)?.facts {
        Facts::Reply(replied) => Ok(replied),
        _ => Err(Fault::bad_input("a reply has another answer")),
    }
}

impl<'a> Match<'a> {
    /// A game from the position that `start` asks about, or from a usual start.
    pub(super) fn begin(
        ask: Asked<'a>,
        start: Reply,
        players: Players,
        limits: &Limits,
    ) -> Result<Match<'a>, Fault> {
        let (game, record) = (start.game.clone(), start.record.clone());
        let start = answer(ask, start, limits)?;
        // A game that is too small may have been doubled.
        let name = start.game.clone();
        let game = match game {
            GameText::Name(text) if text.contains('\n') => GameText::Name(text),
            GameText::Name(_) => GameText::Name(name),
            GameText::WithFiles { files, .. } => GameText::WithFiles { name, files },
        };
        let mover = start.to_move.as_deref().map_or(0, side);
        let programs_side = (!players.two).then_some(if players.second { mover } else { 1 - mover });
        Ok(Match { ask, game, record, players, history: vec![start], programs_side })
    }

    pub(super) fn state(&self) -> &Replied {
        self.history.last().expect("the start is never taken back")
    }

    /// The moves since the start.
    pub(super) fn moves(&self) -> &[String] {
        &self.state().played
    }

    /// The question about the present position. A hint is always without mistakes.
    pub(super) fn question(&self, wanted: Wanted, is_hint: bool) -> Reply {
        let Replied { position, played, .. } = self.state();
        let level = if is_hint { Level::Perfect } else { self.players.level };
        let seed = self.players.seed;
        let record = self.record.clone();
        Reply { record, level, seed, ..Reply::new(self.game.clone(), position, played.clone(), wanted) }
    }

    /// Whether sides are called by who sits there: the game has no colours.
    fn is_plain(&self) -> bool {
        matches!(self.state().board, Board::Heaps { .. } | Board::Piece { .. } | Board::Chocolate { .. })
    }

    /// What a side is called.
    fn name(&self, number: usize) -> String {
        let state = self.state();
        match (self.is_plain(), self.programs_side) {
            (true, None) => format!("player {}", number + 1),
            (true, Some(program)) if program == number => "the program".to_owned(),
            (true, Some(_)) => "you".to_owned(),
            (false, _) => match (state.colour, &state.to_move) {
                (Some(colour), Some(side)) => format!("{side} side, colour {colour}"),
                (_, side) => side.clone().unwrap_or_default(),
            },
        }
    }

    pub(super) fn turn(&self) -> Turn {
        let state = self.state();
        let Some(winner) = &state.over else {
            let number = state.to_move.as_deref().map_or(0, side);
            return Turn::Of(number, self.name(number));
        };
        Turn::Over(match &state.board {
            Board::Rhombus { .. } => format!("{winner} is connected"),
            _ if winner == "draw" => "nobody can place a piece: a draw".to_owned(),
            _ if self.is_plain() => match self.name(1 - side(winner)).as_str() {
                "you" => "you cannot move: you lose".to_owned(),
                loser => format!("{loser} cannot move and loses"),
            },
            _ => format!("the {winner} side has a line and wins"),
        })
    }

    pub(super) fn is_programs_turn(&self) -> bool {
        matches!(self.turn(), Turn::Of(side, _) if Some(side) == self.programs_side)
    }

    /// Makes a move as it is typed; says what is wrong with it.
    pub(super) fn play(&mut self, word: &str, limits: &Limits) -> Result<(), String> {
        let mut question = self.question(Wanted::Turn, false);
        question.moves.push(word.to_owned());
        let next = answer(self.ask, question, limits).map_err(|fault| fault.message)?;
        self.history.push(next);
        Ok(())
    }

    /// Makes the move of the program, and keeps what its proof still needs for whoever shows the
    /// board.
    pub(super) fn play_reply(&mut self, replied: &Replied, limits: &Limits) -> Result<String, String> {
        let Some(word) = replied.reply.clone() else {
            return Err(replied.reason.clone().unwrap_or_else(|| "the game is over".to_owned()));
        };
        self.play(&word, limits)?;
        // What the person's own proof needs would be a hint.
        let has_proof = replied.value == replied.to_move;
        if let Some(state) = self.history.last_mut().filter(|_| has_proof) {
            state.needed = replied.needed.clone();
        }
        Ok(word)
    }

    /// Takes back a move, and against the program all moves back to a person's own; whether there
    /// was one.
    pub(super) fn undo(&mut self) -> bool {
        let can_undo = self.history.len() > 1;
        while self.history.len() > 1 {
            self.history.pop();
            if !self.is_programs_turn() {
                break;
            }
        }
        can_undo
    }
}

/// The number of a side.
fn side(name: &str) -> usize {
    usize::from(matches!(name, "second" | "white"))
}

/// The values of moves, for the player who makes them.
pub(super) fn values(replied: Replied) -> Result<Vec<Valued>, String> {
    if let (Some(reason), true) = (&replied.reason, replied.moves.is_empty()) {
        return Err(reason.clone());
    }
    let mover = replied.to_move.unwrap_or_default();
    let valued = |one: hissho_workbench::line_games::SolvedMove| {
        let sign = match one.value.as_str() {
            "draw" => 0,
            winner if winner == mover => 1,
            _ => -1,
        };
        let score = one.score.map_or(String::new(), |score| format!(" ({score:+})"));
        Valued { value: format!("{}{score}", one.value), name: one.name, sign }
    };
    Ok(replied.moves.into_iter().map(valued).collect())
}
