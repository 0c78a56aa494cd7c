//! `hissho discover`: finds a law from a table, then proves it.

use std::path::PathBuf;

use anyhow::bail;
use hissho_workbench::Facts;
use hissho_workbench::laws::Discover;

use crate::exit::Exit;
use crate::session::Session;

/// What to look for.
#[derive(Debug, clap::Args)]
pub(crate) struct DiscoverArguments {
    /// A game with its parameters: 'chocolate(k=3)', or a file my.game
    game: String,
    /// Write the certificate here
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How the automaton reads numbers: msd_2, msd_3, fib; several are tried when not given
    #[arg(long, value_name = "NAME")]
    numeration: Option<String>,
    /// Side of the largest table to guess from
    #[arg(long, value_name = "N", default_value_t = 8192)]
    table: u64,
    /// Give up when an automaton has more states than this
    #[arg(long, value_name = "N")]
    states: Option<u64>,
    /// Write the law's automaton as a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the law's automaton in Walnut's format
    #[arg(long, value_name = "FILE")]
    walnut: Option<PathBuf>,
}

pub(crate) fn run(arguments: &DiscoverArguments, session: &Session) -> anyhow::Result<Exit> {
    let question = Discover {
        game: session.game(&arguments.game)?,
        numeration: arguments.numeration.clone(),
        table: arguments.table,
        states: arguments.states,
        picture: arguments.svg.as_ref().map(|_| "svg".to_owned()),
        walnut: arguments.walnut.is_some(),
    };
    let mut answer = session.ask(question)?;
    let Facts::Discover(found) = &mut answer.facts else { bail!("a law has another answer") };
    for guess in &found.guesses {
        session.detail(format_args!("refuted on the way: {guess}"));
    }
    if let (Some(path), [proof]) = (&arguments.output, &answer.certified[..]) {
        hissho_store::write_certified(path, proof)?;
        found.certificate = Some(path.display().to_string());
    }
    for file in &answer.files {
        let path = if file.format == "svg" { &arguments.svg } else { &arguments.walnut };
        if let Some(path) = path {
            hissho_store::write_whole(path, file.as_bytes())?;
        }
    }
    session.tell(&answer)
}
