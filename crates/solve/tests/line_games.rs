//! Connect-Four: known values, plain search, and certificates for small boards.

use std::collections::HashMap;

use hissho_certificate::line_games::{self, Goal, Strategy};
use hissho_certificate::{Claim, Context, check};
use hissho_rules::line_games::{Board, End, LineGame};
use hissho_solve::limits::{Limits, Stop};
use hissho_solve::line_games::connect_four::Solver;

fn game(name: &str) -> LineGame {
    LineGame::named(name).unwrap()
}

fn single() -> Limits {
    Limits { threads: 1, ..Limits::default() }
}

/// Width, height, and the value of the empty board: 1 first, 0 draw, -1 second (Tromp, John's Connect Four playground).
const KNOWN: &[(usize, usize, i32)] = &[
    (4, 4, 0),
    (4, 5, 0),
    (5, 4, 0),
    (5, 5, 0),
    (4, 6, 0),
    (6, 4, -1),
    (6, 3, 0),
    (7, 3, 0),
    (7, 2, 0),
    (6, 5, 0),
    (5, 6, 0),
    (7, 4, 0),
];

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

/// The score by plain alpha-beta: the moves in the order of the slots, nothing remembered, nothing left out.
fn alpha_beta(board: &Board<'_>, mut alpha: i32, beta: i32) -> i32 {
    let (cells, stones) = (board.content().len() as i32, board.content().iter().flatten().count() as i32);
    match board.end() {
        Some(End::Win(_)) => return -((cells + 2 - stones) / 2),
        Some(End::Draw) => return 0,
        None => {}
    }
    for slot in board.moves() {
        alpha = alpha.max(-alpha_beta(&board.play(slot).unwrap(), -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Board, free cells at the start, positions tried.
const RANDOM: &[(&str, usize, usize)] = &[
    ("connect4(7,6)", 12, 60),
    ("connect4(7,6)", 11, 60),
    ("connect4(6,5)", 13, 60),
    ("connect4(6,5)", 12, 60),
    ("connect4(5,5)", 14, 60),
    ("connect4(5,6)", 13, 60),
    ("connect4(8,4)", 12, 30),
    ("connect4(9,3)", 12, 30),
    ("connect4(4,8)", 12, 30),
    ("connect4(5,4,k=3)", 16, 60),
    ("connect4(6,5,k=5)", 11, 60),
];

#[test]
fn scores_of_random_positions_are_those_of_plain_alpha_beta() {
    let mut seed = 0x2026_0704_1111_u64;
    for &(name, free, count) in RANDOM {
        let game = game(name);
        let solver = Solver::new(&game, 1 << 22).unwrap();
        for _ in 0..count {
            let (record, board) = random_position(&game, game.slot_count() - free, &mut seed);
            let limits = single();
            let found = solver.score(&board, &limits, &limits.start()).unwrap().score;
            assert_eq!(found, alpha_beta(&board, -100, 100), "{name} {record}");
            let outcome = solver.outcome(&board, &limits, &limits.start()).unwrap().score;
            assert_eq!(outcome, found.signum(), "{name} {record}");
            let best = solver.keeping_move(&board, found, &limits, &limits.start()).unwrap().unwrap();
            assert_eq!(-alpha_beta(&board.play(best).unwrap(), -100, 100), found, "{name} {record}");
            assert_eq!(solver.keeping_move(&board, found + 1, &limits, &limits.start()), Ok(None));
        }
    }
}

/// A position after this many random moves in which the game goes on, and the moves.
fn random_position<'g>(game: &'g LineGame, plies: usize, seed: &mut u64) -> (String, Board<'g>) {
    let mut random = || {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*seed >> 33) as usize
    };
    loop {
        let (mut record, mut board) = (String::new(), Board::new(game));
        for _ in 0..plies {
            let moves = board.moves();
            if !moves.is_empty() {
                let slot = moves[random() % moves.len()];
                record += game.slot_name(slot);
                board = board.play(slot).unwrap();
            }
        }
        if board.end().is_none() {
            return (record, board);
        }
    }
}

/// Positions of 7×6 with their scores (Pons, Solving Connect 4, part 2: the notation; the positions are our own, the
/// scores are those of his published solver).
const SCORES: &[(&str, i32)] = &[
    ("1127347351254232", -5),
    ("1262113235715746", 0),
    ("5344161355365544", -3),
    ("5443227244112417", 10),
    ("6336776555245112", 2),
    ("7656632123373751", 8),
    ("14327117723711354", 2),
    ("27374361666425755", 2),
    ("34667715134371541", 9),
    ("42366123154425747", 11),
    ("111735577643136211", 9),
    ("233373472613317452", -10),
    ("243316642722621654", 0),
    ("372235651311643335", 2),
    ("433442147526473214", 1),
    ("612254562276266142", 2),
    ("674322465435245571", -2),
    ("742431415525411611", 5),
    ("753466617167131176", 8),
    ("6411712567162364225", 8),
    ("7351552624111122215", 1),
    ("45525616166511164365", 8),
    ("2314621627331147347751", 2),
    ("3277734647551724611555", -9),
];

#[test]
fn middle_game_positions_have_the_scores_of_the_public_solver() {
    let game = game("connect4(7,6)");
    let solver = Solver::new(&game, 1 << 26).unwrap();
    let limits = single();
    for &(record, expected) in SCORES {
        let board = Board::after(&game, record).unwrap();
        assert_eq!(solver.score(&board, &limits, &limits.start()).unwrap().score, expected, "{record}");
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
            let text = line_games::write(&claim, &replies);
            assert_eq!(*check(&text, &Context::default()).unwrap().claim(), Claim::Strategy(claim));
        }
    }
}

#[test]
fn a_score_is_reached_up_to_itself_and_not_beyond() {
    let game = game("connect4(5,4)");
    let solver = Solver::new(&game, 1 << 24).unwrap();
    let limits = single();
    for record in ["1", "2", "3", "33", "1223", "12"] {
        let board = Board::after(&game, record).unwrap();
        let score = solver.score(&board, &limits, &limits.start()).unwrap().score;
        for least in -3..=3 {
            let (reached, _) = solver.reaches(&board, least, &limits, &limits.start()).unwrap();
            assert_eq!(reached, least <= score, "{record}: {least}, score {score}");
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
