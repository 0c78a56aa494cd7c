//! The question `solve` for line games: the value of a position with its moves, or what each of
//! several players can do.

use hissho_certificate::Claim;
use hissho_rules::line_games::{Board, LineGame};
use hissho_solve::limits::{Limits, Stop};
use hissho_solve::line_games::CertifyError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Solution, Solver, Value, after, named, table_bytes, value_name};
use crate::answer::{Ending, Findings, Told};
use crate::question::other_claim;
use crate::solve::{Solve, SolvedPosition};
use crate::{Certified, Fault, Watch};

/// Bytes for tables when no limit is given.
const USUAL_MEMORY: u64 = 1 << 30;

/// The value of a position between two sides.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolvedLineGame {
    /// The game.
    pub game: String,
    /// The position, as it was given.
    pub position: String,
    /// `first`, `second`, `draw` or `gave-up`.
    pub value: String,
    /// The moves that were settled.
    pub moves: Vec<SolvedMove>,
    /// Positions visited.
    pub nodes: u64,
    /// `ultra-weakly` by its value alone, `weakly` with a strategy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<String>,
    /// Why it, or its strategy, was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where the first strategy was written.
    pub certificate: Option<String>,
    /// Where the strategies were written: one of the winner, or one for each side of a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificates: Option<Vec<String>>,
    /// Connect-Four: the score for the player to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
}

/// A move with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SolvedMove {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// `first`, `second` or `draw`.
    pub value: String,
    /// Connect-Four: the score for the player who makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
}

/// What each of three or four players can do alone against all others.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolvedCoalitions {
    /// The game.
    pub game: String,
    /// The position, as it was given.
    pub position: String,
    /// What is meant by a value here.
    pub concept: String,
    /// The player who wins: `first` to `fourth`, or `none`; or `gave-up`.
    pub value: String,
    /// The players in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<PlayerAlone>,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A player against all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerAlone {
    /// The player, from 1.
    pub player: usize,
    /// What it can do.
    pub alone: AgainstAll,
}

/// What one player can do alone against all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AgainstAll {
    /// Wins, whatever they do.
    Wins,
    /// Does not win, but keeps everybody else from winning.
    Holds,
    /// Cannot keep the others from giving one of them a line.
    Falls,
}

/// Answers [`Solve`] for a line game.
pub(crate) fn solve(
    question: &Solve,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Told<SolvedPosition>, Fault> {
    let game = named(&question.game)?;
    let board = after(&game, &question.position)?;
    let bytes = table_bytes(limits, USUAL_MEMORY);
    if game.side_count() > 2 {
        let facts = SolvedPosition::Coalitions(several_players(question, &game, bytes, limits));
        return Ok(facts.into());
    }
    let solver = Solver::new(&game, bytes).ok_or_else(|| {
        let why = "is too large for this solver, boards of up to 63 - width cells are solved";
        Fault::too_large(format_args!("{game} {why}")).in_field("game")
    })?;
    watch.begin(&format!("solving {game}"), 0);
    let solution = match solver.solve(&board, question.all_moves, limits) {
        Ok(solution) => solution,
        Err(stop) => return Ok(SolvedPosition::LineGame(gave_up(question, &game, stop)).into()),
    };
    let (mut certified, mut reason) = (Vec::new(), None);
    if question.certificate {
        match strategies(&solver, &game, &question.position, solution.value, limits) {
            Ok(strategies) => certified = strategies,
            Err(fault) if fault.is_giving_up() => reason = Some(fault.message),
            Err(fault) => return Err(fault),
        }
    }
    let facts = SolvedLineGame {
        game: game.to_string(),
        position: question.position.clone(),
        value: value_name(solution.value).to_owned(),
        moves: solution.settled_moves(),
        nodes: solution.nodes,
        solved: Some(strength(&certified).to_owned()),
        reason,
        certificate: None,
        certificates: Some(Vec::new()),
        score: solution.score,
    };
    Ok(Told::from(SolvedPosition::LineGame(facts)).with(certified))
}

/// A kept answer: the value is that of the accepted strategies, if there are any. Moves and scores
/// are the search's word.
pub(crate) fn confirm(
    question: &Solve,
    mut kept: SolvedLineGame,
    certified: &[Certified],
) -> Result<SolvedLineGame, Fault> {
    let game = named(&question.game)?;
    after(&game, &question.position)?;
    if certified.is_empty() == question.certificate || game.side_count() > 2 {
        return Err(other_claim());
    }
    if question.certificate {
        let are_shown = |value: &Value| {
            let claims = Solver::claims(&game, &question.position, *value);
            claims.into_iter().map(Claim::from).eq(certified.iter().map(|one| one.claim().clone()))
        };
        let value = [Value::First, Value::Second, Value::Draw].into_iter().find(are_shown);
        kept.value = value_name(value.ok_or_else(other_claim)?).to_owned();
    }
    kept.game = game.to_string();
    kept.position = question.position.clone();
    kept.solved = Some(strength(certified).to_owned());
    Ok(kept)
}

/// A kept answer of a game of several players: no certificate shows what a coalition can do.
pub(crate) fn confirm_coalitions(
    question: &Solve,
    mut kept: SolvedCoalitions,
    certified: &[Certified],
) -> Result<SolvedCoalitions, Fault> {
    let game = named(&question.game)?;
    if !certified.is_empty() || game.side_count() <= 2 {
        return Err(other_claim());
    }
    (kept.game, kept.position) = (game.to_string(), question.position.clone());
    Ok(kept)
}

fn strength(certified: &[Certified]) -> &'static str {
    if certified.is_empty() { "ultra-weakly" } else { "weakly" }
}

