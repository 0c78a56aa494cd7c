//! `hissho table`: all values in a box.

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use hissho_workbench::impartial::tables::Format;
use hissho_workbench::impartial::{TableQuestion, Tabulated};
use hissho_workbench::{Answer, Ending, Facts};
use serde_json::json;

use crate::exit::Exit;
use crate::session::{Output, Session};

/// The Grundy values of all positions in a box, as text, data or a picture.
///
/// SIZE is the number of values of each coordinate: `table queen 11 11` goes from 0 to 10 in both.
/// csv, npy and parquet are written while the table is made and may be larger than memory.
#[derive(Debug, clap::Args)]
pub(crate) struct TableArguments {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// Size in each coordinate
    #[arg(value_name = "SIZE", required_unless_present = "plies", value_parser = clap::value_parser!(u32).range(1..))]
    sizes: Vec<u32>,
    /// Otrio: the values of all openings of this many moves, one of each class
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=3), conflicts_with = "sizes")]
    plies: Option<u8>,
    /// Otrio: `own`, or `paper` for the method and the node counts of Teramura and Matsuzaki (2019)
    #[arg(long, value_parser = ["own", "paper"], default_value = "own", requires = "plies")]
    engine: String,
    /// Show only these values of the first coordinate: 10..20 is 10 to 19
    #[arg(long, value_name = "A..B", value_parser = rows)]
    rows: Option<Range<usize>>,
    /// text, csv, json, npy, bfile, parquet, png, svg or tex; by the file's name when not given
    #[arg(long, short, value_parser = |text: &str| text.parse::<Format>())]
    format: Option<Format>,
    /// Show only the losing positions
    #[arg(long, value_parser = ["losing"], value_name = "losing")]
    only: Option<String>,
    /// Write to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a certificate that the values are right (for an octal game: its period, for ever), and have it checked
    #[arg(long, value_name = "CERT")]
    certificate: Option<PathBuf>,
}

fn rows(text: &str) -> Result<Range<usize>, String> {
    let wrong = || "expected two numbers such as 10..20, the first below the second".to_owned();
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let from = if from.is_empty() { 0 } else { from.trim().parse().map_err(|_| wrong())? };
    let to = if to.is_empty() { usize::MAX } else { to.trim().parse().map_err(|_| wrong())? };
    if from < to { Ok(from..to) } else { Err(wrong()) }
}

pub(crate) fn run(arguments: &TableArguments, session: &Session) -> anyhow::Result<Exit> {
    if let Some(plies) = arguments.plies {
        return super::table_openings::run(&arguments.game, plies.into(), &arguments.engine, session);
    }
    let path = arguments.output.as_deref().filter(|path| path.as_os_str() != "-");
    let format = arguments.format.or(path.and_then(Format::of_file)).or(path.map(|_| Format::Text));
    if path.is_none() {
        let name = format.map_or("", Format::name);
        if session.is_json() && format.is_some_and(|format| format != Format::Json) {
            anyhow::bail!("--json prints one JSON document; write {name} to a file with -o");
        }
        let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stdout());
        if format.is_some_and(Format::is_binary) && is_terminal {
            anyhow::bail!("{name} is no text; write it to a file with -o");
        }
    }
    // One JSON document on standard output is the answer itself, and so is the text.
    let is_answer = path.is_none() && matches!(format, None | Some(Format::Json | Format::Text));
    let question = TableQuestion {
        game: session.game(&arguments.game)?,
        shape: arguments.sizes.iter().map(|&side| u64::from(side)).collect(),
        rows: arguments.rows.as_ref().map(|rows| (rows.start as u64, rows.end as u64)),
        only_losing: arguments.only.is_some(),
        format: format.filter(|_| !is_answer).map(|format| format.name().to_owned()),
        certificate: arguments.certificate.is_some(),
        bare: false,
    };
    let answer = match path {
        Some(path) => write_to(path, question, session)?,
        None => session.ask_with(
            question,
            &Output { file: Some(&|bytes| std::io::stdout().write_all(bytes)), ..Output::default() },
        )?,
    };
    if let (Some(path), [certified]) = (&arguments.certificate, &answer.certified[..]) {
        session.keep(path, certified)?;
    }
    let Facts::Table(table) = &answer.facts else { anyhow::bail!("a table has another answer") };
    if let Some(engine) = &table.engine {
        session.detail(engine);
    }
    if table.reason.is_some() {
        return session.tell(&answer);
    }
    match path {
        Some(path) => finish(path, arguments, table, session),
        None if is_answer && format == Some(Format::Json) => {
            let document = || answer.document();
            session.answer(document, || document().to_string())?;
            Ok(Exit::Answered)
        }
        None if is_answer => session.tell(&answer),
        None => {
            for file in &answer.files {
                std::io::stdout().write_all(file.as_bytes())?;
            }
            Ok(Exit::Answered)
        }
    }
}

/// Asks, and writes the file whole or, if there is none, not at all.
fn write_to(path: &Path, question: TableQuestion, session: &Session) -> anyhow::Result<Answer> {
    let mut answer = None;
    let gave_up = "gave up";
    let result = hissho_store::write_whole_with(path, |out| {
        let shared = Mutex::new(&mut *out);
        let write =
            |bytes: &[u8]| shared.lock().map_err(|_| std::io::Error::other("stopped"))?.write_all(bytes);
        let found = session.ask_with(question, &Output { file: Some(&write), ..Output::default() })?;
        for file in &found.files {
            out.write_all(file.as_bytes())?;
        }
        let is_whole = found.ending() != Ending::GaveUp;
        answer = Some(found);
        anyhow::ensure!(is_whole, gave_up);
        Ok(())
    });
    match (result, answer) {
        (Ok(()), Some(answer)) => Ok(answer),
        (Err(_), Some(answer)) if answer.ending() == Ending::GaveUp => Ok(answer),
        (Err(error), _) => Err(error),
        (Ok(()), None) => anyhow::bail!("nothing was written"),
    }
}

fn finish(
    path: &Path,
    arguments: &TableArguments,
    table: &Tabulated,
    session: &Session,
) -> anyhow::Result<Exit> {
    let status = match &table.claim {
        Some(claim) => format!("checked: {claim}"),
        None => "computed; --certificate makes a checked table".to_owned(),
    };
    let file = path.display().to_string();
    let sides: Vec<String> = table.shape.iter().map(u64::to_string).collect();
    session.answer(
        || json!({"game": table.game, "shape": table.shape, "file": file, "certificate": arguments.certificate}),
        || format!("{file}: {} on {} ({status})", table.game, sides.join(" x ")),
    )?;
    Ok(Exit::Answered)
}
