//! The question `replies`: what a strategy answers to moves.

use hissho_rules::infinite_four::{Board, Cell, Stone, parse_stones, write_stones};
use hissho_solve::infinite_four::responder::Responder;
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::StrategyText;
use crate::answer::{Findings, Told};
use crate::picture::infinite_four::Window;
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// What does a strategy answer to these moves?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Replies {
    /// The strategy.
    pub strategy: StrategyText,
    /// The opponent's columns in order, such as `1 -1 2`; those after the end of the game are not
    /// looked at.
    #[serde(default)]
    pub moves: String,
}

/// A game against a strategy.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ResponderPlay {
    /// What the strategy is called.
    pub strategy: String,
    /// All stones so far.
    pub record: String,
    /// The answers.
    pub replies: Vec<AnsweredMove>,
    /// How it ended.
    pub over: Option<String>,
    /// Who answers, X or O.
    pub responder: String,
    /// The opponent's move that ended it without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<i64>,
    /// The board as lines of text.
    pub board: String,
}

/// A move with the answer to it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AnsweredMove {
    /// The opponent's column.
    #[serde(rename = "move")]
    pub column: i64,
    /// The answer's column.
    pub reply: i64,
    /// Why there.
    pub why: String,
    /// The gadget around the opponent's column.
    pub gadget: String,
}

impl Ask for Replies {
    type Facts = ResponderPlay;
    const IS_KEPT: bool = false;

    fn answer(&self, desk: &Desk, _: &Limits, watch: &dyn Watch) -> Result<Told<ResponderPlay>, Fault> {
        let loaded = desk.usable_strategy(&self.strategy, "played", watch)?;
        let (claim, strategy) = (&loaded.claim, &loaded.strategy);
        let side = claim.responder;
        let mut responder = Responder::new(claim, strategy, 2, None);
        let mut record: Vec<Stone> = claim.stones.clone();
        record.extend(strategy.opening.map(|column| Stone { side, column }));
        let (mut replies, mut over, mut last) = (Vec::new(), None, None);
        for word in self.moves.split([' ', ',', '\n']).filter(|word| !word.is_empty()) {
            let wrong = |error: &dyn std::fmt::Display| {
                Fault::bad_input(format_args!("{word}: {error}")).in_field("moves")
            };
            let column = column(word).map_err(|error| wrong(&error))?;
            let reply = responder.answer(column).map_err(|error| wrong(&error))?;
            record.push(Stone { side: side.other(), column });
            let Some(reply) = reply else {
                over = Some("you made a four");
                last = Some(column);
                break;
            };
            record.push(Stone { side, column: reply.column });
            let gadget = gadget(&responder, column);
            let why = reply.why.to_string();
            replies.push(AnsweredMove { column, reply: reply.column, why, gadget });
            if responder.position.four_at_top(reply.column).is_some() {
                over = Some("the responder made a four");
                break;
            }
        }
        let facts = ResponderPlay {
            strategy: loaded.name.clone(),
            record: write_stones(&record),
            replies,
            over: over.map(str::to_owned),
            responder: side.to_string(),
            last,
            board: board(&responder),
        };
        Ok(facts.into())
    }
}

/// A column number, or `X3`.
fn column(word: &str) -> Result<i64, String> {
    let word = word.trim();
    let stone = if word.starts_with(['X', 'O', 'x', 'o']) { word.to_owned() } else { format!("X{word}") };
    match parse_stones(&stone).map_err(|error| error.to_string())?[..] {
        [Stone { column, .. }] => Ok(column),
        _ => Err("one column at a time".to_owned()),
    }
}

/// The gadget around a column, by the zone heights between the follow-up columns on both sides.
fn gadget(responder: &Responder<'_>, column: i64) -> String {
    let pattern = responder.pattern();
    let (first, last) = pattern.core();
    let infinite = pattern.board() == Board::INFINITE;
    let exists = |column: i64| infinite || (first..=last).contains(&column);
    let is_zone = |column: i64| exists(column) && pattern.zone_height(column) > 0;
    if !is_zone(column) {
        return "a follow-up column".to_owned();
    }
    let start = (1..8).map(|step| column - step).find(|&column| !is_zone(column)).unwrap_or(column - 8) + 1;
    let end = (1..8).map(|step| column + step).find(|&column| !is_zone(column)).unwrap_or(column + 8) - 1;
    let word: String = (start..=end).map(|column| pattern.zone_height(column).to_string()).collect();
    let ground = Cell { column: start, row: 1 };
    let inside = pattern.partner(ground).is_some_and(|(partner, _)| (start..=end).contains(&partner.column));
    let name = match (word.as_str(), inside) {
        ("2112", true) => "CUP",
        ("2112", false) => "Slided-CUP",
        ("212", _) => "half a GLASS",
        _ => "the core",
    };
    format!("{name}, columns {start} to {end}")
}

fn board(responder: &Responder<'_>) -> String {
    let position = &responder.position;
    let low = position.occupied().next().unwrap_or(0) - 3;
    let high = position.occupied().next_back().unwrap_or(0).min(low + 36) + 3;
    let (first, last) = responder.pattern().core();
    let infinite = responder.pattern().board() == Board::INFINITE;
    let shown = if infinite { (low, high) } else { (first, last) };
    let rows = position.occupied().map(|column| position.height(column)).max().unwrap_or(0) + 1;
    Window::new(responder.pattern(), position, shown, rows.min(40), None).text()
}

impl ResponderPlay {
    fn opponent(&self) -> &'static str {
        if self.responder == "X" { "O" } else { "X" }
    }

    /// A move and its answer in a line.
    pub fn line(&self, answered: &AnsweredMove) -> String {
        let AnsweredMove { column, reply, why, gadget } = answered;
        format!("{}{column} {}{reply}: {why} ({gadget})", self.opponent(), self.responder)
    }
}

impl Findings for ResponderPlay {
    fn text(&self) -> String {
        let mut text: String = self.replies.iter().map(|answered| self.line(answered) + "\n").collect();
        if let Some(over) = &self.over {
            let last = self.last.map_or(String::new(), |column| format!("{}{column}: ", self.opponent()));
            text += &format!("{last}{over}\n");
        }
        format!("{text}\n{}\nrecord {}\n", self.board, self.record)
    }
}
