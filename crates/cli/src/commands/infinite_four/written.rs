//! `hissho infinite-four verify` and `show`: strategies that are already written down.

use std::path::PathBuf;

use hissho_workbench::Facts;
use hissho_workbench::infinite_four::{Response, ResponseBoard, SideLetter};

use super::{columns, keep, side, strategy};
use crate::exit::Exit;
use crate::session::Session;

/// Have a strategy checked.
///
/// Exit 0 when it is accepted, 1 when it is refused, 2 when it is no strategy: unreadable, a zone height out of range,
/// a pair of other cells, stones that cannot be dropped.
#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArguments {
    /// A named strategy (see `hissho infinite-four list`), a strategy file, or a certificate
    #[arg(value_name = "NAME|FILE")]
    strategy: String,
    /// Write the certificate to this file
    #[arg(long, short, value_name = "CERT")]
    output: Option<PathBuf>,
}

pub(crate) fn verify(arguments: &VerifyArguments, session: &Session) -> anyhow::Result<Exit> {
    let mut answer = session.ask(Response { strategy: strategy(&arguments.strategy)? })?;
    let kept = keep(arguments.output.as_ref(), &answer.certified, session)?;
    if let Facts::Response(checked) = &mut answer.facts {
        checked.certificate = kept;
    }
    session.tell(&answer)
}

/// Draw the board of a strategy.
///
/// Stones on the board are in brackets, certain ones are X and O, the cells of a pair share a letter,
/// zone cells without a partner are dots.
#[derive(Debug, clap::Args)]
pub(crate) struct ShowArguments {
    /// A named strategy, a strategy file, or a certificate
    #[arg(value_name = "NAME|FILE")]
    strategy: String,
    /// The columns to draw, as in -1..10; the core and one period of each tail when not given
    #[arg(long, value_parser = columns, allow_hyphen_values = true, value_name = "FIRST..LAST")]
    columns: Option<(i64, i64)>,
    /// The rows to draw
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=200))]
    rows: u32,
    /// Fill all zone cells with one side
    #[arg(long, value_parser = side, value_name = "X|O")]
    fill: Option<SideLetter>,
    /// Also say how many different 4×4 windows the board has
    #[arg(long)]
    windows: bool,
    /// Write the picture to this file as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn show(arguments: &ShowArguments, session: &Session) -> anyhow::Result<Exit> {
    let question = ResponseBoard {
        strategy: strategy(&arguments.strategy)?,
        columns: arguments.columns,
        rows: arguments.rows,
        fill: arguments.fill,
        windows: arguments.windows,
        picture: arguments.svg.as_ref().map(|_| "svg".to_owned()),
    };
    let answer = session.ask(question)?;
    if let (Some(path), [picture]) = (&arguments.svg, &answer.files[..]) {
        hissho_store::write_whole(path, picture.as_bytes())?;
        session.remark(format_args!("picture written to {}", path.display()));
    }
    session.tell(&answer)
}
