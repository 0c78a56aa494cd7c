//! Openings of Hex with their proofs: `cargo run --release --example bench_hex -- 7` or `-- 8 54 63`.
//!
//! `threads=2` before the size uses two threads.
//!
//! Prints for each opening the winner, positions, connection builds, steps of the proof, seconds to solve and to check.

use std::time::Instant;

use hissho_certificate::hex::check;
use hissho_rules::hex::{Notation, Position, Size};
use hissho_solve::hex::search::HexSearch;
use hissho_solve::limits::Limits;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let threads = arguments.first().and_then(|text| text.strip_prefix("threads="));
    let threads = threads.map(|text| text.parse().expect("a number of threads"));
    arguments.drain(..usize::from(threads.is_some()));
    let side: usize = arguments.first().map_or(5, |text| text.parse().expect("a size"));
    let size = Size::new(side, side).expect("a size from 1 to 11");
    let openings: Vec<String> = match &arguments[arguments.len().min(1)..] {
        [] => {
            let half = size.all().cells().filter(|&cell| cell <= size.turned(cell));
            half.map(|cell| size.name(cell, Notation::Digits)).collect()
        }
        given => given.to_vec(),
    };
    let (mut nodes, mut builds, mut seconds, mut checking) = (0, 0, 0.0, 0.0);
    for opening in openings {
        let position = Position::from_moves(size, &opening).expect("a position");
        let meter = Limits::default().start();
        let start = Instant::now();
        let mut search = HexSearch::new(size, &meter).with_threads(threads.unwrap_or(1));
        let solution = search.solve(&position).expect("no limit is set");
        let solving = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let steps = solution.evidence.steps.len();
        let verdict = check(solution.claim, &solution.evidence, &hissho_rules::Account::unlimited());
        let check_seconds = start.elapsed().as_secs_f64();
        println!(
            "{opening}: {} nodes {} builds {} steps {steps} solved in {solving:.2} s checked in {check_seconds:.2} s {}",
            solution.winner,
            solution.nodes,
            solution.builds,
            verdict.map_or_else(|error| format!("REFUSED: {error}"), |_| String::new()),
        );
        nodes += solution.nodes;
        builds += solution.builds;
        seconds += solving;
        checking += check_seconds;
    }
    println!("total: nodes {nodes} builds {builds} solved in {seconds:.2} s checked in {checking:.2} s");
}
