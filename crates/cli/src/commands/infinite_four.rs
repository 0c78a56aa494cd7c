//! `hissho infinite-four`: response strategies of infinite Connect-Four.

mod found;
mod game;
mod written;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use hissho_certificate::infinite_four::response::{Response, Strategy};
use hissho_rules::infinite_four::{Side, Stone, parse_stones};
use hissho_solve::infinite_four::library;

use crate::exit::Exit;
use crate::session::Session;

/// Infinite Connect-Four: strategies that only answer and never lose
#[derive(Debug, clap::Args)]
pub(crate) struct InfiniteFourArguments {
    #[command(subcommand)]
    command: InfiniteFourCommand,
}

#[derive(Debug, clap::Subcommand)]
enum InfiniteFourCommand {
    /// Have a strategy checked: accepted, or refused with the line or cell that is wrong
    Verify(written::VerifyArguments),
    /// Draw the board of a strategy
    Show(written::ShowArguments),
    /// List the words of zone heights of a period, or the named strategies
    List(found::ListArguments),
    /// Look for a static strategy against given stones
    Search(found::SearchArguments),
    /// Look for a win by threats alone from given stones
    Win(found::WinArguments),
    /// One handicap stone: the table of distances
    Handicap(found::HandicapArguments),
    /// Play against a strategy, or let opponents or another strategy play against it
    Play(game::PlayArguments),
}

pub(crate) fn run(arguments: &InfiniteFourArguments, session: &Session) -> anyhow::Result<Exit> {
    match &arguments.command {
        InfiniteFourCommand::Verify(arguments) => written::verify(arguments, session),
        InfiniteFourCommand::Show(arguments) => written::show(arguments, session),
        InfiniteFourCommand::List(arguments) => found::list(arguments, session),
        InfiniteFourCommand::Search(arguments) => found::search(arguments, session),
        InfiniteFourCommand::Win(arguments) => found::win(arguments, session),
        InfiniteFourCommand::Handicap(arguments) => found::handicap(arguments, session),
        InfiniteFourCommand::Play(arguments) => game::play(arguments, session),
    }
}

/// A named strategy, a strategy file, or the strategy in a certificate; `NAME(cylinder=W)` closes it to a
/// ring, `NAME(slide=S)` moves it.
fn load(name: &str) -> anyhow::Result<(Response, Strategy)> {
    if let Some((plain, change)) = name.strip_suffix(')').and_then(|name| name.split_once('('))
        && let Some(found) = library::named(plain)
    {
        let number = |text: &str| text.trim().parse::<i64>().ok().filter(|number| number.abs() <= 10_000);
        let changed = match change.split_once('=').map(|(key, value)| (key.trim(), number(value))) {
            Some(("slide", Some(by))) => Some(library::slid(&found, by)),
            Some(("cylinder", Some(width))) => {
                let closed = u32::try_from(width).ok().and_then(|width| library::on_cylinder(&found, width));
                Some(closed.with_context(|| {
                    let widths = (4..=40).filter(|&width| library::on_cylinder(&found, width).is_some());
                    let widths: Vec<String> = widths.map(|width| width.to_string()).collect();
                    match widths.as_slice() {
                        [] => format!("{name}: this strategy closes to no cylinder of up to 40 columns"),
                        _ => format!("{name}: this strategy does not close to that cylinder, but to those of {} columns", widths.join(", ")),
                    }
                })?)
            }
            _ => None,
        };
        return changed.with_context(|| {
            format!("{name}: `(cylinder=W)` or `(slide=S)` may follow a name, numbers up to 10000")
        });
    }
    if let Some(found) = library::named(name) {
        return Ok(found);
    }
    if !Path::new(name).is_file() {
        let names: Vec<&str> = library::NAMED.iter().map(|(name, _)| *name).collect();
        bail!("{name}: neither a file nor a named strategy; the names are: {}", names.join(", "));
    }
    let text = std::fs::read_to_string(name).with_context(|| format!("{name}: cannot be read"))?;
    let read = if text.starts_with("hissho-certificate") {
        hissho_certificate::text::Reader::new(&text).and_then(|mut reader| {
            let read = hissho_certificate::infinite_four::response::read(
                &mut reader,
                &hissho_rules::Account::unlimited(),
            )?;
            reader.end()?;
            Ok(read)
        })
    } else {
        library::parse(&text)
    };
    read.map_err(|refusal| anyhow::anyhow!("{name}: {refusal}"))
}

/// Stones as an argument.
fn stones(text: &str) -> Result<Vec<Stone>, String> {
    let stones = parse_stones(text).map_err(|error| error.to_string())?;
    let board = hissho_rules::infinite_four::Board::INFINITE;
    hissho_rules::infinite_four::Position::of(board, &stones).map_err(|error| error.to_string())?;
    Ok(stones)
}

/// A side as an argument.
fn side(text: &str) -> Result<Side, String> {
    match text {
        "X" | "x" => Ok(Side::X),
        "O" | "o" => Ok(Side::O),
        _ => Err("X or O is needed".to_owned()),
    }
}

/// A range of columns as an argument: `-1..10`, both ends included.
fn columns(text: &str) -> Result<(i64, i64), String> {
    let expected = || format!("{text}: columns are given as FIRST..LAST, as in -1..10");
    let (first, last) = text.split_once("..").ok_or_else(expected)?;
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| expected());
    let (first, last) = (number(first)?, number(last)?);
    let far = hissho_rules::infinite_four::LARGEST_COLUMN / 2;
    if last < first || first < -far || last > far || last - first >= 400 {
        return Err(format!("{text}: 1 to 400 columns are shown, none beyond {far}"));
    }
    Ok((first, last))
}

/// Writes a certificate if a path is given, and says where.
fn keep(path: Option<&PathBuf>, text: &str, session: &Session) -> anyhow::Result<Option<String>> {
    let Some(path) = path else { return Ok(None) };
    hissho_store::write_certificate(path, text)?;
    session.remark(format_args!("certificate written to {}", path.display()));
    Ok(Some(path.display().to_string()))
}
