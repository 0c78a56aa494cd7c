//! Questions about Otrio, Qubic and Connect-Four: the value of a position, its moves, a strategy
//! for the checker.
//!
//! With two sides there are three values. With three or four players who all play for themselves
//! there is no value without saying what the others do; the concept used here is the *coalition*:
//! one player alone against all others together, in either direction ("can it win?", "can it keep
//! everybody else from winning?").

//!
//! ```
//! use hissho_solve::limits::Limits;
//! use hissho_workbench::{Alone, Desk, Question};
//!
//! let question = r#"{"solve":{"game":"connect4(4,4)","position":"131313"}}"#;
//! let question: Question = serde_json::from_str(question)?;
//! let answer = Desk::default().ask(&question, &Limits::default(), &Alone)?;
//! assert_eq!(answer.document()["value"], "first");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod openings;
mod reply;
mod solve;

use hissho_certificate::line_games::{self, Goal, Strategy};
use hissho_rules::line_games::{Board, End, LineGame};
use hissho_solve::limits::{Limits, Meter, Stop};
use hissho_solve::line_games::{CertifyError, connect_four, otrio};

use crate::Fault;

pub use batch::{Batch, BatchEntry, SolvedBatch};
pub use hissho_solve::line_games::otrio::{Value, openings};
pub use openings::{Engine, OpeningTable, Openings, PrintedOpening, Sides, ValuedOpening, printed_openings};
pub use solve::{AgainstAll, PlayerAlone, SolvedCoalitions, SolvedLineGame, SolvedMove};

pub(crate) use reply::reply;
pub(crate) use solve::{confirm, confirm_coalitions, solve};

/// The game of a question.
fn named(name: &str) -> Result<LineGame, Fault> {
    LineGame::named(name).map_err(|error| Fault::bad_input(error).in_field("game"))
}

/// The position of a question: the moves that lead to it.
fn after<'g>(game: &'g LineGame, position: &str) -> Result<Board<'g>, Fault> {
    Board::after(game, position).map_err(|error| Fault::bad_input(error).in_field("position"))
}

/// Bytes for tables: those of the limits, or so many.
fn table_bytes(limits: &Limits, usual: u64) -> usize {
    usize::try_from(limits.memory.unwrap_or(usual)).unwrap_or(usize::MAX)
}

/// What a side is called: `first` opened.
pub fn value_name(value: Value) -> &'static str {
    match value {
        Value::First => "first",
        Value::Second => "second",
        Value::Draw => "draw",
    }
}

/// Decides positions of one game between two sides.
#[derive(Debug)]
pub enum Solver {
    /// Games on the cube.
    Cube(Box<otrio::Solver>),
    /// Games with gravity.
    Columns(Box<connect_four::Solver>),
}

/// The answer for one position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Who wins.
    pub value: Value,
    /// Connect-Four: the score for the player to move; `None` when a limit ended the search for it.
    pub score: Option<i32>,
    /// The moves that were settled, with their values.
    pub moves: Vec<(String, Value)>,
    /// Connect-Four: the scores of these moves for the player who makes them, as far as they were
    /// found.
    pub move_scores: Vec<i32>,
    /// Positions visited.
    pub nodes: u64,
}

impl Solver {
    /// A solver for `game`, with tables of about `bytes`; `None` when it is not between two sides,
    /// or too large.
    pub fn new(game: &LineGame, bytes: usize) -> Option<Solver> {
        let cube = || otrio::Solver::new(game, bytes).map(|solver| Solver::Cube(Box::new(solver)));
        let columns =
            || connect_four::Solver::new(game, bytes).map(|solver| Solver::Columns(Box::new(solver)));
        cube().or_else(columns)
    }

    /// The value of a position, and what it cost.
    pub fn value(&self, board: &Board<'_>, limits: &Limits, meter: &Meter) -> Result<(Value, u64), Stop> {
        match board.end() {
            Some(End::Win(0)) => return Ok((Value::First, 0)),
            Some(End::Win(_)) => return Ok((Value::Second, 0)),
            Some(End::Draw) => return Ok((Value::Draw, 0)),
            None => {}
        }
        match self {
            Solver::Cube(solver) => solver.value(board, limits, meter),
            Solver::Columns(solver) => {
                let outcome = solver.outcome(board, limits, meter)?;
                Ok((value_of_score(outcome.score, board), outcome.nodes))
            }
        }
    }

    /// The value of a position and, in Connect-Four while the game goes on, its score.
    pub fn value_and_score(&self, board: &Board<'_>, limits: &Limits) -> Result<(Value, Option<i32>), Stop> {
        let meter = limits.start();
        if let Solver::Columns(solver) = self
            && board.end().is_none()
        {
            let score = solver.score(board, limits, &meter)?.score;
            return Ok((value_of_score(score, board), Some(score)));
        }
        Ok((self.value(board, limits, &meter)?.0, None))
    }