impl Solution {
    /// The moves with their values as facts.
    pub(super) fn settled_moves(&self) -> Vec<SolvedMove> {
        let settled = self.moves.iter().enumerate().map(|(at, (name, value))| SolvedMove {
            name: name.clone(),
            value: value_name(*value).to_owned(),
            score: self.move_scores.get(at).copied(),
        });
        settled.collect()
    }
}

/// The strategies that show the value: one for a win, two for a draw.
fn strategies(
    solver: &Solver,
    game: &LineGame,
    position: &str,
    value: Value,
    limits: &Limits,
) -> Result<Vec<Certified>, Fault> {
    let certify = |claim| {
        let text = solver.certificate(&claim, limits).map_err(|error| {
            let fault = match error {
                CertifyError::Stopped(stop) => Fault::from(stop),
                CertifyError::False(_) => Fault::refused(&error),
            };
            Fault { message: format!("no certificate: {error}"), ..fault }
        })?;
        Ok(Certified::check(text, limits)?)
    };
    Solver::claims(game, position, value).into_iter().map(certify).collect()
}

fn gave_up(question: &Solve, game: &LineGame, stop: Stop) -> SolvedLineGame {
    SolvedLineGame {
        game: game.to_string(),
        position: question.position.clone(),
        value: "gave-up".to_owned(),
        moves: Vec::new(),
        nodes: 0,
        solved: None,
        reason: Some(stop.to_string()),
        certificate: None,
        certificates: None,
        score: None,
    }
}

fn several_players(question: &Solve, game: &LineGame, bytes: usize, limits: &Limits) -> SolvedCoalitions {
    let name = game.to_string();
    let given = name.trim_start_matches("otrio(").trim_end_matches(')').split(',').skip(1);
    let parameters: String = given.map(|parameter| format!(",{parameter}")).collect();
    let (value, players, reason) =
        match coalitions(game.sides().len(), &parameters, &question.position, bytes, limits) {
            Ok(found) => {
                let winner = found.iter().position(|&alone| alone == AgainstAll::Wins);
                let value = winner.map_or("none", |at| ["first", "second", "third", "fourth"][at]);
                let players = (1..).zip(found).map(|(player, alone)| PlayerAlone { player, alone });
                (value, players.collect(), None)
            }
            Err(stop) => ("gave-up", Vec::new(), Some(stop.to_string())),
        };
    SolvedCoalitions {
        game: name,
        position: question.position.clone(),
        concept: "one player against all others together".to_owned(),
        value: value.to_owned(),
        players,
        reason,
    }
}

/// For each player of a game of three or four: what it can do alone.
fn coalitions(
    seats: usize,
    parameters: &str,
    record: &str,
    bytes: usize,
    limits: &Limits,
) -> Result<Vec<AgainstAll>, Stop> {
    (1..=seats)
        .map(|player| {
            let others: String =
                (1..=seats).filter(|&seat| seat != player).map(|seat| seat.to_string()).collect();
            let name = format!("otrio(players={seats},teams={player}v{others}{parameters})");
            let game = LineGame::named(&name).expect("a name made from parts that were read before");
            let solver = Solver::new(&game, bytes).expect("two sides on the cube");
            let board = Board::after(&game, record).expect("the record was read before");
            let side = game.sides()[player - 1];
            let meter = limits.start();
            let (value, _) = solver.value(&board, limits, &meter)?;
            Ok(match (value, side) {
                (Value::First, 0) | (Value::Second, 1) => AgainstAll::Wins,
                (Value::Draw, _) => AgainstAll::Holds,
                _ => AgainstAll::Falls,
            })
        })
        .collect()
}

impl Findings for SolvedLineGame {
    fn text(&self) -> String {
        let gave_up = self.reason.as_ref().map(|reason| format!("gave up: {reason}\n"));
        let mut text = match self.value.as_str() {
            "gave-up" => return gave_up.unwrap_or_default(),
            "draw" => "draw\n".to_owned(),
            value => format!("{value} wins\n"),
        };
        if let Some(score) = self.score {
            text += &format!("score {score} for the player to move\n");
        }
        for SolvedMove { name, value, score } in &self.moves {
            let score = score.map_or(String::new(), |score| format!(", score {score}"));
            text += &format!("{name}: {value}{score}\n");
        }
        let strength = self.solved.as_deref().unwrap_or("ultra-weakly");
        text += &format!("{} nodes; {strength} solved\n", self.nodes);
        for path in self.certificates.iter().flatten() {
            text += &format!("certificate: {path}\n");
        }
        text + &gave_up.unwrap_or_default()
    }

    fn ending(&self) -> Ending {
        if self.reason.is_some() { Ending::GaveUp } else { Ending::Answered }
    }
}

impl Findings for SolvedCoalitions {
    fn text(&self) -> String {
        if let Some(reason) = &self.reason {
            return format!("gave up: {reason}");
        }
        let mut text = "each player alone against all others together:\n".to_owned();
        for PlayerAlone { player, alone } in &self.players {
            let says = match alone {
                AgainstAll::Wins => "wins",
                AgainstAll::Holds => "cannot win, but keeps the others from winning",
                AgainstAll::Falls => "cannot keep the others from giving one of them a line",
            };
            text += &format!("player {player}: {says}\n");
        }
        text
    }

    fn ending(&self) -> Ending {
        if self.reason.is_some() { Ending::GaveUp } else { Ending::Answered }
    }
}
