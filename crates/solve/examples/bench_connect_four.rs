//! Connect-Four, by default from the empty board:
//! `cargo xtask bench connect_four [6,5 …] [--full] [--threads N] [--memory MIB] [--certificates] [--after 444]`.
//!
//! `--certificates` makes and checks the strategies that prove the value of each board; `--after` takes the position after
//! these moves instead and finds its score too.
//!
//! Prints the value, the nodes, the seconds and the nodes per second of each board; `--full` adds 7×6, which takes about a
//! minute. Seconds are of the clock, with as many threads as there are cores.

use std::time::Instant;

use hissho_certificate::line_games::{self, Goal, Strategy};
use hissho_rules::line_games::{Board, LineGame};
use hissho_solve::limits::Limits;
use hissho_solve::line_games::connect_four::Solver;

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| {
        let at = given.iter().position(|word| word == name)?;
        given.get(at + 1)?.parse::<usize>().ok()
    };
    let mut boards: Vec<&str> = given.iter().map(String::as_str).filter(|word| word.contains(',')).collect();
    if boards.is_empty() {
        boards = vec!["4,4", "5,4", "5,5", "6,5"];
    }
    if given.iter().any(|word| word == "--full") {
        boards.push("7,6");
    }
    let limits = Limits { threads: option("--threads").unwrap_or_else(cores), ..Limits::default() };
    let record = option("--after").map_or(String::new(), |columns| columns.to_string());
    let bytes = option("--memory").unwrap_or(1024) << 20;
    for size in boards {
        let name = format!("connect4({size})");
        let game = LineGame::named(&name).expect("a board such as 6,5");
        let start = Instant::now();
        let solver = Solver::new(&game, bytes).expect("a board of at most 63 bits");
        let board = Board::after(&game, &record).expect("moves such as 444");
        let outcome = solver.outcome(&board, &limits, &limits.start()).expect("no limit was set");
        let seconds = start.elapsed().as_secs_f64();
        let value = ["the other wins", "draw", "the player to move wins"][(outcome.score + 1) as usize];
        let speed = outcome.nodes as f64 / seconds / 1e6;
        println!(
            "{name}: {value}, {} nodes, {seconds:.2} s, {speed:.1} million nodes per second",
            outcome.nodes
        );
        if !record.is_empty() {
            let scored = solver.score(&board, &limits, &limits.start()).expect("no limit was set");
            let seconds = start.elapsed().as_secs_f64();
            println!(
                "  score {} after {record}, {} nodes more, {seconds:.2} s in all",
                scored.score, scored.nodes
            );
        }
        if record.is_empty() && given.iter().any(|word| word == "--certificates") {
            let claims = match outcome.score {
                1 => vec![(0, Goal::Win)],
                -1 => vec![(1, Goal::Win)],
                _ => vec![(0, Goal::NotLose), (1, Goal::NotLose)],
            };
            for (owner, goal) in claims {
                certify(&solver, Strategy { game: game.clone(), record: String::new(), owner, goal });
            }
        }
    }
}

/// Makes and checks one certificate.
fn certify(solver: &Solver, claim: Strategy) {
    let limits = Limits { threads: 1, ..Limits::default() };
    let start = Instant::now();
    let replies = solver.certify(&claim, &limits, &limits.start()).expect("the claim is true");
    let made = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let proved = line_games::check(claim, &replies, &hissho_rules::Account::unlimited())
        .expect("the solver's own strategy");
    let checked = start.elapsed().as_secs_f64();
    println!(
        "  {}: {} replies, made in {made:.1} s, checked in {checked:.1} s",
        proved.claim(),
        replies.len()
    );
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
