//! Strategies for openings of Otrio: `cargo run --release --example otrio_proofs GAME TABLE DIRECTORY [WORD…]`.
//!
//! GAME is `otrio` or `otrio(forbidden=b2M)`, TABLE a printed table in crates/workbench/data. Words say which rows to
//! write: `decided` or `drawn`, `first` or `second` for one side's half of the draws, records such as `'a1L c3S'`; without
//! any, all. A decided row has a file of its own; the drawn rows with the same first move
//! share two, one for each side, because their strategies share most positions. Files that exist are left alone, so
//! that an interrupted run goes on where it was. Each file is checked before it is written. The files are plain text;
//! `zstd -19 --rm` makes what is kept in proofs/.

use std::path::Path;
use std::time::Instant;

use hissho_certificate::line_games::{self, Goal, Strategy};
use hissho_certificate::{Context, check};
use hissho_rules::line_games::LineGame;
use hissho_solve::limits::Limits;
use hissho_solve::line_games::otrio::Solver;

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [name, table, directory, rest @ ..] = &given[..] else {
        eprintln!("needed: GAME TABLE DIRECTORY [decided|drawn] [first|second] [RECORD…]");
        std::process::exit(2);
    };
    let game = LineGame::named(name).expect("GAME is otrio or otrio(forbidden=b2M)");
    let solver = Solver::new(&game, 3 << 30).expect("GAME is played on the cube");
    let limits = Limits { threads: 1, ..Limits::default() };
    let table = std::fs::read_to_string(table).expect("TABLE can be read");
    let claim =
        |record: &str, owner, goal| Strategy { game: game.clone(), record: record.to_owned(), owner, goal };
    let is_given = |word: &str| rest.iter().any(|given| given == word);
    let names_moves = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    let is_asked = |record: &str| is_given(record) || !rest.iter().any(|word| names_moves(word));
    let mut claims = Vec::new();
    let mut drawn: Vec<(String, Vec<String>)> = Vec::new();
    for line in table.lines().skip(1) {
        let [first, second, value, ..] = line.split(',').collect::<Vec<_>>()[..] else { continue };
        let record = format!("{first} {second}").trim().to_owned();
        if !is_asked(&record) {
            continue;
        }
        match value {
            "first" => claims.push((record.clone(), claim(&record, 0, Goal::Win))),
            "second" => claims.push((record.clone(), claim(&record, 1, Goal::Win))),
            _ => match drawn.iter_mut().find(|(of, _)| of == first) {
                Some((_, records)) => records.push(record),
                None => drawn.push((first.to_owned(), vec![record])),
            },
        }
    }
    if is_given("drawn") {
        claims.clear();
    }
    for (first, mut records) in drawn.into_iter().filter(|_| !is_given("decided")) {
        // Two moves first: their answers are then in the tables for the single one.
        records.sort_by_key(|record| std::cmp::Reverse(record.len()));
        for owner in [0, 1].into_iter().filter(|owner| !is_given(["second", "first"][*owner])) {
            claims.push((format!("{first} draws"), claim(&records.join(" / "), owner, Goal::NotLose)));
        }
    }
    for (what, claim) in claims {
        let path = Path::new(directory).join(file(&what, &claim));
        if path.exists() || path.with_extension("cert.zst").exists() {
            continue;
        }
        let start = Instant::now();
        let replies = solver.certify(&claim, &limits, &limits.start()).expect("the table is right");
        let made = start.elapsed().as_secs_f64();
        let text = line_games::write(&claim, &replies);
        let start = Instant::now();
        check(&text, &Context::default()).expect("the checker follows the solver");
        let checked = start.elapsed().as_secs_f64();
        std::fs::write(&path, text).expect("DIRECTORY can be written");
        println!(
            "{}: {} replies, made in {made:.1} s, checked in {checked:.1} s",
            path.display(),
            replies.len()
        );
    }
}

/// The name under which `hissho reproduce` looks for it, without `.zst`.
fn file(what: &str, claim: &Strategy) -> String {
    let text = format!("{} {what}", claim.game);
    let words: Vec<&str> =
        text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let goal = if claim.goal == Goal::Win { "wins" } else { "holds" };
    format!("{}-{}-{goal}.cert", words.join("-"), ["first", "second"][claim.owner])
}
