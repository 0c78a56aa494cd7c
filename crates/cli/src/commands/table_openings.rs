//! `hissho table otrio --plies N`: the value of every opening, with the nodes of both questions, beside those of the
//! paper's method and the printed ones.

use anyhow::anyhow;
use hissho_rules::line_games::LineGame;
use hissho_workbench::line_games::{Engine, opening_table, printed_openings, value_name};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::session::Session;

pub(crate) fn run(name: &str, plies: usize, engine: &str, session: &Session) -> anyhow::Result<Exit> {
    let game =
        LineGame::named(name).map_err(|error| anyhow!("argument GAME: {error}; --plies is for otrio"))?;
    let limits = session.limits();
    let bytes = usize::try_from(limits.memory.unwrap_or(2 << 30)).unwrap_or(usize::MAX);
    let which = if engine == "paper" { Engine::Paper } else { Engine::Own };
    let detail = |opening: &hissho_workbench::line_games::Opening| {
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
    let sides = |[first, second]: [u64; 2]| json!({"first": first, "second": second});
    let openings: Vec<Value> = table
        .iter()
        .map(|row| {
            let moves: Vec<&str> = row.record.split(' ').collect();
            json!({"moves": moves, "value": value_name(row.value), "nodes": sides(row.nodes),
                "paper_nodes": row.paper_nodes.map(sides), "printed_million_nodes": as_printed(&row.record)})
        })
        .collect();
    let text = || {
        let mut heads = vec!["nodes"];
        if which == Engine::Paper {
            heads.push("by the paper's method");
        }
        if !printed.is_empty() {
            heads.push("printed, in millions");
        }
        let mut text = format!("{:<20}", "");
        heads.iter().for_each(|head| text += &format!(" {head:>27}"));
        text += &format!("\n{:<12} {:<7}", "opening", "value");
        heads.iter().for_each(|_| text += &format!(" {:>13} {:>13}", "first?", "second?"));
        for row in &table {
            text += &format!("\n{:<12} {:<7}", row.record, value_name(row.value));
            let mut cells = vec![row.nodes.map(|nodes| nodes.to_string())];
            if which == Engine::Paper {
                let given_up = || [0, 1].map(|_| "gave up".to_owned());
                let counts = |nodes: [u64; 2]| nodes.map(|nodes| nodes.to_string());
                cells.push(row.paper_nodes.map_or_else(given_up, counts));
            }
            cells.extend(as_printed(&row.record).cloned());
            cells.iter().for_each(|[first, second]| text += &format!(" {first:>13} {second:>13}"));
        }
        text
    };
    session.answer(
        || json!({"game": game.to_string(), "plies": plies, "engine": engine, "openings": openings}),
        text,
    )?;
    let is_whole = which == Engine::Own || table.iter().all(|row| row.paper_nodes.is_some());
    Ok(if is_whole { Exit::Answered } else { Exit::GaveUp })
}
