//! `hissho solve` for Otrio, Qubic and Connect-Four.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use hissho_rules::line_games::LineGame;
use hissho_workbench::solve::{Solve, SolvedPosition};
use hissho_workbench::{Facts, Fault};

use crate::exit::Exit;
use crate::session::Session;

/// Asks, and writes the strategies to `output`: for a draw two files, with -first and -second in their names.
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
