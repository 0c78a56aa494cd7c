//! `hissho solve` for Otrio, Qubic and Connect-Four.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use hissho_rules::line_games::{Board, LineGame};
use hissho_solve::limits::Stop;
use hissho_solve::progress::Progress;
use hissho_workbench::line_games::{Alone, Solver, Value, coalitions, value_name};
use serde_json::{Value as Json, json};

use crate::exit::Exit;
use crate::session::Session;

/// Memory for tables when no limit is given.
const USUAL_MEMORY: u64 = 1 << 30;

/// What is asked.
pub(crate) struct Question<'a> {
    pub(crate) game: &'a str,
    pub(crate) position: &'a str,
    /// Settle every move, not only one that keeps the value.
    pub(crate) all_moves: bool,
    /// Write the strategy here; for a draw two files, with -first and -second in their names.
    pub(crate) output: Option<&'a Path>,
}

pub(crate) fn run(question: &Question<'_>, session: &Session) -> anyhow::Result<Exit> {
    let game = LineGame::named(question.game).map_err(|error| anyhow!("argument GAME: {error}"))?;
    let board =
        Board::after(&game, question.position).map_err(|error| anyhow!("argument POSITION: {error}"))?;
    let limits = session.limits();
    let bytes = usize::try_from(limits.memory.unwrap_or(USUAL_MEMORY)).unwrap_or(usize::MAX);
    if game.side_count() > 2 {
        return several_players(question, &game, bytes, session);
    }
    let Some(solver) = Solver::new(&game, bytes) else {
        bail!(
            "argument GAME: {game} is too large for this solver, boards of up to 63 - width cells are solved"
        );
    };
    let gave_up = |stop: Stop| -> anyhow::Result<Exit> {
        let document = json!({"game": game.to_string(), "position": question.position, "value": "gave-up", "moves": [],
            "nodes": 0, "reason": stop.to_string(), "certificate": null});
        session.answer(|| document, || format!("gave up: {stop}"))?;
        Ok(Exit::GaveUp)
    };
    session.progress().begin(&format!("solving {game}"), 0);
    let solution = match solver.solve(&board, question.all_moves, limits) {
        Ok(solution) => solution,
        Err(stop) => return gave_up(stop),
    };
    let mut written = Vec::new();
    if let Some(path) = question.output {
        let claims = Solver::claims(&game, question.position, solution.value);
        for claim in &claims {
            let path = if claims.len() == 1 {
                path.to_owned()
            } else {
                beside(path, ["first", "second"][claim.owner])
            };
            let text =
                solver.certificate(claim, limits).map_err(|error| anyhow!("no certificate: {error}"))?;
            hissho_store::write_certificate(&path, &text)
                .with_context(|| format!("writing {}", path.display()))?;
            written.push(path.display().to_string());
        }
    }
    let score_of = |at: usize| solution.move_scores.get(at);
    let one_move = |(at, (name, value)): (usize, &(String, Value))| {
        let mut settled = json!({"move": name, "value": value_name(*value)});
        if let Some(score) = score_of(at) {
            settled["score"] = json!(score);
        }
        settled
    };
    let moves: Vec<Json> = solution.moves.iter().enumerate().map(one_move).collect();
    let strength = if written.is_empty() { "ultra-weakly" } else { "weakly" };
    let mut document = json!({
        "game": game.to_string(),
        "position": question.position,
        "value": value_name(solution.value),
        "moves": moves,
        "nodes": solution.nodes,
        "solved": strength,
        "certificate": written.first(),
        "certificates": written,
    });
    if let Some(score) = solution.score {
        document["score"] = json!(score);
    }
    session.answer(
        || document,
        || {
            let mut text = match solution.value {
                Value::Draw => "draw\n".to_owned(),
                value => format!("{} wins\n", value_name(value)),
            };
            if let Some(score) = solution.score {
                text += &format!("score {score} for the player to move\n");
            }
            for (at, (name, value)) in solution.moves.iter().enumerate() {
                let score = score_of(at).map_or(String::new(), |score| format!(", score {score}"));
                text += &format!("{name}: {}{score}\n", value_name(*value));
            }
            text += &format!("{} nodes; {strength} solved\n", solution.nodes);
            written.iter().for_each(|path| text += &format!("certificate: {path}\n"));
            text
        },
    )?;
    Ok(Exit::Answered)
}

/// One player against all others, for each player.
fn several_players(
    question: &Question<'_>,
    game: &LineGame,
    bytes: usize,
    session: &Session,
) -> anyhow::Result<Exit> {
    let seats = game.sides().len();
    let name = game.to_string();
    let given = name.trim_start_matches("otrio(").trim_end_matches(')').split(',').skip(1);
    let parameters: String = given.map(|parameter| format!(",{parameter}")).collect();
    let found = match coalitions(seats, &parameters, question.position, bytes, session.limits()) {
        Ok(found) => found,
        Err(stop) => {
            session.answer(
                || json!({"game": name, "value": "gave-up", "reason": stop.to_string()}),
                || format!("gave up: {stop}"),
            )?;
            return Ok(Exit::GaveUp);
        }
    };
    let word = |alone: &Alone| match alone {
        Alone::Wins => "wins",
        Alone::Holds => "holds",
        Alone::Falls => "falls",
    };
    let players: Vec<Json> =
        found.iter().enumerate().map(|(at, alone)| json!({"player": at + 1, "alone": word(alone)})).collect();
    let winner = found
        .iter()
        .position(|&alone| alone == Alone::Wins)
        .map(|at| ["first", "second", "third", "fourth"][at]);
    session.answer(
        || {
            json!({"game": name, "position": question.position, "concept": "one player against all others together",
                "value": winner.unwrap_or("none"), "players": players})
        },
        || {
            let mut text = "each player alone against all others together:\n".to_owned();
            for (at, alone) in found.iter().enumerate() {
                let says = match alone {
                    Alone::Wins => "wins",
                    Alone::Holds => "cannot win, but keeps the others from winning",
                    Alone::Falls => "cannot keep the others from giving one of them a line",
                };
                text += &format!("player {}: {says}\n", at + 1);
            }
            text
        },
    )?;
    Ok(Exit::Answered)
}

/// `draw.cert.zst` becomes `draw-first.cert.zst`.
fn beside(path: &Path, side: &str) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let renamed = match name.split_once('.') {
        Some((stem, rest)) => format!("{stem}-{side}.{rest}"),
        None => format!("{name}-{side}"),
    };
    path.with_file_name(renamed)
}
