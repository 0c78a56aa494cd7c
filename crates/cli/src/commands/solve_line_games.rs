//! `hissho solve` for Otrio, Qubic and Connect-Four.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use hissho_rules::line_games::LineGame;
use hissho_workbench::line_games::{Batch, SolvedBatch};
use hissho_workbench::solve::{Solve, SolvedPosition};
use hissho_workbench::{Facts, Fault};

use crate::exit::Exit;
use crate::session::Session;

/// Asks, and writes the strategies to `output`: for a draw two files, with -first and -second in
/// their names.
pub(super) fn run(question: Solve, output: Option<&Path>, session: &Session) -> anyhow::Result<Exit> {
    let is_line_game = LineGame::is_name(&question.game);
    let mut answer =
        session.ask(question).map_err(|fault| if is_line_game { with_argument(fault) } else { fault })?;
    if let (Some(path), Facts::Solve(SolvedPosition::LineGame(solved))) = (output, &mut answer.facts) {
        let mut written = Vec::new();
        for (number, certified) in answer.certified.iter().enumerate() {
            let path = match answer.certified.len() {
                1 => path.to_owned(),
                _ => beside(path, ["first", "second"][number]),
            };
            hissho_store::write_certified(&path, certified)
                .with_context(|| format!("writing {}", path.display()))?;
            written.push(path.display().to_string());
        }
        solved.certificate = written.first().cloned();
        solved.certificates = solved.certificates.is_some().then_some(written);
    }
    session.tell(&answer)
}

/// Positions, one a line. Lines that have come together are asked about together, so that a program
/// that waits for its answer gets it, and a file does not pay for each line.
pub(super) fn run_batch(game: &str, mut input: impl BufRead, session: &Session) -> anyhow::Result<Exit> {
    let mut exit = Exit::Answered;
    let mut rest = Vec::new();
    let mut all: Option<SolvedBatch> = None;
    loop {
        let available = input.fill_buf().context("standard input")?;
        let is_end = available.is_empty();
        let used = available.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let used = if used == 0 { available.len() } else { used };
        rest.extend_from_slice(&available[..used]);
        input.consume(used);
        if !is_end && rest.last() != Some(&b'\n') {
            continue;
        }
        let text = String::from_utf8(std::mem::take(&mut rest)).context("standard input")?;
        let positions: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
        if !positions.is_empty() {
            let answer = session.ask(Batch { game: game.to_owned(), positions }).map_err(with_argument)?;
            let ending: Exit = answer.ending().into();
            exit = if ending == Exit::Answered { exit } else { ending };
            match (session.is_json(), answer.facts) {
                (true, Facts::Batch(found)) => match &mut all {
                    Some(all) => all.positions.extend(found.positions),
                    None => all = Some(found),
                },
                (_, facts) => {
                    print!("{}", facts.text());
                    std::io::stdout().flush()?;
                }
            }
        }
        if is_end {
            if session.is_json() {
                let none = SolvedBatch { game: game.to_owned(), positions: Vec::new() };
                println!("{}", serde_json::json!(all.unwrap_or(none)));
            }
            return Ok(exit);
        }
    }
}

/// The same fault with the argument that it is in.
pub(super) fn with_argument(fault: Fault) -> Fault {
    let argument = match fault.place.as_ref().map(|place| place.of.as_str()) {
        Some("game") => "GAME",
        Some("position") => "POSITION",
        _ => return fault,
    };
    Fault { message: format!("argument {argument}: {}", fault.message), ..fault }
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
