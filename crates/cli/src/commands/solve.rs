//! `hissho solve GAME [POSITION]`: the value of a board position, with a certificate.
//!
//! One function per family of games; the name of the game chooses.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use hissho_rules::hex::{Notation, Player, Position, Size};
use hissho_solve::checkpoint::Checkpoint;
use hissho_solve::hex::pattern_strategy::{Patterns, places};
use hissho_workbench::hex::proof::Win;
use hissho_workbench::hex::{self, Unsolved};
use hissho_workbench::solve::Solve;
use serde_json::json;

use super::hex::open_checkpoint;
use super::solve_line_games;
use crate::exit::Exit;
use crate::session::Session;

/// What to solve.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArguments {
    /// A board game with its parameters: 'hex(8)', otrio, 'otrio(forbidden=b2M)', 'otrio(players=3)', 'qubic(3)', 'connect4(7,6)'
    game: String,
    /// The moves so far, or a set-up such as 'black=63,55 white=62 to-move=white', or @FILE with a Hex record in SGF; nothing is the start
    #[arg(default_value = "")]
    position: Vec<String>,
    /// Otrio, Qubic, Connect-Four: settle every move, not only one that keeps the value
    #[arg(long)]
    all_moves: bool,
    /// Write the certificate here; a draw of Otrio, Qubic or Connect-Four has two, -first and -second
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Hex: keep what is proved in this file; a later run, of any position on the same board, goes on with it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Hex: use what these certificates of wins on the same board prove; may be given several times
    #[arg(long, value_name = "CERTIFICATE", num_args = 1..)]
    known: Vec<PathBuf>,
    /// Hex: go by a strategy for Black in the format of Jing Yang's, whose first pattern is meant for this position; every step of it is proved, and what it lacks is searched for
    #[arg(long, value_name = "FILE")]
    hints: Option<PathBuf>,
    /// Hex: write cells as a1 instead of 11
    #[arg(long)]
    letters: bool,
}

pub(crate) fn run(arguments: &SolveArguments, session: &Session) -> anyhow::Result<Exit> {
    match hex::board(&arguments.game) {
        Some(Ok(size)) => run_hex(arguments, size, session),
        Some(Err(error)) => bail!("{error}"),
        None => {
            let question = Solve {
                game: arguments.game.clone(),
                position: arguments.position.join(" "),
                all_moves: arguments.all_moves,
                certificate: arguments.output.is_some(),
            };
            solve_line_games::run(question, arguments.output.as_deref(), session)
        }
    }
}

fn run_hex(arguments: &SolveArguments, size: Size, session: &Session) -> anyhow::Result<Exit> {
    let notation = if arguments.letters { Notation::Letters } else { Notation::Digits };
    let text = arguments.position.join(" ");
    let position = read_position(&arguments.game, size, &text)?;
    let kept = open_checkpoint(arguments.checkpoint.as_deref(), size)?;
    let checkpoint = kept.as_ref().map(|file| file as &dyn Checkpoint);
    let hints = arguments.hints.as_deref().map(|path| read_patterns(path, &position)).transpose()?;
    let known = read_known(&arguments.known, size)?;
    let (limits, progress) = (session.limits(), session.progress());
    let help = hex::Help { checkpoint, known: &known, hints: hints.as_ref() };
    let solved = match hex::solve_helped(&position, limits, progress, &help) {
        Ok(solved) => solved,
        Err(Unsolved::Stopped(stop)) => {
            session.answer(
                || json!({ "game": arguments.game, "position": text, "winner": "gave-up", "moves": [], "nodes": null, "certificate": null }),
                || format!("gave up: {stop}"),
            )?;
            return Ok(Exit::GaveUp);
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(reading) = &solved.reading {
        session.detail(reading.to_string());
    }
    let solution = &solved.solution;
    let written = match &arguments.output {
        Some(path) => {
            hissho_store::write_certificate(path, &solved.certificate)?;
            Some(path.display().to_string())
        }
        None => None,
    };
    let best = solution.winning_move.map(|cell| size.name(cell, notation));
    let steps = solution.evidence.steps.len();
    session.answer(
        || {
            let moves: Vec<_> = best
                .iter()
                .map(|name| json!({ "move": name, "value": solution.winner.to_string() }))
                .collect();
            json!({
                "game": arguments.game, "position": text, "winner": solution.winner.to_string(),
                "moves": moves, "nodes": solution.nodes, "steps": steps, "certificate": written,
            })
        },
        || {
            let by = best.as_ref().map_or(String::new(), |name| format!(" by {name}"));
            let file = written.as_ref().map_or(String::new(), |path| format!("\ncertificate: {path}"));
            format!(
                "{} wins{by}; {} positions, proof of {steps} steps, accepted by the checker{file}",
                solution.winner, solution.nodes
            )
        },
    )?;
    Ok(Exit::Answered)
}

/// A position written as moves, set up, or `@FILE` with a record.
pub(super) fn read_position(game: &str, size: Size, text: &str) -> anyhow::Result<Position> {
    let position = match text.strip_prefix('@') {
        Some(path) => {
            let record = std::fs::read_to_string(path).with_context(|| path.to_owned())?;
            hex::sgf::read(&record).map_err(|error| anyhow::anyhow!("{path}: {error}"))?
        }
        None => hex::position(size, text)?,
    };
    if position.size != size {
        bail!("the record is of a {} board, `{game}` was asked for", position.size);
    }
    Ok(position)
}

/// Kept proofs of positions on this board.
pub(super) fn read_known(paths: &[PathBuf], size: Size) -> anyhow::Result<Vec<Win>> {
    let mut known = Vec::new();
    for path in paths {
        let win = super::hex::read_win(path).map_err(|error| anyhow::anyhow!(error))?;
        if win.position.size != size {
            bail!("{}: it is about a {} board, not {size}", path.display(), win.position.size);
        }
        known.push(win);
    }
    Ok(known)
}

pub(super) fn read_patterns(path: &Path, position: &Position) -> anyhow::Result<Patterns> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| name.to_string())?;
    let patterns = hex::patterns::read(&text).map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
    let spoken = patterns.values().next().map_or(0, |first| places(first));
    let empty = position.empty().len();
    if spoken > empty {
        bail!("{name}: its first pattern has {spoken} places, the position has {empty} empty cells");
    }
    if position.to_move != Player::White {
        bail!("{name}: a strategy answers White, but Black is to move");
    }
    Ok(patterns)
}
