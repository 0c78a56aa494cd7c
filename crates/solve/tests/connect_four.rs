//! Connect-Four: known values, plain search, and certificates for small boards.

use std::collections::HashMap;

use certificate::strategy::{self, Goal, Strategy};
use certificate::{Claim, Context, check};
use rules::filling::{Board, End, FillingGame};
use solve::connect_four::Solver;
use solve::limits::{Limits, Stop};

fn game(name: &str) -> FillingGame {
    FillingGame::named(name).unwrap()
}

fn single() -> Limits {
    Limits { threads: 1, ..Limits::default() }
}

/// Width, height, and the value of the empty board: 1 first, 0 draw, -1 second (Tromp, John's Connect Four playground).
const KNOWN: &[(usize, usize, i32)] =
    &[(4, 4, 0), (4, 5, 0), (5, 4, 0), (5, 5, 0), (4, 6, 0), (6, 4, -1), (6, 3, 0), (7, 3, 0), (7, 2, 0)];

#[test]
fn empty_boards_have_their_known_values() {
    for &(width, height, expected) in KNOWN {
        let game = game(&format!("connect4({width},{height})"));
        let solver = Solver::new(&game, 1 << 24).unwrap();
        let limits = single();
        let outcome = solver.outcome(&Board::new(&game), &limits, &limits.start()).unwrap();
        assert_eq!(outcome.score, expected, "{width}x{height}");
    }
}

/// The score by plain recursion.
fn plain(board: &Board<'_>, cells: i32, known: &mut HashMap<Vec<Option<usize>>, i32>) -> i32 {
    let stones = board.content().iter().flatten().count() as i32;
    match board.end() {
        // The other side has just won with its last stone but (cells - stones) / 2.
        Some(End::Win(_)) => return -((cells + 2 - stones) / 2),
        Some(End::Draw) => return 0,
        None => {}
    }
    if let Some(&score) = known.get(board.content()) {
        return score;
    }
    let best =
        board.moves().iter().map(|&slot| -plain(&board.play(slot).unwrap(), cells, known)).max().unwrap();
    known.insert(board.content().to_vec(), best);
    best
}

#[test]
fn scores_are_those_of_plain_search() {
    for (name, records) in [
        ("connect4(4,4)", &["", "1", "22", "2233", "11223"][..]),
        ("connect4(5,3)", &["3", "33", "12345"]),
        ("connect4(4,3,k=3)", &["", "1", "12"]),
        ("connect4(3,5,k=3)", &["2", "11"]),
    ] {
        let game = game(name);
        let solver = Solver::new(&game, 1 << 22).unwrap();
        for record in records {
            let board = Board::after(&game, record).unwrap();
            let limits = single();
            let found = solver.score(&board, &limits, &limits.start()).unwrap().score;
            let expected = plain(&board, game.slot_count() as i32, &mut HashMap::new());
            assert_eq!(found, expected, "{name} {record}");
        }
    }
}

#[test]
fn several_threads_give_the_same_score_as_one() {
    let game = game("connect4(5,4)");
    for record in ["", "1", "33", "2345"] {
        let board = Board::after(&game, record).unwrap();
        let score = |threads| {
            let limits = Limits { threads, ..Limits::default() };
            Solver::new(&game, 1 << 22).unwrap().score(&board, &limits, &limits.start()).unwrap().score
        };
        assert_eq!(score(1), score(3));
    }
}

#[test]
fn small_boards_have_certificates_for_both_sides() {
    for name in ["connect4(4,4)", "connect4(5,4)", "connect4(4,3,k=3)"] {
        let game = game(name);
        let solver = Solver::new(&game, 1 << 24).unwrap();
        let limits = single();
        let score = solver.outcome(&Board::new(&game), &limits, &limits.start()).unwrap().score;
        let claims = match score {
            0 => vec![(0, Goal::NotLose), (1, Goal::NotLose)],
            1 => vec![(0, Goal::Win)],
            _ => vec![(1, Goal::Win)],
        };
        for (owner, goal) in claims {
            let claim = Strategy { game: game.clone(), record: String::new(), owner, goal };
            let replies = solver.certify(&claim, &limits, &limits.start()).unwrap();
            let text = strategy::write(&claim, &replies);
            assert_eq!(*check(&text, &Context::default()).unwrap().claim(), Claim::Strategy(claim));
        }
    }
}

#[test]
fn reaching_the_node_limit_is_an_answer() {
    let game = game("connect4(7,6)");
    let limits = Limits { nodes: Some(10_000), ..single() };
    let solver = Solver::new(&game, 1 << 24).unwrap();
    assert_eq!(solver.score(&Board::new(&game), &limits, &limits.start()), Err(Stop::Nodes));
}
