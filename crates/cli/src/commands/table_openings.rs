//! `hissho table otrio --plies N`: the value of every opening, with the nodes of both questions.

use anyhow::anyhow;
use rules::filling::FillingGame;
use serde_json::{Value, json};
use workbench::filling::{Engine, opening_table, printed_openings, value_name};

use crate::exit::Exit;
use crate::session::Session;

pub(crate) fn run(name: &str, plies: usize, engine: &str, session: &Session) -> anyhow::Result<Exit> {
    let game =
        FillingGame::named(name).map_err(|error| anyhow!("argument GAME: {error}; --plies is for otrio"))?;
    let limits = session.limits();
    let bytes = usize::try_from(limits.memory.unwrap_or(2 << 30)).unwrap_or(usize::MAX);
    let which = if engine == "paper" { Engine::Paper } else { Engine::Own };
    let detail = |opening: &workbench::filling::Opening| {
        session.detail(format_args!("{}: {}", opening.record, value_name(opening.value)));
    };
    let table = match opening_table(&game, plies, which, bytes, limits, detail) {
        Ok(Some(table)) => table,
        Ok(None) => anyhow::bail!("argument GAME: {game} is not played on the cube between two sides"),
        Err(stop) => {
            session.answer(
                || json!({"game": game.to_string(), "value": "gave-up", "reason": stop.to_string()}),
                || format!("gave up: {stop}"),
            )?;
            return Ok(Exit::GaveUp);
        }
    };
    let printed = printed_openings(&game.to_string());
    let as_printed = |record: &str| printed.iter().find(|row| row.record == record).map(|row| &row.nodes);
    let openings: Vec<Value> = table
        .iter()
        .map(|row| {
            let moves: Vec<&str> = row.record.split(' ').collect();
            json!({"moves": moves, "value": value_name(row.value), "nodes": {"first": row.nodes[0], "second": row.nodes[1]},
                "printed_million_nodes": as_printed(&row.record)})
        })
        .collect();
    session.answer(
        || json!({"game": game.to_string(), "plies": plies, "engine": engine, "openings": openings}),
        || {
            let mut text = format!("{:<12} {:<7} {:>13} {:>13}", "opening", "value", "first?", "second?");
            text += if printed.is_empty() { "\n" } else { "   printed, in millions\n" };
            for row in &table {
                let [first, second] = row.nodes;
                text += &format!("{:<12} {:<7} {first:>13} {second:>13}", row.record, value_name(row.value));
                if let Some([first, second]) = as_printed(&row.record) {
                    text += &format!(" {first:>11} {second:>11}");
                }
                text += "\n";
            }
            text
        },
    )?;
    Ok(Exit::Answered)
}