    /// The value of a position with moves: one that keeps the value, or all of them.
    pub fn solve(&self, board: &Board<'_>, all_moves: bool, limits: &Limits) -> Result<Solution, Stop> {
        let meter = limits.start();
        if let Solver::Columns(solver) = self
            && board.end().is_none()
        {
            return columns(solver, board, all_moves, limits, &meter);
        }
        let (value, mut nodes) = self.value(board, limits, &meter)?;
        let mut moves = Vec::new();
        let mover = board.turn().map(|turn| board.game().sides()[turn]);
        let goal = match (value, mover) {
            (Value::Draw, _) => Some(Goal::NotLose),
            (Value::First, Some(0)) | (Value::Second, Some(1)) => Some(Goal::Win),
            _ => None,
        };
        let mut tries = board.moves();
        if !all_moves {
            // One move that keeps the value; every move of a lost position does.
            match (self, goal) {
                (Solver::Cube(solver), Some(goal)) => {
                    tries = solver.keeping_move(board, goal, limits, &meter)?.into_iter().collect();
                }
                _ => tries.truncate(1),
            }
        }
        for slot in tries {
            let next = board.play(slot).expect("a legal move");
            let (after, cost) = self.value(&next, limits, &meter)?;
            nodes += cost;
            moves.push((board.game().slot_name(slot).to_owned(), after));
            if after == value && !all_moves {
                break;
            }
        }
        Ok(Solution { value, score: None, moves, move_scores: vec![], nodes })
    }

    /// The claims that say that a position has this value: one for a win, two for a draw.
    pub fn claims(game: &LineGame, record: &str, value: Value) -> Vec<Strategy> {
        let plain = Board::with_moves(game, record).map_or_else(|_| record.to_owned(), |(_, plain)| plain);
        let claim = |owner, goal| Strategy { game: game.clone(), record: plain.clone(), owner, goal };
        match value {
            Value::First => vec![claim(0, Goal::Win)],
            Value::Second => vec![claim(1, Goal::Win)],
            Value::Draw => vec![claim(0, Goal::NotLose), claim(1, Goal::NotLose)],
        }
    }

    /// The certificate of a claim.
    pub fn certificate(&self, claim: &Strategy, limits: &Limits) -> Result<String, CertifyError> {
        let meter = limits.start();
        let replies = match self {
            Solver::Cube(solver) => solver.certify(claim, limits, &meter)?,
            Solver::Columns(solver) => solver.certify(claim, limits, &meter)?,
        };
        Ok(line_games::write(claim, &replies))
    }
}

/// Who wins when the player to move on `board` has this score.
fn value_of_score(score: i32, board: &Board<'_>) -> Value {
    match (score.signum(), board.turn()) {
        (0, _) => Value::Draw,
        (1, Some(0)) | (-1, Some(1)) => Value::First,
        _ => Value::Second,
    }
}

/// Connect-Four: who wins first, then how soon and by which moves, as far as the limits reach.
fn columns(
    solver: &connect_four::Solver,
    board: &Board<'_>,
    all_moves: bool,
    limits: &Limits,
    meter: &Meter,
) -> Result<Solution, Stop> {
    let game = board.game();
    let outcome = solver.outcome(board, limits, meter)?;
    let value = value_of_score(outcome.score, board);
    let mut solution =
        Solution { value, score: None, moves: vec![], move_scores: vec![], nodes: outcome.nodes };
    let Ok(scored) = solver.score(board, limits, meter) else {
        return Ok(solution);
    };
    solution.score = Some(scored.score);
    solution.nodes += scored.nodes;
    let free = board.content().iter().filter(|content| content.is_none()).count() as i32;
    let mut tries = match all_moves {
        true => board.moves(),
        false => match solver.keeping_move(board, scored.score, limits, meter) {
            Ok(best) => best.into_iter().collect(),
            Err(_) => return Ok(solution),
        },
    };
    // From left to right, however high the columns are.
    tries.sort_by_key(|&slot| game.slot_name(slot));
    for slot in tries {
        let next = board.play(slot).expect("a legal move");
        let score = match next.end() {
            Some(End::Win(_)) => (free + 1) / 2,
            Some(End::Draw) => 0,
            None if !all_moves => scored.score,
            None => match solver.score(&next, limits, meter) {
                Ok(after) => {
                    solution.nodes += after.nodes;
                    -after.score
                }
                Err(_) => return Ok(solution),
            },
        };
        solution.moves.push((game.slot_name(slot).to_owned(), value_of_score(score, board)));
        solution.move_scores.push(score);
    }
    Ok(solution)
}
