//! The question `reply`: whose turn it is in a game, what the opponent plays, what every move is
//! worth.
//!
//! The game's name chooses the subject. The question holds the whole game so far, a start and the
//! moves since, as people type them; so nobody keeps a game but whoever plays it. Moves come back
//! in one spelling.

use hissho_rules::line_games::LineGame;
use hissho_solve::limits::Limits;
use hissho_solve::random::Dice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Ending, Findings, Told};
use crate::check::NamedFile;
use crate::games::GameText;
use crate::hex;
use crate::impartial;
use crate::line_games::{self, SolvedMove};
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// What does the opponent play?
///
/// ```
/// use hissho_workbench::{Alone, Desk, Limits, Question};
///
/// let question = r#"{"reply":{"game":"nim(2)","position":"3,5","moves":["take 1 from heap 2"]}}"#;
/// let question: Question = serde_json::from_str(question)?;
/// let answer = Desk::default().ask(&question, &Limits::default(), &Alone)?;
/// assert_eq!(answer.document()["hint"], "take 1 from heap 2, to 3,3");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// The game with its parameters, such as `otrio`, `hex(7)`, `connect4(7,6)` or `nim(3)`.
    pub game: GameText,
    /// Where the game began; the usual start when nothing is said. Board games: the moves that lead
    /// there.
    #[serde(default)]
    pub position: String,
    /// Hex: a record in SGF whose last position is the start, in place of `position`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<NamedFile>,
    /// The moves since, as people type them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// What is wanted to know.
    #[serde(default)]
    pub wanted: Wanted,
    /// How well the opponent plays.
    #[serde(default, skip_serializing_if = "Level::is_perfect")]
    pub level: Level,
    /// Another number gives other moves below the perfect level.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub seed: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Reply {
    /// The usual question about a game under way.
    pub fn new(game: impl Into<GameText>, position: &str, moves: Vec<String>, wanted: Wanted) -> Reply {
        let position = position.to_owned();
        Reply { game: game.into(), position, record: None, moves, wanted, level: Level::Perfect, seed: 0 }
    }
}

/// What is wanted to know of a game under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// The opponent's move; at the perfect level one that keeps the value.
    #[default]
    Move,
    /// What every move is worth.
    Values,
    /// Only whose turn it is, the legal moves and the board.
    Turn,
}

/// How well the opponent plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Any move, but a win in one move is seen.
    Beginner,
    /// One move in three is any move.
    Careless,
    /// No mistakes.
    #[default]
    Perfect,
}

impl Level {
    fn is_perfect(&self) -> bool {
        *self == Level::Perfect
    }
}

/// A game under way.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Replied {
    /// The game.
    pub game: String,
    /// Where the game began.
    pub position: String,
    /// The moves since, in one spelling.
    #[serde(default)]
    pub played: Vec<String>,
    /// The position that is reached, in the game's own notation.
    #[serde(default)]
    pub now: String,
    /// The side to move, `first` or `second`, in Hex `black` or `white`; none when the game is
    /// over.
    pub to_move: Option<String>,
    /// The colour to move, from 1, where colours have numbers.
    pub colour: Option<usize>,
    /// How it ended: the side that won, or `draw`.
    pub over: Option<String>,
    /// The moves that the rules allow.
    pub legal: Vec<String>,
    /// A move, if one was wanted. Of several that are as good any may be named.
    pub reply: Option<String>,
    /// The side that wins the position, if it was found, or `draw`.
    pub value: Option<String>,
    /// Whether the reply is known to keep the value.
    #[serde(default)]
    pub is_proved: bool,
    /// The reply in words, as it may be typed, or that every move loses.
    #[serde(default)]
    pub hint: Option<String>,
    /// The moves with their values, as far as they were wanted.
    pub moves: Vec<SolvedMove>,
    /// The board.
    #[serde(default)]
    pub board: Board,
    /// What the game is about, in a sentence.
    #[serde(default)]
    pub goal: String,
    /// Hex: the free cells that the winner's proof needs, the reply aside if it is the winner's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needed: Vec<String>,
    /// Why there is no reply, or none that is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A board as whoever shows it needs it. Colours count from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "shape", rename_all = "kebab-case")]
