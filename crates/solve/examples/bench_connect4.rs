//! Connect-Four from the empty board: `cargo run --release --example bench_connect4 [width height]`.
//!
//! Prints the value, the nodes and the nodes per second of each board.

use std::time::Instant;

use rules::filling::{Board, FillingGame};
use solve::connect_four::Solver;
use solve::limits::Limits;

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let boards = match &given[..] {
        [width, height] => vec![format!("connect4({width},{height})")],
        _ => ["4,4", "5,4", "5,5", "6,5"].map(|size| format!("connect4({size})")).to_vec(),
    };
    for name in boards {
        let game = FillingGame::named(&name).expect("a board of the list or of the command line");
        let solver = Solver::new(&game, 1 << 30).expect("a board of at most 63 bits");
        let limits = Limits::default();
        let meter = limits.start();
        let start = Instant::now();
        let outcome = solver.outcome(&Board::new(&game), &limits, &meter).expect("no limit was set");
        let seconds = start.elapsed().as_secs_f64();
        let value = ["second", "draw", "first"][(outcome.score + 1) as usize];
        let speed = outcome.nodes as f64 / seconds / 1e6;
        println!(
            "{name}: {value}, {} nodes, {seconds:.2} s, {speed:.1} million nodes per second",
            outcome.nodes
        );
    }
}
