//! Otrio: the win of b2M with its certificate, all openings of one and two moves, random positions.
//! `cargo run --release -p hissho-solve --example bench_otrio`; with `rows`, every opening is shown;
//! with `b2M`, only the win of b2M.

use std::time::Instant;

use hissho_certificate::line_games::{self, Goal, Strategy};
use hissho_rules::line_games::{Board, LineGame};
use hissho_solve::engine::Answer;
use hissho_solve::limits::Limits;
use hissho_solve::line_games::otrio::{Solver, openings};

fn main() {
    let limits = Limits { threads: 1, ..Limits::default() };
    let game = LineGame::named("otrio").expect("a game of this program");
    let solver = Solver::new(&game, 1 << 30).expect("a game on the cube");
    let meter = limits.start();
    let start = Instant::now();
    let board = Board::after(&game, "b2M").expect("a legal move");
    let answer = solver.wins(&board, 0, &limits, &meter).expect("no limit was set");
    println!("b2M wins: {} in {} nodes, {:.2} s", answer.yes, answer.nodes, start.elapsed().as_secs_f64());
    let claim = Strategy { game: game.clone(), record: "b2M".to_owned(), owner: 0, goal: Goal::Win };
    let start = Instant::now();
    let replies = solver.certify(&claim, &limits, &meter).expect("the value was found before");
    println!("certificate: {} replies, made in {:.2} s", replies.len(), start.elapsed().as_secs_f64());
    let start = Instant::now();
    line_games::check(claim, &replies, &hissho_rules::Account::unlimited())
        .expect("the checker follows the solver");
    println!("checked in {:.2} s", start.elapsed().as_secs_f64());
    if std::env::args().any(|argument| argument == "b2M") {
        return;
    }
    for name in ["otrio", "otrio(forbidden=b2M)"] {
        let game = LineGame::named(name).expect("a game of this program");
        let solver = Solver::new(&game, 3 << 30).expect("a game on the cube");
        // Two moves first: their answers are then in the table for the single ones.
        let records: Vec<String> = [2, 1].iter().flat_map(|&plies| openings(&game, plies)).collect();
        let boards: Vec<Board<'_>> =
            records.iter().map(|record| Board::after(&game, record).expect("made of legal moves")).collect();
        let all = Limits::default();
        let (mut nodes, mut counts, start) = (0, [0; 3], Instant::now());
        let tell = |at: usize, [first, second]: [Answer; 2]| {
            nodes += first.nodes + second.nodes;
            counts[if first.yes {
                0
            } else if second.yes {
                1
            } else {
                2
            }] += 1;
            if std::env::args().any(|argument| argument == "rows") {
                println!("{} {first:?} {second:?}", records[at]);
            }
        };
        solver.answers(&boards, &all, &all.start(), tell).expect("no limit was set");
        let (seconds, [first, second, draw]) = (start.elapsed().as_secs_f64(), counts);
        println!(
            "{name}: {} openings of one and two moves: {first} first, {second} second, {draw} draw, {nodes} nodes, {seconds:.2} s",
            records.len()
        );
    }
    for name in ["otrio", "otrio(forbidden=b2M)"] {
        let game = LineGame::named(name).expect("a game of this program");
        let mut seed = 2019_u64;
        let (mut nodes, start) = (0, Instant::now());
        for round in 0..200 {
            let board = random_position(&game, 4 + round % 12, &mut seed);
            let solver = Solver::new(&game, 1 << 26).expect("a game on the cube");
            nodes += solver.value(&board, &limits, &limits.start()).expect("no limit was set").1;
        }
        let mean = start.elapsed().as_secs_f64() * 5.0;
        println!("{name}: 200 random positions after 4 to 15 moves, {nodes} nodes, {mean:.1} ms each");
    }
}

fn random_position<'g>(game: &'g LineGame, plies: usize, seed: &mut u64) -> Board<'g> {
    loop {
        let mut board = Board::new(game);
        for _ in 0..plies {
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            let moves = board.moves();
            if let Some(after) =
                moves.get(*seed as usize % moves.len().max(1)).and_then(|&slot| board.play(slot))
            {
                board = after;
            }
        }
        if board.end().is_none() {
            return board;
        }
    }
}
