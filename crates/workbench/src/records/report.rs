//! What is said of one game: positions that repeat, rules that apply, blocks of moves played again.

use hissho_rules::records::RecordGame;
use hissho_solve::records::{Rule, Trace, move_runs, perpetual_checker_moved_first, repeated_positions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Game;

/// What repeats in a game, and when each rule applies. Moves are numbered as in the record; in
/// chess by half-moves.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RecordedGame {
    /// How many moves there are.
    pub plies: u64,
    /// How many different positions, the first included.
    pub distinct_positions: u64,
    /// Positions that occur more than once: most often first.
    pub repeated: Vec<RepeatedPosition>,
    /// Each rule and when it applies.
    pub rules: Vec<RuleApplied>,
    /// `shogi` or `chess`.
    pub game: String,
    /// The position before the first move, as SFEN or FEN.
    pub start: String,
    /// The number of the first move.
    pub first_move: u64,
    /// Blocks of moves played twice or more in a row.
    pub repetitions: Vec<RepeatedMoves>,
    /// Headers in the record's own words: key and value.
    pub headers: Vec<(String, String)>,
    /// How the record says the game ended.
    pub ending: Option<String>,
    /// What the game is called: its file, with its number if there are several.
    #[serde(default)]
    pub name: String,
    /// What was certified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
}

/// A position that occurs more than once.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RepeatedPosition {
    /// How often.
    pub occurrences: u64,
    /// The moves after which it stands; the number before the first is the start.
    pub moves: Vec<u64>,
}

/// A rule, and when it first applies.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RuleApplied {
    /// Its name.
    pub rule: String,
    /// The move after which it applies; none if it does not.
    pub fires_at: Option<u64>,
    /// The move as people write it.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// What happens then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
}

/// A block of moves played twice or more in a row.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RepeatedMoves {
    /// The first move.
    pub from: u64,
    /// The last move.
    pub to: u64,
    /// How many moves the block has.
    pub period: u64,
    /// How often it is played.
    pub times: u64,
    /// Whether the first block leads back to the position before it.
    pub returns: bool,
}

impl RecordedGame {
    /// What is to be said of `game` about these rules, or about those of its kind when there are
    /// none.
    pub(super) fn of(game: &Game, name: String, rules: &[Rule]) -> RecordedGame {
        let trace = game.trace();
        let repeated = repeated_positions(&trace).into_iter().map(|found| RepeatedPosition {
            occurrences: found.plies.len() as u64,
            moves: found.plies.iter().map(|&ply| game.number(ply)).collect(),
        });
        let applied = |rule: &Rule| {
            let ply = rule.fires_at(&trace);
            RuleApplied {
                rule: rule.name().to_owned(),
                fires_at: ply.map(|ply| game.number(ply)),
                shown: ply.map(|ply| label(game, ply)),
                outcome: ply.map(|_| outcome(*rule, game, &trace)),
            }
        };
        let repetitions = move_runs(&trace).into_iter().map(|run| RepeatedMoves {
            from: game.number(run.start + 1),
            to: game.number(run.end),
            period: run.period as u64,
            times: run.power() as u64,
            returns: trace.positions[run.start] == trace.positions[run.start + run.period],
        });
        RecordedGame {
            plies: game.moves.len() as u64,
            distinct_positions: game.distinct_positions() as u64,
            repeated: repeated.collect(),
            rules: chosen(game, rules).iter().map(applied).collect(),
            game: game.game.to_string(),
            start: game.start.clone(),
            first_move: game.first_number,
            repetitions: repetitions.collect(),
            headers: game.headers.clone(),
            ending: game.ending.clone(),
            name,
            claim: None,
        }
    }

    /// The same for people.
    pub(super) fn text(&self) -> String {
        let RecordedGame { plies, first_move, name, game, .. } = self;
        let last = (first_move + plies).saturating_sub(1);
        let mut text = format!(
            "{name}: {game}, {plies} moves ({first_move} to {last}), {} different positions\n",
            self.distinct_positions
        );
        const MOST: usize = 12;
        if self.repeated.is_empty() {
            text += "no position occurs twice\n";
        }
        for RepeatedPosition { occurrences, moves } in self.repeated.iter().take(MOST) {
            let numbers: Vec<String> = moves.iter().take(MOST).map(u64::to_string).collect();
            let dots = if moves.len() > MOST { " …" } else { "" };
            text += &format!("position  {occurrences} times, after moves {}{dots}\n", numbers.join(" "));
        }
        if self.repeated.len() > MOST {
            text += &format!("position  … and {} more that repeat\n", self.repeated.len() - MOST);
        }
        for RuleApplied { rule, shown, outcome, .. } in &self.rules {
            text += &match (shown, outcome) {
                (Some(shown), Some(outcome)) => format!("rule      {rule:<16} after {shown}: {outcome}\n"),
                _ => format!("rule      {rule:<16} does not apply\n"),
            };
        }
        for RepeatedMoves { from, to, period, times, returns } in self.repetitions.iter().take(MOST) {
            let returning = if *returns { "returning each time" } else { "not returning" };
            text += &format!(
                "moves     {from} to {to}: the same {period} moves {times} times in a row, {returning}\n"
            );
        }
        if self.repetitions.len() > MOST {
            text += &format!("moves     … and {} more repetitions\n", self.repetitions.len() - MOST);
        }
        if let Some(ending) = &self.ending {
            text += &format!("ending    {ending}\n");
        }
        text
    }
}

/// The rules to ask about: those given, or those of the game.
pub(super) fn chosen(game: &Game, rules: &[Rule]) -> Vec<Rule> {
    match (rules, game.game) {
        ([], RecordGame::Shogi) => vec![Rule::Sennichite1983, Rule::SennichiteOld, Rule::PerpetualCheck],
        ([], RecordGame::Chess) => vec![Rule::GermanChess, Rule::FideThreefold, Rule::FideFivefold],
        (chosen, _) => chosen.to_vec(),
    }
}

/// Who moved first in the record, and who second.
fn sides(game: &Game) -> [&'static str; 2] {
    match game.start.split(' ').nth(1) {
        Some("w") => ["White", "Black"],
        _ => ["Black", "White"],
    }
}

/// What happens when the rule fires.
fn outcome(rule: Rule, game: &Game, trace: &Trace) -> String {
    match rule {
        Rule::SennichiteOld => {
            "the same moves a third time in a row, back in the same position: no result".to_owned()
        }
        Rule::Sennichite1983 if Rule::PerpetualCheck.fires_at(trace).is_some() => {
            "the fourth occurrence, by perpetual check".to_owned()
        }
        Rule::Sennichite1983 => "the fourth occurrence: no result".to_owned(),
        Rule::PerpetualCheck => {
            let first = perpetual_checker_moved_first(trace).unwrap_or(true);
            format!("{} gave check throughout and loses", sides(game)[usize::from(!first)])
        }
        Rule::GermanChess => "the same moves a third time in a row: a draw".to_owned(),
        Rule::FideThreefold => "the third occurrence: a draw if claimed".to_owned(),
        Rule::FideFivefold => "the fifth occurrence: a draw".to_owned(),
    }
}

/// A move with its number, as people write it.
pub(super) fn label(game: &Game, ply: usize) -> String {
    if ply == 0 {
        return "the start".to_owned();
    }
    let shown = &game.moves[ply - 1].shown;
    let number = game.number(ply);
    match game.game {
        RecordGame::Shogi => format!("{number} {shown}"),
        RecordGame::Chess => {
            let dots = if number % 2 == 1 { "." } else { "..." };
            format!("{}{dots} {shown}", number.div_ceil(2))
        }
    }
}
