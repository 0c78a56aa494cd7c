//! `cargo run -p hissho-workbench --example solve_hex`: who wins Hex on 4×4 after a first move, with a proof that is checked.

use hissho_certificate::{Context, check};
use hissho_workbench::{Alone, Desk, Limits, Question};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let desk = Desk::default();
    for opening in ["11", "22"] {
        let question = serde_json::json!({ "solve": { "game": "hex(4)", "position": opening } });
        let answer = desk.ask(&Question::read(&question.to_string())?, &Limits::default(), &Alone)?;
        println!("{opening}: {} wins", answer.document()["winner"].as_str().unwrap_or("?"));
        let certified = answer.certified.first().ok_or("a proof")?;
        let proved = check(certified.text(), &Context::default())?;
        println!("accepted: {}", proved.claim());
    }
    Ok(())
}
