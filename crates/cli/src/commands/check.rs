//! `hissho check`: accept or refuse certificates.

use std::path::PathBuf;

use hissho_certificate::file::report;
use hissho_certificate::{Allowance, Verdict, printable};
use rayon::prelude::*;
use serde_json::json;

use crate::exit::Exit;
use crate::session::Session;

/// Check certificates with the independent checker (also the stand-alone binary `hissho-check`).
///
/// The exit code is the first that occurs of 2 (a file cannot be read), 1 (one is refused), 3 (one needs more steps or
/// memory), 4 (one is a count that was added up, but not proved), 0 (all are accepted).
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArguments {
    /// Certificate files, plain or zstd-compressed
    #[arg(required = true, value_name = "CERT")]
    files: Vec<PathBuf>,
    /// The steps that one check may use
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
}

pub(crate) fn run(arguments: &CheckArguments, session: &Session) -> anyhow::Result<Exit> {
    let standard = Allowance::default();
    let allowance = Allowance {
        steps: arguments.steps.unwrap_or(standard.steps),
        memory: session.limits().memory.unwrap_or(standard.memory),
    };
    let reports: Vec<_> = arguments.files.par_iter().map(|path| report(path, allowance)).collect();
    let names: Vec<String> = arguments.files.iter().map(|path| printable(&path.to_string_lossy())).collect();
    let document = || {
        let files = names.iter().zip(&reports).map(|(file, found)| {
            json!({
                "file": file, "verdict": found.verdict.word(), "claim": found.claim,
                "digest": found.digest, "reason": found.reason,
            })
        });
        json!({ "files": files.collect::<Vec<_>>() })
    };
    let lines = || {
        let line = |(file, found): (&String, &hissho_certificate::file::Report)| {
            let said = found.claim.as_ref().or(found.reason.as_ref());
            format!("{file}: {}: {}\n", found.verdict.word(), said.map_or("", String::as_str))
        };
        names.iter().zip(&reports).map(line).collect::<String>()
    };
    session.answer(document, lines)?;
    Ok(match Verdict::exit_code_of_all(reports.iter().map(|found| found.verdict)) {
        0 => Exit::Answered,
        1 => Exit::Refuted,
        2 => Exit::BadInput,
        4 => Exit::Counted,
        _ => Exit::GaveUp,
    })
}
