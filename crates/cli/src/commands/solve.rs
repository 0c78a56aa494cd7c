//! `hissho solve GAME [POSITION]`: the value of a board position, with a certificate.
//!
//! One function per family of games; the name of the game chooses.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use hissho_rules::hex::Size;
use hissho_workbench::check::NamedFile;
use hissho_workbench::hex;
use hissho_workbench::solve::{Solve, SolvedPosition};
use hissho_workbench::{Contents, Facts};

use super::hex::open_checkpoint;
use super::solve_line_games;
use crate::exit::Exit;
use crate::session::{Output, Session};

/// What to solve.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArguments {
    /// A board game with its parameters: 'hex(8)', otrio, 'otrio(forbidden=b2M)',
    /// 'otrio(players=3)', 'qubic(3)', 'connect4(7,6)'
    game: String,
    /// The moves so far, or a set-up such as 'black=63,55 white=62 to-move=white', or @FILE with a
    /// Hex record in SGF; nothing is the start
    #[arg(default_value = "")]
    position: Vec<String>,
    /// Otrio, Qubic, Connect-Four: positions from standard input, one a line; one line out for
    /// each, with the score
    #[arg(long, conflicts_with_all = ["position", "all_moves", "output"])]
    batch: bool,
    /// Otrio, Qubic, Connect-Four: settle every move, not only one that keeps the value
    #[arg(long)]
    all_moves: bool,
    /// Write the certificate here; a draw of Otrio, Qubic or Connect-Four has two, -first and
    /// -second
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Hex: keep what is proved in this file; a later run, of any position on the same board, goes
    /// on with it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Hex: use what these certificates of wins on the same board prove; may be given several times
    #[arg(long, value_name = "CERTIFICATE", num_args = 1..)]
    known: Vec<PathBuf>,
    /// Hex: go by a strategy for Black in the format of Jing Yang's, whose first pattern is meant
    /// for this position; every step of it is proved, and what it lacks is searched for
    #[arg(long, value_name = "FILE")]
    hints: Option<PathBuf>,
    /// Hex: write cells as a1 instead of 11
    #[arg(long)]
    letters: bool,
}

pub(crate) fn run(arguments: &SolveArguments, session: &Session) -> anyhow::Result<Exit> {
    if arguments.batch {
        return solve_line_games::run_batch(&arguments.game, std::io::stdin().lock(), session);
    }
    let mut question = Solve {
        game: arguments.game.clone(),
        position: arguments.position.join(" "),
        all_moves: arguments.all_moves,
        certificate: arguments.output.is_some(),
        ..Solve::default()
    };
    match hex::board(&arguments.game) {
        Some(Ok(size)) => {
            (question.position, question.record) = position_or_record(&question.position)?;
            question.known = named_files(&arguments.known)?;
            question.hints = arguments.hints.as_deref().map(named_file).transpose()?;
            question.letters = arguments.letters;
            question.fresh = session.is_fresh();
            run_hex(question, size, arguments, session)
        }
        Some(Err(error)) => bail!("{error}"),
        None => solve_line_games::run(question, arguments.output.as_deref(), session),
    }
}

fn run_hex(
    question: Solve,
    size: Size,
    arguments: &SolveArguments,
    session: &Session,
) -> anyhow::Result<Exit> {
    let checkpoint = open_checkpoint(arguments.checkpoint.as_deref(), size)?;
    let output = Output { checkpoint: checkpoint.as_ref(), ..Output::default() };
    let mut answer = session.ask_with(question, &output)?;
    if let Facts::Solve(SolvedPosition::Hex(solved)) = &mut answer.facts {
        if let Some(reading) = &solved.reading {
            session.detail(reading);
        }
        if let (Some(path), [certified]) = (&arguments.output, &answer.certified[..]) {
            hissho_store::write_certified(path, certified)?;
            solved.certificate = Some(path.display().to_string());
        }
    }
    session.tell(&answer)
}

/// The text of a position, or the record that `@FILE` names.
pub(super) fn position_or_record(text: &str) -> anyhow::Result<(String, Option<NamedFile>)> {
    match text.strip_prefix('@') {
        Some(path) => Ok((String::new(), Some(named_file(Path::new(path))?))),
        None => Ok((text.to_owned(), None)),
    }
}

/// A file as a question holds it.
pub(super) fn named_file(path: &Path) -> anyhow::Result<NamedFile> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).with_context(|| name.clone())?;
    let contents = match String::from_utf8(bytes) {
        Ok(text) => Contents::Text(text),
        Err(error) => Contents::Hex(error.into_bytes()),
    };
    Ok(NamedFile { name, contents })
}

/// Files as a question holds them.
pub(super) fn named_files(paths: &[PathBuf]) -> anyhow::Result<Vec<NamedFile>> {
    paths.iter().map(|path| named_file(path)).collect()
}
