//! `hissho discover`: finds a law from a table, then proves it.

use std::path::PathBuf;

use hissho_workbench::laws::{Finding, Settings, discover, export};
use serde_json::json;

use super::prove::{law_game, numeration};
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
    table: usize,
    /// Give up when an automaton has more states than this
    #[arg(long, value_name = "N")]
    states: Option<usize>,
    /// Write the law's automaton as a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the law's automaton in Walnut's format
    #[arg(long, value_name = "FILE")]
    walnut: Option<PathBuf>,
}

pub(crate) fn run(arguments: &DiscoverArguments, session: &Session) -> anyhow::Result<Exit> {
    let settings = Settings {
        limits: session.limits(),
        states: arguments.states,
        system: numeration(arguments.numeration.as_deref())?,
    };
    let game = law_game(&arguments.game)?;
    let discovery = discover(&game, arguments.table, &settings, session.progress());
    for guess in &discovery.refuted {
        session.detail(format_args!("refuted on the way: {guess}"));
    }
    let title = game.game.title();
    let Some(found) = &discovery.finding else {
        let reason = discovery.gave_up.unwrap_or_default();
        session.answer(
            || json!({ "game": title, "verdict": "gave-up", "law": null, "states": null, "certificate": null, "reason": reason }),
            || format!("{title}: no law found; {reason}\n"),
        )?;
        return Ok(Exit::GaveUp);
    };
    let mut written = None;
    if let Some(path) = &arguments.output {
        hissho_store::write_certificate(path, &found.certificate)?;
        written = Some(path.display().to_string());
    }
    let automaton = found.automaton.as_ref();
    if let (Some(path), Some(automaton)) = (&arguments.svg, automaton) {
        hissho_store::write_whole(path, export::svg(automaton, found.system).as_bytes())?;
    }
    if let (Some(path), Some(automaton)) = (&arguments.walnut, automaton) {
        hissho_store::write_whole(path, export::walnut(automaton, found.system).as_bytes())?;
    }
    let law = law_text(found);
    session.answer(
        || {
            json!({
                "game": title, "verdict": "proved", "law": law, "states": found.states,
                "numeration": found.system.to_string(), "gives_values": found.gives_values, "table": found.table,
                "refuted_guesses": discovery.refuted.len(), "certificate": written,
            })
        },
        || {
            let certificate = written.as_ref().map_or(String::new(), |path| format!("  certificate: {path}\n"));
            let side = found.table;
            let guesses = match discovery.refuted.len() {
                0 => String::new(),
                n => format!("; {n} guesses that fit the table were refuted on the way"),
            };
            format!("{title}: {law}\n  proved for every position; guessed from a table of side {side}{guesses}\n{certificate}")
        },
    )?;
    Ok(Exit::Answered)
}

fn law_text(found: &Finding) -> String {
    match &found.closed_form {
        Some(law) => law.clone(),
        None => {
            let what = if found.gives_values { "grundy values" } else { "losing positions" };
            format!("{what} by an automaton with {} states reading {}", found.states, found.system)
        }
    }
}
