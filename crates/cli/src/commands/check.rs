//! `hissho check`: accept or refuse certificates.

use std::path::PathBuf;

use certificate::file::check_file;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::session::Session;

/// Check certificates with the independent checker (also the stand-alone binary `hissho-check`).
///
/// Exit 0 when all are accepted, 1 when one is refused, 2 when one cannot be read.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArguments {
    /// Certificate files, plain or zstd-compressed
    #[arg(required = true, value_name = "CERT")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &CheckArguments, session: &Session) -> anyhow::Result<Exit> {
    let mut exit = Exit::Answered;
    let mut files: Vec<Value> = Vec::new();
    let mut lines = String::new();
    let checked: Vec<_> = arguments.files.par_iter().map(|path| check_file(path)).collect();
    for (path, checked) in arguments.files.iter().zip(checked) {
        let file = path.display();
        match checked {
            Ok(proved) => {
                let claim = proved.claim().to_string();
                lines += &format!("{file}: accepted: {claim}\n");
                files.push(
                    json!({"file": file.to_string(), "verdict": "accepted", "claim": claim, "reason": null}),
                );
            }
            Err(error) => {
                let reason = error.to_string();
                lines += &format!("{file}: refused: {reason}\n");
                files.push(
                    json!({"file": file.to_string(), "verdict": "refused", "claim": null, "reason": reason}),
                );
                match (error.is_unreadable(), exit) {
                    (true, _) => exit = Exit::BadInput,
                    (false, Exit::Answered) => exit = Exit::Refuted,
                    _ => {}
                }
            }
        }
    }
    session.answer(|| json!({ "files": files }), || lines)?;
    Ok(exit)
}
