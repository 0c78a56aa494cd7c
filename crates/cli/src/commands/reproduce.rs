//! `hissho reproduce`: settle the claims of the source documents, with verdicts from the checker.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use comfy_table::{Cell, CellAlignment, Color, ContentArrangement, Table, presets};
use hissho_store::write_certified;
use hissho_workbench::claims::{Claims, SettledClaim, SettledClaims, SettledPart};
use hissho_workbench::{Certified, Facts, Verdict};

use crate::exit::Exit;
use crate::session::{Output, Session};

/// Settle the claims of the source documents.
///
/// Each claim is proved, checked, computed, refuted with its smallest counterexample, or open.
/// The verdicts come from the checker alone. Exit 0 when every claim asked for is settled, 3 when
/// some are missing, 1 when a certificate was refused. With --fresh every certificate is made anew, also those kept in
/// proofs/, which may take hours. Theorems of formal/, which hold for every parameter, are named beside the claims; with
/// --formal they are built first, and count.
#[derive(Debug, clap::Args)]
pub(crate) struct ReproduceArguments {
    /// Claims to settle: ids such as C5, or a letter for all of one source; all when none is given
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Keep every certificate that is made in this directory
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Show every part of every claim with its statement
    #[arg(long)]
    parts: bool,
    /// List the claims, and settle nothing
    #[arg(long)]
    list: bool,
    /// Show the claims as the sources print them, and settle nothing
    #[arg(long)]
    statement: bool,
    /// Build the theorems of formal/ with make and Coq, and count them; DIR if they are not in a checkout of the source
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, conflicts_with_all = ["list", "statement"])]
    formal: Option<Option<PathBuf>>,
}

pub(crate) fn run(arguments: &ReproduceArguments, session: &Session) -> anyhow::Result<Exit> {
    if let Some(directory) = &arguments.keep {
        std::fs::create_dir_all(directory).with_context(|| format!("{}", directory.display()))?;
    }
    let question = Claims {
        ids: arguments.ids.clone(),
        list: arguments.list || arguments.statement,
        fresh: session.is_fresh(),
        certificates: arguments.keep.is_some(),
        formal: arguments.formal.is_some(),
    };
    let formal = arguments.formal.as_ref().and_then(Option::as_deref);
    let answer = session.ask_with(question, &Output { formal, ..Output::default() })?;
    let Facts::Claims(settled) = &answer.facts else { bail!("claims have another answer") };
    if let Some(directory) = &arguments.keep {
        keep(directory, settled, &answer.certified)?;
    }
    let text = || match (arguments.list, arguments.statement) {
        (_, true) => answer.text(),
        (true, false) => list(settled),
        (false, false) => report(settled, arguments.parts || !arguments.ids.is_empty(), session.is_verbose()),
    };
    session.answer(|| answer.document(), text)?;
    Ok(answer.ending().into())
}

/// Writes the certificates that were made under the names of the parts that rest on them.
fn keep(directory: &Path, settled: &SettledClaims, made: &[Certified]) -> anyhow::Result<()> {
    let parts: Vec<_> = settled.claims.iter().flat_map(|claim| &claim.parts).collect();
    for (number, certified) in made.iter().enumerate() {
        let rests = |part: &&&SettledPart| part.certificate.as_deref() == Some(certified.digest());
        let name =
            parts.iter().find(rests).map_or_else(|| format!("other-{number}"), |part| part.part.clone());
        write_certified(&directory.join(format!("{name}.cert")), certified)?;
    }
    Ok(())
}

/// Ids and titles.
fn list(settled: &SettledClaims) -> String {
    settled.claims.iter().map(|claim| format!("{:4} {}\n", claim.id, claim.title)).collect()
}

fn report(settled: &SettledClaims, with_parts: bool, in_coq: bool) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    if !is_terminal() {
        table.set_width(150);
    }
    table.set_header(["id", "claim", "verdict", "evidence", "seconds"]);
    for claim in &settled.claims {
        table.add_row([
            Cell::new(&claim.id),
            Cell::new(&claim.title),
            coloured(claim.verdict.unwrap_or(Verdict::MISSING)),
            Cell::new(format!("{}{}", claim.evidence, theorems_beside(claim))),
            Cell::new(format!("{:.2}", claim.seconds)).set_alignment(CellAlignment::Right),
        ]);
        for part in claim.parts.iter().filter(|_| with_parts && claim.parts.len() > 1) {
            let statement = match &part.counterexample {
                Some(counterexample) => format!("{} — fails at: {counterexample}", part.statement),
                None => part.statement.clone(),
            };
            table.add_row([
                Cell::new(&part.part),
                Cell::new(statement),
                coloured(part.verdict),
                Cell::new(&part.evidence),
            ]);
        }
        for theorem in claim.theorems.iter().filter(|theorem| with_parts && !theorem.counted) {
            let statement = format!("{} [{}]", theorem.sentence, theorem.covers);
            let place =
                format!("theorem {}, formal/{}, not built in this run", theorem.at.name, theorem.at.file);
            table.add_row(["", &statement, "", &place]);
        }
    }
    let table: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    let with_theorems = settled.claims.iter().filter(|claim| in_coq && !claim.theorems.is_empty());
    let in_coq: String = with_theorems.map(|claim| claim.as_printed() + "\n").collect();
    format!("{}\n\n{in_coq}{}\n", table.join("\n"), settled.summary())
}

/// The theorems that this run has not built: named, and nothing promised.
fn theorems_beside(claim: &SettledClaim) -> String {
    let mut names = claim.theorems.iter().filter(|theorem| !theorem.counted).map(|theorem| &theorem.at.name);
    match (names.next(), names.count()) {
        (None, _) => String::new(),
        (Some(name), 0) => format!("; --formal adds theorem {name}"),
        (Some(_), others) => format!("; --formal adds {} theorems", others + 1),
    }
}

fn coloured(verdict: Verdict) -> Cell {
    let colour = match verdict.word() {
        "proved" | "checked" => Color::Green,
        "refuted" => Color::Magenta,
        "computed" => Color::Cyan,
        _ => Color::Yellow,
    };
    Cell::new(verdict.word()).fg(colour)
}

fn is_terminal() -> bool {
    std::io::IsTerminal::is_terminal(&std::io::stdout())
}
