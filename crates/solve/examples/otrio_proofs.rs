//! Strategies for openings of Otrio: `cargo run --release --example otrio_proofs GAME TABLE DIRECTORY [VALUES]`.
//!
//! GAME is `otrio` or `otrio(forbidden=b2M)`, TABLE a file whose lines begin with one or two moves and a comma each (the
//! printed tables in crates/workbench/data), VALUES which rows to write: `decided`, `drawn`, or nothing for both.
//! Files that exist are left alone, so that an interrupted run goes on where it was. Each file is checked before it is
//! written. The files are plain text; `zstd -19 --rm` makes what is kept in proofs/.

use std::path::Path;
use std::time::Instant;

use certificate::strategy::{self, Goal, Strategy};
use certificate::{Context, check};
use rules::filling::{Board, FillingGame};
use solve::limits::Limits;
use solve::otrio::{Solver, Value};

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [name, table, directory, rest @ ..] = &given[..] else {
        eprintln!("needed: GAME TABLE DIRECTORY [decided|drawn]");
        std::process::exit(2);
    };
    let game = FillingGame::named(name).expect("GAME is otrio or otrio(forbidden=b2M)");
    let solver = Solver::new(&game, 3 << 30).expect("GAME is played on the cube");
    let limits = Limits { threads: 1, ..Limits::default() };
    let table = std::fs::read_to_string(table).expect("TABLE can be read");
    let record = |line: &str| line.split(',').take(2).collect::<Vec<_>>().join(" ").trim().to_owned();
    let mut records: Vec<String> = table.lines().skip(1).map(record).collect();
    // Two moves first: their answers are then in the tables for the single ones.
    records.sort_by_key(|record| std::cmp::Reverse(record.len()));
    for record in records {
        let start = Instant::now();
        let board = Board::after(&game, &record).expect("made of legal moves");
        let meter = limits.start();
        let claim = |owner, goal| Strategy { game: game.clone(), record: record.clone(), owner, goal };
        if [claim(0, Goal::Win), claim(1, Goal::Win), claim(1, Goal::NotLose)]
            .iter()
            .any(|claim| exists(directory, claim))
        {
            continue;
        }
        let (value, nodes) = solver.value(&board, &limits, &meter).expect("no limit was set");
        let seconds = start.elapsed().as_secs_f64();
        println!("{name} {record}: {value:?}, {nodes} nodes, {seconds:.1} s");
        let claims = match value {
            Value::First => vec![claim(0, Goal::Win)],
            Value::Second => vec![claim(1, Goal::Win)],
            Value::Draw => vec![claim(0, Goal::NotLose), claim(1, Goal::NotLose)],
        };
        let wanted = rest.first().is_none_or(|only| (only == "drawn") == (claims.len() == 2));
        for claim in claims.iter().filter(|_| wanted) {
            let replies = solver.certify(claim, &limits, &meter).expect("the value was found before");
            let text = strategy::write(claim, &replies);
            check(&text, &Context::default()).expect("the checker follows the solver");
            std::fs::write(Path::new(directory).join(file(claim)), text).expect("DIRECTORY can be written");
            println!("  {claim}: {} replies, {:.1} s", replies.len(), start.elapsed().as_secs_f64());
        }
    }
}

fn exists(directory: &str, claim: &Strategy) -> bool {
    let path = Path::new(directory).join(file(claim));
    path.exists() || path.with_extension("cert.zst").exists()
}

/// The name under which `hissho reproduce` looks for it, without `.zst`.
fn file(claim: &Strategy) -> String {
    let text = format!("{} {}", claim.game, claim.record);
    let words: Vec<&str> =
        text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let goal = if claim.goal == Goal::Win { "wins" } else { "holds" };
    format!("{}-{}-{goal}.cert", words.join("-"), ["first", "second"][claim.owner])
}
