//! `hissho infinite-four verify` and `show`: strategies that are already written down.

use std::path::PathBuf;

use hissho_certificate::Context;
use hissho_certificate::infinite_four::response::{self, Node, ResponseError};
use hissho_rules::infinite_four::Side;
use hissho_solve::infinite_four::responder::Responder;
use hissho_workbench::picture::infinite_four::View;
use serde_json::json;

use super::{columns, keep, load, side};
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
    let (claim, strategy) = load(&arguments.strategy)?;
    if let Err(error) =
        response::check(claim.clone(), &strategy, &hissho_certificate::Context::default().account)
    {
        anyhow::ensure!(!is_malformed(&error), "{}: {error}", arguments.strategy);
    }
    let text = response::write(&claim, &strategy);
    let start = std::time::Instant::now();
    let checked = hissho_certificate::check(&text, &Context::default());
    let seconds = start.elapsed().as_secs_f64();
    let (verdict, said, reason) = match &checked {
        Ok(proved) => ("accepted", proved.claim().to_string(), None),
        Err(refusal) => ("refused", claim.to_string(), Some(refusal.to_string())),
    };
    let kept = match checked {
        Ok(_) => keep(arguments.output.as_ref(), &text, session)?,
        Err(_) => None,
    };
    session.answer(
        || {
            json!({
                "strategy": arguments.strategy, "verdict": verdict, "reason": reason, "claim": said,
                "passes": strategy.passes, "certificate": kept, "seconds": seconds,
            })
        },
        || match &reason {
            None => format!(
                "{}: accepted ({:.1} ms, reading and checking the certificate)\n{said}\n{}\n",
                arguments.strategy,
                seconds * 1e3,
                if strategy.passes {
                    "it may have to pass: only for boards of infinite width"
                } else {
                    "it never passes"
                }
            ),
            Some(reason) => format!("{}: refused\n{said}\n{reason}\n", arguments.strategy),
        },
    )?;
    Ok(if reason.is_none() { Exit::Answered } else { Exit::Refuted })
}

/// Whether the error is one of writing, not of play.
fn is_malformed(error: &ResponseError) -> bool {
    match error {
        ResponseError::InBranch { problem, .. } => is_malformed(problem),
        ResponseError::OpenLine { .. }
        | ResponseError::Unsupported { .. }
        | ResponseError::Unpaired { .. }
        | ResponseError::Passes(_)
        | ResponseError::Exhausted(_)
        | ResponseError::GameOver => false,
        _ => true,
    }
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
    fill: Option<Side>,
    /// Also say how many different 4×4 windows the board has
    #[arg(long)]
    windows: bool,
    /// Write the picture to this file as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn show(arguments: &ShowArguments, session: &Session) -> anyhow::Result<Exit> {
    let (claim, strategy) = load(&arguments.strategy)?;
    if let Err(error) =
        response::check(claim.clone(), &strategy, &hissho_certificate::Context::default().account)
    {
        session.remark(format_args!("this strategy is refused: {error}"));
        anyhow::ensure!(
            matches!(error, response::ResponseError::OpenLine { .. }),
            "{}: cannot be drawn: {error}",
            arguments.strategy
        );
    }
    anyhow::ensure!(
        matches!(strategy.root, Node::Static(_)),
        "{}: a tree of replies has no single board; `hissho infinite-four play` walks through it",
        arguments.strategy
    );
    let responder = Responder::new(&claim, &strategy, 2, None);
    let (first, last) = responder.pattern().core();
    let (left, right) = (strategy.left.word.len() as i64, strategy.right.word.len() as i64);
    let infinite = responder.pattern().board() == hissho_rules::infinite_four::Board::INFINITE;
    let shown = match arguments.columns {
        Some(shown) => shown,
        None if infinite => (first - left, last + right),
        None => (first, last),
    };
    let inside = infinite || (first <= shown.0 && shown.1 <= last);
    anyhow::ensure!(inside, "--columns {}..{}: the board has {first}..{last}", shown.0, shown.1);
    let view = View::new(responder.pattern(), &responder.position, shown, arguments.rows, arguments.fill);
    let title = format!("{}: {claim}", arguments.strategy);
    if let Some(path) = &arguments.svg {
        hissho_store::write_whole(path, view.svg(&title).as_bytes())?;
        session.remark(format_args!("picture written to {}", path.display()));
    }
    let windows =
        arguments.windows.then(|| hissho_solve::infinite_four::windows::of_board(&claim, &strategy).len());
    session.answer(
        || {
            json!({
                "strategy": arguments.strategy, "claim": claim.to_string(), "first": shown.0, "last": shown.1,
                "rows": view.text().lines().take(arguments.rows as usize).map(|line| line[4..].to_owned()).collect::<Vec<_>>(),
                "windows": windows,
            })
        },
        || {
            let mut text = format!("{title}\n\n{}", view.text());
            if let Some(count) = windows {
                text += &format!("\n{count} different 4x4 windows up to reflection\n");
            }
            text
        },
    )?;
    Ok(Exit::Answered)
}
