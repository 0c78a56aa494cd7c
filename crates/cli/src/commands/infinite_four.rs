//! `hissho infinite-four`: response strategies of infinite Connect-Four.

mod found;
mod game;
mod written;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use hissho_rules::infinite_four::{Stone, parse_stones};
use hissho_workbench::Certified;
use hissho_workbench::infinite_four::{SideLetter, StrategyText, is_named};

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

/// A named strategy, or what is in a strategy file or a certificate.
fn strategy(name: &str) -> anyhow::Result<StrategyText> {
    if is_named(name) || !Path::new(name).is_file() {
        return Ok(StrategyText::from(name));
    }
    let text = std::fs::read_to_string(name).with_context(|| format!("{name}: cannot be read"))?;
    Ok(StrategyText::WithText { name: name.to_owned(), text })
}

/// Stones as an argument.
fn stones(text: &str) -> Result<Vec<Stone>, String> {
    let stones = parse_stones(text).map_err(|error| error.to_string())?;
    let board = hissho_rules::infinite_four::Board::INFINITE;
    hissho_rules::infinite_four::Position::of(board, &stones).map_err(|error| error.to_string())?;
    Ok(stones)
}

/// A side as an argument.
fn side(text: &str) -> Result<SideLetter, String> {
    match text {
        "X" | "x" => Ok(SideLetter::X),
        "O" | "o" => Ok(SideLetter::O),
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

/// Writes the one certificate if there is one and a path is given; says where.
fn keep(
    path: Option<&PathBuf>,
    certified: &[Certified],
    session: &Session,
) -> anyhow::Result<Option<String>> {
    let (Some(path), [certified]) = (path, certified) else { return Ok(None) };
    session.keep(path, certified)?;
    Ok(Some(path.display().to_string()))
}
