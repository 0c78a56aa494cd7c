//! `cargo run -p hissho-workbench --example solve_hex`
//!
//! Who wins Hex on 4×4 after a first move, with a proof that is checked.

use hissho_certificate::{Context, check};
use hissho_workbench::{Alone, Desk, Limits, Question};

/// The winner after this opening, and the sentence that the checker accepts.
pub(crate) fn winner(opening: &str) -> Result<(String, String), Box<dyn std::error::Error>> {
    let question = serde_json::json!({ "solve": { "game": "hex(4)", "position": opening } });
    let question = Question::read(&question.to_string())?;
    let answer = Desk::default().ask(&question, &Limits::default(), &Alone)?;
    let certified = answer.certified.first().ok_or("there is no proof")?;
    let proved = check(certified.text(), &Context::default())?;
    let winner = answer.document()["winner"].as_str().unwrap_or("nobody").to_owned();
    Ok((winner, proved.claim().to_string()))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for opening in ["11", "23"] {
        let (winner, accepted) = winner(opening)?;
        println!("{opening}: {winner} wins\naccepted: {accepted}");
    }
    Ok(())
}
