//! How fast strategies are checked, words listed, replies found.
//! Run: cargo xtask bench infinite_four [GAMES]
//!
//! GAMES opponents (default 100), random and greedy ones in turn, play 2,000 moves each against every named strategy: on
//! the infinite board, on the smallest cylinder of at least eight columns it closes to, and against the families of
//! widths. A lost game or a missing reply ends the program with an error.

use std::time::Instant;

use hissho_certificate::{Context, check, infinite_four::response};
use hissho_solve::infinite_four::library::{NAMED, every_width, named, on_cylinder};
use hissho_solve::infinite_four::opponents::{ContestOutcome, Course, numbered};
use hissho_solve::infinite_four::words::Words;
use hissho_solve::limits::Limits;

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(100);
    for (name, _) in NAMED {
        let (claim, strategy) = named(name).expect("named");
        let text = response::write(&claim, &strategy);
        let start = Instant::now();
        let accepted = check(&text, &Context::default()).is_ok();
        println!("verify {name:<24} {:>8.3} ms  accepted {accepted}", start.elapsed().as_secs_f64() * 1e3);
    }
    let start = Instant::now();
    let words = Words::new();
    let meter = Limits::default().start();
    let mut count = 0;
    for period in 1..=100 {
        count += words.of_period(period, &meter).expect("no limits").len();
        if period == 40 || period == 100 {
            println!("words of periods up to {period}: {count}, {:.3} s", start.elapsed().as_secs_f64());
        }
    }
    let mut boards: Vec<_> = NAMED
        .iter()
        .filter(|(name, _)| *name != "figure-37")
        .filter_map(|(name, _)| Some(((*name).to_owned(), named(name)?)))
        .collect();
    for (name, _) in NAMED.iter().filter(|(name, _)| *name != "figure-37") {
        let loaded = named(name).expect("named");
        match (8..=40).find_map(|width| on_cylinder(&loaded, width)) {
            Some(closed) => boards.push((format!("{name}, {}", closed.0), closed)),
            None => println!("{name} closes to no cylinder of up to 40 columns: it passes"),
        }
    }
    boards.extend(every_width().into_iter().map(|loaded| (loaded.0.to_string(), loaded)));
    for (name, (claim, strategy)) in &boards {
        let start = Instant::now();
        let mut course = Course::new(claim, strategy, 2).expect("a static strategy");
        for game in 0..games {
            let (opponent, reach, mut dice) = numbered(game);
            let outcome = course.play(opponent, 2_000, reach, &mut dice);
            assert!(
                matches!(outcome, ContestOutcome::GoesOn | ContestOutcome::Won),
                "{name}: game {game}: {outcome:?}"
            );
        }
        println!(
            "{games} games of 2000 moves, {:>6.1} s: never lost, never without a reply: {name}",
            start.elapsed().as_secs_f64()
        );
    }
}
