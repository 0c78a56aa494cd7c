//! `cargo run -p hissho-workbench --example make_a_table`: a game of one's own, its Grundy values, its losing positions.

use hissho_workbench::{Alone, Desk, Fault, Limits, Question};

/// Two heaps: take any number from one, or one from each.
const RULES: &str = "\
game together
position x, y
move x' < x, y' = y
move x' = x, y' < y
move x' = x - 1, y' = y - 1
";

fn main() -> Result<(), Fault> {
    let desk = Desk::default();
    let question = serde_json::json!({ "table": { "game": RULES, "shape": [6, 6] } });
    let answer = desk.ask(&Question::read(&question.to_string())?, &Limits::default(), &Alone)?;
    println!("{}", answer.text());
    let values = answer.document()["values"].clone();
    let is_losing = |x: usize, y: usize| values[x][y] == 0;
    let losing: Vec<_> = (0..36).map(|n| (n / 6, n % 6)).filter(|&(x, y)| is_losing(x, y)).collect();
    println!("the player to move loses at {losing:?}");
    Ok(())
}
