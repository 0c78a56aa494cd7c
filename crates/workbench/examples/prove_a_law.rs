//! `cargo run -p hissho-workbench --example prove_a_law`: a law proved for every position, and the proof checked once more.

use hissho_certificate::{Context, check};
use hissho_workbench::{Alone, Desk, Limits, Question};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let desk = Desk::default();
    let question = Question::read(r#"{"prove":{"game":"rook","claim":"grundy = x xor y"}}"#)?;
    let answer = desk.ask(&question, &Limits::default(), &Alone)?;
    print!("{}", answer.text());
    for certified in &answer.certified {
        // What anyone does who is handed the text: the checker knows nothing of the prover.
        let proved = check(certified.text(), &Context::default())?;
        println!("accepted: {}", proved.claim());
    }
    let question = Question::read(r#"{"prove":{"game":"rook","claim":"grundy = x + y"}}"#)?;
    print!("{}", desk.ask(&question, &Limits::default(), &Alone)?.text());
    Ok(())
}
