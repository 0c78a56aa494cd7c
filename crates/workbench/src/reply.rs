//! The question `reply`: whose turn it is in a board game, what the perfect opponent plays, what
//! every move is worth. The game's name chooses the subject.

use hissho_rules::line_games::LineGame;
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Ending, Findings, Told};
use crate::line_games::{self, SolvedMove};
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// What does the perfect opponent play?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// The game with its parameters, such as `otrio` or `connect4(7,6)`.
    pub game: String,
    /// The moves so far.
    #[serde(default)]
    pub position: String,
    /// What is wanted to know.
    #[serde(default)]
    pub wanted: Wanted,
}

/// What is wanted to know of a position in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// A move that keeps the value.
    #[default]
    Move,
    /// What every move is worth.
    Values,
    /// Only whose turn it is, and the legal moves.
    Turn,
}

/// A position in play.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Replied {
    /// The game.
    pub game: String,
    /// The moves so far.
    pub position: String,
    /// The side to move, `first` or `second`; none when the game is over.
    pub to_move: Option<String>,
    /// The colour to move, from 1.
    pub colour: Option<usize>,
    /// How it ended: `first`, `second` or `draw`.
    pub over: Option<String>,
    /// The moves that the rules allow.
    pub legal: Vec<String>,
    /// A move that keeps the value, if one was wanted. Of several any may be named.
    pub reply: Option<String>,
    /// The value of the position, if it was found: `first`, `second` or `draw`.
    pub value: Option<String>,
    /// The moves with their values, as far as they were wanted.
    pub moves: Vec<SolvedMove>,
    /// Why there is no reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Ask for Reply {
    type Facts = Replied;

    fn answer(&self, desk: &Desk, limits: &Limits, _: &dyn Watch) -> Result<Told<Replied>, Fault> {
        if LineGame::is_name(&self.game) {
            return Ok(line_games::reply(self, desk, limits)?.into());
        }
        let examples = "try otrio or 'connect4(7,6)'";
        let message = format!("`{}` is not a board game that is played here; {examples}", self.game);
        Err(Fault::bad_input(message).in_field("game"))
    }
}

impl Findings for Replied {
    fn text(&self) -> String {
        if let Some(reason) = &self.reason {
            return format!("gave up: {reason}\n");
        }
        let mut text = match (&self.over, &self.to_move) {
            (Some(how), _) => format!("over: {how}\n"),
            (None, Some(side)) => format!("{side} side to move\n"),
            (None, None) => String::new(),
        };
        if let Some(reply) = &self.reply {
            text += &format!("reply: {reply}\n");
        }
        for SolvedMove { name, value, score } in &self.moves {
            let score = score.map_or(String::new(), |score| format!(" ({score:+})"));
            text += &format!("{name}: {value}{score}\n");
        }
        text
    }

    fn ending(&self) -> Ending {
        if self.reason.is_some() { Ending::GaveUp } else { Ending::Answered }
    }
}
