//! Questions about Otrio, Qubic and Connect-Four: the value of a position, its moves, a strategy for the checker.
//!
//! With two sides there are three values. With three or four players who all play for themselves there is no value
//! without saying what the others do; the concept used here is the *coalition*: one player alone against all
//! others together, in either direction ("can it win?", "can it keep everybody else from winning?").

use hissho_certificate::line_games::{self, Goal, Strategy};
use hissho_rules::line_games::{Board, End, LineGame};
use hissho_solve::engine::Answer;
use hissho_solve::limits::{Limits, Meter, Stop};
use hissho_solve::line_games::connect_four;
use hissho_solve::line_games::otrio;

pub use hissho_solve::line_games::otrio::{Value, openings};

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
    /// Connect-Four: the scores of these moves for the player who makes them, as far as they were found.
    pub move_scores: Vec<i32>,
    /// Positions visited.
    pub nodes: u64,
}

impl Solver {
    /// A solver for `game`, with tables of about `bytes`; `None` when it is not between two sides, or too large.
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
    pub fn certificate(&self, claim: &Strategy, limits: &Limits) -> Result<String, String> {
        let meter = limits.start();
        let replies = match self {
            Solver::Cube(solver) => {
                solver.certify(claim, limits, &meter).map_err(|error| error.to_string())?
            }
            Solver::Columns(solver) => {
                solver.certify(claim, limits, &meter).map_err(|error| error.to_string())?
            }
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

/// What one player can do alone against all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    /// Wins, whatever they do.
    Wins,
    /// Does not win, but keeps everybody else from winning.
    Holds,
    /// Cannot keep the others from giving one of them a line.
    Falls,
}

/// For each player of a game of three or four: what it can do alone.
pub fn coalitions(
    seats: usize,
    parameters: &str,
    record: &str,
    bytes: usize,
    limits: &Limits,
) -> Result<Vec<Alone>, Stop> {
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
                (Value::First, 0) | (Value::Second, 1) => Alone::Wins,
                (Value::Draw, _) => Alone::Holds,
                _ => Alone::Falls,
            })
        })
        .collect()
}

/// One row of the table of openings.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The moves, with one space between.
    pub record: String,
    /// Its value.
    pub value: Value,
    /// Positions visited to decide "does the first side win?" and "does the second?".
    pub nodes: [u64; 2],
    /// The same by the method of the paper, where it was asked for and came to an end.
    pub paper_nodes: Option<[u64; 2]>,
}

/// Which programs decide a table of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The solver of this program.
    Own,
    /// Also the method of Teramura and Matsuzaki (2019), with its node counts.
    Paper,
}

/// The table of openings: each class with its value and the nodes of both questions. Own nodes are those of a solver
/// whose table is shared by all rows; the method of the paper begins every question with an empty one. When that
/// reaches a limit, the rows from there on have no count.
pub fn opening_table(
    game: &LineGame,
    plies: usize,
    engine: Engine,
    bytes: usize,
    limits: &Limits,
    mut row: impl FnMut(&Opening),
) -> Result<Option<Vec<Opening>>, Stop> {
    let Some(solver) = otrio::Solver::new(game, bytes) else {
        return Ok(None);
    };
    let meter = limits.start();
    let records = openings(game, plies);
    let boards: Vec<Board<'_>> =
        records.iter().map(|record| Board::after(game, record).expect("made of legal moves")).collect();
    let mut table = Vec::new();
    solver.answers(&boards, limits, &meter, |number, answers| {
        let [first, second] = answers;
        let record = records[number].clone();
        let nodes = [first.nodes, second.nodes];
        let opening = Opening { record, value: value_of_answers(&answers), nodes, paper_nodes: None };
        debug_assert!(!(first.yes && second.yes), "two sides do not both win");
        if engine == Engine::Own {
            row(&opening);
        }
        table.push(opening);
    })?;
    if engine == Engine::Paper {
        drop(solver);
        let stopped = otrio::paper::answers(&boards, game, bytes, limits, &meter, |number, answers| {
            let opening = &mut table[number];
            let value = value_of_answers(&answers);
            assert_eq!(value, opening.value, "{}: two methods, one value", opening.record);
            opening.paper_nodes = Some(answers.map(|answer| answer.nodes));
            row(opening);
        });
        debug_assert!(stopped.is_some(), "a game of the solver is one of the cube");
    }
    Ok(Some(table))
}

fn value_of_answers([first, second]: &[Answer; 2]) -> Value {
    match (first.yes, second.yes) {
        (true, _) => Value::First,
        (_, true) => Value::Second,
        _ => Value::Draw,
    }
}

/// A row of the tables of Teramura and Matsuzaki (2019).
#[derive(Clone, Debug)]
pub struct PrintedOpening {
    /// The moves, with one space between.
    pub record: String,
    /// Its value.
    pub value: Value,
    /// Millions of nodes for "does the first side win?" and "does the second?", as they stand there.
    pub nodes: [String; 2],
}

impl PrintedOpening {
    /// The number of moves.
    pub fn plies(&self) -> usize {
        self.record.split(' ').count()
    }
}

/// The printed tables of openings of `otrio` and `otrio(forbidden=b2M)`; nothing for other games.
pub fn printed_openings(game: &str) -> Vec<PrintedOpening> {
    let table = match game {
        "otrio" => include_str!("../data/otrio-normal.csv"),
        "otrio(forbidden=b2M)" => include_str!("../data/otrio-nocentre.csv"),
        _ => return vec![],
    };
    let row = |line: &str| {
        let [first, second, result, nodes @ ..] = &line.split(',').collect::<Vec<_>>()[..] else {
            return None;
        };
        let values = [Value::First, Value::Second, Value::Draw];
        let value = values.into_iter().find(|&value| value_name(value) == *result)?;
        let nodes = [nodes.first()?, nodes.get(1)?].map(|text| (*text).to_owned());
        Some(PrintedOpening { record: format!("{first} {second}").trim().to_owned(), value, nodes })
    };
    table.lines().skip(1).filter_map(row).collect()
}
