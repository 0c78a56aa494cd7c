//! `cargo run -p hissho-workbench --example prove_a_law`
//!
//! A law proved for every position, and the proof checked once more; a false law refuted.

use hissho_certificate::{Context, check};
use hissho_workbench::{Alone, Desk, Limits, Question};

/// What became of a claim about the rook in the corner, and the sentences that the checker accepts.
pub(crate) fn decide(claim: &str) -> Result<(String, Vec<String>), Box<dyn std::error::Error>> {
    let question = serde_json::json!({ "prove": { "game": "rook", "claim": claim } });
    let question = Question::read(&question.to_string())?;
    let answer = Desk::default().ask(&question, &Limits::default(), &Alone)?;
    let mut accepted = Vec::new();
    for certified in &answer.certified {
        // What anyone does who is handed the text: the checker knows nothing of the prover.
        accepted.push(check(certified.text(), &Context::default())?.claim().to_string());
    }
    Ok((answer.text(), accepted))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for claim in ["grundy = x xor y", "grundy = x + y"] {
        let (text, accepted) = decide(claim)?;
        println!("{text}\naccepted: {accepted:#?}");
    }
    Ok(())
}
