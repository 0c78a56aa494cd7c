//! What a desk keeps between questions: `cargo xtask bench desk`.
//!
//! Values a second of positions in a warm table, beside the same questions put to a new desk each;
//! and the walk through a proof that was checked before, beside the first walk, which checks it.
//! CPU seconds of this process, one thread.

use hissho_solve::limits::Limits;
use hissho_workbench::{Alone, Desk, Question};
use serde_json::json;

const SIDE: u64 = 300;
const ASKED: u64 = 100_000;
const WALKS: u32 = 20;

fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").expect("Linux counts CPU time there");
    text.split(' ').next().and_then(|word| word.parse::<f64>().ok()).expect("nanoseconds come first") / 1e9
}

fn taken<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = cpu_seconds();
    let done = work();
    (done, cpu_seconds() - start)
}

fn question(document: serde_json::Value) -> Question {
    serde_json::from_value(document).expect("a question")
}

fn value(x: u64, y: u64) -> Question {
    question(json!({ "value": { "game": "wythoff", "position": [x, y] } }))
}

fn main() {
    let limits = Limits { threads: 1, ..Limits::default() };
    let ask = |desk: &Desk, question: &Question| desk.ask(question, &limits, &Alone).expect("an answer");
    let desk = Desk::default();
    let (_, first) = taken(|| ask(&desk, &value(SIDE - 1, SIDE - 1)));
    let questions: Vec<Question> = (0..ASKED).map(|n| value(n % SIDE, n / SIDE % SIDE)).collect();
    let (_, warm) = taken(|| questions.iter().for_each(|question| drop(ask(&desk, question))));
    let few = &questions[questions.len() - 20..];
    let (_, cold) = taken(|| few.iter().for_each(|question| drop(ask(&Desk::default(), question))));
    println!("wythoff, a table of side {SIDE}: {first:.3} s");
    println!(
        "values a second: {:.0} on the warm table, {:.0} on a new desk each",
        ASKED as f64 / warm,
        20.0 / cold
    );

    let solved = ask(&desk, &question(json!({ "solve": { "game": "hex(6)", "position": "43" } })));
    let [proof] = &solved.certified[..] else { panic!("Hex always has one") };
    let file = json!({ "name": "proof", "text": proof.text() });
    let walk = question(json!({ "walk": { "certificate": file } }));
    let desk = Desk::default();
    let (_, first) = taken(|| ask(&desk, &walk));
    let (_, more) = taken(|| (0..WALKS).for_each(|_| drop(ask(&desk, &walk))));
    let (_, check) = taken(|| hissho_workbench::Certified::check(proof.text().to_owned(), &limits).is_ok());
    let more = more / f64::from(WALKS);
    println!("a proof of {} bytes: {check:.4} s to check", proof.size());
    println!("walks: the first {first:.4} s, each of {WALKS} more {more:.4} s");
}
