//! `cargo run -p hissho-workbench --example make_a_table`
//!
//! A game of one's own, its Grundy values, its losing positions.

use hissho_workbench::{Alone, Desk, Fault, Limits, Question};

/// Two heaps: take any number from one, or one from each.
const RULES: &str = "\
game together
position x, y
move x' < x, y' = y
move x' = x, y' < y
move x' = x - 1, y' = y - 1
";

/// The table as text, and the positions at which the player to move loses.
pub(crate) fn table(side: usize) -> Result<(String, Vec<(usize, usize)>), Fault> {
    let question = serde_json::json!({ "table": { "game": RULES, "shape": [side, side] } });
    let question = Question::read(&question.to_string())?;
    let answer = Desk::default().ask(&question, &Limits::default(), &Alone)?;
    let values = answer.document()["values"].clone();
    let positions = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
    Ok((answer.text(), positions.filter(|&(x, y)| values[x][y] == 0).collect()))
}

fn main() -> Result<(), Fault> {
    let (text, losing) = table(6)?;
    println!("{text}\nthe player to move loses at {losing:?}");
    Ok(())
}