pub enum Board {
    /// Nothing to be shown.
    #[default]
    None,
    /// Hex: rows from the top, each half a cell further to the right.
    Rhombus {
        /// Cells from left to right.
        columns: usize,
        /// Cells from top to bottom.
        rows: usize,
        /// Black's stones; Black joins top and bottom.
        black: Vec<String>,
        /// White's stones; White joins left and right.
        white: Vec<String>,
    },
    /// Columns in which pieces fall.
    Columns {
        /// How many.
        width: usize,
        /// The rows from the bottom, each from left to right.
        rows: Vec<Vec<Option<usize>>>,
    },
    /// Nine cells with three places each.
    Cube {
        /// The places in order.
        slots: Vec<Slot>,
    },
    /// Heaps of counters.
    Heaps {
        /// How many counters each has.
        heaps: Vec<u64>,
    },
    /// A piece on its way to the corner in the top left.
    Piece {
        /// Steps to the left edge.
        x: u64,
        /// Steps to the top edge.
        y: u64,
    },
    /// Bars of chocolate with stairs; the bitter piece is in the bottom left.
    Chocolate {
        /// The heights of the columns of each bar, from the left.
        bars: Vec<Vec<u64>>,
    },
}

/// A place on the board of a cube game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Slot {
    /// Its name.
    pub name: String,
    /// The colour of the piece there.
    pub colour: Option<usize>,
    /// Whether nobody may play there.
    #[serde(default)]
    pub is_forbidden: bool,
}

impl Ask for Reply {
    type Facts = Replied;
    const IS_KEPT: bool = false;

    fn answer(&self, desk: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<Replied>, Fault> {
        let name = self.game.name();
        if LineGame::is_name(name) {
            return Ok(line_games::reply(self, desk, limits)?.into());
        }
        if hex::board(name).is_some() {
            return hex::reply(self, desk, limits, watch);
        }
        Ok(impartial::reply(self, desk, limits, watch)?.into())
    }
}

impl Reply {
    /// The move that is made at this level instead of the perfect one, if any. `wins` says whether
    /// a move ends the game.
    pub(crate) fn mistake<'l>(&self, legal: &'l [String], wins: impl Fn(&str) -> bool) -> Option<&'l String> {
        // The same game so far has the same reply.
        let texts = std::iter::once(&self.position).chain(&self.moves);
        let mix = |all: u64, byte: u8| all.rotate_left(7) ^ Dice::new(all ^ u64::from(byte)).below(u64::MAX);
        let mut dice = Dice::new(texts.flat_map(|text| text.bytes().chain([b'\n'])).fold(self.seed, mix));
        let is_any = match self.level {
            Level::Perfect => false,
            Level::Careless => dice.below(3) == 0,
            Level::Beginner => true,
        };
        if !is_any || legal.is_empty() {
            return None;
        }
        let winning = legal.iter().find(|name| wins(name));
        winning.or_else(|| legal.get(dice.below(legal.len() as u64) as usize))
    }
}

/// What was typed, without what does not matter: full-width characters, capitals, blanks.
pub(crate) fn plain(text: &str) -> String {
    let narrow = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(letter as u32 - 0xfee0).unwrap_or(letter),
        '\u{3000}' => ' ',
        '、' => ',',
        other => other,
    };
    let text: String = text.chars().map(narrow).collect::<String>().to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Findings for Replied {
    fn text(&self) -> String {
        if let (Some(reason), None) = (&self.reason, &self.reply) {
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
        if self.reason.is_some() && self.reply.is_none() { Ending::GaveUp } else { Ending::Answered }
    }
}
