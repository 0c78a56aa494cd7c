//! Connect-Four as people use solvers, many positions one after another: `cargo xtask bench
//! connect_four_batch [COUNT [SEED]]`.
//!
//! Positions of 7×6 are played at random and sorted by how many stones lie and how long the game
//! still lasts under best play, as Pons sorted his test positions (Solving Connect 4, part 2);
//! COUNT (200) of each group are scored by one new solver, on one thread. Prints the processor time
//! for a position. Then each score is compared: with twelve free cells or fewer with plain
//! alpha-beta, else with the best of the scores after each move, by another solver.

use std::time::Instant;

use hissho_rules::line_games::{Board, End, LineGame};
use hissho_solve::limits::Limits;
use hissho_solve::line_games::connect_four::Solver;

const NAME: &str = "connect4(7,6)";
/// What is called, stones from and to, plies left from and to.
const GROUPS: [(&str, usize, usize, i32, i32); 5] = [
    ("end easy", 28, 41, 0, 13),
    ("middle easy", 14, 27, 0, 13),
    ("middle medium", 14, 27, 14, 27),
    ("beginning easy", 8, 13, 0, 13),
    ("beginning medium", 8, 13, 14, 27),
];

fn main() {
    let number = |at: usize| std::env::args().nth(at).and_then(|word| word.parse::<u64>().ok());
    let (count, mut seed) = (number(1).unwrap_or(200) as usize, number(2).unwrap_or(1));
    let game = LineGame::named(NAME).expect("a board that is known");
    for (group, least, most, shortest, longest) in GROUPS {
        let mut positions = Vec::new();
        let solver = new_solver(&game);
        while positions.len() < count {
            let record = random_position(&game, least, most, &mut seed);
            let left = plies_left(&game, &record, score(&solver, &game, &record));
            if (shortest..=longest).contains(&left) {
                positions.push(record);
            }
        }
        // The system counts processor time coarsely: a group is scored again, by a new solver,
        // until there is enough.
        let (start, mut rounds, mut scores) = (seconds(), 0, Vec::new());
        while rounds == 0 || seconds() - start < 0.2 {
            let solver = new_solver(&game);
            scores = positions.iter().map(|record| score(&solver, &game, record)).collect::<Vec<i32>>();
            rounds += 1;
        }
        let each = (seconds() - start) / f64::from(rounds) / count as f64;
        let other = new_solver(&game);
        let is_wrong = |(record, score): &(&String, &i32)| **score != compare(&other, &game, record);
        let wrong = positions.iter().zip(&scores).filter(is_wrong).count();
        println!("{group:<18} {:>9.3} ms for a position; {wrong} of {count} scores are wrong", each * 1e3);
    }
}

fn new_solver(game: &LineGame) -> Solver {
    Solver::new(game, 128 << 20).expect("a board of at most 63 bits")
}

fn score(solver: &Solver, game: &LineGame, record: &str) -> i32 {
    let limits = Limits::default();
    let board = Board::after(game, record).expect("moves that were played");
    solver.score(&board, &limits, &limits.start()).expect("no limit was set").score
}

fn free(board: &Board<'_>) -> i32 {
    board.content().iter().filter(|content| content.is_none()).count() as i32
}

/// How many stones are still played under best play.
fn plies_left(game: &LineGame, record: &str, score: i32) -> i32 {
    let free = free(&Board::after(game, record).expect("moves that were played"));
    match score {
        0 => free,
        1.. => 2 * ((free + 1) / 2 - score) + 1,
        _ => 2 * (free / 2 + score) + 2,
    }
}

fn random_position(game: &LineGame, least: usize, most: usize, seed: &mut u64) -> String {
    let mut random = |below: usize| {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*seed >> 33) as usize % below
    };
    loop {
        let plies = least + random(most - least + 1);
        let (mut record, mut board) = (String::new(), Board::new(game));
        while board.end().is_none() && record.len() < plies {
            let moves = board.moves();
            let slot = moves[random(moves.len())];
            record += game.slot_name(slot);
            board = board.play(slot).expect("a legal move");
        }
        if board.end().is_none() {
            return record;
        }
    }
}

/// The score by plain alpha-beta, or by the scores after each move.
fn compare(solver: &Solver, game: &LineGame, record: &str) -> i32 {
    let board = Board::after(game, record).expect("moves that were played");
    if free(&board) <= 12 {
        return alpha_beta(&board, -100, 100);
    }
    let after = board.moves().into_iter().map(|slot| {
        let next = board.play(slot).expect("a legal move");
        match next.end() {
            Some(End::Win(_)) => (free(&next) + 2) / 2,
            Some(End::Draw) => 0,
            None => -score(solver, game, &format!("{record}{}", game.slot_name(slot))),
        }
    });
    after.max().unwrap_or(0)
}

/// The moves in the order of the slots, nothing remembered, nothing left out.
fn alpha_beta(board: &Board<'_>, mut alpha: i32, beta: i32) -> i32 {
    match board.end() {
        Some(End::Win(_)) => return -((free(board) + 2) / 2),
        Some(End::Draw) => return 0,
        None => {}
    }
    for slot in board.moves() {
        alpha = alpha.max(-alpha_beta(&board.play(slot).expect("a legal move"), -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Processor time of this thread where the system tells it, else the clock.
fn seconds() -> f64 {
    thread_local!(static START: Instant = Instant::now());
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let used = stat.and_then(|stat| stat.split_whitespace().next()?.parse::<f64>().ok());
    used.map_or_else(|| START.with(|start| start.elapsed()).as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
