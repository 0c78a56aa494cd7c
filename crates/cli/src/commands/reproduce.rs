//! `hissho reproduce`: settle the claims of the source documents, with verdicts from the checker.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use comfy_table::{Cell, CellAlignment, Color, ContentArrangement, Table, presets};
use hissho_solve::progress::Progress;
use hissho_workbench::claims::{self, Settled, Settling};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::session::Session;

/// What a claim may take when nothing is said: its costly certificates are in proofs/.
const EACH: Duration = Duration::from_mins(1);

/// Settle the claims of the source documents.
///
/// Each claim is proved, checked, computed, refuted with its smallest counterexample, or open.
/// The verdicts come from the checker alone. Exit 0 when every claim asked for is settled, 3 when
/// some are missing, 1 when a certificate was refused.
#[derive(Debug, clap::Args)]
pub(crate) struct ReproduceArguments {
    /// Claims to settle: ids such as C5, or a letter for all of one source; all when none is given
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Make every certificate anew, also those kept in proofs/ (may take hours)
    #[arg(long)]
    fresh: bool,
    /// Give up on a claim after this time and go on with the next: 60s, 5m [default: 60s; none with --fresh]
    #[arg(long, value_name = "TIME", value_parser = crate::limit_arguments::duration)]
    each: Option<Duration>,
    /// Where costly certificates are kept
    #[arg(long, value_name = "DIR", env = "HISSHO_PROOFS")]
    proofs: Option<PathBuf>,
    /// Keep every certificate that is made in this directory
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Show every part of every claim with its statement
    #[arg(long)]
    parts: bool,
}

pub(crate) fn run(arguments: &ReproduceArguments, session: &Session) -> anyhow::Result<Exit> {
    let entries = match claims::select(&arguments.ids) {
        Ok(entries) => entries,
        Err(unknown) => {
            bail!("there is no claim `{unknown}`: the ids go from A1 to E9, a letter means all of its ids")
        }
    };
    if let Some(directory) = &arguments.keep {
        std::fs::create_dir_all(directory).with_context(|| format!("{}", directory.display()))?;
    }
    let proofs = match &arguments.proofs {
        Some(directory) if !directory.is_dir() => bail!("--proofs {}: not a directory", directory.display()),
        Some(directory) => directory.clone(),
        None => default_proofs(),
    };
    session.detail(format_args!("costly certificates are taken from {}", proofs.display()));
    let each = arguments.each.or((!arguments.fresh).then_some(EACH));
    let mut settled = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        let what = format!("{} of {}: {} {}", number + 1, entries.len(), entry.id, entry.title);
        session.progress().begin(&what, 0);
        let limits = each.map_or_else(|| session.limits().clone(), |time| session.limits().within(time));
        let mut settling = Settling::new(&limits, session.progress(), &proofs);
        settling.fresh = arguments.fresh;
        settling.keep = arguments.keep.as_deref();
        settled.push(claims::settle(*entry, &settling));
    }
    session
        .answer(|| document(&settled), || report(&settled, arguments.parts || !arguments.ids.is_empty()))?;
    Ok(exit(&settled))
}

fn exit(settled: &[Settled]) -> Exit {
    if settled.iter().any(Settled::has_refusal) {
        Exit::Refuted
    } else if settled.iter().all(|claim| claim.verdict().is_settled()) {
        Exit::Answered
    } else {
        Exit::GaveUp
    }
}

/// `proofs` here, or in a directory above the program: a checkout of the source.
fn default_proofs() -> PathBuf {
    let here = PathBuf::from("proofs");
    if here.is_dir() {
        return here;
    }
    let program = std::env::current_exe().unwrap_or_default();
    let above = program.ancestors().map(|directory| directory.join("proofs")).find(|path| path.is_dir());
    above.unwrap_or(here)
}

fn document(settled: &[Settled]) -> Value {
    let claims: Vec<Value> = settled
        .iter()
        .map(|claim| {
            let parts: Vec<Value> = claim
                .parts
                .iter()
                .map(|part| {
                    json!({
                        "statement": part.statement(),
                        "verdict": part.verdict().word(),
                        "counterexample": part.counterexample(),
                        "evidence": part.evidence(),
                    })
                })
                .collect();
            json!({
                "id": claim.entry.id,
                "title": claim.entry.title,
                "statement": claim.entry.statement,
                "source": claim.entry.source,
                "verdict": claim.verdict().word(),
                "evidence": evidence(claim),
                "seconds": (claim.seconds * 1000.0).round() / 1000.0,
                "parts": parts,
            })
        })
        .collect();
    json!({ "claims": claims })
}

/// What the verdict of the whole claim rests on, in a few words.
fn evidence(claim: &Settled) -> String {
    match claim.parts.as_slice() {
        [only] => only.evidence().to_owned(),
        parts => {
            // How many parts ended how, the strongest first.
            let mut verdicts: Vec<_> = parts.iter().map(|part| part.verdict()).collect();
            verdicts.sort_by(|a, b| b.cmp(a));
            let groups = verdicts.chunk_by(|a, b| a == b);
            let counts: Vec<String> = groups.map(|group| format!("{} {}", group.len(), group[0])).collect();
            format!("{} parts: {}", parts.len(), counts.join(", "))
        }
    }
}

fn report(settled: &[Settled], with_parts: bool) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    if !is_terminal() {
        table.set_width(150);
    }
    table.set_header(["id", "claim", "verdict", "evidence", "seconds"]);
    for claim in settled {
        table.add_row([
            Cell::new(claim.entry.id),
            Cell::new(claim.entry.title),
            coloured(claim.verdict()),
            Cell::new(evidence(claim)),
            Cell::new(format!("{:.2}", claim.seconds)).set_alignment(CellAlignment::Right),
        ]);
        for (number, part) in claim.parts.iter().enumerate().filter(|_| with_parts && claim.parts.len() > 1) {
            let statement = match part.counterexample() {
                Some(counterexample) => format!("{} — fails at: {counterexample}", part.statement()),
                None => part.statement().to_owned(),
            };
            table.add_row([
                Cell::new(format!("{}.{}", claim.entry.id, letters(number))),
                Cell::new(statement),
                coloured(part.verdict()),
                Cell::new(part.evidence()),
            ]);
        }
    }
    let mut verdicts: Vec<_> = settled.iter().map(Settled::verdict).collect();
    verdicts.sort_by(|a, b| b.cmp(a));
    let counts: Vec<String> =
        verdicts.chunk_by(|a, b| a == b).map(|group| format!("{} {}", group.len(), group[0])).collect();
    let seconds: f64 = settled.iter().map(|claim| claim.seconds).sum();
    let table: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    format!(
        "{}\n\n{} claims: {}; {seconds:.1} s, certificates made and checked\n",
        table.join("\n"),
        settled.len(),
        counts.join(", ")
    )
}

fn coloured(verdict: claims::Verdict) -> Cell {
    let colour = match verdict.word() {
        "proved" | "checked" => Color::Green,
        "refuted" => Color::Magenta,
        "computed" => Color::Cyan,
        _ => Color::Yellow,
    };
    Cell::new(verdict.word()).fg(colour)
}

/// a, b, …, z, aa, ab, …
fn letters(number: usize) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        more => letters(more - 1) + &last.to_string(),
    }
}

fn is_terminal() -> bool {
    std::io::IsTerminal::is_terminal(&std::io::stdout())
}
