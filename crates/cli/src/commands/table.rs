//! `hissho table`: all values in a box.

use std::ops::Range;
use std::path::PathBuf;

use hissho_rules::name::Component;
use hissho_solve::impartial::{Table, TableError, Values};
use hissho_workbench::impartial::tables::{self, Format, RowWriter, View};
use hissho_workbench::impartial::{self, CertifyError, ImpartialError, Sum};
use serde_json::json;

use crate::exit::Exit;
use crate::session::Session;

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

/// Names of the coordinates of a sum; those of several games carry the game's number.
pub(super) fn axes(sum: &Sum) -> Vec<String> {
    let mut all = Vec::new();
    for (index, component) in sum.components.iter().enumerate() {
        let names = match component {
            Component::Numbers(game) => game.names[..game.dimension].to_vec(),
            Component::Octal(_) => vec!["n".to_owned()],
        };
        let number = if sum.components.len() > 1 { (index + 1).to_string() } else { String::new() };
        all.extend(names.into_iter().map(|name| format!("{name}{number}")));
    }
    all
}

pub(crate) fn run(arguments: &TableArguments, session: &Session) -> anyhow::Result<Exit> {
    if let Some(plies) = arguments.plies {
        return super::table_openings::run(&arguments.game, plies.into(), &arguments.engine, session);
    }
    let sum = Sum::named(&arguments.game)?;
    let shape: Vec<usize> = arguments.sizes.iter().map(|&n| n as usize).collect();
    if shape.len() != sum.dimension() {
        let error = TableError::WrongDimension { found: shape.len(), expected: sum.dimension() };
        anyhow::bail!("{}: {error}", sum.name);
    }
    let all_rows = if shape.len() == 1 { 1 } else { shape[0] };
    let rows = match &arguments.rows {
        Some(_) if shape.len() == 1 => anyhow::bail!("--rows is for games of two or more coordinates"),
        Some(range) if range.start >= all_rows => {
            anyhow::bail!("--rows {}..: the table has rows 0 to {}", range.start, all_rows - 1)
        }
        Some(range) => range.start..range.end.min(all_rows),
        None => 0..all_rows,
    };
    let by_name = arguments.output.as_deref().and_then(Format::of_file);
    let asked = arguments.format.or(by_name);
    let to_stdout = arguments.output.as_deref().is_none_or(|path| path.as_os_str() == "-");
    let format = match asked {
        Some(format) => format,
        None if session.is_json() => Format::Json,
        None => Format::Text,
    };
    if session.is_json() && to_stdout && format != Format::Json {
        anyhow::bail!("--json prints one JSON document; write {} to a file with -o", format_name(format));
    }
    if to_stdout && format.is_binary() && std::io::IsTerminal::is_terminal(&std::io::stdout()) {
        anyhow::bail!("{} is no text; write it to a file with -o", format_name(format));
    }
    let axes = axes(&sum);
    let empty = Table { shape: Vec::new(), values: Values::U16(Vec::new()) };
    let only_losing = arguments.only.is_some();
    let view =
        |table| View { title: &sum.name, axes: &axes, table, rows: rows.clone(), only_losing, marks: &[] };

    if let [Component::Numbers(game)] = &sum.components[..] {
        let plan = hissho_solve::impartial::plan(game, &shape)?;
        match &plan.general_because {
            Some(reason) => session.detail(format_args!("general evaluator: {reason}")),
            None => session.detail(format_args!(
                "rays and steps on tiles{}",
                if plan.is_symmetric { ", half the board" } else { "" }
            )),
        }
        if format.is_streamed() && arguments.certificate.is_none() {
            let make = |out: &mut (dyn std::io::Write + Send)| -> Result<(), anyhow::Error> {
                let mut writer = RowWriter::with_shape(out, format, &view(&empty), &shape);
                let made = hissho_solve::impartial::stream(
                    game,
                    &shape,
                    session.limits(),
                    session.progress(),
                    &mut writer,
                );
                writer.finish()?;
                made?;
                Ok(())
            };
            let result = match &arguments.output {
                Some(path) => hissho_store::write_whole_with(path, make),
                None => make(&mut std::io::stdout()),
            };
            if let Err(error) = result {
                return gave_up_or(session, &sum, error);
            }
            return finish(arguments, session, &sum, &shape, None);
        }
    }
    let table = match impartial::table_of_sum(&sum, &shape, session.limits(), session.progress()) {
        Ok(table) => table,
        Err(error) => return gave_up_or(session, &sum, error.into()),
    };
    let mut certified = None;
    if let Some(path) = &arguments.certificate {
        let made = match &sum.components[..] {
            [Component::Numbers(game)] => impartial::certify_box(game, &table, path)?,
            [Component::Octal(octal)] => {
                let (limits, progress) = (session.limits(), session.progress());
                match impartial::certify_period(octal, &table, path, limits, progress) {
                    Ok(Some(made)) => made,
                    Ok(None) => anyhow::bail!("the period of {octal} is longer than the checker takes"),
                    Err(error) => return gave_up_or(session, &sum, error.into()),
                }
            }
            _ => anyhow::bail!("--certificate is for one game, not a sum"),
        };
        certified = Some(made.proof.claim().to_string());
    }
    if format == Format::Json && to_stdout {
        let json = tables::json(&view(&table));
        session.answer(|| json.clone(), || json.to_string())?;
        return Ok(Exit::Answered);
    }
    let bytes = tables::render(&view(&table), format)?;
    match &arguments.output {
        Some(path) if !to_stdout => hissho_store::write_whole(path, &bytes)?,
        _ => {
            use std::io::Write;
            std::io::stdout().write_all(&bytes)?;
        }
    }
    finish(arguments, session, &sum, &shape, certified)
}

fn finish(
    arguments: &TableArguments,
    session: &Session,
    sum: &Sum,
    shape: &[usize],
    certified: Option<String>,
) -> anyhow::Result<Exit> {
    let status = match &certified {
        Some(claim) => format!("checked: {claim}"),
        None => "computed; --certificate makes a checked table".to_owned(),
    };
    match &arguments.output {
        Some(path) if path.as_os_str() != "-" => {
            let file = path.display().to_string();
            session.answer(
                || json!({"game": sum.name, "shape": shape, "file": file, "certificate": arguments.certificate}),
                || format!("{file}: {} on {} ({status})", sum.name, by(shape)),
            )?;
        }
        _ => session.detail(&status),
    }
    Ok(Exit::Answered)
}

fn gave_up_or(session: &Session, sum: &Sum, error: anyhow::Error) -> anyhow::Result<Exit> {
    let is_stop = matches!(error.downcast_ref::<TableError>(), Some(TableError::Stop(_)))
        || matches!(error.downcast_ref::<CertifyError>(), Some(CertifyError::Stop(_)))
        || error.downcast_ref::<ImpartialError>().is_some_and(ImpartialError::is_giving_up);
    if !is_stop {
        return Err(error);
    }
    session.answer(
        || json!({"game": sum.name, "values": null, "verdict": "gave-up", "reason": error.to_string()}),
        || format!("gave up: {error}"),
    )?;
    Ok(Exit::GaveUp)
}

fn format_name(format: Format) -> &'static str {
    Format::ALL.iter().find(|(_, f)| *f == format).map_or("this format", |(name, _)| name)
}

fn by(shape: &[usize]) -> String {
    shape.iter().map(usize::to_string).collect::<Vec<_>>().join(" x ")
}
